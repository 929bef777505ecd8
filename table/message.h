/* A received message: any bytes, read as one JSON object.
 *
 * Values are numbers of tokens, found by key; the order of keys does not matter, and unknown ones are ignored. Every getter
 * returns 0 if the value is missing or of another type. */
#ifndef SERAI_MESSAGE_H
#define SERAI_MESSAGE_H

#include <stddef.h>
#include <stdint.h>

enum { WHOLE_MESSAGE = 0, NO_VALUE = -1 };

struct message {
        const char *text;
        struct token *token; /* in the order of the text; token 0 is the whole */
        int tokens;
};

/* 0: not a JSON object. The text must stay in memory until message_close. */
int message_open(struct message *m, const char *text, size_t size);
void message_close(struct message *m);

/* The value of a key in an object; the next item of a list (the first, after the list itself). */
int message_member(const struct message *m, int object, const char *key);
int message_item(const struct message *m, int list, int after);

/* The next key of an object (the first, after the object itself); the value of a key. */
int message_key(const struct message *m, int object, int after);
int message_value(const struct message *m, int key);

/* A short text without escapes; a text as escaped in the message, which is printable, valid UTF-8. Both with a NUL, into `cap`
 * bytes. */
int message_word(const struct message *m, int value, char *out, int cap);
int message_name(const struct message *m, int value, char *out, int cap);

/* Any text, unescaped: UTF-8 without a NUL in it. 0 also if it is not valid. */
int message_plain(const struct message *m, int value, char *out, int cap);

int message_number(const struct message *m, int value, uint64_t low, uint64_t high, uint64_t *n);

/* The bytes of a value, as in the text. */
const char *message_bytes(const struct message *m, int value, size_t *size);

#endif
