/* Fuzzes positions: any bytes as a state in JSON. What is accepted is written back unchanged, and can be played on.
 *
 * Half of the mutations replace one value of the JSON by another, so that many texts parse and the invariants have to reject
 * them. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../../cli/cli.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);

/* Finds the next value at or after `at`: a quoted name, a number, or a word. */
static size_t find_value(const uint8_t *data, size_t size, size_t at, size_t *end)
{
        while (at < size && strchr("{}[],: ", data[at]))
                at++;
        for (*end = at + (at < size); *end < size && !strchr("{}[],:", data[*end]);)
                ++*end;
        return at;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
        uint8_t value[40];
        size_t from, from_end, to, to_end, n;
        uint64_t random = seed;

        if (size == 0 || random_dice(&random) % 2)
                return LLVMFuzzerMutate(data, size, room);
        from = find_value(data, size, random_dice(&random) % size, &from_end);
        to = find_value(data, size, random_dice(&random) % size, &to_end);
        n = from_end - from;
        if (n == 0 || n > sizeof value || size - (to_end - to) + n > room)
                return LLVMFuzzerMutate(data, size, room);
        memcpy(value, data + from, n);
        memmove(data + to + n, data + to_end, size - to_end);
        memcpy(data + to, value, n);
        return size - (to_end - to) + n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
        char text[MAX_STATE_TEXT], why[MAX_REASON] = "";
        struct state s, again, view;
        const struct game *g;
        int viewer = size % 6 == 5 ? (int)EVERYTHING : (int)(size % 6), n;
        uint64_t random = size;
        struct draw d;
        uint8_t key[32] = { 0 };

        if (size > MAX_LINE)
                return 0;
        g = game_parse((const char *)data, (int)size, viewer, &s, why, sizeof why);
        assert(g || strlen(why) > 10);
        if (!g)
                return 0;
        n = game_print(g, &s, text, sizeof text);
        assert(n > 0 && game_parse(text, n, viewer, &again, why, sizeof why) == g && memcmp(&s, &again, g->state_bytes) == 0);
        draw_open(&d, key, 0);
        g->determinize(&s, viewer, &d);
        assert(!g->broken(&s, EVERYTHING));
        for (int plies = 0; plies < 60 && g->turn(&s) != OVER; plies++) {
                move m = g->pick(&s, random_dice(&random));

                for (int p = 0; p <= game_players(&s); p++) {
                        view = s;
                        g->redact(&view, p == game_players(&s) ? (int)SPECTATOR : p);
                        assert(game_print(g, &view, text, sizeof text) > 0);
                }
                g->apply(&s, m);
                assert(!g->broken(&s, EVERYTHING));
        }
        return 0;
}
