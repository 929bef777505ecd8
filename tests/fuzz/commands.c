/* Fuzzes the engine: any bytes as lines. Each gets one answer, and a refusal changes nothing. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../../cli/cli.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int mentions(const char *line, size_t n, const char *word)
{
        for (size_t i = 0; i + strlen(word) <= n; i++)
                if (memcmp(line + i, word, strlen(word)) == 0)
                        return 1;
        return 0;
}

/* Whether a line could keep the engine busy for long: a deep perft, or a bot without a limit. */
static int is_long_work(const char *line, size_t n)
{
        if (mentions(line, n, "perft"))
                return !(n == 7 && line[6] <= '2');
        return (mentions(line, n, "go") || mentions(line, n, "hint")) &&
               (mentions(line, n, "ms") || !mentions(line, n, "iterations=9 "));
}

/* Whether the game is unchanged. */
static int unchanged(const struct record *a, const struct record *b)
{
        return a->game == b->game && a->seed == b->seed && a->count == b->count && a->events == b->events &&
               (!a->game || (memcmp(&a->start, &b->start, a->game->state_bytes) == 0 &&
                             memcmp(&a->state, &b->state, a->game->state_bytes) == 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
        struct engine e = { 0 };
        const char *line = (const char *)data, *end = line + size;

        while (line < end && !e.quit) {
                const char *newline = memchr(line, '\n', (size_t)(end - line));
                size_t n = (size_t)((newline ? newline : end) - line);
                int skip = is_long_work(line, n);
                struct record before = e.record;
                const char *answer = engine_answer(&e, skip ? "" : line, skip ? 0 : n);

                assert((answer[0] == '=' || answer[0] == '!') && (answer[1] == ' ' || (answer[0] == '=' && !answer[1])));
                assert(!strchr(answer, '\n') && strlen(answer) != 2);
                assert(answer[0] == '=' || unchanged(&before, &e.record));
                line += n + 1;
        }
        engine_close(&e);
        return 0;
}
