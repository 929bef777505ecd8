/* How an entrant of a match plays: as a bot of some level, at random, greedily, or as a program of somebody's says.
 *
 * Whoever plays is given the view of the own seat and nothing else. A program can fail to play properly; then it has lost, and
 * there is a reason. docs/writing-a-bot.md tells what passes between us and a program. */
#ifndef SERAI_ENTRANT_H
#define SERAI_ENTRANT_H

#include "../bots/bot.h"
#include "program.h"

enum entrant_kind { LEVEL_BOT, RANDOM_MOVER, GREEDY_MOVER, PROGRAM };

struct entrant {
        const char *name; /* the word that it was given by, like level:7 */
        enum entrant_kind kind;
        int level;           /* LEVEL_BOT: 1 to LEVELS */
        uint32_t iterations; /* LEVEL_BOT: how long it searches; 0: as long as its level does */
        uint32_t ms;         /* LEVEL_BOT: or so many milliseconds; 0: not by the clock */
        const char *command; /* PROGRAM: what the shell runs */
};

/* Whether a word means to be an entrant, and reading it: NULL, or what is wrong with it, in `why` (MAX_REASON bytes). The entrant
 * keeps pointers into the word. */
int entrant_meant(const char *word);
const char *entrant_parse(struct entrant *e, const char *word, char *why);

/* What all entrants are told. */
struct terms {
        uint32_t ms;            /* programs: the milliseconds a move that they are asked to take; 0: not said */
        double timeout;         /* programs: the seconds that an answer may take, besides */
        const atomic_int *stop; /* not 0: nobody need play on */
};

enum outcome { PLAYED, NOT_STARTED, DIED, TIMEOUT, FLOOD, GARBAGE, ILLEGAL, OUTCOMES, STOPPED_PLAYING };

/* One word for each, from NOT_STARTED to ILLEGAL. */
const char *fault_name(enum outcome fault);

/* An entrant in a seat, for one game. A program runs from its first move to the end of the game. */
struct player {
        const struct entrant *entrant;
        struct program program;
        void *block; /* the memory for a search, which players may share that move one after the other */
        size_t block_size;
};

/* Chooses a move for the seat that decides in the view: PLAYED, with the move in *m; STOPPED_PLAYING; or a fault, with its reason
 * in `why` (MAX_REASON bytes). The same seed gives the same move, unless by the clock or from a program. */
enum outcome player_move(struct player *p, const struct game *g, const void *view, uint64_t seed, const struct terms *t, move *m,
                         char *why);

/* Ends the player's program, if there is one: patiently, or at once. */
void player_leave(struct player *p, int patiently);

#endif
