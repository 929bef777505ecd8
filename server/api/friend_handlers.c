/* API handlers for people one follows, blocks and invites, and for what one has chosen about that; see api.h. */
#include "api.h"

#include <stdlib.h>
#include <string.h>

#include "../clock.h"
#include "../rooms/hub.h"
#include "../store/new_id.h"

enum { MOST_LISTED = 200, OFTEN = 20 };

static const struct limit INVITATIONS = { .burst = 12, .every = 5000 };

/* What somebody may choose, in the order of CHOICES; the default, and the most it may be. */
static const struct {
        const char *key;
        int64_t usual, most;
} CHOICES_ABOUT[CHOSEN] = {
        [CHOSE_HERE] = { "here", 0, 2 },
        [CHOSE_PROFILE] = { "profile", 1, 2 },
        [CHOSE_NOTICES] = { "notices", 15, 15 },
        [CHOSE_QUIET_FROM] = { "quiet_from", 0, 1439 },
        [CHOSE_QUIET_TO] = { "quiet_to", 0, 1439 },
        [CHOSE_AHEAD] = { "ahead", 0, 2879 } /* minutes ahead of UTC, plus a day */
};

enum { A_DAY_AHEAD = 1440 };

static void then_say_nothing(struct call *c, struct work *w)
{
        (void)w;
        call_done(c);
}

/* The number in a member of the body; 0, after refusing, if it is missing or too large. */
static int number_in(struct call *c, const char *key, int64_t most, int64_t *number)
{
        uint64_t n;

        if (!message_number(&c->message, message_member(&c->message, WHOLE_MESSAGE, key), 0, (uint64_t)most, &n)) {
                call_refuse_because(c, BAD_REQUEST, &BAD_MEMBER, key);
                return 0;
        }
        *number = (int64_t)n;
        return 1;
}

/* Reads whom the call is about from the member `person`, which is somebody else; 0, after refusing, if it is not: the call is gone.
 */
static int read_other(struct call *c)
{
        int64_t other = call_id(c, "person");

        if (!other)
                return 0;
        if (other == c->who.id) {
                call_refuse(c, BAD_REQUEST, &NO_SUCH_PERSON);
                return 0;
        }
        c->other = other;
        return 1;
}

/* Reads whether one has played with a person, for PLAYED_WITH and MAY_INVITE; 0, after refusing, if not. */
static int has_played(struct call *c, const struct rows *found)
{
        if (!rows_count(found))
                call_refuse(c, NOT_FOUND, &NO_SUCH_PERSON);
        else if (!rows_number(found, 0, 1))
                call_refuse(c, FORBIDDEN, &NOT_PLAYED_WITH);
        return rows_count(found) && rows_number(found, 0, 1);
}

static int is_yes(const struct call *c)
{
        size_t size;
        const char *value = message_bytes(&c->message, message_member(&c->message, WHOLE_MESSAGE, "yes"), &size);

        return value && size == 4 && memcmp(value, "true", 4) == 0;
}

/* --- following --- */

static void then_have_followed(struct call *c, struct work *w)
{
        if (work_outcome(w) == STORE_TAKEN)
                call_refuse(c, CONFLICT, &TOO_MANY_FOLLOWED);
        else
                then_say_nothing(c, w);
}

static void then_follow(struct call *c, struct work *w)
{
        int64_t other = c->other;

        if (!has_played(c, work_rows(w, 0)))
                return;
        w = call_work(c, then_have_followed);
        work_add(w, FOLLOW, "iiii", c->who.id, other, (int64_t)clock_now(), (int64_t)MOST_LISTED);
        store_do(c->server->store, w);
}

void run_follow(struct call *c)
{
        struct work *w;

        if (!read_other(c))
                return;
        w = call_work(c, is_yes(c) ? then_follow : then_say_nothing);
        work_add(w, is_yes(c) ? PLAYED_WITH : UNFOLLOW, "ii", c->who.id, c->other);
        store_do(c->server->store, w);
}

/* --- blocking --- */

static void then_have_blocked(struct call *c, struct work *w)
{
        if (work_outcome(w) == STORE_TAKEN) {
                call_refuse(c, CONFLICT, &TOO_MANY_BLOCKED);
                return;
        }
        hub_friends_changed(c->server->hub, c->who.id);
        hub_friends_changed(c->server->hub, c->other);
        then_say_nothing(c, w);
}

static void change_block(struct call *c, enum statement what)
{
        struct work *w = call_work(c, then_have_blocked);

        if (what == BLOCK)
                work_add(w, BLOCK, "iiii", c->who.id, c->other, (int64_t)clock_now(), (int64_t)MOST_LISTED);
        else
                work_add(w, UNBLOCK, "ii", c->who.id, c->other);
        hub_notice_friends(c->server->hub, w, c->who.id);
        hub_notice_friends(c->server->hub, w, c->other);
        store_do(c->server->store, w);
}

static void then_block(struct call *c, struct work *w)
{
        if (rows_count(work_rows(w, 0)))
                change_block(c, BLOCK);
        else
                call_refuse(c, NOT_FOUND, &NO_SUCH_PERSON);
}

void run_block(struct call *c)
{
        struct work *w;

        if (!read_other(c))
                return;
        if (!is_yes(c)) {
                change_block(c, UNBLOCK);
                return;
        }
        w = call_work(c, then_block);
        work_add(w, PLAYED_WITH, "ii", c->who.id, c->other);
        store_do(c->server->store, w);
}

/* --- inviting: the same answers to somebody who is blocked --- */

static void then_have_invited(struct call *c, struct work *w)
{
        hub_friends_changed(c->server->hub, c->other);
        if (c->table)
                hub_raise_notice(c->server->hub, c->other, c->table, is_yes(c) ? NOTICE_OF_CHALLENGE : NOTICE_OF_INVITATION);
        then_say_nothing(c, w);
}

static void then_invite(struct call *c, struct work *w)
{
        const struct rows *found = work_rows(w, 0);
        int kind = !c->table ? REQUEST : is_yes(c) ? CHALLENGE : INVITATION;
        int64_t now = (int64_t)clock_now();

        if (!has_played(c, found))
                return;
        if (c->table && !rows_number(found, 0, 2)) {
                call_refuse(c, CONFLICT, &NOT_SEATED);
                return;
        }
        w = call_work(c, then_have_invited);
        if (c->table)
                work_add(w, INVITE, "iiiii", c->who.id, c->other, (int64_t)kind, c->table, now);
        else
                work_add(w, INVITE, "iiini", c->who.id, c->other, (int64_t)kind, now);
        hub_notice_friends(c->server->hub, w, c->other);
        store_do(c->server->store, w);
}

void run_invite(struct call *c)
{
        struct rate_limiter *g = &c->server->rate_limiter;
        struct work *w;
        int64_t table = 0;

        if (!read_other(c))
                return;
        if (message_member(&c->message, WHOLE_MESSAGE, "table") != NO_VALUE && !(table = call_id(c, "table")))
                return;
        c->table = table;
        if (!server_trusts(c->server, c->address) &&
            !rate_limiter_allows(g, rate_limiter_bytes(g, INVITE_SOMEBODY, &c->who.id, sizeof c->who.id), INVITATIONS,
                                 uv_now(&c->server->loop))) {
                call_refuse(c, TOO_MANY_REQUESTS, &TOO_MANY_INVITATIONS);
                return;
        }
        w = call_work(c, then_invite);
        work_add(w, MAY_INVITE, "iii", c->who.id, c->other, c->table);
        store_do(c->server->store, w);
}

static void then_have_declined(struct call *c, struct work *w)
{
        hub_friends_changed(c->server->hub, c->who.id);
        then_say_nothing(c, w);
}

void run_decline(struct call *c)
{
        struct work *w;

        if (!read_other(c))
                return;
        w = call_work(c, then_have_declined);
        work_add(w, UNINVITE, "ii", c->other, c->who.id);
        hub_notice_friends(c->server->hub, w, c->who.id);
        store_do(c->server->store, w);
}

/* --- choices --- */

static void write_choices(struct json *j, const struct rows *r)
{
        json_text(j, "{");
        for (int i = 0; i < CHOSEN; i++)
                write_format(j, "%s\"%s\":%lld", i ? "," : "", CHOICES_ABOUT[i].key,
                             (long long)(rows_count(r) ? rows_number(r, 0, i) : CHOICES_ABOUT[i].usual) +
                                     (i == CHOSE_AHEAD ? A_DAY_AHEAD : 0));
        json_text(j, "}");
}

void run_choices(struct call *c)
{
        int64_t chosen[CHOSEN];
        struct work *w;

        for (int i = 0; i < CHOSEN; i++)
                if (!number_in(c, CHOICES_ABOUT[i].key, CHOICES_ABOUT[i].most, &chosen[i]))
                        return;
        w = call_work(c, then_say_nothing);
        work_add(w, SET_CHOICES, "iiiiiiii", c->who.id, chosen[CHOSE_HERE], chosen[CHOSE_PROFILE], chosen[CHOSE_NOTICES],
                 chosen[CHOSE_QUIET_FROM], chosen[CHOSE_QUIET_TO], chosen[CHOSE_AHEAD] - A_DAY_AHEAD, (int64_t)clock_now());
        store_do(c->server->store, w);
}

/* --- the list --- */

static void write_named(struct json *j, int n, const struct rows *r, int row)
{
        char id[ID_TEXT + 1];

        id_print(rows_number(r, row, 0), id);
        write_format(j, "%s{\"person\":\"%s\",\"name\":\"%s\"", n ? "," : "", id, rows_text(r, row, 1, NULL));
}

/* Where somebody is: on this server, or at any of those that share the database; of several tables, the one with a game. */
static int find(const struct call *c, int64_t person, const struct rows *places, struct whereabouts *at)
{
        int here = hub_whereabouts(c->server->hub, person, at);

        for (int i = 0; i < rows_count(places); i++) {
                if (rows_number(places, i, PLACE_PERSON) != person)
                        continue;
                here = 1;
                if (!at->table && !rows_is_null(places, i, PLACE_GAME))
                        *at = (struct whereabouts){ .table = rows_number(places, i, PLACE_TABLE),
                                                    .game = rows_text(places, i, PLACE_GAME, NULL),
                                                    .state = (enum table_state)rows_number(places, i, PLACE_STATE),
                                                    .is_public = (int)rows_number(places, i, PLACE_PUBLIC) };
        }
        return here;
}

/* A table that is not public is not shown; but what is played is. */
static void write_whereabouts(struct json *j, const struct whereabouts *at)
{
        char id[ID_TEXT + 1];

        if (!at->table || at->state == TABLE_OVER)
                return;
        write_format(j, ",\"game\":\"%s\",\"state\":\"%s\"", at->game, at->state == TABLE_OPEN ? "open" : "playing");
        id_print(at->table, id);
        if (at->is_public)
                write_format(j, ",\"table\":\"%s\"", id);
}

static int has(const struct rows *r, int64_t person)
{
        for (int i = 0; i < rows_count(r); i++)
                if (rows_number(r, i, 0) == person)
                        return 1;
        return 0;
}

static void write_friends(struct json *j, const void *what)
{
        const struct finding *f = what;
        const struct rows *followed = work_rows(f->work, 0), *often = work_rows(f->work, 1), *blocked = work_rows(f->work, 2),
                          *places = work_rows(f->work, 4);
        int n = 0;

        json_text(j, "{\"follows\":[");
        for (int i = 0; i < rows_count(followed); i++) {
                struct whereabouts at = { .table = 0 };
                int here = rows_number(followed, i, FOLLOWED_SHOWS) && find(f->call, rows_number(followed, i, 0), places, &at);

                write_named(j, i, followed, i);
                write_format(j, ",\"here\":%s", here ? "true" : "false");
                if (here)
                        write_whereabouts(j, &at);
                json_text(j, "}");
        }
        json_text(j, "],\"often\":[");
        for (int i = 0; i < rows_count(often); i++) {
                if (has(blocked, rows_number(often, i, 0)) || has(followed, rows_number(often, i, 0)))
                        continue;
                write_named(j, n++, often, i);
                write_format(j, ",\"games\":%lld}", (long long)rows_number(often, i, OFTEN_GAMES));
        }
        json_text(j, "],\"blocked\":[");
        for (int i = 0; i < rows_count(blocked); i++) {
                write_named(j, i, blocked, i);
                json_text(j, "}");
        }
        json_text(j, "],\"choices\":");
        write_choices(j, work_rows(f->work, 3));
        json_text(j, "}");
}

static void then_list_friends(struct call *c, struct work *w)
{
        call_answer(c, OK, write_friends, &(struct finding){ c, w });
}

void run_friends(struct call *c)
{
        struct work *w = call_work(c, then_list_friends);

        work_add(w, FOLLOWED, "i", c->who.id);
        work_add(w, OFTEN_WITH, "ii", c->who.id, (int64_t)OFTEN);
        work_add(w, BLOCKED, "i", c->who.id);
        work_add(w, CHOICES, "i", c->who.id);
        work_add(w, FOLLOWED_AT, "i", c->who.id);
        store_do(c->server->store, w);
}

/* --- one's own data --- */

static void write_dated(struct json *j, const char *key, const struct rows *r, int at)
{
        write_format(j, "\"%s\":[", key);
        for (int i = 0; i < rows_count(r); i++) {
                write_named(j, i, r, i);
                write_format(j, ",\"at\":%lld}", (long long)rows_number(r, i, at));
        }
        json_text(j, "],");
}

void write_friends_data(struct json *j, const struct rows *followed, const struct rows *blocked, const struct rows *choices)
{
        write_dated(j, "follows", followed, FOLLOWED_SINCE);
        write_dated(j, "blocked", blocked, 2);
        json_text(j, "\"choices\":");
        write_choices(j, choices);
        json_text(j, ",");
}
