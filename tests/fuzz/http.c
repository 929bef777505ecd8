/* Fuzzes what arrives over HTTP before the sender is known: the body of a call, a Cookie header, a name, an id, an address.
 * Whatever is accepted must be valid. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../../server/net/rate_limit.h"
#include "../../server/people/passkey.h"
#include "../../server/people/people.h"
#include "../../server/people/user_agent.h"
#include "../../server/push/push_address.h"
#include "../../table/id.h"
#include "../../table/message.h"
#include "../../table/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int characters(const char *text)
{
        const char *end = text + strlen(text);
        int count = 0, bytes;

        for (; text < end; text += bytes, count++)
                assert(utf8_read(text, end, &bytes) >= ' ');
        return count;
}

/* A normalized name is valid and safe in JSON; folding its folded form changes nothing. */
static void try_name(const char *text)
{
        char name[MAX_PERSON_NAME], again[MAX_PERSON_NAME], folded[MAX_PERSON_NAME];

        if (people_name(text, name))
                return;
        assert(characters(name) >= 1 && characters(name) <= NAME_CHARACTERS && !strpbrk(name, "\"\\"));
        assert(!people_name(name, again) && strcmp(name, again) == 0);
        people_fold(name, folded);
        people_fold(folded, again);
        assert(strcmp(folded, again) == 0 && characters(folded) == characters(name));
}

static void try_body(const char *text, size_t size)
{
        static const char *const KEYS[] = { "name", "login", "password" };
        struct message m;

        if (!message_open(&m, text, size))
                return;
        for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
                char plain[256];

                if (message_plain(&m, message_member(&m, WHOLE_MESSAGE, KEYS[i]), plain, sizeof plain))
                        try_name(plain);
        }
        message_close(&m);
}

/* The address of a push service is a name with a path, and safe in a header field; its keys are on the curve. */
static void try_push(const char *text)
{
        uint8_t point[PUSH_KEY_BYTES], secret[PUSH_AUTH_BYTES], body[MAX_PUSH_BODY];
        char audience[MAX_ORIGIN];

        for (int loopback = 0; loopback < 2; loopback++)
                if (push_endpoint_is_good(text, loopback)) {
                        push_audience(text, audience);
                        assert(audience[0] && strncmp(text, audience, strlen(audience)) == 0 && text[strlen(audience)] == '/');
                        assert(!strpbrk(audience, "\"\\ @") && strchr(audience, '.'));
                }
        if (push_keys_read(text, "BTBZMqHH6r4Tts7J_aSIgg", point, secret))
                assert(push_encrypt(point, secret, "{}", 2, body, NULL, NULL) > 0);
}

static void try_cookie(const char *text)
{
        struct token_text token, again;
        char cookie[MAX_COOKIE];

        if (!people_read_cookie(text, &token)) {
                assert(token.text[0] == '\0');
                return;
        }
        assert(strlen(token.text) == TOKEN_TEXT && strspn(token.text, "0123456789abcdef") == TOKEN_TEXT);
        people_print_cookie(&token, 1, cookie);
        assert(people_read_cookie(cookie, &again) && strcmp(token.text, again.text) == 0);
}

/* What a browser says about a passkey: of "localhost", since no hash can be guessed. */
static void try_passkey(const uint8_t *data, size_t size)
{
        static const uint8_t LOCALHOST[] = { 0x49, 0x96, 0x0d, 0xe5, 0x88, 0x0e, 0x8c, 0x68, 0x74, 0x34, 0x17,
                                             0x0f, 0x64, 0x76, 0x60, 0x5b, 0x8f, 0xe4, 0xae, 0xb9, 0xa2, 0x86,
                                             0x32, 0xc7, 0x99, 0x5c, 0xf3, 0xba, 0x83, 0x1d, 0x97, 0x63 };
        struct passkey_client client;
        struct passkey_data about;
        uint8_t *whole = malloc(sizeof LOCALHOST + size);

        memcpy(whole, LOCALHOST, sizeof LOCALHOST);
        memcpy(whole + sizeof LOCALHOST, data, size);
        if (passkey_read_data(whole, sizeof LOCALHOST + size, "LocalHost:8080", &about) && about.id_size)
                assert(about.id_at + about.id_size <= sizeof LOCALHOST + size);
        assert(size < sizeof LOCALHOST || !passkey_read_data(data, size, "serai.example", &about));
        passkey_read_client(data, size, PASSKEY_CREATE, &client);
        passkey_read_client(data, size, PASSKEY_GET, &client);
        assert(!passkey_is_key(data, size) || !passkey_is_signed(data, size, data, size, "", 0, data, size));
        free(whole);
}

/* A code that is accepted is the same code however it is typed; a device has a short name. */
static void try_words(const char *text)
{
        struct token_text hash;
        char name[MAX_DEVICE_NAME];

        assert(!people_code_hash(text, &hash) || strlen(hash.text) == TOKEN_TEXT);
        user_agent_name(text, name);
        assert(strlen(name) < sizeof name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
        static struct rate_limiter limiter;
        struct address_keys keys;
        char *text = malloc(size + 1), *exact = malloc(size + !size), id[ID_TEXT + 1];
        int64_t number;

        memcpy(text, data, size);
        memcpy(exact, data, size); /* without a terminating NUL, so that reading past it is detected */
        text[size] = '\0';
        try_body(exact, size);
        try_name(text);
        try_cookie(text);
        try_push(text);
        try_words(text);
        try_passkey((const uint8_t *)exact, size);
        number = id_parse(text);
        id_print(number, id);
        assert(number == 0 || strcmp(id, text) == 0);
        rate_limiter_keys(&limiter, text, &keys);
        assert(keys.address != 0 && keys.network != 0);
        free(text);
        free(exact);
        return 0;
}
