/* The schema of an SQLite file, and the upgrade of files from older versions. */
#ifndef SERAI_SCHEMA_H
#define SERAI_SCHEMA_H

#include <sqlite3.h>

#include "store.h"

/* Step n upgrades version n to n + 1; a file without tables is version 0. */
enum { SCHEMA_STEPS = 10 };
extern const char *const SCHEMA[SCHEMA_STEPS];

/* Runs the steps that a file lacks, each in a transaction. Before the first one, a file that is not empty is copied to
 * FILE.before-vN, N being the new version. 0, with the reason in `why`, if that fails, or if the file is from a newer version or
 * not ours. */
int schema_update(sqlite3 *db, const char *file, const char *const *steps, int count, char why[MAX_STORE_WHY]);

#endif
