/* The parts of serai load: load.c is the command and its timer, load_guest.c the messages of a guest, load_http.c plain HTTP:
 * cookies and metrics. */
#ifndef SERAI_LOAD_H
#define SERAI_LOAD_H

#include <netinet/in.h>
#include <sys/queue.h>

#include <uv.h>

#include "../table/fair.h"
#include "cli.h"
#include "client.h"

enum {
        MAX_HOST = 64,
        MAX_NODES = 16,
        COOKIE_TEXT = 96,
        TABLE_TEXT = 16,
        MOST_LATENCIES = 1 << 22,
        MOST_STEPS = 1024 /* of a game that are remembered */
};

enum stage { NOT_YET, OPENING, GREETED, MAKING, JOINED, PLAYING };

struct load;

/* What both players of a table were told, by either server: hashes of all steps, without what one of them may not know. */
struct table_log {
        char table[TABLE_TEXT];
        uint32_t step[MOST_STEPS];
        size_t count;
};

struct guest {
        struct load *load;
        struct client *client; /* NULL: none */
        int open;              /* 1: upgraded to a WebSocket */
        int number;
        enum stage stage;
        char cookie[COOKIE_TEXT];
        uint8_t (*link)[HASH_BYTES]; /* of guests who play */
        /* at a table */
        char table[TABLE_TEXT];
        int arriving; /* 1: joined, and nothing received about the table yet; what comes before is about another table */
        int seated, dealt, over;
        int played;      /* 1: at one table at least; it may be between two */
        size_t told;     /* steps received */
        uint32_t *known; /* hashes of all steps ever received; `knows` of them */
        size_t knows;
        size_t floor;  /* steps that anybody had been told when we joined */
        double closed; /* when the connection was lost */
        int turn;      /* 1: it is our turn; we move when the rate allows */
        uint64_t ply;
        double sent; /* when the unanswered move was sent; 0: none */
        char move[MAX_MOVE_TEXT];
        STAILQ_ENTRY(guest) in_turn;
};

/* A server; several of them share a database. */
struct node {
        char host[MAX_HOST];
        int port;
};

struct load {
        struct node node[MAX_NODES];
        int nodes;
        int connections, tables, bots, rate, seconds, json, patient, anywhere, keep;
        const struct game *only;
        struct guest *guest;
        struct table_log *log; /* one for each table */
        int opened, opening, greeted, held;
        uv_loop_t loop;
        uv_timer_t timer;
        uv_signal_t interrupt;
        STAILQ_HEAD(, guest) in_turn; /* guests that wait to move */
        double began, allowed;        /* start of the measurement, and the moves allowed since by the rate */
        int measuring, stopping;
        uint64_t moves, messages, bytes, games, reopened, errors;
        char first_error[256]; /* the first error */
        float *latency;        /* milliseconds */
        size_t latencies;
        double cpu, memory, idle_memory; /* of the server: seconds, bytes */
        uint64_t random;
};

/* Counts an error; the first is printed at the end. */
void count_error(struct load *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- guests (load_guest.c) --- */

/* Makes the move that was chosen. */
void guest_move(struct guest *g);

/* Callbacks of a guest's connection. */
extern const struct client_events GUEST_EVENTS;

/* --- outside WebSockets (load_http.c) --- */

/* The local address of guest i. To a server on this machine each guest has an address of its own on the loopback network, so
 * that limits per address apply as to that many people; to another machine, any. */
struct sockaddr_in address_of(const struct node *n, int i);

/* 0, with errno set, if there is no server. */
int node_answers(const struct node *n);

/* Creates a guest account; keeps its cookie. */
int make_guest(const struct node *n, struct guest *g);

/* Deletes the account of a guest. 0: the server did not do that. */
int delete_guest(const struct node *n, const struct guest *g);

/* The metrics of all servers, summed: seconds and bytes. */
void ask_servers(struct load *l, double *cpu, double *memory);

#endif
