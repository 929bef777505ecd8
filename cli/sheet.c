/* Drawing on 80 columns, and printing on terminals of all kinds; see sheet.h. */
#include "sheet.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <utf8proc.h>

#include "../table/utf8.h"

enum { NOTHING, RIGHT_HALF };

/* --- characters --- */

/* Reads one code point; invalid UTF-8, and characters that move the cursor or have no width, become '?'. */
static const char *next_code(const char *words, uint32_t *code)
{
        int32_t c = utf8_next(&words);

        *code = c <= 0 || utf8proc_category(c) == UTF8PROC_CATEGORY_CF || utf8proc_charwidth(c) < 1 ? '?' : (uint32_t)c;
        return words;
}

static int is_wide(uint32_t c)
{
        return utf8proc_charwidth((int32_t)c) == 2;
}

int columns(const char *words)
{
        uint32_t code;
        int n = 0;

        while (*words) {
                words = next_code(words, &code);
                n += 1 + is_wide(code);
        }
        return n;
}

void clip(const char *words, int wide, char *out)
{
        uint32_t code;

        while (*words) {
                words = next_code(words, &code);
                wide -= 1 + is_wide(code);
                if (wide < 0)
                        break;
                out += utf8_print((int32_t)code, out);
        }
        *out = '\0';
}

void text_format(struct text *t, const char *format, ...)
{
        char words[1024];
        va_list args;

        va_start(args, format);
        vsnprintf(words, sizeof words, format, args);
        va_end(args);
        text_add(t, words);
}

uint32_t light_line(int sides)
{
        static const uint16_t LINES[16] = { ' ',    0x2575, 0x2576, 0x2514, 0x2577, 0x2502, 0x250c, 0x251c,
                                            0x2574, 0x2518, 0x2500, 0x2534, 0x2510, 0x2524, 0x252c, 0x253c };

        return LINES[sides];
}

uint32_t heavy_line(int sides)
{
        static const uint16_t LINES[16] = { ' ',    0x2579, 0x257a, 0x2517, 0x257b, 0x2503, 0x250f, 0x2523,
                                            0x2578, 0x251b, 0x2501, 0x253b, 0x2513, 0x252b, 0x2533, 0x254b };

        return LINES[sides];
}

/* --- drawing --- */

struct style style(int ink, int paper, int weight)
{
        struct style s = { (uint8_t)ink, (uint8_t)paper, (uint8_t)weight };

        return s;
}

void sheet_clear(struct sheet *s)
{
        memset(s, 0, sizeof *s);
}

void sheet_dot(struct sheet *s, int row, int column, struct style with, uint32_t code)
{
        if (row < 0 || row >= SHEET_ROWS || column < 0 || column + is_wide(code) >= SHEET_WIDTH)
                return;
        s->at[row][column] = (struct glyph){ code, with };
        if (is_wide(code))
                s->at[row][column + 1] = (struct glyph){ RIGHT_HALF, with };
        if (row >= s->rows)
                s->rows = row + 1;
}

int sheet_put(struct sheet *s, int row, int column, int width, struct style with, const char *words)
{
        int end = column + width;
        uint32_t code;

        while (*words) {
                words = next_code(words, &code);
                if (column + is_wide(code) >= end)
                        break;
                sheet_dot(s, row, column, with, code);
                column += 1 + is_wide(code);
        }
        return column;
}

int sheet_write(struct sheet *s, int row, int column, struct style with, const char *format, ...)
{
        char words[1024];
        va_list args;

        va_start(args, format);
        vsnprintf(words, sizeof words, format, args);
        va_end(args);
        return sheet_put(s, row, column, SHEET_WIDTH, with, words);
}

/* The bytes of the next line: up to the last space that fits, or as many columns as fit if a word is longer. */
static size_t line_length(const char *words, int width)
{
        const char *at = words, *space = NULL;
        uint32_t code;

        while (*at && *at != '\n') {
                const char *next = next_code(at, &code);

                width -= 1 + is_wide(code);
                if (width < 0 && *at == ' ')
                        return (size_t)(at - words);
                if (width < 0)
                        return space ? (size_t)(space - words) : at > words ? (size_t)(at - words) : (size_t)(next - words);
                if (*at == ' ' && at > words)
                        space = at;
                at = next;
        }
        return (size_t)(at - words);
}

int sheet_prose(struct sheet *s, int row, int column, int width, int indent, struct style with, const char *words)
{
        char line[4 * SHEET_WIDTH + 1];

        for (int in = 0;; in = indent) {
                size_t n = line_length(words, width - in);

                snprintf(line, sizeof line, "%.*s", (int)n, words);
                sheet_put(s, row, column + in, width - in, with, line);
                if (row >= s->rows && row < SHEET_ROWS)
                        s->rows = row + 1;
                row++;
                words += n;
                if (*words == '\n' || *words == ' ')
                        words++;
                if (!*words || row >= SHEET_ROWS)
                        return row;
        }
}

/* --- printing --- */

/* Whether a text contains a word, in either case. */
static int mentions(const char *text, const char *word)
{
        for (; *text; text++)
                if (strncasecmp(text, word, strlen(word)) == 0)
                        return 1;
        return 0;
}

static int is_utf8(void)
{
        static const char *const VARIABLES[] = { "LC_ALL", "LC_CTYPE", "LANG" };

        for (int i = 0; i < 3; i++) {
                const char *value = getenv(VARIABLES[i]);

                if (value && *value)
                        return mentions(value, "utf-8") || mentions(value, "utf8");
        }
        return 0;
}

struct terminal terminal_open(void)
{
        const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
        struct terminal t = { 0, is_utf8(), isatty(STDOUT_FILENO), 0, 0 };
        struct winsize size;

        if (!t.screen || !term || !*term || strcmp(term, "dumb") == 0)
                return t;
        t.clears = 1;
        t.rows = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row ? size.ws_row : 24;
        if (!no_color || !*no_color)
                t.colours =
                        strstr(term, "256") || strstr(term, "kitty") || strstr(term, "direct") || getenv("COLORTERM") ? 256 : 16;
        return t;
}

void terminal_clear(const struct terminal *t, int all)
{
        if (t->clears)
                fputs(all ? "\033[H\033[2J\033[3J" : "\033[H\033[2J", stdout);
        else if (t->screen && all)
                for (int i = 0; i < 60; i++) /* all that a dumb terminal can do */
                        putchar('\n');
}

/* The ASCII replacement of a character. */
static char plain_letter(uint32_t c)
{
        static const struct {
                uint16_t from, to;
                char letter;
        } TABLE[] = {
                { 0x2574, 0x2577, '.' }, { 0x2578, 0x257b, '.' },  { 0x2500, 0x2501, '-' }, { 0x2502, 0x2503, '|' },
                { 0x250c, 0x254b, '+' }, { 0x2550, 0x2550, '=' },  { 0x256d, 0x2570, '+' }, { 0x2591, 0x2591, ':' },
                { 0x2592, 0x2592, '%' }, { 0x25b2, 0x25b2, '^' },  { 0x25b6, 0x25b8, '>' }, { 0x25bc, 0x25bc, 'v' },
                { 0x25c0, 0x25c0, '<' }, { 0x2715, 0x2715, 'x' },  { 0x00b7, 0x00b7, '.' }, { 0x2013, 0x2014, '-' },
                { 0x2026, 0x2026, '~' }, { 0x2018, 0x2019, '\'' }, { 0x2605, 0x2605, '*' }, { 0x00d7, 0x00d7, 'x' },
        };

        for (size_t i = 0; i < sizeof TABLE / sizeof TABLE[0]; i++)
                if (c >= TABLE[i].from && c <= TABLE[i].to)
                        return TABLE[i].letter;
        return c < 0x80 ? (char)c : '?';
}

static void print_style(struct style with, const struct terminal *t)
{
        static const uint8_t RICH[INKS] = { 0, 16, 231, 245, 167, 221, 68, 137, 29, 211, 172, 235, 236, 237, 238 };
        static const uint8_t POOR[INKS] = { 0, 0, 15, 8, 1, 11, 4, 3, 2, 13, 11, 0, 0, 0, 8 }; /* of sixteen */

        fputs("\033[0", stdout);
        if (with.weight & BOLD)
                fputs(";1", stdout);
        if (with.weight & UNDERLINE)
                fputs(";4", stdout);
        if (with.weight & REVERSE)
                fputs(";7", stdout);
        for (int back = 0; back < 2; back++) {
                int ink = back ? with.paper : with.ink;

                if (ink == PLAIN)
                        continue;
                if (t->colours == 256)
                        printf(";%d;5;%d", back ? 48 : 38, RICH[ink]);
                else
                        printf(";%d", (POOR[ink] < 8 ? 30 : 82) + POOR[ink] + (back ? 10 : 0));
        }
        fputs("m", stdout);
}

static int same_style(struct style a, struct style b)
{
        return a.ink == b.ink && a.paper == b.paper && a.weight == b.weight;
}

static int is_blank(const struct glyph *g, const struct terminal *t)
{
        return g->code == NOTHING || (g->code == ' ' && (!t->colours || (g->style.paper == PLAIN && !(g->style.weight & ~BOLD))));
}

static void print_row(const struct glyph *row, const struct terminal *t)
{
        struct style now = { 0, 0, 0 };
        int end = SHEET_WIDTH;

        while (end > 0 && is_blank(&row[end - 1], t))
                end--;
        for (int i = 0; i < end; i++) {
                char bytes[4];

                if (row[i].code == RIGHT_HALF) {
                        if (!t->unicode)
                                putchar('?');
                        continue;
                }
                if (t->colours && !same_style(row[i].style, now)) {
                        now = row[i].style;
                        print_style(now, t);
                }
                if (row[i].code == NOTHING)
                        putchar(' ');
                else if (!t->unicode)
                        putchar(plain_letter(row[i].code));
                else
                        fwrite(bytes, 1, (size_t)utf8_print((int32_t)row[i].code, bytes), stdout);
        }
        if (t->colours && !same_style(now, style(0, 0, 0)))
                fputs("\033[0m", stdout);
        putchar('\n');
}

void sheet_print(const struct sheet *s, const struct terminal *t)
{
        for (int row = 0; row < s->rows; row++)
                print_row(s->at[row], t);
}

void say(const struct terminal *t, struct style with, const char *format, ...)
{
        struct sheet s;
        char words[8192];
        va_list args;

        va_start(args, format);
        vsnprintf(words, sizeof words, format, args);
        va_end(args);
        sheet_clear(&s);
        sheet_prose(&s, 0, 0, SHEET_WIDTH, 0, with, words);
        sheet_print(&s, t);
}
