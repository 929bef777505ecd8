/* All of libc that core/ may use. */
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t n);
void *memset(void *at, int byte, size_t n);
