/* Threads in which bots search; see think.h. */
#include "think_queue.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MAX_THREADS = 64, NICENESS = 10 };

struct thinkers {
        pthread_mutex_t lock; /* guards the two queues and `closing` */
        pthread_cond_t asked_more;
        struct think_queue asked;
        struct thoughts answered;
        int closing;
        pthread_t thread[MAX_THREADS];
        int threads;
        uv_async_t answered_more;
        void (*done)(struct thought *t, void *whose);
        void *whose;
};

/* The memory of a search, which a thread keeps for the next one. */
struct block {
        void *bytes;
        size_t size;
};

static void think(struct thought *t, struct block *b)
{
        const struct question *q = &t->question;
        uint32_t iterations = bot_level(q->game, q->level)->iterations;
        size_t size = search_size(iterations);
        struct search *s;

        if (size > b->size) {
                free(b->bytes);
                b->bytes = malloc(size);
                b->size = b->bytes ? size : 0;
        }
        s = b->bytes ? bot_open(b->bytes, b->size, q->game, bot_level(q->game, q->level), &q->view, q->seed) : NULL;
        if (!s) { /* out of memory: any move is better than none */
                t->answer.m = q->game->pick(&q->view, (uint32_t)q->seed);
                t->answer.best[0] = '\0';
                return;
        }
        search_run(s, iterations);
        question_answer(q, s, &t->answer);
}

static void *run(void *whose)
{
        struct thinkers *all = whose;
        struct block block = { NULL, 0 };

        setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICENESS);
        pthread_mutex_lock(&all->lock);
        while (!all->closing) {
                struct thought *t = think_queue_take(&all->asked);

                if (!t) {
                        pthread_cond_wait(&all->asked_more, &all->lock);
                        continue;
                }
                pthread_mutex_unlock(&all->lock);
                think(t, &block);
                pthread_mutex_lock(&all->lock);
                TAILQ_INSERT_TAIL(&all->answered, t, in_queue);
                uv_async_send(&all->answered_more);
        }
        pthread_mutex_unlock(&all->lock);
        free(block.bytes);
        return NULL;
}

static void hand_back(uv_async_t *async)
{
        struct thinkers *all = async->data;
        struct thoughts answered = TAILQ_HEAD_INITIALIZER(answered);
        struct thought *t;

        pthread_mutex_lock(&all->lock);
        TAILQ_CONCAT(&answered, &all->answered, in_queue);
        pthread_mutex_unlock(&all->lock);
        while ((t = TAILQ_FIRST(&answered))) {
                TAILQ_REMOVE(&answered, t, in_queue);
                all->done(t, all->whose);
        }
}

struct thinkers *thinkers_open(uv_loop_t *loop, int threads, void (*done)(struct thought *t, void *whose), void *whose)
{
        struct thinkers *all = calloc(1, sizeof *all);

        if (!all)
                return NULL;
        pthread_mutex_init(&all->lock, NULL);
        pthread_cond_init(&all->asked_more, NULL);
        think_queue_open(&all->asked);
        TAILQ_INIT(&all->answered);
        all->done = done;
        all->whose = whose;
        uv_async_init(loop, &all->answered_more, hand_back);
        all->answered_more.data = all;
        while (all->threads < threads && all->threads < MAX_THREADS &&
               pthread_create(&all->thread[all->threads], NULL, run, all) == 0)
                all->threads++;
        return all;
}

static void free_all(struct thoughts *list)
{
        struct thought *t;

        while ((t = TAILQ_FIRST(list))) {
                TAILQ_REMOVE(list, t, in_queue);
                free(t);
        }
}

static void on_closed(uv_handle_t *handle)
{
        free(handle->data);
}

void thinkers_close(struct thinkers *all)
{
        pthread_mutex_lock(&all->lock);
        all->closing = 1;
        pthread_cond_broadcast(&all->asked_more);
        pthread_mutex_unlock(&all->lock);
        for (int i = 0; i < all->threads; i++)
                pthread_join(all->thread[i], NULL);
        free_all(&all->asked.list);
        free_all(&all->answered);
        pthread_mutex_destroy(&all->lock);
        pthread_cond_destroy(&all->asked_more);
        uv_close((uv_handle_t *)&all->answered_more, on_closed);
}

struct thought *thinkers_ask(struct thinkers *all, struct thought *t)
{
        struct thought *left;

        pthread_mutex_lock(&all->lock);
        left = think_queue_add(&all->asked, t);
        pthread_cond_signal(&all->asked_more);
        pthread_mutex_unlock(&all->lock);
        return left;
}

void thinkers_hurry(struct thinkers *all, int64_t table)
{
        pthread_mutex_lock(&all->lock);
        think_queue_hurry(&all->asked, table);
        pthread_mutex_unlock(&all->lock);
}

int thinkers_waiting(struct thinkers *all)
{
        int waiting;

        pthread_mutex_lock(&all->lock);
        waiting = all->asked.size;
        pthread_mutex_unlock(&all->lock);
        return waiting;
}
