/* libserai.so: include/serai.h over core/ and gpu/. Arguments from outside are checked here; the rest is one call each. */
#include "../include/serai.h"

#include <stdio.h>
#include <stdlib.h>

#include "../gpu/batch.h"

_Static_assert(sizeof(struct serai_outcome) == sizeof(struct outcome), "an outcome is one, outside and inside");
_Static_assert(offsetof(struct serai_outcome, points) == offsetof(struct outcome, points), "an outcome is one, outside and inside");
_Static_assert((int)SERAI_MAX_STATE == (int)MAX_STATE && (int)SERAI_MAX_PLAYERS == (int)MAX_PLAYERS, "limits are the rules'");
_Static_assert((int)SERAI_CHANCE == (int)CHANCE && (int)SERAI_OVER == (int)OVER && (int)SERAI_ILLEGAL == (int)ILLEGAL,
               "turns are the rules'");
_Static_assert(SERAI_RANDOM_MOVE == RANDOM_MOVE, "so is any move");

/* The opaque types of serai.h are a struct game and a struct batch. */
static const struct game *inside(const struct serai_game *game)
{
        return (const struct game *)game;
}

static struct batch *within(struct serai_batch *batch)
{
        return (struct batch *)batch;
}

int serai_version(void)
{
        return 1000 * SERAI_VERSION + SERAI_REVISION;
}

/* --- games --- */

const struct serai_game *serai_game(int i)
{
        return (const struct serai_game *)game_at(i);
}

const struct serai_game *serai_game_named(const char *name)
{
        return (const struct serai_game *)game_named(name);
}

const char *serai_game_name(const struct serai_game *game)
{
        return inside(game)->name;
}

uint32_t serai_state_bytes(const struct serai_game *game)
{
        return inside(game)->state_bytes;
}

uint32_t serai_moves(const struct serai_game *game)
{
        return inside(game)->moves;
}

uint32_t serai_max_moves(const struct serai_game *game)
{
        return inside(game)->max_moves;
}

uint32_t serai_mask_bytes(const struct serai_game *game)
{
        return batch_mask_bytes(inside(game));
}

int serai_options(const struct serai_game *game, char *out, int cap)
{
        struct json j = json_writer(out, cap);

        game_options(inside(game), &j);
        return text_close(&j.out);
}

/* Parses key=value words separated by spaces. 1, or 0 with the reason in `why`. */
static int read_options(const struct game *g, const char *words, struct options *o, char *why, int cap)
{
        struct text t = { why, cap, 0 };
        const char *wrong = NULL;
        const struct refusal *misfit = NULL;

        options_default(g, o);
        while (!wrong && *words) {
                char word[160];
                int n = 0;

                while (*words == ' ')
                        words++;
                for (; *words && *words != ' '; words++)
                        if (n < (int)sizeof word - 1)
                                word[n++] = *words;
                word[n] = '\0';
                if (n > 0) {
                        char *value = word;

                        while (*value && *value != '=')
                                value++;
                        if (!*value) {
                                snprintf(why, (size_t)cap,
                                         "%.100s is not understood; options are given as key=value, like players=2", word);
                                return 0;
                        }
                        *value = '\0';
                        wrong = options_set(g, o, word, value + 1, why, cap);
                }
        }
        if (!wrong && (misfit = options_misfit(g, o))) {
                text_add(&t, misfit->why);
                text_close(&t);
        }
        return !wrong && !misfit;
}

/* --- one state --- */

int serai_deal(const struct serai_game *game, const char *options, uint64_t seed, void *state, char *why, int cap)
{
        struct options o;
        struct draw d;
        uint8_t key[32];

        if (!read_options(inside(game), options, &o, why, cap))
                return 0;
        draw_key(key, seed);
        draw_open(&d, key, 0);
        inside(game)->setup(state, &o, &d);
        return 1;
}

int serai_players(const void *state)
{
        return game_players(state);
}

int serai_turn(const struct serai_game *game, const void *state)
{
        return inside(game)->turn(state);
}

int serai_legal(const struct serai_game *game, const void *state, uint32_t *moves)
{
        return inside(game)->legal(state, moves);
}

static int is_legal(const struct game *g, const void *state, move m)
{
        move list[MAX_MOVES];
        int n = g->legal(state, list);

        while (n > 0 && list[n - 1] != m)
                n--;
        return n > 0;
}

int serai_weight(const struct serai_game *game, const void *state, uint32_t outcome)
{
        return is_legal(inside(game), state, outcome) ? inside(game)->weight(state, outcome) : 0;
}

uint32_t serai_pick(const struct serai_game *game, const void *state, uint64_t *random)
{
        return inside(game)->pick(state, random_dice(random));
}

int serai_apply(const struct serai_game *game, void *state, uint32_t m)
{
        return is_legal(inside(game), state, m) ? inside(game)->apply(state, m) : (int)SERAI_ILLEGAL;
}

unsigned serai_score(const struct serai_game *game, const void *state, int points[SERAI_MAX_PLAYERS])
{
        int tiebreak[MAX_PLAYERS];

        memset(points, 0, SERAI_MAX_PLAYERS * sizeof *points);
        inside(game)->score(state, points, tiebreak);
        return game_winners(inside(game), state);
}

void serai_redact(const struct serai_game *game, void *state, int seat)
{
        inside(game)->redact(state, seat);
}

int serai_print(const struct serai_game *game, const void *state, char *out, int cap)
{
        return game_print(inside(game), state, out, cap);
}

int serai_print_move(const struct serai_game *game, const void *state, uint32_t m, char *out, int cap)
{
        return is_legal(inside(game), state, m) ? game_print_move(inside(game), state, m, out, cap) : -1;
}

const struct serai_game *serai_parse(const char *json, void *state, char *why, int cap)
{
        return (const struct serai_game *)game_parse(json, text_length(json), EVERYTHING, state, why, cap);
}

int serai_find_move(const struct serai_game *game, const void *state, const char *text, uint32_t *m)
{
        return game_find(inside(game), state, text, m);
}

/* --- many games at once --- */

struct serai_batch *serai_batch_open(const struct serai_game *game, uint32_t games, int where, int threads, char *why, int cap)
{
        struct device *device = NULL;
        struct batch *batch = NULL;

        if (where < SERAI_CPU || where > SERAI_BEST) {
                snprintf(why, (size_t)cap, "a batch is on SERAI_CPU, SERAI_GPU or SERAI_BEST");
                return NULL;
        }
        if (where != SERAI_CPU)
                device = device_open(why, cap);
        if (where == SERAI_GPU && !device)
                return NULL;
        if (device)
                batch = batch_open(inside(game), games, device, threads, why, cap);
        if (!batch && where != SERAI_GPU)
                batch = batch_open(inside(game), games, NULL, threads, why, cap);
        return (struct serai_batch *)batch;
}

void serai_batch_close(struct serai_batch *batch)
{
        batch_close(within(batch));
}

int serai_batch_where(const struct serai_batch *batch)
{
        return batch_on_gpu((const struct batch *)batch) ? SERAI_GPU : SERAI_CPU;
}

const char *serai_batch_reset(struct serai_batch *batch, const char *options, uint64_t seed, uint64_t first, char *why, int cap)
{
        struct options o;

        if (!read_options(batch_game(within(batch)), options, &o, why, cap))
                return why;
        return batch_deal(within(batch), &o, seed, first);
}

const char *serai_batch_renew(struct serai_batch *batch)
{
        return batch_deal_again(within(batch));
}

const char *serai_batch_load(struct serai_batch *batch, const void *states, uint64_t seed, char *why, int cap)
{
        const struct game *g = batch_game(within(batch));

        for (uint32_t i = 0; i < batch_games(within(batch)); i++) {
                const void *state = (const char *)states + (size_t)i * g->state_bytes;
                const struct refusal *misfit = options_misfit(g, state);
                const char *wrong = misfit ? misfit->why : g->broken(state, EVERYTHING);

                if (wrong) {
                        snprintf(why, (size_t)cap, "position %u of the batch is none: %s", i, wrong);
                        return why;
                }
        }
        return batch_load(within(batch), states, seed);
}

const char *serai_batch_step(struct serai_batch *batch, const uint32_t *moves, uint8_t *turns)
{
        return batch_step(within(batch), moves, turns);
}

const char *serai_batch_mask(struct serai_batch *batch, uint8_t *masks)
{
        return batch_mask(within(batch), masks);
}

const char *serai_batch_observe(struct serai_batch *batch, void *views)
{
        return batch_observe(within(batch), views);
}

const char *serai_batch_states(struct serai_batch *batch, void *states)
{
        return batch_states(within(batch), states);
}

const char *serai_batch_play(struct serai_batch *batch)
{
        return batch_play(within(batch), 0);
}

const char *serai_batch_outcomes(struct serai_batch *batch, struct serai_outcome *outcomes)
{
        return batch_outcomes(within(batch), (struct outcome *)outcomes);
}
