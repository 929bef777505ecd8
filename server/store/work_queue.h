/* The queue between the loop and a store's thread. The loop puts works in; the thread takes all that wait at once, and gives them
 * back through it, as well as notices of other stores. */
#ifndef SERAI_WORK_QUEUE_H
#define SERAI_WORK_QUEUE_H

#include "work.h"

/* A list of works. */
struct list {
        struct work *first, **end;
};

void list_clear(struct list *l);
void list_add(struct list *l, struct work *w);

struct work_queue {
        uv_async_t wake;
        uv_thread_t thread;
        uv_mutex_t lock;
        uv_cond_t news;      /* something has ended */
        int bell[2];         /* a pipe: a byte in it means that something waits, or that the queue is closed */
        struct list waiting; /* under the lock */
        struct list ended;   /* under the lock */
        struct values heard; /* under the lock: notices, and nulls where some may have been missed */
        int closing;         /* under the lock; then nothing waits */
        int under_way;       /* works put and not yet returned; the loop's */
        void (*hear)(void *whose, const char *about); /* the loop's */
        void *listener;
        uint64_t taken; /* when works were last taken; the thread's */
        void *whose;
};

/* Runs `work_on(whose)` in a thread. 0, with the reason in errno, if there are no descriptors left. */
int work_queue_open(struct work_queue *d, uv_loop_t *loop, void (*work_on)(void *whose), void *whose);

/* Returns all pending works, ends the thread, calls `end(whose)`, and frees `whose` in the loop's next round. */
void work_queue_close(struct work_queue *d, void (*end)(void *whose));

/* --- for the loop --- */

void work_queue_put(struct work_queue *d, struct work *w);
void work_queue_listen(struct work_queue *d, void (*hear)(void *whose, const char *about), void *whose);

/* --- for the thread --- */

/* Waits until there is a work, input on `fd` (-1: none), or for so many milliseconds (-1: for ever), and appends all waiting works
 * to `list`. 0: the queue is closed. */
int work_queue_take(struct work_queue *d, int fd, int milliseconds, struct list *list);

/* Gives back a list of finished works, and empties it. */
void work_queue_give(struct work_queue *d, struct list *list);

/* Passes on a notice of another store; NULL: some may have been missed. */
void work_queue_tell(struct work_queue *d, const char *about);

#endif
