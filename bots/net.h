/* Inference with the nets of layers.h, and where the nets of the program are. docs/training.md says where the weights come from. */
#ifndef SERAI_NET_H
#define SERAI_NET_H

#include <stddef.h>

#include "guide.h"
#include "layers.h"

/* The net in this data; NULL: it is none for this game. The data stays where it is and must be aligned to 4. */
const struct net *net_in(const struct game *g, const void *data, size_t size);

/* Its size in bytes; and setting its name after a change. */
size_t net_size(const struct net *n);
void net_rename(struct net *n);

/* Adds its name, like "net 3fa29c11". */
void net_add_name(const struct net *n, struct text *t);

/* The nets that this program has: in build/nets.c, made by bots/embed.sh from the files of their games; the page loads them when
 * they are first needed (web/worker.c). Ends with a NULL name. */
struct net_file {
        const char *game;
        const void *data; /* NULL: not loaded */
        size_t size;
};

extern struct net_file net_files[];

/* The net of a game; NULL: none. */
const struct net *net_of(const struct game *g);

/* Each seat's share of the win, by seat, in a position right after a decision. */
void net_shares(const struct net *n, const struct inputs *inputs, const void *state, uint32_t *share);

/* The same from inputs that were read already: by place from the seat whose turn it is. */
void net_places(const struct net *n, const struct active *a, int players, uint32_t *share);

#endif
