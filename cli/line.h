/* Lines from standard input, and being told to stop.
 *
 * A signal only sets a number; whoever reads or loops asks for it. Signals are let
 * through just while waiting for input, so none is missed between asking and waiting. */
#ifndef SERAI_LINE_H
#define SERAI_LINE_H

enum { LINE_ROOM = 1024 };
enum { LINE_READ, LINE_TOO_LONG, LINE_END, LINE_STOPPED };

/* From now on SIGINT, SIGTERM and SIGHUP stop a reader instead of the program. */
void line_watch(void);

/* The signal that came, or 0. */
int line_stopped(void);

/* Reads a line of any bytes without its newline; a NUL in it becomes the byte 1. One that is longer than the room is read over. */
int line_read(char line[LINE_ROOM]);

#endif
