/* Addresses in the local network; see lan.h. */
#include "lan.h"

#include <stdio.h>
#include <string.h>

#include <uv.h>

/* The address of an interface. 0: it is of no use to others. */
static int read_address(const uv_interface_address_t *from, int both_families, char out[MAX_ADDRESS])
{
        char text[MAX_ADDRESS - 2];

        if (from->is_internal)
                return 0;
        if (from->address.address4.sin_family == AF_INET)
                return uv_ip4_name(&from->address.address4, out, MAX_ADDRESS) == 0;
        if (!both_families || uv_ip6_name(&from->address.address6, text, sizeof text) != 0 || strncmp(text, "fe80:", 5) == 0)
                return 0;
        snprintf(out, MAX_ADDRESS, "[%s]", text);
        return 1;
}

int lan_addresses(const char *address, char list[MAX_LAN][MAX_ADDRESS])
{
        int both_families = strcmp(address, "::") == 0, found = 0, count;
        uv_interface_address_t *interfaces;

        if ((!both_families && strcmp(address, "0.0.0.0") != 0) || uv_interface_addresses(&interfaces, &count) != 0)
                return 0;
        for (int i = 0; i < count && found < MAX_LAN; i++)
                found += read_address(&interfaces[i], both_families, list[found]);
        uv_free_interface_addresses(interfaces, count);
        return found;
}
