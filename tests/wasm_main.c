/* The rules as a WebAssembly program: the engine and the signature, without what needs a terminal. */
#include <string.h>

#include "../cli/cli.h"

int main(int argc, char **argv)
{
        if (argc > 1 && strcmp(argv[1], "engine") == 0)
                return cli_engine(argc - 2, argv + 2);
        if (argc > 1 && strcmp(argv[1], "bench") == 0)
                return cli_bench(argc - 2, argv + 2);
        return 2;
}
