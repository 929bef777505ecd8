/* Reviews of finished games, for the page's worker: the ledger (bots/ledger.h) of a record, a line of JSON for each move. */
#include <string.h>

#include "../bots/ledger.h"
#include "../bots/skill.h"
#include "../table/record.h"
#include "worker.h"

static struct record reviewed;
static struct judge judge;
static struct ledger ledger;

void write_shares(struct json *j, const char *key, const int32_t *share, int seats)
{
        json_text(j, ",\"");
        json_text(j, key);
        for (int p = 0; p < seats; p++) {
                json_text(j, p == 0 ? "\":[" : ",");
                json_text(j, share[p] < 0 ? "-" : "");
                text_number(&j->out, (uint64_t)(share[p] < 0 ? -share[p] : share[p]));
        }
        json_text(j, "]");
}

static void write_move(struct json *j, const char *key, const void *state, move m)
{
        char text[MAX_MOVE_TEXT];

        game_print_move(reviewed.game, state, m, text, sizeof text);
        json_text(j, ",\"");
        json_text(j, key);
        json_text(j, "\":");
        json_string(j, text);
}

struct reviewed_step {
        struct step step;
        struct state before;
};

/* What moves do is told where another would have been better. */
static void write_step(struct json *j, const void *what)
{
        const struct reviewed_step *r = what;
        const struct step *s = &r->step;
        int seats = game_players(&r->before);

        json_text(j, "{");
        json_count(j, "by", s->who == CHANCE ? 0 : s->who + 1, 1);
        write_move(j, "made", &r->before, s->made);
        write_move(j, "best", &r->before, s->best);
        json_text(j, ",\"effects\":[");
        if (s->error > 0) {
                json_text(j, "{");
                reviewed.game->effect(&r->before, s->made, j);
                json_text(j, "},{");
                reviewed.game->effect(&r->before, s->best, j);
                json_text(j, "}");
        }
        json_text(j, "]");
        json_count(j, "error", (int)s->error, 0);
        json_count(j, "forgot", (int)s->forgot, 0);
        write_shares(j, "swing", s->swing, seats);
        write_shares(j, "value", (const int32_t *)s->value, seats);
        json_text(j, "}");
}

/* What a game came to, and the value that each seat began with. */
static void write_accounts(struct json *j, const void *what)
{
        const int32_t *start = what;
        int seats = game_players(&reviewed.start);
        char name[JUDGE_NAME];
        struct text spelt = { .out = name, .cap = sizeof name };

        judge_name(&judge, &spelt);
        text_close(&spelt);
        json_text(j, "{\"judge\":");
        json_string(j, name);
        json_count(j, "moves", (int)ledger.count, 0);
        write_shares(j, "start", start, seats);
        json_text(j, ",\"seats\":[");
        for (int p = 0; p < seats; p++) {
                const struct account *a = &ledger.account[p];

                json_text(j, p ? ",{" : "{");
                json_count(j, "deal", a->deal, 1);
                json_count(j, "luck", a->luck, 0);
                write_shares(j, "play", a->play, seats);
                json_count(j, "correction", a->correction, 0);
                json_count(j, "result", a->result, 0);
                json_count(j, "decisions", (int)a->decisions, 0);
                json_count(j, "error", (int)a->error, 0);
                json_count(j, "forgot", (int)a->forgot, 0);
                json_text(j, ",\"skill\":");
                json_string(j, a->stake ? skill_class(reviewed.game, (double)a->error / a->stake) : "");
                json_text(j, "}");
        }
        json_text(j, "]}");
}

/* Begins the review of the record in the inbox; whatever was under way is given up. NET_MISSING - n: load net n, and begin again.
 */
EXPORT("review_begin") int review_begin(int size, int effort)
{
        char why[MAX_REASON] = "the game is not over";

        outbox_clear(&outbox);
        record_close(&reviewed);
        memset(&reviewed, 0, sizeof reviewed);
        if (!record_parse(&reviewed, inbox, (size_t)(size > INBOX ? INBOX : size), 0, why) ||
            reviewed.game->turn(&reviewed.state) != OVER) {
                record_close(&reviewed);
                memset(&reviewed, 0, sizeof reviewed);
                tell_wrong(why);
                return outbox.size;
        }
        if (missing_net(reviewed.game) >= 0)
                return NET_MISSING - missing_net(reviewed.game);
        judge_open(&judge, reviewed.game, effort);
        ledger_open(&ledger, &judge, &reviewed.start, reviewed.dealt, reviewed.moves, reviewed.count);
        outbox_add(&outbox, write_accounts, ledger.value);
        return outbox.size;
}

/* The next move; after the last, the accounts, and then nothing. */
EXPORT("review_step") int review_step(void)
{
        struct reviewed_step r;

        outbox_clear(&outbox);
        if (!reviewed.game)
                return 0;
        r.before = ledger.state;
        if (ledger_step(&ledger, &r.step)) {
                outbox_add(&outbox, write_step, &r);
                return outbox.size;
        }
        outbox_add(&outbox, write_accounts, ledger.value);
        record_close(&reviewed);
        memset(&reviewed, 0, sizeof reviewed);
        return outbox.size;
}
