/* Matches: results, misbehaving programs, and statistics.
 *
 * A run is this very program again, which becomes `serai match` by its first argument; so the bots in it can be small shell
 * scripts: $SERAI engine is this program too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../cli/contest.h"

enum { MAX_WORDS = 32, PATIENCE = 120 /* seconds */ };

static char folder[] = "/tmp/serai-test-match-XXXXXX";

static void near(double got, double expected, double by)
{
        if (!(fabs(got - expected) <= by))
                fail_msg("%.6f is not %.6f", got, expected);
}

/* --- running --- */

struct output {
        pid_t child;
        int from;    /* our end of its output, standard error included */
        char *text;  /* output so far */
        size_t size; /* its size */
        int status;  /* the exit status; 1000 + the signal that ended it */
};

static void output_close(struct output *o)
{
        free(o->text);
        memset(o, 0, sizeof *o);
}

/* In the child. */
static void become(char **argv, int out, int few_files)
{
        if (chdir(folder) != 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
                _exit(99);
        if (few_files) {
                struct rlimit few = { 20, 20 };

                setrlimit(RLIMIT_NOFILE, &few);
        }
        execv("/proc/self/exe", argv);
        _exit(98);
}

static void start(struct output *o, int few_files, va_list words)
{
        char *argv[MAX_WORDS] = { (char *)"serai" };
        int out[2], argc = 1;

        while ((argv[argc] = va_arg(words, char *)))
                assert_true(++argc < MAX_WORDS);
        assert_int_equal(pipe(out), 0);
        o->child = fork();
        assert_true(o->child >= 0);
        if (o->child == 0) {
                close(out[0]);
                become(argv, out[1], few_files);
        }
        close(out[1]);
        o->from = out[0];
        o->text = calloc(1, 1);
}

/* Reads more output; 0 at the end. */
static int read_more(struct output *o)
{
        struct pollfd ready = { o->from, POLLIN, 0 };
        char bytes[4096];
        ssize_t n;

        if (poll(&ready, 1, PATIENCE * 1000) <= 0)
                fail_msg("nothing more came; this did: %s", o->text);
        n = read(o->from, bytes, sizeof bytes);
        if (n <= 0)
                return 0;
        o->text = realloc(o->text, o->size + (size_t)n + 1);
        assert_non_null(o->text);
        memcpy(o->text + o->size, bytes, (size_t)n);
        o->size += (size_t)n;
        o->text[o->size] = '\0';
        return 1;
}

/* Processes that a match leaves behind become our children: none may be alive at the end. */
static void check_nothing_is_left(void)
{
        double end = cli_now() + PATIENCE;
        pid_t reaped;

        while ((reaped = waitpid(-1, NULL, WNOHANG)) >= 0 && cli_now() < end)
                if (reaped == 0)
                        poll(NULL, 0, 5);
        if (reaped >= 0)
                fail_msg("a process was left behind");
}

static void finish(struct output *o)
{
        int status;

        while (read_more(o))
                ;
        close(o->from);
        assert_int_equal(waitpid(o->child, &status, 0), o->child);
        o->status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
        check_nothing_is_left();
}

/* The arguments end with NULL. `few_files`: with a low limit of open files. */
static struct output run(int few_files, ...)
{
        struct output o = { 0 };
        va_list words;

        va_start(words, few_files);
        start(&o, few_files, words);
        va_end(words);
        finish(&o);
        return o;
}

#define match(...) run(0, "match", __VA_ARGS__, (char *)NULL)

static void check_has(const struct output *o, const char *words)
{
        if (!strstr(o->text, words))
                fail_msg("\"%s\" is missing in:\n%s", words, o->text);
}

/* --- the JSON of a result --- */

static const char *value_at(const struct output *o, const char *key)
{
        char quoted[64];
        const char *at;

        snprintf(quoted, sizeof quoted, "\"%s\":", key);
        at = strstr(o->text, quoted);
        if (!at)
                fail_msg("there is no %s in:\n%s", key, o->text);
        return at + strlen(quoted);
}

/* The i-th member of a list, or the number itself. */
static double figure(const struct output *o, const char *key, int i)
{
        const char *at = value_at(o, key);

        at += *at == '[';
        for (; i > 0; i--)
                at = strchr(at, ',') + 1;
        return strtod(at, NULL);
}

/* Everything except the times. */
static char *without_times(const struct output *o)
{
        char *text = strdup(o->text), *from = strstr(text, "\"ms_per_move\":"), *to;

        assert_non_null(from);
        to = strchr(from, ']');
        memmove(from, to, strlen(to) + 1);
        return text;
}

/* --- figures --- */

static void intervals_are_wilsons(void **state)
{
        struct interval i = wilson(0.6, 100);

        (void)state;
        near(i.low, 0.5020, 0.00005);
        near(i.high, 0.6906, 0.00005);
        i = wilson(1, 8);
        near(i.low, 0.6756, 0.00005);
        assert_true(i.high == 1);
        i = wilson(0, 8);
        assert_true(i.low == 0);
        near(i.high, 0.3244, 0.00005);
        i = wilson(0, 0);
        assert_true(i.low == 0 && i.high == 1);
}

static void means_have_the_usual_intervals(void **state)
{
        struct sample s = { 0 };

        (void)state;
        assert_true(sample_interval(&s).high == INFINITY);
        for (int i = 0; i < 5; i++)
                sample_add(&s, i);
        near(sample_mean(&s), 2, 1e-12);
        near(sample_variance(&s), 2.5, 1e-12);
        near(sample_interval(&s).low, 2 - 1.96 * sqrt(0.5), 0.0001);
        near(sample_interval(&s).high, 2 + 1.96 * sqrt(0.5), 0.0001);
}

static void elo_is_the_usual(void **state)
{
        (void)state;
        near(elo_of_share(0.5, 1, 100), 0, 1e-9);
        near(elo_of_share(0.64, 1, 100), 100, 0.06);
        near(elo_of_share(0.36, 1, 100), -100, 0.06);
        near(share_of_elo(400), 10.0 / 11, 1e-12);
        near(elo_of_share(share_of_elo(-77), 1, 1e6), -77, 1e-9);
        near(elo_of_share(1.0 / 3, 2, 99), 0, 1e-9); /* an equal share of three is no difference */
        near(elo_of_share(1.0 / 4, 3, 100), 0, 1e-9);
        near(elo_of_share(1, 1, 50), elo_of_share(0.99, 1, 50), 1e-9); /* all of 50: half a game less */
}

/* Two independent games with this chance to win each. */
static enum verdict play_test(double elo0, double elo1, double chance, uint64_t *random, double *pairs)
{
        struct sprt s = { elo0, elo1, { 0 } };
        enum verdict verdict = UNDECIDED;

        while (verdict == UNDECIDED) {
                int won = (random_dice(random) < chance * 4294967296.0) + (random_dice(random) < chance * 4294967296.0);

                verdict = sprt_add(&s, won / 2.0);
                *pairs += 1;
        }
        return verdict;
}

static void the_sequential_test_errs_one_time_in_twenty(void **state)
{
        static const double CASES[][2] = { { 0, 100 }, { -50, 50 }, { 0, 200 }, { 300, 400 } };
        enum { RUNS = 500 };

        (void)state;
        for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
                uint64_t random = 7;
                double pairs = 0;
                int wrong0 = 0, wrong1 = 0;

                for (int k = 0; k < RUNS; k++) {
                        wrong0 += play_test(CASES[i][0], CASES[i][1], share_of_elo(CASES[i][0]), &random, &pairs) == STRONGER;
                        wrong1 += play_test(CASES[i][0], CASES[i][1], share_of_elo(CASES[i][1]), &random, &pairs) == WEAKER;
                }
                assert_true(wrong0 <= RUNS * 7 / 100); /* 5 %, and two standard deviations */
                assert_true(wrong1 <= RUNS * 7 / 100);
                assert_true(pairs / (2 * RUNS) < 200);
        }
}

static void a_ladder_finds_the_strengths_that_made_it(void **state)
{
        static const double ELO[] = { 0, 100, 350, 300 };
        double games[MAX_RUNGS][MAX_RUNGS] = { { 0 } }, won[MAX_RUNGS][MAX_RUNGS] = { { 0 } }, elo[MAX_RUNGS];

        (void)state;
        for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                        if (i != j && abs(i - j) <= 2) {
                                games[i][j] = 100000;
                                won[i][j] = games[i][j] * share_of_elo(ELO[i] - ELO[j]);
                        }
        ladder_fit(5, games, won, elo);
        for (int i = 0; i < 4; i++)
                near(elo[i], ELO[i], 0.05);
        assert_true(isnan(elo[4])); /* one that played nobody */
        won[0][1] = won[0][2] = 0;
        won[1][0] = won[2][0] = 100000;
        ladder_fit(4, games, won, elo);
        assert_true(elo[1] > 1000 && elo[1] < 10000); /* far above, not infinitely */
}

/* --- bots --- */

static void a_bot_beats_chance_in_every_game(void **state)
{
        static const char *const GAMES[] = { "marrakech", "alibaba" };

        (void)state;
        for (int i = 0; i < 2; i++) {
                struct output o = match("level:7,iterations=150", "random", "--game", GAMES[i], "--games", "8", "--json");

                assert_int_equal(o.status, 0);
                assert_true(figure(&o, "games", 0) == 8);
                if (figure(&o, "win_share", 0) < 7.0 / 8)
                        fail_msg("%s", o.text);
                assert_true(figure(&o, "points", 0) > figure(&o, "points", 1));
                near(figure(&o, "win_share", 0) + figure(&o, "win_share", 1), 1, 1e-9);
                near(figure(&o, "elo", 0), -figure(&o, "elo", 1), 1e-3);
                output_close(&o);
        }
}

static void the_greedy_beat_chance(void **state)
{
        struct output o = match("random", "greedy", "--game=marrakech", "--games=20", "--json", "--seed=5");

        (void)state;
        assert_true(figure(&o, "win_share", 1) > 0.6);
        output_close(&o);
}

/* Deals are played from every seat, and identical entrants play identically: nobody has an advantage, not even by luck. */
static void like_entrants_win_exactly_their_share(void **state)
{
        static const char *const LIKE[] = { "random", "greedy", "level:3", "level:1,iterations=9" };

        (void)state;
        for (int g = 0; g < 3; g++)
                for (int e = 0; e < 4; e++) {
                        const char *game = game_at(g)->name, *limit = game_at(g) == &labyrinth ? "limit=12" : "first=1";
                        struct output o = match(LIKE[e], LIKE[e], "--game", game, limit, "--games", "6", "--json");

                        assert_true(figure(&o, "win_share", 0) == 0.5 && figure(&o, "win_share", 1) == 0.5);
                        assert_true(figure(&o, "points", 0) == figure(&o, "points", 1));
                        output_close(&o);
                        o = match(LIKE[e], LIKE[e], LIKE[e], "--game", game, limit, "--games", "4", "--json");
                        assert_true(figure(&o, "games", 0) == 6); /* rounded up to whole rounds */
                        for (int i = 0; i < 3; i++)
                                near(figure(&o, "win_share", i), 1.0 / 3, 0.0001);
                        output_close(&o);
                }
}

static void four_can_play(void **state)
{
        struct output o = match("random", "greedy", "level:1", "level:2", "--game", "marrakech", "--games", "4");

        (void)state;
        assert_int_equal(o.status, 0);
        check_has(&o, "marrakech, 24 games, seed 0"); /* six circular orders, each from four seats */
        check_has(&o, "level:2");
        check_has(&o, "turns and");
        output_close(&o);
}

/* One against three alike: four games a deal, in which the one sits once in every seat. */
static void who_is_alike_needs_fewer_seatings(void **state)
{
        struct output o = match("greedy", "random", "random", "random", "--game", "marrakech", "--games", "5");

        (void)state;
        assert_int_equal(o.status, 0);
        check_has(&o, "marrakech, 8 games, seed 0");
        output_close(&o);
        o = match("greedy", "greedy", "random", "random", "--game", "marrakech", "--games", "5");
        check_has(&o, "marrakech, 12 games, seed 0");
        output_close(&o);
}

static void the_thrifty_beat_the_greedy(void **state)
{
        static const char *const ORIENT[] = { "orient=before", "orient=after" };

        (void)state;
        for (int i = 0; i < 2; i++) {
                struct output o = match("greedy", "thrifty", "--game=marrakech", ORIENT[i], "--games=40", "--json");

                assert_true(figure(&o, "win_share", 1) > 0.6);
                output_close(&o);
        }
}

/* Without a net and mistakes a level is its classic, but in the labyrinth, whose evaluation is another. */
static void a_classic_is_the_search_as_it_was(void **state)
{
        struct output o = match("classic:6,iterations=20", "level:6,iterations=20", "--game", "marrakech", "players=2", "--games",
                                "2", "--json");

        (void)state;
        assert_int_equal(o.status, 0);
        assert_true(figure(&o, "points", 0) == figure(&o, "points", 1));
        output_close(&o);
        o = match("classic:8", "level:8", "--game", "labyrinth", "limit=40", "--games", "2", "--json");
        assert_int_equal(o.status, 0);
        assert_false(figure(&o, "points", 0) == figure(&o, "points", 1));
        output_close(&o);
}

static void more_threads_give_the_same_result(void **state)
{
        static const char *const THREADS[] = { "1", "2", "5" };
        char *first[3] = { NULL, NULL, NULL };

        (void)state;
        for (int t = 0; t < 3; t++) {
                struct output o[3] = {
                        match("level:2", "random", "greedy", "--game", "alibaba", "--games", "9", "--json", "--threads",
                              THREADS[t]),
                        match("level:4", "random", "--game", "marrakech", "--sprt", "0,300", "--json", "--threads", THREADS[t]),
                        match("level:1", "level:3", "--game", "labyrinth", "limit=20", "--games", "10", "--seed", "9", "--json",
                              "--threads", THREADS[t]),
                };

                for (int i = 0; i < 3; i++) {
                        char *text = without_times(&o[i]);

                        assert_int_equal(o[i].status, 0);
                        assert_int_equal(text[0], '{'); /* and there is no progress line in a pipe */
                        if (t == 0)
                                first[i] = strdup(text);
                        assert_string_equal(text, first[i]);
                        free(text);
                        output_close(&o[i]);
                }
        }
        for (int i = 0; i < 3; i++)
                free(first[i]);
}

static void another_seed_is_another_match(void **state)
{
        struct output a = match("random", "random", "--game", "alibaba", "--games", "2", "--json", "--seed", "1");
        struct output b = match("random", "random", "--game", "alibaba", "--games", "2", "--json", "--seed", "2");

        (void)state;
        assert_true(figure(&a, "points", 0) != figure(&b, "points", 0));
        output_close(&a);
        output_close(&b);
}

static void the_sequential_test_stops_early(void **state)
{
        struct output o = match("level:4", "random", "--game", "marrakech", "--sprt", "0,200", "--json");

        (void)state;
        assert_true(figure(&o, "games", 0) < 200);
        check_has(&o, "\"accepted\":\"H1\"");
        output_close(&o);
        o = match("random", "level:4", "--game", "marrakech", "--sprt", "0,200");
        check_has(&o, "accepted H0");
        output_close(&o);
        o = match("random", "random", "--game", "marrakech", "--sprt", "-5,5", "--games", "4");
        check_has(&o, "undecided");
        output_close(&o);
}

static void levels_make_a_ladder(void **state)
{
        struct output o = match("--all", "1-3", "--game", "marrakech", "--games", "6", "--json");

        (void)state;
        check_has(&o, "\"levels\":[1,2,3],\"elo\":[0.0000,");
        check_has(&o, "\"levels\":[1,3],\"games\":6");
        output_close(&o);
        o = match("--all", "1-4", "--neighbours", "--game", "alibaba", "--games", "2", "--json");
        check_has(&o, "\"levels\":[2,4]");
        assert_null(strstr(o.text, "\"levels\":[1,4]"));
        output_close(&o);
        o = match("--all", "1-2", "--game", "marrakech", "--games", "10");
        check_has(&o, "marrakech, levels 1 to 2, 10 games a pair, seed 0");
        output_close(&o);
}

/* Deals are counted whole: what the two won without luck is a whole win, and the luck of both is opposite. */
static void luck_is_taken_away_on_any_number_of_threads(void **state)
{
        static const char *const THREADS[] = { "1", "3" };
        char adjusted[2][1024];

        (void)state;
        for (int t = 0; t < 2; t++) {
                struct output o = match("level:3", "random", "--game", "marrakech", "--games", "4", "--adjust", "--effort", "1",
                                        "--json", "--threads", THREADS[t]);
                const char *from = strstr(o.text, "\"adjusted\":{\"effort\":1,\"deals\":2,");
                double won, share[2];

                assert_non_null(from);
                snprintf(adjusted[t], sizeof adjusted[t], "%.*s", (int)(strchr(from, '}') - from), from);
                won = figure(&o, "win_share", 0);
                assert_int_equal(sscanf(strstr(from, "win_share"), "win_share\":[%lf,%lf]", &share[0], &share[1]), 2);
                near(share[0] + share[1], 1, 0.0002);
                assert_true(fabs(share[0] - won) < 0.6 && share[0] != won);
                output_close(&o);
        }
        assert_string_equal(adjusted[0], adjusted[1]);
}

/* --- records --- */

static char *read_text(const char *name)
{
        char path[512];
        size_t size;

        snprintf(path, sizeof path, "%s/%s", folder, name);
        return cli_read_file(path, &size);
}

static void records_name_the_nets_that_played(void **state)
{
        struct output o = match("level:8", "random", "--game", "alibaba", "--games", "2", "--records", "named");
        char *names = read_text("named/seats");

        (void)state;
        assert_int_equal(o.status, 0);
        output_close(&o);
        assert_non_null(names);
        assert_non_null(strstr(names, "{\"name\":\"level:8\",\"by\":\"net "));
        assert_non_null(strstr(names, "{\"name\":\"random\"}"));
        free(names);
}

static void records_are_proven_and_a_deal_is_played_in_every_seating(void **state)
{
        struct output o = match("level:1", "cmd:exit 1", "greedy", "--game", "alibaba", "--games", "6", "--records", "kept");
        uint64_t seed[6];
        char *names;

        (void)state;
        assert_int_equal(o.status, 0);
        output_close(&o);
        for (int i = 0; i < 6; i++) {
                struct record r = { 0 };
                char name[64], why[MAX_REASON], *text;

                snprintf(name, sizeof name, "kept/game-%04d.json", i + 1);
                text = read_text(name);
                assert_non_null(text);
                assert_true(record_parse(&r, text, strlen(text), 1, why));
                seed[i] = r.seed;
                record_close(&r);
                free(text);
                o = run(0, "verify", name, (char *)NULL);
                assert_int_equal(o.status, 0);
                output_close(&o);
        }
        names = read_text("kept/seats");
        assert_non_null(names);
        assert_non_null(strstr(names, "{\"file\":\"game-0006.json\",\"seats\":[{\"name\":\""));
        free(names);
        for (int i = 1; i < 6; i++)
                assert_true(seed[i] == seed[0]); /* two circular orders, each from three seats */
        assert_null(read_text("kept/game-0007.json"));
        o = match("random", "random", "--game", "alibaba", "--games", "2", "--records", "kept"); /* nothing is written over */
        assert_int_equal(o.status, 1);
        check_has(&o, "kept/game-0001.json: File exists");
        output_close(&o);
}

static void like_entrants_play_the_same_game_from_either_seat(void **state)
{
        struct output o = match("level:2", "level:2", "--game", "labyrinth", "limit=10", "--games", "2", "--records", "like");
        char *first = read_text("like/game-0001.json"), *second = read_text("like/game-0002.json");

        (void)state;
        assert_non_null(first);
        assert_non_null(second);
        assert_string_equal(first, second);
        free(first);
        free(second);
        output_close(&o);
}

/* --- programs --- */

/* It has lost all games by this fault, and no other entrant any. */
static void check_fault(const char *program, const char *kind, const char *reason, const char *timeout)
{
        struct output o = match("random", program, "--game", "marrakech", "--games", "4", "--timeout", timeout, "--json");
        char words[100];

        assert_int_equal(o.status, 0);
        snprintf(words, sizeof words, "\"faults\":[{\"entrant\":2,\"kind\":\"%s\",\"games\":4,\"first_game\":1,", kind);
        check_has(&o, words);
        check_has(&o, reason);
        assert_true(figure(&o, "win_share", 0) == 1);
        assert_true(figure(&o, "losses_by_fault", 0) == 0 && figure(&o, "losses_by_fault", 1) == 4);
        output_close(&o);
}

static void a_faulty_program_loses_and_the_reason_is_told(void **state)
{
        const char *patient = "60";

        (void)state;
        check_fault("cmd:exit 3", "died", "it ended, with status 3, instead of answering see", patient);
        check_fault("cmd:./missing 2>/dev/null", "died", "with status 127", patient);
        check_fault("cmd:kill -SEGV $$", "died", "it died of signal 11", patient);
        check_fault("cmd:read line; echo =; read line", "died", "with status 0, instead of answering go", patient);
        check_fault("cmd:exec >&-; sleep 1000", "died", "closed its output", patient);
        check_fault("cmd:while read line; do echo '! I do not know'; done", "garbage", "'! I do not know'", patient);
        check_fault("cmd:while read line; do printf '\\377\\n'; done", "garbage", "with '?'", patient);
        check_fault("cmd:while read line; do echo; done", "garbage", "which does not begin with =", patient);
        check_fault("cmd:yes", "garbage", "with 'y'", patient);
        check_fault("cmd:while read line; do echo =; done", "illegal move", "it played '', which is not legal", patient);
        check_fault("cmd:while read line; do echo '= a1a2'; done", "illegal move", "it played 'a1a2', which is not legal", patient);
        check_fault("cmd:while read line; do printf '= E\\000x\\n'; done", "illegal move", "'E?x'", patient);
        check_fault("cmd:cat /dev/zero", "flood", "has 65536 bytes and no end", patient);
        check_fault("cmd:sleep 1000", "timeout", "it did not answer see within 0.2 s", "0.2");
        check_fault("cmd:sleep 1000 & sleep 1000 & wait", "timeout", "see", "0.2"); /* and its children end with it */
        check_fault("cmd:trap '' TERM HUP INT; read line; echo =; while :; do :; done", "timeout", "", "0.4");
}

static void a_program_that_died_plays_the_next_game(void **state)
{
        struct output o = match("cmd:mkdir died || exec \"$SERAI\" engine", "random", "--game", "marrakech", "--games", "4", "--ms",
                                "1", "--threads", "1", "--timeout", "60");

        (void)state;
        assert_int_equal(o.status, 0);
        check_has(&o, "lost 1 of the games by its own fault, died; in game 1 it ended, with status 0");
        check_has(&o, "turns and");
        output_close(&o);
}

static void among_three_the_others_share_the_win(void **state)
{
        struct output o = match("random", "cmd:exit 1", "random", "--game", "alibaba", "--games", "3", "--json");

        (void)state;
        assert_true(figure(&o, "win_share", 0) == 0.5 && figure(&o, "win_share", 1) == 0 && figure(&o, "win_share", 2) == 0.5);
        check_has(&o, "\"points\":[null,null,null]"); /* no game came to its end */
        output_close(&o);
}

static void nothing_leaks_over_many_games(void **state)
{
        struct output o;
        int fd = dup(0), after;
        struct program *p = calloc(1, sizeof *p);
        atomic_int stop = 0;

        (void)state;
        assert_non_null(p);
        for (int i = 0; i < 3; i++) {
                assert_true(program_start(p, "cat"));
                assert_int_equal(program_ask(p, "= yes", PATIENCE, &stop), ANSWERED);
                assert_string_equal(p->answer, "= yes");
                assert_int_equal(program_end(p, PATIENCE), 0);
                assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child, not even a dead one */
        }
        after = dup(0);
        assert_int_equal(after, fd + 1);
        close(after);
        close(fd);
        free(p);
        o = run(1, "match", "cmd:exit 1", "cmd:exec sleep 1000", "--game", "alibaba", "--games", "40", "--json", "--timeout", "0.1",
                "--threads", "2", (char *)NULL);
        assert_null(strstr(o.text, "not started"));
        assert_true(figure(&o, "losses_by_fault", 0) == 20 && figure(&o, "losses_by_fault", 1) == 20);
        output_close(&o);
}

static void the_engine_is_a_program_that_plays_every_game(void **state)
{
        (void)state;
        for (int g = 0; g < 3; g++) {
                struct output o = match("cmd:exec \"$SERAI\" engine", "cmd:exec \"$SERAI\" engine", "random", "--game",
                                        game_at(g)->name, game_at(g) == &labyrinth ? "limit=12" : "first=2", "--games", "3", "--ms",
                                        "1", "--timeout", "60", "--json");

                assert_int_equal(o.status, 0);
                check_has(&o, "\"losses_by_fault\":[0,0,0]");
                output_close(&o);
        }
}

/* A bot that asks for the history checks it: each world that it guesses has every tile of Ali Baba where it was put in the open,
 * so that all worlds are alike; and it is told no move twice. */
static void a_program_is_told_the_history_if_it_asks(void **state)
{
        static const char BOT[] = "import os, subprocess, sys\n"
                                  "rules = subprocess.Popen([os.environ['SERAI'], 'engine'], stdin=subprocess.PIPE,"
                                  " stdout=subprocess.PIPE, text=True, bufsize=1)\n"
                                  "told = []\n"
                                  "def ask(command):\n"
                                  "    rules.stdin.write(command + '\\n')\n"
                                  "    return rules.stdout.readline().strip()\n"
                                  "for line in sys.stdin:\n"
                                  "    line = line.strip()\n"
                                  "    if line.startswith('saw'):\n"
                                  "        told.append(line)\n"
                                  "        print(ask(line), flush=True)\n"
                                  "    elif line.startswith('see'):\n"
                                  "        view = line\n"
                                  "        print(ask(line), 'history', flush=True)\n"
                                  "    elif line.startswith('go'):\n"
                                  "        ask('guess seed=1'); one = ask('state')\n"
                                  "        ask(view)\n"
                                  "        ask('guess seed=2'); two = ask('state')\n"
                                  "        ask(view)\n"
                                  "        fine = one == two and len(set(told)) == len(told)\n"
                                  "        print(ask('go iterations=1') if fine else '! not told', flush=True)\n";
        struct output o;
        char path[512];
        FILE *file;

        (void)state;
        snprintf(path, sizeof path, "%s/history.py", folder);
        file = fopen(path, "w");
        assert_non_null(file);
        fputs(BOT, file);
        fclose(file);
        o = match("cmd:python3 history.py", "random", "--game", "alibaba", "--games", "2", "--timeout", "120", "--json");
        assert_int_equal(o.status, 0);
        check_has(&o, "\"losses_by_fault\":[0,0]");
        output_close(&o);
}

static void the_bot_of_the_manual_plays(void **state)
{
        size_t size;
        char *manual = cli_read_file("docs/writing-a-bot.md", &size), *from, *to, path[512];
        FILE *file;
        int lines = 0;

        (void)state;
        if (!manual)
                fail_msg("run this from the repository root");
        from = strstr(manual, "```python\n");
        assert_non_null(from);
        from += strlen("```python\n");
        to = strstr(from, "```");
        snprintf(path, sizeof path, "%s/first.py", folder);
        file = fopen(path, "w");
        assert_non_null(file);
        fwrite(from, 1, (size_t)(to - from), file);
        fclose(file);
        for (char *c = from; c < to; c++)
                lines += *c == '\n';
        assert_int_equal(lines, 10);
        for (int g = 0; g < 3; g++) {
                struct output o =
                        match("cmd:python3 first.py", "random", "--game", game_at(g)->name,
                              game_at(g) == &labyrinth ? "limit=20" : "first=1", "--games", "2", "--timeout", "120", "--json");

                assert_int_equal(o.status, 0);
                check_has(&o, "\"losses_by_fault\":[0,0]");
                output_close(&o);
        }
        free(manual);
}

/* --- ending it, and getting it wrong --- */

/* Ends a run by Ctrl-C after a program in it has printed "ready". */
static void interrupt(struct output *o, ...)
{
        va_list words;

        va_start(words, o);
        start(o, 0, words);
        va_end(words);
        while (!strstr(o->text, "ready"))
                assert_true(read_more(o));
        kill(o->child, SIGINT);
        finish(o);
        assert_int_equal(o->status, 128 + SIGINT);
}

static void ctrl_c_ends_it_in_good_order(void **state)
{
        struct output o = { 0 };

        (void)state;
        /* while waiting for a program that does not answer */
        interrupt(&o, "match", "random", "cmd:echo ready >&2; sleep 1000 & wait", "--game", "marrakech", "--timeout", "3600",
                  "--json", (char *)NULL);
        check_has(&o, "\"interrupted\":true");
        check_has(&o, "\"games\":0");
        output_close(&o);
        /* during a long search */
        interrupt(&o, "match", "level:9,ms=3600000", "cmd:echo ready >&2; exec \"$SERAI\" engine", "--game", "alibaba", "--threads",
                  "2", "--ms", "1", "--timeout", "60", (char *)NULL);
        check_has(&o, "alibaba, 0 games");
        output_close(&o);
}

static void bad_words_are_told_in_a_sentence(void **state)
{
        static const char *const BAD[][3] = {
                { "random", "--json", "say which game" },
                { "--game=chess", "random", "there is no game chess" },
                { "--game=marrakech", "random", "two to four entrants" },
                { "--game=marrakech", "elephant", "elephant is no entrant" },
                { "--game=alibaba", "thrifty", "knows marrakech only" },
                { "--game=marrakech", "classic:11", "levels are" },
                { "--game=marrakech", "net:nowhere", "No such file" },
                { "--game=marrakech", "net:/dev/null", "no net of this game" },
                { "--game=marrakech", "level:0", "levels are level:1 to level:10" },
                { "--game=marrakech", "level:111", "levels are level:1 to level:10" },
                { "--game=marrakech", "level:3,depth=4", "iterations=N" },
                { "--game=marrakech", "level:3,ms=0", "ms=N" },
                { "--game=marrakech", "cmd:", "what the shell shall run" },
                { "--game=marrakech", "--games=0", "--games is a number" },
                { "--game=marrakech", "--seed=-1", "--seed is a number" },
                { "--game=marrakech", "--sprt=30,0", "the lower first" },
                { "--game=marrakech", "--sprt=0", "two Elo differences" },
                { "--game=marrakech", "--sprt=nan,5", "two Elo differences" },
                { "--game=marrakech", "--threads=0", "--threads is a number" },
                { "--game=marrakech", "--timeout=nan", "--timeout is a number" },
                { "--game=marrakech", "--ms=never", "--ms is a number" },
                { "--game=marrakech", "--records=", "--records needs a value, DIR" },
                { "--game=marrakech", "--effort=2", "goes with --adjust" },
                { "--game=marrakech", "--all=0-3", "like 1-10" },
                { "--game=marrakech", "--all=3", "like 1-10" },
                { "--game=marrakech", "--nonsense", "--nonsense is not understood" },
                { "--game=marrakech", "colour=red", "no option colour" },
                { "--game=alibaba", "variant=huge", "variant=huge is not allowed" },
        };
        struct output o;

        (void)state;
        for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
                o = match(BAD[i][0], BAD[i][1]);
                assert_int_equal(o.status, 2);
                check_has(&o, BAD[i][2]);
                assert_ptr_equal(strchr(o.text, '\n'), o.text + o.size - 1); /* one line */
                output_close(&o);
        }
        o = match("random", "random", "random", "--game", "alibaba", "variant=small");
        assert_int_equal(o.status, 2);
        check_has(&o, "two players only");
        output_close(&o);
        o = match("random", "random", "--game", "marrakech", "players=3");
        assert_int_equal(o.status, 2);
        check_has(&o, "there are 2 entrants");
        output_close(&o);
        o = match("random", "random", "random", "random", "random", "--game", "marrakech");
        assert_int_equal(o.status, 2);
        check_has(&o, "at most four");
        output_close(&o);
        o = match("random", "random", "--all", "1-3", "--game", "marrakech");
        assert_int_equal(o.status, 2);
        check_has(&o, "--all plays the levels");
        output_close(&o);
        o = match("--help");
        assert_int_equal(o.status, 0);
        check_has(&o, "Usage: serai match");
        output_close(&o);
}

static void remove_folder(void)
{
        char command[600];

        snprintf(command, sizeof command, "rm -rf '%s'", folder);
        if (system(command) != 0)
                print_error("%s is left\n", folder);
}

int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(intervals_are_wilsons),
                cmocka_unit_test(means_have_the_usual_intervals),
                cmocka_unit_test(elo_is_the_usual),
                cmocka_unit_test(the_sequential_test_errs_one_time_in_twenty),
                cmocka_unit_test(a_ladder_finds_the_strengths_that_made_it),
                cmocka_unit_test(a_bot_beats_chance_in_every_game),
                cmocka_unit_test(the_greedy_beat_chance),
                cmocka_unit_test(the_thrifty_beat_the_greedy),
                cmocka_unit_test(a_classic_is_the_search_as_it_was),
                cmocka_unit_test(who_is_alike_needs_fewer_seatings),
                cmocka_unit_test(like_entrants_win_exactly_their_share),
                cmocka_unit_test(four_can_play),
                cmocka_unit_test(more_threads_give_the_same_result),
                cmocka_unit_test(another_seed_is_another_match),
                cmocka_unit_test(the_sequential_test_stops_early),
                cmocka_unit_test(levels_make_a_ladder),
                cmocka_unit_test(luck_is_taken_away_on_any_number_of_threads),
                cmocka_unit_test(records_name_the_nets_that_played),
                cmocka_unit_test(records_are_proven_and_a_deal_is_played_in_every_seating),
                cmocka_unit_test(like_entrants_play_the_same_game_from_either_seat),
                cmocka_unit_test(a_faulty_program_loses_and_the_reason_is_told),
                cmocka_unit_test(a_program_that_died_plays_the_next_game),
                cmocka_unit_test(among_three_the_others_share_the_win),
                cmocka_unit_test(nothing_leaks_over_many_games),
                cmocka_unit_test(the_engine_is_a_program_that_plays_every_game),
                cmocka_unit_test(a_program_is_told_the_history_if_it_asks),
                cmocka_unit_test(the_bot_of_the_manual_plays),
                cmocka_unit_test(ctrl_c_ends_it_in_good_order),
                cmocka_unit_test(bad_words_are_told_in_a_sentence),
        };
        int failed;

        if (argc > 1 && strchr(argv[1], '*'))
                cmocka_set_test_filter(argv[1]);
        else if (argc > 1)
                return strcmp(argv[1], "match") == 0  ? cli_match(argc - 2, argv + 2)
                     : strcmp(argv[1], "verify") == 0 ? cli_verify(argc - 2, argv + 2)
                                                      : cli_engine(argc - 2, argv + 2);
        if (!mkdtemp(folder))
                return 1;
        unsetenv("SERAI");
        signal(SIGPIPE, SIG_IGN);
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        failed = cmocka_run_group_tests(tests, NULL, NULL);
        remove_folder();
        return failed;
}
