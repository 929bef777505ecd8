/* The engine: one command per line in, one answer per line out. docs/engine.md documents the protocol.
 *
 * A failed command changes nothing: every command checks first and acts last. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bots/bot.h"
#include "../bots/net.h"
#include "../table/utf8.h"
#include "cli.h"

/* --- the answer --- */

static void engine_room(struct engine *e, size_t size)
{
        char *answer;

        if (size <= e->room)
                return;
        answer = realloc(e->answer, size);
        if (!answer) {
                fputs("serai: there is no memory left for an answer\n", stderr);
                exit(1);
        }
        e->answer = answer;
        e->room = size;
}

/* "= …" or "! …"; every answer except lists and records fits into MAX_LINE. */
static struct text answer_begin(struct engine *e, const char *mark)
{
        struct text t;

        engine_room(e, MAX_LINE);
        t.out = e->answer;
        t.cap = (int)e->room;
        t.len = 0;
        text_add(&t, mark);
        return t;
}

static void done(struct engine *e)
{
        struct text t = answer_begin(e, "=");

        text_close(&t);
}

static void say(struct engine *e, const char *words)
{
        struct text t;

        engine_room(e, strlen(words) + 3);
        t = answer_begin(e, "= ");
        text_add(&t, words);
        text_close(&t);
}

static void fail(struct engine *e, const char *reason)
{
        struct text t = answer_begin(e, "! ");

        text_add(&t, reason);
        text_close(&t);
}

/* --- the words of a command --- */

/* Returns the next word of the line and removes it; NULL: there is none. */
static char *next_word(char **line)
{
        char *word = *line + strspn(*line, " ");
        char *end = word + strcspn(word, " ");

        if (word == end)
                return NULL;
        *line = *end ? end + 1 : end;
        *end = '\0';
        return word;
}

/* --- commands --- */

static void answer_games(struct engine *e, char *words)
{
        struct text t = answer_begin(e, "=");
        const struct game *g;

        (void)words;
        for (int i = 0; (g = game_at(i)); i++) {
                text_add(&t, " ");
                text_add(&t, g->name);
        }
        text_close(&t);
}

/* The game of that name; NULL, with an error answered, if there is none. */
static const struct game *find_game(struct engine *e, const char *name)
{
        const struct game *g = name ? game_named(name) : NULL;

        char names[MAX_GAMES_TEXT], why[MAX_REASON];

        if (!g) {
                snprintf(why, sizeof why, name ? "there is no game of that name; games are %s" : "name a game: %s",
                         game_names(name ? "and" : "or", names, sizeof names));
                fail(e, why);
        }
        return g;
}

static void answer_options(struct engine *e, char *words)
{
        const struct game *g = find_game(e, next_word(&words));
        struct json j;

        if (!g)
                return;
        if (next_word(&words)) {
                fail(e, "options takes the name of one game");
                return;
        }
        j = json_writer(e->answer, (int)e->room);
        json_text(&j, "= ");
        game_options(g, &j);
        text_close(&j.out);
}

static void answer_new(struct engine *e, char *words)
{
        const struct game *g = find_game(e, next_word(&words));
        struct options o;
        uint64_t seed = 0;
        unsigned given = 0; /* one bit per option, MAX_OPTIONS for the seed */
        const struct refusal *misfit;
        char *word;

        if (!g)
                return;
        options_default(g, &o);
        while ((word = next_word(&words))) {
                char why[MAX_REASON], *value = strchr(word, '=');
                int option = MAX_OPTIONS;

                if (!value) {
                        fail(e, "options are given as key=value, like players=2");
                        return;
                }
                *value++ = '\0';
                if (strcmp(word, "seed") == 0) {
                        if (!cli_number(value, 0, UINT64_MAX, &seed)) {
                                fail(e, "seed is a whole number from 0 to 18446744073709551615");
                                return;
                        }
                } else if (options_set(g, &o, word, value, why, sizeof why)) {
                        fail(e, why);
                        return;
                } else {
                        for (option = 0; strcmp(g->option[option].name, word) != 0;)
                                option++;
                }
                if (given >> option & 1) {
                        fail(e, "an option is given twice");
                        return;
                }
                given |= 1u << option;
        }
        if ((misfit = options_misfit(g, &o))) {
                fail(e, misfit->why);
                return;
        }
        record_deal(&e->record, g, &o, seed);
        e->view_of = 0;
        e->told_of = NULL;
        done(e);
}

static void answer_turn(struct engine *e, char *words)
{
        int who = e->record.game->turn(&e->record.state);
        char text[] = "player 1";

        (void)words;
        text[7] = (char)('1' + who);
        say(e, who == CHANCE ? "chance" : who == OVER ? "over" : text);
}

static void list_moves(struct engine *e, int with_weights)
{
        const struct game *g = e->record.game;
        const void *state = &e->record.state;
        move list[MAX_MOVES];
        struct text t;
        int n;

        if (with_weights && g->turn(state) != CHANCE) {
                fail(e, "this is not a chance event");
                return;
        }
        n = g->legal(state, list);
        engine_room(e, (size_t)(n + 1) * MAX_MOVE_TEXT);
        t = answer_begin(e, "=");
        for (int i = 0; i < n; i++) {
                text_add(&t, " ");
                g->print_move(state, list[i], &t);
                if (with_weights) {
                        text_add(&t, ":");
                        text_number(&t, (uint64_t)g->weight(state, list[i]));
                }
        }
        text_close(&t);
}

/* "move 2, c4d4, is not legal: …" */
static void refuse_move(struct engine *e, size_t place, const char *word)
{
        const char *why = e->record.game->refusal(&e->record.state, word)->why;
        struct text t;

        engine_room(e, strlen(word) + MAX_REASON);
        t = answer_begin(e, "! move ");
        text_number(&t, place);
        text_add(&t, ", ");
        text_add(&t, word);
        text_add(&t, ", is not legal here: ");
        text_add(&t, why);
        text_close(&t);
}

/* Whether this is a view, and somebody else decides, or chance: then what is legal may depend on what is hidden. */
static int is_out_of_sight(const struct engine *e)
{
        int who = e->view_of ? e->record.game->turn(&e->record.state) : OVER;

        return who != OVER && who != e->view_of - 1;
}

static const char OUT_OF_SIGHT[] =
        "this is what one player sees of a game, and another decides here, or chance; guess makes a whole game of it";

static void answer_play(struct engine *e, char *words)
{
        struct record *r = &e->record;
        size_t before = r->count;
        char *word;

        while ((word = next_word(&words))) {
                move m;

                if (is_out_of_sight(e)) {
                        fail(e, OUT_OF_SIGHT);
                        record_undo(r, r->count - before);
                        return;
                }
                if (!game_find(r->game, &r->state, word, &m)) {
                        refuse_move(e, r->count - before + 1, word);
                        record_undo(r, r->count - before);
                        return;
                }
                if (!record_play(r, m)) {
                        fail(e, "there is no memory left for another move");
                        record_undo(r, r->count - before);
                        return;
                }
        }
        if (r->count == before)
                fail(e, "play takes one or more moves; legal lists them");
        else
                done(e);
}

static void answer_roll(struct engine *e, char *words)
{
        struct record *r = &e->record;
        char text[MAX_MOVE_TEXT];
        move m;

        (void)words;
        if (r->game->turn(&r->state) != CHANCE) {
                fail(e, "this is not a chance event");
                return;
        }
        m = record_roll(r);
        game_print_move(r->game, &r->state, m, text, sizeof text);
        if (record_play(r, m))
                say(e, text);
        else
                fail(e, "there is no memory left for another move");
}

static void print_state(struct engine *e, int viewer)
{
        const struct game *g = e->record.game;
        struct state state;
        char text[MAX_STATE_TEXT];

        memcpy(&state, &e->record.state, g->state_bytes);
        g->redact(&state, viewer);
        game_print(g, &state, text, sizeof text);
        say(e, text);
}

static void answer_view(struct engine *e, char *words)
{
        char *word = next_word(&words);
        uint64_t player;

        if (!word || next_word(&words) || !cli_number(word, 0, (uint64_t)game_players(&e->record.state), &player)) {
                fail(e, "view takes a player's number, or 0 for a spectator");
                return;
        }
        print_state(e, player ? (int)player - 1 : (int)SPECTATOR);
}

static void answer_position(struct engine *e, char *json)
{
        struct state state;
        char why[MAX_REASON];
        const struct game *g = game_parse(json, (int)strlen(json), EVERYTHING, &state, why, sizeof why);

        if (!g) {
                fail(e, why);
                return;
        }
        record_start(&e->record, g, &state, 0);
        e->view_of = 0;
        e->told_of = NULL;
        done(e);
}

/* --- views, and what was seen before --- */

/* Another view of the game that was told, or the first of one. */
static void remember_view(struct engine *e, const struct game *g, const struct state *view)
{
        if (e->told_of != g || memcmp(&e->told, view, sizeof(struct options)) != 0)
                memory_clear(&e->memory);
        else if (g->owner(&e->told) != g->owner(view))
                memory_next_turn(&e->memory);
        e->told_of = g;
        e->told = *view;
}

/* What a seat knows: what it sees, and what it remembers of so many turns. */
static struct state known(const struct engine *e, int seat, uint32_t turns)
{
        const struct record *r = &e->record;
        struct memory memory = e->memory;
        struct state view = r->state;

        if (!e->view_of)
                return record_known(r, seat, turns);
        memory_follow(&memory, r->game, &r->start, r->moves, r->count, seat);
        memory_fill_in(&memory, r->game, seat, turns, &view);
        return view;
}

/* A move as a player saw it, behind the view in which it was made. There is nothing to remember of one that was hidden, like
 * show:?, or that is not known to be legal, since what is legal is hidden. */
static void answer_saw(struct engine *e, char *words)
{
        char *word = strrchr(words, ' ');
        struct state view = { { 0 } };
        char why[MAX_REASON];
        const struct game *g = NULL;
        move list[MAX_MOVES], m;

        if (!word) {
                fail(e, "saw takes a view, as view prints it, and the move that was made there");
                return;
        }
        *word++ = '\0';
        for (int seat = 0; seat < MAX_PLAYERS && !g; seat++)
                g = game_parse(words, (int)strlen(words), seat, &view, why, sizeof why);
        if (!g) {
                fail(e, why);
                return;
        }
        if (game_find(g, &view, word, &m)) {
                remember_view(e, g, &view);
                memory_notice(&e->memory, g, &view, m);
        } else if (g->turn(&view) == OVER || (g->legal(&view, list) > 0 && !strchr(word, '?'))) {
                fail(e, g->refusal(&view, word)->why);
                return;
        } else {
                remember_view(e, g, &view);
        }
        done(e);
}

/* A view, as view prints it, of the player to move: enough for that player's decisions, until somebody else's. */
static void answer_see(struct engine *e, char *json)
{
        struct state state = { { 0 } };
        char why[MAX_REASON];
        const struct game *g = NULL;
        int seat = 0;

        for (; seat < MAX_PLAYERS; seat++) {
                g = game_parse(json, (int)strlen(json), seat, &state, why, sizeof why);
                if (g && g->turn(&state) == seat)
                        break;
        }
        if (seat == MAX_PLAYERS) {
                fail(e, g ? "this is not what the player sees who is to decide" : why);
                return;
        }
        g->redact(&state, seat);
        remember_view(e, g, &state);
        record_start(&e->record, g, &state, 0);
        e->view_of = seat + 1;
        done(e);
}

/* Fills in what the view hides, at random but for what is remembered; from here on it is a whole game. */
static void answer_guess(struct engine *e, char *words)
{
        const struct game *g = e->record.game;
        struct state world;
        uint64_t seed = 0;
        uint8_t key[32];
        struct draw d;
        char *word = next_word(&words);

        if ((word && (strncmp(word, "seed=", 5) != 0 || !cli_number(word + 5, 0, UINT64_MAX, &seed))) || next_word(&words)) {
                fail(e, "guess takes seed=, a whole number from 0 to 18446744073709551615");
                return;
        }
        if (!e->view_of) {
                fail(e, "nothing is hidden here; guess fills in what a view hides, which see sets");
                return;
        }
        world = known(e, e->view_of - 1, ALL_TURNS);
        draw_key(key, seed);
        draw_open(&d, key, 0);
        g->determinize(&world, e->view_of - 1, &d);
        record_start(&e->record, g, &world, seed);
        e->view_of = 0;
        done(e);
}

static void answer_score(struct engine *e, char *words)
{
        const struct game *g = e->record.game;
        int players = game_players(&e->record.state);
        int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS];
        unsigned winners = game_winners(g, &e->record.state);
        struct text t = answer_begin(e, "= {\"points\":[");
        const char *comma = "";

        (void)words;
        g->score(&e->record.state, points, tiebreak);
        for (int p = 0; p < players; p++) {
                text_add(&t, p ? "," : "");
                text_number(&t, (uint64_t)points[p]);
        }
        text_add(&t, "],\"winners\":[");
        for (int p = 0; p < players; p++)
                if (winners >> p & 1) {
                        text_add(&t, comma);
                        text_number(&t, (uint64_t)p + 1);
                        comma = ",";
                }
        text_add(&t, "]}");
        text_close(&t);
}

static void answer_undo(struct engine *e, char *words)
{
        char *word = next_word(&words);
        uint64_t n = 1;

        if (e->record.count == 0)
                fail(e, "there is no move to take back");
        else if ((word && !cli_number(word, 1, e->record.count, &n)) || next_word(&words))
                fail(e, "undo takes how many moves to take back, from 1 to as many as were made");
        else {
                record_undo(&e->record, (size_t)n);
                done(e);
        }
}

static void answer_record(struct engine *e, char *words)
{
        char *text = record_print(&e->record);

        (void)words;
        if (text)
                say(e, text);
        else
                fail(e, "there is no memory left for the record");
        free(text);
}

static void answer_replay(struct engine *e, char *json)
{
        struct record r = { 0 };
        char why[MAX_REASON];

        if (!record_parse(&r, json, strlen(json), 0, why)) {
                fail(e, why);
                record_close(&r);
                return;
        }
        record_close(&e->record);
        e->record = r;
        e->view_of = 0;
        e->told_of = NULL;
        done(e);
}

static void answer_perft(struct engine *e, char *words)
{
        char *word = next_word(&words), text[24];
        struct text t = { text, sizeof text, 0 };
        uint64_t depth;

        if (!word || next_word(&words) || !cli_number(word, 0, 99, &depth)) {
                fail(e, "perft takes a depth from 0 to 99");
                return;
        }
        text_number(&t, perft(e->record.game, &e->record.state, (unsigned)depth));
        text_close(&t);
        say(e, text);
}

/* --- bots --- */

enum { LEVEL, MS, ITERATIONS, SEED, PARAMETERS };
enum { MOST_MEMORY = 64 << 20, AT_ONCE = 32 };

/* Parameters of a search, like level=7; 0 if not given. Returns 0, with an error answered, if one is wrong. */
static int read_parameters(struct engine *e, char *words, uint64_t parameter[PARAMETERS])
{
        static const struct {
                const char *key;
                uint64_t low, high;
        } KEYS[PARAMETERS] = {
                { "level=", 1, LEVELS }, { "ms=", 1, 3600000 }, { "iterations=", 1, 100000000 }, { "seed=", 0, UINT64_MAX }
        };
        char *word;

        memset(parameter, 0, sizeof *parameter * PARAMETERS);
        while ((word = next_word(&words))) {
                int i = 0;

                while (i < PARAMETERS && strncmp(word, KEYS[i].key, strlen(KEYS[i].key)) != 0)
                        i++;
                if (i == PARAMETERS || !cli_number(word + strlen(KEYS[i].key), KEYS[i].low, KEYS[i].high, &parameter[i])) {
                        fail(e, "a bot takes level=1 to level=10, ms= and iterations= for how long it thinks, and seed=, all whole "
                                "numbers");
                        return 0;
                }
        }
        return 1;
}

/* A search for the player to move, from that player's view; NULL, with an error answered, if there is nothing to decide. */
static struct search *think(struct engine *e, const uint64_t parameter[PARAMETERS], const struct level *level)
{
        const struct game *g = e->record.game;
        uint32_t iterations = parameter[ITERATIONS] ? (uint32_t)parameter[ITERATIONS] : level->iterations;
        size_t size = parameter[MS] || search_size(iterations) > MOST_MEMORY ? (size_t)MOST_MEMORY : search_size(iterations);
        int who = g->turn(&e->record.state);
        struct state view;
        struct search *s;
        double start = cli_now();

        if (who == CHANCE || who == OVER) {
                fail(e, who == OVER ? "the game is over" : "this is a chance event, which nobody decides; roll plays it");
                return NULL;
        }
        if (size > e->block_size) {
                void *block = realloc(e->block, size);

                if (!block) {
                        fail(e, "there is no memory for a search of this length");
                        return NULL;
                }
                e->block = block;
                e->block_size = size;
        }
        view = known(e, who, level->memory);
        s = bot_open(e->block, e->block_size, g, level, &view, parameter[SEED]);
        if (!parameter[MS])
                search_run(s, iterations);
        else
                do
                        search_run(s, AT_ONCE);
                while ((cli_now() - start) * 1000 < (double)parameter[MS]);
        return s;
}

static void answer_bots(struct engine *e, char *words)
{
        const char *comma = "";
        struct text t;

        (void)words;
        t = answer_begin(e, "= [{\"name\":\"serai\",\"levels\":[1,2,3,4,5,6,7,8,9,10],\"about\":\"a search on what its player may "
                            "know and remembers, from a first game (1) to as strong as it gets (10)\",\"nets\":{");
        for (int i = 0; game_at(i); i++) {
                const struct net *net = net_of(game_at(i));

                if (!net)
                        continue;
                text_add(&t, comma);
                text_add(&t, "\"");
                text_add(&t, game_at(i)->name);
                text_add(&t, "\":\"");
                net_add_name(net, &t);
                text_add(&t, "\"");
                comma = ",";
        }
        text_add(&t, "}}]");
        text_close(&t);
}

static void answer_go(struct engine *e, char *words)
{
        const struct level *level;
        uint64_t parameter[PARAMETERS];
        struct search *s;
        char text[MAX_MOVE_TEXT];

        if (!read_parameters(e, words, parameter))
                return;
        level = bot_level(e->record.game, parameter[LEVEL] ? (int)parameter[LEVEL] : (int)LEVELS);
        s = think(e, parameter, level);
        if (!s)
                return;
        game_print_move(e->record.game, &e->record.state, bot_choice(s, level, parameter[SEED]), text, sizeof text);
        say(e, text);
}

static void answer_hint(struct engine *e, char *words)
{
        uint64_t parameter[PARAMETERS];
        struct search *s;
        struct text t;

        if (!read_parameters(e, words, parameter))
                return;
        s = think(e, parameter, bot_level(e->record.game, parameter[LEVEL] ? (int)parameter[LEVEL] : hint_level(e->record.game)));
        if (!s)
                return;
        engine_room(e, (size_t)MAX_MOVES * (MAX_MOVE_TEXT + 64));
        t = answer_begin(e, "= ");
        search_print(s, MAX_MOVES, &t);
        text_close(&t);
}

/* --- dispatch --- */

static void answer_legal(struct engine *e, char *words)
{
        (void)words;
        list_moves(e, 0);
}

static void answer_chance(struct engine *e, char *words)
{
        (void)words;
        list_moves(e, 1);
}

static void answer_state(struct engine *e, char *words)
{
        (void)words;
        print_state(e, EVERYTHING);
}

static void answer_quit(struct engine *e, char *words)
{
        (void)words;
        e->quit = 1;
        done(e);
}

/* What the command requires: nothing; a game; the decision of a player whose view is enough; or a game with full information. */
enum { ANYTHING, A_GAME, A_DECISION, ALL_OF_IT };

static const struct {
        const char *name;
        void (*answer)(struct engine *e, char *words);
        int takes_words; /* whether it takes parameters */
        int needs;
} COMMANDS[] = {
        { "games", answer_games, 0, ANYTHING },       { "options", answer_options, 1, ANYTHING },
        { "new", answer_new, 1, ANYTHING },           { "turn", answer_turn, 0, A_GAME },
        { "legal", answer_legal, 0, A_DECISION },     { "chance", answer_chance, 0, ALL_OF_IT },
        { "play", answer_play, 1, A_DECISION },       { "roll", answer_roll, 0, ALL_OF_IT },
        { "state", answer_state, 0, A_GAME },         { "view", answer_view, 1, ALL_OF_IT },
        { "position", answer_position, 1, ANYTHING }, { "see", answer_see, 1, ANYTHING },
        { "score", answer_score, 0, A_GAME },         { "undo", answer_undo, 1, A_GAME },
        { "record", answer_record, 0, ALL_OF_IT },    { "replay", answer_replay, 1, ANYTHING },
        { "bots", answer_bots, 0, ANYTHING },         { "go", answer_go, 1, A_DECISION },
        { "hint", answer_hint, 1, A_DECISION },       { "perft", answer_perft, 1, ALL_OF_IT },
        { "guess", answer_guess, 1, A_GAME },         { "saw", answer_saw, 1, ANYTHING },
        { "quit", answer_quit, 0, ANYTHING },
};

static void refuse_command(struct engine *e)
{
        struct text t = answer_begin(e, "! unknown command; commands are ");
        size_t n = sizeof COMMANDS / sizeof COMMANDS[0];

        for (size_t i = 0; i < n; i++) {
                text_add(&t, i == 0 ? "" : i + 1 < n ? ", " : " and ");
                text_add(&t, COMMANDS[i].name);
        }
        text_close(&t);
}

static void answer(struct engine *e, char *line)
{
        char *word = next_word(&line), *rest = line + strspn(line, " ");
        size_t i = 0, n = sizeof COMMANDS / sizeof COMMANDS[0];

        while (i < n && (!word || strcmp(COMMANDS[i].name, word) != 0))
                i++;
        if (i == n)
                refuse_command(e);
        else if (*rest && !COMMANDS[i].takes_words)
                fail(e, "this command takes nothing behind it");
        else if (COMMANDS[i].needs >= A_GAME && !e->record.game)
                fail(e, "there is no game yet; start one with new, like new marrakech players=2");
        else if (COMMANDS[i].needs == ALL_OF_IT && e->view_of)
                fail(e, "this is what one player sees of a game; guess makes a whole game of it");
        else if (COMMANDS[i].needs == A_DECISION && is_out_of_sight(e))
                fail(e, OUT_OF_SIGHT);
        else
                COMMANDS[i].answer(e, rest);
}

/* Whether the bytes are UTF-8 without a NUL. */
static int is_text(const char *bytes, size_t size)
{
        int n;

        for (const char *at = bytes, *end = bytes + size; at < end; at += n)
                if (utf8_read(at, end, &n) <= 0)
                        return 0;
        return 1;
}

const char *engine_answer(struct engine *e, const char *line, size_t size)
{
        char words[MAX_LINE + 1];

        engine_room(e, MAX_LINE);
        if (size > MAX_LINE) {
                fail(e, "a command is one line of at most 65536 bytes");
        } else if (!is_text(line, size)) {
                fail(e, "a command is UTF-8 text without NUL");
        } else {
                memcpy(words, line, size);
                words[size] = '\0';
                answer(e, words);
        }
        return e->answer;
}

void engine_close(struct engine *e)
{
        record_close(&e->record);
        free(e->answer);
        free(e->block);
        memset(e, 0, sizeof *e);
}

/* Reads one line into `line`, as far as it fits, and returns its full length without the newline; -1 at the end of input. */
static long read_line(char *line, size_t room)
{
        long n = 0;
        int c;

        while ((c = getchar()) != EOF && c != '\n') {
                if ((size_t)n < room)
                        line[n] = (char)c;
                n++;
        }
        if (c == EOF && n == 0)
                return -1;
        return n > 0 && (size_t)n <= room && line[n - 1] == '\r' ? n - 1 : n;
}

static const struct argument ARGUMENTS[] = { { 0 } };

const struct subcommand engine_subcommand = {
        .name = "engine",
        .brief = "the rules as a line protocol for programs",
        .about =
                "Reads commands from standard input, one a line, and answers each by one line on standard output, until quit or the "
                "end of the input. docs/engine.md tells the commands.",
        .arguments = ARGUMENTS,
        .run = cli_engine,
};

int cli_engine(int argc, char **argv)
{
        static char line[MAX_LINE + 1]; /* one byte more than allowed, to detect longer lines */
        struct engine e = { 0 };
        long n;
        int status = arguments_read(&engine_subcommand, &e, &argc, argv);

        if (status != GO_ON)
                return status;
        while (!e.quit && (n = read_line(line, sizeof line)) >= 0) {
                puts(engine_answer(&e, line, (size_t)n));
                if (fflush(stdout) != 0)
                        break; /* the reader has closed the pipe */
        }
        engine_close(&e);
        return 0;
}
