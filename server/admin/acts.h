/* What an administrator can do, described once for the command line (cli/admin.c) and the page (api/admin_handlers.c).
 *
 * An act and its line in the log (`admin_log`) are stored together. Servers follow that log (rooms/admin_news.c), so an act takes
 * effect on all of them, whichever stored it. The log names people by their ids only, so that it keeps no name of a deleted
 * account. */
#ifndef SERAI_ACTS_H
#define SERAI_ACTS_H

#include "../../table/protocol.h"
#include "site.h"

enum act_kind {
        ACT_MUTE,
        ACT_UNMUTE,
        ACT_BAN,
        ACT_UNBAN,
        ACT_RENAME,
        ACT_RESET,
        ACT_GRANT,
        ACT_REVOKE,
        ACT_DELETE_TABLE,
        ACT_SETTLE,
        ACT_OFF,
        ACT_ON,
        ACT_ANNOUNCE,
        ACT_UNWANTED,
        ACTS
};

struct act_about {
        const char *name;
        enum { ON_PERSON, ON_TABLE, ON_REPORT, ON_SWITCH, ON_ALL } on;
        int for_a_time, takes_text; /* 1: it needs a time; words */
        int on_page;                /* 1: it can be done on the page, too */
};

extern const struct act_about ACT_ABOUT[ACTS];

/* The number of a name, or -1. */
int act_named(const char *name);

enum { MAX_ACT_TEXT = 4096 };

struct act {
        enum act_kind kind;
        int64_t by;                    /* a person; 0: somebody on the command line */
        int64_t person, table, report; /* whom or what it is about */
        int which;                     /* ON_SWITCH */
        int64_t until;                 /* for_a_time */
        char text[MAX_ACT_TEXT];       /* if it takes one; of a reset, the recovery code that the person is given */
};

/* Adds the act to a work: the outcome is STORE_TAKEN if there is no such person, table or waiting report. NULL, or why it cannot be
 * done: then nothing was added. */
const struct refusal *act_add(struct work *w, const struct act *a, int64_t at);

#endif
