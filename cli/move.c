/* serai move: from a file to PostgreSQL, or back. */
#include <stdio.h>
#include <string.h>

#include "../server/store/migrate.h"
#include "cli.h"

static const char USAGE[] =
        "Usage: serai move --from DB --to DB\n"
        "\n"
        "Copies everything from one database to another that is empty, in one transaction, and then compares every row.\n"
        "The servers are stopped meanwhile. What is in the old one stays as it is.\n"
        "\n"
        "  --from DB   a file, or postgres://name:password@host/database\n"
        "  --to DB     the same; a file is made if there is none\n";

static void show_progress(const char *doing, const char *table, int64_t row)
{
        cli_progress("%s: %lld rows %s", table, (long long)row, doing);
}

int cli_move(int argc, char **argv)
{
        const char *from = NULL, *to = NULL;
        char why[MAX_STORE_WHY], old[MAX_STORE_NAME], new[MAX_STORE_NAME];
        int64_t rows[MIGRATED_TABLES];
        int moved;

        for (int i = 0; i < argc; i++) {
                if (strcmp(argv[i], "--help") == 0)
                        return fputs(USAGE, stdout) < 0;
                if (strcmp(argv[i], "--from") == 0 && i + 1 < argc)
                        from = argv[++i];
                else if (strcmp(argv[i], "--to") == 0 && i + 1 < argc)
                        to = argv[++i];
                else
                        return cli_fail("move does not know %s; serai move --help tells what it does", argv[i]);
        }
        if (!from || !to)
                return cli_fail("say --from what --to what; serai move --help tells more");
        moved = migrate(from, to, rows, show_progress, why);
        cli_progress_end();
        if (!moved) {
                fprintf(stderr, "serai: %s is not moved to %s: %s\n", store_name(from, old), store_name(to, new), why);
                return 1;
        }
        printf("Everything is moved from %s to %s, and nothing differs:\n", store_name(from, old), store_name(to, new));
        for (int i = 0; i < MIGRATED_TABLES; i++)
                printf("%12lld rows of %s\n", (long long)rows[i], MIGRATED[i].name);
        return 0;
}
