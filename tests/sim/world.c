/* Events in the order of time, and the life of servers; see sim.h. */
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

enum { THINKERS = 32, BOOT_AGAIN = 2000000 /* after a server could not start */, PATIENT_TURNS = 40 };

struct server servers[MAX_SERVERS];
int server_count;
struct server *current;
uint64_t now;
struct conditions conditions;
struct figures figures;

/* --- events: a heap, the earliest first --- */

struct event {
        uint64_t at, order; /* of two at the same time the one that was asked for first comes first */
        struct server *server;
        unsigned life; /* of the server */
        void (*happen)(void *whose);
        void *whose;
        size_t place;       /* in the heap */
        struct event *next; /* of those that are not used */
};

static struct {
        struct event **heap;
        size_t count, room;
        uint64_t orders;
        struct event *unused;
} queue;

static int is_before(const struct event *a, const struct event *b)
{
        return a->at != b->at ? a->at < b->at : a->order < b->order;
}

static void put(struct event *e, size_t place)
{
        queue.heap[place] = e;
        e->place = place;
}

static void sift_up(struct event *e, size_t place)
{
        while (place > 0 && is_before(e, queue.heap[(place - 1) / 2])) {
                put(queue.heap[(place - 1) / 2], place);
                place = (place - 1) / 2;
        }
        put(e, place);
}

static void sift_down(struct event *e, size_t place)
{
        for (size_t child; (child = 2 * place + 1) < queue.count; place = child) {
                if (child + 1 < queue.count && is_before(queue.heap[child + 1], queue.heap[child]))
                        child++;
                if (is_before(e, queue.heap[child]))
                        break;
                put(queue.heap[child], place);
        }
        put(e, place);
}

static void add(struct event *e)
{
        if (queue.count == queue.room) {
                queue.room = queue.room ? 2 * queue.room : 1024;
                queue.heap = realloc(queue.heap, queue.room * sizeof(struct event *));
                if (!queue.heap)
                        abort();
        }
        sift_up(e, queue.count++);
}

static void take_out(struct event *e)
{
        struct event *last = queue.heap[--queue.count];

        if (last == e)
                return;
        if (is_before(last, e))
                sift_up(last, e->place);
        else
                sift_down(last, e->place);
}

static void retire(struct event *e)
{
        e->next = queue.unused;
        queue.unused = e;
}

struct event *sim_after(struct server *s, uint64_t delay, void (*happen)(void *whose), void *whose)
{
        struct event *e = queue.unused;

        if (e)
                queue.unused = e->next;
        else if (!(e = malloc(sizeof *e)))
                abort();
        *e = (struct event){
                .at = now + delay, .order = queue.orders++, .server = s, .life = s ? s->life : 0, .happen = happen, .whose = whose
        };
        add(e);
        return e;
}

void sim_cancel(struct event *e)
{
        take_out(e);
        retire(e);
}

void sim_as(struct server *s)
{
        static struct server_clock nobodys;

        current = s;
        server_clock = s ? &s->clock : &nobodys;
}

/* An event of a server that is frozen waits until it thaws. */
static void happen(struct event *e)
{
        struct server *s = e->server;
        void (*what)(void *whose) = e->happen;
        void *whose = e->whose;

        if (s && s->life == e->life && s->frozen_until > now) {
                e->at = s->frozen_until;
                add(e);
                return;
        }
        retire(e);
        if (s && s->life != e->life)
                return;
        sim_as(s);
        what(whose);
        sim_as(NULL);
}

void sim_run(uint64_t until)
{
        while (queue.count && queue.heap[0]->at <= until) {
                struct event *e = queue.heap[0];

                take_out(e);
                now = e->at;
                happen(e);
        }
        now = until;
}

/* --- servers --- */

static void boot(void *whose);

static const char *database(void)
{
        return server_count > 1 ? "postgres://simulated" : disk_file();
}

void server_start(struct server *s)
{
        char why[MAX_STORE_WHY] = "";

        if (s->state != DOWN)
                return;
        s->life++;
        s->frozen_until = 0;
        memset(&s->clock, 0, sizeof s->clock);
        sim_as(s);
        s->store = store_open(database(), &sim_loop, why);
        if (s->store) {
                s->state = UP;
                s->booted = now;
                s->hub = hub_open(&sim_loop, s->store, THINKERS, on_wake);
                friends_serve(s);
                sim_note("server %d starts", s->index);
        } else {
                sim_note("server %d cannot start: %s", s->index, why);
                if (strstr(why, "damaged"))
                        sim_fail("a server finds its database damaged: %s", why);
                s->life++;
                sim_after(NULL, BOOT_AGAIN, boot, s);
        }
        sim_as(NULL);
}

static void boot(void *whose)
{
        server_start(whose);
}

void server_start_after(struct server *s, uint64_t delay)
{
        sim_after(NULL, delay, boot, s);
}

static void server_close(struct server *s)
{
        works_fail(s);
        hub_close(s->hub);
        store_close(s->store);
        s->life++;
        s->state = DOWN;
        sim_as(NULL);
}

/* Frees what is left of a server. Its store is cut off from the disk or the database: nothing that is done here has an effect. */
void server_kill(struct server *s)
{
        if (s->state != UP)
                return;
        sim_note("server %d is killed", s->index);
        s->life++;
        s->state = DYING;
        if (server_count > 1)
                postgres_forget(s->index);
        else
                disk_crash();
        sim_as(s);
        people_lose_server(s);
        hub_stop(s->hub);
        server_close(s);
}

/* As SIGTERM does: connections are closed, works that are under way are finished. */
void server_stop(struct server *s)
{
        int turns = 0;

        if (s->state != UP)
                return;
        sim_as(s);
        people_lose_server(s);
        while (works_turn(s) && turns < PATIENT_TURNS)
                turns++;
        if (turns == PATIENT_TURNS) { /* the database does not answer: then it is killed */
                server_kill(s);
                return;
        }
        sim_note("server %d stops", s->index);
        hub_stop(s->hub);
        for (turns = 0; works_turn(s) && turns < PATIENT_TURNS;)
                turns++;
        s->life++;
        s->state = DYING;
        server_close(s);
}

/* --- chance --- */

static uint64_t chance[STREAMS];

uint32_t stream_random(enum stream which, uint32_t n)
{
        return n ? (uint32_t)((random_next(&chance[which]) >> 32) * n >> 32) : 0;
}

uint32_t sim_random(uint32_t n)
{
        return stream_random(OF_EDGES, n);
}

int sim_chance(uint32_t per_million)
{
        return per_million && sim_random(1000000) < per_million;
}

/* --- a run --- */

void world_open(uint64_t seed, int count)
{
        uint64_t random = seed;

        for (int i = 0; i < STREAMS; i++)
                chance[i] = random_next(&random);
        now = 0;
        queue.orders = 0;
        server_count = count;
        memset(servers, 0, sizeof servers);
        memset(&conditions, 0, sizeof conditions);
        for (int i = 0; i < count; i++)
                servers[i].index = i;
        if (count > 1)
                postgres_clear();
        else
                disk_clear();
        for (int i = 0; i < count; i++)
                server_start(&servers[i]);
}

void world_close(void)
{
        for (int i = 0; i < server_count; i++)
                server_kill(&servers[i]);
        while (queue.count)
                retire(queue.heap[--queue.count]);
}
