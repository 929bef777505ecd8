/* The listener, on libwebsockets and its libuv loop; see server.h.
 *
 * Each request for a file is answered from memory: a header with everything that keeps a browser safe, then the body in
 * pieces as the line takes them. */
#include "server.h"

#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <libwebsockets.h>
#include <uv.h>

#include "page.h"

enum { PIECE = 16384, MAX_HEADER = 2048, MAX_FIELD = 256 };

/* No script, style or connection from anywhere else, and none written into the page. */
static const char CONTENT_SECURITY[] =
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'";

static const struct {
        const char *name, *value;
} HEADERS[] = {
        { "content-security-policy:", CONTENT_SECURITY },
        { "x-content-type-options:", "nosniff" },
        { "referrer-policy:", "no-referrer" },
        { "cross-origin-opener-policy:", "same-origin" },
        { "permissions-policy:", "camera=(), microphone=(), geolocation=()" },
        { "vary:", "accept-encoding" },
};

static const char *const CODING_NAMES[CODINGS] = { NULL, "gzip", "br" };

/* What is still to be sent in answer to a request. */
struct request {
        const unsigned char *at, *end;
};

static const struct page_file *find(const char *path)
{
        const struct page_file *f = page_files;

        if (strcmp(path, "/") == 0)
                path = "/index.html";
        while (f->path && strcmp(f->path, path) != 0)
                f++;
        return f->path ? f : NULL;
}

/* Whether a list of codings, as a browser sends it, has this one and does not weigh it 0. */
static int accepts(const char *list, const char *coding)
{
        size_t length = strlen(coding);

        for (const char *at = list; (at = strstr(at, coding)); at += length) {
                const char *after = at + length;

                if ((at > list && at[-1] != ' ' && at[-1] != ',') || (*after && *after != ',' && *after != ';' && *after != ' '))
                        continue;
                return strncmp(after, ";q=0", 4) != 0 ||
                       (after[4] == '.' && strspn(after + 5, "0") != strspn(after + 5, "0123456789"));
        }
        return 0;
}

/* The smallest form of a file that the browser reads. */
static int best_coding(struct lws *wsi, const struct page_file *f)
{
        char list[MAX_FIELD] = "";

        lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_HTTP_ACCEPT_ENCODING);
        for (int coding = BROTLI; coding > PLAIN; coding--)
                if (f->body[coding].begin && accepts(list, CODING_NAMES[coding]))
                        return coding;
        return PLAIN;
}

static int has_already(struct lws *wsi, const struct page_file *f)
{
        char tag[MAX_FIELD] = "";

        lws_hdr_copy(wsi, tag, sizeof tag, WSI_TOKEN_HTTP_IF_NONE_MATCH);
        return strstr(tag, f->tag) != NULL;
}

static int add(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
        return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value, (int)strlen(value), at,
                                           end);
}

/* The header of an answer; a body of this size follows. */
static int write_header(struct lws *wsi, unsigned status, const struct page_file *f, const char *type, int coding, size_t size)
{
        unsigned char room[LWS_PRE + MAX_HEADER], *start = room + LWS_PRE, *at = start, *end = room + sizeof room - 1;

        if (lws_add_http_common_headers(wsi, status, type, size, &at, end))
                return 1;
        for (size_t i = 0; i < sizeof HEADERS / sizeof *HEADERS; i++)
                if (add(wsi, HEADERS[i].name, HEADERS[i].value, &at, end))
                        return 1;
        if (add(wsi, "cache-control:", f && f->lasting ? "public, max-age=31536000, immutable" : "no-cache", &at, end))
                return 1;
        if (f && add(wsi, "etag:", f->tag, &at, end))
                return 1;
        if (coding != PLAIN && add(wsi, "content-encoding:", CODING_NAMES[coding], &at, end))
                return 1;
        return lws_finalize_write_http_header(wsi, start, &at, end);
}

/* Answers without a file: a status and a sentence. */
static int answer(struct lws *wsi, struct request *r, unsigned status, const char *words)
{
        r->at = (const unsigned char *)words;
        r->end = r->at + strlen(words);
        if (write_header(wsi, status, NULL, "text/plain; charset=utf-8", PLAIN, strlen(words)))
                return 1;
        lws_callback_on_writable(wsi);
        return 0;
}

static int hear_request(struct lws *wsi, struct request *r, const char *path)
{
        const struct page_file *f = find(path);
        int only_head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0, coding;

        if (!only_head && !lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) && !lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_COLON_PATH))
                return answer(wsi, r, HTTP_STATUS_METHOD_NOT_ALLOWED, "Only GET and HEAD are understood here.\n");
        if (!f)
                return answer(wsi, r, HTTP_STATUS_NOT_FOUND, "There is no such page here. The games are at /\n");
        coding = best_coding(wsi, f);
        r->at = f->body[coding].begin;
        r->end = f->body[coding].end;
        if (has_already(wsi, f)) {
                if (write_header(wsi, HTTP_STATUS_NOT_MODIFIED, f, f->type, PLAIN, 0))
                        return 1;
                r->at = r->end;
        } else if (write_header(wsi, HTTP_STATUS_OK, f, f->type, coding, (size_t)(r->end - r->at))) {
                return 1;
        }
        if (only_head)
                r->at = r->end;
        if (r->at == r->end)
                return lws_http_transaction_completed(wsi);
        lws_callback_on_writable(wsi);
        return 0;
}

static int send_piece(struct lws *wsi, struct request *r)
{
        unsigned char room[LWS_PRE + PIECE];
        size_t size = (size_t)(r->end - r->at) < PIECE ? (size_t)(r->end - r->at) : PIECE;
        int last = r->at + size == r->end;

        memcpy(room + LWS_PRE, r->at, size);
        r->at += size;
        if (lws_write(wsi, room + LWS_PRE, size, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)size)
                return 1;
        if (last)
                return lws_http_transaction_completed(wsi);
        lws_callback_on_writable(wsi);
        return 0;
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
        struct request *r = user;

        switch (reason) {
        case LWS_CALLBACK_HTTP:
                return hear_request(wsi, r, in);
        case LWS_CALLBACK_HTTP_WRITEABLE:
                return r->at < r->end ? send_piece(wsi, r) : 0;
        default:
                return lws_callback_http_dummy(wsi, reason, user, in, size);
        }
}

static const struct lws_protocols PROTOCOLS[] = {
        { .name = "http", .callback = on_http, .per_session_data_size = sizeof(struct request) },
        { .name = NULL },
};

static void log_line(int level, const char *line)
{
        (void)level;
        fprintf(stderr, "serai: %s", line);
}

/* Whether one can listen there; NULL, or why not. libwebsockets would wait for an address that is not there yet. */
static const char *refused(const struct server_settings *settings)
{
        struct addrinfo wanted = { .ai_flags = AI_NUMERICHOST | AI_PASSIVE, .ai_socktype = SOCK_STREAM }, *found;
        char port[8];
        const int yes = 1;
        int fd, wrong;

        snprintf(port, sizeof port, "%d", settings->port);
        if (getaddrinfo(settings->address, port, &wanted, &found) != 0)
                return "that is no address";
        fd = socket(found->ai_family, found->ai_socktype, 0);
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        wrong = fd < 0 || bind(fd, found->ai_addr, found->ai_addrlen) != 0 ? errno : 0;
        freeaddrinfo(found);
        if (fd >= 0)
                close(fd);
        return wrong ? strerror(wrong) : NULL;
}

static void on_signal(uv_signal_t *signal, int number)
{
        (void)number;
        uv_stop(signal->loop);
}

/* Everything that was opened on the loop is closed on it. */
static void close_loop(uv_loop_t *loop, struct lws_context *context, uv_signal_t *signals)
{
        lws_context_destroy(context);
        for (int i = 0; i < 2; i++)
                uv_close((uv_handle_t *)&signals[i], NULL);
        uv_run(loop, UV_RUN_DEFAULT);
        uv_loop_close(loop);
}

const char *server_run(const struct server_settings *settings, void (*ready)(const struct server_settings *settings, int port))
{
        uv_loop_t loop;
        uv_signal_t signals[2];
        void *loops[] = { &loop };
        struct lws_context_creation_info info = {
                .port = CONTEXT_PORT_NO_LISTEN,
                .protocols = PROTOCOLS,
                .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
                .foreign_loops = loops,
        };
        struct lws_context *context;
        struct lws_vhost *vhost;
        const char *wrong = refused(settings);

        if (wrong)
                return wrong;
        lws_set_log_level(LLL_ERR, log_line);
        uv_loop_init(&loop);
        for (int i = 0; i < 2; i++) {
                uv_signal_init(&loop, &signals[i]);
                uv_signal_start(&signals[i], on_signal, i ? SIGTERM : SIGINT);
        }
        context = lws_create_context(&info);
        if (context) {
                info.port = settings->port;
                info.iface = settings->address;
                vhost = lws_create_vhost(context, &info);
                if (vhost && lws_get_vhost_listen_port(vhost) > 0) {
                        ready(settings, lws_get_vhost_listen_port(vhost));
                        uv_run(&loop, UV_RUN_DEFAULT);
                } else {
                        wrong = "nothing can be heard there";
                }
        } else {
                wrong = "the network loop cannot be set up; the package libwebsockets-evlib-uv belongs to it";
        }
        close_loop(&loop, context, signals);
        return wrong;
}
