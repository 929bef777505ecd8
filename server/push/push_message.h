/* A notice as a push service takes it: encrypted for one browser (RFC 8291, RFC 8188), and signed with the key of this site
 * (RFC 8292). The cryptography is OpenSSL's. */
#ifndef SERAI_PUSH_MESSAGE_H
#define SERAI_PUSH_MESSAGE_H

#include <stddef.h>
#include <stdint.h>

enum {
        PUSH_KEY_BYTES = 65, /* a point of P-256, uncompressed */
        PUSH_AUTH_BYTES = 16,
        PUSH_SALT_BYTES = 16,
        PUSH_KEY_TEXT = 88, /* in base64 */
        PUSH_AUTH_TEXT = 24,
        MAX_ENDPOINT = 1024,
        MAX_ORIGIN = 256,
        MAX_PUSH_TEXT = 512,
        MAX_PUSH_BODY = PUSH_SALT_BYTES + 4 + 1 + PUSH_KEY_BYTES + MAX_PUSH_TEXT + 1 + 16,
        MAX_VAPID = 1024,
        MAX_SITE_KEY = 256
};

/* The site's key, as stored (DER), and its public half in base64. */
struct site_key {
        unsigned char der[MAX_SITE_KEY];
        size_t size;
        char text[PUSH_KEY_TEXT];
};

/* A new key; one that was stored. 0: that is not possible. */
int site_key_make(struct site_key *k);
int site_key_read(struct site_key *k, const void *der, size_t size);

/* Reads a browser's key and secret from base64. 0: they are none: the point has to be on the curve. */
int push_keys_read(const char *key, const char *auth, uint8_t point[PUSH_KEY_BYTES], uint8_t secret[PUSH_AUTH_BYTES]);

/* Encrypts a text of at most MAX_PUSH_TEXT bytes; returns the size of the body, or 0. `own` (DER, as a site_key) and the salt are
 * for tests; NULL: new ones. */
size_t push_encrypt(const uint8_t point[PUSH_KEY_BYTES], const uint8_t secret[PUSH_AUTH_BYTES], const char *text, size_t size,
                    uint8_t body[MAX_PUSH_BODY], const struct site_key *own, const uint8_t *salt);

/* The header field `Authorization` for a push service, valid for half a day; `contact` is an address where its operators find us.
 * 0: it failed. */
int push_authorize(const struct site_key *k, const char *audience, const char *contact, int64_t now, char field[MAX_VAPID]);

#endif
