/* The manual page, from the tables of the subcommands and the games; see arguments.h. */
#include <string.h>

#include "../table/version.h"
#include "setup.h"

static const struct {
        const char *name, *about;
} VARIABLES[] = {
        { "SERAI_CPU",
          "baseline or fast: which of the two builds in the program runs, instead of the better one for this processor" },
        { "NOTIFY_SOCKET, WATCHDOG_USEC", "set by systemd, which serve tells that it is ready and alive" },
        { "NO_COLOR, TERM, COLORTERM, LC_ALL, LC_CTYPE, LANG", "what play and replay draw with" },
        { "SERAI", "set by match for the programs that it runs: the path of serai itself" },
};

static const struct {
        const char *name, *about;
} FILES[] = {
        { "serai.db", "the server's database, with serai.db-wal and serai.db-shm beside it while it is open" },
};

static const struct {
        const char *status, *about;
} STATUSES[] = {
        { "0", "done" },
        { "1", "it could not be done, or did not hold; the reason is on standard error" },
        { "2", "the words behind the command are wrong" },
        { "128 + N", "ended by signal N, in good order" },
};

/* Text without formatting commands; and ASCII, since not every reader of man pages supports more. */
static void put(FILE *out, const char *text)
{
        static const char DOTS[] = "…";

        if (*text == '.' || *text == '\'')
                fputs("\\&", out);
        for (; *text; text++)
                if (*text == '\\')
                        fputs("\\e", out);
                else if (*text == '-')
                        fputs("\\-", out);
                else if (strncmp(text, DOTS, sizeof DOTS - 1) == 0)
                        fputs("...", out), text += sizeof DOTS - 2;
                else
                        fputc(*text, out);
}

static void put_line(FILE *out, const char *text)
{
        put(out, text);
        fputc('\n', out);
}

static void put_paragraphs(FILE *out, const char *text)
{
        for (const char *end; (end = strstr(text, "\n\n")); text = end + 2) {
                char paragraph[2048];

                snprintf(paragraph, sizeof paragraph, "%.*s", (int)(end - text), text);
                put_line(out, paragraph);
                fputs(".PP\n", out);
        }
        put_line(out, text);
}

static void put_entry(FILE *out, const char *name, const char *value, const char *about, const char *note)
{
        fputs(".TP\n\\fB", out);
        put(out, name);
        fputs("\\fR", out);
        if (value) {
                fputs(" \\fI", out);
                put(out, value);
                fputs("\\fR", out);
        }
        fputc('\n', out);
        put(out, about);
        put_line(out, note);
}

static void put_command(FILE *out, const struct subcommand *c)
{
        char text[ARGUMENT_TEXT];

        fprintf(out, ".SS serai %s\n", c->name);
        fputs("\\fBserai ", out);
        put(out, c->name);
        fputs("\\fR", out);
        for (const struct argument *a = c->arguments; a->name; a++) {
                fputc(' ', out);
                put(out, argument_usage(a, text));
        }
        fputs("\n.PP\n", out);
        put_paragraphs(out, c->about);
        for (const struct argument *a = c->arguments; a->name; a++)
                put_entry(out, a->name, a->value, a->help, argument_note(a, text));
}

static void put_games(FILE *out)
{
        const struct game *g;
        char values[OPTION_TEXT], usual[MAX_NAME], note[OPTION_TEXT + MAX_NAME + 16];

        for (int i = 0; (g = game_at(i)); i++) {
                struct options o;

                options_default(g, &o);
                fprintf(out, ".SS %s\n", g->name);
                for (int k = 0; g->option[k].name; k++) {
                        option_values(g, &o, k, values, usual);
                        snprintf(note, sizeof note, " (%s; default: %s)", values, usual);
                        put_entry(out, g->option[k].name, NULL, g->option[k].about, note);
                }
        }
}

/* Environment variables that replace options, each once. */
static void put_environment(FILE *out)
{
        const struct subcommand *c;

        for (int i = 0; (c = subcommand_at(i)); i++)
                for (const struct argument *a = c->arguments; a->name; a++) {
                        const struct subcommand *earlier;
                        int told = 0;
                        char about[ARGUMENT_TEXT];

                        for (int k = 0; k < i && (earlier = subcommand_at(k)); k++)
                                for (const struct argument *b = earlier->arguments; b->name; b++)
                                        told |= a->variable && b->variable && strcmp(a->variable, b->variable) == 0;
                        snprintf(about, sizeof about, "used if %s is not given", a->name);
                        if (a->variable && !told)
                                put_entry(out, a->variable, NULL, about, "");
                }
        for (size_t i = 0; i < sizeof VARIABLES / sizeof *VARIABLES; i++)
                put_entry(out, VARIABLES[i].name, NULL, VARIABLES[i].about, "");
}

void manual_print(FILE *out)
{
        const struct subcommand *c;

        fprintf(out, ".TH SERAI 1 \"\" \"serai %s\" \"Serai\"\n", VERSION_TEXT);
        fputs(".SH NAME\nserai \\- board games online, in a terminal, and for programs\n", out);
        fputs(".SH SYNOPSIS\n\\fBserai\\fR \\fICOMMAND\\fR [\\fIARGUMENTS\\fR]\n.br\n\\fBserai\\fR \\fICOMMAND\\fR \\fB\\-\\-help\\fR\n.br\n"
              "\\fBserai \\-\\-version\\fR\n",
              out);
        fputs(".SH DESCRIPTION\nOne program with subcommands. The value of an option follows it as the next word or behind an equals "
              "sign.\n",
              out);
        fputs(".SH SUBCOMMANDS\n", out);
        for (int i = 0; (c = subcommand_at(i)); i++)
                put_command(out, c);
        fputs(".SH OPTIONS OF THE GAMES\nGiven as \\fIkey\\fR=\\fIvalue\\fR or \\fB\\-\\-\\fR\\fIkey value\\fR.\n", out);
        put_games(out);
        fputs(".SH ENVIRONMENT\n", out);
        put_environment(out);
        fputs(".SH FILES\n", out);
        for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
                put_entry(out, FILES[i].name, NULL, FILES[i].about, "");
        fputs(".SH EXIT STATUS\n", out);
        for (size_t i = 0; i < sizeof STATUSES / sizeof *STATUSES; i++)
                put_entry(out, STATUSES[i].status, NULL, STATUSES[i].about, "");
}
