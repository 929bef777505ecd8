/* A sheet: 80 columns of glyphs, drawn in any order and printed at the end.
 *
 * Everything that play and replay show goes through it. So no line is wider than 80 columns, whatever a name contains; and
 * whether the terminal supports colour and Unicode is considered in one place, when the sheet is printed. */
#ifndef SERAI_SHEET_H
#define SERAI_SHEET_H

#include <stdint.h>

#include "../core/text.h"

enum { SHEET_WIDTH = 80, SHEET_ROWS = 96 };

/* Colours, by what they are, not by what they mean: the games choose. */
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
        uint32_t code; /* a code point; 0: empty, 1: the right half of a wide one */
        struct style style;
};

struct sheet {
        struct glyph at[SHEET_ROWS][SHEET_WIDTH];
        int rows; /* rows drawn on */
};

/* Capabilities of the output. */
struct terminal {
        int colours; /* 0, 16 or 256 */
        int unicode; /* 0: ASCII only */
        int screen;  /* whether it is a terminal */
        int clears;  /* whether it supports cursor control */
        int rows;    /* its height; 0 where it has none */
};

/* The terminal on standard output, by isatty, TERM, NO_COLOR and the locale. */
struct terminal terminal_open(void);

/* Clears the screen; with `all`, the scrollback as well. */
void terminal_clear(const struct terminal *t, int all);

struct style style(int ink, int paper, int weight);

void sheet_clear(struct sheet *s);

/* Writes text at a place, clipped at `width` columns and the sheet's edge; returns the column after it. */
int sheet_put(struct sheet *s, int row, int column, int width, struct style style, const char *words);

/* The same with a format, up to the edge. */
int sheet_write(struct sheet *s, int row, int column, struct style style, const char *format, ...)
        __attribute__((format(printf, 5, 6)));

/* One glyph. */
void sheet_dot(struct sheet *s, int row, int column, struct style style, uint32_t code);

/* Writes text wrapped into a column `width` wide; later lines are indented by `indent`. Returns the row below. */
int sheet_prose(struct sheet *s, int row, int column, int width, int indent, struct style style, const char *words);

void sheet_print(const struct sheet *s, const struct terminal *t);

/* Prints a wrapped paragraph at once. */
void say(const struct terminal *t, struct style style, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The width of a text in columns. */
int columns(const char *words);

/* Copies at most `wide` columns of text; characters that cannot be shown become '?'. `out` has room for 4 bytes per column and
 * a NUL. */
void clip(const char *words, int wide, char *out);

/* Appends to a text, with a format. */
void text_format(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The box-drawing character with lines to the north (1), east (2), south (4) and west (8). */
uint32_t light_line(int sides);
uint32_t heavy_line(int sides);

#endif
