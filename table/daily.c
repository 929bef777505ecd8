/* The deal of a day, and its results; see daily.h. */
#include "daily.h"

#include <string.h>

enum {
        SEED_BITS = 53, /* a safe integer in JavaScript */
        MONDAY_LEVEL = 2,
        WEEK = 7,
        FIRST_WEEKDAY = 3, /* 1970 began on a Thursday */
        LAST_YEAR = 9999
};

struct daily daily_deal(int64_t day, const uint8_t secret[HASH_BYTES])
{
        struct daily d = { .game = game_at((int)(day % game_count())), .seed = 0 };
        int level = MONDAY_LEVEL + (int)((day + FIRST_WEEKDAY) % WEEK);

        for (int i = 0; i < 8; i++)
                d.seed = d.seed << 8 | secret[i];
        d.seed >>= 64 - SEED_BITS;
        options_default(d.game, &d.options);
        options_preset(d.game, &d.options, d.game->daily);
        d.options.value[PLAYERS] = 1 + DAY_BOTS;
        for (int i = 0; i < DAY_BOTS; i++)
                d.level[i] = level - i;
        return d;
}

static int refuse(struct reason *why, const struct refusal *is)
{
        why->is = is;
        return 0;
}

/* Whether it was dealt from the day's seed by the day's rules. */
static int is_of(const struct daily *d, const struct record *r)
{
        struct record dealt = { 0 };

        if (r->game != d->game || r->seed != d->seed || !r->dealt || r->seedless || r->fair)
                return 0;
        record_deal(&dealt, d->game, &d->options, d->seed);
        return memcmp(&dealt.start, &r->start, d->game->state_bytes) == 0;
}

int daily_result(const struct daily *d, const char *record, size_t size, struct daily_result *result, struct reason *why)
{
        int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS], best;
        struct record r = { 0 };
        int good = record_parse(&r, record, size, 1, why->detail);

        if (!good) {
                refuse(why, &BAD_RECORD);
        } else if (!is_of(d, &r) || d->game->turn(&r.state) != OVER) {
                good = refuse(why, &NOT_THE_DEAL);
        } else {
                d->game->score(&r.state, points, tiebreak);
                best = points[1];
                for (int i = 2; i <= DAY_BOTS; i++)
                        best = points[i] > best ? points[i] : best;
                *result = (struct daily_result){ .points = points[0], .ahead = points[0] - best };
        }
        record_close(&r);
        return good;
}

/* --- dates: Howard Hinnant's days_from_civil and its inverse, in eras of 400 years from 1 March 0000 --- */

enum { ERA_DAYS = 146097, ERA_YEARS = 400, TO_1970 = 719468 };

void daily_print_date(int64_t day, char date[DATE_TEXT + 1])
{
        int64_t from = day + TO_1970, era = from / ERA_DAYS, rest = from % ERA_DAYS;
        int64_t year = (rest - rest / 1460 + rest / 36524 - rest / 146096) / 365;
        int64_t of_year = rest - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
        int64_t fields[] = { era * ERA_YEARS + year + (month >= 10), month < 10 ? month + 3 : month - 9,
                             of_year - (153 * month + 2) / 5 + 1 };

        memcpy(date, "0000-00-00", DATE_TEXT + 1);
        for (int i = 0, at = 3; i < 3; i++, at += 3)
                for (int digit = at; fields[i] > 0; digit--, fields[i] /= 10)
                        date[digit] = (char)('0' + fields[i] % 10);
}

static int64_t number_at(const char *digits, int count)
{
        int64_t n = 0;

        for (int i = 0; i < count; i++)
                n = 10 * n + (digits[i] - '0');
        return n;
}

int daily_parse_date(const char *date, int64_t *day)
{
        char again[DATE_TEXT + 1];
        int64_t year, month, of_era;

        for (int i = 0; i < DATE_TEXT; i++)
                if (i == 4 || i == 7 ? date[i] != '-' : date[i] < '0' || date[i] > '9')
                        return 0;
        year = number_at(date, 4);
        month = number_at(date + 5, 2);
        if (date[DATE_TEXT] || year < 1970 || month < 1 || month > 12)
                return 0;
        year -= month <= 2;
        of_era = year % ERA_YEARS;
        *day = year / ERA_YEARS * ERA_DAYS + of_era * 365 + of_era / 4 - of_era / 100 +
               (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + number_at(date + 8, 2) - 1 - TO_1970;
        daily_print_date(*day, again); /* the 30th of February is another day */
        return memcmp(date, again, DATE_TEXT) == 0;
}
