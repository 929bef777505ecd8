/* A game being played round one keyboard, and what is shown of it.
 *
 * play.c asks and moves, screen.c shows: always what look.viewer may know, and no more. */
#ifndef SERAI_PLAY_H
#define SERAI_PLAY_H

#include "board.h"
#include "cli.h"

enum { MAX_PATH = 4096, NOBODY = -1 };

struct play {
        struct record record;
        const struct board *board;
        struct terminal terminal;
        struct look look;         /* how whoever sits in front of the screen looks at it */
        int bot[MAX_PLAYERS];     /* who sits there, as in board.h */
        int persons;              /* how many are persons */
        int hint;                 /* whether they are shown the best moves unasked */
        int asked;                /* the person asked last, or NOBODY */
        int was_secret;           /* whether that was in secret */
        size_t told[MAX_PLAYERS]; /* how many moves each has been told of */
        size_t curtain;           /* how many moves the last curtain told of */
        size_t bar;               /* moves before it are not taken back */
        char why_barred[256];
        int mover;           /* the person who moved last */
        int terminal_input;  /* whether somebody types */
        int left;            /* whether the game was left unfinished */
        char file[MAX_PATH]; /* where it is saved; empty: nowhere yet */
        int written;         /* whether `file` is ours to write over */
};

static const struct style QUIET = { INK_SOFT, PLAIN, 0 }, WRONG = { INK_RED, PLAIN, 0 }, LOUD = { PLAIN, PLAIN, BOLD },
                          USUAL = { PLAIN, PLAIN, 0 };

static inline const struct game *game_of(const struct play *p)
{
        return p->record.game;
}

/* Whether there is ever anything to hide in this game. */
int play_hides(const struct play *p);

/* What the viewer may know of the state now. */
void play_view(const struct play *p, struct state *view);

/* The line above a screen. */
int draw_heading(const struct play *p, struct sheet *s, int row);

/* Tells the moves from one on, a paragraph for each turn (for each move where there is little room); the last few
 * rows of that. Returns the row below. */
int draw_events(const struct play *p, size_t from, struct sheet *s, int row, int most);

/* Tells one move at once, where nobody is asked. */
void tell_move(const struct play *p, const struct state *before, move m);

/* The moves whose notation has a text in it, one page from an entry on; returns where the next page begins, 0 when all are
 * shown. */
int show_moves(const struct play *p, const void *view, const char *with, int from, int rows);

/* Everything a person needs to decide: what happened (if `events`), the board, the question and the moves. What does not fit
 * on the screen is left out in this order: the heading, moves, what happened. Returns where `more` goes on. */
int show_screen(struct play *p, int events);

void show_scores(const struct play *p);
void show_log(const struct play *p);

/* The end, where all is shown to all. */
void show_end(struct play *p);

#endif
