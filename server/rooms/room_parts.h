/* What the files of a room share: room_commands.c makes entries of commands, room.c does what they say, and room_tell.c tells
 * everybody round the table. */
#ifndef SERAI_ROOM_PARTS_H
#define SERAI_ROOM_PARTS_H

#include "room.h"

static inline int is_taken(const struct chair *c)
{
        return c->person || c->level;
}

/* --- room.c --- */

/* The lowest seat with a person in it, but for one (-1: for none); -1 if there is none. */
int lowest_person(const struct room *r, int besides);

/* What an entry or a message says: an id, or 0; in `seat`, a seat of this room, from 0 (the answer is 0 if there is none); and
 * yes or no, or what is usual where nothing is said. */
int64_t read_id(const struct message *m, int value);
int read_seat(const struct room *r, const struct message *m, int *seat);
int yes_or(const struct message *m, const char *key, int usual);

/* Members of an entry or a message, after a comma. */
void add_number(struct json *j, const char *key, uint64_t n);
void add_string(struct json *j, const char *key, const char *words);
void add_bool(struct json *j, const char *key, int yes);
void add_hash(struct json *j, const char *key, const uint8_t value[HASH_BYTES]);
void add_id(struct json *j, const char *key, int64_t id);
void add_game(struct json *j, const struct game *g, const struct options *o);

/* --- room_tell.c --- */

/* Counts who is here, after somebody came, went, sat down or stood up. Whoever changed seats sees with other eyes. */
void count_subscribers(struct room *r, uint64_t now);

#endif
