/* What must always hold, whatever goes wrong; see sim.h. A new checker is a function here that is called where it can see what it
 * checks, and calls sim_fail.
 *
 * 1. What was told is stored, and stays: at the end every table is replayed from its log, and every step that anybody was told is
 *    in it (check_stored).
 * 2. All viewers of a table see one history: of two who see with the same eyes, each is told the same steps (check_steps).
 * 3. A game has one result, and changes each rating once (check_stored).
 * 4. Games go on, and the servers' loops turn (check_goes_on, check_servers); nobody waits for an answer for ever (people.c).
 * 5. Queues and buffers stay within their limits (check_servers).
 * 6. Who may not is refused (permissions.c), and who may not know is not told (secrets.c).
 * 7. Nobody is seated with, or hears, whom they have blocked; nobody gets two letters about a table before they have looked at it,
 *    and who is away and to move gets one (friends.c, check_letter). */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "../../server/rooms/hub_parts.h"
#include "../../server/store/entry_hash.h"
#include "parts.h"

enum {
        ID = 16,
        AFTERWARDS = MAX_PLAYERS + 1, /* when the game is over, everybody sees all of it */
        EYES,                         /* of a spectator, of each seat, and these */
        BUCKETS = 1024,
        MAX_CHATS = 512,
        MAX_ANSWERS = 1 << 20, /* bytes that wait for a client */
        MOST_WAITING = 64,     /* commands in the queue of a room, and works of it */
        MAX_ALL = 1 << 16,
        MAX_LEVEL = 10
};

static const int64_t STRANGER = -7;
static const uint64_t A_MINUTE = 60000;                       /* of a server's clock */
static const uint64_t TOO_LONG = 240000000, BREAK = 60000000; /* a game that rests longer is not counted as played */

struct history {
        uint64_t *step; /* hashes; 0: nobody was told of it */
        size_t count, room;
};

struct seen {
        struct seen *next;
        char id[ID + 1];
        struct history eyes[EYES];
        size_t most;       /* steps that anybody was told */
        uint64_t progress; /* when */
        int undone;        /* a move was taken back: then it has several histories, and is not compared */
        int over;
        uint64_t chat[MAX_CHATS];
};

static struct seen *tables[BUCKETS];
static uint64_t ticks[MAX_SERVERS], tick_lives[MAX_SERVERS];

uint64_t hash_text(const char *text, size_t size)
{
        uint64_t h = 0x9e3779b97f4a7c15u + size, word;

        for (; size >= sizeof word; text += sizeof word, size -= sizeof word) {
                memcpy(&word, text, sizeof word);
                h = (h ^ word) * 0xff51afd7ed558ccdu;
                h ^= h >> 32;
        }
        for (; size > 0; size--)
                h = (h ^ (uint8_t)*text++) * 0x100000001b3u;
        return h | 1;
}

static struct seen *find(const char *id)
{
        struct seen **bucket = &tables[hash_text(id, strlen(id)) % BUCKETS], *t;

        for (t = *bucket; t; t = t->next)
                if (strcmp(t->id, id) == 0)
                        return t;
        t = calloc(1, sizeof *t);
        if (!t)
                abort();
        strncpy(t->id, id, ID);
        t->next = *bucket;
        t->progress = now;
        *bucket = t;
        return t;
}

/* --- while it runs --- */

void check_made(const char *table)
{
        find(table);
        figures.tables++;
}

static void remember(struct seen *t, int seat, size_t n, uint64_t hash)
{
        struct history *h = &t->eyes[seat];

        if (n >= h->room) {
                size_t room = 2 * n + 64;

                h->step = realloc(h->step, room * sizeof *h->step);
                if (!h->step)
                        abort();
                memset(h->step + h->room, 0, (room - h->room) * sizeof *h->step);
                h->room = room;
        }
        if (h->step[n] && h->step[n] != hash)
                sim_fail("table %s: two who see with the eyes of seat %d were told different steps %zu", t->id, seat, n);
        h->step[n] = hash;
        if (n >= h->count)
                h->count = n + 1;
}

static void count_progress(struct seen *t, size_t steps)
{
        uint64_t rested = now - t->progress;

        if (steps <= t->most)
                return;
        if (t->most)
                figures.active += rested < BREAK ? rested : BREAK;
        t->most = steps;
        t->progress = now;
}

void check_steps(const char *table, int seat, int is_over, size_t from, const char *const *step, const size_t *size, size_t count,
                 int undone)
{
        struct seen *t = find(table);

        figures.steps += count;
        figures.undone += undone && !t->undone;
        t->undone |= undone;
        for (size_t i = 0; i < count && !t->undone; i++)
                remember(t, is_over ? (int)AFTERWARDS : seat, from + i, hash_text(step[i], size[i]));
        for (size_t i = 0; i < count; i++)
                if (from + i >= t->most)
                        figures.moves += strncmp(step[i], "{\"by\":0", 7) != 0;
        count_progress(t, from + count);
}

void check_over(const char *table)
{
        struct seen *t = find(table);

        figures.games += !t->over;
        t->over = 1;
}

void check_chat(const char *table, uint64_t n, const char *text, size_t size)
{
        uint64_t *told = &find(table)->chat[n % MAX_CHATS], hash = hash_text(text, size);

        if (*told && *told != hash && n < MAX_CHATS)
                sim_fail("table %s: two were told different messages %zu", table, (size_t)n);
        *told = hash;
}

/* How a server sees a table, for the story. */
static void note_room(const struct server *s, const char *table)
{
        const struct live_room *live = s->state == UP ? live_find(s->hub, id_parse(table)) : NULL;
        const struct room *r = &live->room;

        if (!live)
                return;
        sim_note(
                "server %d: version %d, live state %d, behind %d, lease in %.1f s, due in %.1f s, thinking %d, works %d; seat %d is to move",
                s->index, (int)r->version, (int)live->state, live->behind, ((double)live->lease - (double)clock_now()) / 1e3,
                ((double)live->due - (double)clock_now()) / 1e3, (int)live->thinking, live->works,
                r->state == ROOM_PLAYING ? table_deciding(&r->table) + 1 : 0);
        for (int i = 0; i < r->players; i++)
                sim_note("  seat %d: person %d, level %d, %d connections (%d elsewhere), held %d", i + 1, (int)r->chair[i].person,
                         r->chair[i].level, r->chair[i].connections, r->chair[i].elsewhere, r->table.seat[i].held);
}

void check_goes_on(const char *table, uint64_t since)
{
        const struct seen *t = find(table);
        uint64_t calm = faults_calm_since();

        if (t->over || calm >= now || now < t->progress + TOO_LONG || now < since + TOO_LONG || now < calm + TOO_LONG)
                return;
        for (int i = 0; i < server_count; i++) {
                sim_as(&servers[i]);
                note_room(&servers[i], table);
        }
        sim_fail("table %s: somebody waits, and nothing has moved for %.0f s", table, (double)(now - t->progress) / 1e6);
}

/* Who is away and to move, in a game that goes on for days, has had a letter. */
static void check_letter(const struct live_room *live)
{
        const struct room *r = &live->room;
        const struct seen *t = find(r->name);
        int seat = r->state == ROOM_PLAYING && room_counts_days(r) ? table_deciding(&r->table) : -1;
        uint64_t away, calm = faults_calm_since();

        if (seat < 0 || seat >= r->players || r->chair[seat].level || r->chair[seat].resigned || r->table.seat[seat].held)
                return;
        away = person_away_since((int)(r->chair[seat].person - FIRST_PERSON));
        if (away == UINT64_MAX || calm > t->progress || now < t->progress + 2 * MINUTE || now < away + 2 * MINUTE)
                return;
        if (!friends_wrote((int)(r->chair[seat].person - FIRST_PERSON), r->name))
                sim_fail("table %s: person %d is to move, and gets no letter", r->name, (int)r->chair[seat].person - FIRST_PERSON);
}

static void check_room(const struct live_room *live)
{
        if (live->queued > MOST_WAITING || live->works > MOST_WAITING)
                sim_fail("table %s: %d commands wait, and %d works", live->room.name, live->queued, live->works);
        if (live->room.state == ROOM_PLAYING && stream_random(OF_CHECKS, 200) == 0)
                check_secrets(&live->room);
        check_letter(live);
}

void check_servers(void)
{
        for (int i = 0; i < server_count; i++) {
                struct server *s = &servers[i];
                const struct live_room *live;

                if (s->state != UP)
                        continue;
                if (tick_lives[i] == s->life && ticks[i] == hub_figures(s->hub).ticks && now > s->frozen_until + 5 * SECOND)
                        sim_fail("the loop of server %d does not turn", i);
                ticks[i] = hub_figures(s->hub).ticks;
                tick_lives[i] = s->life;
                LIST_FOREACH (live, &s->hub->rooms, in_hub)
                        check_room(live);
                for (uint32_t slot = 0; slot < s->hub->slots; slot++)
                        if (s->hub->slot[slot] && s->hub->slot[slot]->answers.size > MAX_ANSWERS)
                                sim_fail("%d bytes wait for a client", s->hub->slot[slot]->answers.size);
        }
}

/* --- at the end --- */

/* How often each rating must have changed. */
static uint64_t rated[MAX_ALL];

/* Of a person, or minus the level of a bot. */
static size_t rating_of(const struct game *g, int64_t who)
{
        int number = 0;

        while (game_at(number) != g)
                number++;
        return ((size_t)(who + MAX_LEVEL) * (size_t)game_count() + (size_t)number) % MAX_ALL;
}

/* The last step that the eyes of a seat were told must be what the log tells of it: a step is a whole position as they see it. */
static void compare(const struct seen *t, struct room *r, int eyes)
{
        const struct history *h = &t->eyes[eyes];
        int seat = eyes == AFTERWARDS ? 0 : eyes;
        struct subscriber g = { .person = seat ? r->chair[seat - 1].person : STRANGER };
        const char *step[MAX_STEPS];
        size_t size[MAX_STEPS], from, count = 0;
        struct outbox o = { 0 };

        room_come(r, &g, 0, 0, 0);
        g.viewer.told = h->count - 1;
        room_tell(r, &g, 0, &o);
        for (const char *line = o.text, *end; o.size && *line && !count; line = end + 1) {
                end = strchr(line, '\n');
                count = split_steps(line, end, &from, step, size);
        }
        if (count && (from != h->count - 1 || h->step[from] != hash_text(step[0], size[0])))
                sim_fail("table %s: step %zu is not the one that seat %d was told", t->id, h->count - 1, seat);
        room_go(r, &g, 0);
        outbox_close(&o);
}

/* One entry of the log. */
static void replay_entry(struct seen *t, struct room *r, sqlite3_stmt *entry, uint8_t chain[ENTRY_HASH], uint64_t *last)
{
        const char *body = (const char *)sqlite3_column_text(entry, 2);
        size_t size = (size_t)sqlite3_column_bytes(entry, 2);
        int n = (int)r->version;
        int64_t at = sqlite3_column_int64(entry, 1);

        if (sqlite3_column_int64(entry, 0) != n)
                sim_fail("table %s: entry %d is missing", t->id, n);
        entry_hash(chain, n, at, body, size);
        if (sqlite3_column_bytes(entry, 3) != ENTRY_HASH || memcmp(sqlite3_column_blob(entry, 3), chain, ENTRY_HASH) != 0)
                sim_fail("table %s: the hash of entry %d is wrong", t->id, n);
        *last = (uint64_t)at > *last ? (uint64_t)at : *last;
        if (!room_follow(r, body, size, *last))
                sim_fail("table %s: entry %d does not replay", t->id, n);
}

/* Replays the log of a table. */
static void replay(struct seen *t, struct room *r, sqlite3_stmt *entries)
{
        uint8_t chain[ENTRY_HASH] = { 0 };
        uint64_t last = 0;
        int compared[EYES] = { 0 };

        sqlite3_bind_int64(entries, 1, r->id);
        while (sqlite3_step(entries) == SQLITE_ROW) {
                replay_entry(t, r, entries, chain, &last);
                for (int eyes = 0; eyes < EYES && r->state >= ROOM_PLAYING && !t->undone; eyes++)
                        if (t->eyes[eyes].count && !compared[eyes] && r->table.record.count + 1 >= t->eyes[eyes].count &&
                            (r->state == ROOM_OVER) == (eyes == AFTERWARDS)) {
                                compare(t, r, eyes);
                                compared[eyes] = 1;
                        }
        }
        sqlite3_reset(entries);
        for (int eyes = 0; eyes < EYES && !t->undone && r->version; eyes++)
                if (t->eyes[eyes].count && !compared[eyes])
                        sim_fail("table %s: seat %d was told %zu steps, and they are not stored", t->id, eyes, t->eyes[eyes].count);
}

static int64_t rated_as(const struct chair *c)
{
        return c->level ? -(int64_t)c->level : c->person;
}

/* The index says what the log says. */
static void check_index(sqlite3_stmt *index, const struct seen *t, const struct room *r)
{
        int state;

        sqlite3_bind_int64(index, 1, r->id);
        if (sqlite3_step(index) != SQLITE_ROW)
                sim_fail("table %s: it is not in the index", t->id);
        state = sqlite3_column_int(index, 0);
        if ((r->state == ROOM_OVER) != (state == TABLE_OVER) || (r->state == ROOM_PLAYING) != (state == TABLE_PLAYING))
                sim_fail("table %s: the room is in state %d, the index in %d", t->id, (int)r->state, state);
        if (state == TABLE_OVER && sqlite3_column_int(index, 1) != (room_has_result(r) ? r->players : 0))
                sim_fail("table %s: %d of %d results are stored", t->id, sqlite3_column_int(index, 1), r->players);
        sqlite3_reset(index);
        if (r->state != ROOM_OVER || !room_counts(r))
                return;
        for (int s = 0; s < r->players; s++) {
                int first = 0;

                while (rated_as(&r->chair[first]) != rated_as(&r->chair[s]))
                        first++;
                if (first == s) /* of several bots of one level one counts */
                        rated[rating_of(r->game, rated_as(&r->chair[s]))]++;
        }
}

static void check_table(sqlite3_stmt *entries, sqlite3_stmt *index, struct seen *t)
{
        static struct room r;

        room_open(&r, id_parse(t->id));
        replay(t, &r, entries);
        if (r.version)
                check_index(index, t, &r);
        else if (t->most)
                sim_fail("table %s: it was played at, and is gone", t->id);
        room_close(&r);
}

static void check_ratings(sqlite3 *db)
{
        sqlite3_stmt *ratings;

        sqlite3_prepare_v2(db, "SELECT game, who, games FROM rating", -1, &ratings, NULL);
        while (sqlite3_step(ratings) == SQLITE_ROW) {
                const char *game = (const char *)sqlite3_column_text(ratings, 0);
                size_t which = rating_of(game_named(game), sqlite3_column_int64(ratings, 1));

                if (rated[which] != (uint64_t)sqlite3_column_int64(ratings, 2))
                        sim_fail("%d has %d rated games of %s, and played %d", sqlite3_column_int(ratings, 1),
                                 sqlite3_column_int(ratings, 2), game, (int)rated[which]);
                rated[which] = 0;
        }
        sqlite3_finalize(ratings);
        for (size_t i = 0; i < MAX_ALL; i++)
                if (rated[i])
                        sim_fail("%d rated games of %d are not counted", (int)rated[i], (int)i / game_count() - MAX_LEVEL);
}

static void check_database(sqlite3 *db)
{
        sqlite3_stmt *entries, *index;

        memset(rated, 0, sizeof rated);
        sqlite3_prepare_v2(db, "SELECT n, at, body, hash FROM entry WHERE table_id = ? ORDER BY n", -1, &entries, NULL);
        sqlite3_prepare_v2(db,
                           "SELECT state, (SELECT count(*) FROM seat WHERE table_id = game_table.id AND place IS NOT NULL)"
                           " FROM game_table WHERE id = ?",
                           -1, &index, NULL);
        for (int i = 0; i < BUCKETS; i++)
                for (struct seen *t = tables[i]; t; t = t->next)
                        check_table(entries, index, t);
        sqlite3_finalize(entries);
        sqlite3_finalize(index);
        check_ratings(db);
}

/* Every result was stored once, and no server tries to store it again. */
static void check_finished(const struct server *s)
{
        const struct live_room *live;

        LIST_FOREACH (live, &s->hub->rooms, in_hub)
                if (live->room.state == ROOM_OVER && !live->finished && clock_now() > live->changed + A_MINUTE)
                        sim_fail("table %s: server %d does not know that its result is stored", live->room.name, s->index);
}

/* A lone server is stopped first, so that its file can be opened. */
void check_stored(void)
{
        sqlite3 *db;

        for (int i = 0; i < server_count; i++) {
                sim_as(&servers[i]);
                if (servers[i].state == UP)
                        check_finished(&servers[i]);
        }
        sim_as(NULL);
        if (server_count > 1) {
                check_database(postgres_database());
                return;
        }
        server_stop(&servers[0]);
        if (sqlite3_open_v2(disk_file(), &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
                sim_fail("the database cannot be opened: %s", sqlite3_errmsg(db));
        check_database(db);
        sqlite3_close(db);
}

/* --- a run --- */

void checks_open(void)
{
        memset(ticks, 0, sizeof ticks);
        memset(tick_lives, 0, sizeof tick_lives);
}

void checks_close(void)
{
        for (int i = 0; i < BUCKETS; i++)
                for (struct seen *t = tables[i], *next; t; t = next) {
                        next = t->next;
                        for (int seat = 0; seat < EYES; seat++)
                                free(t->eyes[seat].step);
                        free(t);
                }
        memset(tables, 0, sizeof tables);
}
