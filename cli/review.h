/* Reviews of finished games: what `serai review` prints, and the page it writes. */
#ifndef SERAI_REVIEW_H
#define SERAI_REVIEW_H

#include <stdio.h>

#include "../bots/ledger.h"
#include "../table/record.h"
#include "statistics.h"

enum { NAME_ROOM = 64, CALIBRATION_BINS = 10 };

/* One game, with a step for each of its moves. */
struct review {
        const char *file;
        struct record record;
        char name[MAX_PLAYERS][NAME_ROOM];
        struct step *step;
        size_t solved; /* from this move on the judge is exact */
        struct account account[MAX_PLAYERS];
};

/* What a player did in all games of one kind. Shares are parts of 1. */
struct player_sums {
        char name[NAME_ROOM];
        const struct game *game;
        int players;
        struct sample won, adjusted, luck;
        struct sample error; /* a number for each game: the mean error at its decisions that were not forced */
        double decisions, errors, forgot, stakes;
};

/* How often what the judge expected came true: at every decision that was not forced, for the mover. */
struct calibration {
        double n, brier;
        struct {
                double n, value, won;
        } bin[CALIBRATION_BINS];
};

struct sums {
        char judge[JUDGE_NAME]; /* of all games, or that there were several */
        int games;
        struct player_sums *player;
        int players;
        struct calibration calibration;
};

/* A move of the review in notation; `text` has room for MAX_MOVE_TEXT. */
const char *review_move(const struct review *r, size_t step, move m, char *text);

/* "move 57, 3c1 (better: 2a3): -20.1", or with "by luck"; "" for none. */
enum { MOMENT_TEXT = 128 };
const char *review_moment(const struct review *r, const struct moment *m, char text[MOMENT_TEXT]);

/* The largest error that is smaller than another one; NULL: the largest of all, and there is none. */
const struct step *review_error(const struct review *r, const struct step *other);

/* Percent of WHOLE. */
double percent(int32_t share);

/* The mean error at a decision, and what it would be in an even game, both as parts of the win; luck in points, NAN where that is
 * not known. */
double mean_error(const struct account *a);
double even_error(const struct account *a);
double luck_in_points(const struct game *g, int players, double luck);

/* One HTML file that loads nothing: its beginning, the games, what they sum up to, its end. 0: it could not be written. */
void review_page_open(FILE *out);
void review_page_game(FILE *out, const struct review *r, const char *judge);
void review_page_sums(FILE *out, const struct sums *s);
int review_page_close(FILE *out);

#endif
