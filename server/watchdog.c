/* Aborts a process whose event loop is stuck; see watchdog.h. */
#include "watchdog.h"

#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "log.h"

enum {
        STUCK_SIGNAL = SIGUSR2,
        MAX_FRAMES = 64,
        LOOKS_TO_REPORT = 5 /* for the stuck thread to write its stack; then the process is killed without it */
};

struct watchdog {
        uv_timer_t timer; /* first: a handle can be cast to its watchdog */
        atomic_uint beats;
        unsigned interval, limit;
        uint64_t alive_every, alive_told; /* for the service manager, in ms; 0: not asked for */
        pthread_t loop_thread, thread;
        pthread_mutex_t lock; /* guards `closing` */
        pthread_cond_t closed;
        int closing;
};

void watchdog_notify(const char *state)
{
        const char *path = getenv("NOTIFY_SOCKET");
        struct sockaddr_un to = { .sun_family = AF_UNIX };
        size_t length = path ? strlen(path) : 0;
        int fd;

        if (!length || length >= sizeof to.sun_path)
                return;
        memcpy(to.sun_path, path, length);
        if (to.sun_path[0] == '@')
                to.sun_path[0] = '\0'; /* an abstract socket */
        fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        if (fd < 0)
                return;
        sendto(fd, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&to,
               (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
        close(fd);
}

/* Runs in the stuck thread: writes its stack. `addr2line -fpe serai OFFSET…` gives lines of the source. */
static void on_stuck(int number)
{
        void *frame[MAX_FRAMES];
        int count = backtrace(frame, MAX_FRAMES);

        (void)number;
        backtrace_symbols_fd(frame, count, STDERR_FILENO);
        abort();
}

static void on_beat(uv_timer_t *timer)
{
        struct watchdog *w = (struct watchdog *)timer;
        uint64_t now = uv_now(timer->loop);

        atomic_fetch_add(&w->beats, 1);
        if (w->alive_every && now >= w->alive_told + w->alive_every) {
                watchdog_notify("WATCHDOG=1");
                w->alive_told = now;
        }
}

/* Waits for the next look. 1: the watchdog is closed. */
static int wait_for_next(struct watchdog *w)
{
        struct timespec until;
        int closing;

        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += w->interval / 1000;
        until.tv_nsec += (long)(w->interval % 1000) * 1000000;
        if (until.tv_nsec >= 1000000000) {
                until.tv_sec++;
                until.tv_nsec -= 1000000000;
        }
        pthread_mutex_lock(&w->lock);
        while (!w->closing && pthread_cond_timedwait(&w->closed, &w->lock, &until) == 0)
                ;
        closing = w->closing;
        pthread_mutex_unlock(&w->lock);
        return closing;
}

static void *watch(void *watchdog)
{
        struct watchdog *w = watchdog;
        unsigned seen = 0, looks = 0;

        while (!wait_for_next(w)) {
                unsigned beats = atomic_load(&w->beats);

                looks = beats == seen ? looks + 1 : 0;
                seen = beats;
                if (looks == w->limit) {
                        log_error("loop-stuck", "for_ms=%u", w->interval * w->limit);
                        pthread_kill(w->loop_thread, STUCK_SIGNAL);
                } else if (looks == w->limit + LOOKS_TO_REPORT) {
                        abort();
                }
        }
        return NULL;
}

/* Blocks all signals in the thread: they go to the loop. */
static int start_thread(struct watchdog *w)
{
        sigset_t all, before;
        int failed;

        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        failed = pthread_create(&w->thread, NULL, watch, w);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        return !failed;
}

struct watchdog *watchdog_open(uv_loop_t *loop, unsigned interval, unsigned limit)
{
        struct watchdog *w = calloc(1, sizeof *w);
        struct sigaction stuck = { .sa_handler = on_stuck };
        const char *wanted = getenv("WATCHDOG_USEC");
        pthread_condattr_t monotonic;
        void *frame[1];

        if (!w)
                return NULL;
        w->interval = interval;
        w->limit = limit;
        w->alive_every = wanted ? strtoull(wanted, NULL, 10) / 2000 : 0; /* twice as often as asked, in ms */
        w->loop_thread = pthread_self();
        pthread_mutex_init(&w->lock, NULL);
        pthread_condattr_init(&monotonic);
        pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
        pthread_cond_init(&w->closed, &monotonic);
        pthread_condattr_destroy(&monotonic);
        backtrace(frame, 1); /* loads libgcc now, not in the signal handler */
        sigaction(STUCK_SIGNAL, &stuck, NULL);
        if (!start_thread(w)) {
                free(w);
                return NULL;
        }
        uv_timer_init(loop, &w->timer);
        uv_timer_start(&w->timer, on_beat, 0, interval);
        uv_unref((uv_handle_t *)&w->timer);
        return w;
}

static void on_closed(uv_handle_t *handle)
{
        free(handle);
}

void watchdog_close(struct watchdog *w)
{
        pthread_mutex_lock(&w->lock);
        w->closing = 1;
        pthread_cond_signal(&w->closed);
        pthread_mutex_unlock(&w->lock);
        pthread_join(w->thread, NULL);
        pthread_cond_destroy(&w->closed);
        pthread_mutex_destroy(&w->lock);
        uv_close((uv_handle_t *)&w->timer, on_closed);
}
