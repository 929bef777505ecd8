/* The log, on standard error: one line for each event, with the time, a name and some `name=value`. Never who, from where, or any
 * secret.
 *
 * Repeated lines are counted, not written: of lines that differ only in their time, and of those of one event after the first
 * twenty, only the number within five seconds is written, as `repeated=N`. Logging never blocks: while the reader of the log has
 * stopped, lines are lost and counted (`event=log-lost`). Any thread may log. */
#ifndef SERAI_LOG_H
#define SERAI_LOG_H

/* 2026-11-15T16:54:10.123Z level=info event=listening port=8080 */
void log_info(const char *event, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_error(const char *event, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes the counts of repeated lines that are old enough; to be called regularly, so that they do not wait for the next line. At
 * exit the rest is written. */
void log_repeated(void);

#endif
