/* Tasks that are shared out among threads. */
#ifndef SERAI_THREADS_H
#define SERAI_THREADS_H

enum { MOST_THREADS = 256 };

/* As many threads as the machine has cores, but at most MOST_THREADS. */
int cores(void);

/* Does the tasks 0 to n - 1, in any order, on so many threads; if one cannot be started, the others do its work. */
void share_out(int threads, int n, void (*task)(void *of, int i), void *of);

#endif
