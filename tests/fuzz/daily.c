/* Fuzzes results of the daily caravan: any bytes as a record, and as a date. What is accepted is a game of the deal. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../../table/daily.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_date(const char *text)
{
        char date[DATE_TEXT + 1];
        int64_t day;

        if (!daily_parse_date(text, &day))
                return;
        daily_print_date(day, date);
        assert(day >= 0 && strcmp(date, text) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
        static const uint8_t secret[HASH_BYTES]; /* seed 0 */
        char *text = malloc(size + 1);

        memcpy(text, data, size);
        text[size] = '\0';
        try_date(text);
        for (int64_t day = 0; day < game_count(); day++) {
                struct daily d = daily_deal(day, secret);
                struct daily_result result = { 0, 0 };
                struct reason why = { .is = NULL };

                if (daily_result(&d, (const char *)data, size, &result, &why))
                        assert(!why.is && strstr(text, d.game->name));
                else
                        assert(why.is);
        }
        free(text);
        return 0;
}
