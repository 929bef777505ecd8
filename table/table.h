/* A table: a game being played, by people and by bots.
 *
 * It is the record of the game, who sits where, and a clock. It knows no game but through core/game.h, and it does no
 * I/O: messages come in as text and go out as text (docs/protocol.md), the time is handed in, chance follows from the
 * record's seed, and a bot's thinking is a question that whoever has the processor answers. The page's worker and the
 * server use it in the same way.
 *
 * Whoever looks on is a viewer and is told what a viewer may know: views by `redact`, moves by `seen`, and nothing else
 * leaves a table. */
#ifndef SERAI_TABLE_H
#define SERAI_TABLE_H

#include "../bots/bot.h"
#include "protocol.h"

enum { HINTS = 3, MAX_BEST = 512 };

static inline int has_clock(const struct clock *c)
{
        return c->move || c->game;
}

struct table {
        struct record record;      /* no game: nothing was begun yet */
        const struct chain *chain; /* of the server, for a record with fair dice */
        struct seat seat[MAX_PLAYERS];
        struct clock clock;
};

/* Somebody who looks on, and what they know. All zero: at a table far away, told nothing yet. */
struct viewer {
        int seat;    /* whose eyes: 0 …, or SPECTATOR */
        int here;    /* 1: the table is on this device, so that it may be set up, and seen through anybody's eyes */
        size_t told; /* how many steps the viewer has been told */
        int hint;    /* 1 after asking for a hint */
};

/* What can happen to a table. Whoever must not lose anything keeps it before it is done. */
enum { NO_DEED, PLAY_MOVE, TAKE_BACK, HOLD_SEAT, RETURN_SEAT };

struct deed {
        int what;
        int seat;
        move m;     /* PLAY_MOVE */
        int bot;    /* PLAY_MOVE: 1 if a bot chose it; HOLD_SEAT: the level of the bot */
        int linked; /* PLAY_MOVE: whether there is a link (fair.h) */
        uint8_t link[HASH_BYTES];
};

void table_close(struct table *t);

/* Begins a game with fair dice, with seats and clock as they are in `t`; takes what is in `f`. 0: there is no memory. */
int table_begin(struct table *t, const struct game *g, const struct options *o, struct fair *f, uint64_t seed, uint64_t now);

/* `,"clock":{…}` */
void write_clock(struct json *j, const struct clock *c);

/* Takes a message from a viewer at a table on this device, does what it asks for, and adds the answer. */
void table_hear(struct table *t, struct viewer *v, const char *text, size_t size, uint64_t now, struct outbox *o);

/* The same without doing it: what it asks for, if that is allowed, is `d`; else `why` says why not. 1 if the viewer is to be told
 * something. */
int table_command(struct table *t, struct viewer *v, const struct command *c, uint64_t now, struct outbox *o, struct deed *d,
                  struct reason *why);

/* Does it. 0: there is no memory, and nothing has changed. */
int table_do(struct table *t, const struct deed *d, uint64_t now);

/* A step as somebody sees it: all that is told of it follows from this. */
struct step {
        const struct game *game;
        int is_deal;
        move m;                     /* unless it is the deal */
        struct state before, after; /* before: unless it is the deal */
};

/* Steps that were told lately, and in which words: whoever sees the same is told the same, and it is not written again. For
 * those who tell many viewers one after another. All zero: none. */
enum { COPIES = 16, MAX_COPY = 2048 };
struct copies {
        struct copy {
                struct step step;
                int size; /* 0: none */
                char text[MAX_COPY];
        } copy[COPIES];
        int next; /* the oldest, which the next one takes the place of */
};

/* Tells a viewer all that is new; or at most so many steps of it, and then how things stand only with the last. */
void table_tell(const struct table *t, struct viewer *v, uint64_t now, struct outbox *o);
void table_tell_some(const struct table *t, struct viewer *v, size_t most, uint64_t now, struct outbox *o);

/* Tells what chance was made of, from a roll on, and which new chains were begun, from one on. */
void table_tell_fair(const struct table *t, int from, int renewed, struct outbox *o);

/* What there is to think about: a bot's move, or a hint for a viewer. */
struct question {
        const struct game *game;
        struct state view;
        size_t ply;
        int level;
        int hint;
        uint64_t seed;
};

/* 0: nothing. Without a viewer only bots are asked. */
int table_asks(const struct table *t, const struct viewer *v, struct question *q);

/* What a search that has run for a question says. */
struct answer {
        move m;
        char best[MAX_BEST]; /* for a hint: the best moves, as a JSON list */
};

void question_answer(const struct question *q, const struct search *s, struct answer *a);

/* Takes it: the bot's move, or the hint, told to the viewer. 0: it is not asked any more. */
int table_choice(const struct table *t, const struct question *q, const struct answer *a, struct deed *d);
int table_hint(const struct table *t, struct viewer *v, const struct question *q, const struct answer *a, struct outbox *o);

/* All of it, at a table on this device. */
void table_answer(struct table *t, struct viewer *v, const struct question *q, const struct search *s, uint64_t now,
                  struct outbox *o);

/* The seat whose time has run out, or -1; and when it will have for whoever decides now, or 0 if it never will. */
int table_late(const struct table *t, uint64_t now);
uint64_t table_deadline(const struct table *t);

/* Whether a bot is to move. */
int table_is_for_bot(const struct table *t);

/* The seat that decides now, or -1. */
int table_deciding(const struct table *t);

/* Looks at the clock of a table on this device: whose time has run out is held by a bot. 1 if that happened. */
int table_tick(struct table *t, uint64_t now);

#endif
