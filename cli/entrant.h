/* An entrant of a match: a bot of some level, a simple player, or an external program.
 *
 * An entrant gets the view of its own seat and nothing else. A program that misbehaves loses the game, and the reason is
 * reported. docs/writing-a-bot.md documents the protocol between serai and a program. */
#ifndef SERAI_ENTRANT_H
#define SERAI_ENTRANT_H

#include "../bots/bot.h"
#include "../bots/memory.h"
#include "../bots/net.h"
#include "../bots/thrifty.h"
#include "program.h"

enum entrant_kind { LEVEL_BOT, NET_BOT, RANDOM_MOVER, GREEDY_MOVER, THRIFTY_MOVER, PROGRAM };

struct entrant {
        const char *name; /* as given on the command line, like level:7 */
        enum entrant_kind kind;
        const struct level *level; /* LEVEL_BOT, NET_BOT */
        struct level own_level;    /* NET_BOT */
        char *net_data;            /* NET_BOT: the contents of its file */
        const struct net *net;     /* NET_BOT: in these */
        uint32_t iterations;       /* LEVEL_BOT: iterations of the search; 0: those of its level */
        uint32_t ms;               /* LEVEL_BOT: or milliseconds; 0: not by the clock */
        const char *command;       /* PROGRAM: a shell command */
};

/* Whether an argument is meant as an entrant; and parsing it for a game: NULL, or what is wrong with it, in `why` (MAX_REASON
 * bytes). The entrant keeps pointers into the argument. */
int entrant_meant(const char *word);
const char *entrant_parse(struct entrant *e, const char *word, const struct game *g, char *why);

/* What evaluates positions for it with so many players (bot_name()); "" if it is no bot that searches. */
void entrant_evaluator(const struct entrant *e, const struct game *g, int players, char *name);

/* Frees what parsing it took. */
void entrant_close(struct entrant *e);

/* For how many turns it remembers what it saw; an entrant is given this with its view. */
uint32_t entrant_memory(const struct entrant *e);

/* Limits that apply to all entrants. */
struct limits {
        uint32_t ms;            /* programs: milliseconds per move that they are asked to take; 0: not specified */
        double timeout;         /* programs: seconds within which an answer must come, in addition */
        const atomic_int *stop; /* not 0: stop playing */
};

enum outcome { PLAYED, NOT_STARTED, DIED, TIMEOUT, FLOOD, GARBAGE, ILLEGAL, OUTCOMES, STOPPED_PLAYING };

/* One word for each, from NOT_STARTED to ILLEGAL. */
const char *fault_name(enum outcome fault);

/* An entrant in a seat, for one game. A program runs from its first move to the end of the game. */
struct player {
        const struct entrant *entrant;
        struct program program;
        int wants_history; /* 1: the program is told all moves, as its seat saw them */
        size_t told;       /* how many it was told */
        void *block;       /* memory for a search, which players that move one after another may share */
        size_t block_size;
};

/* Chooses a move for the player to move in a game, of which the view is given, too: PLAYED, with the move in *m; STOPPED_PLAYING;
 * or a fault, with its reason in `why` (MAX_REASON bytes). The same seed gives the same move, unless by the clock or from a
 * program. */
enum outcome player_move(struct player *p, const struct record *game, const void *view, uint64_t seed, const struct limits *t,
                         move *m, char *why);

/* Ends the player's program, if there is one: after it had time to quit, or at once. */
void player_leave(struct player *p, int patiently);

#endif
