/* Text written into a buffer of fixed size: never past its end, and afterwards it is known whether everything fitted. */
#ifndef SERAI_TEXT_H
#define SERAI_TEXT_H

#include <stdint.h>
#include <string.h>

struct text {
        char *out; /* the buffer */
        int cap;   /* its size, including the terminating NUL */
        int len;   /* the length of the text so far, even if it did not fit */
};

/* For text that does not fit, or only in part. */
void text_cut(struct text *t, const char *bytes, int n);

/* Inline, so that adding a string literal takes one or two stores. */
static inline void text_bytes(struct text *t, const char *bytes, int n)
{
        if (t->cap - t->len < n) {
                text_cut(t, bytes, n);
                return;
        }
        memcpy(t->out + t->len, bytes, (size_t)n);
        t->len += n;
}

static inline int text_length(const char *words)
{
        int n = 0;

        while (words[n])
                n++;
        return n;
}

static inline void text_add(struct text *t, const char *words)
{
        text_bytes(t, words, text_length(words));
}

void text_number(struct text *t, uint64_t n);

/* Adds the terminating NUL; returns the length, or -1 if it did not fit. */
int text_close(struct text *t);

int text_same(const char *a, const char *b);
int text_begins(const char *words, const char *beginning);

/* A list of words is one string, separated by spaces: "base lamp equal". The start of word i, and its length; NULL past the
 * last. */
const char *text_nth(const char *list, int i, int *length);

/* Copies it to `word`, which has room for MAX_NAME; returns 0 past the last. */
enum { MAX_NAME = 32 };
int text_word(const char *list, int i, char *word);

/* Things with a number have a name; a function spells it. Reading a name searches for the number that is spelt so, so that no
 * name is written down twice. */
typedef void spell(int number, struct text *t);
int text_find(spell *spelling, int count, const char *name); /* -1: none */

/* The name alone; `name` has room for MAX_NAME. */
void text_spell(spell *spelling, int number, char *name);

/* "a1" … "g7": the squares of the two games on 7 by 7, row by row from the south-west. */
void spell_cell(int cell, struct text *t);

#endif
