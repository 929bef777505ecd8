/* The simulation, for the files that make it up; sim.h has what the servers' edges need. */
#ifndef SERAI_SIM_PARTS_H
#define SERAI_SIM_PARTS_H

#include <uv.h>

#include "sim.h"

/* --- main.c --- */

/* Whether sim_note keeps anything. */
int sim_is_told(void);

/* --- world.c --- */

extern uv_loop_t sim_loop;

/* From now on the code of this server runs; NULL: of nobody. */
void sim_as(struct server *s);

void world_open(uint64_t seed, int count);
void world_close(void);
void sim_run(uint64_t until);

void server_start(struct server *s);
void server_start_after(struct server *s, uint64_t delay);
void server_kill(struct server *s);
void server_stop(struct server *s);

/* Opens and closes what a run needs of the real system (system.c). */
void system_open(void);
void system_close(void);

/* Each part has chance of its own, so that fewer faults do not change what people do otherwise. */
enum stream { OF_EDGES, OF_SERVERS, OF_PEOPLE, OF_FAULTS, OF_CHECKS, STREAMS };
uint32_t stream_random(enum stream which, uint32_t n);

/* What was simulated, for the report. */
extern struct figures {
        uint64_t moves, steps, messages, commands, refusals, games, tables, reconnects, secrets, permissions, undone;
        uint64_t blocks, letters;
        uint64_t trace;  /* a hash of everything that people were sent, and when */
        uint64_t active; /* microseconds in which tables were played at, all taken together */
} figures;

/* --- disk.c --- */

const char *disk_file(void);

/* --- work_queue.c --- */

/* One turn of a server's store, and what comes of it, at once. 0: there was nothing to do. */
int works_turn(struct server *s);

/* All works that are under way fail. */
void works_fail(struct server *s);

/* --- people.c --- */

enum { FIRST_PERSON = 100 }; /* the id of person 0 */

/* Since when somebody is connected, or has not been, without a break; UINT64_MAX: it is the other way round. */
uint64_t person_connected_since(int person);
uint64_t person_away_since(int person);

/* Before the first run: what all runs share. */
void people_make_chains(int count);

void people_open(int count);
void people_close(void);
void on_wake(struct client *client);

/* The connections to this server are gone. */
void people_lose_server(struct server *s);

/* Faults of one connection, by number. */
int connection_count(void);
void connection_cut(int number, uint64_t server_notices_after);
void connection_stall(int number, uint64_t time);
void connection_flood(int number, int messages);
void connection_babble(int number, int messages);

/* The steps of a message `steps`; 0: it is another one. */
enum { MAX_STEPS = 64 };
size_t split_steps(const char *text, const char *end, size_t *from, const char *step[MAX_STEPS], size_t size[MAX_STEPS]);

/* From now on everybody stays connected and plays. */
void people_behave(void);

/* --- friends.c --- */

void friends_open(int count);

/* The letters of this server come here. */
void friends_serve(struct server *s);

/* A person blocks somebody, or does so no longer, through the API of a server. */
void friends_change(struct server *s, int person);

/* A person is told of a table: another letter about it may come. friends_wrote: whether there was one since. */
void friends_ask(int person, const char *table);
void friends_look(int person, const char *table);
int friends_wrote(int person, const char *table);

/* A person, connected since then, hears somebody's words; has sat down where somebody sits. */
void check_words(int person, uint64_t connected, int by);
void check_company(int person, uint64_t connected, int other);

/* --- faults.c --- */

enum { MAX_FAULTS = 512 };

/* Plans the faults of a run of this length, from its seed. Those that are marked in `left_out` do not happen. */
void faults_plan(uint64_t length, const char left_out[MAX_FAULTS]);
int faults_planned(void);

/* All faults end, and none begins any more. */
void faults_heal(void);

/* Since when nothing is wrong and everything has had time to recover; UINT64_MAX: it is not so now. */
uint64_t faults_calm_since(void);

/* Writes the faults that have happened, one a line; adds them up by kind. */
void faults_tell(void);
enum { MAX_KINDS = 32 };
void faults_count(uint64_t by_kind[MAX_KINDS]);
const char *fault_name(int kind); /* NULL: there is none */

/* --- checks.c --- */

uint64_t hash_text(const char *text, size_t size); /* never 0 */

void checks_open(void);
void checks_close(void);

/* What a device was told of a table; seat 0 is a spectator's. */
void check_made(const char *table);
void check_steps(const char *table, int seat, int is_over, size_t from, const char *const *step, const size_t *size, size_t count,
                 int undone);
void check_over(const char *table);
void check_chat(const char *table, uint64_t n, const char *text, size_t size);

/* Somebody has been at a table, to play, since this time. */
void check_goes_on(const char *table, uint64_t since);

/* Limits of memory and queues, and that games go on: every few seconds. */
void check_servers(void);

/* At the end, when everything works again: all that was told is stored. */
void check_stored(void);

/* --- permissions.c --- */

/* Hears a message as the hub does, and checks that whoever may not do this is refused. */
void hear_and_check(struct server *s, struct client *client, const char *text, size_t size);

/* --- secrets.c --- */

/* Two worlds that look the same to a viewer give that viewer the same bytes. */
void check_secrets(const struct room *r);

#endif
