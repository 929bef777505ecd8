/* serai match: entrants play each other until it is known who is stronger, and by how much.
 *
 * Here is the command: its arguments, its signals, and the ladder, which is many matches. contest.h plays, standings.h
 * reports. */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "standings.h"
#include "threads.h"

/* The arguments. */
struct arguments {
        struct contest contest;
        struct options options;
        int low, high;  /* the levels of a ladder; 0: none */
        int neighbours; /* whether only neighbouring levels play each other */
        int adjust, effort;
        int json;
        int has_players;
};

/* --- words --- */

static int parse_double(const char *text, double low, double high, char **end, double *x)
{
        *x = strtod(text, end);
        return *end > text && *x >= low && *x <= high;
}

static const char *read_test(void *into, const char *value, char *why)
{
        struct contest *c = &((struct arguments *)into)->contest;
        char *end;

        (void)why;
        c->testing = parse_double(value, -1000, 1000, &end, &c->sprt.elo0) && *end == ',' &&
                     parse_double(end + 1, -1000, 1000, &end, &c->sprt.elo1) && !*end && c->sprt.elo0 < c->sprt.elo1;
        return c->testing ? NULL : "--sprt is two Elo differences from -1000 to 1000, the lower first, like 0,30";
}

static const char *read_levels(void *into, const char *value, char *why)
{
        struct arguments *w = into;
        const char *dash = strchr(value, '-');
        char first[4];
        uint64_t low = 0, high = 0;

        (void)why;
        snprintf(first, sizeof first, "%.*s", dash ? (int)(dash - value) : 0, value);
        if (!dash || dash - value > 3 || !cli_number(first, 1, LEVELS, &low) || !cli_number(dash + 1, 1, LEVELS, &high) ||
            low >= high)
                return "--all is the lowest and the highest of the levels that play, like 1-10";
        w->low = (int)low;
        w->high = (int)high;
        return NULL;
}

static const struct argument ARGUMENTS[] = {
        { "ENTRANT", .kind = ARG_OTHER, .many = 1,
          .help = "level:L, a bot, L from 1 to 10 (level:L,iterations=N and level:L,ms=N change how long it searches); classic:L, "
                  "the search that was level L before there were nets; random, any move; greedy, the move that brings most at "
                  "once; thrifty, which looks one ply ahead in marrakech; net:FILE, a net that serai train wrote (net:FILE,plies=P,steps=N changes how it looks ahead); or 'cmd:./my-bot ARGS', your program, which answers "
                  "commands like serai engine" },
        { "--game", "GAME", ARG_GAME, INTO(struct arguments, contest.game), .help = "which game; has to be given" },
        { "key=value", .kind = ARG_OTHER, .many = 1, .help = "an option of the game" },
        { "--all", "LOW-HIGH", ARG_READ, .read = read_levels,
          .help = "every two of these levels play, and their ladder is printed; takes no entrants" },
        { "--neighbours", .kind = ARG_SWITCH, INTO(struct arguments, neighbours),
          .help = "with --all, only those one or two levels apart play" },
        { "--games", "N", ARG_NUMBER, INTO(struct arguments, contest.games), .low = 1, .high = 1000000,
          .help = "how many games (with --all, for each pair), rounded up until every deal was played in every seating; 100 if not "
                  "given, 20000 with --sprt" },
        { "--sprt", "ELO0,ELO1", ARG_READ, .read = read_test,
          .help = "stop as soon as it is clear (errors 5 %) whether the first is stronger than the second by ELO1 rather than by ELO0" },
        { "--seed", "S", ARG_NUMBER, INTO(struct arguments, contest.seed), .high = UINT64_MAX, .usual = "0",
          .help = "another seed, other deals" },
        { "--threads", "N", ARG_NUMBER, INTO(struct arguments, contest.threads), .low = 1, .high = MOST_THREADS,
          .help = "how many games at a time; as many as there are cores if not given. It does not change the result" },
        { "--timeout", "SECONDS", ARG_DECIMAL, INTO(struct arguments, contest.timeout), .least = 0.1, .most = 3600, .usual = "10",
          .help = "how long a program may take to answer before it has lost" },
        { "--ms", "N", ARG_NUMBER, INTO(struct arguments, contest.ms), .low = 1, .high = 3600000,
          .help = "ask programs to take N milliseconds a move" },
        { "--adjust", .kind = ARG_SWITCH, INTO(struct arguments, adjust),
          .help = "also report the shares of the win without the luck of the chance events, as serai review measures it" },
        { "--effort", "N", ARG_NUMBER, INTO(struct arguments, effort), .low = QUICK_EFFORT, .high = MOST_EFFORT,
          .help = "with --adjust, how closely the judge of luck looks; 2 if not given" },
        { "--records", "DIR", ARG_TEXT, INTO(struct arguments, contest.records),
          .help = "write every game's record to DIR/game-0001.json and so on, and who played it to DIR/seats" },
        { "--json", .kind = ARG_SWITCH, INTO(struct arguments, json), .help = "one JSON object instead of tables" },
        { 0 },
};

const struct subcommand match_subcommand = {
        .name = "match",
        .brief = "play bots against each other, yours too, and compare them",
        .about =
                "Plays many games between two to four entrants, every deal in every order of the seats, and prints what each won, with "
                "its 95 % interval, the Elo difference, points and times. See docs/writing-a-bot.md.",
        .arguments = ARGUMENTS,
        .run = cli_match,
};

/* Whether an argument begins with the name of one of the game's options. */
static int option_meant(const struct game *g, const char *word)
{
        const struct option *option = g->option;

        while (option->name && (strncmp(word, option->name, strlen(option->name)) != 0))
                option++;
        return option->name != NULL;
}

/* One entrant, or one option of the game. 0, or the exit status after an error message. */
static int parse_word(struct arguments *w, int argc, char **argv, int *used)
{
        struct contest *c = &w->contest;
        const char *wrong;
        char why[MAX_REASON];

        *used = 1;
        if (entrant_meant(argv[0]) || (argv[0][0] != '-' && !strchr(argv[0], '='))) {
                if (c->entrants == MAX_PLAYERS)
                        return cli_fail("at most four entrants can play, and %.200s is one too many", argv[0]);
                wrong = entrant_parse(&c->entrant[c->entrants++], argv[0], c->game, why);
                return wrong ? cli_fail("%s", wrong) : 0;
        }
        if (strncmp(argv[0], "--", 2) == 0 && !option_meant(c->game, argv[0] + 2))
                return cli_fail("%.200s is not understood; serai match --help tells what is", argv[0]);
        w->has_players |= strncmp(argv[0] + strspn(argv[0], "-"), "players", 7) == 0;
        wrong = cli_option(c->game, &w->options, argc, argv, used, why);
        return wrong ? cli_fail("%s", wrong) : 0;
}

/* Checks that the arguments are consistent, and derives the rest. */
static int parse_end(struct arguments *w)
{
        struct contest *c = &w->contest;
        const struct refusal *misfit;

        if (w->low && (c->entrants || c->testing || c->records))
                return cli_fail("--all plays the levels against each other, and goes with no entrants, --sprt or --records");
        if (w->neighbours && !w->low)
                return cli_fail("--neighbours goes with --all");
        if (w->adjust && w->low)
                return cli_fail("--adjust does not go with --all");
        if (w->effort && !w->adjust)
                return cli_fail("--effort goes with --adjust");
        c->adjust = !w->adjust ? 0 : w->effort ? w->effort : USUAL_EFFORT;
        if (w->low)
                c->entrants = 2;
        if (c->entrants < 2)
                return cli_fail(
                        "a match needs two to four entrants, like level:3 level:4; serai match --help tells what they can be");
        if (c->testing && c->entrants != 2)
                return cli_fail("--sprt is for two entrants");
        if (w->has_players && w->options.value[PLAYERS] != c->entrants)
                return cli_fail("there are %d entrants, so players cannot be %d", c->entrants, w->options.value[PLAYERS]);
        w->options.value[PLAYERS] = (uint16_t)c->entrants;
        if ((misfit = options_misfit(c->game, &w->options)))
                return cli_fail("%s", misfit->why);
        c->options = w->options;
        if (!c->games)
                c->games = c->testing ? 20000 : 100;
        contest_seat(c);
        c->games += ((uint64_t)c->seatings - c->games % (uint64_t)c->seatings) % (uint64_t)c->seatings;
        if (c->threads == 0)
                c->threads = cores();
        if (c->records && mkdir(c->records, 0777) != 0 && errno != EEXIST)
                return cli_fail("%s cannot be made: %s", c->records, strerror(errno));
        return 0;
}

static int parse(struct arguments *w, int argc, char **argv)
{
        char games[MAX_GAMES_TEXT];
        int used, status = arguments_read(&match_subcommand, w, &argc, argv);

        if (status != GO_ON)
                return status;
        if (!w->contest.game)
                return cli_fail("say which game: --game GAME, where GAME is %s", game_names("or", games, sizeof games));
        options_default(w->contest.game, &w->options);
        for (int i = 0; i < argc; i += used)
                if ((status = parse_word(w, argc - i, argv + i, &used)))
                        return status;
        status = parse_end(w);
        return status ? status : GO_ON;
}

/* --- signals, and what programs find --- */

static atomic_int stop; /* 0, a signal that ends the match, or CONTEST_OVER */

enum { ENDINGS = 3, SIGNALS = ENDINGS + 2 };

static const int SIGNAL[SIGNALS] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD };

/* Signals while a match is played. */
struct signals {
        struct sigaction before[SIGNALS];
        sigset_t mask, endings;
        pthread_t watch;
        int watched;
};

/* Waits for a signal, which ends the match in good order; a second one is not blocked any more and ends the program at once. */
static void *watch(void *signals)
{
        const struct signals *s = signals;
        int number;

        if (sigwait(&s->endings, &number) == 0)
                atomic_store(&stop, number);
        pthread_sigmask(SIG_UNBLOCK, &s->endings, NULL);
        for (;;)
                pause();
        return NULL;
}

/* Signals that end a match are handled by a thread of their own. A program that has closed its input must not kill us by
 * SIGPIPE, and children that end wait to be reaped. */
static void signals_take(struct signals *s)
{
        struct sigaction ignoring = { .sa_handler = SIG_IGN }, usual = { .sa_handler = SIG_DFL };

        sigemptyset(&s->endings);
        for (int i = 0; i < ENDINGS; i++)
                sigaddset(&s->endings, SIGNAL[i]);
        for (int i = 0; i < SIGNALS; i++)
                sigaction(SIGNAL[i], SIGNAL[i] == SIGPIPE ? &ignoring : &usual, &s->before[i]);
        pthread_sigmask(SIG_BLOCK, &s->endings, &s->mask);
        s->watched = pthread_create(&s->watch, NULL, watch, s) == 0;
        if (!s->watched)
                pthread_sigmask(SIG_SETMASK, &s->mask, NULL); /* their default action again */
}

static void signals_give_back(struct signals *s)
{
        if (s->watched) {
                pthread_cancel(s->watch);
                pthread_join(s->watch, NULL);
        }
        for (int i = 0; i < SIGNALS; i++)
                sigaction(SIGNAL[i], &s->before[i], NULL);
        pthread_sigmask(SIG_SETMASK, &s->mask, NULL);
}

/* A bot program may want to query the rules: SERAI in its environment is the path of this program, unless it is set already. */
static void name_ourselves(void)
{
        char path[4096];
        ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);

        if (n > 0) {
                path[n] = '\0';
                setenv("SERAI", path, 0);
        }
}

/* --- the command --- */

static void run_ladder(struct arguments *w, struct ladder *l)
{
        struct contest *c = &w->contest;
        char names[2][24];

        l->game = c->game;
        l->low = w->low;
        l->high = w->high;
        l->games = c->games;
        l->seed = c->seed;
        for (int a = w->low; a <= w->high; a++)
                for (int b = a + 1; b <= w->high && (!w->neighbours || b <= a + 2) && !atomic_load(&stop); b++) {
                        char why[MAX_REASON];

                        for (int k = 0; k < 2; k++) {
                                snprintf(names[k], sizeof names[k], "level:%d", k ? b : a);
                                entrant_parse(&c->entrant[k], names[k], c->game, why);
                        }
                        memset(&c->tally, 0, sizeof c->tally);
                        contest_run(c, &stop);
                        l->pair[a][b] = c->tally;
                }
}

/* Plays and prints; 0: out of memory. */
static int run(struct arguments *w)
{
        struct ladder *l = w->low ? calloc(1, sizeof *l) : NULL;

        if (w->low && !l)
                return 0;
        if (l)
                run_ladder(w, l);
        else
                contest_run(&w->contest, &stop);
        if (l && w->json)
                ladder_print_json(l, atomic_load(&stop) > 0);
        else if (l)
                ladder_print(l);
        else if (w->json)
                standings_print_json(&w->contest, atomic_load(&stop) > 0);
        else
                standings_print(&w->contest);
        free(l);
        return 1;
}

int cli_match(int argc, char **argv)
{
        struct signals signals;
        struct arguments *w;
        int status;

        w = calloc(1, sizeof *w);
        if (!w)
                return cli_fail("there is no memory left"), 1;
        status = parse(w, argc, argv);
        if (status == GO_ON) {
                status = 0;
                name_ourselves();
                atomic_store(&stop, 0);
                signals_take(&signals);
                if (!run(w))
                        snprintf(w->contest.trouble, MAX_REASON, "there is no memory left");
                signals_give_back(&signals);
                if (*w->contest.trouble)
                        status = (cli_fail("%s", w->contest.trouble), 1);
                else if (atomic_load(&stop) > 0)
                        status = 128 + atomic_load(&stop);
        }
        for (int i = 0; i < MAX_PLAYERS; i++)
                entrant_close(&w->contest.entrant[i]);
        free(w);
        return status;
}
