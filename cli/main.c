/* serai: which subcommand is meant. */
#include <stdio.h>
#include <string.h>

#include "cli.h"

static const char USAGE[] = "Serai: plays %s.\n"
                            "\n"
                            "Usage: serai COMMAND [ARGUMENTS]; serai COMMAND --help tells more.\n"
                            "\n"
                            "  serve           serve the games to browsers\n"
                            "  think           think for the bots of servers on one PostgreSQL\n"
                            "  backup FILE     copy the server's database, also while it runs\n"
                            "  move            move the server's database, from a file to PostgreSQL or back\n"
                            "  play [GAME]     play on this terminal, alone or several round one keyboard\n"
                            "  replay FILE     step through the record of a game\n"
                            "  verify FILE     check the record of a game: every move and every roll\n"
                            "  engine          drive the rules from a program, one command a line\n"
                            "  match A B       let bots, or programs of yours, play many games and compare them\n"
                            "  perft GAME      count the positions a number of moves ahead\n"
                            "  bench           measure how fast the rules are\n"
                            "  lab             play very many random games, and say what they tell about the games\n"
                            "  load            measure how much a server carries, by playing at it\n";

static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
} COMMANDS[] = {
        { "serve", cli_serve }, { "think", cli_think },   { "backup", cli_backup }, { "move", cli_move },
        { "play", cli_play },   { "replay", cli_replay }, { "verify", cli_verify }, { "engine", cli_engine },
        { "match", cli_match }, { "perft", cli_perft },   { "bench", cli_bench },   { "lab", cli_lab },
        { "load", cli_load },
};

int main(int argc, char **argv)
{
        char names[MAX_GAMES_TEXT];

        if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
                fprintf(argc < 2 ? stderr : stdout, USAGE, game_names("and", names, sizeof names));
                return argc < 2 ? 2 : 0;
        }
        for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++)
                if (strcmp(argv[1], COMMANDS[i].name) == 0)
                        return COMMANDS[i].run(argc - 2, argv + 2);
        return cli_fail("there is no command %s; serai --help lists them", argv[1]);
}
