/* The rules as a WebAssembly program: the engine, the signature and reviews, without what needs a terminal. */
#include <string.h>

#include "../../cli/bench.h"

const char *bench_gpu_open(int json, char *why)
{
        (void)json, (void)why;
        return "there is no GPU behind WebAssembly";
}

const char *bench_gpu_row(const struct game *g, const struct options *o, double seconds, int json, int first, char *why)
{
        (void)g, (void)o, (void)seconds, (void)json, (void)first, (void)why;
        return NULL;
}

int main(int argc, char **argv)
{
        if (argc > 1 && strcmp(argv[1], "engine") == 0)
                return cli_engine(argc - 2, argv + 2);
        if (argc > 1 && strcmp(argv[1], "bench") == 0)
                return cli_bench(argc - 2, argv + 2);
        if (argc > 1 && strcmp(argv[1], "review") == 0)
                return cli_review(argc - 2, argv + 2);
        return 2;
}
