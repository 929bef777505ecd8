/* Connections to a real server in a process of its own: requests, the handshake, frames of every kind, and random bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../core/random.h"
#include "../../server/net/page.h"
#include "../../server/server.h"

#define TEST(name)                static void name(void **unused __attribute__((unused)))
#define RUNS(name)                cmocka_unit_test_setup_teardown(name, open_server, close_server)
#define RUNS_WITH_FEW_FILES(name) cmocka_unit_test_setup_teardown(name, open_with_few_files, close_server)
#define RUNS_LIMITED(name)        cmocka_unit_test_setup_teardown(name, open_limited, close_server)

enum { ROOM = 1 << 22, TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10, FINAL = 0x80, TOO_LARGE = 1009, NO_TEXT = 1003 };

const struct page_file page_files[] = { { .path = NULL } }; /* it serves no page here */

static pid_t server;
static int port, told, limited;
static rlim_t files; /* the server's limit of file descriptors; 0: the default */
static char folder[64], cookie[256];

/* --- a server --- */

static void on_ready(const struct server_settings *settings, int listening)
{
        (void)settings;
        if (write(told, &listening, sizeof listening) != sizeof listening)
                abort();
}

static void be_server(void)
{
        char db[128], why[MAX_STORE_WHY];
        struct server_settings settings = { .address = "127.0.0.1", .db = db, .trust_local = !limited };

        snprintf(db, sizeof db, "%s/db", folder);
        if (files) {
                struct rlimit few = { files, files };

                setrlimit(RLIMIT_NOFILE, &few);
                snprintf(db, sizeof db, "%s/log", folder);
                if (!freopen(db, "w", stderr))
                        abort();
                snprintf(db, sizeof db, "%s/db", folder);
        }
        exit(server_run(&settings, on_ready, why) ? 0 : 1);
}

static int reach(void)
{
        struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
        struct timeval patience = { .tv_sec = 60 };
        int fd = socket(AF_INET, SOCK_STREAM, 0);

        inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
        assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        return fd;
}

static void give(int fd, const void *bytes, size_t size)
{
        assert_int_equal(send(fd, bytes, size, MSG_NOSIGNAL), size);
}

/* Reads up to the end of the header, byte by byte. */
static const char *header(int fd)
{
        static char text[8192];
        size_t n = 0;

        while (n < sizeof text - 1 && recv(fd, text + n, 1, 0) == 1) {
                text[++n] = '\0';
                if (n >= 4 && strcmp(text + n - 4, "\r\n\r\n") == 0)
                        break;
        }
        text[n] = '\0';
        return text;
}

static void get_cookie(const char *answer)
{
        const char *set = strstr(answer, "set-cookie: serai=");

        assert_non_null(set);
        set += strlen("set-cookie: ");
        snprintf(cookie, sizeof cookie, "%.*s", (int)strcspn(set, ";"), set);
}

static void become_guest(void)
{
        int fd = reach();
        char ask[512];

        snprintf(ask, sizeof ask,
                 "POST /api/me HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nContent-Length: 2\r\n\r\n{}", port,
                 port);
        give(fd, ask, strlen(ask));
        get_cookie(header(fd));
        close(fd);
}

static int open_server(void **unused)
{
        int pipes[2];

        (void)unused;
        snprintf(folder, sizeof folder, "/tmp/serai-line-XXXXXX");
        if (!mkdtemp(folder) || pipe(pipes) != 0)
                return 1;
        told = pipes[1];
        server = fork();
        if (server == 0)
                be_server();
        close(pipes[1]);
        if (read(pipes[0], &port, sizeof port) != sizeof port)
                return 1;
        close(pipes[0]);
        become_guest();
        return 0;
}

/* The same, and programs on this machine are limited like everybody else. */
static int open_limited(void **unused)
{
        int failed;

        limited = 1;
        failed = open_server(unused);
        limited = 0;
        return failed;
}

/* A server with few file descriptors, which logs to a file. */
static int open_with_few_files(void **unused)
{
        int failed;

        files = 128;
        failed = open_server(unused);
        files = 0;
        return failed;
}

/* It stops on request, whatever was done to it, without leaks. */
static int close_server(void **unused)
{
        char command[128];
        int status = 0;

        (void)unused;
        kill(server, SIGTERM);
        waitpid(server, &status, 0);
        snprintf(command, sizeof command, "rm -rf %s", folder);
        return system(command) || status;
}

/* --- lines --- */

/* Opens a WebSocket with these additional header fields; returns the response. */
static const char *request_upgrade(int *fd, const char *fields)
{
        char ask[1024];

        *fd = reach();
        snprintf(
                ask, sizeof ask,
                "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: serai.2\r\n%s\r\n",
                port, fields);
        give(*fd, ask, strlen(ask));
        return header(*fd);
}

static int open_websocket(void)
{
        char fields[400];
        int fd;

        snprintf(fields, sizeof fields, "Cookie: %s\r\nOrigin: http://127.0.0.1:%d\r\n", cookie, port);
        assert_non_null(strstr(request_upgrade(&fd, fields), "HTTP/1.1 101"));
        return fd;
}

static void frame(int fd, int kind, const char *bytes, size_t size)
{
        static unsigned char room[ROOM];
        static const unsigned char mask[4] = { 1, 2, 3, 4 };
        size_t head = 2;

        room[0] = (unsigned char)kind;
        room[1] = (unsigned char)(0x80 | (size < 126 ? size : size < 65536 ? 126 : 127));
        if (size >= 126)
                for (int i = 0, n = size < 65536 ? 2 : 8; i < n; i++)
                        room[head++] = (unsigned char)(size >> 8 * (n - 1 - i));
        memcpy(room + head, mask, 4);
        head += 4;
        for (size_t i = 0; i < size; i++)
                room[head + i] = (unsigned char)bytes[i] ^ mask[i % 4];
        send(fd, room, head + size, MSG_NOSIGNAL); /* the other end may have closed already */
}

static void sends(int fd, const char *text)
{
        frame(fd, FINAL | TEXT, text, strlen(text));
}

static int take(int fd, unsigned char *out, size_t size)
{
        for (size_t n = 0; n < size;) {
                ssize_t got = recv(fd, out + n, size - n, 0);

                if (got <= 0)
                        return 0;
                n += (size_t)got;
        }
        return 1;
}

/* The next frame: its kind and payload. 0: the connection is closed. */
static int read_frame(int fd, char *text)
{
        unsigned char head[10];
        uint64_t size;

        if (!take(fd, head, 2))
                return 0;
        size = head[1] & 127;
        if (size >= 126) {
                int n = size == 126 ? 2 : 8;

                assert_true(take(fd, head + 2, (size_t)n));
                size = 0;
                for (int i = 0; i < n; i++)
                        size = size << 8 | head[2 + i];
        }
        assert_true(size < ROOM);
        assert_true(take(fd, (unsigned char *)text, (size_t)size));
        text[size] = '\0';
        return head[0] & 15;
}

static void expects(int fd, const char *words)
{
        static char text[ROOM];

        do
                assert_int_equal(read_frame(fd, text), TEXT);
        while (!strstr(text, words));
}

/* The connection is closed with this status; earlier messages are skipped. */
static void is_closed(int fd, int status, const char *words)
{
        static char text[ROOM];
        int kind;

        while ((kind = read_frame(fd, text)) == TEXT)
                ;
        assert_int_equal(kind, CLOSE);
        assert_int_equal((unsigned char)text[0] << 8 | (unsigned char)text[1], status);
        assert_non_null(strstr(text + 2, words));
        close(fd);
}

static void is_gone(int fd)
{
        static char text[ROOM];
        int kind = read_frame(fd, text);

        assert_true(kind == 0 || kind == CLOSE);
        close(fd);
}

static void is_healthy(void)
{
        static const char ASK[] = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
        int fd = reach();

        give(fd, ASK, sizeof ASK - 1);
        assert_non_null(strstr(header(fd), "HTTP/1.1 200"));
        close(fd);
}

TEST(a_connection_starts_with_hello) /* Protocol 5.2, 5.3 */
{
        int fd = open_websocket();

        expects(fd, "{\"t\":\"hello\",\"version\":2,\"person\":\"");
        close(fd);
}

TEST(a_message_before_hello_is_answered_after_it) /* Protocol 5.3 */
{
        int fd = open_websocket();

        sends(fd, "{\"t\":\"stand\"}");
        expects(fd, "{\"t\":\"hello\"");
        expects(fd, "\"about\":\"stand\",\"code\":\"not-at-a-table\"");
        close(fd);
}

/* A page of version 1 that is still open somewhere is asked to reload, in the language of its browser. */
TEST(an_outdated_page_is_told_to_reload) /* Protocol 5.3 */
{
        static const struct {
                const char *languages, *words;
        } EXPECTED[] = { { "nl-BE,nl;q=0.9,en;q=0.8", "Laad de pagina opnieuw" },
                         { "uk,ru;q=0.8", "Оновіть сторінку" },
                         { "ru-RU,uk;q=0.8", "Обновите страницу" },
                         { "fr", "Reload the page" } };

        for (size_t i = 0; i < sizeof EXPECTED / sizeof *EXPECTED; i++) {
                char request[512];
                int fd = reach();

                snprintf(request, sizeof request,
                         "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: "
                         "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: serai\r\n"
                         "Accept-Language: %s\r\n\r\n",
                         EXPECTED[i].languages);
                give(fd, request, strlen(request));
                assert_non_null(strstr(header(fd), "HTTP/1.1 101"));
                expects(fd, "{\"t\":\"refused\",\"about\":\"join\",\"why\":\"");
                close(fd);
                fd = reach();
                give(fd, request, strlen(request));
                header(fd);
                expects(fd, EXPECTED[i].words);
                close(fd);
        }
        is_healthy();
}

TEST(a_connection_without_a_valid_cookie_is_refused) /* Protocol 5.2 */
{
        int fd;

        assert_non_null(strstr(request_upgrade(&fd, ""), "HTTP/1.1 101"));
        expects(fd, "\"code\":\"unknown-session\"");
        is_gone(fd);
        request_upgrade(&fd, "Cookie: serai=0000000000000000000000000000000000000000000000000000000000000000\r\n");
        expects(fd, "\"code\":\"unknown-session\"");
        is_gone(fd);
}

TEST(a_foreign_origin_is_refused)
{
        char fields[400];
        int fd;

        snprintf(fields, sizeof fields, "Cookie: %s\r\nOrigin: http://elsewhere.example\r\n", cookie);
        assert_null(strstr(request_upgrade(&fd, fields), "HTTP/1.1 101"));
        close(fd);
        is_healthy();
}

TEST(a_message_may_be_fragmented) /* Protocol 5.1 */
{
        int fd = open_websocket();

        expects(fd, "hello");
        frame(fd, TEXT, "{\"t\":", 5);
        frame(fd, FINAL | PING, "x", 1); /* in between */
        frame(fd, 0, "\"ga", 3);
        frame(fd, FINAL, "mes\"}", 5);
        for (;;) {
                static char text[ROOM];
                int kind = read_frame(fd, text);

                assert_true(kind == TEXT || kind == PONG);
                if (kind == TEXT && strstr(text, "{\"t\":\"games\""))
                        break;
        }
        close(fd);
}

TEST(oversized_or_binary_messages_close_the_connection) /* Protocol 5.1 */
{
        static char much[5000];
        int fd = open_websocket();

        memset(much, 'x', sizeof much);
        expects(fd, "hello");
        frame(fd, FINAL | TEXT, much, sizeof much);
        is_closed(fd, TOO_LARGE, "");
        fd = open_websocket();
        expects(fd, "hello");
        for (int i = 0; i < 5; i++)
                frame(fd, i ? 0 : TEXT, much, 1000);
        is_closed(fd, TOO_LARGE, "");
        fd = open_websocket();
        expects(fd, "hello");
        frame(fd, FINAL | BINARY, "{}", 2);
        is_closed(fd, NO_TEXT, "a message is text");
        is_healthy();
}

TEST(random_bytes_do_no_harm)
{
        uint64_t random = 3;

        for (int i = 0; i < 60; i++) {
                char bytes[600];
                int fd = i % 2 ? open_websocket() : reach();

                for (size_t k = 0; k < sizeof bytes; k++)
                        bytes[k] = (char)random_dice(&random);
                send(fd, bytes, 1 + random_dice(&random) % sizeof bytes, MSG_NOSIGNAL);
                close(fd);
        }
        is_healthy();
}

/* A client that requests much and reads nothing gets it later, and nobody else waits for it. */
TEST(a_client_that_does_not_read_delays_nobody) /* Protocol 5.5 */
{
        int slow = open_websocket(), quick = open_websocket();

        expects(slow, "hello");
        for (int i = 0; i < 2000; i++)
                sends(slow, "{\"t\":\"games\"}");
        expects(quick, "hello");
        sends(quick, "{\"t\":\"games\"}");
        expects(quick, "\"games\"");
        expects(slow, "\"games\"");
        close(slow);
        close(quick);
        is_healthy();
}

/* --- what a hostile client may cost --- */

/* The resident memory of the server, in kB. */
static long memory(void)
{
        char path[64], line[256];
        long size = 0;
        FILE *f;

        snprintf(path, sizeof path, "/proc/%d/status", (int)server);
        f = fopen(path, "r");
        assert_non_null(f);
        while (fgets(line, sizeof line, f))
                if (sscanf(line, "VmRSS: %ld", &size) == 1)
                        break;
        fclose(f);
        return size;
}

/* Sends as much as fits without blocking. */
static size_t pour(int fd, const char *frame_bytes, size_t size, size_t most)
{
        size_t sent = 0;

        while (sent < most) {
                ssize_t now = send(fd, frame_bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);

                if (now <= 0)
                        break;
                sent += (size_t)now;
        }
        return sent;
}

/* A message that is refused, many times at once: cheap to send, expensive to answer. */
static size_t many_refused(char *out, int count)
{
        static const unsigned char ONE[] = { 0x81, 0x82, 1, 2, 3, 4, '{' ^ 1, '}' ^ 2 };

        for (int i = 0; i < count; i++)
                memcpy(out + (size_t)i * sizeof ONE, ONE, sizeof ONE);
        return (size_t)count * sizeof ONE;
}

TEST(a_client_that_only_sends_uses_bounded_memory) /* Protocol 5.5 */
{
        enum { CLIENTS = 20 };
        static char frames[8 * 4096];
        size_t size = many_refused(frames, 4096);
        int fd[CLIENTS];
        long before;

        for (int i = 0; i < CLIENTS; i++) {
                fd[i] = open_websocket();
                expects(fd[i], "hello");
        }
        before = memory();
        for (int round = 0; round < 40; round++) {
                for (int i = 0; i < CLIENTS; i++)
                        pour(fd[i], frames, size, 1 << 20);
                is_healthy(); /* others are served meanwhile */
        }
        assert_true(memory() < before + 64 * 1024); /* it was 611,000 in ten seconds before */
        for (int i = 0; i < CLIENTS; i++)
                close(fd[i]);
}

/* Nothing that was sent too fast is lost, and nothing is answered twice. */
TEST(messages_over_the_rate_limit_are_read_later) /* Protocol 5.5 */
{
        enum { MESSAGES = 400 };
        static char frames[8 * MESSAGES], text[ROOM];
        int fd = open_websocket(), refused = 0;

        expects(fd, "hello");
        give(fd, frames, many_refused(frames, MESSAGES));
        sends(fd, "{\"t\":\"games\"}");
        for (;;) {
                assert_int_equal(read_frame(fd, text), TEXT);
                for (const char *at = text; (at = strstr(at, "{\"t\":\"refused\"")); at++)
                        refused++;
                if (strstr(text, "{\"t\":\"games\""))
                        break;
        }
        assert_int_equal(refused, MESSAGES);
        close(fd);
}

/* Bodies that never come: nobody else is refused because of them, and one address has a limited number of connections. */
TEST(slow_bodies_delay_nobody)
{
        static const char SLOW[] = "POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 4000\r\n\r\n{";
        enum { MANY = 1100 };
        int *fd = malloc(MANY * sizeof *fd);

        for (int i = 0; i < MANY; i++) {
                fd[i] = reach();
                send(fd[i], SLOW, sizeof SLOW - 1, MSG_NOSIGNAL);
        }
        is_healthy();
        for (int i = 0; i < MANY; i++)
                close(fd[i]);
        free(fd);
        is_healthy();
}

TEST(connections_per_address_are_limited)
{
        enum { MANY = 300 };
        int fd[MANY], gone = 0;
        char byte;

        for (int i = 0; i < MANY; i++)
                fd[i] = reach();
        for (int i = 0; i < MANY; i++) {
                struct timeval moment = { .tv_usec = 1000 };

                setsockopt(fd[i], SOL_SOCKET, SO_RCVTIMEO, &moment, sizeof moment);
        }
        while (gone < MANY - MAX_PER_ADDRESS) {
                gone = 0;
                for (int i = 0; i < MANY; i++)
                        gone += recv(fd[i], &byte, 1, MSG_PEEK) == 0;
        }
        assert_true(gone <= MANY - MAX_PER_ADDRESS + 1); /* the connection that created the guest may not be closed yet */
        for (int i = 0; i < MANY; i++)
                close(fd[i]);
}

/* More connections than descriptors: those are refused, the log stays short, and afterwards others are served. */
TEST(out_of_file_descriptors_it_refuses_and_recovers)
{
        enum { MANY = 300 };
        int fd[MANY], other = open_websocket();
        char path[128];
        struct stat log;

        expects(other, "hello");
        for (int round = 0; round < 3; round++) {
                for (int i = 0; i < MANY; i++)
                        fd[i] = reach();
                sends(other, "{\"t\":\"games\"}"); /* open connections are still served */
                expects(other, "\"games\"");
                sends(other, "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[0,0]}"); /* and the database can still be written */
                expects(other, "\"made\"");
                for (int i = 0; i < MANY; i++)
                        close(fd[i]);
        }
        snprintf(path, sizeof path, "%s/log", folder);
        assert_int_equal(stat(path, &log), 0);
        assert_true(log.st_size < 10000);
        close(other);
}

TEST(http_2_is_refused)
{
        static const char ASK[] = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                                  "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n";
        int fd = reach();

        give(fd, ASK, sizeof ASK - 1);
        assert_non_null(strstr(header(fd), "HTTP/1.1 200"));
        close(fd);
}

/* This request gets this status, and the connection is closed. */
static void is_answered(const char *request, size_t size, const char *status)
{
        int fd = reach();
        char byte;

        send(fd, request, size, MSG_NOSIGNAL);
        assert_non_null(strstr(header(fd), status));
        while (recv(fd, &byte, 1, 0) == 1)
                ;
        close(fd);
}

static void is_refused(const char *request, const char *status)
{
        is_answered(request, strlen(request), status);
}

TEST(malformed_requests_are_refused_at_once)
{
        is_refused("\x01\x02\x03", "HTTP/1.1 400");
        is_refused("GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 400"); /* no Host */
        is_refused("GET / HTTP/1.1\r\nHost: x\r\nbogus\r\n\r\n", "HTTP/1.1 400");
        is_refused("GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "HTTP/1.1 400");
        is_refused("GET / HTTP/1.1\r\nHost: x\r\nA: b\rC: d\r\n\r\n", "HTTP/1.1 400"); /* a carriage return alone */
        is_refused("\r\n\r\nGET / HTTP/1.1\r\nHost: x\rA: b\r\n\r\n", "HTTP/1.1 400");
        is_refused("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "HTTP/1.1 400");
        is_refused("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "HTTP/1.1 400");
        is_refused("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n", "HTTP/1.1 4");
        is_refused("POST /api/me HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "HTTP/1.1 413");
        is_refused("POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n", "HTTP/1.1 413");
        is_healthy();
}

/* A truncated cookie would turn a user into a stranger. */
TEST(oversized_headers_are_refused)
{
        static char request[20000];
        size_t size;

        snprintf(request, sizeof request,
                 "POST /api/me HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nContent-Length: 2\r\nCookie: x=",
                 port, port);
        size = strlen(request);
        memset(request + size, 'x', 9000);
        snprintf(request + size + 9000, 400, "; %s\r\n\r\n{}", cookie);
        is_refused(request, "HTTP/1.1 431");
        snprintf(request + size + 4000, 400, "; %s\r\nConnection: close\r\n\r\n{}", cookie); /* long, and complete */
        {
                int fd = reach();
                const char *answer;

                give(fd, request, strlen(request));
                answer = header(fd);
                assert_non_null(strstr(answer, "HTTP/1.1 200"));
                assert_null(strstr(answer, "set-cookie")); /* the same guest */
                close(fd);
        }
        memset(request, 'a', sizeof request);
        memcpy(request, "GET /", 5);
        is_answered(request, 12000, "HTTP/1.1 414");
}

TEST(a_websocket_needs_our_subprotocol) /* Protocol 5.1 */
{
        static const char *const FIELDS[] = {
                "Sec-WebSocket-Version: 13\r\n",
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: http\r\n",
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: seraix, xserai\r\n",
                "Sec-WebSocket-Version: 12\r\nSec-WebSocket-Protocol: serai.2\r\n",
        };

        for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++) {
                char ask[512];
                int fd = reach();

                snprintf(ask, sizeof ask,
                         "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n",
                         FIELDS[i]);
                give(fd, ask, strlen(ask));
                assert_non_null(strstr(header(fd), "HTTP/1.1 4"));
                close(fd);
        }
        is_healthy();
}

/* An API call with this cookie and body. */
static const char *post(const char *path, const char *with, const char *body)
{
        char ask[1024];
        const char *answer;
        int fd = reach();

        snprintf(
                ask, sizeof ask,
                "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nCookie: %s\r\nContent-Length: %zu\r\n\r\n%s",
                path, port, port, with, strlen(body), body);
        give(fd, ask, strlen(ask));
        answer = header(fd);
        assert_non_null(strstr(answer, "HTTP/1.1 200"));
        close(fd);
        return answer;
}

TEST(ending_a_session_closes_its_connections)
{
        char first[sizeof cookie];
        int fd = open_websocket(), other;

        expects(fd, "hello");
        post("/api/keep", cookie, "{\"login\":\"ann\",\"password\":\"12345678\"}");
        memcpy(first, cookie, sizeof first);
        get_cookie(post("/api/enter", "", "{\"login\":\"ann\",\"password\":\"12345678\"}"));
        other = open_websocket(); /* the same person on another device */
        expects(other, "hello");
        post("/api/leave", first, "{}");
        expects(fd, "\"code\":\"unknown-session\"");
        is_gone(fd);
        sends(other, "{\"t\":\"games\"}"); /* that one stays */
        expects(other, "\"games\"");
        post("/api/forget", cookie, "{}");
        expects(other, "\"code\":\"unknown-session\"");
        is_gone(other);
}

/* With libwebsockets 4.1.6 the loop hung here for ever. */
TEST(a_pipelined_request_is_answered_once)
{
        static const char *const SENT[] = {
                "GET / HTTP/1.1\r\n\r\nPOST / HTTP/1.1\r\nContent-Length: 1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\r\n\r\nPOST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n",
                "GET /healthz HTTP/1.1\r\n\r\nPOST /api/me HTTP/1.1\r\nContent-Length: 1\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\nPOST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nxGET / HTTP/1.1\r\n\r\n",
                "POST /api/me HTTP/1.1\r\nContent-Length: 0\r\n\r\nPOST / HTTP/1.1\r\nContent-Length: 1\r\n\r\n",
        };
        enum { COUNT = sizeof SENT / sizeof *SENT };
        int held[COUNT];

        for (int i = 0; i < COUNT; i++) {
                held[i] = reach();
                give(held[i], SENT[i], strlen(SENT[i]));
                is_healthy();
        }
        for (int i = 0; i < COUNT; i++)
                close(held[i]);
}

TEST(a_connection_lost_at_any_point_is_freed)
{
        for (int i = 0; i < 30; i++) {
                int fd = open_websocket();

                if (i % 3)
                        expects(fd, "hello");
                if (i % 3 == 2)
                        frame(fd, TEXT, "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[0,0]", 40);
                else
                        sends(fd, "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[0,0]}");
                close(fd);
        }
        is_healthy();
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                RUNS(a_connection_starts_with_hello),
                RUNS(a_message_before_hello_is_answered_after_it),
                RUNS(an_outdated_page_is_told_to_reload),
                RUNS(a_connection_without_a_valid_cookie_is_refused),
                RUNS(a_foreign_origin_is_refused),
                RUNS(a_message_may_be_fragmented),
                RUNS(oversized_or_binary_messages_close_the_connection),
                RUNS(random_bytes_do_no_harm),
                RUNS(a_client_that_does_not_read_delays_nobody),
                RUNS(a_pipelined_request_is_answered_once),
                RUNS_LIMITED(a_client_that_only_sends_uses_bounded_memory),
                RUNS_LIMITED(messages_over_the_rate_limit_are_read_later),
                RUNS(slow_bodies_delay_nobody),
                RUNS_LIMITED(connections_per_address_are_limited),
                RUNS_WITH_FEW_FILES(out_of_file_descriptors_it_refuses_and_recovers),
                RUNS(http_2_is_refused),
                RUNS(malformed_requests_are_refused_at_once),
                RUNS(oversized_headers_are_refused),
                RUNS(ending_a_session_closes_its_connections),
                RUNS(a_websocket_needs_our_subprotocol),
                RUNS(a_connection_lost_at_any_point_is_freed),
        };

        return cmocka_run_group_tests_name("lines", tests, NULL, NULL);
}
