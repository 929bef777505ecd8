/* Thinkers without threads: a search takes some simulated time, and ends with any legal move; of a hint, with a real, short search.
 * See server/rooms/think.h. */
#include "../../server/rooms/think_queue.h"

#include <stdlib.h>

#include "parts.h"

enum { QUICKEST = 5000, SLOWEST = 8000000 /* microseconds */, ITERATIONS = 20 };

struct thinkers {
        struct think_queue asked;
        struct thoughts running;
        int idle; /* threads that wait for a question */
        void (*done)(struct thought *t, void *whose);
        void *whose;
        struct server *server;
        unsigned life;
};

struct thinkers *thinkers_open(uv_loop_t *loop, int threads, void (*done)(struct thought *t, void *whose), void *whose)
{
        struct thinkers *all = calloc(1, sizeof *all);

        (void)loop;
        if (!all)
                abort();
        think_queue_open(&all->asked);
        TAILQ_INIT(&all->running);
        all->idle = threads;
        all->done = done;
        all->whose = whose;
        all->server = current;
        return all;
}

/* What real searches find takes too long to find; that they are honest has tests of its own. */
static void think(struct thought *t)
{
        static uint64_t block[(1 << 20) / sizeof(uint64_t)];
        const struct question *q = &t->question;
        struct search *s = q->hint ? search_open(block, sizeof block, q->game, &q->view, q->seed) : NULL;

        t->answer.m = q->game->pick(&q->view, (uint32_t)q->seed);
        t->answer.best[0] = '\0';
        if (!s)
                return;
        search_run(s, ITERATIONS);
        question_answer(q, s, &t->answer);
}

static void begin_searches(struct thinkers *all);

/* The first of those that run was begun first; all take their time from when they were begun. */
static void end_search(void *whose)
{
        struct thinkers *all = whose;
        struct thought *t = TAILQ_FIRST(&all->running);

        TAILQ_REMOVE(&all->running, t, in_queue);
        all->idle++;
        think(t);
        begin_searches(all);
        all->done(t, all->whose);
}

static void begin_searches(struct thinkers *all)
{
        struct thought *t;

        while (all->idle && (t = think_queue_take(&all->asked))) {
                all->idle--;
                TAILQ_INSERT_TAIL(&all->running, t, in_queue);
                sim_after(all->server, QUICKEST + sim_random(SLOWEST - QUICKEST), end_search, all);
        }
}

struct thought *thinkers_ask(struct thinkers *all, struct thought *t)
{
        struct thought *left = think_queue_add(&all->asked, t);

        begin_searches(all);
        return left;
}

void thinkers_hurry(struct thinkers *all, int64_t table)
{
        think_queue_hurry(&all->asked, table);
}

int thinkers_waiting(struct thinkers *all)
{
        return all->asked.size;
}

static void free_all(struct thoughts *list)
{
        struct thought *t;

        while ((t = TAILQ_FIRST(list))) {
                TAILQ_REMOVE(list, t, in_queue);
                free(t);
        }
}

/* The server is killed or stopped next: no search ends any more. */
void thinkers_close(struct thinkers *all)
{
        free_all(&all->asked.list);
        free_all(&all->running);
        free(all);
}
