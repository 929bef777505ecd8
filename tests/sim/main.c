/* serai-sim: runs the simulation of many seeds, each in a process of its own, and reports; see sim.h.
 *
 *     serai-sim --seeds 1000 --hours 24        runs the seeds 1 to 1000, a day each
 *     serai-sim --seed 17                      runs one; of one that fails, finds the fewest faults that do, and tells the story
 *
 * A run follows from its seed, its length, its people and the faults that are left out. */
#include <errno.h>
#include <inttypes.h>
#include <malloc.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../cli/arguments.h"
#include "parts.h"

enum { MAX_WHY = 512, MAX_JOBS = 64, NOTES = 120, MAX_NOTE = 400, MOST_STORIES = 3 };

static const uint64_t CHECK_EVERY = 5000000, QUIET = 420000000; /* after the faults: everything has to work again */

/* One run. */
struct plan_of_run {
        uint64_t seed;
        uint64_t length; /* with faults */
        int people;
        char left_out[MAX_FAULTS];
        int told;          /* 1: keep the story */
        const char *about; /* lines of it that have this word are written at once; or NULL */
};

/* What came of it; in memory that the processes share. */
struct outcome_of_run {
        int done, failed;
        char why[MAX_WHY];
        uint64_t failed_at;
        int planned;
        struct figures figures;
        uint64_t faults[MAX_KINDS];
        uint64_t cpu; /* microseconds */
};

static const struct plan_of_run *plan;
static struct outcome_of_run *outcome;

/* --- the story --- */

static char notes[NOTES][MAX_NOTE];
static size_t note_count;

int sim_is_told(void)
{
        return plan->told;
}

void sim_note(const char *format, ...)
{
        va_list values;
        int size;

        if (!plan->told)
                return;
        size = snprintf(notes[note_count % NOTES], MAX_NOTE, "%10.3f  ", (double)now / 1e6);
        va_start(values, format);
        vsnprintf(notes[note_count % NOTES] + size, (size_t)(MAX_NOTE - size), format, values);
        va_end(values);
        if (plan->about && strstr(notes[note_count % NOTES], plan->about))
                puts(notes[note_count % NOTES]);
        note_count++;
}

static void tell_story(void)
{
        printf("faults:\n");
        faults_tell();
        printf("the end of the story, in simulated seconds:\n");
        for (size_t i = note_count > NOTES ? note_count - NOTES : 0; i < note_count; i++)
                printf("%s\n", notes[i % NOTES]);
        fflush(stdout);
}

static uint64_t cpu_time(void)
{
        struct timespec t;

        syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &t);
        return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec / 1000;
}

static uint64_t real_time(void)
{
        struct timespec t;

        syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
        return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec / 1000;
}

static void finish(void)
{
        system_close();
        outcome->done = 1;
        outcome->figures = figures;
        outcome->planned = faults_planned();
        outcome->cpu = cpu_time();
        faults_count(outcome->faults);
}

_Noreturn void sim_fail(const char *format, ...)
{
        va_list values;

        va_start(values, format);
        vsnprintf(outcome->why, MAX_WHY, format, values);
        va_end(values);
        outcome->failed = 1;
        outcome->failed_at = now;
        finish();
        if (plan->told)
                tell_story();
        fflush(stdout);
        _exit(1);
}

/* --- a run, in a process of its own --- */

static void check_again(void *unused)
{
        (void)unused;
        check_servers();
        sim_after(NULL, CHECK_EVERY, check_again, NULL);
}

static void run(void)
{
        int count = (plan->seed & 1) ? 1 : 2 + (int)(plan->seed >> 1 & 1);

        system_open();
        disk_open();
        checks_open();
        world_open(plan->seed, count);
        people_open(plan->people);
        faults_plan(plan->length, plan->left_out);
        sim_after(NULL, CHECK_EVERY, check_again, NULL);
        sim_run(plan->length);
        faults_heal();
        people_behave();
        sim_run(plan->length + QUIET);
        check_stored();
        world_close();
        people_close();
        checks_close();
        finish();
}

static pid_t start(const struct plan_of_run *p, struct outcome_of_run *o)
{
        pid_t child;

        memset(o, 0, sizeof *o);
        fflush(stdout);
        child = fork();
        if (child < 0) {
                fprintf(stderr, "serai-sim: cannot fork: %s\n", strerror(errno));
                exit(2);
        }
        if (child)
                return child;
        plan = p;
        outcome = o;
        run();
        exit(0); /* and not _exit: a sanitizer looks for leaks then */
}

/* A process that died has failed, too. */
static void judge(struct outcome_of_run *o, int status)
{
        if (o->failed || (o->done && WIFEXITED(status) && WEXITSTATUS(status) == 0))
                return;
        o->failed = 1;
        snprintf(o->why, MAX_WHY, WIFSIGNALED(status) ? "the process died of signal %d" : "the process exited with %d",
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

static void run_one(const struct plan_of_run *p, struct outcome_of_run *o)
{
        int status;

        waitpid(start(p, o), &status, 0);
        judge(o, status);
}

/* --- the shortest story that fails --- */

/* Why it failed, without the words that have a digit in them: ids and numbers. */
static void in_general(const char *why, char out[MAX_WHY])
{
        size_t size = 0;

        while (*why) {
                size_t word = strcspn(why, " ");

                if (strcspn(why, "0123456789") >= word) {
                        memcpy(out + size, why, word);
                        size += word;
                }
                why += word + (why[word] == ' ');
        }
        out[size] = '\0';
}

static int is_same(const struct outcome_of_run *a, const struct outcome_of_run *b)
{
        char one[MAX_WHY], other[MAX_WHY];

        in_general(a->why, one);
        in_general(b->why, other);
        return strcmp(one, other) == 0;
}

/* Leaves out faults from `first` on, so many; keeps it so if it still fails. */
static int leave_out(struct plan_of_run *p, struct outcome_of_run *o, int first, int many, const struct outcome_of_run *failure)
{
        struct plan_of_run fewer = *p;
        int changes = 0;

        for (int i = first; i < first + many && i < MAX_FAULTS; i++) {
                changes |= !fewer.left_out[i];
                fewer.left_out[i] = 1;
        }
        if (!changes)
                return 0;
        run_one(&fewer, o);
        if (!o->failed || !is_same(o, failure))
                return 0;
        *p = fewer;
        return 1;
}

static void shrink(struct plan_of_run *p, struct outcome_of_run *o)
{
        struct outcome_of_run failure = *o;
        int last = failure.planned, left = 0;

        for (int many = last / 2; many > 0; many /= 2)
                for (int i = 0; i < last; i += many)
                        leave_out(p, o, i, many, &failure);
        for (int i = 0; i < last; i++)
                left += !p->left_out[i];
        printf("seed %" PRIu64 ": %d of %d faults are enough\n", p->seed, left, last);
        p->told = 1;
        run_one(p, o);
        printf("seed %" PRIu64 ": FAILED: %s\n", p->seed, o->why);
}

/* --- many runs --- */

static void add_figures(struct outcome_of_run *sum, const struct outcome_of_run *o)
{
        uint64_t *to = (uint64_t *)&sum->figures;
        const uint64_t *from = (const uint64_t *)&o->figures;

        for (size_t i = 0; i < sizeof sum->figures / sizeof *to; i++)
                to[i] += from[i];
        for (int i = 0; i < MAX_KINDS; i++)
                sum->faults[i] += o->faults[i];
        sum->cpu += o->cpu;
}

static void report(const struct outcome_of_run *sum, uint64_t seeds, uint64_t failures, uint64_t took)
{
        const struct figures *f = &sum->figures;
        double hours = (double)f->active / 3.6e9;

        printf("%" PRIu64 " seeds, %" PRIu64 " failed\n", seeds, failures);
        printf("%.0f table-hours, %.1f in a second of one core (%.0f s of CPU, %.0f s in all)\n", hours,
               hours / ((double)sum->cpu / 1e6), (double)sum->cpu / 1e6, (double)took / 1e6);
        printf("%" PRIu64 " moves (%.0f in a table-hour), %" PRIu64 " tables (%" PRIu64 " with a move taken back), %" PRIu64
               " games to their end\n",
               f->moves, (double)f->moves / (hours > 0 ? hours : 1), f->tables, f->undone, f->games);
        printf("%" PRIu64 " commands, %" PRIu64 " refused, %" PRIu64 " connections, %" PRIu64 " steps told\n", f->commands,
               f->refusals, f->reconnects, f->steps);
        printf("the trace of all of it is %016" PRIx64 "\n", f->trace);
        printf("checked: %" PRIu64 " permissions, %" PRIu64 " pairs of worlds, %" PRIu64 " blocks and their ends, %" PRIu64
               " letters\n",
               f->permissions, f->secrets, f->blocks, f->letters);
        for (int i = 0; fault_name(i); i++)
                printf("%8" PRIu64 "  %s\n", sum->faults[i], fault_name(i));
}

static void *shared(size_t size)
{
        void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

        if (memory == MAP_FAILED) {
                perror("serai-sim");
                exit(2);
        }
        return memory;
}

struct settings {
        uint64_t seed, seeds;
        double hours;
        int people, jobs, story, stop;
        const char *about;
};

static const struct argument ARGUMENTS[] = {
        { "--seed", "N", ARG_NUMBER, INTO(struct settings, seed), .high = UINT64_MAX, .usual = "1", .help = "the first seed" },
        { "--seeds", "N", ARG_NUMBER, INTO(struct settings, seeds), .low = 1, .high = UINT32_MAX, .usual = "1",
          .help = "how many seeds" },
        { "--hours", "H", ARG_DECIMAL, INTO(struct settings, hours), .least = 0.05, .most = 1000, .usual = "1",
          .help = "simulated, of each" },
        { "--people", "N", ARG_NUMBER, INTO(struct settings, people), .low = 2, .high = 96, .usual = "48",
          .help = "how many take part" },
        { "--jobs", "N", ARG_NUMBER, INTO(struct settings, jobs), .low = 1, .high = MAX_JOBS, .usual = "1",
          .help = "how many run at a time" },
        { "--story", .kind = ARG_SWITCH, INTO(struct settings, story),
          .help = "tells the story of a failure without looking for a shorter one" },
        { "--stop", .kind = ARG_SWITCH, INTO(struct settings, stop), .help = "ends at the first seed that fails" },
        { "--about", "WORD", ARG_TEXT, INTO(struct settings, about),
          .help = "with --story: writes every line that has this word in it" },
        { 0 },
};

static const struct subcommand SIM = {
        .name = "sim",
        .brief = "simulate servers, their faults and their people",
        .about = "Runs the simulation of one seed after another, and reports. Of a seed that fails, it looks for the fewest faults "
                 "that are enough, and tells the story.",
        .arguments = ARGUMENTS,
};

/* The runs that are under way, and what came of those before. */
struct pool {
        struct settings settings;
        struct plan_of_run plan[MAX_JOBS];
        struct outcome_of_run *outcome; /* one for each job, and one more */
        pid_t child[MAX_JOBS];          /* 0: none */
        uint64_t begun, ended, failures;
        struct outcome_of_run sum;
};

static int job_of(const struct pool *p, pid_t child)
{
        int job = 0;

        while (p->child[job] != child)
                job++;
        return job;
}

static void start_next(struct pool *p)
{
        const struct settings *s = &p->settings;
        int job = job_of(p, 0);

        p->plan[job] = (struct plan_of_run){ .seed = s->seed + p->begun++,
                                             .length = (uint64_t)(s->hours * 3600e6),
                                             .people = s->people,
                                             .told = s->story,
                                             .about = s->about };
        p->child[job] = start(&p->plan[job], &p->outcome[job]);
}

static void on_failure(struct pool *p, int job)
{
        struct outcome_of_run *last = &p->outcome[MAX_JOBS];

        *last = p->outcome[job];
        printf("seed %" PRIu64 ": FAILED after %.3f s: %s\n", p->plan[job].seed, (double)last->failed_at / 1e6, last->why);
        if (++p->failures <= MOST_STORIES && !p->settings.story && !p->settings.stop)
                shrink(&p->plan[job], last);
        if (p->settings.stop)
                p->settings.seeds = p->begun;
}

static void wait_for_one(struct pool *p)
{
        int status, job = job_of(p, wait(&status));

        p->child[job] = 0;
        p->ended++;
        judge(&p->outcome[job], status);
        add_figures(&p->sum, &p->outcome[job]);
        if (p->outcome[job].failed)
                on_failure(p, job);
}

int main(int argc, char **argv)
{
        static struct pool p;
        uint64_t began = real_time();
        int words = argc - 1, status = arguments_read(&SIM, &p.settings, &words, argv + 1);

        if (status != GO_ON)
                return status;
        if (sodium_init() < 0)
                return 2;
        mallopt(M_TRIM_THRESHOLD, 1 << 30); /* memory goes up and down all the time; the system need not hear of it */
        mallopt(M_TOP_PAD, 1 << 24);
        p.outcome = shared((MAX_JOBS + 1) * sizeof *p.outcome);
        people_make_chains(p.settings.people);
        while (p.ended < p.settings.seeds) {
                while (p.begun < p.settings.seeds && p.begun - p.ended < (uint64_t)p.settings.jobs)
                        start_next(&p);
                wait_for_one(&p);
        }
        report(&p.sum, p.settings.seeds, p.failures, real_time() - began);
        return p.failures > 0;
}
