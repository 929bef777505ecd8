/* Values to and from PostgreSQL; see postgres_values.h. */
#include "postgres_values.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_NUMBER = 32 };

int postgres_send(PGconn *db, const char *name, const struct values *values, size_t first, int count)
{
        const char *value[MAX_VALUES];
        int length[MAX_VALUES], format[MAX_VALUES];
        char number[MAX_VALUES][MAX_NUMBER];

        assert(count <= MAX_VALUES);
        for (int i = 0; i < count; i++) {
                const struct value *v = &values->value[first + (size_t)i];

                value[i] = number[i];
                length[i] = format[i] = 0;
                switch (v->type) {
                case 'i':
                        snprintf(number[i], MAX_NUMBER, "%lld", (long long)v->number);
                        break;
                case 'd':
                        snprintf(number[i], MAX_NUMBER, "%.17g", v->real);
                        break;
                case 'n':
                        value[i] = NULL;
                        break;
                default:
                        value[i] = values->bytes + v->at;
                        length[i] = (int)v->size;
                        format[i] = v->type == 'b';
                }
        }
        return PQsendQueryPrepared(db, name, count, value, length, format, 0);
}

static void read_bytes(const char *text, struct values *rows)
{
        size_t size = 0;
        unsigned char *bytes = PQunescapeBytea((const unsigned char *)text, &size);

        if (!bytes)
                abort();
        values_add_bytes(rows, 'b', bytes, size);
        PQfreemem(bytes);
}

static void read_cell(const PGresult *r, int row, int column, struct values *rows)
{
        enum { INT2 = 21, INT4 = 23, INT8 = 20, FLOAT8 = 701, BYTEA = 17 }; /* OIDs of types, from pg_type.dat */
        const char *text = PQgetvalue(r, row, column);
        struct value v = { .type = 'n' };

        if (!PQgetisnull(r, row, column))
                switch (PQftype(r, column)) {
                case INT2:
                case INT4:
                case INT8:
                        v.type = 'i';
                        v.number = strtoll(text, NULL, 10);
                        break;
                case FLOAT8:
                        v.type = 'd';
                        v.real = strtod(text, NULL);
                        break;
                case BYTEA:
                        read_bytes(text, rows);
                        return;
                default:
                        values_add_bytes(rows, 't', text, (size_t)PQgetlength(r, row, column));
                        return;
                }
        values_add(rows, &v);
}

void postgres_read(const PGresult *r, struct values *rows)
{
        for (int row = 0; row < PQntuples(r); row++)
                for (int column = 0; column < PQnfields(r); column++)
                        read_cell(r, row, column, rows);
}
