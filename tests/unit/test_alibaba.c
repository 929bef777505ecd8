/* Ali Baba: every rule of docs/alibaba.md, by its number. */
#include "../../core/alibaba.h"
#include "driver.h"

/* --- caves ---
 *
 * A cave is told by its face-up tiles, like "2a1=ring.blue 2b1=ruby.pink"; the tiles beneath them are there,
 * face down. Hands are told like "ring.pink ring.brown / sword.blue", one player after the other. All other
 * tiles that were laid are behind the last player's screen, the last in canonical order first: so the
 * carpets that a test does not name can still turn up. */

static const char *const KIND[] = { "carpet", "chest", "crown", "diamond", "lamp", "necklace", "ring", "ruby", "statue", "sword" };
static const char *const COLOUR_OF[] = { "blue", "brown", "green", "pink", "white", "yellow" };

enum { ALL = 60, NOWHERE = -1, IN_CAVE = 8, ASIDE = 9 };

static int tile_named(const char *name)
{
        char candidate[32];

        for (int tile = 0; tile < ALL; tile++) {
                snprintf(candidate, sizeof candidate, "%s.%s", KIND[tile / 6], COLOUR_OF[tile % 6]);
                if (strcmp(candidate, name) == 0)
                        return tile;
        }
        fail_msg("there is no tile %s", name);
        return 0;
}

/* Columns and rows of a layer. */
static void size_of(int small, int layer, int *columns, int *rows)
{
        *columns = small ? 5 - layer : 6 - layer;
        *rows = small ? (layer == 1 ? 4 : 6 - layer) : 6 - layer;
}

struct cave {
        int small;
        char tile[5][7][7][32]; /* by layer, column and row: "" no tile, "?" face down */
};

/* A tile lies on four, in the small cave's second layer on two. */
static void put_beneath(struct cave *c, int layer, int column, int row)
{
        int rows = c->small && layer == 2 ? 1 : 2;

        for (int x = column; layer > 1 && x <= column + 1; x++)
                for (int y = row; y < row + rows; y++)
                        if (!*c->tile[layer - 1][x][y])
                                strcpy(c->tile[layer - 1][x][y], "?");
}

/* The board as JSON; counts its tiles and those face down, and records which are in it. */
static void write_board(struct cave *c, char *out, size_t cap, int *count, int *down, int *where)
{
        int columns, rows;

        *count = *down = 0;
        snprintf(out, cap, "{");
        for (int layer = 4; layer > 1; layer--) {
                size_of(c->small, layer, &columns, &rows);
                for (int x = 0; x < columns; x++)
                        for (int y = 0; y < rows; y++)
                                if (*c->tile[layer][x][y])
                                        put_beneath(c, layer, x, y);
        }
        for (int layer = 1; layer <= 4; layer++) {
                size_of(c->small, layer, &columns, &rows);
                for (int y = 0; y < rows; y++)
                        for (int x = 0; x < columns; x++) {
                                const char *tile = c->tile[layer][x][y];

                                if (!*tile)
                                        continue;
                                snprintf(out + strlen(out), cap - strlen(out), "%s\"%d%c%d\":\"%s\"", *count ? "," : "", layer,
                                         'a' + x, y + 1, tile);
                                ++*count;
                                if (*tile == '?')
                                        ++*down;
                                else
                                        where[tile_named(tile)] = IN_CAVE;
                        }
        }
        strcat(out, "}");
}

static void write_tiles(char *out, size_t cap, const int *where, int place)
{
        const char *comma = "";

        snprintf(out + strlen(out), cap - strlen(out), "[");
        for (int tile = 0; tile < ALL; tile++)
                if (where[tile] == place) {
                        snprintf(out + strlen(out), cap - strlen(out), "%s\"%s.%s\"", comma, KIND[tile / 6], COLOUR_OF[tile % 6]);
                        comma = ",";
                }
        strcat(out, "]");
}

/* A game with these options, where this player is to take from this cave. `side` is NULL except in variant=lamp. */
#define cave(options, turn, board, side, hands) draw_cave(options, turn, board, side, hands, __FILE__, __LINE__)

static void draw_cave(const char *options, int turn, const char *board, const char *side, const char *hands, const char *file,
                      int line)
{
        struct cave c;
        int where[ALL], players, first, count, down, player = 0, held = 0, laid;
        char words[2000], board_text[2500], hands_text[2500] = "[", side_text[500] = "", turn_text[12], left_text[12] = "null",
                                            command[200];

        snprintf(command, sizeof command, "new alibaba %s", options);
        driver_answers(command, "=", file, line);
        players = atoi(value_of("players"));
        first = atoi(value_of("first"));
        memset(&c, 0, sizeof c);
        c.small = strstr(options, "small") != NULL;
        laid = c.small ? 36 : 54;
        for (int tile = 0; tile < ALL; tile++)
                where[tile] = strstr(value_of("removed"), KIND[tile / 6]) ? ASIDE + 1 : NOWHERE;
        snprintf(words, sizeof words, "%s", board);
        for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
                snprintf(c.tile[word[0] - '0'][word[1] - 'a'][word[2] - '1'], 32, "%s", word + 4);
        write_board(&c, board_text, sizeof board_text, &count, &down, where);
        snprintf(words, sizeof words, "%s", side ? side : "");
        for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
                where[tile_named(word)] = ASIDE;
        snprintf(words, sizeof words, "%s", hands);
        for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
                if (*word == '/')
                        player++;
                else
                        where[tile_named(word)] = player, held++;
        for (int tile = ALL - 1; held + count < laid; tile--)
                if (where[tile] == NOWHERE)
                        where[tile] = players - 1, held++;
        write_tiles(side_text, sizeof side_text, where, ASIDE);
        for (int p = 0; p < players; p++) {
                strcat(hands_text, p ? "," : "");
                write_tiles(hands_text, sizeof hands_text, where, p);
        }
        strcat(hands_text, "]");
        snprintf(turn_text, sizeof turn_text, "%d", turn);
        if (down == 0)
                snprintf(left_text, sizeof left_text, "%d", players - (turn + players - first) % players);
        driver_set(file, line, "player", turn_text, "turn", turn_text, "turns_left", left_text, "board", board_text, "side",
                   side_text, "hands", hands_text, (const char *)NULL);
}

/* A new game with these four tiles on top. */
static void on_top(const char *options, const char *a1, const char *b1, const char *a2, const char *b2)
{
        char quoted[4][40];
        const char *names[4] = { a1, b1, a2, b2 };

        assert_string_equal(ask("new alibaba %s", options), "=");
        for (int i = 0; i < 4; i++)
                snprintf(quoted[i], sizeof quoted[i], "\"%s\"", names[i]);
        set("4a1", quoted[0], "4b1", quoted[1], "4a2", quoted[2], "4b2", quoted[3]);
}

/* How many moves or outcomes there are. */
static int count_legal(void)
{
        int n = 0;

        for (const char *c = ask("legal"); *c; c++)
                n += *c == ' ';
        return n;
}

/* Plays a game to its end, always the first move; returns how many tiles the last one turned could have been. */
static int play_to_the_end(const char *options)
{
        int outcomes = 0;

        assert_string_equal(ask("new alibaba %s", options), "=");
        for (;;) {
                char first[64];

                if (strcmp(ask("turn"), "= over") == 0)
                        return outcomes;
                if (strcmp(ask("turn"), "= chance") == 0) {
                        outcomes = count_legal();
                        assert_int_equal(*ask("roll"), '=');
                        continue;
                }
                sscanf(ask("legal"), "= %63s", first);
                assert_string_equal(ask("play %s", first), "=");
        }
}

/* How many tiles there are in an array of the state. */
static int count_names(const char *key)
{
        int n = 0;

        for (const char *c = value_of(key); *c; c++)
                n += *c == '"';
        return n / 2;
}

/* --- 1. material --- */

/* Ali Baba 1.1, 1.2, 1.3, 1.4, 2.8, 6.1 */
TEST(every_tile_not_seen_is_equally_likely_to_turn_up)
{
        char expected[4000] = "=";

        on_top("", "ring.pink", "carpet.blue", "sword.yellow", "lamp.green");
        play("4a1");
        for (int tile = 0; tile < ALL; tile++)
                if (tile != tile_named("ring.pink") && tile != tile_named("carpet.blue") && tile != tile_named("sword.yellow") &&
                    tile != tile_named("lamp.green"))
                        snprintf(expected + strlen(expected), sizeof expected - strlen(expected), " 3a1=%s.%s:1", KIND[tile / 6],
                                 COLOUR_OF[tile % 6]);
        answers("chance", expected);
        answers("turn", "= chance");
        may_not("3a1=ring.pink", "a tile not seen yet");
        may_not("3b1=ring.blue", "a tile is being turned");
}

/* --- 2. the cave --- */

/* Ali Baba 2.1, 2.2, 2.3.1, 2.7, 7.5 */
TEST(the_standard_cave_is_5_by_5_then_4_by_4_then_3_by_3_then_2_by_2)
{
        char expected[2000] = "{";

        on_top("", "ring.pink", "carpet.blue", "sword.yellow", "lamp.green");
        for (int layer = 1; layer <= 3; layer++)
                for (int row = 1; row <= 6 - layer; row++)
                        for (int column = 0; column < 6 - layer; column++)
                                snprintf(expected + strlen(expected), 40, "\"%d%c%d\":\"?\",", layer, 'a' + column, row);
        strcat(expected, "\"4a1\":\"ring.pink\",\"4b1\":\"carpet.blue\",\"4a2\":\"sword.yellow\",\"4b2\":\"lamp.green\"}");
        is_now("board", expected);
        answers("legal", "= 4a1 4b1 4a2 4b2");
}

/* Ali Baba 2.1, 2.2, 2.3.2 */
TEST(the_small_cave_is_4_by_4_then_3_by_4_then_2_by_3_then_1_by_2)
{
        char expected[2000] = "{";

        does("new alibaba variant=small");
        for (int layer = 1; layer <= 3; layer++)
                for (int row = 1; row <= (layer == 3 ? 3 : 4); row++)
                        for (int column = 0; column < 5 - layer; column++)
                                snprintf(expected + strlen(expected), 40, "\"%d%c%d\":\"?\",", layer, 'a' + column, row);
        strcat(expected, "\"4a1\":");
        assert_memory_equal(value_of("board"), expected, strlen(expected));
        answers("legal", "= 4a1 4a2");
}

/* Ali Baba 2.4, 2.7, 4.2 */
TEST(a_tile_of_the_standard_cave_lies_on_four)
{
        on_top("", "ring.pink", "ruby.pink", "sword.pink", "lamp.pink");
        play("4a1");
        is_now("reveal", "\"3a1\"");
        play("3a1=ring.blue 4b1");
        is_now("reveal", "\"3b1\"");
        play("3b1=ring.brown");
        is_now("reveal", "\"3c1\"");
        play("3c1=chest.blue");
        answers("legal", "= 3a1 3b1 3c1 4a2 4b2");
        play("4a2");
        is_now("reveal", "\"3a2\"");
        play("3a2=chest.brown 3a3=chest.pink 4b2 3b2=crown.pink 3c2=crown.blue 3b3=crown.brown 3c3=diamond.blue");
        answers("legal", "= 3a1 3b1 3c1 3a2 3b2 3c2 3a3 3b3 3c3");
}

/* Ali Baba 2.4, 4.2 */
TEST(the_lower_layers_of_the_standard_cave_lie_on_four_as_well)
{
        cave("", 1, "1a1=ring.pink 2b2=ring.blue", NULL, "");
        play("2b2 1b2=carpet.blue 1c2=carpet.brown 1b3=carpet.green 1c3=carpet.pink");
        is_now("phase", "\"take\"");
        cave("", 1, "3b2=ring.blue", NULL, "");
        play("3b2 2b2=carpet.blue 2c2=carpet.brown 2b3=carpet.green 2c3=carpet.pink");
        is_now("phase", "\"take\"");
        answers("legal", "= 2b2 2c2 2b3 2c3");
        play("2c3 1d4=crown.blue");
        is_now("phase", "\"take\"");
}

/* Ali Baba 2.5, 2.6 */
TEST(the_second_layer_of_the_small_cave_lies_on_two_and_the_others_on_four)
{
        cave("variant=small remove=sword,statue,ruby", 1, "1a1=ring.pink 2b3=ring.blue", NULL, "");
        play("2b3 1b3=carpet.blue 1c3=carpet.brown");
        is_now("phase", "\"take\"");
        cave("variant=small remove=sword,statue,ruby", 1, "3b1=ring.blue", NULL, "");
        play("3b1 2b1=carpet.blue 2c1=carpet.brown 2b2=carpet.pink 2c2=carpet.green");
        is_now("phase", "\"take\"");
        play("2b1 1b1=chest.pink");
        is_now("phase", "\"take\"");
        cave("variant=small remove=sword,statue,ruby", 1, "4a1=ring.blue", NULL, "");
        play("4a1 3a1=carpet.blue 3b1=carpet.brown 3a2=carpet.pink 3b2=carpet.green");
        is_now("phase", "\"take\"");
        cave("variant=small remove=sword,statue,ruby", 1, "4a2=ring.blue", NULL, "");
        play("4a2 3a2=carpet.blue 3b2=carpet.brown 3a3=carpet.pink 3b3=carpet.green");
        is_now("phase", "\"take\"");
}

/* Ali Baba 2.9, 3.8, 3.9, 3.10, 3.11 */
TEST(six_tiles_stay_in_the_box_in_base_and_small_and_none_in_equal_and_lamp)
{
        assert_int_equal(play_to_the_end("seed=1"), 7);                        /* the last one turned, and the six in the box */
        assert_int_equal(count_names("board") / 2 + count_names("hands"), 54); /* the board has slots and tiles */
        assert_int_equal(play_to_the_end("seed=2 variant=small"), 7);
        assert_int_equal(play_to_the_end("seed=3 variant=equal"), 1);
        assert_int_equal(play_to_the_end("seed=4 variant=lamp"), 1);
}

/* --- 3. options --- */

/* Ali Baba 3.1, 3.2, 3.3, 3.4, 3.5, 3.6, 3.7: the values and the defaults */
TEST(options_have_their_values_and_defaults)
{
        does("new alibaba");
        is_now("players", "2");
        is_now("options", "{\"variant\":\"base\",\"remove\":\"random\",\"effects\":\"must\",\"ending\":\"round\",\"screens\":"
                          "\"closed\",\"first\":1}");
        does("new alibaba players=3 variant=equal remove=lamp effects=may ending=extra screens=open first=3");
        is_now("players", "3");
        is_now("options", "{\"variant\":\"equal\",\"remove\":\"lamp\",\"effects\":\"may\",\"ending\":\"extra\",\"screens\":"
                          "\"open\",\"first\":3}");
        does("new alibaba players=4 variant=lamp first=4");
        is_now("players", "4");
        does("new alibaba players=2 variant=small remove=random");
        refuses("new alibaba players=1", "players is a number from 2 to 4");
        refuses("new alibaba players=5", "players is a number from 2 to 4");
        refuses("new alibaba variant=huge", "variant is base, lamp, equal or small");
        refuses("new alibaba effects=never", "effects is must or may");
        refuses("new alibaba ending=soon", "ending is round or extra");
        refuses("new alibaba screens=none", "screens is closed or open");
        refuses("new alibaba first=3", "first is a number from 1 to the number of players");
        refuses("new alibaba first=0", "first is a number from 1 to the number of players");
        refuses("new alibaba bankrupt=out", "alibaba has no option bankrupt");
}

/* Ali Baba 3.2 */
TEST(the_small_variant_is_for_two_players_only)
{
        refuses("new alibaba variant=small players=3", "for two players only");
        refuses("new alibaba players=4 variant=small", "for two players only");
        does("new alibaba players=2 variant=small");
}

/* Ali Baba 3.3 */
TEST(one_kind_is_removed_in_equal_and_three_in_small_and_none_elsewhere)
{
        does("new alibaba variant=equal remove=ring");
        does("new alibaba variant=small remove=ring,lamp,ruby");
        does("new alibaba remove=random");
        does("new alibaba variant=lamp remove=random");
        refuses("new alibaba remove=ring", "only in variant=equal and variant=small");
        refuses("new alibaba variant=lamp remove=ring", "only in variant=equal and variant=small");
        refuses("new alibaba variant=equal remove=ring,ruby", "one kind");
        refuses("new alibaba variant=small remove=ring", "three different kinds");
        refuses("new alibaba variant=small remove=ring,ruby", "three different kinds");
        refuses("new alibaba variant=small remove=ring,ruby,lamp,crown", "three different kinds");
        refuses("new alibaba variant=small remove=ring,ring,ruby", "different ones of these");
        refuses("new alibaba variant=small remove=ring,,ruby", "different ones of these");
        refuses("new alibaba variant=small remove=ring,ruby,lamp,", "different ones of these");
        refuses("new alibaba variant=equal remove=blue", "remove=blue is not allowed");
        refuses("new alibaba variant=equal remove=", "different ones of these");
}

/* Ali Baba 3.9, 7.7 */
TEST(equal_leaves_out_one_kind)
{
        does("new alibaba variant=equal remove=statue");
        is_now("removed", "[\"statue\"]");
        does("new alibaba variant=equal");
        assert_int_equal(count_names("removed"), 1);
        is_now("side", "[]");
}

/* Ali Baba 3.10, 7.7 */
TEST(small_leaves_out_three_kinds)
{
        does("new alibaba variant=small remove=statue,carpet,ring");
        is_now("removed", "[\"carpet\",\"ring\",\"statue\"]");
        does("new alibaba variant=small");
        assert_int_equal(count_names("removed"), 3);
        assert_int_equal(count_names("board") / 2, 36);
}

/* Ali Baba 3.8, 3.11, 7.6 */
TEST(lamp_lays_six_tiles_beside_the_cave_that_are_no_lamps)
{
        for (int seed = 0; seed < 20; seed++) {
                assert_string_equal(ask("new alibaba variant=lamp seed=%d", seed), "=");
                assert_int_equal(count_names("side"), 6);
                assert_null(strstr(value_of("side"), "lamp."));
                is_now("removed", "[]");
        }
        does("new alibaba");
        is_now("side", "[]");
        is_now("removed", "[]");
}

/* Ali Baba 3.12 */
TEST(remove_is_kept_in_the_state_with_its_kinds_in_order)
{
        does("new alibaba variant=small remove=sword,carpet,lamp");
        is_now("remove", "\"carpet,lamp,sword\"");
        does("new alibaba variant=small seed=4");
        is_now("remove", "\"random\"");
        cannot_be("random, or names in their order joined by commas", "remove", "\"sword,carpet,lamp\"");
        cannot_be("random, or names in their order joined by commas", "remove", "\"\"");
}

/* Ali Baba 3.13 */
TEST(the_deal_comes_from_the_seed)
{
        char first[MAX_STATE_TEXT], side[MAX_STATE_TEXT];

        does("new alibaba variant=lamp seed=5");
        snprintf(first, sizeof first, "%s", state_now());
        snprintf(side, sizeof side, "%s", value_of("side"));
        does("new alibaba variant=lamp seed=6");
        assert_string_not_equal(first, state_now());
        assert_string_not_equal(side, value_of("side"));
        does("new alibaba variant=lamp seed=5");
        assert_string_equal(first, state_now());
        is_now("phase", "\"take\"");
        does("new alibaba variant=equal seed=1");
        snprintf(side, sizeof side, "%s", value_of("removed"));
        does("new alibaba variant=equal seed=3");
        assert_string_not_equal(side, value_of("removed"));
}

/* --- 4. a turn --- */

/* Ali Baba 3.7, 4.1, 4.1.1, 4.4, 6.2, 7.8 */
TEST(a_player_takes_a_face_up_tile_and_the_turn_passes_to_the_left)
{
        on_top("players=3 first=3", "ring.pink", "carpet.pink", "sword.pink", "lamp.green");
        is_now("player", "3");
        play("4a1 3a1=chest.blue");
        is_now("hands", "[[],[],[\"ring.pink\"]]");
        is_now("player", "1");
        is_now("turn", "1");
        may_not("4a1", "no tile lies there any more");
        may_not("3b1", "face down");
        may_not("4c1", "layer, column and row");
        may_not("ring", "layer, column and row");
        play("4b1 3b1=chest.pink 3c1=chest.brown");
        is_now("player", "2");
        play("3a1 2a1=crown.pink");
        is_now("hands", "[[\"carpet.pink\"],[\"chest.blue\"],[\"ring.pink\"]]");
        play("3b1 2b1=crown.brown");
        is_now("hands", "[[\"carpet.pink\"],[\"chest.blue\"],[\"chest.pink\",\"ring.pink\"]]");
}

/* Ali Baba 4.1, 4.1.2, 4.3.6.2 */
TEST(a_tile_that_anothers_ban_names_may_not_be_taken)
{
        cave("players=3", 1, "1a1=ring.pink 1b1=ruby.blue 1c1=ring.blue 1d1=crown.pink", NULL, "");
        set("bans", "[null,\"ring\",null]");
        answers("legal", "= 1b1 1d1");
        may_not("1a1", "barred by another player's ban");
        set("bans", "[null,null,\"pink\"]");
        answers("legal", "= 1b1 1c1");
}

/* Ali Baba 4.3.6.4 */
TEST(bans_of_several_players_hold_at_once)
{
        cave("players=3", 1, "1a1=ring.pink 1b1=ruby.blue 1c1=ring.blue 1d1=crown.pink", NULL, "");
        set("bans", "[null,\"ring\",\"pink\"]");
        answers("legal", "= 1b1");
}

/* Ali Baba 4.1.3 */
TEST(if_every_face_up_tile_is_banned_any_may_be_taken)
{
        cave("players=3", 1, "1a1=ring.pink 1b1=ring.blue 1c1=crown.pink", NULL, "");
        set("bans", "[null,\"ring\",\"pink\"]");
        answers("legal", "= 1a1 1b1 1c1");
}

/* Ali Baba 4.3, 4.3.1 */
TEST(pink_gives_5_points)
{
        on_top("", "ring.pink", "ruby.pink", "sword.pink", "lamp.green");
        play("4a1 3a1=chest.blue");
        is_now("points", "[5,0]");
        play("4b1 3b1=chest.pink 3c1=chest.brown");
        is_now("points", "[5,5]");
}

/* Ali Baba 4.3.2, 4.3.2.1 */
TEST(blue_gives_2_points_for_each_tile_turned)
{
        on_top("", "ring.blue", "ruby.blue", "sword.blue", "lamp.green");
        play("4a1 3a1=chest.blue");
        is_now("points", "[2,0]");
        play("4b1 3b1=chest.pink 3c1=chest.brown");
        is_now("points", "[2,4]");
        cave("", 1, "2b2=ring.blue", NULL, "");
        play("2b2 1b2=carpet.blue 1c2=carpet.brown 1b3=carpet.green 1c3=carpet.pink");
        is_now("points", "[8,0]");
}

/* Ali Baba 4.3.2.2 */
TEST(blue_gives_2_points_on_layer_1)
{
        cave("", 1, "1b2=ring.blue 1e5=ruby.blue", NULL, "");
        play("1e5");
        is_now("points", "[2,0]");
        play("1b2");
        is_now("points", "[2,2]");
}

/* Ali Baba 9.6 */
TEST(blue_on_a_higher_layer_that_turns_nothing_scores_0)
{
        cave("", 1, "2a1=lamp.pink 2b1=ruby.pink 2a2=sword.pink 2b2=ring.blue 2c2=crown.pink 2b3=statue.pink 2c3=chest.pink", NULL,
             "");
        play("2b2"); /* what lies under it is still covered by others */
        is_now("phase", "\"take\"");
        is_now("points", "[0,0]");
}

/* Ali Baba 4.3.3 */
TEST(brown_gives_2_points_for_each_tile_of_its_kind_that_the_player_has)
{
        cave("", 1, "1a1=ring.brown 1b1=ruby.brown 1c1=crown.brown", NULL, "ring.pink ring.blue ruby.pink / ring.white crown.pink");
        play("1a1");
        is_now("points", "[6,0]");
        cave("", 1, "1a1=ring.brown 1b1=ruby.brown", NULL, "/ ring.white");
        play("1a1");
        is_now("points", "[2,0]");
}

/* Ali Baba 4.3.4, 4.3.4.1, 6.4 */
TEST(green_takes_also_a_tile_that_shares_an_edge_with_the_place)
{
        cave("", 1,
             "1b4=ring.blue 1c4=ruby.blue 1d4=crown.blue "
             "1b3=chest.blue 1c3=ring.green 1d3=statue.blue "
             "1b2=sword.blue 1c2=lamp.blue 1d2=diamond.blue",
             NULL, "");
        play("1c3");
        is_now("phase", "\"green\"");
        answers("legal", "= green:1c2 green:1b3 green:1d3 green:1c4");
        may_not("green:1b2", "shares an edge");
        may_not("green:none", "must");
        may_not("1c2", "green");
        play("green:1d3");
        is_now("player", "2");
        assert_non_null(strstr(value_of("hands"), "[[\"ring.green\",\"statue.blue\"]"));
}

/* Ali Baba 4.3.4.1: the edges of the cave */
TEST(green_does_not_reach_round_the_edge_or_to_another_layer)
{
        cave("", 1, "1e1=ring.green 1d1=ruby.blue 1a2=crown.blue 1e2=chest.blue", NULL, "");
        play("1e1");
        answers("legal", "= green:1d1 green:1e2");
        cave("", 1, "1a2=ring.green 1a1=ruby.blue 1e1=crown.blue 1b2=chest.blue", NULL, "");
        play("1a2");
        answers("legal", "= green:1a1 green:1b2");
        cave("", 1, "1a5=ring.green 1a4=ruby.blue 2c1=sword.pink 1b5=chest.blue 2a1=crown.blue", NULL, "");
        play("1a5"); /* 2a1 is no neighbour */
        answers("legal", "= green:1a4 green:1b5");
        cave("", 1, "1e5=ring.green 1e4=crown.blue 1a5=ruby.blue 2a1=chest.blue", NULL, "");
        play("1e5");
        answers("legal", "= green:1e4");
        cave("", 1, "2a1=ring.green 2b1=crown.blue 1a5=ruby.blue 1e5=chest.blue", NULL, "");
        play("2a1 1a1=carpet.blue 1a2=carpet.pink");
        answers("legal", "= green:2b1");
        cave("", 1, "3a1=ruby.blue 2d4=ring.green 2c4=crown.blue 2d3=chest.blue", NULL, "");
        play("2d4 1e5=carpet.blue");
        answers("legal", "= green:2d3 green:2c4");
        cave("", 1, "3a1=ring.green 3b1=crown.blue 2d4=ruby.blue", NULL, "");
        play("3a1 2a1=carpet.blue 2a2=carpet.brown");
        answers("legal", "= green:3b1");
        cave("", 1, "4a1=ring.green 4b1=crown.blue 4a2=ruby.blue 4b2=chest.blue", NULL, "");
        play("4a1 3a1=carpet.blue");
        answers("legal", "= green:4b1 green:4a2");
}

/* Ali Baba 4.3.4.2 */
TEST(the_magic_of_greens_tile_is_not_used)
{
        static const char *const COLOURS_TRIED[] = { "pink", "blue", "brown", "white", "yellow", "green", NULL };

        for (int i = 0; COLOURS_TRIED[i]; i++) {
                char board[100];

                snprintf(board, sizeof board, "1a1=ring.green 1b1=ruby.%s 1c1=crown.pink", COLOURS_TRIED[i]);
                cave("", 1, board, NULL, i == 0 ? "ruby.blue /" : "ruby.pink /");
                play("1a1 green:1b1");
                is_now("points", "[0,0]");
                is_now("phase", "\"take\"");
                is_now("player", "2");
        }
}

/* Ali Baba 4.3.4.3 */
TEST(bans_hold_for_greens_tile_with_no_exception)
{
        cave("", 1, "1a1=ring.green 1b1=ruby.blue 1a2=crown.pink", NULL, "");
        set("bans", "[null,\"ruby\"]");
        play("1a1");
        answers("legal", "= green:1a2");
        may_not("green:1b1", "ban");
        cave("", 1, "1a1=ring.green 1b1=ruby.blue 1e5=crown.pink", NULL, "");
        set("bans", "[null,\"blue\"]");
        play("1a1");
        is_now("phase", "\"take\""); /* the one neighbour is banned: nothing happens */
        is_now("player", "2");
}

/* Ali Baba 4.3.4.4, 7.9.2, 7.9.3 */
TEST(tiles_that_green_frees_are_turned_at_once_and_score_nothing)
{
        cave("", 1, "2a1=ring.green 2b1=crown.blue", NULL, "");
        play("2a1 1a1=carpet.blue 1a2=carpet.pink");
        is_now("taken", "{\"slot\":\"2a1\",\"tile\":\"ring.green\",\"turned\":2,\"extra\":false}");
        play("green:2b1");
        is_now("phase", "\"reveal\"");
        is_now("reveal", "\"1b1\"");
        is_now("taken", "{\"slot\":\"2a1\",\"tile\":\"ring.green\",\"turned\":2,\"extra\":true}");
        play("1b1=chest.pink 1c1=chest.blue");
        is_now("taken", "{\"slot\":\"2a1\",\"tile\":\"ring.green\",\"turned\":2,\"extra\":true}");
        play("1b2=chest.brown 1c2=chest.green");
        is_now("points", "[0,0]");
        is_now("player", "2");
}

/* Ali Baba 4.3.4.5, 6.9 */
TEST(green_without_a_neighbour_does_nothing)
{
        cave("", 1, "1a1=ring.green 1b2=ruby.blue", NULL, "");
        play("1a1");
        is_now("player", "2");
        cave("effects=may", 1, "1a1=ring.green 1b2=ruby.blue", NULL, "");
        play("1a1");
        is_now("player", "2");
        cave("", 1, "2a1=ring.green 3c3=ruby.blue", NULL, "");
        play("2a1 1a1=carpet.blue 1b1=carpet.brown 1a2=carpet.pink 1b2=carpet.white");
        is_now("player", "2"); /* its neighbours are face down */
}

/* Ali Baba 4.3.5, 4.3.5.1, 6.6, 6.10, 7.2, 7.3 */
TEST(for_yellow_every_opponent_with_tiles_shows_one_from_the_left)
{
        cave("players=4", 3, "1a1=ring.yellow 1b1=ruby.blue 1c1=ruby.pink 1d1=chest.blue", NULL,
             "crown.pink lamp.blue / / / sword.blue");
        play("1a1");
        is_now("phase", "\"show\"");
        is_now("turn", "3");
        is_now("player", "4");
        may_not("show:lamp.blue", "behind the screen");
        play("show:sword.blue");
        is_now("player", "1"); /* and 2 has no tile */
        answers("legal", "= show:crown.pink show:lamp.blue");
        play("show:lamp.blue");
        is_now("phase", "\"pick\"");
        is_now("player", "3");
        cave("players=2", 2, "1a1=ring.yellow 1b1=ruby.blue", NULL, "crown.pink");
        play("1a1");
        answers("legal", "= show:crown.pink");
}

/* Ali Baba 4.3.5.2, 7.10, 8.3, 9.2 */
TEST(choices_are_hidden_until_all_have_chosen)
{
        cave("players=4 screens=open", 1, "1a1=ring.yellow 1b1=ruby.blue", NULL,
             "lamp.pink / crown.pink / crown.blue chest.blue / sword.pink");
        play("1a1 show:crown.pink");
        is_now("shown", "[null,\"crown.pink\",null,null]");
        sees(0, "shown", "[null,\"?\",null,null]");
        sees(1, "shown", "[null,\"?\",null,null]");
        sees(2, "shown", "[null,\"crown.pink\",null,null]");
        sees(3, "shown", "[null,\"?\",null,null]");
        play("show:crown.blue");
        sees(0, "shown", "[null,\"?\",\"?\",null]");
        sees(3, "shown", "[null,\"?\",\"crown.blue\",null]");
        assert_non_null(strstr(value_of("hands"), "[\"chest.blue\",\"crown.blue\"]")); /* it is still there */
        play("show:sword.pink");
        for (int viewer = 0; viewer <= 4; viewer++)
                sees(viewer, "shown", "[null,\"crown.pink\",\"crown.blue\",\"sword.pink\"]");
}

/* Ali Baba 4.3.5.3, 4.3.5.4, 4.3.5.5, 6.7, 9.3 */
TEST(the_player_picks_one_of_the_tiles_shown_and_the_rest_go_back)
{
        cave("players=4", 2, "1a1=ring.yellow 1b1=ruby.blue", NULL, "crown.pink / / crown.blue chest.blue / sword.pink");
        set("bans", "[\"crown\",null,null,null]");
        play("1a1 show:crown.blue show:sword.pink show:crown.pink");
        answers("legal", "= pick:1 pick:3 pick:4"); /* by number, not from the left */
        may_not("pick:2", "by the player who shows it");
        play("pick:1"); /* banned or not */
        assert_non_null(strstr(value_of("hands"), "[[],[\"crown.pink\",\"ring.yellow\"],[\"chest.blue\",\"crown.blue\"],["));
        is_now("points", "[0,0,0,0]"); /* pink, but its magic is not used */
        is_now("shown", "[null,null,null,null]");
        is_now("player", "3");
}

/* Ali Baba 4.3.5.6, 6.9 */
TEST(yellow_does_nothing_where_nobody_has_a_tile)
{
        on_top("players=3", "ring.yellow", "ruby.pink", "sword.pink", "lamp.green");
        play("4a1 3a1=chest.blue");
        is_now("player", "2");
        on_top("players=3 effects=may", "ring.yellow", "ruby.yellow", "sword.pink", "lamp.green");
        play("4a1 3a1=chest.blue");
        is_now("player", "2");
        play("4b1 3b1=chest.pink 3c1=chest.green");
        is_now("phase", "\"yellow\"");
}

static const char ALL_BANS[] =
        "= ban:carpet ban:chest ban:crown ban:diamond ban:lamp ban:necklace ban:ring ban:ruby ban:statue ban:sword "
        "ban:blue ban:brown ban:green ban:pink ban:white ban:yellow";

/* Ali Baba 4.3.6, 4.3.6.1, 6.8, 6.11 */
TEST(white_names_any_kind_or_colour)
{
        cave("variant=equal remove=crown", 1, "1a1=ring.white 1b1=ruby.blue", NULL, "");
        play("1a1");
        is_now("phase", "\"white\"");
        answers("legal", ALL_BANS);
        play("ban:crown"); /* though there is none */
        is_now("bans", "[\"crown\",null]");
        does("undo");
        play("ban:yellow");
        is_now("bans", "[\"yellow\",null]");
        does("undo");
        may_not("ban:none", "must");
        may_not("ban:5", "must");
}

/* Ali Baba 4.3.6.2, 4.3.6.3, 4.4 */
TEST(a_ban_holds_until_the_next_turn_of_the_player_whom_it_does_not_bind)
{
        cave("players=3 ending=extra", 2,
             "1a1=ring.white 1b1=ruby.blue 1c1=ruby.pink 1d1=crown.pink 1e1=chest.pink 1a2=diamond.pink", NULL, "");
        set("turns_left", "5");
        play("1a1 ban:ruby");
        is_now("player", "3");
        may_not("1b1", "ban");
        play("1d1");
        is_now("player", "1");
        is_now("bans", "[null,\"ruby\",null]");
        may_not("1c1", "ban");
        play("1e1");
        is_now("player", "2");
        is_now("bans", "[null,null,null]");
        may("1b1");
        play("1c1");
        may("1b1"); /* and now nobody is bound */
}

/* Ali Baba 4.3.6.3: as reported to code that draws the cave */
TEST(a_players_own_ban_is_not_among_those_that_bind_them)
{
        cave("players=3", 2, "1a1=ring.white 1b1=ruby.blue", NULL, "");
        play("1a1 ban:ruby");
        assert_int_equal(alibaba_banned((const struct alibaba *)&driver.record.state, 1), 0);
        assert_int_not_equal(alibaba_banned((const struct alibaba *)&driver.record.state, 0), 0);
        assert_int_not_equal(alibaba_banned((const struct alibaba *)&driver.record.state, 2), 0);
}

/* Ali Baba 3.4, 4.3.7, 6.4, 6.5, 6.8 */
TEST(with_effects_may_green_yellow_and_white_may_be_declined)
{
        cave("effects=may", 1, "1a1=ring.green 1b1=ruby.blue", NULL, "");
        play("1a1");
        answers("legal", "= green:1b1 green:none");
        play("green:none");
        is_now("player", "2");
        is_now("board", "{\"1b1\":\"ruby.blue\"}");
        cave("effects=may", 2, "1a1=ring.yellow 1b1=ruby.blue", NULL, "crown.pink");
        set("turns_left", "1");
        play("1a1");
        is_now("phase", "\"yellow\"");
        is_now("player", "2");
        answers("legal", "= yellow:use yellow:none");
        may_not("show:crown.pink", "yellow:use or yellow:none");
        play("yellow:use");
        is_now("phase", "\"show\"");
        does("undo");
        play("yellow:none");
        is_now("phase", "\"over\"");
        assert_non_null(strstr(value_of("hands"), "[[\"crown.pink\"]"));
        cave("effects=may", 1, "1a1=ring.white 1b1=ruby.blue", NULL, "");
        play("1a1");
        assert_non_null(strstr(ask("legal"), "ban:white ban:yellow ban:none"));
        play("ban:none");
        is_now("bans", "[null,null]");
        is_now("player", "2");
}

/* Ali Baba 4.3.8 */
TEST(points_are_never_declined)
{
        cave("effects=may", 1, "1a1=ring.pink 1b1=ruby.blue 1c1=crown.brown", NULL, "");
        play("1a1");
        is_now("player", "2");
        is_now("points", "[5,0]");
        play("1b1");
        is_now("points", "[5,2]");
        is_now("phase", "\"over\"");
}

/* --- the lamp variant --- */

static const char BESIDE[] = "ring.pink ring.blue ring.green ring.brown ring.yellow ring.white";

/* Ali Baba 4.5, 4.5.1, 6.3 */
TEST(a_lamp_is_kept_or_swapped_after_the_tiles_are_turned)
{
        cave("variant=lamp", 1, "2a1=lamp.pink 1e5=chest.pink", BESIDE, "");
        play("2a1");
        is_now("phase", "\"reveal\"");
        play("1a1=carpet.blue 1b1=carpet.pink 1a2=carpet.brown 1b2=carpet.green");
        is_now("phase", "\"lamp\"");
        is_now("points", "[0,0]");
        answers("legal",
                "= lamp:keep lamp:ring.blue lamp:ring.brown lamp:ring.green lamp:ring.pink lamp:ring.white lamp:ring.yellow");
        may_not("lamp:chest.pink", "lamp:keep");
        play("lamp:keep");
        is_now("points", "[5,0]");
        is_now("player", "2");
        cave("", 1, "1a1=lamp.pink 1e5=chest.pink", NULL, "");
        play("1a1"); /* in base a lamp is a tile like any other */
        is_now("player", "2");
        cave("variant=lamp", 1, "1a1=lamp.pink 1e5=chest.pink", BESIDE, "");
        play("1e5");
        is_now("player", "2");
}

/* Ali Baba 4.5.2, 4.5.3, 7.6, 7.9.1 */
TEST(a_lamp_is_swapped_with_a_tile_beside_the_cave_whose_magic_is_used)
{
        cave("variant=lamp", 1, "1a1=lamp.blue 1b1=lamp.white 1c1=chest.pink", BESIDE, "crown.blue");
        play("1a1 lamp:ring.pink");
        is_now("points", "[5,0]");
        assert_non_null(strstr(value_of("hands"), "[[\"crown.blue\",\"ring.pink\"]"));
        is_now("side", "[\"lamp.blue\",\"ring.blue\",\"ring.brown\",\"ring.green\",\"ring.white\",\"ring.yellow\"]");
        play("1b1"); /* a later lamp swaps the lamp in */
        may("lamp:lamp.blue");
        play("lamp:lamp.blue");
        is_now("points", "[5,2]");
        is_now("side", "[\"lamp.white\",\"ring.blue\",\"ring.brown\",\"ring.green\",\"ring.white\",\"ring.yellow\"]");
        cave("variant=lamp", 1, "1a1=lamp.blue 1b1=chest.pink", BESIDE, "");
        play("1a1 lamp:ring.white");
        is_now("phase", "\"white\"");
        is_now("taken", "{\"slot\":\"1a1\",\"tile\":\"ring.white\",\"turned\":0,\"extra\":false}");
}

/* Ali Baba 4.5.4 */
TEST(a_blue_swapped_in_counts_the_tiles_turned_by_taking_the_lamp)
{
        cave("variant=lamp", 1, "2a1=lamp.pink 2b1=chest.pink", BESIDE, "");
        play("2a1 1a1=carpet.blue 1a2=carpet.pink lamp:ring.blue");
        is_now("points", "[4,0]");
        cave("variant=lamp", 1, "1a1=lamp.pink 1b1=chest.pink", BESIDE, "");
        play("1a1 lamp:ring.blue");
        is_now("points", "[2,0]");
}

/* Ali Baba 4.5.5 */
TEST(a_green_swapped_in_has_the_neighbours_of_the_lamps_old_place)
{
        cave("variant=lamp", 1, "1a1=lamp.pink 1b1=chest.pink 1d1=crown.pink", BESIDE, "");
        play("1a1 lamp:ring.green");
        answers("legal", "= green:1b1");
}

/* Ali Baba 4.5.6 */
TEST(a_brown_swapped_in_counts_its_own_kind)
{
        cave("variant=lamp", 1, "1a1=lamp.pink 1b1=chest.pink",
             "ring.brown carpet.blue carpet.green carpet.brown carpet.pink carpet.white",
             "ring.blue ring.pink lamp.white lamp.blue lamp.green /");
        play("1a1 lamp:ring.brown");
        is_now("points", "[6,0]");
}

/* Ali Baba 4.5.7 */
TEST(bans_do_not_stop_a_swap)
{
        cave("variant=lamp", 1, "1a1=lamp.pink 1b1=chest.pink", BESIDE, "");
        set("bans", "[null,\"ring\"]");
        play("1a1");
        may("lamp:ring.blue");
}

/* Ali Baba 4.5.8 */
TEST(a_lamp_that_came_through_green_or_yellow_does_nothing)
{
        cave("variant=lamp", 1, "1a1=crown.green 1b1=lamp.pink 1c1=chest.pink", BESIDE, "");
        play("1a1 green:1b1");
        is_now("player", "2");
        is_now("points", "[0,0]");
        cave("variant=lamp", 2, "1a1=crown.yellow 1c1=chest.pink", BESIDE, "lamp.pink");
        set("ending", "\"extra\"", "turns_left", "3");
        play("1a1 show:lamp.pink pick:1");
        is_now("player", "1");
        is_now("phase", "\"take\"");
        is_now("points", "[0,0]");
}

/* --- 5. the end --- */

/* Ali Baba 5.1, 5.4 */
TEST(the_game_is_over_at_once_when_the_cave_is_empty)
{
        cave("players=3", 1, "1a1=crown.pink", NULL, "");
        is_now("turns_left", "3");
        play("1a1");
        is_now("phase", "\"over\"");
        is_now("turns_left", "2");
}

/* Ali Baba 3.5, 5.2, 5.4, 7.4 */
TEST(when_no_tile_is_face_down_the_round_is_finished)
{
        cave("players=3", 1, "1e5=chest.pink 1d5=chest.blue 2a1=crown.pink", NULL, "");
        is_now("turns_left", "null");
        play("2a1 1a1=carpet.blue 1b1=carpet.pink 1a2=carpet.brown");
        is_now("turns_left", "null");
        play("1b2=carpet.white");
        is_now("turns_left", "2");
        play("1e5");
        is_now("turns_left", "1");
        is_now("player", "3");
        play("1d5");
        is_now("turns_left", "0");
        is_now("phase", "\"over\"");
        is_now("turn", "3");
        cave("players=3", 3, "1e5=chest.pink 1d5=chest.blue 2a1=crown.pink", NULL, "");
        play("2a1 1a1=carpet.blue 1b1=carpet.pink 1a2=carpet.brown 1b2=carpet.white");
        is_now("phase", "\"over\"");
        cave("players=3 first=2", 3, "1e5=chest.pink 1d5=chest.blue 2a1=crown.pink", NULL, "");
        play("2a1 1a1=carpet.blue 1b1=carpet.pink 1a2=carpet.brown 1b2=carpet.white");
        is_now("turns_left", "1"); /* the round began with 2: only 1 is to come */
        play("1e5");
        is_now("phase", "\"over\"");
}

/* Ali Baba 3.5, 5.3 */
TEST(with_ending_extra_one_more_full_round_is_played)
{
        cave("players=3 ending=extra", 2, "1e5=chest.pink 1d5=chest.blue 1c5=chest.brown 2a1=crown.pink", NULL, "");
        play("2a1 1a1=carpet.blue 1b1=carpet.pink 1a2=carpet.brown 1b2=carpet.white");
        is_now("turns_left", "4");
        play("1e5");
        is_now("turns_left", "3");
        play("1d5 1c5 1a1");
        is_now("turns_left", "0");
        is_now("phase", "\"over\"");
        cave("players=3 ending=extra", 3, "1e5=chest.pink 1d5=chest.blue 2a1=crown.pink", NULL, "");
        play("2a1 1a1=carpet.blue 1b1=carpet.pink 1a2=carpet.brown 1b2=carpet.white");
        is_now("turns_left", "3");
        is_now("player", "1");
}

/* Ali Baba 5.5, 9.4, 9.5, 7.12 */
TEST(the_turn_that_empties_the_cave_is_carried_out_to_its_end)
{
        cave("players=3", 2, "1a1=crown.white", NULL, "");
        set("bans", "[\"ring\",null,\"pink\"]");
        play("1a1");
        is_now("phase", "\"white\"");
        play("ban:ruby");
        is_now("phase", "\"over\"");
        is_now("player", "0");
        is_now("turn", "2");
        is_now("bans", "[\"ring\",\"ruby\",\"pink\"]"); /* no ban ends */
        answers("turn", "= over");
        answers("legal", "=");
        may_not("1a1", "the game is over");
        cave("players=2", 2, "1a1=crown.yellow", NULL, "ring.pink");
        play("1a1 show:ring.pink pick:1");
        is_now("phase", "\"over\"");
        is_now("taken", "null");
        is_now("shown", "[null,null]");
        is_now("reveal", "null");
        assert_non_null(strstr(value_of("hands"), "[[],[")); /* it was picked */
}

/* Ali Baba 5.6 */
TEST(each_kind_scores_1_3_6_10_15_21_for_1_to_6_tiles)
{
        static const char *const HANDS[] = {
                "ring.blue", "ring.brown", "ring.green", "ring.pink", "ring.white", "ring.yellow", NULL
        };
        static const int POINTS[] = { 1, 3, 6, 10, 15, 21 };
        char hand[200] = "", expected[40];

        for (int n = 0; HANDS[n]; n++) {
                strcat(strcat(hand, " "), HANDS[n]);
                cave("", 1, "1a1=crown.pink", NULL, hand);
                snprintf(expected, sizeof expected, "= {\"points\":[%d,", POINTS[n]);
                assert_memory_equal(ask("score"), expected, strlen(expected));
        }
        cave("", 1, "1a1=crown.pink", NULL, "ring.blue ring.pink ruby.blue ruby.pink ruby.green lamp.blue");
        set("points", "[7,100]");
        assert_memory_equal(ask("score"), "= {\"points\":[17,", 16);
        assert_non_null(strstr(ask("score"), "\"winners\":[]"));
}

/* A game that is over, with an empty cave; the first player has this hand, the second all other tiles. */
static void over(const char *hand, const char *points)
{
        cave("first=2 screens=open", 2, "1a1=crown.pink", NULL, hand);
        play("1a1");
        set("points", points);
}

/* Ali Baba 5.7 */
TEST(most_points_win)
{
        over("ring.blue", "[500,0]");
        assert_non_null(strstr(ask("score"), "\"winners\":[1]"));
        set("points", "[0,500]");
        assert_non_null(strstr(ask("score"), "\"winners\":[2]"));
}

/* Ali Baba 5.8 */
TEST(on_a_tie_fewer_tiles_win)
{
        int first, second;
        char points[24];

        over("ring.blue", "[0,0]");
        assert_int_equal(sscanf(ask("score"), "= {\"points\":[%d,%d]", &first, &second), 2);
        snprintf(points, sizeof points, "[%d,0]", second - first);
        set("points", points);
        assert_non_null(strstr(ask("score"), "\"winners\":[1]"));
}

/* Ali Baba 5.9 */
TEST(on_a_further_tie_the_win_is_shared)
{
        int first, second;
        char points[40];
        char hand[1000] = "";

        for (int tile = 0; tile < 27; tile++)
                snprintf(hand + strlen(hand), sizeof hand - strlen(hand), "%s.%s ", KIND[tile / 6], COLOUR_OF[tile % 6]);
        cave("first=2 screens=open", 2, "1a1=sword.pink", NULL, hand);
        play("1a1");
        set("points", "[0,0]");
        assert_int_equal(sscanf(ask("score"), "= {\"points\":[%d,%d]", &first, &second), 2);
        snprintf(points, sizeof points, "[%d,%d]", 100 - first, 100 - second);
        set("points", points);
        answers("score", "= {\"points\":[100,100],\"winners\":[1,2]}");
}

/* --- 7. state --- */

/* Ali Baba 7.1 */
TEST(a_state_is_written_with_its_keys_in_order)
{
        cave("", 2, "1a1=ring.blue 1c2=lamp.white", NULL, "ring.pink");
        set("bans", "[\"blue\",null]", "points", "[12,7]");
        assert_non_null(strstr(state_now(),
                               "{\"game\":\"alibaba\",\"players\":2,\"options\":{\"variant\":\"base\",\"remove\":\"random\","
                               "\"effects\":\"must\",\"ending\":\"round\",\"screens\":\"closed\",\"first\":1},\"phase\":\"take\","
                               "\"player\":2,\"turn\":2,\"turns_left\":1,\"board\":{\"1a1\":\"ring.blue\",\"1c2\":\"lamp.white\"},"
                               "\"side\":[],\"removed\":[],\"hands\":[[\"ring.pink\"],["));
        assert_non_null(
                strstr(state_now(),
                       "]],\"points\":[12,7],\"bans\":[\"blue\",null],\"taken\":null,\"shown\":[null,null],\"reveal\":null}"));
}

/* Ali Baba 7.2, 7.9, 7.9.2, 7.11, 9.1 */
TEST(while_tiles_turn_taken_counts_them_and_reveal_names_the_next)
{
        cave("players=3", 2, "2a1=crown.pink", NULL, "");
        is_now("taken", "null");
        is_now("reveal", "null");
        play("2a1");
        is_now("phase", "\"reveal\"");
        is_now("player", "2");
        is_now("turn", "2");
        is_now("taken", "{\"slot\":\"2a1\",\"tile\":\"crown.pink\",\"turned\":0,\"extra\":false}");
        is_now("reveal", "\"1a1\"");
        play("1a1=carpet.pink");
        is_now("taken", "{\"slot\":\"2a1\",\"tile\":\"crown.pink\",\"turned\":1,\"extra\":false}");
        is_now("reveal", "\"1b1\"");
        play("1b1=carpet.blue 1a2=carpet.green");
        is_now("taken", "{\"slot\":\"2a1\",\"tile\":\"crown.pink\",\"turned\":3,\"extra\":false}");
        play("1b2=carpet.brown");
        is_now("taken", "null");
        is_now("reveal", "null");
}

/* Ali Baba 7.13, 7.13.1, 7.13.2, 7.13.3, 7.13.4 */
TEST(invalid_tiles_are_refused)
{
        cave("", 1, "1a1=ring.pink 2c3=ruby.blue", NULL, "ring.blue");
        cannot_be("a tile is in two places", "1a1", "\"ruby.blue\"");
        cannot_be("a tile is in two places", "1a1", "\"ring.blue\"");
        cannot_be("not as many as were laid", "hands", "[[\"ring.blue\"],[\"ring.brown\"]]");
        cannot_be("names in their order", "hands", "[[\"ring.blue\",\"carpet.blue\"],[]]");
        cannot_be("names in their order", "hands", "[[\"ring.blue\",\"ring.blue\"],[]]");
        cannot_be("a name that the rules know", "1a1", "\"ring.red\"");
        cannot_be("six tiles lie beside the cave in variant=lamp, none otherwise", "side", "[\"carpet.pink\"]");
        cannot_be("number of kinds left out", "removed", "[\"carpet\"]");
        cave("variant=equal remove=crown", 1, "1a1=ring.pink 2c3=ruby.blue", NULL, "ring.blue");
        cannot_be("of a kind that was left out", "1a1", "\"crown.blue\"");
        cannot_be("not those of the option remove", "remove", "\"lamp\"");
        cannot_be("number of kinds left out", "removed", "[]");
        cannot_be("remove names one kind", "remove", "\"lamp,ring\"");
        cave("variant=lamp", 1, "1a1=crown.pink 2c3=ruby.blue", BESIDE, "");
        cannot_be("six tiles lie beside the cave", "side",
                  "[\"ring.blue\",\"ring.brown\",\"ring.green\",\"ring.pink\",\"ring.white\"]");
}

/* Ali Baba 7.13.5, 7.13.6, 7.13.7 */
TEST(invalid_caves_are_refused)
{
        cave("", 1, "1a5=ring.pink 1d1=lamp.blue 2a1=ruby.blue", NULL, "");
        cannot_be("where the cave has no place", "board",
                  "{\"1a1\":\"?\",\"1b1\":\"?\",\"1a2\":\"?\",\"1b2\":\"?\",\"1a5\":\"ring.pink\",\"2a1\":\"ruby.blue\",\"2e1\":"
                  "\"lamp.blue\"}");
        cannot_be("over an empty place", "board",
                  "{\"1a1\":\"?\",\"1b1\":\"?\",\"1d1\":\"lamp.blue\",\"1a2\":\"?\",\"1a5\":\"ring.pink\",\"1b5\":\"carpet.pink\","
                  "\"2a1\":\"ruby.blue\"}");
        cannot_be("covered is face up", "1a1", "\"carpet.blue\"");
        cannot_be("free is face down", "1a5", "\"?\"");
        cannot_be("a tile is taken just while", "phase", "\"reveal\"");
        play("2a1 1a1=carpet.blue");
        cannot_be("did not lie under the one taken", "1d1", "\"?\"");
        cannot_be("did not lie under the one taken", "1a5", "\"?\"");
        cannot_be("the first tile that is free and face down", "reveal", "\"1a2\"");
        cannot_be("a name that the rules know", "reveal", "null");
        cannot_be("free is face down", "phase", "\"take\"", "taken", "null", "reveal", "null");
        cannot_be("no tile is left to be turned", "taken", "{\"slot\":\"2a1\",\"tile\":\"ruby.blue\",\"turned\":4,\"extra\":false}",
                  "1b1", "\"carpet.pink\"", "1a2", "\"carpet.brown\"", "1b2", "\"carpet.green\"", "reveal", "null");
        cave("", 1, "2a1=ring.green 2b1=crown.blue 1e5=ring.pink", NULL, "");
        play("2a1 1a1=carpet.blue 1a2=carpet.pink green:2b1");
        cannot_be("did not lie under the one taken by green", "1e5", "\"?\"");
        cannot_be("only green takes a second tile", "taken",
                  "{\"slot\":\"2a1\",\"tile\":\"crown.blue\",\"turned\":2,\"extra\":true}");
        cannot_be("the tiles turned are not those", "taken",
                  "{\"slot\":\"2a1\",\"tile\":\"ring.green\",\"turned\":3,\"extra\":true}");
}

/* Ali Baba 7.13.8, 7.13.9, 7.13.10, 7.13.11 */
TEST(invalid_turns_are_refused)
{
        cave("variant=lamp", 1, "1e5=crown.pink 1d1=lamp.blue 1c1=chest.pink 2a1=ruby.white", BESIDE, "statue.pink / statue.blue");
        cannot_be("a tile is taken just while", "taken",
                  "{\"slot\":\"1a1\",\"tile\":\"statue.pink\",\"turned\":0,\"extra\":false}");
        play("2a1 1a1=carpet.blue 1b1=carpet.pink 1a2=carpet.brown 1b2=carpet.green");
        is_now("phase", "\"white\"");
        cannot_be("a tile is taken just while", "taken", "null");
        cannot_be("not an empty place", "taken", "{\"slot\":\"1a1\",\"tile\":\"ruby.white\",\"turned\":4,\"extra\":false}");
        cannot_be("not an empty place", "taken", "{\"slot\":\"2e1\",\"tile\":\"ruby.white\",\"turned\":4,\"extra\":false}");
        cannot_be("not behind the screen", "taken", "{\"slot\":\"2a1\",\"tile\":\"statue.blue\",\"turned\":4,\"extra\":false}");
        cannot_be("the tiles turned are not those", "taken",
                  "{\"slot\":\"1b4\",\"tile\":\"ruby.white\",\"turned\":1,\"extra\":false}");
        cannot_be("the tiles turned are not those", "taken",
                  "{\"slot\":\"2a1\",\"tile\":\"ruby.white\",\"turned\":3,\"extra\":false}");
        cannot_be("within what the rules allow", "taken",
                  "{\"slot\":\"2a1\",\"tile\":\"ruby.white\",\"turned\":5,\"extra\":false}");
        cannot_be("white is not the magic", "taken", "{\"slot\":\"2a1\",\"tile\":\"statue.pink\",\"turned\":4,\"extra\":false}");
        cannot_be("only green takes a second tile", "taken",
                  "{\"slot\":\"2a1\",\"tile\":\"ruby.white\",\"turned\":4,\"extra\":true}");
        cannot_be("a lamp is swapped only", "phase", "\"lamp\"");
        cannot_be("green is not the magic", "phase", "\"green\"");
        cannot_be("yellow is not the magic", "phase", "\"yellow\"");
        cannot_be("yellow is not the magic", "phase", "\"show\"", "player", "2");
        cannot_be("yellow is not the magic", "phase", "\"pick\"");
        cave("", 1, "1a1=crown.yellow 1b1=lamp.blue", NULL, "");
        play("1a1");
        cannot_be("only with effects=may", "phase", "\"yellow\"", "player", "1");
        cave("", 1, "1a1=crown.green 1b1=lamp.blue", NULL, "");
        play("1a1");
        cannot_be("finds nothing to take", "taken", "{\"slot\":\"1e5\",\"tile\":\"crown.green\",\"turned\":0,\"extra\":false}");
        cannot_be("green is not the magic", "bans", "[null,\"lamp\"]");
        cave("", 1, "1a1=lamp.green 1b1=crown.blue", NULL, "");
        play("1a1");
        cannot_be("a lamp is swapped only", "phase", "\"lamp\"");
        cave("", 1, "1b1=crown.blue", NULL, "");
        cannot_be("not as many as were laid", "board", "{}");
}

/* Ali Baba 7.13.12, 7.13.15, 7.13.17 */
TEST(invalid_choices_are_refused)
{
        cave("players=4", 1, "1a1=ring.yellow 1b1=ruby.blue", NULL, "statue.pink / crown.pink crown.white / / sword.pink");
        cannot_be("no yellow is under way", "shown", "[null,\"crown.pink\",null,null]");
        cannot_be("only a tile to show is chosen by another", "player", "2");
        play("1a1");
        cannot_be("none to show", "shown", "[null,\"crown.pink\",\"chest.pink\",null]", "player", "4");
        cannot_be("none to show", "shown", "[\"statue.pink\",null,null,null]");
        cannot_be("another player's turn to show", "player", "4");
        cannot_be("another player's turn to show", "shown", "[null,\"crown.pink\",null,null]");
        cannot_be("out of turn", "shown", "[null,null,null,\"sword.pink\"]");
        cannot_be("not behind the screen", "shown", "[null,\"sword.pink\",null,null]", "player", "4");
        cannot_be("shown is not given", "shown", "[null,\"?\",null,null]", "player", "4");
        cannot_be("the tiles behind a screen are not given", "hands", "[[],[null,null],[],[]]");
}

/* Ali Baba 7.13.13, 7.13.14, 7.13.16 */
TEST(invalid_ends_are_refused)
{
        cave("players=3", 2, "1a1=ring.pink 1b1=ruby.blue", NULL, "");
        is_now("turns_left", "2");
        cannot_be("the turns left are known", "turns_left", "null");
        cannot_be("do not finish the round", "turns_left", "1");
        cannot_be("do not finish the round", "turns_left", "5");
        set("ending", "\"extra\"", "turns_left", "5");
        cannot_be("do not finish the round", "turns_left", "3");
        cannot_be("the turns left do not finish", "turns_left", "0");
        cannot_be("not finish the round", "phase", "\"over\"", "player", "0");
        cannot_be("the game is not over yet", "phase", "\"over\"", "player", "0", "turns_left", "4");
        cannot_be("should be", "phase", "\"over\"");
        cannot_be("has ended", "bans", "[null,\"ring\",null]");
        cave("players=3", 2, "2a1=ring.pink 1e5=ruby.blue", NULL, "");
        cannot_be("the turns left are not known", "turns_left", "2");
        cannot_be("the game is not over yet", "phase", "\"over\"", "player", "0");
        cave("players=3", 3, "1a1=ring.pink 1b1=ruby.blue", NULL, "");
        play("1a1");
        is_now("phase", "\"over\"");
        cannot_be("", "phase", "\"take\"", "player", "3");
        cannot_be("the turns left are known", "turns_left", "null");
}

/* --- 8. what a player may know --- */

/* Ali Baba 3.6, 8.1, 8.4, 8.5 */
TEST(with_closed_screens_only_the_number_of_the_others_tiles_is_seen)
{
        on_top("players=3", "ring.white", "ruby.blue", "lamp.pink", "lamp.blue");
        play("4a1 3a1=sword.blue ban:pink 4b1 3b1=crown.blue 3c1=crown.white 3a1 2a1=chest.blue 4a2 3a2=chest.pink "
             "3a3=chest.brown");
        is_now("hands", "[[\"lamp.pink\",\"ring.white\"],[\"ruby.blue\"],[\"sword.blue\"]]");
        sees(0, "hands", "[[null,null],[null],[null]]");
        sees(1, "hands", "[[\"lamp.pink\",\"ring.white\"],[null],[null]]");
        sees(2, "hands", "[[null,null],[\"ruby.blue\"],[null]]");
        sees(3, "hands", "[[null,null],[null],[\"sword.blue\"]]");
}

/* Ali Baba 8.1, 8.4: until the game is over */
TEST(when_the_game_is_over_all_hands_are_seen)
{
        char hands[MAX_STATE_TEXT];

        cave("", 1, "1a1=ring.pink", NULL, "crown.pink");
        play("1a1");
        is_now("phase", "\"over\"");
        snprintf(hands, sizeof hands, "%s", value_of("hands"));
        for (int viewer = 0; viewer <= 2; viewer++)
                sees(viewer, "hands", hands);
}

/* Ali Baba 3.6, 8.2, 8.5 */
TEST(with_open_screens_all_hands_are_seen)
{
        char hands[MAX_STATE_TEXT];

        cave("screens=open", 1, "1a1=ring.pink 1b1=lamp.blue", NULL, "crown.pink");
        snprintf(hands, sizeof hands, "%s", value_of("hands"));
        for (int viewer = 0; viewer <= 2; viewer++)
                sees(viewer, "hands", hands);
}

/* Ali Baba 8.3: with closed screens too */
TEST(choices_are_hidden_behind_closed_screens_as_well)
{
        cave("players=3", 1, "1a1=ring.yellow 1b1=ruby.blue", NULL, "/ crown.pink crown.blue / ");
        play("1a1 show:crown.pink");
        assert_non_null(strstr(ask("view 3"), "\"shown\":[null,\"?\",null]"));
        assert_non_null(strstr(ask("view 3"), "\"hands\":[[null],[null,null],["));
        assert_non_null(strstr(ask("view 2"), "\"shown\":[null,\"crown.pink\",null]"));
}

/* --- the tree --- */

/* Ali Baba 4.2, 4.3: the same as by another program */
TEST(perft_matches_another_program)
{
        on_top("", "ring.green", "ruby.white", "sword.yellow", "lamp.brown");
        answers("perft 1", "= 4");
        answers("perft 2", "= 224"); /* four takes, each turns one of 56 tiles */
        answers("perft 3", "= 1456");
        cave("players=3 variant=lamp effects=may ending=extra", 2, "1a1=lamp.green 1b1=lamp.yellow 1c1=crown.white 1d1=crown.green",
             BESIDE, "crown.pink chest.blue / chest.white / ");
        set("turns_left", "2");
        answers("perft 3", "= 115");
        answers("perft 5", "= 2465");
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                RUNS(every_tile_not_seen_is_equally_likely_to_turn_up),
                RUNS(the_standard_cave_is_5_by_5_then_4_by_4_then_3_by_3_then_2_by_2),
                RUNS(the_small_cave_is_4_by_4_then_3_by_4_then_2_by_3_then_1_by_2),
                RUNS(a_tile_of_the_standard_cave_lies_on_four),
                RUNS(the_lower_layers_of_the_standard_cave_lie_on_four_as_well),
                RUNS(the_second_layer_of_the_small_cave_lies_on_two_and_the_others_on_four),
                RUNS(six_tiles_stay_in_the_box_in_base_and_small_and_none_in_equal_and_lamp),
                RUNS(options_have_their_values_and_defaults),
                RUNS(the_small_variant_is_for_two_players_only),
                RUNS(one_kind_is_removed_in_equal_and_three_in_small_and_none_elsewhere),
                RUNS(equal_leaves_out_one_kind),
                RUNS(small_leaves_out_three_kinds),
                RUNS(lamp_lays_six_tiles_beside_the_cave_that_are_no_lamps),
                RUNS(remove_is_kept_in_the_state_with_its_kinds_in_order),
                RUNS(the_deal_comes_from_the_seed),
                RUNS(a_player_takes_a_face_up_tile_and_the_turn_passes_to_the_left),
                RUNS(a_tile_that_anothers_ban_names_may_not_be_taken),
                RUNS(bans_of_several_players_hold_at_once),
                RUNS(if_every_face_up_tile_is_banned_any_may_be_taken),
                RUNS(pink_gives_5_points),
                RUNS(blue_gives_2_points_for_each_tile_turned),
                RUNS(blue_gives_2_points_on_layer_1),
                RUNS(blue_on_a_higher_layer_that_turns_nothing_scores_0),
                RUNS(brown_gives_2_points_for_each_tile_of_its_kind_that_the_player_has),
                RUNS(green_takes_also_a_tile_that_shares_an_edge_with_the_place),
                RUNS(green_does_not_reach_round_the_edge_or_to_another_layer),
                RUNS(the_magic_of_greens_tile_is_not_used),
                RUNS(bans_hold_for_greens_tile_with_no_exception),
                RUNS(tiles_that_green_frees_are_turned_at_once_and_score_nothing),
                RUNS(green_without_a_neighbour_does_nothing),
                RUNS(for_yellow_every_opponent_with_tiles_shows_one_from_the_left),
                RUNS(choices_are_hidden_until_all_have_chosen),
                RUNS(the_player_picks_one_of_the_tiles_shown_and_the_rest_go_back),
                RUNS(yellow_does_nothing_where_nobody_has_a_tile),
                RUNS(white_names_any_kind_or_colour),
                RUNS(a_ban_holds_until_the_next_turn_of_the_player_whom_it_does_not_bind),
                RUNS(a_players_own_ban_is_not_among_those_that_bind_them),
                RUNS(with_effects_may_green_yellow_and_white_may_be_declined),
                RUNS(points_are_never_declined),
                RUNS(a_lamp_is_kept_or_swapped_after_the_tiles_are_turned),
                RUNS(a_lamp_is_swapped_with_a_tile_beside_the_cave_whose_magic_is_used),
                RUNS(a_blue_swapped_in_counts_the_tiles_turned_by_taking_the_lamp),
                RUNS(a_green_swapped_in_has_the_neighbours_of_the_lamps_old_place),
                RUNS(a_brown_swapped_in_counts_its_own_kind),
                RUNS(bans_do_not_stop_a_swap),
                RUNS(a_lamp_that_came_through_green_or_yellow_does_nothing),
                RUNS(the_game_is_over_at_once_when_the_cave_is_empty),
                RUNS(when_no_tile_is_face_down_the_round_is_finished),
                RUNS(with_ending_extra_one_more_full_round_is_played),
                RUNS(the_turn_that_empties_the_cave_is_carried_out_to_its_end),
                RUNS(each_kind_scores_1_3_6_10_15_21_for_1_to_6_tiles),
                RUNS(most_points_win),
                RUNS(on_a_tie_fewer_tiles_win),
                RUNS(on_a_further_tie_the_win_is_shared),
                RUNS(a_state_is_written_with_its_keys_in_order),
                RUNS(while_tiles_turn_taken_counts_them_and_reveal_names_the_next),
                RUNS(invalid_tiles_are_refused),
                RUNS(invalid_caves_are_refused),
                RUNS(invalid_turns_are_refused),
                RUNS(invalid_choices_are_refused),
                RUNS(invalid_ends_are_refused),
                RUNS(with_closed_screens_only_the_number_of_the_others_tiles_is_seen),
                RUNS(when_the_game_is_over_all_hands_are_seen),
                RUNS(with_open_screens_all_hands_are_seen),
                RUNS(choices_are_hidden_behind_closed_screens_as_well),
                RUNS(perft_matches_another_program),
        };

        return cmocka_run_group_tests_name("Ali Baba", tests, NULL, NULL);
}
