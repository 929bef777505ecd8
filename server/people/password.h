/* Password hashing, which takes a tenth of a second and 64 MB: that is what makes guessing hard. Done in libuv's thread pool, two
 * at a time; a few more wait in a queue. */
#ifndef SERAI_PASSWORD_H
#define SERAI_PASSWORD_H

#include "../server.h"

enum { MAX_PASSWORD = 256, MAX_PASSWORD_HASH = 128, PASSWORDS_AT_ONCE = 2, MAX_PASSWORDS_WAITING = 32 };

/* Hashes a password; checks one against a hash. `done` is called later. If nobody has the login, `hash` is NULL: that takes as
 * long, and is never right. 0 if the queue is full; then `done` is not called. */
int password_hash(struct server *s, const char *password, void (*done)(void *whose, const char *hash), void *whose);
int password_check(struct server *s, const char *password, const char *hash, void (*done)(void *whose, int right), void *whose);

#endif
