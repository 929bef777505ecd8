/* Fuzzes a table on this device: any bytes as messages, one per line. Answers are printable and end in a newline; bots think a
 * little in between; no game ever gets into an invalid state. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../../table/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void think(struct table *t, struct viewer *v, struct outbox *o)
{
        static uint64_t block[1 << 12];
        struct question q;
        struct search *s;

        if (!table_asks(t, v, &q))
                return;
        s = search_open(block, sizeof block, q.game, &q.view, q.seed);
        search_run(s, 3);
        table_answer(t, v, &q, s, 0, o);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
        struct table t;
        struct viewer v = { .seat = SPECTATOR, .here = 1 };
        struct outbox o = { 0 };
        size_t from = 0;

        memset(&t, 0, sizeof t);
        for (size_t i = 0; i <= size; i++)
                if (i == size || data[i] == '\n') {
                        char *line = malloc(i - from + 1); /* its own block, so that reading past it is detected */

                        if (i > from)
                                memcpy(line, data + from, i - from);
                        outbox_clear(&o);
                        table_receive(&t, &v, line, i - from, i, &o);
                        think(&t, &v, &o);
                        table_tick(&t, i);
                        assert(!o.lost && (o.size == 0 || o.text[o.size - 1] == '\n'));
                        for (int k = 0; k < o.size; k++)
                                assert((unsigned char)o.text[k] >= ' ' || o.text[k] == '\n');
                        assert(!t.record.game || !t.record.game->broken(&t.record.state, EVERYTHING));
                        free(line);
                        from = i + 1;
                }
        table_close(&t);
        outbox_close(&o);
        return 0;
}
