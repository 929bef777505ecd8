/* The lists that an administrator can ask for, with their columns: printed on the command line (cli/admin.c), and sent to the page
 * as JSON (api/admin_handlers.c). */
#ifndef SERAI_LISTS_H
#define SERAI_LISTS_H

#include "../../core/json.h"
#include "../store/store.h"

enum column_kind { COLUMN_ID, COLUMN_NUMBER, COLUMN_TIME, COLUMN_TEXT, COLUMN_JSON };

enum { MAX_ADMIN_COLUMNS = 12 };

struct admin_list {
        const char *name;
        enum statement statement;
        struct admin_column {
                const char *name;
                enum column_kind kind;
        } column[MAX_ADMIN_COLUMNS];
};

/* By name; NULL: there is none. By number; NULL past the last. */
const struct admin_list *admin_list_named(const char *name);
const struct admin_list *admin_list_at(int i);

/* Asks for the first `most` rows that have this text, or are about this id, if it is one. */
void admin_list_ask(const struct admin_list *list, struct work *w, const char *find, int64_t most);

/* The rows as a JSON list of objects. */
void admin_list_write(const struct admin_list *list, const struct rows *rows, struct json *j);

#endif
