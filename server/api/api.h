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

/* friend_handlers.c */
void run_friends(struct call *c);
void run_follow(struct call *c);
void run_block(struct call *c);
void run_invite(struct call *c);
void run_decline(struct call *c);
void run_choices(struct call *c);

/* The rows of FOLLOWED, BLOCKED and CHOICES, for somebody's own data. */
void write_friends_data(struct json *j, const struct rows *followed, const struct rows *blocked, const struct rows *choices);

/* profile_handlers.c */
void run_profile(struct call *c);

/* For writers: the call, and the work with its results. */
struct finding {
        const struct call *call;
        const struct work *work;
};

/* The rows of TABLES_OF, as `"games":[…]`, as this person sees them. */
void write_games(struct json *j, const struct rows *r, int64_t person);

/* `"person":"2f…","name":"Ann","login":null`. */
void write_person(struct json *j, const struct person *p);

#endif
