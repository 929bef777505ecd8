/* Names and ratings of players, and results of games; see hub_parts.h. */
#include "hub_parts.h"

#include <string.h>

#include "../people/rating.h"

/* --- names and ratings of players --- */

static struct rating read_rating(const struct rows *r, struct rating none, int *games)
{
        struct rating found = none;

        *games = 0;
        if (rows_count(r)) {
                found.mu = rows_real(r, 0, RATING_MU);
                found.sigma = rows_real(r, 0, RATING_SIGMA);
                *games = (int)rows_number(r, 0, RATING_GAMES);
        }
        return found;
}

static enum kind kind_of(const struct rows *person)
{
        return rows_number(person, 0, PERSON_BOT) ? PROGRAM : rows_is_null(person, 0, PERSON_LOGIN) ? GUEST : ACCOUNT;
}

static void on_learnt(struct work *w)
{
        struct live_room *live = work_whose(w);
        int nth = 0;

        live->works--;
        for (int seat = 0; seat < live->room.players && work_outcome(w) == STORE_DONE && nth + 1 < work_size(w); seat++, nth += 2) {
                const struct rows *person = work_rows(w, nth);
                int games;
                struct rating rating = read_rating(work_rows(w, nth + 1), rating_fresh(), &games);

                if (rows_count(person))
                        room_set_person(&live->room, rows_number(person, 0, PERSON_ID), kind_of(person),
                                        rows_text(person, 0, PERSON_NAME, NULL), games ? rating_shown(rating) : 0,
                                        rating_level(live->room.game, rating));
                else
                        room_set_person(&live->room, live->room.chair[seat].person, KIND_UNKNOWN, "", 0, 0); /* a deleted account */
        }
        for (int i = 0; work_outcome(w) == STORE_DONE && i < rows_count(work_rows(w, nth)); i++)
                if (!rows_is_null(work_rows(w, nth), i, 1))
                        room_set_gain(&live->room, (int)rows_number(work_rows(w, nth), i, 0) - 1,
                                      (int)rows_real(work_rows(w, nth), i, 1));
        work_close(w);
        if (live_is_ready(live))
                live_wake(live->hub, live);
        else
                live_admit(live->hub, live);
}

void live_learn(struct hub *h, struct live_room *live)
{
        struct work *w = work_open(on_learnt, live);

        live->works++;
        for (int seat = 0; seat < live->room.players; seat++) {
                work_add(w, PERSON, "i", live->room.chair[seat].person);
                work_add(w, RATING, "ti", live->room.game->name, live->room.chair[seat].person);
        }
        work_add(w, GAINS, "i", live->room.id);
        store_do(h->store, w);
}

/* --- results, one at a time, so that two games do not change the same rating at once --- */

static void finish_next(struct hub *h);

/* The id under which ratings are stored: a person, or minus the level of a bot. */
static int64_t rated_as(const struct chair *c)
{
        return c->level ? -(int64_t)c->level : c->person;
}

static void on_finished(struct work *w)
{
        struct live_room *live = work_whose(w);
        struct hub *h = live->hub;

        live->works--;
        live->finished = work_outcome(w) == STORE_DONE; /* if it failed, the next tick tries again */
        live->changed = clock_now();
        STAILQ_REMOVE_HEAD(&h->finishing, in_finishing);
        work_close(w);
        live_learn(h, live);
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

/* Whether this game changes the rating of a seat: of several bots of one level only one counts. */
static int is_rated(const struct room *r, int seat)
{
        for (int s = 0; s < seat; s++)
                if (rated_as(&r->chair[s]) == rated_as(&r->chair[seat]))
                        return 0;
        return room_counts(r) && rated_as(&r->chair[seat]);
}

/* Whether another server has stored the result, or the table is deleted. */
static int is_over(const struct rows *state)
{
        return !rows_count(state) || rows_number(state, 0, INDEX_STATE) == TABLE_OVER;
}

/* --- by how much a game counts between two players: docs/architecture.md, "People" --- */

enum { PROVEN = 9 /* rated games after which those of a guest count against accounts */ };

/* What finish_next reads, in this order: of each seat RATING and PERSON, TABLE_STATE, and MET of every two seats. */
static int nth_rating(int seat)
{
        return 2 * seat;
}

static int nth_person(int seat)
{
        return 2 * seat + 1;
}

static int nth_state(const struct room *r)
{
        return 2 * r->players;
}

/* The smaller id is first; who is not the same person as in the other seat, nor a bot, nor gone. */
static int may_meet(const struct room *r, int a, int b, int64_t *person, int64_t *other)
{
        int64_t one = r->chair[a].person, two = r->chair[b].person;

        *person = one < two ? one : two;
        *other = one < two ? two : one;
        return one && two && one != two;
}

static int has_account(const struct work *found, int seat)
{
        const struct rows *person = work_rows(found, nth_person(seat));

        return rows_count(person) && !rows_is_null(person, 0, PERSON_LOGIN);
}

static void find_met(struct work *w, const struct room *r)
{
        int64_t person, other;

        for (int a = 0; a < r->players; a++)
                for (int b = a + 1; b < r->players; b++)
                        if (may_meet(r, a, b, &person, &other))
                                work_add(w, MET, "tii", r->game->name, person, other);
}

/* Weighs every two seats, and stores that they have met once more. */
static void weigh(const struct work *found, const struct room *r, const int *games, struct weights *weight, struct work *w)
{
        int64_t person, other, now = (int64_t)clock_now();
        int nth = nth_state(r);

        for (int a = 0; a < r->players; a++)
                for (int b = 0; b < r->players; b++)
                        weight->of[a][b] = 1;
        for (int a = 0; a < r->players; a++)
                for (int b = a + 1; b < r->players; b++) {
                        const struct rows *met;
                        double times = 0;

                        if (!may_meet(r, a, b, &person, &other))
                                continue;
                        met = work_rows(found, ++nth);
                        if (rows_count(met) && rows_number(met, 0, 1) <= now)
                                times = rating_met(rows_real(met, 0, 0), (uint64_t)(now - rows_number(met, 0, 1)));
                        weight->of[a][b] = weight->of[b][a] = rating_weight(times);
                        work_add(w, SET_MET, "tiidi", r->game->name, person, other, times + 1, now);
                }
        for (int a = 0; a < r->players; a++)
                for (int b = 0; b < r->players; b++)
                        if (has_account(found, a) && r->chair[b].person && !has_account(found, b) && games[b] < PROVEN)
                                weight->of[a][b] = 0;
}

static void on_ratings(struct work *found)
{
        struct live_room *live = work_whose(found);
        struct room *r = &live->room;
        struct rating rating[MAX_PLAYERS], before[MAX_PLAYERS];
        struct weights weight;
        int place[MAX_PLAYERS], points[MAX_PLAYERS], games[MAX_PLAYERS];
        struct work *w;

        if (work_outcome(found) != STORE_DONE || is_over(work_rows(found, nth_state(r)))) {
                on_finished(found);
                return;
        }
        w = work_open(on_stored, live);
        for (int s = 0; s < r->players; s++)
                rating[s] = read_rating(work_rows(found, nth_rating(s)),
                                        r->chair[s].level ? rating_of_bot(r->game, r->chair[s].level) : rating_fresh(), &games[s]);
        room_places(r, place, points);
        memcpy(before, rating, sizeof before);
        if (room_counts(r)) {
                weigh(found, r, games, &weight, w);
                rating_update(rating, place, &weight, r->players);
        }
        for (int s = 0; s < r->players; s++)
                if (r->chair[s].person && !room_played(r, s) && rating[s].mu > before[s].mu)
                        rating[s] = before[s];
        for (int s = 0; s < r->players; s++) {
                if (!room_has_result(r))
                        work_add(w, SET_RESULT, "iinnnn", r->id, (int64_t)s + 1);
                else if (room_counts(r))
                        work_add(w, SET_RESULT, "iiiidd", r->id, (int64_t)s + 1, (int64_t)place[s], (int64_t)points[s],
                                 (double)rating_shown(rating[s]), (double)(rating_shown(rating[s]) - rating_shown(before[s])));
                else
                        work_add(w, SET_RESULT, "iiiinn", r->id, (int64_t)s + 1, (int64_t)place[s], (int64_t)points[s]);
                if (is_rated(r, s))
                        work_add(w, SET_RATING, "tiddiii", r->game->name, rated_as(&r->chair[s]), rating[s].mu, rating[s].sigma,
                                 (int64_t)games[s] + 1, (int64_t)games[s], r->id);
        }
        work_add(w, FINISH_TABLE, "ii", r->id, (int64_t)clock_now());
        cluster_notice(live->hub, w, NOTICE_RATINGS, r->id, 0);
        store_do(live->hub->store, w);
        work_close(found);
}

static void finish_next(struct hub *h)
{
        struct live_room *live = STAILQ_FIRST(&h->finishing);
        struct work *w;

        if (!live)
                return;
        w = work_open(on_ratings, live);
        for (int s = 0; s < live->room.players; s++) {
                work_add(w, RATING, "ti", live->room.game->name, rated_as(&live->room.chair[s]));
                work_add(w, PERSON, "i", live->room.chair[s].person);
        }
        work_add(w, TABLE_STATE, "i", live->room.id);
        find_met(w, &live->room);
        store_do(h->store, w);
}

void live_finish(struct hub *h, struct live_room *live)
{
        int first = STAILQ_EMPTY(&h->finishing);

        STAILQ_INSERT_TAIL(&h->finishing, live, in_finishing);
        live->finished = 1;
        live->works++;
        if (first)
                finish_next(h);
}
