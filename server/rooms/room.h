/* A room: a table on the net, and the people at it.
 *
 * A room is its log. A command is checked (room_command) and becomes an entry; the caller stores it; only then is it applied
 * (room_do), and then sent (room_tell). Replaying the same entries (room_replay) gives the same room after a crash or on another
 * machine. So nothing is sent that could be lost, and nothing has to be rolled back when storing fails. Each of the three steps
 * has a file: room_commands.c, room.c, room_tell.c.
 *
 * docs/protocol.md describes the messages in sections 7 and 8. No I/O: time, secrets and names are passed in. */
#ifndef SERAI_ROOM_H
#define SERAI_ROOM_H

#include <sys/queue.h>

#include "../../table/table.h"
#include "../people/circle.h"

enum {
        MAX_ENTRY = 2048,
        MAX_BARRED = 16,
        MAX_WORD = 32,  /* the name of an entry */
        CHAT_KEPT = 100 /* chat messages in memory */
};

enum room_state { ROOM_OPEN, ROOM_DEALING, ROOM_PLAYING, ROOM_OVER };

/* How a game ended. */
enum ending {
        ENDED_BY_RULES,
        ENDED_RESIGNED, /* all but one have resigned, or all people have */
        ENDED_DRAWN,    /* by agreement */
        ENDED_STOPPED,  /* by agreement; this and what follows have no result */
        ENDED_ABORTED,  /* by one player, before everybody had made a move */
        ENDED_ABANDONED /* nobody came back */
};

/* What players can agree on. */
enum offer { OFFER_DRAW, OFFER_STOP, OFFERS };

/* Who somebody is: a guest, somebody with a login, or a program with one (docs/bot-api.md). */
enum kind { KIND_UNKNOWN, GUEST, ACCOUNT, PROGRAM };

/* A seat and who has it. */
struct chair {
        int64_t person; /* 0: nobody, or a bot */
        enum kind kind; /* of the person */
        int level;      /* of a bot */
        char name[MAX_SEAT_NAME];
        int rating;         /* as shown; 0: none */
        int is_rated, gain; /* whether the game has changed it, and by how much */
        int stand_in;       /* the level of a bot of about the same strength */
        int ready;
        int64_t reserved_for;                       /* the person for whom a free seat is reserved */
        uint8_t tip[HASH_BYTES], first[HASH_BYTES]; /* of the person's hash chain; zero: none yet */
        int connections;                            /* of the person, to this room, */
        int elsewhere;                              /* of which to other servers */
        uint64_t gone;                              /* since when there is none, while playing */
        int moves, own_moves;                       /* made for this seat in the game, and by the person */
        int resigned;
        size_t declined[OFFERS]; /* the ply after the last time that somebody declined such an offer of this seat; 0: never */
};

/* Who leads the others through a finished game, and where they look: after so many moves of the game, and those of a variation.
 * Nobody needs to know it later, so it is not stored. */
struct lead {
        int seat; /* from 1; 0: nobody */
        uint64_t ply, at;
        char line[MAX_CHAT];
};

struct said {
        int64_t person;
        uint64_t at;
        char name[MAX_SEAT_NAME];
        char words[MAX_CHAT]; /* escaped for JSON; a preset phrase begins with '/' */
};

struct room {
        int64_t id;
        char name[MAX_TABLE_ID]; /* the id as a text */
        enum room_state state;
        uint64_t version;      /* how many entries there are */
        uint64_t undone;       /* the version of the last undo */
        uint64_t info_changes; /* counts changes of what `room` says, */
        uint64_t game_changes; /* of the game, */
        uint64_t undo_changes; /* and undos */
        uint64_t since;        /* when the state began */
        uint64_t made;         /* when the room was made */
        const struct game *game;
        struct options options;
        int players;
        struct clock clock;
        int is_public, watch, chat, rated;
        int64_t host;
        int host_connections; /* of the host, to this room, */
        int host_elsewhere;   /* of which to other servers, while the host has no seat, */
        uint64_t host_gone;   /* and since when there is none */
        int64_t barred[MAX_BARRED];
        struct chair chair[MAX_PLAYERS];
        uint8_t salt[HASH_BYTES], seal[HASH_BYTES], tip[HASH_BYTES];
        struct chain chain;
        uint64_t seed; /* for bots */
        struct table table;
        LIST_HEAD(, subscriber) subscribers;
        int watching;     /* people without a seat, */
        int elsewhere;    /* of whom at other servers */
        int undo_by;      /* the seat that asks for an undo, or -1 */
        unsigned allowed; /* bit set of the seats that agreed */
        enum ending ended;
        unsigned agreed[OFFERS]; /* bit sets of the seats that agree to end the game so */
        int nudged_by;           /* the seat that nudged last, from 1, */
        size_t nudged_at;        /* and the ply */
        uint64_t moved;          /* when the game last changed */
        int64_t next;            /* the table of the rematch; 0: none */
        struct lead lead;
        struct said *said;
        int said_count; /* chat messages ever; the last CHAT_KEPT are kept, in a ring */
};

/* A client's view of a room: who it is, and what it was sent. */
struct subscriber {
        LIST_ENTRY(subscriber) in_room;
        int64_t person;
        char name[MAX_SEAT_NAME];
        struct circle circle; /* whose words it is not sent, and with whom it is not seated */
        enum kind kind;
        struct viewer viewer;
        uint64_t info_changes, game_changes, undo_changes;
        int rolls, renewed, words; /* what was sent; rolls, renewed: -1: not even the commitments */
};

/* To be stored, then applied. */
struct entry {
        char body[MAX_ENTRY];
        int size;         /* 0: none */
        struct deed deed; /* of the game, already parsed */
        int seat;         /* from 1: the index is updated with who has this seat now: */
        int64_t person;   /* a person, */
        int level;        /* a bot, or nobody */
        int begins;       /* 1: and with the start of the game */
};

/* The settings of a room, as in `make` (6.4). */
struct plan {
        const struct game *game;
        struct options options;
        int players, level[MAX_PLAYERS];
        int64_t reserved_for[MAX_PLAYERS]; /* for whom a seat is reserved; 0: for anybody */
        struct clock clock;
        int is_public, watch, chat, rated;
};

/* Reads a plan from a `make`, except for reserved seats, which only a rematch has. 0: `why` says what is wrong. */
int plan_read(struct plan *p, const struct command *c, struct reason *why);

/* The plan of a rematch: the same settings, the next player begins. */
void plan_again(struct plan *p, const struct room *r);

/* Writes the first entry of a room, with its secrets: salt, last link of the hash chain, seed of the bots. */
void room_begin(const struct plan *p, int64_t host, const uint8_t salt[HASH_BYTES], const uint8_t secret[HASH_BYTES], uint64_t seed,
                struct entry *e);

void room_open(struct room *r, int64_t id);
void room_close(struct room *r);

/* A command for a room or a table (FOR_ROOM except `chat` and `rematch`, FOR_TABLE, or COMMAND_RETURN). If it is allowed, it
 * either becomes an entry in `e` or is answered in `o`. 0: `why` says why not. */
int room_command(struct room *r, struct subscriber *g, const struct command *c, uint64_t now, struct outbox *o, struct entry *e,
                 struct reason *why);

/* Whether its clock counts days (correspondence), so that nobody has to be connected. */
int room_counts_days(const struct room *r);

/* Writes the entry that is due by time: a clock has run out, somebody has left, the deal is complete. */
void room_tick(const struct room *r, uint64_t now, struct entry *e);

/* Ends reservations of seats that have lasted long enough. 1: something changed. */
int room_release(struct room *r, uint64_t now);

/* Writes the entry of a bot's move. 0: the question is outdated. */
int room_choice(const struct room *r, const struct question *q, const struct answer *a, struct entry *e);

/* Writes the entry that names the rematch. */
void room_rematch(int64_t next, struct entry *e);

/* Applies an entry that was stored at this time. */
void room_do(struct room *r, const struct entry *e, uint64_t at);

/* The same, from the text. 0: it does not apply: the log is damaged. */
int room_replay(struct room *r, const char *body, size_t size, uint64_t at);

/* room_replay for an entry of another server, in a room with subscribers. */
int room_follow(struct room *r, const char *body, size_t size, uint64_t at);

/* After the last replayed entry: nobody is connected yet. If the server was down, clocks resume now. */
void room_resume(struct room *r, uint64_t now, int was_down);

/* The connections to this room at other servers. 1: something changed. */
struct elsewhere {
        int64_t person;
        int connections;
};
int room_elsewhere(struct room *r, const struct elsewhere *list, int count, uint64_t now);

/* Whether programs and guests would play each other, if somebody of this kind sat down, too: such games are not rated. */
int room_mixes(const struct room *r, enum kind with);

/* Sets what is shown of a person with a seat here. `stand_in` is the level of a bot of about the same strength; rating 0: none. */
void room_set_person(struct room *r, int64_t person, enum kind kind, const char *name, int rating, int stand_in);

/* Sets by how much the game has changed the rating of a seat. */
void room_set_gain(struct room *r, int seat, int gain);

/* Adds a chat message. 0: out of memory. */
int room_add_chat(struct room *r, int64_t person, const char *name, uint64_t at, const char *words);

/* Removes a person's chat messages. */
void room_delete_chat(struct room *r, int64_t person);

/* Adds a subscriber that has `told` steps from `version`; removes it. */
void room_come(struct room *r, struct subscriber *g, uint64_t version, uint64_t told, uint64_t now);
void room_go(struct room *r, struct subscriber *g, uint64_t now);

/* Whether a person may see the game: players may, others unless the host has switched watching off for a game in progress. */
int room_may_see(const struct room *r, int64_t person);

/* Whether this table is kept from somebody until its game is over, as if there were no such table: one of these people, or of those
 * who are at it or host it, blocks them, and they have no part in it. */
int circle_hides(const struct circle *c, int64_t self, const int64_t *people, int count);
int room_is_hidden(const struct room *r, const struct circle *c, int64_t self);

/* Whether somebody sits here, or has a seat reserved, who blocks this person or is blocked by them. */
int room_has_blocked(const struct room *r, const struct circle *c);
int room_has_blocker(const struct room *r, const struct circle *c);

/* Writes what is new for a subscriber, or a part of it; nothing if it may not see the room. 1: there is more. */
int room_tell(const struct room *r, struct subscriber *g, uint64_t now, struct outbox *o);

/* The seat of a person, or -1; whether a bot plays for them and they may still return; the final places from 1, with seats that a
 * bot played at the end last. */
int room_seat(const struct room *r, int64_t person);
int room_can_return(const struct room *r, int64_t person);
void room_places(const struct room *r, int place[MAX_PLAYERS], int points[MAX_PLAYERS]);

/* Whether bots play for all people of a game, none of whom is here, and one could return: then it waits for them. When the clock
 * of the player to move runs out, or when it has waited long enough; 0: never. */
int room_is_paused(const struct room *r);
uint64_t room_deadline(const struct room *r);

/* Whether a game that is over has a result, and whether it changes ratings: it is rated, and not all people had left it, unless
 * there was only one. Whether the person in a seat has made at least half of its moves: others can only lose by it. */
int room_has_result(const struct room *r);
int room_counts(const struct room *r);
int room_played(const struct room *r, int seat);

/* Whether everybody else waits for this seat: ready to begin, or with a nudge. */
int room_calls(const struct room *r, int seat);

/* The table as the lobby shows it (6.2). */
void room_write(struct json *j, const struct room *r);

#endif
