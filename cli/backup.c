/* serai backup: a copy of the database, also while the server runs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../server/store/backup.h"
#include "cli.h"

static const char USAGE[] =
        "Usage: serai backup FILE [--db DB]\n"
        "\n"
        "Copies the database, as it is at this moment, to a new file, and checks the copy. The server may go on\n"
        "meanwhile. To go back to a copy, stop the server and put the copy in the place of the database.\n"
        "\n"
        "  --db DB   the database (default: SERAI_DB in the environment, or serai.db)\n";

static void show_progress(int done, int all)
{
        cli_progress("%d of %d pages copied", done, all);
}

int cli_backup(int argc, char **argv)
{
        const char *from = getenv("SERAI_DB"), *to = NULL;
        char why[MAX_STORE_WHY];
        int made;

        if (!from || !*from)
                from = "serai.db";
        for (int i = 0; i < argc; i++) {
                if (strcmp(argv[i], "--help") == 0)
                        return fputs(USAGE, stdout) < 0;
                if (strcmp(argv[i], "--db") == 0 && i + 1 < argc)
                        from = argv[++i];
                else if (!to && argv[i][0] != '-')
                        to = argv[i];
                else
                        return cli_fail("backup does not know %s; serai backup --help tells what it does", argv[i]);
        }
        if (store_is_address(from))
                return cli_fail("backup is for files; of a database in PostgreSQL, pg_dump makes copies (docs/scale.md)");
        if (!to)
                return cli_fail("say to which file; serai backup --help tells more");
        made = backup_make(from, to, show_progress, why);
        cli_progress_end();
        if (!made) {
                fprintf(stderr, "serai: %s is not copied to %s: %s\n", from, to, why);
                return 1;
        }
        printf("%s is copied to %s, and the copy is whole.\n", from, to);
        return 0;
}
