/* Friends, at tables and in the lobby: who is blocked is never seated with who blocks them, is not heard by them, and cannot tell;
 * who is invited is told wherever they are (docs/protocol.md, 6.7 to 6.9). */
#include "hubs.h"

#include "../../server/push/push_sender.h"

static int64_t id_of(const struct player *p)
{
        return p->client.subscriber.person;
}

/* Runs one statement of the store, as the API does, and tells the hubs of it. */
static struct work *ask(enum statement what, const struct player *one, const struct player *other)
{
        struct work *w = work_open(on_kept, NULL);

        switch (what) {
        case BLOCK:
        case FOLLOW:
                work_add(w, what, "iiii", id_of(one), id_of(other), (int64_t)clock_now(), INT64_C(200));
                break;
        default:
                work_add(w, what, "ii", id_of(one), id_of(other));
        }
        return w;
}

static void run(const struct player *one, struct work *w, const struct player *a, const struct player *b)
{
        hub_notice_friends(hub_of(one), w, id_of(a));
        hub_notice_friends(hub_of(one), w, id_of(b));
        store_do(store[one->at % nodes], w);
        for (kept = 0; !kept;)
                wait_loop();
        hub_friends_changed(hub_of(one), id_of(a));
        hub_friends_changed(hub_of(one), id_of(b));
}

static int knows(const struct player *p, const struct player *blocker, const struct player *blocked)
{
        const struct circle *c = &p->client.subscriber.circle;

        return c->known && (p == blocker ? circle_blocks(c, id_of(blocked)) : circle_is_blocked(c, id_of(blocker)));
}

/* Blocks, or not any more; every server has heard of it. */
static void block(struct player *one, struct player *other, int is)
{
        double until = cli_now() + LONG;

        run(one, ask(is ? BLOCK : UNBLOCK, one, other), one, other);
        while (knows(one, one, other) != is || knows(other, one, other) != is) {
                wait_loop();
                assert_true(cli_now() < until);
        }
}

/* All that somebody is told when they ask for a table. */
static void asks_for(struct player *p, const char *id, char said[4096])
{
        size_t before;

        listens(p);
        before = p->size;
        says(p, "{\"t\":\"join\",\"table\":\"%s\"}", id);
        hears(p, "}\n");
        snprintf(said, 4096, "%s", p->log + before);
}

TEST(a_table_of_who_blocks_one_is_as_if_there_were_none) /* Protocol 6.7 */
{
        char hidden[4096], none[4096];

        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        sit(ann, 1);
        block(ann, bo, 1);
        asks_for(bo, "k3k3k3k3k3k3", none);
        asks_for(bo, table, hidden);
        assert_string_equal(hidden, none);
        assert_non_null(strstr(none, "no-such-table"));
        join(cy); /* others are not concerned */
        sit(cy, 2);
}

TEST(the_lobby_keeps_tables_from_who_is_blocked) /* Protocol 6.7 */
{
        char hidden[ID_TEXT + 1];

        block(ann, bo, 1);
        listens(bo);
        says(bo, "{\"t\":\"lobby\"}");
        hears(bo, "\"whole\":true,\"tables\":[],\"gone\":[]}");
        says(cy, "{\"t\":\"lobby\"}");
        hears(cy, "\"whole\":true");
        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        sit(ann, 1);
        hears(cy, table);
        memcpy(hidden, table, sizeof hidden);
        says(ann, "{\"t\":\"stand\"}");
        hears(cy, "\"gone\":[\"");
        says(di, "{\"t\":\"make\",\"game\":\"marrakech\",\"seats\":[0,0]}");
        memcpy(table, hears(di, "\"made\",\"table\":\"") + strlen("\"made\",\"table\":\""), ID_TEXT);
        sit(di, 1);
        hears(bo, table);
        assert_null(strstr(bo->log, hidden));
        assert_non_null(strstr(cy->log, hidden));
}

TEST(a_table_goes_from_the_lobby_when_who_blocks_one_sits_down) /* Protocol 6.7 */
{
        block(ann, bo, 1);
        says(cy, "{\"t\":\"make\",\"game\":\"marrakech\",\"seats\":[0,0,0]}");
        memcpy(table, hears(cy, "\"made\",\"table\":\"") + strlen("\"made\",\"table\":\""), ID_TEXT);
        sit(cy, 1);
        says(bo, "{\"t\":\"lobby\"}");
        hears(bo, table);
        listens(bo);
        join(di); /* somebody looks at it as well */
        sit(ann, 2);
        hears(bo, "{\"t\":\"lobby\",\"tables\":[],\"gone\":[\"");
        hears(bo, table);
        says(ann, "{\"t\":\"stand\"}");
        hears(bo, "{\"t\":\"lobby\",\"tables\":[{\"table\":\"");
        block(cy, bo, 1); /* while the lobby is on the screen */
        hears(bo, "{\"t\":\"lobby\",\"tables\":[],\"gone\":[\"");
        block(cy, bo, 0);
        hears(bo, "{\"t\":\"lobby\",\"tables\":[{\"table\":\"");
}

TEST(who_looks_at_a_table_is_sent_away_when_who_blocks_them_sits_down) /* Protocol 6.7 */
{
        block(ann, bo, 1);
        says(cy, "{\"t\":\"make\",\"game\":\"marrakech\",\"seats\":[0,0,0]}");
        memcpy(table, hears(cy, "\"made\",\"table\":\"") + strlen("\"made\",\"table\":\""), ID_TEXT);
        join(bo);
        sit(ann, 1);
        hears(bo, "{\"t\":\"refused\",\"about\":\"join\",\"code\":\"no-such-table\"");
}

TEST(nobody_sits_down_with_somebody_they_have_blocked) /* Protocol 6.7 */
{
        make_table("\"game\":\"alibaba\",\"seats\":[0,0,0]");
        sit(ann, 1);
        hears(ann, "\"name\":\"Ann\"");
        block(bo, ann, 1);
        join(bo);
        refused(bo, "you-blocked", "{\"t\":\"sit\",\"seat\":2,\"tip\":\"%s\"}", link_of(bo, 0));
        block(bo, ann, 0);
        says(bo, "{\"t\":\"sit\",\"seat\":2,\"tip\":\"%s\"}", link_of(bo, 0));
        hears(bo, "\"you\":2");
}

TEST(play_now_never_brings_together_who_is_blocked) /* Protocol 6.7 */
{
        for (int way = 0; way < 2; way++) {
                block(way ? ann : bo, way ? bo : ann, 1);
                says(ann, "{\"t\":\"quick\",\"game\":\"alibaba\",\"players\":2}");
                memcpy(table, hears(ann, "\"made\",\"table\":\"") + strlen("\"made\",\"table\":\""), ID_TEXT);
                sit(ann, 1);
                says(cy, "{\"t\":\"lobby\"}"); /* where Cy is, the table is known */
                hears(cy, table);
                listens(bo);
                says(bo, "{\"t\":\"quick\",\"game\":\"alibaba\",\"players\":2}");
                assert_memory_not_equal(hears(bo, "\"made\",\"table\":\"") + strlen("\"made\",\"table\":\""), table, ID_TEXT);
                says(ann, "{\"t\":\"stand\"}");
                block(way ? ann : bo, way ? bo : ann, 0);
        }
}

TEST(words_of_who_is_blocked_are_not_sent) /* Protocol 6.7 */
{
        make_table("\"game\":\"alibaba\",\"seats\":[0,0,0]");
        sit(ann, 1);
        sit(bo, 2);
        sit(cy, 3);
        says(bo, "{\"t\":\"chat\",\"words\":\"before\"}");
        hears(ann, "before");
        block(ann, bo, 1);
        says(bo, "{\"t\":\"chat\",\"words\":\"never heard\"}");
        hears(bo, "never heard");
        hears(cy, "never heard");
        says(cy, "{\"t\":\"chat\",\"words\":\"heard by all\"}");
        hears(ann, "heard by all");
        assert_null(strstr(ann->log, "never heard"));
        hears(bo, "heard by all");
        listens(ann);
        join(ann); /* nor when they come again */
        hears(ann, "heard by all");
        assert_null(strstr(ann->log, "never heard"));
}

TEST(a_game_goes_on_although_somebody_is_blocked) /* Protocol 6.7 */
{
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        block(ann, bo, 1);
        assert_true(play_one());
        says(bo, "{\"t\":\"lobby\"}");
        hears(bo, "\"whole\":true");
        join(bo);
        hears(bo, "\"you\":2");
}

TEST(an_invitation_is_told_wherever_one_is) /* Protocol 6.8 */
{
        struct work *w = work_open(on_kept, NULL);

        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        sit(ann, 1);
        work_add(w, INVITE, "iiiii", id_of(ann), id_of(bo), (int64_t)CHALLENGE, id_parse(table), (int64_t)clock_now());
        run(ann, w, bo, bo);
        hears(bo, "{\"t\":\"invitations\",\"invitations\":[{\"kind\":\"challenge\",\"person\":\"");
        hears(bo, "\"name\":\"Ann\",\"table\":\"");
        hears(bo, table);
        leave(bo);
        enter(bo);
        hears(bo, "\"kind\":\"challenge\"");
        run(bo, ask(UNINVITE, ann, bo), bo, bo);
        hears(bo, "{\"t\":\"invitations\",\"invitations\":[]}");
}

TEST(nobody_is_invited_by_who_they_block) /* Protocol 6.7, 6.8 */
{
        struct work *w = work_open(on_kept, NULL);

        block(bo, ann, 1);
        listens(bo);
        work_add(w, INVITE, "iiini", id_of(ann), id_of(bo), (int64_t)REQUEST, (int64_t)clock_now());
        run(ann, w, bo, bo);
        work_add(w = work_open(on_kept, NULL), INVITE, "iiini", id_of(cy), id_of(bo), (int64_t)REQUEST, (int64_t)clock_now());
        run(cy, w, bo, bo);
        hears(bo, "\"name\":\"Cy\"");
        assert_null(strstr(bo->log, "\"name\":\"Ann\""));
}

TEST(an_invitation_ends_when_the_game_begins) /* Protocol 6.8 */
{
        struct work *w = work_open(on_kept, NULL);

        make_table("\"game\":\"alibaba\",\"seats\":[0,3]");
        sit(ann, 1);
        work_add(w, INVITE, "iiiii", id_of(ann), id_of(bo), (int64_t)INVITATION, id_parse(table), (int64_t)clock_now());
        run(ann, w, bo, bo);
        hears(bo, "\"kind\":\"invitation\"");
        begin(1);
        leave(bo);
        enter(bo);
        hears(bo, "\"hello\"");
        block(cy, bo, 1); /* by now it was told */
        assert_null(strstr(bo->log, "invitation\""));
}

/* --- notices: who would have been sent what, by any of the servers --- */

static int posted;
static char last_posted[MAX_PUSH_TEXT];

static int has_room(void *whose)
{
        (void)whose;
        return MAX_LETTERS;
}

static void take(void *whose, const struct letter *letter)
{
        (void)whose;
        posted++;
        snprintf(last_posted, sizeof last_posted, "%s", letter->text);
}

/* Every server can send, and somebody has a browser that wants it. */
static void subscribe(const struct player *p)
{
        struct work *w = work_open(on_kept, NULL);
        char hash[32], endpoint[64];

        posted = 0;
        for (int i = 0; i < nodes; i++)
                hub_post_by(hub[i], &(struct postman){ NULL, has_room, take });
        snprintf(hash, sizeof hash, "session of %s", p->name);
        snprintf(endpoint, sizeof endpoint, "https://push.example/%s", p->name);
        work_add(w, ADD_SESSION, "tiini", hash, id_of(p), (int64_t)clock_now(), INT64_C(0));
        work_add(w, ADD_PUSH, "ttttti", endpoint, hash, "key", "auth", "https://games.example", (int64_t)clock_now());
        store_do(store[0], w);
        for (kept = 0; !kept;)
                wait_loop();
}

/* Some seconds of real time, in which every server looks several times. */
static void wait_a_while(void)
{
        double until = cli_now() + 6;

        while (cli_now() < until)
                wait_loop();
}

TEST(your_turn_is_sent_once_to_who_is_away_until_they_look) /* Protocol 9.19 */
{
        char move_text[MAX_MOVE_TEXT];
        struct player *mover;

        begin_game("\"game\":\"marrakech\",\"seats\":[0,0],\"clock\":{\"move\":259200000}");
        now_of(ann, move_text);
        mover = move_text[0] ? ann : bo;
        subscribe(mover);
        wait_a_while();
        assert_int_equal(posted, 0); /* here */
        leave(mover);
        later += 10;
        for (double until = cli_now() + LONG; !posted && cli_now() < until;)
                wait_loop();
        assert_int_equal(posted, 1);
        assert_non_null(strstr(last_posted, "{\"kind\":\"turn\",\"table\":\""));
        assert_non_null(strstr(last_posted, table));
        later += 10;
        wait_a_while();
        assert_int_equal(posted, 1);
        enter(mover);
        join(mover);
        assert_true(play_one());
        leave(mover);
        later += 60;
        wait_a_while(); /* it is somebody else's turn, who has no browser that wants it, or the same one's again */
        assert_true(posted <= 2);
}

TEST(nobody_is_sent_what_a_blocked_person_wants) /* Protocol 6.7, 9.19 */
{
        struct work *w = work_open(on_kept, NULL);

        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        sit(ann, 1);
        subscribe(bo);
        block(bo, ann, 1);
        leave(bo);
        work_add(w, INVITE, "iiiii", id_of(ann), id_of(bo), (int64_t)CHALLENGE, id_parse(table), (int64_t)clock_now());
        store_do(store[0], w);
        for (kept = 0; !kept;)
                wait_loop();
        for (int i = 0; i < nodes; i++)
                hub_raise_notice(hub[i], id_of(bo), id_parse(table), NOTICE_OF_CHALLENGE);
        wait_a_while();
        assert_int_equal(posted, 0);
}

TEST(several_servers_raise_and_send_a_notice_once) /* Protocol 9.19 */
{
        struct work *w = work_open(on_kept, NULL);

        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        sit(ann, 1);
        subscribe(bo);
        leave(bo);
        work_add(w, INVITE, "iiiii", id_of(ann), id_of(bo), (int64_t)CHALLENGE, id_parse(table), (int64_t)clock_now());
        store_do(store[0], w);
        for (kept = 0; !kept;)
                wait_loop();
        for (int i = 0; i < 3 * nodes; i++)
                hub_raise_notice(hub[i % nodes], id_of(bo), id_parse(table), NOTICE_OF_CHALLENGE);
        for (double until = cli_now() + LONG; !posted && cli_now() < until;) {
                wait_loop();
                hub_raise_notice(hub[0], id_of(bo), id_parse(table), NOTICE_OF_CHALLENGE);
        }
        wait_a_while();
        assert_int_equal(posted, 1);
        assert_non_null(strstr(last_posted, "\"kind\":\"challenge\""));
        assert_non_null(strstr(last_posted, "\"name\":\"Ann\""));
}

/* With an argument: only the tests whose names match it. */
int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
                RUNS(a_table_of_who_blocks_one_is_as_if_there_were_none),
                RUNS(the_lobby_keeps_tables_from_who_is_blocked),
                RUNS(a_table_goes_from_the_lobby_when_who_blocks_one_sits_down),
                RUNS(who_looks_at_a_table_is_sent_away_when_who_blocks_them_sits_down),
                RUNS(nobody_sits_down_with_somebody_they_have_blocked),
                RUNS(play_now_never_brings_together_who_is_blocked),
                RUNS(words_of_who_is_blocked_are_not_sent),
                RUNS(a_game_goes_on_although_somebody_is_blocked),
                RUNS(an_invitation_is_told_wherever_one_is),
                RUNS(nobody_is_invited_by_who_they_block),
                RUNS(an_invitation_ends_when_the_game_begins),
                RUNS(your_turn_is_sent_once_to_who_is_away_until_they_look),
                RUNS(nobody_is_sent_what_a_blocked_person_wants),
                RUNS(several_servers_raise_and_send_a_notice_once),
        };

        cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
        return cmocka_run_group_tests_name("friends", tests, NULL, NULL);
}
