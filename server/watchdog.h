/* The watchdog: ends a process whose event loop no longer turns, so that it is started again.
 *
 * A timer on the loop beats; a thread counts how often it has looked since the last beat. It counts looks and not seconds, so a
 * process that was stopped, or a laptop that slept, is not taken for stuck. When the limit is reached, the loop's thread writes
 * its stack to standard error and the process aborts.
 *
 * Where the service manager asks for it (systemd's NOTIFY_SOCKET and WATCHDOG_USEC), it is told that the service is ready, that it
 * is alive, and that it is stopping. */
#ifndef SERAI_WATCHDOG_H
#define SERAI_WATCHDOG_H

#include <uv.h>

struct watchdog;

/* Watches the loop of the calling thread: a look every `interval` milliseconds, `limit` looks without a beat end the process.
 * NULL: out of memory, or no thread could be started. */
struct watchdog *watchdog_open(uv_loop_t *loop, unsigned interval, unsigned limit);

/* The loop has to be run once more afterwards. */
void watchdog_close(struct watchdog *w);

/* Tells the service manager, if there is one: "READY=1", "STOPPING=1". */
void watchdog_notify(const char *state);

#endif
