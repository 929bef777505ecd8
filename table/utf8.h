/* UTF-8. */
#ifndef SERAI_UTF8_H
#define SERAI_UTF8_H

#include <stdint.h>

/* The character at `at`, before `end`, and in *size its length; -1 if it is not valid: truncated, overlong, a surrogate. */
int32_t utf8_read(const char *at, const char *end, int *size);

/* Reads the next character of a NUL-terminated text and advances; 0 at the end, -1 where it is not UTF-8, and then by one byte. */
int32_t utf8_next(const char **text);

/* Writes a character; returns its length. */
int utf8_print(int32_t c, char out[4]);

#endif
