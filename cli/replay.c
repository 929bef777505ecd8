/* serai verify and serai replay: check a record, and show its game. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "board.h"
#include "cli.h"
#include "line.h"

struct verify {
        const char *file;
};

static const struct argument VERIFY_ARGUMENTS[] = {
        { "FILE", .kind = ARG_TEXT, INTO(struct verify, file), .needed = 1, .help = "the record; - for standard input" },
        { 0 },
};

const struct subcommand verify_subcommand = {
        .name = "verify",
        .brief = "verify the record of a game: every move and every roll",
        .about = "Checks a record: that every move is legal and made by whose turn it was; that every chance outcome is the one "
                 "that the seed gives, where the record carries its seed, or the links of the server and the players, where dice "
                 "were fair (docs/fairness.md); and that nothing was changed since it was written. Exits with 0 if all holds, and "
                 "with 1 and the first thing that does not fit otherwise.",
        .arguments = VERIFY_ARGUMENTS,
        .run = cli_verify,
};

static void print_hash(const char *what, const uint8_t value[HASH_BYTES])
{
        printf("  %-10s", what);
        for (int i = 0; i < HASH_BYTES; i++)
                printf("%02x", value[i]);
        printf("\n");
}

/* The commitments published before the first move, to be compared with those that the page showed; and who sent no links. */
static void print_fair(const struct record *r)
{
        const struct fair *f = r->fair;
        int silent = 0;

        for (int i = 0; i < f->rolled; i++)
                silent += f->rolls[i].silent;
        printf("; the deal and all %" PRIu64 " chance outcomes are those of the links\n", r->events);
        printf("Told before the first move, at table %s:\n", f->table);
        print_hash("seal", f->seal);
        print_hash("tip", f->tip);
        for (int p = 0; p < f->players; p++) {
                char who[24];

                snprintf(who, sizeof who, "player %d", p + 1);
                if (is_missing(f->tips[p]))
                        printf("  %-10snone: a bot, or somebody without a chain\n", who);
                else
                        print_hash(who, f->tips[p]);
        }
        printf("%d of %d rolls had no link of a player: only the server's chain stands for them.\n", silent, f->rolled);
        for (int i = 0; i < f->renewed; i++)
                printf("After move %zu player %d began a new chain.\n", f->anew[i].ply, f->anew[i].seat + 1);
}

int cli_verify(int argc, char **argv)
{
        struct verify v = { 0 };
        struct record r = { 0 };
        int status = arguments_read(&verify_subcommand, &v, &argc, argv);

        if (status != GO_ON)
                return status;
        if (!cli_read_record(&r, v.file, 1)) {
                record_close(&r);
                return 1;
        }
        printf("%s: %zu moves, all legal", r.game->name, r.count);
        if (r.fair)
                print_fair(&r);
        else if (r.events == 0 && r.dealt)
                printf("; the deal is that of seed %" PRIu64 "\n", r.seed);
        else if (r.seedless)
                printf("; no seed, so the %" PRIu64 " chance outcomes are not proven\n", r.events);
        else
                printf("; all %" PRIu64 " chance outcomes%s are those of seed %" PRIu64 "\n", r.events,
                       r.dealt ? " and the deal" : "", r.seed);
        record_close(&r);
        return 0;
}

/* --- replay --- */

struct replay {
        const struct record *record;
        const struct board *board;
        struct terminal terminal;
        struct look look;
        const char *file;
        int as; /* the number of a player; 0: everything is shown */
};

static const char *read_names(void *into, const char *list, char *why)
{
        struct replay *r = into;

        (void)why;
        return look_names(&r->look, list);
}

static const struct argument REPLAY_ARGUMENTS[] = {
        { "FILE", .kind = ARG_TEXT, INTO(struct replay, file), .needed = 1, .help = "the record; - for standard input" },
        { "--as", "P", ARG_NUMBER, INTO(struct replay, as), .low = 1, .high = MAX_PLAYERS,
          .help = "shows it as player P saw it; everything if not given" },
        { "--names", "LIST", ARG_READ, .read = read_names, .help = "names of the seats, like Anna,Boris" },
        { 0 },
};

const struct subcommand replay_subcommand = {
        .name = "replay",
        .brief = "step through the record of a game",
        .about = "Steps through the record of a game. On a terminal: Enter or next, back, first, last, the number of a move, quit. "
                 "Otherwise it prints every move in notation and in words, then the last board and the score.",
        .arguments = REPLAY_ARGUMENTS,
        .run = cli_replay,
};

/* The state after some moves, and the last of them in notation and words, as the viewer saw it; both empty at the start. */
static void go_to(const struct replay *r, size_t at, struct state *view, char notation[MAX_MOVE_TEXT], char *words, int cap)
{
        const struct game *g = r->record->game;
        struct text t = { words, cap, 0 };
        struct state state, before;

        *notation = *words = '\0';
        memcpy(&state, &r->record->start, g->state_bytes);
        for (size_t i = 0; i + 1 < at; i++)
                g->apply(&state, r->record->moves[i]);
        if (at == 0) {
                memcpy(view, &state, g->state_bytes);
                g->redact(view, r->look.viewer);
                return;
        }
        memcpy(&before, &state, g->state_bytes);
        g->redact(&before, r->look.viewer);
        game_print_move(g, &before, g->seen(&state, r->record->moves[at - 1], r->look.viewer), notation, MAX_MOVE_TEXT);
        board_tell(r->board, &r->look, &state, r->record->moves[at - 1], view, &t);
        text_close(&t);
}

static void show_step(const struct replay *r, size_t at)
{
        char notation[MAX_MOVE_TEXT], words[1024], note[64];
        struct state view;
        struct sheet s;
        int row;

        go_to(r, at, &view, notation, words, sizeof words);
        sheet_clear(&s);
        snprintf(note, sizeof note, "move %zu of %zu", at, r->record->count);
        row = board_heading(&s, 0, r->look.game, note);
        if (at) {
                int column = sheet_write(&s, row, 0, style(INK_GOLD, PLAIN, BOLD), "%s", notation) + 2;

                row = sheet_prose(&s, row, column, SHEET_WIDTH - column, 0, style(PLAIN, PLAIN, 0), words);
        } else
                row = sheet_prose(&s, row, 0, SHEET_WIDTH, 0, style(PLAIN, PLAIN, 0), "The beginning.");
        row = r->board->draw(&s, row, &r->look, &view);
        if (r->record->game->turn(&view) == OVER)
                board_scores(&s, row, &r->look, &view);
        terminal_clear(&r->terminal, 0);
        sheet_print(&s, &r->terminal);
}

static void print_all(const struct replay *r)
{
        char notation[MAX_MOVE_TEXT], words[1024];
        const struct game *g = r->record->game;
        struct state state, view;

        memcpy(&state, &r->record->start, g->state_bytes);
        for (size_t i = 0; i < r->record->count; i++) {
                struct text t = { words, sizeof words, 0 };
                struct sheet s;
                int column;

                memcpy(&view, &state, g->state_bytes);
                g->redact(&view, r->look.viewer);
                game_print_move(g, &view, g->seen(&state, r->record->moves[i], r->look.viewer), notation, sizeof notation);
                board_tell(r->board, &r->look, &state, r->record->moves[i], &view, &t);
                text_close(&t);
                sheet_clear(&s);
                column = sheet_write(&s, 0, 0, style(PLAIN, PLAIN, 0), "%4zu  %-14s", i + 1, notation) + 2;
                sheet_prose(&s, 0, column, SHEET_WIDTH - column, 0, style(PLAIN, PLAIN, 0), words);
                sheet_print(&s, &r->terminal);
                g->apply(&state, r->record->moves[i]);
        }
        show_step(r, r->record->count);
        if (g->turn(&r->record->state) != OVER) {
                struct sheet s;

                memcpy(&view, &state, g->state_bytes);
                g->redact(&view, r->look.viewer);
                sheet_clear(&s);
                board_scores(&s, 0, &r->look, &view);
                sheet_print(&s, &r->terminal);
        }
}

/* The position that a command leads to; -1: quit, -2: unknown. */
static long where_to(const struct replay *r, size_t at, const char *word)
{
        long last = (long)r->record->count, here = (long)at;
        uint64_t n;

        if (!*word || strcmp(word, "next") == 0 || strcmp(word, "n") == 0)
                return here < last ? here + 1 : last;
        if (strcmp(word, "back") == 0 || strcmp(word, "b") == 0)
                return here > 0 ? here - 1 : 0;
        if (strcmp(word, "first") == 0)
                return 0;
        if (strcmp(word, "last") == 0)
                return last;
        if (strcmp(word, "quit") == 0 || strcmp(word, "q") == 0)
                return -1;
        return cli_number(word, 0, r->record->count, &n) ? (long)n : -2;
}

static void step(const struct replay *r)
{
        char line[LINE_ROOM];
        long at = 0;

        show_step(r, 0);
        for (;;) {
                long to;
                int state;

                fputs("Enter, back, first, last, a number, quit> ", stdout);
                fflush(stdout);
                state = line_read(line);
                if (state == LINE_END || state == LINE_STOPPED) {
                        putchar('\n');
                        return;
                }
                to = state == LINE_READ ? where_to(r, (size_t)at, line) : -2;
                if (to == -1)
                        return;
                if (to == -2)
                        say(&r->terminal, style(INK_RED, PLAIN, 0), "That is none of those; moves are numbered from 0 to %zu.",
                            r->record->count);
                else if (to == at && to == (long)r->record->count && !*line)
                        say(&r->terminal, style(INK_SOFT, PLAIN, 0), "That was the last move.");
                else
                        show_step(r, (size_t)(at = to));
        }
}

int cli_replay(int argc, char **argv)
{
        struct record record = { 0 };
        struct replay r = { .record = &record, .terminal = terminal_open() };
        int status;

        look_open(&r.look, EVERYTHING);
        status = arguments_read(&replay_subcommand, &r, &argc, argv);
        if (status != GO_ON)
                return status;
        if (!cli_read_record(&record, r.file, 0)) {
                record_close(&record);
                return 1;
        }
        if (r.as > game_players(&record.state)) {
                record_close(&record);
                return cli_fail("there is no player %d in this game", r.as);
        }
        if (r.as)
                r.look.viewer = r.as - 1;
        r.board = board_of(record.game);
        r.look.game = record.game;
        if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
                line_watch();
                step(&r);
        } else
                print_all(&r);
        record_close(&record);
        return line_stopped() ? 128 + line_stopped() : 0;
}
