/* For the tests of tables on the net: a hub with a real store and thinkers, and four people in it who say and hear messages.
 *
 * With a PostgreSQL (sh tests/system/postgres.sh build/asan/test_hub) there are three hubs on one database, each as a server has
 * it, and the people are at different ones: all of it has to hold just the same. */
#ifndef SERAI_TESTS_HUBS_H
#define SERAI_TESTS_HUBS_H

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sodium.h>
#include <unistd.h>

#include "../../cli/cli.h"
#include "../../server/clock.h"
#include "../../server/rooms/hub.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))
#define RUNS(name) cmocka_unit_test_setup_teardown(name, open_fresh, close_all)

#ifndef PATIENCE
#define PATIENCE 120 /* seconds: nothing takes nearly as long */
#endif

enum { PEOPLE = 4, NODES = 3, LOG = 1 << 22, LONG = PATIENCE };

/* Somebody with a line: all that was ever told through it, and how much of that was looked at. */
struct player {
        struct client client;
        char *log;
        size_t size, seen;
        int woken, here;
        int at; /* which hub */
        uint8_t (*link)[HASH_BYTES];
        const char *name;
};

static uv_loop_t loop;
static int nodes;        /* how many hubs there are */
static int thinkers = 2; /* threads in each */
static struct store *store[NODES];
static struct hub *hub[NODES];
static char folder[64], file[128], table[ID_TEXT + 1];
static struct player players[PEOPLE], *const ann = &players[0], *const bo = &players[1], *const cy = &players[2],
                                             *const di = &players[3];

/* --- clocks, which can be put forward --- */

static int later;                      /* seconds: all of them; so much time has passed */
static int wall_later, database_later; /* the wall clock and the database's, which have jumped */

static inline void put_clocks(void)
{
        clock_shift.monotonic = (int64_t)later * 1000;
        clock_shift.wall = ((int64_t)later + wall_later) * 1000;
        clock_shift.database = ((int64_t)later + database_later) * 1000;
}

/* --- a hub with four people in it, or several with one or two each --- */

static inline struct hub *hub_of(const struct player *p)
{
        return hub[p->at % nodes];
}

static inline void on_woken(struct client *v)
{
        ((struct player *)v)->woken = 1;
}

static int kept;

static inline void on_kept(struct work *w)
{
        assert_int_equal(work_outcome(w), STORE_DONE);
        work_close(w);
        kept = 1;
}

static inline void open_hubs(void)
{
        char why[MAX_STORE_WHY] = "";

        put_clocks();
        for (int i = 0; i < nodes; i++) {
                store[i] = store_open(file, &loop, why);
                if (!store[i])
                        fail_msg("%s", why);
                hub[i] = hub_open(&loop, store[i], thinkers, on_woken);
        }
}

static inline void leave(struct player *p)
{
        if (p->here)
                hub_leave(hub_of(p), &p->client);
        p->here = 0;
}

static inline void close_hubs(void)
{
        for (int i = 0; i < PEOPLE; i++)
                leave(&players[i]);
        for (int i = 0; i < nodes; i++)
                hub_stop(hub[i]);
        while (uv_loop_alive(&loop))
                uv_run(&loop, UV_RUN_DEFAULT);
        for (int i = 0; i < nodes; i++) {
                hub_close(hub[i]);
                store_close(store[i]);
        }
        uv_run(&loop, UV_RUN_DEFAULT);
}

/* Whatever is told is messages, one a line. */
static inline void assert_messages(const char *text, size_t size)
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
static inline void tell_all(void)
{
        static struct copies copies;

        for (int i = 0; i < PEOPLE; i++) {
                struct player *p = &players[i];
                struct outbox o = { .copies = &copies };

                while (p->here && p->woken) {
                        p->woken = hub_tell(hub_of(p), &p->client, &o);
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

static inline void turn_loop(void)
{
        put_clocks();
        uv_run(&loop, UV_RUN_NOWAIT);
        tell_all();
}

/* The same where something is waited for: then lets others have the processor, for a millisecond or until something arrives. */
static inline void wait_loop(void)
{
        struct pollfd arrivals = { .fd = uv_backend_fd(&loop), .events = POLLIN };

        turn_loop();
        poll(&arrivals, 1, 1);
}

/* Waits until this is told to somebody, after what was looked at last; and looks at it. */
static inline const char *hears(struct player *p, const char *words)
{
        double until = cli_now() + LONG;
        char *at;

        turn_loop();
        for (;;) {
                at = strstr(p->log + p->seen, words);
                if (at)
                        break;
                wait_loop();
                if (cli_now() > until)
                        fail_msg("%s does not hear %s, but: %.600s\n(Ann: %.300s)", p->name, words, p->log + p->seen,
                                 ann->log + (ann->size > 300 ? ann->size - 300 : 0));
        }
        p->seen = (size_t)(at - p->log) + strlen(words);
        return at;
}

/* Forgets what was told so far. */
static inline void listens(struct player *p)
{
        turn_loop();
        p->seen = p->size;
}

static inline void says(struct player *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline void says(struct player *p, const char *format, ...)
{
        char text[2048];
        va_list args;
        int size;

        va_start(args, format);
        size = vsnprintf(text, sizeof text, format, args);
        va_end(args);
        put_clocks();
        hub_hear(hub_of(p), &p->client, text, (size_t)size);
}

/* What a player says is refused with this code. */
#define refused(p, code, ...)                                                                                                      \
        do {                                                                                                                       \
                listens(p);                                                                                                        \
                says(p, __VA_ARGS__);                                                                                              \
                hears(p, "\"refused\"");                                                                                           \
                hears(p, "\"code\":\"" code "\"");                                                                                 \
        } while (0)

static inline void enter(struct player *p)
{
        memset(&p->client, 0, sizeof p->client);
        p->client.subscriber.person = 100 + (p - players);
        strcpy(p->client.subscriber.name, p->name);
        p->client.trusted = 1;
        p->here = 1;
        assert_true(hub_enter(hub_of(p), &p->client));
        p->size = p->seen = 0;
}

static inline int open_fresh(void **unused)
{
        static const char *const NAMES[PEOPLE] = { "Ann", "Bo", "Cy", "Di" };
        struct work *w;

        (void)unused;
        snprintf(folder, sizeof folder, "/tmp/serai-hub-XXXXXX");
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
        open_hubs();
        w = work_open(on_kept, NULL);
        for (int i = 0; i < PEOPLE; i++)
                work_add(w, ADD_PERSON, "iti", (int64_t)(100 + i), NAMES[i], (int64_t)clock_now());
        store_do(store[0], w);
        for (kept = 0; !kept;)
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

/* The same, where questions wait: no bot ever thinks. */
static inline int open_without_thinkers(void **unused)
{
        thinkers = 0;
        return open_fresh(unused);
}

static inline int close_all(void **unused)
{
        char command[128];

        (void)unused;
        close_hubs();
        later = wall_later = database_later = 0;
        put_clocks();
        thinkers = 2;
        snprintf(command, sizeof command, "rm -rf %s", folder);
        for (int i = 0; i < PEOPLE; i++) {
                free(players[i].log);
                free(players[i].link);
        }
        return system(command) || uv_loop_close(&loop);
}

static inline const char *link_of(const struct player *p, uint64_t number)
{
        static char text[2 * HASH_BYTES + 1];

        sodium_bin2hex(text, sizeof text, p->link[number], HASH_BYTES);
        return text;
}

/* --- tables --- */

/* A table as Ann makes it; the rest of the message `make`. */
static inline void make_table(const char *rest)
{
        listens(ann);
        says(ann, "{\"t\":\"make\",%s}", rest);
        memcpy(table, hears(ann, "\"made\",\"table\":\"") + strlen("\"made\",\"table\":\""), ID_TEXT);
}

static inline void join(struct player *p)
{
        listens(p);
        says(p, "{\"t\":\"join\",\"table\":\"%s\"}", table);
        hears(p, "{\"t\":\"room\"");
}

static inline void sit(struct player *p, int seat)
{
        char taken[32];

        join(p);
        says(p, "{\"t\":\"sit\",\"seat\":%d,\"tip\":\"%s\"}", seat, link_of(p, 0));
        snprintf(taken, sizeof taken, "\"you\":%d", seat);
        hears(p, taken);
}

/* Everybody who sits is ready, and the game begins. */
static inline void begin(int people)
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
static inline void begin_game(const char *rest)
{
        make_table(rest);
        sit(ann, 1);
        sit(bo, 2);
        begin(2);
}

/* The last that a player was told about how things stand: ply and the first move that is allowed, "" if none is. */
static inline size_t now_of(const struct player *p, char move_text[MAX_MOVE_TEXT])
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

static inline int is_over(const struct player *p)
{
        for (const char *at = p->log; (at = strstr(at, "\"winners\":[")); at++)
                if (at[strlen("\"winners\":[")] != ']')
                        return 1;
        return 0;
}

/* Whoever of the first two may, makes the first move that there is. 0: the game is over. */
static inline int play_one(void)
{
        double until = cli_now() + LONG;

        for (;;) {
                for (int i = 0; i < 2; i++) {
                        char move_text[MAX_MOVE_TEXT], next[64];
                        size_t ply = now_of(&players[i], move_text);

                        if (!move_text[0])
                                continue;
                        listens(&players[i]);
                        snprintf(next, sizeof next, "{\"t\":\"steps\",\"from\":%zu,\"steps\":[{", ply + 1);
                        says(&players[i], "{\"t\":\"play\",\"ply\":%zu,\"move\":\"%s\",\"link\":\"%s\"}", ply, move_text,
                             link_of(&players[i], ply + FIRST_LINK));
                        hears(&players[i], next);
                        return 1;
                }
                if (is_over(ann))
                        return 0;
                wait_loop();
                if (cli_now() > until)
                        fail_msg("nobody moves: %.600s", ann->log + ann->seen);
        }
}

#endif
