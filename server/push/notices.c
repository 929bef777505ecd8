/* Notices for people who are not here: when they are raised, and when they are sent; see hub_parts.h.
 *
 * A notice is a row of the store, one for each person and table, until the person looks at the table: so nobody gets two. One
 * server claims what is due and hands it to the sender (push_sender.h). A notice that was claimed by a server that dies is lost,
 * never doubled. Quiet hours make it due later. */
#include "../rooms/hub_parts.h"
#include "push.h"

#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 16, EVERY_TICKS = 8 };

/* A move is not asked for at once: who has just left the page may come back. Of a clock that counts days, the last part. */
static const uint64_t PATIENCE_TIME = 5000, LAST_HOURS = 12 * 3600000;

static void on_raised(struct work *w)
{
        if (work_outcome(w) >= STORE_FAILED)
                log_error("write-failed", "why=\"%s\"", work_why(w));
        work_close(w);
}

void hub_raise_notice(struct hub *h, int64_t person, int64_t table, int kind)
{
        struct work *w;

        if (person_is_here(h, person))
                return;
        w = work_open(on_raised, NULL);
        work_add(w, RAISE_NOTICE, "iiii", person, table, (int64_t)kind, (int64_t)clock_now());
        store_do(h->store, w);
}

void notices_look_at(struct hub *h, int64_t person, int64_t table)
{
        struct work *w;

        if (!h->postman.take && !h->node)
                return;
        w = work_open(on_raised, NULL);
        work_add(w, LOOK_AT, "ii", person, table);
        store_do(h->store, w);
}

uint64_t notices_warn_at(const struct room *r)
{
        uint64_t deadline = room_deadline(r), part = r->clock.move ? r->clock.move / 3 : LAST_HOURS;

        return deadline && room_counts_days(r) ? deadline - (part < LAST_HOURS ? part : LAST_HOURS) : 0;
}

/* Once for each position: your turn; and again when the time is running out, if the player has looked meanwhile. */
void notices_of_room(struct hub *h, struct live_room *live)
{
        const struct room *r = &live->room;
        uint64_t now = live_now(live), ply = r->table.record.count + 1, warn_at;
        int seat;

        if (r->state != ROOM_PLAYING || now < r->moved + PATIENCE_TIME)
                return;
        seat = table_deciding(&r->table);
        if (seat < 0 || seat >= r->players || !r->chair[seat].person || r->chair[seat].connections || r->table.seat[seat].held ||
            r->chair[seat].resigned || person_is_here(h, r->chair[seat].person))
                return;
        warn_at = notices_warn_at(r);
        if (live->noticed != ply)
                hub_raise_notice(h, r->chair[seat].person, r->id, NOTICE_OF_TURN);
        if (warn_at && now >= warn_at && live->warned != ply) {
                hub_raise_notice(h, r->chair[seat].person, r->id, NOTICE_OF_TIME);
                live->warned = ply;
        }
        live->noticed = ply;
}

/* --- sending --- */

/* One notice: to each browser of a person. */
struct delivery {
        struct hub *h;
        int64_t person, table;
        int kind;
};

static void write_notice(char text[MAX_PUSH_TEXT], const struct delivery *d, const char *game, const char *name)
{
        static const char *const KINDS[] = { [NOTICE_OF_TURN] = "turn",
                                             [NOTICE_OF_CHALLENGE] = "challenge",
                                             [NOTICE_OF_INVITATION] = "invitation",
                                             [NOTICE_OF_TIME] = "time" };
        char id[ID_TEXT + 1];
        struct json j = json_writer(text, MAX_PUSH_TEXT);

        id_print(d->table, id);
        json_text(&j, "{\"kind\":");
        json_string(&j, KINDS[d->kind]);
        json_text(&j, ",\"table\":");
        json_string(&j, id);
        json_text(&j, ",\"game\":");
        json_string(&j, game);
        if (name[0]) {
                json_text(&j, ",\"name\":");
                json_string(&j, name);
        }
        json_text(&j, "}");
        text_close(&j.out);
}

/* What is not true any more is not sent: the game is over, or has begun without them. */
static void on_found(struct work *w)
{
        struct delivery *d = work_whose(w);
        const struct rows *pushes = work_rows(w, 0), *about = work_rows(w, 1);
        int invites = d->kind == NOTICE_OF_CHALLENGE || d->kind == NOTICE_OF_INVITATION;
        struct letter letter = { .seconds = invites ? 3600 : 3 * 24 * 3600, .urgent = d->kind != NOTICE_OF_INVITATION };

        if (work_outcome(w) == STORE_DONE && rows_count(about) && !d->h->stopping && d->h->postman.take &&
            rows_number(about, 0, 1) == (invites ? TABLE_OPEN : TABLE_PLAYING)) {
                write_notice(letter.text, d, rows_text(about, 0, 0, NULL), invites ? rows_text(about, 0, 2, NULL) : "");
                id_print(d->table, letter.topic);
                for (int i = 0; i < rows_count(pushes); i++) {
                        strncpy(letter.endpoint, rows_text(pushes, i, PUSHED_TO, NULL), sizeof letter.endpoint - 1);
                        strncpy(letter.key, rows_text(pushes, i, PUSHED_KEY, NULL), sizeof letter.key - 1);
                        strncpy(letter.auth, rows_text(pushes, i, PUSHED_AUTH, NULL), sizeof letter.auth - 1);
                        strncpy(letter.origin, rows_text(pushes, i, PUSHED_ORIGIN, NULL), sizeof letter.origin - 1);
                        d->h->postman.take(d->h->postman.whose, &letter);
                }
        }
        free(d);
        work_close(w);
}

static void deliver(struct hub *h, int64_t person, int64_t table, int kind)
{
        struct delivery *d = malloc(sizeof *d);
        struct work *w;

        if (!d || kind < NOTICE_OF_TURN || kind > NOTICE_OF_TIME) {
                free(d);
                return;
        }
        *d = (struct delivery){ h, person, table, kind };
        w = work_open(on_found, d);
        work_add(w, PUSHES_OF, "i", person);
        work_add(w, NOTICE_ABOUT, "ii", table, person);
        store_do(h->store, w);
}

static void on_claimed(struct work *w)
{
        struct hub *h = work_whose(w);
        const struct rows *due = work_rows(w, 0);

        for (int i = 0; i < rows_count(due) && !h->stopping; i++)
                deliver(h, rows_number(due, i, 0), rows_number(due, i, 1), (int)rows_number(due, i, 2));
        work_close(w);
}

/* A person has at most eight browsers. */
void notices_tick(struct hub *h)
{
        int room = h->postman.take && h->ticks % EVERY_TICKS == 0 ? h->postman.room(h->postman.whose) / 8 : 0;
        struct work *w;

        if (room <= 0 || h->stopping)
                return;
        w = work_open(on_claimed, h);
        work_add(w, CLAIM_NOTICES, "ii", (int64_t)clock_now(), (int64_t)(room < AT_ONCE ? room : AT_ONCE));
        store_do(h->store, w);
}

void hub_post_by(struct hub *h, const struct postman *postman)
{
        h->postman = *postman;
}
