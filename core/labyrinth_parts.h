/* Shared by the two files of Master Labyrinth: labyrinth.c, the rules, and labyrinth_text.c. */
#ifndef SERAI_LABYRINTH_PARTS_H
#define SERAI_LABYRINTH_PARTS_H

#include "labyrinth.h"

enum { STRAIGHT, CORNER, TEE };
enum { ALL_WANDS = 12, WAND_POINTS = 3 };

static inline int is(const struct labyrinth *s, int option, int value)
{
        return s->options.value[option] == value;
}

/* Replaces the tile on a cell. */
void labyrinth_place_tile(struct labyrinth *s, int cell, int tile);

/* The cells that connect to some cells in one step. */
uint64_t labyrinth_neighbours(const struct labyrinth *s, uint64_t cells);

int labyrinth_points_for_tokens(const struct labyrinth *s, int player);
int labyrinth_points_for_formula(const struct labyrinth *s, int player);

/* Ends a deal. */
void labyrinth_end_deal(struct labyrinth *s);

/* --- the members of `struct game` that are written in labyrinth_text.c --- */

extern const struct refusal labyrinth_refusals[];
void labyrinth_json(struct json *j, void *state);
void labyrinth_print_move(const void *state, move m, struct text *t);
const struct refusal *labyrinth_refusal(const void *state, const char *text);
void labyrinth_tally(const void *state, int seat, struct json *j);
void labyrinth_effect(const void *state, move m, struct json *j);

#endif
