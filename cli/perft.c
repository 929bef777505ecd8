/* serai perft: how many leaves the tree of all moves and outcomes has. It is the quickest way to
 * see whether two programs play by the same rules. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

/* A game that ends earlier is a leaf as well. */
uint64_t perft(const struct game *g, const void *state, unsigned depth)
{
        struct state copy;
        uint64_t leaves = 0;
        move list[MAX_MOVES];
        int n;

        if (depth == 0)
                return 1;
        n = g->legal(state, list);
        if (n == 0 || depth == 1)
                return n ? (uint64_t)n : 1;
        for (int i = 0; i < n; i++) {
                memcpy(&copy, state, g->state_bytes);
                g->apply(&copy, list[i]);
                leaves += perft(g, &copy, depth - 1);
        }
        return leaves;
}

static const char USAGE[] = "Usage: serai perft GAME --depth D [--seed N] [key=value]…\n"
                            "\n"
                            "Counts the leaves of the tree of all legal moves and chance outcomes to depth D, from the\n"
                            "beginning of a game with these options. GAME is %s.\n"
                            "With --divide, shows the count below each first move.\n";

int cli_perft(int argc, char **argv)
{
        const struct game *g = NULL;
        struct options o;
        struct record r = { 0 };
        uint64_t seed = 0, depth = 0, total;
        int divide = 0, has_depth = 0, used;
        const char *wrong;
        const struct refusal *misfit;
        char why[MAX_REASON], names[MAX_GAMES_TEXT];

        if (argc > 0 && strcmp(argv[0], "--help") == 0)
                return printf(USAGE, game_names("or", names, sizeof names)) < 0;
        if (argc == 0 || !(g = game_named(argv[0])))
                return cli_fail("name a game first: %s", game_names("or", names, sizeof names));
        options_default(g, &o);
        for (int i = 1; i < argc; i += used) {
                used = 2;
                if (strcmp(argv[i], "--divide") == 0) {
                        divide = used = 1;
                } else if (strcmp(argv[i], "--depth") == 0) {
                        if (i + 1 == argc || !cli_number(argv[i + 1], 0, 99, &depth))
                                return cli_fail("--depth is a number from 0 to 99");
                        has_depth = 1;
                } else if (strcmp(argv[i], "--seed") == 0) {
                        if (i + 1 == argc || !cli_number(argv[i + 1], 0, UINT64_MAX, &seed))
                                return cli_fail("--seed is a number from 0 to 18446744073709551615");
                } else if ((wrong = cli_option(g, &o, argc - i, argv + i, &used, why))) {
                        return cli_fail("%s", wrong);
                }
        }
        if (!has_depth)
                return cli_fail("say how deep: --depth D");
        if ((misfit = options_misfit(g, &o)))
                return cli_fail("%s", misfit->why);
        record_deal(&r, g, &o, seed);
        total = divide ? 0 : perft(g, &r.state, (unsigned)depth);
        if (divide) {
                move list[MAX_MOVES];
                int n = depth ? g->legal(&r.state, list) : 0;

                for (int i = 0; i < n; i++) {
                        struct state after;
                        uint64_t leaves;
                        char text[MAX_MOVE_TEXT];

                        memcpy(&after, &r.state, g->state_bytes);
                        g->apply(&after, list[i]);
                        leaves = perft(g, &after, (unsigned)depth - 1);
                        game_print_move(g, &r.state, list[i], text, sizeof text);
                        printf("%-20s %" PRIu64 "\n", text, leaves);
                        total += leaves;
                }
                total += n == 0;
        }
        printf("%" PRIu64 "\n", total);
        record_close(&r);
        return 0;
}
