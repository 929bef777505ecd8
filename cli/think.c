/* serai think: a server without visitors, which thinks for the bots of the others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../server/server.h"
#include "cli.h"

static const char USAGE[] =
        "Usage: serai think [--db postgres://…] [--threads N]\n"
        "\n"
        "Helps the servers on one PostgreSQL (serai serve --db postgres://…): takes on moves of their bots, until it is stopped\n"
        "(Ctrl-C). It may come and go at any time, on any machine that reaches the database; nothing is lost with it.\n"
        "\n"
        "  --db ADDRESS   postgres://name:password@host/database (default: SERAI_DB in the environment, which nobody sees)\n"
        "  --threads N    how many bots think at once, 1 to 256 (default: one for each processor)\n";

enum { MAX_THREADS = 256 };

int cli_think(int argc, char **argv)
{
        const char *db = getenv("SERAI_DB");
        uint64_t threads = 0;
        char why[MAX_STORE_WHY];

        for (int i = 0; i < argc; i++) {
                if (strcmp(argv[i], "--help") == 0)
                        return fputs(USAGE, stdout) < 0;
                if (i + 1 == argc || (strcmp(argv[i], "--db") != 0 && strcmp(argv[i], "--threads") != 0))
                        return cli_fail("think does not know %s, or something is missing after it; serai think --help", argv[i]);
                if (strcmp(argv[i++], "--db") == 0)
                        db = argv[i];
                else if (!cli_number(argv[i], 1, MAX_THREADS, &threads))
                        return cli_fail("--threads is a number from 1 to %d, not %s", MAX_THREADS, argv[i]);
        }
        if (!db || !*db)
                return cli_fail("say which database: --db postgres://name:password@host/database");
        return server_think(db, (int)threads, why) ? 0 : cli_fail("%s", why);
}
