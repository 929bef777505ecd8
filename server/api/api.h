/* The handlers of the API, one function each; docs/protocol.md, section 9, describes them. */
#ifndef SERAI_API_H
#define SERAI_API_H

#include "call.h"

/* Whether this is a path of the API; all others are the page's. */
int api_knows(const char *path);

/* login_handlers.c */
void run_keep(struct call *c);
void run_enter(struct call *c);
void run_codes(struct call *c);
void run_recover(struct call *c);

/* 0, after refusing, if there were too many tries to log in from this address. */
int may_try_password(struct call *c);

/* Asks for the password of an account again, in a member of the body, and goes on if it is right: an unlocked device is not enough
 * to take over the account. */
void confirm_password(struct call *c, const char *key, void (*then)(struct call *c));

/* Whether c->who, who has proved who they are, is not banned; 0, after refusing, if they are. */
int may_enter(struct call *c);

/* The work that logs c->who in on this device, and c->before out; and the hash of its token. */
struct work *enter_work(struct call *c, int passkey, struct token_text *hash);

/* passkey_handlers.c */
void run_challenge(struct call *c);
void run_passkey(struct call *c);
void run_passkey_enter(struct call *c);
void run_passkey_remove(struct call *c);

/* device_handlers.c */
void run_devices(struct call *c);
void run_end_device(struct call *c);

/* For writers: the call, and the work with its results. */
struct finding {
        const struct call *call;
        const struct work *work;
};

/* `"devices":[…]`, and `"passkeys":[…]`. */
void write_devices(struct json *j, const struct rows *sessions, const struct token_text *own);
void write_passkeys(struct json *j, const struct rows *passkeys);

/* Adds a session to a work. */
void add_session(struct call *c, struct work *w, const struct token_text *token, int passkey);

/* list_handlers.c */
void run_games(struct call *c);
void run_top(struct call *c);
void run_data(struct call *c);

/* daily_handlers.c */
void run_daily(struct call *c);
void run_daily_result(struct call *c);

/* puzzle_handlers.c */
void run_attempts(struct call *c);
void run_save_attempts(struct call *c);

/* The rows of ATTEMPTS_OF, as `"attempts":[…]`. */
void write_attempts(struct json *j, const struct rows *r);

/* report_handlers.c */
void run_report(struct call *c);
void run_reports(struct call *c);

/* bot_handlers.c */
void run_bot_declare(struct call *c);
void run_bot_token(struct call *c);
void run_bot_revoke(struct call *c);
void run_bot_events(struct call *c);
void run_bot_command(struct call *c);

/* admin_handlers.c */
void run_admin_list(struct call *c);
void run_admin_act(struct call *c);

/* friend_handlers.c */
void run_friends(struct call *c);
void run_follow(struct call *c);
void run_block(struct call *c);
void run_invite(struct call *c);
void run_decline(struct call *c);
void run_choices(struct call *c);

/* The rows of FOLLOWED, BLOCKED and CHOICES, for somebody's own data. */
void write_friends_data(struct json *j, const struct rows *followed, const struct rows *blocked, const struct rows *choices);

/* push_handlers.c */
void run_notices(struct call *c);
void run_push(struct call *c);
void run_unpush(struct call *c);

/* profile_handlers.c */
void run_profile(struct call *c);

/* The rows of TABLES_OF, as `"games":[…]`, as this person sees them. */
void write_games(struct json *j, const struct rows *r, int64_t person);

/* --- api.c, for the others --- */

/* A string member of the body; NULL, after refusing, if it is missing. An id, and a name; 0, after refusing, if it is none. A name
 * that somebody wants to have; 0, after refusing, if they may not. */
const char *call_text(struct call *c, const char *key, char *out, int cap);
int64_t call_id(struct call *c, const char *key);
int name_in(struct call *c, const char *key, char name[MAX_PERSON_NAME]);
int new_name_in(struct call *c, const char *key, char name[MAX_PERSON_NAME]);

/* Answers {}; with who the person is. */
void call_done(struct call *c);
void tell_me(struct call *c);
void then_tell_me(struct call *c, struct work *w);

/* `"person":"2f…","name":"Ann","login":null`. */
void write_person(struct json *j, const struct person *p);

#endif
