/* Runs another program as a child process; see program.h. */
#define _GNU_SOURCE /* pipe2: with several threads, a child must not inherit another's pipe */
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Our two ends, its two ends. 0: out of file descriptors; nothing is open then. */
static int open_pipes(int ours[2], int its[2])
{
        int in[2], out[2];

        if (pipe2(in, O_CLOEXEC) != 0)
                return 0;
        if (pipe2(out, O_CLOEXEC) != 0) {
                close(in[0]);
                close(in[1]);
                return 0;
        }
        ours[0] = in[1], its[0] = in[0];
        ours[1] = out[0], its[1] = out[1];
        fcntl(ours[0], F_SETFL, O_NONBLOCK);
        fcntl(ours[1], F_SETFL, O_NONBLOCK);
        return 1;
}

/* Pipes for standard input and output, a process group of its own, and default signal handling. Returns an error number. */
static int spawn(pid_t *child, const char *command, const int its[2])
{
        char *argv[] = { (char *)"sh", (char *)"-c", (char *)command, NULL };
        posix_spawn_file_actions_t files;
        posix_spawnattr_t manner;
        sigset_t usual, none;
        int error;

        sigemptyset(&none);
        sigemptyset(&usual);
        sigaddset(&usual, SIGPIPE);
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_adddup2(&files, its[0], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&files, its[1], STDOUT_FILENO);
        posix_spawnattr_init(&manner);
        posix_spawnattr_setflags(&manner, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
        posix_spawnattr_setpgroup(&manner, 0);
        posix_spawnattr_setsigdefault(&manner, &usual);
        posix_spawnattr_setsigmask(&manner, &none);
        error = posix_spawn(child, "/bin/sh", &files, &manner, argv, environ);
        posix_spawnattr_destroy(&manner);
        posix_spawn_file_actions_destroy(&files);
        return error;
}

int program_start(struct program *p, const char *command)
{
        int ours[2], its[2], error;

        if (!open_pipes(ours, its))
                return 0;
        error = spawn(&p->child, command, its);
        close(its[0]);
        close(its[1]);
        if (error) {
                close(ours[0]);
                close(ours[1]);
                p->child = 0;
                errno = error;
                return 0;
        }
        p->to = ours[0];
        p->from = ours[1];
        p->filled = p->taken = 0;
        return 1;
}

/* Reads what is available. 0: it has closed its output. */
static int take_in(struct program *p)
{
        ssize_t n = read(p->from, p->answer + p->filled, MAX_LINE - p->filled);

        if (n > 0)
                p->filled += (size_t)n;
        return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Whether a whole line has arrived; it is terminated by a NUL then. */
static int line_came(struct program *p)
{
        char *end = memchr(p->answer, '\n', p->filled);

        if (!end)
                return 0;
        p->taken = (size_t)(end - p->answer) + 1;
        for (char *c = p->answer; c < end; c++)
                *c = *c ? *c : '?'; /* a NUL must not hide what follows it */
        *end = '\0';
        if (end > p->answer && end[-1] == '\r')
                end[-1] = '\0';
        return 1;
}

enum reply program_ask(struct program *p, const char *line, double seconds, const atomic_int *stop)
{
        char said[MAX_LINE];
        size_t size = (size_t)snprintf(said, sizeof said, "%s\n", line), done = 0;
        double end = cli_now() + seconds;
        int late = 0, ended = 0;

        p->filled -= p->taken;
        memmove(p->answer, p->answer + p->taken, p->filled);
        p->taken = 0;
        for (;;) {
                struct pollfd ready[2] = { { p->from, POLLIN, 0 }, { done < size ? p->to : -1, POLLOUT, 0 } };

                if (done == size && line_came(p))
                        return ANSWERED;
                if (p->filled == MAX_LINE)
                        return FLOODED;
                if (ended)
                        return ENDED;
                if (late)
                        return SILENT;
                if (atomic_load(stop))
                        return STOPPED;
                /* Checked once more after the deadline: it must not lose because we were late. */
                late = cli_now() >= end;
                if (poll(ready, 2, late ? 0 : 50) < 0)
                        continue;
                if (ready[1].revents) {
                        ssize_t n = write(p->to, said + done, size - done);

                        if (n < 0 && errno != EAGAIN && errno != EINTR)
                                return ENDED;
                        done += n > 0 ? (size_t)n : 0;
                }
                if (ready[0].revents && !take_in(p))
                        ended = 1;
        }
}

/* Waits for the child to exit, reading its output so that it does not block. Leaves it to be reaped. */
static void await_end(struct program *p, double seconds)
{
        double end = cli_now() + seconds;

        while (cli_now() < end) {
                struct pollfd ready = { p->from, POLLIN, 0 };
                siginfo_t info = { 0 };

                if (waitid(P_PID, (id_t)p->child, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0)
                        return;
                p->filled = 0;
                if (poll(&ready, 1, p->from < 0 ? 1 : 10) > 0 && !take_in(p)) {
                        close(p->from);
                        p->from = -1;
                }
        }
}

int program_end(struct program *p, double seconds)
{
        int status = 0;
        ssize_t told;

        if (!p->child)
                return 0;
        told = seconds > 0 ? write(p->to, "quit\n", 5) : 0;
        (void)told; /* in any case its input ends here */
        close(p->to);
        await_end(p, seconds);
        kill(-p->child, SIGKILL); /* before it is reaped, while its process id cannot be reused */
        while (waitpid(p->child, &status, 0) < 0 && errno == EINTR)
                ;
        if (p->from >= 0)
                close(p->from);
        p->child = 0;
        return status;
}
