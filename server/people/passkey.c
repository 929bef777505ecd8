/* WebAuthn's client data, authenticator data and signatures; see passkey.h. */
#include "passkey.h"

#include <stdio.h>
#include <string.h>

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/x509.h>
#include <sodium.h>

#include "../../table/message.h"

enum {
        RP_HASH = 32,
        HEAD = RP_HASH + 1 + 4, /* hash of the host, flags, counter */
        ATTESTED = 16 + 2,      /* the maker's id, the length of the passkey's */
        USER_PRESENT = 1,
        USER_VERIFIED = 4,
        HAS_PASSKEY = 64,
        LEAST_RSA = 2048
};

int passkey_read_client(const void *json, size_t size, enum passkey_deed deed, struct passkey_client *client)
{
        static const char *const TYPES[] = { [PASSKEY_CREATE] = "webauthn.create", [PASSKEY_GET] = "webauthn.get" };
        struct message m;
        char type[32];
        int good;

        if (!message_open(&m, json, size))
                return 0;
        good = message_plain(&m, message_member(&m, WHOLE_MESSAGE, "type"), type, sizeof type) && strcmp(type, TYPES[deed]) == 0 &&
               message_plain(&m, message_member(&m, WHOLE_MESSAGE, "challenge"), client->challenge, sizeof client->challenge) &&
               message_plain(&m, message_member(&m, WHOLE_MESSAGE, "origin"), client->origin, sizeof client->origin);
        message_close(&m);
        return good;
}

/* The name of a host without its port. */
static size_t length_of_name(const char *host)
{
        return *host == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
}

int passkey_read_data(const uint8_t *data, size_t size, const char *host, struct passkey_data *out)
{
        unsigned char hash[crypto_hash_sha256_BYTES];
        char name[MAX_PASSKEY_ORIGIN];
        size_t length = length_of_name(host);
        int flags;

        memset(out, 0, sizeof *out);
        if (size < HEAD || length >= sizeof name)
                return 0;
        for (size_t i = 0; i < length; i++)
                name[i] = (char)(host[i] >= 'A' && host[i] <= 'Z' ? host[i] - 'A' + 'a' : host[i]);
        crypto_hash_sha256(hash, (const unsigned char *)name, length);
        flags = data[RP_HASH];
        if (memcmp(hash, data, sizeof hash) != 0 || !(flags & USER_PRESENT) || !(flags & USER_VERIFIED))
                return 0;
        out->counter = (uint32_t)data[33] << 24 | (uint32_t)data[34] << 16 | (uint32_t)data[35] << 8 | data[36];
        if (!(flags & HAS_PASSKEY))
                return 1;
        if (size < HEAD + ATTESTED)
                return 0;
        out->id_at = HEAD + ATTESTED;
        out->id_size = (size_t)(data[HEAD + 16] << 8 | data[HEAD + 17]);
        return out->id_size > 0 && out->id_size <= size - out->id_at;
}

static EVP_PKEY *read_key(const uint8_t *key, size_t size)
{
        const unsigned char *at = key;
        EVP_PKEY *read = d2i_PUBKEY(NULL, &at, (long)size);
        char group[32];
        int good = 0;

        if (!read)
                return NULL;
        switch (EVP_PKEY_base_id(read)) {
        case EVP_PKEY_EC:
                good = EVP_PKEY_get_group_name(read, group, sizeof group, NULL) && strcmp(group, SN_X9_62_prime256v1) == 0;
                break;
        case EVP_PKEY_RSA:
                good = EVP_PKEY_bits(read) >= LEAST_RSA;
                break;
        case EVP_PKEY_ED25519:
                good = 1;
        }
        if (good && at == key + size)
                return read;
        EVP_PKEY_free(read);
        return NULL;
}

int passkey_is_key(const uint8_t *key, size_t size)
{
        EVP_PKEY *read = read_key(key, size);

        EVP_PKEY_free(read);
        return read != NULL;
}

int passkey_is_signed(const uint8_t *key, size_t key_size, const uint8_t *data, size_t data_size, const void *client,
                      size_t client_size, const uint8_t *signature, size_t signature_size)
{
        uint8_t text[MAX_PASSKEY_DATA + crypto_hash_sha256_BYTES];
        EVP_PKEY *read = read_key(key, key_size);
        EVP_MD_CTX *ctx = EVP_MD_CTX_new();
        int right = 0;

        if (read && ctx && data_size <= MAX_PASSKEY_DATA) {
                const EVP_MD *md = EVP_PKEY_base_id(read) == EVP_PKEY_ED25519 ? NULL : EVP_sha256();

                memcpy(text, data, data_size);
                crypto_hash_sha256(text + data_size, client, client_size);
                right = EVP_DigestVerifyInit(ctx, NULL, md, NULL, read) == 1 &&
                        EVP_DigestVerify(ctx, signature, signature_size, text, data_size + crypto_hash_sha256_BYTES) == 1;
        }
        EVP_MD_CTX_free(ctx);
        EVP_PKEY_free(read);
        return right;
}

void passkey_print(const uint8_t *bytes, size_t size, char *out, size_t cap)
{
        sodium_bin2base64(out, cap, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

size_t passkey_parse(const char *text, uint8_t *out, size_t cap)
{
        size_t size;
        const char *end;

        if (sodium_base642bin(out, cap, text, strlen(text), NULL, &size, &end, sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
            *end)
                return 0;
        return size;
}
