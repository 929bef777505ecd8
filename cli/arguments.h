/* The arguments of a subcommand. Each subcommand has one table, by which its arguments are parsed and checked, and from which
 * --help and the manual are made. */
#ifndef SERAI_ARGUMENTS_H
#define SERAI_ARGUMENTS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum argument_kind {
        ARG_SWITCH,  /* an int: 1 if it is given. In the environment 1 or 0 */
        ARG_NUMBER,  /* an int, uint32_t or uint64_t from `low` to `high` */
        ARG_DECIMAL, /* a double from `least` to `most` */
        ARG_TEXT,    /* a const char *, not empty */
        ARG_GAME,    /* a const struct game *, by its name */
        ARG_READ,    /* whatever the function `read` makes of it */
        ARG_OTHER    /* arguments that the command parses itself; the table only describes them */
};

/* An option begins with --, and its value follows as --name value or --name=value. Anything else is an operand. */
struct argument {
        const char *name;
        const char *value; /* what --help calls the value of an option; NULL for a switch */
        enum argument_kind kind;
        int needed;           /* 1: required */
        int many;             /* 1: may be repeated */
        size_t at, size;      /* where it goes (INTO) */
        uint64_t low, high;   /* ARG_NUMBER */
        double least, most;   /* ARG_DECIMAL */
        const char *usual;    /* the default, as text; NULL: the field keeps its value */
        const char *variable; /* an environment variable that is used if the option is not given; or NULL */
        /* ARG_READ: NULL, or what is wrong, which may be in `why` (MAX_REASON bytes). */
        const char *(*read)(void *into, const char *value, char *why);
        const char *help; /* a description; limits and defaults are added to it */
};

#define INTO(type, field) .at = offsetof(type, field), .size = sizeof((type *)0)->field

struct subcommand {
        const char *name;
        const char *brief;                /* half a line, for the list of commands */
        const char *about;                /* paragraphs for --help and the manual, separated by empty lines */
        const struct argument *arguments; /* ends with a NULL name */
        void (*more)(void);               /* prints additional help, or NULL */
        int (*run)(int argc, char **argv);
};

enum { GO_ON = -1 };

/* Parses the arguments of a command into a struct of its own. Those that the command parses itself move to the front, in
 * order, and *argc becomes their number. Returns GO_ON, or the exit status: --help was printed, or an error. */
int arguments_read(const struct subcommand *c, void *into, int *argc, char **argv);

/* The option of that name, with or without a value behind =; or NULL. */
const struct argument *argument_named(const struct subcommand *c, const char *word);

void subcommand_help(const struct subcommand *c, FILE *out);

/* For help and manual: --name VALUE; and what follows the description of an option, " (1 to 256; default: 10)", or "". */
enum { ARGUMENT_TEXT = 256 };
const char *argument_title(const struct argument *a, char text[ARGUMENT_TEXT]);
const char *argument_note(const struct argument *a, char text[ARGUMENT_TEXT]);

/* The usage after "serai NAME", one argument at a time: [--name VALUE]. */
const char *argument_usage(const struct argument *a, char text[ARGUMENT_TEXT]);

/* --- all of them (cli/subcommands.c) --- */

/* In the order of the list; NULL past the last. */
const struct subcommand *subcommand_at(int i);
const struct subcommand *subcommand_named(const char *name);

void subcommands_help(FILE *out);

/* The manual page serai(1), in troff (cli/manual.c). */
void manual_print(FILE *out);

#endif
