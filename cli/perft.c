/* serai perft: counts the leaves of the tree of all moves and outcomes. It is the quickest way to see whether two programs
 * implement the same rules. */
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

struct arguments {
        const struct game *game;
        uint64_t seed, depth;
        int divide;
};

static const struct argument ARGUMENTS[] = {
        { "GAME", .kind = ARG_GAME, INTO(struct arguments, game), .needed = 1, .help = "the game" },
        { "--depth", "D", ARG_NUMBER, INTO(struct arguments, depth), .high = 99, .needed = 1, .help = "how many moves ahead" },
        { "--seed", "S", ARG_NUMBER, INTO(struct arguments, seed), .high = UINT64_MAX, .usual = "0", .help = "of the deal" },
        { "--divide", .kind = ARG_SWITCH, INTO(struct arguments, divide), .help = "shows the count below each first move" },
        { "key=value", .kind = ARG_OTHER, .many = 1, .help = "an option of the game" },
        { 0 },
};

const struct subcommand perft_subcommand = {
        .name = "perft",
        .brief = "count the leaf nodes of the move tree at a depth",
        .about = "Counts the leaves of the tree of all legal moves and chance outcomes to some depth, from the beginning of a game "
                 "with these options.",
        .arguments = ARGUMENTS,
        .run = cli_perft,
};

int cli_perft(int argc, char **argv)
{
        struct arguments w = { 0 };
        const struct game *g;
        struct options o;
        struct record r = { 0 };
        uint64_t total;
        const struct refusal *misfit;
        int status = arguments_read(&perft_subcommand, &w, &argc, argv);

        if (status != GO_ON)
                return status;
        g = w.game;
        options_default(g, &o);
        if ((status = cli_game_options(&perft_subcommand, g, &o, argc, argv)))
                return status;
        if ((misfit = options_misfit(g, &o)))
                return cli_fail("%s", misfit->why);
        record_deal(&r, g, &o, w.seed);
        total = w.divide ? 0 : perft(g, &r.state, (unsigned)w.depth);
        if (w.divide) {
                move list[MAX_MOVES];
                int n = w.depth ? g->legal(&r.state, list) : 0;

                for (int i = 0; i < n; i++) {
                        struct state after;
                        uint64_t leaves;
                        char text[MAX_MOVE_TEXT];

                        memcpy(&after, &r.state, g->state_bytes);
                        g->apply(&after, list[i]);
                        leaves = perft(g, &after, (unsigned)w.depth - 1);
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
