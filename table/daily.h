/* The daily caravan where results are compared: one deal a day for everybody, and what a game of it was worth; docs/daily.md.
 *
 *     the game   number day mod n of the games, in their order; the options are the game's own
 *     the seats  a person at the first, and two bots: of level 2 on a Monday, one more each day, up to 8 on a Sunday; and of
 *                the level below
 *     the seed   the first 53 bits of the day's secret, which a server draws and publishes when the day begins
 *
 * A day is a number of days since 1970-01-01 in UTC. The page follows the same rules without a server, but for the seed
 * (web/src/memory/daily.ts). */
#ifndef SERAI_DAILY_H
#define SERAI_DAILY_H

#include "protocol.h"

enum { DAY_BOTS = 2, DATE_TEXT = 10 };

struct daily {
        const struct game *game;
        struct options options;
        uint64_t seed;
        int level[DAY_BOTS];
};

/* What the person has reached: points, and by how many they are ahead of the best bot, or behind. */
struct daily_result {
        int points, ahead;
};

struct daily daily_deal(int64_t day, const uint8_t secret[HASH_BYTES]);

/* The result of a game of the deal, from its record; 0, with the reason, unless it is one, played to its end by the rules. */
int daily_result(const struct daily *d, const char *record, size_t size, struct daily_result *result, struct reason *why);

/* "2026-11-18" and back; 0 if it is not a date, of the years 1970 to 9999. */
void daily_print_date(int64_t day, char date[DATE_TEXT + 1]);
int daily_parse_date(const char *date, int64_t *day);

#endif
