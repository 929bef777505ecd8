/* Compares two JSON texts in one pass; see changes.h. Members that both have are in the same order in both. */
#include "changes.h"

enum { MAX_DEPTH = 8 };

/* An object or a list that is being compared, or a value within: what is around a change is written with the first one. */
struct level {
        const char *name; /* in the level before */
        int size;
        int is_named;  /* 1: the name is written */
        int is_opened; /* 1: and a bracket */
        int changes;   /* written in it */
};

struct comparison {
        struct json *out;
        struct level level[MAX_DEPTH];
        int depth;
};

/* --- reading --- */

static const char *end_of_string(const char *at)
{
        while (*++at != '"')
                ;
        return at + 1;
}

/* Behind the value that begins here. */
static const char *end_of_value(const char *at)
{
        int depth = 0;

        do {
                if (*at == '"') {
                        at = end_of_string(at);
                } else {
                        depth += *at == '{' || *at == '[';
                        depth -= *at == '}' || *at == ']';
                        at++;
                }
        } while (depth > 0 || (*at != ',' && *at != '}' && *at != ']' && *at != ':' && *at));
        return at;
}

static int are_same(const char *a, const char *a_end, const char *b, const char *b_end)
{
        return a_end - a == b_end - b && memcmp(a, b, (size_t)(a_end - a)) == 0;
}

static int have_same_key(const char *a, const char *b)
{
        return are_same(a, end_of_string(a), b, end_of_string(b));
}

static const char *skip_comma(const char *at)
{
        return at + (*at == ',');
}

/* The member or item after this one, or the bracket at the end. */
static const char *next_item(const char *at)
{
        return skip_comma(end_of_value(at));
}

static const char *value_of(const char *member)
{
        return end_of_string(member) + 1;
}

static const char *next_member(const char *at)
{
        return next_item(value_of(at));
}

static int count_items(const char *list)
{
        int count = 0;

        for (const char *at = list + 1; *at != ']'; at = next_item(at))
                count++;
        return count;
}

/* The member with the key of another, at or after this one; NULL: there is none. */
static const char *find_member(const char *at, const char *member)
{
        while (*at != '}' && !have_same_key(at, member))
                at = next_member(at);
        return *at == '}' ? NULL : at;
}

/* --- writing --- */

static void enter(struct comparison *c, const char *name, int size)
{
        c->level[++c->depth] = (struct level){ .name = name, .size = size };
}

static void leave(struct comparison *c)
{
        if (c->level[c->depth--].is_opened)
                json_text(c->out, "}");
}

/* Writes the names of all levels that are not written yet. */
static void name_levels(struct comparison *c)
{
        for (int i = 0; i <= c->depth; i++) {
                struct level *l = &c->level[i];

                if (i > 0 && !l->is_named) {
                        json_text(c->out, l[-1].changes++ ? ",\"" : "\"");
                        text_bytes(&c->out->out, l->name, l->size);
                        json_text(c->out, "\":");
                }
                if (i < c->depth && !l->is_opened)
                        json_text(c->out, "{");
                l->is_named = 1;
                l->is_opened |= i < c->depth;
        }
}

static void write_value(struct comparison *c, const char *at, const char *end)
{
        name_levels(c);
        text_bytes(&c->out->out, at, (int)(end - at));
}

static void enter_member(struct comparison *c, const char *member)
{
        enter(c, member + 1, (int)(end_of_string(member) - member) - 2);
}

/* The keys of the members of one object that the other does not have. */
static void write_gone(struct comparison *c, const char *before, const char *after)
{
        int count = 0;

        enter(c, "-", 1);
        name_levels(c);
        for (; *before != '}'; before = next_member(before)) {
                const char *same = find_member(after, before);

                if (same) {
                        after = same;
                        continue;
                }
                json_text(c->out, count++ ? "," : "[");
                text_bytes(&c->out->out, before, (int)(end_of_string(before) - before));
        }
        json_text(c->out, "]");
        leave(c);
}

/* --- comparing: each returns with both texts behind the value --- */

static void compare(struct comparison *c, const char **before, const char **after);

static void compare_members(struct comparison *c, const char **before, const char **after)
{
        const char *first = ++*before, *first_after = ++*after;
        int is_gone = 0;

        while (**after != '}') {
                const char *same = find_member(*before, *after);

                is_gone |= same && same != *before;
                enter_member(c, *after);
                *after = value_of(*after);
                if (same) {
                        *before = value_of(same);
                        compare(c, before, after);
                        *before = skip_comma(*before);
                } else {
                        const char *end = end_of_value(*after);

                        write_value(c, *after, end);
                        *after = end;
                }
                leave(c);
                *after = skip_comma(*after);
        }
        is_gone |= **before != '}';
        while (**before != '}')
                *before = next_member(*before);
        if (is_gone)
                write_gone(c, first, first_after);
        ++*before;
        ++*after;
}

static void compare_items(struct comparison *c, const char **before, const char **after)
{
        ++*before;
        ++*after;
        for (int i = 0; **after != ']'; i++) {
                char digits[12];
                struct text name = { digits, sizeof digits, 0 };

                text_number(&name, (uint64_t)i);
                enter(c, digits, name.len);
                compare(c, before, after);
                leave(c);
                *before = skip_comma(*before);
                *after = skip_comma(*after);
        }
        ++*before;
        ++*after;
}

static void compare(struct comparison *c, const char **before, const char **after)
{
        const char *before_end, *after_end;

        if (**before == '{' && **after == '{' && c->depth < MAX_DEPTH - 2) {
                compare_members(c, before, after);
                return;
        }
        before_end = end_of_value(*before);
        after_end = end_of_value(*after);
        if (!are_same(*before, before_end, *after, after_end)) {
                if (**before == '[' && **after == '[' && count_items(*before) == count_items(*after) && c->depth < MAX_DEPTH - 1) {
                        compare_items(c, before, after);
                        return;
                }
                write_value(c, *after, after_end);
        }
        *before = before_end;
        *after = after_end;
}

void write_changes(struct json *j, const char *before, const char *after)
{
        struct comparison c = { .out = j };

        compare(&c, &before, &after);
        if (c.level[0].is_opened)
                json_text(j, "}");
        else
                json_text(j, "{}");
}
