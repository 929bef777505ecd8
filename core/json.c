/* JSON described once, for writing and for reading; see json.h. */
#include "json.h"

#include "bits.h"

struct json json_writer(char *out, int cap)
{
        struct json j = { { out, cap, 0 }, 0, 0, 0, 0, 0, "" };

        return j;
}

struct json json_reader(const char *in, int size)
{
        struct json j = { { 0, 0, 0 }, in, size, 0, 0, 0, "" };

        return j;
}

void json_refuse(struct json *j, const char *expected)
{
        struct text t = { j->expected, sizeof j->expected, 0 };

        if (!j->in || j->wrong)
                return;
        j->wrong = 1;
        text_add(&t, expected);
        text_close(&t);
}

/* The next byte to be read, or 0 when there is none. */
static char peek(const struct json *j)
{
        return j->at < j->size ? j->in[j->at] : '\0';
}

static void skip_space(struct json *j)
{
        while (!j->quoted && (peek(j) == ' ' || peek(j) == '\t' || peek(j) == '\n' || peek(j) == '\r'))
                j->at++;
}

void json_expect(struct json *j, const char *words)
{
        int start;

        if (j->wrong)
                return;
        skip_space(j);
        start = j->at;
        for (const char *c = words; *c; c++) {
                skip_space(j);
                if (peek(j) != *c) {
                        j->at = start;
                        json_refuse(j, words);
                        return;
                }
                j->at++;
                j->quoted ^= *c == '"';
        }
}

/* Reading only: whether a token that starts with this is next. */
static int next_is(struct json *j, const char *token)
{
        skip_space(j);
        for (int i = 0; token[i]; i++)
                if (j->at + i >= j->size || j->in[j->at + i] != token[i])
                        return 0;
        return 1;
}

void json_end(struct json *j)
{
        if (j->wrong)
                return;
        skip_space(j);
        if (j->at < j->size)
                json_refuse(j, "nothing more");
}

int json_more(struct json *j, int more, int first)
{
        if (j->in) {
                if (j->wrong || next_is(j, "]") || next_is(j, "}"))
                        return 0;
                more = 1;
        }
        if (more && !first)
                json_text(j, ",");
        return more && !j->wrong;
}

void json_count(struct json *j, const char *key, int n, int first)
{
        json_text(j, first ? "\"" : ",\"");
        json_text(j, key);
        json_text(j, n < 0 ? "\":-" : "\":");
        text_number(&j->out, (uint64_t)(n < 0 ? -n : n));
}

uint64_t json_number(struct json *j, uint64_t n, uint64_t low, uint64_t high)
{
        uint64_t value = 0;
        int digits = 0, start;

        if (!j->in) {
                text_number(&j->out, n);
                return n;
        }
        if (j->wrong)
                return n;
        skip_space(j);
        start = j->at;
        for (; peek(j) >= '0' && peek(j) <= '9' && digits < 20; j->at++, digits++) {
                uint64_t digit = (uint64_t)(peek(j) - '0');

                if (value > (UINT64_MAX - digit) / 10)
                        break; /* past 2^64: the rest of the digits will not fit the text */
                value = 10 * value + digit;
        }
        if (digits == 0 || (digits > 1 && j->in[start] == '0')) {
                j->at = start;
                json_refuse(j, "a whole number");
        } else if (value < low || value > high) {
                j->at = start;
                json_refuse(j, "a number within what the rules allow");
        }
        return j->wrong ? n : value;
}

int json_seat(struct json *j, int seat, int players)
{
        return (int)json_number(j, (uint64_t)seat + 1, 1, (uint64_t)players) - 1;
}

/* true or false, null or not: one of two words without quotes, or neither. */
static int read_token(struct json *j, const char *token)
{
        if (j->wrong || !next_is(j, token))
                return 0;
        j->at += text_length(token);
        return 1;
}

int json_bool(struct json *j, int yes)
{
        if (!j->in) {
                text_add(&j->out, yes ? "true" : "false");
                return yes;
        }
        if (read_token(j, "true"))
                return 1;
        if (read_token(j, "false"))
                return 0;
        json_refuse(j, "true or false");
        return yes;
}

int json_null(struct json *j, int null)
{
        if (j->in)
                return read_token(j, "null");
        if (null)
                text_add(&j->out, "null");
        return null;
}

int json_has(struct json *j, const char *words, int has)
{
        if (j->in)
                has = !j->wrong && next_is(j, words);
        if (has)
                json_text(j, words);
        return has;
}

void json_string(struct json *j, const char *words)
{
        text_add(&j->out, "\"");
        text_add(&j->out, words);
        text_add(&j->out, "\"");
}

/* Reading only: the text between two quotes; nothing that we write needs escapes. */
static int read_quoted(struct json *j, char *name)
{
        struct text t = { name, MAX_NAME, 0 };
        int start;

        skip_space(j);
        start = j->at;
        if (peek(j) == '"') {
                for (j->at++; (unsigned char)peek(j) >= ' ' && peek(j) != '"' && t.len < MAX_NAME; j->at++)
                        text_bytes(&t, j->in + j->at, 1);
                if (peek(j) == '"' && text_close(&t) >= 0) {
                        j->at++;
                        return 1;
                }
        }
        j->at = start;
        return 0;
}

int json_word(struct json *j, int i, const char *words)
{
        char word[MAX_NAME], found[MAX_NAME];
        int start = j->at, length;

        if (!j->in) {
                const char *nth = text_nth(words, i, &length);

                if (nth) {
                        text_add(&j->out, "\"");
                        text_bytes(&j->out, nth, length);
                        text_add(&j->out, "\"");
                }
                return i;
        }
        if (j->wrong)
                return i;
        if (read_quoted(j, found))
                for (int k = 0; text_word(words, k, word); k++)
                        if (text_same(word, found))
                                return k;
        j->at = start;
        json_refuse(j, words);
        return i;
}

/* Reading only: one of these names is expected. They are listed if they all fit. */
static void refuse_name(struct json *j, int count, spell *spelling)
{
        char names[sizeof j->expected];
        struct text t = { names, sizeof names, 0 };

        for (int i = 0; i < count; i++) {
                text_add(&t, i ? " " : "");
                spelling(i, &t);
        }
        json_refuse(j, text_close(&t) < 0 ? "a name that the rules know" : names);
}

int json_name(struct json *j, int number, int count, spell *spelling)
{
        char name[MAX_NAME];
        int start = j->at, found;

        if (!j->in) {
                text_add(&j->out, "\"");
                spelling(number, &j->out);
                text_add(&j->out, "\"");
                return number;
        }
        if (j->wrong)
                return number;
        if (read_quoted(j, name) && (found = text_find(spelling, count, name)) >= 0)
                return found;
        j->at = start;
        refuse_name(j, count, spelling);
        return number;
}

/* The next of a set of names, in ascending order, or -1. */
static int next_name(struct json *j, int last, uint64_t set, int count, spell *spelling)
{
        uint64_t rest = last < 63 ? set >> (last + 1) << (last + 1) : 0;
        int name = rest ? bit_first(rest) : 0;

        if (!json_more(j, rest != 0, last < 0))
                return -1;
        name = json_name(j, name, count, spelling);
        if (j->in && name <= last)
                json_refuse(j, "names in their order, each once");
        return j->wrong ? -1 : name;
}

uint64_t json_set(struct json *j, uint64_t set, int count, spell *spelling)
{
        uint64_t members = 0;
        int last = -1;

        json_text(j, "[");
        while ((last = next_name(j, last, set, count, spelling)) >= 0)
                members |= bit(last);
        json_text(j, "]");
        return j->wrong ? set : members;
}

int json_key(struct json *j, int last, uint64_t set, int count, spell *spelling)
{
        last = next_name(j, last, set, count, spelling);
        if (last >= 0)
                json_text(j, ":");
        return j->wrong ? -1 : last;
}
