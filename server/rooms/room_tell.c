/* Subscribers of a room and what they are sent; see room.h. A subscriber remembers what it was sent, and is sent what is new
 * since. */
#include "room_parts.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_AT_ONCE = 16 };

/* --- subscribers and chat --- */

void count_subscribers(struct room *r, uint64_t now)
{
        struct subscriber *g;
        int before[MAX_PLAYERS], host_before = r->host_connections;

        for (int p = 0; p < r->players; p++) {
                before[p] = r->chair[p].connections;
                r->chair[p].connections = r->chair[p].elsewhere;
        }
        r->watching = r->elsewhere;
        r->host_connections = r->host_elsewhere;
        LIST_FOREACH (g, &r->subscribers, in_room) {
                int seat = room_seat(r, g->person), eyes = seat < 0 ? (int)SPECTATOR : seat;

                if (g->viewer.seat != eyes)
                        g->viewer = (struct viewer){ .seat = eyes, .changes = g->viewer.changes };
                r->host_connections += g->person == r->host;
                if (seat < 0)
                        r->watching++;
                else
                        r->chair[seat].connections++;
        }
        for (int p = 0; p < r->players; p++)
                if (before[p] && !r->chair[p].connections)
                        r->chair[p].gone = now;
        if (host_before && !r->host_connections)
                r->host_gone = now;
        if (r->lead.seat && !r->chair[r->lead.seat - 1].connections)
                r->lead.seat = 0;
        r->info_changes++;
}

int room_elsewhere(struct room *r, const struct elsewhere *list, int count, uint64_t now)
{
        int lines[MAX_PLAYERS] = { 0 }, watching = 0, host = 0, news;

        for (int i = 0; i < count; i++) {
                host += list[i].person == r->host ? list[i].connections : 0;
                if (room_seat(r, list[i].person) >= 0)
                        lines[room_seat(r, list[i].person)] += list[i].connections;
                else
                        watching += list[i].connections;
        }
        news = watching != r->elsewhere || host != r->host_elsewhere;
        r->elsewhere = watching;
        r->host_elsewhere = host;
        for (int p = 0; p < r->players; p++) {
                news |= lines[p] != r->chair[p].elsewhere;
                r->chair[p].elsewhere = lines[p];
        }
        if (news)
                count_subscribers(r, now);
        return news;
}

void room_come(struct room *r, struct subscriber *g, uint64_t version, uint64_t told, uint64_t now)
{
        LIST_INSERT_HEAD(&r->subscribers, g, in_room);
        g->viewer = (struct viewer){ .seat = SPECTATOR, .changes = g->viewer.changes };
        count_subscribers(r, now);
        if (version > r->undone && version <= r->version && told <= r->table.record.count + 1)
                g->viewer.told = (size_t)told;
        g->info_changes = g->game_changes = UINT64_MAX;
        g->undo_changes = r->undo_changes;
        g->rolls = g->renewed = -1;
        g->words = r->said_count > CHAT_KEPT ? r->said_count - CHAT_KEPT : 0;
}

void room_go(struct room *r, struct subscriber *g, uint64_t now)
{
        LIST_REMOVE(g, in_room);
        count_subscribers(r, now);
}

int room_add_chat(struct room *r, int64_t person, const char *name, uint64_t at, const char *words)
{
        struct said *s;

        if (!r->said && !(r->said = calloc(CHAT_KEPT, sizeof *r->said)))
                return 0;
        s = &r->said[r->said_count++ % CHAT_KEPT];
        s->person = person;
        s->at = at;
        strncpy(s->name, name, MAX_SEAT_NAME - 1);
        strncpy(s->words, words, MAX_CHAT - 1);
        return 1;
}

void room_delete_chat(struct room *r, int64_t person)
{
        for (int i = 0; r->said && i < CHAT_KEPT; i++)
                if (r->said[i].person == person)
                        memset(&r->said[i], 0, sizeof r->said[i]);
}

/* --- writing --- */

struct showing {
        const struct room *r;
        const struct subscriber *g;
        int said;
};

static const char *const STATES[] = { "open", "dealing", "playing", "over" };

static void write_gain(struct json *j, int gain)
{
        json_text(j, ",\"gain\":");
        json_text(j, gain < 0 ? "-" : "");
        json_number(j, (uint64_t)abs(gain), 0, UINT64_MAX);
}

static void write_chair(struct json *j, const struct room *r, int seat)
{
        const struct chair *c = &r->chair[seat];
        int held = r->state == ROOM_PLAYING ? r->table.seat[seat].held : 0;
        char digits[ID_TEXT + 1];

        if (json_null(j, !is_taken(c)))
                return;
        if (c->level) {
                json_text(j, "{\"name\":\"\"");
                json_count(j, "level", c->level, 0);
        } else {
                id_print(c->person, digits);
                json_text(j, "{\"person\":");
                json_string(j, digits);
                add_string(j, "name", c->name);
                add_bool(j, "here", c->connections > 0);
                add_bool(j, "ready", c->ready);
                add_bool(j, "held", held > 0);
                if (c->kind == PROGRAM)
                        add_bool(j, "bot", 1);
                if (c->resigned)
                        add_bool(j, "resigned", 1);
                if (c->moves > c->own_moves)
                        json_count(j, "stood_in", c->moves - c->own_moves, 0);
                if (c->rating)
                        add_number(j, "rating", (uint64_t)c->rating);
                if (c->is_rated)
                        write_gain(j, c->gain);
                if (held)
                        json_count(j, "level", held, 0);
                add_hash(j, "tip", c->tip);
        }
        json_text(j, "}");
}

static int64_t kept_for(const struct chair *c)
{
        return is_taken(c) ? 0 : c->reserved_for;
}

/* For whom seats are reserved; nothing if none is. */
static void write_kept(struct json *j, const struct room *r)
{
        int any = 0;

        for (int p = 0; p < r->players; p++)
                any |= kept_for(&r->chair[p]) != 0;
        for (int p = 0; p < r->players && any; p++) {
                char digits[ID_TEXT + 1];

                id_print(kept_for(&r->chair[p]), digits);
                json_text(j, p ? "," : ",\"kept\":[");
                if (!json_null(j, !kept_for(&r->chair[p])))
                        json_string(j, digits);
        }
        if (any)
                json_text(j, "]");
}

/* What the room and the lobby have in common. */
static void write_settings(struct json *j, const struct room *r)
{
        add_string(j, "state", STATES[r->state]);
        add_game(j, r->game, &r->options);
        if (has_clock(&r->clock))
                write_clock(j, &r->clock);
        add_bool(j, "watch", r->watch);
        add_bool(j, "rated", r->rated);
        json_count(j, "watching", r->watching, 0);
}

static void write_agreed(struct json *j, const struct room *r, enum offer what)
{
        int count = 0;

        for (int p = 0; p < r->players && r->state == ROOM_PLAYING; p++)
                if (r->agreed[what] >> p & 1) {
                        json_text(j, count ? "," : ",\"");
                        json_text(j, count ? "" : OFFER_NAMES[what]);
                        json_text(j, count++ ? "" : "\":[");
                        json_number(j, (uint64_t)p + 1, 1, MAX_PLAYERS);
                }
        json_text(j, count ? "]" : "");
}

static void write_look(struct json *j, const void *what)
{
        const struct showing *s = what;
        const struct room *r = s->r;
        char next[ID_TEXT + 1];

        json_text(j, "{\"t\":\"room\"");
        add_string(j, "table", r->name);
        add_number(j, "version", r->version);
        write_settings(j, r);
        add_bool(j, "public", r->is_public);
        add_bool(j, "chat", r->chat);
        add_id(j, "host", r->host);
        json_count(j, "you", s->g->viewer.seat < r->players ? s->g->viewer.seat + 1 : 0, 0);
        for (int p = 0; p < r->players; p++) {
                json_text(j, p ? "," : ",\"seats\":[");
                write_chair(j, r, p);
        }
        json_text(j, "]");
        write_kept(j, r);
        add_hash(j, "seal", r->seal);
        add_hash(j, "tip", r->tip);
        json_text(j, ",\"next\":");
        if (!json_null(j, !r->next)) {
                id_print(r->next, next);
                json_string(j, next);
        }
        json_text(j, ",\"undo\":");
        if (!json_null(j, r->undo_by < 0)) {
                json_text(j, "{");
                json_count(j, "by", r->undo_by + 1, 1);
                add_number(j, "ply", r->table.record.count);
                json_text(j, "}");
        }
        if (r->ended != ENDED_BY_RULES)
                add_string(j, "ended", ENDINGS[r->ended]);
        for (int offer = 0; offer < OFFERS; offer++)
                write_agreed(j, r, (enum offer)offer);
        if (r->state == ROOM_PLAYING && r->nudged_by && r->nudged_at == r->table.record.count) {
                json_text(j, ",\"nudge\":{");
                json_count(j, "by", r->nudged_by, 1);
                add_number(j, "ply", r->nudged_at);
                json_text(j, "}");
        }
        if (r->lead.seat) {
                json_text(j, ",\"lead\":{");
                json_count(j, "by", r->lead.seat, 1);
                add_number(j, "ply", r->lead.ply);
                add_string(j, "line", r->lead.line);
                json_text(j, "}");
        }
        json_text(j, "}");
}

void room_write(struct json *j, const struct room *r)
{
        int host = room_seat(r, r->host);

        json_text(j, "{\"table\":");
        json_string(j, r->name);
        write_settings(j, r);
        add_string(j, "host", host < 0 ? "" : r->chair[host].name);
        for (int p = 0; p < r->players; p++) {
                const struct chair *c = &r->chair[p];

                json_text(j, p ? "," : ",\"seats\":[");
                if (json_null(j, !is_taken(c)))
                        continue;
                json_text(j, "{\"name\":");
                json_string(j, c->name);
                if (c->level)
                        json_count(j, "level", c->level, 0);
                else if (c->rating)
                        add_number(j, "rating", (uint64_t)c->rating);
                if (c->person && c->kind == PROGRAM)
                        add_bool(j, "bot", 1);
                json_text(j, "}");
        }
        json_text(j, "]");
        write_kept(j, r);
        json_text(j, "}");
}

static void write_said(struct json *j, const void *what)
{
        const struct showing *w = what;
        const struct said *s = &w->r->said[w->said % CHAT_KEPT];
        int phrase = s->words[0] == '/';

        json_text(j, "{\"t\":\"chat\"");
        json_count(j, "n", w->said, 0);
        add_id(j, "person", s->person);
        add_string(j, "name", s->name);
        add_number(j, "at", s->at);
        add_string(j, phrase ? "phrase" : "words", s->words + phrase);
        json_text(j, "}");
}

/* Sends new steps; steps after an undo are sent again. */
static int tell_steps(const struct room *r, struct subscriber *g, uint64_t now, struct outbox *o)
{
        uint64_t undone = r->undo_changes - g->undo_changes;
        size_t count = r->table.record.count;

        if (r->state < ROOM_PLAYING)
                return 0;
        g->undo_changes = r->undo_changes;
        g->viewer.told = g->viewer.told > undone ? g->viewer.told - (size_t)undone : 0;
        if (g->viewer.told <= count || g->game_changes != r->game_changes)
                table_tell_some(&r->table, &g->viewer, STEPS_AT_ONCE, now, o);
        g->game_changes = r->game_changes;
        return g->viewer.told <= count;
}

static void tell_dice(const struct room *r, struct subscriber *g, struct outbox *o)
{
        const struct fair *f = r->state >= ROOM_PLAYING ? r->table.record.fair : NULL;

        if (!f || (f->rolled == g->rolls && f->renewed == g->renewed))
                return;
        table_tell_fair(&r->table, g->rolls < 0 ? 0 : g->rolls, g->renewed < 0 ? 0 : g->renewed, o);
        g->rolls = f->rolled;
        g->renewed = f->renewed;
}

int room_may_see(const struct room *r, int64_t person)
{
        return r->watch || (r->state != ROOM_DEALING && r->state != ROOM_PLAYING) || room_seat(r, person) >= 0;
}

int circle_hides(const struct circle *c, int64_t self, const int64_t *people, int count)
{
        int blocker = 0;

        for (int i = 0; i < count && c->blocked; i++) {
                if (people[i] == self)
                        return 0;
                blocker |= people[i] && circle_is_blocked(c, people[i]);
        }
        return blocker;
}

int room_is_hidden(const struct room *r, const struct circle *c, int64_t self)
{
        int64_t people[2 * MAX_PLAYERS + 1];
        int count = 0;

        people[count++] = r->host;
        for (int p = 0; p < r->players; p++) {
                people[count++] = r->chair[p].person;
                if (kept_for(&r->chair[p]) == self)
                        return 0;
        }
        return r->state < ROOM_OVER && circle_hides(c, self, people, count);
}

int room_has_blocked(const struct room *r, const struct circle *c)
{
        for (int p = 0; p < r->players && c->blocks; p++)
                if (circle_blocks(c, r->chair[p].person) || circle_blocks(c, kept_for(&r->chair[p])))
                        return 1;
        return 0;
}

int room_has_blocker(const struct room *r, const struct circle *c)
{
        for (int p = 0; p < r->players && c->blocked; p++)
                if (circle_is_blocked(c, r->chair[p].person) || circle_is_blocked(c, kept_for(&r->chair[p])))
                        return 1;
        return 0;
}

int room_tell(const struct room *r, struct subscriber *g, uint64_t now, struct outbox *o)
{
        struct showing s = { r, g, 0 };

        if (!room_may_see(r, g->person))
                return 0;
        if (g->info_changes != r->info_changes)
                outbox_add(o, write_look, &s);
        g->info_changes = r->info_changes;
        for (s.said = g->words; s.said < r->said_count; s.said++)
                if (r->said[s.said % CHAT_KEPT].person && !circle_blocks(&g->circle, r->said[s.said % CHAT_KEPT].person))
                        outbox_add(o, write_said, &s);
        g->words = r->said_count;
        tell_dice(r, g, o);
        return tell_steps(r, g, now, o);
}
