/* Messages as JSON objects; see message.h. jsmn finds the tokens; what they say is judged here. */
#include "message.h"

#include <stdlib.h>
#include <string.h>

#define JSMN_STATIC
#define JSMN_STRICT
#define JSMN_PARENT_LINKS
#include <jsmn.h>

struct token {
        jsmntok_t is;
};

enum { MOST_TOKENS = 1 << 20 };

static const jsmntok_t *token_at(const struct message *m, int value, jsmntype_t type)
{
        if (value < 0 || value >= m->tokens || m->token[value].is.type != type)
                return NULL;
        return &m->token[value].is;
}

/* The next token with this parent. */
static int next_child(const struct message *m, int parent, int after)
{
        for (int i = after + 1; i < m->tokens; i++) {
                if (m->token[i].is.parent == parent)
                        return i;
                if (parent >= 0 && m->token[i].is.start >= m->token[parent].is.end)
                        break;
        }
        return NO_VALUE;
}

int message_open(struct message *m, const char *text, size_t size)
{
        jsmn_parser parser;
        int tokens;

        m->text = text;
        m->token = NULL;
        m->tokens = 0;
        jsmn_init(&parser);
        tokens = jsmn_parse(&parser, text, size, NULL, 0);
        if (tokens < 1 || tokens > MOST_TOKENS)
                return 0;
        m->token = malloc((size_t)tokens * sizeof *m->token);
        if (!m->token)
                return 0;
        jsmn_init(&parser);
        m->tokens = jsmn_parse(&parser, text, size, &m->token[0].is, (unsigned)tokens);
        if (m->tokens < 1 || m->token[0].is.type != JSMN_OBJECT || next_child(m, NO_VALUE, WHOLE_MESSAGE) != NO_VALUE) {
                message_close(m);
                return 0;
        }
        return 1;
}

void message_close(struct message *m)
{
        free(m->token);
        m->token = NULL;
        m->tokens = 0;
}

int message_item(const struct message *m, int list, int after)
{
        return token_at(m, list, JSMN_ARRAY) ? next_child(m, list, after) : NO_VALUE;
}

int message_key(const struct message *m, int object, int after)
{
        int key = token_at(m, object, JSMN_OBJECT) ? next_child(m, object, after) : NO_VALUE;

        return token_at(m, key, JSMN_STRING) && m->token[key].is.size == 1 ? key : NO_VALUE;
}

int message_value(const struct message *m, int key)
{
        return next_child(m, key, key);
}

int message_member(const struct message *m, int object, const char *key)
{
        size_t length = strlen(key);

        for (int i = message_key(m, object, object); i != NO_VALUE; i = message_key(m, object, i)) {
                const jsmntok_t *t = &m->token[i].is;

                if ((size_t)(t->end - t->start) == length && memcmp(m->text + t->start, key, length) == 0)
                        return message_value(m, i);
        }
        return NO_VALUE;
}

/* How many bytes the UTF-8 character here has; 0 if it is none, or a control character. */
static int character(const char *bytes, int left)
{
        unsigned char first = (unsigned char)bytes[0];
        int size = first < 0x80                  ? 1
                 : first >= 0xc2 && first < 0xe0 ? 2
                 : first >= 0xe0 && first < 0xf0 ? 3
                 : first >= 0xf0 && first < 0xf5 ? 4
                                                 : 0;

        if (size == 0 || size > left || first < ' ' || first == 127)
                return 0;
        for (int i = 1; i < size; i++)
                if (((unsigned char)bytes[i] & 0xc0) != 0x80)
                        return 0;
        if (size == 3) { /* neither spelt too long, nor half of a pair */
                unsigned char second = (unsigned char)bytes[1];

                return (first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) ? 0 : 3;
        }
        if (size == 4)
                return (first == 0xf0 && (unsigned char)bytes[1] < 0x90) || (first == 0xf4 && (unsigned char)bytes[1] >= 0x90) ? 0
                                                                                                                               : 4;
        return size;
}

int message_name(const struct message *m, int value, char *out, int cap)
{
        const jsmntok_t *t = token_at(m, value, JSMN_STRING);
        int size = t ? t->end - t->start : 0, at = 0;

        if (!t || size >= cap)
                return 0;
        while (at < size) {
                int n = character(m->text + t->start + at, size - at);

                if (n == 0)
                        return 0;
                at += n;
        }
        memcpy(out, m->text + t->start, (size_t)size);
        out[size] = '\0';
        return 1;
}

int message_word(const struct message *m, int value, char *out, int cap)
{
        return message_name(m, value, out, cap) && !strchr(out, '\\');
}

int message_number(const struct message *m, int value, uint64_t low, uint64_t high, uint64_t *n)
{
        const jsmntok_t *t = token_at(m, value, JSMN_PRIMITIVE);
        uint64_t sum = 0;

        if (!t)
                return 0;
        for (int i = t->start; i < t->end; i++) {
                unsigned digit = (unsigned)m->text[i] - '0';

                if (digit > 9 || sum > (UINT64_MAX - digit) / 10)
                        return 0;
                sum = 10 * sum + digit;
        }
        if (sum < low || sum > high)
                return 0;
        *n = sum;
        return 1;
}

const char *message_bytes(const struct message *m, int value, size_t *size)
{
        const jsmntok_t *t = value >= 0 && value < m->tokens ? &m->token[value].is : NULL;

        *size = t ? (size_t)(t->end - t->start) : 0;
        return t ? m->text + t->start : NULL;
}
