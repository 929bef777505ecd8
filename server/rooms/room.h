/* A room: a table on the net, with everybody round it.
 *
 * A room is its log. A command is checked (room_command) and becomes an entry; whoever keeps the log stores it; only then is it
 * done (room_do), and then told (room_tell). The same entries, done again in their order (room_replay), make the same room after a
 * crash or on another machine. So nothing is ever told that could be lost, and nothing has to be taken back when storing fails.
 * Each of the three has a file: room_commands.c, room.c, room_tell.c.
 *
 * What a room is told and tells, docs/protocol.md says in sections 7 and 8. No I/O: the time, secrets and names are handed in. */
#ifndef SERAI_ROOM_H
#define SERAI_ROOM_H

#include <sys/queue.h>

#include "../../table/table.h"

enum {
        MAX_ENTRY = 2048,
        MAX_BARRED = 16,
        MAX_WORD = 32,  /* the name of an entry */
        CHAT_KEPT = 100 /* that a room remembers */
};

enum room_state { ROOM_OPEN, ROOM_DEALING, ROOM_PLAYING, ROOM_OVER };

/* Who has a seat. */
struct chair {
        int64_t person; /* 0: nobody, or a bot */
        int level;      /* of a bot */
        char name[MAX_SEAT_NAME];
        int rating;   /* as people read it; 0: none */
        int stand_in; /* the level of a bot that is about as strong */
        int ready;
        int64_t kept;                               /* the person for whom a free seat is kept */
        uint8_t tip[HASH_BYTES], first[HASH_BYTES]; /* of the person's chain; missing: none yet */
        int connections;                            /* how many the person has to this room, */
        int elsewhere;                              /* and how many of these are to other servers */
        uint64_t gone;                              /* since when there is none, while playing */
};

struct said {
        int64_t person;
        uint64_t at;
        char name[MAX_SEAT_NAME];
        char words[MAX_CHAT]; /* as they stand in JSON; a phrase begins with '/' */
};

struct room {
        int64_t id;
        char name[MAX_TABLE_ID]; /* the id as a text */
        enum room_state state;
        uint64_t version;      /* how many entries there are */
        uint64_t undone;       /* the version in which something was taken back last */
        uint64_t info_changes; /* goes up whenever what `room` tells is different, */
        uint64_t game_changes; /* whenever how the game stands is, */
        uint64_t undo_changes; /* and whenever something is taken back */
        uint64_t since;        /* when the state began */
        uint64_t made;         /* when the first did */
        const struct game *game;
        struct options options;
        int players;
        struct clock clock;
        int is_public, watch, chat, rated;
        int64_t host;
        int host_connections; /* how many the host has to this room, */
        int host_elsewhere;   /* how many of these are to other servers, while the host does not sit, */
        uint64_t host_gone;   /* and since when there is none */
        int64_t barred[MAX_BARRED];
        struct chair chair[MAX_PLAYERS];
        uint8_t salt[HASH_BYTES], seal[HASH_BYTES], tip[HASH_BYTES];
        struct chain chain;
        uint64_t seed; /* for bots */
        struct table table;
        LIST_HEAD(, subscriber) subscribers;
        int watching;     /* those who do not sit, */
        int elsewhere;    /* and how many of these are at other servers */
        int undo_by;      /* the seat that asks to take a move back, or -1 */
        unsigned allowed; /* the seats that said yes */
        int64_t next;     /* the table of the rematch; 0: none */
        struct said *said;
        int said_count; /* how much was ever said; the last CHAT_KEPT are kept, in a ring */
};

/* Somebody who looks at a room, through one line, and what they were told. */
struct subscriber {
        LIST_ENTRY(subscriber) in_room;
        int64_t person;
        char name[MAX_SEAT_NAME];
        struct viewer viewer;
        uint64_t info_changes, game_changes, undo_changes;
        int rolls, renewed, words; /* rolls, renewed: -1: not even the commitments */
};

/* What is to be stored, and then done. */
struct entry {
        char body[MAX_ENTRY];
        int size;         /* 0: none */
        struct deed deed; /* of the game, so that it need not be read again */
        int seat;         /* from 1: whoever has it now is noted in the index, ... */
        int64_t person;   /* a person, */
        int level;        /* a bot, or nobody */
        int begins;       /* 1: so is that the game begins */
};

/* What a room is made of, as `make` says it (6.4). */
struct plan {
        const struct game *game;
        struct options options;
        int players, level[MAX_PLAYERS];
        int64_t kept[MAX_PLAYERS]; /* for whom a seat is kept; 0: for anybody */
        struct clock clock;
        int is_public, watch, chat, rated;
};

/* Takes one from a `make`, but for the seats that are reserved, which a rematch alone decides about. 0: `why` says what is wrong.
 */
int plan_read(struct plan *p, const struct command *c, struct reason *why);

/* That of a rematch: the same again, the next player first. */
void plan_again(struct plan *p, const struct room *r);

/* The first entry of a room, with its secrets: salt, the chain's last link, and the bots' seed. */
void room_begin(const struct plan *p, int64_t host, const uint8_t salt[HASH_BYTES], const uint8_t secret[HASH_BYTES], uint64_t seed,
                struct entry *e);

void room_open(struct room *r, int64_t id);
void room_close(struct room *r);

/* A command for a room or a table (FOR_ROOM but `chat` and `rematch`, FOR_TABLE, or COMMAND_RETURN): what it asks for becomes an
 * entry, if that is allowed; or it is answered. 0: `why` says why not. */
int room_command(struct room *r, struct subscriber *g, const struct command *c, uint64_t now, struct outbox *o, struct entry *e,
                 struct reason *why);

/* Whether its clock counts days, so that nobody has to be there. */
int room_counts_days(const struct room *r);

/* What the room itself wants at this time: somebody's time is over, somebody is gone, everybody is there for the deal. */
void room_tick(const struct room *r, uint64_t now, struct entry *e);

/* Lets go of seats that were kept for somebody long enough. 1: that is news. */
int room_release(struct room *r, uint64_t now);

/* A bot's move. 0: it is not asked for any more. */
int room_choice(const struct room *r, const struct question *q, const struct answer *a, struct entry *e);

/* That a rematch was made. */
void room_rematch(int64_t next, struct entry *e);

/* Does what an entry says that was stored at this time. */
void room_do(struct room *r, const struct entry *e, uint64_t at);

/* The same from its text alone. 0: it does not fit here: the log is broken. */
int room_replay(struct room *r, const char *body, size_t size, uint64_t at);

/* The same, in a room with guests: another server has stored it. */
int room_follow(struct room *r, const char *body, size_t size, uint64_t at);

/* After the last of them: nobody is here from now on. If the server was down meanwhile, clocks go on from now, too. */
void room_resume(struct room *r, uint64_t now, int was_down);

/* Who has how many lines to this room at other servers. 1: that is news. */
struct elsewhere {
        int64_t person;
        int connections;
};
int room_elsewhere(struct room *r, const struct elsewhere *list, int count, uint64_t now);

/* What is known of a person who sits here. `stand_in` is the level of a bot that is about as strong; a rating of 0 is none. */
void room_know(struct room *r, int64_t person, const char *name, int rating, int stand_in);

/* Adds what was said. 0: there is no memory. */
int room_say(struct room *r, int64_t person, const char *name, uint64_t at, const char *words);

/* What somebody said is told to nobody any more. */
void room_unsay(struct room *r, int64_t person);

/* A guest comes to look, who has `told` steps from before, since `version`; and goes. */
void room_come(struct room *r, struct subscriber *g, uint64_t version, uint64_t told, uint64_t now);
void room_go(struct room *r, struct subscriber *g, uint64_t now);

/* Whether a person may see how the table stands: those who sit there may, and others unless the host wants nobody to watch the game
 * that is on. */
int room_may_see(const struct room *r, int64_t person);

/* Tells a guest what is new, or the beginning of it; nothing to those who may not see it. 1: there is more. */
int room_tell(const struct room *r, struct subscriber *g, uint64_t now, struct outbox *o);

/* The seat of a person, or -1; whether a bot plays there, though there is time left; and how the game ended for each seat: places
 * from 1, those last for whom a bot played at the end. */
int room_seat(const struct room *r, int64_t person);
int room_can_return(const struct room *r, int64_t person);
void room_places(const struct room *r, int place[MAX_PLAYERS], int points[MAX_PLAYERS]);

/* The table as the lobby shows it (6.2). */
void room_write(struct json *j, const struct room *r);

#endif
