/* Tables on the net, as people find them, sit down and play there: docs/protocol.md, sections 5 to 8. */
#include "hubs.h"
#include "sql.h"

#include "../../server/people/rating.h"

enum { A_MINUTE = 60, TEN_MINUTES = 600 };

/* --- who one is, and where (5, 6) --- */

TEST(the_server_speaks_first) /* Protocol 5.3, 6.3 */
{
        hears(ann, "{\"t\":\"hello\",\"version\":2,\"person\":\"");
        hears(ann, "\"name\":\"Ann\",\"time\":1");
        hears(ann, "{\"t\":\"mine\",\"tables\":[]}");
}

TEST(any_bytes_are_answered) /* Protocol 5.1 */
{
        refused(ann, "not-a-message", "%s", "\x01\xff{");
        refused(ann, "not-at-a-table", "{\"t\":\"stand\"}");
        refused(ann, "no-such-command", "{}");
        refused(ann, "no-such-table", "{\"t\":\"join\",\"table\":\"nonsense\"}");
        refused(ann, "no-such-table", "{\"t\":\"join\",\"table\":\"k3k3k3k3k3k3\"}");
        refused(ann, "no-such-game", "{\"t\":\"make\",\"game\":\"chess\",\"seats\":[0,0]}");
        refused(ann, "bad-member", "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[0]}");
        refused(ann, "bad-member", "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[0,11]}");
        refused(ann, "no-person", "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[3,4]}");
}

TEST(one_line_looks_at_one_thing_at_a_time) /* Protocol 5.4 */
{
        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        join(bo);
        join(ann);
        hears(ann, "\"watching\":2");
        says(bo, "{\"t\":\"lobby\"}");
        hears(ann, "\"watching\":1");
        says(bo, "{\"t\":\"join\",\"table\":\"%s\"}", table);
        hears(ann, "\"watching\":2");
        says(bo, "{\"t\":\"nothing\"}");
        hears(ann, "\"watching\":1");
}

/* Di's line is now another one of somebody's. */
static void di_is(const struct player *who)
{
        leave(di);
        di->at = who->at;
        memset(&di->client, 0, sizeof di->client);
        di->client.subscriber.person = who->client.subscriber.person;
        di->here = 1;
        assert_true(hub_enter(hub_of(di), &di->client));
}

TEST(a_person_who_sends_too_much_is_read_from_later) /* Protocol 5.5 */
{
        ann->client.trusted = bo->client.trusted = 0;
        for (int i = 0; i < 200; i++)
                hub_charge(&ann->client);
        assert_int_equal(hub_wait(&ann->client), 0);
        for (int i = 0; i < 800; i++)
                hub_charge(&ann->client);
        assert_true(hub_wait(&ann->client) > 0);
        di_is(ann); /* another connection of the same person has no more to send */
        assert_true(hub_wait(&di->client) > 0);
        assert_int_equal(hub_wait(&bo->client), 0);
}

TEST(the_lobby_is_told_whole_and_then_what_changes) /* Protocol 6.1, 6.2 */
{
        listens(bo);
        says(bo, "{\"t\":\"lobby\"}");
        hears(bo, "{\"t\":\"lobby\",\"whole\":true,\"tables\":[],\"gone\":[]}");
        make_table("\"game\":\"alibaba\",\"seats\":[0,0]"); /* nobody sits at it */
        make_table("\"game\":\"marrakech\",\"seats\":[0,0,4],\"clock\":{\"move\":60000},\"rated\":false");
        sit(ann, 1);
        hears(bo, "{\"t\":\"lobby\",\"tables\":[{\"table\":\"");
        hears(bo, "\"state\":\"open\",\"game\":\"marrakech\",\"players\":3,\"options\":{");
        hears(bo, "\"clock\":{\"move\":60000},\"watch\":true,\"rated\":false,\"watching\":0,\"host\":\"Ann\","
                  "\"seats\":[{\"name\":\"Ann\"},null,{\"name\":\"\",\"level\":4}]}],\"gone\":[]}");
        assert_null(strstr(bo->log, "alibaba"));
        says(ann, "{\"t\":\"set\",\"public\":false}");
        hears(bo, "{\"t\":\"lobby\",\"tables\":[],\"gone\":[\"");
        says(cy, "{\"t\":\"lobby\"}");
        hears(cy, "{\"t\":\"lobby\",\"whole\":true,\"tables\":[],\"gone\":[]}");
}

TEST(a_table_that_has_just_been_told_is_gone_like_any_other) /* Protocol 6.2 */
{
        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        sit(ann, 1);
        says(cy, "{\"t\":\"lobby\"}");
        hears(cy, table);
        says(ann, "{\"t\":\"set\",\"public\":false}");
        hears(cy, "\"gone\":[\"");
}

TEST(whose_turn_it_is_is_told_wherever_one_looks) /* Protocol 6.3 */
{
        char move_text[MAX_MOVE_TEXT];

        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        now_of(ann, move_text);
        assert_string_not_equal(move_text, "");
        says(ann, "{\"t\":\"lobby\"}");
        hears(ann, "{\"t\":\"mine\",\"tables\":[{\"table\":\"");
        hears(ann, "\"game\":\"marrakech\",\"state\":\"playing\",\"turn\":true,\"names\":[\"Ann\",\"Bo\"]}]}");
}

/* Waits until somebody is told of a table, whose id follows these words. */
static void hears_of(struct player *p, const char *words, char id[ID_TEXT + 1])
{
        snprintf(id, ID_TEXT + 1, "%s", hears(p, words) + strlen(words));
}

TEST(play_now_finds_a_table_or_makes_one) /* Protocol 6.5 */
{
        listens(ann);
        says(ann, "{\"t\":\"quick\",\"game\":\"alibaba\",\"players\":2}");
        memcpy(table, hears(ann, "\"made\",\"table\":\"") + strlen("\"made\",\"table\":\""), ID_TEXT);
        sit(ann, 1);
        says(bo, "{\"t\":\"lobby\"}");
        hears(bo, table);
        says(bo, "{\"t\":\"quick\",\"game\":\"alibaba\",\"players\":2}");
        hears(bo, "\"made\",\"table\":\"");
        hears(bo, table);
        says(cy, "{\"t\":\"quick\",\"game\":\"alibaba\",\"players\":3}");
        assert_null(strstr(hears(cy, "\"made\",\"table\":\""), table));
        listens(cy);
        says(cy, "{\"t\":\"quick\",\"game\":\"alibaba\",\"players\":2,\"rated\":false}");
        assert_null(strstr(hears(cy, "\"made\",\"table\":\""), table));
        refused(cy, "bad-member", "{\"t\":\"quick\",\"game\":\"alibaba\",\"players\":5}");
}

TEST(play_now_leads_nowhere_where_nobody_is_or_one_was_removed) /* Protocol 6.5 */
{
        char made[ID_TEXT + 1];

        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        listens(bo);
        says(bo, "{\"t\":\"quick\",\"game\":\"alibaba\",\"players\":2}");
        hears_of(bo, "\"made\",\"table\":\"", made);
        assert_string_not_equal(made, table);
        sit(ann, 1);
        sit(bo, 2);
        hears(ann, "\"name\":\"Bo\"");
        says(ann, "{\"t\":\"remove\",\"seat\":2}");
        hears(bo, "\"you\":0");
        listens(bo);
        says(bo, "{\"t\":\"quick\",\"game\":\"alibaba\",\"players\":2}");
        hears_of(bo, "\"made\",\"table\":\"", made);
        assert_string_not_equal(made, table);
}

TEST(one_person_has_fifty_tables_at_most) /* Protocol 6.4, 6.6 */
{
        for (int i = 0; i < 50; i++)
                make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        refused(ann, "too-many-tables", "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[0,0]}");
        refused(ann, "too-many-tables", "{\"t\":\"quick\",\"game\":\"labyrinth\",\"players\":2}");
}

/* Whether the lobby, told whole, shows this table. */
static int lobby_shows(struct player *p, const char *id)
{
        const char *whole;

        listens(p);
        says(p, "{\"t\":\"lobby\"}");
        whole = hears(p, "{\"t\":\"lobby\",\"whole\":true");
        return strstr(whole, id) != NULL;
}

TEST(the_lobby_shows_the_newest_four_tables_of_one_host) /* Protocol 6.1 */
{
        char made[6][ID_TEXT + 1], others[ID_TEXT + 1];
        double until = cli_now() + LONG;
        int shown = 0;

        listens(bo);
        says(bo, "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[0,0]}");
        hears_of(bo, "\"made\",\"table\":\"", others);
        memcpy(table, others, sizeof table);
        sit(bo, 1);
        says(cy, "{\"t\":\"lobby\"}");
        for (int i = 0; i < 6; i++) {
                make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
                memcpy(made[i], table, sizeof table);
                sit(ann, 1);
                later += 1;
                if (i == 1)
                        hears(cy, table);
        }
        hears(cy, "\"gone\":[\""); /* the first two are */
        hears(cy, made[1]);
        while (shown != 5) { /* other servers hear of them by and by */
                assert_true(cli_now() < until);
                shown = lobby_shows(cy, others);
                for (int i = 2; i < 6; i++)
                        shown += lobby_shows(cy, made[i]);
        }
        assert_false(lobby_shows(cy, made[0]));
        assert_false(lobby_shows(cy, made[1]));
        join(ann);
        says(ann, "{\"t\":\"set\",\"public\":false}");
        hears(cy, made[1]); /* which is shown again */
        hears(cy, "\"gone\":[\"");
        hears(cy, made[5]);
}

TEST(one_person_makes_ten_tables_in_a_minute_at_most) /* Protocol 6.6 */
{
        ann->client.trusted = 0;
        for (int i = 0; i < 11; i++) /* and none is stored yet */
                says(ann, "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[0,0]}");
        hears(ann, "new-tables-too-fast");
        for (int i = 0; i < 10; i++)
                hears(ann, "\"made\"");
        refused(ann, "new-tables-too-fast", "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[0,0]}");
        refused(ann, "new-tables-too-fast", "{\"t\":\"quick\",\"game\":\"labyrinth\",\"players\":2}");
        later += A_MINUTE;
        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
}

/* --- sitting down (7) --- */

TEST(a_table_is_told_to_whom_joins_it) /* Protocol 7.1, 7.2, 7.3, 8.2 */
{
        make_table("\"game\":\"alibaba\",\"options\":{\"variant\":\"lamp\"},\"seats\":[0,3],\"public\":false,\"chat\":false");
        join(bo);
        hears(bo, "\"version\":1,\"state\":\"open\",\"game\":\"alibaba\",\"players\":2,\"options\":{\"variant\":\"lamp\"");
        hears(bo, "\"watch\":true,\"rated\":true,\"watching\":1,\"public\":false,\"chat\":false,\"host\":\"");
        hears(bo, "\"you\":0,\"seats\":[null,{\"name\":\"\",\"level\":3}],\"seal\":\"");
        hears(bo, "\"next\":null,\"undo\":null}");
}

TEST(a_free_seat_is_taken_once) /* Protocol 7.4 */
{
        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        sit(ann, 1);
        join(bo);
        refused(bo, "seat-taken", "{\"t\":\"sit\",\"seat\":1,\"tip\":\"%s\"}", link_of(bo, 0));
        refused(bo, "no-such-seat", "{\"t\":\"sit\",\"seat\":3,\"tip\":\"%s\"}", link_of(bo, 0));
        refused(bo, "bad-member", "{\"t\":\"sit\",\"seat\":2,\"tip\":\"12\"}");
        refused(ann, "already-seated", "{\"t\":\"sit\",\"seat\":2,\"tip\":\"%s\"}", link_of(ann, 0));
        join(cy);
        says(bo, "{\"t\":\"sit\",\"seat\":0,\"tip\":\"%s\"}", link_of(bo, 0));
        hears(bo, "\"you\":2");
        refused(cy, "no-free-seat", "{\"t\":\"sit\",\"seat\":0,\"tip\":\"%s\"}", link_of(cy, 0));
        says(bo, "{\"t\":\"stand\"}");
        hears(bo, "\"you\":0");
        refused(bo, "not-seated", "{\"t\":\"stand\"}");
        refused(bo, "not-seated", "{\"t\":\"ready\"}");
}

TEST(the_host_decides_about_the_table) /* Protocol 7.5 */
{
        make_table("\"game\":\"alibaba\",\"seats\":[0,0,0]");
        sit(ann, 1);
        sit(bo, 2);
        refused(bo, "host-only", "{\"t\":\"bot\",\"seat\":3,\"level\":4}");
        refused(bo, "host-only", "{\"t\":\"remove\",\"seat\":1}");
        refused(bo, "host-only", "{\"t\":\"set\",\"chat\":false}");
        refused(ann, "seat-taken", "{\"t\":\"bot\",\"seat\":2,\"level\":4}");
        says(ann, "{\"t\":\"bot\",\"seat\":3,\"level\":4}");
        hears(bo, "{\"name\":\"\",\"level\":4}");
        says(ann, "{\"t\":\"bot\",\"seat\":3,\"level\":0}");
        hears(bo, ",null],\"seal\"");
        says(ann, "{\"t\":\"set\",\"chat\":false,\"watch\":false}");
        hears(bo, "\"watch\":false");
        says(ann, "{\"t\":\"remove\",\"seat\":2}");
        hears(bo, "\"you\":0");
        refused(bo, "removed-by-host", "{\"t\":\"sit\",\"seat\":2,\"tip\":\"%s\"}", link_of(bo, 0));
        sit(cy, 3);
        says(ann, "{\"t\":\"stand\"}");
        hears(ann, "\"you\":0");
        hears(cy, "\"seats\":[null,null,{");
        says(cy, "{\"t\":\"set\",\"chat\":true}"); /* who is host now */
        hears(cy, "\"chat\":true");
}

/* A room without a hub round it, in which Ann and Bo sit at Master Labyrinth. */
static void open_room(struct room *r, int64_t host)
{
        static const uint8_t SALT[HASH_BYTES] = { 1 }, SECRET[HASH_BYTES] = { 2 };
        struct plan plan = { .game = &labyrinth, .players = 2 };
        struct entry e;

        options_default(plan.game, &plan.options);
        room_open(r, 12345);
        room_begin(&plan, host, SALT, SECRET, 3, &e);
        room_do(r, &e, 0);
        for (int i = 0; i < 2; i++) {
                char id[ID_TEXT + 1], text[256];

                id_print(100 + i, id);
                snprintf(text, sizeof text, "{\"e\":\"sit\",\"seat\":%d,\"person\":\"%s\",\"tip\":\"%s\"}", i + 1, id,
                         link_of(&players[i], 0));
                assert_true(room_replay(r, text, strlen(text), 0));
        }
}

/* How a message `room` tells that somebody is host. */
static const char *hosted_by(const struct player *p)
{
        static char text[64];
        char id[ID_TEXT + 1];

        id_print(p->client.subscriber.person, id);
        snprintf(text, sizeof text, "\"host\":\"%s\"", id);
        return text;
}

/* Ann makes a table, and looks on there; Bo and Cy sit down. */
static void make_table_for_others(const char *rest)
{
        make_table(rest);
        join(ann);
        sit(bo, 1);
        sit(cy, 2);
        hears(ann, "\"name\":\"Cy\"");
}

TEST(a_host_who_does_not_sit_stays_host_while_others_come_and_go) /* Protocol 7.5.1 */
{
        make_table_for_others("\"game\":\"alibaba\",\"seats\":[0,0]");
        listens(ann);
        says(cy, "{\"t\":\"stand\"}");
        hears(ann, hosted_by(ann));
        hears(ann, ",null],\"seal\"");
        refused(bo, "host-only", "{\"t\":\"set\",\"chat\":false}");
        says(ann, "{\"t\":\"remove\",\"seat\":1}");
        hears(bo, "\"you\":0");
        sit(cy, 2);
        says(ann, "{\"t\":\"set\",\"chat\":false}");
        hears(cy, "\"chat\":false");
}

TEST(a_host_who_does_not_sit_and_leaves_is_succeeded_by_somebody_who_is_there) /* Protocol 7.5.1 */
{
        make_table_for_others("\"game\":\"alibaba\",\"seats\":[0,0]");
        leave(bo);
        hears(ann, "\"name\":\"Bo\",\"here\":false");
        says(ann, "{\"t\":\"leave\"}");
        hears(cy, hosted_by(cy));
        says(cy, "{\"t\":\"set\",\"chat\":false}");
        hears(cy, "\"chat\":false");
}

TEST(a_host_whose_line_is_gone_for_a_minute_is_succeeded_unless_there_is_another_one) /* Protocol 7.5.1 */
{
        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        join(ann);
        sit(bo, 1);
        di_is(ann); /* with two lines */
        join(di);
        hears(bo, "\"watching\":2");
        says(ann, "{\"t\":\"leave\"}");
        hears(bo, "\"watching\":1");
        later += A_MINUTE;
        says(bo, "{\"t\":\"chat\",\"words\":\"is she there?\"}");
        hears(bo, "is she there?");
        refused(bo, "host-only", "{\"t\":\"set\",\"chat\":false}");
        leave(di);
        hears(bo, "\"watching\":0");
        later += A_MINUTE;
        hears(bo, hosted_by(bo));
}

TEST(a_host_who_looks_on_is_not_gone) /* Protocol 7.5.1 */
{
        static const uint64_t LEFT = 3600000;
        static struct room r;
        struct subscriber host = { .person = 99, .name = "Eve" }, bo_there = { .person = 101, .name = "Bo" };
        struct elsewhere there = { 99, 1 };
        struct entry e;

        open_room(&r, 99);
        room_come(&r, &host, 0, 0, 0);
        room_come(&r, &bo_there, 0, 0, 0);
        room_tick(&r, LEFT, &e);
        assert_int_equal(e.size, 0);
        room_elsewhere(&r, &there, 1, LEFT); /* she has a line to another server, too */
        room_go(&r, &host, LEFT);
        room_tick(&r, 2 * LEFT, &e);
        assert_int_equal(e.size, 0);
        room_elsewhere(&r, NULL, 0, 2 * LEFT);
        room_tick(&r, 2 * LEFT + A_MINUTE * 1000 - 1, &e);
        assert_int_equal(e.size, 0);
        room_tick(&r, 2 * LEFT + A_MINUTE * 1000, &e);
        room_do(&r, &e, 2 * LEFT);
        assert_int_equal(r.host, 101); /* the lowest seat is Ann's, but she is not there */
        room_go(&r, &bo_there, LEFT);
        room_close(&r);
}

TEST(entries_that_do_not_name_the_host_are_replayed_as_they_were_meant)
{
        static const char *const STANDS[] = { "{\"e\":\"stand\",\"seat\":2}", "{\"e\":\"stand\",\"seat\":2,\"host\":\"%s\"}" };

        for (int i = 0; i < 2; i++) {
                static struct room r;
                char id[ID_TEXT + 1], text[64];

                open_room(&r, 99);
                id_print(99, id);
                snprintf(text, sizeof text, STANDS[i], id);
                assert_true(room_replay(&r, text, strlen(text), 0));
                assert_int_equal(r.host, i ? 99 : 100); /* who sits in the lowest seat */
                room_close(&r);
        }
}

TEST(the_game_begins_when_all_are_ready_and_have_told_their_first_link) /* Protocol 7.6 */
{
        size_t from;

        make_table("\"game\":\"labyrinth\",\"seats\":[0,0,2]");
        sit(ann, 1);
        sit(bo, 2);
        refused(ann, "no-link-needed", "{\"t\":\"link\",\"link\":\"%s\"}", link_of(ann, 1));
        refused(ann, "game-not-begun", "{\"t\":\"play\",\"ply\":0,\"move\":\"a\"}");
        says(ann, "{\"t\":\"ready\",\"ready\":true}");
        says(ann, "{\"t\":\"ready\",\"ready\":false}");
        says(bo, "{\"t\":\"ready\",\"ready\":true}");
        hears(ann, "\"ready\":true,\"held\":false");
        listens(ann);
        says(ann, "{\"t\":\"ready\",\"ready\":true}");
        hears(ann, "\"state\":\"dealing\"");
        refused(ann, "wrong-first-link", "{\"t\":\"link\",\"link\":\"%s\"}", link_of(ann, 2));
        refused(ann, "game-has-begun", "{\"t\":\"stand\"}");
        says(ann, "{\"t\":\"link\",\"link\":\"%s\"}", link_of(ann, 1));
        says(bo, "{\"t\":\"link\",\"link\":\"%s\"}", link_of(bo, 1));
        hears(ann, "\"state\":\"playing\"");
        hears(ann, "{\"t\":\"fair\",\"table\":\"");
        hears(ann, "{\"t\":\"table\",\"game\":\"labyrinth\",\"players\":3");
        hears(ann, "{\"t\":\"steps\",\"from\":0");
        from = ann->seen;
        says(ann, "{\"t\":\"link\",\"link\":\"%s\"}", link_of(ann, 1)); /* told twice, after a line was lost, is no matter */
        says(ann, "{\"t\":\"games\"}");
        hears(ann, "{\"t\":\"games\"");
        assert_null(strstr(ann->log + from, "\"refused\""));
}

TEST(the_deal_does_not_wait_for_ever) /* Protocol 7.6 */
{
        make_table("\"game\":\"marrakech\",\"seats\":[0,0]");
        sit(ann, 1);
        sit(bo, 2);
        says(ann, "{\"t\":\"ready\"}");
        says(bo, "{\"t\":\"ready\"}");
        hears(ann, "\"state\":\"dealing\"");
        says(ann, "{\"t\":\"link\",\"link\":\"%s\"}", link_of(ann, DEAL_LINK));
        later += 10;
        hears(ann, "\"state\":\"playing\"");
        hears(ann, "{\"t\":\"steps\",\"from\":0");
}

TEST(a_bot_in_the_last_free_seat_begins_the_game) /* Protocol 7.6 */
{
        make_table("\"game\":\"marrakech\",\"seats\":[0,0]");
        sit(ann, 1);
        says(ann, "{\"t\":\"ready\"}");
        hears(ann, "\"ready\":true");
        says(ann, "{\"t\":\"bot\",\"seat\":2,\"level\":1}");
        hears(ann, "\"state\":\"dealing\"");
        says(ann, "{\"t\":\"link\",\"link\":\"%s\"}", link_of(ann, DEAL_LINK));
        hears(ann, "\"state\":\"playing\"");
}

TEST(who_goes_away_is_not_ready_any_more) /* Protocol 7.6 */
{
        make_table("\"game\":\"marrakech\",\"seats\":[0,0]");
        sit(ann, 1);
        sit(bo, 2);
        says(bo, "{\"t\":\"ready\"}");
        hears(ann, "\"here\":true,\"ready\":true");
        says(bo, "{\"t\":\"lobby\"}");
        hears(ann, "\"here\":false,\"ready\":true"); /* perhaps only to reload the page */
        later += 5;
        hears(ann, "\"here\":false,\"ready\":false");
}

TEST(a_game_does_not_begin_without_a_player_who_has_just_gone) /* Protocol 7.6 */
{
        make_table("\"game\":\"marrakech\",\"seats\":[0,0]");
        sit(ann, 1);
        sit(bo, 2);
        says(bo, "{\"t\":\"ready\"}");
        hears(ann, "\"here\":true,\"ready\":true");
        says(bo, "{\"t\":\"lobby\"}");
        hears(ann, "\"here\":false,\"ready\":true");
        later += 2;
        turn_loop();
        says(ann, "{\"t\":\"ready\"}");
        hears(ann, "\"here\":false,\"ready\":false");
        assert_null(strstr(ann->log, "\"state\":\"dealing\""));
        join(bo);
        says(bo, "{\"t\":\"ready\"}");
        hears(ann, "\"state\":\"dealing\"");
}

TEST(where_the_clock_counts_days_nobody_has_to_be_there_for_the_deal) /* Protocol 7.6 */
{
        make_table("\"game\":\"marrakech\",\"seats\":[0,0],\"clock\":{\"move\":259200000}");
        sit(ann, 1);
        sit(bo, 2);
        says(bo, "{\"t\":\"ready\"}");
        hears(ann, "\"here\":true,\"ready\":true");
        says(bo, "{\"t\":\"lobby\"}");
        hears(ann, "\"here\":false,\"ready\":true");
        later += 60;
        says(ann, "{\"t\":\"ready\"}");
        hears(ann, "\"state\":\"dealing\"");
}

static void on_record(void *whose, char *record)
{
        *(char **)whose = record ? record : strdup("none");
}

/* The record as it is asked for over HTTP. */
static char *record_of(const char *id)
{
        char *record = NULL;

        hub_record(hub[nodes - 1], id_parse(id), on_record, &record);
        while (!record)
                wait_loop();
        return record;
}

/* The record, as a player is told it when the game is over. */
static char *record_told(struct player *p)
{
        static const char TOLD[] = "{\"t\":\"record\",\"record\":";
        const char *at;

        while (!is_over(p))
                hears(p, "\"winners\":[");
        says(p, "{\"t\":\"record\"}");
        at = hears(p, TOLD) + strlen(TOLD);
        return strndup(at, strcspn(at, "\n") - 1);
}

TEST(whole_games_of_each_kind_are_played_and_proven) /* Protocol 7.7, 7.12, 8.5, 9.7 */
{
        static const char *const GAMES[] = { "\"game\":\"alibaba\",\"seats\":[0,0,2]", "\"game\":\"marrakech\",\"seats\":[0,0]",
                                             "\"game\":\"labyrinth\",\"options\":{\"limit\":12},\"seats\":[0,0,3]" };

        for (int i = 0; i < 3; i++) {
                char why[MAX_REASON] = "", *asked, *told, *others;
                struct record r = { 0 };

                begin_game(GAMES[i]);
                asked = record_of(table);
                assert_string_equal(asked, "none"); /* before it is over */
                free(asked);
                while (play_one())
                        ;
                join(cy); /* somebody who comes when all is over sees all of it */
                told = record_told(ann);
                if (!record_parse(&r, told, strlen(told), 1, why))
                        fail_msg("%s", why);
                assert_non_null(r.fair);
                record_close(&r);
                for (struct player *p = bo; p <= cy; p++) {
                        others = record_told(p);
                        assert_string_equal(others, told);
                        free(others);
                }
                asked = record_of(table);
                assert_string_equal(asked, told);
                free(asked);
                free(told);
                for (struct player *p = ann; p <= cy; p++) {
                        p->log[0] = '\0';
                        p->size = p->seen = 0;
                }
        }
}

TEST(what_belongs_to_a_table_at_home_is_refused) /* Protocol 7.7 */
{
        char move_text[MAX_MOVE_TEXT];

        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        refused(ann, "not-online", "{\"t\":\"new\",\"game\":\"alibaba\",\"seats\":[{\"name\":\"a\"},{\"name\":\"b\"}],\"seed\":1}");
        refused(ann, "own-eyes-only", "{\"t\":\"see\",\"seat\":2}");
        refused(ann, "own-eyes-only", "{\"t\":\"see\",\"seat\":0}"); /* with whose eyes she could not move any more */
        refused(ann, "record-at-end", "{\"t\":\"record\"}");
        refused(ann, "no-rated-hints", "{\"t\":\"hint\",\"ply\":0}");
        join(cy);
        refused(cy, "not-your-turn", "{\"t\":\"play\",\"ply\":%zu,\"move\":\"N\"}", now_of(ann, move_text));
}

TEST(nobody_is_helped_to_analyse_a_rated_game_that_goes_on) /* Protocol 7.7, 7.16 */
{
        char move_text[MAX_MOVE_TEXT];

        begin_game("\"game\":\"labyrinth\",\"seats\":[0,0]");
        join(cy);
        for (struct player *p = ann; p <= cy; p++) {
                refused(p, "record-at-end", "{\"t\":\"record\"}");
                refused(p, "no-rated-hints", "{\"t\":\"hint\",\"ply\":%zu}", now_of(ann, move_text));
                refused(p, "lead-at-end", "{\"t\":\"lead\",\"ply\":0}");
        }
        refused(cy, "own-eyes-only", "{\"t\":\"see\",\"seat\":1}");
        refused(cy, "not-your-turn", "{\"t\":\"look\",\"ply\":%zu,\"moves\":[\"%s\"]}", now_of(ann, move_text), "E");
}

TEST(a_finished_game_is_looked_at_together) /* Protocol 7.16 */
{
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        says(ann, "{\"t\":\"resign\"}");
        hears(bo, "\"ended\":\"resigned\"");
        says(bo, "{\"t\":\"lead\",\"ply\":3,\"line\":\"E 3 c4c5\"}");
        hears(ann, "\"lead\":{\"by\":2,\"ply\":3,\"line\":\"E 3 c4c5\"}");
        join(cy); /* and so is somebody who comes later */
        hears(cy, "\"lead\":{\"by\":2,\"ply\":3,\"line\":\"E 3 c4c5\"}");
        refused(cy, "not-seated", "{\"t\":\"lead\",\"ply\":1}");
        refused(ann, "led-by-another", "{\"t\":\"lead\",\"ply\":1}");
        refused(ann, "led-by-another", "{\"t\":\"lead\"}");
        refused(bo, "bad-member", "{\"t\":\"lead\",\"ply\":1,\"line\":\"\\\"\"}");
        later -= A_MINUTE; /* the tenth of a second is not over */
        put_clocks();
        refused(bo, "too-fast", "{\"t\":\"lead\",\"ply\":1}");
        later += A_MINUTE + 1;
        put_clocks();
        says(bo, "{\"t\":\"lead\",\"ply\":1}");
        hears(ann, "\"lead\":{\"by\":2,\"ply\":1,\"line\":\"\"}");
        listens(ann);
        says(bo, "{\"t\":\"lead\"}");
        hears(ann, "\"ended\":\"resigned\"}");   /* and nothing of a lead */
        says(ann, "{\"t\":\"lead\",\"ply\":2}"); /* now it is free */
        hears(bo, "\"lead\":{\"by\":1,\"ply\":2,");
        listens(bo);
        leave(ann);
        hears(bo, "\"ended\":\"resigned\"}");
}

TEST(a_hint_is_given_where_nothing_is_rated) /* Protocol 7.7 */
{
        char move_text[MAX_MOVE_TEXT];

        begin_game("\"game\":\"marrakech\",\"seats\":[0,0],\"rated\":false");
        says(ann, "{\"t\":\"hint\",\"ply\":%zu}", now_of(ann, move_text));
        hears(ann, "{\"t\":\"hint\",\"ply\":");
        hears(ann, "\"best\":[{\"move\":\"");
}

TEST(one_hint_of_a_person_waits_and_a_newer_one_replaces_it) /* Protocol 7.7 */
{
        char move_text[MAX_MOVE_TEXT];
        size_t ply;

        begin_game("\"game\":\"marrakech\",\"seats\":[0,0],\"rated\":false");
        ply = now_of(ann, move_text);
        for (int i = 0; i < 100; i++)
                says(ann, "{\"t\":\"hint\",\"ply\":%zu}", ply);
        turn_loop();
        assert_int_equal(hub_figures(hub_of(ann)).thoughts, 1);
        di_is(ann); /* on another device, where she asks, too */
        join(di);
        hears(di, "\"legal\":[\"");
        says(di, "{\"t\":\"hint\",\"ply\":%zu}", ply);
        hears(ann, "{\"t\":\"refused\",\"about\":\"hint\",\"code\":\"hint-replaced\"");
        assert_int_equal(hub_figures(hub_of(ann)).thoughts, 1);
}

TEST(a_bot_answers_though_somebody_else_asks_for_hints_without_end) /* Protocol 7.7 */
{
        char move_text[MAX_MOVE_TEXT];
        size_t ply;

        begin_game("\"game\":\"alibaba\",\"seats\":[0,0],\"rated\":false");
        ply = now_of(ann, move_text);
        listens(cy);
        says(cy, "{\"t\":\"make\",\"game\":\"alibaba\",\"options\":{\"first\":2},\"seats\":[0,1]}");
        memcpy(table, hears(cy, "\"made\",\"table\":\"") + strlen("\"made\",\"table\":\""), ID_TEXT);
        sit(cy, 1);
        says(cy, "{\"t\":\"ready\"}");
        hears(cy, "\"state\":\"dealing\"");
        for (int i = 0; i < 2000; i++)
                says(ann, "{\"t\":\"hint\",\"ply\":%zu}", ply);
        says(cy, "{\"t\":\"link\",\"link\":\"%s\"}", link_of(cy, DEAL_LINK));
        hears(cy, "\"legal\":[\""); /* the bot has begun, and it is for Cy to go on */
}

/* A table where somebody has moved and could take it back: the labyrinth's push, and then it is still the same turn. */
static size_t begin_and_push(void)
{
        char move_text[MAX_MOVE_TEXT];

        begin_game("\"game\":\"labyrinth\",\"options\":{\"deals\":\"off\"},\"seats\":[0,0]");
        play_one();
        return now_of(ann, move_text);
}

TEST(a_move_is_taken_back_when_the_others_agree) /* Protocol 7.8 */
{
        size_t ply = begin_and_push();

        says(ann, "{\"t\":\"undo\",\"ply\":%zu}", ply);
        hears(bo, "\"undo\":{\"by\":1,\"ply\":");
        refused(ann, "not-asked", "{\"t\":\"allow\",\"ply\":%zu,\"yes\":true}", ply);
        says(bo, "{\"t\":\"allow\",\"ply\":%zu,\"yes\":false}", ply);
        hears(ann, "\"undo\":null");
        refused(bo, "no-question", "{\"t\":\"allow\",\"ply\":%zu,\"yes\":true}", ply);
        says(ann, "{\"t\":\"undo\",\"ply\":%zu}", ply);
        hears(bo, "\"undo\":{\"by\":1");
        listens(ann);
        says(bo, "{\"t\":\"allow\",\"ply\":%zu,\"yes\":true}", ply);
        hears(ann, "{\"t\":\"steps\",\"from\":");
        hears(ann, "\"now\":{\"ply\":0,");
        play_one(); /* with the same link as before */
        hears(bo, "\"now\":{\"ply\":1,");
}

TEST(where_nobody_has_to_agree_it_is_taken_back_at_once) /* Protocol 7.8 */
{
        size_t ply = begin_and_push();

        leave(bo);
        hears(ann, "\"name\":\"Bo\",\"here\":false");
        says(ann, "{\"t\":\"undo\",\"ply\":%zu}", ply);
        hears(ann, "\"now\":{\"ply\":0,");
        play_one();
        enter(bo);
        says(bo, "{\"t\":\"join\",\"table\":\"%s\",\"version\":8,\"told\":2}", table); /* the step that was taken back among them */
        hears(bo, "{\"t\":\"steps\",\"from\":0,");
}

TEST(whoever_is_held_is_not_asked) /* Protocol 7.8 */
{
        size_t ply = begin_and_push();

        di_is(bo); /* he looks on */
        join(di);
        says(bo, "{\"t\":\"leave\"}");
        hears(ann, "\"name\":\"Bo\",\"here\":true,\"ready\":true,\"held\":true");
        says(ann, "{\"t\":\"undo\",\"ply\":%zu}", ply);
        hears(ann, "\"now\":{\"ply\":0,");
}

TEST(whoever_leaves_is_held_by_a_bot_and_comes_back_to_the_seat) /* Protocol 7.9 */
{
        size_t told;
        char move_text[MAX_MOVE_TEXT], gap[64];

        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        listens(bo);
        told = now_of(ann, move_text) + 1;
        says(ann, "{\"t\":\"leave\"}"); /* whose turn it is */
        hears(bo, "\"here\":false,\"ready\":true,\"held\":true,\"level\":");
        hears(bo, "\"legal\":[\""); /* the bot has played, and it is Bo's turn */
        listens(ann);
        says(ann, "{\"t\":\"join\",\"table\":\"%s\",\"version\":9,\"told\":%zu}", table, told);
        hears(bo, "\"here\":true,\"ready\":true,\"held\":false");
        hears(ann, "\"you\":1");
        snprintf(gap, sizeof gap, "{\"t\":\"steps\",\"from\":%zu,", told);
        hears(ann, gap); /* only what is new */
}

TEST(whose_line_is_gone_for_a_minute_is_held_by_a_bot) /* Protocol 7.9 */
{
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        leave(bo);
        hears(ann, "\"name\":\"Bo\",\"here\":false,\"ready\":true,\"held\":false");
        later += A_MINUTE;
        hears(ann, "\"name\":\"Bo\",\"here\":false,\"ready\":true,\"held\":true");
}

TEST(who_has_days_is_not_held_for_a_line_that_is_gone) /* Protocol 7.9 */
{
        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        sit(di, 1);
        says(cy, "{\"t\":\"lobby\"}");
        hears(cy, table);
        says(di, "{\"t\":\"nothing\"}"); /* and nobody is there */
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0],\"clock\":{\"move\":86400000}");
        leave(bo);
        hears(ann, "\"name\":\"Bo\",\"here\":false");
        later += TEN_MINUTES;
        hears(cy, "\"gone\":[\""); /* so all tables were looked at */
        says(ann, "{\"t\":\"chat\",\"words\":\"no hurry\"}");
        hears(ann, "no hurry");
        assert_null(strstr(ann->log, "\"held\":true"));
}

TEST(whose_time_is_over_is_held_by_a_bot) /* Protocol 7.9 */
{
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0],\"clock\":{\"move\":1}");
        hears(bo, "\"held\":true");
        hears(bo, "\"held\":[1");       /* also in how the game stands */
        hears(bo, "\"stood_in\":true"); /* and in the steps that the bot makes */
}

TEST(a_game_that_everybody_has_left_waits_for_them) /* Protocol 7.9.1 */
{
        char move_text[MAX_MOVE_TEXT], waits[ID_TEXT + 1], same[64];
        size_t ply;

        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        memcpy(waits, table, sizeof waits);
        says(ann, "{\"t\":\"lobby\"}"); /* and her seat is held after a minute, as Bo is there */
        later += A_MINUTE;
        listens(bo);
        hears(bo, "\"name\":\"Ann\",\"here\":false,\"ready\":true,\"held\":true");
        hears(bo, "\"legal\":[\""); /* the bot has moved */
        ply = now_of(bo, move_text);
        says(bo, "{\"t\":\"leave\"}");
        make_table("\"game\":\"marrakech\",\"options\":{\"first\":2},\"seats\":[0,1]");
        sit(ann, 1);
        begin(1);
        hears(ann, "\"legal\":[\""); /* the bot at this table has moved */
        memcpy(table, waits, sizeof waits);
        listens(cy);
        join(cy);
        snprintf(same, sizeof same, "\"now\":{\"ply\":%zu,", ply);
        hears(cy, same);
        join(bo);
        hears(cy, "\"name\":\"Bo\",\"here\":true,\"ready\":true,\"held\":false");
}

TEST(who_did_not_play_gains_no_rating) /* Protocol 7.9.2 */
{
        char move_text[MAX_MOVE_TEXT];
        const char *his;

        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        says(bo, "{\"t\":\"leave\"}");
        hears(ann, "\"held\":true");
        while (now_of(ann, move_text) < 60 && play_one())
                ;
        listens(ann);
        join(bo); /* for the last turns */
        hears(ann, "\"name\":\"Bo\",\"here\":true,\"ready\":true,\"held\":false");
        says(ann, "{\"t\":\"resign\"}");
        hears(bo, "\"winners\":[2]");
        join(bo);
        hears(bo, "\"rating\":"); /* Ann's, */
        his = hears(bo, "\"rating\":") + strlen("\"rating\":");
        assert_int_equal(atoi(his), rating_shown(rating_fresh()));
}

TEST(a_game_to_which_nobody_comes_back_is_given_up_without_a_result) /* Protocol 7.9.1 */
{
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        join(cy);
        says(ann, "{\"t\":\"leave\"}");
        hears(bo, "\"name\":\"Ann\",\"here\":false,\"ready\":true,\"held\":true");
        says(bo, "{\"t\":\"leave\"}");
        hears(cy, "\"name\":\"Bo\",\"here\":false,\"ready\":true,\"held\":true");
        later += 2 * TEN_MINUTES;
        hears(cy, "\"ended\":\"abandoned\"");
        hears(cy, "\"winners\":[]");
        join(ann);
        hears(ann, "\"state\":\"over\"");
        assert_null(strstr(ann->log, "\"rating\":"));
}

TEST(nothing_is_taken_back_in_a_game_that_is_over) /* Protocol 7.8 */
{
        size_t ply = begin_and_push();

        says(ann, "{\"t\":\"undo\",\"ply\":%zu}", ply);
        hears(bo, "\"undo\":{\"by\":1,\"ply\":");
        says(bo, "{\"t\":\"resign\"}");
        hears(bo, "\"undo\":null");
        hears(bo, "\"ended\":\"resigned\"");
        refused(bo, "no-question", "{\"t\":\"allow\",\"ply\":%zu,\"yes\":true}", ply);
        says(bo, "{\"t\":\"record\"}");
        hears(bo, "{\"t\":\"record\",\"record\":{");
}

TEST(who_resigns_loses) /* Protocol 7.13 */
{
        char move_text[MAX_MOVE_TEXT];

        refused(ann, "not-at-a-table", "{\"t\":\"resign\"}");
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        now_of(ann, move_text);
        says(ann, "{\"t\":\"resign\"}");
        hears(bo, "\"ended\":\"resigned\"");
        hears(bo, "\"winners\":[2]");
        join(bo);
        hears(bo, "\"rating\":");
        refused(ann, "game-is-over", "{\"t\":\"resign\"}");
        refused(ann, "game-is-over", "{\"t\":\"play\",\"ply\":%zu,\"move\":\"%s\"}", now_of(ann, move_text), "E");
        says(bo, "{\"t\":\"record\"}");
        hears(bo, "{\"t\":\"record\",\"record\":{");
}

TEST(where_others_play_on_a_bot_plays_for_who_resigned) /* Protocol 7.13 */
{
        make_table("\"game\":\"marrakech\",\"seats\":[0,0,0]");
        sit(ann, 1);
        sit(bo, 2);
        sit(cy, 3);
        begin(3);
        says(ann, "{\"t\":\"resign\"}");
        hears(bo, "\"held\":true,\"resigned\":true");
        hears(bo, "\"legal\":[\""); /* the bot has moved for Ann */
        refused(ann, "resigned", "{\"t\":\"undo\",\"ply\":0}");
        join(ann); /* does not take the seat back */
        hears(ann, "\"held\":true,\"resigned\":true");
        says(cy, "{\"t\":\"resign\"}");
        hears(ann, "\"winners\":[2]");
}

TEST(a_game_is_aborted_only_before_everybody_has_moved) /* Protocol 7.13 */
{
        char move_text[MAX_MOVE_TEXT];

        refused(bo, "not-at-a-table", "{\"t\":\"abort\"}");
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        for (int i = 0; i < 8; i++)
                play_one();
        while (now_of(ann, move_text) < 8)
                wait_loop();
        refused(ann, "all-have-moved", "{\"t\":\"abort\"}");
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        play_one();
        says(bo, "{\"t\":\"abort\"}");
        hears(ann, "\"ended\":\"aborted\"");
        hears(ann, "\"winners\":[]");
        says(ann, "{\"t\":\"rematch\"}");
        hears(ann, "\"made\",\"table\":\"");
}

TEST(players_agree_to_a_draw_or_to_stop) /* Protocol 7.14 */
{
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        refused(ann, "no-question", "{\"t\":\"agree\",\"what\":\"draw\",\"yes\":false}");
        refused(ann, "bad-member", "{\"t\":\"agree\",\"what\":\"sleep\",\"yes\":true}");
        says(ann, "{\"t\":\"agree\",\"what\":\"draw\",\"yes\":true}");
        hears(bo, "\"draw\":[1]");
        says(bo, "{\"t\":\"agree\",\"what\":\"draw\",\"yes\":false}");
        hears(ann, "\"undo\":null}"); /* and no offer any more */
        refused(ann, "declined-lately", "{\"t\":\"agree\",\"what\":\"draw\",\"yes\":true}");
        says(ann, "{\"t\":\"agree\",\"what\":\"stop\",\"yes\":true}");
        hears(bo, "\"stop\":[1]");
        says(bo, "{\"t\":\"agree\",\"what\":\"stop\",\"yes\":true}");
        hears(ann, "\"ended\":\"stopped\"");
        hears(ann, "\"winners\":[]");
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        for (int i = 0; i < 30; i++)
                play_one(); /* so that one of them is ahead */
        says(bo, "{\"t\":\"agree\",\"what\":\"draw\",\"yes\":true}");
        hears(ann, "\"draw\":[2]");
        says(ann, "{\"t\":\"agree\",\"what\":\"draw\",\"yes\":true}");
        hears(bo, "\"ended\":\"drawn\"");
        hears(bo, "\"winners\":[1,2]");
}

TEST(who_does_not_move_is_nudged_and_then_a_bot_moves) /* Protocol 7.15 */
{
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        refused(ann, "nobody-to-nudge", "{\"t\":\"nudge\"}");
        refused(bo, "nudged-lately", "{\"t\":\"nudge\"}");
        refused(bo, "claim-too-early", "{\"t\":\"claim\"}");
        says(ann, "{\"t\":\"lobby\"}");
        later += 30;
        turn_loop();
        says(bo, "{\"t\":\"nudge\"}");
        hears(bo, "\"nudge\":{\"by\":2,\"ply\":");
        hears(ann, "\"turn\":true,\"called\":true");
        refused(bo, "nudged-lately", "{\"t\":\"nudge\"}");
        join(ann);
        later += 150;
        turn_loop();
        listens(bo);
        says(bo, "{\"t\":\"claim\"}");
        hears(bo, "\"held\":true");
        hears(bo, "\"legal\":[\"");
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0],\"clock\":{\"move\":600000}");
        later += 180;
        turn_loop();
        refused(bo, "clock-decides", "{\"t\":\"claim\"}");
}

TEST(the_terms_can_be_changed_until_the_deal) /* Protocol 7.5 */
{
        make_table("\"game\":\"marrakech\",\"seats\":[0,0,0],\"clock\":{\"move\":60000}");
        sit(ann, 1);
        sit(bo, 2);
        says(bo, "{\"t\":\"ready\"}");
        hears(ann, "\"ready\":true");
        refused(bo, "host-only", "{\"t\":\"set\",\"rated\":false}");
        refused(ann, "bad-member", "{\"t\":\"set\",\"game\":\"alibaba\",\"players\":2}");
        listens(ann);
        says(ann, "{\"t\":\"set\",\"game\":\"marrakech\",\"players\":2,\"options\":{\"first\":2},\"clock\":{},\"rated\":false}");
        hears(ann, "\"players\":2,\"options\":{");
        hears(ann, "\"first\":2},\"watch\":true,\"rated\":false,");
        hears(ann, "\"name\":\"Bo\",\"here\":true,\"ready\":false");
        says(ann, "{\"t\":\"set\",\"game\":\"marrakech\",\"players\":4}");
        hears(ann, "\"players\":4,");
        sit(cy, 4);
        hears(ann, "\"name\":\"Cy\"");
        refused(ann, "seat-taken", "{\"t\":\"set\",\"game\":\"marrakech\",\"players\":3}");
        says(cy, "{\"t\":\"stand\"}");
        hears(ann, "null,null]");
        says(ann, "{\"t\":\"set\",\"game\":\"marrakech\",\"players\":2}");
        hears(ann, "\"players\":2,");
        begin(2);
        refused(ann, "game-has-begun", "{\"t\":\"set\",\"rated\":true}");
}

TEST(who_is_waited_for_is_called_wherever_they_are) /* Protocol 6.3 */
{
        make_table("\"game\":\"marrakech\",\"seats\":[0,0]");
        sit(ann, 1);
        sit(bo, 2);
        says(ann, "{\"t\":\"lobby\"}");
        hears(ann, "\"state\":\"open\",\"turn\":false,\"names\"");
        says(bo, "{\"t\":\"ready\"}");
        hears(ann, "\"state\":\"open\",\"turn\":false,\"called\":true,");
}

TEST(play_now_leads_to_tables_of_the_same_kind) /* Protocol 6.5 */
{
        char made[ID_TEXT + 1];

        make_table("\"game\":\"alibaba\",\"seats\":[0,0],\"clock\":{\"move\":604800000},\"rated\":false");
        sit(ann, 1);
        listens(bo);
        says(bo, "{\"t\":\"quick\",\"game\":\"alibaba\",\"players\":2}");
        hears_of(bo, "\"made\",\"table\":\"", made);
        assert_string_not_equal(made, table);
        says(cy, "{\"t\":\"lobby\"}");
        hears(cy, table);
        listens(cy);
        says(cy, "{\"t\":\"quick\",\"game\":\"alibaba\",\"players\":2,\"clock\":{\"move\":86400000},\"rated\":false}");
        hears_of(cy, "\"made\",\"table\":\"", made);
        assert_string_equal(made, table);
}

TEST(a_guest_has_three_open_tables_at_most) /* Protocol 6.6 */
{
        ann->client.trusted = 0;
        ann->client.guest = 1;
        for (int i = 0; i < 3; i++)
                make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        refused(ann, "too-many-guest-tables", "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[0,0]}");
        ann->client.guest = 0;
        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
}

TEST(whoever_has_no_time_left_for_the_game_does_not_come_back) /* Protocol 7.9 */
{
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0],\"clock\":{\"game\":1,\"more\":0}");
        hears(bo, "\"held\":true");
        refused(ann, "no-such-command", "{\"t\":\"back\"}");
}

TEST(what_is_said_is_told_to_everybody_also_later) /* Protocol 7.10 */
{
        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        sit(ann, 1);
        join(bo);
        says(ann, "{\"t\":\"chat\",\"words\":\"\xd0\x9f\xd1\x80\xd0\xb8\xd0\xb2\xd1\x96\xd1\x82, \\\"Bo\\\"!\"}");
        hears(bo, "{\"t\":\"chat\",\"n\":0,\"person\":\"");
        hears(bo, "\"name\":\"Ann\",\"at\":1");
        hears(bo, "\"words\":\"\xd0\x9f\xd1\x80\xd0\xb8\xd0\xb2\xd1\x96\xd1\x82, \\\"Bo\\\"!\"}");
        says(ann, "{\"t\":\"chat\",\"phrase\":\"good-luck\"}");
        hears(bo, "\"phrase\":\"good-luck\"}");
        says(ann, "{\"t\":\"chat\",\"words\":\"\\u202eturned\\u202c \\u200baround\"}");
        hears(bo, "\"words\":\"turned around\"}");
        refused(ann, "bad-chat", "{\"t\":\"chat\",\"words\":\"\\u200b/good-luck\"}");
        join(cy);
        hears(cy, "\"n\":0");
        hears(cy, "\"n\":1");
        refused(bo, "players-chat", "{\"t\":\"chat\",\"words\":\"hi\"}");
        refused(ann, "bad-chat", "{\"t\":\"chat\",\"words\":\"\"}");
        for (int i = 0; i < 3; i++) {
                says(ann, "{\"t\":\"chat\",\"words\":\"again\"}");
                hears(ann, "\"again\"");
        }
        refused(ann, "chat-too-fast", "{\"t\":\"chat\",\"words\":\"again\"}");
        says(ann, "{\"t\":\"set\",\"chat\":false}");
        hears(ann, "\"chat\":false");
        refused(ann, "no-chat", "{\"t\":\"chat\",\"words\":\"hi\"}");
}

TEST(a_rematch_keeps_the_seats_and_lets_the_next_begin) /* Protocol 7.11 */
{
        char before[ID_TEXT + 1], anns[ID_TEXT + 1], bos[ID_TEXT + 1], others[ID_TEXT + 1], kept_for[64];

        id_print(ann->client.subscriber.person, anns);
        id_print(bo->client.subscriber.person, bos);
        begin_game("\"game\":\"labyrinth\",\"options\":{\"limit\":2},\"seats\":[0,0],\"rated\":false");
        refused(ann, "players-rematch", "{\"t\":\"rematch\"}");
        while (play_one())
                ;
        memcpy(before, table, sizeof before);
        listens(ann);
        says(ann, "{\"t\":\"rematch\"}");
        memcpy(table, hears(ann, "\"made\",\"table\":\"") + strlen("\"made\",\"table\":\""), ID_TEXT);
        assert_string_not_equal(before, table);
        hears(bo, "\"next\":\"");
        says(bo, "{\"t\":\"rematch\"}");
        hears(bo, "\"made\",\"table\":\"");
        hears(bo, table);
        says(cy, "{\"t\":\"lobby\"}");
        hears(cy, table);
        snprintf(kept_for, sizeof kept_for, "\"seats\":[null,null],\"kept\":[\"%s\",\"%s\"]}", anns, bos);
        hears(cy, kept_for);
        join(bo);
        listens(cy);
        says(cy, "{\"t\":\"quick\",\"game\":\"labyrinth\",\"players\":2}");
        hears_of(cy, "\"made\",\"table\":\"", others);
        assert_string_not_equal(others, table); /* where Bo is, and no seat is to be had */
        join(cy);
        kept_for[strlen(kept_for) - 1] = ',';
        hears(cy, kept_for);
        refused(cy, "seat-reserved", "{\"t\":\"sit\",\"seat\":1,\"tip\":\"%s\"}", link_of(cy, 0));
        refused(cy, "no-free-seat", "{\"t\":\"sit\",\"seat\":0,\"tip\":\"%s\"}", link_of(cy, 0));
        join(bo);
        says(bo, "{\"t\":\"sit\",\"seat\":0,\"tip\":\"%s\"}", link_of(bo, 0));
        hears(bo, "\"you\":2");
        snprintf(kept_for, sizeof kept_for, "\"kept\":[\"%s\",null],", anns);
        hears(bo, kept_for);
        sit(ann, 1);
        hears(bo, "\"first\":2");
        join(cy);
        assert_null(strstr(cy->log + cy->seen, "\"kept\""));
}

static void play_to_the_end(void)
{
        begin_game("\"game\":\"labyrinth\",\"options\":{\"limit\":2},\"seats\":[0,0],\"rated\":false");
        while (play_one())
                ;
        listens(ann);
        listens(bo);
}

/* Whether a room has news of how it stands, and tells with it that a seat is kept. */
static int tells_kept(const struct room *r, struct subscriber *g, uint64_t now)
{
        struct outbox o = { 0 };
        int kept_seat;

        room_tell(r, g, now, &o);
        assert_non_null(o.text);
        kept_seat = strstr(o.text, "\"kept\":[\"") != NULL;
        outbox_close(&o);
        return kept_seat;
}

/* Whether somebody who wants to sit there becomes an entry. */
static int may_sit(struct room *r, struct subscriber *g, uint64_t now)
{
        char text[128];
        struct outbox o = { 0 };
        struct entry e;
        struct command c;
        struct reason why;

        snprintf(text, sizeof text, "{\"t\":\"sit\",\"seat\":1,\"tip\":\"%s\"}", link_of(cy, 0));
        assert_true(command_read(&c, text, strlen(text), &why));
        room_command(r, g, &c, now, &o, &e, &why);
        outbox_close(&o);
        return e.size > 0;
}

TEST(a_seat_is_kept_for_ten_minutes) /* Protocol 7.11 */
{
        static struct room r;
        static const uint64_t MADE = 1000, LATER = 1000 + 600000;
        struct plan plan = { .game = game_at(0), .players = 2, .reserved_for = { 1, 2 } };
        uint8_t salt[HASH_BYTES] = { 1 }, secret[HASH_BYTES] = { 2 };
        struct subscriber g = { .person = 3, .name = "Cy" };
        struct entry e;

        options_default(plan.game, &plan.options);
        room_open(&r, 12345);
        room_begin(&plan, 1, salt, secret, 3, &e);
        room_do(&r, &e, MADE);
        room_come(&r, &g, 0, 0, MADE);
        assert_true(tells_kept(&r, &g, MADE));
        assert_false(room_release(&r, LATER - 1));
        assert_false(may_sit(&r, &g, LATER - 1));
        assert_true(room_release(&r, LATER));
        assert_false(tells_kept(&r, &g, LATER));
        assert_true(may_sit(&r, &g, LATER));
        assert_false(room_release(&r, LATER));
        room_go(&r, &g, LATER);
        room_close(&r);
}

TEST(who_makes_a_table_cannot_keep_seats_for_somebody) /* Protocol 6.4, 7.11 */
{
        char id[ID_TEXT + 1], rest[128];

        id_print(cy->client.subscriber.person, id);
        snprintf(rest, sizeof rest, "\"game\":\"alibaba\",\"seats\":[0,0],\"kept\":[\"%s\",\"%s\"]", id, id);
        make_table(rest);
        sit(bo, 1);
        listens(bo);
        assert_null(strstr(bo->log, "\"kept\""));
}

TEST(two_who_want_a_rematch_at_once_are_at_one_table) /* Protocol 7.11 */
{
        char one[ID_TEXT + 1], other[ID_TEXT + 1];

        play_to_the_end();
        says(ann, "{\"t\":\"rematch\"}");
        says(bo, "{\"t\":\"rematch\"}");
        hears_of(ann, "\"made\",\"table\":\"", one);
        hears_of(bo, "\"made\",\"table\":\"", other);
        assert_string_equal(one, other);
}

TEST(a_rematch_that_cannot_be_saved_is_nowhere_told) /* Protocol 5.6, 7.11 */
{
        char next[ID_TEXT + 1];

        if (nodes > 1)
                skip(); /* the file is SQLite's */
        play_to_the_end();
        run_sql(file, "CREATE TRIGGER no_more BEFORE INSERT ON game_table BEGIN SELECT RAISE(ABORT, 'no more tables'); END");
        refused(ann, "not-saved", "{\"t\":\"rematch\"}");
        says(bo, "{\"t\":\"quick\",\"game\":\"labyrinth\",\"players\":4}");
        hears(bo, "{\"t\":\"refused\",\"about\":\"quick\",\"code\":\"not-saved\"");
        run_sql(file, "DROP TRIGGER no_more");
        join(bo);
        assert_null(strstr(bo->log, "\"next\":\""));
        says(ann, "{\"t\":\"rematch\"}");
        hears_of(bo, "\"next\":\"", next);
        memcpy(table, next, sizeof table);
        join(bo);
}

TEST(nobody_watches_where_the_host_does_not_want_it) /* Protocol 7.1 */
{
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0],\"watch\":false");
        refused(cy, "no-spectators", "{\"t\":\"join\",\"table\":\"%s\"}", table);
}

TEST(a_new_chain_is_begun_on_another_device) /* Protocol 8.6 */
{
        char move_text[MAX_MOVE_TEXT];
        size_t ply;

        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        ply = now_of(ann, move_text);
        refused(ann, "bad-member", "{\"t\":\"anew\",\"tip\":\"x\"}");
        says(ann, "{\"t\":\"anew\",\"tip\":\"%s\"}", link_of(di, 0));
        hears(bo, "\"anew\":[{\"ply\":");
        hears(bo, link_of(di, 0));
        refused(ann, "wrong-link", "{\"t\":\"play\",\"ply\":%zu,\"move\":\"%s\",\"link\":\"%s\"}", ply, move_text,
                link_of(ann, ply + FIRST_LINK));
}

/* Di is a second line of Cy's, and both look on; now they are sent away, and see nothing that happens afterwards. */
static void assert_sent_away(void)
{
        for (struct player *p = cy; p <= di; p++) {
                size_t from;

                hears(p, "{\"t\":\"refused\",\"about\":\"join\",\"code\":\"no-spectators\"");
                from = p->seen;
                play_one();
                play_one();
                listens(p);
                assert_null(strstr(p->log + from, "\"t\":\"steps\""));
                assert_null(strstr(p->log + from, "\"t\":\"room\""));
                refused(p, "not-at-a-table", "{\"t\":\"chat\",\"words\":\"hello\"}");
        }
}

TEST(who_watches_is_sent_away_when_the_host_does_not_want_it_any_more) /* Protocol 7.1, 7.5 */
{
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        di_is(cy);
        join(cy);
        join(di);
        hears(ann, "\"watching\":2");
        says(ann, "{\"t\":\"set\",\"watch\":false}");
        hears(ann, "\"watching\":0");
        assert_sent_away();
        refused(cy, "no-spectators", "{\"t\":\"join\",\"table\":\"%s\"}", table);
        says(ann, "{\"t\":\"set\",\"watch\":true}");
        hears(bo, "\"watch\":true");
        join(cy);
}

TEST(a_command_of_a_spectator_who_is_sent_away_meanwhile_is_refused) /* Protocol 7.1 */
{
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        join(cy);
        hears(ann, "\"watching\":1");
        listens(cy);
        says(ann, "{\"t\":\"set\",\"watch\":false}");
        says(cy, "{\"t\":\"sit\",\"seat\":1,\"tip\":\"%s\"}", link_of(cy, 0));
        hears(cy, "{\"t\":\"refused\",\"about\":\"sit\"");
}

TEST(who_sees_an_open_table_is_sent_away_when_a_game_begins_that_nobody_may_watch) /* Protocol 7.1 */
{
        make_table("\"game\":\"marrakech\",\"seats\":[0,0],\"watch\":false");
        sit(ann, 1);
        sit(bo, 2);
        di_is(cy);
        join(cy);
        join(di);
        begin(2);
        assert_sent_away();
        assert_null(strstr(cy->log, "\"state\":\"playing\""));
}

/* Ann goes on with the other chain, of a device that she did not use so far. */
static void ann_changes_chains(void)
{
        uint8_t(*link)[HASH_BYTES] = ann->link;

        ann->link = di->link;
        di->link = link;
}

/* Plays until it is Ann's turn again, in a later position. */
static void play_until_ann(void)
{
        char move_text[MAX_MOVE_TEXT];

        do
                assert_true(play_one());
        while (now_of(ann, move_text), !move_text[0]);
}

TEST(a_seat_begins_one_new_chain_in_each_position_and_everybody_is_told_once) /* Protocol 8.5, 8.6 */
{
        char move_text[MAX_MOVE_TEXT], told[128];
        const char *both;

        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        now_of(ann, move_text);
        assert_string_not_equal(move_text, "");
        listens(bo);
        ann_changes_chains();
        says(ann, "{\"t\":\"anew\",\"tip\":\"%s\"}", link_of(ann, 0));
        hears(bo, "\"renewed\":0,\"anew\":[{\"ply\":");
        for (int i = 0; i < 100; i++)
                refused(ann, "cannot-renew", "{\"t\":\"anew\",\"tip\":\"%s\"}", link_of(ann, 0));
        listens(bo);
        play_until_ann();
        hears(bo, "\"rolls\":[{");
        hears(bo, "\"renewed\":1,\"anew\":[]}"); /* with the first roll after it */
        listens(bo);
        ann_changes_chains();
        snprintf(told, sizeof told, "\"rolls\":[],\"renewed\":1,\"anew\":[{\"ply\":%zu,\"seat\":1,\"tip\":\"%s\"}]}",
                 now_of(ann, move_text), link_of(ann, 0));
        says(ann, "{\"t\":\"anew\",\"tip\":\"%s\"}", link_of(ann, 0));
        hears(bo, told); /* and nothing that was told before */
        join(cy);
        hears(cy, "\"from\":0,\"seal\":\"");
        both = hears(cy, "\"renewed\":0,\"anew\":[{\"ply\":");
        assert_memory_equal(strchr(both, '}'), "},{\"ply\":", 9); /* whoever comes is told of both */
        play_until_ann();
}

static void open_playing(struct room *r)
{
        open_room(r, 100);
        assert_true(room_replay(r, "{\"e\":\"deal\",\"first\":[null,null]}", 35, 0));
}

/* Whether what a guest says becomes an entry, which is then done. */
static int room_takes(struct room *r, struct subscriber *g, const char *text)
{
        struct outbox o = { 0 };
        struct entry e;
        struct command c;
        struct reason why;

        assert_true(command_read(&c, text, strlen(text), &why));
        room_command(r, g, &c, 0, &o, &e, &why);
        outbox_close(&o);
        if (e.size)
                room_do(r, &e, 0);
        return e.size > 0;
}

TEST(new_chains_are_bounded_but_old_logs_with_many_are_replayed) /* Protocol 8.6 */
{
        static struct room r;
        struct subscriber g = { .person = 100, .name = "Ann" };
        char said[128], entry[128];

        open_playing(&r);
        room_come(&r, &g, 0, 0, 0);
        snprintf(said, sizeof said, "{\"t\":\"anew\",\"tip\":\"%s\"}", link_of(di, 0));
        snprintf(entry, sizeof entry, "{\"e\":\"anew\",\"seat\":1,\"tip\":\"%s\"}", link_of(di, 0));
        assert_true(room_takes(&r, &g, said));
        assert_false(room_takes(&r, &g, said));
        for (int i = 0; i < 1000; i++)
                assert_true(room_replay(&r, entry, strlen(entry), 0)); /* as they were stored before there was a limit */
        for (int i = 0; i < r.table.record.fair->renewed; i++)
                r.table.record.fair->anew[i].ply = 1000; /* of another position */
        assert_false(room_takes(&r, &g, said));
        r.table.record.fair->renewed = 127;
        assert_true(room_takes(&r, &g, said));
        room_go(&r, &g, 0);
        room_close(&r);
}

TEST(what_is_said_again_and_again_is_stored_once)
{
        static const char *const SAID[] = { "{\"t\":\"ready\"}", "{\"t\":\"set\",\"chat\":true}" };
        static const char *const LATER[] = { "{\"t\":\"undo\",\"ply\":1}", "{\"t\":\"allow\",\"ply\":1,\"yes\":true}" };
        static struct room r;
        struct subscriber g[3] = { { .person = 100, .name = "Ann" },
                                   { .person = 101, .name = "Bo" },
                                   { .person = 102, .name = "Cy" } };
        char text[128], *move_text = text + strlen("{\"t\":\"play\",\"ply\":0,\"move\":\"");

        open_room(&r, 100);
        for (int i = 0; i < 3; i++)
                room_come(&r, &g[i], 0, 0, 0);
        for (int i = 0; i < 2; i++) {
                room_takes(&r, &g[0], SAID[i]);
                assert_false(room_takes(&r, &g[0], SAID[i]));
        }
        assert_true(room_takes(&r, &g[0], "{\"t\":\"ready\",\"ready\":false}"));
        assert_true(room_takes(&r, &g[0], "{\"t\":\"set\",\"chat\":false}"));
        assert_true(room_replay(&r, "{\"e\":\"deal\",\"first\":[null,null]}", 35, 0));
        strcpy(text, "{\"t\":\"play\",\"ply\":0,\"move\":\"");
        game_print_move(&labyrinth, &r.table.record.state, labyrinth.pick(&r.table.record.state, 1), move_text, MAX_MOVE_TEXT);
        strcat(text, "\"}");
        assert_true(room_takes(&r, &g[0], text));
        assert_true(room_takes(&r, &g[0], LATER[0]));
        for (int i = 0; i < 100; i++)
                assert_false(room_takes(&r, &g[0], LATER[0]));
        assert_true(room_takes(&r, &g[1], LATER[1])); /* and it is taken back */
        for (int i = 0; i < 3; i++)
                room_go(&r, &g[i], 0);
        room_close(&r);
}

TEST(one_person_does_not_keep_others_from_being_heard) /* Protocol 5.5 */
{
        make_table("\"game\":\"alibaba\",\"seats\":[0,0,0]");
        sit(ann, 1);
        sit(bo, 2);
        hears(ann, "\"name\":\"Bo\"");
        for (int i = 0; i < 200; i++) /* while the first of them is being stored */
                says(ann, "{\"t\":\"ready\",\"ready\":%s}", i % 2 ? "false" : "true");
        says(bo, "{\"t\":\"chat\",\"words\":\"hello\"}");
        hears(bo, "\"words\":\"hello\"");
        assert_null(strstr(bo->log, "\"refused\""));
        hears(ann, "too-fast");
}

/* --- results --- */

static struct {
        int known, over, rated;
} result;

static void on_result(struct work *w)
{
        result.known = 1;
        result.over = rows_number(work_rows(w, 0), 0, INDEX_STATE) == TABLE_OVER;
        result.rated = rows_count(work_rows(w, 1)) > 0;
        work_close(w);
}

/* Whether Ann has a rating once the result of her game is stored. */
static int is_rated_afterwards(const char *game_name)
{
        memset(&result, 0, sizeof result);
        while (!result.over) {
                struct work *w = work_open(on_result, NULL);

                work_add(w, TABLE_STATE, "i", id_parse(table));
                work_add(w, RATING, "ti", game_name, ann->client.subscriber.person);
                store_do(store[0], w);
                for (result.known = 0; !result.known;)
                        wait_loop();
        }
        return result.rated;
}

TEST(a_rated_game_changes_ratings_and_another_does_not)
{
        const char *hers, *his, *winners;
        int rating[2];

        begin_game("\"game\":\"labyrinth\",\"options\":{\"limit\":2},\"seats\":[0,0],\"rated\":false");
        while (play_one())
                ;
        assert_false(is_rated_afterwards("labyrinth"));
        assert_null(strstr(ann->log, "\"rating\":"));
        ann->log[0] = bo->log[0] = '\0';
        ann->size = bo->size = ann->seen = bo->seen = 0;
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]"); /* where hardly two have the same in the end */
        while (play_one())
                ;
        hers = hears(ann, "\"rating\":");
        his = hears(ann, "\"rating\":");
        rating[0] = atoi(hers + strlen("\"rating\":"));
        rating[1] = atoi(his + strlen("\"rating\":"));
        assert_true(rating[0] > 0 && rating[1] > 0);
        winners = strstr(ann->log, "\"winners\":[");
        while (winners[strlen("\"winners\":[")] == ']')
                winners = strstr(winners + 1, "\"winners\":[");
        if (strncmp(winners, "\"winners\":[1,", strlen("\"winners\":[1,")) == 0)
                assert_int_equal(rating[0], rating[1]);
        else if (winners[strlen("\"winners\":[")] == '1')
                assert_true(rating[0] > rating[1]);
        else
                assert_true(rating[0] < rating[1]);
}

static double number_found;

static void on_number(struct work *w)
{
        const struct rows *r = work_rows(w, work_size(w) - 1);

        assert_int_equal(work_outcome(w), STORE_DONE);
        number_found = rows_count(r) ? rows_real(r, 0, 0) : -1;
        result.known = 1;
        work_close(w);
}

/* What a work finds first in its last statement. */
static double finds(struct work *w)
{
        store_do(store[0], w);
        for (result.known = 0; !result.known;)
                wait_loop();
        return number_found;
}

static double mu_of(const struct player *p)
{
        struct work *w = work_open(on_number, NULL);

        work_add(w, RATING, "ti", "marrakech", p->client.subscriber.person);
        return finds(w);
}

TEST(a_guests_first_nine_rated_games_do_not_count_against_an_account)
{
        static const char GAME[] = "\"game\":\"marrakech\",\"seats\":[0,0]";
        struct work *w = work_open(on_number, NULL);
        int64_t hers, his;

        hers = ann->client.subscriber.person, his = bo->client.subscriber.person;
        work_add(w, KEEP_PERSON, "itttt", hers, "Ann", "ann", "hash", "ann");
        work_add(w, PERSON, "i", hers);
        finds(w);
        begin_game(GAME);
        while (play_one())
                ;
        is_rated_afterwards("marrakech");
        assert_true(mu_of(ann) == rating_fresh().mu);
        assert_true(mu_of(bo) != rating_fresh().mu); /* his own rating finds its place */
        w = work_open(on_number, NULL);
        work_add(w, SET_RATING, "tiddiii", "marrakech", his, 20.0, 5.0, INT64_C(9), INT64_C(1), INT64_C(0));
        work_add(w, RATING, "ti", "marrakech", his);
        finds(w);
        ann->log[0] = bo->log[0] = '\0';
        ann->size = bo->size = ann->seen = bo->seen = 0;
        begin_game(GAME);
        while (play_one())
                ;
        is_rated_afterwards("marrakech");
        assert_true(mu_of(ann) != rating_fresh().mu);
        w = work_open(on_number, NULL);
        work_add(w, MET, "tii", "marrakech", hers < his ? hers : his, hers < his ? his : hers);
        assert_true(finds(w) > 1.99);
}

TEST(whoever_left_is_behind_those_who_stayed)
{
        const char *hers, *his;

        begin_game("\"game\":\"labyrinth\",\"options\":{\"limit\":12},\"seats\":[0,0]");
        says(bo, "{\"t\":\"leave\"}"); /* and his bot does better than she */
        while (play_one())
                ;
        hers = hears(ann, "\"rating\":");
        his = hears(ann, "\"rating\":");
        assert_true(atoi(hers + strlen("\"rating\":")) > atoi(his + strlen("\"rating\":")));
}

TEST(bots_that_are_the_same_are_rated_once)
{
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0,1,1]"); /* where hardly two have the same in the end */
        while (play_one())
                ;
        hears(ann, "\"rating\":1");
}

/* With an argument: only the tests whose names are like it. */
int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
                RUNS(the_server_speaks_first),
                RUNS(any_bytes_are_answered),
                RUNS(one_line_looks_at_one_thing_at_a_time),
                RUNS(a_person_who_sends_too_much_is_read_from_later),
                RUNS(the_lobby_is_told_whole_and_then_what_changes),
                RUNS(a_table_that_has_just_been_told_is_gone_like_any_other),
                RUNS(whose_turn_it_is_is_told_wherever_one_looks),
                RUNS(play_now_finds_a_table_or_makes_one),
                RUNS(play_now_leads_nowhere_where_nobody_is_or_one_was_removed),
                RUNS(one_person_has_fifty_tables_at_most),
                RUNS(the_lobby_shows_the_newest_four_tables_of_one_host),
                RUNS(one_person_makes_ten_tables_in_a_minute_at_most),
                RUNS(a_table_is_told_to_whom_joins_it),
                RUNS(a_free_seat_is_taken_once),
                RUNS(the_host_decides_about_the_table),
                RUNS(a_host_who_does_not_sit_stays_host_while_others_come_and_go),
                RUNS(a_host_who_does_not_sit_and_leaves_is_succeeded_by_somebody_who_is_there),
                RUNS(a_host_whose_line_is_gone_for_a_minute_is_succeeded_unless_there_is_another_one),
                RUNS(a_host_who_looks_on_is_not_gone),
                RUNS(entries_that_do_not_name_the_host_are_replayed_as_they_were_meant),
                RUNS(the_game_begins_when_all_are_ready_and_have_told_their_first_link),
                RUNS(a_bot_in_the_last_free_seat_begins_the_game),
                RUNS(who_goes_away_is_not_ready_any_more),
                RUNS(a_game_does_not_begin_without_a_player_who_has_just_gone),
                RUNS(where_the_clock_counts_days_nobody_has_to_be_there_for_the_deal),
                RUNS(the_deal_does_not_wait_for_ever),
                RUNS(whole_games_of_each_kind_are_played_and_proven),
                RUNS(what_belongs_to_a_table_at_home_is_refused),
                RUNS(nobody_is_helped_to_analyse_a_rated_game_that_goes_on),
                RUNS(a_finished_game_is_looked_at_together),
                RUNS(a_hint_is_given_where_nothing_is_rated),
                cmocka_unit_test_setup_teardown(one_hint_of_a_person_waits_and_a_newer_one_replaces_it, open_without_thinkers,
                                                close_all),
                RUNS(a_bot_answers_though_somebody_else_asks_for_hints_without_end),
                RUNS(a_move_is_taken_back_when_the_others_agree),
                RUNS(where_nobody_has_to_agree_it_is_taken_back_at_once),
                RUNS(whoever_is_held_is_not_asked),
                RUNS(whoever_leaves_is_held_by_a_bot_and_comes_back_to_the_seat),
                RUNS(whose_line_is_gone_for_a_minute_is_held_by_a_bot),
                RUNS(who_has_days_is_not_held_for_a_line_that_is_gone),
                RUNS(whose_time_is_over_is_held_by_a_bot),
                RUNS(a_game_that_everybody_has_left_waits_for_them),
                RUNS(who_did_not_play_gains_no_rating),
                RUNS(a_game_to_which_nobody_comes_back_is_given_up_without_a_result),
                RUNS(nothing_is_taken_back_in_a_game_that_is_over),
                RUNS(who_resigns_loses),
                RUNS(where_others_play_on_a_bot_plays_for_who_resigned),
                RUNS(a_game_is_aborted_only_before_everybody_has_moved),
                RUNS(players_agree_to_a_draw_or_to_stop),
                RUNS(who_does_not_move_is_nudged_and_then_a_bot_moves),
                RUNS(the_terms_can_be_changed_until_the_deal),
                RUNS(who_is_waited_for_is_called_wherever_they_are),
                RUNS(play_now_leads_to_tables_of_the_same_kind),
                RUNS(a_guest_has_three_open_tables_at_most),
                RUNS(whoever_has_no_time_left_for_the_game_does_not_come_back),
                RUNS(what_is_said_is_told_to_everybody_also_later),
                RUNS(a_rematch_keeps_the_seats_and_lets_the_next_begin),
                RUNS(a_seat_is_kept_for_ten_minutes),
                RUNS(who_makes_a_table_cannot_keep_seats_for_somebody),
                RUNS(two_who_want_a_rematch_at_once_are_at_one_table),
                RUNS(a_rematch_that_cannot_be_saved_is_nowhere_told),
                RUNS(nobody_watches_where_the_host_does_not_want_it),
                RUNS(who_watches_is_sent_away_when_the_host_does_not_want_it_any_more),
                RUNS(a_command_of_a_spectator_who_is_sent_away_meanwhile_is_refused),
                RUNS(who_sees_an_open_table_is_sent_away_when_a_game_begins_that_nobody_may_watch),
                RUNS(a_new_chain_is_begun_on_another_device),
                RUNS(a_seat_begins_one_new_chain_in_each_position_and_everybody_is_told_once),
                RUNS(new_chains_are_bounded_but_old_logs_with_many_are_replayed),
                RUNS(what_is_said_again_and_again_is_stored_once),
                RUNS(one_person_does_not_keep_others_from_being_heard),
                RUNS(a_rated_game_changes_ratings_and_another_does_not),
                RUNS(a_guests_first_nine_rated_games_do_not_count_against_an_account),
                RUNS(whoever_left_is_behind_those_who_stayed),
                RUNS(bots_that_are_the_same_are_rated_once),
        };

        cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
        return cmocka_run_group_tests_name("tables on the net", tests, NULL, NULL);
}
