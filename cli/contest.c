/* Entrants play many games against each other; see contest.h. */
#include "contest.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "threads.h"

enum { SEARCH_MEMORY = 64 << 20 };

/* One finished game, queued until those before it are counted. Lists are by entrant. */
struct result {
        SLIST_ENTRY(result) later;
        uint64_t number;
        double share[MAX_PLAYERS];
        double luck[MAX_PLAYERS]; /* if it is measured */
        int points[MAX_PLAYERS];
        unsigned turns, moves;
        double seconds[MAX_PLAYERS];
        unsigned decisions[MAX_PLAYERS];
        enum outcome fault; /* PLAYED: to its end */
        int faulty;         /* otherwise, the entrant at fault */
        char reason[MAX_REASON];
        char *record; /* its text, if records are kept */
};

/* The state of a contest, shared by the threads. */
struct arena {
        struct contest *contest;
        atomic_int *stop;
        struct limits terms;
        pthread_mutex_t lock;         /* guards everything below, and the results of the contest */
        uint64_t begun;               /* games handed out */
        SLIST_HEAD(, result) waiting; /* finished games that cannot be counted yet, in order */
        double pair;                  /* the first entrant's share of a pair's first game */
        struct {
                double plain, adjusted;
        } deal[MAX_PLAYERS]; /* of the deal that is being counted, so far */
        double shown_at;     /* when the progress line was shown last */
};

/* The state of one thread. */
struct worker {
        struct arena *arena;
        struct record record;
        struct player player[MAX_PLAYERS]; /* by seat */
        struct judge judge;
        void *block;
};

/* The n-th number of a generator with this seed. */
static uint64_t number_of(uint64_t seed, uint64_t n)
{
        uint64_t random = seed + n * 0x9e3779b97f4a7c15;

        return random_next(&random);
}

/* The entrant in this seat in a game. */
static int entrant_in(const struct contest *c, uint64_t number, int seat)
{
        return c->seated[number % (uint64_t)c->seatings][seat];
}

/* --- seatings --- */

/* Whether exchanging two alike neighbours would give the same order: of these only the ascending one counts. */
static int is_new_order(const struct contest *c, const int *order)
{
        for (int i = 1; i < c->entrants; i++)
                for (int j = i + 1; j < c->entrants; j++)
                        if (order[i] > order[j] && strcmp(c->entrant[order[i]].name, c->entrant[order[j]].name) == 0)
                                return 0;
        return 1;
}

static void add_rotations(struct contest *c, const int *order)
{
        for (int by = 0; by < c->entrants; by++, c->seatings++)
                for (int seat = 0; seat < c->entrants; seat++)
                        c->seated[c->seatings][seat] = (uint8_t)order[(seat + by) % c->entrants];
}

/* The first entrant stays; the orders of the others, numbered in a mixed base. */
void contest_seat(struct contest *c)
{
        int others = c->entrants - 1, orders = others == 3 ? MOST_ORDERS : others;

        c->seatings = 0;
        for (int k = 0; k < orders; k++) {
                int order[MAX_PLAYERS] = { 0, 1, 2, 3 }, rest = k;

                for (int i = 1; i < others; i++) {
                        int from = i + rest % (others - i + 1), moved = order[from];

                        rest /= others - i + 1;
                        memmove(order + i + 1, order + i, (size_t)(from - i) * sizeof *order);
                        order[i] = moved;
                }
                if (is_new_order(c, order))
                        add_rotations(c, order);
        }
}

/* --- counting --- */

/* Records the error and ends the contest. The lock is held. */
static void give_up(struct arena *a, const char *what, const char *why)
{
        if (!*a->contest->trouble)
                snprintf(a->contest->trouble, MAX_REASON, "%.200s: %.200s", what, why);
        atomic_store(a->stop, CONTEST_OVER);
}

static void keep_record(struct arena *a, const struct result *r)
{
        char name[4096];
        FILE *file;
        int error = 0;

        snprintf(name, sizeof name, "%.4000s/game-%04" PRIu64 ".json", a->contest->records, r->number + 1);
        file = fopen(name, "wx");
        if (file && (fputs(r->record, file) < 0 || fputc('\n', file) < 0))
                error = errno;
        if (!file || fclose(file) != 0)
                error = errno;
        if (error)
                give_up(a, name, strerror(error));
}

/* Who played it, for serai review: a line for each game. */
static void keep_names(struct arena *a, const struct result *r)
{
        const struct contest *c = a->contest;
        char name[4096];
        FILE *file;

        snprintf(name, sizeof name, "%.4000s/seats", c->records);
        file = fopen(name, "a");
        if (file)
                fprintf(file, "{\"file\":\"game-%04" PRIu64 ".json\",\"seats\":[", r->number + 1);
        for (int seat = 0; file && seat < c->entrants; seat++) {
                const struct entrant *e = &c->entrant[entrant_in(c, r->number, seat)];
                char evaluator[BOT_NAME];

                fputs(seat ? ",{\"name\":" : "{\"name\":", file);
                cli_json_words(file, e->name);
                entrant_evaluator(e, c->game, c->entrants, evaluator);
                if (*evaluator)
                        fprintf(file, ",\"by\":\"%s\"", evaluator);
                fputc('}', file);
        }
        if (!file || fputs("]}\n", file) < 0 || fclose(file) != 0)
                give_up(a, name, strerror(errno));
}

/* Adds a game to its deal; a deal that was played in every seating is a number of the samples. */
static void count_adjusted(struct arena *a, const struct result *r)
{
        const struct contest *c = a->contest;
        struct tally *t = &a->contest->tally;
        int first = r->number % (uint64_t)c->seatings == 0, last = r->number % (uint64_t)c->seatings == (uint64_t)c->seatings - 1;

        for (int i = 0; i < c->entrants; i++) {
                a->deal[i].plain = (first ? 0 : a->deal[i].plain) + r->share[i] / c->seatings;
                a->deal[i].adjusted = (first ? 0 : a->deal[i].adjusted) + (r->share[i] - r->luck[i]) / c->seatings;
                if (last) {
                        sample_add(&t->plain[i], a->deal[i].plain);
                        sample_add(&t->adjusted[i], a->deal[i].adjusted);
                }
        }
}

static void count(struct arena *a, const struct result *r)
{
        struct contest *c = a->contest;
        struct tally *t = &c->tally;

        t->games++;
        t->finished += r->fault == PLAYED;
        for (int i = 0; i < c->entrants; i++) {
                t->share[i] += r->share[i];
                t->seconds[i] += r->seconds[i];
                t->decisions[i] += r->decisions[i];
                if (r->fault == PLAYED)
                        t->points[i] += r->points[i];
        }
        if (r->fault == PLAYED) {
                t->turns += r->turns;
                t->moves += r->moves;
        } else if (t->faults[r->faulty][r->fault]++ == 0) {
                t->first_at[r->faulty][r->fault] = r->number + 1;
                memcpy(t->reason[r->faulty][r->fault], r->reason, MAX_REASON);
        }
        if (r->record) {
                keep_record(a, r);
                keep_names(a, r);
        }
        if (c->adjust)
                count_adjusted(a, r);
        if (c->testing && r->number % 2 == 1)
                c->verdict = sprt_add(&c->sprt, (a->pair + r->share[0]) / 2);
        a->pair = r->share[0];
        if (c->verdict != UNDECIDED)
                atomic_store(a->stop, CONTEST_OVER);
}

static void result_close(struct result *r)
{
        free(r->record);
        free(r);
}

static void show_progress(struct arena *a)
{
        const struct contest *c = a->contest;
        char test[40] = "";

        if (c->tally.games == 0 || cli_now() - a->shown_at < 0.1)
                return;
        a->shown_at = cli_now();
        if (c->testing)
                snprintf(test, sizeof test, ", LLR %.2f", sprt_llr(&c->sprt));
        cli_progress("game %" PRIu64 " of %" PRIu64 ": %.20s wins %.1f %% against %.20s%s", c->tally.games, c->games,
                     c->entrant[0].name, 100 * c->tally.share[0] / (double)c->tally.games, c->entrant[1].name, test);
}

/* Queues a finished game, and counts those whose turn has come. None is counted after the contest has been decided. */
static void hand_in(struct arena *a, struct result *r)
{
        struct result *before = NULL, *other;

        pthread_mutex_lock(&a->lock);
        SLIST_FOREACH (other, &a->waiting, later)
                if (other->number < r->number)
                        before = other;
        if (before)
                SLIST_INSERT_AFTER(before, r, later);
        else
                SLIST_INSERT_HEAD(&a->waiting, r, later);
        while ((r = SLIST_FIRST(&a->waiting)) && r->number == a->contest->tally.games && a->contest->verdict == UNDECIDED &&
               !*a->contest->trouble) {
                SLIST_REMOVE_HEAD(&a->waiting, later);
                count(a, r);
                result_close(r);
        }
        show_progress(a);
        pthread_mutex_unlock(&a->lock);
}

/* --- playing --- */

/* The entrant at fault loses, and the others share the win. */
static void blame(struct result *r, int entrants, int faulty, enum outcome fault)
{
        r->fault = fault;
        r->faulty = faulty;
        for (int i = 0; i < entrants; i++)
                r->share[i] = i == faulty ? 0 : 1.0 / (entrants - 1);
}

static void reward(struct result *r, const struct record *record, const struct contest *c)
{
        const struct game *g = record->game;
        int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS], won = 0;
        unsigned winners = game_winners(g, &record->state);

        g->score(&record->state, points, tiebreak);
        for (int seat = 0; seat < c->entrants; seat++)
                won += (int)(winners >> seat & 1);
        for (int seat = 0; seat < c->entrants; seat++) {
                int i = entrant_in(c, r->number, seat);

                r->points[i] = points[seat];
                r->share[i] = winners >> seat & 1 ? 1.0 / won : 0;
        }
}

/* One decision of a seat, from its view. */
static enum outcome decide(struct worker *w, struct result *r, int seat, int entrant, move *m)
{
        struct record *record = &w->record;
        struct state view = record_known(record, seat, entrant_memory(w->player[seat].entrant));
        uint64_t seed = number_of(~record->seed, record->count);
        double start = cli_now();
        enum outcome outcome;

        outcome = player_move(&w->player[seat], record, &view, seed, &w->arena->terms, m, r->reason);
        r->seconds[entrant] += cli_now() - start;
        r->decisions[entrant]++;
        return outcome;
}

/* Plays a game from its deal. Returns how it ended: PLAYED, a fault, or STOPPED_PLAYING. */
static enum outcome play(struct worker *w, struct result *r)
{
        const struct contest *c = w->arena->contest;
        const struct game *g = c->game;
        struct record *record = &w->record;
        int who, owner = -1;

        record_deal(record, g, &c->options, number_of(c->seed, r->number / (unsigned)c->seatings));
        while ((who = g->turn(&record->state)) != OVER) {
                move m;

                if (atomic_load(w->arena->stop))
                        return STOPPED_PLAYING;
                if (g->owner(&record->state) != owner) {
                        owner = g->owner(&record->state);
                        r->turns++;
                }
                if (who == CHANCE) {
                        m = record_roll(record);
                } else {
                        int entrant = entrant_in(c, r->number, who);
                        enum outcome outcome = decide(w, r, who, entrant, &m);

                        if (outcome == STOPPED_PLAYING)
                                return outcome;
                        if (outcome != PLAYED) {
                                blame(r, c->entrants, entrant, outcome);
                                return outcome;
                        }
                }
                if (!record_play(record, m))
                        return STOPPED_PLAYING; /* distinguishes this from a stop by *stop, which is not set */
                r->moves++;
        }
        reward(r, record, c);
        return PLAYED;
}

static void no_memory(struct arena *a)
{
        pthread_mutex_lock(&a->lock);
        give_up(a, "the match was ended", "there is no memory left");
        pthread_mutex_unlock(&a->lock);
}

/* The luck of a game as far as it was played. */
static void measure_luck(struct worker *w, struct result *r)
{
        const struct contest *c = w->arena->contest;
        int32_t luck[MAX_PLAYERS];

        judge_open(&w->judge, c->game, c->adjust);
        ledger_luck(&w->judge, &w->record.start, w->record.moves, w->record.count, luck);
        for (int seat = 0; seat < c->entrants; seat++)
                r->luck[entrant_in(c, r->number, seat)] = (double)luck[seat] / WHOLE;
}

/* One game, from taking the seats to leaving them. 0: there is no result. */
static int play_and_leave(struct worker *w, struct result *r)
{
        const struct contest *c = w->arena->contest;
        enum outcome outcome;

        for (int seat = 0; seat < c->entrants; seat++)
                w->player[seat].entrant = &c->entrant[entrant_in(c, r->number, seat)];
        outcome = play(w, r);
        for (int seat = 0; seat < c->entrants; seat++)
                player_leave(&w->player[seat], outcome != STOPPED_PLAYING);
        if (outcome == STOPPED_PLAYING) {
                if (!atomic_load(w->arena->stop))
                        no_memory(w->arena);
                return 0;
        }
        if (c->adjust)
                measure_luck(w, r);
        if (c->records && !(r->record = record_print(&w->record))) {
                no_memory(w->arena);
                return 0;
        }
        return 1;
}

/* The number of a game to play; 0: there is none left. */
static int next_game(struct arena *a, uint64_t *number)
{
        int more;

        pthread_mutex_lock(&a->lock);
        more = !atomic_load(a->stop) && a->begun < a->contest->games;
        if (more)
                *number = a->begun++;
        pthread_mutex_unlock(&a->lock);
        return more;
}

static void *work(void *worker)
{
        struct worker *w = worker;
        uint64_t number;

        while (next_game(w->arena, &number)) {
                struct result *r = calloc(1, sizeof *r);

                if (!r) {
                        no_memory(w->arena);
                        break;
                }
                r->number = number;
                if (play_and_leave(w, r))
                        hand_in(w->arena, r);
                else
                        result_close(r);
        }
        return NULL;
}

/* --- threads --- */

static struct worker *worker_open(struct arena *a)
{
        struct worker *w = calloc(1, sizeof *w);

        if (!w || !(w->block = malloc(SEARCH_MEMORY))) {
                free(w);
                return NULL;
        }
        w->arena = a;
        for (int seat = 0; seat < MAX_PLAYERS; seat++) {
                w->player[seat].block = w->block;
                w->player[seat].block_size = SEARCH_MEMORY;
        }
        return w;
}

static void worker_close(struct worker *w)
{
        record_close(&w->record);
        free(w->block);
        free(w);
}

void contest_run(struct contest *c, atomic_int *stop)
{
        struct arena a = { .contest = c, .stop = stop, .terms = { c->ms, c->timeout, stop }, .lock = PTHREAD_MUTEX_INITIALIZER };
        struct worker *worker[MOST_THREADS];
        pthread_t thread[MOST_THREADS];
        struct result *r;
        int workers = 0, threads = 0;

        /* As many as can be started; the last is this thread itself. */
        while (workers < c->threads && workers < MOST_THREADS && (uint64_t)workers < c->games &&
               (worker[workers] = worker_open(&a)))
                workers++;
        if (workers == 0)
                no_memory(&a);
        while (threads < workers - 1 && pthread_create(&thread[threads], NULL, work, worker[threads]) == 0)
                threads++;
        if (workers > 0)
                work(worker[workers - 1]);
        for (int i = 0; i < threads; i++)
                pthread_join(thread[i], NULL);
        while (workers > 0)
                worker_close(worker[--workers]);
        /* After a signal, games may be queued behind one that was not finished; they are counted all the same. */
        while ((r = SLIST_FIRST(&a.waiting))) {
                SLIST_REMOVE_HEAD(&a.waiting, later);
                if (atomic_load(stop) != CONTEST_OVER && !c->testing)
                        count(&a, r);
                result_close(r);
        }
        pthread_mutex_destroy(&a.lock);
        cli_progress_end();
}
