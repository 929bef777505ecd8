/* The page's files, embedded in the program. Generated from build/web by web/embed.mjs. */
#ifndef SERAI_PAGE_H
#define SERAI_PAGE_H

#include <stddef.h>

enum { PLAIN, GZIP, BROTLI, CODINGS };

struct page_file {
        const char *path; /* "/index.html" */
        const char *type; /* "text/html; charset=utf-8" */
        const char *tag;  /* the ETag: changes when the file does, in quotes */
        int lasting;      /* 1: its name changes when it does, so it may be cached for ever */
        struct {
                const unsigned char *begin, *end; /* the file in each encoding; NULL where it is not smaller */
        } body[CODINGS];
};

extern const struct page_file page_files[]; /* ends with a NULL path */

#endif
