/* The arguments of subcommands: parsing, --help and the manual page follow the tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../cli/cli.h"
#include "../../server/net/page.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))

const struct page_file page_files[] = { { .path = NULL } }; /* it serves no page here */

/* --- reading --- */

struct wish {
        const char *file;
        int port, loud;
        uint64_t seed;
        double seconds;
        const struct game *game;
        int even;
};

static const char *read_even(void *into, const char *value, char *why)
{
        struct wish *w = into;

        w->even = atoi(value);
        snprintf(why, MAX_REASON, "%.20s is odd", value);
        return w->even % 2 ? why : NULL;
}

static const struct argument ARGUMENTS[] = {
        { "FILE", .kind = ARG_TEXT, INTO(struct wish, file), .needed = 1, .help = "a file" },
        { "--port", "N", ARG_NUMBER, INTO(struct wish, port), .low = 1, .high = 99, .usual = "80", .variable = "TEST_PORT",
          .help = "a port" },
        { "--seed", "S", ARG_NUMBER, INTO(struct wish, seed), .high = UINT64_MAX, .help = "a seed" },
        { "--seconds", "S", ARG_DECIMAL, INTO(struct wish, seconds), .least = 0.5, .most = 2, .usual = "1", .help = "a time" },
        { "--game", "GAME", ARG_GAME, INTO(struct wish, game), .help = "a game" },
        { "--even", "N", ARG_READ, .read = read_even, .help = "an even number" },
        { "--loud", .kind = ARG_SWITCH, INTO(struct wish, loud), .variable = "TEST_LOUD", .help = "a switch" },
        { "key=value", .kind = ARG_OTHER, .many = 1, .help = "other words" },
        { 0 },
};

static const struct subcommand COMMAND = { .name = "test", .brief = "a test", .about = "One.\n\nTwo.", .arguments = ARGUMENTS };

enum { MOST_WORDS = 8 };

/* Parses words separated by spaces; remaining arguments are in `left`. */
static int reads(const char *words, struct wish *w, char left[256])
{
        static char text[256];
        char *argv[MOST_WORDS];
        int argc = 0, status;

        snprintf(text, sizeof text, "%s", words);
        for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
                argv[argc++] = word;
        memset(w, 0, sizeof *w);
        status = arguments_read(&COMMAND, w, &argc, argv);
        *left = '\0';
        for (int i = 0; status == GO_ON && i < argc; i++)
                strcat(strcat(left, argv[i]), " ");
        return status;
}

TEST(values_are_stored_as_the_table_specifies)
{
        struct wish w;
        char left[256];

        assert_int_equal(reads("file", &w, left), GO_ON);
        assert_string_equal(w.file, "file");
        assert_int_equal(w.port, 80);
        assert_true(w.seconds == 1);
        assert_int_equal(w.loud, 0);
        assert_int_equal(reads("--loud --port=7 file --seconds=0.5 --seed=18446744073709551615 --game=alibaba --even=4", &w, left),
                         GO_ON);
        assert_int_equal(w.loud, 1);
        assert_int_equal(w.port, 7);
        assert_true(w.seed == UINT64_MAX);
        assert_ptr_equal(w.game, &alibaba);
        assert_int_equal(w.even, 4);
        assert_string_equal(left, "");
}

TEST(other_arguments_are_left_in_order)
{
        struct wish w;
        char left[256];

        assert_int_equal(reads("file --first 2 --port 5 tiles=3 --loud", &w, left), GO_ON);
        assert_string_equal(left, "--first 2 tiles=3 ");
        assert_int_equal(w.port, 5);
}

TEST(options_override_the_environment)
{
        struct wish w;
        char left[256];

        setenv("TEST_PORT", "9", 1);
        setenv("TEST_LOUD", "1", 1);
        assert_int_equal(reads("file", &w, left), GO_ON);
        assert_int_equal(w.port, 9);
        assert_int_equal(w.loud, 1);
        assert_int_equal(reads("file --port 3", &w, left), GO_ON);
        assert_int_equal(w.port, 3);
        setenv("TEST_PORT", "many", 1);
        assert_int_equal(reads("file", &w, left), 2);
        unsetenv("TEST_PORT");
        setenv("TEST_LOUD", "yes", 1);
        assert_int_equal(reads("file", &w, left), 2);
        unsetenv("TEST_LOUD");
}

TEST(wrong_arguments_are_refused)
{
        static const char *const WRONG[] = {
                "",
                "--loud",
                "file --port",
                "file --port=",
                "file --port 0",
                "file --port 100",
                "file --port -1",
                "file --port 7x",
                "file --seconds nan",
                "file --seconds 2.5",
                "file --game chess",
                "file --even 3",
                "file --loud=1",
        };
        struct wish w;
        char left[256];

        for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
                if (reads(WRONG[i], &w, left) != 2)
                        fail_msg("'%s' is read", WRONG[i]);
}

/* --- describing --- */

/* The output of a function. */
static char *printed(void (*print)(const void *what, FILE *out), const void *what)
{
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);

        assert_non_null(out);
        print(what, out);
        fclose(out);
        return text;
}

static void print_help(const void *what, FILE *out)
{
        subcommand_help(what, out);
}

static void print_manual(const void *what, FILE *out)
{
        (void)what;
        manual_print(out);
}

/* The text of a manual page: without fonts, and with plain hyphens. */
static void unescape(char *text)
{
        char *out = text;

        for (; *text; text++) {
                if (strncmp(text, "\\f", 2) == 0 && text[2])
                        text += 2;
                else if (strncmp(text, "\\-", 2) == 0)
                        *out++ = *++text;
                else
                        *out++ = *text;
        }
        *out = '\0';
}

static void has(const char *text, const char *part, const char *where)
{
        if (!strstr(text, part))
                fail_msg("%s is not in %s:\n%s", part, where, text);
}

TEST(every_option_is_in_help_and_manual)
{
        char *manual = printed(print_manual, NULL), title[ARGUMENT_TEXT], entry[ARGUMENT_TEXT + 8];
        const struct subcommand *c;
        int options = 0;

        for (const char *at = manual; *at; at++)
                assert_true((unsigned char)*at < 0x80);
        unescape(manual);
        for (int i = 0; (c = subcommand_at(i)); i++) {
                char *help = printed(print_help, c);
                const char *section;

                assert_ptr_equal(subcommand_named(c->name), c);
                snprintf(entry, sizeof entry, "\n.SS serai %s\n", c->name);
                has(manual, entry, "the manual");
                section = strstr(manual, entry);
                for (const struct argument *a = c->arguments; a->name; a++, options++) {
                        assert_non_null(a->help);
                        snprintf(entry, sizeof entry, "\n  %s", argument_title(a, title));
                        has(help, entry, c->name);
                        snprintf(entry, sizeof entry, "\n.TP\n%s\n", title);
                        has(section, entry, "the manual");
                        if (a->variable)
                                has(strstr(manual, "\n.SH ENVIRONMENT\n"), a->variable, "the environment");
                }
                free(help);
        }
        assert_true(options > 50);
        for (int i = 0; game_at(i); i++)
                for (const struct option *o = game_at(i)->option; o->name; o++)
                        has(strstr(manual, "\n.SH OPTIONS OF THE GAMES\n"), o->about, "the options of the games");
        has(manual, "\n.SH FILES\n", "the manual");
        has(manual, "\n.SH EXIT STATUS\n", "the manual");
        free(manual);
}

TEST(help_is_at_most_100_columns_wide)
{
        const struct subcommand *c;

        for (int i = 0; (c = subcommand_at(i)); i++) {
                char *help = printed(print_help, c);
                int column = 0;

                for (const char *at = help; *at; at++) {
                        column = *at == '\n' ? 0 : column + (((unsigned char)*at & 0xc0) != 0x80);
                        if (column > 100)
                                fail_msg("serai %s --help is too wide:\n%s", c->name, help);
                }
                free(help);
        }
}

TEST(help_shows_limits_defaults_and_variables)
{
        char *help = printed(print_help, &COMMAND);

        has(help, "Usage: serai test FILE [--port N] [--seed S] [--seconds S] [--game GAME] [--even N] [--loud]", "the usage");
        has(help, "\nOne.\n\nTwo.\n\n", "the help");
        has(help, "a port (1 to 99; default: 80; environment: TEST_PORT)\n", "the help");
        has(help, "a time (0.5 to 2; default: 1)\n", "the help");
        has(help, "a seed\n", "the help");
        free(help);
}

int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
                cmocka_unit_test(values_are_stored_as_the_table_specifies), cmocka_unit_test(other_arguments_are_left_in_order),
                cmocka_unit_test(options_override_the_environment),         cmocka_unit_test(wrong_arguments_are_refused),
                cmocka_unit_test(every_option_is_in_help_and_manual),       cmocka_unit_test(help_is_at_most_100_columns_wide),
                cmocka_unit_test(help_shows_limits_defaults_and_variables),
        };

        if (argc > 1)
                cmocka_set_test_filter(argv[1]);
        return cmocka_run_group_tests(tests, NULL, NULL);
}
