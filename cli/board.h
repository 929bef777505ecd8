/* How each game looks on a terminal, and how its moves are told in words.
 *
 * A board is to people what `struct game` is to programs. It is given views: states
 * with what the looker may not know blanked out already, so that whatever it draws or
 * tells, it cannot give away. */
#ifndef SERAI_BOARD_H
#define SERAI_BOARD_H

#include "../bots/bot.h"
#include "sheet.h"

enum { NAME_COLUMNS = 12, NAME_BYTES = 4 * NAME_COLUMNS + 1 };

/* Who sits in a seat: a person, a bot of a level from 1 to LEVELS, or somebody who makes any legal move. */
enum { PERSON = 0, RANDOM_MOVER = 11 };

/* Who looks, and what the players are called. */
struct look {
        const struct game *game;
        int viewer; /* a seat, SPECTATOR or EVERYTHING */
        char name[MAX_PLAYERS][NAME_BYTES];
};

struct board {
        const struct game *game;
        const char *about; /* for the choice of a game */
        const char *rules; /* a turn in a few sentences */

        /* The board, the seats and what is the viewer's, from a row on; returns the row below. */
        int (*draw)(struct sheet *s, int row, const struct look *l, const void *view);

        /* What the player who decides is to do. */
        void (*ask)(const struct look *l, const void *view, struct text *t);

        /* What a legal move does, to the player who may make it; and what a move did, to everybody. */
        void (*words)(const struct look *l, const void *view, move m, struct text *t);
        void (*tell)(const struct look *l, const void *before, move m, const void *after, struct text *t);

        /* The moves in a few lines where they are too many for a list; returns the row below, or the same row: a list will do. */
        int (*brief)(struct sheet *s, int row, const struct look *l, const void *view);

        /* Whether nobody but the player who decides may look now. */
        int (*secret)(const void *state);
};

extern const struct board alibaba_board, labyrinth_board, marrakech_board;

/* For a game that has none: the state as its JSON tells it, moves in their notation. One is open, one is secret. */
extern const struct board plain_board, plain_secret_board;

const struct board *board_of(const struct game *g);

/* The first names: Player 1, Player 2, … */
void look_open(struct look *l, int viewer);

/* Sets the names to those in a list with commas between; an empty one stays. Returns NULL, or what is wrong with it. */
const char *look_names(struct look *l, const char *list);

/* The next of some words joined by commas, clipped to `cap`; returns what follows, or NULL. */
const char *list_member(const char *list, char *word, int cap);

/* What happened at one move, as the viewer saw it: `before` is the full state. The view after it comes back in `after`. */
void board_tell(const struct board *b, const struct look *l, const void *before, move m, struct state *after, struct text *t);

/* The line above a board: the game, and what is behind it. */
int board_heading(struct sheet *s, int row, const struct game *g, const char *note);

/* One line for each player with the points as the viewer knows them, the winners marked when it is over. */
int board_scores(struct sheet *s, int row, const struct look *l, const void *view);

/* The colours of the four seats. */
int seat_ink(int seat);

/* "2 points", "1 point" */
void text_count(struct text *t, int n, const char *one, const char *many);

#endif
