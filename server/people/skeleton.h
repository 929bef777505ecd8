/* Logins that look alike have the same skeleton, of which there can be only one in the store. It is made like that of Unicode's
 * technical standard 39, with a table of the letters that people write names with: Latin, Cyrillic and Greek ones. */
#ifndef SERAI_SKELETON_H
#define SERAI_SKELETON_H

enum { MAX_SKELETON = 2048 }; /* some characters stand for a whole word, and are taken apart */

/* The skeleton of a name; "" if it is no UTF-8. */
void skeleton_make(const char *name, char skeleton[MAX_SKELETON]);

#endif
