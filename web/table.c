/* A table on this device: what the page's worker calls. One table, and one viewer, who may take the view of any seat.
 *
 * The worker writes a message into the inbox and calls command; think runs a bot or a hint for some iterations;
 * tick checks the clock. Each returns how many bytes of messages are in the outbox, one message a line. */
#include <stdlib.h>
#include <string.h>

#include "../table/table.h"
#include "worker.h"

static struct table table;
static struct viewer viewer = { .seat = SPECTATOR, .here = 1 };

/* The current search, and the question it answers. */
static struct question question;
static struct search *search;
static void *block;
static size_t block_size;
static uint32_t iterations_left;

struct verdict {
        int rolls;
        const char *wrong; /* NULL: nothing */
};

static void write_link(struct json *j, const void *link)
{
        uint8_t value[HASH_BYTES];

        memcpy(value, link, HASH_BYTES);
        json_hash(j, value);
}

static void write_verdict(struct json *j, const void *what)
{
        const struct verdict *v = what;

        json_text(j, "{");
        json_count(j, "rolls", v->rolls, 1);
        json_text(j, ",\"wrong\":");
        if (!json_null(j, !v->wrong))
                json_string(j, v->wrong);
        json_text(j, "}");
}

EXPORT("command") int command(int size, double now)
{
        outbox_clear(&outbox);
        table_receive(&table, &viewer, inbox, (size_t)(size > INBOX ? INBOX : size), (uint64_t)now, &outbox);
        return outbox.size;
}

EXPORT("tick") int tick(double now)
{
        outbox_clear(&outbox);
        if (table_tick(&table, (uint64_t)now))
                table_tell(&table, &viewer, (uint64_t)now, &outbox);
        return outbox.size;
}

/* --- thinking --- */

static int thinks_with_net(const struct question *q)
{
        return guide_of(q->game)->levels[q->level - 1].plies && game_players(&q->view) <= guide_of(q->game)->net_players;
}

static int same_question(const struct question *q)
{
        return search && q->game == question.game && q->ply == question.ply && q->hint == question.hint && q->seed == question.seed;
}

static void begin_search(const struct question *q)
{
        size_t size;

        question = *q;
        iterations_left = bot_level(q->game, q->level)->iterations;
        size = search_size(iterations_left);
        if (size > block_size) {
                free(block);
                block = malloc(size);
                block_size = block ? size : 0;
        }
        search = block ? bot_open(block, block_size, q->game, bot_level(q->game, q->level), &q->view, q->seed) : NULL;
}

/* -1: there is nothing to think about. NET_MISSING - n: load net n first. */
EXPORT("think") int think(int iterations, double now)
{
        struct question asked;

        outbox_clear(&outbox);
        if (!table_asks(&table, &viewer, &asked)) {
                search = NULL;
                return -1;
        }
        if (thinks_with_net(&asked) && missing_net(asked.game) >= 0)
                return NET_MISSING - missing_net(asked.game);
        if (!same_question(&asked))
                begin_search(&asked);
        if (!search)
                return -1;
        if ((uint32_t)iterations > iterations_left)
                iterations = (int)iterations_left;
        search_run(search, (uint32_t)iterations);
        iterations_left -= (uint32_t)iterations;
        if (iterations_left == 0) {
                table_answer(&table, &viewer, &question, search, (uint64_t)now, &outbox);
                search = NULL;
        }
        return outbox.size;
}

/* --- fair dice --- */

/* Link `number` of the chain whose last link, its secret, is in the inbox: 32 bytes. */
EXPORT("chain_link") int chain_of_ours(int number)
{
        uint8_t link[HASH_BYTES];

        memcpy(link, inbox, HASH_BYTES);
        hash_again(link, (uint64_t)(LINKS - number));
        outbox_clear(&outbox);
        outbox_add(&outbox, write_link, link);
        return outbox.size;
}

/* Verifies the message `fair` in the inbox: {"rolls":12,"wrong":null}, or what is wrong with it. */
EXPORT("verify_rolls") int verify_rolls(int size)
{
        struct message m;
        struct verdict v = { 0, "not a message" };

        if (message_open(&m, inbox, (size_t)(size > INBOX ? INBOX : size)))
                v.wrong = fair_verify(&m, &v.rolls);
        message_close(&m);
        outbox_clear(&outbox);
        outbox_add(&outbox, write_verdict, &v);
        return outbox.size;
}
