/* The API over HTTP: who one is, and lists. docs/protocol.md, section 9, tells what is said. */
#ifndef SERAI_API_H
#define SERAI_API_H

#include "http.h"

/* A call goes through these in order: it begins with its header, its body comes in pieces and ends, and when the answer is known
 * the line is asked to take it. `api_end` is for whichever moment the line is gone. Each returns 1 to have it closed. */
int api_knows(const char *path);
int api_begin(struct lws *wsi, struct request *r, const char *path);
int api_hear_body(struct request *r, const char *bytes, size_t size);
int api_hear_end(struct request *r);
int api_answer(struct lws *wsi, struct request *r);
void api_end(struct request *r);

#endif
