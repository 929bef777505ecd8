/* The watchdog: aborts a process whose event loop is stuck, so that it is restarted.
 *
 * A timer on the loop beats; a thread counts its looks since the last beat. It counts looks and not seconds, so a stopped process
 * or a sleeping laptop is not taken for stuck. At the limit, the loop's thread writes its stack to standard error and the process
 * aborts.
 *
 * Where the service manager asks for it (systemd's NOTIFY_SOCKET and WATCHDOG_USEC), it is notified that the service is ready,
 * alive, or stopping. */
#ifndef SERAI_WATCHDOG_H
#define SERAI_WATCHDOG_H

#include <uv.h>

struct watchdog;

/* Watches the loop of the calling thread: one look every `interval` milliseconds; `limit` looks without a beat abort the process.
 * NULL: out of memory, or no thread could be started. */
struct watchdog *watchdog_open(uv_loop_t *loop, unsigned interval, unsigned limit);

/* The loop has to run once more afterwards. */
void watchdog_close(struct watchdog *w);

/* Notifies the service manager, if there is one: "READY=1", "STOPPING=1". */
void watchdog_notify(const char *state);

#endif
