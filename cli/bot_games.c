/* Games of bots by the thousand; see bot_games.h. */
#include "bot_games.h"

#include <stdio.h>
#include <stdlib.h>

#include "../bots/bot.h"
#include "../learn/gpu_trainer.h"
#include "threads.h"

struct bot_games {
        const struct game *game;
        const struct net *net; /* NULL: bots of a level */
        struct practice practice;
        int threads;
        struct learner *learner; /* NULL: on the CPU, like the next */
        struct gpu_trainer *gpu;

        /* of a call */
        struct options options[BOT_GAMES_AT_ONCE];
        uint32_t rivals[BOT_GAMES_AT_ONCE]; /* none */
        uint64_t seed[BOT_GAMES_AT_ONCE];
        struct outcome *outcomes;
        int failed; /* 1: out of memory */
};

/* The net plays as it learns, but makes no random moves. */
static int open_gpu(struct bot_games *b, struct device *device, char *why, int cap)
{
        b->learner = learner_open(b->practice.inputs, 0);
        if (!b->learner) {
                snprintf(why, (size_t)cap, "out of memory");
                return 0;
        }
        b->gpu = gpu_trainer_open(device, b->practice.inputs, b->learner, BOT_GAMES_AT_ONCE, 1, why, cap);
        return b->gpu != NULL;
}

struct bot_games *bot_games_open(const struct game *g, struct device *device, int threads, char *why, int cap)
{
        struct bot_games *b = calloc(1, sizeof *b);

        if (!b) {
                snprintf(why, (size_t)cap, "out of memory");
                return NULL;
        }
        b->game = g;
        b->net = net_of(g);
        b->threads = threads ? threads : cores();
        b->practice = (struct practice){ .net = b->net, .inputs = inputs_of(g) };
        if (b->net && device && !open_gpu(b, device, why, cap)) {
                bot_games_close(b);
                return NULL;
        }
        return b;
}

void bot_games_close(struct bot_games *b)
{
        if (!b)
                return;
        gpu_trainer_close(b->gpu);
        learner_close(b->learner);
        free(b);
}

static void play_with_net(struct bot_games *b, int i)
{
        struct course *c = malloc(sizeof *c);

        if (!c) {
                b->failed = 1;
                return;
        }
        self_play(&b->practice, &b->options[i], 0, b->seed[i], c);
        b->outcomes[i] = c->outcome;
        free(c);
}

static void play_without_net(struct bot_games *b, int i)
{
        const struct game *g = b->game;
        size_t size = search_size(bot_level(g, BOT_GAMES_LEVEL)->iterations);
        void *block = malloc(size);
        struct outcome outcome;
        struct state state;
        uint64_t random = b->seed[i];
        int who;

        if (!block) {
                b->failed = 1;
                return;
        }
        deal_game(g, &state, &b->options[i], &random, &outcome);
        while ((who = g->turn(&state)) != OVER) {
                uint64_t seed = random_next(&random);
                struct state view = state;

                g->redact(&view, who);
                make_move(g, &state,
                          who == CHANCE ? g->pick(&state, random_dice(&seed))
                                        : bot_move(block, size, g, &view, BOT_GAMES_LEVEL, seed),
                          &outcome);
        }
        judge_game(g, &state, &outcome);
        b->outcomes[i] = outcome;
        free(block);
}

static void play_one(void *of, int i)
{
        struct bot_games *b = of;

        if (b->net)
                play_with_net(b, i);
        else
                play_without_net(b, i);
}

const char *bot_games_play(struct bot_games *b, const struct options *o, uint64_t seed, uint64_t first, uint32_t games,
                           struct outcome *outcomes)
{
        const char *wrong;

        for (uint32_t i = 0; i < games; i++) {
                b->options[i] = *o;
                b->seed[i] = generator_of(seed, first + i);
        }
        if (b->gpu) {
                wrong = gpu_trainer_play(b->gpu, &b->practice, b->options, b->rivals, b->seed, games);
                return wrong ? wrong : gpu_trainer_outcomes(b->gpu, outcomes);
        }
        b->outcomes = outcomes;
        share_out(b->threads, (int)games, play_one, b);
        return b->failed ? "out of memory" : NULL;
}
