/* The subcommands; see arguments.h. */
#include <string.h>

#include "cli.h"

static const struct subcommand *const SUBCOMMANDS[] = {
        &serve_subcommand,  &think_subcommand,  &admin_subcommand,  &backup_subcommand,    &move_subcommand,    &play_subcommand,
        &replay_subcommand, &review_subcommand, &verify_subcommand, &engine_subcommand,    &match_subcommand,   &perft_subcommand,
        &bench_subcommand,  &lab_subcommand,    &train_subcommand,  &calibrate_subcommand, &puzzles_subcommand, &load_subcommand,
};

const struct subcommand *subcommand_at(int i)
{
        return i >= 0 && i < (int)(sizeof SUBCOMMANDS / sizeof *SUBCOMMANDS) ? SUBCOMMANDS[i] : NULL;
}

const struct subcommand *subcommand_named(const char *name)
{
        const struct subcommand *c;

        for (int i = 0; (c = subcommand_at(i)); i++)
                if (strcmp(c->name, name) == 0)
                        return c;
        return NULL;
}

void subcommands_help(FILE *out)
{
        const struct subcommand *c;

        fputs("Serai: board games online, in a terminal, and for programs.\n"
              "\n"
              "Usage: serai COMMAND [ARGUMENTS]; serai COMMAND --help lists its options.\n"
              "\n",
              out);
        for (int i = 0; (c = subcommand_at(i)); i++)
                fprintf(out, "  %-10s  %s\n", c->name, c->brief);
        fputs("\n"
              "serai --version prints the version, serai man the man page.\n",
              out);
}
