/* A new id (table/id.h), from the system's random numbers. */
#ifndef SERAI_NEW_ID_H
#define SERAI_NEW_ID_H

#include "../../table/id.h"

int64_t id_make(void); /* never 0 */

#endif
