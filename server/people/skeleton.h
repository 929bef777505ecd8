/* Names that look alike have the same skeleton; in the store one account has it as its login, and one as its name. It is made like
 * that of Unicode's technical standard 39, with a table of the letters that people write names with: Latin, Cyrillic and Greek
 * ones. */
#ifndef SERAI_SKELETON_H
#define SERAI_SKELETON_H

enum { MAX_SKELETON = 2048 }; /* some characters stand for a whole word, and are taken apart */

/* The skeleton of a name; "" if it is no UTF-8. */
void skeleton_make(const char *name, char skeleton[MAX_SKELETON]);

/* Whether one of its words pretends to an office: a host's, a moderator's, the server's. */
int skeleton_is_reserved(const char *skeleton);

#endif
