/* The narrow waist: what every game is to everything else.
 *
 * A game is one `const struct game`: pure functions over a flat state. Bots, tables,
 * the engine and the page know games only through it, and through text.
 *
 * - A state is at most MAX_STATE bytes without pointers or padding, zeroed before it is
 *   filled: a copy is clone, undo and snapshot, and memcmp is equality.
 * - A move is a number that means something in the state it is made in. Chance is a
 *   turn like any other, whose moves are the outcomes, with weights.
 * - Nothing is shuffled ahead. What nobody can know yet is not in the state.
 * - Seats count from 0 here and from 1 in every text.
 * - `apply` trusts: whoever is outside asks game_find() first.
 *
 * The laws that every game keeps are tested, once for all games, in tests/unit/test_laws.c. */
#ifndef SERAI_GAME_H
#define SERAI_GAME_H

#include "draw.h"
#include "json.h"

typedef uint32_t move;

enum {
        MAX_PLAYERS = 4,
        MAX_OPTIONS = 8,
        MAX_STATE = 256,
        MAX_MOVES = 2208,   /* advice in the labyrinth: 44 shifts to 50 places, and refuse */
        MAX_MOVE_TEXT = 32, /* the longest is 3a1=necklace.yellow */
        MAX_STATE_TEXT = 4096,
        MAX_EFFECT_TEXT = 512 /* the longest is a way through all of the maze */
};

enum { CHANCE = MAX_PLAYERS, OVER };          /* what turn() answers besides a seat */
enum { SPECTATOR = MAX_PLAYERS, EVERYTHING }; /* who may look besides a seat */
enum { CHOICE, NUMBER, SEAT, SET };           /* what an option's value is */
enum { PLAYERS };                             /* the first option of every game */

struct option {
        const char *name;
        uint16_t kind;
        uint16_t low, high; /* NUMBER */
        uint16_t usual;     /* the default; of a SET 0, which is "random" */
        const char *values; /* CHOICE: the words, default first. SET: its members */
        const char *about;  /* one line for people */
};

/* CHOICE: the word's place. NUMBER: itself. SEAT: from 0. SET: one bit a member, 0 for "random". */
struct options {
        uint16_t value[MAX_OPTIONS];
};

/* Why something is not allowed: a code for programs, of small letters and hyphens, which stays as it is; a sentence for
 * people; and the number of the rule that the sentence cites, or NULL. */
struct refusal {
        const char *code, *why, *rule;
};

#define RULE(code, why, rule)                                                                                                      \
        {                                                                                                                          \
                code, why " (rule " rule ")", rule                                                                                 \
        }

/* Room for the state of any game. All states begin with their options. */
struct state {
        uint64_t words[MAX_STATE / 8];
};

struct game {
        const char *name;            /* in records, messages and addresses: small letters */
        const char *title;           /* what people call it */
        const struct option *option; /* option[PLAYERS] first; ends with a NULL name */
        uint32_t state_bytes;
        uint16_t max_moves; /* no list is longer */
        uint16_t moves;     /* every legal move is a smaller number */
        uint32_t hides;     /* 1: not everybody may know everything */
        uint32_t uneven;    /* 1: turns are so unlike that a GPU does better with games sorted by phase */

        /* Options like "deals=off limit=400": with which random play is measured, and with which a game is over soon.
         * NULL: the usual ones will do. */
        const char *measured, *quick;

        /* Everything that `misfit` and `refusal` may answer, each code once; ends with a NULL code. */
        const struct refusal *refusals;

        /* The rule that these options break, or NULL. */
        const struct refusal *(*misfit)(const struct options *o);
        void (*setup)(void *state, const struct options *o, struct draw *d);

        int (*turn)(const void *state);  /* the seat that decides now, CHANCE or OVER */
        int (*owner)(const void *state); /* the seat whose turn it is, whoever decides */

        /* All moves, or outcomes, in canonical order; returns how many. 0 only when OVER. */
        int (*legal)(const void *state, move *list);
        int (*weight)(const void *state, move outcome);

        /* One of them, by a throw of 0 .. 2^32-1: the list's places are as wide as their weights
         * (decisions: all the same), and the throw falls into one. Faster than making the list. */
        move (*pick)(const void *state, uint32_t dice);

        /* Makes a legal move; returns what turn() says then. */
        int (*apply)(void *state, move m);

        /* Points as if the game ended now, and what decides between equal points. */
        void (*score)(const void *state, int *points, int *tiebreak);

        /* Hidden things. `redact` blanks what a viewer may not know. `seen` is the move as that viewer
         * sees it made; applied to the redacted state, it gives the next redacted state (until the game
         * is over and all is shown). `determinize` fills the blanks with a random world that fits. */
        void (*redact)(void *state, int viewer);
        move (*seen)(const void *state, move m, int viewer);
        void (*determinize)(void *state, int viewer, struct draw *d);

        /* Text: the state's own part of the JSON, after the options; a move in the game's notation; and why
         * a text that is no legal move here is none, never NULL. */
        void (*json)(struct json *j, void *state);
        void (*print_move)(const void *state, move m, struct text *t);
        const struct refusal *(*refusal)(const void *state, const char *text);

        /* What people are told besides the state, as the members of a JSON object: the parts of a seat's points, as far
         * as the state knows them (score() is their sum); and what a legal move does that its name does not tell. */
        void (*tally)(const void *state, int seat, struct json *j);
        void (*effect)(const void *state, move m, struct json *j);

        /* The invariant that a state breaks, as known to a viewer (EVERYTHING: nothing is blank), or NULL. */
        const char *(*broken)(const void *state, int viewer);
};

/* The list of games, in the order of their names; everything that is done for each game walks over it. */
#define GAME_LIST(each) each(alibaba) each(labyrinth) each(marrakech) ONE_MORE_GAME(each)

/* A build for tests may have one more: `make GAME=tests/pig`. */
#ifdef EXTRA_GAME
#define ONE_MORE_GAME(each) each(EXTRA_GAME)
#else
#define ONE_MORE_GAME(each)
#endif

#define DECLARE_GAME(name) extern const struct game name;
GAME_LIST(DECLARE_GAME)
#undef DECLARE_GAME

enum { MAX_GAMES = 8, MAX_GAMES_TEXT = 256 };

/* The game at a place from 0; NULL where there is none. */
const struct game *game_at(int i);
int game_count(void);
const struct game *game_named(const char *name);

/* Their names in a sentence: "alibaba, labyrinth and marrakech", or with another word before the last. Returns `out`. */
const char *game_names(const char *before_last, char *out, int cap);

/* Sets several options, like "deals=off limit=400", which are known to be right. NULL: none. */
void options_preset(const struct game *g, struct options *o, const char *settings);

/* The refusal with this code, which is in the table. */
const struct refusal *refusal_coded(const struct refusal *table, const char *code);

/* --- for games to which a part of the interface means nothing --- */

const struct refusal *fits_always(const struct options *o);
int weighs_one(const void *state, move m);
void hides_nothing(void *state, int viewer);
move seen_by_all(const void *state, move m, int viewer);
void nothing_to_guess(void *state, int viewer, struct draw *d);
void no_effect(const void *state, move m, struct json *j);

/* How many play in this state. */
int game_players(const void *state);

void options_default(const struct game *g, struct options *o);

/* Sets the option `key` to `value`; returns NULL, or what is wrong with it, in `why` (`cap` bytes). */
const char *options_set(const struct game *g, struct options *o, const char *key, const char *value, char *why, int cap);

/* The rule that they break together, one of the game's refusals or NO_SUCH_FIRST, or NULL. */
extern const struct refusal NO_SUCH_FIRST;
const struct refusal *options_misfit(const struct game *g, const struct options *o);

/* Every option of a game with its values, its default and the player counts it is for. */
void game_options(const struct game *g, struct json *j);

/* `"players":2,"options":{…}`, in a state and in a record. */
void json_options(struct json *j, const struct game *g, struct options *o);

/* A state as one JSON object. Both return its length, -1 where it does not fit or cannot be read. */
int game_print(const struct game *g, const void *state, char *out, int cap);

/* `"phase":"take","player":1`: the phase, one of some words, and who decides; 0 in the last phase, when it is over. */
void json_phase(struct json *j, const char *phases, int over, int players, uint8_t *phase, uint8_t *player);

/* The game that a JSON text says it is of, which is the first thing in it; NULL: none. Reads nothing yet. */
const struct game *json_game(const struct json *j);

/* A state in JSON, as part of a larger text; reading fills `state`. */
void json_state(struct json *j, const struct game *g, void *state);

/* Reads a state, as known to `viewer`; returns its game. Otherwise NULL, `state` is as it was, and `why` says why. */
const struct game *game_parse(const char *json, int size, int viewer, void *state, char *why, int cap);

/* What a reader that stopped expected and found, in a sentence. */
void json_complain(const struct json *j, char *why, int cap);

int game_print_move(const struct game *g, const void *state, move m, char *out, int cap);

/* The legal move that is written so. 1 if there is one. */
int game_find(const struct game *g, const void *state, const char *text, move *m);

/* Draws the outcome of a chance event: a throw, of 0 to the sum of the weights, falls into one of them. */
move game_roll(const struct game *g, const void *state, struct draw *d);
uint32_t game_weights(const struct game *g, const void *state);

/* Who wins, one bit a seat; none while the game is not over. */
unsigned game_winners(const struct game *g, const void *state);

#endif
