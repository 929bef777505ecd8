/* The handlers of the API, one function each; docs/protocol.md, section 9, describes them. */
#ifndef SERAI_API_H
#define SERAI_API_H

#include "call.h"

/* Whether this is a path of the API; all others are the page's. */
int api_knows(const char *path);

/* list_handlers.c */
void run_games(struct call *c);
void run_top(struct call *c);
void run_data(struct call *c);

/* daily_handlers.c */
void run_daily(struct call *c);
void run_daily_result(struct call *c);

/* report_handlers.c */
void run_report(struct call *c);
void run_reports(struct call *c);

/* admin_handlers.c */
void run_admin_list(struct call *c);
void run_admin_act(struct call *c);

/* A string member of the body; NULL, after refusing, if it is missing. call_id: an id; 0, after refusing, if it is none. */
const char *call_text(struct call *c, const char *key, char *out, int cap);
int64_t call_id(struct call *c, const char *key);

/* Answers {}. */
void call_done(struct call *c);

/* `"person":"2f…","name":"Ann","login":null`. */
void write_person(struct json *j, const struct person *p);

#endif
