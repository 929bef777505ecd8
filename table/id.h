/* Ids of people and tables: 60 random bits, too many to guess; as text, twelve characters. */
#ifndef SERAI_ID_H
#define SERAI_ID_H

#include <stdint.h>

enum { ID_TEXT = 12 };

void id_print(int64_t id, char text[ID_TEXT + 1]);

/* 0: not an id. */
int64_t id_parse(const char *text);

#endif
