/* The acts of administrators; see acts.h. */
#include "acts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../people/people.h"
#include "../store/new_id.h"

const struct act_about ACT_ABOUT[ACTS] = {
        [ACT_MUTE] = { "mute", ON_PERSON, .for_a_time = 1, .on_page = 1 },
        [ACT_UNMUTE] = { "unmute", ON_PERSON, .on_page = 1 },
        [ACT_BAN] = { "ban", ON_PERSON, .for_a_time = 1, .on_page = 1 },
        [ACT_UNBAN] = { "unban", ON_PERSON, .on_page = 1 },
        [ACT_RENAME] = { "rename", ON_PERSON, .takes_text = 1, .on_page = 1 },
        [ACT_RESET] = { "reset", ON_PERSON, .on_page = 1 },
        [ACT_GRANT] = { "grant", .on = ON_PERSON },
        [ACT_REVOKE] = { "revoke", .on = ON_PERSON },
        [ACT_DELETE_TABLE] = { "delete", ON_TABLE, .on_page = 1 },
        [ACT_SETTLE] = { "settle", ON_REPORT, .takes_text = 1, .on_page = 1 },
        [ACT_OFF] = { "off", ON_SWITCH, .on_page = 1 },
        [ACT_ON] = { "on", ON_SWITCH, .on_page = 1 },
        [ACT_ANNOUNCE] = { "announce", ON_ALL, .takes_text = 1, .on_page = 1 },
        [ACT_UNWANTED] = { "unwanted", ON_ALL, .takes_text = 1, .on_page = 1 },
};

int act_named(const char *name)
{
        for (int i = 0; i < ACTS; i++)
                if (strcmp(ACT_ABOUT[i].name, name) == 0)
                        return i;
        return -1;
}

/* Words separated by single spaces. */
static void tidy_words(const char *text, char words[MAX_ACT_TEXT])
{
        char *out = words;

        for (const char *at = text + strspn(text, " \t\r\n,"); *at; at += strspn(at, " \t\r\n,")) {
                size_t size = strcspn(at, " \t\r\n,");

                if (out > words)
                        *out++ = ' ';
                memcpy(out, at, size);
                out += size;
                at += size;
        }
        *out = '\0';
}

static void set(struct work *w, const char *name, const char *value)
{
        work_add(w, SET_SITE, "tt", name, value);
}

/* Adds what changes besides the log, and writes what the log says of it. */
static const struct refusal *add_change(struct work *w, const struct act *a, int64_t at, char detail[MAX_ACT_TEXT])
{
        char text[MAX_ACT_TEXT];
        struct token_text hash;
        const struct refusal *wrong;

        switch (a->kind) {
        case ACT_MUTE:
        case ACT_BAN:
                snprintf(detail, MAX_ACT_TEXT, "%" PRId64, a->until);
                work_add(w, a->kind == ACT_BAN ? SET_BANNED : SET_MUTED, "ii", a->person, a->until);
                return NULL;
        case ACT_UNMUTE:
        case ACT_UNBAN:
                work_add(w, a->kind == ACT_UNBAN ? SET_BANNED : SET_MUTED, "ii", a->person, (int64_t)0);
                return NULL;
        case ACT_RENAME:
                if ((wrong = people_name(a->text, text)))
                        return wrong;
                work_add(w, SET_NAME, "it", a->person, text);
                return NULL;
        case ACT_RESET:
                if (!people_code_hash(a->text, &hash))
                        return &WRONG_CODE;
                work_add(w, RESET_LOGIN, "i", a->person);
                work_add(w, ADD_CODE, "ti", hash.text, a->person);
                work_add(w, END_OTHER_SESSIONS, "it", a->person, "");
                work_add(w, END_BOT_TOKENS, "i", a->person);
                return NULL;
        case ACT_GRANT:
        case ACT_REVOKE:
                work_add(w, SET_ADMIN, "ii", a->person, (int64_t)(a->kind == ACT_GRANT));
                return NULL;
        case ACT_DELETE_TABLE:
                work_add(w, DELETE_TABLE, "i", a->table);
                return NULL;
        case ACT_SETTLE:
                if (people_words(a->text, text, MAX_CHAT) <= 0)
                        return &BAD_CHAT;
                work_add(w, SETTLE_REPORT, "iit", a->report, at, text);
                return NULL;
        case ACT_OFF:
        case ACT_ON:
                snprintf(detail, MAX_ACT_TEXT, "%s", SITE_SWITCH_NAMES[a->which]);
                set(w, SITE_SWITCH_NAMES[a->which], ACT_ABOUT[a->kind].name);
                return NULL;
        case ACT_ANNOUNCE:
                if (people_words(a->text, detail, MAX_ANNOUNCEMENT) <= 0)
                        return &BAD_CHAT;
                snprintf(text, sizeof text, "%" PRId64, at);
                set(w, "announcement", detail);
                set(w, "announced", text);
                return NULL;
        case ACT_UNWANTED:
        default:
                people_words(a->text, text, sizeof text);
                tidy_words(text, detail);
                set(w, "unwanted", detail);
                return NULL;
        }
}

const struct refusal *act_add(struct work *w, const struct act *a, int64_t at)
{
        char detail[MAX_ACT_TEXT] = "";
        const struct refusal *wrong = add_change(w, a, at, detail);

        if (!wrong)
                work_add(w, ADD_ADMIN_LOG, "iiitiit", id_make(), at, a->by, ACT_ABOUT[a->kind].name, a->person, a->table, detail);
        return wrong;
}
