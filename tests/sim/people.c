/* The people of a run: they connect, make tables, sit down, play, talk, watch, go away and come back; see sim.h.
 *
 * A device knows only what it was sent. It acts every few seconds, on what it knows then; some of what it does is wrong on
 * purpose. Messages take some time each way and keep their order. */
#define _GNU_SOURCE /* memmem */
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../server/rooms/hub_parts.h"
#include "../../table/fair.h"
#include "parts.h"

enum {
        MAX_DEVICES = 96,
        MAX_KNOWN = 64,  /* tables that people know of */
        MAX_LEGAL = 512, /* bytes of legal moves that are kept */
        MAX_TEXT = 1024,
        ID = 16
};

static const uint64_t LONGEST_WAIT = 20 * 1000000ull, PATIENT_FOR = 30 * 1000000ull;

/* A message on its way. */
struct parcel {
        TAILQ_ENTRY(parcel) in_all;
        struct device *device;
        unsigned serial; /* of its connection */
        size_t size;
        char text[];
};

struct device {
        struct client client; /* first: the hub's wake names it */
        int number, person;
        int is_shared;         /* 1: the person has another device, which may make the same move */
        struct server *server; /* NULL: not connected */
        unsigned serial;       /* of the connection */
        uint64_t connected_at, lost_at, away_until;
        uint64_t last_up, last_down; /* when the last message each way arrives */
        uint64_t stalled_until;
        struct server *hub_of; /* the server whose hub still has it: it may not have noticed that the connection is gone */
        int pumping;

        /* what it knows */
        char table[ID + 1]; /* "": at no table */
        int in_room;        /* 1: it was told of the room since it joined */
        int you, players, is_host, is_ready, linked;
        enum room_state state;
        uint64_t version, told, ply;
        char legal[MAX_LEGAL];
        int asks_undo;
        char next[ID + 1]; /* the rematch */
        char left[ID + 1]; /* where it was before */
        uint64_t since;    /* it was told of the room */
        int slow;          /* 1: its clock counts days */

        /* what it waits for */
        const char *asked; /* NULL: nothing */
        uint64_t asked_at, asked_ply;
        char asked_move[MAX_MOVE_TEXT];
        int was_held;                              /* 1: a bot has played for it here, */
        int sent_plays, made_plays, refused_plays; /* moves sent; of which were made; refused */
        int babbles;                               /* 1: it may be answered what it did not mean to ask */
};

static struct device devices[MAX_DEVICES];
static int device_count;
static TAILQ_HEAD(, parcel) parcels = TAILQ_HEAD_INITIALIZER(parcels);
static char known[MAX_KNOWN][ID + 1];
static int known_count;
static int well_behaved;

static uint32_t chance(uint32_t n)
{
        return stream_random(OF_PEOPLE, n);
}

static int once_in(uint32_t n)
{
        return chance(n) == 0;
}

/* --- a person's hash chain: the same in every run, as making it takes time --- */

static const uint8_t (*chain_of(int person))[HASH_BYTES]
{
        static uint8_t(*chains[MAX_DEVICES])[HASH_BYTES];
        uint8_t(*c)[HASH_BYTES] = chains[person];

        if (c)
                return (const uint8_t(*)[HASH_BYTES])c;
        c = chains[person] = malloc((LINKS + 1) * sizeof *c);
        if (!c)
                abort();
        memset(c[LINKS], 40 + person, HASH_BYTES);
        for (int n = LINKS; n > 0; n--)
                hash(c[n], HASH_BYTES, c[n - 1]);
        return (const uint8_t(*)[HASH_BYTES])c;
}

static const char *link_text(const struct device *d, uint64_t number)
{
        static char text[2 * HASH_BYTES + 1];

        sodium_bin2hex(text, sizeof text, chain_of(d->person)[number < LINKS ? number : LINKS], HASH_BYTES);
        return text;
}

/* --- connections --- */

static struct parcel *wrap(struct device *d, const char *text, size_t size)
{
        struct parcel *p = malloc(sizeof *p + size + 1);

        if (!p)
                abort();
        p->device = d;
        p->serial = d->serial;
        p->size = size;
        memcpy(p->text, text, size);
        p->text[size] = '\0';
        TAILQ_INSERT_TAIL(&parcels, p, in_all);
        return p;
}

static void drop(struct parcel *p)
{
        TAILQ_REMOVE(&parcels, p, in_all);
        free(p);
}

/* How long a message takes now; after all that were sent before it. */
static uint64_t transit(const struct device *d, uint64_t *last)
{
        uint64_t at = now + MS + chance(40000);

        if (at < d->stalled_until)
                at = d->stalled_until;
        if (at <= *last)
                at = *last + 1;
        *last = at;
        return at - now;
}

static void at_server(void *whose)
{
        struct parcel *p = whose;
        struct device *d = p->device;

        if (p->serial == d->serial && d->server && d->server->frozen_until > now) {
                sim_after(NULL, d->server->frozen_until - now, at_server, p);
                return;
        }
        if (p->serial == d->serial && d->hub_of) {
                sim_as(d->server);
                figures.messages++;
                hub_charge(&d->client);
                hear_and_check(d->server, &d->client, p->text, p->size);
                sim_as(NULL);
        }
        drop(p);
}

static void say(struct device *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct device *d, const char *format, ...)
{
        char text[MAX_TEXT];
        va_list values;
        int size;

        va_start(values, format);
        size = vsnprintf(text, sizeof text, format, values);
        va_end(values);
        if (!d->server)
                return;
        if (sim_is_told())
                sim_note("device %d sends %s", d->number, text);
        sim_after(NULL, transit(d, &d->last_up), at_server, wrap(d, text, (size_t)size));
}

/* The same, of something that has to be answered. */
#define ask(d, what, ...)                                                                                                          \
        do {                                                                                                                       \
                (d)->asked = what;                                                                                                 \
                (d)->asked_at = now;                                                                                               \
                say(d, __VA_ARGS__);                                                                                               \
        } while (0)

static void arrive(void *whose);

/* The server writes what is new, as much as the line takes. */
static void pump(void *whose)
{
        static struct copies copies;
        static struct outbox o = { .copies = &copies };
        struct device *d = whose;
        int more;

        d->pumping = 0;
        if (!d->hub_of)
                return;
        if (d->stalled_until > now) {
                d->pumping = 1;
                sim_after(current, d->stalled_until - now, pump, d);
                return;
        }
        more = hub_tell(current->hub, &d->client, &o);
        if (o.size && d->server)
                sim_after(NULL, transit(d, &d->last_down), arrive, wrap(d, o.text, (size_t)o.size));
        outbox_clear(&o);
        if (more)
                on_wake(&d->client);
}

void on_wake(struct client *client)
{
        struct device *d = (struct device *)client;

        if (d->pumping || current->state != UP)
                return;
        d->pumping = 1;
        sim_after(current, chance(2000), pump, d);
}

static void forget_room(struct device *d)
{
        d->in_room = 0;
        d->legal[0] = '\0';
        d->asks_undo = d->is_ready = d->linked = d->was_held = 0;
}

/* The client's side of a connection that is gone. */
static void lose(struct device *d)
{
        d->server = NULL;
        d->serial++;
        d->lost_at = now;
        d->asked = NULL;
        d->sent_plays = d->made_plays = d->refused_plays = d->babbles = 0;
        forget_room(d);
}

/* The server's side. */
static void leave_hub(struct device *d)
{
        struct server *s = d->hub_of;

        d->hub_of = NULL;
        d->lost_at = now;
        d->pumping = 0;
        if (s)
                hub_leave(s->hub, &d->client);
}

static void connect_to(struct device *d, struct server *s)
{
        if (s->state != UP || s->frozen_until > now)
                return;
        memset(&d->client, 0, sizeof d->client);
        d->client.subscriber.person = FIRST_PERSON + d->person;
        snprintf(d->client.subscriber.name, MAX_SEAT_NAME, "P%d", d->person);
        d->server = s;
        d->serial++;
        d->last_up = d->last_down = d->stalled_until = 0;
        d->connected_at = now;
        d->pumping = 0;
        sim_as(s);
        if (!hub_enter(s->hub, &d->client))
                sim_fail("device %d cannot connect", d->number);
        sim_as(NULL);
        d->hub_of = s;
        figures.reconnects++;
        if (sim_is_told())
                sim_note("device %d (person %d) connects to server %d", d->number, d->person, s->index);
}

void people_lose_server(struct server *s)
{
        for (int i = 0; i < device_count; i++) {
                if (devices[i].hub_of == s)
                        leave_hub(&devices[i]);
                if (devices[i].server == s)
                        lose(&devices[i]);
        }
}

uint64_t person_connected_since(int person)
{
        uint64_t since = UINT64_MAX;

        for (const struct device *d = devices; d < devices + device_count; d++)
                if (d->person == person && d->server && d->connected_at < since)
                        since = d->connected_at;
        return since;
}

uint64_t person_away_since(int person)
{
        uint64_t since = 0;

        for (const struct device *d = devices; d < devices + device_count; d++)
                if (d->person == person) {
                        if (d->hub_of)
                                return UINT64_MAX;
                        if (d->lost_at > since)
                                since = d->lost_at;
                }
        return since;
}

/* --- faults of one connection --- */

int connection_count(void)
{
        return device_count;
}

static void on_noticed(void *whose)
{
        leave_hub(whose);
}

/* The hub keeps the client until it notices; the device cannot connect again before: another device of the person may. */
void connection_cut(int number, uint64_t server_notices_after)
{
        struct device *d = &devices[number];
        struct server *s = d->server;

        if (!s)
                return;
        lose(d);
        if (s->state == UP)
                sim_after(s, server_notices_after, on_noticed, d);
}

void connection_stall(int number, uint64_t time)
{
        devices[number].stalled_until = now + time;
}

void connection_flood(int number, int messages)
{
        struct device *d = &devices[number];

        for (int i = 0; i < messages; i++)
                say(d, "{\"t\":\"lobby\"}");
        memcpy(d->left, d->table, sizeof d->left);
        d->table[0] = '\0';
        forget_room(d);
}

/* Anything: bytes, commands at the wrong time, with wrong members. */
void connection_babble(int number, int messages)
{
        struct device *d = &devices[number];
        static const char *const WORDS[] = {
                "{\"t\":\"sit\",\"seat\":%u,\"tip\":\"00\"}",
                "{\"t\":\"sit\",\"seat\":%u,\"tip\":\"0000000000000000000000000000000000000000000000000000000000000000\"}",
                "{\"t\":\"stand\",\"n\":%u}",
                "{\"t\":\"bot\",\"seat\":%u,\"level\":3}",
                "{\"t\":\"remove\",\"seat\":%u}",
                "{\"t\":\"set\",\"watch\":false,\"n\":%u}",
                "{\"t\":\"set\",\"watch\":true,\"n\":%u}",
                "{\"t\":\"ready\",\"ready\":false,\"n\":%u}",
                "{\"t\":\"link\",\"link\":\"0000000000000000000000000000000000000000000000000000000000000000\",\"n\":%u}",
                "{\"t\":\"allow\",\"ply\":%u,\"yes\":true}",
                "{\"t\":\"see\",\"seat\":%u}",
                "{\"t\":\"play\",\"ply\":%u,\"move\":\"E\"}",
                "{\"t\":\"undo\",\"ply\":%u}",
                "{\"t\":\"look\",\"ply\":%u,\"moves\":[\"E\",\"N\"]}",
                "{\"t\":\"why\",\"ply\":%u,\"move\":\"a1b1\"}",
                "{\"t\":\"hint\",\"ply\":%u}",
                "{\"t\":\"record\",\"n\":%u}",
                "{\"t\":\"rematch\",\"n\":%u}",
                "{\"t\":\"lead\",\"ply\":%u,\"line\":\"E 3\"}",
                "{\"t\":\"chat\",\"words\":\"%u\"}",
                "{\"t\":\"join\",\"table\":\"%u\"}",
                "{\"t\":\"new\",\"seed\":%u}",
                "{\"t\":%u}",
                "[%u]",
                "{\"t\":\"make\",\"game\":\"chess\",\"seats\":[%u]}",
        };

        d->babbles = 1;
        for (int i = 0; i < messages; i++) {
                char text[MAX_TEXT];
                int size;

                size = snprintf(text, sizeof text, WORDS[chance(sizeof WORDS / sizeof *WORDS)], chance(6));
                while (once_in(3))
                        text[chance((uint32_t)size)] = (char)(32 + chance(95));
                d->sent_plays += strstr(text, "play") != NULL;
                say(d, "%s", text);
        }
}

/* --- what is told --- */

/* What follows a key in a message; NULL: it is not there. */
static const char *after(const char *text, const char *end, const char *key)
{
        const char *at = memmem(text, (size_t)(end - text), key, strlen(key));

        return at ? at + strlen(key) : NULL;
}

static uint64_t number_after(const char *text, const char *end, const char *key)
{
        const char *at = after(text, end, key);

        return at ? strtoull(at, NULL, 10) : 0;
}

static void copy_id(char id[ID + 1], const char *from)
{
        size_t size = strcspn(from, "\"");

        snprintf(id, ID + 1, "%.*s", (int)size, from);
}

/* The end of a JSON object or list. */
static const char *skip(const char *at, const char *end)
{
        int depth = 0;

        for (; at < end; at++)
                if (*at == '"') {
                        for (at++; at < end && *at != '"'; at++)
                                at += *at == '\\';
                } else if (*at == '{' || *at == '[') {
                        depth++;
                } else if ((*at == '}' || *at == ']') && --depth == 0) {
                        return at + 1;
                }
        return end;
}

static void know_table(const char *id)
{
        for (int i = 0; i < known_count && i < MAX_KNOWN; i++)
                if (strcmp(known[i], id) == 0)
                        return;
        snprintf(known[known_count++ % MAX_KNOWN], ID + 1, "%s", id);
}

static void answered(struct device *d, const char *what)
{
        if (d->asked && strcmp(d->asked, what) == 0)
                d->asked = NULL;
}

static void on_made(struct device *d, const char *text, const char *end)
{
        int wants =
                d->asked && (strcmp(d->asked, "make") == 0 || strcmp(d->asked, "quick") == 0 || strcmp(d->asked, "rematch") == 0);

        if (!wants && d->babbles)
                return; /* somewhere in there it has asked for one */
        if (!wants)
                sim_fail("device %d is told of a table that it did not ask for", d->number);
        d->asked = NULL;
        copy_id(d->table, after(text, end, "\"table\":\""));
        know_table(d->table);
        check_made(d->table);
        d->told = d->version = 0;
        forget_room(d);
}

/* The number of the person in what follows; -1: none, or a stranger. */
static int person_after(const char *text, const char *end, const char *key)
{
        const char *at = after(text, end, key);
        char id[ID + 1];

        if (!at)
                return -1;
        copy_id(id, at);
        return (int)(id_parse(id) - FIRST_PERSON);
}

/* Its own seat, and who sits beside it when it has just sat down. */
static void on_seats(struct device *d, const char *seat, const char *end, int sits_down)
{
        for (int i = 1; i <= d->players; i++) {
                const char *stop = *seat == 'n' ? seat + strlen("null") : skip(seat, end);

                if (i == d->you)
                        d->is_ready = after(seat, stop, "\"ready\":true") != NULL;
                else if (sits_down && *seat == '{')
                        check_company(d->person, d->connected_at, person_after(seat, stop, "\"person\":\""));
                seat = stop + 1;
        }
}

static void on_room(struct device *d, const char *text, const char *end)
{
        static const char *const STATES[] = { "open", "dealing", "playing", "over" };
        const char *state = after(text, end, "\"state\":\""), *seats = after(text, end, "\"seats\":["),
                   *next = after(text, end, "\"next\":\"");
        char id[ID + 1], own[ID + 1];
        int sat = d->you;

        copy_id(id, after(text, end, "\"table\":\""));
        if (strcmp(id, d->table) != 0 || (!d->in_room && (!d->asked || strcmp(d->asked, "join") != 0)))
                return; /* of the table where it was before */
        d->version = number_after(text, end, "\"version\":");
        d->you = (int)number_after(text, end, "\"you\":");
        d->players = (int)number_after(text, end, "\"players\":");
        for (int i = 0; i < 4; i++)
                if (strncmp(state, STATES[i], strlen(STATES[i])) == 0)
                        d->state = (enum room_state)i;
        id_print(FIRST_PERSON + d->person, own);
        copy_id(id, after(text, end, "\"host\":\""));
        d->is_host = strcmp(id, own) == 0;
        d->is_ready = 0;
        if (seats)
                on_seats(d, seats, end, d->in_room && d->you && !sat && d->state == ROOM_OPEN && !d->is_shared);
        d->asks_undo = after(text, end, "\"undo\":{\"by\":") != NULL && (int)number_after(text, end, "\"undo\":{\"by\":") != d->you;
        d->slow = after(text, end, "\"clock\":{\"move\":259200000") != NULL;
        d->next[0] = '\0';
        if (next)
                copy_id(d->next, next);
        if (!d->in_room) {
                d->in_room = 1;
                d->since = now;
                friends_look(d->person, d->table);
                answered(d, "join");
        }
        if (d->you)
                answered(d, "sit");
        else
                answered(d, "stand");
        if (d->state != ROOM_OPEN)
                answered(d, "ready");
        if (d->state == ROOM_DEALING && d->you && !d->linked && (well_behaved || !once_in(20))) {
                d->linked = 1;
                say(d, "{\"t\":\"link\",\"link\":\"%s\"}", link_text(d, DEAL_LINK));
        }
}

static void on_now(struct device *d, const char *text, const char *end)
{
        const char *legal = after(text, end, "\"legal\":["), *winners = after(text, end, "\"winners\":["), *held;
        size_t size = (size_t)(skip(legal - 1, end) - legal - 1);

        d->ply = number_after(text, end, "\"ply\":");
        snprintf(d->legal, sizeof d->legal, "%.*s", (int)(size < MAX_LEGAL ? size : MAX_LEGAL - 1), legal);
        if (winners && *winners != ']')
                check_over(d->table);
        if ((held = after(text, end, "\"held\":[")))
                for (; *held != ']'; held++)
                        d->was_held |= *held == '0' + d->you;
        if (d->asked && strcmp(d->asked, "play") == 0 && d->was_held && d->ply != d->asked_ply)
                d->asked = NULL;
}

/* The move that it sent was made; by itself, if no bot made the same one for it. */
static void on_own_move(struct device *d, const char *step, size_t size)
{
        static const char BY_BOT[] = ",\"stood_in\":true}";
        char begins[64];

        snprintf(begins, sizeof begins, "{\"by\":%d,\"move\":\"%s\",", d->you, d->asked_move);
        if (size < strlen(begins) + strlen(BY_BOT) || strncmp(step, begins, strlen(begins)) != 0 ||
            strncmp(step + size - strlen(BY_BOT), BY_BOT, strlen(BY_BOT)) == 0)
                return;
        d->asked = NULL;
        d->made_plays++;
}

size_t split_steps(const char *text, const char *end, size_t *from, const char *step[MAX_STEPS], size_t size[MAX_STEPS])
{
        const char *at = after(text, end, "{\"t\":\"steps\",\"from\":"), *stop;
        size_t count = 0;

        if (at != text + strlen("{\"t\":\"steps\",\"from\":"))
                return 0;
        *from = strtoull(at, NULL, 10);
        at = after(text, end, "\"steps\":[");
        while (at && *at == '{') {
                if (count == MAX_STEPS)
                        sim_fail("too many steps in one message");
                stop = skip(at, end);
                step[count] = at;
                size[count++] = (size_t)(stop - at);
                at = *stop == ',' ? stop + 1 : NULL;
        }
        return count;
}

static void on_steps(struct device *d, const char *text, const char *end)
{
        const char *step[MAX_STEPS], *at;
        size_t size[MAX_STEPS], from = 0, count = split_steps(text, end, &from, step, size);

        if (!d->in_room)
                return;
        if (from > d->told)
                sim_fail("device %d at table %s has %zu steps and is told of those from %zu on", d->number, d->table,
                         (size_t)d->told, from);
        check_steps(d->table, d->you, d->state == ROOM_OVER, from, step, size, count, from < d->told);
        d->told = from + count;
        if (d->asked && strcmp(d->asked, "play") == 0 && d->asked_ply + 1 >= from && d->asked_ply + 1 < d->told)
                on_own_move(d, step[d->asked_ply + 1 - from], size[d->asked_ply + 1 - from]);
        at = count ? step[count - 1] + size[count - 1] : after(text, end, "\"steps\":[");
        if ((at = after(at, end, "\"now\":")))
                on_now(d, at, end);
}

static void on_refused(struct device *d, const char *text, const char *end)
{
        const char *about = after(text, end, "\"about\":\""), *code = after(text, end, "\"code\":\"");
        size_t size = strcspn(about, "\"");

        figures.refusals++;
        if (d->asked && strlen(d->asked) == size && strncmp(d->asked, about, size) == 0)
                d->asked = NULL;
        if (strncmp(about, "play\"", 5) == 0) {
                if (++d->refused_plays + d->made_plays > d->sent_plays && !d->is_shared)
                        sim_fail("device %d has sent %d moves, of which %d were made and %d refused", d->number, d->sent_plays,
                                 d->made_plays, d->refused_plays);
        }
        if (strncmp(about, "join\"", 5) == 0) {
                if (strncmp(code, "table-damaged", 13) == 0 || strncmp(code, "table-full", 10) == 0)
                        sim_fail("a table cannot be opened: %.*s", (int)strcspn(code, "\""), code);
                if (strncmp(code, "cannot-load", 11) != 0) /* then it is tried again */
                        d->table[0] = '\0';
                forget_room(d);
        }
        if (strncmp(code, "wrong-link", 10) == 0 && !once_in(4)) /* after an undo or a lost chain */
                say(d, "{\"t\":\"anew\",\"tip\":\"%s\"}", link_text(d, 0));
}

static void on_chat(struct device *d, const char *text, const char *end)
{
        if (!d->in_room)
                return;
        check_chat(d->table, number_after(text, end, "\"n\":"), text, (size_t)(end - text));
        check_words(d->person, d->connected_at, person_after(text, end, "\"person\":\""));
}

static const struct {
        const char *begins;
        void (*take)(struct device *d, const char *text, const char *end);
} EVENTS[] = {
        { "{\"t\":\"steps\"", on_steps }, { "{\"t\":\"room\"", on_room }, { "{\"t\":\"refused\"", on_refused },
        { "{\"t\":\"made\"", on_made },   { "{\"t\":\"chat\"", on_chat },
};

static void arrive(void *whose)
{
        struct parcel *p = whose;
        struct device *d = p->device;

        figures.trace = (figures.trace ^ now ^ hash_text(p->text, p->size)) * 0x9e3779b97f4a7c15u;
        for (const char *line = p->text, *end; p->serial == d->serial && *line; line = end + 1) {
                end = strchr(line, '\n');
                if (sim_is_told())
                        sim_note("device %d receives %.*s", d->number, (int)(end - line < 300 ? end - line : 300), line);
                for (size_t i = 0; i < sizeof EVENTS / sizeof *EVENTS; i++)
                        if (strncmp(line, EVENTS[i].begins, strlen(EVENTS[i].begins)) == 0)
                                EVENTS[i].take(d, line, end);
        }
        drop(p);
}

/* --- what people do --- */

static void make_table(struct device *d)
{
        static const char *const CLOCKS[] = { "", ",\"clock\":{\"move\":30000}", ",\"clock\":{\"game\":300000,\"more\":5000}",
                                              ",\"clock\":{\"move\":259200000}" };
        char seats[32] = "0";
        uint32_t players = 2 + chance(3);

        for (uint32_t i = 1; i < players; i++)
                snprintf(seats + strlen(seats), sizeof seats - strlen(seats), ",%u", once_in(2) ? 1 + chance(2) : 0);
        ask(d, "make", "{\"t\":\"make\",\"game\":\"%s\",\"seats\":[%s]%s,\"rated\":%s,\"public\":%s,\"chat\":%s,\"watch\":%s}",
            game_at((int)chance((uint32_t)game_count()))->name, seats, CLOCKS[chance(4)], once_in(2) ? "true" : "false",
            once_in(3) ? "false" : "true", once_in(5) ? "false" : "true", once_in(6) ? "false" : "true");
}

static void find_table(struct device *d)
{
        uint32_t choice = chance(10);

        if (choice < 4)
                ask(d, "quick", "{\"t\":\"quick\",\"game\":\"%s\",\"players\":2}",
                    game_at((int)chance((uint32_t)game_count()))->name);
        else if (choice < 7 || !known_count)
                make_table(d);
        else if (choice == 7)
                say(d, "{\"t\":\"lobby\"}");
        else
                snprintf(d->table, sizeof d->table, "%s",
                         known[chance((uint32_t)(known_count < MAX_KNOWN ? known_count : MAX_KNOWN))]);
        if (strcmp(d->table, d->left) == 0)
                d->table[0] = '\0'; /* what is still on its way from there would be taken for news */
        d->told = d->version = 0;
}

static void go_away(struct device *d)
{
        say(d, once_in(2) ? "{\"t\":\"leave\"}" : "{\"t\":\"nothing\"}");
        if (once_in(2))
                say(d, "{\"t\":\"nothing\"}");
        memcpy(d->left, d->table, sizeof d->left);
        d->table[0] = '\0';
        d->told = d->version = 0;
        forget_room(d);
}

static void play(struct device *d)
{
        char text[MAX_MOVE_TEXT];
        const char *at = d->legal;
        uint32_t moves = 1, which;

        for (const char *c = d->legal; *c; c++)
                moves += *c == ',';
        for (which = chance(moves); which > 0; which--)
                at = strchr(at, ',') + 1;
        if (at[0] != '"' || !strchr(at + 1, '"'))
                at = d->legal; /* the list was cut */
        snprintf(text, sizeof text, "%.*s", (int)strcspn(at + 1, "\""), at + 1);
        memcpy(d->asked_move, text, sizeof text);
        d->asked_ply = d->ply;
        d->sent_plays++;
        ask(d, "play", "{\"t\":\"play\",\"ply\":%zu,\"move\":\"%s\",\"link\":\"%s\"}", (size_t)d->ply, text,
            link_text(d, d->ply + FIRST_LINK));
}

/* Now and then somebody asks, talks, or changes their mind. */
static void dally(struct device *d)
{
        size_t ply = (size_t)d->ply;

        switch (chance(well_behaved ? 1600 : 600)) {
        case 0:
                say(d, "{\"t\":\"chat\",\"words\":\"hello %u\"}", chance(1000));
                break;
        case 1:
                say(d, "{\"t\":\"chat\",\"phrase\":\"thanks\"}");
                break;
        case 2:
        case 16:
                say(d, "{\"t\":\"hint\",\"ply\":%zu}", ply);
                break;
        case 3:
                say(d, "{\"t\":\"why\",\"ply\":%zu,\"move\":\"N\"}", ply);
                break;
        case 4:
        case 18:
                say(d, "{\"t\":\"look\",\"ply\":%zu,\"moves\":[\"E\"]}", ply);
                break;
        case 5:
        case 17:
                say(d, "{\"t\":\"undo\",\"ply\":%zu}", ply);
                break;
        case 6:
                say(d, "{\"t\":\"record\"}");
                break;
        case 7:
                say(d, "{\"t\":\"set\",\"chat\":%s}", once_in(2) ? "true" : "false");
                break;
        case 8:
        case 9:
                if (!well_behaved)
                        go_away(d);
                break;
        case 10:
                say(d, "{\"t\":\"resign\"}");
                break;
        case 11:
                say(d, "{\"t\":\"abort\"}");
                break;
        case 12:
                say(d, "{\"t\":\"nudge\"}");
                break;
        case 13:
                say(d, "{\"t\":\"claim\"}");
                break;
        case 14:
        case 15:
                say(d, "{\"t\":\"agree\",\"what\":\"%s\",\"yes\":%s}", once_in(2) ? "draw" : "stop", once_in(4) ? "false" : "true");
                break;
        }
}

static void wait_for_others(struct device *d)
{
        if (!d->you && once_in(2) && d->players)
                ask(d, "sit", "{\"t\":\"sit\",\"seat\":0,\"tip\":\"%s\"}", link_text(d, 0));
        else if (d->you && !d->is_ready)
                say(d, "{\"t\":\"ready\"}");
        else if (d->is_host && once_in(12))
                say(d, "{\"t\":\"set\",\"rated\":%s,\"clock\":%s}", once_in(2) ? "true" : "false",
                    once_in(2) ? "{}" : "{\"move\":30000}");
        else if (d->is_host && once_in(3))
                say(d, "{\"t\":\"bot\",\"seat\":%u,\"level\":%u}", 1 + chance((uint32_t)d->players), 1 + chance(2));
        else if (now > d->since + 3 * MINUTE && once_in(4))
                go_away(d);
}

static void be_at_table(struct device *d)
{
        switch (d->state) {
        case ROOM_OPEN:
                wait_for_others(d);
                break;
        case ROOM_DEALING:
                break;
        case ROOM_PLAYING:
                if (d->you && !d->slow)
                        check_goes_on(d->table, d->since);
                dally(d);
                if (d->asks_undo)
                        say(d, "{\"t\":\"allow\",\"ply\":%zu,\"yes\":%s}", (size_t)d->ply, once_in(2) ? "true" : "false");
                if (d->table[0] && d->legal[0])
                        play(d);
                else if (!d->you && once_in(30))
                        go_away(d);
                break;
        case ROOM_OVER:
                if (d->next[0] && !once_in(3)) {
                        snprintf(d->table, sizeof d->table, "%s", d->next);
                        d->told = d->version = 0;
                        forget_room(d);
                } else if (d->you && once_in(3)) {
                        ask(d, "rematch", "{\"t\":\"rematch\"}");
                } else {
                        go_away(d);
                }
        }
}

/* Nobody waits longer than promised while everything works. */
static void check_wait(const struct device *d)
{
        if (faults_calm_since() <= d->asked_at && now > d->asked_at + LONGEST_WAIT && d->stalled_until + LONGEST_WAIT < now)
                sim_fail("device %d (person %d) at table %s has waited %.1f s for the answer to %s", d->number, d->person, d->table,
                         (double)(now - d->asked_at) / 1e6, d->asked);
}

static void act(void *whose)
{
        struct device *d = whose;

        sim_after(NULL, SECOND + chance(18000000), act, d);
        if (!d->server) {
                if (now < d->away_until && !well_behaved)
                        return;
                if (!d->hub_of && now > d->lost_at + chance(4000000))
                        connect_to(d, &servers[chance((uint32_t)server_count)]);
                return;
        }
        if (d->asked) {
                check_wait(d);
                if (now > d->asked_at + PATIENT_FOR)
                        connection_cut(d->number, 0);
                return;
        }
        if (d->server->state == UP && d->server->frozen_until <= now && once_in(600))
                friends_change(d->server, d->person);
        if (!well_behaved && once_in(1000)) { /* closes the page, and comes back some time later */
                d->away_until = now + MINUTE + chance(1200) * SECOND;
                connection_cut(d->number, 0);
        } else if (!d->table[0])
                find_table(d);
        else if (!d->in_room) {
                friends_ask(d->person, d->table);
                ask(d, "join", "{\"t\":\"join\",\"table\":\"%s\",\"version\":%zu,\"told\":%zu}", d->table, (size_t)d->version,
                    (size_t)d->told);
        } else
                be_at_table(d);
}

/* --- a run --- */

void people_make_chains(int count)
{
        for (int i = 0; i < count; i++)
                chain_of(i);
}

/* The people are in the store, as the API would have put them there. */
static void on_added(struct work *w)
{
        if (work_outcome(w) != STORE_DONE)
                sim_fail("people cannot be added: %s", work_why(w));
        work_close(w);
}

void people_open(int count)
{
        struct work *w;

        device_count = count;
        known_count = well_behaved = 0;
        memset(devices, 0, sizeof devices);
        sim_as(&servers[0]);
        w = work_open(on_added, NULL);
        for (int i = 0; i < count; i++) {
                char name[32];

                snprintf(name, sizeof name, "P%d", i);
                work_add(w, ADD_PERSON, "iti", (int64_t)(FIRST_PERSON + i), name, (int64_t)clock_now());
        }
        store_do(servers[0].store, w);
        works_turn(&servers[0]);
        friends_open(count);
        sim_as(NULL);
        for (int i = 0; i < count; i++) {
                struct device *d = &devices[i];

                d->number = i;
                d->person = once_in(6) && i ? (int)chance((uint32_t)i) : i; /* some have two devices */
                sim_after(NULL, chance(5000000), act, d);
                for (int j = 0; j < i; j++)
                        if (devices[j].person == d->person)
                                d->is_shared = devices[j].is_shared = 1;
        }
}

void people_behave(void)
{
        well_behaved = 1;
}

void people_close(void)
{
        while (!TAILQ_EMPTY(&parcels))
                drop(TAILQ_FIRST(&parcels));
}
