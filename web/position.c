/* Positions of games for the page's worker: what a game is like after some moves, what can be done there, and what that is worth.
 *
 * Each question is complete: it names a record, or a position, and the moves since, of which some may be rolled. So the worker
 * keeps nothing between two of them, and every line of a tree of variations is a game like any other. */
#include <stdlib.h>
#include <string.h>

#include "../table/table.h"
#include "worker.h"

static struct table shown;

/* The words of the second line in the inbox. */
struct words {
        char *at, *end;
};

/* The next word, cut off by a NUL; "" if there is none. */
static char *next_word(struct words *w)
{
        char *word = w->at;

        while (w->at < w->end && *w->at != ' ')
                w->at++;
        if (w->at < w->end)
                *w->at++ = '\0';
        return word;
}

/* A record; or a position, which becomes one without moves. */
static int read_game(struct record *r, const char *text, int size, char *why)
{
        struct state start = { { 0 } };
        const struct game *g;

        if (strstr(text, "\"moves\":"))
                return record_parse(r, text, (size_t)size, 0, why);
        g = game_parse(text, size, EVERYTHING, &start, why, MAX_REASON);
        if (g)
                record_start(r, g, &start, 0);
        return g != NULL;
}

/* Makes a move, or rolls for it. */
static int make(struct record *r, const char *text, struct draw *dice, struct reason *why)
{
        int who = r->game->turn(&r->state);
        move m;

        if (who == CHANCE && strcmp(text, "?") == 0) {
                m = game_roll(r->game, &r->state, dice);
        } else if (who == OVER || !game_find(r->game, &r->state, text, &m)) {
                why->game = r->game;
                why->is = who == OVER ? &GAME_IS_OVER : r->game->refusal(&r->state, text);
                return 0;
        }
        why->is = &OUT_OF_MEMORY;
        return record_play(r, m);
}

/* Reads the inbox. Its first line is a record or a position; the second has how many moves of it are meant, the seat that the
 * answer is for (0: a viewer who may see everything), the first step of the answer, a number that rolls follow from, and further
 * moves. */
static int read_place(int size, int *viewer, size_t *from)
{
        char *line = memchr(inbox, '\n', (size_t)size), why[MAX_REASON] = "that is no position of a game";
        struct record *r = &shown.record;
        struct reason reason;
        struct words words;
        struct draw dice;
        uint8_t key[32];
        size_t ply;
        int seat;

        table_close(&shown);
        memset(&shown, 0, sizeof shown);
        inbox[size < INBOX ? size : INBOX - 1] = '\0';
        if (line)
                *line = '\0';
        if (!line || !read_game(r, inbox, (int)(line - inbox), why)) {
                tell_wrong(why);
                return 0;
        }
        words = (struct words){ line + 1, inbox + size };
        ply = strtoul(next_word(&words), NULL, 10);
        seat = atoi(next_word(&words));
        *from = strtoul(next_word(&words), NULL, 10);
        draw_key(key, strtoull(next_word(&words), NULL, 10));
        draw_open(&dice, key, 0);
        *viewer = seat > 0 && seat <= game_players(&r->state) ? seat - 1 : (int)EVERYTHING;
        record_undo(r, r->count > ply ? r->count - ply : 0);
        while (words.at < words.end) {
                if (make(r, next_word(&words), &dice, &reason))
                        continue;
                tell_refusal(&outbox, "play", &reason);
                return 0;
        }
        return 1;
}

const struct record *position_shown(void)
{
        return &shown.record;
}

static void write_decider(struct json *j, const void *what)
{
        const struct table *t = what;

        json_text(j, "{");
        json_count(j, "by", table_deciding(t) + 1, 1);
        json_text(j, "}");
}

/* The steps from the one that was asked for, the position after them, and who decides there; 0: chance, or nobody. */
EXPORT("position") int position(int size)
{
        struct viewer v = { .here = 1 };

        outbox_clear(&outbox);
        if (!read_place(size, &v.seat, &v.told))
                return outbox.size;
        table_tell(&shown, &v, 0, &outbox);
        table_tell_position(&shown, v.seat, &outbox);
        outbox_add(&outbox, write_decider, &shown);
        return outbox.size;
}

static void write_text(struct json *j, const void *text)
{
        json_text(j, text);
}

/* The record of a game that begins in a position. */
EXPORT("position_record") int position_record(int size, double seed)
{
        struct record r = { .game = NULL };
        int viewer;
        size_t from;
        char *text;

        outbox_clear(&outbox);
        if (!read_place(size, &viewer, &from))
                return outbox.size;
        record_start(&r, shown.record.game, &shown.record.state, (uint64_t)seed);
        text = record_print(&r);
        if (text)
                outbox_add(&outbox, write_text, text);
        free(text);
        record_close(&r);
        return outbox.size;
}
