/* Thinkers: threads in which bots search, on the view of one seat and nothing else.
 *
 * A question with its view (table.h) is queued (think_queue.h), searched, and handed back on the loop's thread. The threads are
 * niced: a busy machine slows down bots, not people. */
#ifndef SERAI_THINK_H
#define SERAI_THINK_H

#include <sys/queue.h>
#include <uv.h>

#include "../../table/table.h"

enum urgency { SOMEBODY_WAITS, NOBODY_WAITS, URGENCIES };

struct thought {
        TAILQ_ENTRY(thought) in_queue;
        int64_t person; /* on whose account it is counted */
        enum urgency urgency;
        uint64_t stamp; /* its position in the queue */
        struct question question;
        struct answer answer;
        int64_t table;   /* the table whose bot it is, ... */
        uint64_t client; /* or the client that asked for a hint */
};

TAILQ_HEAD(thoughts, thought);

struct thinkers;

/* Starts so many threads; with 0, nothing is answered. `done` gets each finished thought, and frees it. NULL: out of memory. */
struct thinkers *thinkers_open(uv_loop_t *loop, int threads, void (*done)(struct thought *t, void *whose), void *whose);

/* Waits for running searches and frees the rest. The loop has to run once more afterwards. */
void thinkers_close(struct thinkers *t);

/* Takes ownership of the thought. Returns NULL, or a thought that was dropped, for the caller to free: this one if the queue is
 * full, or an older hint of the same person. */
struct thought *thinkers_ask(struct thinkers *t, struct thought *thought);

/* Raises the priority of a table's bot: somebody is waiting for it now. */
void thinkers_hurry(struct thinkers *t, int64_t table);

/* The length of the queue. */
int thinkers_waiting(struct thinkers *t);

#endif
