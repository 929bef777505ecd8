/* People: names, tokens, sessions.
 *
 * Everybody is a person with a name: first a guest with a generated one, later perhaps with a login. A browser authenticates by a
 * token in a cookie; the store has only the token's hash, so that reading the store is not enough to log in. */
#ifndef SERAI_PEOPLE_H
#define SERAI_PEOPLE_H

#include "../../table/protocol.h"
#include "../store/store.h"

enum {
        NAME_CHARACTERS = 24,
        MAX_PERSON_NAME = 4 * NAME_CHARACTERS + 1,
        TOKEN_TEXT = 64, /* 32 bytes in hexadecimal, as is its hash */
        MAX_COOKIE = 192,
};

struct person {
        int64_t id;
        char name[MAX_PERSON_NAME];  /* needs no escaping in JSON */
        char login[MAX_PERSON_NAME]; /* "" for a guest */
        int64_t seen;                /* when this session was last used, to within a day */
        int admin, bot;              /* 1: is an administrator; is a program */
        int64_t muted, banned;       /* until when; 0: not */
        int news;                    /* reports of this person that are settled, which they have not been told */
        int passkey, passkeys;       /* 1: this session was opened with one; how many the person has */
};

/* --- names --- */

/* Reads a name: trimmed, 1 to NAME_CHARACTERS visible characters, in normal form NFC. NULL, or why it is not a name. */
const struct refusal *people_name(const char *text, char name[MAX_PERSON_NAME]);

/* Cleans a chat message, and escapes it for JSON: without invisible characters and direction controls, at most two marks on a
 * letter, plain spaces. Emoji sequences are kept. Returns the length, 0 if nothing is left, -1 if it does not fit. */
int people_words(const char *text, char *words, int cap);

/* A name in small letters, by which a login is found; see skeleton.h for logins that look alike. */
void people_fold(const char *name, char folded[MAX_PERSON_NAME]);

/* A random name for a guest; whether a name is such a one. */
void people_guest_name(char name[MAX_PERSON_NAME]);
int people_is_guest_name(const char *name);

/* A time for people and pages, in UTC: 2026-11-20T10:00:00Z. */
enum { TIME_TEXT = 32 };
void people_print_time(int64_t at, char text[TIME_TEXT]);

/* --- tokens --- */

struct token_text {
        char text[TOKEN_TEXT + 1];
};

/* A new token, and the hash that the store keeps. */
struct token_text people_token(void);
struct token_text people_token_hash(const struct token_text *token);

/* Reads the token from a Cookie header; 0, and an empty one, if there is none. Writes a Set-Cookie header; with an empty token,
 * one that deletes the cookie. */
int people_read_cookie(const char *cookies, struct token_text *token);
void people_print_cookie(const struct token_text *token, int secure, char cookie[MAX_COOKIE]);

/* --- recovery codes: on paper, each opens the account once --- */

enum { RECOVERY_CODES = 8, CODE_LETTERS = 16 };

struct code_text {
        char text[CODE_LETTERS + CODE_LETTERS / 4]; /* K7QM-… */
};

/* A new code of 79 bits; the hash of one as somebody typed it, with or without hyphens. 0: it is not one. */
struct code_text people_code(void);
int people_code_hash(const char *typed, struct token_text *hash);

/* --- devices ---
 *
 * A device that a person has logged in from keeps a proof of that in a second cookie, so that password guessing elsewhere cannot
 * lock them out there (api.c). It is derived from the password's hash: the store need not keep it, and a new password invalidates
 * it. */

struct token_text people_device(int64_t person, const char *password_hash);
int people_is_device(const char *cookies, int64_t person, const char *password_hash);
void people_print_device(const struct token_text *device, int secure, char cookie[MAX_COOKIE]);

/* --- sessions --- */

/* Finds the person of a token. `found` is called once, later: with the person; or with NULL, and the reason if the store failed,
 * NULL if the token is unknown. */
void people_find(struct store *store, const struct token_text *token,
                 void (*found)(void *whose, const struct person *person, const char *why), void *whose);

/* The same for a program's token, from an Authorization header (docs/bot-api.md). */
void people_find_program(struct store *store, const struct token_text *token,
                         void (*found)(void *whose, const struct person *person, const char *why), void *whose);

/* Reads the token of "Bearer …"; 0, and an empty one, if it is none. */
int people_read_bearer(const char *field, struct token_text *token);

#endif
