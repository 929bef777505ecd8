/* How each game is shown on a terminal, and its moves in words.
 *
 * A board is to people what `struct game` is to programs. It gets views, in which secrets are blanked already, so it cannot
 * reveal any. */
#ifndef SERAI_BOARD_H
#define SERAI_BOARD_H

#include "../bots/bot.h"
#include "sheet.h"

enum { NAME_COLUMNS = 12, NAME_BYTES = 4 * NAME_COLUMNS + 1 };

/* Who plays a seat: a person, a bot of a level from 1 to LEVELS, or random moves. */
enum { PERSON = 0, RANDOM_MOVER = 11 };

/* The viewer, and the names of the players. */
struct look {
        const struct game *game;
        int viewer; /* a seat, SPECTATOR or EVERYTHING */
        char name[MAX_PLAYERS][NAME_BYTES];
};

struct board {
        const struct game *game;
        const char *about; /* for the list of games */
        const char *rules; /* a turn in a few sentences */

        /* Draws the board, the seats and what is the viewer's, starting at a row; returns the row below. */
        int (*draw)(struct sheet *s, int row, const struct look *l, const void *view);

        /* What the player to move has to do. */
        void (*ask)(const struct look *l, const void *view, struct text *t);

        /* What a legal move would do, for the player to move; and what a move did, for everybody. */
        void (*describe)(const struct look *l, const void *view, move m, struct text *t);
        void (*tell)(const struct look *l, const void *before, move m, const void *after, struct text *t);

        /* A summary of the moves if there are too many for a list; returns the row below, or the same row: a list will do. */
        int (*brief)(struct sheet *s, int row, const struct look *l, const void *view);

        /* Whether only the player to move may look now. */
        int (*secret)(const void *state);
};

extern const struct board alibaba_board, labyrinth_board, marrakech_board;

/* For a game without a board: its JSON, and moves in their notation. The second is for games with secrets. */
extern const struct board plain_board, plain_secret_board;

const struct board *board_of(const struct game *g);

/* The default names: Player 1, Player 2, … */
void look_open(struct look *l, int viewer);

/* Sets the names from a comma-separated list; an empty one keeps the default. NULL, or what is wrong with it. */
const char *look_names(struct look *l, const char *list);

/* The next item of a comma-separated list, clipped to `cap`; returns the rest, or NULL. */
const char *list_member(const char *list, char *word, int cap);

/* What happened at one move, as the viewer saw it: `before` is the full state. The view after it is stored in `after`. */
void board_tell(const struct board *b, const struct look *l, const void *before, move m, struct state *after, struct text *t);

/* The line above a board: the game, and a note. */
int board_heading(struct sheet *s, int row, const struct game *g, const char *note);

/* One line per player with the points that the viewer knows; at the end the winners are marked. */
int board_scores(struct sheet *s, int row, const struct look *l, const void *view);

/* The colours of the four seats. */
int seat_ink(int seat);

/* "2 points", "1 point" */
void text_count(struct text *t, int n, const char *one, const char *many);

#endif
