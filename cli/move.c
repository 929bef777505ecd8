/* serai move: migrates the database from SQLite to PostgreSQL, or back. */
#include <stdio.h>

#include "../server/store/migrate.h"
#include "cli.h"

struct arguments {
        const char *from, *to;
};

static const struct argument ARGUMENTS[] = {
        { "--from", "DB", ARG_TEXT, INTO(struct arguments, from), .needed = 1,
          .help = "a file, or postgres://name:password@host/database" },
        { "--to", "DB", ARG_TEXT, INTO(struct arguments, to), .needed = 1, .help = "the same; a file is made if there is none" },
        { 0 },
};

const struct subcommand move_subcommand = {
        .name = "move",
        .brief = "migrate the database between SQLite and PostgreSQL",
        .about = "Copies a database to another, empty one in one transaction, then compares every row. Stop the servers first. The "
                 "source is not changed.",
        .arguments = ARGUMENTS,
        .run = cli_move,
};

static void show_progress(const char *doing, const char *table, int64_t row)
{
        cli_progress("%s: %lld rows %s", table, (long long)row, doing);
}

int cli_move(int argc, char **argv)
{
        struct arguments w = { 0 };
        char why[MAX_STORE_WHY], old[MAX_STORE_NAME], new[MAX_STORE_NAME];
        int64_t rows[MIGRATED_TABLES];
        int moved, status = arguments_read(&move_subcommand, &w, &argc, argv);

        if (status != GO_ON)
                return status;
        moved = migrate(w.from, w.to, rows, show_progress, why);
        cli_progress_end();
        if (!moved) {
                fprintf(stderr, "serai: %s is not moved to %s: %s\n", store_name(w.from, old), store_name(w.to, new), why);
                return 1;
        }
        printf("Everything is moved from %s to %s, and nothing differs:\n", store_name(w.from, old), store_name(w.to, new));
        for (int i = 0; i < MIGRATED_TABLES; i++)
                printf("%12lld rows of %s\n", (long long)rows[i], MIGRATED[i].name);
        return 0;
}
