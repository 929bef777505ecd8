/* Self-play: games in which a net plays all seats, one ply deep, and what it can learn from them.
 *
 * At each decision every legal move is tried, and the net estimates the position after it (inputs.h); the move with the highest
 * share for the mover is made, or now and then any move. The target of a position mixes the estimate at the next decision with the
 * target there, and so on to the result: TD(lambda). Where a random move was made, the rest of the game says nothing about what
 * came before, and the chain ends with the estimate.
 *
 * Who always plays itself learns little about others. So in some games all seats but one belong to a simple bot. Its moves are
 * taken as they come: what is learned after them is what the position was worth against such a player.
 *
 * A game depends only on the net, its options and its own seed, so threads can share the games of a batch in any way, and a GPU
 * plays the same (kernels.cu). */
#ifndef SERAI_SELF_PLAY_H
#define SERAI_SELF_PLAY_H

#include "../bots/net.h"
#include "course.h"

/* How games are played and judged. */
struct practice {
        const struct net *net;
        const struct inputs *inputs;
        float lambda;
        float explore; /* the probability of a random move */
};

/* Plays one game with these options. `rivals` has a bit for each seat that is played by a simple bot instead of the net (thrifty.h;
 * in Marrakech only). */
void self_play(const struct practice *p, const struct options *o, uint32_t rivals, uint64_t seed, struct course *c);

/* The net's move, one ply deep, in a state with nothing hidden. */
move net_move(const struct net *n, const struct inputs *inputs, const void *state);

#endif
