/* Ids; see id.h. Five bits a character; no i, l, o or u, which look like others or spell words. */
#include "id.h"

#include <string.h>

static const char DIGITS[] = "0123456789abcdefghjkmnpqrstvwxyz";

void id_print(int64_t id, char text[ID_TEXT + 1])
{
        for (int i = 0; i < ID_TEXT; i++)
                text[i] = DIGITS[id >> 5 * (ID_TEXT - 1 - i) & 31];
        text[ID_TEXT] = '\0';
}

int64_t id_parse(const char *text)
{
        int64_t id = 0;

        for (int i = 0; i < ID_TEXT; i++) {
                const char *digit = text[i] ? strchr(DIGITS, text[i]) : NULL;

                if (!digit)
                        return 0;
                id = id << 5 | (digit - DIGITS);
        }
        return text[ID_TEXT] ? 0 : id;
}
