/* What people do to each other through the API, and letters to those who are away: whom they block is never heard and never seated
 * with them, and nobody gets two letters about a table before they have looked at it; see parts.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../server/push/push_sender.h"
#include "parts.h"

enum { MAX_PERSONS = 96, MAX_TABLES = 64, MOST_BLOCKED = 200, ROOM = 64 };

/* A letter that was on its way when somebody came says nothing; nor one that was sent before a far database heard that they looked.
 */
static const uint64_t ON_ITS_WAY = 60000000, HEARD_LATE = 300000000;

/* Whether one person has blocked another, as far as the store has said. */
struct block {
        enum { FREE, IN_DOUBT, BLOCKS } state;
        uint64_t since;
        unsigned changes; /* under way, or made: of several the last one counts */
};

/* A person and a table. */
struct regard {
        int64_t table;
        uint64_t asked, looked;   /* when they last asked to look at it, and when they last did; 0: never */
        uint64_t written, letter; /* when a letter was last sent that was raised since, and any letter */
};

static struct block blocks[MAX_PERSONS][MAX_PERSONS];
static struct regard regards[MAX_PERSONS][MAX_TABLES];
static size_t regard_count[MAX_PERSONS];
static int persons;

/* --- blocking --- */

struct change {
        struct server *server;
        unsigned life;
        int person, other, blocks;
        unsigned number;
};

static void on_changed(struct work *w)
{
        struct change *c = work_whose(w);
        struct block *b = &blocks[c->person][c->other];

        if (work_outcome(w) == STORE_DONE && b->changes == c->number) {
                b->state = c->blocks ? BLOCKS : FREE;
                b->since = now;
        }
        if (work_outcome(w) == STORE_DONE && c->server->state == UP && c->server->life == c->life) {
                hub_friends_changed(c->server->hub, FIRST_PERSON + c->person);
                hub_friends_changed(c->server->hub, FIRST_PERSON + c->other);
        }
        free(c);
        work_close(w);
}

/* As server/api/friend_handlers.c does it. Who has changed their mind waits until it is known what came of that. */
void friends_change(struct server *s, int person)
{
        struct change *c = malloc(sizeof *c);
        int other = (int)stream_random(OF_PEOPLE, (uint32_t)persons);
        struct block *b = &blocks[person][other];
        struct work *w;

        if (!c)
                abort();
        if (other == person || (b->state == IN_DOUBT && now < b->since + ON_ITS_WAY)) {
                free(c);
                return;
        }
        *c = (struct change){ s, s->life, person, other, b->state == FREE, ++b->changes };
        b->state = IN_DOUBT;
        b->since = now;
        sim_as(s);
        w = work_open(on_changed, c);
        if (c->blocks)
                work_add(w, BLOCK, "iiii", (int64_t)(FIRST_PERSON + person), (int64_t)(FIRST_PERSON + other), (int64_t)clock_now(),
                         (int64_t)MOST_BLOCKED);
        else
                work_add(w, UNBLOCK, "ii", (int64_t)(FIRST_PERSON + person), (int64_t)(FIRST_PERSON + other));
        hub_notice_friends(s->hub, w, FIRST_PERSON + person);
        hub_notice_friends(s->hub, w, FIRST_PERSON + other);
        store_do(s->store, w);
        sim_as(NULL);
        figures.blocks++;
}

static int has_blocked(int person, int other, uint64_t before)
{
        return blocks[person][other].state == BLOCKS && blocks[person][other].since < before;
}

/* The circle of a client that connected after the block was stored has it. */
void check_words(int person, uint64_t connected, int by)
{
        if (by >= 0 && by < persons && has_blocked(person, by, connected))
                sim_fail("person %d hears person %d, whom they have blocked", person, by);
}

void check_company(int person, uint64_t connected, int other)
{
        uint64_t since = person_connected_since(other);

        if (since == UINT64_MAX)
                return;
        connected = since < connected ? since : connected;
        if (other >= 0 && other < persons && (has_blocked(person, other, connected) || has_blocked(other, person, connected)))
                sim_fail("person %d has sat down with person %d, and one of them has blocked the other", person, other);
}

/* --- letters --- */

static struct regard *regard_for(int person, const char *table)
{
        int64_t id = id_parse(table);
        struct regard *r;

        for (r = regards[person]; r < regards[person] + MAX_TABLES; r++)
                if (r->table == id)
                        return r;
        r = &regards[person][regard_count[person]++ % MAX_TABLES];
        memset(r, 0, sizeof *r);
        r->table = id;
        return r;
}

/* The server may have heard it, and the answer is lost. */
void friends_ask(int person, const char *table)
{
        regard_for(person, table)->asked = now + 1;
}

void friends_look(int person, const char *table)
{
        regard_for(person, table)->looked = now + 1;
}

int friends_wrote(int person, const char *table)
{
        const struct regard *r = regard_for(person, table);

        return r->letter > r->looked;
}

static int has_room(void *unused)
{
        (void)unused;
        return ROOM;
}

static void take(void *unused, const struct letter *letter)
{
        int person = -1;
        struct regard *r;
        uint64_t connected;

        (void)unused;
        if (current->state != UP)
                return;
        if (sscanf(letter->endpoint, "https://push.example/%d", &person) != 1 || person < 0 || person >= persons)
                sim_fail("a letter goes to %s", letter->endpoint);
        figures.letters++;
        sim_note("a letter to person %d: %s", person, letter->text);
        r = regard_for(person, letter->topic);
        if (r->written > r->asked)
                sim_fail("person %d gets a second letter about table %s", person, letter->topic);
        connected = person_connected_since(person);
        if (connected != UINT64_MAX && now > connected + ON_ITS_WAY && faults_calm_since() < now - ON_ITS_WAY)
                sim_fail("person %d gets a letter about table %s, and is here", person, letter->topic);
        r->letter = now;
        if (now > r->asked + HEARD_LATE)
                r->written = now;
}

void friends_serve(struct server *s)
{
        hub_post_by(s->hub, &(struct postman){ NULL, has_room, take });
}

/* --- a run --- */

static void on_subscribed(struct work *w)
{
        if (work_outcome(w) != STORE_DONE)
                sim_fail("nobody can subscribe: %s", work_why(w));
        work_close(w);
}

void friends_open(int count)
{
        struct work *w = work_open(on_subscribed, NULL);

        persons = count;
        memset(blocks, 0, sizeof blocks);
        memset(regards, 0, sizeof regards);
        memset(regard_count, 0, sizeof regard_count);
        for (int i = 0; i < count; i++) {
                char session[32], endpoint[64];

                snprintf(session, sizeof session, "session %d", i);
                snprintf(endpoint, sizeof endpoint, "https://push.example/%d", i);
                work_add(w, ADD_SESSION, "tiini", session, (int64_t)(FIRST_PERSON + i), (int64_t)clock_now(), INT64_C(0));
                work_add(w, ADD_PUSH, "ttttti", endpoint, session, "key", "auth", "https://games.example", (int64_t)clock_now());
        }
        store_do(servers[0].store, w);
        works_turn(&servers[0]);
}
