/* Thinkers: threads in which bots think, on what one seat may know and nothing else.
 *
 * A question is handed over with a view in it (table.h), thought about when its turn comes (think_queue.h), and handed back on the
 * loop's own thread. The thinkers give way to everything else that wants the processor: a busy machine slows bots, not people. */
#ifndef SERAI_THINK_H
#define SERAI_THINK_H

#include <uv.h>

#include "../../table/table.h"

enum urgency { SOMEBODY_WAITS, NOBODY_WAITS, URGENCIES };

struct thought {
        struct thought *next;
        int64_t person; /* on whose account it is */
        enum urgency urgency;
        uint64_t stamp; /* its place in the queue */
        struct question question;
        struct answer answer;
        int64_t table;   /* who asked: a table for its bot, ... */
        uint64_t client; /* or somebody at it for a hint */
};

struct thinkers;

/* So many threads; with none, nothing is thought about. `done` is given each thought, and frees it. NULL: there is no memory. */
struct thinkers *thinkers_open(uv_loop_t *loop, int threads, void (*done)(struct thought *t, void *whose), void *whose);

/* Waits for what is being thought, and lets go of the rest. The loop has to be run once more afterwards. */
void thinkers_close(struct thinkers *t);

/* Takes the thought. NULL, or the one that will not be thought about, for the caller to free: this one, if there are too many, or
 * an older hint of the same person. */
struct thought *thinkers_ask(struct thinkers *t, struct thought *thought);

/* Somebody waits for a table's bot now who was not there when it was asked. */
void thinkers_hurry(struct thinkers *t, int64_t table);

/* How many wait to be thought about. */
int thinkers_waiting(struct thinkers *t);

#endif
