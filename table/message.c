/* JSON messages; see message.h. jsmn tokenizes, values are checked here. */
#include "message.h"

#include <stdlib.h>
#include <string.h>

#include "utf8.h"

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

/* Tokenizes the text into so many tokens; returns the count, or jsmn's error. */
static int tokenize(struct message *m, size_t size, int tokens)
{
        struct token *more = realloc(m->token, (size_t)tokens * sizeof *more);
        jsmn_parser parser;

        if (!more)
                return JSMN_ERROR_INVAL;
        m->token = more;
        jsmn_init(&parser);
        return jsmn_parse(&parser, m->text, size, &more[0].is, (unsigned)tokens);
}

/* Most texts have less than one token for every four bytes; for others the tokens are counted first. */
int message_open(struct message *m, const char *text, size_t size)
{
        jsmn_parser parser;

        m->text = text;
        m->token = NULL;
        m->tokens = size / 4 < MOST_TOKENS ? tokenize(m, size, (int)(size / 4) + 8) : JSMN_ERROR_NOMEM;
        if (m->tokens == JSMN_ERROR_NOMEM) {
                jsmn_init(&parser);
                m->tokens = jsmn_parse(&parser, text, size, NULL, 0);
                if (m->tokens > 0 && m->tokens <= MOST_TOKENS)
                        m->tokens = tokenize(m, size, m->tokens);
        }
        if (m->tokens < 1 || m->tokens > MOST_TOKENS || m->token[0].is.type != JSMN_OBJECT ||
            next_child(m, NO_VALUE, WHOLE_MESSAGE) != NO_VALUE) {
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

/* The length of the UTF-8 character here; 0 if it is not valid, or a control character. */
static int character(const char *bytes, int left)
{
        int size;
        int32_t c = utf8_read(bytes, bytes + left, &size);

        return c < ' ' || c == 127 ? 0 : size;
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

/* Four hexadecimal digits, which jsmn has checked are there; -1 if they are not valid. */
static int32_t four_digits(const char *at)
{
        static const char DIGITS[] = "0123456789abcdef";
        int32_t n = 0;

        for (int i = 0; i < 4; i++) {
                const char *digit = at[i] ? strchr(DIGITS, at[i] | 0x20) : NULL;

                if (!digit)
                        return -1;
                n = n << 4 | (int32_t)(digit - DIGITS);
        }
        return n;
}

/* Reads one escape, after its backslash, and advances; 0 if it is not a character, such as half of a surrogate pair. */
static int32_t escaped(const char **at, const char *end)
{
        static const char MARKS[] = "\"\\/bfnrt", MEANT[] = "\"\\/\b\f\n\r\t";
        const char *mark = strchr(MARKS, **at);
        int32_t c, low;

        if (mark) {
                ++*at;
                return MEANT[mark - MARKS];
        }
        c = four_digits(*at + 1);
        *at += 5;
        if (c < 0xd800 || c >= 0xe000)
                return c > 0 ? c : 0;
        if (c >= 0xdc00 || end - *at < 6 || (*at)[0] != '\\' || (*at)[1] != 'u')
                return 0;
        low = four_digits(*at + 2);
        *at += 6;
        return low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((c - 0xd800) << 10 | (low - 0xdc00)) : 0;
}

int message_plain(const struct message *m, int value, char *out, int cap)
{
        const jsmntok_t *t = token_at(m, value, JSMN_STRING);
        const char *at = t ? m->text + t->start : NULL, *end = t ? m->text + t->end : NULL;
        int used = 0;

        if (!t)
                return 0;
        while (at < end) {
                char bytes[4];
                int n;

                if (*at == '\\') {
                        int32_t c = (at++, escaped(&at, end));

                        n = c ? utf8_print(c, bytes) : 0;
                } else {
                        n = character(at, (int)(end - at));
                        memcpy(bytes, at, (size_t)n);
                        at += n;
                }
                if (n == 0 || used + n >= cap)
                        return 0;
                memcpy(out + used, bytes, (size_t)n);
                used += n;
        }
        out[used] = '\0';
        return 1;
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
