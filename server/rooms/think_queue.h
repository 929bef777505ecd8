/* The queue of the thinkers: what is thought about next.
 *
 * 1. Thoughts that somebody waits for come before those of games in which only bots are left.
 * 2. The processor is shared fairly between people, however much each of them asks for. A bot's thinking is on the account of the
 *    host of its table, a hint on that of whoever asked.
 * 3. A person has one hint in the queue: a newer one takes the place of an older one that was not begun.
 * 4. There is a limit for each person, and one for all.
 *
 * The second is self-clocked fair queueing, as routers do it. The queue has a clock that counts iterations of searches, not time.
 * Each thought is stamped when it is added: with the clock, or the person's latest stamp in the queue if that is later, plus what
 * the thought costs. The thought with the earliest stamp is taken, and the clock is put forward to that. So somebody with fifty
 * thoughts at level 10 has stamps of 40,000, 80,000, 120,000, …; whoever comes with one at level 1 is stamped 20 later than the
 * clock, and is next.
 *
 * It is one list, sorted by stamp, and it is short: adding looks through all of it. No locks here; see think.c. */
#ifndef SERAI_THINK_QUEUE_H
#define SERAI_THINK_QUEUE_H

#include "think.h"

enum { MAX_THOUGHTS = 4096, MAX_THOUGHTS_OF_ONE = 64 };

struct think_queue {
        struct thought *first;     /* in the order in which they will be taken */
        uint64_t clock[URGENCIES]; /* the stamp of the last that was taken */
        int size;
};

/* Adds a thought. NULL, or the thought that will not be thought about, for the caller to free: this one, if there are too many, or
 * an older hint. */
struct thought *think_queue_add(struct think_queue *q, struct thought *t);

/* Takes the next; NULL if there is none. */
struct thought *think_queue_take(struct think_queue *q);

/* Somebody waits for a table's bot now who was not there when it was asked. */
void think_queue_hurry(struct think_queue *q, int64_t table);

#endif
