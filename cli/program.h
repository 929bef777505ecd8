/* A child process that answers one line per line, within a time limit.
 *
 * It may die, hang, or write without end; it cannot block us or leave processes behind: it has a process group of its own,
 * which is killed at the end. SIGPIPE must be ignored while one runs. */
#ifndef SERAI_PROGRAM_H
#define SERAI_PROGRAM_H

#include <stdatomic.h>
#include <sys/types.h>

#include "cli.h"

struct program {
        pid_t child;           /* 0: none is running */
        int to, from;          /* our ends of its standard input and output; -1: closed */
        size_t filled;         /* bytes of `answer` that were read */
        size_t taken;          /* bytes of the last answer, including its newline */
        char answer[MAX_LINE]; /* the last answer as a string, and what followed it */
};

/* Runs a command by /bin/sh. 0: it cannot be run, and errno says why. */
int program_start(struct program *p, const char *command);

enum reply {
        ANSWERED, /* p->answer is the line */
        ENDED,    /* it has exited, or closed its output */
        SILENT,   /* it took too long */
        FLOODED,  /* it wrote MAX_LINE bytes without a newline */
        STOPPED   /* *stop was set */
};

/* Sends a line and waits for one: up to this many seconds, or until *stop is set. */
enum reply program_ask(struct program *p, const char *line, double seconds, const atomic_int *stop);

/* Sends "quit" unless `seconds` is 0, closes its input, waits up to this many seconds for it to exit, then kills its process
 * group. Returns its status as of waitpid(). Does nothing if no program is running. */
int program_end(struct program *p, double seconds);

#endif
