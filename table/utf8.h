/* Characters in UTF-8. */
#ifndef SERAI_UTF8_H
#define SERAI_UTF8_H

#include <stdint.h>

/* The character that begins at `at`, which lies before `end`, and in *size how many bytes it has; -1 if there is none: bytes that
 * are missing or too many, half of a pair. */
int32_t utf8_read(const char *at, const char *end, int *size);

/* The next character of a text that ends with a NUL, which moves on behind it; 0 at its end, -1 where there is none, and then it
 * moves on by a byte. */
int32_t utf8_next(const char **text);

/* Writes a character; returns how many bytes it has. */
int utf8_print(int32_t c, char out[4]);

#endif
