/* A sheet: 80 columns of glyphs, drawn in any order and printed at the end.
 *
 * Everything that play and replay show goes through it. So no line is ever wider than
 * 80 columns, whatever is in a name; and colour, Unicode and their absence are decided in
 * one place, when the sheet is printed. */
#ifndef SERAI_SHEET_H
#define SERAI_SHEET_H

#include <stdint.h>

#include "../core/text.h"

enum { SHEET_WIDTH = 80, SHEET_ROWS = 96 };

/* Inks and papers. Words for what they are, not for what they mean: the games choose. */
enum {
        PLAIN,
        INK_BLACK,
        INK_WHITE,
        INK_SOFT,
        INK_RED,
        INK_SAFFRON,
        INK_LAPIS,
        INK_WALNUT,
        INK_GREEN,
        INK_PINK,
        INK_GOLD,
        NIGHT_1,
        NIGHT_2,
        NIGHT_3,
        NIGHT_4,
        INKS
};
enum { BOLD = 1, UNDERLINE = 2, REVERSE = 4 };

struct style {
        uint8_t ink, paper; /* one of the inks */
        uint8_t weight;     /* BOLD, UNDERLINE, REVERSE */
};

struct glyph {
        uint32_t code; /* a code point; 0 nothing was drawn, 1 the right half of a wide one */
        struct style style;
};

struct sheet {
        struct glyph at[SHEET_ROWS][SHEET_WIDTH];
        int rows; /* how many have been drawn on */
};

/* What the output can do. */
struct terminal {
        int colours; /* 0, 16 or 256 */
        int unicode; /* 0: ASCII only */
        int screen;  /* whether somebody looks at it */
        int clears;  /* whether it takes cursor control */
        int rows;    /* its height; 0 where it has none */
};

/* The terminal on standard output, by isatty, TERM, NO_COLOR and the locale. */
struct terminal terminal_open(void);

/* Clears the screen; with `all`, what has scrolled away as well. */
void terminal_clear(const struct terminal *t, int all);

struct style style(int ink, int paper, int weight);

void sheet_clear(struct sheet *s);

/* Writes words from a place on, clipped at `width` columns and the sheet's edge; returns the column behind them. */
int sheet_put(struct sheet *s, int row, int column, int width, struct style style, const char *words);

/* The same with a format, up to the edge. */
int sheet_write(struct sheet *s, int row, int column, struct style style, const char *format, ...)
        __attribute__((format(printf, 5, 6)));

/* One glyph. */
void sheet_dot(struct sheet *s, int row, int column, struct style style, uint32_t code);

/* Writes words wrapped into a column `width` wide; later lines begin `indent` further in. Returns the row below. */
int sheet_prose(struct sheet *s, int row, int column, int width, int indent, struct style style, const char *words);

void sheet_print(const struct sheet *s, const struct terminal *t);

/* Says a paragraph at once, wrapped. */
void say(const struct terminal *t, struct style style, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* How many columns words take. */
int columns(const char *words);

/* Copies at most `wide` columns of words, with what cannot be shown as '?'. `out` has room for 4 bytes a column and a NUL. */
void clip(const char *words, int wide, char *out);

/* Adds to a text, by a format. */
void text_format(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The line that goes north (1), east (2), south (4) and west (8). */
uint32_t light_line(int sides);
uint32_t heavy_line(int sides);

#endif
