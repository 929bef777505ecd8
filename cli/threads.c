/* Tasks shared out among threads; see threads.h. */
#include "threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

struct work {
        void (*task)(void *of, int i);
        void *of;
        int tasks;
        atomic_int next;
};

int cores(void)
{
        long n = sysconf(_SC_NPROCESSORS_ONLN);

        return n < 1 ? 1 : n > MOST_THREADS ? (int)MOST_THREADS : (int)n;
}

static void *work(void *data)
{
        struct work *w = data;
        int i;

        while ((i = atomic_fetch_add(&w->next, 1)) < w->tasks)
                w->task(w->of, i);
        return NULL;
}

void share_out(int threads, int n, void (*task)(void *of, int i), void *of)
{
        struct work w = { .task = task, .of = of, .tasks = n };
        pthread_t thread[MOST_THREADS];
        int started = 0;

        while (started + 1 < threads && started + 1 < n && pthread_create(&thread[started], NULL, work, &w) == 0)
                started++;
        work(&w);
        while (started > 0)
                pthread_join(thread[--started], NULL);
}
