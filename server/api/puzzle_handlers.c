/* API handlers for puzzles: the attempts that a person made at them; docs/page.md says what the page makes of them. */
#include "api.h"

#include <string.h>

enum {
        AT_ONCE = 30, /* attempts in one body */
        MOST_ATTEMPTS = 5000,
        MOST_RATING = 4000,
        PUZZLE_ID = 8,
        MAX_GAME = 32
};

static const uint64_t LATEST = (UINT64_C(1) << 53) - 1; /* that a page can name */

static const struct limit SAVINGS = { .burst = 60, .every = 1000 };

/* --- the attempts so far --- */

static const char *truth(int64_t is)
{
        return is ? "true" : "false";
}

void write_attempts(struct json *j, const struct rows *r)
{
        json_text(j, "\"attempts\":[");
        for (int i = 0; i < rows_count(r); i++)
                write_format(j, "%s{\"game\":\"%s\",\"puzzle\":\"%s\",\"rating\":%lld,\"at\":%lld,\"solved\":%s,\"daily\":%s}",
                             i ? "," : "", rows_text(r, i, ATTEMPT_GAME, NULL), rows_text(r, i, ATTEMPT_PUZZLE, NULL),
                             (long long)rows_number(r, i, ATTEMPT_RATING), (long long)rows_number(r, i, ATTEMPT_AT),
                             truth(rows_number(r, i, ATTEMPT_SOLVED)), truth(rows_number(r, i, ATTEMPT_DAILY)));
        json_text(j, "]");
}

static void write_list(struct json *j, const void *what)
{
        json_text(j, "{");
        write_attempts(j, what);
        json_text(j, "}");
}

static void then_list(struct call *c, struct work *w)
{
        call_answer(c, OK, write_list, work_rows(w, 0));
}

void run_attempts(struct call *c)
{
        struct work *w = call_work(c, then_list);

        work_add(w, ATTEMPTS_OF, "i", c->who.id);
        store_do(c->server->store, w);
}

/* --- more of them --- */

struct attempt {
        char game[MAX_GAME], puzzle[PUZZLE_ID + 1];
        uint64_t rating, at;
        int64_t solved, daily;
};

static int read_flag(const struct message *m, int value, int64_t *flag)
{
        size_t size;
        const char *text = message_bytes(m, value, &size);

        if (!text)
                return 0;
        *flag = size == 4 && memcmp(text, "true", size) == 0;
        return *flag || (size == 5 && memcmp(text, "false", size) == 0);
}

static int read_attempt(const struct message *m, int item, struct attempt *a)
{
        return message_word(m, message_member(m, item, "game"), a->game, sizeof a->game) && game_named(a->game) &&
               message_word(m, message_member(m, item, "puzzle"), a->puzzle, sizeof a->puzzle) &&
               strspn(a->puzzle, "0123456789abcdef") == PUZZLE_ID &&
               message_number(m, message_member(m, item, "rating"), 0, MOST_RATING, &a->rating) &&
               message_number(m, message_member(m, item, "at"), 0, LATEST, &a->at) &&
               read_flag(m, message_member(m, item, "solved"), &a->solved) &&
               read_flag(m, message_member(m, item, "daily"), &a->daily);
}

static void then_have_saved(struct call *c, struct work *w)
{
        if (work_outcome(w) == STORE_TAKEN)
                call_refuse(c, CONFLICT, &TOO_MANY_ATTEMPTS);
        else
                call_done(c);
}

/* All of them or none: one that is sent again changes nothing. */
void run_save_attempts(struct call *c)
{
        const struct message *m = &c->message;
        int list = message_member(m, WHOLE_MESSAGE, "attempts"), count = 0;
        struct attempt attempts[AT_ONCE];
        struct work *w;

        if (!server_allows(c->server, c->address, SAVE_ATTEMPTS, SAVINGS)) {
                call_refuse(c, TOO_MANY_REQUESTS, &CALLS_TOO_FAST);
                return;
        }
        for (int item = message_item(m, list, list); item != NO_VALUE; item = message_item(m, list, item))
                if (count == AT_ONCE || !read_attempt(m, item, &attempts[count++])) {
                        count = 0;
                        break;
                }
        if (count == 0) {
                call_refuse_because(c, BAD_REQUEST, &BAD_MEMBER, "attempts");
                return;
        }
        w = call_work(c, then_have_saved);
        for (const struct attempt *a = attempts; a < attempts + count; a++)
                work_add(w, ADD_ATTEMPT, "iittiiii", c->who.id, (int64_t)a->at, a->puzzle, a->game, (int64_t)a->rating, a->solved,
                         a->daily, (int64_t)MOST_ATTEMPTS);
        store_do(c->server->store, w);
}
