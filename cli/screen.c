/* The screen of a game in progress; see play.h. */
#include "play.h"

#include <stdio.h>
#include <string.h>

enum { PARAGRAPHS = 8 };

/* --- what happened --- */

void play_view(const struct play *p, struct state *view)
{
        memcpy(view, &p->record.state, game_of(p)->state_bytes);
        game_of(p)->redact(view, p->look.viewer);
}

int draw_events(const struct play *p, size_t from, struct sheet *s, int row, int most)
{
        struct sheet all;
        char paragraph[PARAGRAPHS][1024];
        const struct game *g = game_of(p);
        struct state state, after;
        int owner = NOBODY, n = 0, rows = 0, by_turn = most > 2;

        memcpy(&state, &p->record.start, g->state_bytes);
        for (size_t i = 0; i < p->record.count; i++) {
                if (i >= from) {
                        struct text t;

                        if (g->owner(&state) != owner || !by_turn)
                                paragraph[n++ % PARAGRAPHS][0] = '\0';
                        owner = g->owner(&state);
                        t = (struct text){ paragraph[(n - 1) % PARAGRAPHS], sizeof paragraph[0],
                                           (int)strlen(paragraph[(n - 1) % PARAGRAPHS]) };
                        if (t.len)
                                text_add(&t, " ");
                        board_tell(p->board, &p->look, &state, p->record.moves[i], &after, &t);
                        text_close(&t);
                }
                g->apply(&state, p->record.moves[i]);
        }
        sheet_clear(&all);
        for (int i = n > PARAGRAPHS ? n - PARAGRAPHS : 0; i < n; i++)
                rows = sheet_prose(&all, rows, 0, SHEET_WIDTH, 2, USUAL, paragraph[i % PARAGRAPHS]);
        for (int i = rows > most ? rows - most : 0; i < rows && row < SHEET_ROWS; i++, row++)
                memcpy(s->at[row], all.at[i], sizeof s->at[row]);
        s->rows = row > s->rows ? row : s->rows;
        return row;
}

void tell_move(const struct play *p, const struct state *before, move m)
{
        struct state after;
        char words[1024];
        struct text t = { words, sizeof words, 0 };

        board_tell(p->board, &p->look, before, m, &after, &t);
        text_close(&t);
        say(&p->terminal, USUAL, "%s", words);
}

/* --- the list of moves --- */

struct entry {
        int number;
        char notation[MAX_MOVE_TEXT], words[160];
};

static struct entry entry_of(const struct play *p, const void *view, move m, int number)
{
        struct entry e;
        struct text t = { e.words, sizeof e.words, 0 };

        e.number = number;
        game_print_move(game_of(p), view, m, e.notation, sizeof e.notation);
        p->board->describe(&p->look, view, m, &t);
        text_close(&t);
        return e;
}

/* Prints a list from one entry on, in as many columns as fit, on a limited number of rows; returns the entry after the last. */
static int print_list(const struct play *p, const struct entry *list, int n, int from, int rows)
{
        struct sheet s;
        int notation = 0, wide = 0, across, down, last;

        for (int i = from; i < n; i++) {
                if (columns(list[i].notation) > notation)
                        notation = columns(list[i].notation);
                if (columns(list[i].words) > wide)
                        wide = columns(list[i].words);
        }
        wide += notation + 4 + 1 + 2 + 1; /* number, notation, words and the spaces between */
        across = wide >= SHEET_WIDTH / 2 + 1 ? 1 : SHEET_WIDTH / wide;
        down = (n - from + across - 1) / across;
        if (down > rows)
                down = rows;
        if (down > SHEET_ROWS)
                down = SHEET_ROWS;
        last = from + across * down < n ? from + across * down : n;
        sheet_clear(&s);
        for (int i = from; i < last; i++) {
                int row = (i - from) % down, column = (i - from) / down * (SHEET_WIDTH / across);

                sheet_write(&s, row, column, QUIET, "%4d", list[i].number);
                sheet_put(&s, row, column + 5, notation, LOUD, list[i].notation);
                sheet_put(&s, row, column + 5 + notation + 2, SHEET_WIDTH, USUAL, list[i].words);
        }
        sheet_print(&s, &p->terminal);
        return last;
}

int show_moves(const struct play *p, const void *view, const char *with, int from, int rows)
{
        static move list[MAX_MOVES];
        static struct entry entries[MAX_MOVES];
        int n = game_of(p)->legal(view, list), found = 0, next;

        for (int i = 0; i < n; i++) {
                entries[found] = entry_of(p, view, list[i], i + 1);
                found += strstr(entries[found].notation, with) != NULL;
        }
        if (!found)
                say(&p->terminal, USUAL, "No legal move has that in it.");
        if (from >= found)
                return 0;
        if (rows == 0) {
                say(&p->terminal, QUIET, "%d moves to choose from: type moves to see them in words.", found);
                return 0;
        }
        do
                next = from = print_list(p, entries, found, from, rows);
        while (!p->terminal.rows && rows >= SHEET_ROWS && next < found); /* no paging without a terminal */
        if (next >= found)
                return 0;
        say(&p->terminal, QUIET, "%d more: type more, or moves TEXT for some, or any notation.", found - next);
        return next;
}

/* --- the screen --- */

int play_hides(const struct play *p)
{
        return game_of(p)->hides != 0;
}

static void was_told(struct play *p)
{
        if (play_hides(p) && p->persons > 1) {
                p->told[p->look.viewer] = p->record.count;
                return;
        }
        for (int i = 0; i < MAX_PLAYERS; i++)
                p->told[i] = p->record.count;
}

int draw_heading(const struct play *p, struct sheet *s, int row)
{
        char words[64], seed[32] = "";

        if (game_of(p)->turn(&p->record.state) == OVER) /* earlier it would reveal what is to come */
                snprintf(seed, sizeof seed, "seed %llu, ", (unsigned long long)p->record.seed);
        snprintf(words, sizeof words, "%s%zu move%s", seed, p->record.count, p->record.count == 1 ? "" : "s");
        return board_heading(s, row, game_of(p), words);
}

static int between(int n, int low, int high)
{
        return n < low ? low : n > high ? high : n;
}

int show_screen(struct play *p, int events)
{
        enum { LIST = 6, SHORT_LIST = 2, LOG = 9 };
        struct sheet s, measure;
        struct state view;
        char words[512];
        struct text t = { words, sizeof words, 0 };
        int row = 0, board, brief, spare, next = 0;

        play_view(p, &view);
        sheet_clear(&measure);
        board = p->board->draw(&measure, 0, &p->look, &view);
        brief = p->board->brief(&measure, board, &p->look, &view) - board;
        spare = p->terminal.rows ? p->terminal.rows - board - brief - 2
                                 : SHEET_ROWS; /* the question and the answer take two rows */
        sheet_clear(&s);
        if (spare - (brief ? 0 : LIST) > 2)
                row = draw_heading(p, &s, 0);
        if (events && p->told[p->look.viewer] < p->record.count)
                row = draw_events(p, p->told[p->look.viewer], &s, row,
                                  between(spare - row - (brief ? 0 : LIST), spare > SHORT_LIST, LOG));
        row = p->board->draw(&s, row, &p->look, &view);
        p->board->ask(&p->look, &view, &t);
        text_close(&t);
        row = sheet_prose(&s, row, 0, SHEET_WIDTH, 2, style(INK_GOLD, PLAIN, BOLD), words);
        p->board->brief(&s, row, &p->look, &view);
        terminal_clear(&p->terminal, 0);
        sheet_print(&s, &p->terminal);
        if (!brief)
                next = show_moves(p, &view, "", 0, p->terminal.rows ? between(p->terminal.rows - row - 2, 0, SHEET_ROWS) : 16);
        was_told(p);
        return next;
}

void show_scores(const struct play *p)
{
        struct state view;
        struct sheet s;

        play_view(p, &view);
        sheet_clear(&s);
        board_scores(&s, 0, &p->look, &view);
        sheet_print(&s, &p->terminal);
        if (play_hides(p) && p->look.viewer < MAX_PLAYERS && p->persons)
                say(&p->terminal, QUIET, "As if the game ended now, without what is hidden from you.");
}

void show_log(const struct play *p)
{
        struct sheet s;

        sheet_clear(&s);
        draw_events(p, 0, &s, 0, SHEET_ROWS);
        if (!s.rows)
                sheet_put(&s, 0, 0, SHEET_WIDTH, USUAL, "Nothing has happened yet.");
        sheet_print(&s, &p->terminal);
}

void show_end(struct play *p)
{
        struct sheet s;
        int row;

        sheet_clear(&s);
        row = draw_heading(p, &s, 0);
        p->look.viewer = EVERYTHING;
        if (p->persons) {
                size_t told = p->record.count;

                for (int i = 0; i < MAX_PLAYERS; i++)
                        if (i < game_players(&p->record.state) && p->bot[i] == PERSON && p->told[i] < told)
                                told = p->told[i];
                if (play_hides(p) && p->persons > 1 && p->curtain > told)
                        told = p->curtain;
                row = draw_events(p, told, &s, row, 8);
        }
        row = p->board->draw(&s, row, &p->look, &p->record.state);
        sheet_put(&s, row, 0, SHEET_WIDTH, style(INK_GOLD, PLAIN, BOLD), "The game is over.");
        board_scores(&s, row + 1, &p->look, &p->record.state);
        if (p->persons)
                terminal_clear(&p->terminal, play_hides(p) && p->persons > 1);
        sheet_print(&s, &p->terminal);
}
