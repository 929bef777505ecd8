/* Text in a buffer of fixed size; see text.h. */
#include "text.h"

void text_cut(struct text *t, const char *bytes, int n)
{
        for (int i = 0; i < n; i++, t->len++)
                if (t->len < t->cap)
                        t->out[t->len] = bytes[i];
}

void text_number(struct text *t, uint64_t n)
{
        char digits[20]; /* 2^64 has twenty */
        int first = 20;

        do
                digits[--first] = (char)('0' + n % 10);
        while (n /= 10);
        text_bytes(t, digits + first, 20 - first);
}

int text_close(struct text *t)
{
        if (t->len < t->cap) {
                t->out[t->len] = '\0';
                return t->len;
        }
        if (t->cap > 0)
                t->out[t->cap - 1] = '\0';
        return -1;
}

int text_begins(const char *words, const char *beginning)
{
        while (*beginning)
                if (*words++ != *beginning++)
                        return 0;
        return 1;
}

int text_same(const char *a, const char *b)
{
        while (*a && *a == *b)
                a++, b++;
        return *a == *b;
}

const char *text_nth(const char *list, int i, int *length)
{
        int n = 0;

        for (; i > 0 && *list; list++)
                i -= *list == ' ';
        while (list[n] && list[n] != ' ')
                n++;
        *length = n;
        return n ? list : 0;
}

int text_word(const char *list, int i, char *word)
{
        struct text t = { word, MAX_NAME, 0 };
        int n;
        const char *found = text_nth(list, i, &n);

        if (!found)
                return 0;
        text_bytes(&t, found, n);
        text_close(&t);
        return 1;
}

void text_spell(spell *spelling, int number, char *name)
{
        struct text t = { name, MAX_NAME, 0 };

        spelling(number, &t);
        text_close(&t);
}

int text_find(spell *spelling, int count, const char *name)
{
        char candidate[MAX_NAME];

        for (int i = 0; i < count; i++) {
                text_spell(spelling, i, candidate);
                if (text_same(candidate, name))
                        return i;
        }
        return -1;
}

void spell_cell(int cell, struct text *t)
{
        const char name[2] = { (char)('a' + cell % 7), (char)('1' + cell / 7) };

        text_bytes(t, name, 2);
}
