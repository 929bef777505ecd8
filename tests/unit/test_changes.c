/* Steps that are told as what changes: applied one after another, they give the same views as steps that are told whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../table/changes.h"
#include "../../table/message.h"
#include "../../table/table.h"
#include "random_game.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))

enum { MAX_POSITION = 6144, MOST = 4096 };

/* --- a client: applies changes to values, as Protocol 3.13 says --- */

/* A value in a text. */
struct value {
        const struct message *in;
        int at;
};

static int is(struct value v, char bracket)
{
        size_t size;

        return v.at >= 0 && *message_bytes(v.in, v.at, &size) == bracket;
}

static struct value member(struct value v, const char *key)
{
        return (struct value){ v.in, message_member(v.in, v.at, key) };
}

static struct value item(struct value list, int n)
{
        int at = list.at;

        for (int i = 0; i <= n && (i == 0 || at >= 0); i++)
                at = message_item(list.in, list.at, at);
        return (struct value){ list.in, at };
}

static void copy(struct text *out, struct value v)
{
        size_t size;
        const char *bytes = message_bytes(v.in, v.at, &size);
        int quoted = bytes[-1] == '"';

        text_bytes(out, bytes - quoted, (int)size + 2 * quoted);
}

static int is_gone(struct value change, const char *key)
{
        struct value gone = member(change, "-");
        char name[MAX_NAME];

        for (int i = 0; is(gone, '[') && message_word(gone.in, item(gone, i).at, name, sizeof name); i++)
                if (strcmp(name, key) == 0)
                        return 1;
        return 0;
}

static void apply(struct text *out, struct value before, struct value change);

static void apply_to_members(struct text *out, struct value before, struct value change)
{
        char key[MAX_NAME];
        int count = 0;

        text_add(out, "{");
        for (int k = message_key(before.in, before.at, before.at); k >= 0; k = message_key(before.in, before.at, k)) {
                struct value was = { before.in, message_value(before.in, k) };

                assert_true(message_word(before.in, k, key, sizeof key));
                if (is_gone(change, key))
                        continue;
                text_add(out, count++ ? ",\"" : "\"");
                text_add(out, key);
                text_add(out, "\":");
                if (member(change, key).at >= 0)
                        apply(out, was, member(change, key));
                else
                        copy(out, was);
        }
        for (int k = message_key(change.in, change.at, change.at); k >= 0; k = message_key(change.in, change.at, k)) {
                assert_true(message_word(change.in, k, key, sizeof key));
                if (strcmp(key, "-") == 0 || member(before, key).at >= 0)
                        continue;
                text_add(out, count++ ? ",\"" : "\"");
                text_add(out, key);
                text_add(out, "\":");
                copy(out, (struct value){ change.in, message_value(change.in, k) });
        }
        text_add(out, "}");
}

static void apply_to_items(struct text *out, struct value before, struct value change)
{
        text_add(out, "[");
        for (int i = 0; item(before, i).at >= 0; i++) {
                char index[12];

                snprintf(index, sizeof index, "%d", i);
                text_add(out, i ? "," : "");
                if (member(change, index).at >= 0)
                        apply(out, item(before, i), member(change, index));
                else
                        copy(out, item(before, i));
        }
        text_add(out, "]");
}

static void apply(struct text *out, struct value before, struct value change)
{
        if (is(change, '{') && is(before, '{'))
                apply_to_members(out, before, change);
        else if (is(change, '{') && is(before, '['))
                apply_to_items(out, before, change);
        else
                copy(out, change);
}

/* Whether two values are the same but for the order of members. */
static int are_same(struct value a, struct value b)
{
        char key[MAX_NAME], one[MAX_POSITION], other[MAX_POSITION];
        struct text t = { one, sizeof one, 0 }, u = { other, sizeof other, 0 };
        int count = 0, others = 0;

        if (is(a, '[') && is(b, '[')) {
                for (; item(a, count).at >= 0; count++)
                        if (item(b, count).at < 0 || !are_same(item(a, count), item(b, count)))
                                return 0;
                return item(b, count).at < 0;
        }
        if (!is(a, '{') || !is(b, '{')) {
                copy(&t, a);
                copy(&u, b);
                return t.len == u.len && memcmp(one, other, (size_t)t.len) == 0;
        }
        for (int k = message_key(a.in, a.at, a.at); k >= 0; k = message_key(a.in, a.at, k), count++)
                if (!message_word(a.in, k, key, sizeof key) || member(b, key).at < 0 ||
                    !are_same((struct value){ a.in, message_value(a.in, k) }, member(b, key)))
                        return 0;
        for (int k = message_key(b.in, b.at, b.at); k >= 0; k = message_key(b.in, b.at, k))
                others++;
        return count == others;
}

static void assert_same(const char *a, const char *b)
{
        struct message m, n;

        assert_true(message_open(&m, a, strlen(a)));
        assert_true(message_open(&n, b, strlen(b)));
        if (!are_same((struct value){ &m, WHOLE_MESSAGE }, (struct value){ &n, WHOLE_MESSAGE }))
                fail_msg("%.1500s\n  is not %.1500s", a, b);
        message_close(&m);
        message_close(&n);
}

/* --- */

static void assert_changes(const char *before, const char *after, const char *expected)
{
        char text[256];
        struct json j = json_writer(text, sizeof text);

        write_changes(&j, before, after);
        assert_int_not_equal(text_close(&j.out), -1);
        assert_string_equal(text, expected);
}

TEST(a_change_names_what_differs) /* Protocol 3.13 */
{
        assert_changes("{}", "{}", "{}");
        assert_changes("{\"a\":1,\"b\":[1,2]}", "{\"a\":1,\"b\":[1,2]}", "{}");
        assert_changes("{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":3}", "{\"b\":3}");
        assert_changes("{\"a\":{\"b\":{\"c\":\"x\",\"d\":1}}}", "{\"a\":{\"b\":{\"c\":\"y\",\"d\":1}}}",
                       "{\"a\":{\"b\":{\"c\":\"y\"}}}");
        assert_changes("{\"a\":[1,2,3]}", "{\"a\":[1,5,6]}", "{\"a\":{\"1\":5,\"2\":6}}");
        assert_changes("{\"a\":[1,2,3]}", "{\"a\":[1,2]}", "{\"a\":[1,2]}");
        assert_changes("{\"a\":[[1],[2,3]]}", "{\"a\":[[1,2],[2,4]]}", "{\"a\":{\"0\":[1,2],\"1\":{\"1\":4}}}");
        assert_changes("{\"a\":null}", "{\"a\":{\"b\":1}}", "{\"a\":{\"b\":1}}");
        assert_changes("{\"a\":{\"b\":1}}", "{\"a\":null}", "{\"a\":null}");
        assert_changes("{\"a\":{\"x\":1,\"y\":2,\"z\":3}}", "{\"a\":{\"w\":0,\"y\":2}}", "{\"a\":{\"w\":0,\"-\":[\"x\",\"z\"]}}");
        assert_changes("{\"a\":{\"x\":1},\"b\":\"}],:\"}", "{\"a\":{},\"b\":\"{\"}", "{\"a\":{\"-\":[\"x\"]},\"b\":\"{\"}");
}

/* A viewer that is told changes, and the positions that it has made of them. */
struct client {
        struct viewer viewer;
        char position[MOST][MAX_POSITION];
};

static struct client clients[MAX_PLAYERS + 1];
static size_t told_whole, told_changes;

/* The position of a step as it is told whole. */
static void print_whole(struct table *t, int seat, size_t ply, char out[MAX_POSITION])
{
        struct viewer v = { .seat = seat, .told = ply };
        struct outbox o = { .text = NULL };
        const char *view, *end;

        table_tell_some(t, &v, 1, 0, &o);
        view = strstr(o.text, "\"view\":");
        end = strstr(view, "],\"now\":") ? strstr(view, "],\"now\":") : o.text + o.size - 3;
        snprintf(out, MAX_POSITION, "{%.*s", (int)(end - view), view);
        outbox_close(&o);
}

static void take_step(struct client *c, struct value step, size_t ply)
{
        struct text out = { c->position[ply], MAX_POSITION, 0 };
        struct value changes = member(step, "changes");
        struct message before;

        assert_in_range(ply, 0, MOST - 1);
        if (changes.at < 0) {
                told_whole++;
                text_add(&out, "{\"view\":");
                copy(&out, member(step, "view"));
                text_add(&out, ",\"tally\":");
                copy(&out, member(step, "tally"));
                text_add(&out, "}");
        } else {
                told_changes++;
                assert_true(ply > 0 && member(step, "view").at < 0 && member(step, "tally").at < 0);
                assert_true(message_open(&before, c->position[ply - 1], strlen(c->position[ply - 1])));
                apply(&out, (struct value){ &before, WHOLE_MESSAGE }, changes);
                message_close(&before);
        }
        assert_int_not_equal(text_close(&out), -1);
}

/* Tells the client some of what is new, and compares it with the same told whole. */
static void tell(struct table *t, struct client *c, size_t most)
{
        struct outbox o = { .text = NULL };
        char *line, *rest, whole[MAX_POSITION];

        table_tell_some(t, &c->viewer, most, 0, &o);
        for (line = strtok_r(o.text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
                struct message m;
                struct value event = { &m, WHOLE_MESSAGE }, steps;
                uint64_t from;

                assert_true(message_open(&m, line, strlen(line)));
                steps = member(event, "steps");
                for (int i = 0; steps.at >= 0 && item(steps, i).at >= 0; i++) {
                        assert_true(message_number(&m, member(event, "from").at, 0, MOST, &from));
                        take_step(c, item(steps, i), (size_t)from + (size_t)i);
                        print_whole(t, c->viewer.seat, (size_t)from + (size_t)i, whole);
                        assert_same(c->position[from + (uint64_t)i], whole);
                }
                message_close(&m);
        }
        outbox_close(&o);
}

/* Somebody plays, sometimes takes moves back, and viewers are told now and then, lose their connections, and come back with what
 * they have, or with less. */
static void watch_a_game(struct table *t, uint64_t *random)
{
        const struct game *g = t->record.game;
        struct record *r = &t->record;
        int viewers = game_players(&r->state) + 1;

        for (int i = 0; i < viewers; i++)
                clients[i].viewer = (struct viewer){ .seat = i + 1 < viewers ? i : (int)SPECTATOR, .changes = 1 };
        while (g->turn(&r->state) != OVER && r->count < MOST / 4) {
                struct client *c = &clients[random_next(random) % (uint64_t)viewers];
                uint64_t event = random_next(random) % 64;

                assert_true(record_play(r, g->pick(&r->state, random_dice(random))));
                if (event < 16) {
                        tell(t, c, 1 + random_next(random) % 16);
                } else if (event == 16 && r->count > 3) {
                        record_undo(r, 3);
                        for (int i = 0; i < viewers; i++)
                                clients[i].viewer.told -= clients[i].viewer.told > 3 ? 3 : clients[i].viewer.told;
                } else if (event == 17 && c->viewer.told) {
                        c->viewer.told = random_next(random) % (c->viewer.told + 1);
                }
        }
        for (int i = 0; i < viewers; i++)
                while (clients[i].viewer.told <= r->count)
                        tell(t, &clients[i], 16);
}

TEST(changes_give_the_same_views) /* Protocol 3.13 */
{
        const char *given = getenv("SERAI_GAMES");
        uint64_t random = 31;
        int games = 0;

        while (game_at(games))
                games++;
        for (int i = 0; i < (given ? atoi(given) : 60); i++) {
                struct table t = { 0 };
                const struct game *g = game_at(i % games);
                struct state s = random_game(g, &random);

                record_start(&t.record, g, &s, 1);
                watch_a_game(&t, &random);
                table_close(&t);
        }
        assert_true(told_changes > 10 * told_whole);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(a_change_names_what_differs),
                cmocka_unit_test(changes_give_the_same_views),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
