/* A game on a terminal, played by people at one keyboard and bots.
 *
 * play.c asks and moves, screen.c draws: only what look.viewer may know. */
#ifndef SERAI_PLAY_H
#define SERAI_PLAY_H

#include "board.h"
#include "cli.h"

enum { MAX_PATH = 4096, NOBODY = -1 };

struct play {
        struct record record;
        const struct board *board;
        struct terminal terminal;
        struct look look;         /* the view of the person at the screen */
        int bot[MAX_PLAYERS];     /* who plays each seat, as in board.h */
        int persons;              /* how many are people */
        int hint;                 /* whether the best moves are always shown */
        int asked;                /* the person asked last, or NOBODY */
        int was_secret;           /* whether that was behind a curtain */
        size_t told[MAX_PLAYERS]; /* how many moves each has been shown */
        size_t curtain;           /* how many moves the last curtain showed */
        size_t bar;               /* moves before it cannot be taken back */
        char why_barred[256];
        int mover;           /* the person who moved last */
        int terminal_input;  /* whether input is a terminal */
        int left;            /* whether the game was left unfinished */
        char file[MAX_PATH]; /* where it is saved; empty: nowhere yet */
        int written;         /* whether we created `file`, and may overwrite it */
};

static const struct style QUIET = { INK_SOFT, PLAIN, 0 }, WRONG = { INK_RED, PLAIN, 0 }, LOUD = { PLAIN, PLAIN, BOLD },
                          USUAL = { PLAIN, PLAIN, 0 };

static inline const struct game *game_of(const struct play *p)
{
        return p->record.game;
}

/* Whether this game ever has secrets. */
int play_hides(const struct play *p);

/* The viewer's view of the current state. */
void play_view(const struct play *p, struct state *view);

/* The heading of a screen. */
int draw_heading(const struct play *p, struct sheet *s, int row);

/* Describes the moves from one on, a paragraph per turn (per move if there is little room); only the last `most` rows. Returns
 * the row below. */
int draw_events(const struct play *p, size_t from, struct sheet *s, int row, int most);

/* Describes one move at once, in games without people. */
void tell_move(const struct play *p, const struct state *before, move m);

/* Lists the moves whose notation contains a text, one page starting at an entry; returns where the next page starts, 0 after
 * the last. */
int show_moves(const struct play *p, const void *view, const char *with, int from, int rows);

/* Everything needed to decide: what happened (if `events`), the board, the question and the moves. What does not fit is left
 * out in this order: the heading, moves, what happened. Returns where `more` continues. */
int show_screen(struct play *p, int events);

void show_scores(const struct play *p);
void show_log(const struct play *p);

/* The end of the game: everything is shown. */
void show_end(struct play *p);

#endif
