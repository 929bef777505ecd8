/* libuv, as far as the server needs it outside the net: timers, on the simulated time. */
#include "parts.h"

uv_loop_t sim_loop;

/* The event of a timer is in its own memory. */
static struct event **event_of(uv_timer_t *t)
{
        return (struct event **)&t->heap_node[0];
}

static void on_timer(void *whose)
{
        uv_timer_t *t = whose;

        *event_of(t) = t->repeat ? sim_after(current, t->repeat * MS, on_timer, t) : NULL;
        t->timer_cb(t);
}

int uv_timer_init(uv_loop_t *loop, uv_timer_t *t)
{
        (void)loop;
        *event_of(t) = NULL;
        return 0;
}

int uv_timer_stop(uv_timer_t *t)
{
        if (*event_of(t))
                sim_cancel(*event_of(t));
        *event_of(t) = NULL;
        return 0;
}

int uv_timer_start(uv_timer_t *t, uv_timer_cb then, uint64_t timeout, uint64_t repeat)
{
        uv_timer_stop(t);
        t->timer_cb = then;
        t->repeat = repeat;
        *event_of(t) = sim_after(current, timeout * MS, on_timer, t);
        return 0;
}

/* Only timers come here. */
int uv_is_active(const uv_handle_t *handle)
{
        return *event_of((uv_timer_t *)handle) != NULL;
}

void uv_close(uv_handle_t *handle, uv_close_cb then)
{
        uv_timer_stop((uv_timer_t *)handle);
        if (then)
                then(handle);
}

uint64_t uv_hrtime(void)
{
        return now * 1000;
}
