/* Any game on a terminal: its JSON, one member per line, and moves in their notation.
 *
 * It is not pretty, but a game that has only its rules can be played at once. */
#include <string.h>

#include "board.h"

/* The end of the value that starts here: a comma or bracket on the same level. */
static const char *value_end(const char *at)
{
        int depth = 0, quoted = 0;

        for (; *at && (quoted || depth || (*at != ',' && *at != '}')); at++)
                if (*at == '"')
                        quoted = !quoted;
                else if (!quoted)
                        depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        return at;
}

/* The value without JSON punctuation, which is replaced by spaces. */
static void plainly(const char *from, const char *end, char *out, size_t cap)
{
        size_t n = 0;

        for (; from < end && n + 1 < cap; from++) {
                char c = *from == ':' ? '=' : strchr("\"{}[]", *from) ? '\0' : *from;

                if (c)
                        out[n++] = c;
                if (c == ',' && n + 1 < cap)
                        out[n++] = ' ';
        }
        out[n] = '\0';
}

static int draw(struct sheet *s, int row, const struct look *l, const void *view)
{
        char text[MAX_STATE_TEXT], value[MAX_STATE_TEXT];
        const char *at;

        for (int p = 0; p < game_players(view); p++)
                sheet_write(s, row++, 2, style(seat_ink(p), PLAIN, l->game->turn(view) == p ? BOLD : 0), "%d  %s", p + 1,
                            l->name[p]);
        game_print(l->game, view, text, sizeof text);
        for (at = text + 1; *at; at += *at == ',' || *at == '}') {
                const char *key = at + 1, *colon = strchr(at, ':'), *end = value_end(colon + 1);

                plainly(colon + 1, end, value, sizeof value);
                if (strncmp(key, "game\"", 5) != 0 && strncmp(key, "players\"", 8) != 0 && row < SHEET_ROWS - 4) {
                        sheet_write(s, row, 2, style(INK_SOFT, PLAIN, 0), "%.*s", (int)(colon - 1 - key), key);
                        row = sheet_prose(s, row, 17, SHEET_WIDTH - 17, 0, style(PLAIN, PLAIN, 0), value);
                }
                at = end;
        }
        return row;
}

static void ask(const struct look *l, const void *view, struct text *t)
{
        text_format(t, "%s, your move?", l->name[l->game->turn(view)]);
}

/* The notation, printed before it, already says all that is known about a move. */
static void describe(const struct look *l, const void *view, move m, struct text *t)
{
        (void)l, (void)view, (void)m, (void)t;
}

static void tell(const struct look *l, const void *before, move m, const void *after, struct text *t)
{
        int who = l->game->turn(before);

        (void)after;
        text_format(t, "%s: ", who < MAX_PLAYERS ? l->name[who] : "Chance");
        l->game->print_move(before, m, t);
}

static int brief(struct sheet *s, int row, const struct look *l, const void *view)
{
        (void)s, (void)l, (void)view;
        return row;
}

static int never(const void *state)
{
        (void)state;
        return 0;
}

static int always(const void *state)
{
        (void)state;
        return 1;
}

static const char RULES[] = "The rules of this game are not told here; its document has all of them.";

const struct board plain_board = {
        .rules = RULES, .about = "", .draw = draw, .ask = ask, .describe = describe, .tell = tell, .brief = brief, .secret = never
};

const struct board plain_secret_board = {
        .rules = RULES, .about = "", .draw = draw, .ask = ask, .describe = describe, .tell = tell, .brief = brief, .secret = always
};
