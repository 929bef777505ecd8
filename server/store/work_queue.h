/* The queue between the loop and a store's thread. The loop puts works in. The thread lets the store take turns: in each it gets
 * all works that wait, gives finished ones back, passes on notices of other stores, and says what to wait for. */
#ifndef SERAI_WORK_QUEUE_H
#define SERAI_WORK_QUEUE_H

#include "work.h"

/* What the thread waits for before the next turn, besides new works: input on `fd` (-1: none), or so many milliseconds (-1: for
 * ever). */
struct pause {
        int fd, milliseconds;
};

struct work_queue {
        uv_async_t wake;
        uv_thread_t thread;
        uv_mutex_t lock;
        uv_cond_t news;       /* something has ended */
        int bell[2];          /* a pipe: a byte in it means that something waits, or that the queue is closed */
        struct works waiting; /* under the lock */
        struct works ended;   /* under the lock */
        struct values heard;  /* under the lock: notices, and nulls where some may have been missed */
        int closing;          /* under the lock; then nothing waits */
        int under_way;        /* works put and not yet returned; the loop's */
        void (*hear)(void *whose, const char *about); /* the loop's */
        void *listener;
        uint64_t taken; /* when works were last taken; the thread's */
        struct pause (*turn)(void *whose, struct works *works);
        void *whose;
};

/* Starts a thread in which the store takes turns: one at once, and one whenever there are new works or its pause is over. Works
 * that a turn leaves in the list are there in the next one. 0, with the reason in errno, if there are no descriptors left. */
int work_queue_open(struct work_queue *d, uv_loop_t *loop, struct pause (*turn)(void *whose, struct works *works), void *whose);

/* Returns all pending works, ends the thread, calls `end(whose)`, and frees `whose` in the loop's next round. */
void work_queue_close(struct work_queue *d, void (*end)(void *whose));

/* --- for the loop --- */

void work_queue_put(struct work_queue *d, struct work *w);
void work_queue_listen(struct work_queue *d, void (*hear)(void *whose, const char *about), void *whose);

/* --- for the store's turns --- */

/* Gives back a list of finished works, and empties it. */
void work_queue_give(struct work_queue *d, struct works *list);

/* Passes on a notice of another store; NULL: some may have been missed. */
void work_queue_tell(struct work_queue *d, const char *about);

#endif
