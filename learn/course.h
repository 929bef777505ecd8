/* What a game of self-play teaches, and how: what the CPU (self_play.c) and a GPU (kernels.cu) share. In the subset of C that is
 * also C++. */
#ifndef SERAI_COURSE_H
#define SERAI_COURSE_H

#include <string.h>

#include "../bots/layers.h"
#include "../gpu/play.h"

enum { MOST_LESSONS = 320 }; /* of a game; what comes after is played, but not learnt from */

/* A position and what its estimate should be: shares by place from the seat whose turn it is. */
struct lesson {
        struct active active; /* empty: the game was over */
        int32_t players;
        float target[MAX_PLAYERS];
};

struct course {
        struct outcome outcome; /* of the game; its trace is 0 */
        int32_t lessons;
        struct lesson lesson[MOST_LESSONS];
};

/* Makes a move, and counts it. */
static inline void make_move(const struct game *g, void *state, move m, struct outcome *o)
{
        int owner = g->owner(state), who = g->turn(state);

        o->events += who == CHANCE;
        o->decisions += who != CHANCE;
        who = g->apply(state, m);
        o->turns += who == OVER || g->owner(state) != owner;
}

/* A throw below this explores. */
static inline uint32_t explore_throw(float probability)
{
        return (uint32_t)(probability * 65536.0f) << 16;
}

/* A move tried: what comes after it, and its estimate by seat. */
struct tried {
        struct active active; /* empty: the game is over */
        int32_t turn;         /* the seat whose turn it is then */
        uint32_t share[MAX_PLAYERS];
};

/* The estimates of a game, by decision. */
struct course_notes {
        float best[MOST_LESSONS][MAX_PLAYERS]; /* of the best move, by seat */
        uint8_t explored[MOST_LESSONS];        /* another one was made */
        uint8_t turn[MOST_LESSONS];            /* whose turn it was after the move made */
};

/* Makes a move in `after`, a copy of the state, and reads what comes of it. The net's estimate is left to do if it is not over. */
static inline void try_move(const struct inputs *inputs, void *after, move m, struct tried *t)
{
        t->active.count = 0;
        t->turn = 0;
        if (inputs->game->apply(after, m) == OVER) {
                shares_of_result(inputs->game, after, t->share);
                return;
        }
        inputs->read(after, &t->active);
        t->turn = inputs->game->owner(after);
}

/* The estimate by place from the seat whose turn it is becomes one by seat. */
static inline void seat_shares(struct tried *t, const uint32_t *place, int players)
{
        for (int i = 0; i < players; i++)
                t->share[(t->turn + i) % players] = place[i];
}

static inline void take_note(struct course_notes *notes, int k, const struct tried *best, const struct tried *made, int players,
                             int explored)
{
        for (int seat = 0; seat < players; seat++)
                notes->best[k][seat] = (float)best->share[seat] / (float)WHOLE;
        notes->explored[k] = (uint8_t)explored;
        notes->turn[k] = (uint8_t)made->turn;
}

/* Sets the targets of a seat, from the last lesson back to the first: what the estimate after it should have been. */
static inline void set_targets(struct course *c, const struct course_notes *notes, int seat, int players, float result,
                               float lambda)
{
        float next = result;

        for (int k = c->lessons - 1; k >= 0; k--) {
                float best = notes->best[k][seat], old = (1 - lambda) * best, later = lambda * next;

                c->lesson[k].target[(seat + players - notes->turn[k]) % players] = next;
                next = notes->explored[k] ? best : old + later;
        }
}

#endif
