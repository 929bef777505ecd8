/* Records of games; see record.h. */
#include "record.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/memory.h"

void record_close(struct record *r)
{
        free(r->moves);
        if (r->fair)
                fair_close(r->fair);
        free(r->fair);
        memset(r, 0, sizeof *r);
}

static void record_open(struct record *r, const struct game *g, uint64_t seed)
{
        if (r->fair)
                fair_close(r->fair);
        free(r->fair);
        r->fair = NULL;
        r->game = g;
        r->seed = seed;
        r->count = 0;
        r->events = 0;
        r->decided = 0;
        r->mark.count = 0;
        r->seedless = 0;
}

static void deal(struct record *r, const struct options *o, const uint8_t key[HASH_BYTES])
{
        struct draw d;

        r->dealt = 1;
        draw_open(&d, key, 0);
        r->game->setup(&r->start, o, &d);
        memcpy(&r->state, &r->start, r->game->state_bytes);
}

void record_deal(struct record *r, const struct game *g, const struct options *o, uint64_t seed)
{
        uint8_t key[HASH_BYTES];

        record_open(r, g, seed);
        draw_key(key, seed);
        deal(r, o, key);
}

int record_deal_fairly(struct record *r, const struct game *g, const struct options *o, struct fair *fair, uint64_t seed)
{
        struct fair *kept = malloc(sizeof *kept);
        uint8_t key[HASH_BYTES];

        if (!kept)
                return 0;
        record_open(r, g, seed);
        *kept = *fair;
        memset(fair, 0, sizeof *fair);
        r->fair = kept;
        fair_deal_key(kept, key);
        deal(r, o, key);
        return 1;
}

void record_start(struct record *r, const struct game *g, const void *state, uint64_t seed)
{
        record_open(r, g, seed);
        r->dealt = 0;
        memcpy(&r->start, state, g->state_bytes);
        memcpy(&r->state, state, g->state_bytes);
}

/* Plays the next move of the list. */
static void step(struct record *r)
{
        int chance = r->game->turn(&r->state) == CHANCE;

        r->game->apply(&r->state, r->moves[r->count++]);
        r->events += (uint64_t)chance;
        if (!chance)
                r->decided = r->count;
}

struct record record_at(const struct record *r, size_t ply)
{
        struct record at = *r;

        if (!at.mark.count || ply < at.mark.count) {
                memset(&at.mark, 0, sizeof at.mark);
                memcpy(&at.mark.state, &at.start, at.game->state_bytes);
        }
        memcpy(&at.state, &at.mark.state, at.game->state_bytes);
        at.count = at.mark.count;
        at.decided = at.mark.decided;
        at.events = at.mark.events;
        while (at.count < ply)
                step(&at);
        return at;
}

/* Keeps the mark a few moves behind the end. */
static void keep_mark(struct record *r)
{
        enum { BEHIND = 4 };

        if (r->count >= r->mark.count + 2 * BEHIND) {
                struct record at = record_at(r, r->count - BEHIND);

                r->mark = (struct mark){ at.state, at.count, at.decided, at.events };
        }
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
        r->moves[r->count] = m;
        step(r);
        keep_mark(r);
        return 1;
}

/* The draw of the chance event that is due. 0: a fair game has no roll for it. */
static int open_draw(const struct record *r, struct draw *d)
{
        uint8_t key[HASH_BYTES];
        int rolled = 1;

        if (r->fair)
                rolled = fair_key(r->fair, r->decided, key);
        if (!r->fair || !rolled)
                draw_key(key, r->seed);
        draw_open(d, key, r->fair ? r->count - r->decided + 1 : r->events + 1);
        return rolled;
}

move record_roll(const struct record *r)
{
        struct draw d;

        open_draw(r, &d);
        return game_roll(r->game, &r->state, &d);
}

uint32_t record_throw(const struct record *r, uint32_t *of)
{
        struct draw d;

        open_draw(r, &d);
        *of = game_weights(r->game, &r->state);
        return draw_below(&d, *of);
}

void record_undo(struct record *r, size_t n)
{
        *r = record_at(r, r->count - n);
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

/* Whether every chance outcome follows from the seed or the rolls, and no roll is left over. */
static int follows(const struct record *r)
{
        struct record again = record_at(r, 0);
        struct draw d;
        int rolled = 0;

        while (again.count < r->count) {
                int chance = r->game->turn(&again.state) == CHANCE;

                if (chance && (!open_draw(&again, &d) || game_roll(r->game, &again.state, &d) != r->moves[again.count]))
                        return 0;
                step(&again);
                rolled += !chance && r->game->turn(&again.state) == CHANCE;
        }
        return !r->seedless && (!r->fair || rolled == r->fair->rolled);
}

/* The number of the player to move, or 0 for chance. */
static int maker(const struct game *g, const void *state)
{
        int who = g->turn(state);

        return who == CHANCE ? 0 : who + 1;
}

/* The record without its check. If it has no seed to deal from, its start is written out. */
static void write_record(struct json *j, const struct record *r)
{
        const struct game *g = r->game;
        struct state state;
        int followed = follows(r), fair = followed && r->fair, by = -1;

        memcpy(&state, &r->start, g->state_bytes);
        json_text(j, "{\"game\":\"");
        json_text(j, g->name);
        json_text(j, "\",");
        json_options(j, g, (struct options *)&state);
        json_text(j, ",\"seed\":");
        if (!json_null(j, !followed || r->fair))
                json_number(j, r->seed, 0, UINT64_MAX);
        json_text(j, ",\"start\":");
        if (!json_null(j, followed && r->dealt))
                json_state(j, g, &state);
        if (json_has(j, ",\"fair\":{", fair)) {
                json_fair(j, r->fair);
                json_text(j, "}");
        }
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

        write_record(&j, r); /* first to get its length */
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

/* A quoted text that may be a move: short and printable. */
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

/* A record being read. */
struct reading {
        struct record *r;
        struct json *j;
        int proven;
        struct fair told; /* its fair dice, not checked yet */
        int rolls, anew;  /* how many of these were checked */
        char *why;
};

/* A move of this seat in the position of this ply may have led to chance: checks its roll. 0: it is wrong. */
static int read_roll(struct reading *g, size_t ply, int seat)
{
        struct fair *f = g->r->fair;
        const struct roll *roll;

        for (; g->anew < g->told.renewed && g->told.anew[g->anew].ply <= ply; g->anew++)
                if (!fair_renew(f, g->told.anew[g->anew].ply, g->told.anew[g->anew].seat, g->told.anew[g->anew].tip))
                        return 0;
        if (g->r->game->turn(&g->r->state) != CHANCE)
                return 1;
        if (g->rolls == g->told.rolled)
                return 0;
        roll = &g->told.rolls[g->rolls++];
        return roll->ply == ply && fair_roll(f, ply, seat, roll->link, roll->silent ? NULL : roll->own);
}

static int read_move(struct reading *g, uint64_t by)
{
        struct record *r = g->r;
        char text[MAX_MOVE_TEXT];
        size_t ply = r->count;
        move m;

        if (!read_move_text(g->j, text)) {
                json_complain(g->j, g->why, MAX_REASON);
                return 0;
        }
        if (r->game->turn(&r->state) == OVER)
                return refuse_move(g->why, r, text, "the game is over before it");
        if (!game_find(r->game, &r->state, text, &m))
                return refuse_move(g->why, r, text, r->game->refusal(&r->state, text)->why);
        if ((int)by != maker(r->game, &r->state))
                return refuse_move(g->why, r, text, by ? "it is not that player's to make" : "it is not a chance event");
        if ((g->proven || r->fair) && !r->seedless && by == 0 && m != record_roll(r))
                return refuse_move(g->why, r, text,
                                   r->fair ? "it is not the outcome that the links give"
                                           : "it is not the outcome that the seed gives");
        if (!record_play(r, m))
                return refuse(g->why, "out of memory for a record of this length");
        if (r->fair && by && !read_roll(g, ply, (int)by - 1)) {
                r->count--;
                return refuse_move(g->why, r, text, "the links that are told for the chance after it are not those of the chains");
        }
        return 1;
}

static int read_moves(struct reading *g)
{
        struct json *j = g->j;

        json_text(j, "[");
        for (int run = 0; json_more(j, 0, run == 0); run++) {
                uint64_t by;

                json_text(j, "[");
                by = json_number(j, 0, 0, MAX_PLAYERS);
                while (json_more(j, 0, 0))
                        if (!read_move(g, by))
                                return 0;
                json_text(j, "]");
        }
        json_text(j, "]");
        if (g->r->fair && !j->wrong && (g->rolls != g->told.rolled || g->anew != g->told.renewed))
                return refuse(g->why, "there are more rolls than chance events");
        return 1;
}

/* Deals fairly, from what the record says. */
static int read_fair_deal(struct reading *g, const struct game *game, const struct options *o)
{
        struct fair f;

        memcpy(&f, &g->told, sizeof f);
        f.rolls = NULL;
        f.anew = NULL;
        f.rolled = f.rolls_room = f.renewed = f.anew_room = 0;
        fair_open(&f);
        for (int p = 0; p < f.players; p++)
                if (!is_missing(f.first[p]) && !fair_first(&f, p, g->told.first[p]))
                        return refuse(g->why, "the first link of a player does not belong to the committed chain");
        return record_deal_fairly(g->r, game, o, &f, 0) ? 1 : refuse(g->why, "out of memory");
}

/* Reads game, options, seed, start and fair dice. */
static int read_beginning(struct reading *g)
{
        struct json *j = g->j;
        struct record *r = g->r;
        const struct game *game = json_game(j);
        struct options o, of_start;
        struct state start = { { 0 } };
        uint64_t seed = 0;
        const struct refusal *misfit;
        const char *wrong;
        char names[MAX_GAMES_TEXT];
        struct text t = { g->why, MAX_REASON, 0 };
        int seedless, dealt, fair;

        if (!game) {
                text_add(&t, "a record is a JSON object that begins with \"game\": ");
                text_add(&t, game_names("or", names, sizeof names));
                text_close(&t);
                return 0;
        }
        options_default(game, &o);
        json_text(j, "{\"game\":\"");
        json_text(j, game->name);
        json_text(j, "\",");
        json_options(j, game, &o);
        json_text(j, ",\"seed\":");
        seedless = json_null(j, 0);
        if (!seedless)
                seed = json_number(j, 0, 0, UINT64_MAX);
        json_text(j, ",\"start\":");
        dealt = json_null(j, 0);
        if (!dealt)
                json_state(j, game, &start);
        fair = json_has(j, ",\"fair\":{", 0);
        if (fair) {
                g->told.players = o.value[PLAYERS];
                json_fair(j, &g->told);
                json_text(j, "}");
        }
        json_text(j, ",\"moves\":");
        if (j->wrong)
                return 1; /* the caller reports it */
        if ((misfit = options_misfit(game, &o)))
                return refuse(g->why, misfit->why);
        if (fair && (!seedless || !dealt))
                return refuse(g->why, "a fair game has neither a seed nor a start");
        if (fair)
                return read_fair_deal(g, game, &o);
        if (dealt && seedless)
                return refuse(g->why, "a record has a seed or a start, or both");
        if (dealt) {
                record_deal(r, game, &o, seed);
                return 1;
        }
        memcpy(&of_start, &start, sizeof of_start);
        if (memcmp(&o, &of_start, sizeof o) != 0)
                return refuse(g->why, "the options of the record are not those of its start");
        if ((wrong = game->broken(&start, EVERYTHING)))
                return refuse(g->why, wrong);
        record_start(r, game, &start, seed);
        r->seedless = seedless;
        return 1;
}

int record_parse(struct record *r, const char *text, size_t size, int proven, char *why)
{
        const int digits = 8;
        struct json j;
        struct reading reading = { .r = r, .j = &j, .proven = proven, .why = why };
        char *again;
        int check, same, read;

        if (size > INT_MAX)
                return refuse(why, "a record is at most 2 GB long");
        j = json_reader(text, (int)size);
        read = read_beginning(&reading) && (j.wrong || read_moves(&reading));
        fair_close(&reading.told);
        if (!read)
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
        /* The check is of the record as we write it: white space does not matter. */
        again = record_print(r);
        if (!again)
                return refuse(why, "out of memory for a record of this length");
        same = memcmp(strstr(again, ",\"check\":\"") + strlen(",\"check\":\""), text + check, (size_t)digits) == 0;
        free(again);
        return same ? 1 : refuse(why, "the check does not fit: the record has been changed since it was written");
}

struct state record_known(const struct record *r, int seat, uint32_t turns)
{
        struct state view = r->state;

        r->game->redact(&view, seat);
        memory_recall(r->game, &r->start, r->moves, r->count, seat, turns, &view);
        return view;
}
