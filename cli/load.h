/* The parts of serai load: load.c is the command and its clock, load_guest.c what a guest says and hears, load_http.c what is asked
 * outside WebSockets: cookies and metrics. */
#ifndef SERAI_LOAD_H
#define SERAI_LOAD_H

#include <netinet/in.h>
#include <sys/queue.h>

#include <uv.h>

#include "../table/fair.h"
#include "cli.h"
#include "client.h"

enum { MAX_HOST = 64, MAX_NODES = 16, COOKIE_TEXT = 96, TABLE_TEXT = 16, MOST_LATENCIES = 1 << 22 };

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
        STAILQ_ENTRY(guest) in_turn;
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
        STAILQ_HEAD(, guest) in_turn; /* guests that wait for the rate */
        double began, allowed;        /* when it is measured from, and how many moves may have been made since */
        int measuring, stopping;
        uint64_t moves, messages, bytes, games, reopened, errors;
        char complaint[256]; /* the first error */
        float *latency;      /* milliseconds */
        size_t latencies;
        double cpu, memory, idle_memory; /* of the server: seconds, bytes */
        uint64_t random;
};

/* Counts an error; the first is told at the end. */
void complain(struct load *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- guests (load_guest.c) --- */

/* Makes the move that was chosen. */
void guest_move(struct guest *g);

/* What happens on a guest's connection. */
extern const struct client_events GUEST_EVENTS;

/* --- outside WebSockets (load_http.c) --- */

/* Where guest i comes from. To a server on this machine each comes from an address of its own on the loopback network, so that
 * limits by address are those of as many people; to another machine from wherever the system says. */
struct sockaddr_in address_of(const struct node *n, int i);

/* 0, with errno set, if there is no server. */
int node_answers(const struct node *n);

/* Makes a guest; keeps its cookie. */
int make_guest(const struct node *n, struct guest *g);

/* What the servers say about themselves, taken together: seconds and bytes. */
void ask_servers(struct load *l, double *cpu, double *memory);

#endif
