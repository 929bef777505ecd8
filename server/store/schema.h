/* The tables of an SQLite file, and how a file of an older Serai is brought up to date. */
#ifndef SERAI_SCHEMA_H
#define SERAI_SCHEMA_H

#include <sqlite3.h>

#include "store.h"

/* Step n leads from version n to version n + 1; a file without tables is version 0. */
enum { SCHEMA_STEPS = 5 };
extern const char *const SCHEMA[SCHEMA_STEPS];

/* Takes the steps that a file lacks, each whole or not at all. Before the first one of a file that holds something, FILE is
 * copied to FILE.before-vN, N the version that it is to have. 0, with the reason in `why`, if that cannot be, or if the file
 * is from a newer Serai or none of ours. */
int schema_update(sqlite3 *db, const char *file, const char *const *steps, int count, char why[MAX_STORE_WHY]);

#endif
