/* A table, by its messages: docs/protocol.md, rule by rule; and that reported effects are what happens. */
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
#include "../../table/table.h"
#include "random_game.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))
#define RUNS(name) cmocka_unit_test_setup_teardown(name, open_table, close_table)

static struct table table;
static struct viewer viewer;
static struct outbox outbox;
static uint64_t now;

static int open_table(void **unused)
{
        (void)unused;
        memset(&table, 0, sizeof table);
        memset(&outbox, 0, sizeof outbox);
        viewer = (struct viewer){ .seat = SPECTATOR, .here = 1 };
        now = 1000;
        return 0;
}

static int close_table(void **unused)
{
        (void)unused;
        table_close(&table);
        outbox_close(&outbox);
        return 0;
}

/* The table's answer to a message: all of it, one message per line. */
static const char *said_by(struct viewer *v, const char *format, va_list args)
{
        static char message[1 << 17];
        int size = vsnprintf(message, sizeof message, format, args);

        assert_in_range(size, 0, (int)sizeof message - 1);
        outbox_clear(&outbox);
        table_receive(&table, v, message, (size_t)size, now, &outbox);
        assert_false(outbox.lost);
        return outbox.size ? outbox.text : "";
}

static const char *say(const char *format, ...) __attribute__((format(printf, 1, 2)));

static const char *say(const char *format, ...)
{
        va_list args;
        const char *answer;

        va_start(args, format);
        answer = said_by(&viewer, format, args);
        va_end(args);
        return answer;
}

static const char *other_says(struct viewer *v, const char *format, ...) __attribute__((format(printf, 2, 3)));

static const char *other_says(struct viewer *v, const char *format, ...)
{
        va_list args;
        const char *answer;

        va_start(args, format);
        answer = said_by(v, format, args);
        va_end(args);
        return answer;
}

static void assert_has(const char *text, const char *part)
{
        if (!strstr(text, part))
                fail_msg("no %s in: %.600s", part, text);
}

static void assert_lacks(const char *text, const char *part)
{
        if (strstr(text, part))
                fail_msg("%s in: %.600s", part, text);
}

static void assert_refused(const char *answer, const char *about, const char *code)
{
        char start[128];

        snprintf(start, sizeof start, "{\"t\":\"refused\",\"about\":\"%s\",\"code\":\"%s\",\"why\":\"", about, code);
        if (strncmp(answer, start, strlen(start)) != 0)
                fail_msg("not refused because of %s: %.300s", code, answer);
}

/* Lets a bot think, or a hint. 0: there is nothing to think about. */
static int think(void)
{
        static uint64_t block[1 << 20];
        struct question q;
        struct search *s;

        outbox_clear(&outbox);
        if (!table_asks(&table, &viewer, &q))
                return 0;
        s = search_open(block, sizeof block, q.game, &q.view, q.seed);
        search_run(s, bot_level(q.game, q.level)->iterations);
        table_answer(&table, &viewer, &q, s, now, &outbox);
        return 1;
}

static const char *begin(const char *game, const char *options, const char *seats)
{
        return say("{\"t\":\"new\",\"game\":\"%s\",\"options\":{%s},\"seats\":[%s],\"seed\":7}", game, options, seats);
}

static const char TWO_PEOPLE[] = "{\"name\":\"Ann\"},{\"name\":\"Ben\"}";
static const char ONE_BOT[] = "{\"name\":\"Ann\"},{\"name\":\"Sofia\",\"level\":2}";

static size_t ply(void)
{
        return table.record.count;
}

static int lines(const char *text)
{
        int n = 0;

        for (; *text; text++)
                n += *text == '\n';
        return n;
}

/* --- messages --- */

TEST(a_message_is_one_json_object) /* Protocol 1.1, 1.5 */
{
        assert_refused(say("%s", ""), "", "not-a-message");
        assert_refused(say("[1]"), "", "not-a-message");
        assert_refused(say("{\"t\":\"games\"} {}"), "", "not-a-message");
        assert_refused(say("{\"t\":\"dance\"}"), "", "no-such-command");
        assert_refused(say("{\"t\":7}"), "", "no-such-command");
        assert_refused(say("{\"t\":{\"t\":\"games\"}}"), "", "no-such-command");
        assert_refused(say("{}"), "", "no-such-command");
        assert_refused(say("{\"t\":\"play\",\"ply\":0,\"move\":\"3a1\"}"), "play", "no-game");
}

TEST(members_come_in_any_order_and_unknown_ones_are_ignored) /* Protocol 1.2 */
{
        const char *answer =
                say("{\"seed\":7,\"moods\":[{\"t\":\"x\"}],\"seats\":[%s],\"game\":\"marrakech\",\"t\":\"new\"}", TWO_PEOPLE);

        assert_has(answer, "{\"t\":\"table\",\"game\":\"marrakech\"");
}

TEST(a_refusal_is_valid_json_whatever_it_quotes) /* Protocol 1.5 */
{
        assert_has(begin("alibaba", "\"variant\":\"\\\"\\n\"", TWO_PEOPLE), "variant=\\\\\\\"\\\\n is not allowed");
        assert_has(begin("alibaba", "\"variant\":\"\x01\xff\"", TWO_PEOPLE), "variant=?? is not allowed");
}

TEST(games_are_listed_with_their_options) /* Protocol 2.1, 3.1 */
{
        const char *answer = say("{\"t\":\"games\"}");

        assert_has(
                answer,
                "{\"t\":\"games\",\"games\":[{\"game\":\"alibaba\",\"title\":\"Ali Baba\",\"hides\":true,\"options\":{\"players\":{\"from\":2,");
        assert_has(answer, "{\"game\":\"labyrinth\",\"title\":\"Master Labyrinth\",\"hides\":true,\"options\":");
        assert_has(answer, "{\"game\":\"marrakech\",\"title\":\"Marrakech\",\"hides\":false,\"options\":");
        assert_int_equal(lines(answer), 1);
}

TEST(a_new_game_is_sent_with_its_first_position) /* Protocol 1.3, 1.4, 2.2, 3.2, 3.3, 3.4, 3.7 */
{
        const char *answer = begin("marrakech", "\"bankrupt\":\"stay\"", ONE_BOT);

        assert_has(answer, "{\"t\":\"table\",\"game\":\"marrakech\",\"players\":2,\"options\":{\"bankrupt\":\"stay\",\"cover_own\":"
                           "\"no\",\"orient\":\"before\",\"first\":1},"
                           "\"seats\":[{\"name\":\"Ann\"},{\"name\":\"Sofia\",\"level\":2}],\"you\":1}\n");
        assert_has(answer,
                   "{\"t\":\"steps\",\"from\":0,\"steps\":[{\"by\":0,\"move\":null,\"effect\":{},\"view\":{\"game\":\"marrakech\"");
        assert_has(answer, "\"dirhams\":[30,30]");
        /* The carpet that chance drew first is a step of its own. */
        assert_int_equal(ply(), 1);
        assert_has(answer, "\"now\":{\"ply\":1,\"legal\":[\"E\",\"S\",\"W\"],\"effects\":[{\"rolls\":");
        assert_has(answer, "\"undo\":false,\"winners\":[]}}\n");
        assert_int_equal(lines(answer), 2);
}

TEST(an_invalid_new_game_is_refused_and_the_old_one_stays) /* Protocol 2.2, 1.5 */
{
        struct state before;

        begin("marrakech", "", TWO_PEOPLE);
        before = table.record.state;
        assert_refused(begin("chess", "", TWO_PEOPLE), "new", "no-such-game");
        assert_refused(begin("marrakech", "\"colour\":\"red\"", TWO_PEOPLE), "new", "bad-option");
        assert_refused(begin("marrakech", "\"players\":3", TWO_PEOPLE), "new", "bad-member");
        assert_refused(begin("alibaba", "\"variant\":\"small\"", "{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"c\"}"), "new",
                       "alibaba.small-is-for-two");
        assert_refused(begin("marrakech", "", "{\"name\":\"a\"}"), "new", "bad-member");
        assert_refused(begin("marrakech", "",
                             "{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"c\"},{\"name\":\"d\"},{\"name\":\"e\"}"),
                       "new", "bad-member");
        assert_refused(begin("marrakech", "", "{\"name\":\"a\"},{\"name\":\"b\",\"level\":11}"), "new", "bad-member");
        assert_refused(begin("marrakech", "", "{\"name\":\"a\"},{\"name\":\"b\",\"level\":-1}"), "new", "bad-member");
        assert_refused(begin("marrakech", "", "{\"name\":\"a\"},{\"level\":1}"), "new", "bad-member");
        assert_refused(begin("marrakech", "", "{\"name\":\"a\"},{\"name\":\"\xc3\x28\"}"), "new", "bad-member");
        assert_refused(begin("marrakech", "", "{\"name\":\"a\"},{\"name\":\"x\ny\"}"), "new", "bad-member");
        assert_refused(say("{\"t\":\"new\",\"game\":\"marrakech\",\"seats\":[%s],\"seed\":-1}", TWO_PEOPLE), "new", "bad-member");
        assert_memory_equal(&before, &table.record.state, sizeof before);
}

TEST(names_are_sent_as_given) /* Protocol 2.2, 3.2 */
{
        assert_has(begin("marrakech", "", "{\"name\":\"Ann \\\"the Owl\\\"\"},{\"name\":\"Ольга\"}"),
                   "\"seats\":[{\"name\":\"Ann \\\"the Owl\\\"\"},{\"name\":\"Ольга\"}]");
}

TEST(new_and_open_are_only_for_tables_on_this_device) /* Protocol 2.2, 2.4 */
{
        viewer.here = 0;
        assert_refused(begin("marrakech", "", TWO_PEOPLE), "new", "not-online");
        assert_null(table.record.game);
}

/* --- playing --- */

TEST(a_move_is_made_and_sent) /* Protocol 2.6, 3.3, 3.4 */
{
        const char *answer;
        char text[MAX_MOVE_TEXT] = "";
        move list[MAX_MOVES];

        begin("labyrinth", "\"deals\":\"off\"", TWO_PEOPLE);
        for (int i = 0; i < labyrinth.legal(&table.record.state, list); i++) {
                game_print_move(&labyrinth, &table.record.state, list[i], text, sizeof text);
                if (strncmp(text, "W2.", 3) == 0)
                        break;
        }
        answer = say("{\"t\":\"play\",\"ply\":0,\"move\":\"%s\"}", text);
        assert_has(answer, "{\"t\":\"steps\",\"from\":1,\"steps\":[{\"by\":1,\"move\":\"W2.");
        assert_has(answer, "\"now\":{\"ply\":1,\"legal\":[\"stay\"");
        assert_int_equal(lines(answer), 1);
}

TEST(a_move_for_another_position_is_refused) /* Protocol 2.6 */
{
        begin("marrakech", "", TWO_PEOPLE);
        assert_refused(say("{\"t\":\"play\",\"ply\":0,\"move\":\"E\"}"), "play", "moved-on");
        assert_refused(say("{\"t\":\"play\",\"move\":\"E\"}"), "play", "bad-member");
        assert_refused(say("{\"t\":\"play\",\"ply\":1}"), "play", "bad-member");
        assert_refused(say("{\"t\":\"play\",\"ply\":1,\"move\":\"N\"}"), "play", "marrakech.no-about-face");
        assert_int_equal(ply(), 1);
}

TEST(only_the_player_to_move_plays) /* Protocol 2.6 */
{
        struct viewer ben = { .seat = 1 };

        begin("marrakech", "", TWO_PEOPLE);
        assert_refused(other_says(&ben, "{\"t\":\"play\",\"ply\":1,\"move\":\"E\"}"), "play", "not-your-turn");
        assert_refused(other_says(&ben, "{\"t\":\"hint\",\"ply\":1}"), "hint", "not-your-turn");
        assert_refused(other_says(&ben, "{\"t\":\"look\",\"ply\":1,\"moves\":[\"E\"]}"), "look", "not-your-turn");
        assert_int_equal(ply(), 1);
}

TEST(a_person_cannot_play_for_a_bot) /* Protocol 2.2, 2.6 */
{
        begin("marrakech", "\"first\":2", ONE_BOT);
        viewer.seat = 1;
        assert_refused(say("{\"t\":\"play\",\"ply\":1,\"move\":\"E\"}"), "play", "not-your-turn");
}

TEST(bots_play_by_themselves_and_the_game_ends) /* Protocol 2.2, 3.7, 3.12 */
{
        begin("alibaba", "", ONE_BOT);
        while (table.record.game->turn(&table.record.state) != OVER)
                if (table.record.game->turn(&table.record.state) == 0) {
                        char text[MAX_MOVE_TEXT];

                        game_print_move(&alibaba, &table.record.state, alibaba.pick(&table.record.state, 12345), text, sizeof text);
                        assert_has(say("{\"t\":\"play\",\"ply\":%zu,\"move\":\"%s\"}", ply(), text), "\"t\":\"steps\"");
                } else {
                        assert_true(think());
                        assert_has(outbox.text, "{\"by\":2,\"move\":\"");
                }
        assert_lacks(say("{\"t\":\"see\",\"seat\":1}"), "\"winners\":[]");
        assert_refused(say("{\"t\":\"play\",\"ply\":%zu,\"move\":\"1a1\"}", ply()), "play", "game-is-over");
        assert_refused(say("{\"t\":\"undo\",\"ply\":%zu}", ply()), "undo", "cannot-undo");
        assert_false(think());
        /* Nothing is secret any more, not even in the first step. */
        assert_lacks(say("{\"t\":\"see\",\"seat\":0}"), "\"hands\":[[null");
}

TEST(the_same_table_plays_the_same_game) /* Protocol 2.2 */
{
        struct state first;

        for (int round = 0; round < 2; round++) {
                begin("labyrinth", "\"limit\":6", "{\"name\":\"a\",\"level\":3},{\"name\":\"b\",\"level\":3}");
                while (think())
                        ;
                if (round == 0)
                        first = table.record.state;
                else
                        assert_memory_equal(&first, &table.record.state, sizeof(struct labyrinth));
        }
}

TEST(an_answer_to_an_outdated_question_is_ignored) /* Protocol 2.2 */
{
        static uint64_t block[1 << 16];
        struct question q;
        struct search *s;

        begin("labyrinth", "", "{\"name\":\"a\",\"level\":1},{\"name\":\"b\",\"level\":1}");
        assert_true(table_asks(&table, &viewer, &q));
        s = search_open(block, sizeof block, q.game, &q.view, q.seed);
        search_run(s, 10);
        think();
        outbox_clear(&outbox);
        table_answer(&table, &viewer, &q, s, now, &outbox);
        assert_int_equal(ply(), 1);
        assert_int_equal(outbox.size, 0);
}

/* --- undo --- */

TEST(a_players_own_last_move_can_be_undone) /* Protocol 2.7, 3.3, 3.7 */
{
        struct state before;
        const char *answer;
        char text[MAX_MOVE_TEXT];

        begin("labyrinth", "", TWO_PEOPLE);
        before = table.record.state;
        game_print_move(&labyrinth, &before, labyrinth.pick(&before, 0), text, sizeof text);
        assert_has(say("{\"t\":\"play\",\"ply\":0,\"move\":\"%s\"}", text), "\"undo\":true");
        answer = say("{\"t\":\"undo\",\"ply\":1}");
        assert_has(answer, "{\"t\":\"steps\",\"from\":1,\"steps\":[],\"now\":{\"ply\":0,");
        assert_has(answer, "\"undo\":false");
        assert_memory_equal(&before, &table.record.state, sizeof(struct labyrinth));
        assert_refused(say("{\"t\":\"undo\",\"ply\":0}"), "undo", "cannot-undo");
        assert_refused(say("{\"t\":\"undo\",\"ply\":1}"), "undo", "moved-on");
}

TEST(undo_stops_at_chance) /* Protocol 2.7 */
{
        begin("marrakech", "", "{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"c\"}");
        say("{\"t\":\"play\",\"ply\":0,\"move\":\"E\"}"); /* and the die was rolled */
        assert_int_equal(ply(), 2);
        assert_refused(say("{\"t\":\"undo\",\"ply\":2}"), "undo", "cannot-undo");
}

TEST(undo_stops_at_another_players_move) /* Protocol 2.7 */
{
        struct viewer ben = { .seat = 1 };

        begin("labyrinth", "", TWO_PEOPLE);
        say("{\"t\":\"play\",\"ply\":0,\"move\":\"offer:2:1\"}");
        assert_has(other_says(&ben, "{\"t\":\"play\",\"ply\":1,\"move\":\"refuse\"}"), "\"move\":\"refuse\"");
        assert_refused(say("{\"t\":\"undo\",\"ply\":2}"), "undo", "cannot-undo");
        /* Nor can the player undo an answer that others have seen. */
        assert_refused(other_says(&ben, "{\"t\":\"undo\",\"ply\":2}"), "undo", "cannot-undo");
}

/* --- seeing, looking, asking --- */

TEST(only_a_table_on_this_device_can_be_seen_from_any_seat) /* Protocol 2.5 */
{
        struct viewer ben = { .seat = 1 };

        begin("labyrinth", "", TWO_PEOPLE);
        assert_has(say("{\"t\":\"see\",\"seat\":2}"), "\"you\":2}");
        assert_has(say("{\"t\":\"see\",\"seat\":0}"), "\"you\":0}");
        assert_refused(say("{\"t\":\"see\",\"seat\":3}"), "see", "own-eyes-only");
        assert_refused(other_says(&ben, "{\"t\":\"see\",\"seat\":1}"), "see", "own-eyes-only");
        assert_has(other_says(&ben, "{\"t\":\"see\",\"seat\":2}"), "\"you\":2}");
        begin("labyrinth", "", ONE_BOT);
        assert_refused(say("{\"t\":\"see\",\"seat\":2}"), "see", "own-eyes-only");
}

TEST(a_spectator_is_sent_no_secret) /* Protocol 2.5, 3.4 */
{
        begin("labyrinth", "", TWO_PEOPLE);
        assert_has(say("{\"t\":\"see\",\"seat\":0}"), "\"formulas\":[null,null]");
        assert_lacks(say("{\"t\":\"see\",\"seat\":1}"), "\"formulas\":[null");
        assert_has(say("{\"t\":\"see\",\"seat\":1}"), ",null],\"asked\"");
}

TEST(a_preview_shows_the_position_after_the_moves) /* Protocol 2.8, 3.9 */
{
        const char *answer;
        struct state before;

        begin("marrakech", "", "{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"c\"}");
        before = table.record.state;
        answer = say("{\"t\":\"look\",\"ply\":0,\"moves\":[ \"W\"\n]}");
        assert_has(answer, "{\"t\":\"look\",\"ply\":0,\"moves\":[\"W\"],\"view\":{\"game\":\"marrakech\"");
        assert_has(answer, "\"phase\":\"roll\"");
        assert_has(
                answer,
                "\"legal\":[\"1\",\"2\",\"3\",\"4\"],\"effects\":[{\"path\":[\"d4W\",\"c4W\"],\"pay\":0,\"to\":0,\"group\":[]},");
        assert_memory_equal(&before, &table.record.state, sizeof(struct marrakech));
        assert_refused(say("{\"t\":\"look\",\"ply\":0,\"moves\":[\"N\"]}"), "look", "marrakech.no-about-face");
        assert_refused(say("{\"t\":\"look\",\"ply\":0,\"moves\":[\"W\",\"1\"]}"), "look", "own-moves-only");
        assert_refused(say("{\"t\":\"look\",\"ply\":0,\"moves\":[]}"), "look", "bad-member");
        assert_refused(say("{\"t\":\"look\",\"ply\":0,\"moves\":\"W\"}"), "look", "bad-member");
}

TEST(why_is_answered_with_the_rule) /* Protocol 2.9, 1.5 */
{
        begin("alibaba", "", TWO_PEOPLE);
        assert_refused(say("{\"t\":\"why\",\"ply\":0,\"move\":\"1a1\"}"), "why", "alibaba.tile-face-down");
        assert_refused(say("{\"t\":\"why\",\"ply\":0,\"move\":\"4a1\"}"), "why", "move-is-legal");
}

TEST(a_hint_has_at_most_three_moves) /* Protocol 2.10, 3.10 */
{
        begin("marrakech", "", "{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"c\"}");
        assert_false(think());
        assert_string_equal(say("{\"t\":\"hint\",\"ply\":0}"), "");
        assert_true(think());
        assert_has(outbox.text, "{\"t\":\"hint\",\"ply\":0,\"by\":\"");
        assert_has(outbox.text, "\",\"best\":[{\"move\":\"");
        assert_has(outbox.text, "\"value\":0.");
        assert_false(think());
        assert_int_equal(ply(), 0);
}

/* --- records --- */

TEST(a_game_continues_from_its_record) /* Protocol 2.4, 2.11, 3.11 */
{
        static char record[1 << 16];
        struct state before;
        const char *answer;

        begin("labyrinth", "", "{\"name\":\"a\",\"level\":1},{\"name\":\"b\"}");
        think();
        before = table.record.state;
        answer = say("{\"t\":\"record\"}");
        assert_int_equal(sscanf(answer, "{\"t\":\"record\",\"record\":%65000[^\n]", record), 1);
        record[strlen(record) - 1] = '\0';
        begin("marrakech", "", TWO_PEOPLE);
        answer = say("{\"t\":\"open\",\"seats\":[{\"name\":\"a\",\"level\":1},{\"name\":\"b\"}],\"record\":%s}", record);
        assert_has(answer, "{\"t\":\"table\",\"game\":\"labyrinth\"");
        assert_memory_equal(&before, &table.record.state, sizeof(struct labyrinth));
        assert_refused(say("{\"t\":\"open\",\"seats\":[{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"c\"}],\"record\":%s}", record),
                       "open", "bad-member");
        record[strlen(record) / 2] ^= 1;
        assert_refused(say("{\"t\":\"open\",\"seats\":[%s],\"record\":%s}", TWO_PEOPLE, record), "open", "bad-record");
        assert_refused(say("{\"t\":\"open\",\"seats\":[%s]}", TWO_PEOPLE), "open", "bad-member");
        assert_memory_equal(&before, &table.record.state, sizeof(struct labyrinth));
}

TEST(online_the_record_is_available_after_the_game) /* Protocol 2.11 */
{
        struct viewer ben = { .seat = 1 };

        begin("labyrinth", "\"limit\":1", "{\"name\":\"a\",\"level\":1},{\"name\":\"b\"}");
        assert_refused(other_says(&ben, "{\"t\":\"record\"}"), "record", "record-at-end");
        while (think())
                ;
        assert_has(other_says(&ben, "{\"t\":\"record\"}"), "{\"t\":\"record\",\"record\":{\"game\":\"labyrinth\"");
}

/* --- the clock --- */

TEST(time_per_move_is_reset_for_each_move) /* Protocol 2.3, 3.8 */
{
        char text[MAX_MOVE_TEXT];

        assert_has(say("{\"t\":\"new\",\"game\":\"labyrinth\",\"seats\":[%s],\"seed\":7,\"clock\":{\"move\":60000}}", TWO_PEOPLE),
                   "\"you\":1,\"clock\":{\"move\":60000}}");
        now += 25000;
        assert_has(say("{\"t\":\"see\",\"seat\":1}"), "\"left\":[35000,60000],\"held\":[]");
        game_print_move(&labyrinth, &table.record.state, labyrinth.pick(&table.record.state, 0), text, sizeof text);
        assert_has(say("{\"t\":\"play\",\"ply\":0,\"move\":\"%s\"}", text), "\"left\":[60000,60000]");
}

TEST(time_per_game_runs_down_with_an_increment) /* Protocol 2.3, 3.8 */
{
        char text[MAX_MOVE_TEXT];

        assert_has(say("{\"t\":\"new\",\"game\":\"labyrinth\",\"seats\":[%s],\"seed\":7,\"clock\":{\"game\":60000,\"more\":2000}}",
                       TWO_PEOPLE),
                   "\"clock\":{\"game\":60000,\"more\":2000}}");
        now += 25000;
        game_print_move(&labyrinth, &table.record.state, labyrinth.pick(&table.record.state, 0), text, sizeof text);
        assert_has(say("{\"t\":\"play\",\"ply\":0,\"move\":\"%s\"}", text), "\"left\":[37000,60000]");
        /* Undo gives no time back, however often. */
        assert_has(say("{\"t\":\"undo\",\"ply\":1}"), "\"left\":[35000,60000]");
        say("{\"t\":\"play\",\"ply\":0,\"move\":\"%s\"}", text);
        assert_has(say("{\"t\":\"undo\",\"ply\":1}"), "\"left\":[35000,60000]");
        assert_refused(say("{\"t\":\"new\",\"game\":\"labyrinth\",\"seats\":[%s],\"seed\":7,\"clock\":{\"move\":0}}", TWO_PEOPLE),
                       "new", "bad-member");
}

TEST(a_bot_replaces_a_player_whose_time_ran_out_until_they_return) /* Protocol 3.8 */
{
        char text[MAX_MOVE_TEXT];

        say("{\"t\":\"new\",\"game\":\"labyrinth\",\"options\":{\"deals\":\"off\"},\"seats\":[%s],\"seed\":7,\"clock\":{\"move\":"
            "60000}}",
            TWO_PEOPLE);
        now += 59999;
        assert_false(table_tick(&table, now));
        assert_false(think());
        now += 1;
        assert_true(table_tick(&table, now));
        assert_has(say("{\"t\":\"see\",\"seat\":1}"), "\"held\":[1]");
        assert_true(think());
        assert_int_equal(ply(), 1);
        game_print_move(&labyrinth, &table.record.state, labyrinth.pick(&table.record.state, 0), text, sizeof text);
        assert_has(say("{\"t\":\"play\",\"ply\":1,\"move\":\"%s\"}", text), "\"held\":[]");
        assert_false(table_tick(&table, now));
}

/* --- nothing leaks --- */

/* Everything that is sent to a viewer about a position and its moves. */
static char *told(const struct game *g, const struct state *s, int seat)
{
        struct table t;
        struct viewer v = { .seat = seat };
        struct outbox o = { 0 };
        char *text;

        memset(&t, 0, sizeof t);
        record_start(&t.record, g, s, 1);
        table_tell(&t, &v, 0, &o);
        text = strdup(o.text);
        outbox_close(&o);
        return text;
}

TEST(hidden_information_changes_nothing_that_is_sent) /* Protocol 3.4, 3.5, 3.6 */
{
        uint64_t random = 5;
        int compared = 0;

        for (int game = 0; compared < 3000; game = (game + 1) % 2) {
                const struct game *g = game ? &labyrinth : &alibaba;
                struct draw d;
                struct state s = random_deal(g, &random, &d);

                while (g->turn(&s) != OVER) {
                        int seat = (int)(random_dice(&random) % (unsigned)(game_players(&s) + 1));
                        struct state world = s;

                        if (seat == game_players(&s))
                                seat = SPECTATOR;
                        g->redact(&world, seat);
                        g->determinize(&world, seat, &d);
                        if (random_dice(&random) % 8 == 0) {
                                char *one = told(g, &s, seat), *other = told(g, &world, seat);

                                assert_string_equal(one, other);
                                compared++;
                                free(one);
                                free(other);
                        }
                        g->apply(&s, g->pick(&s, random_dice(&random)));
                }
        }
}

/* --- what is told of moves is true --- */

static const char *effect_of(const struct game *g, const void *s, move m)
{
        static char text[MAX_EFFECT_TEXT];
        struct json j = json_writer(text, sizeof text);

        g->effect(s, m, &j);
        assert_int_not_equal(text_close(&j.out), -1);
        return text;
}

/* The number after a key, or -999. */
static int told_number(const char *text, const char *key)
{
        char pattern[40];
        const char *at;

        snprintf(pattern, sizeof pattern, "\"%s\":", key);
        at = strstr(text, pattern);
        return at ? atoi(at + strlen(pattern)) : -999;
}

/* A step from the cache; also after a viewer of another game, or of another seat, was sent one. */
TEST(viewers_who_see_the_same_step_get_the_same_text) /* Protocol 3.4 */
{
        static struct copies copies;
        struct table games[3] = { 0 };
        struct outbox kept = { .copies = &copies }, fresh = { 0 };
        uint64_t random = 11;

        for (int g = 0; g < 3; g++) {
                struct state s = random_game(game_at(g), &random);

                record_start(&games[g].record, game_at(g), &s, 1);
        }
        for (int i = 0; i < 600; i++) {
                struct record *r = &games[i % 3].record;

                if (r->game->turn(&r->state) != OVER)
                        assert_true(record_play(r, r->game->pick(&r->state, random_dice(&random))));
                for (int seat = -1; seat < game_players(&r->state); seat++) {
                        size_t told = r->count - r->count % 3;
                        struct viewer one = { .seat = seat < 0 ? (int)SPECTATOR : seat, .told = told, .changes = i % 2 },
                                      other = one;

                        outbox_clear(&kept);
                        outbox_clear(&fresh);
                        table_tell(&games[i % 3], &one, 0, &kept);
                        table_tell(&games[i % 3], &other, 0, &fresh);
                        assert_string_equal(kept.text, fresh.text);
                }
        }
        for (int i = 0; i < COPIES; i++)
                memset(copies.copy[i].text, '!', MAX_COPY);
        outbox_clear(&kept);
        viewer = (struct viewer){ .seat = game_players(&games[2].record.state) - 1, .told = games[2].record.count };
        table_tell(&games[2], &viewer, 0, &kept);
        assert_has(kept.text, "{!!!!!!!!!!"); /* the cache is used */
        for (int g = 0; g < 3; g++)
                table_close(&games[g]);
        outbox_close(&kept);
        outbox_close(&fresh);
}

TEST(another_move_to_the_same_position_is_another_step) /* Protocol 3.4 */
{
        static struct copies copies;
        struct outbox o = { .copies = &copies };
        uint64_t random = 12;
        struct state s = random_game(&marrakech, &random);

        for (move roll = 1; roll <= 2; roll++) {
                struct table t = { 0 };
                struct viewer v = { .seat = SPECTATOR, .told = 1 };
                struct marrakech *m = (struct marrakech *)&s;

                m->phase = MARRAKECH_ROLL;
                m->heading = 0;
                m->assam = (uint8_t)(31 - 7 * roll);
                record_start(&t.record, &marrakech, &s, 1);
                assert_true(record_play(&t.record, roll));
                outbox_clear(&o);
                table_tell(&t, &v, 0, &o);
                assert_has(o.text, roll == 1 ? "\"move\":\"1\"" : "\"move\":\"2\"");
                assert_has(o.text, roll == 1 ? "[\"d4N\",\"d5N\"]" : "[\"d3N\",\"d4N\",\"d5N\"]");
                assert_has(o.text, "\"assam\":\"d5\"");
                table_close(&t);
        }
        outbox_close(&o);
}

TEST(the_tally_sums_to_the_points) /* Protocol 3.5 */
{
        uint64_t random = 9;

        for (int i = 0; i < 300; i++) {
                const struct game *g = game_at(i % 3);
                struct state s = random_game(g, &random);

                while (g->turn(&s) != OVER) {
                        int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS];

                        g->score(&s, points, tiebreak);
                        for (int p = 0; p < game_players(&s); p++) {
                                char text[MAX_EFFECT_TEXT];
                                struct json j = json_writer(text, sizeof text);
                                int sum = 0;

                                g->tally(&s, p, &j);
                                assert_int_not_equal(text_close(&j.out), -1);
                                for (const char *at = text; (at = strchr(at, ':')); at++)
                                        sum += atoi(at + 1);
                                assert_int_equal(sum, points[p]);
                        }
                        g->apply(&s, g->pick(&s, random_dice(&random)));
                }
        }
}

static int points_at_the_end(const struct alibaba *s, int player)
{
        int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS];

        alibaba.score(s, points, tiebreak);
        return points[player] - s->points[player];
}

TEST(effects_of_taking_a_tile_are_what_happens) /* Protocol 4.1, 4.2 */
{
        uint64_t random = 3;
        int takes = 0, points_told = 0, bans = 0;

        while (takes < 4000) {
                struct state room = random_game(&alibaba, &random);
                struct alibaba *s = (struct alibaba *)&room;

                while (alibaba.turn(s) != OVER) {
                        move m = alibaba.pick(s, random_dice(&random));
                        int phase = s->phase, player = s->turn, had = points_at_the_end(s, player), points = s->points[player];
                        char effect[MAX_EFFECT_TEXT], frees[200] = "\"frees\":[";
                        struct alibaba before = *s;

                        strcpy(effect, effect_of(&alibaba, s, m));
                        alibaba.apply(s, m);
                        if (phase == ALIBABA_WHITE) {
                                bans += strstr(effect, "\"bars\":[\"") != NULL;
                                continue;
                        }
                        if (phase == ALIBABA_TAKE || phase == ALIBABA_PICK || phase == ALIBABA_LAMP ||
                            (phase == ALIBABA_GREEN && m != GREEN_NONE))
                                assert_int_equal(told_number(effect, "sets"), points_at_the_end(s, player) - had);
                        if (phase != ALIBABA_TAKE)
                                continue;
                        takes++;
                        while (alibaba.turn(s) == CHANCE) {
                                char slot[MAX_NAME];

                                text_spell(spell_slot, alibaba_turning(s), slot);
                                sprintf(frees + strlen(frees), "%s\"%s\"", frees[strlen(frees) - 1] == '[' ? "" : ",", slot);
                                alibaba.apply(s, alibaba.pick(s, random_dice(&random)));
                        }
                        strcat(frees, "]");
                        assert_memory_equal(effect, frees, strlen(frees));
                        if (told_number(effect, "points") != -999 && s->phase != ALIBABA_LAMP) {
                                points_told++;
                                assert_int_equal(told_number(effect, "points"), s->points[player] - points);
                        }
                        if (s->phase == ALIBABA_SHOW)
                                assert_true(told_number(effect, "shows") >= 1);
                        if (s->phase == ALIBABA_GREEN) {
                                move list[MAX_MOVES];
                                int n = alibaba.legal(s, list), listed = 0;

                                for (const char *at = strstr(effect, "\"beside\":["); at && *at != ']'; at++)
                                        listed += *at == ',';
                                assert_int_equal(listed + 1, n - (before.options.value[ALIBABA_EFFECTS] == EFFECTS_MAY));
                        }
                }
        }
        assert_true(points_told > 500 && bans > 50);
}

TEST(effects_ignore_hidden_tiles) /* Protocol 4.1 */
{
        uint64_t random = 3;
        struct state s;

        do {
                s = random_game(&alibaba, &random);
        } while (((struct alibaba *)&s)->options.value[ALIBABA_SCREENS] != SCREENS_CLOSED);
        while (((struct alibaba *)&s)->held[0] < 3 || alibaba.turn(&s) != 0 || ((struct alibaba *)&s)->phase != ALIBABA_TAKE)
                alibaba.apply(&s, alibaba.pick(&s, random_dice(&random)));
        alibaba.redact(&s, 1);
        assert_has(effect_of(&alibaba, &s, alibaba.pick(&s, 0)), "\"frees\"");
        assert_lacks(effect_of(&alibaba, &s, alibaba.pick(&s, 0)), "\"sets\"");
}

TEST(effects_of_turning_assam_are_what_happens) /* Protocol 4.3, 4.4 */
{
        uint64_t random = 8;
        int rolls = 0, paid = 0;

        while (rolls < 4000) {
                struct state room = random_game(&marrakech, &random);
                struct marrakech *s = (struct marrakech *)&room;

                while (marrakech.turn(s) != OVER) {
                        move m = marrakech.pick(s, random_dice(&random));
                        int phase = s->phase, player = s->player, had = s->dirhams[player];
                        char effect[MAX_EFFECT_TEXT], cell[MAX_NAME], end[MAX_NAME + 8], roll[64];

                        strcpy(effect, effect_of(&marrakech, s, m));
                        marrakech.apply(s, m);
                        if (phase == MARRAKECH_TURN_ASSAM) {
                                /* Each roll is reported beforehand as it will be. */
                                for (int steps = 1; s->phase == MARRAKECH_ROLL && steps <= 4; steps++) {
                                        char later[MAX_EFFECT_TEXT], *group;

                                        strcpy(later, effect_of(&marrakech, s, (move)steps));
                                        group = strstr(later, ",\"group\"");
                                        assert_non_null(group);
                                        *group = '\0';
                                        assert_has(effect, later);
                                        snprintf(roll, sizeof roll, "{\"roll\":%d,\"weight\":%d,", steps,
                                                 steps == 2 || steps == 3 ? 2 : 1);
                                        assert_has(effect, roll);
                                }
                        }
                        if (phase == MARRAKECH_ROLL) {
                                rolls++;
                                paid += had != s->dirhams[player];
                                assert_int_equal(told_number(effect, "pay"), had - s->dirhams[player]);
                                text_spell(spell_cell, s->assam, cell);
                                snprintf(end, sizeof end, "\"%s%c\"]", cell, "NESW"[s->heading]);
                                assert_has(effect, end);
                                if (had != s->dirhams[player] && s->dirhams[player]) {
                                        int cells = 0;

                                        for (const char *at = strstr(effect, "\"group\":["); *at != ']'; at++)
                                                cells += *at == ',';
                                        assert_int_equal(cells + 1, had - s->dirhams[player]);
                                }
                        }
                }
        }
        assert_true(paid > 500);
}

TEST(effects_of_laying_a_carpet_are_what_happens) /* Protocol 4.4 */
{
        char state[MAX_STATE_TEXT] = "{\"game\":\"marrakech\",\"players\":3,\"options\":{\"bankrupt\":\"out\",\"cover_own\":\"no\","
                                     "\"orient\":\"before\",\"first\":1},"
                                     "\"phase\":\"lay\",\"player\":1,\"assam\":\"d4\",\"facing\":\"S\",\"cells\":{\"c3\":\"red.1\","
                                     "\"d3\":\"red.1\",\"e4\":\"blue.2\",\"e5\":\"blue.2\"},\"laid\":2,"
                                     "\"dirhams\":[30,30,30],\"carpets\":[{\"red\":14},{\"yellow\":15},{\"blue\":14}],\"drawn\":"
                                     "null,\"out\":[false,false,false]}",
             why[MAX_REASON] = "";
        struct state s;
        move m;

        assert_ptr_equal(game_parse(state, (int)strlen(state), EVERYTHING, &s, why, sizeof why), &marrakech);
        assert_true(game_find(&marrakech, &s, "e3e4", &m));
        assert_string_equal(effect_of(&marrakech, &s, m), "\"covers\":[\"blue.2\"],\"group\":[\"c3\",\"d3\",\"e3\",\"e4\"]");
        assert_true(game_find(&marrakech, &s, "c4c5", &m));
        assert_string_equal(effect_of(&marrakech, &s, m), "\"covers\":[],\"group\":[\"c3\",\"d3\",\"c4\",\"c5\"]");
}

TEST(the_path_through_the_maze_is_open_and_shortest) /* Protocol 4.5 */
{
        uint64_t random = 4;
        int ways = 0;

        while (ways < 3000) {
                struct state room = random_game(&labyrinth, &random);
                struct labyrinth *s = (struct labyrinth *)&room;

                while (labyrinth.turn(s) != OVER) {
                        move m = labyrinth.pick(s, random_dice(&random));

                        if (s->phase == LABYRINTH_MOVE && m != STAY) {
                                const char *effect = effect_of(&labyrinth, s, m), *at = strchr(effect, '[') + 1;
                                int distance[MAZE_CELLS], here = -1, steps = 0;

                                ways++;
                                memset(distance, 99, sizeof distance);
                                distance[s->pawn[s->turn]] = 0;
                                for (int round = 0; round < MAZE_CELLS; round++)
                                        for (int a = 0; a < MAZE_CELLS; a++)
                                                for (int side = 0; side < 4; side++) {
                                                        static const int STEP[] = { 7, 1, -7, -1 };
                                                        int b = a + STEP[side];

                                                        if (b < 0 || b >= MAZE_CELLS || (side % 2 && a / 7 != b / 7) ||
                                                            !(s->open[side] >> a & 1) || !(s->open[(side + 2) % 4] >> b & 1))
                                                                continue;
                                                        if (distance[a] < 99 && distance[a] + 1 < distance[b])
                                                                distance[b] = distance[a] + 1;
                                                }
                                for (;; at += 5, steps++) {
                                        int cell = at[1] - 'a' + 7 * (at[2] - '1');

                                        assert_int_equal(distance[cell], steps);
                                        here = cell;
                                        if (at[4] != ',')
                                                break;
                                }
                                assert_int_equal(here, (int)m);
                                assert_int_equal(told_number(effect, "token") != -999, s->token[m] == labyrinth_next(s));
                        }
                        if (s->phase == LABYRINTH_SHIFT && m < SHIFTS) {
                                struct labyrinth after = *s;
                                const char *effect = effect_of(&labyrinth, s, m);
                                move list[MAX_MOVES];
                                int goals, opens = 0;

                                labyrinth.apply(&after, m);
                                goals = labyrinth.legal(&after, list);
                                for (int i = 0; i < goals; i++)
                                        opens |= list[i] != STAY && after.token[list[i]] == labyrinth_next(s);
                                opens |= after.token[after.pawn[after.turn]] == labyrinth_next(s);
                                assert_int_equal(told_number(effect, "cells"), goals - 1);
                                assert_int_equal(told_number(effect, "opens") != -999, opens);
                        }
                        if (s->phase == LABYRINTH_TAKE)
                                assert_int_equal(told_number(effect_of(&labyrinth, s, m), "token"),
                                                 labyrinth_number(labyrinth_next(s)));
                        labyrinth.apply(s, m);
                }
        }
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                RUNS(a_message_is_one_json_object),
                RUNS(members_come_in_any_order_and_unknown_ones_are_ignored),
                RUNS(a_refusal_is_valid_json_whatever_it_quotes),
                RUNS(games_are_listed_with_their_options),
                RUNS(a_new_game_is_sent_with_its_first_position),
                RUNS(an_invalid_new_game_is_refused_and_the_old_one_stays),
                RUNS(names_are_sent_as_given),
                RUNS(new_and_open_are_only_for_tables_on_this_device),
                RUNS(a_move_is_made_and_sent),
                RUNS(a_move_for_another_position_is_refused),
                RUNS(only_the_player_to_move_plays),
                RUNS(a_person_cannot_play_for_a_bot),
                RUNS(bots_play_by_themselves_and_the_game_ends),
                RUNS(the_same_table_plays_the_same_game),
                RUNS(an_answer_to_an_outdated_question_is_ignored),
                RUNS(a_players_own_last_move_can_be_undone),
                RUNS(undo_stops_at_chance),
                RUNS(undo_stops_at_another_players_move),
                RUNS(only_a_table_on_this_device_can_be_seen_from_any_seat),
                RUNS(a_spectator_is_sent_no_secret),
                RUNS(a_preview_shows_the_position_after_the_moves),
                RUNS(why_is_answered_with_the_rule),
                RUNS(a_hint_has_at_most_three_moves),
                RUNS(a_game_continues_from_its_record),
                RUNS(online_the_record_is_available_after_the_game),
                RUNS(time_per_move_is_reset_for_each_move),
                RUNS(time_per_game_runs_down_with_an_increment),
                RUNS(a_bot_replaces_a_player_whose_time_ran_out_until_they_return),
                RUNS(hidden_information_changes_nothing_that_is_sent),
                RUNS(viewers_who_see_the_same_step_get_the_same_text),
                RUNS(another_move_to_the_same_position_is_another_step),
                RUNS(the_tally_sums_to_the_points),
                RUNS(effects_of_taking_a_tile_are_what_happens),
                RUNS(effects_ignore_hidden_tiles),
                RUNS(effects_of_turning_assam_are_what_happens),
                RUNS(effects_of_laying_a_carpet_are_what_happens),
                RUNS(the_path_through_the_maze_is_open_and_shortest),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
