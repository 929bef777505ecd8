/* Any bytes as lines for the engine: one answer each, and a refusal changes nothing. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../cli/cli.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int mentions_perft(const char *line, size_t n)
{
        for (size_t i = 0; i + 5 <= n; i++)
                if (memcmp(line + i, "perft", 5) == 0)
                        return 1;
        return 0;
}

static char *everything(const struct engine *e)
{
        return e->record.game ? record_print(&e->record) : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
        struct engine e = { 0 };
        const char *line = (const char *)data, *end = line + size;

        while (line < end && !e.quit) {
                const char *newline = memchr(line, '\n', (size_t)(end - line));
                size_t n = (size_t)((newline ? newline : end) - line);
                int deep = mentions_perft(line, n) && !(n == 7 && line[6] <= '2'); /* would take for ever */
                char *before = everything(&e), *after;
                const char *answer = engine_answer(&e, deep ? "" : line, deep ? 0 : n);

                assert((answer[0] == '=' || answer[0] == '!') && (answer[1] == ' ' || (answer[0] == '=' && !answer[1])));
                assert(!strchr(answer, '\n') && strlen(answer) != 2);
                if (answer[0] == '!') {
                        after = everything(&e);
                        assert(!before == !after && (!before || strcmp(before, after) == 0));
                        free(after);
                }
                free(before);
                line += n + 1;
        }
        engine_close(&e);
        return 0;
}
