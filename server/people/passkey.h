/* Passkeys (WebAuthn, level 2): what a browser says about one, and whether its signature is right.
 *
 * A new passkey comes with its public key as SubjectPublicKeyInfo, as browsers give it (getPublicKey). No attestation is asked
 * for: it would prove the maker of the device, not the person; so there is no CBOR to parse. */
#ifndef SERAI_PASSKEY_H
#define SERAI_PASSKEY_H

#include <stddef.h>
#include <stdint.h>

enum {
        MAX_PASSKEY_ID = 512, /* characters, in base64url */
        MAX_PASSKEY_KEY = 600,
        MAX_PASSKEY_DATA = 600,
        MAX_PASSKEY_CLIENT = 1024,
        MAX_PASSKEY_SIGNATURE = 520,
        MAX_CHALLENGE = 44, /* 32 bytes in base64url, and a NUL */
        MAX_PASSKEY_ORIGIN = 300,
        MAX_PASSKEYS = 10 /* of a person */
};

/* What the browser was asked to do. */
enum passkey_deed { PASSKEY_CREATE, PASSKEY_GET };

/* The collected client data: JSON. */
struct passkey_client {
        char challenge[MAX_CHALLENGE];
        char origin[MAX_PASSKEY_ORIGIN];
};

/* 0: it is not valid, or about another deed. */
int passkey_read_client(const void *json, size_t size, enum passkey_deed deed, struct passkey_client *client);

/* The authenticator data: for the host of the page, by a person who was there and has unlocked it. */
struct passkey_data {
        uint32_t counter;
        size_t id_at, id_size; /* of a new passkey; size 0: there is none */
};

/* 0: it is not valid, or not for this host ("serai.example:8080"). */
int passkey_read_data(const uint8_t *data, size_t size, const char *host, struct passkey_data *out);

/* Whether this is a public key that is accepted: P-256, Ed25519, or RSA with 2048 bits or more. */
int passkey_is_key(const uint8_t *key, size_t size);

/* Whether a signature over the two is right. */
int passkey_is_signed(const uint8_t *key, size_t key_size, const uint8_t *data, size_t data_size, const void *client,
                      size_t client_size, const uint8_t *signature, size_t signature_size);

/* Bytes as base64url without padding; `out` has room for 4/3 of them and 2. The size of what is written there as bytes, or 0. */
void passkey_print(const uint8_t *bytes, size_t size, char *out, size_t cap);
size_t passkey_parse(const char *text, uint8_t *out, size_t cap);

#endif
