/* Cookies for guests, and the server's metrics, over plain HTTP: one request after another on one connection; see load.h. */
#define _GNU_SOURCE /* strcasestr */
#include "load.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MAX_HEADERS = 4096 };

struct sockaddr_in address_of(const struct node *n, int i)
{
        enum { A_BYTE = 250 };
        uint32_t own = 127u << 24 | (uint32_t)(1 + i / (A_BYTE * A_BYTE)) << 16 | (uint32_t)(i / A_BYTE % A_BYTE) << 8 |
                       (uint32_t)(1 + i % A_BYTE);
        struct sockaddr_in from = { .sin_family = AF_INET };

        from.sin_addr.s_addr = strncmp(n->host, "127.", 4) == 0 ? htonl(own) : INADDR_ANY;
        return from;
}

/* Connects to a server as guest i. */
static int open_socket(const struct node *n, int i)
{
        struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)n->port) }, from = address_of(n, i);
        int fd = socket(AF_INET, SOCK_STREAM, 0);

        if (inet_pton(AF_INET, n->host, &to.sin_addr) != 1 || fd < 0 || bind(fd, (struct sockaddr *)&from, sizeof from) != 0 ||
            connect(fd, (struct sockaddr *)&to, sizeof to) != 0) {
                if (fd >= 0)
                        close(fd);
                return -1;
        }
        return fd;
}

/* The response to a request: headers and body, as far as they fit. 0: there is none. */
static int request(int fd, const char *text, char *answer, size_t room)
{
        size_t size = 0, body = 0, length = 0;

        if (send(fd, text, strlen(text), MSG_NOSIGNAL) < 0)
                return 0;
        while (size < room - 1 && (!body || size < body + length)) {
                ssize_t n = recv(fd, answer + size, room - 1 - size, 0);
                char *end, *field;

                if (n <= 0)
                        return 0;
                size += (size_t)n;
                answer[size] = '\0';
                end = strstr(answer, "\r\n\r\n");
                if (body || !end)
                        continue;
                body = (size_t)(end - answer) + 4;
                field = strcasestr(answer, "content-length:");
                length = field && field < end ? strtoul(field + strlen("content-length:"), NULL, 10) : 0;
        }
        return 1;
}

int node_answers(const struct node *n)
{
        int fd = open_socket(n, 0);

        if (fd >= 0)
                close(fd);
        return fd >= 0;
}

/* Posts an empty object as this guest; the answer lasts until the next one. NULL: there is none. */
static const char *post(const struct node *n, const struct guest *g, const char *path)
{
        static char answer[MAX_HEADERS];
        char text[512];
        int fd = open_socket(n, g->number), answered;

        snprintf(text, sizeof text,
                 "POST %s HTTP/1.1\r\nHost: %s:%d\r\nOrigin: http://%s:%d\r\n%s%s%sContent-Type: application/json\r\n"
                 "Content-Length: 2\r\n\r\n{}",
                 path, n->host, n->port, n->host, n->port, *g->cookie ? "Cookie: " : "", g->cookie, *g->cookie ? "\r\n" : "");
        answered = fd >= 0 && request(fd, text, answer, sizeof answer);
        if (fd >= 0)
                close(fd);
        return answered ? answer : NULL;
}

int make_guest(const struct node *n, struct guest *g)
{
        const char *answer = post(n, g, "/api/me"), *cookie = answer ? strcasestr(answer, "set-cookie: ") : NULL;

        if (!cookie)
                return 0;
        cookie += strlen("set-cookie: ");
        snprintf(g->cookie, COOKIE_TEXT, "%.*s", (int)strcspn(cookie, ";\r"), cookie);
        return 1;
}

int delete_guest(const struct node *n, const struct guest *g)
{
        const char *answer = post(n, g, "/api/forget");

        return answer && strncmp(answer, "HTTP/1.1 200 ", 13) == 0;
}

static double figure(const char *metrics, const char *name)
{
        const char *at = strstr(metrics, name);

        while (at && at > metrics && at[-1] != '\n')
                at = strstr(at + 1, name);
        return at ? strtod(at + strlen(name), NULL) : 0;
}

static void ask_node(struct load *l, const struct node *n, double *cpu, double *memory)
{
        static char answer[1 << 16];
        char text[128];
        int fd = open_socket(n, 0);

        snprintf(text, sizeof text, "GET /metrics HTTP/1.1\r\nHost: %s:%d\r\n\r\n", n->host, n->port);
        if (fd < 0 || !request(fd, text, answer, sizeof answer)) {
                if (!l->patient)
                        count_error(l, "the server does not answer /metrics");
        } else {
                *cpu += figure(answer, "process_cpu_seconds_total ");
                *memory += figure(answer, "process_resident_memory_bytes ");
        }
        if (fd >= 0)
                close(fd);
}

void ask_servers(struct load *l, double *cpu, double *memory)
{
        *cpu = *memory = 0;
        for (int i = 0; i < l->nodes; i++)
                ask_node(l, &l->node[i], cpu, memory);
}
