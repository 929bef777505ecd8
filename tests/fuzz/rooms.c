/* Fuzzes a room: any messages from two players and a spectator, at any time.
 *
 * A line is a message of the guest whose number it begins with, 0 to 2. One that begins with a, b or c disconnects a guest, or
 * reconnects it; one that begins with a question mark sends everybody what is new; any other lets some seconds pass. Entries
 * are applied at once. At the end the room is rebuilt from its entries alone, and must be the same; if anything was sent, it
 * must send the same, too.
 *
 * It has to be fast to find anything. Sending takes far longer than all the rest, so it is done only on request; the hashes of
 * the server's chain are computed once (`beginning`), and only the room itself is instrumented (Makefile). */
#include <stdlib.h>
#include <string.h>

#include "../../server/rooms/room.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
const char *__asan_default_options(void);

/* Stacks of allocations are not recorded, which takes time; ASAN_OPTIONS=malloc_context_size=30 shows them for one input. */
const char *__asan_default_options(void)
{
        return "malloc_context_size=0:quarantine_size_mb=4";
}

enum { GUESTS = 3, MAX_ENTRIES = 512, BEGINNINGS = 48, MAX_TELLING = 2 };

/* The stored log of one room. */
static struct {
        char body[MAX_ENTRY];
        int size;
        uint64_t at;
} stored[MAX_ENTRIES];
static int count;

/* A room during its game. */
struct scene {
        struct room room;
        struct subscriber subscribers[GUESTS];
        int here[GUESTS];
        uint64_t now;
        int told; /* how often */
        struct outbox outbox;
};

static void check(int good)
{
        if (!good)
                abort();
}

static void keep(struct room *r, const struct entry *e, uint64_t now)
{
        if (e->size <= 0 || count == MAX_ENTRIES)
                return;
        memcpy(stored[count].body, e->body, (size_t)e->size);
        stored[count].size = e->size;
        stored[count++].at = now;
        room_do(r, e, now);
}

static void make(struct room *r, unsigned first)
{
        struct plan plan = {
                .game = game_at((int)first % game_count()), .players = 2 + (int)(first / 3 % 2), .watch = 1, .chat = 1
        };
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
                plan.reserved_for[1] = GUESTS;
        room_open(r, 12345);
        room_begin(&plan, first / 24 % 2 ? GUESTS : 1, salt, secret, 3, &e);
        room_do(r, &e, 0);
}

/* A room just created. It owns nothing else, so it can be copied. */
static const struct room *beginning(unsigned first)
{
        static struct room made[BEGINNINGS];
        struct room *r = &made[first % BEGINNINGS];

        if (!r->game)
                make(r, first % BEGINNINGS);
        return r;
}

/* A bot plays random moves. */
static void let_bot_move(struct room *r, uint64_t now)
{
        static struct question q;
        static struct answer a;
        static struct entry e;

        if (r->state != ROOM_PLAYING || !table_is_for_bot(&r->table) || !table_asks(&r->table, NULL, &q))
                return;
        a.m = q.game->pick(&q.view, (uint32_t)q.seed);
        if (room_choice(r, &q, &a, &e))
                keep(r, &e, now);
}

static void come_or_go(struct scene *s, int guest)
{
        if (s->here[guest])
                room_go(&s->room, &s->subscribers[guest], s->now);
        else
                room_come(&s->room, &s->subscribers[guest], 0, 0, s->now);
        s->here[guest] = !s->here[guest];
}

static void tell_all(struct scene *s)
{
        for (int i = 0; i < GUESTS && s->told < MAX_TELLING; i++) {
                while (s->here[i] && room_tell(&s->room, &s->subscribers[i], s->now, &s->outbox))
                        ;
                check(!s->here[i] || s->room.state < ROOM_PLAYING || !room_may_see(&s->room, i + 1) ||
                      s->subscribers[i].viewer.told == s->room.table.record.count + 1);
        }
        s->told++;
}

static void hear(struct scene *s, const char *line, size_t size)
{
        struct room *r = &s->room;
        static struct entry e;
        struct command c;
        struct reason why;

        e.size = 0;
        if (size > 1 && line[0] >= '0' && line[0] < '0' + GUESTS) {
                if (s->here[line[0] - '0'] && command_read(&c, line + 1, size - 1, &why) &&
                    COMMAND_ABOUT[c.kind].handler >= FOR_ROOM && c.kind != COMMAND_CHAT && c.kind != COMMAND_REMATCH)
                        room_command(r, &s->subscribers[line[0] - '0'], &c, s->now, &s->outbox, &e, &why);
        } else if (line[0] >= 'a' && line[0] < 'a' + GUESTS) {
                come_or_go(s, line[0] - 'a');
        } else if (line[0] == '?') {
                tell_all(s);
        } else {
                s->now += 3000;
                room_release(r, s->now);
                room_tick(r, s->now, &e);
        }
        keep(r, &e, s->now);
        let_bot_move(r, s->now);
        outbox_clear(&s->outbox);
}

#define SAME(a, b) check(sizeof(a) == sizeof(b) && memcmp(&(a), &(b), sizeof(a)) == 0)

static void compare_dice(const struct fair *f, const struct fair *g)
{
        check(!f == !g);
        if (!f)
                return;
        SAME(f->first, g->first);
        SAME(f->tips, g->tips);
        check(f->rolled == g->rolled && f->renewed == g->renewed && f->server.number == g->server.number);
        for (int p = 0; p < f->players; p++)
                check(f->known[p].number == g->known[p].number && f->known[p].none == g->known[p].none);
        for (int i = 0; i < f->rolled; i++) {
                check(f->rolls[i].ply == g->rolls[i].ply && f->rolls[i].silent == g->rolls[i].silent);
                SAME(f->rolls[i].key, g->rolls[i].key);
        }
        for (int i = 0; i < f->renewed; i++)
                check(f->anew[i].ply == g->anew[i].ply && f->anew[i].seat == g->anew[i].seat);
}

static void compare_seats(const struct room *r, const struct room *s)
{
        SAME(r->barred, s->barred);
        for (int p = 0; p < r->players; p++) {
                const struct chair *c = &r->chair[p], *d = &s->chair[p];

                check(c->person == d->person && c->level == d->level && c->ready == d->ready);
                SAME(c->tip, d->tip);
                SAME(c->first, d->first);
                check(r->table.seat[p].level == s->table.seat[p].level && r->table.seat[p].held == s->table.seat[p].held);
        }
}

/* Everything that follows from the entries, and nothing that depends on who is connected. */
static void compare(const struct room *r, const struct room *s)
{
        const struct record *a = &r->table.record, *b = &s->table.record;

        check(r->version == s->version && r->undone == s->undone && r->state == s->state && r->since == s->since);
        check(r->host == s->host && r->next == s->next && r->undo_by == s->undo_by && r->allowed == s->allowed);
        check(r->watch == s->watch && r->chat == s->chat && r->is_public == s->is_public);
        compare_seats(r, s);
        compare_dice(a->fair, b->fair);
        SAME(r->table.clock, s->table.clock);
        check(a->count == b->count && a->events == b->events &&
              (!a->count || memcmp(a->moves, b->moves, a->count * sizeof *a->moves) == 0));
        SAME(a->state, b->state);
}

/* What a new subscriber is sent about the game. */
static void story(struct room *r, int64_t person, uint64_t now, struct outbox *o)
{
        struct subscriber g = { .person = person, .name = "g" };

        room_come(r, &g, 0, 0, now);
        while (room_tell(r, &g, now, o))
                ;
        room_go(r, &g, now);
}

/* Of one subscriber; over many runs, each of them. */
static void compare_stories(struct room *r, struct room *again, uint64_t now)
{
        int64_t person = 1 + (int64_t)(r->version % GUESTS);
        struct outbox one = { 0 }, two = { 0 };
        const char *first, *second;

        if (r->state < ROOM_PLAYING || !room_may_see(r, person))
                return;
        story(r, person, now, &one);
        story(again, person, now, &two);
        first = strstr(one.text, "{\"t\":\"fair\"");
        second = strstr(two.text, "{\"t\":\"fair\"");
        check(first && second && strcmp(first, second) == 0);
        outbox_close(&one);
        outbox_close(&two);
}

static void replay(struct scene *s, const struct room *begun)
{
        static struct room again;

        again = *begun;
        for (int i = 0; i < count; i++)
                check(room_replay(&again, stored[i].body, (size_t)stored[i].size, stored[i].at));
        compare(&s->room, &again);
        if (s->told)
                compare_stories(&s->room, &again, s->now);
        room_close(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
        const struct room *begun = beginning(size ? bytes[0] : 0);
        static struct scene scene;
        struct scene *s = &scene;
        size_t from = 1;

        count = 0;
        memset(s, 0, sizeof *s);
        s->room = *begun;
        s->now = 1000;
        for (int i = 0; i < GUESTS; i++) {
                s->subscribers[i].person = i + 1;
                strcpy(s->subscribers[i].name, "g");
                come_or_go(s, i);
        }
        for (size_t i = 1; i <= size && count < MAX_ENTRIES; i++)
                if (i == size || bytes[i] == '\n') {
                        if (i > from)
                                hear(s, (const char *)bytes + from, i - from);
                        from = i + 1;
                }
        for (int i = 0; i < GUESTS; i++)
                if (s->here[i])
                        come_or_go(s, i);
        replay(s, begun);
        room_close(&s->room);
        outbox_close(&s->outbox);
        return 0;
}
