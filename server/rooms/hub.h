/* The hub: every room there is, and everybody in them.
 *
 * Messages come in as text from a client (one line to one browser), and each client is told what is new whenever its line can take
 * it: a client knows what it was told, so a slow one gets less often what others get at once, and nothing piles up.
 *
 * A room stores before it tells (room.h): while its entry is on the way to the disk, what else is said in the room waits.
 *
 * The hub does no I/O but through the store and the thinkers; server/net/websocket.c gives it lines, and tests give it others. */
#ifndef SERAI_HUB_H
#define SERAI_HUB_H

#include <sys/queue.h>

#include "../store/store.h"
#include "room.h"
#include "think.h"

struct hub;
struct live_room; /* a room, as the hub keeps it */

enum { SPOKE = 6 }; /* things to say in ten seconds */

/* One line. All zero but `guest.person` and `guest.name`, which say who it is. */
struct client {
        struct subscriber subscriber; /* what it knows of the room it looks at; first, so that a subscriber is a client */
        uint64_t number;              /* its slot, and how many there were before it */
        LIST_ENTRY(client) of_person;
        struct live_room *live; /* where it is, or NULL; */
        int arriving;           /* 1: it waits at the door, until the room is known as it stands */
        uint64_t version, told; /* what it has from before, until the room is there */
        enum { NOT_IN_LOBBY, IN_LOBBY, LOBBY_NOT_TOLD } in_lobby; /* LOBBY_NOT_TOLD: it must be told all of it */
        int mine;                                                 /* 1: its own tables are to be told, */
        uint64_t mine_told;                                       /* which they were then */
        uint64_t spoke[SPOKE];                                    /* when it said something */
        int spoken;
        int64_t credit;        /* how many messages it may still send, below 0 if it has sent more, */
        uint64_t credited;     /* and since when */
        uint64_t seen;         /* when the store was last told that this person is here */
        int trusted;           /* 1: as many as it likes: a program on this machine */
        int recheck;           /* 1: its session may have ended */
        struct outbox answers; /* what is told besides */
};

/* `wake` is called when a client has something to be told, and is NULL where there are no clients: then the hub thinks for the bots
 * of other servers, and that is all. `threads` are for bots. NULL: there is no memory. */
struct hub *hub_open(uv_loop_t *loop, struct store *store, int threads, void (*wake)(struct client *client));

/* Tables that were abandoned are deleted after so many days; 0: after 60. */
enum { KEEP_ALWAYS = -1 };
void hub_keep_tables(struct hub *h, int days);

/* Begins nothing more. When the loop has then run to its end, everything that was begun is done, and hub_close lets go of what
 * is in memory. */
void hub_stop(struct hub *h);
void hub_close(struct hub *h);

/* Somebody comes (0: that person has too many lines already, or there is no memory), says something, is told, and goes. hub_tell
 * answers 1 if there is more to tell. */
int hub_enter(struct hub *h, struct client *client);
void hub_hear(struct hub *h, struct client *client, const char *text, size_t size);
int hub_tell(struct hub *h, struct client *client, struct outbox *o);
void hub_leave(struct hub *h, struct client *client);

/* A message or a frame has come. How many milliseconds nothing more should be read: somebody who sends too much is not refused, but
 * read from later. All lines of a person share what they may send. */
void hub_charge(struct client *client);
uint64_t hub_wait(struct client *client);

/* Sessions of a person may have ended: all lines of that person are asked to look again (client.recheck). */
void hub_recheck(struct hub *h, int64_t person);

/* A person has another name, or none any more, and then has said nothing; and the work that makes it so will tell other servers. */
void hub_rename(struct hub *h, int64_t person, const char *name);
void hub_notice_person(const struct hub *h, struct work *w, int64_t person);

/* The record of a game that is over, to be freed; handed to `done`, NULL if there is none. */
void hub_record(struct hub *h, int64_t table, void (*done)(void *whose, char *record), void *whose);

/* How busy it is. */
struct hub_figures {
        uint64_t clients, rooms, playing, moves, messages, refusals;
        uint64_t thoughts; /* of bots, that wait for a thread */
        uint64_t unsaved;  /* what could not be stored */
        uint64_t deleted;  /* tables that nobody came back to */
        uint64_t ticks;    /* how often it has looked at all its tables */
};

struct hub_figures hub_figures(const struct hub *h);

#endif
