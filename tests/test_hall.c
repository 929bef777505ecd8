/* Tables on the net: docs/protocol.md, sections 5 to 8, with a real store, thinkers and all; and that no secret leaves.
 *
 * With a PostgreSQL (sh tests/postgres.sh build/asan/test_hall) there are three halls on one database, each as a server has it, and
 * the people are at different ones: all of it has to hold just the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sodium.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../cli/cli.h"
#include "../core/random.h"
#include "../server/hall.h"
#include "../server/log.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))
#define RUNS(name) cmocka_unit_test_setup_teardown(name, open_fresh, close_all)

enum { PEOPLE = 4, NODES = 3, LOG = 1 << 22, LONG = 120 /* seconds: nothing takes nearly as long */ };

/* Somebody with a line: all that was ever told through it, and how much of that was looked at. */
struct player {
        struct visit visit;
        char *log;
        size_t size, seen;
        int woken, here;
        int at; /* which hall */
        uint8_t (*link)[HASH_BYTES];
        const char *name;
};

static uv_loop_t loop;
static int nodes; /* how many halls there are */
static struct store *store[NODES];
static struct hall *hall[NODES];
static char folder[64], file[128], table[ID_TEXT + 1];
static struct player players[PEOPLE], *const ann = &players[0], *const bo = &players[1], *const cy = &players[2], *const di = &players[3];

/* --- the clock on the wall, which can be put forward --- */

static _Atomic int later; /* seconds */

int clock_gettime(clockid_t which, struct timespec *t)
{
        int failed = (int)syscall(SYS_clock_gettime, which, t);

        if (which == CLOCK_REALTIME)
                t->tv_sec += later;
        return failed;
}

/* --- a hall with four people in it, or several with one or two each --- */

static struct hall *hall_of(const struct player *p)
{
        return hall[p->at % nodes];
}

static void on_woken(struct visit *v)
{
        ((struct player *)v)->woken = 1;
}

static int kept;

static void on_kept(struct work *w)
{
        assert_int_equal(work_outcome(w), STORE_DONE);
        work_close(w);
        kept = 1;
}

static void open_halls(void)
{
        char why[MAX_STORE_WHY] = "";

        for (int i = 0; i < nodes; i++) {
                store[i] = store_open(file, &loop, why);
                if (!store[i])
                        fail_msg("%s", why);
                hall[i] = hall_open(&loop, store[i], 2, on_woken);
        }
}

static void leave(struct player *p)
{
        if (p->here)
                hall_leave(hall_of(p), &p->visit);
        p->here = 0;
}

static void shut_halls(void)
{
        for (int i = 0; i < PEOPLE; i++)
                leave(&players[i]);
        for (int i = 0; i < nodes; i++)
                hall_stop(hall[i]);
        while (uv_loop_alive(&loop))
                uv_run(&loop, UV_RUN_DEFAULT);
        for (int i = 0; i < nodes; i++) {
                hall_close(hall[i]);
                store_close(store[i]);
        }
        uv_run(&loop, UV_RUN_DEFAULT);
}

/* Whatever is told is messages, one a line. */
static void assert_messages(const char *text, size_t size)
{
        for (const char *line = text; line < text + size; line = strchr(line, '\n') + 1) {
                size_t length = strcspn(line, "\n");
                struct message m;

                if (!message_open(&m, line, length))
                        fail_msg("this is no message: %.*s", (int)(length < 800 ? length : 800), line);
                message_close(&m);
        }
}

/* Everybody who was woken is told what is new. */
static void tell_all(void)
{
        static struct copies copies;

        for (int i = 0; i < PEOPLE; i++) {
                struct player *p = &players[i];
                struct outbox o = { .copies = &copies };

                while (p->here && p->woken) {
                        p->woken = hall_tell(hall_of(p), &p->visit, &o);
                        assert_true(p->size + (size_t)o.size < LOG);
                        if (o.size)
                                memcpy(p->log + p->size, o.text, (size_t)o.size);
                        assert_messages(o.text, (size_t)o.size);
                        p->size += (size_t)o.size;
                        p->log[p->size] = '\0';
                        outbox_clear(&o);
                }
                outbox_close(&o);
        }
}

static void turn_loop(void)
{
        uv_run(&loop, UV_RUN_NOWAIT);
        tell_all();
}

/* Waits until this is told to somebody, after what was looked at last; and looks at it. */
static const char *hears(struct player *p, const char *words)
{
        double until = cli_now() + LONG;
        char *at;

        for (;;) {
                turn_loop();
                at = strstr(p->log + p->seen, words);
                if (at)
                        break;
                if (cli_now() > until)
                        fail_msg("%s does not hear %s, but: %.300s\n(Ann: %.300s)", p->name, words, p->log + p->seen, ann->log + (ann->size > 300 ? ann->size - 300 : 0));
        }
        p->seen = (size_t)(at - p->log) + strlen(words);
        return at;
}

/* Forgets what was told so far. */
static void listens(struct player *p)
{
        turn_loop();
        p->seen = p->size;
}

static void says(struct player *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void says(struct player *p, const char *format, ...)
{
        char text[2048];
        va_list args;
        int size;

        va_start(args, format);
        size = vsnprintf(text, sizeof text, format, args);
        va_end(args);
        hall_hear(hall_of(p), &p->visit, text, (size_t)size);
}

/* What a player says is refused, and this is part of the reason. */
#define refused(p, why, ...)           \
        do {                           \
                listens(p);            \
                says(p, __VA_ARGS__);  \
                hears(p, "\"refused\""); \
                hears(p, why);         \
        } while (0)

static void enter(struct player *p)
{
        memset(&p->visit, 0, sizeof p->visit);
        p->visit.guest.person = 100 + (p - players);
        strcpy(p->visit.guest.name, p->name);
        p->visit.trusted = 1;
        p->here = 1;
        assert_true(hall_enter(hall_of(p), &p->visit));
        p->size = p->seen = 0;
}

static int open_fresh(void **unused)
{
        static const char *const NAMES[PEOPLE] = { "Ann", "Bo", "Cy", "Di" };
        struct work *w;

        (void)unused;
        snprintf(folder, sizeof folder, "/tmp/serai-hall-XXXXXX");
        if (!mkdtemp(folder) || sodium_init() < 0)
                return 1;
        nodes = getenv("SERAI_PG") ? (int)NODES : 1;
        if (nodes == 1)
                snprintf(file, sizeof file, "%s/db", folder);
        else
                snprintf(file, sizeof file, "%s", getenv("SERAI_PG"));
        if (nodes > 1 && system("\"$SERAI_PG_CTL\" fresh") != 0)
                return 1;
        uv_loop_init(&loop);
        open_halls();
        w = work_open(on_kept, NULL);
        for (int i = 0; i < PEOPLE; i++)
                work_add(w, ADD_PERSON, "iti", (int64_t)(100 + i), NAMES[i], (int64_t)log_time());
        store_do(store[0], w);
        for (kept = 0; !kept; )
                uv_run(&loop, UV_RUN_ONCE);
        for (int i = 0; i < PEOPLE; i++) {
                struct player *p = &players[i];

                memset(p, 0, sizeof *p);
                p->name = NAMES[i];
                p->at = i;
                p->log = malloc(LOG);
                p->log[0] = '\0';
                p->link = malloc((LINKS + 1) * sizeof *p->link);
                memset(p->link[LINKS], 40 + i, HASH_BYTES);
                for (int n = LINKS; n > 0; n--)
                        hash(p->link[n], HASH_BYTES, p->link[n - 1]);
                enter(p);
        }
        return 0;
}

static int close_all(void **unused)
{
        char command[128];

        (void)unused;
        shut_halls();
        later = 0;
        snprintf(command, sizeof command, "rm -rf %s", folder);
        for (int i = 0; i < PEOPLE; i++) {
                free(players[i].log);
                free(players[i].link);
        }
        return system(command) || uv_loop_close(&loop);
}

static const char *link_of(const struct player *p, uint64_t number)
{
        static char text[2 * HASH_BYTES + 1];

        sodium_bin2hex(text, sizeof text, p->link[number], HASH_BYTES);
        return text;
}

static int answers;

static void on_asked(struct work *w)
{
        answers = rows_count(work_rows(w, 0));
        work_close(w);
}

/* --- tables --- */

/* A table as Ann makes it; the rest of the message `make`. */
static void make_table(const char *rest)
{
        listens(ann);
        says(ann, "{\"t\":\"make\",%s}", rest);
        memcpy(table, hears(ann, "\"made\",\"table\":\"") + strlen("\"made\",\"table\":\""), ID_TEXT);
}

static void join(struct player *p)
{
        listens(p);
        says(p, "{\"t\":\"join\",\"table\":\"%s\"}", table);
        hears(p, "{\"t\":\"room\"");
}

static void sit(struct player *p, int seat)
{
        char taken[32];

        join(p);
        says(p, "{\"t\":\"sit\",\"seat\":%d,\"tip\":\"%s\"}", seat, link_of(p, 0));
        snprintf(taken, sizeof taken, "\"you\":%d", seat);
        hears(p, taken);
}

/* Everybody who sits is ready, and the game begins. */
static void begin(int people)
{
        for (int i = 0; i < people; i++) {
                listens(&players[i]);
                says(&players[i], "{\"t\":\"ready\"}");
        }
        for (int i = 0; i < people; i++) {
                hears(&players[i], "\"state\":\"dealing\"");
                says(&players[i], "{\"t\":\"link\",\"link\":\"%s\"}", link_of(&players[i], DEAL_LINK));
        }
        for (int i = 0; i < people; i++)
                hears(&players[i], "\"steps\"");
}

/* Ann and Bo at a table for two. */
static void begin_game(const char *rest)
{
        make_table(rest);
        sit(ann, 1);
        sit(bo, 2);
        begin(2);
}

/* The last that a player was told about how things stand: ply and the first move that is allowed, "" if none is. */
static size_t now_of(const struct player *p, char move_text[MAX_MOVE_TEXT])
{
        const char *at = p->log, *last = NULL, *legal;

        while ((at = strstr(at, "\"now\":{\"ply\":")))
                last = at++;
        assert_non_null(last);
        legal = strstr(last, "\"legal\":[") + strlen("\"legal\":[");
        move_text[0] = '\0';
        if (*legal == '"')
                snprintf(move_text, MAX_MOVE_TEXT, "%.*s", (int)strcspn(legal + 1, "\""), legal + 1);
        return (size_t)atoi(last + strlen("\"now\":{\"ply\":"));
}

static int is_over(const struct player *p)
{
        for (const char *at = p->log; (at = strstr(at, "\"winners\":[")); at++)
                if (at[strlen("\"winners\":[")] != ']')
                        return 1;
        return 0;
}

/* Whoever of the first two may, makes the first move that there is. 0: the game is over. */
static int play_one(void)
{
        double until = cli_now() + LONG;

        for (;;) {
                for (int i = 0; i < 2; i++) {
                        char move_text[MAX_MOVE_TEXT], next[64];
                        size_t ply = now_of(&players[i], move_text);

                        if (!move_text[0])
                                continue;
                        listens(&players[i]);
                        snprintf(next, sizeof next, "{\"t\":\"steps\",\"from\":%zu", ply + 1);
                        says(&players[i], "{\"t\":\"play\",\"ply\":%zu,\"move\":\"%s\",\"link\":\"%s\"}", ply, move_text,
                             link_of(&players[i], ply + FIRST_LINK));
                        hears(&players[i], next);
                        return 1;
                }
                if (is_over(ann))
                        return 0;
                turn_loop();
                if (cli_now() > until)
                        fail_msg("nobody moves: %.600s", ann->log + ann->seen);
        }
}

/* --- who one is, and where (5, 6) --- */

TEST(the_server_speaks_first) /* Protocol 5.3, 6.3 */
{
        hears(ann, "{\"t\":\"hello\",\"version\":1,\"person\":\"");
        hears(ann, "\"name\":\"Ann\",\"time\":1");
        hears(ann, "{\"t\":\"mine\",\"tables\":[]}");
}

TEST(any_bytes_are_answered) /* Protocol 5.1 */
{
        refused(ann, "a message is one JSON object", "%s", "\x01\xff{");
        refused(ann, "you are at no table", "{\"t\":\"sit\",\"seat\":1}");
        refused(ann, "you are at no table", "{}");
        refused(ann, "there is no such table", "{\"t\":\"join\",\"table\":\"nonsense\"}");
        refused(ann, "there is no such table", "{\"t\":\"join\",\"table\":\"k3k3k3k3k3k3\"}");
        refused(ann, "the game is alibaba, labyrinth or marrakech", "{\"t\":\"make\",\"game\":\"chess\",\"seats\":[0,0]}");
        refused(ann, "the seats are two to four numbers", "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[0]}");
        refused(ann, "the seats are two to four numbers", "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[0,11]}");
        refused(ann, "at least one seat is for a person", "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[3,4]}");
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

TEST(whoever_sends_too_much_is_refused_for_a_while) /* Protocol 5.5 */
{
        ann->visit.trusted = 0;
        listens(ann);
        for (int i = 0; i < 1000; i++)
                says(ann, "{\"t\":\"games\"}");
        hears(ann, "\"games\"");
        hears(ann, "that was too much at once");
        leave(di);
        di->at = ann->at;
        memset(&di->visit, 0, sizeof di->visit);
        di->visit.guest.person = ann->visit.guest.person; /* another line of the same person has no more to say */
        di->here = 1;
        assert_true(hall_enter(hall_of(di), &di->visit));
        for (int i = 0; i < 1000; i++)
                says(ann, "{\"t\":\"nothing\"}");
        says(di, "{\"t\":\"nothing\"}");
        hears(di, "that was too much at once");
}

TEST(the_lobby_is_told_whole_and_then_what_changes) /* Protocol 6.1, 6.2 */
{
        listens(bo);
        says(bo, "{\"t\":\"lobby\"}");
        hears(bo, "{\"t\":\"lobby\",\"whole\":true,\"tables\":[],\"gone\":[]}");
        make_table("\"game\":\"marrakech\",\"seats\":[0,0,4],\"clock\":{\"move\":60000},\"rated\":false");
        hears(bo, "{\"t\":\"lobby\",\"tables\":[{\"table\":\"");
        hears(bo, "\"state\":\"open\",\"game\":\"marrakech\",\"players\":3,\"options\":{");
        hears(bo, "\"clock\":{\"move\":60000},\"watch\":true,\"rated\":false,\"watching\":0,\"host\":\"\","
                  "\"seats\":[null,null,{\"name\":\"\",\"level\":4}]}],\"gone\":[]}");
        sit(ann, 1);
        hears(bo, "\"host\":\"Ann\",\"seats\":[{\"name\":\"Ann\"},null,");
        says(ann, "{\"t\":\"set\",\"public\":false}");
        hears(bo, "{\"t\":\"lobby\",\"tables\":[],\"gone\":[\"");
        says(cy, "{\"t\":\"lobby\"}");
        hears(cy, "{\"t\":\"lobby\",\"whole\":true,\"tables\":[],\"gone\":[]}");
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
        refused(cy, "two to four can play", "{\"t\":\"quick\",\"game\":\"alibaba\",\"players\":5}");
}

TEST(one_person_has_fifty_tables_at_most) /* Protocol 6.4, 6.6 */
{
        for (int i = 0; i < 50; i++)
                make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        refused(ann, "you have fifty tables that are not over; finish or leave some first", "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[0,0]}");
        refused(ann, "you have fifty tables that are not over; finish or leave some first", "{\"t\":\"quick\",\"game\":\"labyrinth\",\"players\":2}");
}

enum { TEN_MINUTES = 600 };

/* Whether a table that this one's server was asked about is kept at all. */
static int is_kept(const struct player *p, int64_t id)
{
        struct work *w = work_open(on_asked, NULL);

        work_add(w, TABLE_STATE, "i", id);
        store_do(store[p->at % nodes], w);
        for (answers = -1; answers < 0;)
                turn_loop();
        return answers;
}

TEST(a_table_that_nobody_looks_at_for_ten_minutes_is_gone_everywhere) /* Protocol 6.6 */
{
        char gone[64];

        for (int i = 0; i < PEOPLE; i++) {
                says(&players[i], "{\"t\":\"lobby\"}");
                hears(&players[i], "\"whole\":true");
        }
        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        for (int i = 0; i < PEOPLE; i++)
                hears(&players[i], table);
        snprintf(gone, sizeof gone, "\"gone\":[\"%s\"]", table);
        later += TEN_MINUTES;
        for (int i = 0; i < PEOPLE; i++)
                hears(&players[i], gone);
        refused(bo, "there is no such table", "{\"t\":\"join\",\"table\":\"%s\"}", table);
}

TEST(a_table_that_somebody_has_just_looked_at_stays) /* Protocol 6.6 */
{
        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        says(bo, "{\"t\":\"lobby\"}");
        hears(bo, table);
        later += TEN_MINUTES / 4 * 3;
        join(ann);
        hears(bo, "\"watching\":1");
        later += TEN_MINUTES / 2;
        leave(ann);
        hears(bo, "\"watching\":0"); /* and Bo's server could have dropped it */
        assert_true(is_kept(bo, id_parse(table)));
}

TEST(a_private_table_is_dropped_though_its_server_has_died) /* Protocol 6.6 */
{
        make_table("\"game\":\"alibaba\",\"seats\":[0,0],\"public\":false");
        sit(ann, 1);
        shut_halls();
        open_halls();
        for (double until = cli_now() + LONG; is_kept(bo, id_parse(table)); later++)
                if (cli_now() > until)
                        fail_msg("it is still there after %d seconds", later);
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
        refused(bo, "that seat is taken", "{\"t\":\"sit\",\"seat\":1,\"tip\":\"%s\"}", link_of(bo, 0));
        refused(bo, "there is no such seat", "{\"t\":\"sit\",\"seat\":3,\"tip\":\"%s\"}", link_of(bo, 0));
        refused(bo, "the tip of a chain is 64 hexadecimal digits", "{\"t\":\"sit\",\"seat\":2,\"tip\":\"12\"}");
        refused(ann, "you have a seat already", "{\"t\":\"sit\",\"seat\":2,\"tip\":\"%s\"}", link_of(ann, 0));
        join(cy);
        says(bo, "{\"t\":\"sit\",\"seat\":0,\"tip\":\"%s\"}", link_of(bo, 0));
        hears(bo, "\"you\":2");
        refused(cy, "no seat is free at this table", "{\"t\":\"sit\",\"seat\":0,\"tip\":\"%s\"}", link_of(cy, 0));
        says(bo, "{\"t\":\"stand\"}");
        hears(bo, "\"you\":0");
        refused(bo, "you have no seat here", "{\"t\":\"stand\"}");
        refused(bo, "you have no seat here", "{\"t\":\"ready\"}");
}

TEST(the_host_decides_about_the_table) /* Protocol 7.5 */
{
        make_table("\"game\":\"alibaba\",\"seats\":[0,0,0]");
        sit(ann, 1);
        sit(bo, 2);
        refused(bo, "for the host of the table to decide", "{\"t\":\"bot\",\"seat\":3,\"level\":4}");
        refused(bo, "for the host of the table to decide", "{\"t\":\"remove\",\"seat\":1}");
        refused(bo, "for the host of the table to decide", "{\"t\":\"set\",\"chat\":false}");
        refused(ann, "that seat is taken", "{\"t\":\"bot\",\"seat\":2,\"level\":4}");
        says(ann, "{\"t\":\"bot\",\"seat\":3,\"level\":4}");
        hears(bo, "{\"name\":\"\",\"level\":4}");
        says(ann, "{\"t\":\"bot\",\"seat\":3,\"level\":0}");
        hears(bo, ",null],\"seal\"");
        says(ann, "{\"t\":\"set\",\"chat\":false,\"watch\":false}");
        hears(bo, "\"watch\":false");
        says(ann, "{\"t\":\"remove\",\"seat\":2}");
        hears(bo, "\"you\":0");
        refused(bo, "the host has removed you", "{\"t\":\"sit\",\"seat\":2,\"tip\":\"%s\"}", link_of(bo, 0));
        sit(cy, 3);
        says(ann, "{\"t\":\"stand\"}");
        hears(ann, "\"you\":0");
        hears(cy, "\"seats\":[null,null,{");
        says(cy, "{\"t\":\"set\",\"chat\":true}"); /* who is host now */
        hears(cy, "\"chat\":true");
}

TEST(the_game_begins_when_all_are_ready_and_have_told_their_first_link) /* Protocol 7.6 */
{
        size_t from;

        make_table("\"game\":\"labyrinth\",\"seats\":[0,0,2]");
        sit(ann, 1);
        sit(bo, 2);
        refused(ann, "no link is asked of you now", "{\"t\":\"link\",\"link\":\"%s\"}", link_of(ann, 1));
        refused(ann, "the game has not begun", "{\"t\":\"play\",\"ply\":0,\"move\":\"a\"}");
        says(ann, "{\"t\":\"ready\",\"ready\":true}");
        says(ann, "{\"t\":\"ready\",\"ready\":false}");
        says(bo, "{\"t\":\"ready\",\"ready\":true}");
        hears(ann, "\"ready\":true,\"held\":false");
        listens(ann);
        says(ann, "{\"t\":\"ready\",\"ready\":true}");
        hears(ann, "\"state\":\"dealing\"");
        refused(ann, "that is not link 1 of your chain", "{\"t\":\"link\",\"link\":\"%s\"}", link_of(ann, 2));
        refused(ann, "the game has begun already", "{\"t\":\"stand\"}");
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

static void on_record(void *whose, char *record)
{
        *(char **)whose = record ? record : strdup("none");
}

/* The record as it is asked for over HTTP. */
static char *record_of(const char *id)
{
        char *record = NULL;

        hall_record(hall[nodes - 1], id_parse(id), on_record, &record);
        while (!record)
                turn_loop();
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
        refused(ann, "a game is begun in the lobby", "{\"t\":\"new\",\"game\":\"alibaba\",\"seats\":[{\"name\":\"a\"},{\"name\":\"b\"}],\"seed\":1}");
        refused(ann, "one sees through one's own eyes only", "{\"t\":\"see\",\"seat\":2}");
        refused(ann, "when it is over", "{\"t\":\"record\"}");
        refused(ann, "there are no hints in a rated game", "{\"t\":\"hint\",\"ply\":0}");
        join(cy);
        refused(cy, "it is not your turn", "{\"t\":\"play\",\"ply\":%zu,\"move\":\"N\"}", now_of(ann, move_text));
}

TEST(a_hint_is_given_where_nothing_is_rated) /* Protocol 7.7 */
{
        char move_text[MAX_MOVE_TEXT];

        begin_game("\"game\":\"marrakech\",\"seats\":[0,0],\"rated\":false");
        says(ann, "{\"t\":\"hint\",\"ply\":%zu}", now_of(ann, move_text));
        hears(ann, "{\"t\":\"hint\",\"ply\":");
        hears(ann, "\"best\":[{\"move\":\"");
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
        refused(ann, "the others are asked, not you", "{\"t\":\"allow\",\"ply\":%zu,\"yes\":true}", ply);
        says(bo, "{\"t\":\"allow\",\"ply\":%zu,\"yes\":false}", ply);
        hears(ann, "\"undo\":null");
        refused(bo, "nobody asks for that any more", "{\"t\":\"allow\",\"ply\":%zu,\"yes\":true}", ply);
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

TEST(whose_time_is_over_is_held_by_a_bot) /* Protocol 7.9 */
{
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0],\"clock\":{\"move\":1}");
        hears(bo, "\"held\":true");
        hears(bo, "\"held\":[1"); /* also in how the game stands */
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
        join(cy);
        hears(cy, "\"n\":0");
        hears(cy, "\"n\":1");
        refused(bo, "only those who sit at the table may speak", "{\"t\":\"chat\",\"words\":\"hi\"}");
        refused(ann, "at most 300 bytes", "{\"t\":\"chat\",\"words\":\"\"}");
        for (int i = 0; i < 4; i++) {
                says(ann, "{\"t\":\"chat\",\"words\":\"again\"}");
                hears(ann, "\"again\"");
        }
        refused(ann, "that was too much at once", "{\"t\":\"chat\",\"words\":\"again\"}");
        says(ann, "{\"t\":\"set\",\"chat\":false}");
        hears(ann, "\"chat\":false");
        refused(ann, "the host of this table wants no chat", "{\"t\":\"chat\",\"words\":\"hi\"}");
}

/* Waits until somebody is told of a table, whose id follows these words. */
static void hears_of(struct player *p, const char *words, char id[ID_TEXT + 1])
{
        snprintf(id, ID_TEXT + 1, "%s", hears(p, words) + strlen(words));
}

TEST(a_rematch_keeps_the_seats_and_lets_the_next_begin) /* Protocol 7.11 */
{
        char before[ID_TEXT + 1], anns[ID_TEXT + 1], bos[ID_TEXT + 1], others[ID_TEXT + 1], kept_for[64];

        id_print(ann->visit.guest.person, anns);
        id_print(bo->visit.guest.person, bos);
        begin_game("\"game\":\"labyrinth\",\"options\":{\"limit\":2},\"seats\":[0,0],\"rated\":false");
        refused(ann, "a rematch is for those who have played to the end", "{\"t\":\"rematch\"}");
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
        refused(cy, "that seat is kept for somebody", "{\"t\":\"sit\",\"seat\":1,\"tip\":\"%s\"}", link_of(cy, 0));
        refused(cy, "no seat is free at this table", "{\"t\":\"sit\",\"seat\":0,\"tip\":\"%s\"}", link_of(cy, 0));
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
static int tells_kept(const struct room *r, struct guest *g, uint64_t now)
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
static int may_sit(struct room *r, struct guest *g, uint64_t now)
{
        char text[128];
        struct outbox o = { 0 };
        struct entry e;
        struct message m;

        snprintf(text, sizeof text, "{\"t\":\"sit\",\"seat\":1,\"tip\":\"%s\"}", link_of(cy, 0));
        assert_true(message_open(&m, text, strlen(text)));
        room_hear(r, g, &m, now, &o, &e);
        message_close(&m);
        outbox_close(&o);
        return e.size > 0;
}

TEST(a_seat_is_kept_for_ten_minutes) /* Protocol 7.11 */
{
        static struct room r;
        static const uint64_t MADE = 1000, LATER = 1000 + 600000;
        struct plan plan = { .game = game_at(0), .players = 2, .kept = { 1, 2 } };
        uint8_t salt[HASH_BYTES] = { 1 }, secret[HASH_BYTES] = { 2 };
        struct guest g = { .person = 3, .name = "Cy" };
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

/* Does something to the database behind the store's back. */
static void tamper(const char *sql)
{
        sqlite3 *db;

        assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
        if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
                fail_msg("%s", sqlite3_errmsg(db));
        sqlite3_close(db);
}

TEST(a_rematch_that_cannot_be_saved_is_nowhere_told) /* Protocol 5.6, 7.11 */
{
        char next[ID_TEXT + 1];

        if (nodes > 1)
                skip(); /* the file is SQLite's */
        play_to_the_end();
        tamper("CREATE TRIGGER no_more BEFORE INSERT ON game_table BEGIN SELECT RAISE(ABORT, 'no more tables'); END");
        refused(ann, "no more tables", "{\"t\":\"rematch\"}");
        tamper("DROP TRIGGER no_more");
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
        refused(cy, "wants nobody to watch", "{\"t\":\"join\",\"table\":\"%s\"}", table);
}

TEST(a_new_chain_is_begun_on_another_device) /* Protocol 8.6 */
{
        char move_text[MAX_MOVE_TEXT];
        size_t ply;

        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        ply = now_of(ann, move_text);
        refused(ann, "the tip of a chain is 64 hexadecimal digits", "{\"t\":\"anew\",\"tip\":\"x\"}");
        says(ann, "{\"t\":\"anew\",\"tip\":\"%s\"}", link_of(di, 0));
        hears(bo, "\"anew\":[{\"ply\":");
        hears(bo, link_of(di, 0));
        refused(ann, "that is not the link of your chain", "{\"t\":\"play\",\"ply\":%zu,\"move\":\"%s\",\"link\":\"%s\"}", ply, move_text,
                link_of(ann, ply + FIRST_LINK));
}

/* Until it is for one of the two to move: no bot is thinking then. */
static void wait_for_people(void)
{
        double until = cli_now() + LONG;
        char one[MAX_MOVE_TEXT], other[MAX_MOVE_TEXT];

        do {
                turn_loop();
                now_of(ann, one);
                now_of(bo, other);
                if (cli_now() > until)
                        fail_msg("nobody's turn comes: %.300s", ann->log + ann->seen);
        } while (!one[0] && !other[0]);
}

/* --- nothing is lost --- */

/* What a table tells somebody who comes to it for the first time, but for what is made anew with every line. */
static char *whole_story(struct player *p)
{
        char *from, *now;

        leave(p);
        enter(p);
        listens(p);
        says(p, "{\"t\":\"join\",\"table\":\"%s\"}", table);
        hears(p, "\"now\":{");
        listens(p);
        from = strstr(p->log, "{\"t\":\"table\"");
        now = from ? strstr(from, "\"now\":{") : NULL;
        assert_non_null(now);
        return strndup(from, (size_t)(strchr(now, '\n') - from));
}

TEST(after_a_restart_every_table_is_as_it_was)
{
        char *before, *after;

        begin_game("\"game\":\"alibaba\",\"seats\":[0,0,3]");
        for (int i = 0; i < 12; i++)
                play_one();
        says(bo, "{\"t\":\"chat\",\"words\":\"still here\"}");
        hears(ann, "still here");
        wait_for_people();
        before = whole_story(ann);
        shut_halls();
        open_halls();
        for (int i = 0; i < PEOPLE; i++)
                enter(&players[i]);
        after = whole_story(ann);
        assert_string_equal(before, after);
        hears(ann, ""); /* nothing is odd */
        assert_non_null(strstr(ann->log, "still here"));
        join(bo);
        hears(bo, "\"now\":{");
        while (play_one())
                ;
        free(before);
        free(after);
}

TEST(what_cannot_be_saved_is_refused_and_can_be_tried_again) /* Protocol 5.6 */
{
        struct rlimit small, usual;
        char move_text[MAX_MOVE_TEXT];
        size_t ply;

        if (nodes > 1)
                skip(); /* a full disk is PostgreSQL's to bear */
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0]");
        ply = now_of(ann, move_text);
        signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &usual);
        small = usual;
        small.rlim_cur = 4096; /* as if the disk were full: no file may grow */
        setrlimit(RLIMIT_FSIZE, &small);
        listens(ann);
        says(ann, "{\"t\":\"play\",\"ply\":%zu,\"move\":\"%s\",\"link\":\"%s\"}", ply, move_text, link_of(ann, ply + FIRST_LINK));
        hears(ann, "{\"t\":\"refused\",\"about\":\"play\",\"why\":\"that could not be saved, and nothing has changed");
        setrlimit(RLIMIT_FSIZE, &usual);
        assert_int_equal(now_of(ann, move_text), ply);
        play_one();
        while (play_one())
                ;
}

/* --- guests who do not come back --- */

static int people_there;

static void on_counted(struct work *w)
{
        people_there = 0;
        for (int i = 0; i < work_size(w); i++)
                people_there |= rows_count(work_rows(w, i)) << i;
        work_close(w);
        kept = 1;
}

/* Who of the people with these ids, and those after them, is there: a bit each. */
static int who_is_there(int64_t first, int count)
{
        struct work *w = work_open(on_counted, NULL);

        for (int i = 0; i < count; i++)
                work_add(w, PERSON, "i", first + i);
        store_do(store[0], w);
        for (kept = 0; !kept;)
                turn_loop();
        return people_there;
}

TEST(a_guest_who_does_not_come_back_is_forgotten) /* Protocol 9.2 */
{
        enum { NOBODY, SEEN, KEPT, PLAYED, WAITS, LONG_GONE, SOMEBODIES };
        static const int64_t FIRST = 500, OLD_GAME = 5000, OPEN = 5001;
        int64_t now = (int64_t)log_time(), day = (int64_t)DAY;
        struct work *w = work_open(on_kept, NULL);

        for (int i = 0; i < SOMEBODIES; i++)
                work_add(w, ADD_PERSON, "iti", FIRST + i, "Guest", now - 900 * day);
        for (int i = 0; i < 2; i++)
                work_add(w, ADD_TABLE, "itii", OLD_GAME + i, "alibaba", now - i, (int64_t)0);
        work_add(w, SET_TABLE_STATE, "iii", OLD_GAME, (int64_t)2, now);
        work_add(w, SET_SEAT, "iii", OLD_GAME, (int64_t)1, FIRST + PLAYED);
        work_add(w, SET_SEAT, "iii", OLD_GAME, (int64_t)2, FIRST + LONG_GONE);
        work_add(w, SET_SEAT, "iii", OPEN, (int64_t)1, FIRST + WAITS);
        work_add(w, ADD_SESSION, "tii", "nobody's", FIRST + NOBODY, now - 31 * day);
        work_add(w, ADD_SESSION, "tii", "seen's", FIRST + SEEN, now - 29 * day);
        work_add(w, ADD_SESSION, "tii", "played's", FIRST + PLAYED, now - 399 * day);
        work_add(w, ADD_SESSION, "tii", "gone's", FIRST + LONG_GONE, now - 401 * day);
        work_add(w, KEEP_PERSON, "ittt", FIRST + KEPT, "Guest", "guest", "hash");
        store_do(store[0], w);
        for (kept = 0; !kept;)
                turn_loop();
        shut_halls();
        open_halls();
        for (double until = cli_now() + LONG; who_is_there(FIRST, SOMEBODIES) != (1 << SEEN | 1 << KEPT | 1 << PLAYED | 1 << WAITS);)
                if (cli_now() > until)
                        fail_msg("those who are there: %x", (unsigned)people_there);
        assert_int_equal(who_is_there(ann->visit.guest.person, PEOPLE), (1 << PEOPLE) - 1);
}

TEST(whoever_is_forgotten_has_no_name_at_the_table_either) /* Protocol 9.5 */
{
        struct work *w = work_open(on_kept, NULL);

        make_table("\"game\":\"alibaba\",\"seats\":[0,0]");
        sit(ann, 1);
        join(bo);
        hears(bo, "\"name\":\"Ann\"");
        work_add(w, FORGET_PERSON, "i", ann->visit.guest.person);
        hall_notice_person(hall_of(ann), w, ann->visit.guest.person);
        store_do(store[ann->at % nodes], w);
        for (kept = 0; !kept;)
                turn_loop();
        hall_rename(hall_of(ann), ann->visit.guest.person, "");
        hears(bo, "\"name\":\"\",\"here\":true");
        listens(ann);
        join(ann);
        hears(ann, "\"name\":\"\",\"here\":true");
}

/* --- results --- */

TEST(a_rated_game_changes_ratings_and_another_does_not)
{
        begin_game("\"game\":\"labyrinth\",\"options\":{\"limit\":2},\"seats\":[0,0],\"rated\":false");
        while (play_one())
                ;
        turn_loop();
        assert_null(strstr(ann->log, "\"rating\":"));
        ann->log[0] = bo->log[0] = '\0';
        ann->size = bo->size = ann->seen = bo->seen = 0;
        begin_game("\"game\":\"labyrinth\",\"options\":{\"limit\":2},\"seats\":[0,0]");
        while (play_one())
                ;
        hears(ann, "\"rating\":1");
}

TEST(bots_that_are_the_same_are_rated_once)
{
        begin_game("\"game\":\"marrakech\",\"seats\":[0,0,1,1]"); /* where hardly two have the same in the end */
        while (play_one())
                ;
        hears(ann, "\"rating\":1");
}

/* --- no secret leaves --- */

static void keep_all(void *state, int viewer)
{
        (void)state, (void)viewer;
}

/* A room in which this position has come about, and then this move was made; what a viewer in this seat is told of it. */
static char *told_of(const struct game *g, const struct state *s, move m, move outcome, int seat)
{
        struct room r;
        struct plan plan = { .game = g, .players = game_players(s), .is_public = 1, .watch = 1, .chat = 1 };
        struct guest guest = { .person = seat == SPECTATOR ? 999 : 100 + seat, .name = "P" };
        struct entry e;
        struct outbox o = { 0 };
        uint8_t secret[HASH_BYTES] = { 1 };
        char *text;

        room_open(&r, 77);
        memcpy(&plan.options, s, sizeof plan.options);
        room_begin(&plan, 100, secret, secret, 5, &e);
        room_do(&r, &e, 1000);
        for (int p = 0; p < plan.players; p++) {
                r.chair[p].person = 100 + p;
                snprintf(r.chair[p].name, MAX_SEAT_NAME, "player %d", p + 1);
        }
        r.state = ROOM_PLAYING;
        r.game = r.table.record.game = g;
        record_start(&r.table.record, g, s, 1);
        room_say(&r, 100, "player 1", 1000, "hello");
        room_come(&r, &guest, 0, 0, 1000);
        room_tell(&r, &guest, 1000, &o);
        record_play(&r.table.record, m);
        if (outcome != UINT32_MAX)
                record_play(&r.table.record, outcome);
        r.stands++;
        room_tell(&r, &guest, 2000, &o);
        text = strdup(o.text);
        outbox_close(&o);
        room_close(&r);
        return text;
}

/* A move of the other world that looks to the seat like this one. */
static int same_to(const struct game *g, const struct state *s, move m, const struct state *world, int seat, move *found)
{
        move list[MAX_MOVES];
        int n = g->legal(world, list);

        for (int i = 0; i < n; i++)
                if (g->seen(world, list[i], seat) == g->seen(s, m, seat)) {
                        *found = list[i];
                        return 1;
                }
        return 0;
}

/* Compares what is told of two worlds that look the same to somebody, over random games; returns how often it differed. */
static int leaks(const struct game *told_by, const struct game *g, int wanted, int *compared)
{
        uint64_t random = 11;
        int different = 0;

        for (*compared = 0; *compared < wanted;) {
                struct options o;
                struct state s;
                struct draw d;
                uint8_t key[32];

                random_options(g, &o, &random);
                draw_key(key, random_next(&random));
                draw_open(&d, key, 0);
                memset(&s, 0, sizeof s);
                g->setup(&s, &o, &d);
                while (g->turn(&s) != OVER) {
                        int seat = (int)(random_dice(&random) % (unsigned)(game_players(&s) + 1));
                        struct state world = s, after = s;
                        move m = g->pick(&s, random_dice(&random)), other, outcome = UINT32_MAX;

                        if (seat == game_players(&s))
                                seat = SPECTATOR;
                        g->redact(&world, seat);
                        g->determinize(&world, seat, &d);
                        g->apply(&after, m);
                        if (random_dice(&random) % 4 == 0 && g->turn(&after) != OVER && same_to(g, &s, m, &world, seat, &other)) {
                                char *one = told_of(told_by, &s, m, outcome, seat), *two = told_of(told_by, &world, other, outcome, seat);

                                different += strcmp(one, two) != 0;
                                ++*compared;
                                free(one);
                                free(two);
                        }
                        s = after;
                }
        }
        return different;
}

TEST(what_a_seat_may_not_know_changes_no_byte_that_it_is_told)
{
        int compared;

        for (int i = 0; i < 3; i++)
                assert_int_equal(leaks(game_at(i), game_at(i), 1500, &compared), 0);
}

TEST(a_leak_would_be_seen)
{
        struct game leaky;
        int compared;

        leaky = alibaba;
        leaky.redact = keep_all;
        assert_true(leaks(&leaky, &alibaba, 300, &compared) > 20);
        leaky = labyrinth;
        leaky.redact = keep_all;
        assert_true(leaks(&leaky, &labyrinth, 300, &compared) > 100);
}

/* With an argument: only the tests whose names are like it. */
int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
                RUNS(the_server_speaks_first),
                RUNS(any_bytes_are_answered),
                RUNS(one_line_looks_at_one_thing_at_a_time),
                RUNS(whoever_sends_too_much_is_refused_for_a_while),
                RUNS(the_lobby_is_told_whole_and_then_what_changes),
                RUNS(whose_turn_it_is_is_told_wherever_one_looks),
                RUNS(play_now_finds_a_table_or_makes_one),
                RUNS(one_person_has_fifty_tables_at_most),
                RUNS(a_table_that_nobody_looks_at_for_ten_minutes_is_gone_everywhere),
                RUNS(a_table_that_somebody_has_just_looked_at_stays),
                RUNS(a_private_table_is_dropped_though_its_server_has_died),
                RUNS(a_table_is_told_to_whom_joins_it),
                RUNS(a_free_seat_is_taken_once),
                RUNS(the_host_decides_about_the_table),
                RUNS(the_game_begins_when_all_are_ready_and_have_told_their_first_link),
                RUNS(whole_games_of_each_kind_are_played_and_proven),
                RUNS(what_belongs_to_a_table_at_home_is_refused),
                RUNS(a_hint_is_given_where_nothing_is_rated),
                RUNS(a_move_is_taken_back_when_the_others_agree),
                RUNS(where_nobody_has_to_agree_it_is_taken_back_at_once),
                RUNS(whoever_leaves_is_held_by_a_bot_and_comes_back_to_the_seat),
                RUNS(whose_time_is_over_is_held_by_a_bot),
                RUNS(what_is_said_is_told_to_everybody_also_later),
                RUNS(a_rematch_keeps_the_seats_and_lets_the_next_begin),
                RUNS(a_seat_is_kept_for_ten_minutes),
                RUNS(two_who_want_a_rematch_at_once_are_at_one_table),
                RUNS(a_rematch_that_cannot_be_saved_is_nowhere_told),
                RUNS(nobody_watches_where_the_host_does_not_want_it),
                RUNS(a_new_chain_is_begun_on_another_device),
                RUNS(after_a_restart_every_table_is_as_it_was),
                RUNS(what_cannot_be_saved_is_refused_and_can_be_tried_again),
                RUNS(a_guest_who_does_not_come_back_is_forgotten),
                RUNS(whoever_is_forgotten_has_no_name_at_the_table_either),
                RUNS(a_rated_game_changes_ratings_and_another_does_not),
                RUNS(bots_that_are_the_same_are_rated_once),
                RUNS(what_a_seat_may_not_know_changes_no_byte_that_it_is_told),
                RUNS(a_leak_would_be_seen),
        };

        cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
        return cmocka_run_group_tests_name("tables on the net", tests, NULL, NULL);
}
