/* A guest of a load test: its messages and its checks; see load.h. */
#include "load.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "../core/random.h"
#include "../table/message.h"

enum {
        MAX_SAID = 512,
        OWN_LINKS = 1200, /* links of a chain that are kept; games are shorter */
        LOOK_ON = 10
};

/* --- chains --- */

static int make_chain(struct guest *g)
{
        uint8_t link[HASH_BYTES];

        if (!g->link && !(g->link = malloc(OWN_LINKS * sizeof *g->link)))
                return 0;
        randombytes_buf(link, sizeof link);
        for (int n = OWN_LINKS - 1; n >= 0; n--) {
                memcpy(g->link[n], link, HASH_BYTES);
                hash_again(link, 1);
        }
        return 1;
}

static const char *link_text(const struct guest *g, uint64_t number)
{
        static char text[2 * HASH_BYTES + 1];

        if (number >= OWN_LINKS)
                return "";
        sodium_bin2hex(text, sizeof text, g->link[number], HASH_BYTES);
        return text;
}

/* --- saying --- */

static void say(struct guest *g, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct guest *g, const char *format, ...)
{
        char text[MAX_SAID];
        va_list args;

        va_start(args, format);
        vsnprintf(text, sizeof text, format, args);
        va_end(args);
        if (g->client)
                client_send(g->client, text, strlen(text));
}

static struct guest *partner(const struct guest *g)
{
        return &g->load->guest[g->number ^ 1];
}

static int is_host(const struct guest *g)
{
        return g->number % 2 == 0;
}

static int plays(const struct guest *g)
{
        return g->number < 2 * g->load->tables;
}

static void make_table(struct guest *g)
{
        static const char *const BOTS[] = { "", ",2", ",2,2" }; /* of a level that thinks a little */
        const struct game *game =
                g->load->only ? g->load->only : game_at((int)(random_dice(&g->load->random) % (uint32_t)game_count()));
        char settings[MAX_SAID / 2];
        struct json j = json_writer(settings, sizeof settings);
        struct options o;

        options_default(game, &o);
        o.value[PLAYERS] = (uint16_t)(2 + g->load->bots);
        options_preset(game, &o, game->quick);
        json_options(&j, game, &o);
        text_close(&j.out);
        g->stage = MAKING;
        say(g, "{\"t\":\"make\",\"game\":\"%s\",\"seats\":[0,0%s],\"rated\":false,%s}", game->name, BOTS[g->load->bots], settings);
}

static struct table_log *log_of(const struct guest *g)
{
        struct table_log *log = &g->load->log[g->number / 2];

        if (strcmp(log->table, g->table) != 0) {
                memcpy(log->table, g->table, TABLE_TEXT);
                log->count = 0;
        }
        return log;
}

static void join(struct guest *g, const char *table)
{
        if (strcmp(g->table, table) != 0)
                g->knows = 0;
        g->stage = JOINED;
        g->seated = g->dealt = g->turn = 0;
        g->arriving = 1;
        g->sent = 0;
        g->told = 0;
        memmove(g->table, table, TABLE_TEXT);
        g->floor = log_of(g)->count;
        say(g, "{\"t\":\"join\",\"table\":\"%s\",\"changes\":true}", table);
}

/* Sits down and is ready, unless the server says that this is already so. */
static void sit(struct guest *g, const struct message *m)
{
        int seats = message_member(m, WHOLE_MESSAGE, "seats"), chair = message_item(m, seats, seats);
        uint64_t you = 0;
        size_t size;
        const char *ready;

        message_number(m, message_member(m, WHOLE_MESSAGE, "you"), 0, MAX_PLAYERS, &you);
        for (uint64_t i = 1; i < you; i++)
                chair = message_item(m, seats, chair);
        g->seated = 1;
        if (!you && !make_chain(g))
                count_error(g->load, "there is no memory for a chain");
        if (!you)
                say(g, "{\"t\":\"sit\",\"seat\":%d,\"tip\":\"%s\"}", is_host(g) ? 1 : 2, link_text(g, 0));
        ready = message_bytes(m, message_member(m, chair, "ready"), &size);
        if (!you || !ready || *ready != 't')
                say(g, "{\"t\":\"ready\",\"ready\":true}");
}

void guest_move(struct guest *g)
{
        g->turn = 0;
        g->sent = cli_now();
        say(g, "{\"t\":\"play\",\"ply\":%llu,\"move\":\"%s\",\"link\":\"%s\"}", (unsigned long long)g->ply, g->move,
            link_text(g, g->ply + FIRST_LINK));
}

/* It is this guest's turn: it moves at once, or when the rate allows. */
static void take_turn(struct guest *g)
{
        struct load *l = g->load;

        g->turn = 1;
        if (!l->rate) {
                guest_move(g);
                return;
        }
        STAILQ_INSERT_TAIL(&l->in_turn, g, in_turn);
}

/* --- hearing --- */

static int has_word(const struct message *m, int value, const char *word)
{
        char text[32];

        return message_word(m, value, text, sizeof text) && strcmp(text, word) == 0;
}

static void hear_room(struct guest *g, const struct message *m)
{
        int state = message_member(m, WHOLE_MESSAGE, "state");

        if (has_word(m, message_member(m, WHOLE_MESSAGE, "table"), g->table))
                g->arriving = 0;
        if (g->arriving)
                return;
        g->over = has_word(m, state, "over");
        if (has_word(m, state, "open") && !g->seated)
                sit(g, m);
        if (has_word(m, state, "dealing") && !g->dealt) {
                g->dealt = 1;
                say(g, "{\"t\":\"link\",\"link\":\"%s\"}", link_text(g, DEAL_LINK));
        }
}

/* The steps include the move that was sent: it is stored. */
static void note_answer(struct guest *g)
{
        struct load *l = g->load;

        if (l->measuring && l->latencies < MOST_LATENCIES)
                l->latency[l->latencies++] = (float)(1000 * (cli_now() - g->sent));
        l->moves += (uint64_t)l->measuring;
        g->sent = 0;
}

/* A number for a step, by its player and as much of its move. */
static uint32_t step_hash(const struct message *m, int step, size_t most)
{
        size_t by_size = 0, move_size = 0;
        const char *by = message_bytes(m, message_member(m, step, "by"), &by_size);
        const char *played = message_bytes(m, message_member(m, step, "move"), &move_size);
        uint8_t value[HASH_BYTES];
        uint32_t word;
        struct hash h;

        hash_open(&h);
        hash_add(&h, by ? by : "", (uint32_t)by_size);
        hash_add(&h, played ? played : "", (uint32_t)(move_size < most ? move_size : most));
        hash_close(&h, value);
        memcpy(&word, value, sizeof word);
        return word;
}

/* How much of a move everybody sees: of the treasure that is shown in secret, only that it is shown. */
static size_t public_part(const struct message *m, int step)
{
        static const char SECRET[] = "show:";
        size_t size = 0;
        const char *played = message_bytes(m, message_member(m, step, "move"), &size);

        return size > strlen(SECRET) && memcmp(played, SECRET, strlen(SECRET)) == 0 ? strlen(SECRET) : SIZE_MAX;
}

/* A step that is sent again must be the same, except after the end of the game, when everything hidden is revealed; and all
 * players, at any server, must be told the same steps in the same order. */
static void remember(struct guest *g, const struct message *m, int step)
{
        struct table_log *log = log_of(g);
        uint32_t as_seen = step_hash(m, step, SIZE_MAX), as_public = step_hash(m, step, public_part(m, step));

        if (g->told >= MOST_STEPS || (!g->known && !(g->known = calloc(MOST_STEPS, sizeof *g->known))))
                return;
        if (g->told < g->knows && g->known[g->told] != as_seen && !g->over)
                count_error(g->load, "step %zu of table %s is not what it was", g->told, g->table);
        if (g->told < log->count && log->step[g->told] != as_public)
                count_error(g->load, "step %zu of table %s is not what another player was told", g->told, g->table);
        g->known[g->told] = as_seen;
        log->step[g->told] = as_public;
        if (g->told == g->knows)
                g->knows++;
        if (g->told == log->count)
                log->count++;
}

static void hear_steps(struct guest *g, const struct message *m)
{
        struct load *l = g->load;
        int steps = message_member(m, WHOLE_MESSAGE, "steps"), now = message_member(m, WHOLE_MESSAGE, "now");
        int legal = message_member(m, now, "legal"), winners = message_member(m, now, "winners"), n = 0;
        uint64_t from, count = 0;

        if (!message_number(m, message_member(m, WHOLE_MESSAGE, "from"), 0, SIZE_MAX, &from) || from != g->told) {
                count_error(l, "steps from %llu were told, not from %zu", (unsigned long long)from, g->told);
                return;
        }
        for (int s = message_item(m, steps, steps); s != NO_VALUE; s = message_item(m, steps, s), count++, g->told++)
                if (l->patient)
                        remember(g, m, s);
        g->stage = PLAYING;
        g->played = 1;
        if (now == NO_VALUE)
                return;
        if (g->told < g->knows) {
                count_error(l, "table %s has %zu steps, and had %zu", g->table, g->told, g->knows);
                return;
        }
        if (g->told < g->floor) {
                count_error(l, "table %s has %zu steps, and another player had been told of %zu before we joined", g->table,
                            g->told, g->floor);
                return;
        }
        g->floor = 0;
        if (!message_number(m, message_member(m, now, "ply"), 0, SIZE_MAX, &g->ply) || g->ply + 1 != g->told) {
                count_error(l, "ply %llu was told after %zu steps", (unsigned long long)g->ply, g->told);
                return;
        }
        if (g->sent > 0 && count)
                note_answer(g);
        for (int i = message_item(m, legal, legal); i != NO_VALUE; i = message_item(m, legal, i))
                if (random_dice(&l->random) % (uint32_t)++n == 0) /* each equally likely */
                        message_word(m, i, g->move, MAX_MOVE_TEXT);
        if (n && !g->turn && g->sent == 0)
                take_turn(g);
        if (message_item(m, winners, winners) != NO_VALUE && is_host(g)) {
                l->games++;
                make_table(g);
        }
}

static void hear_made(struct guest *g, const struct message *m)
{
        struct guest *other = partner(g);
        char table[TABLE_TEXT] = "";

        if (!message_word(m, message_member(m, WHOLE_MESSAGE, "table"), table, TABLE_TEXT))
                count_error(g->load, "a table was made without a name");
        join(g, table);
        if (other->stage >= GREETED)
                join(other, table);
        else
                memcpy(other->table, table, TABLE_TEXT), other->knows = 0; /* if present */
}

static void hear_hello(struct guest *g)
{
        struct load *l = g->load;

        g->stage = GREETED;
        l->greeted++;
        l->opening--;
        if (!plays(g) && g->number % LOOK_ON == 0)
                say(g, "{\"t\":\"lobby\"}");
        if (!plays(g))
                return;
        if (g->table[0])
                join(g, g->table);
        else if (is_host(g))
                make_table(g);
}

static void hear_line(struct guest *g, const char *line, size_t size)
{
        struct load *l = g->load;
        struct message m;
        int t;

        if (!message_open(&m, line, size)) {
                count_error(l, "this is no message: %.100s", line);
                return;
        }
        t = message_member(&m, WHOLE_MESSAGE, "t");
        l->messages++;
        if (has_word(&m, t, "steps") && !g->arriving)
                hear_steps(g, &m);
        else if (has_word(&m, t, "room"))
                hear_room(g, &m);
        else if (has_word(&m, t, "made"))
                hear_made(g, &m);
        else if (has_word(&m, t, "hello"))
                hear_hello(g);
        else if (has_word(&m, t, "refused"))
                count_error(l, "refused: %.*s", (int)(size < 200 ? size : 200), line);
        message_close(&m);
}

/* A frame contains one or more messages, one per line. */
static void hear_frame(struct guest *g, const char *text, size_t size)
{
        const char *end = text + size;

        g->load->bytes += size;
        while (text < end) {
                const char *stop = memchr(text, '\n', (size_t)(end - text));

                if (!stop)
                        stop = end;
                if (stop > text)
                        hear_line(g, text, (size_t)(stop - text));
                text = stop + 1;
        }
}

static void on_opened(void *user)
{
        struct guest *g = user;

        g->load->held++;
        g->open = 1;
}

static void on_received(void *user, const char *message, size_t size)
{
        hear_frame(user, message, size);
}

static void on_closed(void *user, const char *why)
{
        struct guest *g = user;

        g->client = NULL;
        g->load->opening -= g->stage == OPENING;
        g->load->held -= g->open;
        g->load->greeted -= g->stage > OPENING;
        g->open = 0;
        g->stage = NOT_YET;
        g->turn = 0;
        g->closed = cli_now();
        if (!g->load->patient)
                count_error(g->load, "a connection was closed: %s", why);
}

const struct client_events GUEST_EVENTS = { on_opened, on_received, on_closed };
