/* Shared by the two files of Marrakech: marrakech.c, the rules, and marrakech_text.c. */
#ifndef SERAI_MARRAKECH_PARTS_H
#define SERAI_MARRAKECH_PARTS_H

#include "marrakech.h"

/* The cells that share an edge with some cells. */
uint64_t marrakech_beside(uint64_t cells);

/* The cells on which a player's carpets show. */
uint64_t marrakech_cells_of(const struct marrakech *s, int player);

/* The cells of one colour that connect to a cell of it. */
uint64_t marrakech_patch_around(const struct marrakech *s, int cell, int colour);

/* The cells that the player whose turn it is would pay for on a cell. */
uint64_t marrakech_tolled(const struct marrakech *s, int cell);

/* Lays the drawn carpet, or one of the player's, on a cell and the one to the east or north of it. */
void marrakech_lay(struct marrakech *s, int cell, int north);

/* --- the members of `struct game` that are written in marrakech_text.c --- */

extern const struct refusal marrakech_refusals[];
void marrakech_json(struct json *j, void *state);
void marrakech_print_move(const void *state, move m, struct text *t);
const struct refusal *marrakech_refusal(const void *state, const char *text);
void marrakech_tally(const void *state, int seat, struct json *j);
void marrakech_effect(const void *state, move m, struct json *j);

#endif
