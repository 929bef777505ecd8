/* serai admin: what keeps order on a server, from the command line. It writes to the database, which servers may be using; they
 * notice within a second (server/rooms/admin_news.c). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "../server/admin/acts.h"
#include "../server/admin/lists.h"
#include "../server/clock.h"
#include "../server/people/people.h"
#include "../server/people/skeleton.h"
#include "../table/utf8.h"
#include "cli.h"

struct arguments {
        const char *db;
        int64_t period; /* milliseconds; 0: not given */
        uint32_t most;
        int json;
        /* while it works */
        uv_loop_t loop;
        struct store *store;
};

/* A number with its unit: 30m, 2h, 7d, 4w. */
static const char *read_period(void *into, const char *value, char *why)
{
        static const struct {
                char unit;
                int64_t milliseconds;
        } UNITS[] = { { 'm', 60000 }, { 'h', 3600000 }, { 'd', 86400000 }, { 'w', 604800000 } };
        char digits[8];
        size_t length = strlen(value);
        uint64_t n;

        snprintf(digits, sizeof digits, "%.*s", length > sizeof digits ? (int)sizeof digits : (int)length - 1, value);
        for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++)
                if (value[length - 1] == UNITS[i].unit && cli_number(digits, 1, 9999, &n)) {
                        ((struct arguments *)into)->period = (int64_t)n * UNITS[i].milliseconds;
                        return NULL;
                }
        snprintf(why, MAX_REASON, "a time is given like 30m, 2h, 7d or 4w, not %.100s", value);
        return why;
}

static const struct argument ARGUMENTS[] = {
        { "people [TEXT]", .kind = ARG_OTHER,
          .help = "lists people, those who were here last first; TEXT is a part of a name, or an id" },
        { "tables [TEXT]", .kind = ARG_OTHER, .help = "lists tables, the newest first" },
        { "reports [TEXT]", .kind = ARG_OTHER, .help = "lists what people have reported, what is open first" },
        { "log [TEXT]", .kind = ARG_OTHER, .help = "lists what administrators have done, the latest first" },
        { "site", .kind = ARG_OTHER, .help = "lists what is set: switches, unwanted words, the last announcement" },
        { "mute PERSON", .kind = ARG_OTHER, .help = "lets a person say nothing, for a time (--for)" },
        { "unmute PERSON", .kind = ARG_OTHER, .help = "ends that" },
        { "ban PERSON", .kind = ARG_OTHER, .help = "keeps a person and the browsers they used out, for a time (--for)" },
        { "unban PERSON", .kind = ARG_OTHER, .help = "ends that" },
        { "rename PERSON NAME", .kind = ARG_OTHER, .help = "gives a person another name" },
        { "reset PERSON", .kind = ARG_OTHER,
          .help = "ends the password, the passkeys and all sessions of a person, and prints a recovery code for them" },
        { "grant PERSON", .kind = ARG_OTHER, .help = "makes a person an administrator, who can do all this on the page" },
        { "revoke PERSON", .kind = ARG_OTHER, .help = "ends that" },
        { "delete TABLE", .kind = ARG_OTHER, .help = "deletes a table with its game and its chat" },
        { "settle REPORT ANSWER", .kind = ARG_OTHER, .help = "closes a report and sends the reporter the answer" },
        { "off SWITCH", .kind = ARG_OTHER, .help = "switches registration, guests (new ones), chat or tables (new ones) off" },
        { "on SWITCH", .kind = ARG_OTHER, .help = "switches them on again" },
        { "announce TEXT", .kind = ARG_OTHER, .help = "shows a message to everybody who is here, or comes within an hour" },
        { "unwanted WORDS", .kind = ARG_OTHER,
          .help = "sets the words that names and chat may not have, instead of those before; *word* counts inside of others, too" },
        { "--for", "TIME", ARG_READ, .read = read_period, .help = "how long: 30m, 2h, 7d or 4w" },
        { "--db", "DB", ARG_TEXT, INTO(struct arguments, db), .usual = "serai.db", .variable = "SERAI_DB",
          .help = "the database, a file or postgres://…; servers may be using it" },
        { "--most", "N", ARG_NUMBER, INTO(struct arguments, most), .low = 1, .high = 100000, .usual = "50",
          .help = "the most lines of a list" },
        { "--json", .kind = ARG_SWITCH, INTO(struct arguments, json), .help = "prints a list as JSON" },
        { 0 },
};

const struct subcommand admin_subcommand = {
        .name = "admin",
        .brief = "keep order: people, tables, reports, switches",
        .about =
                "Lists what is on a server, and changes it while it runs; servers notice within a second. A PERSON is a username, or an "
                "id as people lists it. Whatever is done is in the log.\n\n"
                "A ban ends a person's connections and refuses the browsers in which they were logged in, also as a new guest. It cannot "
                "recognise another device or a browser whose cookies were deleted: for that there is off guests.",
        .arguments = ARGUMENTS,
        .run = cli_admin,
};

/* --- the database --- */

static void on_done(struct work *w)
{
        *(int *)work_whose(w) = 1;
}

/* Does a work and waits for it; the caller closes it. */
static enum outcome do_now(struct arguments *a, struct work *w, const int *done)
{
        store_do(a->store, w);
        while (!*done)
                uv_run(&a->loop, UV_RUN_ONCE);
        if (work_outcome(w) >= STORE_FAILED)
                fprintf(stderr, "serai: the database: %s\n", work_why(w));
        return work_outcome(w);
}

/* --- lists --- */

static void write_all(struct json *j, const void *what)
{
        const struct {
                const struct admin_list *list;
                const struct rows *rows;
        } *all = what;

        admin_list_write(all->list, all->rows, j);
}

/* A cell as people read it. */
static void cell_text(const struct admin_column *c, const struct rows *r, int row, int column, char *out, size_t size)
{
        char text[TIME_TEXT] = "";

        if (rows_is_null(r, row, column)) {
                snprintf(out, size, "-");
                return;
        }
        switch (c->kind) {
        case COLUMN_ID:
                id_print(rows_number(r, row, column), text);
                break;
        case COLUMN_NUMBER:
                snprintf(text, sizeof text, "%" PRId64, rows_number(r, row, column));
                break;
        case COLUMN_TIME:
                if (rows_number(r, row, column))
                        people_print_time(rows_number(r, row, column), text);
                break;
        case COLUMN_TEXT:
        case COLUMN_JSON:
                snprintf(out, size, "%s", rows_text(r, row, column, NULL));
                if (!*out)
                        snprintf(out, size, "-");
                return;
        }
        snprintf(out, size, "%s", *text ? text : "-");
}

static int width_of(const char *text)
{
        int width = 0;

        while (utf8_next(&text) > 0)
                width++;
        return width;
}

static void print_list(const struct admin_list *list, const struct rows *r)
{
        int width[MAX_ADMIN_COLUMNS] = { 0 }, columns = 0;
        char text[4096];

        for (; columns < MAX_ADMIN_COLUMNS && list->column[columns].name; columns++)
                width[columns] = (int)strlen(list->column[columns].name);
        for (int row = 0; row < rows_count(r); row++)
                for (int c = 0; c < columns; c++) {
                        cell_text(&list->column[c], r, row, c, text, sizeof text);
                        width[c] = width_of(text) > width[c] ? width_of(text) : width[c];
                }
        for (int row = -1; row < rows_count(r); row++)
                for (int c = 0; c < columns; c++) {
                        if (row < 0)
                                snprintf(text, sizeof text, "%s", list->column[c].name);
                        else
                                cell_text(&list->column[c], r, row, c, text, sizeof text);
                        printf("%s%*s", text, c + 1 < columns ? width[c] - width_of(text) + 2 : 0, "");
                        fputs(c + 1 < columns ? "" : "\n", stdout);
                }
}

static int show(struct arguments *a, const struct admin_list *list, const char *find)
{
        int done = 0, status;
        struct work *w = work_open(on_done, &done);
        struct outbox o = { 0 };
        struct {
                const struct admin_list *list;
                const struct rows *rows;
        } all = { list, NULL };

        admin_list_ask(list, w, find, a->most);
        status = do_now(a, w, &done) == STORE_DONE ? 0 : 1;
        all.rows = work_rows(w, 0);
        if (!status && a->json) {
                outbox_add(&o, write_all, &all);
                fwrite(o.text, 1, (size_t)o.size, stdout);
        } else if (!status) {
                print_list(list, all.rows);
        }
        outbox_close(&o);
        work_close(w);
        return status;
}

/* --- acts --- */

/* The person of an id or a username; 0, with a message, if there is none. */
static int64_t find_person(struct arguments *a, const char *word)
{
        char folded[4 * MAX_PERSON_NAME], skeleton[MAX_SKELETON];
        int64_t person = id_parse(word);
        int done = 0;
        struct work *w;

        if (person)
                return person;
        if (strlen(word) < MAX_PERSON_NAME) {
                w = work_open(on_done, &done);
                people_fold(word, folded);
                skeleton_make(word, skeleton);
                work_add(w, FIND_LOGIN, "tt", folded, skeleton);
                if (do_now(a, w, &done) == STORE_DONE && rows_count(work_rows(w, 0)))
                        person = rows_number(work_rows(w, 0), 0, 0);
                work_close(w);
        }
        if (!person)
                cli_fail("%.100s is no username, and no id of a person", word);
        return person;
}

/* Reads whom or what an act is about; 0, with a message, if that is missing or wrong. */
static int read_object(struct arguments *a, struct act *act, const char *word)
{
        switch (ACT_ABOUT[act->kind].on) {
        case ON_PERSON:
                return (act->person = find_person(a, word)) != 0;
        case ON_TABLE:
                return (act->table = id_parse(word)) != 0 || !cli_fail("%.100s is no id of a table", word);
        case ON_REPORT:
                return (act->report = id_parse(word)) != 0 || !cli_fail("%.100s is no id of a report", word);
        case ON_SWITCH:
                act->which = site_switch_named(word);
                return act->which >= 0 ||
                       !cli_fail("there are registration, guests, chat and tables to be switched, not %.100s", word);
        case ON_ALL:
                break;
        }
        return 1;
}

/* The other words, joined by spaces. */
static void join(int count, char **words, char text[MAX_ACT_TEXT])
{
        size_t size = 0;

        for (int i = 0; i < count && size < MAX_ACT_TEXT; i++)
                size += (size_t)snprintf(text + size, MAX_ACT_TEXT - size, "%s%s", i ? " " : "", words[i]);
}

static int do_act(struct arguments *a, struct act *act)
{
        int done = 0, status = 1;
        struct work *w = work_open(on_done, &done);
        const struct refusal *wrong = act_add(w, act, (int64_t)clock_wall());

        if (wrong) {
                status = cli_fail("%s", wrong->why);
        } else if (do_now(a, w, &done) == STORE_DONE) {
                status = 0;
                printf("done: %s\n", ACT_ABOUT[act->kind].name);
                if (act->kind == ACT_RESET)
                        printf("%s is the recovery code: with it and the username the person sets a new password, once.\n",
                               act->text);
        } else if (work_outcome(w) == STORE_TAKEN) {
                fprintf(stderr, "serai: %s\n", NOTHING_THERE.why);
        }
        work_close(w);
        return status;
}

static int perform(struct arguments *a, enum act_kind kind, int argc, char **argv)
{
        const struct act_about *about = &ACT_ABOUT[kind];
        struct act act = { .kind = kind, .until = (int64_t)clock_wall() + a->period };
        int objects = about->on != ON_ALL;

        if (argc < objects || (argc > objects && !about->takes_text) ||
            (about->takes_text && argc == objects && kind != ACT_UNWANTED))
                return cli_fail("that is not all that %s needs; see serai admin --help", about->name);
        if (about->for_a_time != (a->period > 0))
                return cli_fail(about->for_a_time ? "%s needs --for TIME, like --for 7d" : "%s takes no --for", about->name);
        join(argc - objects, argv + objects, act.text);
        if (kind == ACT_RESET)
                snprintf(act.text, sizeof act.text, "%s", people_code().text);
        return read_object(a, &act, objects ? argv[0] : "") ? do_act(a, &act) : 2;
}

/* --- the beginning --- */

static int run(struct arguments *a, int argc, char **argv)
{
        const struct admin_list *list = admin_list_named(argv[0]);

        if (list)
                return argc > 2 ? cli_fail("%s takes one word to be found", list->name) : show(a, list, argc > 1 ? argv[1] : "");
        return perform(a, (enum act_kind)act_named(argv[0]), argc - 1, argv + 1);
}

int cli_admin(int argc, char **argv)
{
        struct arguments a = { 0 };
        char why[MAX_STORE_WHY], name[MAX_STORE_NAME];
        int status = arguments_read(&admin_subcommand, &a, &argc, argv);

        if (status != GO_ON)
                return status;
        if (!argc || (!admin_list_named(argv[0]) && act_named(argv[0]) < 0))
                return cli_fail(argc ? "admin does not know %.100s; serai admin --help lists what it does"
                                     : "admin needs to know what to do; serai admin --help lists what it does",
                                argc ? argv[0] : "");
        if (sodium_init() < 0)
                return 1;
        uv_loop_init(&a.loop);
        a.store = store_visit(a.db, &a.loop, why);
        if (!a.store) {
                fprintf(stderr, "serai: the database %s cannot be opened: %s\n", store_name(a.db, name), why);
                uv_loop_close(&a.loop);
                return 1;
        }
        status = run(&a, argc, argv);
        store_close(a.store);
        uv_run(&a.loop, UV_RUN_DEFAULT);
        uv_loop_close(&a.loop);
        return status;
}
