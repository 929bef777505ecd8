/* Decoding of commands, and refusals; see protocol.h. */
#include "protocol.h"

#include <stddef.h>
#include <string.h>

#include "../bots/bot.h"

static const uint64_t MAX_TIME = 30ull * 24 * 3600 * 1000; /* a clock has at most thirty days */

#define REFUSAL(id, code, why) const struct refusal id = { code, why, NULL };
#include "protocol.def"

#define NEED(id) | 1u << MEMBER_##id
#define MAY(id)  | 1u << MEMBER_##id

const struct command_about COMMAND_ABOUT[COMMANDS] = {
#define COMMAND(id, name, handler, cost, needs, may, about) { name, FOR_##handler, cost, 0 needs, 0 may },
#include "protocol.def"
};

/* --- members: each type has a function that reads a value into the field of a command, 0 if it is not valid --- */

struct member {
        const char *key;
        int (*read)(const struct message *m, int value, const struct member *about, struct command *c, void *field);
        uint64_t low, high;
        size_t field;
};

static int read_NUMBER(const struct message *m, int value, const struct member *about, struct command *c, void *field)
{
        (void)c;
        return message_number(m, value, about->low, about->high, field);
}

static int read_COUNT(const struct message *m, int value, const struct member *about, struct command *c, void *field)
{
        uint64_t n;

        (void)c;
        if (!message_number(m, value, about->low, about->high, &n))
                return 0;
        *(int *)field = (int)n;
        return 1;
}

static int read_FLAG(const struct message *m, int value, const struct member *about, struct command *c, void *field)
{
        size_t size;
        const char *bytes = message_bytes(m, value, &size);
        int yes = size == 4 && memcmp(bytes, "true", 4) == 0;

        (void)about, (void)c;
        *(int *)field = yes;
        return yes || (size == 5 && memcmp(bytes, "false", 5) == 0);
}

static int read_WORD(const struct message *m, int value, const struct member *about, struct command *c, void *field)
{
        (void)c;
        return message_word(m, value, field, (int)about->high + 1) && *(char *)field;
}

static int read_TEXT(const struct message *m, int value, const struct member *about, struct command *c, void *field)
{
        (void)c;
        return message_plain(m, value, field, (int)about->high + 1);
}

static int read_HASH(const struct message *m, int value, const struct member *about, struct command *c, void *field)
{
        (void)about, (void)c;
        return message_hash(m, value, field) && !is_missing(field);
}

static int read_ID(const struct message *m, int value, const struct member *about, struct command *c, void *field)
{
        char text[ID_TEXT + 1];

        (void)about, (void)c;
        *(int64_t *)field = message_word(m, value, text, sizeof text) ? id_parse(text) : 0;
        return 1;
}

static int read_WORDS(const struct message *m, int value, const struct member *about, struct command *c, void *field)
{
        (void)field;
        for (int item = message_item(m, value, value); item != NO_VALUE; item = message_item(m, value, item))
                if (c->move_count == MAX_LOOK || !message_word(m, item, c->moves[c->move_count++], MAX_MOVE_TEXT))
                        return 0;
        return c->move_count >= (int)about->low;
}

static int read_SEATS(const struct message *m, int value, const struct member *about, struct command *c, void *field)
{
        (void)field;
        for (int item = message_item(m, value, value); item != NO_VALUE; item = message_item(m, value, item)) {
                int level = message_member(m, item, "level");
                uint64_t n = 0;

                if (c->players == MAX_PLAYERS ||
                    !message_name(m, message_member(m, item, "name"), c->seats[c->players].name, MAX_SEAT_NAME) ||
                    (level != NO_VALUE && !message_number(m, level, 1, LEVELS, &n)))
                        return 0;
                c->seats[c->players++].level = (int)n;
        }
        return c->players >= (int)about->low;
}

static int read_LEVEL_LIST(const struct message *m, int value, const struct member *about, struct command *c, void *field)
{
        (void)field;
        for (int item = message_item(m, value, value); item != NO_VALUE; item = message_item(m, value, item)) {
                uint64_t n;

                if (c->players == MAX_PLAYERS || !message_number(m, item, 0, LEVELS, &n))
                        return 0;
                c->levels[c->players++] = (int)n;
        }
        return c->players >= (int)about->low;
}

/* {}: no clock. */
static int read_CLOCK(const struct message *m, int value, const struct member *about, struct command *c, void *field)
{
        struct clock *clock = field;
        size_t size;
        const char *bytes = message_bytes(m, value, &size);

        (void)about, (void)c;
        if (!message_number(m, message_member(m, value, "move"), 1, MAX_TIME, &clock->move) &&
            !(message_number(m, message_member(m, value, "game"), 1, MAX_TIME, &clock->game) &&
              message_number(m, message_member(m, value, "more"), 0, MAX_TIME, &clock->more)))
                return bytes && bytes[0] == '{' && message_key(m, value, value) == NO_VALUE;
        for (int p = 0; p < MAX_PLAYERS; p++)
                clock->left[p] = clock->move ? clock->move : clock->game;
        return 1;
}

static int read_TIMES(const struct message *m, int value, const struct member *about, struct command *c, void *field)
{
        uint64_t n = 0;

        (void)field;
        for (int item = message_item(m, value, value); item != NO_VALUE; item = message_item(m, value, item))
                if (n == about->high || !message_number(m, item, 0, MAX_TIME, &c->left[n++]))
                        return 0;
        return 1;
}

static int read_RECORD(const struct message *m, int value, const struct member *about, struct command *c, void *field)
{
        (void)about, (void)field;
        c->record = message_bytes(m, value, &c->record_size);
        return c->record != NULL;
}

static int read_GAME(const struct message *m, int value, const struct member *about, struct command *c, void *field)
{
        char name[MAX_PHRASE];

        (void)about, (void)field;
        c->game = message_word(m, value, name, MAX_PHRASE) ? game_named(name) : NULL;
        return c->game != NULL;
}

/* Read when the game and the number of players are known; see read_options. */
static int read_OPTIONS(const struct message *m, int value, const struct member *about, struct command *c, void *field)
{
        (void)m, (void)value, (void)about, (void)c, (void)field;
        return 1;
}

static const struct member MEMBER_ABOUT[MEMBERS] = {
#define MEMBER(id, field, key, type, low, high, about) { key, read_##type, low, high, offsetof(struct command, field) },
#include "protocol.def"
};

/* --- refusing --- */

static int refuse(struct reason *why, const struct refusal *is)
{
        why->is = is;
        return 0;
}

static int refuse_member(struct reason *why, const struct member *about)
{
        struct text t = { why->detail, MAX_REASON, 0 };

        text_add(&t, about->key);
        if (about->read == read_NUMBER || about->read == read_COUNT) {
                text_add(&t, ", a number from ");
                text_number(&t, about->low);
                text_add(&t, " to ");
                text_number(&t, about->high);
        }
        text_close(&t);
        return refuse(why, about->read == read_GAME ? &NO_SUCH_GAME : &BAD_MEMBER);
}

/* Escapes any text for a JSON string. */
static void write_plain(struct json *j, const char *words)
{
        for (const char *c = words; *c; c++) {
                char plain[2] = { *c < ' ' || *c > '~' ? '?' : *c, '\0' };

                json_text(j, *c == '"' || *c == '\\' ? "\\" : "");
                json_text(j, plain);
        }
}

void write_reason(struct json *j, const struct reason *why)
{
        json_text(j, "\"code\":\"");
        if (why->game) {
                json_text(j, why->game->name);
                json_text(j, ".");
        }
        json_text(j, why->is->code);
        json_text(j, "\",\"why\":\"");
        write_plain(j, why->is->why);
        if (why->detail[0]) {
                json_text(j, ": ");
                write_plain(j, why->detail);
                json_text(j, "\",\"detail\":\"");
                write_plain(j, why->detail);
        }
        json_text(j, "\"");
        if (why->is->rule) {
                json_text(j, ",\"rule\":");
                json_string(j, why->is->rule);
        }
}

struct refused {
        const char *about;
        const struct reason *why;
};

static void write_refusal(struct json *j, const void *what)
{
        const struct refused *r = what;

        json_text(j, "{\"t\":\"refused\",\"about\":");
        json_string(j, r->about);
        json_text(j, ",");
        write_reason(j, r->why);
        json_text(j, "}");
}

void tell_refusal(struct outbox *o, const char *about, const struct reason *why)
{
        struct refused r = { about, why };

        outbox_add(o, write_refusal, &r);
}

/* --- decoding --- */

static int set_option(struct command *c, const char *name, const char *value, struct reason *why)
{
        return options_set(c->game, &c->options, name, value, why->detail, MAX_REASON) ? refuse(why, &BAD_OPTION) : 1;
}

static int read_options(struct command *c, const struct message *m, struct reason *why)
{
        int object = message_member(m, WHOLE_MESSAGE, "options");
        char players[2] = { (char)('0' + c->players), '\0' };

        options_default(c->game, &c->options);
        if (!set_option(c, "players", players, why))
                return 0;
        for (int key = message_key(m, object, object); key != NO_VALUE; key = message_key(m, object, key)) {
                char name[MAX_PHRASE], value[128];
                size_t size;
                const char *bytes = message_bytes(m, message_value(m, key), &size);

                if (!message_word(m, key, name, sizeof name) || !bytes || size >= sizeof value)
                        return refuse_member(why, &MEMBER_ABOUT[MEMBER_OPTIONS]);
                memcpy(value, bytes, size);
                value[size] = '\0';
                if (!set_option(c, name, value, why))
                        return 0;
        }
        if (c->options.value[PLAYERS] != c->players)
                return refuse_member(why, &MEMBER_ABOUT[MEMBER_PLAYERS]);
        why->is = options_misfit(c->game, &c->options);
        why->game = why->is && why->is != &NO_SUCH_FIRST ? c->game : NULL;
        return !why->is;
}

int command_members(struct command *c, enum command_kind kind, const struct message *m, struct reason *why)
{
        uint32_t needs = COMMAND_ABOUT[kind].needs, may = COMMAND_ABOUT[kind].may;

        memset(c, 0, sizeof *c);
        c->kind = kind;
        for (int i = 0; i < MEMBERS; i++) {
                const struct member *about = &MEMBER_ABOUT[i];
                int value;

                if (!((needs | may) >> i & 1))
                        continue;
                if (about->read == read_FLAG)
                        *(int *)((char *)c + about->field) = (int)about->low;
                value = message_member(m, WHOLE_MESSAGE, about->key);
                if (value == NO_VALUE && !(needs >> i & 1))
                        continue;
                if (value == NO_VALUE || !about->read(m, value, about, c, (char *)c + about->field))
                        return refuse_member(why, about);
                c->given |= 1u << i;
        }
        return !c->game || read_options(c, m, why);
}

int command_read(struct command *c, const char *text, size_t size, struct reason *why)
{
        char name[MAX_PHRASE];
        struct message m;
        int kind = 0, read;

        c->kind = COMMANDS;
        *why = (struct reason){ .is = NULL };
        if (!message_open(&m, text, size))
                return refuse(why, &NOT_A_MESSAGE);
        if (!message_word(&m, message_member(&m, WHOLE_MESSAGE, "t"), name, sizeof name))
                name[0] = '\0';
        while (kind < COMMANDS && strcmp(COMMAND_ABOUT[kind].name, name) != 0)
                kind++;
        c->kind = (enum command_kind)kind;
        read = kind < COMMANDS ? command_members(c, c->kind, &m, why) : refuse(why, &NO_SUCH_COMMAND);
        message_close(&m);
        return read;
}
