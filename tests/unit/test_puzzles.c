/* Puzzles: what is no puzzle is refused, proofs hold, and the file is read as it is written. docs/puzzles.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../bots/puzzle.h"
#include "../../core/alibaba.h"
#include "../../core/bits.h"
#include "../../core/labyrinth.h"
#include "../../core/marrakech.h"
#include "random_game.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))

enum { TEXT = 8192 };

static struct finder finder;

static struct finder *open_finder(const struct game *g)
{
        static uint64_t *block;

        free(block);
        block = malloc(finder_room(g));
        assert_non_null(block);
        finder_open(&finder, g, block, 1);
        return &finder;
}

static struct state dealt(const struct game *g, const char *options, int players, uint64_t seed)
{
        struct state s = { { 0 } };
        struct options o;
        struct draw d;
        uint8_t key[32];

        options_default(g, &o);
        options_preset(g, &o, options);
        o.value[PLAYERS] = (uint16_t)players;
        draw_key(key, seed);
        draw_open(&d, key, 0);
        g->setup(&s, &o, &d);
        return s;
}

/* Random moves as long as `goes_on` says so, and then until somebody decides. */
static struct state random_position(const struct game *g, const struct state *start, int (*goes_on)(const struct state *s),
                                    uint64_t random)
{
        struct state s = *start;

        while (g->turn(&s) == CHANCE || (g->turn(&s) != OVER && goes_on(&s)))
                g->apply(&s, g->pick(&s, random_dice(&random)));
        return s;
}

static int carpets_are_left(const struct state *s)
{
        return ((const struct marrakech *)s)->laid < 45;
}

static int cave_is_full(const struct state *s)
{
        return bit_count(((const struct alibaba *)s)->cave) > 30;
}

/* The first puzzle that is solved in endings of random games of Marrakech. */
static struct puzzle a_solved_puzzle(struct finder *f)
{
        struct puzzle p;
        uint64_t seed = 0;
        struct state s;

        do {
                struct state start = dealt(&marrakech, NULL, 2, ++seed);

                s = random_position(&marrakech, &start, carpets_are_left, seed);
        } while (marrakech.turn(&s) == OVER || puzzle_prove(f, &s, &p) != SOLVED);
        return p;
}

/* --- proofs --- */

TEST(a_position_where_two_moves_are_alike_is_no_puzzle)
{
        struct finder *f = open_finder(&marrakech);
        struct state s = dealt(&marrakech, NULL, 2, 1);
        struct puzzle p;

        while (marrakech.turn(&s) == CHANCE)
                marrakech.apply(&s, marrakech.pick(&s, 0));
        assert_int_equal(puzzle_prove(f, &s, &p), UNCLEAR); /* an empty square is the same in all directions */
}

TEST(a_position_is_no_puzzle_if_tiles_that_count_are_hidden)
{
        struct finder *f = open_finder(&alibaba);
        struct puzzle p;

        for (int open = 0; open < 2; open++) {
                struct state start = dealt(&alibaba, open ? "screens=open" : NULL, 2, 5);
                struct state s = random_position(&alibaba, &start, cave_is_full, 5);

                assert_int_equal(puzzle_prove(f, &s, &p) == HIDDEN, !open);
        }
}

TEST(a_solved_puzzle_has_the_values_of_an_exhaustive_search)
{
        static struct solver solver;
        struct finder *f = open_finder(&marrakech);
        struct puzzle p = a_solved_puzzle(f);
        int seat = marrakech.turn(&p.state);

        solver_open(&solver, &marrakech);
        assert_int_equal(p.searches, 0);
        assert_true(p.n > p.right);
        for (int i = 0; i < p.n; i++) {
                struct state after = p.state;
                uint32_t first;

                marrakech.apply(&after, p.list[i]);
                solver.nodes = UINT64_MAX;
                assert_true(solver_value(&solver, &after, &first));
                first = (uint32_t)(((uint64_t)first * WHOLE + SOLVER_WHOLE / 2) / SOLVER_WHOLE);
                assert_int_equal(p.share[i], seat == 0 ? first : WHOLE - first);
                assert_true(i == 0 || p.share[i] <= p.share[i - 1]);
        }
        assert_true(p.share[p.right - 1] >= p.share[p.right] + WHOLE * 6 / 100);
}

/* A judge that sees nothing but the points as they are. */
static void points_now(const struct game *g, void *state, uint64_t *random, uint32_t *share)
{
        int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS];

        random_next(random);
        g->score(state, points, tiebreak);
        guide_shares(points, game_players(state), 3, share);
}

TEST(what_a_poor_judge_takes_for_a_puzzle_is_refused_by_the_searches)
{
        static struct guide counting;
        struct finder *f = open_finder(&alibaba);
        int verdicts[VERDICTS] = { 0 };

        counting = *f->judge.guide;
        counting.playout = points_now;
        f->judge.net = NULL;
        f->judge.guide = &counting;
        for (uint64_t seed = 1; verdicts[UNPROVEN] < 3; seed++) {
                struct state start = dealt(&alibaba, "screens=open", 2, seed);
                struct state s = random_position(&alibaba, &start, cave_is_full, seed);
                struct puzzle p;

                verdicts[puzzle_prove(f, &s, &p)]++;
                assert_true(seed < 50);
        }
}

/* Where to go: the searches put one cell 10 % above the others, by three standard errors. With another guide another position is
 * needed. */
static const char THREE_ERRORS[] =
        "{\"game\":\"labyrinth\",\"players\":2,\"options\":{\"tiles\":\"crazy\",\"start\":\"corners\",\"deals\":\"off\","
        "\"limit\":0,\"first\":1},\"phase\":\"move\",\"player\":1,\"turn\":1,\"turns\":52,\"maze\":[\"NE\",\"NS\","
        "\"NEW\",\"EW\",\"NEW\",\"NES\",\"NW\",\"NS\",\"SW\",\"NSW\",\"ES\",\"NE\",\"NS\",\"NEW\",\"NES\",\"EW\","
        "\"NEW\",\"ES\",\"NSW\",\"NS\",\"NSW\",\"NW\",\"ES\",\"SW\",\"NS\",\"ESW\",\"NS\",\"ES\",\"NES\",\"NSW\","
        "\"NES\",\"EW\",\"ESW\",\"SW\",\"NSW\",\"NE\",\"EW\",\"SW\",\"NW\",\"NSW\",\"NW\",\"EW\",\"ES\",\"ES\","
        "\"ESW\",\"EW\",\"ESW\",\"NE\",\"SW\"],\"spare\":\"corner\",\"barred\":\"W2\",\"pawns\":[\"c4\",\"e4\"],"
        "\"tokens\":{\"19\":\"g4\",\"20\":\"e6\",\"25\":\"g6\"},\"won\":[[2,4,6,7,10,11,14,17],[1,3,5,8,9,12,"
        "13,15,16,18]],\"wands\":[3,0],\"wand_used\":false,\"formulas\":[[6,7,25],[1,9,12]],\"asked\":[],\"deal\":null}";

TEST(three_standard_errors_are_not_enough)
{
        struct finder *f = open_finder(&labyrinth);
        struct state s;
        struct puzzle p;
        char why[MAX_REASON];

        assert_ptr_equal(game_parse(THREE_ERRORS, sizeof THREE_ERRORS - 1, EVERYTHING, &s, why, sizeof why), &labyrinth);
        assert_int_equal(puzzle_prove(f, &s, &p), UNPROVEN);
        assert_int_equal(p.searches, PROOF_SEARCHES);
        assert_int_equal(p.errors, 3);
}

/* Four shifts push the spare tile into column d from the north; after each, the token can be taken, and the next one with a wand.
 * The judge with its usual effort thinks only one of them good. */
static const char FOUR_ALIKE[] =
        "{\"game\":\"labyrinth\",\"players\":2,\"options\":{\"tiles\":\"crazy\",\"start\":\"corners\",\"deals\":\"off\","
        "\"limit\":0,\"first\":1},\"phase\":\"shift\",\"player\":1,\"turn\":1,\"turns\":26,\"maze\":[\"NE\",\"NS\","
        "\"NEW\",\"NW\",\"NEW\",\"NE\",\"NW\",\"NS\",\"NS\",\"ES\",\"SW\",\"ESW\",\"NSW\",\"NE\",\"NES\",\"EW\","
        "\"NEW\",\"ES\",\"NSW\",\"NES\",\"NSW\",\"NE\",\"SW\",\"NE\",\"NS\",\"SW\",\"ES\",\"NS\",\"NES\",\"EW\","
        "\"NES\",\"NS\",\"ESW\",\"EW\",\"NSW\",\"SW\",\"NE\",\"NS\",\"NW\",\"EW\",\"NEW\",\"NE\",\"ES\",\"ESW\","
        "\"ESW\",\"NES\",\"ESW\",\"NS\",\"SW\"],\"spare\":\"corner\",\"barred\":\"E4\",\"pawns\":[\"e6\",\"a4\"],"
        "\"tokens\":{\"10\":\"d6\",\"11\":\"f5\",\"12\":\"f1\",\"13\":\"g6\",\"14\":\"f4\",\"15\":\"g4\",\"16\":\"d4\","
        "\"17\":\"d1\",\"18\":\"b2\",\"19\":\"b7\",\"20\":\"e2\",\"25\":\"f3\"},\"won\":[[2,4,6,8],[1,3,5,7,9]],"
        "\"wands\":[3,3],\"wand_used\":false,\"formulas\":[[2,8,17],[7,15,19]],\"asked\":[],\"deal\":null}";

TEST(a_shift_of_the_labyrinth_is_compared_with_those_that_the_judge_thinks_little_of)
{
        struct finder *f = open_finder(&labyrinth);
        struct state s;
        struct puzzle p;
        char why[MAX_REASON];

        assert_ptr_equal(game_parse(FOUR_ALIKE, sizeof FOUR_ALIKE - 1, EVERYTHING, &s, why, sizeof why), &labyrinth);
        assert_true(puzzle_prove(f, &s, &p) > PROVEN);
}

TEST(a_proof_does_not_depend_on_what_was_proven_before)
{
        struct finder *f = open_finder(&marrakech);
        struct puzzle first = a_solved_puzzle(f), again;
        struct state s = dealt(&marrakech, NULL, 4, 3);

        puzzle_prove(f, &s, &again);
        assert_int_equal(puzzle_prove(f, &first.state, &again), SOLVED);
        assert_memory_equal(&first, &again, sizeof first);
}

/* --- text --- */

static const char *write(const struct puzzle *p, char text[TEXT])
{
        struct json j = json_writer(text, TEXT);
        struct puzzle copy = *p;

        puzzle_json(&j, p->game, &copy);
        assert_true(text_close(&j.out) > 0);
        return text;
}

static int reads(const struct game *g, const char *text, struct puzzle *p)
{
        struct json j = json_reader(text, (int)strlen(text));

        puzzle_json(&j, g, p);
        json_end(&j);
        return !j.wrong;
}

/* The text with the first occurrence of some words replaced. */
static const char *changed(const char *text, const char *from, const char *to, char out[TEXT])
{
        const char *at = strstr(text, from);

        assert_non_null(at);
        snprintf(out, TEXT, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
        return out;
}

TEST(a_puzzle_is_read_as_it_was_written)
{
        struct puzzle p = a_solved_puzzle(open_finder(&marrakech)), again;
        char text[TEXT], twice[TEXT];

        p.rating = 1230;
        assert_true(reads(&marrakech, write(&p, text), &again));
        assert_string_equal(text, write(&again, twice));
        p.searches = PROOF_SEARCHES;
        p.errors = 7;
        p.right = 1;
        assert_true(reads(&marrakech, write(&p, text), &again));
        assert_string_equal(text, write(&again, twice));
}

TEST(a_puzzle_that_cannot_be_is_refused)
{
        struct puzzle p = a_solved_puzzle(open_finder(&marrakech)), again;
        char text[TEXT], other[TEXT];

        p.rating = 1230;
        write(&p, text);
        assert_false(reads(&marrakech, changed(text, "\"laid\":4", "\"laid\":3", other), &again));
        assert_false(reads(&marrakech, changed(text, "\"rating\":1230", "\"rating\":1", other), &again));
        assert_false(reads(&marrakech, changed(text, "\"exact\":true", "\"searches\":16,\"errors\":1", other), &again));
        assert_false(reads(&marrakech, changed(text, "\"moves\":[[\"", "\"moves\":[[\"x", other), &again));
        assert_false(reads(&marrakech, changed(text, "\"dirhams\":[", "\"dirhams\":[1", other), &again));
        assert_false(reads(&alibaba, text, &again));
        text[strlen("{\"id\":\"")] ^= 1; /* another hexadecimal digit */
        assert_false(reads(&marrakech, text, &again));
}

/* --- themes --- */

static int theme_is(const struct game *g, const void *state, move best, const char *word)
{
        char theme[MAX_NAME];

        assert_true(text_word(puzzle_themes(g), (int)puzzle_theme(g, state, best), theme));
        return strcmp(theme, word) == 0;
}

/* Single halves of a colour, each of another carpet. */
static void paint(struct marrakech *s, int colour, uint64_t cells)
{
        s->colour[colour] |= cells;
        for (; cells; cells &= cells - 1)
                s->number[bit_first(cells)] = (uint8_t)(bit_first(cells) + 1);
}

/* Assam on d4, facing south; three blue halves to the east of him. Player 1, red and yellow, is to move. */
static struct marrakech square(int phase)
{
        struct state start = dealt(&marrakech, NULL, 2, 1);
        struct marrakech s;

        memcpy(&s, &start, sizeof s);
        paint(&s, 2, bit(25) | bit(26) | bit(27));
        s.phase = (uint8_t)phase;
        s.drawn = 0;
        return s;
}

TEST(themes_of_marrakech_follow_from_tolls_purses_and_carpets)
{
        enum { EAST = 1, WEST = 3 };
        struct marrakech way = square(MARRAKECH_TURN_ASSAM), lay = square(MARRAKECH_LAY);
        move over, beside;

        assert_true(theme_is(&marrakech, &way, WEST, "toll"));
        assert_true(theme_is(&marrakech, &way, EAST, "turn"));
        way.dirhams[0] = 2;
        assert_true(theme_is(&marrakech, &way, WEST, "purse"));
        way.carpets[0] = way.carpets[1] = way.carpets[2] = way.carpets[3] = 1;
        assert_true(theme_is(&marrakech, &way, WEST, "ending"));

        assert_true(game_find(&marrakech, &lay, "e4f4", &over));
        assert_true(game_find(&marrakech, &lay, "c3c4", &beside));
        assert_true(theme_is(&marrakech, &lay, over, "cover"));
        assert_true(theme_is(&marrakech, &lay, beside, "patch"));
        paint(&lay, 0, ~lay.colour[2] & (bit(MARRAKECH_CELLS) - 1)); /* red all around: the next player pays on every way */
        lay.dirhams[1] = 60;
        assert_true(theme_is(&marrakech, &lay, beside, "trap"));
        lay.dirhams[1] = 5;
        assert_true(theme_is(&marrakech, &lay, beside, "purse"));
}

/* Calls `look` with every decision of some random games and each of its moves. */
static void wander(const struct game *g, const char *options, void (*look)(const struct game *g, const struct state *s, move m))
{
        uint64_t random = 8;

        for (uint64_t seed = 1; seed <= 4; seed++) {
                struct state s = dealt(g, options, 2, seed);
                move list[MAX_MOVES];

                for (int who = g->turn(&s); who != OVER; who = g->apply(&s, g->pick(&s, random_dice(&random)))) {
                        int n = who == CHANCE ? 0 : g->legal(&s, list);

                        for (int i = 0; i < n; i++)
                                look(g, &s, list[i]);
                }
        }
}

static void look_at_shift(const struct game *g, const struct state *state, move m)
{
        const struct labyrinth *s = (const struct labyrinth *)state;
        int cell = 0, takes;

        if (s->phase != LABYRINTH_SHIFT)
                return;
        while (s->token[cell] != labyrinth_next(s))
                cell++;
        takes = labyrinth_takes_after(s, (int)m, cell);
        if (labyrinth_next(s) > TOKENS - 3)
                assert_true(theme_is(g, s, m, "ending"));
        else if (takes)
                assert_true(theme_is(g, s, m, "token") || theme_is(g, s, m, "double") || theme_is(g, s, m, "formula"));
        else
                assert_true(theme_is(g, s, m, "block") || theme_is(g, s, m, "approach"));
}

TEST(themes_of_the_labyrinth_say_whether_the_token_can_be_taken)
{
        wander(&labyrinth, "deals=off limit=60", look_at_shift);
}

static void look_at_tile(const struct game *g, const struct state *state, move m)
{
        const struct alibaba *s = (const struct alibaba *)state;

        if (s->phase == ALIBABA_LAMP)
                assert_true(theme_is(g, s, m, "swap"));
        else if (s->phase == ALIBABA_WHITE || s->phase == ALIBABA_SHOW)
                assert_true(theme_is(g, s, m, "block"));
        else
                assert_int_equal(theme_is(g, s, m, "ending"), !(s->cave & ~s->face_up));
}

TEST(themes_of_ali_baba_follow_from_the_phase_and_the_cave)
{
        wander(&alibaba, "screens=open variant=lamp", look_at_tile);
}

/* A cave of two tiles face up, and more below. */
TEST(a_tile_is_taken_for_its_set_its_magic_or_against_an_opponent)
{
        enum { RING = 6, RUBY = 7, A = 0, B = 2 };
        struct state start = dealt(&alibaba, "screens=open", 2, 1);
        struct alibaba s;

        memcpy(&s, &start, sizeof s);
        s.cave = bit(A) | bit(B) | bit(4);
        s.face_up = bit(A) | bit(B);
        memset(s.tile, 0, sizeof s.tile);
        s.tile[A] = COLOURS * RUBY + GREEN;
        s.tile[B] = COLOURS * RING + PINK;
        s.phase = ALIBABA_TAKE;
        s.slot = 0;
        s.hand[0] = s.hand[1] = 0;
        assert_true(theme_is(&alibaba, &s, B, "magic"));
        assert_true(theme_is(&alibaba, &s, A, "tempo"));
        s.hand[0] = (uint64_t)0x3b << COLOURS * RUBY; /* five rubies, but not the green one */
        assert_true(theme_is(&alibaba, &s, A, "set"));
        s.tile[B] = COLOURS * RING + GREEN;
        s.hand[0] = 0;
        s.hand[1] = (uint64_t)0x3b << COLOURS * RING; /* five rings, but not the green one */
        assert_true(theme_is(&alibaba, &s, B, "block"));
}

TEST(options_of_puzzles_are_valid_and_two_play_mostly)
{
        const struct game *g;

        for (int i = 0; (g = game_at(i)); i++)
                for (uint64_t n = 0, two = 0; puzzle_themes(g) && n < 8; n++) {
                        struct options o;

                        puzzle_options(g, n, &o);
                        assert_null(options_misfit(g, &o));
                        two += o.value[PLAYERS] == 2;
                        assert_true(n < 7 || two == 6);
                }
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(a_position_where_two_moves_are_alike_is_no_puzzle),
                cmocka_unit_test(a_position_is_no_puzzle_if_tiles_that_count_are_hidden),
                cmocka_unit_test(a_solved_puzzle_has_the_values_of_an_exhaustive_search),
                cmocka_unit_test(what_a_poor_judge_takes_for_a_puzzle_is_refused_by_the_searches),
                cmocka_unit_test(three_standard_errors_are_not_enough),
                cmocka_unit_test(a_shift_of_the_labyrinth_is_compared_with_those_that_the_judge_thinks_little_of),
                cmocka_unit_test(a_proof_does_not_depend_on_what_was_proven_before),
                cmocka_unit_test(a_puzzle_is_read_as_it_was_written),
                cmocka_unit_test(a_puzzle_that_cannot_be_is_refused),
                cmocka_unit_test(themes_of_marrakech_follow_from_tolls_purses_and_carpets),
                cmocka_unit_test(themes_of_the_labyrinth_say_whether_the_token_can_be_taken),
                cmocka_unit_test(themes_of_ali_baba_follow_from_the_phase_and_the_cave),
                cmocka_unit_test(a_tile_is_taken_for_its_set_its_magic_or_against_an_opponent),
                cmocka_unit_test(options_of_puzzles_are_valid_and_two_play_mostly),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
