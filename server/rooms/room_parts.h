/* Shared by the files of a room: room_commands.c turns commands into entries, room.c applies them, and room_tell.c sends the
 * result to subscribers. */
#ifndef SERAI_ROOM_PARTS_H
#define SERAI_ROOM_PARTS_H

#include "room.h"

static inline int is_taken(const struct chair *c)
{
        return c->person || c->level;
}

/* --- room.c --- */

extern const char *const ENDINGS[], *const OFFER_NAMES[OFFERS]; /* as they are written */

/* The lowest seat with a person in it except `besides` (-1: any); -1 if there is none. */
int lowest_person(const struct room *r, int besides);

/* Readers of members: an id, or 0; a seat from 0 (returns 0 if there is none); a boolean, or `usual` if it is missing. */
int64_t read_id(const struct message *m, int value);
int read_seat(const struct room *r, const struct message *m, int *seat);
int yes_or(const struct message *m, const char *key, int usual);

/* Write a member, after a comma. */
void add_number(struct json *j, const char *key, uint64_t n);
void add_string(struct json *j, const char *key, const char *words);
void add_bool(struct json *j, const char *key, int yes);
void add_hash(struct json *j, const char *key, const uint8_t value[HASH_BYTES]);
void add_id(struct json *j, const char *key, int64_t id);
void add_game(struct json *j, const struct game *g, const struct options *o);

/* --- room_tell.c --- */

/* Recounts connections and spectators after somebody came, left, sat down or stood up. A subscriber that changed seats is sent
 * everything again. */
void count_subscribers(struct room *r, uint64_t now);

#endif
