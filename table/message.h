/* A message that came in: any bytes, read as one JSON object.
 *
 * Values are named by their place in the object, which is found by its key; the order of keys does not matter and
 * unknown ones are passed over. Every getter answers 0 if the value is not there or not what was asked for. */
#ifndef SERAI_MESSAGE_H
#define SERAI_MESSAGE_H

#include <stddef.h>
#include <stdint.h>

enum { WHOLE_MESSAGE = 0, NO_VALUE = -1 };

struct message {
        const char *text;
        struct token *token; /* what stands where in the text, in its order; token 0 is the whole */
        int tokens;
};

/* 0: it is no JSON object. The text must stay where it is until message_close. */
int message_open(struct message *m, const char *text, size_t size);
void message_close(struct message *m);

/* The value that an object has for a key, or the next value of a list after one (the first after the list itself). */
int message_member(const struct message *m, int object, const char *key);
int message_item(const struct message *m, int list, int after);

/* The next key of an object after one (the first after the object itself); its value is the value after it. */
int message_key(const struct message *m, int object, int after);
int message_value(const struct message *m, int key);

/* A short text without escapes, and any text as it stands between its quotes, which is good JSON again. Both with
 * the closing NUL, into `cap` bytes. A name is printable and good UTF-8. */
int message_word(const struct message *m, int value, char *out, int cap);
int message_name(const struct message *m, int value, char *out, int cap);

/* Any text with its escapes read, as it was meant: UTF-8 without a NUL in it. 0 also if it is no such text. */
int message_plain(const struct message *m, int value, char *out, int cap);

int message_number(const struct message *m, int value, uint64_t low, uint64_t high, uint64_t *n);

/* The bytes of a value. */
const char *message_bytes(const struct message *m, int value, size_t *size);

#endif
