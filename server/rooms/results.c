/* Who sits at a table, by name and rating, and how its game ended; see live_room.h. */
#include "live_room.h"

#include "../people/rating.h"

/* --- names and ratings of those who sit --- */

static struct rating read_rating(const struct rows *r, struct rating none, int *games)
{
        struct rating found = none;

        *games = 0;
        if (rows_count(r)) {
                found.mu = rows_real(r, 0, 0);
                found.sigma = rows_real(r, 0, 1);
                *games = (int)rows_number(r, 0, 2);
        }
        return found;
}

static void on_learnt(struct work *w)
{
        struct live_room *p = work_whose(w);
        int nth = 0;

        p->pins--;
        for (int seat = 0; seat < p->room.players && work_outcome(w) == STORE_DONE && nth < work_size(w); seat++, nth += 2) {
                const struct rows *person = work_rows(w, nth);
                int games;
                struct rating rating = read_rating(work_rows(w, nth + 1), rating_fresh(), &games);

                if (rows_count(person))
                        room_know(&p->room, rows_number(person, 0, 3), rows_text(person, 0, 0, NULL),
                                  games ? rating_shown(rating) : 0, rating_level(p->room.game, rating));
                else
                        room_know(&p->room, p->room.chair[seat].person, "", 0, 0); /* who was forgotten */
        }
        work_close(w);
        if (p->ready)
                live_wake(p->hub, p);
        else
                live_admit(p->hub, p, NULL);
}

void live_learn(struct hub *h, struct live_room *p)
{
        struct work *w = work_open(on_learnt, p);

        p->pins++;
        for (int seat = 0; seat < p->room.players; seat++) {
                work_add(w, PERSON, "i", p->room.chair[seat].person);
                work_add(w, RATING, "ti", p->room.game->name, p->room.chair[seat].person);
        }
        store_do(h->store, w);
}

/* --- results, one after another, so that nobody's rating is changed by two at once --- */

static void finish_next(struct hub *h);

/* Whoever has a seat, as ratings know them: a person, or minus the level of a bot. */
static int64_t rated_as(const struct chair *c)
{
        return c->level ? -(int64_t)c->level : c->person;
}

static void on_finished(struct work *w)
{
        struct live_room *p = work_whose(w);
        struct hub *h = p->hub;

        p->pins--;
        p->finished = work_outcome(w) == STORE_DONE; /* else the next tick tries again */
        p->changed = clock_now();
        h->finishing = p->queued;
        work_close(w);
        live_learn(h, p);
        finish_next(h);
}

static void on_stored(struct work *w)
{
        const struct room *r = &((struct live_room *)work_whose(w))->room;

        if (work_outcome(w) == STORE_DONE)
                log_info("table-over", "table=%s game=%s players=%d moves=%zu", r->name, r->game->name, r->players,
                         r->table.record.count);
        on_finished(w);
}

/* Whether a seat's rating is changed by this game: of bots that are the same, one's is. */
static int is_rated(const struct room *r, int seat)
{
        for (int s = 0; s < seat; s++)
                if (rated_as(&r->chair[s]) == rated_as(&r->chair[seat]))
                        return 0;
        return r->rated && rated_as(&r->chair[seat]);
}

/* Whether another server has stored the result already, or the table is gone. */
static int is_over(const struct rows *state)
{
        return !rows_count(state) || rows_number(state, 0, 0) == 2;
}

static void on_ratings(struct work *found)
{
        struct live_room *p = work_whose(found);
        struct room *r = &p->room;
        struct rating rating[MAX_PLAYERS];
        int place[MAX_PLAYERS], points[MAX_PLAYERS], games[MAX_PLAYERS];
        struct work *w;

        if (work_outcome(found) != STORE_DONE || is_over(work_rows(found, r->players))) {
                on_finished(found);
                return;
        }
        w = work_open(on_stored, p);
        for (int s = 0; s < r->players; s++)
                rating[s] = read_rating(work_rows(found, s),
                                        r->chair[s].level ? rating_of_bot(r->game, r->chair[s].level) : rating_fresh(), &games[s]);
        room_places(r, place, points);
        if (r->rated)
                rating_update(rating, place, r->players);
        work_add(w, FINISH_TABLE, "ii", r->id, (int64_t)clock_now());
        for (int s = 0; s < r->players; s++) {
                if (r->rated)
                        work_add(w, SET_RESULT, "iiiid", r->id, (int64_t)s + 1, (int64_t)place[s], (int64_t)points[s],
                                 (double)rating_shown(rating[s]));
                else
                        work_add(w, SET_RESULT, "iiiit", r->id, (int64_t)s + 1, (int64_t)place[s], (int64_t)points[s], NULL);
                if (is_rated(r, s))
                        work_add(w, SET_RATING, "tiddii", r->game->name, rated_as(&r->chair[s]), rating[s].mu, rating[s].sigma,
                                 (int64_t)games[s] + 1, (int64_t)games[s]);
        }
        cluster_notice(p->hub, w, 'l', r->id, 0);
        store_do(p->hub->store, w);
        work_close(found);
}

static void finish_next(struct hub *h)
{
        struct live_room *p = h->finishing;
        struct work *w;

        if (!p)
                return;
        w = work_open(on_ratings, p);
        for (int s = 0; s < p->room.players; s++)
                work_add(w, RATING, "ti", p->room.game->name, rated_as(&p->room.chair[s]));
        work_add(w, TABLE_STATE, "i", p->room.id);
        store_do(h->store, w);
}

void live_finish(struct hub *h, struct live_room *p)
{
        struct live_room **at = &h->finishing;
        int first = !h->finishing;

        while (*at)
                at = &(*at)->queued;
        *at = p;
        p->queued = NULL;
        p->finished = 1;
        p->pins++;
        if (first)
                finish_next(h);
}
