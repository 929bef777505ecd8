/* What a name looks like; see skeleton.h. */
#include "skeleton.h"

#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

#include "../../table/utf8.h"

/* Each letter and the one, or the digit, that it looks like. A capital is here by itself, since its small letter may look like
 * another one. */
static const struct {
        const char *from, *to; /* as many characters */
} ALIKE[] = {
        { "01I|", "olll" },
        { "АВЕЅІЈКМНОРСТУХҺԁԚԜӀ", "abesljkmhopctyxhdqwl" },
        { "авеѕіјкмнорстухһԛԝӏ", "abesijkmhopctyxhqwl" },
        { "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϺ", "abezhlkmnoptyxm" },
        { "αγεικνορτυχωϳ", "ayeikvoptuxwj" },
        { "ıɑɡ", "iag" },
};

static int32_t looks_like(int32_t c)
{
        for (size_t i = 0; i < sizeof ALIKE / sizeof *ALIKE; i++) {
                const char *from = ALIKE[i].from, *to = ALIKE[i].to;
                int32_t a, b;

                while ((a = utf8_next(&from)) && (b = utf8_next(&to)))
                        if (a == c)
                                return b;
        }
        return c;
}

/* The text in another form, to be freed; NULL if it is no UTF-8. */
static char *in_form(const char *text, utf8proc_option_t form)
{
        utf8proc_uint8_t *out = NULL;

        utf8proc_map((const utf8proc_uint8_t *)text, 0, &out, UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_COMPAT | form);
        return (char *)out;
}

/* Taken apart, so that an accent counts the same on letters that look alike; small letters last, since capitals look like others.
 */
void skeleton_make(const char *name, char skeleton[MAX_SKELETON])
{
        char *apart = in_form(name, UTF8PROC_DECOMPOSE), *folded, *out = skeleton;
        int32_t c;

        *skeleton = '\0';
        if (!apart)
                return;
        for (const char *at = apart; (c = utf8_next(&at)) > 0 && out < skeleton + MAX_SKELETON - 4;)
                out += utf8_print(looks_like(c), out);
        *out = '\0';
        free(apart);
        folded = in_form(skeleton, UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
        *skeleton = '\0';
        if (folded && strlen(folded) < MAX_SKELETON)
                strcpy(skeleton, folded);
        free(folded);
}

/* In the page's languages, and a plural of each. */
static const char *const RESERVED[] = {
        "admin",         "admins",        "administrator", "administrators", "beheerder",  "beheerders", "bot",
        "bots",          "moderator",     "moderators",    "official",       "serai",      "support",    "system",
        "бот",           "боты",          "боти",          "адмін",          "адміни",     "админ",      "админы",
        "адміністратор", "администратор", "модератор",     "модератори",     "модераторы", "підтримка",  "поддержка",
};

/* The skeleton of a reserved word, since "админ" has one of its own. */
static int is_reserved(const char *word, size_t size)
{
        char reserved[MAX_SKELETON];

        for (size_t i = 0; i < sizeof RESERVED / sizeof *RESERVED; i++) {
                skeleton_make(RESERVED[i], reserved);
                if (strlen(reserved) == size && memcmp(reserved, word, size) == 0)
                        return 1;
        }
        return 0;
}

int skeleton_is_reserved(const char *skeleton)
{
        static const char BETWEEN[] = " .,:;!?_-+*#()[]{}<>/'";

        for (const char *word = skeleton; *word; word += strcspn(word, BETWEEN), word += *word != '\0')
                if (is_reserved(word, strcspn(word, BETWEEN)))
                        return 1;
        return 0;
}
