/* `serai` is one program with subcommands; each is one function in a file of its name. */
#ifndef SERAI_CLI_H
#define SERAI_CLI_H

#include "../bots/memory.h"
#include "../core/random.h"
#include "../table/record.h"
#include "arguments.h"

/* Each gets the arguments after its name and returns the exit status. */
int cli_serve(int argc, char **argv);
int cli_think(int argc, char **argv);
int cli_admin(int argc, char **argv);
int cli_backup(int argc, char **argv);
int cli_move(int argc, char **argv);
int cli_play(int argc, char **argv);
int cli_replay(int argc, char **argv);
int cli_review(int argc, char **argv);
int cli_engine(int argc, char **argv);
int cli_verify(int argc, char **argv);
int cli_match(int argc, char **argv);
int cli_bench(int argc, char **argv);
int cli_lab(int argc, char **argv);
int cli_calibrate(int argc, char **argv);
int cli_train(int argc, char **argv);
int cli_load(int argc, char **argv);
int cli_perft(int argc, char **argv);
int cli_puzzles(int argc, char **argv);

extern const struct subcommand serve_subcommand, think_subcommand, admin_subcommand, backup_subcommand, move_subcommand,
        play_subcommand, replay_subcommand, review_subcommand, engine_subcommand, verify_subcommand, match_subcommand,
        bench_subcommand, lab_subcommand, train_subcommand, calibrate_subcommand, load_subcommand, perft_subcommand,
        puzzles_subcommand;

/* --- what they share (cli/cli.c) --- */

/* Parses one option of a game, given as key=value, --key=value or --key value (then *used is 2, else 1). NULL, or what is
 * wrong with it, in `why` (MAX_REASON bytes). */
const char *cli_option(const struct game *g, struct options *o, int argc, char **argv, int *used, char *why);

/* Parses the remaining arguments as options of a game; without a game there may be none. 0, or the exit status after an error
 * message. */
int cli_game_options(const struct subcommand *c, const struct game *g, struct options *o, int argc, char **argv);

/* A whole number from low to high, in decimal digits. 1 if it is one. */
int cli_number(const char *text, uint64_t low, uint64_t high, uint64_t *n);

/* Prints "serai: …" to standard error; returns the exit status for wrong usage, 2. */
int cli_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints that there is no game of that name, and which there are. */
int cli_no_game(const char *name);

/* The contents of a file, NUL-terminated, to be freed; NULL, with errno set, if it cannot be read. "-" is standard input. */
char *cli_read_file(const char *name, size_t *size);

/* Parses the record in a file; prints what is wrong with it. 1 if it is valid. */
int cli_read_record(struct record *r, const char *name, int proven);

/* The same, and the line {"seats":[{"name":"Anna"},…]…} below it, which the page writes: to be freed, or NULL. */
int cli_read_seated_record(struct record *r, const char *name, int proven, char **seats);

/* A string of JSON. */
void cli_json_words(FILE *out, const char *words);

/* Random compatible options; numbers are among the 40 lowest above 0. */
void random_options(const struct game *g, struct options *o, uint64_t *random);

/* Seconds of a monotonic clock. */
double cli_now(void);

/* Shows the progress of a long job, on a terminal only; and clears it. */
void cli_progress(const char *format, ...) __attribute__((format(printf, 1, 2)));

void cli_progress_end(void);

uint64_t perft(const struct game *g, const void *state, unsigned depth);

/* --- the engine, one line at a time (cli/engine.c) --- */

enum { MAX_LINE = 65536 };

struct engine {
        struct record record;
        int view_of;                /* 0: everything is known; else the player whose view was set */
        const struct game *told_of; /* the game of the views that were told; NULL: none were */
        struct state told;          /* the last of them */
        struct memory memory;       /* what is remembered of them */
        void *block;                /* the memory for a search */
        size_t block_size;          /* its size */
        char *answer;               /* the last answer, "= …" or "! …", without its newline */
        size_t room;                /* the allocated size of it */
        int quit;                   /* whether the command quit was given */
};

/* Answers one command. The line has no newline; it may contain any bytes. */
const char *engine_answer(struct engine *e, const char *line, size_t size);
void engine_close(struct engine *e);

#endif
