/* The addresses at which other devices of the local network reach this machine. */
#ifndef SERAI_LAN_H
#define SERAI_LAN_H

#include "rate_limit.h"

enum { MAX_LAN = 8 };

/* Lists those of a server that listens on `address`, as they are written in a link; returns how many. None if it does not listen on
 * all interfaces. */
int lan_addresses(const char *address, char list[MAX_LAN][MAX_ADDRESS]);

#endif
