/* New ids; see new_id.h. */
#include "new_id.h"

#include <sodium.h>

int64_t id_make(void)
{
        int64_t id;

        do {
                randombytes_buf(&id, sizeof id);
                id &= (INT64_C(1) << 5 * ID_TEXT) - 1;
        } while (id == 0);
        return id;
}
