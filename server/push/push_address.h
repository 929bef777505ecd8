/* Addresses of push services. Browsers tell them to us, and anybody can send anything: a notice must never reach a machine inside
 * the host's network. */
#ifndef SERAI_PUSH_ADDRESS_H
#define SERAI_PUSH_ADDRESS_H

#include <sys/socket.h>

#include "push_message.h"

/* Whether this may be the endpoint of a push service: https, a name, port 443. `loopback`, for tests: on this machine, with or
 * without TLS, at any port, instead. */
int push_endpoint_is_good(const char *endpoint, int loopback);

/* Its scheme, name and port, as the audience of a signature. */
void push_audience(const char *endpoint, char audience[MAX_ORIGIN]);

/* Whether an address is one of the public internet. */
int push_address_is_public(const struct sockaddr *address);

/* Whether it is of this machine: for tests. */
int push_address_is_loopback(const struct sockaddr *address);

#endif
