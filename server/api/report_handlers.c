/* API handlers for reports: one person reports another to the administrators, and is told what came of it; see api.h. */
#include "api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../clock.h"
#include "../store/new_id.h"

enum { LAST_WORDS = 10, MAX_LAST_WORDS = LAST_WORDS * (MAX_CHAT + 3) + 3 };

static const struct limit REPORTS = { .burst = 5, .every = 600000 };

/* What is reported; the codes are for ever, the page words them. */
static const char *const REASONS[] = { "words", "name", "play", "other" };

static const char *reason_in(struct call *c)
{
        char why[MAX_ARGUMENT];

        if (!call_text(c, "why", why, sizeof why))
                return NULL;
        for (size_t i = 0; i < sizeof REASONS / sizeof *REASONS; i++)
                if (strcmp(REASONS[i], why) == 0)
                        return REASONS[i];
        call_refuse_because(c, BAD_REQUEST, &BAD_MEMBER, "why");
        return NULL;
}

static void then_have_reported(struct call *c, struct work *w)
{
        (void)w; /* if a report of the same person by the same one waits already, that is enough */
        call_done(c);
}

/* The last words that a person wrote at a table, as a list in JSON: kept with the report, since the table may be deleted. */
static void last_words(const struct rows *chat, int64_t person, char words[MAX_LAST_WORDS])
{
        int first = rows_count(chat), found = 0, size = 1;

        while (first > 0 && found < LAST_WORDS)
                found += rows_number(chat, --first, CHAT_PERSON) == person;
        words[0] = '[';
        for (int i = first; i < rows_count(chat); i++)
                if (rows_number(chat, i, CHAT_PERSON) == person)
                        size += snprintf(words + size, (size_t)(MAX_LAST_WORDS - size), "%s\"%s\"", size > 1 ? "," : "",
                                         rows_text(chat, i, CHAT_WORDS, NULL));
        snprintf(words + size, (size_t)(MAX_LAST_WORDS - size), "]");
}

static int64_t table_in(struct call *c)
{
        char table[MAX_ARGUMENT];

        return message_plain(&c->message, message_member(&c->message, WHOLE_MESSAGE, "table"), table, sizeof table)
                     ? id_parse(table)
                     : 0;
}

static void then_report(struct call *c, struct work *read)
{
        char words[MAX_LAST_WORDS];
        int64_t person = call_id(c, "person");
        const char *why = person ? reason_in(c) : NULL;
        struct work *w;

        if (!why)
                return;
        if (!rows_count(work_rows(read, 0))) {
                call_refuse(c, NOT_FOUND, &CANNOT_REPORT);
                return;
        }
        last_words(work_rows(read, 1), person, words);
        w = call_work(c, then_have_reported);
        work_add(w, ADD_REPORT, "iiiiitt", id_make(), (int64_t)clock_now(), c->who.id, person, table_in(c), why, words);
        store_do(c->server->store, w);
}

void run_report(struct call *c)
{
        struct rate_limiter *g = &c->server->rate_limiter;
        int64_t person = call_id(c, "person");
        struct work *w;

        if (!person || !reason_in(c))
                return;
        if (person == c->who.id) {
                call_refuse(c, BAD_REQUEST, &CANNOT_REPORT);
                return;
        }
        if (!server_trusts(c->server, c->address) &&
            !rate_limiter_allows(g, rate_limiter_bytes(g, REPORT, &c->who.id, sizeof c->who.id), REPORTS,
                                 uv_now(&c->server->loop))) {
                call_refuse(c, TOO_MANY_REQUESTS, &REPORTS_TOO_FAST);
                return;
        }
        w = call_work(c, then_report);
        work_add(w, PERSON, "i", person);
        work_add(w, CHAT, "i", table_in(c));
        store_do(c->server->store, w);
}

/* --- what came of them --- */

static void write_settled(struct json *j, const void *what)
{
        const struct rows *r = what;

        json_text(j, "{\"reports\":[");
        for (int i = 0; i < rows_count(r); i++) {
                write_format(j, "%s{\"at\":%lld,\"name\":\"%s\",\"answer\":\"", i ? "," : "", (long long)rows_number(r, i, 1),
                             rows_text(r, i, 2, NULL));
                json_text(j, rows_text(r, i, 3, NULL));
                json_text(j, "\"}");
        }
        json_text(j, "]}");
}

static void then_tell_reports(struct call *c, struct work *w)
{
        call_answer(c, OK, write_settled, work_rows(w, 0));
}

void run_reports(struct call *c)
{
        struct work *w = call_work(c, then_tell_reports);

        work_add(w, TOLD_REPORTS, "i", c->who.id);
        store_do(c->server->store, w);
}
