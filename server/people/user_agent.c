/* Browsers and systems by their words in a User-Agent header; see user_agent.h. */
#include "user_agent.h"

#include <stdio.h>
#include <string.h>

struct word {
        const char *word, *name;
};

/* The first that is found counts: most browsers name others, too. */
static const struct word BROWSERS[] = {
        { "Edg", "Edge" },         { "OPR/", "Opera" },     { "SamsungBrowser/", "Samsung Internet" },
        { "Firefox/", "Firefox" }, { "FxiOS/", "Firefox" }, { "CriOS/", "Chrome" },
        { "Chrome/", "Chrome" },   { "Safari/", "Safari" }, { "Python", "Python" },
        { "curl/", "curl" },       { NULL, NULL },
};
static const struct word SYSTEMS[] = {
        { "Android", "Android" }, { "iPhone", "iPhone" },  { "iPad", "iPad" },   { "CrOS", "ChromeOS" },
        { "Windows", "Windows" }, { "Mac OS X", "macOS" }, { "Linux", "Linux" }, { NULL, NULL },
};

static const char *name_in(const char *header, const struct word *w)
{
        while (w->word && !strstr(header, w->word))
                w++;
        return w->name ? w->name : "";
}

void user_agent_name(const char *header, char name[MAX_DEVICE_NAME])
{
        const char *browser = name_in(header, BROWSERS), *system = name_in(header, SYSTEMS);

        snprintf(name, MAX_DEVICE_NAME, "%s%s%s", browser, *browser && *system ? ", " : "", system);
}
