/* The hash chain of a table's log. Each entry is stored with SHA-256(previous hash, n, at, body); n and at are 8 bytes each,
 * big-endian, and before the first entry the hash is 32 zeros. So an entry that was changed, lost or moved is noticed when the
 * table is loaded. */
#ifndef SERAI_ENTRY_HASH_H
#define SERAI_ENTRY_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { ENTRY_HASH = 32 };

/* Advances `hash` from the previous entry to this one. */
void entry_hash(uint8_t hash[ENTRY_HASH], int64_t n, int64_t at, const char *body, size_t size);

#endif
