/* Who somebody is: names, ids, tokens and cookies, how often one may try, and texts out of JSON. Any of it may come from anybody.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sodium.h>

#include "../../server/net/rate_limit.h"
#include "../../server/people/people.h"
#include "../../server/people/skeleton.h"
#include "../../server/store/new_id.h"
#include "../../table/message.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))

/* --- names --- */

static void is_name(const char *text, const char *expected)
{
        char name[MAX_PERSON_NAME];
        const struct refusal *wrong = people_name(text, name);

        if (wrong)
                fail_msg("%s: %s", text, wrong->code);
        assert_string_equal(name, expected);
}

static void is_no_name(const char *text, const struct refusal *why)
{
        char name[MAX_PERSON_NAME];

        if (people_name(text, name) != why)
                fail_msg("'%s' is not refused because of %s", text, why->code);
}

/* Protocol 9.3 */
TEST(a_name_has_1_to_24_visible_characters)
{
        is_name("Ann", "Ann");
        is_name("  Ann   of  Ghent ", "Ann of Ghent");
        is_name("O'Neill-Smith", "O'Neill-Smith");
        is_name("Їжак", "Їжак");
        is_name("абвгґдеєжзиіїйклмнопрсту", "абвгґдеєжзиіїйклмнопрсту"); /* 24 characters, 48 bytes */
        is_name("🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪", "🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪");
        is_no_name("", &NAME_EMPTY);
        is_no_name("    ", &NAME_EMPTY);
        is_no_name("абвгґдеєжзиіїйклмнопрстуф", &NAME_TOO_LONG);
        is_no_name("aaaaaaaaaaaaaaaaaaaaaaa b", &NAME_TOO_LONG);
        is_no_name("Ann\n", &BAD_NAME);
        is_no_name("Ann\x7f", &BAD_NAME);
        is_no_name("A\"nn", &BAD_NAME);
        is_no_name("A\\nn", &BAD_NAME);
        is_no_name("\xe2\x80\xaennA", &BAD_NAME); /* right-to-left override */
        is_no_name("An\xe2\x80\x8bn", &BAD_NAME); /* a zero-width space */
        is_no_name("\xc2\xa0", &BAD_NAME);        /* a no-break space */
        is_no_name("Ann\xef\xbb\xbf", &BAD_NAME); /* a byte order mark */
        is_no_name("\xe3\x85\xa4", &BAD_NAME);    /* an empty letter */
        is_no_name("Ann\xff", &BAD_NAME);
        is_no_name("\xc0\x80", &BAD_NAME);     /* overlong */
        is_no_name("\xed\xa0\x80", &BAD_NAME); /* half of a surrogate pair */
        is_no_name("\xe2\x82", &BAD_NAME);     /* truncated */
}

TEST(a_name_has_no_stacks_of_accents) /* Protocol 9.3 */
{
        is_name("Zoe\xcc\x88", "Zoë");
        is_name("Vie\xcc\xa3\xcc\x82t", "Việt");                         /* a circumflex above and a dot below */
        is_name("\xd7\xa9\xd6\xbc\xd7\x81", "\xd7\xa9\xd6\xbc\xd7\x81"); /* a Hebrew letter with two points */
        is_no_name("e\xcc\x81\xcc\x81\xcc\x81", &NAME_ACCENTS);
        is_no_name("\xcc\x81", &NAME_ACCENTS);
        is_no_name("\xcc\x81 Ann", &NAME_ACCENTS);
        is_no_name("Ann \xcc\x81", &NAME_ACCENTS);
        is_no_name("A\xe2\x83\x9d\xe2\x83\x9e\xe2\x83\x9f", &NAME_ACCENTS); /* enclosed three times */
}

static void are_words(const char *text, const char *expected)
{
        char words[301];
        int size = people_words(text, words, sizeof words);

        assert_string_equal(words, expected);
        assert_int_equal(size, strlen(expected));
}

TEST(chat_messages_have_no_invisible_characters) /* Protocol 7.10 */
{
        char words[301], many[310];

        are_words("Hello, Bo!", "Hello, Bo!");
        are_words("  \"a\\b\"\n c\t", "\\\"a\\\\b\\\"  c");                                                /* as escaped in JSON */
        are_words("\xd9\x85\xd8\xb1\xd8\xad\xd8\xa8\xd8\xa7", "\xd9\x85\xd8\xb1\xd8\xad\xd8\xa8\xd8\xa7"); /* Arabic */
        are_words("\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d", "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d");                 /* Hebrew */
        are_words("a\xe2\x80\xae"
                  "b\xe2\x80\xac"
                  "c",
                  "abc"); /* an override, and its end */
        are_words("\xe2\x81\xa6"
                  "a\xe2\x81\xa9\xe2\x80\x8f\xd8\x9c",
                  "a"); /* an isolate, and marks of a direction */
        are_words("a\xe2\x80\x8b"
                  "b\xe2\x81\xa0"
                  "c\xef\xbb\xbf\xc2\xad",
                  "abc"); /* zero-width */
        are_words("a\xe2\x80\xa8"
                  "b\xe2\x80\xa9"
                  "c\xc2\xa0"
                  "d",
                  "a b c d"); /* ends of lines and paragraphs */
        are_words("a\xe2\x80\x8d"
                  "b\xef\xb8\x8f",
                  "ab");                           /* a joiner and a selector between letters */
        are_words("a\xf3\xa0\x81\x81", "a");       /* a tag */
        are_words("\xe3\x85\xa4\xe2\xa0\x80", ""); /* letters that are empty */
        are_words("e\xcc\x81\xcc\x81\xcc\x81\xcc\x81", "e\xcc\x81\xcc\x81");
        are_words("\xcc\x81 \xcc\x81"
                  "a",
                  "a");
        are_words("👩‍🚀 👍🏽 ❤️ 1️⃣ 🏳️‍🌈 👩🏽‍❤️‍👩🏻",
                  "👩‍🚀 👍🏽 ❤️ 1️⃣ 🏳️‍🌈 👩🏽‍❤️‍👩🏻");
        are_words("👩‍ a", "👩 a"); /* a joiner that joins nothing */
        are_words("", "");
        memset(many, 'a', sizeof many);
        many[sizeof many - 1] = '\0';
        assert_int_equal(people_words(many, words, sizeof words), -1);
        many[300] = '\0';
        are_words(many, many);
        many[299] = '"';
        assert_int_equal(people_words(many, words, sizeof words), -1);
}

static void folds(const char *name, const char *expected)
{
        char folded[MAX_PERSON_NAME];

        people_fold(name, folded);
        assert_string_equal(folded, expected);
        people_fold(folded, folded);
        assert_string_equal(folded, expected);
}

/* Protocol 9.4 */
TEST(logins_ignore_case)
{
        folds("ANN of Ghent 7", "ann of ghent 7");
        folds("ЇЖАК Ґ Є І", "їжак ґ є і");
        folds("ЁЖ Щука", "ёж щука");
        folds("ÉCOLE ÿ Ÿ Œ Ž", "école ÿ ÿ œ ž");
        folds("ΑΒΓ Ώ", "αβγ ώ");
        folds("×÷ß", "×÷ß");
}

TEST(a_name_is_kept_in_one_normal_form) /* Protocol 9.3 */
{
        is_name("Jose\xcc\x81", "José");
        is_name("José", "José");
        is_name("z\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8c"
                "z\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8cz\xcc\x8c",
                "žžžžžžžžžžžžžžžžžžžžžžžž"); /* 24, however they are written */
        is_no_name("e\xcc\x81"
                   "aaaaaaaaaaaaaaaaaaaaaaaa",
                   &NAME_TOO_LONG);
}

static int look_alike(const char *one, const char *other)
{
        char a[MAX_SKELETON], b[MAX_SKELETON];

        skeleton_make(one, a);
        skeleton_make(other, b);
        assert_true(*a && *b);
        return strcmp(a, b) == 0;
}

TEST(logins_that_look_alike_have_the_same_skeleton) /* Protocol 9.4 */
{
        static const char *const SAME[][2] = {
                { "Ann", "ANN" },
                { "José", "Jose\xcc\x81" },
                { "paypal", "раураl" },             /* Cyrillic */
                { "Ivan", "lvan" },                 /* a small L */
                { "Ivan", "1van" },                 /* a digit */
                { "Ivan", "Іvan" },                 /* a Ukrainian I */
                { "bob", "b0b" },                   /* a zero */
                { "HOPE", "НОРЕ" },                 /* Cyrillic */
                { "NIKOY", "ΝΙΚΟΥ" },               /* Greek */
                { "xaoc", "хаос" },                 /* Cyrillic */
                { "ïvy", "їvy" },                   /* with its dots */
                { "Straße", "STRASSE" },            /* one letter that is two */
                { "Anna", "Ａｎｎａ" },             /* wide ones */
                { "file", "\xef\xac\x81le" },       /* a ligature */
                { "\xef\xb7\xba", "\xef\xb7\xba" }, /* one that is taken apart into eighteen */
        };
        static const char *const DIFFERENT[][2] = {
                { "Ann", "Anna" }, { "Jose", "José" }, { "Ivan", "Iwan" }, { "їжак", "іжак" }, { "bob", "dod" }, { "ein", "eln" },
        };

        for (size_t i = 0; i < sizeof SAME / sizeof *SAME; i++)
                if (!look_alike(SAME[i][0], SAME[i][1]))
                        fail_msg("%s and %s are told apart", SAME[i][0], SAME[i][1]);
        for (size_t i = 0; i < sizeof DIFFERENT / sizeof *DIFFERENT; i++)
                if (look_alike(DIFFERENT[i][0], DIFFERENT[i][1]))
                        fail_msg("%s and %s are not told apart", DIFFERENT[i][0], DIFFERENT[i][1]);
}

/* Protocol 9.2 */
TEST(names_of_guests_are_valid)
{
        for (int i = 0; i < 1000; i++) {
                char name[MAX_PERSON_NAME];

                people_guest_name(name);
                is_name(name, name);
                assert_non_null(strchr(name, ' '));
        }
}

/* --- ids and tokens --- */

TEST(ids_read_as_they_are_written)
{
        char text[ID_TEXT + 1];

        for (int i = 0; i < 1000; i++) {
                int64_t id = id_make();

                assert_true(id > 0);
                id_print(id, text);
                assert_int_equal(strlen(text), ID_TEXT);
                assert_true(id_parse(text) == id);
        }
        id_print(1, text);
        assert_string_equal(text, "000000000001");
        assert_true(id_parse("") == 0);
        assert_true(id_parse("00000000000") == 0);
        assert_true(id_parse("0000000000011") == 0);
        assert_true(id_parse("00000000000i") == 0);
        assert_true(id_parse("00000000000A") == 0);
}

TEST(a_token_and_its_hash)
{
        struct token_text one = people_token(), two = people_token(), none = { "" };
        struct token_text hash = people_token_hash(&one);

        assert_int_equal(strlen(one.text), TOKEN_TEXT);
        assert_string_not_equal(one.text, two.text);
        assert_int_equal(strlen(hash.text), TOKEN_TEXT);
        assert_string_not_equal(one.text, hash.text);
        assert_string_not_equal(people_token_hash(&none).text, hash.text);
        memset(one.text, 'a', TOKEN_TEXT); /* as sha256sum says */
        hash = people_token_hash(&one);
        assert_string_equal(hash.text, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

static int reads(const char *before, const char *token, const char *after)
{
        char cookies[512];
        struct token_text found;
        int is;

        snprintf(cookies, sizeof cookies, "%s%s%s", before, token, after);
        is = people_read_cookie(cookies, &found);
        assert_int_equal(is, found.text[0] != '\0');
        if (is)
                assert_string_equal(found.text, token);
        return is;
}

TEST(the_cookie_among_others)
{
        struct token_text token = people_token();
        char cookie[MAX_COOKIE];

        assert_true(reads("serai=", token.text, ""));
        assert_true(reads("a=b; serai=", token.text, "; c=d"));
        assert_true(reads("serai=short; serai=", token.text, ";"));
        assert_false(reads("xserai=", token.text, ""));
        assert_false(reads("serai=", token.text, "0"));
        assert_false(reads("serai=", token.text, "x"));
        assert_false(reads("serai=", token.text + 1, ""));
        assert_false(reads("serai = ", token.text, ""));
        assert_false(reads("", "", ""));
        people_print_cookie(&token, 0, cookie);
        assert_non_null(strstr(cookie, "; HttpOnly; SameSite=Lax; Path=/; Max-Age=31536000"));
        assert_null(strstr(cookie, "Secure"));
        people_print_cookie(&(struct token_text){ "" }, 1, cookie);
        assert_string_equal(cookie, "serai=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0; Secure");
}

/* --- how often --- */

static struct rate_limiter limiter;
static const struct limit FEW = { .burst = 3, .every = 100 };

TEST(a_token_bucket_has_a_capacity_and_refills)
{
        rate_limiter_open(&limiter);
        for (int i = 0; i < 3; i++)
                assert_true(rate_limiter_allows(&limiter, 7, FEW, 1000));
        assert_false(rate_limiter_allows(&limiter, 7, FEW, 1000));
        assert_false(rate_limiter_allows(&limiter, 7, FEW, 1099));
        assert_true(rate_limiter_allows(&limiter, 7, FEW, 1100));
        assert_false(rate_limiter_allows(&limiter, 7, FEW, 1101));
        assert_true(rate_limiter_allows(&limiter, 8, FEW, 1101)); /* somebody else */
        for (int i = 0; i < 3; i++)
                assert_true(rate_limiter_allows(&limiter, 7, FEW, 100000)); /* no more than a full one */
        assert_false(rate_limiter_allows(&limiter, 7, FEW, 100000));
}

static struct address_keys keys_of(const char *address)
{
        struct address_keys keys;

        rate_limiter_keys(&limiter, address, &keys);
        return keys;
}

TEST(an_address_is_an_ipv4_address_or_an_ipv6_64)
{
        rate_limiter_open(&limiter);
        assert_true(keys_of("192.0.2.1").address == keys_of("::ffff:192.0.2.1").address);
        assert_true(keys_of("192.0.2.1").address != keys_of("192.0.2.2").address);
        assert_true(keys_of("2001:db8:1:2::1").address == keys_of("2001:db8:1:2:ffff::").address);
        assert_true(keys_of("2001:db8:1:2::1").address != keys_of("2001:db8:1:3::1").address);
        assert_true(keys_of("2001:db8:1:2::1").network == keys_of("2001:db8:1:3::1").network);
        assert_true(keys_of("2001:db8:1:2::1").network != keys_of("2001:db8:2:2::1").network);
        assert_true(keys_of("").address != keys_of("nonsense").address);
}

TEST(each_action_has_its_own_limit)
{
        rate_limiter_open(&limiter);
        for (int i = 0; i < 3; i++)
                assert_true(rate_limiter_allows_address(&limiter, 1, "192.0.2.1", FEW, 1000));
        assert_false(rate_limiter_allows_address(&limiter, 1, "192.0.2.1", FEW, 1000));
        assert_true(rate_limiter_allows_address(&limiter, 2, "192.0.2.1", FEW, 1000));
}

/* A /48 contains 65,536 networks of /64: together they may do eight times as much as one. */
TEST(networks_of_one_owner_are_limited_together)
{
        int allowed = 0;

        rate_limiter_open(&limiter);
        for (int i = 0; i < 100; i++) {
                char address[64];

                snprintf(address, sizeof address, "2001:db8:1:%x::1", i);
                allowed += rate_limiter_allows_address(&limiter, 1, address, FEW, 1000);
        }
        assert_int_equal(allowed, 8 * 3);
        assert_true(rate_limiter_allows_address(&limiter, 1, "2001:db8:2::1", FEW, 1000));
}

/* A client that keeps trying stays known, however many others hash to the same place. */
TEST(full_buckets_are_evicted_first)
{
        uint64_t busy = 5;

        rate_limiter_open(&limiter);
        for (int i = 0; i < 3; i++)
                rate_limiter_allows(&limiter, busy, FEW, 1000);
        for (uint64_t i = 1; i < 100; i++)
                rate_limiter_allows(&limiter, busy + i * BUCKETS, FEW, 1000);
        assert_false(rate_limiter_allows(&limiter, busy, FEW, 1000));
}

/* --- texts out of JSON --- */

static const char *plain(const char *json)
{
        static char out[32];
        struct message m;
        char *exact = malloc(strlen(json)); /* without a NUL, so that reading past it is detected */
        int read;

        memcpy(exact, json, strlen(json));
        read = message_open(&m, exact, strlen(json)) && message_plain(&m, message_member(&m, WHOLE_MESSAGE, "x"), out, sizeof out);
        message_close(&m);
        free(exact);
        return read ? out : NULL;
}

TEST(json_escapes_are_decoded)
{
        assert_string_equal(plain("{\"x\":\"plain\"}"), "plain");
        assert_string_equal(plain("{\"x\":\"\"}"), "");
        assert_string_equal(plain("{\"x\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"}"), "\"\\/\b\f\n\r\t");
        assert_string_equal(plain("{\"x\":\"\\u0041\\u00e9\\u0404\\u20AC\"}"), "AéЄ€");
        assert_string_equal(plain("{\"x\":\"\\ud83d\\udc2a!\"}"), "🐪!");
        assert_string_equal(plain("{\"x\":\"🐪\"}"), "🐪");
        assert_string_equal(plain("{\"x\":\"1234567890123456789012345678901\"}"), "1234567890123456789012345678901");
        assert_null(plain("{\"x\":\"12345678901234567890123456789012\"}")); /* too long */
        assert_null(plain("{\"x\":\"\\u0000\"}"));
        assert_null(plain("{\"x\":\"\\ud83d\"}"));
        assert_null(plain("{\"x\":\"\\ud83dx\"}"));
        assert_null(plain("{\"x\":\"\\ud83d\\u0041\"}"));
        assert_null(plain("{\"x\":\"\\udc2a\"}"));
        assert_null(plain("{\"x\":\"\xff\"}"));
        assert_null(plain("{\"x\":7}"));
        assert_null(plain("{\"y\":\"\"}"));
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(a_name_has_1_to_24_visible_characters),
                cmocka_unit_test(a_name_has_no_stacks_of_accents),
                cmocka_unit_test(chat_messages_have_no_invisible_characters),
                cmocka_unit_test(logins_ignore_case),
                cmocka_unit_test(a_name_is_kept_in_one_normal_form),
                cmocka_unit_test(logins_that_look_alike_have_the_same_skeleton),
                cmocka_unit_test(names_of_guests_are_valid),
                cmocka_unit_test(ids_read_as_they_are_written),
                cmocka_unit_test(a_token_and_its_hash),
                cmocka_unit_test(the_cookie_among_others),
                cmocka_unit_test(a_token_bucket_has_a_capacity_and_refills),
                cmocka_unit_test(an_address_is_an_ipv4_address_or_an_ipv6_64),
                cmocka_unit_test(each_action_has_its_own_limit),
                cmocka_unit_test(networks_of_one_owner_are_limited_together),
                cmocka_unit_test(full_buckets_are_evicted_first),
                cmocka_unit_test(json_escapes_are_decoded),
        };

        if (sodium_init() < 0)
                return 1;
        return cmocka_run_group_tests_name("people", tests, NULL, NULL);
}
