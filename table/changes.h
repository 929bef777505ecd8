/* What differs between two JSON objects that the same function wrote (docs/protocol.md, 3.13). */
#ifndef SERAI_CHANGES_H
#define SERAI_CHANGES_H

#include "../core/json.h"

/* Both have neither white space nor escapes. */
void write_changes(struct json *j, const char *before, const char *after);

#endif
