/* TLS by OpenSSL, between a connection and its protocol. */
#ifndef SERAI_TLS_H
#define SERAI_TLS_H

#include <stddef.h>

#include "connection.h"

struct tls_settings; /* a certificate and its key */

/* Reads both from PEM files. NULL with the reason in `why`. */
struct tls_settings *tls_settings_open(const char *cert, const char *key, char *why, size_t why_size);
void tls_settings_close(struct tls_settings *settings);

/* The TLS of one connection. NULL: out of memory. tls_close takes NULL. */
struct tls *tls_open(struct tls_settings *settings);
void tls_close(struct tls *t);

/* Decrypts bytes from the client and passes them to the protocol; encrypts bytes for the client; sends close_notify. */
void tls_received(struct connection *c, const char *bytes, size_t size);
void tls_write(struct connection *c, const void *bytes, size_t size);
void tls_shut(struct connection *c);

/* --- connection.c, for tls.c --- */

/* Sends raw bytes; passes decrypted bytes to the protocol. */
void connection_send(struct connection *c, const char *bytes, size_t size);
void connection_received(struct connection *c, const char *bytes, size_t size);

#endif
