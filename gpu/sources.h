/* The sources of the rules and the kernels, embedded at build time, to be compiled for a GPU at run time. */
#ifndef SERAI_SOURCES_H
#define SERAI_SOURCES_H

struct source {
        const char *path; /* relative to the root: core/game.h */
        const char *text;
};

extern const struct source sources[]; /* ends with a NULL path */

#endif
