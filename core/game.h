/* The interface of a game, which is all that the rest of the program knows of it.
 *
 * A game is one `const struct game`: pure functions over a flat state. Bots, tables,
 * the engine and the page know games only through it, and through text.
 *
 * - A state is at most MAX_STATE bytes without pointers or padding, zeroed before it is
 *   filled: a copy is clone, undo and snapshot, and memcmp is equality.
 * - A move is a number, with a meaning in the state in which it is made. Chance is a
 *   turn like any other, whose moves are the outcomes, with weights.
 * - Nothing is shuffled ahead. What nobody can know yet is not in the state.
 * - Seats count from 0 here and from 1 in every text.
 * - `apply` trusts its caller: input from outside goes through game_find() first.
 *
 * The properties that every game must have are tested, once for all games, in tests/unit/test_laws.c. */
#ifndef SERAI_GAME_H
#define SERAI_GAME_H

#include "draw.h"
#include "json.h"

typedef uint32_t move;

enum {
        MAX_PLAYERS = 4,
        MAX_OPTIONS = 8,
        MAX_STATE = 256,
        MAX_MOVES = 2208,   /* advice in the labyrinth: 44 shifts to 50 goals, and refuse */
        MAX_MOVE_TEXT = 32, /* the longest is 3a1=necklace.yellow */
        MAX_STATE_TEXT = 4096,
        MAX_EFFECT_TEXT = 512 /* the longest is a path through the whole maze */
};

enum { CHANCE = MAX_PLAYERS, OVER };          /* results of turn() besides a seat */
enum { SPECTATOR = MAX_PLAYERS, EVERYTHING }; /* viewers besides a seat */
enum { CHOICE, NUMBER, SEAT, SET };           /* kinds of options */
enum { PLAYERS };                             /* the first option of every game */

struct option {
        const char *name;
        uint16_t kind;
        uint16_t low, high; /* NUMBER */
        uint16_t usual;     /* the default; of a SET 0, which is "random" */
        const char *values; /* CHOICE: the words, default first. SET: its members */
        const char *about;  /* one line of description */
};

/* CHOICE: the index of the word. NUMBER: itself. SEAT: from 0. SET: one bit per member, 0 for "random". */
struct options {
        uint16_t value[MAX_OPTIONS];
};

/* Why something is not allowed: a stable code for programs, of lower-case letters and hyphens; a sentence for people; and the
 * number of the rule that the sentence cites, or NULL. */
struct refusal {
        const char *code, *why, *rule;
};

#define RULE(code, why, rule)                                                                                                      \
        {                                                                                                                          \
                code, why " (rule " rule ")", rule                                                                                 \
        }

/* Memory for the state of any game. All states begin with their options. */
struct state {
        uint64_t words[MAX_STATE / 8];
};

struct game {
        const char *name;            /* in records, messages and URLs: lower-case letters */
        const char *title;           /* the title */
        const struct option *option; /* option[PLAYERS] first; ends with a NULL name */
        uint32_t state_bytes;
        uint16_t max_moves; /* no list is longer */
        uint16_t moves;     /* every legal move is a smaller number */
        uint32_t hides;     /* 1: there is hidden information */
        uint32_t uneven;    /* 1: turns differ so much that a GPU is faster with games sorted by phase */

        /* Options like "deals=off limit=400": for measuring random play, for short games, and of the daily caravan (table/daily.h);
         * the page has the latter too. NULL: the defaults. */
        const char *measured, *quick, *daily;

        /* Everything that `misfit` and `refusal` may return, each code once; ends with a NULL code. */
        const struct refusal *refusals;

        /* The rule that these options break, or NULL. */
        const struct refusal *(*misfit)(const struct options *o);
        void (*setup)(void *state, const struct options *o, struct draw *d);

        int (*turn)(const void *state);  /* the seat to move, CHANCE or OVER */
        int (*owner)(const void *state); /* the seat whose turn it is, whoever is to move */

        /* All moves, or outcomes, in canonical order; returns how many. 0 only when OVER. */
        int (*legal)(const void *state, move *list);
        int (*weight)(const void *state, move outcome);

        /* One of them, by a throw of 0 .. 2^32-1: each has an interval as wide as its weight (decisions: all equal), and the
         * throw selects one. Faster than making the list. */
        move (*pick)(const void *state, uint32_t dice);

        /* Makes a legal move; returns the new turn(). */
        int (*apply)(void *state, move m);

        /* Points as if the game ended now, and the tiebreak. */
        void (*score)(const void *state, int *points, int *tiebreak);

        /* Hidden information. `redact` blanks what a viewer may not know. `seen` is the move as that viewer sees it; applied
         * to the redacted state, it gives the next redacted state (until the game is over and everything is revealed).
         * `determinize` fills the blanks with a random consistent world. */
        void (*redact)(void *state, int viewer);
        move (*seen)(const void *state, move m, int viewer);
        void (*determinize)(void *state, int viewer, struct draw *d);

        /* Text: the state's own part of the JSON, after the options; a move in the game's notation; and why a text is not a
         * legal move here, never NULL. */
        void (*json)(struct json *j, void *state);
        void (*print_move)(const void *state, move m, struct text *t);
        const struct refusal *(*refusal)(const void *state, const char *text);

        /* Information for people that is not in the state, as members of a JSON object: the parts of a seat's points, as far
         * as known (score() is their sum); and effects of a legal move that its name does not show. */
        void (*tally)(const void *state, int seat, struct json *j);
        void (*effect)(const void *state, move m, struct json *j);

        /* The invariant that a state violates, as known to a viewer (EVERYTHING: nothing is blank), or NULL. */
        const char *(*broken)(const void *state, int viewer);
};

/* The list of games, sorted by name; everything that is done for each game iterates over it. */
#define GAME_LIST(each) each(alibaba) each(labyrinth) each(marrakech) ONE_MORE_GAME(each)

/* A test build may have one more: `make GAME=tests/pig`. */
#ifdef EXTRA_GAME
#define ONE_MORE_GAME(each) each(EXTRA_GAME)
#else
#define ONE_MORE_GAME(each)
#endif

#define DECLARE_GAME(name) extern const struct game name;
GAME_LIST(DECLARE_GAME)
#undef DECLARE_GAME

enum { MAX_GAMES = 8, MAX_GAMES_TEXT = 256 };

/* The game at an index from 0; NULL past the last. */
const struct game *game_at(int i);
int game_count(void);
const struct game *game_named(const char *name);

/* Their names in a sentence: "alibaba, labyrinth and marrakech", or with another conjunction. Returns `out`. */
const char *game_names(const char *before_last, char *out, int cap);

/* Sets several options, like "deals=off limit=400", which must be valid. NULL: none. */
void options_preset(const struct game *g, struct options *o, const char *settings);

/* The refusal with this code, which must exist. */
const struct refusal *refusal_coded(const struct refusal *table, const char *code);

/* --- for games to which a part of the interface means nothing --- */

const struct refusal *fits_always(const struct options *o);
int weighs_one(const void *state, move m);
void hides_nothing(void *state, int viewer);
move seen_by_all(const void *state, move m, int viewer);
void nothing_to_guess(void *state, int viewer, struct draw *d);
void no_effect(const void *state, move m, struct json *j);

/* The number of players in this state. */
int game_players(const void *state);

void options_default(const struct game *g, struct options *o);

/* Sets the option `key` to `value`; NULL, or what is wrong with it, in `why` (`cap` bytes). */
const char *options_set(const struct game *g, struct options *o, const char *key, const char *value, char *why, int cap);

/* The rule that the options break together, one of the game's refusals or NO_SUCH_FIRST, or NULL. */
extern const struct refusal NO_SUCH_FIRST;
const struct refusal *options_misfit(const struct game *g, const struct options *o);

/* Every option of a game with its values, its default and the player counts it is for. */
void game_options(const struct game *g, struct json *j);

/* `"players":2,"options":{…}`, in a state and in a record. */
void json_options(struct json *j, const struct game *g, struct options *o);

/* A state as one JSON object. Both return its length, -1 if it does not fit or is invalid. */
int game_print(const struct game *g, const void *state, char *out, int cap);

/* `"phase":"take","player":1`: the phase, and the seat to move; 0 in the last phase, when it is over. */
void json_phase(struct json *j, const char *phases, int over, int players, uint8_t *phase, uint8_t *player);

/* The game of a JSON text, which is its first member; NULL: none. Reads nothing yet. */
const struct game *json_game(const struct json *j);

/* A state in JSON, as part of a larger text; reading fills `state`. */
void json_state(struct json *j, const struct game *g, void *state);

/* Parses a state, as known to `viewer`; returns its game; or NULL, with the reason in `why` and `state` unchanged. */
const struct game *game_parse(const char *json, int size, int viewer, void *state, char *why, int cap);

/* What a failed reader expected and found, as a sentence. */
void json_complain(const struct json *j, char *why, int cap);

int game_print_move(const struct game *g, const void *state, move m, char *out, int cap);

/* The legal move with this notation. 1 if there is one. */
int game_find(const struct game *g, const void *state, const char *text, move *m);

/* Draws the outcome of a chance event by the weights. */
move game_roll(const struct game *g, const void *state, struct draw *d);
uint32_t game_weights(const struct game *g, const void *state);

/* The winners, one bit per seat; none before the end. */
unsigned game_winners(const struct game *g, const void *state);

#endif
