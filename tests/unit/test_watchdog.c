/* The watchdog, in child processes: a running loop is left alone, a hanging one is aborted and its stack printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../server/watchdog.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))

enum { INTERVAL = 20, LIMIT = 100, MOMENT = 5 * INTERVAL };

static char said[1 << 16];

/* Runs `begin` in a child, and reads what it writes to standard error. Its exit status, as waitpid has it. */
static int run(void (*begin)(void))
{
        int pipes[2], status = 0;
        size_t size = 0;
        ssize_t got;
        pid_t child;

        assert_int_equal(pipe(pipes), 0);
        child = fork();
        if (child == 0) {
                struct rlimit none = { 0, 0 };

                setrlimit(RLIMIT_CORE, &none);
                dup2(pipes[1], STDERR_FILENO);
                begin();
                _exit(0);
        }
        close(pipes[1]);
        while (size < sizeof said - 1 && (got = read(pipes[0], said + size, sizeof said - 1 - size)) > 0)
                size += (size_t)got;
        said[size] = '\0';
        close(pipes[0]);
        waitpid(child, &status, 0);
        return status;
}

static void spin(uv_timer_t *timer)
{
        (void)timer;
        for (volatile int going = 1; going;)
                ;
}

static void stop(uv_timer_t *timer)
{
        uv_stop(timer->loop);
}

/* A loop with a watchdog that does something after a moment. */
static void run_loop(void (*then)(uv_timer_t *timer))
{
        uv_loop_t loop;
        uv_timer_t timer;
        struct watchdog *w;

        uv_loop_init(&loop);
        uv_timer_init(&loop, &timer);
        uv_timer_start(&timer, then, MOMENT, 0);
        w = watchdog_open(&loop, INTERVAL, LIMIT);
        uv_run(&loop, UV_RUN_DEFAULT);
        watchdog_close(w);
        uv_close((uv_handle_t *)&timer, NULL);
        uv_run(&loop, UV_RUN_DEFAULT);
        if (uv_loop_close(&loop) != 0)
                _exit(1);
}

static void get_stuck(void)
{
        run_loop(spin);
}

static void go_on(void)
{
        run_loop(stop);
}

TEST(a_hanging_loop_is_aborted_with_its_stack)
{
        int status = run(get_stuck);

        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), SIGABRT);
        assert_non_null(strstr(said, "level=error event=loop-stuck"));
        assert_non_null(strstr(said, "uv_run"));
}

TEST(a_running_loop_is_left_alone)
{
        assert_int_equal(run(go_on), 0);
        assert_string_equal(said, "");
}

/* Messages to the service manager. */
TEST(the_service_manager_is_notified)
{
        struct sockaddr_un at = { .sun_family = AF_UNIX };
        char text[64] = "";
        int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
        struct timeval patience = { .tv_sec = 60 };

        snprintf(at.sun_path, sizeof at.sun_path, "/tmp/serai-notify-%d", (int)getpid());
        assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        setenv("NOTIFY_SOCKET", at.sun_path, 1);
        setenv("WATCHDOG_USEC", "2000", 1);
        watchdog_notify("READY=1");
        assert_true(recv(fd, text, sizeof text - 1, 0) > 0);
        assert_string_equal(text, "READY=1");
        memset(text, 0, sizeof text);
        assert_int_equal(run(go_on), 0);
        assert_true(recv(fd, text, sizeof text - 1, 0) > 0);
        assert_string_equal(text, "WATCHDOG=1");
        unsetenv("NOTIFY_SOCKET");
        unsetenv("WATCHDOG_USEC");
        close(fd);
        unlink(at.sun_path);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(a_hanging_loop_is_aborted_with_its_stack),
                cmocka_unit_test(a_running_loop_is_left_alone),
                cmocka_unit_test(the_service_manager_is_notified),
        };

        return cmocka_run_group_tests_name("watchdog", tests, NULL, NULL);
}
