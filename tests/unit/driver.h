/* Drives the rules through text, as any program would: a test sends a command and checks the answer.
 *
 * There is one engine, reset for each test. Positions are made by changing keys of the current state, so that a test names
 * only what it is about and does not depend on the structs. */
#ifndef SERAI_TESTS_DRIVER_H
#define SERAI_TESTS_DRIVER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../cli/cli.h"

#define TEST(name) static void name(void **unused __attribute__((unused)))
#define RUNS(name) cmocka_unit_test_setup_teardown(name, driver_open, driver_close)

#define MAYBE_UNUSED __attribute__((unused))

static struct engine driver;

static int driver_open(void **unused)
{
        (void)unused;
        memset(&driver, 0, sizeof driver);
        return 0;
}

static int driver_close(void **unused)
{
        (void)unused;
        engine_close(&driver);
        return 0;
}

/* The engine's answer to a command; valid until the next one. */
MAYBE_UNUSED static const char *ask(const char *format, ...) __attribute__((format(printf, 1, 2)));

static const char *ask(const char *format, ...)
{
        static char line[MAX_LINE + 2];
        va_list args;
        int size;

        va_start(args, format);
        size = vsnprintf(line, sizeof line, format, args);
        va_end(args);
        assert_in_range(size, 0, (int)sizeof line - 1);
        return engine_answer(&driver, line, (size_t)size);
}

/* The state as JSON, without the mark; "" without a game. */
MAYBE_UNUSED static const char *state_now(void)
{
        const char *answer = engine_answer(&driver, "state", 5);

        return answer[0] == '=' ? answer + 2 : "";
}

/* --- what is answered --- */

#define answers(command, expected) driver_answers(command, expected, __FILE__, __LINE__)
#define does(command)              driver_answers(command, "=", __FILE__, __LINE__)
#define refuses(command, part)     driver_refuses(command, part, __FILE__, __LINE__)

static void driver_fail(const char *command, const char *got, const char *expected, const char *file, int line)
{
        print_error("%s:%d: %.200s\n  answers  %.1500s\n  not      %.1500s\n", file, line, command, got, expected);
        _fail(file, line);
}

MAYBE_UNUSED static void driver_answers(const char *command, const char *expected, const char *file, int line)
{
        const char *got = engine_answer(&driver, command, strlen(command));

        if (strcmp(got, expected) != 0)
                driver_fail(command, got, expected, file, line);
}

/* It fails, the reason contains this, and the state and the moves are unchanged. */
MAYBE_UNUSED static void driver_refuses(const char *command, const char *part, const char *file, int line)
{
        static char before[MAX_STATE_TEXT], reason[MAX_LINE + 1];
        size_t moves = driver.record.count;

        snprintf(before, sizeof before, "%s", state_now());
        snprintf(reason, sizeof reason, "%s", engine_answer(&driver, command, strlen(command)));
        if (strncmp(reason, "! ", 2) != 0 || !strstr(reason, part) || strchr(reason, '\n'))
                driver_fail(command, reason, part, file, line);
        if (strcmp(before, state_now()) != 0 || moves != driver.record.count)
                driver_fail(command, state_now(), before, file, line);
}

/* --- the keys of a state --- */

/* The start of the value of a key, and in *size its length; NULL: there is no such key. */
static const char *json_value(const char *json, const char *key, size_t *size)
{
        char quoted[64];
        const char *value, *end;
        int depth = 0, inside = 0;

        snprintf(quoted, sizeof quoted, "\"%s\":", key);
        value = strstr(json, quoted);
        if (!value)
                return NULL;
        value += strlen(quoted);
        for (end = value; *end && (inside || depth > 0 || !strchr(",}]", *end)); end++) {
                inside ^= *end == '"';
                if (!inside)
                        depth += (*end == '[' || *end == '{') - (*end == ']' || *end == '}');
        }
        *size = (size_t)(end - value);
        return value;
}

/* The value of a key of the current state. */
MAYBE_UNUSED static const char *value_of(const char *key)
{
        static char room[4][MAX_STATE_TEXT];
        static int next;
        char *text = room[next++ % 4];
        size_t size;
        const char *value = json_value(state_now(), key, &size);

        snprintf(text, MAX_STATE_TEXT, "%.*s", value ? (int)size : 0, value ? value : "");
        return text;
}

#define is_now(key, expected) driver_is(key, expected, __FILE__, __LINE__)

MAYBE_UNUSED static void driver_is(const char *key, const char *expected, const char *file, int line)
{
        if (strcmp(value_of(key), expected) != 0)
                driver_fail(key, value_of(key), expected, file, line);
}

/* `json` with another value of a key, which must exist. */
static void json_set_value(char *json, size_t cap, const char *key, const char *value)
{
        static char again[MAX_LINE];
        size_t size;
        const char *old = json_value(json, key, &size);

        if (!old)
                fail_msg("there is no key %s", key);
        snprintf(again, sizeof again, "%.*s%s%s", (int)(old - json), json, value, old + size);
        snprintf(json, cap, "%s", again);
}

/* "position " and the state with these keys changed: key, value, …, NULL. */
static const char *changed(va_list args)
{
        static char command[MAX_LINE];
        const char *key;

        snprintf(command, sizeof command, "position %s", state_now());
        while ((key = va_arg(args, const char *)))
                json_set_value(command, sizeof command, key, va_arg(args, const char *));
        return command;
}

/* Changes these keys of the state. */
#define set(...) driver_set(__FILE__, __LINE__, __VA_ARGS__, (const char *)NULL)

MAYBE_UNUSED static void driver_set(const char *file, int line, ...)
{
        va_list args;
        const char *command;

        va_start(args, line);
        command = changed(args);
        va_end(args);
        driver_answers(command, "=", file, line);
        if (strcmp(command + strlen("position "), state_now()) != 0) /* position of state is the identity */
                driver_fail("state", state_now(), command, file, line);
}

/* The current state with these keys changed is invalid, and `part` is in the reason. */
#define cannot_be(part, ...) driver_cannot(__FILE__, __LINE__, part, __VA_ARGS__, (const char *)NULL)

MAYBE_UNUSED static void driver_cannot(const char *file, int line, const char *part, ...)
{
        va_list args;
        const char *command;

        va_start(args, part);
        command = changed(args);
        va_end(args);
        driver_refuses(command, part, file, line);
}

/* --- moves --- */

static int is_listed(const char *move_text)
{
        char padded[80];
        const char *list = ask("legal"), *found;
        size_t size = (size_t)snprintf(padded, sizeof padded, " %s", move_text);

        for (found = strstr(list, padded); found; found = strstr(found + 1, padded))
                if (found[size] == ' ' || found[size] == '\0')
                        return 1;
        return 0;
}

/* The move is legal: it is listed, and can be made. (It is taken back.) */
#define may(move_text) driver_may(move_text, __FILE__, __LINE__)
/* The move is not listed and is refused, for this reason. */
#define may_not(move_text, part) driver_may_not(move_text, part, __FILE__, __LINE__)

MAYBE_UNUSED static void driver_may(const char *move_text, const char *file, int line)
{
        if (!is_listed(move_text) || strcmp(ask("play %s", move_text), "=") != 0)
                driver_fail("legal", ask("legal"), move_text, file, line);
        ask("undo");
}

MAYBE_UNUSED static void driver_may_not(const char *move_text, const char *part, const char *file, int line)
{
        char command[100];

        if (is_listed(move_text))
                driver_fail("legal", ask("legal"), move_text, file, line);
        snprintf(command, sizeof command, "play %s", move_text);
        driver_refuses(command, part, file, line);
}

/* Plays moves, chance outcomes included. */
#define play(moves) driver_play(moves, __FILE__, __LINE__)

MAYBE_UNUSED static void driver_play(const char *moves, const char *file, int line)
{
        char command[1000];

        snprintf(command, sizeof command, "play %s", moves);
        driver_answers(command, "=", file, line);
}

/* `view P` is the state except for one key, which is `value` there. */
#define sees(player, key, value) driver_sees(player, key, value, __FILE__, __LINE__)

MAYBE_UNUSED static void driver_sees(int player, const char *key, const char *value, const char *file, int line)
{
        static char expected[MAX_LINE];
        char command[32];

        snprintf(expected, sizeof expected, "= %s", state_now());
        json_set_value(expected, sizeof expected, key, value);
        snprintf(command, sizeof command, "view %d", player);
        driver_answers(command, expected, file, line);
}

#endif
