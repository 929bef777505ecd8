/* A backup of an SQLite file while it is in use. */
#ifndef SERAI_BACKUP_H
#define SERAI_BACKUP_H

#include "store.h"

/* Copies a snapshot of `from` to a new file, checks the copy, and reports progress in pages. 0, with the reason in `why` and no
 * file left behind, if that fails; also if `to` exists. */
int backup_make(const char *from, const char *to, void (*progress)(int done, int all), char why[MAX_STORE_WHY]);

#endif
