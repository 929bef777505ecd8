/* TLS by OpenSSL, over memory BIOs instead of a socket; see tls.h. */
#include "tls.h"

#include <stdio.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/ssl.h>

enum { RECORD = 1 << 14 }; /* the largest TLS record */

/* The opaque types of tls.h are SSL_CTX and SSL. */
static SSL_CTX *context_of(struct tls_settings *settings)
{
        return (SSL_CTX *)settings;
}

static SSL *ssl_of(struct tls *t)
{
        return (SSL *)t;
}

/* ALPN: HTTP/1.1, whatever else the browser offers. */
static int choose_protocol(SSL *ssl, const unsigned char **out, unsigned char *out_size, const unsigned char *in, unsigned in_size,
                           void *unused)
{
        static const unsigned char OURS[] = "\x08http/1.1";
        unsigned char *chosen;

        (void)ssl, (void)unused;
        if (SSL_select_next_proto(&chosen, out_size, OURS, sizeof OURS - 1, in, in_size) != OPENSSL_NPN_NEGOTIATED)
                return SSL_TLSEXT_ERR_NOACK;
        *out = chosen;
        return SSL_TLSEXT_ERR_OK;
}

struct tls_settings *tls_settings_open(const char *cert, const char *key, char *why, size_t why_size)
{
        SSL_CTX *context = SSL_CTX_new(TLS_server_method());
        const char *step = "TLS cannot be set up";

        if (context) {
                SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
                SSL_CTX_set_mode(context,
                                 SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
                SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
                SSL_CTX_set_alpn_select_cb(context, choose_protocol, NULL);
                step = "the certificate cannot be read";
                if (SSL_CTX_use_certificate_chain_file(context, cert) == 1) {
                        step = "the key cannot be read, or does not belong to the certificate";
                        if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1 &&
                            SSL_CTX_check_private_key(context) == 1)
                                return (struct tls_settings *)context;
                }
        }
        snprintf(why, why_size, "%s: %s", step, ERR_reason_error_string(ERR_peek_last_error()));
        ERR_clear_error();
        SSL_CTX_free(context);
        return NULL;
}

void tls_settings_close(struct tls_settings *settings)
{
        SSL_CTX_free(context_of(settings));
}

struct tls *tls_open(struct tls_settings *settings)
{
        SSL *ssl = SSL_new(context_of(settings));
        BIO *in = BIO_new(BIO_s_mem()), *out = BIO_new(BIO_s_mem());

        if (!ssl || !in || !out) {
                SSL_free(ssl);
                BIO_free(in);
                BIO_free(out);
                return NULL;
        }
        SSL_set_bio(ssl, in, out);
        SSL_set_accept_state(ssl);
        return (struct tls *)ssl;
}

void tls_close(struct tls *t)
{
        SSL_free(ssl_of(t));
}

/* Sends what OpenSSL has written for the client. */
static void send_out(struct connection *c)
{
        BIO *out = SSL_get_wbio(ssl_of(c->tls));
        char *bytes;
        long size = BIO_get_mem_data(out, &bytes);

        if (size > 0)
                connection_send(c, bytes, (size_t)size);
        BIO_reset(out);
}

/* Whether OpenSSL only needs more bytes. */
static int waits(SSL *ssl, int answer)
{
        int error = SSL_get_error(ssl, answer);

        ERR_clear_error();
        return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
}

void tls_received(struct connection *c, const char *bytes, size_t size)
{
        SSL *ssl = ssl_of(c->tls);
        char plain[RECORD];
        int got = 0;

        ERR_clear_error();
        if (BIO_write(SSL_get_rbio(ssl), bytes, (int)size) != (int)size) {
                connection_close(c);
                return;
        }
        while (!c->closing && (got = SSL_read(ssl, plain, sizeof plain)) > 0)
                connection_received(c, plain, (size_t)got);
        if (c->closing)
                return;
        send_out(c);
        if (!waits(ssl, got))
                connection_close(c); /* a close, or no TLS at all; the alert has been sent */
}

void tls_write(struct connection *c, const void *bytes, size_t size)
{
        const char *at = bytes;

        ERR_clear_error();
        while (size) {
                int taken = SSL_write(ssl_of(c->tls), at, (int)size);

                if (taken <= 0) {
                        connection_close(c);
                        return;
                }
                at += taken;
                size -= (size_t)taken;
        }
        send_out(c);
}

void tls_shut(struct connection *c)
{
        ERR_clear_error();
        SSL_shutdown(ssl_of(c->tls));
        ERR_clear_error();
        send_out(c);
}
