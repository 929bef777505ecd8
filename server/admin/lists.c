/* Lists for administrators; see lists.h. */
#include "lists.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../../table/id.h"

static const struct admin_list LISTS[] = {
        { "people",
          LIST_PEOPLE,
          { { "person", COLUMN_ID },
            { "name", COLUMN_TEXT },
            { "login", COLUMN_TEXT },
            { "seen", COLUMN_TIME },
            { "admin", COLUMN_NUMBER },
            { "bot", COLUMN_NUMBER },
            { "muted", COLUMN_TIME },
            { "banned", COLUMN_TIME } } },
        { "tables",
          LIST_TABLES,
          { { "table", COLUMN_ID },
            { "game", COLUMN_TEXT },
            { "state", COLUMN_NUMBER },
            { "at", COLUMN_TIME },
            { "public", COLUMN_NUMBER },
            { "names", COLUMN_TEXT } } },
        { "reports",
          LIST_REPORTS,
          { { "report", COLUMN_ID },
            { "at", COLUMN_TIME },
            { "by", COLUMN_ID },
            { "by_name", COLUMN_TEXT },
            { "person", COLUMN_ID },
            { "name", COLUMN_TEXT },
            { "table", COLUMN_ID },
            { "why", COLUMN_TEXT },
            { "words", COLUMN_JSON },
            { "settled", COLUMN_TIME },
            { "answer", COLUMN_TEXT } } },
        { "log",
          LIST_LOG,
          { { "n", COLUMN_NUMBER },
            { "at", COLUMN_TIME },
            { "by", COLUMN_ID },
            { "by_name", COLUMN_TEXT },
            { "what", COLUMN_TEXT },
            { "person", COLUMN_ID },
            { "name", COLUMN_TEXT },
            { "table", COLUMN_ID },
            { "detail", COLUMN_TEXT } } },
        { "site", LIST_SITE, { { "name", COLUMN_TEXT }, { "value", COLUMN_TEXT } } },
};

enum { LISTS_COUNT = sizeof LISTS / sizeof *LISTS };

const struct admin_list *admin_list_at(int i)
{
        return i >= 0 && i < LISTS_COUNT ? &LISTS[i] : NULL;
}

const struct admin_list *admin_list_named(const char *name)
{
        for (int i = 0; i < LISTS_COUNT; i++)
                if (strcmp(LISTS[i].name, name) == 0)
                        return &LISTS[i];
        return NULL;
}

void admin_list_ask(const struct admin_list *list, struct work *w, const char *find, int64_t most)
{
        int64_t id = id_parse(find);

        work_add(w, list->statement, "tii", id ? "" : find, id, most);
}

/* Texts are stored escaped for JSON, and names need no escaping; so is what administrators wrote. */
static void write_cell(struct json *j, enum column_kind kind, const struct rows *r, int row, int column)
{
        char text[32];

        if (rows_is_null(r, row, column)) {
                json_text(j, "null");
                return;
        }
        switch (kind) {
        case COLUMN_ID:
                id_print(rows_number(r, row, column), text);
                json_string(j, text);
                break;
        case COLUMN_NUMBER:
        case COLUMN_TIME:
                snprintf(text, sizeof text, "%" PRId64, rows_number(r, row, column));
                json_text(j, text);
                break;
        case COLUMN_JSON:
                json_text(j, rows_text(r, row, column, NULL));
                break;
        case COLUMN_TEXT:
                json_text(j, "\"");
                json_text(j, rows_text(r, row, column, NULL));
                json_text(j, "\"");
        }
}

void admin_list_write(const struct admin_list *list, const struct rows *rows, struct json *j)
{
        json_text(j, "[");
        for (int row = 0; row < rows_count(rows); row++) {
                json_text(j, row ? ",{" : "{");
                for (int column = 0; column < MAX_ADMIN_COLUMNS && list->column[column].name; column++) {
                        json_text(j, column ? ",\"" : "\"");
                        json_text(j, list->column[column].name);
                        json_text(j, "\":");
                        write_cell(j, list->column[column].kind, rows, row, column);
                }
                json_text(j, "}");
        }
        json_text(j, "]");
}
