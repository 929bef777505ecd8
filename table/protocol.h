/* The messages between clients and tables, as protocol.def defines and docs/protocol.md explains them.
 *
 * A command arrives as text and is decoded once, here: its kind is known, its members are present, of the right type and within
 * limits. Handlers parse nothing. */
#ifndef SERAI_PROTOCOL_H
#define SERAI_PROTOCOL_H

#include "fair.h"
#include "id.h"
#include "message.h"
#include "outbox.h"
#include "record.h"

enum { MAX_SEAT_NAME = 97, MAX_LOOK = 8, MAX_PHRASE = 32, MAX_CHAT = 301 };

enum {
#define PROTOCOL(version) PROTOCOL_VERSION = version
#include "protocol.def"
};

enum command_kind {
#define COMMAND(id, name, handler, cost, needs, may, about) COMMAND_##id,
#include "protocol.def"
        COMMANDS,
        COMMAND_RETURN = COMMANDS /* a player who comes back takes the seat from the bot; no message says it */
};

/* Bits of command.given. */
enum {
#define MEMBER(id, field, key, type, low, high, about) MEMBER_##id,
#include "protocol.def"
        MEMBERS
};

struct seat {
        char name[MAX_SEAT_NAME]; /* escaped for JSON */
        int level;                /* of a bot; 0: a person */
        int held;                 /* the level of a bot that plays for a person; 0: none does */
};

/* Time controls in milliseconds: for each move, or for the whole game with an increment. */
struct clock {
        uint64_t move, game, more; /* 0 0 0: no limit */
        uint64_t left[MAX_PLAYERS];
        uint64_t since;  /* when the player to move began to think */
        uint64_t before; /* the last mover's time before the move; an undo gives no more */
};

struct command {
        enum command_kind kind;
        uint32_t given; /* bit set of the members it has */
        const struct game *game;
        struct options options; /* complete: what is missing has its default */
        int players;            /* also the number of seats or levels */
        struct seat seats[MAX_PLAYERS];
        int levels[MAX_PLAYERS];
        struct clock clock; /* zero if the member is missing */
        uint64_t left[MAX_PLAYERS];
        const char *record; /* in the text that was decoded */
        size_t record_size;
        uint64_t seed, ply, version, told;
        int seat, level;
        char move[MAX_MOVE_TEXT];
        char moves[MAX_LOOK][MAX_MOVE_TEXT];
        int move_count;
        uint8_t link[HASH_BYTES], tip[HASH_BYTES];
        int64_t table; /* 0: not a valid id */
        int is_public, watch, chat, rated, ready, yes, changes;
        char words[MAX_CHAT], line[MAX_CHAT]; /* unescaped */
        char phrase[MAX_PHRASE], what[MAX_PHRASE];
};

static inline int command_has(const struct command *c, int member)
{
        return (int)(c->given >> member & 1);
}

/* Who handles a command, and how many messages it counts as. */
enum command_handler { FOR_DEVICE, FOR_LOBBY, FOR_ROOM, FOR_TABLE };

struct command_about {
        const char *name;
        enum command_handler handler;
        int cost;
        uint32_t needs, may;
};

extern const struct command_about COMMAND_ABOUT[COMMANDS];

/* --- refusals --- */

#define REFUSAL(id, code, why) extern const struct refusal id;
#include "protocol.def"

/* Why something was refused. */
struct reason {
        const struct refusal *is; /* NULL: it was not */
        const struct game *game;  /* whose rule it is, or NULL */
        char detail[MAX_REASON];  /* or "" */
};

/* Adds the message that a command was refused. `about` is the command's name, or "". */
void tell_refusal(struct outbox *o, const char *about, const struct reason *why);

/* `"code":"…","why":"…"` and the rest: the members of every refusal. */
void write_reason(struct json *j, const struct reason *why);

/* --- decoding --- */

/* Decodes a command. 0: `why` says what is wrong; then only c->kind is known, or is COMMANDS if there is no such command. */
int command_read(struct command *c, const char *text, size_t size, struct reason *why);

/* Decodes the members of a command of this kind from an object. */
int command_members(struct command *c, enum command_kind kind, const struct message *m, struct reason *why);

#endif
