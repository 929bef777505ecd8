/* What the server writes down about itself, on standard error: one line for each thing that happens, with the time, what it is and
 * some `name=value`. Never who, from where, or anything that somebody could come in with.
 *
 * Lines that repeat are counted, not written: of a line that is the same but for its time, and of those of one event beyond the
 * first twenty, only how many came within five seconds is written, as `repeated=N`. Nobody waits for the log: while it cannot be
 * written, because whatever reads it has stopped, lines are lost and counted (`event=log-lost`). Any thread may log. */
#ifndef SERAI_LOG_H
#define SERAI_LOG_H

/* 2026-11-15T16:54:10.123Z level=info event=listening port=8080 */
void log_info(const char *event, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_error(const char *event, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes how often lines were repeated that have been counted for long enough: now and then, so that it is not left to the next
 * line. What is still counted when the program ends is written then. */
void log_repeated(void);

#endif
