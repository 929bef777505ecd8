/* API handlers of the daily caravan: today's deal, and the results of the people here; docs/daily.md. */
#include "api.h"

#include <sodium.h>
#include <string.h>

#include "../../table/daily.h"
#include "../clock.h"

enum { SECRET_TEXT = 2 * HASH_BYTES };

static const struct limit RESULTS = { .burst = 10, .every = 6000 };

static int64_t today(void)
{
        return (int64_t)(clock_now() / DAY);
}

/* Reads the secret of a day, which is drawn now if nobody has asked for it before. */
static void add_secret(struct work *w, int64_t day)
{
        char text[SECRET_TEXT + 1];
        uint8_t secret[HASH_BYTES];

        randombytes_buf(secret, sizeof secret);
        sodium_bin2hex(text, sizeof text, secret, sizeof secret);
        work_add(w, DRAW_DAY, "it", day, text);
}

/* A day and its secret, as add_secret found them; 0, after refusing, if they are damaged. */
struct day {
        int64_t number;
        uint8_t secret[HASH_BYTES];
};

static int read_day(struct call *c, const struct work *w, int nth, struct day *d)
{
        const struct rows *r = work_rows(w, nth);
        size_t size = 0, bytes = 0;
        const char *text = rows_count(r) ? rows_text(r, 0, DRAWN_SECRET, &size) : "";

        if (sodium_hex2bin(d->secret, HASH_BYTES, text, size, NULL, &bytes, NULL) == 0 && bytes == HASH_BYTES) {
                d->number = rows_number(r, 0, DRAWN_DAY);
                return 1;
        }
        call_refuse_because(c, SERVICE_UNAVAILABLE, &STORE_UNAVAILABLE, "the secret of the day is damaged");
        return 0;
}

/* --- today's deal --- */

struct days {
        struct day today, tomorrow;
};

static void write_deal(struct json *j, const void *what)
{
        struct days days = *(const struct days *)what;
        struct daily d = daily_deal(days.today.number, days.today.secret);
        uint8_t commitment[HASH_BYTES];
        char date[DATE_TEXT + 1];

        hash(days.tomorrow.secret, HASH_BYTES, commitment);
        daily_print_date(days.today.number, date);
        write_format(j, "{\"date\":\"%s\",\"game\":\"%s\",", date, d.game->name);
        json_options(j, d.game, &d.options);
        write_format(j, ",\"levels\":[%d,%d],\"seed\":%llu,\"secret\":", d.level[0], d.level[1], (unsigned long long)d.seed);
        json_hash(j, days.today.secret);
        json_text(j, ",\"next\":");
        json_hash(j, commitment);
        json_text(j, "}");
}

static void then_tell_deal(struct call *c, struct work *w)
{
        struct days days;

        if (read_day(c, w, 0, &days.today) && read_day(c, w, 1, &days.tomorrow))
                call_answer(c, OK, write_deal, &days);
}

void run_daily(struct call *c)
{
        struct work *w = call_work(c, then_tell_deal);
        int64_t day = today();

        add_secret(w, day);
        add_secret(w, day + 1);
        store_do(c->server->store, w);
}

/* --- results --- */

static void write_standing(struct json *j, const void *what)
{
        const struct rows *r = what;

        write_format(j, "{\"place\":%lld,\"of\":%lld}", (long long)rows_number(r, 0, STANDING_PLACE),
                     (long long)rows_number(r, 0, STANDING_OF));
}

static void then_tell_standing(struct call *c, struct work *w)
{
        const struct rows *r = work_rows(w, 0);

        if (rows_count(r))
                call_answer(c, OK, write_standing, r);
        else
                call_refuse(c, UNAUTHORIZED, &UNKNOWN_SESSION); /* deleted a moment ago */
}

static void then_add_result(struct call *c, struct work *w)
{
        size_t size;
        const char *record = message_bytes(&c->message, message_member(&c->message, WHOLE_MESSAGE, "record"), &size);
        struct reason why = { .is = NULL };
        struct daily_result result;
        struct daily d;
        struct day day;

        if (!read_day(c, w, 0, &day))
                return;
        d = daily_deal(day.number, day.secret);
        if (!daily_result(&d, record, size, &result, &why)) {
                call_refuse_because(c, BAD_REQUEST, why.is, why.detail);
                return;
        }
        w = call_work(c, then_tell_standing);
        work_add(w, ADD_DAILY_RESULT, "iiiii", day.number, c->who.id, (int64_t)result.ahead, (int64_t)result.points,
                 (int64_t)clock_now());
        store_do(c->server->store, w);
}

/* The day of a result; 0, after refusing, if it is not one for which results are taken now: a game that was begun on its day may
 * end after it. */
static int day_in(struct call *c, int64_t *day)
{
        char date[DATE_TEXT + 1];

        if (!message_word(&c->message, message_member(&c->message, WHOLE_MESSAGE, "date"), date, sizeof date) ||
            !daily_parse_date(date, day))
                call_refuse_because(c, BAD_REQUEST, &BAD_MEMBER, "date");
        else if (*day != today() && *day != today() - 1)
                call_refuse(c, CONFLICT, &OTHER_DAY);
        else
                return 1;
        return 0;
}

void run_daily_result(struct call *c)
{
        struct work *w;
        int64_t day;

        if (!server_allows(c->server, c->address, DAILY_RESULT, RESULTS)) {
                call_refuse(c, TOO_MANY_REQUESTS, &CALLS_TOO_FAST);
        } else if (message_member(&c->message, WHOLE_MESSAGE, "record") == NO_VALUE) {
                call_refuse_because(c, BAD_REQUEST, &BAD_MEMBER, "record");
        } else if (day_in(c, &day)) {
                w = call_work(c, then_add_result);
                add_secret(w, day);
                store_do(c->server->store, w);
        }
}
