/* A copy of an SQLite file, made while others read and write it. */
#ifndef SERAI_BACKUP_H
#define SERAI_BACKUP_H

#include "store.h"

/* Copies `from`, as it is at one moment, to a new file, checks the copy, and tells how far it is, in pages. 0, with the reason
 * in `why` and nothing left behind, if that cannot be; it is so if there is a file `to`. */
int backup_make(const char *from, const char *to, void (*progress)(int done, int all), char why[MAX_STORE_WHY]);

#endif
