/* The host's settings; see site.h. */
#include "site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../people/skeleton.h"

const char *const SITE_SWITCH_NAMES[SITE_SWITCHES] = { "registration", "guests", "chat", "tables" };

int site_switch_named(const char *name)
{
        for (int i = 0; i < SITE_SWITCHES; i++)
                if (strcmp(SITE_SWITCH_NAMES[i], name) == 0)
                        return i;
        return -1;
}

void site_read(struct site *s, const struct rows *rows)
{
        memset(s, 0, sizeof *s);
        for (int i = 0; i < rows_count(rows); i++) {
                const char *name = rows_text(rows, i, 0, NULL), *value = rows_text(rows, i, 1, NULL);
                int which = site_switch_named(name);

                if (which >= 0)
                        s->off[which] = strcmp(value, "off") == 0;
                else if (strcmp(name, "unwanted") == 0)
                        snprintf(s->unwanted, sizeof s->unwanted, "%s", value);
                else if (strcmp(name, "announcement") == 0)
                        snprintf(s->announcement, sizeof s->announcement, "%s", value);
                else if (strcmp(name, "announced") == 0)
                        s->announced = strtoull(value, NULL, 10);
        }
}

/* --- unwanted words --- */

/* Whether the character before the end of a text, or at its start, belongs to a word: anything but ASCII punctuation. */
static int is_in_word(unsigned char c)
{
        return c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
}

/* Whether a skeleton has a word, given as its skeleton. */
static int has_word(const char *text, const char *word, size_t size, int open_before, int open_behind)
{
        for (const char *at = text; size && *at; at++)
                if (strncmp(at, word, size) == 0 && (open_before || at == text || !is_in_word((unsigned char)at[-1])) &&
                    (open_behind || !is_in_word((unsigned char)at[size])))
                        return 1;
        return 0;
}

int site_is_unwanted(const struct site *s, const char *text)
{
        char seen[MAX_SKELETON], word[MAX_UNWANTED], skeleton[MAX_SKELETON];

        if (!s->unwanted[0])
                return 0;
        skeleton_make(text, seen);
        for (const char *at = s->unwanted; *at; at += strspn(at, " ")) {
                size_t size = strcspn(at, " ");
                int open_before = at[0] == '*', open_behind = size > 1 && at[size - 1] == '*';

                snprintf(word, sizeof word, "%.*s", (int)size - open_before - open_behind, at + open_before);
                skeleton_make(word, skeleton);
                if (has_word(seen, skeleton, strlen(skeleton), open_before, open_behind))
                        return 1;
                at += size;
        }
        return 0;
}
