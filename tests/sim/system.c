/* The system, as far as the server asks it: clocks and chance. */
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "parts.h"

static const uint64_t UPTIME = 100000; /* seconds by the monotonic clock when a run begins */

/* In place of the C library's. A server's wall clock may be wrong; its monotonic clock is not. */
int clock_gettime(clockid_t which, struct timespec *t)
{
        uint64_t at = which == CLOCK_REALTIME ? (uint64_t)RUN_BEGAN * MS + now + (uint64_t)(current ? current->wall_ahead : 0)
                                              : UPTIME * SECOND + now;

        t->tv_sec = (time_t)(at / SECOND);
        t->tv_nsec = (long)(at % SECOND * 1000);
        return 0;
}

/* A real file, empty but for its locks, in a folder of its own; its content is in disk.c. */
static char folder[] = "/tmp/serai-sim-XXXXXX", file[sizeof folder + 3];

const char *disk_file(void)
{
        return file;
}

static const char *name_chance(void)
{
        return "simulated";
}

static uint32_t draw_number(void)
{
        return stream_random(OF_SERVERS, UINT32_MAX);
}

static void draw_bytes(void *bytes, size_t size)
{
        uint8_t *to = bytes;

        for (size_t i = 0; i < size; i += sizeof(uint32_t)) {
                uint32_t number = draw_number();

                memcpy(to + i, &number, size - i < sizeof number ? size - i : sizeof number);
        }
}

void system_open(void)
{
        static struct randombytes_implementation chance = { .implementation_name = name_chance,
                                                            .random = draw_number,
                                                            .buf = draw_bytes };

        randombytes_set_implementation(&chance);
        if (!mkdtemp(folder))
                sim_fail("there is no room for a folder: %s", strerror(errno));
        snprintf(file, sizeof file, "%s/db", folder);
}

void system_close(void)
{
        char beside[sizeof file + 8];

        snprintf(beside, sizeof beside, "%s.lock", file);
        unlink(beside);
        unlink(file);
        rmdir(folder);
}
