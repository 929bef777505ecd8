/* serai: dispatches to a subcommand. */
#include <stdio.h>
#include <string.h>

#include "../table/version.h"
#include "cli.h"

int main(int argc, char **argv)
{
        const char *word = argc < 2 ? "" : argv[1];
        const struct subcommand *c = subcommand_named(word);

        if (argc < 2 || strcmp(word, "--help") == 0 || strcmp(word, "help") == 0) {
                subcommands_help(argc < 2 ? stderr : stdout);
                return argc < 2 ? 2 : 0;
        }
        if (strcmp(word, "--version") == 0)
                return printf("serai %s\n", VERSION_TEXT) < 0;
        if (strcmp(word, "man") == 0) {
                manual_print(stdout);
                return fflush(stdout) != 0;
        }
        return c ? c->run(argc - 2, argv + 2) : cli_fail("there is no command %s; serai --help lists them", word);
}
