/* Thinkers: threads in which bots think, on what one seat may know and nothing else.
 *
 * A question is handed over with a view in it (table.h), thought about when its turn comes, and handed back on the loop's own
 * thread. The thinkers give way to everything else that wants the processor: a busy machine slows bots, not people. */
#ifndef SERAI_THINK_H
#define SERAI_THINK_H

#include <uv.h>

#include "../table/table.h"

struct thought {
        struct thought *next;
        struct question question;
        struct answer answer;
        int64_t table;  /* who asked: a table for its bot, ... */
        uint64_t guest; /* or somebody at it for a hint */
};

struct thinkers;

/* So many threads, at least one. `done` is given each thought, and frees it. NULL: there is no memory. */
struct thinkers *thinkers_open(uv_loop_t *loop, int threads, void (*done)(struct thought *t, void *whose), void *whose);

/* Waits for what is being thought, and lets go of the rest. The loop has to be run once more afterwards. */
void thinkers_close(struct thinkers *t);

/* Takes the thought; 0: there are too many already. */
int thinkers_ask(struct thinkers *t, struct thought *thought);

#endif
