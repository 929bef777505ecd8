/* Lines from standard input; see line.h. */
#include "line.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/select.h>
#include <unistd.h>

static volatile sig_atomic_t stopped;
static char buffer[4096];
static size_t filled, used;

static void stop(int signal)
{
        stopped = signal;
}

void line_watch(void)
{
        struct sigaction action = { 0 };

        action.sa_handler = stop; /* without SA_RESTART: waiting is interrupted */
        sigemptyset(&action.sa_mask);
        sigaction(SIGINT, &action, NULL);
        sigaction(SIGTERM, &action, NULL);
        sigaction(SIGHUP, &action, NULL);
}

int line_stopped(void)
{
        return stopped;
}

/* Fills the buffer. Signals are blocked except while waiting. */
static int fill(void)
{
        sigset_t held, before;
        fd_set input;
        ssize_t got = 0;
        int ready;

        sigemptyset(&held);
        sigaddset(&held, SIGINT);
        sigaddset(&held, SIGTERM);
        sigaddset(&held, SIGHUP);
        sigprocmask(SIG_BLOCK, &held, &before);
        do {
                FD_ZERO(&input);
                FD_SET(STDIN_FILENO, &input);
                ready = stopped ? -1 : pselect(STDIN_FILENO + 1, &input, NULL, NULL, NULL, &before);
        } while (ready < 0 && errno == EINTR && !stopped);
        if (ready > 0)
                do
                        got = read(STDIN_FILENO, buffer, sizeof buffer);
                while (got < 0 && errno == EINTR);
        sigprocmask(SIG_SETMASK, &before, NULL);
        if (stopped)
                return LINE_STOPPED;
        used = 0;
        filled = got > 0 ? (size_t)got : 0;
        return got > 0 ? LINE_READ : LINE_END;
}

int line_read(char line[LINE_ROOM])
{
        size_t n = 0;

        for (;;) {
                char c;

                if (used == filled) {
                        int state = fill();

                        if (state == LINE_END && n > 0)
                                break;
                        if (state != LINE_READ)
                                return state;
                }
                c = buffer[used++];
                if (c == '\n')
                        break;
                if (n < LINE_ROOM)
                        line[n] = c ? c : 1;
                n++;
        }
        if (n >= LINE_ROOM)
                return LINE_TOO_LONG;
        if (n > 0 && line[n - 1] == '\r')
                n--;
        line[n] = '\0';
        return LINE_READ;
}
