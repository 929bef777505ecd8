/* Values to and from SQLite; see sqlite_values.h. */
#include "sqlite_values.h"

void sqlite_bind(sqlite3_stmt *sql, int parameter, const struct values *values, size_t which)
{
        const struct value *v = &values->value[which];

        switch (v->type) {
        case 'i':
                sqlite3_bind_int64(sql, parameter, v->number);
                break;
        case 'd':
                sqlite3_bind_double(sql, parameter, v->real);
                break;
        case 't':
                sqlite3_bind_text64(sql, parameter, values->bytes + v->at, v->size, SQLITE_STATIC, SQLITE_UTF8);
                break;
        case 'b':
                sqlite3_bind_blob64(sql, parameter, values->bytes + v->at, v->size, SQLITE_STATIC);
                break;
        default:
                sqlite3_bind_null(sql, parameter);
        }
}

void sqlite_read(sqlite3_stmt *sql, struct values *row)
{
        for (int i = 0; i < sqlite3_column_count(sql); i++) {
                struct value v = { .type = 'n' };

                switch (sqlite3_column_type(sql, i)) {
                case SQLITE_INTEGER:
                        v.type = 'i';
                        v.number = sqlite3_column_int64(sql, i);
                        break;
                case SQLITE_FLOAT:
                        v.type = 'd';
                        v.real = sqlite3_column_double(sql, i);
                        break;
                case SQLITE_TEXT:
                        values_add_bytes(row, 't', sqlite3_column_text(sql, i), (size_t)sqlite3_column_bytes(sql, i));
                        continue;
                case SQLITE_BLOB:
                        values_add_bytes(row, 'b', sqlite3_column_blob(sql, i), (size_t)sqlite3_column_bytes(sql, i));
                        continue;
                }
                values_add(row, &v);
        }
}
