/* The setup of a game: from flags, and from questions if flags are missing. */
#ifndef SERAI_SETUP_H
#define SERAI_SETUP_H

#include "board.h"
#include "cli.h"

struct setup {
        const struct game *game; /* NULL until it is chosen */
        struct options options;
        uint64_t seed;
        struct look look;     /* the names of the seats */
        int bot[MAX_PLAYERS]; /* who plays each seat, as in board.h */
        int seats;            /* how many seats were given; 0: all are people */
        int options_given;    /* how many options */
        int players_given, seeded, hint;
        const char *resume, *save; /* names of files, or NULL */
};

/* Parses the arguments of `serai play`. GO_ON, or the exit status: help, or an error message, was printed. */
int setup_flags(struct setup *s, int argc, char **argv);

/* The values of an option, like "base, lamp, equal or small", and the one that is chosen. */
enum { OPTION_TEXT = 256 };
void option_values(const struct game *g, const struct options *chosen, int i, char values[OPTION_TEXT], char usual[MAX_NAME]);

/* Asks on the terminal for what is missing. 0: the person left. */
int setup_ask(struct setup *s, const struct terminal *t);

/* Makes seats, players and options consistent. 0, or the exit status as above. */
int setup_check(struct setup *s, int players);

#endif
