/* Web Push: encryption as in the example of RFC 8291, keys, signatures, and which addresses notices may go to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/x509.h>
#include <sodium.h>

#include "../../server/push/push_address.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))

static size_t bytes_of(const char *text, uint8_t *out, size_t cap)
{
        size_t size = 0;

        assert_int_equal(sodium_base642bin(out, cap, text, strlen(text), NULL, &size, NULL,
                                           sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                         0);
        return size;
}

/* A private key as the RFC writes it. */
static struct site_key key_of(const char *secret, const char *point)
{
        uint8_t d[32], q[PUSH_KEY_BYTES];
        struct site_key k = { .size = 0 };
        unsigned char *at = k.der;
        OSSL_PARAM_BLD *b = OSSL_PARAM_BLD_new();
        EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
        EVP_PKEY *key = NULL;
        BIGNUM *number;
        OSSL_PARAM *about;

        bytes_of(secret, d, sizeof d);
        bytes_of(point, q, sizeof q);
        number = BN_bin2bn(d, sizeof d, NULL);
        OSSL_PARAM_BLD_push_utf8_string(b, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0);
        OSSL_PARAM_BLD_push_octet_string(b, OSSL_PKEY_PARAM_PUB_KEY, q, sizeof q);
        OSSL_PARAM_BLD_push_BN(b, OSSL_PKEY_PARAM_PRIV_KEY, number);
        about = OSSL_PARAM_BLD_to_param(b);
        assert_true(EVP_PKEY_fromdata_init(c) > 0 && EVP_PKEY_fromdata(c, &key, EVP_PKEY_KEYPAIR, about) > 0);
        k.size = (size_t)i2d_PrivateKey(key, &at);
        EVP_PKEY_free(key);
        EVP_PKEY_CTX_free(c);
        OSSL_PARAM_free(about);
        OSSL_PARAM_BLD_free(b);
        BN_free(number);
        return k;
}

static const char BROWSER[] = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                  SECRET[] = "BTBZMqHH6r4Tts7J_aSIgg";

TEST(the_example_of_rfc_8291_is_encrypted_byte_by_byte) /* RFC 8291, 5 */
{
        static const char
                TEXT[] = "When I grow up, I want to be a watermelon",
                BODY[] = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8"
                         "wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        struct site_key own = key_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
                                     "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        uint8_t point[PUSH_KEY_BYTES], secret[PUSH_AUTH_BYTES], salt[PUSH_SALT_BYTES], body[MAX_PUSH_BODY], expected[MAX_PUSH_BODY];
        size_t size = bytes_of(BODY, expected, sizeof expected);

        assert_true(push_keys_read(BROWSER, SECRET, point, secret));
        bytes_of("DGv6ra1nlYgDCS1FRnbzlw", salt, sizeof salt);
        assert_int_equal(push_encrypt(point, secret, TEXT, strlen(TEXT), body, &own, salt), size);
        assert_memory_equal(body, expected, size);
}

TEST(two_notices_of_one_text_are_different)
{
        uint8_t point[PUSH_KEY_BYTES], secret[PUSH_AUTH_BYTES], one[MAX_PUSH_BODY], two[MAX_PUSH_BODY];
        size_t size;

        assert_true(push_keys_read(BROWSER, SECRET, point, secret));
        size = push_encrypt(point, secret, "{}", 2, one, NULL, NULL);
        assert_true(size > 0);
        assert_int_equal(push_encrypt(point, secret, "{}", 2, two, NULL, NULL), size);
        assert_memory_not_equal(one, two, size);
}

TEST(keys_of_browsers_are_checked)
{
        uint8_t point[PUSH_KEY_BYTES], secret[PUSH_AUTH_BYTES];
        char off[PUSH_KEY_TEXT];

        assert_true(push_keys_read(BROWSER, SECRET, point, secret));
        assert_false(push_keys_read("", SECRET, point, secret));
        assert_false(push_keys_read(BROWSER, "", point, secret));
        assert_false(push_keys_read(BROWSER, BROWSER, point, secret));
        assert_false(push_keys_read("BCVx", SECRET, point, secret));
        assert_false(push_keys_read("not base64 at all", SECRET, point, secret));
        strcpy(off, BROWSER); /* a point that is not on the curve */
        off[40] = off[40] == 'A' ? 'B' : 'A';
        assert_false(push_keys_read(off, SECRET, point, secret));
}

TEST(a_site_key_is_read_as_it_was_made)
{
        struct site_key made, read;

        assert_true(site_key_make(&made));
        assert_int_equal(strlen(made.text), 87);
        assert_true(site_key_read(&read, made.der, made.size));
        assert_string_equal(read.text, made.text);
        assert_false(site_key_read(&read, "nonsense", 8));
}

/* The signature in a header field is that of the key in it. */
TEST(a_signature_is_valid) /* RFC 8292, 2 and 3 */
{
        struct site_key k;
        char field[MAX_VAPID], claims[512], *token, *proof, *key;
        uint8_t signature[64], der[80], point[PUSH_KEY_BYTES];
        size_t size;
        ECDSA_SIG *parts = ECDSA_SIG_new();
        unsigned char *at = der;
        const unsigned char *private = k.der;
        EVP_PKEY *pair;
        EVP_MD_CTX *c = EVP_MD_CTX_new();

        assert_true(site_key_make(&k));
        assert_true(push_authorize(&k, "https://push.example", "https://games.example", 1000000, field));
        assert_int_equal(strncmp(field, "Authorization: vapid t=", 23), 0);
        token = field + 23;
        key = strstr(token, ", k=");
        assert_string_equal(key + 4, k.text);
        *key = '\0';
        proof = strrchr(token, '.');
        *proof++ = '\0';
        size = bytes_of(strchr(token, '.') + 1, (uint8_t *)claims, sizeof claims - 1);
        claims[size] = '\0';
        assert_string_equal(claims, "{\"aud\":\"https://push.example\",\"exp\":44200,\"sub\":\"https://games.example\"}");
        assert_int_equal(bytes_of(proof, signature, sizeof signature), 64);
        assert_int_equal(bytes_of(k.text, point, sizeof point), PUSH_KEY_BYTES);
        ECDSA_SIG_set0(parts, BN_bin2bn(signature, 32, NULL), BN_bin2bn(signature + 32, 32, NULL));
        size = (size_t)i2d_ECDSA_SIG(parts, &at);
        pair = d2i_AutoPrivateKey(NULL, &private, (long)k.size);
        assert_int_equal(EVP_DigestVerifyInit(c, NULL, EVP_sha256(), NULL, pair), 1);
        assert_int_equal(EVP_DigestVerify(c, der, size, (const unsigned char *)token, strlen(token)), 1);
        EVP_MD_CTX_free(c);
        EVP_PKEY_free(pair);
        ECDSA_SIG_free(parts);
}

TEST(endpoints_are_https_names_at_port_443)
{
        static const char *const GOOD[] = { "https://fcm.googleapis.com/fcm/send/x",
                                            "https://updates.push.services.mozilla.com:443/wpush/v2/a",
                                            "https://web.push.apple.com/Q_" };
        static const char *const BAD[] = { "",
                                           "http://fcm.googleapis.com/x",
                                           "https://fcm.googleapis.com",
                                           "https://fcm.googleapis.com:8443/x",
                                           "https://fcm.googleapis.com:4430/x",
                                           "https://127.0.0.1/x",
                                           "https://2130706433/x",
                                           "https://[::1]/x",
                                           "https://user@host.example/x",
                                           "https://host.example@10.0.0.1/x",
                                           "https:///x",
                                           "file:///etc/passwd",
                                           "gopher://host.example/x",
                                           "https://host.example/a b",
                                           "https://host.example/\n",
                                           "https://host.example/\"" };

        for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++)
                assert_true(push_endpoint_is_good(GOOD[i], 0));
        for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
                if (push_endpoint_is_good(BAD[i], 0))
                        fail_msg("%s", BAD[i]);
        assert_true(push_endpoint_is_good("http://127.0.0.1:9000/x", 1));
        assert_false(push_endpoint_is_good("http://127.0.0.1:9000/x", 0));
        assert_false(push_endpoint_is_good("https://fcm.googleapis.com/x", 1));
}

static int is_public(const char *text)
{
        struct sockaddr_in four = { .sin_family = AF_INET };
        struct sockaddr_in6 six = { .sin6_family = AF_INET6 };

        if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
                return push_address_is_public((struct sockaddr *)&four);
        assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
        return push_address_is_public((struct sockaddr *)&six);
}

TEST(no_notice_goes_to_an_inner_address)
{
        static const char *const PUBLIC[] = { "8.8.8.8",     "142.250.1.1",       "172.15.0.1",   "172.32.0.1",     "100.63.0.1",
                                              "192.169.0.1", "2a00:1450:4001::1", "2600:1901::1", "2001:4860::8888" };
        static const char *const INNER[] = {
                "0.0.0.0",         "10.1.2.3",       "100.64.0.1",      "127.0.0.1",       "127.9.9.9",  "169.254.169.254",
                "172.16.0.1",      "172.31.255.255", "192.168.1.1",     "192.0.2.1",       "198.18.0.1", "198.51.100.1",
                "203.0.113.9",     "224.0.0.1",      "239.255.255.250", "255.255.255.255", "::",         "::1",
                "::ffff:10.0.0.1", "::ffff:8.8.8.8", "::10.0.0.1",      "64:ff9b::a00:1",  "fc00::1",    "fd12::1",
                "fe80::1",         "fec0::1",        "ff02::1",         "2001:db8::1",     "2001::1",    "2002:a00:1::",
                "100::1"
        };
        struct sockaddr other = { .sa_family = AF_UNIX };

        for (size_t i = 0; i < sizeof PUBLIC / sizeof *PUBLIC; i++)
                if (!is_public(PUBLIC[i]))
                        fail_msg("%s", PUBLIC[i]);
        for (size_t i = 0; i < sizeof INNER / sizeof *INNER; i++)
                if (is_public(INNER[i]))
                        fail_msg("%s", INNER[i]);
        assert_false(push_address_is_public(&other));
}

/* With an argument: only the tests whose names match it. */
int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(the_example_of_rfc_8291_is_encrypted_byte_by_byte),
                cmocka_unit_test(two_notices_of_one_text_are_different),
                cmocka_unit_test(keys_of_browsers_are_checked),
                cmocka_unit_test(a_site_key_is_read_as_it_was_made),
                cmocka_unit_test(a_signature_is_valid),
                cmocka_unit_test(endpoints_are_https_names_at_port_443),
                cmocka_unit_test(no_notice_goes_to_an_inner_address),
        };

        if (sodium_init() < 0)
                return 1;
        cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
        return cmocka_run_group_tests_name("push", tests, NULL, NULL);
}
