/* serai bench --gpu: the speed of random games on the GPU and on all cores of the same machine, and the resources that a game
 * takes on the GPU. */
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../gpu/batch.h"

/* Enough for every thread of the GPU to play several, one after another. */
enum { GAMES_ON_GPU = 1 << 22, GAMES_ON_CPU = 1 << 14 };

struct speed {
        double games, turns, decisions, moves; /* per second; moves are decisions and chance events */
};

/* Deals and plays the batch repeatedly for this long. The averages per game are counted afterwards. */
static const char *measure(struct batch *b, const struct options *o, double seconds, struct speed *s)
{
        struct outcome *outcomes = malloc(batch_games(b) * sizeof *outcomes);
        double start, taken = 0, turns = 0, decisions = 0, events = 0, games = 0;
        const char *wrong = outcomes ? NULL : "there is no memory left";

        if (!wrong && !(wrong = batch_deal(b, o, 0, 0))) /* the first run allocates memory */
                wrong = batch_play(b, 0);
        start = cli_now();
        for (uint64_t first = 0; !wrong && taken < seconds; first += batch_games(b)) {
                if (!(wrong = batch_deal(b, o, 1, first)))
                        wrong = batch_play(b, 0);
                taken = cli_now() - start;
                games += batch_games(b);
        }
        if (!wrong)
                wrong = batch_outcomes(b, outcomes);
        for (uint32_t i = 0; !wrong && i < batch_games(b); i++) {
                turns += outcomes[i].turns;
                decisions += outcomes[i].decisions;
                events += outcomes[i].events;
        }
        free(outcomes);
        s->games = games / taken;
        s->turns = s->games * turns / batch_games(b);
        s->decisions = s->games * decisions / batch_games(b);
        s->moves = s->games * (decisions + events) / batch_games(b);
        return wrong;
}

static const char *measure_on(struct device *device, const struct game *g, const struct options *o, double seconds, struct speed *s,
                              char *why)
{
        struct batch *b = batch_open(g, device ? GAMES_ON_GPU : GAMES_ON_CPU, device, 0, why, MAX_REASON);
        const char *wrong = b ? measure(b, o, seconds, s) : why;

        batch_close(b);
        return wrong;
}

const char *bench_gpu_open(int json, char *why)
{
        struct device *device = device_open(why, MAX_REASON);

        if (!device)
                return why;
        if (!json)
                printf("%s\n%-10s %7s %14s %14s %14s %14s %14s %7s %9s %9s\n", device_name(device), "game", "players",
                       "CPU moves/s", "GPU games/s", "turns/s", "decisions/s", "moves/s", "times", "registers", "occupancy");
        return NULL;
}

const char *bench_gpu_row(const struct game *g, const struct options *o, double seconds, int json, int first, char *why)
{
        struct device *device = device_open(why, MAX_REASON);
        struct kernels *kernels = device ? device_kernels(device, g, why, MAX_REASON) : NULL;
        struct speed cpu, gpu;
        struct footprint f;
        const char *wrong;
        double occupancy;

        if (!kernels)
                return why;
        if ((wrong = measure_on(NULL, g, o, seconds, &cpu, why)) || (wrong = measure_on(device, g, o, seconds, &gpu, why)))
                return wrong;
        cli_progress_end();
        f = device_footprint(kernels);
        occupancy = (double)f.blocks * f.threads / f.most_threads;
        if (json)
                printf("%s{\"gpu\":\"%s\",\"game\":\"%s\",\"players\":%d,\"cpu_games_per_s\":%.0f,\"cpu_moves_per_s\":%.0f,\"games_"
                       "per_s\":%.0f,"
                       "\"turns_per_s\":%.0f,\"decisions_per_s\":%.0f,\"moves_per_s\":%.0f,\"registers\":%d,\"shared_bytes\":%d,"
                       "\"local_bytes\":%d,\"block\":%d,\"blocks_per_multiprocessor\":%d,\"multiprocessors\":%d,\"occupancy\":%."
                       "4f}",
                       first ? "[" : ",\n ", device_name(device), g->name, o->value[PLAYERS], cpu.games, cpu.moves, gpu.games,
                       gpu.turns, gpu.decisions, gpu.moves, f.registers, f.shared_bytes, f.local_bytes, f.threads, f.blocks,
                       f.processors, occupancy);
        else
                printf("%-10s %7d %14.0f %14.0f %14.0f %14.0f %14.0f %7.0f %9d %7.1f %%\n", g->name, o->value[PLAYERS], cpu.moves,
                       gpu.games, gpu.turns, gpu.decisions, gpu.moves, gpu.moves / cpu.moves, f.registers, 100 * occupancy);
        fflush(stdout);
        return NULL;
}
