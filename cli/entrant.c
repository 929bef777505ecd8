/* How an entrant of a match plays; see entrant.h. */
#include "entrant.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum {
        AT_ONCE = 32,  /* iterations between two checks of the clock */
        FAREWELL = 1,  /* seconds that a program gets to quit */
        MAX_QUOTE = 60 /* bytes of an answer that are quoted in a reason */
};

/* --- reading --- */

int entrant_meant(const char *word)
{
        return strncmp(word, "level:", 6) == 0 || strncmp(word, "classic:", 8) == 0 || strncmp(word, "net:", 4) == 0 ||
               strncmp(word, "cmd:", 4) == 0 || strcmp(word, "random") == 0 || strcmp(word, "greedy") == 0 ||
               strcmp(word, "thrifty") == 0;
}

static const char *complain(char *why, const char *word, const char *what)
{
        snprintf(why, MAX_REASON, "%.200s is no entrant: %s", word, what);
        return why;
}

/* What follows "level:" or "classic:": 7; 7,iterations=100; or 7,ms=100. */
static const char *parse_level(struct entrant *e, const char *word, const struct level *levels, char *why)
{
        char level[4];
        const char *suffix = strchr(word, ',');
        uint64_t n;

        snprintf(level, sizeof level, "%.*s", (int)(suffix ? suffix - word : 3), word);
        if (!cli_number(level, 1, LEVELS, &n))
                return complain(why, e->name, "levels are level:1 to level:10");
        e->level = &levels[n - 1];
        if (!suffix)
                return NULL;
        if (strncmp(suffix, ",iterations=", 12) == 0 && cli_number(suffix + 12, 1, 100000000, &n))
                e->iterations = (uint32_t)n;
        else if (strncmp(suffix, ",ms=", 4) == 0 && cli_number(suffix + 4, 1, 3600000, &n))
                e->ms = (uint32_t)n;
        else
                return complain(why, e->name, "behind the level may stand ,iterations=N (1 to 100000000) or ,ms=N (1 to 3600000)");
        return NULL;
}

/* What follows "net:": FILE; or FILE,plies=2,steps=600. */
static const char *parse_net(struct entrant *e, const char *word, const struct game *g, char *why)
{
        static const struct level USUAL = { .iterations = 600, .plies = 2, .memory = ALL_TURNS, .steps = 600 };
        const char *suffix = strstr(word, ",plies="), *steps = suffix ? strstr(suffix, ",steps=") : NULL;
        char file[4096], number[8] = "";
        uint64_t n = USUAL.plies, m = USUAL.steps;
        size_t size;

        snprintf(file, sizeof file, "%.*s", (int)(suffix ? suffix - word : 4095), word);
        if (suffix)
                snprintf(number, sizeof number, "%.*s", (int)(steps ? steps - suffix - 7 : 7), suffix + 7);
        if (suffix && (!steps || !cli_number(number, 1, 9, &n) || !cli_number(steps + 7, 1, 1000000, &m)))
                return complain(why, e->name, "behind the file may stand ,plies=N,steps=N (1 to 9, and 1 to 1000000)");
        e->own_level = USUAL;
        e->own_level.plies = (uint32_t)n;
        e->own_level.steps = e->own_level.iterations = (uint32_t)m;
        e->level = &e->own_level;
        e->net_data = cli_read_file(file, &size);
        if (!e->net_data)
                return complain(why, e->name, strerror(errno));
        e->net = net_in(g, e->net_data, size);
        return e->net ? NULL : complain(why, e->name, "the file is no net of this game");
}

const char *entrant_parse(struct entrant *e, const char *word, const struct game *g, char *why)
{
        int classic = strncmp(word, "classic:", 8) == 0;

        memset(e, 0, sizeof *e);
        e->name = word;
        if (classic || strncmp(word, "level:", 6) == 0) {
                e->kind = LEVEL_BOT;
                return parse_level(e, strchr(word, ':') + 1, classic ? guide_of(g)->classic : guide_of(g)->levels, why);
        }
        if (strncmp(word, "net:", 4) == 0) {
                e->kind = NET_BOT;
                return parse_net(e, word + 4, g, why);
        }
        if (strncmp(word, "cmd:", 4) == 0) {
                e->kind = PROGRAM;
                e->command = word + 4;
                return e->command[strspn(e->command, " ")] ? NULL
                                                           : complain(why, word, "behind cmd: stands what the shell shall run");
        }
        if (!entrant_meant(word))
                return complain(
                        why, word,
                        "entrants are level:1 to level:10, classic:1 to classic:10, random, greedy, thrifty, net:FILE and cmd:PROGRAM");
        e->kind = strcmp(word, "random") == 0 ? RANDOM_MOVER : strcmp(word, "greedy") == 0 ? GREEDY_MOVER : THRIFTY_MOVER;
        if (e->kind == THRIFTY_MOVER && g != &marrakech)
                return complain(why, word, "this player knows marrakech only");
        return NULL;
}

void entrant_close(struct entrant *e)
{
        free(e->net_data);
        e->net_data = NULL;
}

void entrant_evaluator(const struct entrant *e, const struct game *g, int players, char *name)
{
        struct text t = { name, BOT_NAME, 0 };

        if (e->kind == LEVEL_BOT) {
                bot_name(g, e->level, players, name);
                return;
        }
        if (e->kind == NET_BOT)
                net_add_name(e->net, &t);
        text_close(&t);
}

uint32_t entrant_memory(const struct entrant *e)
{
        return e->level ? e->level->memory : 0;
}

/* --- a bot --- */

static enum outcome level_move(struct player *p, const struct game *g, const void *view, uint64_t seed, const struct limits *t,
                               move *m)
{
        const struct entrant *e = p->entrant;
        struct search *s = e->net
                                 ? search_open_net(p->block, p->block_size, g, e->net, e->level->plies, e->level->steps, view, seed)
                                 : bot_open(p->block, p->block_size, g, e->level, view, seed);
        uint32_t left = e->iterations ? e->iterations : e->level->iterations;
        double end = cli_now() + e->ms / 1000.0;

        do {
                uint32_t n = e->ms || left > AT_ONCE ? (uint32_t)AT_ONCE : left;

                if (atomic_load(t->stop))
                        return STOPPED_PLAYING;
                search_run(s, n);
                left -= e->ms ? 0 : n;
        } while (e->ms ? cli_now() < end : left > 0);
        *m = bot_choice(s, e->level, seed);
        return PLAYED;
}

/* --- a program --- */

const char *fault_name(enum outcome fault)
{
        static const char *const NAMES[OUTCOMES] = {
                "played", "not started", "died", "timeout", "flood", "garbage", "illegal move"
        };

        return NAMES[fault];
}

/* The beginning of an answer, quoted, with printable ASCII only. */
static const char *quote(const char *answer, char *room)
{
        size_t n = 0;

        room[n++] = '\'';
        for (; *answer && n <= MAX_QUOTE; answer++)
                room[n++] = *answer >= ' ' && *answer <= '~' ? *answer : '?';
        snprintf(room + n, 8, *answer ? "…'" : "'");
        return room;
}

/* Why there was no usable answer. The program is ended. */
static enum outcome no_answer(struct player *p, enum reply reply, const char *command, const struct limits *t, char *why)
{
        int status = program_end(&p->program, reply == ENDED ? FAREWELL : 0);

        switch (reply) {
        case ENDED:
                if (WIFEXITED(status))
                        snprintf(why, MAX_REASON, "it ended, with status %d, instead of answering %s", WEXITSTATUS(status),
                                 command);
                else if (WTERMSIG(status) == SIGKILL)
                        snprintf(why, MAX_REASON, "it closed its output, or was killed, instead of answering %s", command);
                else
                        snprintf(why, MAX_REASON, "it died of signal %d instead of answering %s", WTERMSIG(status), command);
                return DIED;
        case SILENT:
                snprintf(why, MAX_REASON, "it did not answer %s within %g s", command, t->timeout);
                return TIMEOUT;
        case FLOODED:
                snprintf(why, MAX_REASON, "its answer to %s has %d bytes and no end", command, MAX_LINE);
                return FLOOD;
        default:
                return STOPPED_PLAYING;
        }
}

/* Sends a command; the answer, after its "= ", is in *answer. */
static enum outcome ask(struct player *p, const char *line, const char *command, const struct limits *t, double more,
                        const char **answer, char *why)
{
        char quoted[MAX_QUOTE + 16];
        const char *said = p->program.answer;
        enum reply reply = program_ask(&p->program, line, t->timeout + more, t->stop);

        if (reply != ANSWERED)
                return no_answer(p, reply, command, t, why);
        if (said[0] != '=' || (said[1] && said[1] != ' ')) {
                snprintf(why, MAX_REASON, "it answered %s with %s, which does not begin with =", command, quote(said, quoted));
                return GARBAGE;
        }
        *answer = said + (said[1] ? 2 : 1);
        return PLAYED;
}

/* Tells the program the moves since the last one that it was told, each with the view in which it was made. */
static enum outcome tell_history(struct player *p, const struct record *game, int seat, const struct limits *t, char *why)
{
        const struct game *g = game->game;
        struct record then = record_at(game, p->told);
        enum outcome outcome = PLAYED;

        for (; p->told < game->count && outcome == PLAYED; p->told++) {
                char line[MAX_STATE_TEXT + MAX_MOVE_TEXT + 16] = "saw ";
                struct state view = then.state;
                move m = g->seen(&then.state, game->moves[p->told], seat);
                const char *answer;
                size_t size;

                g->redact(&view, seat);
                game_print(g, &view, line + strlen(line), MAX_STATE_TEXT);
                size = strlen(line);
                line[size++] = ' ';
                game_print_move(g, &view, m, line + size, MAX_MOVE_TEXT);
                outcome = ask(p, line, "saw", t, 0, &answer, why);
                g->apply(&then.state, game->moves[p->told]);
        }
        return outcome;
}

/* A program that answers its first view by "= history" is told what came before it, and is shown it again. */
static enum outcome show_view(struct player *p, const struct record *game, const void *view, const struct limits *t, char *why)
{
        char line[MAX_STATE_TEXT + 16] = "see ";
        const char *answer;
        enum outcome outcome = PLAYED;
        int knew = p->wants_history;

        if (p->wants_history)
                outcome = tell_history(p, game, game->game->turn(view), t, why);
        if (outcome != PLAYED)
                return outcome;
        game_print(game->game, view, line + strlen(line), MAX_STATE_TEXT);
        outcome = ask(p, line, "see", t, 0, &answer, why);
        p->wants_history |= outcome == PLAYED && strcmp(answer, "history") == 0;
        return p->wants_history && !knew ? show_view(p, game, view, t, why) : outcome;
}

static enum outcome program_move(struct player *p, const struct record *game, const void *view, const struct limits *t, move *m,
                                 char *why)
{
        char line[32], quoted[MAX_QUOTE + 16];
        const struct game *g = game->game;
        const char *answer;
        enum outcome outcome;

        if (!p->program.child) {
                p->wants_history = 0;
                p->told = 0;
                if (!program_start(&p->program, p->entrant->command)) {
                        snprintf(why, MAX_REASON, "it cannot be run: %s", strerror(errno));
                        return NOT_STARTED;
                }
        }
        outcome = show_view(p, game, view, t, why);
        if (outcome != PLAYED)
                return outcome;
        snprintf(line, sizeof line, t->ms ? "go ms=%u" : "go", t->ms);
        outcome = ask(p, line, "go", t, t->ms / 1000.0, &answer, why);
        if (outcome != PLAYED || game_find(g, view, answer, m))
                return outcome;
        snprintf(why, MAX_REASON, "it played %s, which is not legal: %s", quote(answer, quoted), g->refusal(view, answer)->why);
        return ILLEGAL;
}

void player_leave(struct player *p, int patiently)
{
        program_end(&p->program, patiently ? FAREWELL : 0);
}

/* --- all of them --- */

enum outcome player_move(struct player *p, const struct record *game, const void *view, uint64_t seed, const struct limits *t,
                         move *m, char *why)
{
        const struct game *g = game->game;

        switch (p->entrant->kind) {
        case LEVEL_BOT:
        case NET_BOT:
                return level_move(p, g, view, seed, t, m);
        case RANDOM_MOVER:
                *m = g->pick(view, random_dice(&seed));
                return PLAYED;
        case GREEDY_MOVER:
                *m = greedy_move(g, view, seed);
                return PLAYED;
        case THRIFTY_MOVER:
                *m = thrifty_move(view, seed);
                return PLAYED;
        case PROGRAM:
        default:
                return program_move(p, game, view, t, m, why);
        }
}
