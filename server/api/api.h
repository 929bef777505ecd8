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

/* `"person":"2f…","name":"Ann","login":null`. */
void write_person(struct json *j, const struct person *p);

#endif
