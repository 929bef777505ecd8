/* Daily write quotas for each person, so that nobody fills the disk. Counted in memory, by each server for itself, in a table of
 * fixed size: if it is full, those who wrote least are evicted first. docs/hosting.md says where the numbers come from. */
#ifndef SERAI_QUOTA_H
#define SERAI_QUOTA_H

#include <stdint.h>

enum quota_kind {
        QUOTA_ENTRIES, /* of tables: one's own, and those of bots at tables that one hosts */
        QUOTA_BYTES,   /* of these */
        QUOTA_TABLES,  /* made */
        QUOTA_CHAT,    /* chat messages */
        QUOTAS
};

/* The limits for a day; tests set them lower. */
extern uint64_t quota_most[QUOTAS];

enum { QUOTA_SETS = 4096, QUOTA_WAYS = 4 };

/* All zero: empty. */
struct quota {
        struct use {
                int64_t person; /* 0: nobody */
                uint64_t since; /* when the person's day began */
                uint64_t used[QUOTAS];
        } of[QUOTA_SETS][QUOTA_WAYS];
};

/* Whether a person may write more; counts what they wrote. */
int quota_allows(const struct quota *q, int64_t person, enum quota_kind what, uint64_t now);
void quota_take(struct quota *q, int64_t person, enum quota_kind what, uint64_t amount, uint64_t now);

#endif
