/* What the server writes down about itself, on standard error: one line for each thing that happens, with the time, what it is and
 * some `name=value`. Never who, from where, or anything that somebody could come in with. */
#ifndef SERAI_LOG_H
#define SERAI_LOG_H

/* 2026-11-15T16:54:10.123Z level=info event=listening port=8080 */
void log_info(const char *event, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_error(const char *event, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
