/* The server: one listener for the page, and for everything that comes to be on it. */
#ifndef SERAI_SERVER_H
#define SERAI_SERVER_H

struct server_settings {
        const char *address; /* to listen on, in numbers */
        int port;            /* 0: any that is free */
};

/* Serves until it is told to stop by SIGINT or SIGTERM; `ready` is told the port when it listens. Returns NULL, or why it
 * could not begin. */
const char *server_run(const struct server_settings *settings, void (*ready)(const struct server_settings *settings, int port));

#endif
