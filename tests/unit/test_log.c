/* The log: repeated lines are counted, whichever thread writes them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <pthread.h>
#include <unistd.h>

#include "../../server/clock.h"
#include "../../server/log.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))
#define RUNS(name) cmocka_unit_test_setup_teardown(name, open_log, close_log)

static char name[64], text[1 << 20];
static int usual; /* standard error as it was */

/* Logs to a file, and resets the history. */
static int open_log(void **unused)
{
        int fd;

        (void)unused;
        clock_shift.monotonic += 60000;
        log_repeated();
        snprintf(name, sizeof name, "/tmp/serai-log-XXXXXX");
        fd = mkstemp(name);
        fflush(stderr);
        usual = dup(STDERR_FILENO);
        return fd < 0 || dup2(fd, STDERR_FILENO) < 0 || close(fd) != 0;
}

static int close_log(void **unused)
{
        (void)unused;
        fflush(stderr);
        dup2(usual, STDERR_FILENO);
        close(usual);
        return unlink(name);
}

/* Everything logged. */
static const char *logged(void)
{
        FILE *f = fopen(name, "r");
        size_t size;

        fflush(stderr);
        assert_non_null(f);
        size = fread(text, 1, sizeof text - 1, f);
        text[size] = '\0';
        fclose(f);
        return text;
}

static int lines_with(const char *words)
{
        int count = 0;

        for (const char *at = logged(); (at = strstr(at, words)); at++)
                count++;
        return count;
}

/* Enough time for the counts to be written. */
static void wait_a_while(void)
{
        clock_shift.monotonic += 5000;
        log_repeated();
}

TEST(a_line_that_repeats_is_written_once_and_counted)
{
        for (int i = 0; i < 1000; i++)
                log_error("not-saved", "why=\"%s\"", "the disk is full");
        assert_int_equal(lines_with("event=not-saved"), 1);
        assert_int_equal(lines_with("repeated="), 0);
        wait_a_while();
        assert_int_equal(lines_with("level=error event=not-saved why=\"the disk is full\" repeated=999\n"), 1);
        log_error("not-saved", "why=\"%s\"", "the disk is full");
        assert_int_equal(lines_with("event=not-saved"), 3);
        wait_a_while();
        assert_int_equal(lines_with("event=not-saved"), 3); /* once is not a repetition */
}

TEST(lines_that_differ_are_written)
{
        log_error("not-saved", "table=%d", 1);
        log_error("not-saved", "table=%d", 2);
        log_info("not-saved", "table=%d", 1);
        log_info("saved", "table=%d", 1);
        wait_a_while();
        assert_int_equal(lines_with("table="), 4);
        assert_int_equal(lines_with("repeated="), 0);
}

TEST(twenty_lines_of_an_event_are_written_and_the_rest_counted)
{
        for (int i = 0; i < 500; i++)
                log_error("refused", "port=%d", i);
        log_info("listening", "port=%d", 8080); /* others are still written */
        assert_int_equal(lines_with("event=refused"), 20);
        assert_int_equal(lines_with("event=listening"), 1);
        wait_a_while();
        assert_int_equal(lines_with("event=refused port=499 repeated=480\n"), 1);
}

TEST(events_beyond_the_memory_are_all_written)
{
        char event[32];

        for (int i = 0; i < 300; i++) {
                snprintf(event, sizeof event, "event-%d", i);
                log_error(event, "%s", "");
                log_error(event, "%s", "");
        }
        wait_a_while();
        assert_int_equal(lines_with("event=event-"), 600);
        assert_int_equal(lines_with("repeated=1\n"), 300);
}

TEST(control_characters_are_escaped)
{
        log_error("odd", "why=\"%s\"", "one\ntwo\x01");
        assert_int_equal(lines_with("why=\"one two \"\n"), 1);
}

static void *log_much(void *event)
{
        for (int i = 0; i < 5000; i++)
                log_error(event, "%s", "");
        return NULL;
}

TEST(no_line_of_several_threads_is_lost)
{
        pthread_t threads[4];

        for (int i = 0; i < 4; i++)
                assert_int_equal(pthread_create(&threads[i], NULL, log_much, "flood"), 0);
        for (int i = 0; i < 4; i++)
                pthread_join(threads[i], NULL);
        wait_a_while();
        assert_int_equal(lines_with("event=flood\n"), 1);
        assert_int_equal(lines_with("event=flood repeated=19999\n"), 1);
}

/* A pipe that nobody reads: lines are dropped and counted, and nobody blocks. */
TEST(a_log_that_is_not_read_blocks_nobody)
{
        enum { LINES = 5000 };
        int pipes[2], file = dup(STDERR_FILENO), written = 0;
        unsigned told = 0;
        ssize_t got;

        assert_int_equal(pipe(pipes), 0);
        dup2(pipes[1], STDERR_FILENO);
        for (int i = 0; i < LINES; i++) {
                char event[24];

                snprintf(event, sizeof event, "event%d", i);
                log_info(event, "%s", "padding=\"................................................................\"");
        }
        got = read(pipes[0], text, 1 << 16);
        assert_true(got > 0);
        log_info("again", "%s", "");
        dup2(file, STDERR_FILENO);
        close(file);
        close(pipes[1]);
        while (got > 0) {
                text[got] = '\0';
                for (const char *at = text; (at = strstr(at, "event=event")); at++)
                        written++;
                if (strstr(text, "event=log-lost lines="))
                        assert_int_equal(sscanf(strstr(text, "event=log-lost lines="), "event=log-lost lines=%u", &told), 1);
                got = read(pipes[0], text, 1 << 16);
        }
        close(pipes[0]);
        assert_true(written > 100 && told > 100);
        assert_int_equal(written + (int)told, LINES);
}

/* With an argument: only the tests whose names match it. */
int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
                RUNS(a_line_that_repeats_is_written_once_and_counted),
                RUNS(lines_that_differ_are_written),
                RUNS(twenty_lines_of_an_event_are_written_and_the_rest_counted),
                RUNS(events_beyond_the_memory_are_all_written),
                RUNS(control_characters_are_escaped),
                RUNS(no_line_of_several_threads_is_lost),
                RUNS(a_log_that_is_not_read_blocks_nobody),
        };

        cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
        return cmocka_run_group_tests_name("the log", tests, NULL, NULL);
}
