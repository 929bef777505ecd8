/* What the page's workers have in common: the inbox and the outbox, and the nets. */
#include "worker.h"

#include <stdlib.h>
#include <string.h>

#include "../bots/net.h"

char inbox[INBOX];
struct outbox outbox;

/* The nets, which the worker loads when they are first needed. */
enum { NETS = 2 };

struct net_file net_files[NETS + 1] = { { "alibaba", NULL, 0 }, { "marrakech", NULL, 0 } };

static void *net_memory[NETS];
static int net_given_up[NETS];

EXPORT("inbox") char *table_inbox(void)
{
        return inbox;
}

EXPORT("outbox") char *table_outbox(void)
{
        return outbox.text;
}

static void write_wrong(struct json *j, const void *why)
{
        json_text(j, "{\"wrong\":");
        json_string(j, why);
        json_text(j, "}");
}

void tell_wrong(const char *why)
{
        outbox_add(&outbox, write_wrong, why);
}

/* Memory for the net with this number; the worker fills it and says so. */
EXPORT("net_room") char *net_room(int number, int size)
{
        free(net_memory[number]);
        net_memory[number] = malloc((size_t)size);
        net_files[number].size = net_memory[number] ? (size_t)size : 0;
        return net_memory[number];
}

/* 0: it could not be loaded; the bots go on without it. */
EXPORT("net_loaded") void net_loaded(int number, int done)
{
        net_files[number].data = done ? net_memory[number] : NULL;
        net_given_up[number] = !done;
}

int missing_net(const struct game *g)
{
        for (int i = 0; i < NETS; i++)
                if (strcmp(net_files[i].game, g->name) == 0 && !net_files[i].data && !net_given_up[i])
                        return i;
        return -1;
}
