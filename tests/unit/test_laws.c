/* Properties of every game, in every state of random play, for every viewer. A new game is tested by being in the list of
 * games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../cli/cli.h"

enum { GAMES = 120 };

static const struct game *g; /* the game under test and its position, for failure messages */
static char position[MAX_STATE_TEXT];

static void law(int holds, const char *what)
{
        if (!holds)
                fail_msg("%s: %s\nin %s", g->name, what, position);
}

static int same(const struct state *a, const struct state *b)
{
        return memcmp(a, b, g->state_bytes) == 0;
}

static struct state as_seen_by(const struct state *s, int viewer)
{
        struct state view = *s;

        g->redact(&view, viewer);
        return view;
}

static void check_lists(const struct state *s)
{
        move list[MAX_MOVES + 1], found;
        char text[MAX_MOVES][MAX_MOVE_TEXT];
        int n = g->legal(s, list), over = g->turn(s) == OVER;

        law(n <= (int)g->max_moves && n <= MAX_MOVES, "no list is longer than max_moves");
        law((n == 0) == over, "there are moves until the game is over");
        for (int i = 0; i < n; i++) {
                law(list[i] < g->moves, "every move is a number below the game's bound");
                law(game_print_move(g, s, list[i], text[i], MAX_MOVE_TEXT) > 0, "a move has a text that fits");
                law(game_find(g, s, text[i], &found) && found == list[i], "a legal move is found by its text");
                law(strpbrk(text[i], " \"\\") == NULL, "a move is one word");
        }
        for (int i = 0; i < n && n < 300; i++)
                for (int k = 0; k < i; k++)
                        law(list[i] != list[k] && strcmp(text[i], text[k]) != 0, "no move is listed twice");
}

/* pick returns the move whose interval contains the throw, also at the borders. */
static void check_pick(const struct state *s, uint64_t *random)
{
        move list[MAX_MOVES];
        int n = g->legal(s, list), chance = g->turn(s) == CHANCE;
        uint64_t sum = 0, before = 0;

        for (int i = 0; i < n; i++) {
                law(!chance || g->weight(s, list[i]) > 0, "every outcome can happen");
                sum += chance ? (uint64_t)g->weight(s, list[i]) : 1;
        }
        for (int i = 0; i < n; i++) {
                uint64_t width = chance ? (uint64_t)g->weight(s, list[i]) : 1;
                uint64_t low = ((before << 32) + sum - 1) / sum, high = (((before + width) << 32) + sum - 1) / sum - 1;

                if (n < 300 || i == 0 || i == n - 1 || random_dice(random) % 256 == 0) {
                        law(g->pick(s, (uint32_t)low) == list[i], "pick gives a move at the beginning of its place");
                        law(g->pick(s, (uint32_t)high) == list[i], "pick gives a move at the end of its place");
                }
                before += width;
        }
}

static int in_table(const struct refusal *r)
{
        for (const struct refusal *known = g->refusals; known->code; known++)
                if (r == known)
                        return 1;
        return 0;
}

/* Texts of moves, of this position and of earlier ones, intact and corrupted: each refusal is one of the game's refusals. */
static void check_refusals(const struct state *s, uint64_t *random)
{
        static char earlier[256][MAX_MOVE_TEXT];
        move list[MAX_MOVES], found;
        int n = g->legal(s, list);

        for (int i = 0; i < 32; i++) {
                char text[MAX_MOVE_TEXT] = "", *before = earlier[random_dice(random) % 256];
                int length = n ? game_print_move(g, s, list[random_dice(random) % (uint32_t)n], text, MAX_MOVE_TEXT) : 0;

                if (!game_find(g, s, before, &found))
                        law(in_table(g->refusal(s, before)), "a refusal is one of the game's");
                memcpy(before, text, sizeof text);
                for (uint32_t changes = random_dice(random) % 3; length && changes; changes--)
                        text[random_dice(random) % (uint32_t)length] = (char)(' ' + random_dice(random) % 95);
                if (random_dice(random) % 4 == 0)
                        text[random_dice(random) % (uint32_t)(length + 1)] = '\0';
                if (!game_find(g, s, text, &found))
                        law(in_table(g->refusal(s, text)), "a refusal is one of the game's");
        }
}

static void check_text(const struct state *s, int viewer)
{
        char text[MAX_STATE_TEXT], again[MAX_STATE_TEXT], why[MAX_REASON];
        struct state read;
        int n = game_print(g, s, text, sizeof text);

        law(n > 0, "a state has a text that fits");
        memset(&read, 0xaa, sizeof read);
        law(game_parse(text, n, viewer, &read, why, sizeof why) == g, "the text of a state is read");
        law(same(&read, s), "a state is read as it was written");
        law(game_print(g, &read, again, sizeof again) == n && strcmp(text, again) == 0, "a state is written as it was read");
}

static void check_hidden(const struct state *s, int viewer, uint64_t *random)
{
        struct state view = as_seen_by(s, viewer), world = view, again = view;
        move all[MAX_MOVES], seen[MAX_MOVES];
        struct draw d;
        uint8_t key[32];
        int n;

        g->redact(&again, viewer);
        law(same(&again, &view), "redacting twice is redacting once");
        law(g->broken(&view, viewer) == NULL, "what a viewer sees breaks no invariant");
        check_text(&view, viewer);
        draw_key(key, random_next(random));
        draw_open(&d, key, 0);
        g->determinize(&world, viewer, &d);
        law(g->broken(&world, EVERYTHING) == NULL, "a world made up for a viewer is whole");
        again = as_seen_by(&world, viewer);
        law(same(&again, &view), "a world made up for a viewer looks the same to it");
        if (viewer == SPECTATOR || g->turn(s) != viewer)
                return;
        n = g->legal(s, all);
        law(g->legal(&view, seen) == n && memcmp(all, seen, sizeof *all * (size_t)n) == 0, "who decides knows the moves");
        law(g->legal(&world, seen) == n && memcmp(all, seen, sizeof *all * (size_t)n) == 0,
            "the moves do not depend on what is hidden");
}

/* Makes one move, and checks that every viewer can follow it. */
static void check_step(struct state *s, move m)
{
        struct state before = *s, copy = *s;
        int who = g->apply(s, m);

        law(g->apply(&copy, m) == who && same(&copy, s), "the same move on the same state gives the same state");
        law(who == g->turn(s), "apply tells whose turn it is");
        law(memcmp((char *)s + g->state_bytes, (char *)&before + g->state_bytes, sizeof *s - g->state_bytes) == 0,
            "a move stays within the state");
        game_print(g, s, position, sizeof position);
        law(g->broken(s, EVERYTHING) == NULL, "a legal move breaks no invariant");
        law(g->seen(&before, m, EVERYTHING) == m, "who sees everything sees the move");
        for (int viewer = 0; viewer <= game_players(s); viewer++) {
                int eyes = viewer == game_players(s) ? (int)SPECTATOR : viewer;
                struct state view = as_seen_by(&before, eyes), after = as_seen_by(s, eyes);

                if (who == OVER) {
                        law(same(&after, s), "when the game is over, all is shown");
                        continue;
                }
                g->apply(&view, g->seen(&before, m, eyes));
                law(same(&view, &after), "what a viewer sees of a move leads to what it sees after it");
        }
}

static void check_position(const struct state *s, uint64_t *random)
{
        int who = g->turn(s), points[MAX_PLAYERS], tiebreak[MAX_PLAYERS];

        law(who == CHANCE || who == OVER || (who >= 0 && who < game_players(s)), "a seat, chance or the end has the turn");
        law(g->owner(s) >= 0 && g->owner(s) < game_players(s), "the turn is a seat's");
        g->score(s, points, tiebreak);
        for (int p = 0; p < game_players(s); p++)
                law(points[p] >= 0, "points are not negative");
        law((game_winners(g, s) != 0) == (who == OVER), "somebody wins when the game is over, and not before");
        check_lists(s);
        check_pick(s, random);
        check_refusals(s, random);
        check_text(s, EVERYTHING);
        for (int viewer = 0; viewer < game_players(s); viewer++)
                check_hidden(s, viewer, random);
        check_hidden(s, SPECTATOR, random);
}

static void check_game(uint64_t seed)
{
        uint64_t random = seed;
        struct options o;
        struct state s, again;
        struct draw d;
        uint8_t key[32];

        random_options(g, &o, &random);
        draw_key(key, seed);
        for (int i = 0; i < 2; i++) {
                struct state *dealt = i ? &again : &s;

                memset(dealt, i ? 0x55 : 0, sizeof *dealt);
                draw_open(&d, key, 0);
                g->setup(dealt, &o, &d);
                memset((char *)dealt + g->state_bytes, 0, sizeof *dealt - g->state_bytes);
        }
        game_print(g, &s, position, sizeof position);
        law(same(&s, &again), "the same seed deals the same game, whatever lay in memory");
        law(g->broken(&s, EVERYTHING) == NULL, "a deal breaks no invariant");
        for (int plies = 0; g->turn(&s) != OVER; plies++) {
                if (plies % 3 == (int)(seed % 3))
                        check_position(&s, &random);
                check_step(&s, g->pick(&s, random_dice(&random)));
        }
        check_position(&s, &random);
}

static void keeps_the_laws(void **data)
{
        g = *data;
        for (uint64_t seed = 0; seed < GAMES; seed++)
                check_game(seed);
}

/* Codes are small letters and hyphens, and no code or sentence is there twice. Options that do not fit are refused by one of them.
 */
static void refusals_have_codes(void **data)
{
        uint64_t random = 3;

        g = *data;
        for (const struct refusal *r = g->refusals; r->code; r++) {
                assert_int_equal(strspn(r->code, "abcdefghijklmnopqrstuvwxyz-"), strlen(r->code));
                assert_true(*r->code && *r->why && r->code != r->why);
                for (const struct refusal *other = g->refusals; other != r; other++) {
                        assert_string_not_equal(r->code, other->code);
                        assert_string_not_equal(r->why, other->why);
                }
                assert_ptr_equal(refusal_coded(g->refusals, r->code), r);
                assert_string_not_equal(r->code, NO_SUCH_FIRST.code);
        }
        for (int i = 0; i < 1000; i++) {
                const struct refusal *misfit;
                struct options o;

                options_default(g, &o);
                for (int k = 0; g->option[k].name; k++)
                        if (g->option[k].kind == CHOICE || g->option[k].kind == SET)
                                o.value[k] = (uint16_t)(random_dice(&random) % (g->option[k].kind == SET ? 1024 : 4));
                o.value[PLAYERS] = (uint16_t)(2 + random_dice(&random) % 3);
                misfit = options_misfit(g, &o);
                assert_true(!misfit || in_table(misfit));
        }
        assert_null(refusal_coded(g->refusals, "no such code")->code);
}

/* --- a record is the whole truth about a game --- */

/* Every earlier position is what it was, also after undo. */
static void looking_back_shows_what_was(void **data)
{
        struct record r = { 0 }, was[120];
        uint64_t random = 5;
        struct options o;

        g = *data;
        options_default(g, &o);
        record_deal(&r, g, &o, 3);
        while (r.count < 119 && g->turn(&r.state) != OVER) {
                was[r.count] = r;
                for (size_t ply = 0; ply <= r.count; ply++) {
                        struct record at = record_at(&r, ply);

                        assert_memory_equal(&at.state, &was[ply].state, g->state_bytes);
                        assert_int_equal(at.events, was[ply].events);
                        assert_int_equal(at.decided, was[ply].decided);
                }
                if (random_dice(&random) % 5 == 0)
                        record_undo(&r, random_dice(&random) % (r.count < 12 ? r.count + 1 : 12));
                record_play(&r, g->turn(&r.state) == CHANCE ? record_roll(&r) : g->pick(&r.state, random_dice(&random)));
        }
        assert_true(r.count > 40);
        record_close(&r);
}

static void records_give_the_game_back(void **data)
{
        g = *data;
        for (uint64_t seed = 0; seed < 60; seed++) {
                uint64_t random = ~seed;
                struct options o;
                struct record r = { 0 }, back = { 0 };
                char why[MAX_REASON], *text, *again;
                int by_hand = seed % 3 == 0; /* forced outcomes, which no seed gives */
                size_t half;
                struct state middle;

                random_options(g, &o, &random);
                record_deal(&r, g, &o, seed);
                while (g->turn(&r.state) != OVER && random_dice(&random) % 200 != 0)
                        record_play(&r, g->turn(&r.state) == CHANCE && !by_hand ? record_roll(&r)
                                                                                : g->pick(&r.state, random_dice(&random)));
                text = record_print(&r);
                if (!record_parse(&back, text, strlen(text), 1, why))
                        fail_msg("%s: a record is refused: %s\n%s", g->name, why, text);
                again = record_print(&back);
                assert_string_equal(text, again);
                assert_memory_equal(&back.state, &r.state, g->state_bytes);

                half = r.count / 2;
                record_undo(&back, back.count - half);
                middle = back.state;
                for (size_t i = half; i < r.count; i++)
                        record_play(&back, r.moves[i]);
                assert_memory_equal(&back.state, &r.state, g->state_bytes);
                record_undo(&back, back.count - half);
                assert_memory_equal(&back.state, &middle, g->state_bytes);
                assert_true(back.events <= half);
                free(text);
                free(again);
                record_close(&r);
                record_close(&back);
        }
}

/* Undoing a roll and rolling again gives the same; another seed gives another game. */
static void chance_comes_from_the_seed_alone(void **data)
{
        struct record r = { 0 }, other = { 0 };
        struct options o;
        uint64_t random = 7;
        int rolls = 0, differ = 0;

        g = *data;
        options_default(g, &o);
        record_deal(&r, g, &o, 11);
        record_deal(&other, g, &o, 12);
        differ |= !same(&r.state, &other.state);
        while (g->turn(&r.state) != OVER && r.count < 400) {
                if (g->turn(&r.state) == CHANCE) {
                        move first = record_roll(&r);
                        struct state after;

                        record_play(&r, first);
                        after = r.state;
                        record_undo(&r, 1);
                        assert_int_equal(record_roll(&r), first);
                        record_play(&r, first);
                        assert_true(same(&after, &r.state));
                        rolls++;
                } else {
                        record_play(&r, g->pick(&r.state, random_dice(&random)));
                }
        }
        assert_true(differ || rolls > 20); /* chance is in the deal, or in the game */
        record_close(&r);
        record_close(&other);
}

/* Every property for every game in the list; a pattern like 'pig*' selects. */
int main(int argc, char **argv)
{
        static const struct {
                const char *name;
                CMUnitTestFunction function;
        } laws[] = {
                { "keeps the laws", keeps_the_laws },
                { "has refusals with codes", refusals_have_codes },
                { "shows what was, looking back", looking_back_shows_what_was },
                { "is given back by its records", records_give_the_game_back },
                { "has its chance from the seed alone", chance_comes_from_the_seed_alone },
        };
        enum { LAWS = sizeof laws / sizeof *laws };
        static struct CMUnitTest tests[LAWS * MAX_GAMES];
        static char names[LAWS * MAX_GAMES][80];
        size_t n = 0;

        if (game_count() > MAX_GAMES) {
                fprintf(stderr, "there are more games than MAX_GAMES in core/game.h\n");
                return 1;
        }
        for (int i = 0; (g = game_at(i)); i++)
                for (int k = 0; k < LAWS; k++, n++) {
                        snprintf(names[n], sizeof names[n], "%s %s", g->name, laws[k].name);
                        tests[n] = (struct CMUnitTest){ names[n], laws[k].function, NULL, NULL, (void *)(uintptr_t)g };
                }
        cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
        return _cmocka_run_group_tests("laws", tests, n, NULL, NULL);
}
