/* API handlers for passkeys: a challenge, a new passkey, logging in with one; see api.h.
 *
 * A challenge is stored by its hash, so that any server of a cluster can take the answer, once, within ten minutes. */
#include "api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "../clock.h"
#include "../people/passkey.h"
#include "../people/user_agent.h"
#include "../store/new_id.h"

static const int64_t CHALLENGE_LIVES = 600000;
static const struct limit CHALLENGES = { .burst = 20, .every = 3000 };

/* What the body says, decoded. */
struct said {
        char id[MAX_PASSKEY_ID], client[MAX_PASSKEY_CLIENT];
        uint8_t key[MAX_PASSKEY_KEY], data[MAX_PASSKEY_DATA], signature[MAX_PASSKEY_SIGNATURE];
        size_t client_size, key_size, data_size, signature_size;
        struct token_text challenge; /* its hash */
        struct passkey_data about;
};

static void refuse_passkey(struct call *c)
{
        call_refuse(c, FORBIDDEN, &WRONG_PASSKEY);
}

/* --- challenges --- */

static struct token_text challenge_hash(const char *challenge)
{
        unsigned char hash[crypto_hash_sha256_BYTES];
        struct token_text text;

        crypto_hash_sha256(hash, (const unsigned char *)challenge, strlen(challenge));
        sodium_bin2hex(text.text, sizeof text.text, hash, sizeof hash);
        return text;
}

static void write_challenge(struct json *j, const void *challenge)
{
        write_format(j, "{\"challenge\":\"%s\"}", (const char *)challenge);
}

static void then_tell_challenge(struct call *c, struct work *w)
{
        (void)w;
        call_answer(c, OK, write_challenge, c->argument);
}

_Static_assert((int)MAX_CHALLENGE <= (int)MAX_ARGUMENT, "a challenge fits where a call keeps it");

void run_challenge(struct call *c)
{
        uint8_t bytes[32];
        struct token_text hash;
        int64_t now = (int64_t)clock_now();
        struct work *w;

        if (!server_allows(c->server, c->address, NEW_CHALLENGE, CHALLENGES)) {
                call_refuse(c, TOO_MANY_REQUESTS, &TOO_MANY_TRIES);
                return;
        }
        randombytes_buf(bytes, sizeof bytes);
        passkey_print(bytes, sizeof bytes, c->argument, sizeof c->argument);
        hash = challenge_hash(c->argument);
        w = call_work(c, then_tell_challenge);
        work_add(w, DROP_CHALLENGES, "i", now - CHALLENGE_LIVES);
        work_add(w, ADD_CHALLENGE, "ti", hash.text, now);
        store_do(c->server->store, w);
}

/* --- reading --- */

/* A member with base64url of at most `cap` bytes; 0: it is missing or not valid. */
static size_t bytes_in(struct call *c, const char *key, uint8_t *out, size_t cap)
{
        char text[MAX_BODY];
        int found = message_plain(&c->message, message_member(&c->message, WHOLE_MESSAGE, key), text, sizeof text);

        return found ? passkey_parse(text, out, cap) : 0;
}

/* Reads the body. 0: it is not valid, or not for this site. */
static int read_said(struct call *c, enum passkey_deed deed, struct said *s)
{
        struct passkey_client client;
        int id = message_member(&c->message, WHOLE_MESSAGE, "id");

        if (!c->request || !message_plain(&c->message, id, s->id, sizeof s->id))
                return 0;
        s->client_size = bytes_in(c, "client", (uint8_t *)s->client, sizeof s->client);
        s->data_size = bytes_in(c, "data", s->data, sizeof s->data);
        s->key_size = bytes_in(c, "key", s->key, sizeof s->key);
        s->signature_size = bytes_in(c, "signature", s->signature, sizeof s->signature);
        if (!passkey_read_client(s->client, s->client_size, deed, &client) || !http_is_origin(c->request, client.origin) ||
            !passkey_read_data(s->data, s->data_size, c->request->field[HOST], &s->about))
                return 0;
        s->challenge = challenge_hash(client.challenge);
        return 1;
}

static void find_challenge(struct work *w, const struct said *s)
{
        work_add(w, FIND_CHALLENGE, "ti", s->challenge.text, (int64_t)clock_now() - CHALLENGE_LIVES);
}

/* --- a new passkey --- */

/* Whether its id is the one in the authenticator's data, and its key is one that is accepted. */
static int is_new_passkey(const struct said *s)
{
        char id[MAX_PASSKEY_ID];

        if (!s->about.id_size || s->about.id_size * 4 / 3 + 4 > sizeof id)
                return 0;
        passkey_print(s->data + s->about.id_at, s->about.id_size, id, sizeof id);
        return strcmp(id, s->id) == 0 && passkey_is_key(s->key, s->key_size);
}

static void then_have_passkey(struct call *c, struct work *w)
{
        if (work_outcome(w) == STORE_DONE)
                call_done(c);
        else
                refuse_passkey(c);
}

static void then_add_passkey(struct call *c, struct work *found)
{
        struct said s;
        char device[MAX_DEVICE_NAME];
        struct work *w;

        if (!read_said(c, PASSKEY_CREATE, &s) || !rows_count(work_rows(found, 0))) {
                refuse_passkey(c);
                return;
        }
        if (rows_count(work_rows(found, 1)) >= MAX_PASSKEYS) {
                call_refuse(c, CONFLICT, &TOO_MANY_PASSKEYS);
                return;
        }
        user_agent_name(c->request->field[USER_AGENT], device);
        w = call_work(c, then_have_passkey);
        work_add(w, USE_CHALLENGE, "ti", s.challenge.text, id_make());
        work_add(w, ADD_PASSKEY, "tiibit", s.id, c->who.id, (int64_t)clock_now(), s.key, s.key_size, (int64_t)s.about.counter,
                 device);
        store_do(c->server->store, w);
}

static void add_passkey(struct call *c)
{
        struct said s;
        struct work *w;

        if (!read_said(c, PASSKEY_CREATE, &s)) {
                refuse_passkey(c); /* the request has gone */
                return;
        }
        w = call_work(c, then_add_passkey);
        find_challenge(w, &s);
        work_add(w, PASSKEYS_OF, "i", c->who.id);
        store_do(c->server->store, w);
}

void run_passkey(struct call *c)
{
        struct said s;

        if (read_said(c, PASSKEY_CREATE, &s) && is_new_passkey(&s))
                confirm_password(c, "password", add_passkey);
        else
                refuse_passkey(c);
}

/* --- logging in with one --- */

static void then_check_passkey(struct call *c, struct work *found)
{
        const struct rows *r = work_rows(found, 1);
        const char *key;
        struct token_text hash;
        struct said s;
        struct work *w;
        size_t size;

        if (!read_said(c, PASSKEY_GET, &s) || !rows_count(work_rows(found, 0)) || !rows_count(r)) {
                refuse_passkey(c);
                return;
        }
        key = rows_text(r, 0, PASSKEY_KEY, &size);
        if (!passkey_is_signed((const uint8_t *)key, size, s.data, s.data_size, s.client, s.client_size, s.signature,
                               s.signature_size)) {
                refuse_passkey(c);
                return;
        }
        c->before = c->who.id;
        memset(&c->who, 0, sizeof c->who);
        c->who.id = rows_number(r, 0, PASSKEY_PERSON);
        snprintf(c->who.name, sizeof c->who.name, "%s", rows_text(r, 0, PASSKEY_NAME, NULL));
        snprintf(c->who.login, sizeof c->who.login, "%s", rows_text(r, 0, PASSKEY_LOGIN, NULL));
        c->who.banned = rows_number(r, 0, PASSKEY_BANNED);
        if (!may_enter(c))
                return;
        w = enter_work(c, 1, &hash);
        work_add(w, USE_CHALLENGE, "ti", s.challenge.text, id_make());
        work_add(w, USE_PASSKEY, "ti", s.id, (int64_t)s.about.counter);
        store_do(c->server->store, w);
}

void run_passkey_enter(struct call *c)
{
        struct said s;
        struct work *w;

        if (!may_try_password(c))
                return;
        if (!read_said(c, PASSKEY_GET, &s)) {
                refuse_passkey(c);
                return;
        }
        w = call_work(c, then_check_passkey);
        find_challenge(w, &s);
        work_add(w, FIND_PASSKEY, "t", s.id);
        store_do(c->server->store, w);
}

/* --- removing one --- */

static void then_be_removed(struct call *c, struct work *w)
{
        (void)w;
        call_done(c);
}

void run_passkey_remove(struct call *c)
{
        char id[MAX_PASSKEY_ID];
        struct work *w;

        if (!call_text(c, "id", id, sizeof id))
                return;
        w = call_work(c, then_be_removed);
        work_add(w, DROP_PASSKEY, "it", c->who.id, id);
        store_do(c->server->store, w);
}
