/* Memory; see memory.h. */
#include "memory.h"

#include <string.h>

void memory_clear(struct memory *m)
{
        memset(m, 0, sizeof *m);
        memset(m->holder, NOBODY_HOLDS, sizeof m->holder);
}

void memory_notice(struct memory *m, const struct game *g, const void *view, move seen)
{
        const struct guide *guide = guide_of(g);

        if (guide->notice)
                guide->notice(m, view, seen);
}

void memory_next_turn(struct memory *m)
{
        m->turn++;
}

void memory_follow(struct memory *m, const struct game *g, const void *start, const move *moves, size_t count, int seat)
{
        struct state state, view;

        if (!guide_of(g)->notice)
                return;
        memcpy(&state, start, g->state_bytes);
        memcpy(&view, start, g->state_bytes);
        g->redact(&view, seat);
        for (size_t i = 0; i < count; i++) {
                move seen = g->seen(&state, moves[i], seat);
                int owner = g->owner(&view);

                memory_notice(m, g, &view, seen);
                g->apply(&state, moves[i]);
                g->apply(&view, seen);
                if (g->owner(&view) != owner)
                        memory_next_turn(m);
        }
}

void memory_fill_in(const struct memory *m, const struct game *g, int seat, uint32_t turns, void *view)
{
        const struct guide *guide = guide_of(g);

        if (guide->recall && turns > 0)
                guide->recall(m, seat, turns, view);
}

void memory_recall(const struct game *g, const void *start, const move *moves, size_t count, int seat, uint32_t turns, void *view)
{
        struct memory memory;

        if (turns == 0)
                return;
        memory_clear(&memory);
        memory_follow(&memory, g, start, moves, count, seat);
        memory_fill_in(&memory, g, seat, turns, view);
}
