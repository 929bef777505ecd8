/* API handlers for administrators: lists, and acts (admin/acts.h); see api.h. */
#include "api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../admin/acts.h"
#include "../admin/lists.h"
#include "../clock.h"
#include "../rooms/hub.h"

enum { ROWS = 100, MAX_HOURS = 24 * 3660 };

static const int64_t HOUR = 3600000;

/* --- lists --- */

struct listing {
        const struct admin_list *list;
        const struct rows *rows;
};

static void write_listing(struct json *j, const void *what)
{
        const struct listing *l = what;

        json_text(j, "{\"rows\":");
        admin_list_write(l->list, l->rows, j);
        json_text(j, "}");
}

static const struct admin_list *list_in(struct call *c)
{
        char name[MAX_ARGUMENT];
        const struct admin_list *list;

        if (!call_text(c, "list", name, sizeof name))
                return NULL;
        list = admin_list_named(name);
        if (!list)
                call_refuse_because(c, BAD_REQUEST, &BAD_MEMBER, "list");
        return list;
}

static void then_list(struct call *c, struct work *w)
{
        const struct admin_list *list = list_in(c);

        if (list)
                call_answer(c, OK, write_listing, &(struct listing){ list, work_rows(w, 0) });
}

void run_admin_list(struct call *c)
{
        const struct admin_list *list = list_in(c);
        char find[MAX_PERSON_NAME];
        struct work *w;

        if (!list || !call_text(c, "find", find, sizeof find))
                return;
        w = call_work(c, then_list);
        admin_list_ask(list, w, find, ROWS);
        store_do(c->server->store, w);
}

/* --- acts --- */

static void write_done(struct json *j, const void *what)
{
        const struct code_text *code = what;

        if (code->text[0])
                write_format(j, "{\"code\":\"%s\"}", code->text);
        else
                json_text(j, "{}");
}

static void then_have_acted(struct call *c, struct work *w)
{
        if (work_outcome(w) == STORE_TAKEN) {
                call_refuse(c, NOT_FOUND, &NOTHING_THERE);
                return;
        }
        hub_read_admin_log(c->server->hub);
        call_answer(c, OK, write_done, &c->codes[0]);
}

/* Hours from now; 0, after refusing. */
static int64_t until_in(struct call *c)
{
        uint64_t hours;

        if (message_number(&c->message, message_member(&c->message, WHOLE_MESSAGE, "hours"), 1, MAX_HOURS, &hours))
                return (int64_t)clock_now() + (int64_t)hours * HOUR;
        call_refuse_because(c, BAD_REQUEST, &BAD_MEMBER, "hours");
        return 0;
}

static int which_in(struct call *c, int *which)
{
        char name[MAX_ARGUMENT];

        if (!call_text(c, "switch", name, sizeof name))
                return 0;
        *which = site_switch_named(name);
        if (*which < 0)
                call_refuse_because(c, BAD_REQUEST, &BAD_MEMBER, "switch");
        return *which >= 0;
}

/* Reads what an act of this kind needs; 0, after refusing, if it is not there. */
static int read_act(struct call *c, struct act *a)
{
        const struct act_about *about = &ACT_ABOUT[a->kind];

        a->by = c->who.id;
        if ((about->on == ON_PERSON && !(a->person = call_id(c, "person"))) ||
            (about->on == ON_TABLE && !(a->table = call_id(c, "table"))) ||
            (about->on == ON_REPORT && !(a->report = call_id(c, "report"))) ||
            (about->on == ON_SWITCH && !which_in(c, &a->which)) || (about->for_a_time && !(a->until = until_in(c))))
                return 0;
        return !about->takes_text || call_text(c, "text", a->text, sizeof a->text);
}

void run_admin_act(struct call *c)
{
        char name[MAX_ARGUMENT];
        const struct refusal *wrong;
        struct act *a;
        struct work *w;
        int kind;

        if (!call_text(c, "act", name, sizeof name))
                return;
        kind = act_named(name);
        if (kind < 0 || !ACT_ABOUT[kind].on_page) {
                call_refuse_because(c, BAD_REQUEST, &BAD_MEMBER, "act");
                return;
        }
        if (!(a = calloc(1, sizeof *a)))
                abort();
        a->kind = (enum act_kind)kind;
        if (kind == ACT_RESET) {
                c->codes[0] = people_code();
                snprintf(a->text, sizeof a->text, "%s", c->codes[0].text);
        }
        if (read_act(c, a)) {
                w = call_work(c, then_have_acted);
                wrong = act_add(w, a, (int64_t)clock_now());
                if (wrong) {
                        work_close(w);
                        call_refuse(c, BAD_REQUEST, wrong);
                } else {
                        store_do(c->server->store, w);
                }
        }
        free(a);
}
