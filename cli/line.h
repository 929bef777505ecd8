/* Lines from standard input, and signals that stop the program.
 *
 * A signal handler only sets a number, which is checked by code that reads or loops. Signals are unblocked only while waiting
 * for input, so none is missed between checking and waiting. */
#ifndef SERAI_LINE_H
#define SERAI_LINE_H

enum { LINE_ROOM = 1024 };
enum { LINE_READ, LINE_TOO_LONG, LINE_END, LINE_STOPPED };

/* From now on SIGINT, SIGTERM and SIGHUP stop a reader instead of the program. */
void line_watch(void);

/* The signal that came, or 0. */
int line_stopped(void);

/* Reads a line of any bytes without its newline; a NUL in it becomes the byte 1. The end of a line that is too long is
 * skipped. */
int line_read(char line[LINE_ROOM]);

#endif
