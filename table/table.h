/* A table: a game being played, by people and by bots.
 *
 * It is the record of the game, its seats, and a clock. It knows games only through core/game.h, and does no I/O: messages come in
 * and go out as text (docs/protocol.md), the time is passed in, chance follows from the record's seed, and a bot's search is a
 * question that the caller answers. The page's worker and the server use it in the same way.
 *
 * A viewer is sent only what it may know: views by `redact`, moves by `seen`. Nothing else leaves a table. */
#ifndef SERAI_TABLE_H
#define SERAI_TABLE_H

#include "../bots/bot.h"
#include "protocol.h"

enum { HINTS = 3, MAX_BEST = 512, MARKED = 8192 /* plies: no log has as many moves */ };

static inline int has_clock(const struct clock *c)
{
        return c->move || c->game;
}

struct table {
        struct record record;      /* no game: not started yet */
        const struct chain *chain; /* of the server, for a record with fair dice */
        struct seat seat[MAX_PLAYERS];
        struct clock clock;
        int closed;                   /* 1: the players have ended the game before its rules do */
        uint8_t stood_in[MARKED / 8]; /* a bit for each ply: a bot made that move for a person */
        unsigned winners;             /* bit set of the seats that won, where not the rules alone decide; 0: they do */
};

/* A viewer of a table, and what it was sent. All zero: of a table on a server, nothing sent yet. */
struct viewer {
        int seat;    /* whose view: 0 …, or SPECTATOR */
        int here;    /* 1: the table is on this device: it may be set up, and seen from any seat */
        int changes; /* 1: it is sent what changes from step to step, not every view */
        size_t told; /* steps sent */
        int hint;    /* 1: it has asked for a hint */
};

/* What can happen to a table. A server stores it before it is applied. */
enum { NO_DEED, PLAY_MOVE, TAKE_BACK, HOLD_SEAT, RETURN_SEAT };

struct deed {
        int what;
        int seat;
        move m;     /* PLAY_MOVE */
        int bot;    /* PLAY_MOVE: 1 if a bot chose it; HOLD_SEAT: the level of the bot */
        int linked; /* PLAY_MOVE: 1 if there is a link (fair.h) */
        uint8_t link[HASH_BYTES];
};

void table_close(struct table *t);

/* Begins a game with fair dice, with seats and clock as set in `t`; takes over the contents of `f`. 0: out of memory. */
int table_begin(struct table *t, const struct game *g, const struct options *o, struct fair *f, uint64_t seed, uint64_t now);

/* `,"clock":{…}` */
void write_clock(struct json *j, const struct clock *c);

/* Handles a message from a viewer at a table on this device: applies it and adds the answer. */
void table_receive(struct table *t, struct viewer *v, const char *text, size_t size, uint64_t now, struct outbox *o);

/* Checks a command without applying it. If it is allowed, it becomes `d` or is answered in `o`; else `why` says why not. 1 if the
 * viewer is to be sent something. */
int table_command(struct table *t, struct viewer *v, const struct command *c, uint64_t now, struct outbox *o, struct deed *d,
                  struct reason *why);

/* Applies a deed. 0: out of memory; nothing has changed. */
int table_do(struct table *t, const struct deed *d, uint64_t now);

/* A step as a viewer sees it: the message of it follows from this alone. */
struct step {
        const struct game *game;
        int is_deal;
        int changes;                /* 1: the viewer has the step before */
        int stood_in;               /* 1: a bot made the move for a person */
        move m;                     /* except for the deal */
        struct state before, after; /* before: except for the deal */
};

/* A cache of steps written lately, for callers that send to many viewers: those who see the same step get the same text. All zero:
 * empty. */
enum { COPIES = 16, MAX_COPY = 2048 };
struct copies {
        struct copy {
                struct step step;
                int size; /* 0: none */
                char text[MAX_COPY];
        } copy[COPIES];
        int next; /* the oldest, to be replaced next */
};

/* Writes all that is new to a viewer; or at most so many steps of it, with the current position only after the last. */
void table_tell(const struct table *t, struct viewer *v, uint64_t now, struct outbox *o);
void table_tell_some(const struct table *t, struct viewer *v, size_t most, uint64_t now, struct outbox *o);

/* Writes the position as a viewer may know it, like an answer to `look`: with the moves of the player to move, or the outcomes of
 * chance.
 */
void table_tell_position(const struct table *t, int viewer, struct outbox *o);

/* Writes the links of fair dice, starting with this roll, and new chains, starting with this one. */
void table_tell_fair(const struct table *t, int from, int renewed, struct outbox *o);

/* A question for a search: a bot's move, or a hint for a viewer. */
struct question {
        const struct game *game;
        struct state view;
        size_t ply;
        int level;
        int hint;
        uint64_t seed;
};

/* 0: there is none. With viewer NULL, only bots ask. */
int table_asks(const struct table *t, const struct viewer *v, struct question *q);

/* The result of a search for a question. */
struct answer {
        move m;
        char best[MAX_BEST]; /* for a hint: the best moves, as a JSON list */
};

void question_answer(const struct question *q, const struct search *s, struct answer *a);

/* Uses the answer: as the bot's move; or as the hint, sent to the viewer. 0: the question is outdated. */
int table_choice(const struct table *t, const struct question *q, const struct answer *a, struct deed *d);
int table_hint(const struct table *t, struct viewer *v, const struct question *q, const struct answer *a, struct outbox *o);

/* Both, at a table on this device. */
void table_answer(struct table *t, struct viewer *v, const struct question *q, const struct search *s, uint64_t now,
                  struct outbox *o);

/* The seat whose time has run out, or -1; when it will run out for the player to move, or 0 if never. */
int table_late(const struct table *t, uint64_t now);
uint64_t table_deadline(const struct table *t);

/* Whether a bot is to move. */
int table_is_for_bot(const struct table *t);

/* The seat to move, or -1. */
int table_deciding(const struct table *t);

/* Checks the clock of a table on this device: if a player's time has run out, a bot takes over the seat, and it returns 1. */
int table_tick(struct table *t, uint64_t now);

#endif
