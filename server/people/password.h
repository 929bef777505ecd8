/* Passwords, which take a tenth of a second and 64 MB to try: that is what makes them hard to guess. They are computed in the
 * loop's pool of threads, two at a time; a few more wait in a queue. */
#ifndef SERAI_PASSWORD_H
#define SERAI_PASSWORD_H

#include "../server.h"

enum { MAX_PASSWORD = 256, MAX_PASSWORD_HASH = 128, PASSWORDS_AT_ONCE = 2, MAX_PASSWORDS_WAITING = 32 };

/* Computes what is kept of a password, or whether one is right; `done` is called later. `hash` is NULL where nobody has that login:
 * it takes as long, and is never right. 0 if too many wait already, and then `done` is not called. */
int password_hash(struct server *s, const char *password, void (*done)(void *whose, const char *hash), void *whose);
int password_check(struct server *s, const char *password, const char *hash, void (*done)(void *whose, int right), void *whose);

#endif
