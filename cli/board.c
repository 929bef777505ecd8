/* Shared by the boards of all games; see board.h. */
#include "board.h"

#include <stdio.h>
#include <string.h>

static const struct board *const BOARDS[] = { &alibaba_board, &labyrinth_board, &marrakech_board };

const struct board *board_of(const struct game *g)
{
        for (size_t i = 0; i < sizeof BOARDS / sizeof *BOARDS; i++)
                if (BOARDS[i]->game == g)
                        return BOARDS[i];
        return g->hides ? &plain_secret_board : &plain_board;
}

void look_open(struct look *l, int viewer)
{
        memset(l, 0, sizeof *l);
        l->viewer = viewer;
        for (int p = 0; p < MAX_PLAYERS; p++)
                snprintf(l->name[p], sizeof l->name[p], "Player %d", p + 1);
}

const char *list_member(const char *list, char *word, int cap)
{
        size_t n = strcspn(list, ",");

        snprintf(word, (size_t)cap, "%.*s", (int)n, list);
        return list[n] ? list + n + 1 : NULL;
}

const char *look_names(struct look *l, const char *list)
{
        for (int n = 0; list; n++) {
                char word[1024];

                list = list_member(list, word, sizeof word);
                if (n == MAX_PLAYERS)
                        return "there are four names at most";
                if (columns(word) > NAME_COLUMNS)
                        return "a name is at most 12 columns wide";
                if (*word)
                        clip(word, NAME_COLUMNS, l->name[n]);
        }
        return NULL;
}

int seat_ink(int seat)
{
        static const uint8_t INK[MAX_PLAYERS] = { INK_RED, INK_SAFFRON, INK_LAPIS, INK_WALNUT };

        return INK[seat];
}

void text_count(struct text *t, int n, const char *one, const char *many)
{
        text_format(t, "%d %s", n, n == 1 ? one : many);
}

void board_tell(const struct board *b, const struct look *l, const void *before, move m, struct state *after, struct text *t)
{
        const struct game *g = l->game;
        struct state view;

        memcpy(&view, before, g->state_bytes);
        memcpy(after, before, g->state_bytes);
        g->apply(after, m);
        m = g->seen(before, m, l->viewer);
        g->redact(&view, l->viewer);
        g->redact(after, l->viewer);
        b->tell(l, &view, m, after, t);
}

int board_heading(struct sheet *s, int row, const struct game *g, const char *note)
{
        int column = sheet_write(s, row, 0, style(INK_GOLD, PLAIN, BOLD), "%s ", g->title);
        int end = SHEET_WIDTH - columns(note) - 1;

        for (; column < end; column++)
                sheet_dot(s, row, column, style(INK_SOFT, PLAIN, 0), light_line(10));
        sheet_put(s, row, end + 1, SHEET_WIDTH, style(INK_SOFT, PLAIN, 0), note);
        return row + 1;
}

int board_scores(struct sheet *s, int row, const struct look *l, const void *view)
{
        int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS];
        unsigned winners = game_winners(l->game, view);

        l->game->score(view, points, tiebreak);
        for (int p = 0; p < game_players(view); p++) {
                int wins = (int)(winners >> p & 1);
                struct style with = style(PLAIN, PLAIN, wins ? BOLD : 0);

                sheet_put(s, row, 2, NAME_COLUMNS, with, l->name[p]);
                sheet_write(s, row, 3 + NAME_COLUMNS, with, "%4d point%s%s", points[p], points[p] == 1 ? "" : "s",
                            !wins                            ? ""
                            : (winners & (winners - 1)) != 0 ? "   shares the win"
                                                             : "   wins");
                if (wins)
                        sheet_dot(s, row, 0, style(INK_GOLD, PLAIN, BOLD), 0x2605);
                row++;
        }
        return row;
}
