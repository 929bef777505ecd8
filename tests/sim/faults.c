/* Faults: what goes wrong in a run, when and for how long. A new kind is a line in KINDS and the functions it names. */
#include <stdio.h>
#include <string.h>

#include "parts.h"

struct fault {
        uint64_t at, lasts;
        int kind;
        uint32_t target; /* a number that the kind makes something of */
        int has_begun, has_ended;
};

static struct fault faults[MAX_FAULTS];
static int count, healed;
static uint64_t under_way, last_end;

static const uint64_t RECOVERY = 30000000; /* microseconds after a fault until everything must work as promised */

static struct server *target_server(const struct fault *f)
{
        return &servers[f->target % (uint32_t)server_count];
}

static int target_connection(const struct fault *f)
{
        return (int)(f->target % (uint32_t)connection_count());
}

/* --- servers --- */

static void kill_one(const struct fault *f)
{
        server_kill(target_server(f));
}

static void stop_one(const struct fault *f)
{
        server_stop(target_server(f));
}

static void start_one(const struct fault *f)
{
        server_start(target_server(f));
}

static void freeze(const struct fault *f)
{
        struct server *s = target_server(f);

        if (s->frozen_until < f->at + f->lasts)
                s->frozen_until = f->at + f->lasts;
}

static void jump_clock(const struct fault *f)
{
        static const int64_t JUMPS[] = { -86400, -3600, -2, 2, 3600, 86400, 400 * 86400 };

        target_server(f)->wall_ahead += JUMPS[f->target / 8 % 7] * (int64_t)SECOND;
}

static void jump_back(const struct fault *f)
{
        target_server(f)->wall_ahead = 0;
}

/* --- the disk --- */

static void fail_disk(const struct fault *f)
{
        conditions.disk_fails = 1000 + f->target % 300000;
}

static void mend_disk(const struct fault *f)
{
        (void)f;
        conditions.disk_fails = 0;
}

static void fill_disk(const struct fault *f)
{
        (void)f;
        conditions.disk_is_full = 1;
}

static void empty_disk(const struct fault *f)
{
        (void)f;
        conditions.disk_is_full = 0;
}

static void slow_disk(const struct fault *f)
{
        conditions.disk_latency = 20 * MS + f->target % (2 * SECOND);
}

/* For minutes, so that servers often read what another is about to change. */
static void database_is_far(const struct fault *f)
{
        conditions.disk_latency = 200 * MS + f->target % (1500 * MS);
}

static void quick_disk(const struct fault *f)
{
        (void)f;
        conditions.disk_latency = 0;
}

/* --- the database --- */

static void cut_batches(const struct fault *f)
{
        conditions.cut = 10000 + f->target % 400000;
}

static void cut_no_more(const struct fault *f)
{
        (void)f;
        conditions.cut = 0;
}

static void take_database_down(const struct fault *f)
{
        (void)f;
        conditions.database_is_down = 1;
        postgres_crash();
}

static void bring_database_up(const struct fault *f)
{
        (void)f;
        conditions.database_is_down = 0;
}

static void cut_off(const struct fault *f)
{
        conditions.cut_off |= 1u << target_server(f)->index;
}

static void cut_at_entry(const struct fault *f)
{
        conditions.cut_at_entry |= 1u << target_server(f)->index;
}

static void rejoin(const struct fault *f)
{
        conditions.cut_off &= ~(1u << target_server(f)->index);
        conditions.cut_at_entry &= ~(1u << target_server(f)->index);
}

static void lose_notices(const struct fault *f)
{
        conditions.notice_lost = 100000 + f->target % 900000;
}

static void disturb_notices(const struct fault *f)
{
        conditions.notice_late = f->target % 500000;
        conditions.notice_twice = f->target / 7 % 500000;
}

static void mend_notices(const struct fault *f)
{
        (void)f;
        conditions.notice_lost = conditions.notice_late = conditions.notice_twice = 0;
}

static void jump_database_clock(const struct fault *f)
{
        conditions.database_ahead += (int64_t)(f->target % 7200000) - 3600000;
}

static void jump_database_back(const struct fault *f)
{
        (void)f;
        conditions.database_ahead = 0;
}

/* --- connections --- */

static void cut_connection(const struct fault *f)
{
        connection_cut(target_connection(f), 0);
}

static void kill_connection(const struct fault *f)
{
        connection_cut(target_connection(f), f->lasts);
}

static void stall_connection(const struct fault *f)
{
        connection_stall(target_connection(f), f->lasts);
}

static void flood(const struct fault *f)
{
        connection_flood(target_connection(f), 20 + (int)(f->target / 97 % 300));
}

static void babble(const struct fault *f)
{
        connection_babble(target_connection(f), 1 + (int)(f->target / 97 % 40));
}

static void nothing(const struct fault *f)
{
        (void)f;
}

/* --- the list of kinds --- */

enum { ALONE = 1, CLUSTER = 2, ANYWHERE = 3 };

static const struct {
        const char *name;
        int where;
        int often;                  /* how many of them for each of the others */
        uint32_t shortest, longest; /* milliseconds */
        void (*begin)(const struct fault *f), (*end)(const struct fault *f);
} KINDS[] = {
        { "kill", ANYWHERE, 4, 500, 20000, kill_one, start_one },
        { "restart", ANYWHERE, 2, 100, 3000, stop_one, start_one },
        { "freeze", ANYWHERE, 3, 100, 20000, freeze, nothing },
        { "wall clock jumps", ANYWHERE, 1, 1000, 600000, jump_clock, jump_back },
        { "disk fails", ALONE, 3, 100, 15000, fail_disk, mend_disk },
        { "disk full", ALONE, 2, 1000, 60000, fill_disk, empty_disk },
        { "disk slow", ANYWHERE, 2, 1000, 30000, slow_disk, quick_disk },
        { "connections to the database break", CLUSTER, 4, 500, 30000, cut_batches, cut_no_more },
        { "database down", CLUSTER, 2, 200, 20000, take_database_down, bring_database_up },
        { "database far away", CLUSTER, 2, 60000, 600000, database_is_far, quick_disk },
        { "partition", CLUSTER, 3, 500, 30000, cut_off, rejoin },
        { "partition at a commit", CLUSTER, 3, 12000, 40000, cut_at_entry, rejoin },
        { "notices lost", CLUSTER, 2, 1000, 20000, lose_notices, mend_notices },
        { "notices late or doubled", CLUSTER, 2, 1000, 60000, disturb_notices, mend_notices },
        { "database clock jumps", CLUSTER, 1, 1000, 300000, jump_database_clock, jump_database_back },
        { "connection cut", ANYWHERE, 6, 0, 1, cut_connection, nothing },
        { "connection dead", ANYWHERE, 3, 1000, 30000, kill_connection, nothing },
        { "connection stalls", ANYWHERE, 4, 1000, 40000, stall_connection, nothing },
        { "flood", ANYWHERE, 1, 0, 1, flood, nothing },
        { "babble", ANYWHERE, 6, 0, 1, babble, nothing },
};

enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

const char *fault_name(int kind)
{
        return kind < KIND_COUNT ? KINDS[kind].name : NULL;
}

/* --- a run --- */

static void end_fault(struct fault *f)
{
        if (f->has_ended)
                return;
        f->has_ended = 1;
        under_way--;
        last_end = now;
        KINDS[f->kind].end(f);
}

static void on_end(void *whose)
{
        end_fault(whose);
}

static void on_begin(void *whose)
{
        struct fault *f = whose;

        if (healed)
                return;
        sim_note("FAULT %d: %s (%u) for %.1f s", (int)(f - faults), KINDS[f->kind].name, f->target, (double)f->lasts / 1e6);
        f->has_begun = 1;
        under_way++;
        KINDS[f->kind].begin(f);
        sim_after(NULL, f->lasts, on_end, f);
}

/* A kind by chance that exists here, each as often as it says. */
static int any_kind(void)
{
        for (;;) {
                int kind = (int)stream_random(OF_FAULTS, KIND_COUNT);

                if ((KINDS[kind].where & (server_count > 1 ? CLUSTER : ALONE)) &&
                    (int)stream_random(OF_FAULTS, 6) < KINDS[kind].often)
                        return kind;
        }
}

void faults_plan(uint64_t length, const char left_out[MAX_FAULTS])
{
        uint64_t mean = (20 + stream_random(OF_FAULTS, 160)) * SECOND;

        count = healed = 0;
        under_way = last_end = 0;
        memset(faults, 0, sizeof faults);
        for (uint64_t at = MINUTE; count < MAX_FAULTS; count++) {
                struct fault *f = &faults[count];
                uint32_t range;

                at += stream_random(OF_FAULTS, (uint32_t)(2 * mean / MS)) * MS;
                if (at >= length)
                        break;
                f->at = at;
                f->kind = any_kind();
                range = KINDS[f->kind].longest - KINDS[f->kind].shortest;
                f->lasts = (KINDS[f->kind].shortest + stream_random(OF_FAULTS, range)) * MS;
                f->target = stream_random(OF_FAULTS, UINT32_MAX);
                if (!left_out[count])
                        sim_after(NULL, at, on_begin, f);
        }
}

int faults_planned(void)
{
        return count;
}

void faults_heal(void)
{
        healed = 1;
        for (int i = 0; i < count; i++)
                if (faults[i].has_begun)
                        end_fault(&faults[i]);
        for (int i = 0; i < server_count; i++)
                server_start(&servers[i]);
}

uint64_t faults_calm_since(void)
{
        return under_way ? UINT64_MAX : last_end + RECOVERY;
}

void faults_tell(void)
{
        for (int i = 0; i < count; i++)
                if (faults[i].has_begun)
                        printf("  %d: at %.3f s %s (%u) for %.3f s\n", i, (double)faults[i].at / 1e6, KINDS[faults[i].kind].name,
                               faults[i].target, (double)faults[i].lasts / 1e6);
}

void faults_count(uint64_t by_kind[MAX_KINDS])
{
        for (int i = 0; i < count; i++)
                by_kind[faults[i].kind] += (uint64_t)faults[i].has_begun;
}
