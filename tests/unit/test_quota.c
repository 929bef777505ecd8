/* Write quotas: per person and day, and per table. */
#include "hubs.h"

#include "../../core/random.h"
#include "../../server/people/quota.h"
#include "../../server/store/entry_hash.h"

/* --- counting --- */

static struct quota quota;

TEST(bytes_per_person_and_day_are_limited)
{
        static const int64_t ONE = 7, OTHER = 7 + QUOTA_SETS;
        uint64_t most = quota_most[QUOTA_TABLES], now = 1000;

        memset(&quota, 0, sizeof quota);
        for (uint64_t i = 0; i < most; i++) {
                assert_true(quota_allows(&quota, ONE, QUOTA_TABLES, now));
                quota_take(&quota, ONE, QUOTA_TABLES, 1, now);
        }
        assert_false(quota_allows(&quota, ONE, QUOTA_TABLES, now));
        assert_true(quota_allows(&quota, ONE, QUOTA_CHAT, now));
        assert_true(quota_allows(&quota, OTHER, QUOTA_TABLES, now));
        quota_take(&quota, OTHER, QUOTA_TABLES, 1, now);
        assert_false(quota_allows(&quota, ONE, QUOTA_TABLES, now + DAY - 1));
        assert_true(quota_allows(&quota, ONE, QUOTA_TABLES, now + DAY));
        quota_take(&quota, ONE, QUOTA_TABLES, 1, now + DAY);
        assert_true(quota_allows(&quota, ONE, QUOTA_TABLES, now + DAY)); /* another day */
}

TEST(the_heaviest_writer_is_evicted_last)
{
        memset(&quota, 0, sizeof quota);
        quota_take(&quota, 7, QUOTA_ENTRIES, quota_most[QUOTA_ENTRIES], 1000);
        for (int64_t i = 1; i < 100; i++)
                quota_take(&quota, 7 + i * QUOTA_SETS, QUOTA_ENTRIES, 1, 1000);
        assert_false(quota_allows(&quota, 7, QUOTA_ENTRIES, 1000));
}

/* --- refusals --- */

static uint64_t usual[QUOTAS];

static int open_strict(void **state)
{
        memcpy(usual, quota_most, sizeof usual);
        return open_fresh(state);
}

static int close_strict(void **state)
{
        memcpy(quota_most, usual, sizeof usual);
        return close_all(state);
}

#define TOO_MUCH "daily-limit"

TEST(the_daily_limit_resets_the_next_day) /* Protocol 5.7 */
{
        char move_text[MAX_MOVE_TEXT];
        size_t ply;

        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        play_one();
        ann->client.trusted = bo->client.trusted = 0;
        quota_most[QUOTA_TABLES] = 1;
        refused(ann, TOO_MUCH, "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[0,0]}");
        refused(ann, TOO_MUCH, "{\"t\":\"quick\",\"game\":\"alibaba\",\"players\":2}");
        says(ann, "{\"t\":\"chat\",\"words\":\"one\"}");
        hears(ann, "one");
        quota_most[QUOTA_CHAT] = 1;
        refused(ann, TOO_MUCH, "{\"t\":\"chat\",\"words\":\"two\"}");
        quota_most[QUOTA_ENTRIES] = 1;
        refused(ann, TOO_MUCH, "{\"t\":\"set\",\"chat\":false}");
        ply = now_of(ann, move_text);
        refused(ann, TOO_MUCH, "{\"t\":\"play\",\"ply\":%zu,\"move\":\"%s\",\"link\":\"%s\"}", ply, move_text,
                link_of(ann, ply + FIRST_LINK));
        quota_most[QUOTA_ENTRIES] = usual[QUOTA_ENTRIES];
        quota_most[QUOTA_BYTES] = 1;
        refused(ann, TOO_MUCH, "{\"t\":\"set\",\"chat\":false}");
        ann->client.trusted = 1; /* programs on the same machine may */
        play_one();
        ann->client.trusted = 0;
        later += 24 * 3600;
        says(ann, "{\"t\":\"set\",\"chat\":false}");
        hears(ann, "\"chat\":false");
}

/* --- a table --- */

enum { MANY = 4000, MOST = 20000 };

static void on_log(struct work *w)
{
        struct work *more = work_open(on_kept, NULL);
        const struct rows *r = work_rows(w, 0);
        int count = rows_count(r), upto = *(int *)work_whose(w);
        int64_t at = rows_number(r, count - 1, 1);
        uint8_t hash[ENTRY_HASH];
        char body[] = "{\"e\":\"set\",\"chat\":true}";
        size_t size;

        memcpy(hash, rows_text(r, count - 1, 3, &size), ENTRY_HASH);
        for (int64_t n = count; n < upto; n++) {
                entry_hash(hash, n, at, body, strlen(body));
                work_add(more, ADD_ENTRY, "iiitb", id_parse(table), n, at, body, hash, (size_t)ENTRY_HASH);
        }
        store_do(store[0], more);
        work_close(w);
}

/* Restarts the servers, with this many entries at the table. */
static void make_log_long(int entries)
{
        struct work *w = work_open(on_log, &entries);

        close_hubs();
        open_hubs();
        work_add(w, ENTRIES, "ii", id_parse(table), (int64_t)MOST * 2);
        store_do(store[0], w);
        for (kept = 0; !kept;)
                wait_loop();
        close_hubs();
        open_hubs();
        for (int i = 0; i < PEOPLE; i++)
                enter(&players[i]);
}

static void come_back(void)
{
        for (int i = 0; i < 2; i++) {
                join(&players[i]);
                hears(&players[i], "\"now\":{");
        }
}

TEST(after_4000_entries_only_moves_are_stored_and_after_20000_nothing) /* Protocol 5.7 */
{
#define FULL "table-full"
        char move_text[MAX_MOVE_TEXT];
        struct player *mover;
        double began;
        size_t ply;

        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        make_log_long(MANY - 1);
        come_back();
        says(ann, "{\"t\":\"set\",\"watch\":false}");
        hears(ann, "\"watch\":false");
        refused(ann, FULL, "{\"t\":\"set\",\"watch\":true}");
        play_one();
        join(bo); /* his server knows of the move */
        says(bo, "{\"t\":\"leave\"}");
        hears(ann, "\"held\":true");
        join(bo);
        hears(ann, "\"held\":false");
        make_log_long(MOST - 1);
        began = cli_now();
        come_back();
        print_message("a log of %d entries is there after %.0f ms\n", MOST - 1, 1000 * (cli_now() - began));
        play_one();
        come_back(); /* so that both know whose turn it is */
        mover = now_of(ann, move_text) && move_text[0] ? ann : bo;
        ply = now_of(mover, move_text);
        refused(mover, FULL, "{\"t\":\"play\",\"ply\":%zu,\"move\":\"%s\",\"link\":\"%s\"}", ply, move_text,
                link_of(mover, ply + FIRST_LINK));
        make_log_long(MOST + 1);
        refused(ann, FULL, "{\"t\":\"join\",\"table\":\"%s\"}", table);
}

/* --- how long it takes to load a long log: printed, not judged --- */

static char bodies[MOST][512];

static void add_body(struct room *r, int n, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void add_body(struct room *r, int n, const char *format, ...)
{
        va_list args;

        va_start(args, format);
        vsnprintf(bodies[n], sizeof *bodies, format, args);
        va_end(args);
        assert_true(room_replay(r, bodies[n], strlen(bodies[n]), 1000));
}

/* A random move of the labyrinth, whose games are the longest. */
static void add_move(struct room *r, int n, uint64_t *random)
{
        const struct record *g = &r->table.record;
        char move_text[MAX_MOVE_TEXT];

        game_print_move(g->game, &g->state, g->game->pick(&g->state, random_dice(random)), move_text, sizeof move_text);
        add_body(r, n, "{\"e\":\"play\",\"seat\":%d,\"move\":\"%s\"}", g->game->turn(&g->state) + 1, move_text);
}

static double replay(int count)
{
        static struct room r;
        uint8_t hash_[ENTRY_HASH] = { 0 };
        double began = cli_now();

        room_open(&r, 12345);
        for (int n = 0; n < count; n++) {
                entry_hash(hash_, n, 1000, bodies[n], strlen(bodies[n]));
                assert_true(room_replay(&r, bodies[n], strlen(bodies[n]), 1000));
        }
        room_close(&r);
        return 1000 * (cli_now() - began);
}

/* Plays this many moves, unless the game ends earlier; then moves with undo. */
static int play_long(int moves, int entries)
{
        static struct room r;
        struct plan plan = { .game = game_named("labyrinth"), .players = 2 };
        uint8_t salt[HASH_BYTES] = { 1 }, secret[HASH_BYTES] = { 2 };
        uint64_t random = 1;
        struct entry e;
        int n = 0;

        options_default(plan.game, &plan.options);
        room_open(&r, 12345);
        room_begin(&plan, 1, salt, secret, 3, &e);
        add_body(&r, n++, "%s", e.body);
        for (int p = 0; p < 2; p++)
                add_body(&r, n++, "{\"e\":\"sit\",\"seat\":%d,\"person\":\"00000000000%d\",\"tip\":\"%s\"}", p + 1, p + 1,
                         link_of(&players[p], 0));
        for (int p = 0; p < 2; p++)
                add_body(&r, n++, "{\"e\":\"ready\",\"seat\":%d,\"ready\":true}", p + 1);
        add_body(&r, n++, "{\"e\":\"deal\",\"first\":[]}");
        for (int i = 0; i < moves && n < entries && r.state == ROOM_PLAYING; i++)
                add_move(&r, n++, &random);
        while (n + 2 <= entries && r.state == ROOM_PLAYING) {
                add_move(&r, n++, &random);
                if (r.state == ROOM_PLAYING)
                        add_body(&r, n++, "{\"e\":\"undo\",\"seat\":1}");
        }
        room_close(&r);
        return n;
}

TEST(the_longest_logs_are_loaded)
{
        int moves = play_long(MOST, MOST), undos;
        double first = replay(moves);

        undos = play_long(MANY / 2, MANY);
        print_message("%d entries, all moves: %.0f ms; %d entries, half of them moves that are taken back: %.0f ms\n", moves, first,
                      undos, replay(undos));
}

/* With an argument: only the tests whose names match it. */
int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(bytes_per_person_and_day_are_limited),
                cmocka_unit_test(the_heaviest_writer_is_evicted_last),
                cmocka_unit_test_setup_teardown(the_daily_limit_resets_the_next_day, open_strict, close_strict),
                RUNS(the_longest_logs_are_loaded),
                RUNS(after_4000_entries_only_moves_are_stored_and_after_20000_nothing),
        };

        cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
        return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
