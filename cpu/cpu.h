/* One binary for all processors of an architecture, fast on newer ones.
 *
 * A release contains all code twice: the baseline, which any x86-64 or arm64 runs, and a build with the instructions that are
 * tested for here. The Makefile (FAST_…) compiles the second with exactly these, and links the two independently; which of them
 * runs is decided once, when the program starts (main.c) or the library is loaded (library.c). No function needs an attribute for
 * it, and there is no dispatch later. Both give the same results, byte for byte. */
#ifndef SERAI_CPU_H
#define SERAI_CPU_H

#if defined __aarch64__
#include <sys/auxv.h>
#endif

/* Whether this processor can run the faster build. */
static inline int cpu_is_fast(void)
{
#if defined __x86_64__
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
               __builtin_cpu_supports("popcnt");
#elif defined __aarch64__
        return (getauxval(AT_HWCAP) & HWCAP_SHA2) != 0;
#else
        return 0;
#endif
}

#endif
