/* What the files that the page's worker calls have in common: where messages come in and go out, and the nets that it loads. */
#ifndef SERAI_WORKER_H
#define SERAI_WORKER_H

#include "../table/outbox.h"

#define EXPORT(name) __attribute__((export_name(name)))

enum { INBOX = 1 << 17, NET_MISSING = -2 };

extern char inbox[INBOX];
extern struct outbox outbox;

/* The number of a game's net if it has to be loaded first; -1: it has none, or it is there, or it cannot be loaded. */
int missing_net(const struct game *g);

#endif
