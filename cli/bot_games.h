/* Games of bots by the thousand, for the lab: a net one ply deep plays all seats, on a GPU or on the CPU. Where a game has no net,
 * bots of a level do, on the CPU.
 *
 * Game n of a seed depends only on these and the options. */
#ifndef SERAI_BOT_GAMES_H
#define SERAI_BOT_GAMES_H

#include "../gpu/device.h"
#include "../gpu/play.h"

struct bot_games;

/* The level of bots where there is no net. */
enum { BOT_GAMES_LEVEL = 8 };

/* With NULL instead of a GPU, or without a net, on so many threads of the CPU (0: one for each core). NULL: `why` says why not. */
struct bot_games *bot_games_open(const struct game *g, struct device *device, int threads, char *why, int cap);
void bot_games_close(struct bot_games *b);

/* How many games can be played at a time. */
enum { BOT_GAMES_AT_ONCE = 1 << 14 };

/* Plays the games number `first`, `first` + 1, … of a seed; at most BOT_GAMES_AT_ONCE. NULL, or what went wrong. */
const char *bot_games_play(struct bot_games *b, const struct options *o, uint64_t seed, uint64_t first, uint32_t games,
                           struct outcome *outcomes);

#endif
