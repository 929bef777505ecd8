/* A program of somebody's, run as a child: a line there, a line back, and never longer than it is given.
 *
 * It may die, hang, or write without end; it cannot hold us up or leave anything behind. It leads a process group of its own, so
 * that whatever it starts ends with it. SIGPIPE must be ignored while one runs. */
#ifndef SERAI_PROGRAM_H
#define SERAI_PROGRAM_H

#include <stdatomic.h>
#include <sys/types.h>

#include "cli.h"

struct program {
        pid_t child;           /* 0: none is running */
        int to, from;          /* our ends of its standard input and output; -1 once closed */
        size_t filled;         /* how many bytes of `answer` were read */
        size_t taken;          /* how many of them are the last answer and its newline */
        char answer[MAX_LINE]; /* the last answer as a string, and what came behind it */
};

/* Runs a command line by /bin/sh. 0: it cannot be run, and errno says why. */
int program_start(struct program *p, const char *command);

enum heard {
        HEARD,   /* it answered: p->answer is the line */
        ENDED,   /* there is nobody to answer any more */
        SILENT,  /* it took too long */
        FLOODED, /* it wrote MAX_LINE bytes that are no line */
        STOPPED  /* we do not want to know any more */
};

/* Says a line to it and waits for one, so many seconds at most, or until *stop is set. */
enum heard program_ask(struct program *p, const char *line, double seconds, const atomic_int *stop);

/* Tells it to quit, waits so many seconds for it to do so, and then ends its group whatever it does. Returns how the child ended,
 * as waitpid() gives it. With no program running, does nothing. */
int program_end(struct program *p, double seconds);

#endif
