/* serai serve: the page, for browsers. */
#include <stdio.h>
#include <string.h>

#include "../server/server.h"
#include "cli.h"

static const char USAGE[] = "Usage: serai serve [--port N] [--listen ADDRESS]\n"
                            "\n"
                            "Serves the games to browsers until it is stopped (Ctrl-C). All that is needed is in this program.\n"
                            "\n"
                            "  --port N          the port to listen on (default 8080; 0: any that is free)\n"
                            "  --listen ADDRESS  who can come: 127.0.0.1, this machine alone (default); 0.0.0.0, everybody who\n"
                            "                    reaches it; or one of its addresses\n";

enum { USUAL_PORT = 8080, LAST_PORT = 65535 };

static void say_ready(const struct server_settings *settings, int port)
{
        int everybody = strcmp(settings->address, "0.0.0.0") == 0;

        printf("Serai is at http://%s:%d/\n", everybody ? "127.0.0.1" : settings->address, port);
        if (everybody)
                printf("Others reach it at this machine's own address, port %d.\n", port);
        printf("Ctrl-C stops it.\n");
        fflush(stdout);
}

int cli_serve(int argc, char **argv)
{
        struct server_settings settings = { .address = "127.0.0.1", .port = USUAL_PORT };
        const char *wrong;

        for (int i = 0; i < argc; i++) {
                uint64_t port;

                if (strcmp(argv[i], "--help") == 0) {
                        fputs(USAGE, stdout);
                        return 0;
                }
                if (strcmp(argv[i], "--port") == 0 && i + 1 < argc) {
                        if (!cli_number(argv[++i], 0, LAST_PORT, &port))
                                return cli_fail("the port is a number from 0 to %d, not %s", LAST_PORT, argv[i]);
                        settings.port = (int)port;
                } else if (strcmp(argv[i], "--listen") == 0 && i + 1 < argc) {
                        settings.address = argv[++i];
                } else {
                        return cli_fail("serve does not know %s; serai serve --help tells what it does", argv[i]);
                }
        }
        wrong = server_run(&settings, say_ready);
        if (wrong) {
                fprintf(stderr, "serai: cannot listen on port %d of %s: %s\n", settings.port, settings.address, wrong);
                return 1;
        }
        return 0;
}
