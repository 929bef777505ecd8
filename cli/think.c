/* serai think: a server without clients, which computes moves of the others' bots. */

#include "../server/server.h"
#include "cli.h"

struct arguments {
        const char *db;
        int threads;
};

enum { MAX_THREADS = 256 };

static const struct argument ARGUMENTS[] = {
        { "--db", "ADDRESS", ARG_TEXT, INTO(struct arguments, db), .variable = "SERAI_DB",
          .help = "postgres://name:password@host/database; in the environment nobody sees the password" },
        { "--threads", "N", ARG_NUMBER, INTO(struct arguments, threads), .low = 1, .high = MAX_THREADS,
          .help = "how many bots think at once; as many as there are processors if not given" },
        { 0 },
};

const struct subcommand think_subcommand = {
        .name = "think",
        .brief = "compute bot moves for servers that share a PostgreSQL",
        .about = "Computes bot moves for the servers that share a PostgreSQL (serai serve --db postgres://…) until it is stopped "
                 "(Ctrl-C). It can be started and stopped at any time, on any machine that reaches the database.",
        .arguments = ARGUMENTS,
        .run = cli_think,
};

int cli_think(int argc, char **argv)
{
        struct arguments w = { 0 };
        char why[MAX_STORE_WHY];
        int status = arguments_read(&think_subcommand, &w, &argc, argv);

        if (status != GO_ON)
                return status;
        if (!w.db)
                return cli_fail("say which database: --db postgres://name:password@host/database");
        return server_think(w.db, w.threads, why) ? 0 : cli_fail("%s", why);
}
