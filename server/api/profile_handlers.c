/* The API handler for profiles; see api.h. */
#include "api.h"

#include "../people/rating.h"
#include "../store/new_id.h"

enum { CURVE = 400, LATEST = 20, RIVALS = 8 };

static const char *truth(int64_t is)
{
        return is ? "true" : "false";
}

/* The ratings after each rated game, of all games in one list. */
static void write_curve(struct json *j, const struct rows *r)
{
        json_text(j, ",\"curve\":[");
        for (int i = 0; i < rows_count(r); i++)
                write_format(j, "%s{\"game\":\"%s\",\"at\":%lld,\"rating\":%.0f}", i ? "," : "", rows_text(r, i, 0, NULL),
                             (long long)rows_number(r, i, 1), rows_real(r, i, 2));
        json_text(j, "]");
}

static void write_ratings(struct json *j, const struct rows *r)
{
        json_text(j, ",\"ratings\":[");
        for (int i = 0; i < rows_count(r); i++)
                write_format(j, "%s{\"game\":\"%s\",\"rating\":%d,\"games\":%lld}", i ? "," : "",
                             rows_text(r, i, OWN_RATING_GAME, NULL),
                             rating_shown((struct rating){ rows_real(r, i, OWN_RATING_MU), rows_real(r, i, OWN_RATING_SIGMA) }),
                             (long long)rows_number(r, i, OWN_RATING_GAMES));
        json_text(j, "]");
}

static void write_results(struct json *j, const struct rows *r)
{
        json_text(j, ",\"results\":[");
        for (int i = 0; i < rows_count(r); i++)
                write_format(j, "%s{\"game\":\"%s\",\"played\":%lld,\"won\":%lld}", i ? "," : "", rows_text(r, i, 0, NULL),
                             (long long)rows_number(r, i, 1), (long long)rows_number(r, i, 2));
        json_text(j, "]");
}

static void write_rivals(struct json *j, const struct rows *r)
{
        char id[ID_TEXT + 1];

        json_text(j, ",\"rivals\":[");
        for (int i = 0; i < rows_count(r); i++) {
                id_print(rows_number(r, i, OFTEN_PERSON), id);
                write_format(j, "%s{\"person\":\"%s\",\"name\":\"%s\",\"games\":%lld,\"ahead\":%lld,\"behind\":%lld}", i ? "," : "",
                             id, rows_text(r, i, OFTEN_NAME, NULL), (long long)rows_number(r, i, OFTEN_GAMES),
                             (long long)rows_number(r, i, OFTEN_AHEAD), (long long)rows_number(r, i, OFTEN_BEHIND));
        }
        json_text(j, "]");
}

/* Ratings are public, as in the leaderboard and at tables; what else there is, where the person shows it. */
static void write_profile(struct json *j, const void *what)
{
        const struct finding *f = what;
        const struct rows *p = work_rows(f->work, 0);

        write_format(j, "{\"person\":\"%s\",\"name\":\"%s\",\"guest\":%s,\"followed\":%s,\"blocked\":%s,\"played\":%s,\"shown\":%s",
                     f->call->argument, rows_text(p, 0, SHOWN_NAME, NULL), truth(rows_number(p, 0, SHOWN_GUEST)),
                     truth(rows_number(p, 0, SHOWN_FOLLOWED)), truth(rows_number(p, 0, SHOWN_BLOCKED)),
                     truth(rows_number(p, 0, SHOWN_PLAYED)), truth(rows_number(p, 0, SHOWN_AT_ALL)));
        json_text(j, rows_number(p, 0, SHOWN_BOT) ? ",\"bot\":true" : "");
        write_ratings(j, work_rows(f->work, 1));
        if (rows_number(p, 0, SHOWN_AT_ALL)) {
                write_format(j, ",\"since\":%lld", (long long)rows_number(p, 0, SHOWN_SINCE));
                write_results(j, work_rows(f->work, 2));
                write_curve(j, work_rows(f->work, 3));
                write_rivals(j, work_rows(f->work, 4));
                json_text(j, ",");
                write_games(j, work_rows(f->work, 5), id_parse(f->call->argument));
        }
        json_text(j, "}");
}

static void then_tell_profile(struct call *c, struct work *w)
{
        if (rows_count(work_rows(w, 0)))
                call_answer(c, OK, write_profile, &(struct finding){ c, w });
        else
                call_refuse(c, NOT_FOUND, &NO_SUCH_PERSON);
}

void run_profile(struct call *c)
{
        int64_t person = id_parse(c->argument);
        struct work *w;

        if (!person) {
                call_refuse(c, NOT_FOUND, &NO_SUCH_PERSON);
                return;
        }
        w = call_work(c, then_tell_profile);
        work_add(w, PROFILE, "ii", person, c->who.id);
        work_add(w, RATINGS_OF, "i", person);
        work_add(w, PROFILE_RESULTS, "i", person);
        work_add(w, RATING_CURVE, "ii", person, (int64_t)CURVE);
        work_add(w, OFTEN_WITH, "ii", person, (int64_t)RIVALS);
        work_add(w, LATEST_OF, "iii", person, (int64_t)LATEST, c->who.id);
        store_do(c->server->store, w);
}
