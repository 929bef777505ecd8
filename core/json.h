/* JSON described once, for writing and for reading.
 *
 * A function that goes through a state with these calls writes its text if the json is open for writing, and fills in the
 * state if it is open for reading, so the two cannot disagree. Values are passed in and returned: the value itself when
 * writing, the value in the text when reading.
 *
 * Reading accepts exactly what writing produces, except for white space between tokens. It stops at the first mismatch:
 * `wrong` is set, values are returned unchanged, lists end. */
#ifndef SERAI_JSON_H
#define SERAI_JSON_H

#include "text.h"

struct json {
        struct text out;    /* when writing */
        const char *in;     /* when reading, else NULL */
        int size;           /* bytes to read */
        int at;             /* bytes read */
        int quoted;         /* 1 within a string, where white space counts */
        int wrong;          /* 1 after a mismatch */
        char expected[104]; /* what was expected there */
};

struct json json_writer(char *out, int cap);
struct json json_reader(const char *in, int size);

/* Reading: this text must be next. */
void json_expect(struct json *j, const char *words);

/* Punctuation and keys, literally. */
static inline void json_text(struct json *j, const char *words)
{
        if (j->in)
                json_expect(j, words);
        else
                text_add(&j->out, words);
}

/* Nothing but white space may follow. */
void json_end(struct json *j);

/* Stops reading: this was expected here. */
void json_refuse(struct json *j, const char *expected);

/* Whether another member follows in a list that ends in `]` or `}`; `more` is the
 * answer when writing; `first`: no comma comes before it. */
int json_more(struct json *j, int more, int first);

/* A quoted string, not escaped. Writing only. */
void json_string(struct json *j, const char *words);

/* `"key":3`, after a comma unless it is the first member. Writing only. */
void json_count(struct json *j, const char *key, int n, int first);

uint64_t json_number(struct json *j, uint64_t n, uint64_t low, uint64_t high);
int json_seat(struct json *j, int seat, int players); /* from 0 here, from 1 in the text */
int json_bool(struct json *j, int yes);
int json_null(struct json *j, int null);                  /* is it null? writes it, or consumes it */
int json_has(struct json *j, const char *words, int has); /* is this text next? writes it, or consumes it */
int json_word(struct json *j, int i, const char *words);  /* the i-th word of a list, quoted */
int json_name(struct json *j, int number, int count, spell *spelling);

/* A list of names, ascending: ["ring.blue","ruby.pink"]. */
uint64_t json_set(struct json *j, uint64_t set, int count, spell *spelling);

/* The next key of an object whose keys are names, ascending, after key `last`
 * (-1: the first); -1 when there are no more. */
int json_key(struct json *j, int last, uint64_t set, int count, spell *spelling);

#endif
