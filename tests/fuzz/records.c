/* Fuzzes records: any bytes. What is accepted gives the same record again; what is refused has a reason. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../../cli/cli.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
        struct record r = { 0 }, again = { 0 };
        char why[MAX_REASON] = "";

        if (record_parse(&r, (const char *)data, size, (int)(size & 1), why)) {
                char *text = record_print(&r);

                assert(text && record_parse(&again, text, strlen(text), 0, why));
                assert(memcmp(&r.state, &again.state, r.game->state_bytes) == 0);
                free(text);
        } else {
                assert(strlen(why) > 10);
        }
        record_close(&r);
        record_close(&again);
        return 0;
}
