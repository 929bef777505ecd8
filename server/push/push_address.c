/* See push_address.h. */
#include "push_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_NAME = 200 };

static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-", DIGITS[] = "0123456789";

/* Whether these characters are a name, and no address: its last part does not begin with a digit. */
static int is_name(const char *host, size_t size)
{
        size_t last = size;

        while (last > 0 && host[last - 1] != '.')
                last--;
        return last > 1 && last < size && !strchr(DIGITS, host[last]);
}

/* What is before the path; 0: it is not an address of this kind. */
static size_t origin_of(const char *endpoint, const char *scheme, int anywhere)
{
        size_t size = strlen(scheme), name, digits;

        if (strncmp(endpoint, scheme, size) != 0)
                return 0;
        name = strspn(endpoint + size, LETTERS);
        if (!name || name > LONGEST_NAME || (!anywhere && !is_name(endpoint + size, name)))
                return 0;
        size += name;
        if (endpoint[size] == ':') {
                digits = strspn(endpoint + size + 1, DIGITS);
                if (!digits || digits > 5 || (!anywhere && strncmp(endpoint + size, ":443/", 5) != 0))
                        return 0;
                size += 1 + digits;
        }
        return endpoint[size] == '/' ? size : 0;
}

/* Printable, and nothing that has to be escaped. */
static int is_plain(const char *endpoint)
{
        for (const char *c = endpoint; *c; c++)
                if (*c <= ' ' || *c > '~' || *c == '"' || *c == '\\' || *c == '@')
                        return 0;
        return strlen(endpoint) < MAX_ENDPOINT;
}

int push_endpoint_is_good(const char *endpoint, int loopback)
{
        if (!is_plain(endpoint))
                return 0;
        if (loopback)
                return (strncmp(endpoint, "http://127.0.0.1:", 17) == 0 && origin_of(endpoint, "http://", 1)) ||
                       (strncmp(endpoint, "https://127.0.0.1:", 18) == 0 && origin_of(endpoint, "https://", 1));
        return origin_of(endpoint, "https://", 0) > 0;
}

void push_audience(const char *endpoint, char audience[MAX_ORIGIN])
{
        size_t size = origin_of(endpoint, "https://", 1);

        if (!size)
                size = origin_of(endpoint, "http://", 1);
        snprintf(audience, MAX_ORIGIN, "%.*s", (int)size, endpoint);
}

/* Networks that are not of the public internet: RFC 6890 and its registry. */
static const struct {
        uint32_t network;
        int bits;
} INNER[] = {
        { 0x00000000, 8 },  { 0x0a000000, 8 },  { 0x64400000, 10 }, { 0x7f000000, 8 },  { 0xa9fe0000, 16 },
        { 0xac100000, 12 }, { 0xc0000000, 24 }, { 0xc0000200, 24 }, { 0xc0586300, 24 }, { 0xc0a80000, 16 },
        { 0xc6120000, 15 }, { 0xc6336400, 24 }, { 0xcb007100, 24 }, { 0xe0000000, 4 },  { 0xf0000000, 4 },
};

static int is_public4(uint32_t address)
{
        for (size_t i = 0; i < sizeof INNER / sizeof *INNER; i++)
                if ((address ^ INNER[i].network) >> (32 - INNER[i].bits) == 0)
                        return 0;
        return 1;
}

/* Of the global unicast addresses, 2000::/3, not those that stand for others (Teredo, 6to4) nor those of documents. */
static int is_public6(const uint8_t *a)
{
        unsigned first = (unsigned)a[0] << 8 | a[1], second = (unsigned)a[2] << 8 | a[3];

        return a[0] >> 5 == 1 && !(first == 0x2001 && (second < 0x200 || second == 0xdb8)) && first != 0x2002 &&
               !(first == 0x3fff && second < 0x1000);
}

int push_address_is_public(const struct sockaddr *address)
{
        if (address->sa_family == AF_INET)
                return is_public4(ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr));
        return address->sa_family == AF_INET6 &&
               is_public6(((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr);
}

int push_address_is_loopback(const struct sockaddr *address)
{
        return address->sa_family == AF_INET &&
               ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr) >> 24 == 127;
}
