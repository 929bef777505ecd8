/* Randomness: the cipher is the published one, and draws are fair. */
#include "driver.h"

static const uint32_t CONSTANT[4] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };

/* Engine 5.1 */
TEST(the_block_function_gives_the_test_vector_of_rfc_8439_section_2_3_2)
{
        static const uint32_t input[16] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, 0x03020100, 0x07060504,
                                            0x0b0a0908, 0x0f0e0d0c, 0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c,
                                            0x00000001, 0x09000000, 0x4a000000, 0x00000000 };
        static const uint32_t expected[16] = { 0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033,
                                               0x9aaa2204, 0x4e6cd4c3, 0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
                                               0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2 };
        uint32_t output[16];

        chacha20_block(input, output);
        assert_memory_equal(output, expected, sizeof expected);
}

/* Engine 5.2 */
TEST(the_key_is_the_seed_little_endian_padded_with_zeros)
{
        uint8_t key[32], expected[32] = { 0xef, 0xcd, 0xab, 0x89, 0x67, 0x45, 0x23, 0x01 };

        draw_key(key, 0x0123456789abcdef);
        assert_memory_equal(key, expected, 32);
}

/* The next word, unbiased: below 2^32 - 1 only the highest two are rejected. */
static uint32_t word(struct draw *d)
{
        return draw_below(d, UINT32_MAX);
}

/* Engine 5.1, 5.3 */
TEST(the_words_are_the_key_stream_of_the_event_block_after_block)
{
        uint32_t input[16] = { 0 }, output[16];
        uint8_t key[32];
        struct draw d;

        for (int i = 0; i < 32; i++)
                key[i] = (uint8_t)i;
        memcpy(input, CONSTANT, sizeof CONSTANT);
        for (uint32_t i = 0; i < 8; i++)
                input[4 + i] = 0x03020100u + 0x04040404u * i;
        input[14] = 0x9abcdef0, input[15] = 0x12345678;
        draw_open(&d, key, 0x123456789abcdef0);
        for (uint32_t block = 0; block < 3; block++) {
                input[12] = block;
                chacha20_block(input, output);
                for (int i = 0; i < 16; i++)
                        assert_int_equal(word(&d), output[i]);
        }
}

/* Engine 5.3 */
TEST(each_event_has_its_own_reproducible_stream)
{
        uint8_t key[32];
        struct draw a, b, c;
        int differ = 0;

        draw_key(key, 7);
        draw_open(&a, key, 1);
        draw_open(&b, key, 1);
        draw_open(&c, key, 2);
        for (int i = 0; i < 100; i++) {
                uint32_t drawn = word(&a);

                assert_int_equal(drawn, word(&b));
                differ += drawn != word(&c);
        }
        assert_int_equal(differ, 100);
}

/* Engine 5.5 */
TEST(numbers_below_n_are_equally_likely)
{
        int count[6] = { 0 }, thirds[3] = { 0 };
        uint8_t key[32];
        struct draw d;

        draw_key(key, 1);
        draw_open(&d, key, 0);
        for (int i = 0; i < 60000; i++) {
                uint32_t n = draw_below(&d, 6);

                assert_in_range(n, 0, 5);
                count[n]++;
        }
        for (int i = 0; i < 6; i++)
                assert_in_range(count[i], 9600, 10400); /* four standard deviations */
        for (int i = 0; i < 30000;
             i++) /* below three quarters of all words, where a plain remainder would favour the lowest third */
                thirds[draw_below(&d, 0xc0000000) / 0x40000000]++;
        for (int i = 0; i < 3; i++)
                assert_in_range(thirds[i], 9600, 10400);
        for (int i = 0; i < 10; i++)
                assert_int_equal(draw_below(&d, 1), 0);
}

/* Engine 5.5 */
TEST(members_of_a_set_are_equally_likely)
{
        const uint64_t set_of_three = 1ull << 0 | 1ull << 31 | 1ull << 63;
        int low = 0, middle = 0, high = 0;
        uint8_t key[32];
        struct draw d;

        draw_key(key, 2);
        draw_open(&d, key, 0);
        for (int i = 0; i < 30000; i++) {
                int member = draw_member(&d, set_of_three);

                low += member == 0, middle += member == 31, high += member == 63;
        }
        assert_int_equal(low + middle + high, 30000);
        assert_in_range(low, 9600, 10400);
        assert_in_range(middle, 9600, 10400);
}

/* Engine 5.4, 5.6: the numbers drawn decide the outcomes, in their order and by their weights */
TEST(the_nth_roll_of_a_game_is_event_n)
{
        uint8_t key[32];

        for (unsigned seed = 0; seed < 50; seed++) {
                static const char *const FACES[] = { "= 1", "= 2", "= 2", "= 3", "= 3", "= 4" };
                struct draw d;

                draw_key(key, seed);
                assert_string_equal(ask("new marrakech seed=%u orient=after", seed), "=");
                for (uint64_t event = 1; event <= 3; event++) {
                        char first[64];

                        draw_open(&d, key, event);
                        assert_string_equal(ask("roll"), FACES[draw_below(&d, 6)]);
                        sscanf(ask("legal"), "= %63s", first);
                        play(first);
                        sscanf(ask("legal"), "= %63s", first);
                        play(first);
                }
        }
}

/* Engine 5.4: the deal is event 0 */
TEST(the_deal_is_event_0)
{
        uint8_t key[32];
        struct draw d;
        char expected[64];
        static const char *const KIND[] = { "carpet",   "chest", "crown", "diamond", "lamp",
                                            "necklace", "ring",  "ruby",  "statue",  "sword" };

        for (unsigned seed = 0; seed < 20; seed++) {
                draw_key(key, seed);
                draw_open(&d, key, 0);
                snprintf(expected, sizeof expected, "[\"%s\"]", KIND[draw_below(&d, 10)]);
                assert_string_equal(ask("new alibaba variant=equal seed=%u", seed), "=");
                is_now("removed", expected);
        }
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                RUNS(the_block_function_gives_the_test_vector_of_rfc_8439_section_2_3_2),
                RUNS(the_key_is_the_seed_little_endian_padded_with_zeros),
                RUNS(the_words_are_the_key_stream_of_the_event_block_after_block),
                RUNS(each_event_has_its_own_reproducible_stream),
                RUNS(numbers_below_n_are_equally_likely),
                RUNS(members_of_a_set_are_equally_likely),
                RUNS(the_nth_roll_of_a_game_is_event_n),
                RUNS(the_deal_is_event_0),
        };

        return cmocka_run_group_tests_name("draw", tests, NULL, NULL);
}
