/* The queue of works to a store's thread and back; see work_queue.h. */
#include "work_queue.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- on the store's thread --- */

/* The shortest time between two takes. The first work after a pause does not wait; under load works share a group, which saves
 * disk syncs and CPU: at 3,000 works a second that halves the cost of a work. */
static const uint64_t GATHER = 2000000; /* nanoseconds */

static void gather(struct work_queue *d)
{
        uint64_t since = uv_hrtime() - d->taken;

        if (since < GATHER)
                usleep((useconds_t)((GATHER - since) / 1000));
        d->taken = uv_hrtime();
}

/* Waits, and appends all waiting works to `list`. 0: the queue is closed. */
static int take_works(struct work_queue *d, struct pause pause, struct works *list)
{
        struct pollfd wait[] = { { .fd = d->bell[0], .events = POLLIN }, { .fd = pause.fd, .events = POLLIN } };
        char byte;
        int open;

        poll(wait, 2, pause.milliseconds);
        if (wait[0].revents)
                gather(d);
        uv_mutex_lock(&d->lock);
        while (read(d->bell[0], &byte, 1) == 1)
                ;
        STAILQ_CONCAT(list, &d->waiting);
        open = !d->closing;
        uv_mutex_unlock(&d->lock);
        return open;
}

static void take_turns(void *queue)
{
        struct work_queue *d = queue;
        struct works works = STAILQ_HEAD_INITIALIZER(works);

        while (take_works(d, d->turn(d->whose, &works), &works))
                ;
}

void work_queue_give(struct work_queue *d, struct works *list)
{
        uv_mutex_lock(&d->lock);
        STAILQ_CONCAT(&d->ended, list);
        uv_cond_signal(&d->news);
        uv_mutex_unlock(&d->lock);
        uv_async_send(&d->wake);
}

void work_queue_tell(struct work_queue *d, const char *about)
{
        const struct value missed = { .type = 'n' };

        uv_mutex_lock(&d->lock);
        if (about)
                values_add_bytes(&d->heard, 't', about, strlen(about));
        else
                values_add(&d->heard, &missed);
        uv_mutex_unlock(&d->lock);
        uv_async_send(&d->wake);
}

/* --- on the loop's thread --- */

static void ring(struct work_queue *d)
{
        if (write(d->bell[1], "", 1) != 1)
                abort(); /* the bell is rung once until it is read, so there is room */
}

void work_queue_put(struct work_queue *d, struct work *w)
{
        if (d->under_way++ == 0)
                uv_ref((uv_handle_t *)&d->wake);
        w->since = uv_hrtime();
        uv_mutex_lock(&d->lock);
        if (STAILQ_EMPTY(&d->waiting))
                ring(d);
        STAILQ_INSERT_TAIL(&d->waiting, w, next);
        uv_mutex_unlock(&d->lock);
}

void work_queue_listen(struct work_queue *d, void (*hear)(void *whose, const char *about), void *whose)
{
        d->hear = hear;
        d->listener = whose;
}

static void give_back(struct work_queue *d)
{
        struct works ended = STAILQ_HEAD_INITIALIZER(ended);
        struct work *w;

        uv_mutex_lock(&d->lock);
        STAILQ_CONCAT(&ended, &d->ended);
        uv_mutex_unlock(&d->lock);
        while ((w = STAILQ_FIRST(&ended))) {
                STAILQ_REMOVE_HEAD(&ended, next);
                if (--d->under_way == 0)
                        uv_unref((uv_handle_t *)&d->wake);
                w->done(w);
        }
}

static void pass_on(struct work_queue *d)
{
        struct values heard;

        uv_mutex_lock(&d->lock);
        heard = d->heard;
        memset(&d->heard, 0, sizeof d->heard);
        uv_mutex_unlock(&d->lock);
        for (size_t i = 0; i < heard.count && d->hear; i++)
                d->hear(d->listener, heard.value[i].type == 'n' ? NULL : heard.bytes + heard.value[i].at);
        values_close(&heard);
}

static void on_wake(uv_async_t *wake)
{
        give_back(wake->data);
        pass_on(wake->data);
}

/* A pipe that child processes do not inherit; 0: no descriptors left. */
static int open_bell(int bell[2])
{
        if (pipe(bell) != 0)
                return 0;
        fcntl(bell[0], F_SETFL, O_NONBLOCK);
        for (int i = 0; i < 2; i++)
                fcntl(bell[i], F_SETFD, FD_CLOEXEC);
        return 1;
}

int work_queue_open(struct work_queue *d, uv_loop_t *loop, struct pause (*turn)(void *whose, struct works *works), void *whose)
{
        if (!open_bell(d->bell))
                return 0;
        STAILQ_INIT(&d->waiting);
        STAILQ_INIT(&d->ended);
        d->turn = turn;
        d->whose = whose;
        uv_async_init(loop, &d->wake, on_wake);
        uv_unref((uv_handle_t *)&d->wake);
        d->wake.data = d;
        uv_mutex_init(&d->lock);
        uv_cond_init(&d->news);
        if (uv_thread_create(&d->thread, take_turns, d) != 0) {
                fputs("serai: cannot start the thread of the store\n", stderr);
                abort();
        }
        return 1;
}

static void on_closed(uv_handle_t *wake)
{
        struct work_queue *d = wake->data;

        free(d->whose);
}

void work_queue_close(struct work_queue *d, void (*end)(void *whose))
{
        while (d->under_way) {
                uv_mutex_lock(&d->lock);
                while (STAILQ_EMPTY(&d->ended))
                        uv_cond_wait(&d->news, &d->lock);
                uv_mutex_unlock(&d->lock);
                give_back(d);
        }
        uv_mutex_lock(&d->lock);
        d->closing = 1;
        ring(d);
        uv_mutex_unlock(&d->lock);
        uv_thread_join(&d->thread);
        uv_mutex_destroy(&d->lock);
        uv_cond_destroy(&d->news);
        close(d->bell[0]);
        close(d->bell[1]);
        values_close(&d->heard);
        end(d->whose);
        uv_close((uv_handle_t *)&d->wake, on_closed);
}
