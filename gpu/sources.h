/* The rules and the kernels as they were when this was built, to be compiled for a GPU where one is found. */
#ifndef SERAI_SOURCES_H
#define SERAI_SOURCES_H

struct source {
        const char *path; /* from the root: core/game.h */
        const char *text;
};

extern const struct source sources[]; /* ends with a NULL path */

#endif
