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
#include "message.h"
#include "outbox.h"
#include "record.h"

enum { MAX_SEAT_NAME = 96, HINTS = 3 };

struct seat {
        char name[MAX_SEAT_NAME]; /* as it stands in JSON */
        int level;                /* of a bot; 0: a person */
        int held;                 /* 1 while a bot plays for a person whose time ran out; the next own move ends it */
};

/* How much time people have, in milliseconds: for each move, or for all of them and some more after each. */
struct clock {
        uint64_t move, game, more; /* 0 0 0: as much as they like */
        uint64_t left[MAX_PLAYERS];
        uint64_t since;  /* when the player who decides began to */
        uint64_t before; /* what the last mover had left then; taking the move back gives no more */
};

struct table {
        struct record record; /* no game: nothing was begun yet */
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

void table_close(struct table *t);

/* Takes a message from a viewer and adds the answer to it. What it changed for everybody, table_tell tells. */
void table_hear(struct table *t, struct viewer *v, const char *text, size_t size, uint64_t now, struct outbox *o);

/* Tells a viewer all that is new. */
void table_tell(const struct table *t, struct viewer *v, uint64_t now, struct outbox *o);

/* What there is to think about: a bot's move, or a hint for a viewer. */
struct question {
        const struct game *game;
        struct state view;
        size_t ply;
        int level;
        int hint;
        uint64_t seed;
};

/* 0: nothing. */
int table_asks(const struct table *t, const struct viewer *v, struct question *q);

/* Takes the answer, when the search has run for it: plays the bot's move, or tells the viewer the hint. An answer to
 * a question that is not asked any more is let go. */
void table_answer(struct table *t, struct viewer *v, const struct question *q, const struct search *s, uint64_t now,
                  struct outbox *o);

/* Looks at the clock. Whose time has run out is held by a bot. 1 if that happened. */
int table_tick(struct table *t, uint64_t now);

#endif
