/* Fuzzes moves: any bytes as a move, somewhere in a random game. It is legal exactly if it is listed, and otherwise refused
 * with a reason. The first four bytes choose the game, its seed and the number of moves played. */
#include <assert.h>
#include <string.h>

#include "../../cli/cli.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
        const struct game *g;
        struct options o;
        struct record r = { 0 };
        char text[1024], candidate[MAX_MOVE_TEXT];
        move list[MAX_MOVES], m = 0;
        uint64_t random;
        int n, listed = -1;

        if (size < 4 || size - 4 >= sizeof text)
                return 0;
        g = game_at(data[0] % game_count());
        random = data[1];
        random_options(g, &o, &random);
        record_deal(&r, g, &o, data[2]);
        for (int plies = 0; plies < data[3] && g->turn(&r.state) != OVER; plies++)
                assert(record_play(&r, g->pick(&r.state, random_dice(&random))));
        memcpy(text, data + 4, size - 4);
        text[size - 4] = '\0';
        n = g->legal(&r.state, list);
        for (int i = 0; i < n; i++) {
                game_print_move(g, &r.state, list[i], candidate, sizeof candidate);
                if (strcmp(candidate, text) == 0)
                        listed = i;
        }
        assert(game_find(g, &r.state, text, &m) == (listed >= 0));
        assert(listed < 0 || m == list[listed]);
        assert(strlen(g->refusal(&r.state, text)->why) > 10);
        record_close(&r);
        return 0;
}
