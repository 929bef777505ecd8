/* The entry point of a release: picks the build for this processor; see cpu.h.
 *
 * SERAI_CPU=baseline or SERAI_CPU=fast in the environment overrides it, for tests and comparisons. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"

/* The main() of cli/main.c in either build, renamed by the Makefile. */
int main_baseline(int argc, char **argv);
int main_fast(int argc, char **argv);

int main(int argc, char **argv)
{
        const char *wanted = getenv("SERAI_CPU");
        int fast = cpu_is_fast();

        if (wanted && strcmp(wanted, "baseline") == 0)
                fast = 0;
        else if (wanted && (strcmp(wanted, "fast") != 0 || !fast)) {
                fprintf(stderr, "serai: SERAI_CPU is baseline or fast%s\n",
                        fast ? "" : ", and this processor can run baseline only");
                return 2;
        }
        return fast ? main_fast(argc, argv) : main_baseline(argc, argv);
}
