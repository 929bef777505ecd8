/* The inputs of games; see inputs.h. */
#include <stddef.h>

#include "inputs.h"

const struct inputs *inputs_of(const struct game *g)
{
        static const struct inputs *const INPUTS[] = { &alibaba_inputs, &marrakech_inputs };

        for (size_t i = 0; i < sizeof INPUTS / sizeof *INPUTS; i++)
                if (INPUTS[i]->game == g)
                        return INPUTS[i];
        return 0;
}
