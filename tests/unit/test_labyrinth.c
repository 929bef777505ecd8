/* Master Labyrinth: every rule of docs/labyrinth.md, by its number. */
#include "driver.h"

/* --- mazes ---
 *
 * A maze is drawn as seven rows of seven tiles, north first. The spare is the shape of which one is missing. */

static const char *const TILE[] = { "NS", "EW", "NE", "ES", "SW", "NW", "NES", "ESW", "NSW", "NEW" };
static const char *const DRAWN[] = { "│", "─", "└", "┌", "┐", "┘", "├", "┬", "┤", "┴" };
static const char *const SHAPE[] = { "straight", "corner", "tee" };

static int shape_of(int tile)
{
        return tile < 2 ? 0 : tile < 6 ? 1 : 2;
}

/* The tile at the start of a drawing, or of a name in a state. */
static int tile_of(const char *const *names, const char *text)
{
        for (int longest = 3; longest > 0; longest--)
                for (int tile = 0; tile < 10; tile++)
                        if ((int)strlen(names[tile]) == longest && strncmp(names[tile], text, strlen(names[tile])) == 0)
                                return tile;
        fail_msg("no tile looks like %.3s", text);
        return 0;
}

static const char PLAIN[] = "┌─┬┐┬─┐"
                            "│└┘│┌┐│"
                            "├─├┘┬┴┤"
                            "│┌┐├┘└┐"
                            "├┬┴│┤│┤"
                            "└┐│┌┐├┬"
                            "└─┴┘┴┤┘";

/* Tokens 1 to 20 and 25 on their start cells, row by row from the south: the one on b2 is 1. */
static const char *const TOKEN_CELL[] = { "b2", "c2", "d2", "e2", "f2", "b3", "d3", "f3", "b4", "c4", "d4",
                                          "e4", "f4", "b5", "d5", "f5", "b6", "c6", "d6", "e6", "f6" };

static int number_of(int token)
{
        return token == 21 ? 25 : token;
}

/* A game with these options in this maze, pawns on the corners; tokens from `next` on are there, `taker` has the rest. */
#define maze(options, picture, next, taker) draw_maze(options, picture, next, taker, __FILE__, __LINE__)

static void draw_maze(const char *options, const char *picture, int next, int taker, const char *file, int line)
{
        int count[3] = { 0 }, missing = 0, players;
        char tiles[600] = "[", tokens[600] = "{", won[200] = "[", spare[16], command[100];

        snprintf(command, sizeof command, "new labyrinth %s", options);
        driver_answers(command, "=", file, line);
        players = atoi(value_of("players"));
        for (int cell = 0; cell < 49; cell++) {
                int tile = tile_of(DRAWN, picture + 3 * (7 * (6 - cell / 7) + cell % 7));

                snprintf(tiles + strlen(tiles), 10, "%s\"%s\"", cell ? "," : "", TILE[tile]);
                count[shape_of(tile)] += cell % 2 == 1 || cell / 7 % 2 == 1;
        }
        strcat(tiles, "]");
        if (count[0] < (strstr(options, "master") ? 13 : 12))
                missing = 0;
        else
                missing = count[2] < 6 ? 2 : 1;
        snprintf(spare, sizeof spare, "\"%s\"", SHAPE[missing]);
        for (int token = next; token <= 21; token++)
                snprintf(tokens + strlen(tokens), 24, "%s\"%d\":\"%s\"", token > next ? "," : "", number_of(token),
                         TOKEN_CELL[token - 1]);
        strcat(tokens, "}");
        for (int p = 1; p <= players; p++) {
                strcat(won, p > 1 ? ",[" : "[");
                for (int token = 1; token < next && p == taker; token++)
                        snprintf(won + strlen(won), 16, "%s%d", token > 1 ? "," : "", number_of(token));
                strcat(won, "]");
        }
        strcat(won, "]");
        driver_set(file, line, "maze", tiles, "spare", spare, "tokens", tokens, "won", won, (const char *)NULL);
}

/* A state after a shift: the pawn of player 1 is here and may move. */
static void before_move(const char *pawn)
{
        char pawns[24];

        snprintf(pawns, sizeof pawns, "[\"%s\",\"g1\"]", pawn);
        set("phase", "\"move\"", "barred", "\"Nf\"", "pawns", pawns);
}

/* The tile on a cell. */
static const char *tile_at(const char *cell)
{
        const char *tile = value_of("maze") + 2;

        for (int i = (cell[1] - '1') * 7 + cell[0] - 'a'; i > 0; i--)
                tile = strchr(tile, ',') + 2;
        return TILE[tile_of(TILE, tile)];
}

static int count_legal(void)
{
        int n = 0;

        for (const char *c = ask("legal"); *c; c++)
                n += *c == ' ';
        return n;
}

/* --- 1. the maze --- */

/* Labyrinth 1.1, 1.2, 7.1 */
TEST(a_state_is_written_with_its_keys_in_order)
{
        maze("", PLAIN, 1, 1);
        set("formulas", "[[2,4,15],[5,8,19]]");
        assert_string_equal(
                state_now(),
                "{\"game\":\"labyrinth\",\"players\":2,\"options\":{\"tiles\":\"crazy\",\"start\":\"corners\",\"deals\":\"wands\","
                "\"limit\":0,"
                "\"first\":1},\"phase\":\"shift\",\"player\":1,\"turn\":1,\"turns\":0,\"maze\":["
                "\"NE\",\"EW\",\"NEW\",\"NW\",\"NEW\",\"NSW\",\"NW\","
                "\"NE\",\"SW\",\"NS\",\"ES\",\"SW\",\"NES\",\"ESW\","
                "\"NES\",\"ESW\",\"NEW\",\"NS\",\"NSW\",\"NS\",\"NSW\","
                "\"NS\",\"ES\",\"SW\",\"NES\",\"NW\",\"NE\",\"SW\","
                "\"NES\",\"EW\",\"NES\",\"NW\",\"ESW\",\"NEW\",\"NSW\","
                "\"NS\",\"NE\",\"NW\",\"NS\",\"ES\",\"SW\",\"NS\","
                "\"ES\",\"EW\",\"ESW\",\"SW\",\"ESW\",\"EW\",\"SW\"],"
                "\"spare\":\"straight\",\"barred\":null,\"pawns\":[\"a7\",\"g1\"],\"tokens\":{\"1\":\"b2\",\"2\":\"c2\",\"3\":"
                "\"d2\",\"4\":\"e2\","
                "\"5\":\"f2\",\"6\":\"b3\",\"7\":\"d3\",\"8\":\"f3\",\"9\":\"b4\",\"10\":\"c4\",\"11\":\"d4\",\"12\":\"e4\",\"13\":"
                "\"f4\","
                "\"14\":\"b5\",\"15\":\"d5\",\"16\":\"f5\",\"17\":\"b6\",\"18\":\"c6\",\"19\":\"d6\",\"20\":\"e6\",\"25\":\"f6\"},"
                "\"won\":[[],[]],\"wands\":[3,3],\"wand_used\":false,\"formulas\":[[2,4,15],[5,8,19]],\"asked\":[],\"deal\":null}");
        cannot_be("a name that the rules know", "pawns", "[\"a8\",\"g1\"]");
        cannot_be("NS EW", "maze", "[\"EN\"]");
}

/* Labyrinth 1.3, 3.2.1, 6.4 */
TEST(cells_are_connected_when_both_are_open_towards_each_other)
{
        maze("", PLAIN, 1, 1);
        before_move("g3"); /* ┤, above ┬ and under ┐, beside │ */
        answers("legal", "= stay f4 g4");
        before_move("f3"); /* │ between ├ and └: to the south only */
        answers("legal", "= stay a1 b1 c1 d1 e1 f1 g1 c2 d2 e2 f2 g2");
}

/* Labyrinth 1.3: in all four directions */
TEST(passages_lead_north_east_south_and_west)
{
        maze("", PLAIN, 1, 1);
        before_move("d3"); /* north to ├, east to ┘, north to ┬ … */
        answers("legal", "= stay d4 e4 e5 f5 g5 e6 f6 g6 e7 f7 g7");
        may_not("d2", "no open passage");
        may_not("c3", "no open passage");
        before_move("g7"); /* … and back */
        answers("legal", "= stay d3 d4 e4 e5 f5 g5 e6 f6 g6 e7 f7");
        may_not("h1", "a cell from a1 to g7");
}

/* Labyrinth 1.4 */
TEST(the_tiles_on_odd_rows_and_columns_are_fixed)
{
        static const char *const FIXED[] = { "a7",  "ES",  "c7",  "ESW", "e7",  "ESW", "g7",  "SW",  "a5",  "NES", "c5",
                                             "NES", "e5",  "ESW", "g5",  "NSW", "a3",  "NES", "c3",  "NEW", "e3",  "NSW",
                                             "g3",  "NSW", "a1",  "NE",  "c1",  "NEW", "e1",  "NEW", "g1",  "NW" };

        for (int seed = 0; seed < 5; seed++) {
                assert_string_equal(ask("new labyrinth seed=%d", seed), "=");
                for (int i = 0; i < 32; i += 2)
                        assert_string_equal(tile_at(FIXED[i]), FIXED[i + 1]);
        }
}

/* How many loose tiles of each shape there are, the spare included. */
static void count_shapes(int *count)
{
        memset(count, 0, 3 * sizeof *count);
        for (int cell = 0; cell < 49; cell++)
                if (cell % 7 % 2 == 1 || cell / 7 % 2 == 1) {
                        char name[3] = { (char)('a' + cell % 7), (char)('1' + cell / 7), '\0' };

                        count[shape_of(tile_of(TILE, tile_at(name)))]++;
                }
        for (int shape = 0; shape < 3; shape++)
                count[shape] += strstr(value_of("spare"), SHAPE[shape]) != NULL;
}

/* Labyrinth 1.5, 1.6.1, 1.6.2, 5.2, 7.4 */
TEST(thirty_four_loose_tiles_are_dealt_and_one_is_left_over)
{
        int count[3], straight_spares = 0, tee_spares = 0, north = 0;

        for (int seed = 0; seed < 40; seed++) {
                assert_string_equal(ask("new labyrinth seed=%d", seed), "=");
                count_shapes(count);
                assert_true(count[0] == 12 && count[1] == 16 && count[2] == 6);
                straight_spares += strcmp(value_of("spare"), "\"straight\"") == 0;
                tee_spares += strcmp(value_of("spare"), "\"tee\"") == 0;
                north += strchr(tile_at("b1"), 'N') != NULL;
                assert_string_equal(ask("new labyrinth tiles=master seed=%d", seed), "=");
                count_shapes(count);
                assert_true(count[0] == 13 && count[1] == 15 && count[2] == 6);
        }
        assert_in_range(straight_spares, 5, 25); /* 12 of 34 */
        assert_in_range(tee_spares, 1, 16);      /* 6 of 34 */
        assert_in_range(north, 10, 35);          /* and each is turned at random */
}

/* Labyrinth 1.7 */
TEST(the_tokens_lie_on_the_loose_cells_inside)
{
        char key[16];
        int on_first_cell = 0;

        for (int seed = 0; seed < 20; seed++) {
                assert_string_equal(ask("new labyrinth seed=%d", seed), "=");
                for (int i = 0; i < 21; i++) {
                        char quoted[8];

                        snprintf(quoted, sizeof quoted, "\"%s\"", TOKEN_CELL[i]);
                        assert_non_null(strstr(value_of("tokens"), quoted));
                }
                for (int token = 1; token <= 21; token++) {
                        snprintf(key, sizeof key, "%d", number_of(token));
                        assert_int_equal(strlen(value_of(key)), 4);
                }
                on_first_cell += strcmp(value_of("1"), "\"b2\"") == 0;
        }
        assert_in_range(on_first_cell, 0, 6);
}

/* --- 2. the players --- */

/* Labyrinth 2.1, 5.3 */
TEST(pawns_start_on_the_corners)
{
        does("new labyrinth players=2");
        is_now("pawns", "[\"a7\",\"g1\"]");
        does("new labyrinth players=3");
        is_now("pawns", "[\"a7\",\"g7\",\"g1\"]");
        does("new labyrinth players=4");
        is_now("pawns", "[\"a7\",\"g7\",\"g1\",\"a1\"]");
}

/* Labyrinth 2.2, 5.3 */
TEST(pawns_start_inside_with_start_inner)
{
        does("new labyrinth start=inner players=2");
        is_now("pawns", "[\"c5\",\"e3\"]");
        does("new labyrinth start=inner players=3");
        is_now("pawns", "[\"c5\",\"e5\",\"e3\"]");
        does("new labyrinth start=inner players=4");
        is_now("pawns", "[\"c5\",\"e5\",\"e3\",\"c3\"]");
}

/* Labyrinth 2.3 */
TEST(every_player_has_three_wands)
{
        does("new labyrinth players=4");
        is_now("wands", "[3,3,3,3]");
        is_now("wand_used", "false");
        does("new labyrinth");
        is_now("wands", "[3,3]");
}

static const char *const CARD[] = { "[2,4,15]",  "[10,12,16]", "[5,8,19]", "[2,16,25]", "[7,15,19]", "[12,13,15]", "[5,6,17]",
                                    "[4,10,14]", "[1,10,13]",  "[1,3,18]", "[7,9,16]",  "[1,9,12]",  "[2,8,17]",   "[9,11,20]",
                                    "[6,8,14]",  "[3,11,14]",  "[6,7,25]", "[5,18,25]", "[3,17,20]", "[4,13,20]",  "[11,18,19]" };

/* Labyrinth 2.4, 7.9 */
TEST(every_player_has_one_of_the_21_formula_cards)
{
        int dealt[21] = { 0 };
        char formulas[40];

        for (int seed = 0; seed < 100; seed++) {
                int cards = 0;

                assert_string_equal(ask("new labyrinth players=4 seed=%d", seed), "=");
                for (int i = 0; i < 21; i++)
                        if (strstr(value_of("formulas"), CARD[i]))
                                dealt[i] = 1, cards++;
                assert_int_equal(cards, 4); /* and so no two the same */
        }
        for (int i = 0; i < 21; i++)
                assert_true(dealt[i]);
        does("new labyrinth");
        for (int i = 0; i < 21; i++) {
                snprintf(formulas, sizeof formulas, "[%s,%s]", CARD[i], CARD[(i + 1) % 21]);
                set("formulas", formulas);
        }
}

/* Labyrinth 2.5, 8.1, 8.2, 8.3 */
TEST(only_its_owner_sees_a_formula_card)
{
        maze("players=3", PLAIN, 1, 1);
        set("formulas", "[[2,4,15],[5,8,19],[1,9,12]]");
        play("offer:2:1");
        sees(0, "formulas", "[null,null,null]");
        sees(1, "formulas", "[[2,4,15],null,null]");
        sees(2, "formulas", "[null,[5,8,19],null]");
        sees(3, "formulas", "[null,null,[1,9,12]]");
}

/* Labyrinth 2.5, 8.1, 8.2: until the game is over */
TEST(all_cards_are_seen_when_the_game_is_over)
{
        maze("limit=1 deals=off", PLAIN, 1, 1);
        set("formulas", "[[2,4,15],[5,8,19]]");
        play("Nb.NS stay end");
        is_now("phase", "\"over\"");
        for (int viewer = 0; viewer <= 2; viewer++)
                sees(viewer, "formulas", "[[2,4,15],[5,8,19]]");
}

/* Labyrinth 2.6 */
TEST(all_is_dealt_from_the_seed_and_there_is_no_chance_after_it)
{
        char first[MAX_STATE_TEXT];

        does("new labyrinth seed=7");
        snprintf(first, sizeof first, "%s", state_now());
        answers("turn", "= player 1");
        refuses("chance", "not a chance event");
        does("new labyrinth seed=8");
        assert_string_not_equal(first, state_now());
        does("new labyrinth seed=7");
        assert_string_equal(first, state_now());
}

/* Labyrinth 2.7, 5.6, 7.2, 7.3 */
TEST(the_player_named_by_first_begins_and_turns_pass_on)
{
        maze("players=3 first=2 deals=off", PLAIN, 1, 1);
        is_now("player", "2");
        is_now("turn", "2");
        is_now("turns", "0");
        play("Nb.NS stay end");
        is_now("player", "3");
        is_now("turns", "1");
        play("Nb.EW stay end");
        is_now("player", "1");
        is_now("turn", "1");
        is_now("turns", "2");
}

/* --- 3. a turn --- */

static const char *const LINES[][9] = {
        /* push, then its cells from where the tile goes in to where one falls out, and what is barred then */
        { "Nb", "b7", "b6", "b5", "b4", "b3", "b2", "b1", "Sb" }, { "Nd", "d7", "d6", "d5", "d4", "d3", "d2", "d1", "Sd" },
        { "Nf", "f7", "f6", "f5", "f4", "f3", "f2", "f1", "Sf" }, { "E2", "g2", "f2", "e2", "d2", "c2", "b2", "a2", "W2" },
        { "E4", "g4", "f4", "e4", "d4", "c4", "b4", "a4", "W4" }, { "E6", "g6", "f6", "e6", "d6", "c6", "b6", "a6", "W6" },
        { "Sb", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "Nb" }, { "Sd", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "Nd" },
        { "Sf", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "Nf" }, { "W2", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "E2" },
        { "W4", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "E4" }, { "W6", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "E6" },
};

/* Labyrinth 3.1, 3.1.1, 3.1.2, 7.5 */
TEST(a_shift_pushes_a_line_on_and_the_tile_that_falls_out_is_the_spare)
{
        for (int i = 0; i < 12; i++)
                for (int turned = 0; turned < 2; turned++) {
                        const char *const *line = LINES[i];
                        const char *before[49];
                        char shift[16], cell[3] = "a1", spare[16], barred[8];

                        maze("", PLAIN, 1, 1);
                        for (int c = 0; c < 49; c++) {
                                cell[0] = (char)('a' + c % 7), cell[1] = (char)('1' + c / 7);
                                before[c] = tile_at(cell);
                        }
                        snprintf(spare, sizeof spare, "\"%s\"", SHAPE[shape_of(tile_of(TILE, tile_at(line[7])))]);
                        snprintf(shift, sizeof shift, "%s.%s", line[0], TILE[turned]);
                        play(shift);
                        is_now("spare", spare);
                        snprintf(barred, sizeof barred, "\"%s\"", line[8]);
                        is_now("barred", barred);
                        for (int c = 0; c < 49; c++) {
                                const char *expected = before[c];

                                cell[0] = (char)('a' + c % 7), cell[1] = (char)('1' + c / 7);
                                for (int k = 1; k <= 7; k++)
                                        if (strcmp(line[k], cell) == 0)
                                                expected = k == 1 ? TILE[turned]
                                                                  : before[(line[k - 1][1] - '1') * 7 + line[k - 1][0] - 'a'];
                                assert_string_equal(tile_at(cell), expected);
                        }
                }
}

/* Labyrinth 3.1.1, 6.1 */
TEST(the_spare_is_pushed_in_at_twelve_places_turned_any_way)
{
        maze("deals=off", PLAIN, 1, 1);
        answers("legal",
                "= Nb.NS Nb.EW Nd.NS Nd.EW Nf.NS Nf.EW E2.NS E2.EW E4.NS E4.EW E6.NS E6.EW Sb.NS Sb.EW Sd.NS Sd.EW Sf.NS Sf.EW "
                "W2.NS W2.EW W4.NS W4.EW W6.NS W6.EW");
        may_not("Nb.NE", "the spare tile is a straight");
        may_not("Na.NS", "a shift is");
        may_not("N2.NS", "a shift is");
        may_not("stay", "a shift is");
        play("Nd.NS stay end"); /* a corner falls out */
        is_now("spare", "\"corner\"");
        assert_memory_equal(ask("legal"), "= Nb.NE Nb.ES Nb.SW Nb.NW Nd.NE", 31);
        assert_int_equal(count_legal(), 44);
        play("Nf.NE stay end"); /* a tee */
        is_now("spare", "\"tee\"");
        assert_memory_equal(ask("legal"), "= Nb.NES Nb.ESW Nb.NSW Nb.NEW Nd.NES", 36);
}

/* Labyrinth 3.1.3, 3.1.4 */
TEST(pawns_and_tokens_ride_and_come_in_again_where_the_tile_went_in)
{
        for (int i = 0; i < 12; i++) {
                const char *const *line = LINES[i];
                char pawns[32], shift[16], expected[32], token[16] = "";

                maze("players=3 deals=off", PLAIN, 1, 1);
                snprintf(pawns, sizeof pawns, "[\"%s\",\"%s\",\"c3\"]", line[3], line[7]);
                set("pawns", pawns);
                for (int k = 0; k < 21; k++)
                        if (strcmp(TOKEN_CELL[k], line[4]) == 0)
                                snprintf(token, sizeof token, "%d", number_of(k + 1));
                snprintf(shift, sizeof shift, "%s.NS", line[0]);
                play(shift);
                snprintf(expected, sizeof expected, "[\"%s\",\"%s\",\"c3\"]", line[4], line[1]);
                is_now("pawns", expected);
                snprintf(expected, sizeof expected, "\"%s\"", line[5]);
                is_now(token, expected);
        }
}

/* Labyrinth 3.1.4: tokens */
TEST(a_token_on_the_tile_that_falls_out_comes_in_on_the_tile_pushed_in)
{
        maze("deals=off", PLAIN, 1, 1);
        set("9", "\"b1\""); /* from b4 */
        play("Nb.NS");
        is_now("9", "\"b7\"");
        is_now("14", "\"b4\""); /* from b5 */
        is_now("1", "\"b1\"");
        is_now("10", "\"c4\""); /* off the line */
        maze("deals=off", PLAIN, 1, 1);
        set("9", "\"a4\"");
        play("E4.NS");
        is_now("9", "\"g4\"");
        is_now("10", "\"b4\"");
}

/* Labyrinth 3.1.5 */
TEST(the_spare_may_not_be_pushed_back_in_where_it_just_fell_out)
{
        maze("deals=off", PLAIN, 1, 1);
        play("Nb.NS stay end");
        may_not("Sb.NS", "where it just fell out");
        may_not("Sb.EW", "where it just fell out");
        may("Nb.NS");
        assert_int_equal(count_legal(), 22);
        play("W4.EW stay wand"); /* the own wand turn too */
        is_now("barred", "\"E4\"");
        assert_null(strstr(ask("legal"), "E4"));
        assert_non_null(strstr(ask("legal"), "Sb"));
}

/* Labyrinth 3.2, 3.2.1, 3.2.3, 6.4 */
TEST(a_pawn_moves_to_a_connected_cell_or_stays)
{
        maze("deals=off", PLAIN, 1, 1);
        before_move("g3");
        may_not("g3", "stands there already");
        play("g4");
        is_now("pawns", "[\"g4\",\"g1\"]");
        does("undo");
        play("stay");
        is_now("pawns", "[\"g3\",\"g1\"]");
}

/* Labyrinth 3.2.2 */
TEST(pawns_do_not_block_and_may_share_a_cell)
{
        maze("players=3 deals=off", PLAIN, 1, 1);
        set("phase", "\"move\"", "barred", "\"Nf\"", "pawns", "[\"g3\",\"g4\",\"a1\"]");
        answers("legal", "= stay f4 g4");
        play("g4");
        is_now("pawns", "[\"g4\",\"g4\",\"a1\"]");
}

/* Labyrinth 3.3, 3.3.1, 6.5, 7.6, 7.7 */
TEST(a_player_who_moved_to_the_lowest_token_may_take_it)
{
        maze("deals=off", PLAIN, 13, 2); /* 13 lies on f4 */
        before_move("g3");
        play("f4");
        is_now("phase", "\"take\"");
        answers("legal", "= take leave");
        may_not("13", "take or leave");
        play("take");
        is_now("won", "[[13],[1,2,3,4,5,6,7,8,9,10,11,12]]");
        assert_null(strstr(value_of("tokens"), "\"13\""));
        is_now("phase", "\"wand\"");
        does("undo");
        play("leave");
        is_now("won", "[[],[1,2,3,4,5,6,7,8,9,10,11,12]]");
        is_now("13", "\"f4\"");
        is_now("phase", "\"wand\"");
}

/* Labyrinth 3.3.2 */
TEST(being_carried_or_standing_on_it_is_no_move)
{
        maze("deals=off", PLAIN, 13, 2);
        before_move("f4");
        play("stay");
        is_now("phase", "\"wand\"");
        maze("deals=off", PLAIN, 13, 2);
        set("pawns", "[\"f4\",\"g1\"]");
        play("Nf.NS");
        is_now("13", "\"f3\"");
        is_now("pawns", "[\"f3\",\"g1\"]");
        play("stay");
        is_now("phase", "\"wand\"");
}

/* Labyrinth 3.3.3 */
TEST(a_token_that_is_passed_or_not_next_cannot_be_taken)
{
        maze("deals=off", PLAIN, 12, 2);
        before_move("g3");
        play("f4"); /* 13, but 12 is next */
        is_now("phase", "\"wand\"");
        maze("deals=off", PLAIN, 13, 2);
        before_move("g3");
        play("g4");
        is_now("phase", "\"wand\"");
}

/* Labyrinth 3.4, 6.6, 6.7, 7.3, 7.8 */
TEST(once_a_turn_a_wand_buys_one_more_shift_move_and_take)
{
        maze("deals=off", PLAIN, 1, 1);
        play("Nb.NS stay");
        is_now("phase", "\"wand\"");
        answers("legal", "= end wand");
        may_not("take", "end or wand");
        play("wand");
        is_now("phase", "\"shift\"");
        is_now("player", "1");
        is_now("wands", "[2,3]");
        is_now("wand_used", "true");
        is_now("turns", "0");
        play("Nb.EW stay");
        is_now("player", "2"); /* once: the turn ends by itself */
        is_now("turns", "1");
        is_now("wand_used", "false");
        is_now("wands", "[2,3]");
}

/* Labyrinth 6.7 */
TEST(with_no_wand_left_the_turn_ends_by_itself)
{
        maze("deals=off", PLAIN, 1, 1);
        set("wands", "[0,3]");
        play("Nb.NS stay");
        is_now("player", "2");
        is_now("phase", "\"shift\"");
        maze("deals=off", PLAIN, 13, 2);
        before_move("g3");
        set("wands", "[0,3]");
        play("f4 take");
        is_now("player", "2");
}

/* --- deals --- */

/* Labyrinth 3.5, 3.5.1, 5.4, 6.2 */
TEST(before_a_shift_the_player_may_offer_wands_for_advice)
{
        maze("players=3 first=2", PLAIN, 1, 1);
        set("wands", "[3,2,3]");
        assert_non_null(strstr(ask("legal"), " W6.EW offer:1:1 offer:1:2 offer:3:1 offer:3:2"));
        assert_int_equal(count_legal(), 28);
        may_not("offer:2:1", "to an opponent");
        may_not("offer:1:3", "wands that you hold");
        may_not("offer:1:0", "an offer is");
        set("wands", "[3,0,3]");
        assert_int_equal(count_legal(), 24);
        maze("deals=off", PLAIN, 1, 1);
        assert_int_equal(count_legal(), 24);
        may_not("offer:2:1", "without deals");
}

/* Labyrinth 3.5.2, 6.3, 7.2, 7.11 */
TEST(the_opponent_refuses_or_names_a_shift_and_a_cell)
{
        maze("", PLAIN, 1, 1);
        set("pawns", "[\"g3\",\"g1\"]");
        play("offer:2:2");
        is_now("phase", "\"advise\"");
        is_now("player", "2");
        is_now("turn", "1");
        is_now("deal", "{\"with\":2,\"wands\":2,\"advice\":null}");
        assert_memory_equal(ask("legal"),
                            "= refuse advise:Nb.NS:stay advise:Nb.NS:f4 advise:Nb.NS:g4 advise:Nb.EW:stay advise:Nb.EW:f4", 92);
        may_not("advise:Nb.NS:g3", "refuse, or a legal shift");
        may_not("advise:Nb.NE:stay", "refuse, or a legal shift");
        may_not("advise:Nb.NS:a1", "refuse, or a legal shift");
        play("advise:Nb.EW:f4");
        is_now("deal", "{\"with\":2,\"wands\":2,\"advice\":\"Nb.EW:f4\"}");
        is_now("phase", "\"shift\"");
        is_now("player", "1");
        does("undo");
        play("advise:Nb.EW:stay");
        is_now("deal", "{\"with\":2,\"wands\":2,\"advice\":\"Nb.EW:stay\"}");
        does("undo");
        play("refuse");
        is_now("deal", "null");
        is_now("phase", "\"shift\"");
        is_now("player", "1");
}

/* Labyrinth 3.5.2: what was barred is barred for the adviser too */
TEST(the_adviser_names_only_a_legal_shift)
{
        maze("", PLAIN, 1, 1);
        play("Nb.NS stay end offer:1:1");
        may_not("advise:Sb.EW:stay", "a legal shift");
        may("advise:Nb.EW:stay");
}

/* Labyrinth 3.5.3 */
TEST(everybody_sees_the_advice)
{
        maze("players=3", PLAIN, 1, 1);
        play("offer:2:2 advise:Nb.EW:stay");
        for (int viewer = 0; viewer <= 3; viewer++)
                assert_non_null(strstr(ask("view %d", viewer), "\"deal\":{\"with\":2,\"wands\":2,\"advice\":\"Nb.EW:stay\"}"));
}

/* Labyrinth 3.5.4, 7.11 */
TEST(the_promised_wands_go_to_the_adviser_when_the_advice_is_followed)
{
        maze("", PLAIN, 1, 1);
        set("pawns", "[\"g3\",\"g1\"]");
        play("offer:2:2 advise:Nb.EW:f4 Nb.EW");
        is_now("wands", "[3,3]");
        is_now("deal", "{\"with\":2,\"wands\":2,\"advice\":\"Nb.EW:f4\"}");
        play("f4");
        is_now("wands", "[1,5]");
        is_now("deal", "null");
        maze("", PLAIN, 1, 1);
        play("offer:2:1 advise:Nb.EW:stay Nb.EW stay");
        is_now("wands", "[2,4]");
}

/* Labyrinth 3.5.5, 7.11, 9.4 */
TEST(nobody_pays_for_another_move_or_another_shift)
{
        maze("", PLAIN, 1, 1);
        set("pawns", "[\"g3\",\"g1\"]");
        play("offer:2:2 advise:Nb.EW:f4 Nb.EW g4");
        is_now("wands", "[3,3]");
        is_now("deal", "null");
        does("undo 2");
        play("Nb.NS"); /* another turning is another shift */
        is_now("deal", "null");
        play("f4");
        is_now("wands", "[3,3]");
        does("undo 2");
        play("Nd.EW");
        is_now("deal", "null");
}

/* Labyrinth 3.5.6 */
TEST(there_is_one_adviser_at_most_for_each_shift)
{
        maze("players=3", PLAIN, 1, 1);
        play("offer:2:1 advise:Nb.EW:stay");
        assert_int_equal(count_legal(), 24);
        may_not("offer:3:1", "one adviser at most");
        does("undo");
        play("refuse"); /* then another may be asked */
        may("offer:3:1");
        does("undo 2");
        play("offer:2:1 advise:Nb.EW:stay Nd.EW stay wand");
        may("offer:3:1"); /* and for the wand's shift */
}

/* Labyrinth 3.5.7, 7.10, 9.2 */
TEST(each_opponent_can_be_asked_once_a_turn)
{
        maze("players=3", PLAIN, 1, 1);
        play("offer:3:1");
        is_now("asked", "[3]");
        play("refuse");
        is_now("asked", "[3]");
        may_not("offer:3:1", "not yet asked this turn");
        play("offer:2:1 refuse");
        is_now("asked", "[2,3]");
        assert_int_equal(count_legal(), 24);
        play("Nb.NS stay wand");
        is_now("asked", "[2,3]");
        assert_null(strstr(ask("legal"), "offer"));
        play("Nb.EW stay");
        is_now("asked", "[]");
        may("offer:3:1");
}

/* Labyrinth 9.5 */
TEST(the_payment_comes_before_take_and_wand)
{
        maze("", PLAIN, 13, 2);
        set("pawns", "[\"g3\",\"g1\"]");
        set("wands", "[1,3]");
        play("offer:2:1 advise:Nb.EW:f4 Nb.EW f4");
        is_now("phase", "\"take\"");
        is_now("wands", "[0,4]");
        play("take");
        is_now("player", "2"); /* there is no wand to ask for */
        is_now("turns", "1");
}

/* --- 4. the end --- */

/* Labyrinth 4.1, 7.12, 7.13 */
TEST(the_game_is_over_as_soon_as_25_is_taken)
{
        maze("deals=off", PLAIN, 21, 2);
        set("phase", "\"move\"", "barred", "\"Nf\"", "25", "\"g4\"", "pawns", "[\"g3\",\"g1\"]");
        play("g4");
        is_now("phase", "\"take\"");
        play("take");
        is_now("phase", "\"over\"");
        is_now("player", "0");
        is_now("turn", "1");
        is_now("turns", "0");
        is_now("won", "[[25],[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]]");
        is_now("tokens", "{}");
        answers("turn", "= over");
        answers("legal", "=");
        may_not("stay", "the game is over");
}

/* Labyrinth 4.2, 5.5, 7.12, 7.13, 9.3 */
TEST(the_game_is_over_when_as_many_turns_as_the_limit_have_ended)
{
        maze("limit=2 players=3", PLAIN, 1, 1);
        play("Nb.NS stay end");
        is_now("phase", "\"shift\"");
        play("offer:3:1 refuse Nb.EW stay wand Nd.NE stay");
        is_now("phase", "\"over\"");
        is_now("player", "0");
        is_now("turn", "2");
        is_now("turns", "2");
        is_now("wand_used", "true");
        is_now("asked", "[3]");
        is_now("barred", "\"Sd\"");
        maze("limit=0 deals=off", PLAIN, 1, 1);
        while (strcmp(value_of("turns"), "60") != 0) {
                char first[64];

                assert_int_equal(sscanf(ask("legal"), "= %63s", first), 1); /* never over */
                play(first);
        }
}

/* Labyrinth 4.3, 4.4, 4.5 */
TEST(points_are_tokens_and_20_for_each_on_the_formula_and_3_for_each_wand)
{
        maze("", PLAIN, 1, 1);
        answers("score", "= {\"points\":[9,9],\"winners\":[]}");
        set("wands", "[1,0]");
        answers("score", "= {\"points\":[3,0],\"winners\":[]}");
        maze("", PLAIN, 6, 1);
        set("formulas", "[[2,4,15],[5,8,19]]", "wands", "[0,0]");
        answers("score", "= {\"points\":[55,0],\"winners\":[]}"); /* 1+2+3+4+5, and 2 and 4 on the card */
        set("formulas", "[[5,8,19],[2,4,15]]");
        answers("score", "= {\"points\":[35,0],\"winners\":[]}");
        set("won", "[[1,2],[3,4,5]]");
        answers("score", "= {\"points\":[3,32],\"winners\":[]}"); /* the other's card is worth nothing */
}

/* Labyrinth 4.3, 4.4: token 25 */
TEST(token_25_counts_25_and_is_on_its_formula_cards)
{
        maze("deals=off", PLAIN, 21, 2);
        set("phase", "\"move\"", "barred", "\"Nf\"", "25", "\"g4\"", "pawns", "[\"g3\",\"g1\"]", "wands", "[0,0]", "formulas",
            "[[2,16,25],[9,11,20]]");
        play("g4 take");
        answers("score", "= {\"points\":[45,270],\"winners\":[2]}"); /* 25 + 20; 210 + 3 * 20 */
}

/* Labyrinth 4.6, 4.7 */
TEST(most_points_win_and_a_tie_is_a_shared_win)
{
        maze("limit=1 players=3 deals=off", PLAIN, 1, 1);
        play("Nb.NS stay end");
        answers("score", "= {\"points\":[9,9,9],\"winners\":[1,2,3]}");
        set("wands", "[2,3,3]");
        answers("score", "= {\"points\":[6,9,9],\"winners\":[2,3]}");
        set("wands", "[0,1,0]");
        answers("score", "= {\"points\":[0,3,0],\"winners\":[2]}");
}

/* Labyrinth 9.6 */
TEST(taking_25_in_the_last_turn_of_the_limit_ends_the_game_by_the_token)
{
        maze("deals=off limit=1", PLAIN, 21, 2);
        set("phase", "\"move\"", "barred", "\"Nf\"", "25", "\"g4\"", "pawns", "[\"g3\",\"g1\"]");
        play("g4 take");
        is_now("phase", "\"over\"");
        is_now("turns", "0");
}

/* Labyrinth 9.1 */
TEST(the_move_is_asked_even_where_stay_is_the_only_one)
{
        maze("deals=off", PLAIN, 1, 1);
        set("pawns", "[\"e3\",\"g1\"]"); /* ┤ under ┘, over ┐, beside │ */
        play("Nb.NS");
        is_now("phase", "\"move\"");
        answers("legal", "= stay");
}

/* --- 5. options --- */

/* Labyrinth 5.1, 5.2, 5.3, 5.4, 5.5, 5.6 */
TEST(options_have_their_values_and_defaults)
{
        does("new labyrinth");
        is_now("players", "2");
        is_now("options", "{\"tiles\":\"crazy\",\"start\":\"corners\",\"deals\":\"wands\",\"limit\":0,\"first\":1}");
        does("new labyrinth players=4 tiles=master start=inner deals=off limit=9999 first=4");
        is_now("players", "4");
        is_now("options", "{\"tiles\":\"master\",\"start\":\"inner\",\"deals\":\"off\",\"limit\":9999,\"first\":4}");
        refuses("new labyrinth players=1", "players is a number from 2 to 4");
        refuses("new labyrinth players=5", "players is a number from 2 to 4");
        refuses("new labyrinth tiles=mad", "tiles is crazy or master");
        refuses("new labyrinth start=middle", "start is corners or inner");
        refuses("new labyrinth deals=yes", "deals is wands or off");
        refuses("new labyrinth limit=10000", "limit is a number from 0 to 9999");
        refuses("new labyrinth limit=-1", "limit is a number from 0 to 9999");
        refuses("new labyrinth limit=01", "limit is a number from 0 to 9999");
        refuses("new labyrinth limit=1x", "limit is a number from 0 to 9999");
        refuses("new labyrinth limit=", "limit is a number from 0 to 9999");
        refuses("new labyrinth first=3", "first is a number from 1 to the number of players");
        refuses("new labyrinth cover_own=no", "labyrinth has no option cover_own");
}

/* --- 7. state --- */

/* Labyrinth 7.14, 7.14.1, 7.14.2, 7.14.3, 7.14.4 */
TEST(invalid_mazes_and_tokens_are_refused)
{
        maze("", PLAIN, 3, 1);
        set("formulas", "[[2,4,15],[5,8,19]]");
        cannot_be("not as many of each shape", "spare", "\"corner\"");
        cannot_be("not as many of each shape", "spare", "\"tee\"");
        cannot_be("not as many of each shape", "tiles", "\"master\"");
        cannot_be("straight corner tee", "spare", "\"cross\"");
        {
                char tiles[MAX_STATE_TEXT];

                snprintf(tiles, sizeof tiles, "%s", value_of("maze"));
                memcpy(strstr(tiles, "\"NE\""), "\"ES\"", 4); /* a1 */
                cannot_be("a fixed tile has moved", "maze", tiles);
        }
        cannot_be("each on a cell of its own", "3", "\"e2\"");
        cannot_be("on a fixed tile", "3", "\"a1\"");
        cannot_be("a token is missing", "won", "[[1],[]]");
        cannot_be("taken twice", "won", "[[1,2],[2]]");
        cannot_be("in two places", "won", "[[1,2],[3]]");
        cannot_be("ascending", "won", "[[2,1],[]]");
        cannot_be("1 to 20 and 25", "won", "[[1,2,22],[]]");
        cannot_be("a number within", "won", "[[1,2,26],[]]");
        cannot_be("be 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 25,", "tokens", "{\"22\":\"b2\"}");
        cannot_be("19 20 25", "tokens", "{\"0\":\"b2\"}");
        cannot_be("a cell of its own", "tokens", "{\"3\":\"d2\",\"4\":\"d2\"}");
        cannot_be("names in their order", "tokens", "{\"4\":\"e2\",\"3\":\"d2\"}");
        cannot_be("before a lower one", "won", "[[1,3],[]]", "3", "\"d2\"", "tokens",
                  "{\"2\":\"c2\",\"4\":\"e2\",\"5\":\"f2\",\"6\":\"b3\",\"7\":\"d3\",\"8\":\"f3\",\"9\":\"b4\",\"10\":\"c4\","
                  "\"11\":\"d4\",\"12\":"
                  "\"e4\",\"13\":\"f4\",\"14\":\"b5\",\"15\":\"d5\",\"16\":\"f5\",\"17\":\"b6\",\"18\":\"c6\",\"19\":\"d6\",\"20\":"
                  "\"e6\",\"25\":"
                  "\"f6\"}");
        cannot_be("same formula card", "formulas", "[[2,4,15],[2,4,15]]");
        cannot_be("three numbers of a formula card", "formulas", "[[2,4,16],[5,8,19]]");
        cannot_be("three numbers of a formula card", "formulas", "[[],[5,8,19]]");
        cannot_be("ascending", "formulas", "[[4,2,15],[5,8,19]]");
        cannot_be("is not given", "formulas", "[[2,4,15],null]");
        cannot_be("more wands than three", "wands", "[4,3]");
        set("wands", "[0,6]");
        cannot_be("more wands than three", "wand_used", "true", "barred", "\"Nb\"");
        cannot_be("a number within", "wands", "[0,13]");
        cannot_be("true or false", "wand_used", "1");
}

/* Labyrinth 7.14.5, 7.14.6, 7.14.7, 7.14.8, 7.14.11 */
TEST(invalid_deals_are_refused)
{
        maze("players=3", PLAIN, 1, 1);
        set("pawns", "[\"g3\",\"g1\",\"a1\"]");
        cannot_be("only opponents are asked", "asked", "[1]");
        cannot_be("a number within", "asked", "[4]");
        cannot_be("a number within", "asked", "[3,2]");
        cannot_be("advice is awaited", "deal", "{\"with\":2,\"wands\":1,\"advice\":null}", "asked", "[2]");
        cannot_be("was not asked", "deal", "{\"with\":2,\"wands\":1,\"advice\":\"Nb.EW:f4\"}", "asked", "[3]");
        cannot_be("only the adviser decides", "player", "2");
        set("deal", "{\"with\":2,\"wands\":1,\"advice\":\"Nb.EW:f4\"}", "asked", "[2]");
        cannot_be("without deals", "deals", "\"off\"");
        cannot_be("wands that the player does not have", "wands", "[0,3,3]");
        cannot_be("a number within", "deal", "{\"with\":2,\"wands\":0,\"advice\":\"Nb.EW:f4\"}");
        cannot_be("not a legal shift", "deal", "{\"with\":2,\"wands\":1,\"advice\":\"Nb.NE:f4\"}");
        cannot_be("does not connect", "deal", "{\"with\":2,\"wands\":1,\"advice\":\"Nb.EW:a1\"}");
        cannot_be("does not connect", "deal", "{\"with\":2,\"wands\":1,\"advice\":\"Nb.EW:g3\"}");
        cannot_be("a name that the rules know", "deal", "{\"with\":2,\"wands\":1,\"advice\":\"Nb.EW:h3\"}");
        cannot_be("not a legal shift", "turns", "3", "barred", "\"Nb\"");
        cannot_be("advice is awaited", "phase", "\"advise\"", "player", "2");
        play("Nb.EW");
        cannot_be("the shift made is not the one advised", "deal", "{\"with\":2,\"wands\":1,\"advice\":\"Nb.NS:f4\"}");
        cannot_be("the shift made is not the one advised", "deal", "{\"with\":2,\"wands\":1,\"advice\":\"Nd.EW:f4\"}");
        cannot_be("does not connect", "deal", "{\"with\":2,\"wands\":1,\"advice\":\"Nb.EW:a1\"}");
        cannot_be("lasts longer", "phase", "\"wand\"");
        does("undo");
        set("deal", "null");
        play("offer:3:1");
        cannot_be("only the adviser decides", "player", "2");
        cannot_be("only the adviser decides", "player", "1");
}

/* Labyrinth 7.14.9, 7.14.10, 7.14.11, 7.14.12, 7.14.13, 7.14.14 */
TEST(invalid_turns_are_refused)
{
        maze("players=3 limit=5", PLAIN, 1, 1);
        cannot_be("the game is not over yet", "phase", "\"over\"", "player", "0", "barred", "\"Nb\"");
        cannot_be("another player's turn", "turn", "2", "player", "2");
        cannot_be("another player's turn", "turns", "1", "barred", "\"Nb\"");
        cannot_be("before the first shift no push is barred", "barred", "\"Nb\"");
        cannot_be("after a shift one push is barred", "turns", "3");
        cannot_be("after a shift one push is barred", "phase", "\"move\"");
        cannot_be("Nb Nd Nf", "barred", "\"Na\"");
        cannot_be("does not stand on the token", "phase", "\"take\"", "barred", "\"Nb\"");
        cannot_be("the game is over", "turns", "5", "barred", "\"Nb\"", "turn", "3", "player", "3");
        cannot_be("more turns have ended", "turns", "6", "barred", "\"Nb\"");
        set("turns", "3", "barred", "\"Nb\"");
        set("phase", "\"wand\"");
        cannot_be("a wand can be used once", "wand_used", "true", "wands", "[2,3,3]");
        cannot_be("a wand can be used once", "wands", "[0,3,3]");
        maze("deals=off", PLAIN, 21, 2);
        cannot_be("the game is over", "tokens", "{}", "won", "[[25],[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]]");
}

/* --- the tree --- */

/* Labyrinth 3.1.1, 3.2.1, 3.4: the same as by another program */
TEST(perft_matches_another_program)
{
        maze("deals=off", PLAIN, 1, 1);
        answers("perft 1", "= 24");
        answers("perft 2", "= 426");
        answers("perft 4", "= 29192");
        maze("players=3 limit=1", PLAIN, 13, 2);
        set("pawns", "[\"g3\",\"g1\",\"a1\"]", "wands", "[1,3,3]");
        answers("perft 2", "= 338");
        answers("perft 3", "= 5650");
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                RUNS(a_state_is_written_with_its_keys_in_order),
                RUNS(cells_are_connected_when_both_are_open_towards_each_other),
                RUNS(passages_lead_north_east_south_and_west),
                RUNS(the_tiles_on_odd_rows_and_columns_are_fixed),
                RUNS(thirty_four_loose_tiles_are_dealt_and_one_is_left_over),
                RUNS(the_tokens_lie_on_the_loose_cells_inside),
                RUNS(pawns_start_on_the_corners),
                RUNS(pawns_start_inside_with_start_inner),
                RUNS(every_player_has_three_wands),
                RUNS(every_player_has_one_of_the_21_formula_cards),
                RUNS(only_its_owner_sees_a_formula_card),
                RUNS(all_cards_are_seen_when_the_game_is_over),
                RUNS(all_is_dealt_from_the_seed_and_there_is_no_chance_after_it),
                RUNS(the_player_named_by_first_begins_and_turns_pass_on),
                RUNS(a_shift_pushes_a_line_on_and_the_tile_that_falls_out_is_the_spare),
                RUNS(the_spare_is_pushed_in_at_twelve_places_turned_any_way),
                RUNS(pawns_and_tokens_ride_and_come_in_again_where_the_tile_went_in),
                RUNS(a_token_on_the_tile_that_falls_out_comes_in_on_the_tile_pushed_in),
                RUNS(the_spare_may_not_be_pushed_back_in_where_it_just_fell_out),
                RUNS(a_pawn_moves_to_a_connected_cell_or_stays),
                RUNS(pawns_do_not_block_and_may_share_a_cell),
                RUNS(a_player_who_moved_to_the_lowest_token_may_take_it),
                RUNS(being_carried_or_standing_on_it_is_no_move),
                RUNS(a_token_that_is_passed_or_not_next_cannot_be_taken),
                RUNS(once_a_turn_a_wand_buys_one_more_shift_move_and_take),
                RUNS(with_no_wand_left_the_turn_ends_by_itself),
                RUNS(before_a_shift_the_player_may_offer_wands_for_advice),
                RUNS(the_opponent_refuses_or_names_a_shift_and_a_cell),
                RUNS(the_adviser_names_only_a_legal_shift),
                RUNS(everybody_sees_the_advice),
                RUNS(the_promised_wands_go_to_the_adviser_when_the_advice_is_followed),
                RUNS(nobody_pays_for_another_move_or_another_shift),
                RUNS(there_is_one_adviser_at_most_for_each_shift),
                RUNS(each_opponent_can_be_asked_once_a_turn),
                RUNS(the_payment_comes_before_take_and_wand),
                RUNS(the_game_is_over_as_soon_as_25_is_taken),
                RUNS(the_game_is_over_when_as_many_turns_as_the_limit_have_ended),
                RUNS(points_are_tokens_and_20_for_each_on_the_formula_and_3_for_each_wand),
                RUNS(token_25_counts_25_and_is_on_its_formula_cards),
                RUNS(most_points_win_and_a_tie_is_a_shared_win),
                RUNS(taking_25_in_the_last_turn_of_the_limit_ends_the_game_by_the_token),
                RUNS(the_move_is_asked_even_where_stay_is_the_only_one),
                RUNS(options_have_their_values_and_defaults),
                RUNS(invalid_mazes_and_tokens_are_refused),
                RUNS(invalid_deals_are_refused),
                RUNS(invalid_turns_are_refused),
                RUNS(perft_matches_another_program),
        };

        return cmocka_run_group_tests_name("Labyrinth", tests, NULL, NULL);
}
