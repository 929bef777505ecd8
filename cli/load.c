/* serai load: how much a server carries, found out by playing at it.
 *
 * Many connections from one loop, as guests with names and chains of their own. Two of them share each table and play whole games
 * of all three kinds by the protocol, with random legal moves; the rest only stay connected. Every message is read and checked: a
 * step that is missing or told twice, a refusal, a line that drops is an error. */
#define _GNU_SOURCE /* strcasestr */
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <sodium.h>
#include <uv.h>

#include "../core/random.h"
#include "../table/fair.h"
#include "../table/message.h"
#include "cli.h"
#include "client.h"

enum {
        MAX_CONNECTIONS = 50000,
        MAX_SAID = 320,
        MAX_HOST = 64,
        MAX_NODES = 16,
        MAX_HEADERS = 4096,
        COOKIE_TEXT = 96,
        OWN_LINKS = 1200, /* of a chain, that are kept; games are shorter */
        AT_ONCE = 100,    /* connections that are opened at the same time */
        TABLE_TEXT = 16,
        AGAIN_AFTER = 50, /* milliseconds until a line is opened again */
        LOOK_ON = 10,
        MOST_STEPS = 1024, /* of a game, that are remembered */
        MOST_LATENCIES = 1 << 22
};

enum stage { NOT_YET, OPENING, GREETED, MAKING, JOINED, PLAYING };

struct load;

struct guest {
        struct load *load;
        struct client *client; /* NULL: none */
        int open;              /* 1: it is a WebSocket by now */
        int number;
        enum stage stage;
        char cookie[COOKIE_TEXT];
        uint8_t (*link)[HASH_BYTES]; /* of those who play */
        /* at a table */
        char table[TABLE_TEXT];
        int arriving; /* 1: joined, and not told about the table yet; what comes before is about another one */
        int seated, dealt, over;
        int played;      /* 1: at one table at least; then it may be between two */
        size_t told;     /* steps */
        uint32_t *known; /* what each was, as a hash, of all that were ever told; `knows` of them */
        size_t knows;
        double closed; /* when the line dropped */
        int turn;      /* 1: it is for us to move, when the rate allows it */
        uint64_t ply;
        double sent; /* when the move was sent that is not answered yet; 0: none */
        char move[MAX_MOVE_TEXT];
        struct guest *next; /* who may move next */
};

/* A server; several of them share their tables. */
struct node {
        char host[MAX_HOST];
        int port;
};

struct load {
        struct node node[MAX_NODES];
        int nodes;
        int connections, tables, bots, rate, seconds, json, patient;
        const struct game *only;
        struct guest *guest;
        int opened, opening, greeted, held;
        uv_loop_t loop;
        uv_timer_t timer;
        uv_signal_t interrupt;
        struct guest *first, **end; /* who waits for the rate */
        double began, allowed;      /* when it is measured from, and how many moves may have been made since */
        int measuring, stopping;
        uint64_t moves, messages, bytes, games, reopened, errors;
        char complaint[256]; /* the first error */
        float *latency;      /* milliseconds */
        size_t latencies;
        double cpu, memory, idle_memory; /* of the server: seconds, bytes */
        uint64_t random;
};

static void complain(struct load *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void complain(struct load *l, const char *format, ...)
{
        va_list args;

        if (l->stopping)
                return;
        va_start(args, format);
        if (l->errors++ == 0)
                vsnprintf(l->complaint, sizeof l->complaint, format, args);
        va_end(args);
}

/* --- plain HTTP, one request after another on one connection --- */

/* Where guest i comes from. To a server on this machine each comes from an address of its own on the loopback network, so that
 * limits by address are those of as many people; to another machine from wherever the system says. */
static struct sockaddr_in address_of(const struct node *n, int i)
{
        enum { A_BYTE = 250 };
        uint32_t own = 127u << 24 | (uint32_t)(1 + i / (A_BYTE * A_BYTE)) << 16 | (uint32_t)(i / A_BYTE % A_BYTE) << 8 |
                       (uint32_t)(1 + i % A_BYTE);
        struct sockaddr_in from = { .sin_family = AF_INET };

        from.sin_addr.s_addr = strncmp(n->host, "127.", 4) == 0 ? htonl(own) : INADDR_ANY;
        return from;
}

/* To a server, as guest i. */
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

/* The answer to a request: headers and body, as far as there is room. 0: there is none. */
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

/* Makes a guest; keeps its cookie. */
static int make_guest(const struct node *n, struct guest *g)
{
        static char answer[MAX_HEADERS];
        char text[512], *cookie;
        int fd = open_socket(n, g->number), made;

        snprintf(text, sizeof text,
                 "POST /api/me HTTP/1.1\r\nHost: %s:%d\r\nOrigin: http://%s:%d\r\nContent-Type: application/json\r\n"
                 "Content-Length: 2\r\n\r\n{}",
                 n->host, n->port, n->host, n->port);
        made = fd >= 0 && request(fd, text, answer, sizeof answer);
        if (fd >= 0)
                close(fd);
        if (!made)
                return 0;
        cookie = strcasestr(answer, "set-cookie: ");
        if (!cookie)
                return 0;
        cookie += strlen("set-cookie: ");
        snprintf(g->cookie, COOKIE_TEXT, "%.*s", (int)strcspn(cookie, ";\r"), cookie);
        return 1;
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
                        complain(l, "the server does not answer /metrics");
        } else {
                *cpu += figure(answer, "process_cpu_seconds_total ");
                *memory += figure(answer, "process_resident_memory_bytes ");
        }
        if (fd >= 0)
                close(fd);
}

/* What the servers say about themselves, taken together. */
static void ask_servers(struct load *l, double *cpu, double *memory)
{
        *cpu = *memory = 0;
        for (int i = 0; i < l->nodes; i++)
                ask_node(l, &l->node[i], cpu, memory);
}

/* --- chains --- */

static int make_chain(struct guest *g)
{
        uint8_t link[HASH_BYTES];

        if (!g->link && !(g->link = malloc(OWN_LINKS * sizeof *g->link)))
                return 0;
        randombytes_buf(link, sizeof link);
        for (int n = OWN_LINKS - 1; n >= 0; n--) {
                memcpy(g->link[n], link, HASH_BYTES);
                hash_again(link, 1);
        }
        return 1;
}

static const char *link_text(const struct guest *g, uint64_t number)
{
        static char text[2 * HASH_BYTES + 1];

        if (number >= OWN_LINKS)
                return "";
        sodium_bin2hex(text, sizeof text, g->link[number], HASH_BYTES);
        return text;
}

/* --- saying --- */

static void say(struct guest *g, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct guest *g, const char *format, ...)
{
        char text[MAX_SAID];
        va_list args;

        va_start(args, format);
        vsnprintf(text, sizeof text, format, args);
        va_end(args);
        if (g->client)
                client_send(g->client, text, strlen(text));
}

static struct guest *partner(const struct guest *g)
{
        return &g->load->guest[g->number ^ 1];
}

static int is_host(const struct guest *g)
{
        return g->number % 2 == 0;
}

static int plays(const struct guest *g)
{
        return g->number < 2 * g->load->tables;
}

static void make_table(struct guest *g)
{
        static const char *const BOTS[] = { "", ",2", ",2,2" }; /* of a level that thinks a little */
        const struct game *game = g->load->only ? g->load->only : game_at((int)(random_dice(&g->load->random) % 3));
        int limited = game == &labyrinth;

        g->stage = MAKING;
        say(g, "{\"t\":\"make\",\"game\":\"%s\",\"seats\":[0,0%s],\"rated\":false%s}", game->name, BOTS[g->load->bots],
            limited ? ",\"options\":{\"limit\":40}" : "");
}

static void join(struct guest *g, const char *table)
{
        if (strcmp(g->table, table) != 0)
                g->knows = 0;
        g->stage = JOINED;
        g->seated = g->dealt = g->turn = 0;
        g->arriving = 1;
        g->sent = 0;
        g->told = 0;
        memmove(g->table, table, TABLE_TEXT);
        say(g, "{\"t\":\"join\",\"table\":\"%s\"}", table);
}

/* Sits down and is ready, unless the server says that it is so already. */
static void sit(struct guest *g, const struct message *m)
{
        int seats = message_member(m, WHOLE_MESSAGE, "seats"), chair = message_item(m, seats, seats);
        uint64_t you = 0;
        size_t size;
        const char *ready;

        message_number(m, message_member(m, WHOLE_MESSAGE, "you"), 0, MAX_PLAYERS, &you);
        for (uint64_t i = 1; i < you; i++)
                chair = message_item(m, seats, chair);
        g->seated = 1;
        if (!you && !make_chain(g))
                complain(g->load, "there is no memory for a chain");
        if (!you)
                say(g, "{\"t\":\"sit\",\"seat\":%d,\"tip\":\"%s\"}", is_host(g) ? 1 : 2, link_text(g, 0));
        ready = message_bytes(m, message_member(m, chair, "ready"), &size);
        if (!you || !ready || *ready != 't')
                say(g, "{\"t\":\"ready\",\"ready\":true}");
}

static void make_move(struct guest *g)
{
        g->turn = 0;
        g->sent = cli_now();
        say(g, "{\"t\":\"play\",\"ply\":%llu,\"move\":\"%s\",\"link\":\"%s\"}", (unsigned long long)g->ply, g->move,
            link_text(g, g->ply + FIRST_LINK));
}

/* It is for this guest to move: at once, or when the rate allows it. */
static void take_turn(struct guest *g)
{
        struct load *l = g->load;

        g->turn = 1;
        if (!l->rate) {
                make_move(g);
                return;
        }
        g->next = NULL;
        *l->end = g;
        l->end = &g->next;
}

/* --- hearing --- */

static int has_word(const struct message *m, int value, const char *word)
{
        char text[32];

        return message_word(m, value, text, sizeof text) && strcmp(text, word) == 0;
}

static void hear_room(struct guest *g, const struct message *m)
{
        int state = message_member(m, WHOLE_MESSAGE, "state");

        if (has_word(m, message_member(m, WHOLE_MESSAGE, "table"), g->table))
                g->arriving = 0;
        if (g->arriving)
                return;
        g->over = has_word(m, state, "over");
        if (has_word(m, state, "open") && !g->seated)
                sit(g, m);
        if (has_word(m, state, "dealing") && !g->dealt) {
                g->dealt = 1;
                say(g, "{\"t\":\"link\",\"link\":\"%s\"}", link_text(g, DEAL_LINK));
        }
}

/* The move that was sent is in what is told: it is on the server's disk. */
static void note_answer(struct guest *g)
{
        struct load *l = g->load;

        if (l->measuring && l->latencies < MOST_LATENCIES)
                l->latency[l->latencies++] = (float)(1000 * (cli_now() - g->sent));
        l->moves += (uint64_t)l->measuring;
        g->sent = 0;
}

/* A step that was told before has to be told in the same words again; but once the game is over, everything is shown, also what was
 * hidden then. */
static void remember(struct guest *g, const struct message *m, int step)
{
        size_t by_size, move_size;
        const char *by = message_bytes(m, message_member(m, step, "by"), &by_size);
        const char *played = message_bytes(m, message_member(m, step, "move"), &move_size);
        uint8_t value[HASH_BYTES];
        uint32_t word;
        struct hash h;

        if (!by || !played || g->told >= MOST_STEPS || (!g->known && !(g->known = calloc(MOST_STEPS, sizeof *g->known))))
                return;
        hash_open(&h);
        hash_add(&h, by, (uint32_t)by_size);
        hash_add(&h, played, (uint32_t)move_size);
        hash_close(&h, value);
        memcpy(&word, value, sizeof word);
        if (g->told < g->knows && g->known[g->told] != word && !g->over)
                complain(g->load, "step %zu of table %s is not what it was", g->told, g->table);
        g->known[g->told] = word;
        if (g->told == g->knows)
                g->knows++;
}

static void hear_steps(struct guest *g, const struct message *m)
{
        struct load *l = g->load;
        int steps = message_member(m, WHOLE_MESSAGE, "steps"), now = message_member(m, WHOLE_MESSAGE, "now");
        int legal = message_member(m, now, "legal"), winners = message_member(m, now, "winners"), n = 0;
        uint64_t from, count = 0;

        if (!message_number(m, message_member(m, WHOLE_MESSAGE, "from"), 0, SIZE_MAX, &from) || from != g->told) {
                complain(l, "steps from %llu were told, not from %zu", (unsigned long long)from, g->told);
                return;
        }
        for (int s = message_item(m, steps, steps); s != NO_VALUE; s = message_item(m, steps, s), count++, g->told++)
                if (l->patient)
                        remember(g, m, s);
        g->stage = PLAYING;
        g->played = 1;
        if (now == NO_VALUE)
                return;
        if (g->told < g->knows) {
                complain(l, "table %s has %zu steps, and had %zu", g->table, g->told, g->knows);
                return;
        }
        if (!message_number(m, message_member(m, now, "ply"), 0, SIZE_MAX, &g->ply) || g->ply + 1 != g->told) {
                complain(l, "ply %llu was told after %zu steps", (unsigned long long)g->ply, g->told);
                return;
        }
        if (g->sent > 0 && count)
                note_answer(g);
        for (int i = message_item(m, legal, legal); i != NO_VALUE; i = message_item(m, legal, i))
                if (random_dice(&l->random) % (uint32_t)++n == 0) /* each is as likely as any other */
                        message_word(m, i, g->move, MAX_MOVE_TEXT);
        if (n && !g->turn && g->sent == 0)
                take_turn(g);
        if (message_item(m, winners, winners) != NO_VALUE && is_host(g)) {
                l->games++;
                make_table(g);
        }
}

static void hear_made(struct guest *g, const struct message *m)
{
        struct guest *other = partner(g);
        char table[TABLE_TEXT] = "";

        if (!message_word(m, message_member(m, WHOLE_MESSAGE, "table"), table, TABLE_TEXT))
                complain(g->load, "a table was made without a name");
        join(g, table);
        if (other->stage >= GREETED)
                join(other, table);
        else
                memcpy(other->table, table, TABLE_TEXT), other->knows = 0; /* when it is there */
}

static void hear_hello(struct guest *g)
{
        struct load *l = g->load;

        g->stage = GREETED;
        l->greeted++;
        l->opening--;
        if (!plays(g) && g->number % LOOK_ON == 0)
                say(g, "{\"t\":\"lobby\"}");
        if (!plays(g))
                return;
        if (g->table[0])
                join(g, g->table);
        else if (is_host(g))
                make_table(g);
}

static void hear_line(struct guest *g, const char *line, size_t size)
{
        struct load *l = g->load;
        struct message m;
        int t;

        if (!message_open(&m, line, size)) {
                complain(l, "this is no message: %.100s", line);
                return;
        }
        t = message_member(&m, WHOLE_MESSAGE, "t");
        l->messages++;
        if (has_word(&m, t, "steps") && !g->arriving)
                hear_steps(g, &m);
        else if (has_word(&m, t, "room"))
                hear_room(g, &m);
        else if (has_word(&m, t, "made"))
                hear_made(g, &m);
        else if (has_word(&m, t, "hello"))
                hear_hello(g);
        else if (has_word(&m, t, "refused"))
                complain(l, "refused: %.*s", (int)(size < 200 ? size : 200), line);
        message_close(&m);
}

/* A frame holds one message or several, one a line. */
static void hear_frame(struct guest *g, const char *text, size_t size)
{
        const char *end = text + size;

        g->load->bytes += size;
        while (text < end) {
                const char *stop = memchr(text, '\n', (size_t)(end - text));

                if (!stop)
                        stop = end;
                if (stop > text)
                        hear_line(g, text, (size_t)(stop - text));
                text = stop + 1;
        }
}

static void on_opened(void *user)
{
        struct guest *g = user;

        g->load->held++;
        g->open = 1;
}

static void on_received(void *user, const char *message, size_t size)
{
        hear_frame(user, message, size);
}

static void on_closed(void *user, const char *why)
{
        struct guest *g = user;

        g->client = NULL;
        g->load->opening -= g->stage == OPENING;
        g->load->held -= g->open;
        g->load->greeted -= g->stage > OPENING;
        g->open = 0;
        g->stage = NOT_YET;
        g->turn = 0;
        g->closed = cli_now();
        if (!g->load->patient)
                complain(g->load, "a connection was closed: %s", why);
}

static const struct client_events EVENTS = { on_opened, on_received, on_closed };

/* --- time --- */

/* The two at a table are at different servers, if there are several; a line that is opened again may be to another one. */
static const struct node *node_of(const struct guest *g)
{
        return &g->load->node[((uint64_t)g->number + g->load->reopened) % (uint64_t)g->load->nodes];
}

static void open_line(struct guest *g)
{
        struct load *l = g->load;
        const struct node *n = node_of(g);
        struct sockaddr_in to, from = address_of(n, g->number);
        char host[MAX_HOST + 8];

        uv_ip4_addr(n->host, n->port, &to);
        snprintf(host, sizeof host, "%s:%d", n->host, n->port);
        l->opening++;
        g->stage = OPENING;
        g->client = client_open(&l->loop, (struct sockaddr *)&from, (struct sockaddr *)&to, host, g->cookie, &EVENTS, g);
        if (!g->client)
                complain(l, "there is no memory for another connection");
}

static void open_lines(struct load *l, double now)
{
        while (l->opened < l->connections && l->opening < AT_ONCE)
                open_line(&l->guest[l->opened++]);
        for (int i = 0; l->patient && i < l->opened && l->opening < AT_ONCE; i++)
                if (l->guest[i].stage == NOT_YET && now > l->guest[i].closed + AGAIN_AFTER / 1000.0) {
                        l->reopened++;
                        open_line(&l->guest[i]);
                }
}

/* Lets those move whose turn has come by the rate. */
static void let_move(struct load *l, double now)
{
        uint64_t may = (uint64_t)(l->rate * (now - l->began));

        while (l->first && l->allowed < (double)may) {
                struct guest *g = l->first;

                l->first = g->next;
                if (!l->first)
                        l->end = &l->first;
                l->allowed++;
                if (g->turn)
                        make_move(g);
        }
        if (!l->first && l->allowed < (double)may)
                l->allowed = (double)may; /* what nobody wanted is not made up for */
}

static void begin_measuring(struct load *l, double now)
{
        l->measuring = 1;
        l->began = now;
        l->moves = l->latencies = l->messages = l->bytes = l->games = 0;
        l->allowed = 0;
        ask_servers(l, &l->cpu, &l->memory);
}

static int all_are_there(const struct load *l)
{
        if (l->greeted < l->connections)
                return 0;
        for (int i = 0; i < 2 * l->tables; i++)
                if (!l->guest[i].played)
                        return 0;
        return 1;
}

static void on_tick(uv_timer_t *timer)
{
        struct load *l = timer->data;
        double now = cli_now();

        open_lines(l, now);
        if (!l->measuring && all_are_there(l))
                begin_measuring(l, now);
        if (l->rate)
                let_move(l, now);
        if (l->measuring)
                cli_progress("%.0f s of %d: %.0f moves/s, %d connections, %llu errors", now - l->began, l->seconds,
                             (double)l->moves / (now - l->began + 1e-9), l->held, (unsigned long long)l->errors);
        else
                cli_progress("%d of %d connections", l->greeted, l->connections);
        if ((l->measuring && now - l->began >= l->seconds) ||
            (!l->measuring && !l->patient && now - l->began > 60 + l->connections / 50) ||
            (l->errors && (l->patient || (l->held == 0 && l->opened == l->connections))))
                uv_stop(&l->loop);
}

/* --- the report --- */

static int by_size(const void *a, const void *b)
{
        float x = *(const float *)a, y = *(const float *)b;

        return (x > y) - (x < y);
}

static double quantile(const struct load *l, double share)
{
        return l->latencies ? (double)l->latency[(size_t)(share * (double)(l->latencies - 1))] : 0;
}

static void report(struct load *l, double seconds)
{
        double cpu = l->cpu, memory = 0, rate = (double)l->moves / seconds;
        double each, kb;

        ask_servers(l, &l->cpu, &memory);
        each = l->moves ? 1e6 * (l->cpu - cpu) / (double)l->moves : 0;
        kb = l->connections ? (memory - l->idle_memory) / 1024 / l->connections : 0;
        qsort(l->latency, l->latencies, sizeof *l->latency, by_size);
        if (l->json) {
                printf("{\"connections\":%d,\"tables\":%d,\"seconds\":%.1f,\"moves\":%llu,\"moves_per_s\":%.1f,\"ack_ms_p50\":%.3f,"
                       "\"ack_ms_p99\":%.3f,\"ack_ms_p999\":%.3f,\"server_cpu_us_per_move\":%.1f,\"server_cpu\":%.3f,"
                       "\"server_kb_per_connection\":%.1f,\"server_mb\":%.1f,\"messages_per_s\":%.1f,\"kb_per_move\":%.2f,"
                       "\"games\":%llu,\"reopened\":%llu,\"errors\":%llu}\n",
                       l->held, l->tables, seconds, (unsigned long long)l->moves, rate, quantile(l, 0.5), quantile(l, 0.99),
                       quantile(l, 0.999), each, (l->cpu - cpu) / seconds, kb, memory / 1048576, (double)l->messages / seconds,
                       l->moves ? (double)l->bytes / 1024 / (double)l->moves : 0, (unsigned long long)l->games,
                       (unsigned long long)l->reopened, (unsigned long long)l->errors);
                return;
        }
        printf("%d connections held, %d tables, %.1f s\n", l->held, l->tables, seconds);
        printf("moves            %.0f a second (%llu in all, %llu games ended)\n", rate, (unsigned long long)l->moves,
               (unsigned long long)l->games);
        printf("acknowledged in  %.2f ms (half), %.2f ms (99 of 100), %.2f ms (999 of 1,000)\n", quantile(l, 0.5),
               quantile(l, 0.99), quantile(l, 0.999));
        printf("server           %.1f us of CPU a move, %.0f %% of a core; %.1f kB a connection, %.0f MB in all\n", each,
               100 * (l->cpu - cpu) / seconds, kb, memory / 1048576);
        if (l->patient)
                printf("lines            %llu opened again\n", (unsigned long long)l->reopened);
        printf("errors           %llu\n", (unsigned long long)l->errors);
}

/* --- the beginning --- */

static int make_guests(struct load *l)
{
        for (int i = 0; i < l->nodes; i++) {
                int fd = open_socket(&l->node[i], 0);

                if (fd < 0)
                        return cli_fail("there is no server at http://%s:%d: %s", l->node[i].host, l->node[i].port,
                                        strerror(errno));
                close(fd);
        }
        for (int i = 0; i < l->connections; i++) {
                if (i % 100 == 0)
                        cli_progress("%d of %d guests", i, l->connections);
                l->guest[i].load = l;
                l->guest[i].number = i;
                if (!make_guest(&l->node[0], &l->guest[i]))
                        return cli_fail("the server makes no guest number %d", i + 1);
        }
        return 0;
}

/* Ctrl-C ends it early. */
static void on_interrupt(uv_signal_t *signal, int number)
{
        struct load *l = signal->data;

        (void)number;
        l->measuring |= l->patient;
        uv_stop(&l->loop);
}

static int run(struct load *l)
{
        struct rlimit files;

        getrlimit(RLIMIT_NOFILE, &files);
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);

        signal(SIGPIPE, SIG_IGN);
        uv_loop_init(&l->loop);
        uv_timer_init(&l->loop, &l->timer);
        l->timer.data = l;
        l->began = cli_now();
        uv_timer_start(&l->timer, on_tick, 1, 1);
        uv_signal_init(&l->loop, &l->interrupt);
        l->interrupt.data = l;
        uv_signal_start(&l->interrupt, on_interrupt, SIGINT);
        uv_run(&l->loop, UV_RUN_DEFAULT);
        cli_progress_end();
        if (l->measuring)
                report(l, cli_now() - l->began);
        l->stopping = 1;
        uv_close((uv_handle_t *)&l->timer, NULL);
        uv_close((uv_handle_t *)&l->interrupt, NULL);
        for (int i = 0; i < l->opened; i++)
                if (l->guest[i].client)
                        client_close(l->guest[i].client);
        uv_run(&l->loop, UV_RUN_DEFAULT);
        uv_loop_close(&l->loop);
        if (l->errors)
                fprintf(stderr, "serai: %llu errors; the first: %s\n", (unsigned long long)l->errors, l->complaint);
        else if (!l->measuring)
                fprintf(stderr, "serai: only %d of %d connections were greeted and sat down to play in time\n", l->greeted,
                        l->connections);
        return l->measuring && !l->errors ? 0 : 1;
}

static const char *read_url(void *into, const char *url, char *why)
{
        struct load *l = into;
        struct node *n = &l->node[l->nodes];
        int end = 0;

        if (l->nodes == MAX_NODES || sscanf(url, "http://%63[0-9.]:%d%n", n->host, &n->port, &end) != 2 ||
            (url[end] && strcmp(url + end, "/") != 0)) {
                snprintf(why, MAX_REASON, "a server is named like http://127.0.0.1:8080, not %.100s, and there are %d at most", url,
                         MAX_NODES);
                return why;
        }
        l->nodes++;
        return NULL;
}

static const struct argument ARGUMENTS[] = {
        { "--url", "URL", ARG_READ, .read = read_url, .needed = 1, .many = 1,
          .help = "the server, by its address in numbers; several times for several servers on one database, and then the two at a "
                  "table are at different ones" },
        { "--connections", "C", ARG_NUMBER, INTO(struct load, connections), .low = 1, .high = MAX_CONNECTIONS, .usual = "200",
          .help = "how many in all" },
        { "--tables", "T", ARG_NUMBER, INTO(struct load, tables), .high = MAX_CONNECTIONS / 2, .usual = "100",
          .help = "how many tables, at most half the connections" },
        { "--bots", "N", ARG_NUMBER, INTO(struct load, bots), .high = 2, .usual = "0", .help = "and so many bots at each table" },
        { "--rate", "MOVES", ARG_NUMBER, INTO(struct load, rate), .high = 10000000, .usual = "0",
          .help = "moves a second at all tables together; 0: as many as it can" },
        { "--seconds", "S", ARG_NUMBER, INTO(struct load, seconds), .low = 1, .high = 3600, .usual = "10",
          .help = "how long it is measured" },
        { "--game", "GAME", ARG_GAME, INTO(struct load, only), .help = "only this game; all of them if not given" },
        { "--patient", .kind = ARG_SWITCH, INTO(struct load, patient),
          .help = "opens a line again that drops, and then wants to be told everything it was ever told: for a server that is stopped "
                  "and started meanwhile" },
        { "--json", .kind = ARG_SWITCH, INTO(struct load, json), .help = "the figures as one JSON object" },
        { 0 },
};

const struct subcommand load_subcommand = {
        .name = "load",
        .brief = "measure how much a server carries, by playing at it",
        .about = "Plays at a server from many connections and tells how it bears that. Two connections share each table and play "
                 "games of all kinds to the end, one after another; of the others, one in ten looks at the lobby.",
        .arguments = ARGUMENTS,
        .run = cli_load,
};

int cli_load(int argc, char **argv)
{
        struct load *l = calloc(1, sizeof *l);
        double cpu;
        int failed;

        if (!l || sodium_init() < 0)
                return cli_fail("there is no memory for that");
        *l = (struct load){ .random = 1 };
        l->end = &l->first;
        failed = arguments_read(&load_subcommand, l, &argc, argv);
        if (failed != GO_ON) {
                free(l);
                return failed;
        }
        failed = 2 * l->tables > l->connections ? cli_fail("%d tables need %d connections", l->tables, 2 * l->tables) : 0;
        if (!failed) {
                l->guest = calloc((size_t)l->connections, sizeof *l->guest);
                l->latency = malloc(MOST_LATENCIES * sizeof *l->latency);
                failed = l->guest && l->latency ? 0 : cli_fail("there is no memory for %d connections", l->connections);
        }
        if (!failed)
                failed = make_guests(l);
        if (!failed) {
                ask_servers(l, &cpu, &l->idle_memory);
                failed = run(l);
        }
        for (int i = 0; l->guest && i < l->connections; i++) {
                free(l->guest[i].link);
                free(l->guest[i].known);
        }
        free(l->guest);
        free(l->latency);
        free(l);
        return failed;
}
