/* How a game began, and every move since; see record.h. */
#include "record.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void record_close(struct record *r)
{
        free(r->moves);
        memset(r, 0, sizeof *r);
}

static void record_open(struct record *r, const struct game *g, uint64_t seed)
{
        r->game = g;
        r->seed = seed;
        r->count = 0;
        r->events = 0;
        r->seedless = 0;
}

void record_deal(struct record *r, const struct game *g, const struct options *o, uint64_t seed)
{
        struct draw d;
        uint8_t key[32];

        record_open(r, g, seed);
        r->dealt = 1;
        draw_key(key, seed);
        draw_open(&d, key, 0);
        g->setup(&r->start, o, &d);
        memcpy(&r->state, &r->start, g->state_bytes);
}

void record_start(struct record *r, const struct game *g, const void *state, uint64_t seed)
{
        record_open(r, g, seed);
        r->dealt = 0;
        memcpy(&r->start, state, g->state_bytes);
        memcpy(&r->state, state, g->state_bytes);
}

int record_play(struct record *r, move m)
{
        if (r->count == r->room) {
                size_t room = r->room ? 2 * r->room : 64;
                move *moves = realloc(r->moves, room * sizeof *moves);

                if (!moves)
                        return 0;
                r->moves = moves;
                r->room = room;
        }
        r->moves[r->count++] = m;
        r->events += r->game->turn(&r->state) == CHANCE;
        r->game->apply(&r->state, m);
        return 1;
}

static move roll(const struct game *g, const void *state, uint64_t seed, uint64_t event)
{
        struct draw d;
        uint8_t key[32];

        draw_key(key, seed);
        draw_open(&d, key, event);
        return game_roll(g, state, &d);
}

move record_roll(const struct record *r)
{
        return roll(r->game, &r->state, r->seed, r->events + 1);
}

void record_undo(struct record *r, size_t n)
{
        r->count -= n;
        r->events = 0;
        memcpy(&r->state, &r->start, r->game->state_bytes);
        for (size_t i = 0; i < r->count; i++) {
                r->events += r->game->turn(&r->state) == CHANCE;
                r->game->apply(&r->state, r->moves[i]);
        }
}

/* --- text --- */

static uint32_t crc32(const char *bytes, size_t n)
{
        uint32_t crc = UINT32_MAX;

        for (size_t i = 0; i < n; i++) {
                crc ^= (unsigned char)bytes[i];
                for (int k = 0; k < 8; k++)
                        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
        }
        return ~crc;
}

/* Whether every chance outcome is the one that the seed gives. */
static int follows_seed(const struct record *r)
{
        struct state state;
        uint64_t event = 0;

        memcpy(&state, &r->start, r->game->state_bytes);
        for (size_t i = 0; i < r->count; i++) {
                if (r->game->turn(&state) == CHANCE && roll(r->game, &state, r->seed, ++event) != r->moves[i])
                        return 0;
                r->game->apply(&state, r->moves[i]);
        }
        return !r->seedless;
}

/* A player's number, or 0 for chance. */
static int maker(const struct game *g, const void *state)
{
        int who = g->turn(state);

        return who == CHANCE ? 0 : who + 1;
}

/* The record up to its check. What a seedless record could not be dealt from is its start, written out. */
static void write_record(struct json *j, const struct record *r)
{
        const struct game *g = r->game;
        struct state state;
        int seeded = follows_seed(r), by = -1;

        memcpy(&state, &r->start, g->state_bytes);
        json_text(j, "{\"game\":\"");
        json_text(j, g->name);
        json_text(j, "\",");
        json_options(j, g, (struct options *)&state);
        json_text(j, ",\"seed\":");
        if (!json_null(j, !seeded))
                json_number(j, r->seed, 0, UINT64_MAX);
        json_text(j, ",\"start\":");
        if (!json_null(j, seeded && r->dealt))
                json_state(j, g, &state);
        json_text(j, ",\"moves\":[");
        for (size_t i = 0; i < r->count; i++) {
                char text[MAX_MOVE_TEXT];

                if (maker(g, &state) != by) {
                        json_text(j, i ? "],[" : "[");
                        by = maker(g, &state);
                        json_number(j, (uint64_t)by, 0, MAX_PLAYERS);
                }
                game_print_move(g, &state, r->moves[i], text, sizeof text);
                json_text(j, ",\"");
                json_text(j, text);
                json_text(j, "\"");
                g->apply(&state, r->moves[i]);
        }
        json_text(j, r->count ? "]]" : "]");
}

char *record_print(const struct record *r)
{
        struct json j = json_writer(NULL, 0);
        const size_t check_size = sizeof ",\"check\":\"01234567\"}";
        char *text;
        uint32_t crc;

        write_record(&j, r); /* once for its length */
        if ((size_t)j.out.len > INT_MAX - check_size)
                return NULL;
        text = malloc((size_t)j.out.len + check_size);
        if (!text)
                return NULL;
        j = json_writer(text, j.out.len + (int)check_size);
        write_record(&j, r);
        crc = crc32(text, (size_t)j.out.len);
        json_text(&j, ",\"check\":\"");
        for (int i = 28; i >= 0; i -= 4)
                text_bytes(&j.out, &"0123456789abcdef"[crc >> i & 15], 1);
        json_text(&j, "\"}");
        text_close(&j.out);
        return text;
}

static int refuse(char *why, const char *what)
{
        struct text t = { why, MAX_REASON, 0 };

        text_add(&t, what);
        text_close(&t);
        return 0;
}

/* "move 12, c4d4, does not fit: …" */
static int refuse_move(char *why, const struct record *r, const char *text, const char *what)
{
        struct text t = { why, MAX_REASON, 0 };

        text_add(&t, "move ");
        text_number(&t, r->count + 1);
        text_add(&t, ", ");
        text_add(&t, text);
        text_add(&t, ", does not fit: ");
        text_add(&t, what);
        text_close(&t);
        return 0;
}

/* A text between quotes that may be a move: short, and all of it printable. */
static int read_move_text(struct json *j, char *text)
{
        int n = 0;

        json_text(j, "\"");
        if (j->wrong)
                return 0;
        for (; j->at < j->size && j->in[j->at] != '"'; j->at++) {
                if (n == MAX_MOVE_TEXT - 1 || j->in[j->at] < '!' || j->in[j->at] > '~') {
                        json_refuse(j, "a move");
                        return 0;
                }
                text[n++] = j->in[j->at];
        }
        text[n] = '\0';
        json_text(j, "\"");
        return !j->wrong;
}

static int read_move(struct record *r, struct json *j, uint64_t by, int proven, char *why)
{
        char text[MAX_MOVE_TEXT];
        move m;

        if (!read_move_text(j, text)) {
                json_complain(j, why, MAX_REASON);
                return 0;
        }
        if (r->game->turn(&r->state) == OVER)
                return refuse_move(why, r, text, "the game is over before it");
        if (!game_find(r->game, &r->state, text, &m))
                return refuse_move(why, r, text, r->game->refusal(&r->state, text));
        if ((int)by != maker(r->game, &r->state))
                return refuse_move(why, r, text, by ? "it is not that player's to make" : "it is not a chance event");
        if (proven && !r->seedless && by == 0 && m != record_roll(r))
                return refuse_move(why, r, text, "it is not the outcome that the seed gives");
        return record_play(r, m) ? 1 : refuse(why, "there is no memory for a record of this length");
}

static int read_moves(struct record *r, struct json *j, int proven, char *why)
{
        json_text(j, "[");
        for (int run = 0; json_more(j, 0, run == 0); run++) {
                uint64_t by;

                json_text(j, "[");
                by = json_number(j, 0, 0, MAX_PLAYERS);
                while (json_more(j, 0, 0))
                        if (!read_move(r, j, by, proven, why))
                                return 0;
                json_text(j, "]");
        }
        json_text(j, "]");
        return 1;
}

/* How it began: game, options, seed and start. */
static int read_beginning(struct record *r, struct json *j, char *why)
{
        const struct game *g = json_game(j);
        struct options o, of_start;
        struct state start = { { 0 } };
        uint64_t seed = 0;
        const char *wrong;
        int seedless, dealt;

        if (!g)
                return refuse(why, "a record is a JSON object that begins with \"game\": alibaba, labyrinth or marrakech");
        options_default(g, &o);
        json_text(j, "{\"game\":\"");
        json_text(j, g->name);
        json_text(j, "\",");
        json_options(j, g, &o);
        json_text(j, ",\"seed\":");
        seedless = json_null(j, 0);
        if (!seedless)
                seed = json_number(j, 0, 0, UINT64_MAX);
        json_text(j, ",\"start\":");
        dealt = json_null(j, 0);
        if (!dealt)
                json_state(j, g, &start);
        json_text(j, ",\"moves\":");
        if (j->wrong)
                return 1; /* reported by whoever reads on */
        if ((wrong = options_misfit(g, &o)))
                return refuse(why, wrong);
        if (dealt && seedless)
                return refuse(why, "a record has a seed or a start, or both");
        if (dealt) {
                record_deal(r, g, &o, seed);
                return 1;
        }
        memcpy(&of_start, &start, sizeof of_start);
        if (memcmp(&o, &of_start, sizeof o) != 0)
                return refuse(why, "the options of the record are not those of its start");
        if ((wrong = g->broken(&start, EVERYTHING)))
                return refuse(why, wrong);
        record_start(r, g, &start, seed);
        r->seedless = seedless;
        return 1;
}

int record_parse(struct record *r, const char *text, size_t size, int proven, char *why)
{
        const int digits = 8;
        struct json j;
        char *again;
        int check, same;

        if (size > INT_MAX)
                return refuse(why, "a record is at most 2 GB long");
        j = json_reader(text, (int)size);
        if (!read_beginning(r, &j, why) || (!j.wrong && !read_moves(r, &j, proven, why)))
                return 0;
        json_text(&j, ",\"check\":\"");
        check = j.at;
        if (!j.wrong)
                j.at = check + digits < j.size ? check + digits : j.size;
        json_text(&j, "\"}");
        json_end(&j);
        if (j.wrong) {
                json_complain(&j, why, MAX_REASON);
                return 0;
        }
        /* The check is that of the record as we would write it: white space does not count. */
        again = record_print(r);
        if (!again)
                return refuse(why, "there is no memory for a record of this length");
        same = memcmp(strstr(again, ",\"check\":\"") + strlen(",\"check\":\""), text + check, (size_t)digits) == 0;
        free(again);
        return same ? 1 : refuse(why, "the check does not fit: the record has been changed since it was written");
}
