/* The thinkers' queue: which thought is searched next.
 *
 * 1. Thoughts that somebody waits for come before those of games in which only bots are left.
 * 2. CPU time is shared fairly between people, however much each asks for. A bot's search counts for the host of its table, a hint
 *    for the person who asked.
 * 3. A person has one hint in the queue: a newer one replaces an older one that was not started.
 * 4. There is a limit for each person, and one for all.
 *
 * The second rule is self-clocked fair queueing, as in routers. The queue's clock counts iterations of searches, not time. Each
 * thought is stamped when it is added: with the clock, or the person's latest stamp in the queue if that is later, plus the cost
 * of the thought. The thought with the earliest stamp is taken, and the clock advances to its stamp. So fifty thoughts of one
 * person at level 10 have stamps of 40,000, 80,000, 120,000, …; a single one of somebody else at level 1 is stamped 20 after the
 * clock, and is next.
 *
 * One list, sorted by stamp; it is short, so adding scans all of it. No locks here; see think.c. */
#ifndef SERAI_THINK_QUEUE_H
#define SERAI_THINK_QUEUE_H

#include "think.h"

enum { MAX_THOUGHTS = 4096, MAX_THOUGHTS_OF_ONE = 64 };

struct think_queue {
        struct thoughts list;      /* the next to be taken is the first */
        uint64_t clock[URGENCIES]; /* the stamp of the last one taken */
        int size;
};

void think_queue_open(struct think_queue *q);

/* Adds a thought. Returns NULL, or a thought that was dropped, for the caller to free: this one if the queue is full, or an older
 * hint. */
struct thought *think_queue_add(struct think_queue *q, struct thought *t);

/* Removes and returns the next; NULL if there is none. */
struct thought *think_queue_take(struct think_queue *q);

/* Raises the priority of a table's bot: somebody is waiting for it now. */
void think_queue_hurry(struct think_queue *q, int64_t table);

#endif
