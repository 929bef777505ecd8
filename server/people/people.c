/* Names, tokens and cookies; see people.h. */
#include "people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include <sodium.h>
#include <utf8proc.h>

#include "../../table/utf8.h"

enum {
        COOKIE_SECONDS = 365 * 24 * 3600,
        GUEST_NUMBERS = 99,
        MAX_MARKS = 2 /* on one letter: Vietnamese, Hebrew and Arabic need two */
};

/* --- names --- */

/* Given names from the regions that the games are about; short, and easy to read in every language of the page. */
static const char *const GUEST_NAMES[] = {
        "Adil",   "Aida",   "Amina", "Anwar", "Aziza",  "Bahar", "Basim", "Dalia", "Dina",   "Farah", "Farid",
        "Hakim",  "Halima", "Hana",  "Idris", "Jamil",  "Kamal", "Karim", "Laila", "Leyla",  "Lina",  "Malik",
        "Maryam", "Mina",   "Nadia", "Nadir", "Nura",   "Omar",  "Rahim", "Rania", "Reza",   "Salim", "Salma",
        "Samir",  "Samira", "Selim", "Tariq", "Yasmin", "Yusuf", "Zahra", "Zaki",  "Zaynab",
};

void people_guest_name(char name[MAX_PERSON_NAME])
{
        uint32_t names = sizeof GUEST_NAMES / sizeof *GUEST_NAMES;

        snprintf(name, MAX_PERSON_NAME, "%s %u", GUEST_NAMES[randombytes_uniform(names)], randombytes_uniform(GUEST_NUMBERS) + 1);
}

int people_is_guest_name(const char *name)
{
        size_t length = strcspn(name, " ");

        for (size_t i = 0; i < sizeof GUEST_NAMES / sizeof *GUEST_NAMES; i++)
                if (strlen(GUEST_NAMES[i]) == length && memcmp(GUEST_NAMES[i], name, length) == 0)
                        return name[length] == ' ' && name[length + 1] &&
                               strspn(name + length + 1, "0123456789") == strlen(name) - length - 1;
        return 0;
}

/* Invisible characters, direction controls, and spaces other than the usual one: with these, two names could look alike. A
 * quotation mark and a backslash are here so that a name needs no escaping in JSON. */
static const struct {
        int32_t first, last;
} UNSEEN[] = {
        { 0x00, 0x1f },       { '"', '"' },         { '\\', '\\' },        { 0x7f, 0xa0 },       { 0xad, 0xad },
        { 0x34f, 0x34f },     { 0x61c, 0x61c },     { 0x115f, 0x1160 },    { 0x1680, 0x1680 },   { 0x17b4, 0x17b5 },
        { 0x180b, 0x180f },   { 0x2000, 0x200f },   { 0x2028, 0x202f },    { 0x205f, 0x206f },   { 0x2800, 0x2800 },
        { 0x3000, 0x3000 },   { 0x3164, 0x3164 },   { 0xe000, 0xf8ff },    { 0xfe00, 0xfe0f },   { 0xfeff, 0xfeff },
        { 0xffa0, 0xffa0 },   { 0xfdd0, 0xfdef },   { 0xfff0, 0xffff },    { 0x1bca0, 0x1bca3 }, { 0x1d173, 0x1d17a },
        { 0x1fffe, 0x1ffff }, { 0x2fffe, 0x2ffff }, { 0xe0000, 0x10ffff },
};

static int is_seen(int32_t c)
{
        for (size_t i = 0; i < sizeof UNSEEN / sizeof *UNSEEN; i++)
                if (c >= UNSEEN[i].first && c <= UNSEEN[i].last)
                        return 0;
        return c > 0;
}

/* Whether this is a combining mark. */
static int is_mark(int32_t c)
{
        utf8proc_category_t category = utf8proc_category(c);

        return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC || category == UTF8PROC_CATEGORY_ME;
}

/* The number of combining marks at the end of a text, after this character. */
static int marks_after(int marks, int32_t c)
{
        return is_mark(c) && utf8proc_category(c) != UTF8PROC_CATEGORY_MC ? marks + 1 : 0;
}

/* A name without the spaces around it, of at most so many characters; NULL, or why it is none. */
static const struct refusal *clean_name(const char *text, int most, char *name)
{
        char *out = name;
        int32_t c;
        int count = 0, spaces = 0, marks = 0;

        while ((c = utf8_next(&text)) != 0) {
                if (c < 0 || !is_seen(c))
                        return &BAD_NAME;
                marks = marks_after(marks, c);
                if (marks > MAX_MARKS || (is_mark(c) && (!count || spaces)))
                        return &NAME_ACCENTS;
                if (c == ' ') {
                        spaces = count > 0;
                        continue;
                }
                if ((count += 1 + spaces) > most)
                        return &NAME_TOO_LONG;
                if (spaces)
                        *out++ = ' ';
                spaces = 0;
                out += utf8_print(c, out);
        }
        *out = '\0';
        return count ? NULL : &NAME_EMPTY;
}

const struct refusal *people_name(const char *text, char name[MAX_PERSON_NAME])
{
        enum { MOST = (1 + MAX_MARKS) * NAME_CHARACTERS }; /* with accents apart from their letters */
        char written[4 * MOST + 1];
        const struct refusal *wrong = clean_name(text, MOST, written);
        utf8proc_uint8_t *composed;

        if (wrong)
                return wrong;
        composed = utf8proc_NFC((const utf8proc_uint8_t *)written);
        if (!composed)
                return &BAD_NAME;
        wrong = clean_name((const char *)composed, NAME_CHARACTERS, name);
        free(composed);
        return wrong;
}

/* --- chat messages --- */

enum { JOINER = 0x200d, AS_TEXT = 0xfe0e, AS_PICTURE = 0xfe0f };

static int boundary_class(int32_t c)
{
        return utf8proc_get_property(c)->boundclass;
}

static int is_picture(int32_t c)
{
        return boundary_class(c) == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

static int is_space(int32_t c)
{
        utf8proc_category_t category = utf8proc_category(c);

        return (c >= '\t' && c <= '\r') || category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL ||
               category == UTF8PROC_CATEGORY_ZP;
}

/* The text before a character. */
struct before {
        int32_t c;   /* the last character kept; a space at the start */
        int marks;   /* combining marks on it */
        int picture; /* 1: it ends in an emoji, perhaps with a skin tone */
};

/* Whether to keep a character, given the next one (0: the end). */
static int is_kept(const struct before *b, int32_t c, int32_t next)
{
        if (c == JOINER)
                return b->picture && is_picture(next);
        if (c == AS_PICTURE || c == AS_TEXT)
                return is_picture(b->c) || (b->c && strchr("0123456789#*", b->c));
        if (is_mark(c))
                return b->c != ' ' && marks_after(b->marks, c) <= MAX_MARKS;
        return c == '"' || c == '\\' || is_seen(c);
}

int people_words(const char *text, char *words, int cap)
{
        struct before b = { .c = ' ' };
        int32_t c, next = utf8_next(&text);
        int size = 0, end = 0, escaped, bytes;
        char character[4];

        while ((c = next) > 0) {
                next = utf8_next(&text);
                if (is_space(c))
                        c = ' ';
                if (!is_kept(&b, c, next) || (c == ' ' && !size))
                        continue;
                escaped = c == '"' || c == '\\';
                bytes = utf8_print(c, character);
                if (size + escaped + bytes >= cap)
                        return -1;
                if (escaped)
                        words[size++] = '\\';
                memcpy(words + size, character, (size_t)bytes);
                size += bytes;
                end = c == ' ' ? end : size;
                b.picture = is_picture(c) || (b.picture && boundary_class(c) == UTF8PROC_BOUNDCLASS_EXTEND);
                b.marks = c == AS_PICTURE || c == AS_TEXT ? b.marks : marks_after(b.marks, c);
                b.c = c;
        }
        words[end] = '\0';
        return end;
}

/* --- case folding --- */

void people_fold(const char *name, char folded[MAX_PERSON_NAME])
{
        int32_t c;

        while ((c = utf8_next(&name)) > 0)
                folded += utf8_print(utf8proc_tolower(c), folded);
        *folded = '\0';
}

void people_print_time(int64_t at, char text[TIME_TEXT])
{
        time_t seconds = (time_t)(at / 1000);
        struct tm t;

        strftime(text, TIME_TEXT, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &t));
}

/* --- tokens --- */

static struct token_text in_digits(const unsigned char bytes[32])
{
        struct token_text t;

        sodium_bin2hex(t.text, sizeof t.text, bytes, 32);
        return t;
}

struct token_text people_token(void)
{
        unsigned char bytes[32];

        randombytes_buf(bytes, sizeof bytes);
        return in_digits(bytes);
}

struct token_text people_token_hash(const struct token_text *token)
{
        unsigned char hash[crypto_hash_sha256_BYTES];

        crypto_hash_sha256(hash, (const unsigned char *)token->text, TOKEN_TEXT);
        return in_digits(hash);
}

/* The value of a cookie; empty if there is none that could be a token. */
static struct token_text read_cookie(const char *cookies, const char *name)
{
        struct token_text token = { "" };

        for (const char *at = cookies; (at = strstr(at, name)); at++) {
                const char *value = at + strlen(name);

                if ((at > cookies && at[-1] != ' ' && at[-1] != ';') || strspn(value, "0123456789abcdef") != TOKEN_TEXT ||
                    (value[TOKEN_TEXT] && value[TOKEN_TEXT] != ';' && value[TOKEN_TEXT] != ' '))
                        continue;
                snprintf(token.text, sizeof token.text, "%.*s", TOKEN_TEXT, value);
                break;
        }
        return token;
}

int people_read_cookie(const char *cookies, struct token_text *token)
{
        *token = read_cookie(cookies, "serai=");
        return token->text[0] != '\0';
}

void people_print_cookie(const struct token_text *token, int secure, char cookie[MAX_COOKIE])
{
        snprintf(cookie, MAX_COOKIE, "serai=%s; HttpOnly; SameSite=Lax; Path=/; Max-Age=%d%s", token->text,
                 token->text[0] ? COOKIE_SECONDS : 0, secure ? "; Secure" : "");
}

/* --- recovery codes --- */

/* Without those that are read as another: 0, 1, i, l, o. */
static const char CODE_ALPHABET[] = "abcdefghjkmnpqrstuvwxyz23456789";

struct code_text people_code(void)
{
        struct code_text code;
        int size = 0;

        for (int i = 0; i < CODE_LETTERS; i++) {
                if (i && i % 4 == 0)
                        code.text[size++] = '-';
                code.text[size++] = CODE_ALPHABET[randombytes_uniform(sizeof CODE_ALPHABET - 1)];
        }
        code.text[size] = '\0';
        return code;
}

int people_code_hash(const char *typed, struct token_text *hash)
{
        unsigned char letters[CODE_LETTERS], bytes[crypto_hash_sha256_BYTES];
        int count = 0;

        for (; *typed; typed++) {
                int c = *typed >= 'A' && *typed <= 'Z' ? *typed - 'A' + 'a' : *typed;

                if (c == '-' || c == ' ')
                        continue;
                if (count == CODE_LETTERS || !strchr(CODE_ALPHABET, c))
                        return 0;
                letters[count++] = (unsigned char)c;
        }
        if (count < CODE_LETTERS)
                return 0;
        crypto_hash_sha256(bytes, letters, sizeof letters);
        *hash = in_digits(bytes);
        return 1;
}

/* --- devices --- */

struct token_text people_device(int64_t person, const char *password_hash)
{
        static const char WHAT[] = "device";
        unsigned char hash[crypto_auth_hmacsha256_BYTES];
        crypto_auth_hmacsha256_state state;

        crypto_auth_hmacsha256_init(&state, (const unsigned char *)password_hash, strlen(password_hash));
        crypto_auth_hmacsha256_update(&state, (const unsigned char *)WHAT, sizeof WHAT);
        crypto_auth_hmacsha256_update(&state, (const unsigned char *)&person, sizeof person);
        crypto_auth_hmacsha256_final(&state, hash);
        return in_digits(hash);
}

int people_is_device(const char *cookies, int64_t person, const char *password_hash)
{
        struct token_text shown = read_cookie(cookies, "serai-device="), right = people_device(person, password_hash);

        return shown.text[0] && sodium_memcmp(shown.text, right.text, TOKEN_TEXT) == 0;
}

void people_print_device(const struct token_text *device, int secure, char cookie[MAX_COOKIE])
{
        snprintf(cookie, MAX_COOKIE, "serai-device=%s; HttpOnly; SameSite=Strict; Path=/api/enter; Max-Age=%d%s", device->text,
                 COOKIE_SECONDS, secure ? "; Secure" : "");
}

/* --- sessions --- */

struct asker {
        void (*found)(void *whose, const struct person *person, const char *why);
        void *whose;
};

static void on_session(struct work *w)
{
        struct asker *a = work_whose(w);
        const struct rows *r = work_rows(w, 0);
        struct person p = { 0 };

        if (work_outcome(w) != STORE_DONE) {
                a->found(a->whose, NULL, work_why(w));
        } else if (rows_count(r) == 0) {
                a->found(a->whose, NULL, NULL);
        } else {
                p.id = rows_number(r, 0, 0);
                snprintf(p.name, sizeof p.name, "%s", rows_text(r, 0, 1, NULL));
                snprintf(p.login, sizeof p.login, "%s", rows_text(r, 0, 2, NULL));
                p.seen = rows_number(r, 0, 3);
                p.admin = (int)rows_number(r, 0, 4);
                p.bot = (int)rows_number(r, 0, 5);
                p.muted = rows_number(r, 0, 6);
                p.banned = rows_number(r, 0, 7);
                p.news = (int)rows_number(r, 0, 8);
                p.passkey = (int)rows_number(r, 0, 9);
                p.passkeys = (int)rows_number(r, 0, 10);
                a->found(a->whose, &p, NULL);
        }
        free(a);
        work_close(w);
}

static void find(struct store *store, enum statement how, const struct token_text *token,
                 void (*found)(void *whose, const struct person *person, const char *why), void *whose)
{
        struct token_text hash = people_token_hash(token);
        struct asker *a = malloc(sizeof *a);
        struct work *w = work_open(on_session, a);

        if (!a)
                abort();
        a->found = found;
        a->whose = whose;
        work_add(w, how, "t", hash.text); /* without a token this finds nobody */
        store_do(store, w);
}

void people_find(struct store *store, const struct token_text *token,
                 void (*found)(void *whose, const struct person *person, const char *why), void *whose)
{
        find(store, FIND_SESSION, token, found, whose);
}

void people_find_program(struct store *store, const struct token_text *token,
                         void (*found)(void *whose, const struct person *person, const char *why), void *whose)
{
        find(store, FIND_BOT_TOKEN, token, found, whose);
}

int people_read_bearer(const char *field, struct token_text *token)
{
        static const char SCHEME[] = "Bearer ";

        *token = (struct token_text){ "" };
        if (strncasecmp(field, SCHEME, sizeof SCHEME - 1) != 0)
                return 0;
        field += sizeof SCHEME - 1;
        if (strlen(field) != TOKEN_TEXT || strspn(field, "0123456789abcdef") != TOKEN_TEXT)
                return 0;
        memcpy(token->text, field, TOKEN_TEXT + 1);
        return 1;
}
