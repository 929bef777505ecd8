/* Shared by the two files of Ali Baba: alibaba.c, the rules, and alibaba_text.c. */
#ifndef SERAI_ALIBABA_PARTS_H
#define SERAI_ALIBABA_PARTS_H

#include "alibaba.h"
#include "bits.h"

enum { PINK_POINTS = 5, BLUE_POINTS = 2, BROWN_POINTS = 2 };

static inline int is(const struct alibaba *s, int option, int value)
{
        return s->options.value[option] == value;
}

static inline uint64_t of_kind(int kind)
{
        return 0x3full << COLOURS * kind;
}

/* The first slot of a slot's layer. */
static inline int alibaba_layer_start(int slot)
{
        return slot < LAYER_2 ? 0 : slot < LAYER_3 ? LAYER_2 : slot < LAYER_4 ? LAYER_3 : LAYER_4;
}

/* The slots that are not covered by a tile. */
uint64_t alibaba_free_slots(const struct alibaba *s);

/* The slots of the same layer that share an edge with a slot. */
uint64_t alibaba_beside(int slot);

/* The tiles that a ban names. */
uint64_t alibaba_tiles_named(int ban);

uint64_t alibaba_can_take_green(const struct alibaba *s);

/* The player whose turn it is takes the tile on a slot; returns it. */
int alibaba_take(struct alibaba *s, int slot, move m);

/* Turns a slot's tile face up. */
static inline void alibaba_reveal(struct alibaba *s, int slot, int tile)
{
        s->tile[slot] = (uint8_t)tile;
        s->face_up |= bit(slot);
}

int alibaba_points_for_kind(uint64_t hand, int kind);

/* --- the members of `struct game` that are written in alibaba_text.c --- */

extern const struct refusal alibaba_refusals[];
const struct refusal *alibaba_misfit(const struct options *o);
void alibaba_json(struct json *j, void *state);
void alibaba_print_move(const void *state, move m, struct text *t);
const struct refusal *alibaba_refusal(const void *state, const char *text);
void alibaba_tally(const void *state, int seat, struct json *j);
void alibaba_effect(const void *state, move m, struct json *j);

#endif
