/* What the page's workers have in common: where messages come in and go out, and the nets that they load. One is a table on this
 * device (table.c), the other reviews games, and shows and weighs positions (review.c, position.c, weigh.c). */
#ifndef SERAI_WORKER_H
#define SERAI_WORKER_H

#include "../table/outbox.h"
#include "../table/record.h"

#define EXPORT(name) __attribute__((export_name(name)))

enum { INBOX = 1 << 17, NET_MISSING = -2 };

extern char inbox[INBOX];
extern struct outbox outbox;

/* The number of a game's net if it has to be loaded first; -1: it has none, or it is there, or it cannot be loaded. */
int missing_net(const struct game *g);

/* Adds {"wrong":"…"}: what was sent cannot be used. */
void tell_wrong(const char *why);

/* `,"key":[…]`, of the seats' shares of a win. */
void write_shares(struct json *j, const char *key, const int32_t *share, int seats);

/* The game up to the position that was shown last; no game: there was none. */
const struct record *position_shown(void);

#endif
