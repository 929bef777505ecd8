/* What the host has set for the whole site: switches, words that are not wanted, and the last announcement. In the store, in the
 * table `site`; each server has a copy, which it reads again when a host has done something (rooms/admin_news.c). */
#ifndef SERAI_SITE_H
#define SERAI_SITE_H

#include "../store/store.h"

enum site_switch { SITE_REGISTRATION, SITE_GUESTS, SITE_CHAT, SITE_TABLES, SITE_SWITCHES };

enum { MAX_ANNOUNCEMENT = 301, MAX_UNWANTED = 4096 };

struct site {
        int off[SITE_SWITCHES];              /* 1: switched off */
        char unwanted[MAX_UNWANTED];         /* words as the host wrote them, separated by spaces */
        uint64_t announced;                  /* when; 0: never */
        char announcement[MAX_ANNOUNCEMENT]; /* escaped for JSON */
};

/* registration, guests, chat, tables; the number of a name, or -1. */
extern const char *const SITE_SWITCH_NAMES[SITE_SWITCHES];
int site_switch_named(const char *name);

/* Reads the rows of SITE. */
void site_read(struct site *s, const struct rows *rows);

/* Whether a text has an unwanted word, however it is spelt: letters that look alike are one letter. A word is a whole one, unless
 * the host put an asterisk before or behind it. */
int site_is_unwanted(const struct site *s, const char *text);

#endif
