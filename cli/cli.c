/* Shared by the subcommands: numbers, options, files, random play and the progress line. */
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int cli_number(const char *text, uint64_t low, uint64_t high, uint64_t *n)
{
        struct json j = json_reader(text, (int)strnlen(text, 32));
        uint64_t value = json_number(&j, 0, low, high);

        if (j.wrong || j.at != (int)strnlen(text, 32) || *text < '0' || *text > '9')
                return 0;
        *n = value;
        return 1;
}

int cli_fail(const char *format, ...)
{
        va_list args;

        va_start(args, format);
        fputs("serai: ", stderr);
        vfprintf(stderr, format, args);
        fputc('\n', stderr);
        va_end(args);
        return 2;
}

int cli_no_game(const char *name)
{
        char names[MAX_GAMES_TEXT];

        return cli_fail("there is no game %.100s; games are %s", name, game_names("and", names, sizeof names));
}

const char *cli_option(const struct game *g, struct options *o, int argc, char **argv, int *used, char *why)
{
        const char *word = argv[0] + (strncmp(argv[0], "--", 2) == 0 ? 2 : 0);
        const char *equals = strchr(word, '=');
        char key[MAX_NAME];

        *used = 1;
        snprintf(key, sizeof key, "%.*s", (int)(equals ? equals - word : (long)strlen(word)), word);
        if (equals)
                return options_set(g, o, key, equals + 1, why, MAX_REASON);
        if (word == argv[0]) {
                snprintf(why, MAX_REASON, "%.100s is not understood; options are given as key=value, like players=2", word);
                return why;
        }
        if (argc < 2) {
                snprintf(why, MAX_REASON, "--%s needs a value", key);
                return why;
        }
        *used = 2;
        return options_set(g, o, key, argv[1], why, MAX_REASON);
}

int cli_game_options(const struct subcommand *c, const struct game *g, struct options *o, int argc, char **argv)
{
        char why[MAX_REASON];
        const char *wrong;
        int used;

        for (int i = 0; i < argc; i += used) {
                if (!g)
                        return cli_fail("%.200s is not understood; options of a game need --game, see serai %s --help", argv[i],
                                        c->name);
                if ((wrong = cli_option(g, o, argc - i, argv + i, &used, why)))
                        return cli_fail("%s", wrong);
        }
        return 0;
}

char *cli_read_file(const char *name, size_t *size)
{
        FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
        char *text = NULL;
        size_t room = 0, got = 1;

        if (!file)
                return NULL;
        for (*size = 0; got > 0; *size += got) {
                if (room - *size < 2) {
                        char *larger = realloc(text, room = room ? 2 * room : 65536);

                        if (!larger) {
                                free(text);
                                text = NULL;
                                break;
                        }
                        text = larger;
                }
                got = fread(text + *size, 1, room - *size - 1, file);
        }
        if (text && ferror(file)) {
                free(text);
                text = NULL;
        }
        if (file != stdin)
                fclose(file);
        if (text)
                text[*size] = '\0';
        return text;
}

int cli_read_seated_record(struct record *r, const char *name, int proven, char **seats)
{
        char why[MAX_REASON];
        size_t size;
        char *text = cli_read_file(name, &size), *table;
        int read;

        if (!text) {
                cli_fail("%s cannot be read: %s", name, strerror(errno));
                return 0;
        }
        table = strstr(text, "\n{\"seats\":");
        read = record_parse(r, text, table ? (size_t)(table - text) : size, proven, why);
        if (!read)
                cli_fail("%s is refused: %s", name, why);
        if (seats)
                *seats = table ? strdup(table + 1) : NULL;
        free(text);
        return read;
}

int cli_read_record(struct record *r, const char *name, int proven)
{
        return cli_read_seated_record(r, name, proven, NULL);
}

void cli_json_words(FILE *out, const char *words)
{
        putc('"', out);
        for (const unsigned char *c = (const unsigned char *)words; *c; c++)
                if (*c < ' ' || *c == '"' || *c == '\\')
                        fprintf(out, "\\u%04x", *c);
                else
                        putc(*c, out);
        putc('"', out);
}

void random_options(const struct game *g, struct options *o, uint64_t *random)
{
        do {
                options_default(g, o);
                for (int i = 0; g->option[i].name; i++) {
                        const struct option *option = &g->option[i];
                        char word[MAX_NAME];
                        uint32_t values = 0, low = option->low ? option->low : 1, high = option->high; /* of a number */

                        if (option->kind == CHOICE)
                                while (text_word(option->values, (int)values, word))
                                        values++;
                        if (option->kind == NUMBER)
                                values = high - low + 1 < 40 ? (uint32_t)(high - low + 1) : 40;
                        if (option->kind == SEAT)
                                values = MAX_PLAYERS;
                        if (values)
                                o->value[i] = (uint16_t)(random_dice(random) % values + (option->kind == NUMBER ? low : 0));
                        else if (random_dice(random) % 4 == 0)
                                o->value[i] = (uint16_t)(random_dice(random) % 1024);
                }
        } while (options_misfit(g, o));
}

double cli_now(void)
{
        struct timespec t;

        clock_gettime(CLOCK_MONOTONIC, &t);
        return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void cli_progress(const char *format, ...)
{
        va_list args;

        if (!isatty(STDERR_FILENO))
                return;
        va_start(args, format);
        fputs("\r\033[K", stderr);
        vfprintf(stderr, format, args);
        va_end(args);
        fflush(stderr);
}

void cli_progress_end(void)
{
        if (isatty(STDERR_FILENO))
                fputs("\r\033[K", stderr);
}
