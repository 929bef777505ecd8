/* Memory; see memory.h. */
#include "memory.h"

#include <string.h>

void memory_recall(const struct game *g, const void *start, const move *moves, size_t count, int seat, uint32_t turns, void *view)
{
        const struct guide *guide = guide_of(g);
        struct memory memory = { 0 };
        struct state state, seen;

        if (!guide->notice || turns == 0)
                return;
        memcpy(&state, start, g->state_bytes);
        memcpy(&seen, start, g->state_bytes);
        g->redact(&seen, seat);
        memset(memory.holder, NOBODY_HOLDS, sizeof memory.holder);
        for (size_t i = 0; i < count; i++) {
                move m = g->seen(&state, moves[i], seat);
                int owner = g->owner(&seen);

                guide->notice(&memory, &seen, m);
                g->apply(&state, moves[i]);
                g->apply(&seen, m);
                memory.turn += g->owner(&seen) != owner;
        }
        guide->recall(&memory, seat, turns, view);
}
