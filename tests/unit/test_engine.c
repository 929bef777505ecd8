/* The engine: every rule of docs/engine.md, by its number. */
#include "driver.h"

#include "../../core/alibaba.h"

#include <sys/wait.h>
#include <unistd.h>

static const char GAMES_AND_OPTIONS[][80] = {
        "marrakech seed=1",
        "marrakech seed=2 players=2 bankrupt=stay orient=after",
        "marrakech seed=3 players=3 cover_own=yes first=2",
        "alibaba seed=4 players=4 screens=open",
        "alibaba seed=5 variant=lamp effects=may players=3 ending=extra",
        "alibaba seed=6 variant=small",
        "alibaba seed=7 variant=equal remove=lamp effects=may first=2",
        "labyrinth seed=8 players=3 limit=40",
        "labyrinth seed=9 tiles=master start=inner deals=off players=4 limit=60",
};

enum { GAMES_TO_PLAY = sizeof GAMES_AND_OPTIONS / sizeof GAMES_AND_OPTIONS[0] };

/* The i-th word of an answer, without the mark; 0 past the last. */
static int word_of(const char *list, int i, char *word, size_t cap)
{
        const char *at = list + 1;

        for (; i >= 0 && at; i--)
                at = strchr(at + (*at == ' '), ' ');
        if (i >= -1 && at == list + 1)
                at = NULL;
        if (!at)
                return 0;
        snprintf(word, cap, "%.*s", (int)strcspn(at + 1, " "), at + 1);
        return 1;
}

static int count_words(const char *list)
{
        int n = 0;

        for (; *list; list++)
                n += *list == ' ';
        return n;
}

/* One of the legal moves, a different one each step; 0 if there is none. */
static int choose(int step, char chosen[64])
{
        const char *list = ask("legal");
        int n = count_words(list);

        if (n == 0)
                return 0;
        for (int i = step * 7 % n; i >= 0; i--)
                list = strchr(list + 1, ' ');
        snprintf(chosen, 64, "%.*s", (int)strcspn(list + 1, " "), list + 1);
        return 1;
}

/* Makes one move; chance is rolled. 0 when the game is over. */
static int one_more(int step)
{
        char chosen[64];

        if (!choose(step, chosen))
                return 0;
        if (strcmp(ask("turn"), "= chance") == 0)
                assert_int_equal(*ask("roll"), '=');
        else
                play(chosen);
        return 1;
}

static void go_on(const char *game, int moves)
{
        assert_string_equal(ask("new %s", game), "=");
        for (int i = 0; i < moves && one_more(i); i++)
                ;
}

/* What `games` answers. */
static const char *all_games(void)
{
        static char line[MAX_GAMES_TEXT];

        snprintf(line, sizeof line, "=");
        for (int i = 0; game_at(i); i++)
                snprintf(line + strlen(line), sizeof line - strlen(line), " %s", game_at(i)->name);
        return line;
}

/* --- 1. ground rules --- */

/* Engine 1.1, 1.2 */
TEST(a_line_has_at_most_65536_bytes)
{
        static char line[70000];

        does("new marrakech");
        memset(line, ' ', sizeof line);
        memcpy(line, "games", 5);
        assert_string_equal(engine_answer(&driver, line, 65536), all_games());
        assert_string_equal(engine_answer(&driver, line, 65537), "! a command is one line of at most 65536 bytes");
        assert_string_equal(engine_answer(&driver, line, sizeof line), "! a command is one line of at most 65536 bytes");
        is_now("player", "1");
        memset(line, 'x', sizeof line);
        memcpy(line, "play ", 5);
        assert_memory_equal(engine_answer(&driver, line, 65536), "! move 1, xxx", 13);
        memcpy(line, "position ", 9);
        assert_int_equal(*engine_answer(&driver, line, 65536), '!');
        memcpy(line, "replay ", 7);
        assert_int_equal(*engine_answer(&driver, line, 65536), '!');
        memcpy(line, "new ", 4);
        assert_int_equal(*engine_answer(&driver, line, 65536), '!');
        memcpy(line, "new alibaba ", 12);
        line[1000] = '=';
        assert_int_equal(*engine_answer(&driver, line, 65536), '!');
        memcpy(line, "new alibaba remove=", 19);
        assert_int_equal(*engine_answer(&driver, line, 65536), '!');
        memcpy(line, "view x", 6);
        assert_int_equal(*engine_answer(&driver, line, 65536), '!');
}

/* Engine 1.1 */
TEST(words_are_separated_by_any_number_of_spaces)
{
        does("  new   marrakech  players=3 ");
        answers(" turn  ", "= player 1");
        does("play   S   2");
        refuses("turn\tturn", "unknown command");
        refuses("\tturn", "unknown command");
}

/* Engine 1.3 */
TEST(bytes_that_are_not_utf_8_are_refused)
{
        static const char *const BAD[] = {
                "state \x80",             /* a stray continuation */
                "state \xbf",             /* another */
                "state \xc3",             /* cut short */
                "state \xc3 ",            /* not continued */
                "state \xe2\x82",         /* cut short */
                "state \xe2\x82 x",       /* not continued */
                "state \xc0\xaf",         /* overlong */
                "state \xc1\xbf",         /* overlong */
                "state \xe0\x9f\xbf",     /* overlong */
                "state \xf0\x8f\xbf\xbf", /* overlong */
                "state \xed\xa0\x80",     /* a surrogate */
                "state \xf4\x90\x80\x80", /* past U+10FFFF */
                "state \xf5\x80\x80\x80", /* past everything */
                "state \xff",             /* never */
                NULL,
        };
        static const char *const GOOD[] = { "\x7f",         "\xc2\x80",     "\xdf\xbf",         "\xe0\xa0\x80",     "\xed\x9f\xbf",
                                            "\xee\x80\x80", "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", NULL };

        does("new marrakech");
        for (int i = 0; BAD[i]; i++)
                refuses(BAD[i], "UTF-8");
        for (int i = 0; GOOD[i]; i++)
                refuses(GOOD[i], "unknown command");
        assert_string_equal(engine_answer(&driver, "state\0", 6), "! a command is UTF-8 text without NUL");
        assert_string_equal(engine_answer(&driver, "\0state", 6), "! a command is UTF-8 text without NUL");
        assert_string_equal(engine_answer(&driver, "state \xc3\xa9", 7), "! a command is UTF-8 text without NUL"); /* cut short */
        assert_string_equal(engine_answer(&driver, "new mar\0rakech", 14), "! a command is UTF-8 text without NUL");
}

/* Engine 1.4, 1.6, 6.5 */
TEST(unknown_commands_are_refused)
{
        static const char *const UNKNOWN[] = { "",     " ", "x",    "State", "STATE",        "states", "stat",
                                               "game", "=", "! no", "help",  "newmarrakech", "{}",     NULL };

        for (int i = 0; UNKNOWN[i]; i++)
                refuses(UNKNOWN[i],
                        "unknown command; commands are games, options, new, turn, legal, chance, play, roll, state, view");
        does("new marrakech");
        for (int i = 0; UNKNOWN[i]; i++)
                refuses(UNKNOWN[i], "unknown command");
}

/* Engine 1.5 */
TEST(an_answer_is_one_line_that_begins_with_a_mark)
{
        static const char *const COMMANDS[] = {
                "games",  "options alibaba", "new alibaba", "turn",    "legal",  "chance",   "play",        "play 4a1", "roll",
                "chance", "state",           "view 1",      "view 0",  "view 9", "position", "position {}", "score",    "undo",
                "record", "replay",          "replay {}",   "perft 1", "perft",  "nothing",  "undo 99",     NULL
        };

        for (int i = 0; COMMANDS[i]; i++) {
                const char *answer = ask("%s", COMMANDS[i]);

                assert_true(strcmp(answer, "=") == 0 || strncmp(answer, "= ", 2) == 0 || strncmp(answer, "! ", 2) == 0);
                assert_null(strchr(answer, '\n'));
        }
}

/* Engine 1.6 */
TEST(a_reason_names_what_was_wrong_and_what_is_allowed)
{
        refuses("new chess", "games are alibaba, ");
        refuses("new marrakech colour=red",
                "marrakech has no option colour; it has players, bankrupt, cover_own, orient and first");
        refuses("new marrakech bankrupt=perhaps", "bankrupt=perhaps is not allowed; bankrupt is out or stay");
        does("new marrakech");
        refuses("play S 9", "move 2, 9, is not legal here: the die is being rolled; the outcome is 1, 2, 3 or 4");
        refuses("position {\"game\":\"marrakech\",\"players\":7}", "at byte 31 there should be");
        refuses("position {\"game\":\"marrakech\",\"players\":2", "but the text ends there");
        refuses("position {\"game\":\"chess\"}", "begins with \"game\": alibaba, ");
}

/* Engine 1.7: with no game, a failure leaves no game */
TEST(a_failed_command_leaves_no_game_where_there_was_none)
{
        refuses("new marrakech players=9", "players");
        refuses("position {}", "game");
        refuses("replay {}", "game");
        refuses("turn", "there is no game yet");
}

/* Engine 1.7: and leaves a game as it was, with all its moves */
TEST(a_failed_command_leaves_everything_as_it_was)
{
        static const char *const FAILING[] = { "new chess",
                                               "new marrakech players=9",
                                               "new alibaba first=3",
                                               "play 7",
                                               "play 1 zz",
                                               "roll now",
                                               "undo 0",
                                               "undo 4",
                                               "position {}",
                                               "replay {}",
                                               "perft x",
                                               "view 5",
                                               "chance now",
                                               "quit now",
                                               "turn now",
                                               "record please",
                                               "score now",
                                               NULL };
        char record[4000];

        does("new marrakech seed=3");
        play("S 1 d2e2");
        snprintf(record, sizeof record, "%s", ask("record"));
        for (int i = 0; FAILING[i]; i++) {
                refuses(FAILING[i], "");
                answers("record", record);
        }
        assert_int_equal(driver.quit, 0);
}

/* Starts `serai engine` with two pipes. */
static pid_t engine_behind_pipes(int *to, int *from)
{
        int in[2], out[2];
        pid_t child;

        assert_int_equal(pipe(in), 0);
        assert_int_equal(pipe(out), 0);
        fflush(NULL);
        child = fork();
        if (child == 0) {
                dup2(in[0], STDIN_FILENO);
                dup2(out[1], STDOUT_FILENO);
                close(in[0]), close(in[1]), close(out[0]), close(out[1]);
                clearerr(stdin);
                _exit(cli_engine(0, NULL));
        }
        close(in[0]), close(out[1]);
        *to = in[1], *from = out[0];
        return child;
}

static void send_bytes(int to, const char *bytes, size_t size)
{
        while (size > 0) {
                ssize_t sent = write(to, bytes, size);

                assert_true(sent > 0);
                bytes += sent, size -= (size_t)sent;
        }
}

static void receive_line(int from, const char *expected)
{
        char line[1000];
        size_t n = 0;

        while (n + 1 < sizeof line && read(from, line + n, 1) == 1 && line[n] != '\n')
                n++;
        line[n] = '\0';
        if (*expected == '!') /* the beginning of the reason is enough */
                line[strlen(expected)] = '\0';
        assert_string_equal(line, expected);
}

static int status_of(pid_t child)
{
        int status;

        assert_int_equal(waitpid(child, &status, 0), child);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Engine 1.5, 1.8, 1.9 */
TEST(answers_come_line_by_line_and_end_of_input_ends_the_program_with_0)
{
        int to, from;
        char rest;
        pid_t child = engine_behind_pipes(&to, &from);

        send_bytes(to, "games\n", 6);
        receive_line(from, all_games()); /* before anything else is sent */
        send_bytes(to, "new marrakech\nturn\n", 19);
        receive_line(from, "=");
        receive_line(from, "= player 1");
        send_bytes(to, "nonsense", 8); /* and no newline */
        close(to);
        receive_line(from, "! unknown command");
        assert_int_equal(read(from, &rest, 1), 0);
        assert_int_equal(status_of(child), 0);
        close(from);
}

/* Engine 1.2, 6.4: on the pipe */
TEST(a_trailing_carriage_return_is_ignored_and_a_long_line_is_skipped)
{
        static char line[65540];
        int to, from;
        pid_t child = engine_behind_pipes(&to, &from);

        send_bytes(to, "new marrakech\r\nturn\r\nturn\r\r\n\r\n", 30);
        receive_line(from, "=");
        receive_line(from, "= player 1");
        receive_line(from, "! unknown command");
        receive_line(from, "! unknown command");
        memset(line, ' ', sizeof line);
        memcpy(line, "turn", 4);
        line[65536] = '\n';
        send_bytes(to, line, 65537);
        receive_line(from, "= player 1");
        line[65536] = '\r', line[65537] = '\n';
        send_bytes(to, line, 65538);
        receive_line(from, "= player 1");
        line[65536] = ' ';
        send_bytes(to, line, 65538);
        receive_line(from, "! a command is one line of at most 65536 bytes");
        send_bytes(to, "turn\n", 5);
        receive_line(from, "= player 1");
        close(to);
        assert_int_equal(status_of(child), 0);
        close(from);
}

/* Engine 2.17 */
TEST(quit_answers_and_ends_the_program)
{
        int to, from;
        char rest;
        pid_t child = engine_behind_pipes(&to, &from);

        send_bytes(to, "quit\ngames\n", 11);
        receive_line(from, "=");
        assert_int_equal(read(from, &rest, 1), 0);
        assert_int_equal(status_of(child), 0);
        close(to), close(from);
        refuses("quit now", "takes nothing behind it");
        assert_int_equal(driver.quit, 0);
        does("quit");
        assert_int_equal(driver.quit, 1);
}

/* Engine 1.10 */
TEST(the_same_commands_give_the_same_answers)
{
        char state[MAX_STATE_TEXT];

        for (int i = 0; i < GAMES_TO_PLAY; i++) {
                go_on(GAMES_AND_OPTIONS[i], 100);
                snprintf(state, sizeof state, "%s", state_now());
                go_on(GAMES_AND_OPTIONS[i], 100);
                assert_string_equal(state, state_now());
        }
}

/* --- 2. commands --- */

/* Engine 2.1, 6.7 */
TEST(games_lists_the_games)
{
        answers("games", all_games());
        refuses("games please", "takes nothing behind it");
}

/* Engine 2.2, 6.7 */
TEST(options_lists_values_defaults_and_player_counts)
{
        const char *answer = ask("options marrakech");

        assert_non_null(strstr(answer, "= {\"players\":{\"from\":2,\"to\":4,\"default\":4,\"players\":[2,3,4],"));
        assert_non_null(strstr(answer, "\"bankrupt\":{\"values\":[\"out\",\"stay\"],\"default\":\"out\",\"players\":[2,3,4],"));
        assert_non_null(strstr(answer, "\"first\":{\"from\":1,\"to\":\"players\",\"default\":1,\"players\":[2,3,4],"));
        answer = ask("options alibaba");
        assert_non_null(strstr(answer, "= {\"players\":{\"from\":2,\"to\":4,\"default\":2,"));
        assert_non_null(
                strstr(answer,
                       "\"variant\":{\"values\":[\"base\",\"lamp\",\"equal\",\"small\"],\"default\":\"base\",\"players\":[2,3,4],"
                       "\"players_for\":{\"base\":[2,3,4],\"lamp\":[2,3,4],\"equal\":[2,3,4],\"small\":[2]}"));
        assert_non_null(strstr(
                answer,
                "\"remove\":{\"values\":[\"random\"],\"set_of\":[\"carpet\",\"chest\",\"crown\",\"diamond\",\"lamp\",\"necklace\","
                "\"ring\",\"ruby\",\"statue\",\"sword\"],\"default\":\"random\",\"players\":[2,3,4],"));
        assert_non_null(strstr(ask("options labyrinth"), "\"limit\":{\"from\":0,\"to\":9999,\"default\":0,\"players\":[2,3,4],"));
        refuses("options", "name a game");
        refuses("options chess", "there is no game of that name");
        refuses("options alibaba marrakech", "one game");
}

/* Engine 2.3, 2.3.1 */
TEST(new_sets_up_a_game_from_its_seed)
{
        char state[MAX_STATE_TEXT];

        does("new alibaba seed=0");
        snprintf(state, sizeof state, "%s", state_now());
        does("new alibaba");
        assert_string_equal(state, state_now());
        does("new alibaba seed=18446744073709551615");
        assert_string_not_equal(state, state_now());
        assert_non_null(strstr(ask("record"), "\"seed\":18446744073709551615,"));
        refuses("new alibaba seed=18446744073709551616", "seed is a whole number from 0 to 18446744073709551615");
        refuses("new alibaba seed=99999999999999999999999999", "seed is a whole number");
        refuses("new alibaba seed=-1", "seed is a whole number");
        refuses("new alibaba seed=", "seed is a whole number");
        refuses("new alibaba seed=1x", "seed is a whole number");
        refuses("new alibaba seed=01", "seed is a whole number");
        refuses("new alibaba seed=+1", "seed is a whole number");
        does("new alibaba first=2 seed=3 players=2"); /* in any order */
        is_now("player", "2");
        does("new marrakech");
        assert_non_null(strstr(state_now(), "marrakech"));
}

/* Engine 2.3.2 */
TEST(new_refuses_unknown_keys_bad_values_and_bad_combinations)
{
        refuses("new", "name a game");
        refuses("new chess", "there is no game of that name");
        refuses("new marrakech size=8", "marrakech has no option size");
        refuses("new marrakech players=five", "players=five is not allowed");
        refuses("new marrakech players", "options are given as key=value");
        refuses("new marrakech =3", "marrakech has no option ");
        refuses("new marrakech players=2 first=3", "first is a number from 1 to the number of players");
        refuses("new alibaba players=3 variant=small", "variant=small is for two players only");
}

/* Engine 6.3 */
TEST(a_key_given_twice_is_an_error)
{
        refuses("new marrakech players=2 players=2", "given twice");
        refuses("new marrakech players=2 first=1 players=3", "given twice");
        refuses("new marrakech seed=1 seed=1", "given twice");
}

/* Engine 2.4, 6.7 */
TEST(turn_names_the_player_to_move)
{
        refuses("turn", "there is no game yet");
        does("new marrakech players=2");
        answers("turn", "= chance");
        play("red");
        answers("turn", "= player 1");
        refuses("turn 1", "takes nothing behind it");
        does("new labyrinth first=2");
        answers("turn", "= player 2");
        does("new labyrinth limit=1 deals=off");
        while (one_more(0))
                ;
        answers("turn", "= over");
}

/* Engine 2.5, 6.7 */
TEST(legal_lists_moves_and_outcomes_in_order_and_nothing_when_over)
{
        refuses("legal", "there is no game yet");
        does("new marrakech");
        answers("legal", "= E S W");
        play("S");
        answers("legal", "= 1 2 3 4");
        refuses("legal moves", "takes nothing behind it");
        does("new labyrinth limit=1 deals=off");
        while (one_more(0))
                ;
        answers("legal", "=");
}

/* Engine 2.6, 6.7 */
TEST(chance_lists_the_outcomes_with_their_weights)
{
        refuses("chance", "there is no game yet");
        does("new marrakech");
        refuses("chance", "not a chance event");
        play("S");
        answers("chance", "= 1:1 2:2 3:2 4:1");
        refuses("chance 1", "takes nothing behind it");
}

/* Engine 2.7, 2.7.1, 6.7 */
TEST(play_makes_moves_and_forces_outcomes)
{
        refuses("play S", "there is no game yet");
        does("new marrakech");
        does("play S");
        does("play 3");
        is_now("assam", "\"d1\"");
        does("new marrakech");
        does("play S 3 d2e2 E 1");
        is_now("player", "2");
        is_now("phase", "\"lay\"");
        refuses("play", "one or more moves");
}

/* Engine 2.7.2 */
TEST(if_one_move_is_illegal_none_is_played_and_the_error_names_it)
{
        does("new marrakech");
        play("S");
        refuses("play 3 d2e2 E 9 d4e4", "move 4, 9, is not legal here");
        is_now("phase", "\"roll\"");
        refuses("play 9", "move 1, 9, is not legal here");
        refuses("play S", "move 1, S,");
        refuses("play 3 a-word-that-is-longer-than-any-move-of-any-game-could-be",
                "move 2, a-word-that-is-longer-than-any-move-of-any-game-could-be,");
        is_now("laid", "0");
        does("undo"); /* earlier moves can still be undone */
        is_now("phase", "\"orient\"");
}

/* Engine 2.8, 5.4, 6.7 */
TEST(roll_draws_from_the_seed_and_undoing_rolls_the_same_again)
{
        char rolled[8];
        int different = 0;

        refuses("roll", "there is no game yet");
        does("new marrakech seed=5");
        refuses("roll", "not a chance event");
        play("S");
        snprintf(rolled, sizeof rolled, "%s", ask("roll"));
        is_now("phase", "\"lay\"");
        for (int i = 0; i < 5; i++) {
                does("undo");
                answers("roll", rolled);
        }
        for (int seed = 0; seed < 20; seed++) {
                assert_string_equal(ask("new marrakech seed=%d", seed), "=");
                play("S");
                different += strcmp(ask("roll"), rolled) != 0;
        }
        assert_in_range(different, 5, 19);
        refuses("roll 1", "takes nothing behind it");
}

/* Engine 2.9, 6.7 */
TEST(state_is_one_line_of_json_without_spaces)
{
        refuses("state", "there is no game yet");
        for (int i = 0; i < GAMES_TO_PLAY; i++) {
                go_on(GAMES_AND_OPTIONS[i], 30);
                assert_null(strchr(state_now(), ' '));
                assert_int_equal(state_now()[0], '{');
        }
        does("new labyrinth limit=12 first=2");
        is_now("first", "2");
        is_now("limit", "12");
        is_now("players", "2");
        is_now("tiles", "\"crazy\"");
        refuses("state 1", "takes nothing behind it");
}

/* Engine 2.10, 6.7 */
TEST(view_is_what_a_player_or_a_spectator_may_know)
{
        refuses("view 0", "there is no game yet");
        does("new labyrinth");
        set("formulas", "[[2,4,15],[5,8,19]]");
        sees(0, "formulas", "[null,null]");
        sees(1, "formulas", "[[2,4,15],null]");
        sees(2, "formulas", "[null,[5,8,19]]");
        refuses("view", "a player's number, or 0");
        refuses("view 3", "a player's number, or 0");
        refuses("view -1", "a player's number, or 0");
        refuses("view 01", "a player's number, or 0");
        refuses("view one", "a player's number, or 0");
        refuses("view 1 2", "a player's number, or 0");
}

/* Engine 2.11, 2.11.1 */
TEST(position_sets_a_state_and_refuses_an_invalid_one)
{
        char state[MAX_STATE_TEXT];

        does("new alibaba seed=3");
        snprintf(state, sizeof state, "%s", state_now());
        does("new marrakech");
        assert_string_equal(ask("position %s", state), "=");
        assert_string_equal(state, state_now());
        cannot_be("", "4a1", value_of("4b1"));
        refuses("position", "a state is a JSON object");
        refuses("position nonsense", "a state is a JSON object");
        does("new labyrinth");
        cannot_be("a name that the rules know", "pawns", "[\"h9\",\"g1\"]");
        does("new marrakech");
        cannot_be("dirhams", "dirhams", "[30,30,30,31]");
}

/* Engine 6.2 */
TEST(after_position_the_seed_is_0_and_undo_stops_there)
{
        char rolled[8];

        does("new marrakech");
        play("S");
        snprintf(rolled, sizeof rolled, "%s", ask("roll"));
        does("new marrakech seed=123");
        play("S");
        set("laid", "0");
        refuses("undo", "no move to take back");
        answers("roll", rolled);
        does("undo");
        refuses("undo", "no move to take back");
        assert_non_null(strstr(ask("record"), "\"seed\":0,\"start\":{"));
}

/* Engine 6.6 */
TEST(position_ignores_white_space_between_tokens)
{
        static char spaced[MAX_LINE];
        char state[MAX_STATE_TEXT];
        size_t n;
        int inside;

        for (int i = 0; i < GAMES_TO_PLAY; i++) {
                go_on(GAMES_AND_OPTIONS[i], 50);
                snprintf(state, sizeof state, "%s", state_now());
                n = 0;
                inside = 0;
                for (const char *c = state; *c; c++) {
                        inside ^= *c == '"';
                        if (!inside && strchr("{}[],:", *c)) {
                                memcpy(spaced + n, " \t", 2), n += 2;
                                spaced[n++] = *c;
                                memcpy(spaced + n, " \r\n ", 4), n += 4;
                        } else {
                                spaced[n++] = *c;
                        }
                }
                spaced[n] = '\0';
                does("new marrakech");
                assert_string_equal(ask("position %s", spaced), "=");
                assert_string_equal(state, state_now());
        }
}

/* A JSON text without white space between its tokens. */
static const char *without_space(const char *json)
{
        static char text[MAX_LINE];
        size_t n = 0;
        int inside = 0;

        for (; *json; json++) {
                inside ^= *json == '"';
                if (inside || *json != ' ')
                        text[n++] = *json;
        }
        text[n] = '\0';
        return text;
}

/* Engine 6.6, 3.2: any changed byte is refused, or state prints it back */
TEST(position_accepts_exactly_what_state_prints)
{
        static const char OTHERS[] = "19x\"n,]?";
        static char line[MAX_LINE];

        for (int i = 1; i < GAMES_TO_PLAY; i += 3) { /* one of each game */
                size_t size;

                go_on(GAMES_AND_OPTIONS[i], 50);
                size = (size_t)snprintf(line, sizeof line, "position %s", state_now());
                for (size_t at = strlen("position "); at < size; at++) {
                        char was = line[at];

                        for (int k = 0; k < 2; k++) { /* a space, and another byte by turns */
                                line[at] = k == 0 ? ' ' : OTHERS[at % (sizeof OTHERS - 1)];
                                if (line[at] != was && *engine_answer(&driver, line, size) == '=')
                                        assert_string_equal(state_now(), without_space(line + strlen("position ")));
                        }
                        line[at] = was;
                }
                assert_int_equal(*engine_answer(&driver, line, size - 1), '!'); /* cut short */
                line[size] = '}';
                assert_int_equal(*engine_answer(&driver, line, size + 1), '!'); /* too long */
        }
}

/* Engine 6.6 */
TEST(position_refuses_other_ways_to_write_the_same)
{
        does("new marrakech");
        cannot_be("", "player", "01");
        cannot_be("", "player", "1.0");
        cannot_be("", "player", "1e0");
        cannot_be("", "player", "+1");
        cannot_be("", "player", "\"1\"");
        cannot_be("", "player", "1,\"more\":2");
        cannot_be("", "assam", "\"\\u00644\"");
        cannot_be("", "assam", "\" d4\"");
        cannot_be("", "assam", "\"D4\"");
        cannot_be("", "drawn", "NULL");
        cannot_be("", "out", "[false,false,false]");
        cannot_be("", "out", "[false,false,false,false,false]");
        cannot_be("", "out", "[0,false,false,false]");
        cannot_be("", "dirhams", "[30,30,30,30,]");
        cannot_be("", "dirhams", "[-30,30,60,60]");
        cannot_be("", "first", "\"1\"");
        cannot_be("", "bankrupt", "0");
        cannot_be("", "bankrupt", "\" out\"");
        refuses("position {\"game\":\" marrakech\"}", "a state is a JSON object");
        play("S 1 d2e2");
        cannot_be("", "d2", "\"red. 1\"");
        cannot_be("", "d2", "\" red.1\"");
        cannot_be("", "d2", "\"red .1\"");
        cannot_be("", "d2", "\"red.1 \"");
}

/* Engine 2.12, 6.7 */
TEST(score_gives_points_and_the_winners_of_a_game_that_is_over)
{
        refuses("score", "there is no game yet");
        does("new marrakech players=3");
        answers("score", "= {\"points\":[30,30,30],\"winners\":[]}");
        refuses("score 1", "takes nothing behind it");
        does("new labyrinth limit=1 deals=off players=3");
        while (one_more(0))
                ;
        answers("score", "= {\"points\":[9,9,9],\"winners\":[1,2,3]}");
        set("wands", "[3,2,1]");
        answers("score", "= {\"points\":[9,6,3],\"winners\":[1]}");
}

/* Engine 2.13, 6.7 */
TEST(undo_takes_back_moves_and_outcomes)
{
        char states[4][MAX_STATE_TEXT];

        refuses("undo", "there is no game yet");
        does("new marrakech");
        refuses("undo", "no move to take back");
        for (int i = 0; i < 4; i++) {
                snprintf(states[i], sizeof states[i], "%s", state_now());
                assert_int_equal(one_more(i), 1);
        }
        does("undo");
        assert_string_equal(states[3], state_now());
        refuses("undo 4", "from 1 to as many as were made");
        refuses("undo 0", "from 1 to as many as were made");
        refuses("undo x", "from 1 to as many as were made");
        refuses("undo 1 1", "from 1 to as many as were made");
        does("undo 2");
        assert_string_equal(states[1], state_now());
        does("undo 1");
        assert_string_equal(states[0], state_now());
        refuses("undo", "no move to take back");
}

/* Engine 2.16, 6.1, 6.7 */
TEST(perft_counts_the_leaves_of_the_tree)
{
        refuses("perft 1", "there is no game yet");
        does("new marrakech");
        answers("perft 0", "= 1");
        answers("perft 1", "= 3");
        answers("perft 2", "= 12"); /* each roll once, not by weight */
        refuses("perft", "a depth from 0 to 99");
        refuses("perft x", "a depth from 0 to 99");
        refuses("perft 100", "a depth from 0 to 99");
        refuses("perft 1 2", "a depth from 0 to 99");
        does("new labyrinth limit=1 deals=off");
        set("wands", "[0,3]");
        {
                char depth_3[24];

                snprintf(depth_3, sizeof depth_3, "%s", ask("perft 3")); /* a shift, a move, perhaps a token: all games are over */
                answers("perft 40", depth_3);
        }
        while (one_more(0))
                ;
        answers("perft 0", "= 1");
        answers("perft 5", "= 1");
}

/* Engine 2.18 */
TEST(bots_lists_names_levels_and_descriptions)
{
        const char *answer = ask("bots");

        assert_memory_equal(answer, "= [{\"name\":\"", 12);
        assert_non_null(strstr(answer, "\"levels\":["));
        assert_non_null(strstr(answer, "\"about\":\""));
        assert_non_null(strstr(answer, "\"nets\":{\"alibaba\":\"net "));
        assert_int_equal(answer[strlen(answer) - 1], ']');
        refuses("bots please", "takes nothing behind it");
}

/* Engine 2.19, 6.7 */
TEST(go_names_a_legal_move_and_plays_nothing)
{
        refuses("go", "there is no game yet");
        for (int i = 0; i < GAMES_TO_PLAY; i++) {
                char state[MAX_STATE_TEXT], move_text[80];

                go_on(GAMES_AND_OPTIONS[i], 12);
                while (strcmp(ask("turn"), "= chance") == 0)
                        assert_int_equal(*ask("roll"), '=');
                snprintf(state, sizeof state, "%s", state_now());
                snprintf(move_text, sizeof move_text, "%s", ask("go iterations=100 seed=5"));
                assert_memory_equal(move_text, "= ", 2);
                assert_true(is_listed(move_text + 2));
                assert_string_equal(state, state_now());
                answers("go seed=5 iterations=100", move_text); /* always the same */
                refuses("go level=0", "level");
                refuses("go ms=x", "ms");
                refuses("go iterations=0", "iterations");
                refuses("go seed=-1", "seed");
                refuses("go fast", "");
        }
        does("new marrakech");
        play("S");
        refuses("go", "chance");
        does("new labyrinth limit=1 deals=off");
        while (one_more(0))
                ;
        refuses("go", "over");
}

/* Engine 2.20, 6.7 */
TEST(hint_lists_every_legal_move_with_its_value_and_visits)
{
        refuses("hint", "there is no game yet");
        for (int i = 0; i < GAMES_TO_PLAY; i++) {
                static char hint[MAX_LINE];
                int moves = 0;

                go_on(GAMES_AND_OPTIONS[i], 12);
                while (strcmp(ask("turn"), "= chance") == 0)
                        assert_int_equal(*ask("roll"), '=');
                snprintf(hint, sizeof hint, "%s", ask("hint ms=20"));
                assert_memory_equal(hint, "= [{\"move\":\"", 12);
                for (const char *at = strstr(hint, "{\"move\":\""); at; at = strstr(at + 1, "{\"move\":\"")) {
                        char move_text[64];
                        double value;
                        unsigned visits;

                        assert_int_equal(sscanf(at, "{\"move\":\"%63[^\"]\",\"value\":%lf,\"visits\":%u}", move_text, &value,
                                                &visits),
                                         3);
                        assert_true(is_listed(move_text));
                        assert_true(value >= 0 && value <= 1);
                        moves++;
                }
                assert_int_equal(moves, count_words(ask("legal")));
        }
        does("new marrakech");
        play("S");
        refuses("hint", "chance");
}

/* --- views: an engine that is told what one player sees, beside the one that knows the game --- */

static const char *ask_viewer(struct engine *viewer, const char *command, const char *words)
{
        static char line[MAX_LINE];

        snprintf(line, sizeof line, "%s%s", command, words);
        return engine_answer(viewer, line, strlen(line));
}

/* Shows the player to move their view of the game; returns the player's number, or 0 if nobody decides. */
static int show(struct engine *viewer)
{
        const char *turn = ask("turn");
        int player = strncmp(turn, "= player ", 9) == 0 ? turn[9] - '0' : 0;

        if (player)
                assert_string_equal(ask_viewer(viewer, "see ", ask("view %d", player) + 2), "=");
        return player;
}

/* Engine 2.21, 2.21.2 */
TEST(a_view_is_played_on_until_somebody_else_decides)
{
        static const char *const REFUSED[] = { "legal", "go iterations=1", "hint iterations=1", "play 4a1" };
        struct engine viewer = { 0 };
        int others = 0, own = 0;

        for (int i = 0; i < GAMES_TO_PLAY; i++) {
                go_on(GAMES_AND_OPTIONS[i], 0);
                for (int step = 0; step < 60; step++) {
                        char seen[MAX_STATE_TEXT], chosen[64], turn[32];
                        int player = show(&viewer);

                        snprintf(seen, sizeof seen, "%s", ask_viewer(&viewer, "state", ""));
                        if (!player) {
                                if (!one_more(step))
                                        break;
                                continue;
                        }
                        choose(step, chosen);
                        play(chosen);
                        if (strcmp(ask("turn"), "= over") == 0)
                                break;
                        assert_string_equal(ask_viewer(&viewer, "play ", chosen), "=");
                        if (strncmp(chosen, "show:", 5) != 0) /* the last to show reveals what the others have shown */
                                assert_string_equal(ask_viewer(&viewer, "state", ""), ask("view %d", player));
                        snprintf(turn, sizeof turn, "= player %d", player);
                        assert_string_equal(ask_viewer(&viewer, "turn", ""), ask("turn"));
                        if (strcmp(ask("turn"), turn) == 0) {
                                own++;
                                assert_string_equal(ask_viewer(&viewer, "legal", ""), ask("legal"));
                        } else {
                                others++;
                                for (size_t r = 0; r < sizeof REFUSED / sizeof REFUSED[0]; r++)
                                        assert_non_null(
                                                strstr(ask_viewer(&viewer, REFUSED[r], ""), "! this is what one player sees"));
                                assert_string_equal(ask_viewer(&viewer, "undo", ""), "=");
                                assert_string_equal(ask_viewer(&viewer, "state", ""), seen);
                                assert_string_equal(ask_viewer(&viewer, "play ", chosen), "=");
                        }
                }
        }
        assert_true(own > 20 && others > 100);
        engine_close(&viewer);
}

/* Engine 2.22, 2.22.1 */
TEST(guess_fills_in_a_world_that_fits_the_view)
{
        struct engine viewer = { 0 };
        int differ = 0;

        for (int i = 0; i < GAMES_TO_PLAY; i++) {
                go_on(GAMES_AND_OPTIONS[i], 0);
                for (int step = 0; step < 40 && one_more(step); step++) {
                        char view[MAX_STATE_TEXT], once[MAX_STATE_TEXT], chosen[64], own[] = "view 0";
                        int player = show(&viewer);

                        if (!player)
                                continue;
                        own[5] = (char)('0' + player);
                        snprintf(view, sizeof view, "%s", ask("%s", own));
                        assert_string_equal(ask_viewer(&viewer, "guess seed=1", ""), "=");
                        snprintf(once, sizeof once, "%s", ask_viewer(&viewer, "state", ""));
                        assert_string_equal(ask_viewer(&viewer, own, ""), view);
                        assert_string_equal(ask_viewer(&viewer, "legal", ""), ask("legal"));
                        assert_string_equal(ask_viewer(&viewer, "position ", once + 2), "=");
                        assert_string_equal(ask_viewer(&viewer, "see ", view + 2), "=");
                        assert_string_equal(ask_viewer(&viewer, "guess seed=1", ""), "=");
                        assert_string_equal(ask_viewer(&viewer, "state", ""), once);
                        assert_string_equal(ask_viewer(&viewer, "see ", view + 2), "=");
                        assert_string_equal(ask_viewer(&viewer, "guess seed=2", ""), "=");
                        differ += strcmp(ask_viewer(&viewer, "state", ""), once) != 0;
                        assert_non_null(strstr(ask_viewer(&viewer, "guess", ""), "! nothing is hidden here"));
                        choose(step, chosen);
                        assert_string_equal(ask_viewer(&viewer, "see ", view + 2), "=");
                        assert_string_equal(ask_viewer(&viewer, "play ", chosen), "=");
                        snprintf(view, sizeof view, "%s", ask_viewer(&viewer, "state", ""));
                        assert_string_equal(ask_viewer(&viewer, "guess seed=2", ""), "=");
                        if (strncmp(chosen, "show:", 5) != 0) /* as above */
                                assert_string_equal(ask_viewer(&viewer, own, ""), view);
                }
        }
        assert_true(differ > 20);
        does("new alibaba seed=1");
        refuses("guess seed=1", "nothing is hidden here");
        refuses("guess seed=x", "guess takes seed=");
        refuses("guess 1", "guess takes seed=");
        refuses("guess seed=1 seed=2", "guess takes seed=");
        engine_close(&viewer);
}

/* Tells an engine a move of the game as a player saw it. */
static const char *tell(struct engine *viewer, size_t ply, int player)
{
        char line[MAX_STATE_TEXT + 64] = "saw ", text[MAX_MOVE_TEXT];
        struct record then = record_at(&driver.record, ply);
        struct state view = then.state;
        move seen = then.game->seen(&then.state, then.moves[ply], player - 1);
        size_t size;

        then.game->redact(&view, player - 1);
        game_print(then.game, &view, line + 4, MAX_STATE_TEXT);
        game_print_move(then.game, &view, seen, text, sizeof text);
        size = strlen(line);
        snprintf(line + size, sizeof line - size, " %s", text);
        return engine_answer(viewer, line, strlen(line));
}

/* Engine 2.22.2, 2.23, 2.23.2: every tile of Ali Baba is taken in the open, so who was told all moves knows every hand, however
 * closed the screens; and of what somebody has just taken in the open nobody else is suspected. */
TEST(a_guessed_world_fits_the_moves_that_were_told)
{
        int behind_screens = 0, wrong_without = 0;

        for (int i = 0; i < GAMES_TO_PLAY; i++) {
                struct engine viewer[MAX_PLAYERS];
                size_t told[MAX_PLAYERS] = { 0 };
                int is_alibaba = strncmp(GAMES_AND_OPTIONS[i], "alibaba", 7) == 0;

                memset(viewer, 0, sizeof viewer);
                go_on(GAMES_AND_OPTIONS[i], 0);
                for (int step = 0; step < 150 && one_more(step); step++) {
                        char view[MAX_STATE_TEXT];
                        const char *turn = ask("turn");
                        int player = strncmp(turn, "= player ", 9) == 0 ? turn[9] - '0' : 0;
                        struct engine *e = &viewer[player ? player - 1 : 0], fresh = { 0 };
                        const struct alibaba *world;

                        if (!player)
                                continue;
                        for (size_t *ply = &told[player - 1]; *ply < driver.record.count; ++*ply)
                                assert_string_equal(tell(e, *ply, player), "=");
                        snprintf(view, sizeof view, "%s", ask("view %d", player) + 2);
                        for (int seed = 0; seed < 2; seed++) { /* see and guess again: the memory stays */
                                assert_string_equal(ask_viewer(e, "see ", view), "=");
                                assert_string_equal(ask_viewer(e, "guess seed=", seed ? "1" : "0"), "=");
                                assert_string_equal(ask_viewer(e, "view ", (char[]){ (char)('0' + player), 0 }) + 2, view);
                                world = (const struct alibaba *)&e->record.state;
                                for (int p = 0; is_alibaba && p < world->options.value[PLAYERS]; p++)
                                        assert_true(world->hand[p] == ((struct alibaba *)&driver.record.state)->hand[p]);
                        }
                        assert_string_equal(ask_viewer(&fresh, "see ", view), "=");
                        assert_string_equal(ask_viewer(&fresh, "guess", ""), "=");
                        if (is_alibaba) {
                                behind_screens += strstr(view, "[null") != NULL;
                                wrong_without += memcmp(&fresh.record.state, &driver.record.state, sizeof *world) != 0;
                        }
                        engine_close(&fresh);
                }
                for (int p = 0; p < MAX_PLAYERS; p++)
                        engine_close(&viewer[p]);
        }
        assert_true(behind_screens > 30 && wrong_without > 30);
}

/* Engine 2.23.1: moves of one game and views of another make no worlds that cannot be. */
TEST(moves_that_do_not_fit_the_view_are_forgotten)
{
        struct engine viewer = { 0 };
        char views[8][MAX_STATE_TEXT];
        int n = 0;

        go_on("alibaba seed=5 players=2", 0);
        for (int step = 0; n < 8 && one_more(step * 5); step++)
                if (step % 5 == 4 && strncmp(ask("turn"), "= player ", 9) == 0)
                        snprintf(views[n++], MAX_STATE_TEXT, "%s", ask("view %c", ask("turn")[9]) + 2);
        assert_int_equal(n, 8);
        go_on("alibaba seed=6 players=2", 0);
        for (int step = 0; step < 70 && one_more(step); step++) {
                for (size_t ply = 0; ply < driver.record.count; ply++)
                        assert_string_equal(tell(&viewer, ply, 1), "=");
                for (int i = 0; i < 8; i++) {
                        assert_string_equal(ask_viewer(&viewer, "see ", views[i]), "=");
                        assert_string_equal(ask_viewer(&viewer, "guess", ""), "=");
                        assert_null(alibaba.broken(&viewer.record.state, EVERYTHING));
                }
        }
        engine_close(&viewer);
        does("new alibaba seed=6");
        refuses("saw", "saw takes a view");
        refuses("saw x 4a1", "game");
        refuses("saw {} 4a1", "game");
        assert_int_equal(*ask("saw %s 1a1", views[0]), '!');
}

/* --- 3. what always holds --- */

/* Engine 3.1 */
TEST(play_accepts_exactly_what_legal_lists)
{
        static const char *const TEXTS[] = {
                "red",        "yellow",
                "blue",       "brown",
                "N",          "E",
                "S",          "W",
                "1",          "2",
                "4",          "c4d4",
                "d4d5",       "e3e4",
                "4a1",        "3a1",
                "1a1",        "2b2",
                "4a2",        "3a1=ring.blue",
                "lamp:keep",  "ban:ring",
                "ban:none",   "ban:blue",
                "green:none", "green:4a2",
                "yellow:use", "pick:1",
                "pick:2",     "show:ring.blue",
                "Nb.NS",      "Nb.NE",
                "W2.NES",     "offer:2:1",
                "offer:1:3",  "refuse",
                "stay",       "a1",
                "g7",         "d4",
                "take",       "leave",
                "end",        "wand",
                "show:?",     "yellow:none",
                "green:",     "ban:",
                "lamp:",      "offer:2:0",
                "offer:0:1",  "pick:0",
                "pick:5",     "advise:Nb.NS:stay",
                "n",          "n1",
                "stay ",      "\xc3\xa9",
                "-1",         "01",
                NULL,
        };

        for (int i = 0; i < GAMES_TO_PLAY; i++) {
                assert_string_equal(ask("new %s", GAMES_AND_OPTIONS[i]), "=");
                for (int step = 0; step < 40; step++) {
                        static char list[200000];
                        char text[80];

                        snprintf(list, sizeof list, "%s", ask("legal"));
                        for (int k = 0; TEXTS[k]; k++) {
                                int listed;

                                snprintf(text, sizeof text, "%.*s", (int)strcspn(TEXTS[k], " "), TEXTS[k]);
                                listed = is_listed(text);
                                assert_int_equal(*ask("play %s", text) == '=', listed);
                                if (listed)
                                        does("undo");
                        }
                        for (int k = 0; k < 10 && word_of(list, k, text, sizeof text); k++) {
                                assert_string_equal(ask("play %s", text), "=");
                                does("undo");
                                text[strlen(text) - 1] ^= 1;
                                assert_int_equal(*ask("play %s", text) == '=', is_listed(text));
                                if (driver.record.count > (size_t)step)
                                        ask("undo");
                        }
                        if (!one_more(step))
                                break;
                }
        }
}

/* Engine 3.2, 3.3 */
TEST(position_of_state_is_the_identity_and_replay_of_record_gives_the_state)
{
        for (int i = 0; i < GAMES_TO_PLAY; i++) {
                static char record[MAX_LINE];
                char state[MAX_STATE_TEXT];

                assert_string_equal(ask("new %s", GAMES_AND_OPTIONS[i]), "=");
                for (int step = 0; step < 200; step++) {
                        snprintf(state, sizeof state, "%s", state_now());
                        snprintf(record, sizeof record, "%s", step % 10 == 0 ? ask("record") : "");
                        assert_string_equal(ask("position %s", state), "=");
                        assert_string_equal(state, state_now());
                        if (step % 10 == 0) { /* and the game continues from there */
                                assert_string_equal(ask("replay %s", record + 2), "=");
                                assert_string_equal(state, state_now());
                        }
                        if (!one_more(step))
                                break;
                }
        }
}

/* Ali Baba: five turns, after which each of three players has tiles. */
static void a_round_of_three(void)
{
        does("new alibaba players=3 first=2");
        set("4a1", "\"ring.pink\"", "4b1", "\"ruby.pink\"", "4a2", "\"lamp.yellow\"", "4b2", "\"lamp.blue\"");
        play("4a1 3a1=chest.blue 4b1 3b1=chest.pink 3c1=chest.brown");
        play("3b1 3a1 2a1=crown.blue 2b1=crown.pink 3c1 2c1=crown.brown 2d1=sword.pink");
        is_now("player", "1");
}

/* Engine 3.4 */
TEST(hidden_information_does_not_affect_a_players_view)
{
        char view[MAX_STATE_TEXT], spectator[MAX_STATE_TEXT];

        does("new labyrinth players=3");
        set("formulas", "[[2,4,15],[5,8,19],[1,9,12]]");
        snprintf(view, sizeof view, "%s", ask("view 2"));
        snprintf(spectator, sizeof spectator, "%s", ask("view 0"));
        set("formulas", "[[1,10,13],[5,8,19],[7,9,16]]");
        answers("view 2", view);
        answers("view 0", spectator);
        a_round_of_three();
        is_now("hands", "[[\"chest.pink\"],[\"chest.blue\",\"ring.pink\"],[\"chest.brown\",\"ruby.pink\"]]");
        snprintf(view, sizeof view, "%s", ask("view 1"));
        snprintf(spectator, sizeof spectator, "%s", ask("view 0"));
        set("hands", "[[\"chest.pink\"],[\"chest.brown\",\"ruby.pink\"],[\"chest.blue\",\"ring.pink\"]]");
        answers("view 1", view);
        answers("view 0", spectator);
}

/* Engine 3.4: a choice not yet revealed */
TEST(an_unrevealed_choice_does_not_affect_the_others_views)
{
        char view[3][MAX_STATE_TEXT], legal[MAX_STATE_TEXT];

        a_round_of_three();
        play("4a2 3a2=crown.green 3a3=crown.white"); /* 1 uses yellow: 2 shows first */
        is_now("player", "2");
        play("show:ring.pink");
        snprintf(view[0], sizeof view[0], "%s", ask("view 0"));
        snprintf(view[1], sizeof view[1], "%s", ask("view 1"));
        snprintf(view[2], sizeof view[2], "%s", ask("view 3"));
        snprintf(legal, sizeof legal, "%s", ask("legal"));
        does("undo");
        play("show:chest.blue");
        answers("view 0", view[0]);
        answers("view 1", view[1]);
        answers("view 3", view[2]);
        answers("legal", legal);
}

/* Engine 3.4: nor what a bot would play */
TEST(a_bot_gets_only_the_view_of_its_seat)
{
        char chosen[80];

        does("new labyrinth players=3 deals=off seed=3");
        set("formulas", "[[2,4,15],[5,8,19],[1,9,12]]");
        snprintf(chosen, sizeof chosen, "%s", ask("go iterations=60 seed=1"));
        set("formulas", "[[2,4,15],[7,9,16],[1,10,13]]");
        answers("go iterations=60 seed=1", chosen);
}

/* Engine 3.5 */
TEST(the_same_seed_and_moves_give_the_same_bytes_on_every_machine)
{
        static const char *const CHECKS[GAMES_TO_PLAY] = { "1e6594c3", "0a5ec17a", "109fa600", "261bcc7e", "ea172967",
                                                           "83b5c5bd", "1f561a34", "0b704c5e", "b32dbd34" };

        for (int i = 0; i < GAMES_TO_PLAY; i++) {
                const char *check;

                go_on(GAMES_AND_OPTIONS[i], 120);
                check = strstr(ask("record"), ",\"check\":\"") + strlen(",\"check\":\"");
                assert_memory_equal(check, CHECKS[i], 8);
        }
}

/* --- 4. the record --- */

static uint32_t crc32(const char *bytes, size_t size)
{
        uint32_t crc = 0xffffffff;

        for (size_t i = 0; i < size; i++) {
                crc ^= (unsigned char)bytes[i];
                for (int k = 0; k < 8; k++)
                        crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
        }
        return ~crc;
}

/* Appends the correct check to a record that was edited. */
static const char *checked(const char *record)
{
        static char text[MAX_LINE];
        const char *begin = strchr(record, '{'), *end = strstr(record, ",\"check\"");

        assert_non_null(end);
        snprintf(text, sizeof text, "%.*s,\"check\":\"%08x\"}", (int)(end - record), record, crc32(begin, (size_t)(end - begin)));
        return text;
}

#define MARRAKECH_BEGINS                                                                                                           \
        "{\"game\":\"marrakech\",\"players\":4,\"options\":{\"bankrupt\":\"out\",\"cover_own\":\"no\",\"orient\":\"before\","      \
        "\"first\":1},"

/* Engine 2.14, 4.1, 4.2, 4.4, 4.5, 6.7 */
TEST(a_record_is_game_options_seed_start_moves_and_check)
{
        refuses("record", "there is no game yet");
        does("new marrakech seed=7");
        answers("record", "= " MARRAKECH_BEGINS "\"seed\":7,\"start\":null,\"moves\":[],\"check\":\"3b394608\"}");
        play("E");
        answers("roll", "= 4");
        answers("record",
                "= " MARRAKECH_BEGINS "\"seed\":7,\"start\":null,\"moves\":[[1,\"E\"],[0,\"4\"]],\"check\":\"3d188806\"}");
        play("g1g2 N");
        assert_non_null(strstr(ask("record"), "\"moves\":[[1,\"E\"],[0,\"4\"],[1,\"g1g2\"],[2,\"N\"]],"));
        does("undo");
        assert_non_null(strstr(ask("record"), "\"moves\":[[1,\"E\"],[0,\"4\"],[1,\"g1g2\"]],"));
        refuses("record 1", "takes nothing behind it");
}

/* Engine 4.5 */
TEST(moves_of_one_maker_make_one_run)
{
        does("new labyrinth seed=1");
        play("offer:2:1 refuse");
        assert_non_null(strstr(ask("record"), "\"moves\":[[1,\"offer:2:1\"],[2,\"refuse\"]],"));
        assert_int_equal(one_more(0), 1); /* a shift */
        play("stay end");
        assert_non_null(strstr(ask("record"), "[2,\"refuse\"],[1,\"Nb."));
        assert_non_null(strstr(ask("record"), ",\"stay\",\"end\"]],"));
}

/* Engine 4.3, 4.4 */
TEST(a_forced_outcome_against_the_seed_removes_the_seed)
{
        char start[MAX_STATE_TEXT], expected[MAX_LINE];

        does("new marrakech seed=7");
        snprintf(start, sizeof start, "%s", state_now());
        play("E 4"); /* as the seed gives */
        assert_non_null(strstr(ask("record"), "\"seed\":7,\"start\":null,"));
        does("undo");
        play("3");
        snprintf(expected, sizeof expected, "\"seed\":null,\"start\":%s,\"moves\":[[1,\"E\"],[0,\"3\"]],", start);
        assert_non_null(strstr(ask("record"), expected));
        snprintf(expected, sizeof expected, "replay %s", ask("record") + 2);
        does(expected);
        assert_non_null(strstr(ask("record"), "\"seed\":null,"));
        assert_string_equal(ask("record") + 2, expected + 7);
        does("undo 2"); /* without a seed it stays */
        assert_non_null(strstr(ask("record"), "\"seed\":null,"));
        refuses(checked("replay " MARRAKECH_BEGINS "\"seed\":null,\"start\":null,\"moves\":[],\"check\":\"\"}"),
                "a seed or a start");
}

/* Engine 4.6 */
TEST(the_check_is_the_crc_32_of_all_before_it)
{
        assert_int_equal(crc32("123456789", 9), 0xcbf43926); /* the published one */
        for (int i = 0; i < GAMES_TO_PLAY; i++) {
                static char record[MAX_LINE];

                go_on(GAMES_AND_OPTIONS[i], 20 * i);
                snprintf(record, sizeof record, "%s", ask("record") + 2);
                assert_string_equal(checked(record), record);
        }
        does("new marrakech seed=7");
        refuses("replay " MARRAKECH_BEGINS "\"seed\":7,\"start\":null,\"moves\":[[1,\"E\"],[0,\"4\"]],\"check\":\"3d188807\"}",
                "the check does not fit");
        refuses("replay " MARRAKECH_BEGINS "\"seed\":7,\"start\":null,\"moves\":[[1,\"E\"],[0,\"4\"]],\"check\":\"3D188806\"}",
                "the check does not fit");
        refuses("replay " MARRAKECH_BEGINS "\"seed\":8,\"start\":null,\"moves\":[],\"check\":\"3b394608\"}",
                "the check does not fit");
}

/* Engine 2.15, 4.7, 6.7 */
TEST(replay_sets_the_game_to_a_records_end)
{
        does("replay " MARRAKECH_BEGINS "\"seed\":7,\"start\":null,\"moves\":[[1,\"E\"],[0,\"4\"]],\"check\":\"3d188806\"}");
        is_now("phase", "\"lay\"");
        is_now("assam", "\"g3\"");
        does("undo 2");
        is_now("phase", "\"orient\"");
        refuses("undo", "no move to take back");
        play("E");
        answers("roll", "= 4"); /* the seed is that of the record */
        does("replay  { \"game\" : "
             "\"marrakech\",\t\"players\":4,\"options\":{\"bankrupt\":\"out\",\"cover_own\":\"no\",\"orient\":\"before\", "
             "\"first\":1},\"seed\": 7 ,\"start\":null,\"moves\":[ [1, \"E\" ], [0,\"4\"] ],\"check\":\"3d188806\" }  ");
        is_now("assam", "\"g3\"");
        refuses("replay", "a record is a JSON object");
        refuses("replay {\"game\":\"chess\"}", "a record is a JSON object");
        refuses("replay " MARRAKECH_BEGINS "\"seed\":7,\"start\":null,\"moves\":[]}", "check");
        refuses("replay " MARRAKECH_BEGINS "\"seed\":7,\"start\":null,\"moves\":[],\"check\":\"3b394608\"}}", "nothing more");
        refuses("replay " MARRAKECH_BEGINS "\"seed\":7,\"start\":null,\"moves\":[],\"check\":\"3b39460", "there should be");
}

/* Engine 2.15, 4.8 */
TEST(replay_names_the_first_illegal_move)
{
        does("new marrakech");
        refuses(checked("replay " MARRAKECH_BEGINS
                        "\"seed\":7,\"start\":null,\"moves\":[[1,\"E\"],[0,\"4\"],[1,\"a1a2\"]],\"check\":\"\"}"),
                "move 3, a1a2, does not fit: the carpet must lie beside Assam");
        refuses(checked("replay " MARRAKECH_BEGINS "\"seed\":7,\"start\":null,\"moves\":[[2,\"E\"]],\"check\":\"\"}"),
                "move 1, E, does not fit: it is not that player's to make");
        refuses(checked("replay " MARRAKECH_BEGINS "\"seed\":7,\"start\":null,\"moves\":[[1,\"E\",\"4\"]],\"check\":\"\"}"),
                "move 2, 4, does not fit");
        refuses(checked("replay " MARRAKECH_BEGINS "\"seed\":7,\"start\":null,\"moves\":[[0,\"E\"]],\"check\":\"\"}"),
                "move 1, E, does not fit: it is not a chance event");
        refuses(checked("replay " MARRAKECH_BEGINS "\"seed\":7,\"start\":null,\"moves\":[[1,\"E\"],[0,\"3\"]],\"check\":\"\"}"),
                "the check does not fit");
        does("new labyrinth limit=1 deals=off seed=1");
        while (one_more(0))
                ;
        {
                char record[MAX_LINE], *end;

                snprintf(record, sizeof record, "replay %s", ask("record") + 2);
                end = strstr(record, "]],\"check\"");
                snprintf(end, 60, ",\"end\"]],\"check\":\"\"}");
                refuses(record, "end, does not fit: the game is over before it");
        }
}

/* Engine 4.1: the options of a record are those of its start, and both have to fit */
TEST(a_record_with_an_invalid_start_is_refused)
{
        char record[MAX_LINE];

        does("new marrakech seed=7");
        play("E 3");
        snprintf(record, sizeof record, "replay %s", ask("record") + 2);
        json_set_value(record, sizeof record, "first", "2");
        refuses(record, "the options of the record are not those of its start");
        snprintf(record, sizeof record, "replay %s", ask("record") + 2);
        json_set_value(record, sizeof record, "dirhams", "[30,30,30,31]");
        refuses(record, "dirhams");
        refuses("replay "
                "{\"game\":\"alibaba\",\"players\":3,\"options\":{\"variant\":\"small\",\"remove\":\"random\",\"effects\":\"must\","
                "\"ending\":\"round\","
                "\"screens\":\"closed\",\"first\":1},\"seed\":1,\"start\":null,\"moves\":[],\"check\":\"00000000\"}",
                "two players only");
}

/* Engine 4.9 */
TEST(every_changed_byte_of_a_record_is_detected)
{
        static const char *const SHORT[] = { "marrakech seed=1 players=2", "alibaba seed=2 effects=may",
                                             "alibaba seed=3 variant=small remove=ring,ruby,lamp", "labyrinth seed=4 limit=3",
                                             NULL };
        static const char OTHERS[] = "12a \",";
        static char line[MAX_LINE], record[MAX_LINE];

        for (int i = 0; SHORT[i]; i++)
                for (int forced = 0; forced < (i == 0 || i == 3 ? 2 : 1); forced++) {
                        size_t size, start = strlen("replay ");

                        go_on(SHORT[i], 8);
                        if (forced) { /* a record with its start written out */
                                char state[MAX_STATE_TEXT];

                                snprintf(state, sizeof state, "%s", state_now());
                                assert_string_equal(ask("position %s", state), "=");
                                for (int k = 0; k < 3; k++)
                                        one_more(k);
                        }
                        snprintf(record, sizeof record, "%s", ask("record"));
                        size = (size_t)snprintf(line, sizeof line, "replay %s", record + 2);
                        for (size_t at = start; at < size; at++) {
                                char was = line[at];

                                for (int k = 0; k < (int)sizeof OTHERS; k++) {
                                        line[at] = k == (int)sizeof OTHERS - 1 ? (char)(was ^ 1) : OTHERS[k];
                                        if (line[at] == was || *engine_answer(&driver, line, size) != '=')
                                                continue;
                                        answers("record", record); /* then it is the same game */
                                }
                                line[at] = was;
                        }
                        assert_string_equal(engine_answer(&driver, line, size), "=");
                        answers("record", record);
                }
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                RUNS(a_line_has_at_most_65536_bytes),
                RUNS(words_are_separated_by_any_number_of_spaces),
                RUNS(bytes_that_are_not_utf_8_are_refused),
                RUNS(unknown_commands_are_refused),
                RUNS(an_answer_is_one_line_that_begins_with_a_mark),
                RUNS(a_reason_names_what_was_wrong_and_what_is_allowed),
                RUNS(a_failed_command_leaves_no_game_where_there_was_none),
                RUNS(a_failed_command_leaves_everything_as_it_was),
                RUNS(answers_come_line_by_line_and_end_of_input_ends_the_program_with_0),
                RUNS(a_trailing_carriage_return_is_ignored_and_a_long_line_is_skipped),
                RUNS(quit_answers_and_ends_the_program),
                RUNS(the_same_commands_give_the_same_answers),
                RUNS(games_lists_the_games),
                RUNS(options_lists_values_defaults_and_player_counts),
                RUNS(new_sets_up_a_game_from_its_seed),
                RUNS(new_refuses_unknown_keys_bad_values_and_bad_combinations),
                RUNS(a_key_given_twice_is_an_error),
                RUNS(turn_names_the_player_to_move),
                RUNS(legal_lists_moves_and_outcomes_in_order_and_nothing_when_over),
                RUNS(chance_lists_the_outcomes_with_their_weights),
                RUNS(play_makes_moves_and_forces_outcomes),
                RUNS(if_one_move_is_illegal_none_is_played_and_the_error_names_it),
                RUNS(roll_draws_from_the_seed_and_undoing_rolls_the_same_again),
                RUNS(state_is_one_line_of_json_without_spaces),
                RUNS(view_is_what_a_player_or_a_spectator_may_know),
                RUNS(position_sets_a_state_and_refuses_an_invalid_one),
                RUNS(after_position_the_seed_is_0_and_undo_stops_there),
                RUNS(position_ignores_white_space_between_tokens),
                RUNS(position_accepts_exactly_what_state_prints),
                RUNS(position_refuses_other_ways_to_write_the_same),
                RUNS(score_gives_points_and_the_winners_of_a_game_that_is_over),
                RUNS(undo_takes_back_moves_and_outcomes),
                RUNS(perft_counts_the_leaves_of_the_tree),
                RUNS(bots_lists_names_levels_and_descriptions),
                RUNS(go_names_a_legal_move_and_plays_nothing),
                RUNS(hint_lists_every_legal_move_with_its_value_and_visits),
                RUNS(a_view_is_played_on_until_somebody_else_decides),
                RUNS(guess_fills_in_a_world_that_fits_the_view),
                RUNS(a_guessed_world_fits_the_moves_that_were_told),
                RUNS(moves_that_do_not_fit_the_view_are_forgotten),
                RUNS(play_accepts_exactly_what_legal_lists),
                RUNS(position_of_state_is_the_identity_and_replay_of_record_gives_the_state),
                RUNS(hidden_information_does_not_affect_a_players_view),
                RUNS(an_unrevealed_choice_does_not_affect_the_others_views),
                RUNS(a_bot_gets_only_the_view_of_its_seat),
                RUNS(the_same_seed_and_moves_give_the_same_bytes_on_every_machine),
                RUNS(a_record_is_game_options_seed_start_moves_and_check),
                RUNS(moves_of_one_maker_make_one_run),
                RUNS(a_forced_outcome_against_the_seed_removes_the_seed),
                RUNS(the_check_is_the_crc_32_of_all_before_it),
                RUNS(replay_sets_the_game_to_a_records_end),
                RUNS(replay_names_the_first_illegal_move),
                RUNS(a_record_with_an_invalid_start_is_refused),
                RUNS(every_changed_byte_of_a_record_is_detected),
        };

        return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
