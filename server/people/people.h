/* Who somebody is.
 *
 * Everybody is a person with a name: first a guest with a made-up one, later perhaps somebody with a login. A browser proves who it
 * is by a token in a cookie; the store has only the token's hash, so that whoever reads the store cannot come in with it. */
#ifndef SERAI_PEOPLE_H
#define SERAI_PEOPLE_H

#include "../../table/protocol.h"
#include "../store/store.h"

enum {
        NAME_CHARACTERS = 24,
        MAX_PERSON_NAME = 4 * NAME_CHARACTERS + 1,
        TOKEN_TEXT = 64, /* 32 bytes in hexadecimal digits, as is its hash */
        MAX_COOKIE = 192,
};

struct person {
        int64_t id;
        char name[MAX_PERSON_NAME];  /* stands in JSON as it is */
        char login[MAX_PERSON_NAME]; /* "" for a guest */
        int64_t seen;                /* when they came to this device's page last, to within a day */
};

/* --- names --- */

/* The name in a text: without the spaces around it, of 1 to NAME_CHARACTERS characters that can be seen, in Unicode's normal form
 * C. NULL, or why it is none. */
const struct refusal *people_name(const char *text, char name[MAX_PERSON_NAME]);

/* What somebody says, as it is told to others, and stands in JSON: without what cannot be seen or turns the text around, with at
 * most two accents on a letter, and with plain spaces. Emoji that are made of several characters stay. Returns the length, 0 if
 * nothing is left, -1 if it does not fit. */
int people_words(const char *text, char *words, int cap);

/* A name in small letters, by which a login is found; skeleton.h says which logins look alike. */
void people_fold(const char *name, char folded[MAX_PERSON_NAME]);

/* A name for a guest. */
void people_guest_name(char name[MAX_PERSON_NAME]);

/* --- tokens --- */

struct token_text {
        char text[TOKEN_TEXT + 1];
};

/* A new one, and what the store keeps of one. */
struct token_text people_token(void);
struct token_text people_token_hash(const struct token_text *token);

/* The token in a Cookie header; 0, and an empty one, if there is none. The Set-Cookie header with one; with an empty one, it is
 * taken away. */
int people_read_cookie(const char *cookies, struct token_text *token);
void people_print_cookie(const struct token_text *token, int secure, char cookie[MAX_COOKIE]);

/* --- devices ---
 *
 * A device that somebody has logged in from keeps a proof of that in a second cookie, so that strangers who try out passwords
 * cannot lock them out there (api.c). It is made of the password's hash: the store need not know it, and a new password ends it. */

struct token_text people_device(int64_t person, const char *password_hash);
int people_is_device(const char *cookies, int64_t person, const char *password_hash);
void people_print_device(const struct token_text *device, int secure, char cookie[MAX_COOKIE]);

/* --- finding --- */

/* Finds whose a token is. `found` is called once, later: with a person, or with NULL and then with the reason if it could not be
 * found out, NULL if it is nobody's. */
void people_find(struct store *store, const struct token_text *token,
                 void (*found)(void *whose, const struct person *person, const char *why), void *whose);

#endif
