/* serai backup: copies the database, also while the server runs. */
#include <stdio.h>

#include "../server/store/backup.h"
#include "cli.h"

struct arguments {
        const char *from, *to;
};

static const struct argument ARGUMENTS[] = {
        { "FILE", .kind = ARG_TEXT, INTO(struct arguments, to), .needed = 1,
          .help = "the copy; there is no file of that name yet" },
        { "--db", "DB", ARG_TEXT, INTO(struct arguments, from), .usual = "serai.db", .variable = "SERAI_DB",
          .help = "the database" },
        { 0 },
};

const struct subcommand backup_subcommand = {
        .name = "backup",
        .brief = "copy the server's database, also while it runs",
        .about =
                "Copies the database, as it is at this moment, to a new file, and checks the copy. The server may go on meanwhile. "
                "To go back to a copy, stop the server and put the copy in the place of the database.",
        .arguments = ARGUMENTS,
        .run = cli_backup,
};

static void show_progress(int done, int all)
{
        cli_progress("%d of %d pages copied", done, all);
}

int cli_backup(int argc, char **argv)
{
        struct arguments w = { 0 };
        char why[MAX_STORE_WHY];
        int made, status = arguments_read(&backup_subcommand, &w, &argc, argv);

        if (status != GO_ON)
                return status;
        if (store_is_address(w.from))
                return cli_fail("backup is for files; of a database in PostgreSQL, pg_dump makes copies (docs/scale.md)");
        made = backup_make(w.from, w.to, show_progress, why);
        cli_progress_end();
        if (!made) {
                fprintf(stderr, "serai: %s is not copied to %s: %s\n", w.from, w.to, why);
                return 1;
        }
        printf("%s is copied to %s, and the copy is whole.\n", w.from, w.to);
        return 0;
}
