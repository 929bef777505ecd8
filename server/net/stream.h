/* Streams of events for programs: the response to a GET whose body goes on, one JSON object a line, with an empty line now and
 * then; docs/bot-api.md. They carry what a WebSocket does. */
#ifndef SERAI_STREAM_H
#define SERAI_STREAM_H

#include "../people/people.h"
#include "http.h"

/* Answers a request with the events of a person's own tables (table 0), or of a table. 0: the person has too many connections. The
 * stream ends when the token does. */
int stream_open(struct request *r, const struct person *person, const struct token_text *token, int64_t table);

/* Called every few seconds: sends empty lines. */
void streams_ping(struct server *s);

#endif
