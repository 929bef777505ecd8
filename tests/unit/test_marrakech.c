/* Marrakech: every rule of docs/marrakech.md, by its number. */
#include "driver.h"

/* --- boards ---
 *
 * A square is drawn as seven rows, north first. A dot is an empty cell; the letters are the carpets in the
 * order in which they were laid, a for the one with the number `from`. Whose they are follows from the
 * turns. With two players a capital letter is the second of the player's colours. Carpets that do not show
 * lie under others. */

static const char *const COLOUR[] = { "red", "yellow", "blue", "brown" };

static int number_at(const char *picture, int from, int cell)
{
        char c = picture[8 * (6 - cell / 7) + cell % 7];

        return c == '.' ? 0 : from + (c | ' ') - 'a';
}

/* The colour of a carpet: its player's, or with two players the first or second of that player's two. */
static int colour_of(int number, int players, int first, int second)
{
        int player = (first - 1 + number - 1) % players;

        return players == 2 ? 2 * player + second : player;
}

/* A game with these options, on this square, with Assam here; the player to move follows from the carpets laid. */
#define square(options, picture, from, phase, assam, facing)                                                                       \
        draw_square(options, picture, from, phase, assam, facing, __FILE__, __LINE__)

static void draw_square(const char *options, const char *picture, int from, const char *phase, const char *assam,
                        const char *facing, const char *file, int line)
{
        int players, first, laid = 0, left[4], player, second[49] = { 0 }, drawn = -1;
        char cells[1500] = "{", carpets[200], laid_text[12], player_text[12], quoted[3][12], drawn_text[12] = "null", command[200];

        snprintf(command, sizeof command, "new marrakech %s", options);
        driver_answers(command, "=", file, line);
        players = atoi(value_of("players"));
        first = atoi(value_of("first"));
        for (int cell = 0; cell < 49; cell++) {
                int number = number_at(picture, from, cell);

                if (number == 0)
                        continue;
                laid = number > laid ? number : laid;
                second[number] = picture[8 * (6 - cell / 7) + cell % 7] < 'a';
                snprintf(cells + strlen(cells), sizeof cells - strlen(cells), "%s\"%c%c\":\"%s.%d\"", cells[1] ? "," : "",
                         'a' + cell % 7, '1' + cell / 7, COLOUR[colour_of(number, players, first, second[number])], number);
        }
        strcat(cells, "}");
        for (int colour = 0; colour < 4; colour++)
                left[colour] = players == 3 ? 15 : 12;
        for (int number = 1; number <= laid; number++) {
                if (number < from) /* under the others: either colour, alternating */
                        second[number] = (number - 1) / 2 % 2;
                left[colour_of(number, players, first, second[number])]--;
        }
        if (players == 2)
                snprintf(carpets, sizeof carpets, "[{\"red\":%d,\"yellow\":%d},{\"blue\":%d,\"brown\":%d}]", left[0], left[1],
                         left[2], left[3]);
        else if (players == 3)
                snprintf(carpets, sizeof carpets, "[{\"red\":%d},{\"yellow\":%d},{\"blue\":%d}]", left[0], left[1], left[2]);
        else
                snprintf(carpets, sizeof carpets, "[{\"red\":%d},{\"yellow\":%d},{\"blue\":%d},{\"brown\":%d}]", left[0], left[1],
                         left[2], left[3]);
        player = (first - 1 + laid) % players;
        snprintf(player_text, sizeof player_text, "%d", strcmp(phase, "over") == 0 ? 0 : player + 1);
        if (strcmp(phase, "orient") == 0 && strstr(options, "orient=after"))
                snprintf(player_text, sizeof player_text, "%d", (player + players - 1) % players + 1);
        else if (players == 2 && strcmp(phase, "draw") != 0 && strcmp(phase, "over") != 0)
                drawn = left[2 * player] ? 2 * player : 2 * player + 1;
        if (drawn >= 0)
                snprintf(drawn_text, sizeof drawn_text, "\"%s\"", COLOUR[drawn]);
        snprintf(laid_text, sizeof laid_text, "%d", laid);
        snprintf(quoted[0], sizeof quoted[0], "\"%s\"", phase);
        snprintf(quoted[1], sizeof quoted[1], "\"%s\"", assam);
        snprintf(quoted[2], sizeof quoted[2], "\"%s\"", facing);
        driver_set(file, line, "phase", quoted[0], "player", player_text, "assam", quoted[1], "facing", quoted[2], "cells", cells,
                   "laid", laid_text, "carpets", carpets, "drawn", drawn_text, (const char *)NULL);
}

static const char EMPTY[] = "....... ....... ....... ....... ....... ....... .......";

/* Where one step takes Assam from a cell with this heading: "b7S". */
static const char *one_step(const char *from)
{
        static char to[8];
        char cell[8], facing[8];

        snprintf(cell, sizeof cell, "\"%.2s\"", from);
        snprintf(facing, sizeof facing, "\"%c\"", from[2]);
        set("phase", "\"roll\"", "player", "1", "assam", cell, "facing", facing);
        play("1");
        snprintf(to, sizeof to, "%.2s%c", value_of("assam") + 1, value_of("facing")[1]);
        ask("undo");
        return to;
}

/* Pairs of "from" and "to". */
static void steps(const char *const *pairs)
{
        does("new marrakech");
        for (; *pairs; pairs += 2)
                assert_string_equal(one_step(pairs[0]), pairs[1]);
}

/* What the player to roll pays for it. */
static int paid_after(const char *roll)
{
        int player = atoi(value_of("player")), before, after;
        const char *purse = value_of("dirhams");

        for (int p = 1; p < player; p++)
                purse = strchr(purse + 1, ',');
        before = atoi(purse + 1);
        play(roll);
        purse = value_of("dirhams");
        for (int p = 1; p < player; p++)
                purse = strchr(purse + 1, ',');
        after = atoi(purse + 1);
        return before - after;
}

/* --- 1. the square and Assam --- */

/* Marrakech 1.1, 1.2, 8.2 */
TEST(cells_are_named_by_column_and_row_and_listed_row_by_row_from_the_south_west)
{
        square("",
               "aa....d "
               "......d "
               "....... "
               "....... "
               "....... "
               "b...... "
               "b....cc ",
               1, "orient", "d4", "S");
        is_now("cells", "{\"a1\":\"yellow.2\",\"f1\":\"blue.3\",\"g1\":\"blue.3\",\"a2\":\"yellow.2\",\"g6\":\"brown.4\","
                        "\"a7\":\"red.1\",\"b7\":\"red.1\",\"g7\":\"brown.4\"}");
        cannot_be("a name that the rules know", "assam", "\"h1\"");
        cannot_be("a name that the rules know", "assam", "\"a8\"");
        cannot_be("names in their order", "cells", "{\"a2\":\"red.1\",\"a1\":\"red.1\"}", "laid", "1");
}

/* Marrakech 1.3 */
TEST(north_is_towards_row_7_and_east_towards_column_g)
{
        static const char *const INSIDE[] = { "d4N", "d5N", "d4E", "e4E", "d4S", "d3S", "d4W", "c4W", NULL };

        steps(INSIDE);
}

/* Marrakech 1.4 */
TEST(assam_starts_on_d4_facing_south)
{
        for (int players = 2; players <= 4; players++) {
                assert_string_equal(ask("new marrakech players=%d", players), "=");
                is_now("assam", "\"d4\"");
                is_now("facing", "\"S\"");
        }
}

/* Marrakech 1.5, 1.5.1, 1.5.2 */
TEST(the_loops_in_the_north_join_a_b_and_c_d_and_e_f_and_turn_him_west_at_g7)
{
        static const char *const NORTH[] = { "a7N", "b7S", "b7N", "a7S", "c7N", "d7S", "d7N", "c7S",
                                             "e7N", "f7S", "f7N", "e7S", "g7N", "g7W", NULL };

        steps(NORTH);
}

/* Marrakech 1.5, 1.5.3, 1.5.4 */
TEST(the_loops_in_the_east_join_6_5_and_4_3_and_2_1_and_turn_him_south_at_g7)
{
        static const char *const EAST[] = { "g6E", "g5W", "g5E", "g6W", "g4E", "g3W", "g3E", "g4W",
                                            "g2E", "g1W", "g1E", "g2W", "g7E", "g7S", NULL };

        steps(EAST);
}

/* Marrakech 1.5, 1.5.5, 1.5.6 */
TEST(the_loops_in_the_south_join_b_c_and_d_e_and_f_g_and_turn_him_east_at_a1)
{
        static const char *const SOUTH[] = { "b1S", "c1N", "c1S", "b1N", "d1S", "e1N", "e1S", "d1N",
                                             "f1S", "g1N", "g1S", "f1N", "a1S", "a1E", NULL };

        steps(SOUTH);
}

/* Marrakech 1.5, 1.5.7, 1.5.8 */
TEST(the_loops_in_the_west_join_7_6_and_5_4_and_3_2_and_turn_him_north_at_a1)
{
        static const char *const WEST[] = { "a7W", "a6E", "a6W", "a7E", "a5W", "a4E", "a4W", "a5E",
                                            "a3W", "a2E", "a2W", "a3E", "a1W", "a1N", NULL };

        steps(WEST);
}

/* Marrakech 1.6 */
TEST(coming_back_he_goes_on_in_the_new_direction_with_the_steps_left)
{
        square("", EMPTY, 1, "roll", "c6", "N");
        play("4");
        is_now("assam", "\"d5\""); /* c7, d7 by the loop, d6, d5 */
        is_now("facing", "\"S\"");
        square("", EMPTY, 1, "roll", "g7", "N");
        play("3");
        is_now("assam", "\"e7\""); /* turned on the spot, f7, e7 */
        is_now("facing", "\"W\"");
}

/* Marrakech 1.7 */
TEST(one_step_is_one_to_one)
{
        char reached[49 * 4][4], from[4] = "a1N";
        int count = 0;

        does("new marrakech");
        for (int cell = 0; cell < 49; cell++)
                for (int facing = 0; facing < 4; facing++) {
                        from[0] = (char)('a' + cell % 7);
                        from[1] = (char)('1' + cell / 7);
                        from[2] = "NESW"[facing];
                        memcpy(reached[count], one_step(from), 4);
                        for (int i = 0; i < count; i++)
                                assert_string_not_equal(reached[i], reached[count]);
                        count++;
                }
}

/* --- 2. setup --- */

/* Marrakech 2.1 */
TEST(everybody_has_30_dirhams)
{
        does("new marrakech");
        is_now("dirhams", "[30,30,30,30]");
        does("new marrakech players=3");
        is_now("dirhams", "[30,30,30]");
        does("new marrakech players=2");
        is_now("dirhams", "[30,30]");
}

/* Marrakech 2.2, 8.3 */
TEST(a_carpet_is_two_cells_long)
{
        does("new marrakech");
        play("S 1 d2e2");
        is_now("cells", "{\"d2\":\"red.1\",\"e2\":\"red.1\"}");
        is_now("laid", "1");
}

/* Marrakech 2.3, 2.4, 2.5, 8.4 */
TEST(carpets_are_dealt_by_the_number_of_players)
{
        does("new marrakech players=4");
        is_now("carpets", "[{\"red\":12},{\"yellow\":12},{\"blue\":12},{\"brown\":12}]");
        does("new marrakech players=3");
        is_now("carpets", "[{\"red\":15},{\"yellow\":15},{\"blue\":15}]");
        does("new marrakech players=2");
        is_now("carpets", "[{\"red\":12,\"yellow\":12},{\"blue\":12,\"brown\":12}]");
}

/* Marrakech 2.3, 2.4: the players' colours */
TEST(each_player_lays_the_own_colour)
{
        does("new marrakech");
        play("S 1 d2e2 S 1 d1e1 E 1 f2g2 N 2 e5f5");
        is_now("cells",
               "{\"d1\":\"yellow.2\",\"e1\":\"yellow.2\",\"d2\":\"red.1\",\"e2\":\"red.1\",\"f2\":\"blue.3\",\"g2\":\"blue.3\","
               "\"e5\":\"brown.4\",\"f5\":\"brown.4\"}");
}

/* --- 3. the order of play --- */

/* Marrakech 3.1, 6.5 */
TEST(the_player_named_by_first_begins)
{
        does("new marrakech first=3");
        is_now("player", "3");
        answers("turn", "= player 3");
        does("new marrakech");
        is_now("player", "1");
}

/* Marrakech 3.2, 8.7 */
TEST(the_turn_passes_to_the_next_number_and_from_the_last_to_1)
{
        does("new marrakech players=3 first=2");
        play("S 1 d2e2");
        is_now("player", "3");
        play("S 1 d1e1");
        is_now("player", "1");
        play("E 1");
        is_now("player", "1");
}

/* Player 2 stands on red with nothing to pay. */
static void two_is_bankrupt(const char *options)
{
        square(options,
               "....... "
               "....... "
               "....... "
               "....... "
               "...a... "
               "...a... "
               "....... ",
               1, "roll", "d4", "S");
        if (strstr(options, "players=2"))
                set("dirhams", "[60,0]");
        else if (strstr(options, "players=3"))
                set("dirhams", "[30,1,59]");
        else
                set("dirhams", "[30,1,30,59]");
        play("1");
}

/* Marrakech 3.3 */
TEST(players_who_are_out_are_passed_over)
{
        two_is_bankrupt("players=3");
        is_now("player", "3");
        play("E 1 e2f2");
        is_now("player", "1");
        play("N 1 e5f5");
        is_now("player", "3");
}

/* --- 4. a turn --- */

/* Marrakech 4.0, 7.1, 8.5 */
TEST(two_players_draw_the_carpet_first_by_what_is_left_of_each_colour)
{
        does("new marrakech players=2 first=2");
        answers("turn", "= chance");
        answers("chance", "= blue:12 brown:12");
        is_now("drawn", "null");
        play("brown");
        is_now("drawn", "\"brown\"");
        is_now("phase", "\"orient\"");
        is_now("carpets", "[{\"red\":12,\"yellow\":12},{\"blue\":12,\"brown\":12}]");
        play("S 1 d2e2");
        is_now("drawn", "null");
        is_now("cells", "{\"d2\":\"brown.1\",\"e2\":\"brown.1\"}");
        is_now("carpets", "[{\"red\":12,\"yellow\":12},{\"blue\":12,\"brown\":11}]");
        answers("chance", "= red:12 yellow:12");
        play("yellow E 1 e4f4");
        answers("chance", "= blue:12 brown:11");
        does("new marrakech players=3");
        is_now("phase", "\"orient\"");
        answers("turn", "= player 1");
}

/* Marrakech 4.1, 4.1.1, 4.1.2, 7.2 */
TEST(assam_is_turned_left_or_right_or_goes_straight_on_but_never_right_round)
{
        does("new marrakech");
        answers("legal", "= E S W");
        may_not("N", "never right round");
        set("facing", "\"N\"");
        answers("legal", "= N E W");
        set("facing", "\"E\"");
        answers("legal", "= N E S");
        set("facing", "\"W\"");
        answers("legal", "= N S W");
        play("S");
        is_now("facing", "\"S\"");
        is_now("phase", "\"roll\"");
}

/* Marrakech 4.2, 4.2.1, 7.3 */
TEST(the_die_has_the_faces_1_2_2_3_3_4)
{
        does("new marrakech");
        play("S");
        answers("turn", "= chance");
        answers("legal", "= 1 2 3 4");
        answers("chance", "= 1:1 2:2 3:2 4:1");
        may_not("5", "1, 2, 3 or 4");
        may_not("0", "1, 2, 3 or 4");
}

/* Marrakech 4.2.2 */
TEST(assam_moves_as_many_steps_as_were_rolled)
{
        does("new marrakech");
        play("E 1");
        is_now("assam", "\"e4\"");
        does("undo");
        play("2");
        is_now("assam", "\"f4\"");
        does("undo");
        play("3");
        is_now("assam", "\"g4\"");
        does("undo");
        play("4");
        is_now("assam", "\"g3\"");
        is_now("facing", "\"W\"");
        is_now("phase", "\"lay\"");
        is_now("player", "1");
}

/* Marrakech 4.3, 4.3.1 */
TEST(the_owner_of_the_carpet_is_paid_a_dirham_for_each_cell_of_the_group)
{
        square("",
               "....... "
               "....... "
               "....... "
               "....... "
               "...aa.. "
               "...ee.. "
               "....... ",
               1, "roll", "d4", "S");
        is_now("player", "2");
        play("1");
        is_now("dirhams", "[34,26,30,30]");
        is_now("phase", "\"lay\"");
}

/* Marrakech 4.3.2 */
TEST(a_patch_is_joined_by_edges_not_corners)
{
        square("",
               "....... "
               "....... "
               "....... "
               "....... "
               "...aa.. "
               ".ee.... "
               "....... ",
               1, "roll", "d4", "S");
        assert_int_equal(paid_after("1"), 2);
        square("",
               "....... "
               "....... "
               "....... "
               ".....ee "
               "...aa.. "
               "....... "
               "....... ",
               1, "roll", "d4", "S");
        assert_int_equal(paid_after("1"), 2);
}

/* Marrakech 4.3.2 */
TEST(a_patch_does_not_go_round_the_edge_of_the_square)
{
        square("",
               "....... "
               "....... "
               "....... "
               "....... "
               ".....aa "
               "ee..... "
               "....... ",
               1, "roll", "g4", "S");
        assert_int_equal(paid_after("1"), 2);
        square("",
               "....... "
               "....... "
               "....... "
               "ee..... "
               ".....aa "
               "....... "
               "....... ",
               1, "roll", "g4", "S");
        assert_int_equal(paid_after("1"), 2);
        square("",
               "....... "
               "....... "
               "....... "
               "....... "
               "aa..... "
               ".....ee "
               "....... ",
               1, "roll", "a4", "S");
        assert_int_equal(paid_after("1"), 2);
}

/* Marrakech 4.3.2 */
TEST(a_patch_winds_through_all_cells_that_connect)
{
        square("",
               "a...... "
               "a...... "
               "ee..... "
               ".i..... "
               ".i..... "
               ".mm.... "
               ".....qq ",
               1, "roll", "c1", "N");
        is_now("player", "2");
        assert_int_equal(paid_after("1"), 8);
}

/* Marrakech 4.3.3 */
TEST(an_empty_cell_costs_nothing)
{
        square("",
               "....... "
               "....... "
               "....... "
               "....... "
               "...aa.. "
               "....... "
               "....... ",
               1, "roll", "c4", "S");
        assert_int_equal(paid_after("1"), 0);
        is_now("phase", "\"lay\"");
}

/* Marrakech 4.3.4 */
TEST(an_own_carpet_of_either_own_colour_costs_nothing)
{
        square("players=2",
               "....... "
               "....... "
               "....... "
               "aaBBCCD "
               "......D "
               "....... "
               "....... ",
               1, "roll", "a5", "S");
        is_now("player", "1");
        assert_int_equal(paid_after("1"), 0); /* red */
        set("phase", "\"roll\"", "assam", "\"e5\"", "facing", "\"S\"");
        assert_int_equal(paid_after("1"), 0); /* yellow */
        set("phase", "\"roll\"", "assam", "\"c5\"", "facing", "\"S\"");
        assert_int_equal(paid_after("1"), 2); /* brown is the other's */
        set("phase", "\"roll\"", "assam", "\"a5\"", "facing", "\"S\"", "dirhams", "[0,60]");
        assert_int_equal(paid_after("1"), 0);
        is_now("out", "[false,false]"); /* a player with nothing left is not out because of it */
}

/* Marrakech 4.3.5, 4.3.6 */
TEST(a_player_who_cannot_pay_in_full_pays_what_is_left_and_is_out)
{
        two_is_bankrupt("");
        is_now("dirhams", "[31,0,30,59]");
        is_now("out", "[false,true,false,false]");
        is_now("laid", "1");
        is_now("player", "3");
        is_now("phase", "\"orient\"");
        is_now("assam", "\"d3\"");
}

/* Marrakech 4.3.5, 8.5: with two players the carpet drawn is put back */
TEST(the_carpet_drawn_is_none_as_soon_as_its_player_is_out)
{
        two_is_bankrupt("players=2");
        is_now("drawn", "null");
        is_now("phase", "\"over\"");
        is_now("carpets", "[{\"red\":11,\"yellow\":12},{\"blue\":12,\"brown\":12}]");
}

/* Marrakech 4.3.7, 9.5 */
TEST(a_player_who_is_out_scores_0_before_the_end_too)
{
        square("players=3",
               "....... "
               "....... "
               "....... "
               "....... "
               "...a... "
               "bb.a... "
               "..cc... ",
               1, "roll", "b3", "S");
        set("dirhams", "[0,60,30]");
        answers("score", "= {\"points\":[2,62,32],\"winners\":[]}");
        play("1");
        is_now("out", "[true,false,false]");
        answers("score", "= {\"points\":[0,62,32],\"winners\":[]}");
}

/* Marrakech 4.3.8, 4.3.9 */
TEST(the_carpets_of_a_player_who_is_out_stay_can_be_covered_and_cost_nothing)
{
        square("players=3",
               "....... "
               "....... "
               "....... "
               "....... "
               "....... "
               "aab.... "
               "..bcc.. ",
               1, "roll", "c3", "S");
        set("dirhams", "[1,59,30]");
        play("1"); /* red stands on yellow and is out */
        is_now("out", "[true,false,false]");
        is_now("cells",
               "{\"c1\":\"yellow.2\",\"d1\":\"blue.3\",\"e1\":\"blue.3\",\"a2\":\"red.1\",\"b2\":\"red.1\",\"c2\":\"yellow.2\"}");
        play("W");
        assert_int_equal(paid_after("1"), 0); /* yellow stands on red */
        is_now("assam", "\"b2\"");
        play("b1c1");
        play("W");
        assert_int_equal(paid_after("1"), 0); /* and so does blue */
        may("a3b3");
        play("b2b3"); /* under a blue carpet now */
        is_now("b2", "\"blue.5\"");
}

/* Marrakech 4.3.10, 6.2 */
TEST(with_bankrupt_stay_the_turn_goes_on)
{
        two_is_bankrupt("bankrupt=stay");
        is_now("dirhams", "[31,0,30,59]");
        is_now("out", "[false,false,false,false]");
        is_now("player", "2");
        is_now("phase", "\"lay\"");
        answers("score", "= {\"points\":[33,0,30,59],\"winners\":[]}");
}

/* Marrakech 4.4, 4.4.1, 4.4.2, 7.4 */
TEST(a_carpet_lies_on_two_cells_beside_assam_and_not_under_him)
{
        square("", EMPTY, 1, "lay", "d4", "S");
        answers("legal", "= d2d3 c3d3 c3c4 d3e3 e3e4 b4c4 c4c5 e4f4 e4e5 c5d5 d5e5 d5d6");
        may_not("d3d4", "under Assam");
        may_not("c3e3", "share an edge");
        may_not("b3c3", "beside Assam");
        may_not("c4b4", "nearer to a1");
        may_not("c4", "written like c4d4");
        may_not("c4c9", "from a1 to g7");
        set("assam", "\"a1\"");
        answers("legal", "= b1c1 b1b2 a2b2 a2a3");
        set("assam", "\"g7\"");
        answers("legal", "= g5g6 f6g6 f6f7 e7f7");
        set("assam", "\"g4\"");
        answers("legal", "= g2g3 f3g3 f3f4 e4f4 f4f5 f5g5 g5g6");
}

/* Marrakech 4.4.3 */
TEST(the_two_halves_of_one_carpet_may_not_be_covered_at_once)
{
        square("",
               "....... "
               "....... "
               "..aab.. "
               "....b.. "
               "....... "
               "....... "
               "....... ",
               1, "lay", "d4", "S");
        may_not("c5d5", "both halves");
        may_not("e4e5", "both halves");
        answers("legal", "= d2d3 c3d3 c3c4 d3e3 e3e4 b4c4 c4c5 e4f4 d5e5 d5d6");
}

/* Marrakech 4.4.3: it is the carpet that counts, not its colour */
TEST(halves_of_two_carpets_of_one_colour_may_be_covered_at_once)
{
        square("",
               "....... "
               "...e... "
               "..ae... "
               "..a.... "
               "....... "
               "....... "
               "....... ",
               1, "lay", "d4", "S");
        may("c5d5");
        may_not("d5d6", "both halves");
        may_not("c4c5", "both halves");
}

/* Marrakech 4.4.4 */
TEST(a_carpet_that_shows_one_half_may_lose_it)
{
        square("",
               "....... "
               "...b... "
               "..ab... "
               "....... "
               "....... "
               "....... "
               "....... ",
               1, "lay", "d4", "S");
        play("c5d5"); /* one half of a, one of b */
        is_now("cells", "{\"c5\":\"blue.3\",\"d5\":\"blue.3\",\"d6\":\"yellow.2\"}");
        set("phase", "\"lay\"");
        may("d5d6");
        may_not("c5d5", "both halves");
}

/* Marrakech 4.4.5 */
TEST(laying_is_never_impossible)
{
        static const char FULL[] = "aabbcc. "
                                   "ddeeffv "
                                   "gghhiiv "
                                   "jjkkllw "
                                   "mmnnoow "
                                   "ppqqrrx "
                                   "ssttuux ";
        char assam[3] = "a1";

        for (int cell = 0; cell < 49; cell++) {
                assam[0] = (char)('a' + cell % 7);
                assam[1] = (char)('1' + cell / 7);
                square("", FULL, 1, "lay", assam, "S");
                assert_string_not_equal(ask("legal"), "=");
        }
        square("", FULL, 1, "lay", "d4", "S");
        answers("legal", "= d2d3 c3c4 d3e3 e3e4 b4c4 c4c5 e4e5 d5e5 d5d6");
}

/* --- 5. the end --- */

/* Marrakech 5.1, 8.6 */
TEST(the_game_is_over_when_the_last_carpet_is_laid)
{
        square("",
               "....... "
               "....... "
               "....... "
               "....... "
               "...aa.. "
               "....... "
               "....... ",
               47, "lay", "d4", "W");
        is_now("player", "4");
        play("d2d3");
        is_now("phase", "\"over\"");
        is_now("player", "0");
        is_now("assam", "\"d4\"");
        is_now("facing", "\"W\"");
        is_now("laid", "48");
        answers("turn", "= over");
        answers("legal", "=");
        may_not("N", "the game is over");
        answers("score", "= {\"points\":[30,30,31,32],\"winners\":[4]}");
}

/* Marrakech 5.1: the carpets of players who are out do not count */
TEST(the_game_is_over_when_nobody_still_in_has_carpets_left)
{
        does("new marrakech players=3");
        set("phase", "\"lay\"", "player", "3", "cells", "{\"d2\":\"yellow.29\",\"d3\":\"yellow.29\"}", "laid", "29", "dirhams",
            "[0,45,45]", "carpets", "[{\"red\":15},{\"yellow\":0},{\"blue\":1}]", "out", "[true,false,false]");
        play("d5d6");
        is_now("phase", "\"over\"");
        is_now("carpets", "[{\"red\":15},{\"yellow\":0},{\"blue\":0}]");
}

/* Marrakech 5.2 */
TEST(the_game_is_over_when_one_player_is_left)
{
        two_is_bankrupt("players=3");
        is_now("phase", "\"orient\"");
        set("phase", "\"roll\"", "player", "3", "assam", "\"d4\"", "dirhams", "[89,0,1]");
        play("1");
        is_now("phase", "\"over\"");
        is_now("player", "0");
        is_now("out", "[false,true,true]");
        answers("score", "= {\"points\":[92,0,0],\"winners\":[1]}");
}

/* Marrakech 5.3 */
TEST(points_are_the_visible_halves_and_the_dirhams)
{
        square("",
               "....... "
               "....... "
               "....... "
               "..aee.. "
               "b..ff.. "
               "b.c.... "
               "..hh... ",
               1, "orient", "d4", "S");
        set("dirhams", "[10,20,40,50]");
        answers("score", "= {\"points\":[13,24,41,52],\"winners\":[]}");
        square("players=2",
               "....... "
               "....... "
               "....... "
               "..aCC.. "
               "b..DD.. "
               "b.e.... "
               "...FF.. ",
               1, "draw", "d4", "S");
        set("dirhams", "[20,40]");
        answers("score", "= {\"points\":[24,46],\"winners\":[]}");
}

static const char LAST_FOUR[] = "....... "
                                ".aa.cc. "
                                "....... "
                                "....... "
                                "....... "
                                ".b..dd. "
                                "....... ";

/* Marrakech 5.4 */
TEST(most_points_win)
{
        square("", LAST_FOUR, 45, "over", "d4", "S");
        answers("score", "= {\"points\":[32,31,32,32],\"winners\":[1,3,4]}");
        set("dirhams", "[29,31,29,31]");
        answers("score", "= {\"points\":[31,32,31,33],\"winners\":[4]}");
        set("dirhams", "[29,32,30,29]");
        answers("score", "= {\"points\":[31,33,32,31],\"winners\":[2]}");
}

/* Marrakech 5.5 */
TEST(on_a_tie_more_dirhams_win)
{
        square("", LAST_FOUR, 45, "over", "d4", "S");
        set("dirhams", "[30,31,30,29]");
        answers("score", "= {\"points\":[32,32,32,31],\"winners\":[2]}");
}

/* Marrakech 5.6 */
TEST(on_a_further_tie_the_win_is_shared)
{
        square("", LAST_FOUR, 45, "over", "d4", "S");
        set("dirhams", "[33,22,33,32]");
        answers("score", "= {\"points\":[35,23,35,34],\"winners\":[1,3]}");
}

/* --- 6. options --- */

/* Marrakech 6.1, 6.2, 6.3, 6.4, 6.5: the values and the defaults */
TEST(options_have_their_values_and_defaults)
{
        does("new marrakech");
        is_now("players", "4");
        is_now("options", "{\"bankrupt\":\"out\",\"cover_own\":\"no\",\"orient\":\"before\",\"first\":1}");
        does("new marrakech players=2 bankrupt=stay cover_own=yes orient=after first=2");
        is_now("players", "2");
        is_now("options", "{\"bankrupt\":\"stay\",\"cover_own\":\"yes\",\"orient\":\"after\",\"first\":2}");
        refuses("new marrakech players=1", "players=1 is not allowed; players is a number from 2 to 4");
        refuses("new marrakech players=5", "players is a number from 2 to 4");
        refuses("new marrakech bankrupt=in", "bankrupt is out or stay");
        refuses("new marrakech cover_own=maybe", "cover_own is no or yes");
        refuses("new marrakech orient=never", "orient is before or after");
        refuses("new marrakech first=0", "first");
        refuses("new marrakech first=5", "first");
        refuses("new marrakech players=3 first=4", "first is a number from 1 to the number of players");
        refuses("new marrakech limit=3", "marrakech has no option limit; it has players, bankrupt, cover_own, orient and first");
        does("new marrakech players=3 first=3");
}

/* Marrakech 6.3 */
TEST(with_cover_own_both_halves_of_an_own_carpet_may_be_covered)
{
        static const char OWN[] = "....... "
                                  "....... "
                                  "..aab.. "
                                  "..d.b.. "
                                  "..d.... "
                                  "....... "
                                  "....... ";

        square("cover_own=yes", OWN, 1, "lay", "d4", "S");
        is_now("player", "1");
        may("c5d5");
        may_not("e4e5", "both halves");
        may_not("c3c4", "both halves");
        square("cover_own=no", OWN, 1, "lay", "d4", "S");
        may_not("c5d5", "both halves");
}

/* Marrakech 9.6 */
TEST(with_cover_own_both_own_colours_are_own)
{
        square("players=2 cover_own=yes",
               "....... "
               "....... "
               "..CCb.. "
               "..a.b.. "
               "..a..d. "
               ".....d. "
               "....... ",
               1, "lay", "d4", "S");
        is_now("player", "1");
        may("c5d5");
        may("c3c4");
        may_not("e4e5", "both halves");
}

/* Marrakech 6.4, 6.4.1, 6.4.2 */
TEST(with_orient_after_assam_is_turned_for_the_next_player_after_laying)
{
        does("new marrakech orient=after");
        is_now("phase", "\"roll\"");
        is_now("player", "1");
        play("1 d2e2");
        is_now("phase", "\"orient\"");
        is_now("player", "1");
        answers("legal", "= E S W");
        play("W");
        is_now("phase", "\"roll\"");
        is_now("player", "2");
        is_now("facing", "\"W\"");
        does("new marrakech orient=after players=2");
        is_now("phase", "\"draw\"");
        play("red");
        is_now("phase", "\"roll\"");
        play("1 d2e2");
        is_now("drawn", "null");
        play("E");
        is_now("phase", "\"draw\"");
        is_now("player", "2");
}

/* Marrakech 6.4.3 */
TEST(with_orient_after_nobody_turns_assam_after_the_last_carpet)
{
        square("orient=after",
               "....... "
               "....... "
               "....... "
               "....... "
               "...aa.. "
               "....... "
               "....... ",
               47, "lay", "d4", "S");
        play("d2d3");
        is_now("phase", "\"over\"");
        square("orient=after",
               "....... "
               "....... "
               "....... "
               "....... "
               "...aa.. "
               "....... "
               "....... ",
               46, "lay", "d4", "S");
        play("d2d3");
        is_now("phase", "\"orient\"");
}

/* --- 8. state --- */

/* Marrakech 8.1 */
TEST(a_state_is_written_with_its_keys_in_order)
{
        static const char EXAMPLE[] =
                "{\"game\":\"marrakech\",\"players\":4,\"options\":{\"bankrupt\":\"out\",\"cover_own\":\"no\",\"orient\":"
                "\"before\",\"first\":1},\"phase\":\"orient\",\"player\":4,\"assam\":\"d4\",\"facing\":\"S\",\"cells\":{"
                "\"c4\":\"red.1\",\"d5\":\"blue.3\",\"d6\":\"blue.3\"},\"laid\":3,\"dirhams\":[30,30,30,30],\"carpets\":[{"
                "\"red\":11},{\"yellow\":11},{\"blue\":11},{\"brown\":12}],\"drawn\":null,\"out\":[false,false,false,"
                "false]}";

        assert_string_equal(ask("position %s", EXAMPLE), "=");
        assert_string_equal(state_now(), EXAMPLE);
}

/* Marrakech 8.4 */
TEST(colours_with_no_carpets_left_are_written_with_a_zero)
{
        square("players=2",
               "....... "
               "....... "
               "....... "
               "....... "
               "...AA.. "
               "....... "
               "....... ",
               48, "over", "d4", "S");
        is_now("carpets", "[{\"red\":0,\"yellow\":0},{\"blue\":0,\"brown\":0}]");
}

/* Marrakech 8.8 */
TEST(nothing_is_hidden)
{
        does("new marrakech players=2");
        play("red S 1");
        for (int viewer = 0; viewer <= 2; viewer++)
                sees(viewer, "phase", "\"lay\"");
}

/* Marrakech 8.9, 8.9.1, 8.9.2, 8.9.3, 8.9.4 */
TEST(invalid_carpets_are_refused)
{
        square("", LAST_FOUR, 1, "orient", "d4", "S");
        cannot_be("number higher than the carpets laid", "b2", "\"yellow.6\"");
        cannot_be("a number within what the rules allow", "b2", "\"yellow.49\"");
        cannot_be("a number within what the rules allow", "b2", "\"yellow.0\"");
        cannot_be("a colour, a dot and the number", "b2", "\"green.2\"");
        cannot_be("two colours", "c6", "\"yellow.1\"");
        cannot_be("more than two cells", "b2", "\"red.1\"");
        cannot_be("do not share an edge", "cells",
                  "{\"b2\":\"yellow.2\",\"d2\":\"yellow.2\",\"e2\":\"brown.4\",\"f2\":\"brown.4\"}");
        cannot_be("do not share an edge", "cells",
                  "{\"g1\":\"yellow.2\",\"a2\":\"yellow.2\",\"e2\":\"brown.4\",\"f2\":\"brown.4\"}");
}

/* Marrakech 8.9.6, 8.9.7, 8.9.8, 8.9.9, 8.9.11 */
TEST(invalid_counts_are_refused)
{
        square("", LAST_FOUR, 1, "orient", "d4", "S");
        cannot_be("more carpets of a colour than there are", "red", "13");
        cannot_be("more carpets of a colour lie on the square", "red", "12", "yellow", "10");
        cannot_be("not all the carpets of the game", "red", "10");
        cannot_be("not all the carpets of the game", "laid", "5", "e2", "\"brown.5\"", "f2", "\"brown.5\"");
        cannot_be("dirhams are not 30", "dirhams", "[30,30,30,29]");
        cannot_be("dirhams are not 30", "dirhams", "[30,30,30,31]");
        cannot_be("no carpet to lay", "laid", "14", "red", "0", "yellow", "12", "cells", "{}");
        cannot_be("a number within what the rules allow", "player", "5");
        cannot_be("a number within what the rules allow", "player", "0");
}

/* Marrakech 8.10 */
TEST(a_position_of_another_program_may_number_its_carpets_as_it_likes)
{
        does("new marrakech");
        does("position "
             "{\"game\":\"marrakech\",\"players\":4,\"options\":{\"bankrupt\":\"out\",\"cover_own\":\"no\",\"orient\":\"before\","
             "\"first\":1},"
             "\"phase\":\"orient\",\"player\":1,\"assam\":\"d4\",\"facing\":\"S\",\"cells\":{\"c4\":\"red.1\",\"d5\":\"blue.3\"},"
             "\"laid\":3,"
             "\"dirhams\":[30,30,30,30],\"carpets\":[{\"red\":11},{\"yellow\":11},{\"blue\":11},{\"brown\":12}],\"drawn\":null,"
             "\"out\":[false,false,false,false]}");
        answers("legal", "= E S W");
        does("play E 1");
        answers("turn", "= player 1");
}

/* Marrakech 8.9.12, 8.9.13, 8.9.14, 8.9.15, 8.9.16 */
TEST(invalid_phases_are_refused)
{
        two_is_bankrupt("");
        set("facing", "\"E\"");
        cannot_be("bankrupt players stay", "bankrupt", "\"stay\"");
        cannot_be("out and has dirhams", "dirhams", "[30,1,30,59]");
        cannot_be("a player", "player", "2");
        cannot_be("a player", "out", "[true,true,true,true]");
        cannot_be("only two players draw", "phase", "\"draw\"");
        cannot_be("a carpet is drawn where none should be", "drawn", "\"blue\"");
        cannot_be("the game is not over yet", "phase", "\"over\"", "player", "0");
        cannot_be("should be", "phase", "\"over\"", "player", "1");
        square("", LAST_FOUR, 45, "over", "d4", "S");
        cannot_be("the game is over", "phase", "\"orient\"", "player", "1");
        does("new marrakech players=2");
        cannot_be("a carpet is drawn where none should be", "drawn", "\"red\"");
        play("red");
        cannot_be("no carpet is drawn", "drawn", "null");
        cannot_be("not one that the player has", "drawn", "\"blue\"");
        set("phase", "\"lay\"");
        cannot_be("no carpet is drawn", "drawn", "null");
        does("new marrakech players=2 orient=after");
        cannot_be("no carpet is drawn", "phase", "\"roll\"");
        play("red 1 d2e2");
        cannot_be("a carpet is drawn where none should be", "drawn", "\"red\"");
        play("S");
        set("carpets", "[{\"red\":11,\"yellow\":12},{\"blue\":12,\"brown\":12}]");
}

/* --- 9. where the rulebooks are silent --- */

/* Marrakech 9.1 */
TEST(with_orient_after_nobody_turns_assam_after_a_bankruptcy)
{
        two_is_bankrupt("orient=after");
        is_now("phase", "\"roll\"");
        is_now("player", "3");
        is_now("facing", "\"S\"");
}

/* Marrakech 9.2 */
TEST(a_draw_with_one_colour_left_is_still_a_chance_event)
{
        square("players=2",
               "....... "
               "....... "
               "....... "
               "....... "
               "...aa.. "
               "....... "
               "....... ",
               24, "draw", "d4", "S");
        set("carpets", "[{\"red\":0,\"yellow\":12},{\"blue\":11,\"brown\":1}]");
        answers("turn", "= chance");
        answers("chance", "= yellow:12");
}

/* Marrakech 9.3 */
TEST(the_two_colours_of_one_owner_are_two_groups)
{
        square("players=2",
               "....... "
               "....... "
               "....... "
               "....... "
               "...aa.. "
               "...CC.. "
               "....... ",
               1, "roll", "d4", "S");
        is_now("player", "2");
        play("1");
        is_now("dirhams", "[32,28]");
}

/* Marrakech 9.4 */
TEST(paying_exactly_all_is_not_bankrupt)
{
        square("",
               "....... "
               "....... "
               "....... "
               "....... "
               "...aa.. "
               "....... "
               "....... ",
               1, "roll", "d4", "S");
        set("dirhams", "[30,2,30,58]");
        play("1");
        is_now("dirhams", "[32,0,30,58]");
        is_now("out", "[false,false,false,false]");
        is_now("phase", "\"lay\"");
        is_now("player", "2");
}

/* --- the tree --- */

/* Marrakech 4.1.1, 4.2.1, 4.4.1 */
TEST(perft_matches_a_count_by_hand_and_another_program)
{
        does("new marrakech");
        answers("perft 1", "= 3");
        answers("perft 2", "= 12");
        answers("perft 3", "= 111");
        answers("perft 6", "= 10917");
        square("players=2",
               "....... "
               ".bb.... "
               ".aCC.D. "
               ".a...D. "
               ".eFF... "
               ".e..... "
               "....... ",
               1, "lay", "c4", "N");
        set("dirhams", "[57,3]"); /* so that some of its ends are bankruptcies */
        answers("perft 1", "= 9");
        answers("perft 5", "= 1480");
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                RUNS(cells_are_named_by_column_and_row_and_listed_row_by_row_from_the_south_west),
                RUNS(north_is_towards_row_7_and_east_towards_column_g),
                RUNS(assam_starts_on_d4_facing_south),
                RUNS(the_loops_in_the_north_join_a_b_and_c_d_and_e_f_and_turn_him_west_at_g7),
                RUNS(the_loops_in_the_east_join_6_5_and_4_3_and_2_1_and_turn_him_south_at_g7),
                RUNS(the_loops_in_the_south_join_b_c_and_d_e_and_f_g_and_turn_him_east_at_a1),
                RUNS(the_loops_in_the_west_join_7_6_and_5_4_and_3_2_and_turn_him_north_at_a1),
                RUNS(coming_back_he_goes_on_in_the_new_direction_with_the_steps_left),
                RUNS(one_step_is_one_to_one),
                RUNS(everybody_has_30_dirhams),
                RUNS(a_carpet_is_two_cells_long),
                RUNS(carpets_are_dealt_by_the_number_of_players),
                RUNS(each_player_lays_the_own_colour),
                RUNS(the_player_named_by_first_begins),
                RUNS(the_turn_passes_to_the_next_number_and_from_the_last_to_1),
                RUNS(players_who_are_out_are_passed_over),
                RUNS(two_players_draw_the_carpet_first_by_what_is_left_of_each_colour),
                RUNS(assam_is_turned_left_or_right_or_goes_straight_on_but_never_right_round),
                RUNS(the_die_has_the_faces_1_2_2_3_3_4),
                RUNS(assam_moves_as_many_steps_as_were_rolled),
                RUNS(the_owner_of_the_carpet_is_paid_a_dirham_for_each_cell_of_the_group),
                RUNS(a_patch_is_joined_by_edges_not_corners),
                RUNS(a_patch_does_not_go_round_the_edge_of_the_square),
                RUNS(a_patch_winds_through_all_cells_that_connect),
                RUNS(an_empty_cell_costs_nothing),
                RUNS(an_own_carpet_of_either_own_colour_costs_nothing),
                RUNS(a_player_who_cannot_pay_in_full_pays_what_is_left_and_is_out),
                RUNS(the_carpet_drawn_is_none_as_soon_as_its_player_is_out),
                RUNS(a_player_who_is_out_scores_0_before_the_end_too),
                RUNS(the_carpets_of_a_player_who_is_out_stay_can_be_covered_and_cost_nothing),
                RUNS(with_bankrupt_stay_the_turn_goes_on),
                RUNS(a_carpet_lies_on_two_cells_beside_assam_and_not_under_him),
                RUNS(the_two_halves_of_one_carpet_may_not_be_covered_at_once),
                RUNS(halves_of_two_carpets_of_one_colour_may_be_covered_at_once),
                RUNS(a_carpet_that_shows_one_half_may_lose_it),
                RUNS(laying_is_never_impossible),
                RUNS(the_game_is_over_when_the_last_carpet_is_laid),
                RUNS(the_game_is_over_when_nobody_still_in_has_carpets_left),
                RUNS(the_game_is_over_when_one_player_is_left),
                RUNS(points_are_the_visible_halves_and_the_dirhams),
                RUNS(most_points_win),
                RUNS(on_a_tie_more_dirhams_win),
                RUNS(on_a_further_tie_the_win_is_shared),
                RUNS(options_have_their_values_and_defaults),
                RUNS(with_cover_own_both_halves_of_an_own_carpet_may_be_covered),
                RUNS(with_cover_own_both_own_colours_are_own),
                RUNS(with_orient_after_assam_is_turned_for_the_next_player_after_laying),
                RUNS(with_orient_after_nobody_turns_assam_after_the_last_carpet),
                RUNS(a_state_is_written_with_its_keys_in_order),
                RUNS(colours_with_no_carpets_left_are_written_with_a_zero),
                RUNS(nothing_is_hidden),
                RUNS(invalid_carpets_are_refused),
                RUNS(a_position_of_another_program_may_number_its_carpets_as_it_likes),
                RUNS(invalid_counts_are_refused),
                RUNS(invalid_phases_are_refused),
                RUNS(with_orient_after_nobody_turns_assam_after_a_bankruptcy),
                RUNS(a_draw_with_one_colour_left_is_still_a_chance_event),
                RUNS(the_two_colours_of_one_owner_are_two_groups),
                RUNS(paying_exactly_all_is_not_bankrupt),
                RUNS(perft_matches_a_count_by_hand_and_another_program),
        };

        return cmocka_run_group_tests_name("Marrakech", tests, NULL, NULL);
}
