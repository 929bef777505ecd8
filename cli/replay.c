/* serai verify and serai replay: what a record proves, and the game it tells. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

static const char VERIFY_USAGE[] =
        "Usage: serai verify FILE\n"
        "\n"
        "Checks a record (- for standard input): that every move is legal and made by whose turn it was;\n"
        "that every chance outcome is the one that the seed gives, where the record carries its seed; and\n"
        "that nothing was changed since it was written. Exits with 0 if all holds, and with 1 and the\n"
        "first thing that does not fit otherwise.\n";

int cli_verify(int argc, char **argv)
{
        struct record r = { 0 };

        if (argc == 1 && strcmp(argv[0], "--help") == 0)
                return fputs(VERIFY_USAGE, stdout) < 0;
        if (argc != 1)
                return cli_fail("serai verify takes the name of one file");
        if (!cli_read_record(&r, argv[0], 1)) {
                record_close(&r);
                return 1;
        }
        printf("%s: %zu moves, all legal", r.game->name, r.count);
        if (r.seedless)
                printf("; no seed, so the %" PRIu64 " chance outcomes are not proven\n", r.events);
        else
                printf("; all %" PRIu64 " chance outcomes%s are those of seed %" PRIu64 "\n", r.events, r.dealt ? " and the deal" : "", r.seed);
        record_close(&r);
        return 0;
}
