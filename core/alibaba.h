/* Ali Baba: the state, and queries for code that draws the cave. */
#ifndef SERAI_ALIBABA_H
#define SERAI_ALIBABA_H

#include "game.h"

enum { ALIBABA_VARIANT = 1, ALIBABA_REMOVE, ALIBABA_EFFECTS, ALIBABA_ENDING, ALIBABA_SCREENS, ALIBABA_FIRST };
enum { VARIANT_BASE, VARIANT_LAMP, VARIANT_EQUAL, VARIANT_SMALL };
enum { EFFECTS_MUST, EFFECTS_MAY };
enum { ENDING_ROUND, ENDING_EXTRA };
enum { SCREENS_CLOSED, SCREENS_OPEN };

enum {
        ALIBABA_REVEAL,
        ALIBABA_TAKE,
        ALIBABA_LAMP,
        ALIBABA_GREEN,
        ALIBABA_YELLOW,
        ALIBABA_SHOW,
        ALIBABA_PICK,
        ALIBABA_WHITE,
        ALIBABA_OVER
};

enum { KIND_LAMP = 4, KINDS = 10 };
enum { BLUE, BROWN, GREEN, PINK, WHITE, YELLOW, COLOURS };

/* A tile is 6 * kind + colour; a ban is a kind, or 10 + a colour. */
enum { TILES = 60, NO_TILE = TILES, HIDDEN_TILE };
enum { NO_BAN = 16, TURNS_OPEN = 255 };

/* A slot is a bit of a word: layer 1 from bit 0, layer 2 from 25, layer 3 from 44, layer 4 from 57, five bits
 * to a row in each. So a tile on slot i of its layer lies on i, i+1, i+5 and i+6 of the one below, and the order
 * of the bits is the order of the slots. */
enum { SLOTS = 64, LAYER_2 = 25, LAYER_3 = 44, LAYER_4 = 57 };

struct alibaba {
        struct options options;
        uint64_t hand[MAX_PLAYERS];   /* the tiles behind each screen; 0 if hidden from the viewer */
        uint64_t cave;                /* the slots that hold a tile */
        uint64_t face_up;             /* those of them that are face up */
        uint64_t side;                /* the tiles next to the cave */
        uint8_t tile[SLOTS];          /* what a face-up slot shows, else 0 */
        uint32_t removed;             /* one bit for each kind left out */
        uint16_t points[MAX_PLAYERS]; /* scored so far, without the treasures */
        uint8_t held[MAX_PLAYERS];    /* how many tiles each has, visible or not */
        uint8_t ban[MAX_PLAYERS];     /* a kind, KINDS + a colour, or NO_BAN */
        uint8_t shown[MAX_PLAYERS];   /* yellow: the tile chosen, HIDDEN_TILE or NO_TILE */
        uint8_t phase;
        uint8_t player;     /* the seat that decides; 0 when over */
        uint8_t turn;       /* the seat whose turn it is */
        uint8_t turns_left; /* still to be played, including this one; TURNS_OPEN: not known yet */
        uint8_t slot;       /* the slot of the tile taken; 0: none yet */
        uint8_t taken;      /* the tile whose magic is used, or NO_TILE */
        uint8_t turned;     /* tiles turned by taking it */
        uint8_t extra;      /* 1 after green's tile was taken */
};

/* Moves that are not a tile, slot, seat or ban; alibaba_choice() gives the others. */
enum { LAMP_KEEP = NO_TILE, GREEN_NONE = SLOTS };
enum { YELLOW_USE, YELLOW_NONE };

/* The tile, slot, seat or ban that a move names, without what it reveals to a viewer. */
int alibaba_choice(const struct alibaba *s, move m);

void spell_kind(int kind, struct text *t);
void spell_colour(int colour, struct text *t);
void spell_tile(int tile, struct text *t);
void spell_slot(int slot, struct text *t);

/* The slots of this game's cave when it is full. */
uint64_t alibaba_layout(const struct alibaba *s);

/* The slot that is being turned, in the phase for it. */
int alibaba_turning(const struct alibaba *s);

/* The tiles that other players' bans name for this player. */
uint64_t alibaba_banned(const struct alibaba *s, int player);

/* Whether a player's tiles are hidden from the viewer of this state. */
int alibaba_screened(const struct alibaba *s, int player);

#endif
