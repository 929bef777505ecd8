/* libserai: include/serai.h, and the layout of states in docs/library.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../core/alibaba.h"
#include "../../core/labyrinth.h"
#include "../../core/marrakech.h"
#include "../../include/serai.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))

static char why[512];

static void well(const char *wrong)
{
        if (wrong)
                fail_msg("%s", wrong);
}

TEST(games_have_names_and_sizes)
{
        int games = 0;

        assert_int_equal(serai_version(), 1000 * SERAI_VERSION + SERAI_REVISION);
        for (const struct serai_game *g; (g = serai_game(games)); games++) {
                char text[8192];

                assert_ptr_equal(serai_game_named(serai_game_name(g)), g);
                assert_in_range(serai_state_bytes(g), 1, SERAI_MAX_STATE);
                assert_int_equal(serai_state_bytes(g) % 8, 0);
                assert_int_equal(serai_mask_bytes(g), (serai_moves(g) + 7) / 8);
                assert_true(serai_options(g, text, sizeof text) > 0);
                assert_non_null(strstr(text, "\"players\":{"));
                assert_int_equal(serai_options(g, text, 8), -1);
        }
        assert_int_equal(games, 3);
        assert_null(serai_game_named("chess"));
        assert_null(serai_game(-1));
}

TEST(one_game_can_be_played_through)
{
        const struct serai_game *g = serai_game_named("alibaba");
        uint64_t state[SERAI_MAX_STATE / 8], view[SERAI_MAX_STATE / 8], read[SERAI_MAX_STATE / 8], random = 3;
        char text[4096], name[64];
        int points[SERAI_MAX_PLAYERS], decisions = 0, chance = 0;

        assert_int_equal(serai_deal(g, "players=3  variant=lamp", 11, state, why, sizeof why), 1);
        assert_int_equal(serai_players(state), 3);
        while (serai_turn(g, state) != SERAI_OVER) {
                uint32_t list[128], found, m = serai_pick(g, state, &random);
                int n = serai_legal(g, state, list), turn = serai_turn(g, state), listed = 0;

                assert_in_range(n, 1, serai_max_moves(g));
                for (int i = 0; i < n; i++)
                        listed |= list[i] == m;
                assert_true(listed);
                assert_true(serai_print_move(g, state, m, name, sizeof name) > 0);
                assert_int_equal(serai_find_move(g, state, name, &found), 1);
                assert_int_equal(found, m);
                assert_int_equal(serai_find_move(g, state, "nonsense", &found), 0);
                assert_int_equal(serai_score(g, state, points), 0);
                chance += turn == SERAI_CHANCE;
                decisions += turn != SERAI_CHANCE;
                if (turn == SERAI_CHANCE)
                        assert_true(serai_weight(g, state, m) > 0);
                assert_true(serai_print(g, state, text, sizeof text) > 0);
                assert_ptr_equal(serai_parse(text, read, why, sizeof why), g);
                assert_memory_equal(read, state, serai_state_bytes(g));
                assert_int_equal(serai_apply(g, state, 1000), SERAI_ILLEGAL);
                assert_int_equal(serai_weight(g, state, 1000), 0);
                assert_int_equal(serai_print_move(g, state, 1000, name, sizeof name), -1);
                assert_memory_equal(read, state, serai_state_bytes(g));
                turn = serai_apply(g, state, m);
                assert_int_equal(turn, serai_turn(g, state));
        }
        assert_true(decisions > 20 && chance > 20);
        assert_int_not_equal(serai_score(g, state, points), 0);
        assert_true(points[0] > 0 && points[3] == 0);
        assert_int_equal(serai_apply(g, state, 0), SERAI_ILLEGAL);

        assert_int_equal(serai_deal(g, "", 1, state, why, sizeof why), 1);
        while (((struct alibaba *)(void *)state)->held[1] == 0)
                serai_apply(g, state, serai_pick(g, state, &random));
        memcpy(view, state, sizeof view);
        serai_redact(g, view, 0);
        assert_memory_not_equal(view, state, serai_state_bytes(g));
        assert_null(serai_parse("{\"game\":\"chess\"}", read, why, sizeof why));
        assert_non_null(strstr(why, "alibaba, "));
}

TEST(wrong_options_are_refused_with_a_reason)
{
        const struct serai_game *g = serai_game_named("marrakech");
        uint64_t state[SERAI_MAX_STATE / 8];

        assert_int_equal(serai_deal(g, "colour=red", 1, state, why, sizeof why), 0);
        assert_non_null(strstr(why, "marrakech has no option colour"));
        assert_int_equal(serai_deal(g, "players=5", 1, state, why, sizeof why), 0);
        assert_non_null(strstr(why, "players=5 is not allowed"));
        assert_int_equal(serai_deal(g, "players", 1, state, why, sizeof why), 0);
        assert_non_null(strstr(why, "players is not understood"));
        assert_int_equal(serai_deal(g, "players=2 first=3", 1, state, why, sizeof why), 0);
        assert_non_null(strstr(why, "first is a number from 1 to the number of players"));
        assert_int_equal(serai_deal(g, "players=5", 1, state, why, 4), 0);
        assert_string_equal(why, "pla");
}

enum { MANY = 96 };

TEST(a_batch_is_stepped_with_the_moves_of_its_masks)
{
        for (int i = 0; serai_game(i); i++) {
                const struct serai_game *g = serai_game(i);
                struct serai_batch *b = serai_batch_open(g, MANY, SERAI_CPU, 2, why, sizeof why);
                uint32_t bytes = serai_state_bytes(g), mask = serai_mask_bytes(g), moves[MANY];
                uint8_t *masks = malloc(MANY * mask), turns[MANY];
                static struct serai_outcome outcomes[MANY];
                static uint64_t views[MANY * SERAI_MAX_STATE / 8], states[MANY * SERAI_MAX_STATE / 8];
                int over = 0;

                assert_non_null(b);
                assert_int_equal(serai_batch_where(b), SERAI_CPU);
                well(serai_batch_reset(b, i == 1 ? "players=3 limit=40" : "players=3", 5, 0, why, sizeof why));
                for (int step = 0; step < 400 && over < MANY; step++) {
                        well(serai_batch_mask(b, masks));
                        for (int k = 0; k < MANY; k++) {
                                moves[k] = 0;
                                while (moves[k] < serai_moves(g) && !(masks[(uint32_t)k * mask + moves[k] / 8] >> moves[k] % 8 & 1))
                                        moves[k]++; /* the first that is legal */
                                if (step % 3 == 0)
                                        moves[k] = SERAI_RANDOM_MOVE;
                        }
                        well(serai_batch_step(b, moves, turns));
                        over = 0;
                        for (int k = 0; k < MANY; k++)
                                over += turns[k] == SERAI_OVER;
                }
                assert_int_equal(over, MANY);
                well(serai_batch_outcomes(b, outcomes));
                well(serai_batch_states(b, states));
                well(serai_batch_observe(b, views));
                assert_memory_equal(views, states, MANY * bytes); /* everything is revealed at the end */
                for (int k = 0; k < MANY; k++) {
                        int points[SERAI_MAX_PLAYERS];

                        assert_int_equal(outcomes[k].winners, serai_score(g, (char *)states + (size_t)k * bytes, points));
                        assert_int_equal(outcomes[k].points[2], points[2]);
                }
                well(serai_batch_renew(b));
                well(serai_batch_outcomes(b, outcomes));
                assert_int_equal(outcomes[0].winners | outcomes[0].decisions, 0);
                well(serai_batch_play(b));
                well(serai_batch_outcomes(b, outcomes));
                assert_true(outcomes[0].winners && outcomes[0].decisions);
                serai_batch_close(b);
                free(masks);
        }
}

TEST(a_batch_accepts_positions_but_not_views)
{
        const struct serai_game *g = serai_game_named("labyrinth");
        struct serai_batch *b = serai_batch_open(g, 2, SERAI_BEST, 1, why, sizeof why);
        uint32_t bytes = serai_state_bytes(g);
        uint64_t states[2 * SERAI_MAX_STATE / 8], back[2 * SERAI_MAX_STATE / 8];
        struct serai_outcome outcomes[2];

        assert_non_null(b);
        for (int i = 0; i < 2; i++)
                serai_deal(g, "limit=30", 7, (char *)states + (size_t)i * bytes, why, sizeof why);
        well(serai_batch_load(b, states, 1, why, sizeof why));
        well(serai_batch_play(b));
        well(serai_batch_outcomes(b, outcomes));
        assert_int_equal(outcomes[0].turns, 30);
        well(serai_batch_states(b, back));
        assert_memory_equal(states, back, 2 * bytes);
        serai_redact(g, (char *)states + bytes, 0);
        assert_non_null(serai_batch_load(b, states, 1, why, sizeof why));
        assert_non_null(strstr(why, "position 1 of the batch is none"));
        assert_non_null(serai_batch_reset(b, "limit=x", 1, 0, why, sizeof why));
        assert_non_null(strstr(why, "limit=x is not allowed"));
        serai_batch_close(b);
        assert_null(serai_batch_open(g, 1, 9, 1, why, sizeof why));
        assert_non_null(strstr(why, "SERAI_CPU, SERAI_GPU or SERAI_BEST"));
        assert_null(serai_batch_open(g, 0, SERAI_CPU, 1, why, sizeof why));
}

/* --- docs/library.md tells where everything is --- */

#define FIELD(game, field)                                                                                                         \
        {                                                                                                                          \
#game, #field, offsetof(struct game, field), sizeof(((struct game *)0)->field)                                     \
        }

static const struct {
        const char *game, *field;
        size_t at, bytes;
} FIELDS[] = {
        FIELD(alibaba, options),   FIELD(alibaba, hand),       FIELD(alibaba, cave),        FIELD(alibaba, face_up),
        FIELD(alibaba, side),      FIELD(alibaba, tile),       FIELD(alibaba, removed),     FIELD(alibaba, points),
        FIELD(alibaba, held),      FIELD(alibaba, ban),        FIELD(alibaba, shown),       FIELD(alibaba, phase),
        FIELD(alibaba, player),    FIELD(alibaba, turn),       FIELD(alibaba, turns_left),  FIELD(alibaba, slot),
        FIELD(alibaba, taken),     FIELD(alibaba, turned),     FIELD(alibaba, extra),       FIELD(labyrinth, options),
        FIELD(labyrinth, open),    FIELD(labyrinth, turns),    FIELD(labyrinth, won),       FIELD(labyrinth, advice),
        FIELD(labyrinth, token),   FIELD(labyrinth, spare),    FIELD(labyrinth, barred),    FIELD(labyrinth, phase),
        FIELD(labyrinth, player),  FIELD(labyrinth, turn),     FIELD(labyrinth, wand_used), FIELD(labyrinth, asked),
        FIELD(labyrinth, adviser), FIELD(labyrinth, promised), FIELD(labyrinth, pawn),      FIELD(labyrinth, wands),
        FIELD(labyrinth, card),    FIELD(marrakech, options),  FIELD(marrakech, colour),    FIELD(marrakech, joined),
        FIELD(marrakech, number),  FIELD(marrakech, carpets),  FIELD(marrakech, dirhams),   FIELD(marrakech, laid),
        FIELD(marrakech, assam),   FIELD(marrakech, heading),  FIELD(marrakech, phase),     FIELD(marrakech, player),
        FIELD(marrakech, drawn),   FIELD(marrakech, out),
};

TEST(the_state_layout_matches_the_documentation)
{
        static char text[1 << 16];
        FILE *file = fopen("docs/library.md", "r");
        size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0, told[3] = { 0 };

        assert_true(size > 0);
        fclose(file);
        for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++) {
                char row[128];

                snprintf(row, sizeof row, "| %s | %s | %zu | %zu |", FIELDS[i].game, FIELDS[i].field, FIELDS[i].at,
                         FIELDS[i].bytes);
                if (!strstr(text, row))
                        fail_msg("docs/library.md has no row %s", row);
                for (int g = 0; g < 3; g++)
                        if (strcmp(serai_game_name(serai_game(g)), FIELDS[i].game) == 0)
                                told[g] += FIELDS[i].bytes;
        }
        for (int g = 0; g < 3; g++) /* nothing is missing, and there is no padding */
                assert_int_equal(told[g], serai_state_bytes(serai_game(g)));
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(games_have_names_and_sizes),
                cmocka_unit_test(one_game_can_be_played_through),
                cmocka_unit_test(wrong_options_are_refused_with_a_reason),
                cmocka_unit_test(a_batch_is_stepped_with_the_moves_of_its_masks),
                cmocka_unit_test(a_batch_accepts_positions_but_not_views),
                cmocka_unit_test(the_state_layout_matches_the_documentation),
        };

        return cmocka_run_group_tests_name("library", tests, NULL, NULL);
}
