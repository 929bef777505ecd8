/* Parses and describes the arguments of a subcommand; see arguments.h. */
#include "arguments.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static int is_option(const struct argument *a)
{
        return strncmp(a->name, "--", 2) == 0;
}

const struct argument *argument_named(const struct subcommand *c, const char *word)
{
        size_t n = strcspn(word, "=");

        for (const struct argument *a = c->arguments; a->name; a++)
                if (is_option(a) && strlen(a->name) == n && strncmp(a->name, word, n) == 0)
                        return a;
        return NULL;
}

/* --- reading --- */

static void put_number(const struct argument *a, void *into, uint64_t value)
{
        uint32_t word = (uint32_t)value;

        if (a->size == sizeof word)
                memcpy((char *)into + a->at, &word, sizeof word);
        else
                memcpy((char *)into + a->at, &value, sizeof value);
}

/* `label` is the option or variable that the value was given by. 0, or the exit status. */
static int read_value(const struct argument *a, void *into, const char *label, const char *value)
{
        char why[MAX_REASON], *end;
        const struct game *game;
        const char *wrong;
        uint64_t number;
        double decimal;

        switch (a->kind) {
        case ARG_SWITCH:
                if (!cli_number(value, 0, 1, &number))
                        return cli_fail("%s is 1 or 0, not %.200s", label, value);
                put_number(a, into, number);
                return 0;
        case ARG_NUMBER:
                if (!cli_number(value, a->low, a->high, &number))
                        return cli_fail("%s is a number from %" PRIu64 " to %" PRIu64 ", not %.200s", label, a->low, a->high,
                                        value);
                put_number(a, into, number);
                return 0;
        case ARG_DECIMAL:
                decimal = strtod(value, &end);
                if (end == value || *end || !(decimal >= a->least && decimal <= a->most))
                        return cli_fail("%s is a number from %g to %g, not %.200s", label, a->least, a->most, value);
                memcpy((char *)into + a->at, &decimal, sizeof decimal);
                return 0;
        case ARG_GAME:
                if (!(game = game_named(value)))
                        return cli_no_game(value);
                memcpy((char *)into + a->at, &game, sizeof game);
                return 0;
        case ARG_READ:
                wrong = a->read(into, value, why);
                return wrong ? cli_fail("%s", wrong) : 0;
        case ARG_TEXT:
                memcpy((char *)into + a->at, &value, sizeof value);
                return 0;
        case ARG_OTHER:
                break;
        }
        return 0;
}

/* The defaults, overridden by environment variables. */
static int read_defaults(const struct subcommand *c, void *into)
{
        int status = 0;

        for (const struct argument *a = c->arguments; a->name && !status; a++) {
                const char *value = a->variable ? getenv(a->variable) : NULL;

                if (value && *value)
                        status = read_value(a, into, a->variable, value);
                else if (a->usual)
                        status = read_value(a, into, a->name, a->usual);
        }
        return status;
}

static int needs(const struct subcommand *c, const char *what)
{
        return cli_fail("%s needs %s; see serai %s --help", c->name, what, c->name);
}

/* Options, in the order given; other arguments move to the front. 0, or the exit status. */
static int read_options(const struct subcommand *c, void *into, int *argc, char **argv, uint64_t *given)
{
        int left = 0, status = 0;

        for (int i = 0; i < *argc && !status; i++) {
                const struct argument *a = argument_named(c, argv[i]);
                const char *equals = strchr(argv[i], '='), *value = equals ? equals + 1 : "";

                if (!a) {
                        argv[left++] = argv[i];
                        continue;
                }
                if (a->kind == ARG_SWITCH && equals)
                        return cli_fail("%s takes no value", a->name);
                if (a->kind == ARG_SWITCH)
                        value = "1";
                else if (!equals && i + 1 < *argc)
                        value = argv[++i];
                if (!*value)
                        return cli_fail("%s needs a value, %s; see serai %s --help", a->name, a->value, c->name);
                *given |= 1ull << (a - c->arguments);
                status = read_value(a, into, a->name, value);
        }
        *argc = left;
        return status;
}

/* Operands, from the front. 0, or the exit status. */
static int read_operands(const struct subcommand *c, void *into, int *argc, char **argv, uint64_t *given)
{
        int status = 0, used = 0, others = 0;

        for (const struct argument *a = c->arguments; a->name && !status; a++) {
                others |= a->kind == ARG_OTHER;
                if (is_option(a) || a->kind == ARG_OTHER || used == *argc || strncmp(argv[used], "--", 2) == 0)
                        continue;
                *given |= 1ull << (a - c->arguments);
                status = read_value(a, into, a->name, argv[used++]);
        }
        *argc -= used;
        memmove(argv, argv + used, (size_t)*argc * sizeof *argv);
        if (!status && *argc && !others)
                return cli_fail("%s does not know %.200s; serai %s --help tells what it does", c->name, argv[0], c->name);
        return status;
}

int arguments_read(const struct subcommand *c, void *into, int *argc, char **argv)
{
        uint64_t given = 0; /* a bit for each argument of the table */
        int status;

        for (int i = 0; i < *argc; i++)
                if (strcmp(argv[i], "--help") == 0) {
                        subcommand_help(c, stdout);
                        if (c->more)
                                c->more();
                        return fflush(stdout) != 0;
                }
        if ((status = read_defaults(c, into)))
                return status;
        if (*argc &&
            ((status = read_options(c, into, argc, argv, &given)) || (status = read_operands(c, into, argc, argv, &given))))
                return status;
        for (const struct argument *a = c->arguments; a->name; a++) {
                char title[ARGUMENT_TEXT];

                if (a->needed && a->kind != ARG_OTHER && !(given >> (a - c->arguments) & 1))
                        return needs(c, argument_title(a, title));
        }
        return GO_ON;
}

/* --- describing --- */

const char *argument_title(const struct argument *a, char text[ARGUMENT_TEXT])
{
        snprintf(text, ARGUMENT_TEXT, "%s%s%s", a->name, a->value ? " " : "", a->value ? a->value : "");
        return text;
}

const char *argument_usage(const struct argument *a, char text[ARGUMENT_TEXT])
{
        char title[ARGUMENT_TEXT / 2];

        snprintf(title, sizeof title, "%s%s%s", a->name, a->value ? " " : "", a->value ? a->value : "");
        snprintf(text, ARGUMENT_TEXT, "%s%s%s%s", a->needed ? "" : "[", title, a->needed ? "" : "]", a->many ? "…" : "");
        return text;
}

/* Adds a remark; the first opens a parenthesis. */
static void add_remark(char text[ARGUMENT_TEXT], const char *remark)
{
        size_t n = strlen(text);

        snprintf(text + n, ARGUMENT_TEXT - n, "%s%s", n ? "; " : " (", remark);
}

const char *argument_note(const struct argument *a, char text[ARGUMENT_TEXT])
{
        char remark[ARGUMENT_TEXT / 2];

        *text = '\0';
        if (a->kind == ARG_NUMBER && a->high < UINT64_MAX) {
                snprintf(remark, sizeof remark, "%" PRIu64 " to %" PRIu64, a->low, a->high);
                add_remark(text, remark);
        }
        if (a->kind == ARG_DECIMAL) {
                snprintf(remark, sizeof remark, "%g to %g", a->least, a->most);
                add_remark(text, remark);
        }
        if (a->usual) {
                snprintf(remark, sizeof remark, "default: %s", a->usual);
                add_remark(text, remark);
        }
        if (a->variable) {
                snprintf(remark, sizeof remark, "environment: %s", a->variable);
                add_remark(text, remark);
        }
        if (*text)
                snprintf(text + strlen(text), ARGUMENT_TEXT - strlen(text), ")");
        return text;
}

enum { HELP_WIDTH = 100, HELP_COLUMN = 22 };

/* The number of characters in the first n bytes. */
static int characters(const char *text, size_t n)
{
        int count = 0;

        for (size_t i = 0; i < n; i++)
                count += ((unsigned char)text[i] & 0xc0) != 0x80;
        return count;
}

/* A word, on a new line if it does not fit on this one. */
static int put_word(FILE *out, const char *word, size_t n, int column, int indent)
{
        int wide = characters(word, n);

        if (column > indent && column + 1 + wide > HELP_WIDTH) {
                fprintf(out, "\n%*s", indent, "");
                column = indent;
        } else if (column > indent) {
                fputc(' ', out);
                column++;
        }
        fwrite(word, 1, n, out);
        return column + wide;
}

/* A paragraph, starting at a column; further lines start at `indent`. Returns the column after it. */
static int put_prose(FILE *out, const char *text, int column, int indent)
{
        while (*text) {
                size_t n = strcspn(text, " ");

                column = put_word(out, text, n, column, indent);
                text += n + strspn(text + n, " ");
        }
        return column;
}

void subcommand_help(const struct subcommand *c, FILE *out)
{
        char text[ARGUMENT_TEXT];
        int indent = fprintf(out, "Usage: serai %s ", c->name), column = indent;

        for (const struct argument *a = c->arguments; a->name; a++) {
                argument_usage(a, text);
                column = put_word(out, text, strlen(text), column, indent);
        }
        fputs("\n", out);
        for (const char *at = c->about; *at;) {
                const char *end = strstr(at, "\n\n");
                size_t n = end ? (size_t)(end - at) : strlen(at);
                char paragraph[2048];

                snprintf(paragraph, sizeof paragraph, "%.*s", (int)n, at);
                fputc('\n', out);
                put_prose(out, paragraph, 0, 0);
                fputc('\n', out);
                at += end ? n + 2 : n;
        }
        fputc('\n', out);
        for (const struct argument *a = c->arguments; a->name; a++) {
                column = fprintf(out, "  %s", argument_title(a, text));
                if (column > HELP_COLUMN - 2) {
                        fputc('\n', out);
                        column = 0;
                }
                fprintf(out, "%*s", HELP_COLUMN - column, "");
                column = put_prose(out, a->help, HELP_COLUMN, HELP_COLUMN);
                if (*argument_note(a, text))
                        put_prose(out, text + 1, column, HELP_COLUMN);
                fputc('\n', out);
        }
}
