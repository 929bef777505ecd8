/* Fuzzes a room: any messages from two players and somebody who looks on, at any time.
 *
 * A line is a message of the guest whose number it begins with, 0 to 2; another beginning lets some seconds pass. What becomes an entry
 * is done at once. In the end the room is made again from its entries alone, and has to tell everybody the same. */
#include <stdlib.h>
#include <string.h>

#include "../server/room.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { GUESTS = 3, MAX_ENTRIES = 512 };

static struct entry entries[MAX_ENTRIES];
static uint64_t times[MAX_ENTRIES];
static int count;

static void keep(struct room *r, const struct entry *e, uint64_t now)
{
        if (e->size <= 0 || count == MAX_ENTRIES)
                return;
        entries[count] = *e;
        times[count++] = now;
        room_do(r, e, now);
}

static void begin(struct room *r, unsigned first)
{
        struct plan plan = { .game = game_at((int)(first % 3)), .players = 2 + (int)(first / 3 % 2), .watch = 1, .chat = 1 };
        uint8_t salt[HASH_BYTES] = { 1 }, secret[HASH_BYTES] = { 2 };
        char players[2] = { (char)('0' + plan.players), '\0' }, why[MAX_REASON];
        struct entry e;

        options_default(plan.game, &plan.options);
        options_set(plan.game, &plan.options, "players", players, why, sizeof why);
        if (plan.players == 3)
                plan.level[2] = 1;
        if (first / 6 % 2)
                plan.clock = (struct clock){ .move = 5000, .left = { 5000, 5000, 5000, 5000 } };
        if (first / 12 % 2)
                plan.kept[1] = GUESTS;
        room_open(r, 12345);
        room_begin(&plan, 1, salt, secret, 3, &e);
        keep(r, &e, 0);
}

/* A bot moves at random. */
static void let_bot_move(struct room *r, uint64_t now)
{
        struct question q;
        struct answer a;
        struct entry e;

        if (r->state != ROOM_PLAYING || !table_asks(&r->table, NULL, &q))
                return;
        a.m = q.game->pick(&q.view, (uint32_t)q.seed);
        if (room_choice(r, &q, &a, &e))
                keep(r, &e, now);
}

static void hear(struct room *r, struct guest *guests, const char *line, size_t size, uint64_t *now, struct outbox *o)
{
        struct entry e = { .size = 0 };
        struct message m;

        if (size > 1 && line[0] >= '0' && line[0] < '0' + GUESTS) {
                if (message_open(&m, line + 1, size - 1))
                        room_hear(r, &guests[line[0] - '0'], &m, *now, o, &e);
                message_close(&m);
        } else {
                *now += 3000;
                room_release(r, *now);
                room_tick(r, *now, &e);
        }
        keep(r, &e, *now);
        let_bot_move(r, *now);
        for (int i = 0; i < GUESTS; i++)
                while (room_tell(r, &guests[i], *now, o))
                        ;
        outbox_clear(o);
}

/* What somebody who comes now is told of the game. */
static void story(struct room *r, int64_t person, uint64_t now, struct outbox *o)
{
        struct guest g = { .person = person, .name = "g" };

        room_come(r, &g, 0, 0, now);
        while (room_tell(r, &g, now, o))
                ;
        room_go(r, &g, now);
}

static void compare(struct room *r, uint64_t now)
{
        struct room again;

        room_open(&again, r->id);
        for (int i = 0; i < count; i++)
                if (!room_replay(&again, entries[i].body, (size_t)entries[i].size, times[i]))
                        abort();
        if (again.version != r->version || again.state != r->state)
                abort();
        for (int64_t person = 1; person <= GUESTS && r->state >= ROOM_PLAYING; person++) {
                struct outbox one = { 0 }, two = { 0 };
                const char *first, *second;

                story(r, person, now, &one);
                story(&again, person, now, &two);
                first = strstr(one.text, "{\"t\":\"fair\"");
                second = strstr(two.text, "{\"t\":\"fair\"");
                if (!first || !second || strcmp(first, second) != 0)
                        abort();
                outbox_close(&one);
                outbox_close(&two);
        }
        room_close(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
        struct room *r = malloc(sizeof *r);
        struct guest guests[GUESTS];
        struct outbox o = { 0 };
        uint64_t now = 1000;
        size_t from = 1;

        count = 0;
        memset(guests, 0, sizeof guests);
        begin(r, size ? bytes[0] : 0);
        for (int i = 0; i < GUESTS; i++) {
                guests[i].person = i + 1;
                strcpy(guests[i].name, "g");
                room_come(r, &guests[i], 0, 0, now);
        }
        for (size_t i = 1; i <= size && count < MAX_ENTRIES; i++)
                if (i == size || bytes[i] == '\n') {
                        if (i > from)
                                hear(r, guests, (const char *)bytes + from, i - from, &now, &o);
                        from = i + 1;
                }
        for (int i = 0; i < GUESTS; i++)
                room_go(r, &guests[i], now);
        compare(r, now);
        room_close(r);
        free(r);
        outbox_close(&o);
        return 0;
}
