/* The functions of libserai.so, each in two builds, of which the loader takes the one that this processor runs best; see cpu.h.
 *
 * `entries.h` is made by the Makefile: one line ENTRY(name) for each function of include/serai.h. */
#include "../include/serai.h"

#include "cpu.h"

#define ENTRY(name)                                                                                                                \
        extern __typeof__(name) name##_baseline __attribute__((visibility("hidden")));                                             \
        extern __typeof__(name) name##_fast __attribute__((visibility("hidden")));                                                 \
        __attribute__((used)) static __typeof__(name) *choose_##name(void)                                                         \
        {                                                                                                                          \
                return cpu_is_fast() ? name##_fast : name##_baseline;                                                              \
        }                                                                                                                          \
        __typeof__(name) name __attribute__((ifunc("choose_" #name)));

#include "entries.h"
