/* Characters in UTF-8; see utf8.h. */
#include "utf8.h"

#include <string.h>

/* The number of bytes after the first one; -1 if it is not a first byte. */
static int following(unsigned char first)
{
        return first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
}

int32_t utf8_read(const char *at, const char *end, int *size)
{
        static const int32_t LEAST[] = { 0, 0x80, 0x800, 0x10000 }; /* smaller ones are overlong */
        unsigned char first = (unsigned char)*at;
        int more = following(first);
        int32_t c = more > 0 ? first & (0x3f >> more) : first;

        *size = more + 1;
        if (more < 0 || end - at <= more)
                return -1;
        for (int i = 1; i <= more; i++) {
                if (((unsigned char)at[i] & 0xc0) != 0x80)
                        return -1;
                c = c << 6 | (at[i] & 0x3f);
        }
        return c < LEAST[more] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? -1 : c;
}

int32_t utf8_next(const char **text)
{
        int size = 0;
        int32_t c = **text ? utf8_read(*text, *text + strnlen(*text, 4), &size) : 0;

        *text += c < 0 ? 1 : size;
        return c;
}

int utf8_print(int32_t c, char out[4])
{
        int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;

        out[0] = (char)(more ? (0xff00 >> (more + 1) & 0xff) | c >> 6 * more : c);
        for (int i = 1; i <= more; i++)
                out[i] = (char)(0x80 | (c >> 6 * (more - i) & 0x3f));
        return more + 1;
}
