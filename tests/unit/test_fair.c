/* Fair dice: what everybody can verify, and that cheating is detected. docs/fairness.md, docs/protocol.md section 8. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../cli/cli.h"
#include "../../core/random.h"
#include "../../table/table.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))

enum { PEOPLE = 2 };

static struct table table;
static struct chain server;
static uint8_t server_secret[HASH_BYTES], own[PEOPLE][LINKS + 1][HASH_BYTES];
static struct outbox outbox;
static uint64_t dice;

/* A person's chain, from a secret with all bytes `byte`; and one link of it. */
static void make_chain(int seat, int byte)
{
        memset(own[seat][LINKS], byte, HASH_BYTES);
        for (int n = LINKS; n > 0; n--)
                hash(own[seat][n], HASH_BYTES, own[seat][n - 1]);
}

static void own_link(int seat, uint64_t number, uint8_t link[HASH_BYTES])
{
        memcpy(link, own[seat][number], HASH_BYTES);
}

static void hex(const uint8_t value[HASH_BYTES], char digits[2 * HASH_BYTES + 1])
{
        for (int i = 0; i < HASH_BYTES; i++)
                sprintf(digits + 2 * i, "%02x", value[i]);
}

/* Two people sit down, publish their tips and then link 1; the server's secrets come from `seed`. */
static void begin(const struct game *g, int seed)
{
        struct fair f = { .players = PEOPLE, .table = "k3testtest00" };
        struct options o;
        char why[MAX_REASON];

        memset(server_secret, seed, HASH_BYTES);
        memset(f.salt, seed + 1, HASH_BYTES);
        chain_open(&server, server_secret);
        chain_link(&server, 0, f.tip);
        for (int p = 0; p < PEOPLE; p++) {
                make_chain(p, seed + 2 + p);
                own_link(p, 0, f.tips[p]);
        }
        fair_open(&f);
        for (int p = 0; p < PEOPLE; p++) {
                uint8_t first[HASH_BYTES];

                own_link(p, DEAL_LINK, first);
                assert_true(fair_first(&f, p, first));
        }
        options_default(g, &o);
        assert_null(options_set(g, &o, "players", "2", why, sizeof why));
        if (g == &labyrinth)
                assert_null(options_set(g, &o, "limit", "20", why, sizeof why));
        table.chain = &server;
        assert_true(table_begin(&table, g, &o, &f, 1, 0));
}

static int open_table(void **unused)
{
        (void)unused;
        memset(&table, 0, sizeof table);
        memset(&outbox, 0, sizeof outbox);
        dice = 1;
        return 0;
}

static int close_table(void **unused)
{
        (void)unused;
        table_close(&table);
        outbox_close(&outbox);
        return 0;
}

static const char *say(int seat, const char *text)
{
        struct viewer v = { .seat = seat, .told = 1 };

        outbox_clear(&outbox);
        table_receive(&table, &v, text, strlen(text), 0, &outbox);
        return outbox.size ? outbox.text : "";
}

/* The player to move makes some move, with this link of their chain, or none. */
static const char *play_with(const uint8_t *link)
{
        const struct record *r = &table.record;
        move m = r->game->pick(&r->state, random_dice(&dice));
        char text[MAX_MOVE_TEXT], digits[2 * HASH_BYTES + 1] = "", message[256];

        game_print_move(r->game, &r->state, m, text, sizeof text);
        if (link)
                hex(link, digits);
        snprintf(message, sizeof message, "{\"t\":\"play\",\"ply\":%zu,\"move\":\"%s\"%s%s%s}", r->count, text,
                 link ? ",\"link\":\"" : "", digits, link ? "\"" : "");
        return say(table_deciding(&table), message);
}

static const char *play_honestly(void)
{
        uint8_t link[HASH_BYTES];

        own_link(table_deciding(&table), table.record.count + FIRST_LINK, link);
        return play_with(link);
}

static void play_out(size_t most)
{
        while (table_deciding(&table) >= 0 && table.record.count < most)
                assert_null(strstr(play_honestly(), "refused"));
}

/* The result of reading a record: NULL, or what is wrong with it. */
static const char *verdict(const char *text)
{
        static char why[MAX_REASON];
        struct record r = { 0 };
        int good = record_parse(&r, text, strlen(text), 1, why);

        record_close(&r);
        return good ? NULL : why;
}

static uint32_t crc32(const char *bytes, size_t n)
{
        uint32_t crc = UINT32_MAX;

        for (size_t i = 0; i < n; i++) {
                crc ^= (unsigned char)bytes[i];
                for (int k = 0; k < 8; k++)
                        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
        }
        return ~crc;
}

/* The record as a cheat would write it: with one text replaced, and a matching check. */
static char *forge(const char *text, const char *at, const char *old, const char *new)
{
        char *forged = malloc(strlen(text) + strlen(new) + 1), *check;
        size_t before = (size_t)(at - text);

        assert_memory_equal(at, old, strlen(old));
        memcpy(forged, text, before);
        strcpy(forged + before, new);
        strcat(forged, at + strlen(old));
        check = strstr(forged, ",\"check\":\"");
        sprintf(check, ",\"check\":\"%08x\"}", crc32(forged, (size_t)(check - forged)));
        return forged;
}

static void assert_says(const char *text, const char *part)
{
        if (!text || !strstr(text, part))
                fail_msg("no %s in: %.600s", part, text ? text : "(nothing)");
}

/* What any spectator can verify during the game. */
static const char *verify_message(int *rolls)
{
        struct message m;
        const char *wrong;

        outbox_clear(&outbox);
        table_tell_fair(&table, 0, 0, &outbox);
        assert_true(message_open(&m, outbox.text, (size_t)outbox.size));
        wrong = fair_verify(&m, rolls);
        message_close(&m);
        return wrong;
}

TEST(sha_256_matches_the_test_vectors)
{
        static const struct {
                const char *text, *digits;
        } VECTORS[] = {
                { "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
                { "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
                { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
        };
        static char million[1000000];
        uint8_t out[HASH_BYTES];
        char digits[2 * HASH_BYTES + 1];

        for (size_t i = 0; i < sizeof VECTORS / sizeof *VECTORS; i++) {
                hash(VECTORS[i].text, (uint32_t)strlen(VECTORS[i].text), out);
                hex(out, digits);
                assert_string_equal(digits, VECTORS[i].digits);
        }
        memset(million, 'a', sizeof million);
        hash(million, sizeof million, out);
        hex(out, digits);
        assert_string_equal(digits, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(each_link_is_the_hash_of_the_next) /* Protocol 8.1 */
{
        uint8_t link[HASH_BYTES], next[HASH_BYTES];

        memset(server_secret, 7, HASH_BYTES);
        chain_open(&server, server_secret);
        for (int n = 0; n < SERVER_LINKS; n++) {
                chain_link(&server, n, link);
                chain_link(&server, n + 1, next);
                hash(next, HASH_BYTES, next);
                assert_memory_equal(link, next, HASH_BYTES);
        }
        chain_link(&server, SERVER_LINKS, link);
        assert_memory_equal(link, server_secret, HASH_BYTES);
}

TEST(an_honest_game_is_verified_from_its_record)
{
        for (int i = 0; i < 3; i++) {
                char *text;

                begin(game_at(i), 10 + i);
                play_out(SIZE_MAX);
                text = record_print(&table.record);
                assert_says(text, "\"seed\":null,\"start\":null,\"fair\":{\"table\":\"k3testtest00\",\"salt\":\"");
                if (verdict(text))
                        fail_msg("%s", verdict(text));
                free(text);
                table_close(&table);
        }
}

TEST(every_roll_is_verified_during_the_game) /* Protocol 8.5 */
{
        int rolls = 0, before = 0;

        begin(&marrakech, 20);
        while (table_deciding(&table) >= 0) {
                assert_null(strstr(play_honestly(), "refused"));
                assert_null(verify_message(&rolls));
                assert_in_range(rolls, before, before + 1);
                before = rolls;
        }
        assert_true(rolls > 40);
}

TEST(the_salt_of_the_deal_is_secret_until_the_end) /* Protocol 8.2 */
{
        char salt[2 * HASH_BYTES + 1], seal[2 * HASH_BYTES + 1];
        uint8_t sealed[HASH_BYTES];

        begin(&labyrinth, 30);
        play_out(5);
        hex(table.record.fair->salt, salt);
        hash(table.record.fair->salt, HASH_BYTES, sealed);
        hex(sealed, seal);
        outbox_clear(&outbox);
        table_tell_fair(&table, 0, 0, &outbox);
        assert_says(outbox.text, seal);
        assert_null(strstr(outbox.text, salt));
        assert_says(say(0, "{\"t\":\"record\"}"), "record-at-end");
}

TEST(the_game_depends_on_every_secret)
{
        struct state start, again;

        begin(&alibaba, 40);
        start = table.record.start;
        table_close(&table);
        begin(&alibaba, 40);
        again = table.record.start;
        assert_memory_equal(&start, &again, sizeof start);
        table_close(&table);
        begin(&alibaba, 41);
        assert_memory_not_equal(&start, &table.record.start, sizeof start);
}

/* The mover's link counts as much as the server's. */
TEST(a_roll_depends_on_both_links)
{
        uint8_t key[3][HASH_BYTES], link[HASH_BYTES];

        for (int i = 0; i < 3; i++) {
                begin(&marrakech, i == 1 ? 51 : 50);
                own_link(table_deciding(&table), table.record.count + FIRST_LINK, link);
                assert_null(strstr(i == 2 ? play_with(NULL) : play_with(link), "refused"));
                assert_true(fair_key(table.record.fair, table.record.decided, key[i]));
                table_close(&table);
        }
        assert_memory_not_equal(key[0], key[1], HASH_BYTES);
        assert_memory_not_equal(key[0], key[2], HASH_BYTES);
}

TEST(a_server_that_picks_an_outcome_is_caught)
{
        char *text, *forged, *roll;

        begin(&marrakech, 60);
        play_out(SIZE_MAX);
        text = record_print(&table.record);
        roll = strstr(text, "[0,\"3\"]"); /* it rolled 3, and claims 2 */
        assert_non_null(roll);
        forged = forge(text, roll, "[0,\"3\"]", "[0,\"2\"]");
        assert_says(verdict(forged), "it is not the outcome that the links give");
        free(forged);
        free(text);
}

TEST(a_server_that_changes_its_chain_is_caught)
{
        struct chain other;
        uint8_t elsewhere[HASH_BYTES] = { 9 }, link[HASH_BYTES];
        char *text, *forged, *rolls, digit[2];

        begin(&marrakech, 70);
        play_out(20);
        chain_open(&other, elsewhere); /* it has another chain ready, whose outcome it likes better */
        chain_link(&other, table.record.fair->rolled + 1, link);
        assert_false(fair_roll(table.record.fair, table.record.count, 0, link, NULL));
        chain_link(&server, table.record.fair->rolled, link); /* or reuses the last link */
        assert_false(fair_roll(table.record.fair, table.record.count, 0, link, NULL));
        play_out(SIZE_MAX);
        text = record_print(&table.record);
        rolls = strstr(text, "\"rolls\":[[") + strlen("\"rolls\":[[");
        rolls = strchr(rolls, '"') + 1;
        digit[0] = *rolls;
        digit[1] = '\0';
        forged = forge(text, rolls, digit, *rolls == '0' ? "1" : "0");
        assert_says(verdict(forged), "are not those of the chains");
        free(forged);
        free(text);
}

TEST(a_server_that_changes_the_deal_is_caught)
{
        char *text, *forged, *salt, digit[2];

        begin(&labyrinth, 80);
        play_out(SIZE_MAX);
        text = record_print(&table.record);
        salt = strstr(text, "\"salt\":\"") + strlen("\"salt\":\"");
        digit[0] = *salt;
        digit[1] = '\0';
        forged = forge(text, salt, digit, *salt == '0' ? "1" : "0");
        assert_non_null(verdict(forged)); /* another salt deals another maze, in which those moves do not exist */
        free(forged);
        free(text);
}

TEST(a_server_that_invents_a_throw_is_caught_at_once)
{
        struct message m;
        char *throw;
        int rolls;

        begin(&marrakech, 90);
        play_out(10);
        outbox_clear(&outbox);
        table_tell_fair(&table, 0, 0, &outbox);
        throw = strstr(outbox.text, "\"throws\":[[") + strlen("\"throws\":[[");
        *throw = *throw == '0' ? '1' : '0';
        assert_true(message_open(&m, outbox.text, (size_t)outbox.size));
        assert_says(fair_verify(&m, &rolls), "a throw is not what the links give");
        message_close(&m);
}

/* It claims that a mover was silent: the mover knows better, and everybody can see the claim. */
TEST(a_server_that_hides_a_link_is_visible_to_everybody)
{
        begin(&marrakech, 100);
        play_with(NULL);
        outbox_clear(&outbox);
        table_tell_fair(&table, 0, 0, &outbox);
        assert_says(outbox.text, "\"own\":null");
}

TEST(a_client_with_a_link_of_its_choice_is_refused) /* Protocol 8.3, 8.4 */
{
        uint8_t link[HASH_BYTES];
        size_t count;

        begin(&marrakech, 110);
        count = table.record.count;
        memset(link, 77, HASH_BYTES);
        assert_says(play_with(link), "wrong-link");
        own_link(table_deciding(&table), count + FIRST_LINK + 1, link); /* the one after */
        assert_says(play_with(link), "wrong-link");
        own_link(table_deciding(&table), count + FIRST_LINK - 1, link); /* the one before */
        assert_says(play_with(link), "wrong-link");
        own_link(1 - table_deciding(&table), count + FIRST_LINK, link); /* somebody else's */
        assert_says(play_with(link), "wrong-link");
        assert_int_equal(table.record.count, count);
        assert_null(strstr(play_honestly(), "refused"));
}

TEST(a_client_without_a_link_can_play_and_is_marked_silent) /* Protocol 8.4 */
{
        char *text;
        int rolls;

        begin(&alibaba, 120);
        while (table_deciding(&table) >= 0)
                assert_null(strstr(random_dice(&dice) % 2 ? play_with(NULL) : play_honestly(), "refused"));
        assert_null(verify_message(&rolls));
        assert_says(outbox.text, "\"own\":null");
        text = record_print(&table.record);
        assert_null(verdict(text));
        free(text);
}

TEST(a_new_chain_during_the_game_is_published_and_verified) /* Protocol 8.6 */
{
        uint8_t tip[HASH_BYTES];
        char *text;
        int rolls;

        begin(&marrakech, 130);
        play_out(15);
        make_chain(0, 200);
        own_link(0, 0, tip);
        assert_true(fair_renew(table.record.fair, table.record.count, 0, tip));
        play_out(SIZE_MAX);
        assert_null(verify_message(&rolls));
        assert_says(outbox.text, "\"anew\":[{\"ply\":");
        text = record_print(&table.record);
        assert_null(verdict(text));
        free(text);
}

TEST(undo_stops_at_a_new_chain) /* Protocol 8.6 */
{
        uint8_t tip[HASH_BYTES];
        char undo[64];

        begin(&labyrinth, 140);
        play_honestly(); /* a push: it is still the same turn */
        snprintf(undo, sizeof undo, "{\"t\":\"undo\",\"ply\":%zu}", table.record.count);
        make_chain(0, 200);
        own_link(0, 0, tip);
        assert_true(fair_renew(table.record.fair, table.record.count, table_deciding(&table), tip));
        assert_says(say(table_deciding(&table), undo), "cannot-undo");
        table.record.fair->renewed = 0;
        assert_null(strstr(say(table_deciding(&table), undo), "refused"));
}

TEST(no_game_needs_more_links_than_the_server_has)
{
        int most = 0;

        for (int seed = 1; seed < 20; seed++)
                for (int i = 0; i < 3; i++) {
                        begin(game_at(i), seed);
                        play_out(SIZE_MAX);
                        if (table.record.fair->rolled > most)
                                most = table.record.fair->rolled;
                        table_close(&table);
                }
        assert_in_range(most, 20, SERVER_LINKS / 2);
}

TEST(a_fair_record_with_a_forced_outcome_claims_nothing)
{
        char *text;

        begin(&marrakech, 140);
        play_out(30);
        record_undo(&table.record, 10);
        while (table.record.game->turn(&table.record.state) != CHANCE)
                record_play(&table.record, table.record.game->pick(&table.record.state, random_dice(&dice)));
        for (uint32_t throw = 0;; throw += 1u << 28) { /* another outcome than that of the links */
                move m = table.record.game->pick(&table.record.state, throw);

                if (m != record_roll(&table.record)) {
                        record_play(&table.record, m);
                        break;
                }
        }
        text = record_print(&table.record);
        assert_null(strstr(text, "\"fair\""));
        assert_null(verdict(text));
        free(text);
}

#define RUNS(name) cmocka_unit_test_setup_teardown(name, open_table, close_table)

int main(void)
{
        const struct CMUnitTest tests[] = {
                RUNS(sha_256_matches_the_test_vectors),
                RUNS(each_link_is_the_hash_of_the_next),
                RUNS(an_honest_game_is_verified_from_its_record),
                RUNS(every_roll_is_verified_during_the_game),
                RUNS(the_salt_of_the_deal_is_secret_until_the_end),
                RUNS(the_game_depends_on_every_secret),
                RUNS(a_roll_depends_on_both_links),
                RUNS(a_server_that_picks_an_outcome_is_caught),
                RUNS(a_server_that_changes_its_chain_is_caught),
                RUNS(a_server_that_changes_the_deal_is_caught),
                RUNS(a_server_that_invents_a_throw_is_caught_at_once),
                RUNS(a_server_that_hides_a_link_is_visible_to_everybody),
                RUNS(a_client_with_a_link_of_its_choice_is_refused),
                RUNS(a_client_without_a_link_can_play_and_is_marked_silent),
                RUNS(a_new_chain_during_the_game_is_published_and_verified),
                RUNS(undo_stops_at_a_new_chain),
                RUNS(no_game_needs_more_links_than_the_server_has),
                RUNS(a_fair_record_with_a_forced_outcome_claims_nothing),
        };

        return cmocka_run_group_tests_name("fair dice", tests, NULL, NULL);
}
