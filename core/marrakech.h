/* Marrakech: the state, and queries for code that draws the square. */
#ifndef SERAI_MARRAKECH_H
#define SERAI_MARRAKECH_H

#include "game.h"

enum { MARRAKECH_BANKRUPT = 1, MARRAKECH_COVER_OWN, MARRAKECH_ORIENT, MARRAKECH_FIRST }; /* options, after PLAYERS */
enum { BANKRUPT_OUT, BANKRUPT_STAY };
enum { COVER_OWN_NO, COVER_OWN_YES };
enum { ORIENT_BEFORE, ORIENT_AFTER };

enum { MARRAKECH_DRAW, MARRAKECH_TURN_ASSAM, MARRAKECH_ROLL, MARRAKECH_LAY, MARRAKECH_OVER }; /* phases */

enum { MARRAKECH_CELLS = 49, CARPET_COLOURS = 4, NO_COLOUR = 4 };

struct marrakech {
        struct options options;
        uint64_t colour[CARPET_COLOURS]; /* the cells on which red, yellow, blue, brown show */
        uint64_t joined[2];              /* cells that show one half of a carpet whose other half shows
                                            on the next cell to the east [0], to the north [1] */
        uint8_t number[MARRAKECH_CELLS]; /* the number of the carpet that shows, 1 for the first laid; 0: none */
        uint8_t carpets[CARPET_COLOURS]; /* carpets of each colour left */
        uint8_t dirhams[MAX_PLAYERS];
        uint8_t laid;    /* carpets laid, 0..48 */
        uint8_t assam;   /* his cell, 0..48, row by row from the south */
        uint8_t heading; /* 0 north, then clockwise */
        uint8_t phase;
        uint8_t player; /* the seat whose turn it is; 0 when over */
        uint8_t drawn;  /* two players: the colour drawn this turn, else NO_COLOUR */
        uint8_t out;    /* one bit for each seat that is bankrupt and out */
};

/* The seat that owns a colour. */
int marrakech_owner(const struct marrakech *s, int colour);

/* The colour that shows on a cell, or NO_COLOUR. */
int marrakech_colour(const struct marrakech *s, int cell);

/* Where some steps (0 to 98) take Assam, and his heading then. */
int marrakech_walk(int cell, uint8_t *heading, int steps);

/* The toll that the player whose turn it is would pay on a cell. */
int marrakech_toll(const struct marrakech *s, int cell);

#endif
