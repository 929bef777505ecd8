/* No secret leaves the server: for two games that look the same to a viewer, a room sends the same, byte by byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../core/random.h"
#include "../../server/rooms/room.h"
#include "random_game.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))

static void keep_all(void *state, int viewer)
{
        (void)state, (void)viewer;
}

/* A room with this position, in which this move was made; returns what is sent to a viewer in this seat. */
static char *told_of(const struct game *g, const struct state *s, move m, move outcome, int seat)
{
        struct room r;
        struct plan plan = { .game = g, .players = game_players(s), .is_public = 1, .watch = 1, .chat = 1 };
        struct subscriber guest = { .person = seat == SPECTATOR ? 999 : 100 + seat, .name = "P" };
        struct entry e;
        struct outbox o = { 0 };
        uint8_t secret[HASH_BYTES] = { 1 };
        char *text;

        room_open(&r, 77);
        memcpy(&plan.options, s, sizeof plan.options);
        room_begin(&plan, 100, secret, secret, 5, &e);
        room_do(&r, &e, 1000);
        for (int p = 0; p < plan.players; p++) {
                r.chair[p].person = 100 + p;
                snprintf(r.chair[p].name, MAX_SEAT_NAME, "player %d", p + 1);
        }
        r.state = ROOM_PLAYING;
        r.game = r.table.record.game = g;
        record_start(&r.table.record, g, s, 1);
        room_add_chat(&r, 100, "player 1", 1000, "hello");
        room_come(&r, &guest, 0, 0, 1000);
        room_tell(&r, &guest, 1000, &o);
        record_play(&r.table.record, m);
        if (outcome != UINT32_MAX)
                record_play(&r.table.record, outcome);
        r.game_changes++;
        room_tell(&r, &guest, 2000, &o);
        text = strdup(o.text);
        outbox_close(&o);
        room_close(&r);
        return text;
}

/* A move of the other world that looks the same to the seat. */
static int same_to(const struct game *g, const struct state *s, move m, const struct state *world, int seat, move *found)
{
        move list[MAX_MOVES];
        int n = g->legal(world, list);

        for (int i = 0; i < n; i++)
                if (g->seen(world, list[i], seat) == g->seen(s, m, seat)) {
                        *found = list[i];
                        return 1;
                }
        return 0;
}

/* Compares what is sent about two worlds that look the same to a viewer, over random games; returns how often it differed. */
static int leaks(const struct game *told_by, const struct game *g, int wanted, int *compared)
{
        uint64_t random = 11;
        int different = 0;

        for (*compared = 0; *compared < wanted;) {
                struct draw d;
                struct state s = random_deal(g, &random, &d);

                while (g->turn(&s) != OVER) {
                        int seat = (int)(random_dice(&random) % (unsigned)(game_players(&s) + 1));
                        struct state world = s, after = s;
                        move m = g->pick(&s, random_dice(&random)), other, outcome = UINT32_MAX;

                        if (seat == game_players(&s))
                                seat = SPECTATOR;
                        g->redact(&world, seat);
                        g->determinize(&world, seat, &d);
                        g->apply(&after, m);
                        if (random_dice(&random) % 4 == 0 && g->turn(&after) != OVER && same_to(g, &s, m, &world, seat, &other)) {
                                char *one = told_of(told_by, &s, m, outcome, seat),
                                     *two = told_of(told_by, &world, other, outcome, seat);

                                different += strcmp(one, two) != 0;
                                ++*compared;
                                free(one);
                                free(two);
                        }
                        s = after;
                }
        }
        return different;
}

TEST(hidden_information_changes_no_byte_sent_to_a_seat)
{
        int compared;

        for (int i = 0; i < 3; i++)
                assert_int_equal(leaks(game_at(i), game_at(i), 1500, &compared), 0);
}

TEST(a_leak_is_detected)
{
        struct game leaky;
        int compared;

        leaky = alibaba;
        leaky.redact = keep_all;
        assert_true(leaks(&leaky, &alibaba, 300, &compared) > 20);
        leaky = labyrinth;
        leaky.redact = keep_all;
        assert_true(leaks(&leaky, &labyrinth, 300, &compared) > 100);
}

/* With an argument: only the tests whose names match it. */
int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(hidden_information_changes_no_byte_sent_to_a_seat),
                cmocka_unit_test(a_leak_is_detected),
        };

        cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
        return cmocka_run_group_tests_name("no secret leaves", tests, NULL, NULL);
}
