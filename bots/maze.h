/* What Master Labyrinth tells a look ahead; see guide.h. */
#ifndef SERAI_MAZE_H
#define SERAI_MAZE_H

#include "guide.h"

int maze_turns(const void *view);
int maze_worth(const void *state, int seat, int turns, struct memo *memo, move *list);
int32_t maze_lead(const void *state, int seat, struct memo *memo);
uint32_t maze_share(const void *view, int32_t lead);
move maze_slip(const void *view, uint32_t dice);
int maze_plea(const void *view, uint64_t seed, move *offer);
int32_t maze_favour(const void *view, move m);

#endif
