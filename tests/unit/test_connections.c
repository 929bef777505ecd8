/* Connections, at a real server in a process of its own: requests, the handshake, frames of every kind, and bytes of none. */
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
static rlim_t files; /* that the server may open; 0: as many as usual */
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

/* What comes up to the end of a header, byte by byte. */
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

/* The same, and programs on this machine are limited as everybody is. */
static int open_limited(void **unused)
{
        int failed;

        limited = 1;
        failed = open_server(unused);
        limited = 0;
        return failed;
}

/* A server that has few files to open, and writes its log into one. */
static int open_with_few_files(void **unused)
{
        int failed;

        files = 128;
        failed = open_server(unused);
        files = 0;
        return failed;
}

/* It stops when it is told to, whatever was done to it, and has lost no memory. */
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

/* A line with these further fields in its request; the answer to it. */
static const char *ask_line(int *fd, const char *fields)
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

static int open_line(void)
{
        char fields[400];
        int fd;

        snprintf(fields, sizeof fields, "Cookie: %s\r\nOrigin: http://127.0.0.1:%d\r\n", cookie, port);
        assert_non_null(strstr(ask_line(&fd, fields), "HTTP/1.1 101"));
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

static void says(int fd, const char *text)
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

/* The next frame: its kind, and what is in it. 0: the line is gone. */
static int hear(int fd, char *text)
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

static void hears(int fd, const char *words)
{
        static char text[ROOM];

        do
                assert_int_equal(hear(fd, text), TEXT);
        while (!strstr(text, words));
}

/* The line is closed with this status; earlier messages are passed over. */
static void is_closed(int fd, int status, const char *words)
{
        static char text[ROOM];
        int kind;

        while ((kind = hear(fd, text)) == TEXT)
                ;
        assert_int_equal(kind, CLOSE);
        assert_int_equal((unsigned char)text[0] << 8 | (unsigned char)text[1], status);
        assert_non_null(strstr(text + 2, words));
        close(fd);
}

static void is_gone(int fd)
{
        static char text[ROOM];
        int kind = hear(fd, text);

        assert_true(kind == 0 || kind == CLOSE);
        close(fd);
}

static void is_well(void)
{
        static const char ASK[] = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
        int fd = reach();

        give(fd, ASK, sizeof ASK - 1);
        assert_non_null(strstr(header(fd), "HTTP/1.1 200"));
        close(fd);
}

TEST(a_line_says_who_one_is) /* Protocol 5.2, 5.3 */
{
        int fd = open_line();

        hears(fd, "{\"t\":\"hello\",\"version\":2,\"person\":\"");
        close(fd);
}

/* A page of version 1 that is still open somewhere is told to reload, in the language of its browser. */
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
                hears(fd, "{\"t\":\"refused\",\"about\":\"join\",\"why\":\"");
                close(fd);
                fd = reach();
                give(fd, request, strlen(request));
                header(fd);
                hears(fd, EXPECTED[i].words);
                close(fd);
        }
        is_well();
}

TEST(without_a_cookie_that_is_known_a_line_is_refused) /* Protocol 5.2 */
{
        int fd;

        assert_non_null(strstr(ask_line(&fd, ""), "HTTP/1.1 101"));
        hears(fd, "\"code\":\"unknown-session\"");
        is_gone(fd);
        ask_line(&fd, "Cookie: serai=0000000000000000000000000000000000000000000000000000000000000000\r\n");
        hears(fd, "\"code\":\"unknown-session\"");
        is_gone(fd);
}

TEST(no_other_page_opens_a_line)
{
        char fields[400];
        int fd;

        snprintf(fields, sizeof fields, "Cookie: %s\r\nOrigin: http://elsewhere.example\r\n", cookie);
        assert_null(strstr(ask_line(&fd, fields), "HTTP/1.1 101"));
        close(fd);
        is_well();
}

TEST(a_message_may_come_in_parts) /* Protocol 5.1 */
{
        int fd = open_line();

        hears(fd, "hello");
        frame(fd, TEXT, "{\"t\":", 5);
        frame(fd, FINAL | PING, "x", 1); /* in between */
        frame(fd, 0, "\"ga", 3);
        frame(fd, FINAL, "mes\"}", 5);
        for (;;) {
                static char text[ROOM];
                int kind = hear(fd, text);

                assert_true(kind == TEXT || kind == PONG);
                if (kind == TEXT && strstr(text, "{\"t\":\"games\""))
                        break;
        }
        close(fd);
}

TEST(what_is_too_long_or_no_text_ends_the_line) /* Protocol 5.1 */
{
        static char much[5000];
        int fd = open_line();

        memset(much, 'x', sizeof much);
        hears(fd, "hello");
        frame(fd, FINAL | TEXT, much, sizeof much);
        is_closed(fd, TOO_LARGE, "");
        fd = open_line();
        hears(fd, "hello");
        for (int i = 0; i < 5; i++)
                frame(fd, i ? 0 : TEXT, much, 1000);
        is_closed(fd, TOO_LARGE, "");
        fd = open_line();
        hears(fd, "hello");
        frame(fd, FINAL | BINARY, "{}", 2);
        is_closed(fd, NO_TEXT, "a message is text");
        is_well();
}

TEST(any_bytes_on_a_line_do_no_harm)
{
        uint64_t random = 3;

        for (int i = 0; i < 60; i++) {
                char bytes[600];
                int fd = i % 2 ? open_line() : reach();

                for (size_t k = 0; k < sizeof bytes; k++)
                        bytes[k] = (char)random_dice(&random);
                send(fd, bytes, 1 + random_dice(&random) % sizeof bytes, MSG_NOSIGNAL);
                close(fd);
        }
        is_well();
}

/* Whoever asks for much and reads nothing gets it later, and nobody else waits for that. */
TEST(a_line_that_is_not_read_holds_nobody_up) /* Protocol 5.5 */
{
        int slow = open_line(), quick = open_line();

        hears(slow, "hello");
        for (int i = 0; i < 2000; i++)
                says(slow, "{\"t\":\"games\"}");
        hears(quick, "hello");
        says(quick, "{\"t\":\"games\"}");
        hears(quick, "\"games\"");
        hears(slow, "\"games\"");
        close(slow);
        close(quick);
        is_well();
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

/* Sends as much as the other side takes without waiting. */
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

/* A message that is refused, many times in one piece: it costs little to send, and much to answer. */
static size_t many_refused(char *out, int count)
{
        static const unsigned char ONE[] = { 0x81, 0x82, 1, 2, 3, 4, '{' ^ 1, '}' ^ 2 };

        for (int i = 0; i < count; i++)
                memcpy(out + (size_t)i * sizeof ONE, ONE, sizeof ONE);
        return (size_t)count * sizeof ONE;
}

TEST(a_client_that_sends_and_never_reads_takes_no_memory) /* Protocol 5.5 */
{
        enum { CLIENTS = 20 };
        static char frames[8 * 4096];
        size_t size = many_refused(frames, 4096);
        int fd[CLIENTS];
        long before;

        for (int i = 0; i < CLIENTS; i++) {
                fd[i] = open_line();
                hears(fd[i], "hello");
        }
        before = memory();
        for (int round = 0; round < 40; round++) {
                for (int i = 0; i < CLIENTS; i++)
                        pour(fd[i], frames, size, 1 << 20);
                is_well(); /* others are served meanwhile */
        }
        assert_true(memory() < before + 64 * 1024); /* 611,000 in ten seconds before */
        for (int i = 0; i < CLIENTS; i++)
                close(fd[i]);
}

/* Nothing is lost that was sent too fast, and nothing is answered twice. */
TEST(what_is_sent_too_fast_is_read_later) /* Protocol 5.5 */
{
        enum { MESSAGES = 400 };
        static char frames[8 * MESSAGES], text[ROOM];
        int fd = open_line(), refused = 0;

        hears(fd, "hello");
        give(fd, frames, many_refused(frames, MESSAGES));
        says(fd, "{\"t\":\"games\"}");
        for (;;) {
                assert_int_equal(hear(fd, text), TEXT);
                for (const char *at = text; (at = strstr(at, "{\"t\":\"refused\"")); at++)
                        refused++;
                if (strstr(text, "{\"t\":\"games\""))
                        break;
        }
        assert_int_equal(refused, MESSAGES);
        close(fd);
}

/* Bodies that never come: nobody else is refused because of them, and one address has so many connections and no more. */
TEST(slow_bodies_hold_nobody_up)
{
        static const char SLOW[] = "POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 4000\r\n\r\n{";
        enum { MANY = 1100 };
        int *fd = malloc(MANY * sizeof *fd);

        for (int i = 0; i < MANY; i++) {
                fd[i] = reach();
                send(fd[i], SLOW, sizeof SLOW - 1, MSG_NOSIGNAL);
        }
        is_well();
        for (int i = 0; i < MANY; i++)
                close(fd[i]);
        free(fd);
        is_well();
}

TEST(one_address_has_so_many_connections)
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
        assert_true(gone <= MANY - MAX_PER_ADDRESS + 1); /* the connection that made the guest may not be closed yet */
        for (int i = 0; i < MANY; i++)
                close(fd[i]);
}

/* More connections than it can have: those are refused, the log says little, and when they are gone others are served. */
TEST(without_descriptors_it_refuses_and_goes_on)
{
        enum { MANY = 300 };
        int fd[MANY], line = open_line();
        char path[128];
        struct stat log;

        hears(line, "hello");
        for (int round = 0; round < 3; round++) {
                for (int i = 0; i < MANY; i++)
                        fd[i] = reach();
                says(line, "{\"t\":\"games\"}"); /* who is there already is served */
                hears(line, "\"games\"");
                says(line, "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[0,0]}"); /* and what is to be stored is */
                hears(line, "\"made\"");
                for (int i = 0; i < MANY; i++)
                        close(fd[i]);
        }
        snprintf(path, sizeof path, "%s/log", folder);
        assert_int_equal(stat(path, &log), 0);
        assert_true(log.st_size < 10000);
        close(line);
}

TEST(it_speaks_no_http_2)
{
        static const char ASK[] = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                                  "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n";
        int fd = reach();

        give(fd, ASK, sizeof ASK - 1);
        assert_non_null(strstr(header(fd), "HTTP/1.1 200"));
        close(fd);
}

/* What is sent is answered by this status, and the connection is closed behind it. */
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

TEST(what_is_no_request_is_refused_at_once)
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
        is_well();
}

/* A cookie that is cut short would make a stranger of somebody. */
TEST(a_head_that_is_too_long_is_refused)
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
        snprintf(request + size + 4000, 400, "; %s\r\nConnection: close\r\n\r\n{}", cookie); /* long, and whole */
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

TEST(a_websocket_speaks_our_subprotocol_or_is_refused) /* Protocol 5.1 */
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
        is_well();
}

/* A call of the API, with this cookie and body. */
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

TEST(a_session_that_ends_closes_its_connections)
{
        char first[sizeof cookie];
        int fd = open_line(), other;

        hears(fd, "hello");
        post("/api/keep", cookie, "{\"login\":\"ann\",\"password\":\"12345678\"}");
        memcpy(first, cookie, sizeof first);
        get_cookie(post("/api/enter", "", "{\"login\":\"ann\",\"password\":\"12345678\"}"));
        other = open_line(); /* the same person on another device */
        hears(other, "hello");
        post("/api/leave", first, "{}");
        hears(fd, "\"code\":\"unknown-session\"");
        is_gone(fd);
        says(other, "{\"t\":\"games\"}"); /* that one stays */
        hears(other, "\"games\"");
        post("/api/forget", cookie, "{}");
        hears(other, "\"code\":\"unknown-session\"");
        is_gone(other);
}

/* With libwebsockets 4.1.6 the loop never turned again. */
TEST(a_request_behind_another_ends_once)
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
                is_well();
        }
        for (int i = 0; i < COUNT; i++)
                close(held[i]);
}

TEST(a_line_that_breaks_off_anywhere_is_let_go)
{
        for (int i = 0; i < 30; i++) {
                int fd = open_line();

                if (i % 3)
                        hears(fd, "hello");
                if (i % 3 == 2)
                        frame(fd, TEXT, "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[0,0]", 40);
                else
                        says(fd, "{\"t\":\"make\",\"game\":\"alibaba\",\"seats\":[0,0]}");
                close(fd);
        }
        is_well();
}

int main(void)
{
        const struct CMUnitTest tests[] = {
                RUNS(a_line_says_who_one_is),
                RUNS(an_outdated_page_is_told_to_reload),
                RUNS(without_a_cookie_that_is_known_a_line_is_refused),
                RUNS(no_other_page_opens_a_line),
                RUNS(a_message_may_come_in_parts),
                RUNS(what_is_too_long_or_no_text_ends_the_line),
                RUNS(any_bytes_on_a_line_do_no_harm),
                RUNS(a_line_that_is_not_read_holds_nobody_up),
                RUNS(a_request_behind_another_ends_once),
                RUNS_LIMITED(a_client_that_sends_and_never_reads_takes_no_memory),
                RUNS_LIMITED(what_is_sent_too_fast_is_read_later),
                RUNS(slow_bodies_hold_nobody_up),
                RUNS_LIMITED(one_address_has_so_many_connections),
                RUNS_WITH_FEW_FILES(without_descriptors_it_refuses_and_goes_on),
                RUNS(it_speaks_no_http_2),
                RUNS(what_is_no_request_is_refused_at_once),
                RUNS(a_head_that_is_too_long_is_refused),
                RUNS(a_session_that_ends_closes_its_connections),
                RUNS(a_websocket_speaks_our_subprotocol_or_is_refused),
                RUNS(a_line_that_breaks_off_anywhere_is_let_go),
        };

        return cmocka_run_group_tests_name("lines", tests, NULL, NULL);
}
