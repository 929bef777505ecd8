/* What a position is worth, and each move in it, for the page's worker: by the judge (bots/judge.h), with what the mover could
 * know. */
#include <string.h>

#include "../bots/ledger.h"
#include "worker.h"

static struct judge judge;

struct worth {
        int who;
        uint32_t value[MAX_PLAYERS]; /* of the position */
        struct weighed moves;
};

static void write_worth(struct json *j, const void *what)
{
        const struct worth *w = what;
        const struct record *r = position_shown();
        int seats = game_players(&r->state);
        char text[MAX_MOVE_TEXT];

        json_text(j, "{");
        json_count(j, "by", w->who < CHANCE ? w->who + 1 : 0, 1);
        json_text(j, w->moves.solved ? ",\"solved\":true" : ",\"solved\":false");
        write_shares(j, "value", (const int32_t *)w->value, seats);
        json_text(j, ",\"moves\":[");
        for (int i = 0; i < w->moves.n; i++) {
                game_print_move(r->game, &r->state, w->moves.list[i], text, sizeof text);
                json_text(j, i ? ",{\"move\":" : "{\"move\":");
                json_string(j, text);
                write_shares(j, "value", (const int32_t *)w->moves.share[i], seats);
                json_text(j, "}");
        }
        json_text(j, "]}");
}

/* The outcomes of the chance event that is due. */
static void weigh_outcomes(struct worth *w)
{
        const struct record *r = position_shown();

        w->moves.solved = judge_can_solve(&judge, &r->state);
        judge.exact = (uint32_t)w->moves.solved;
        w->moves.n = r->game->legal(&r->state, w->moves.list);
        for (int i = 0; i < w->moves.n; i++) {
                struct state after = r->state;

                r->game->apply(&after, w->moves.list[i]);
                judge_value(&judge, &r->state, &after, w->moves.share[i]);
        }
        judge_mean(&judge, &r->state, w->value);
}

/* What the position that was shown last is worth, and what its moves are: those that are worth a thought, and the one in the inbox.
 * NET_MISSING - n: load net n, and ask again. */
EXPORT("position_weigh") int position_weigh(int size, int effort)
{
        static struct worth w;
        const struct record *r = position_shown();
        move made;

        outbox_clear(&outbox);
        if (!r->game)
                return 0;
        if (missing_net(r->game) >= 0)
                return NET_MISSING - missing_net(r->game);
        inbox[size < INBOX ? size : INBOX - 1] = '\0';
        memset(&w, 0, sizeof w);
        judge_open(&judge, r->game, effort);
        w.who = r->game->turn(&r->state);
        if (w.who == OVER) {
                judge_result(r->game, &r->state, w.value);
        } else if (w.who == CHANCE) {
                weigh_outcomes(&w);
        } else {
                if (!game_find(r->game, &r->state, inbox, &made))
                        made = r->game->moves;
                ledger_weigh(&judge, &r->start, r->moves, r->count, made, &w.moves);
                memcpy(w.value, w.moves.share[w.moves.best], sizeof w.value);
        }
        outbox_add(&outbox, write_worth, &w);
        return outbox.size;
}
