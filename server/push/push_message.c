/* See push_message.h. */
#include "push_message.h"

#include <stdio.h>
#include <string.h>

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <sodium.h>

enum { SHARED = 32, CEK = 16, NONCE = 12, TAG = 16, RECORD = 4096, LAST_RECORD = 2, HALF_OF_SIGNATURE = 32, VALID = 12 * 3600 };

static void in_base64(const void *bytes, size_t size, char *text, size_t cap)
{
        sodium_bin2base64(text, cap, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* --- keys --- */

static EVP_PKEY *key_of(const struct site_key *k)
{
        const unsigned char *at = k->der;

        return d2i_AutoPrivateKey(NULL, &at, (long)k->size);
}

static int public_of(EVP_PKEY *key, uint8_t point[PUSH_KEY_BYTES])
{
        unsigned char *bytes = NULL;
        int good = EVP_PKEY_get1_encoded_public_key(key, &bytes) == PUSH_KEY_BYTES;

        if (good)
                memcpy(point, bytes, PUSH_KEY_BYTES);
        OPENSSL_free(bytes);
        return good;
}

static int take_key(struct site_key *k, EVP_PKEY *key)
{
        uint8_t point[PUSH_KEY_BYTES];
        unsigned char *at = k->der;
        int size = key ? i2d_PrivateKey(key, NULL) : 0, good = size > 0 && size <= MAX_SITE_KEY && public_of(key, point);

        if (good) {
                k->size = (size_t)i2d_PrivateKey(key, &at);
                in_base64(point, sizeof point, k->text, sizeof k->text);
        }
        EVP_PKEY_free(key);
        return good;
}

int site_key_make(struct site_key *k)
{
        return take_key(k, EVP_EC_gen("P-256"));
}

int site_key_read(struct site_key *k, const void *der, size_t size)
{
        const unsigned char *at = der;

        return take_key(k, d2i_AutoPrivateKey(NULL, &at, (long)size));
}

/* A browser's key, which has to be on the curve. */
static EVP_PKEY *key_at(const uint8_t point[PUSH_KEY_BYTES])
{
        char group[] = "P-256";
        uint8_t copy[PUSH_KEY_BYTES];
        OSSL_PARAM about[] = { OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0),
                               OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, copy, sizeof copy), OSSL_PARAM_END };
        EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL), *check;
        EVP_PKEY *key = NULL;

        memcpy(copy, point, sizeof copy);
        if (!c || EVP_PKEY_fromdata_init(c) <= 0 || EVP_PKEY_fromdata(c, &key, EVP_PKEY_PUBLIC_KEY, about) <= 0)
                key = NULL;
        EVP_PKEY_CTX_free(c);
        check = key ? EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL) : NULL;
        if (key && (!check || EVP_PKEY_public_check(check) <= 0)) {
                EVP_PKEY_free(key);
                key = NULL;
        }
        EVP_PKEY_CTX_free(check);
        return key;
}

int push_keys_read(const char *key, const char *auth, uint8_t point[PUSH_KEY_BYTES], uint8_t secret[PUSH_AUTH_BYTES])
{
        size_t sizes[2];
        EVP_PKEY *found;

        if (sodium_base642bin(point, PUSH_KEY_BYTES, key, strlen(key), NULL, &sizes[0], NULL,
                              sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
            sodium_base642bin(secret, PUSH_AUTH_BYTES, auth, strlen(auth), NULL, &sizes[1], NULL,
                              sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
            sizes[0] != PUSH_KEY_BYTES || sizes[1] != PUSH_AUTH_BYTES || point[0] != 4)
                return 0;
        found = key_at(point);
        EVP_PKEY_free(found);
        return found != NULL;
}

/* --- encryption --- */

static int agree(EVP_PKEY *own, EVP_PKEY *other, uint8_t shared[SHARED])
{
        EVP_PKEY_CTX *c = EVP_PKEY_CTX_new(own, NULL);
        size_t size = SHARED;
        int good = c && EVP_PKEY_derive_init(c) > 0 && EVP_PKEY_derive_set_peer(c, other) > 0 &&
                   EVP_PKEY_derive(c, shared, &size) > 0 && size == SHARED;

        EVP_PKEY_CTX_free(c);
        return good;
}

/* HKDF with SHA-256, RFC 5869. */
static int derive(const void *salt, size_t salt_size, const void *secret, size_t secret_size, const void *info, size_t info_size,
                  uint8_t *out, size_t size)
{
        EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, NULL);
        int good = c && EVP_PKEY_derive_init(c) > 0 && EVP_PKEY_CTX_set_hkdf_md(c, EVP_sha256()) > 0 &&
                   EVP_PKEY_CTX_set1_hkdf_salt(c, salt, (int)salt_size) > 0 &&
                   EVP_PKEY_CTX_set1_hkdf_key(c, secret, (int)secret_size) > 0 &&
                   EVP_PKEY_CTX_add1_hkdf_info(c, info, (int)info_size) > 0 && EVP_PKEY_derive(c, out, &size) > 0;

        EVP_PKEY_CTX_free(c);
        return good;
}

/* AES-128-GCM of one record, the last. */
static int seal(const uint8_t key[CEK], const uint8_t nonce[NONCE], const char *text, size_t size, uint8_t *out)
{
        static const uint8_t END = LAST_RECORD;
        EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
        int done, last,
                good = c && EVP_EncryptInit_ex(c, EVP_aes_128_gcm(), NULL, key, nonce) > 0 &&
                       EVP_EncryptUpdate(c, out, &done, (const unsigned char *)text, (int)size) > 0 &&
                       EVP_EncryptUpdate(c, out + size, &done, &END, 1) > 0 && EVP_EncryptFinal_ex(c, out + size + 1, &last) > 0 &&
                       EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_GET_TAG, TAG, out + size + 1) > 0;

        EVP_CIPHER_CTX_free(c);
        return good;
}

size_t push_encrypt(const uint8_t point[PUSH_KEY_BYTES], const uint8_t secret[PUSH_AUTH_BYTES], const char *text, size_t size,
                    uint8_t body[MAX_PUSH_BODY], const struct site_key *own, const uint8_t *salt)
{
        static const char KEYS[] = "WebPush: info", CONTENT[] = "Content-Encoding: aes128gcm",
                          COUNTER[] = "Content-Encoding: nonce";
        enum { HEAD = PUSH_SALT_BYTES + 4 + 1 + PUSH_KEY_BYTES };
        uint8_t *mine = body + HEAD - PUSH_KEY_BYTES, info[sizeof KEYS + 2 * PUSH_KEY_BYTES], shared[SHARED], ikm[SHARED], key[CEK],
                nonce[NONCE];
        EVP_PKEY *us = own ? key_of(own) : EVP_EC_gen("P-256"), *them = key_at(point);
        int good = us && them && size <= MAX_PUSH_TEXT && public_of(us, mine) && agree(us, them, shared);

        if (good && salt)
                memcpy(body, salt, PUSH_SALT_BYTES);
        else if (good)
                good = RAND_bytes(body, PUSH_SALT_BYTES) == 1;
        body[PUSH_SALT_BYTES] = body[PUSH_SALT_BYTES + 1] = body[PUSH_SALT_BYTES + 3] = 0;
        body[PUSH_SALT_BYTES + 2] = RECORD >> 8;
        body[PUSH_SALT_BYTES + 4] = PUSH_KEY_BYTES;
        memcpy(info, KEYS, sizeof KEYS); /* with its NUL */
        memcpy(info + sizeof KEYS, point, PUSH_KEY_BYTES);
        memcpy(info + sizeof KEYS + PUSH_KEY_BYTES, mine, PUSH_KEY_BYTES);
        good = good && derive(secret, PUSH_AUTH_BYTES, shared, SHARED, info, sizeof info, ikm, sizeof ikm) &&
               derive(body, PUSH_SALT_BYTES, ikm, sizeof ikm, CONTENT, sizeof CONTENT, key, sizeof key) &&
               derive(body, PUSH_SALT_BYTES, ikm, sizeof ikm, COUNTER, sizeof COUNTER, nonce, sizeof nonce) &&
               seal(key, nonce, text, size, body + HEAD);
        EVP_PKEY_free(us);
        EVP_PKEY_free(them);
        sodium_memzero(shared, sizeof shared);
        sodium_memzero(ikm, sizeof ikm);
        return good ? HEAD + size + 1 + TAG : 0;
}

/* --- the site's signature: a JSON Web Token with ES256 --- */

static int sign(EVP_PKEY *key, const char *text, uint8_t signature[2 * HALF_OF_SIGNATURE])
{
        unsigned char der[128];
        const unsigned char *at = der;
        size_t size = sizeof der;
        EVP_MD_CTX *c = EVP_MD_CTX_new();
        ECDSA_SIG *parts = NULL;
        int good = c && EVP_DigestSignInit(c, NULL, EVP_sha256(), NULL, key) > 0 &&
                   EVP_DigestSign(c, der, &size, (const unsigned char *)text, strlen(text)) > 0 &&
                   (parts = d2i_ECDSA_SIG(NULL, &at, (long)size)) &&
                   BN_bn2binpad(ECDSA_SIG_get0_r(parts), signature, HALF_OF_SIGNATURE) == HALF_OF_SIGNATURE &&
                   BN_bn2binpad(ECDSA_SIG_get0_s(parts), signature + HALF_OF_SIGNATURE, HALF_OF_SIGNATURE) == HALF_OF_SIGNATURE;

        ECDSA_SIG_free(parts);
        EVP_MD_CTX_free(c);
        return good;
}

int push_authorize(const struct site_key *k, const char *audience, const char *contact, int64_t now, char field[MAX_VAPID])
{
        static const char HEAD[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
        char claims[2 * MAX_ORIGIN + 64], head[64], body[4 * sizeof claims / 3 + 4], signed_text[sizeof head + sizeof body + 1],
                proof[96];
        uint8_t signature[2 * HALF_OF_SIGNATURE];
        EVP_PKEY *key = key_of(k);
        int size = snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld,\"sub\":\"%s\"}", audience,
                            (long long)(now / 1000 + VALID), contact),
            good;

        in_base64(HEAD, sizeof HEAD - 1, head, sizeof head);
        in_base64(claims, (size_t)size < sizeof claims ? (size_t)size : 0, body, sizeof body);
        snprintf(signed_text, sizeof signed_text, "%s.%s", head, body);
        good = key && (size_t)size < sizeof claims && sign(key, signed_text, signature);
        EVP_PKEY_free(key);
        if (!good)
                return 0;
        in_base64(signature, sizeof signature, proof, sizeof proof);
        return snprintf(field, MAX_VAPID, "Authorization: vapid t=%s.%s, k=%s", signed_text, proof, k->text) < MAX_VAPID;
}
