/* Shared by all games: options, text, finding a move, finding the winners. */
#include "game.h"

#include <string.h>

#include "bits.h"

const struct game *game_at(int i)
{
#define ADDRESS(name) &name,
        const struct game *const games[] = { GAME_LIST(ADDRESS) };
#undef ADDRESS

        return i >= 0 && i < (int)(sizeof games / sizeof *games) ? games[i] : 0;
}

int game_count(void)
{
        int n = 0;

        while (game_at(n))
                n++;
        return n;
}

const char *game_names(const char *before_last, char *out, int cap)
{
        struct text t = { out, cap, 0 };

        for (int i = 0; game_at(i); i++) {
                if (i && game_at(i + 1)) {
                        text_add(&t, ", ");
                } else if (i) {
                        text_add(&t, " ");
                        text_add(&t, before_last);
                        text_add(&t, " ");
                }
                text_add(&t, game_at(i)->name);
        }
        text_close(&t);
        return out;
}

const struct game *game_named(const char *name)
{
        const struct game *g;

        for (int i = 0; (g = game_at(i)); i++)
                if (text_same(g->name, name))
                        break;
        return g;
}

const struct refusal *refusal_coded(const struct refusal *table, const char *code)
{
        while (table->code && !text_same(table->code, code))
                table++;
        return table;
}

const struct refusal *fits_always(const struct options *o)
{
        (void)o;
        return 0;
}

int weighs_one(const void *state, move m)
{
        (void)state, (void)m;
        return 1;
}

void hides_nothing(void *state, int viewer)
{
        (void)state, (void)viewer;
}

move seen_by_all(const void *state, move m, int viewer)
{
        (void)state, (void)viewer;
        return m;
}

void nothing_to_guess(void *state, int viewer, struct draw *d)
{
        (void)state, (void)viewer, (void)d;
}

void no_effect(const void *state, move m, struct json *j)
{
        (void)state, (void)m, (void)j;
}

int game_players(const void *state)
{
        return ((const struct options *)state)->value[PLAYERS];
}

/* --- options --- */

void options_default(const struct game *g, struct options *o)
{
        memset(o, 0, sizeof *o);
        for (int i = 0; g->option[i].name; i++)
                o->value[i] = g->option[i].usual;
}

static int word_place(const char *list, const char *word)
{
        char candidate[MAX_NAME];

        for (int i = 0; text_word(list, i, candidate); i++)
                if (text_same(candidate, word))
                        return i;
        return -1;
}

/* The members of a set, separated by commas, none twice; 0 if invalid. */
static uint16_t read_members(const char *list, const char *text)
{
        uint16_t set = 0;

        while (*text) {
                char word[MAX_NAME];
                struct text t = { word, MAX_NAME, 0 };
                int place;

                for (; *text && *text != ','; text++)
                        text_bytes(&t, text, 1);
                place = text_close(&t) < 0 ? -1 : word_place(list, word);
                if (place < 0 || has(set, place))
                        return 0;
                set |= (uint16_t)bit(place);
                if (*text == ',' && !*++text)
                        return 0;
        }
        return set;
}

static void write_members(struct text *t, const char *list, uint16_t set)
{
        int written = 0;

        if (!set)
                text_add(t, "random");
        for (int i = 0; set >> i; i++)
                if (has(set, i)) {
                        int length;
                        const char *word = text_nth(list, i, &length);

                        text_add(t, written++ ? "," : "");
                        text_bytes(t, word, length);
                }
}

/* A number from low to high in decimal digits without a leading zero, or -1. */
static int read_number(const char *text, int low, int high)
{
        struct json j = json_reader(text, text_length(text));
        int n = (int)json_number(&j, 0, (uint64_t)low, (uint64_t)high);

        return j.wrong || j.at != j.size || *text < '0' || *text > '9' ? -1 : n;
}

/* The values of an option, for people: "base, lamp, equal or small". */
static void write_allowed(struct text *t, const struct option *option)
{
        char word[MAX_NAME], next[MAX_NAME];

        if (option->kind == SET)
                text_add(t, "random, or different ones of these joined by commas: ");
        if (option->kind == CHOICE || option->kind == SET) {
                for (int i = 0; text_word(option->values, i, word); i++) {
                        if (i)
                                text_add(t, text_word(option->values, i + 1, next) ? ", " : " or ");
                        text_add(t, word);
                }
                return;
        }
        text_add(t, "a number from ");
        text_number(t, option->kind == SEAT ? 1 : option->low);
        text_add(t, " to ");
        if (option->kind == SEAT)
                text_add(t, "the number of players");
        else
                text_number(t, option->high);
}

const char *options_set(const struct game *g, struct options *o, const char *key, const char *value, char *why, int cap)
{
        struct text t = { why, cap, 0 };
        const struct option *option = g->option;
        int set = -1;

        while (option->name && !text_same(option->name, key))
                option++;
        if (!option->name) {
                text_add(&t, g->name);
                text_add(&t, " has no option ");
                text_add(&t, key);
                text_add(&t, "; it has ");
                for (option = g->option; option->name; option++) {
                        if (option != g->option)
                                text_add(&t, option[1].name ? ", " : " and ");
                        text_add(&t, option->name);
                }
                text_close(&t);
                return why;
        }
        if (option->kind == CHOICE)
                set = word_place(option->values, value);
        else if (option->kind == NUMBER)
                set = read_number(value, option->low, option->high);
        else if (option->kind == SEAT)
                set = read_number(value, 1, MAX_PLAYERS) - 1;
        else
                set = text_same(value, "random") ? 0 : read_members(option->values, value);
        if (set < 0 || (option->kind == SET && set == 0 && !text_same(value, "random"))) {
                text_add(&t, option->name);
                text_add(&t, "=");
                text_add(&t, value);
                text_add(&t, " is not allowed; ");
                text_add(&t, option->name);
                text_add(&t, " is ");
                write_allowed(&t, option);
                text_close(&t);
                return why;
        }
        o->value[option - g->option] = (uint16_t)set;
        return 0;
}

/* The next word of a text, up to one of two characters or its end; returns what follows. */
static const char *copy_word(const char *text, char end, char *word)
{
        struct text t = { word, MAX_NAME, 0 };

        for (; *text && *text != end; text++)
                text_bytes(&t, text, 1);
        text_close(&t);
        return *text ? text + 1 : text;
}

void options_preset(const struct game *g, struct options *o, const char *settings)
{
        char key[MAX_NAME], value[MAX_NAME], why[MAX_NAME];

        while (settings && *settings) {
                settings = copy_word(settings, '=', key);
                settings = copy_word(settings, ' ', value);
                options_set(g, o, key, value, why, sizeof why);
        }
}

const struct refusal NO_SUCH_FIRST = { "no-such-first", "first is a number from 1 to the number of players", NULL };

const struct refusal *options_misfit(const struct game *g, const struct options *o)
{
        for (int i = 0; g->option[i].name; i++)
                if (g->option[i].kind == SEAT && o->value[i] >= o->value[PLAYERS])
                        return &NO_SUCH_FIRST;
        return g->misfit(o);
}

/* The player counts with which an option may have this value, the others having their defaults. */
static void write_player_counts(struct json *j, const struct game *g, int i, uint16_t value)
{
        int written = 0;

        json_text(j, "[");
        for (uint16_t n = g->option[PLAYERS].low; n <= g->option[PLAYERS].high; n++) {
                struct options o;

                options_default(g, &o);
                o.value[PLAYERS] = n;
                if (i != PLAYERS)
                        o.value[i] = value;
                if (!options_misfit(g, &o)) {
                        json_text(j, written++ ? "," : "");
                        json_number(j, n, 0, n);
                }
        }
        json_text(j, "]");
}

static void write_quoted_words(struct json *j, const char *list)
{
        char word[MAX_NAME];

        json_text(j, "[");
        for (int i = 0; text_word(list, i, word); i++) {
                json_text(j, i ? "," : "");
                json_word(j, i, list);
        }
        json_text(j, "]");
}

static void write_option(struct json *j, const struct game *g, int i)
{
        const struct option *option = &g->option[i];
        char word[MAX_NAME];

        json_text(j, "\"");
        json_text(j, option->name);
        json_text(j, "\":{");
        if (option->kind == CHOICE || option->kind == SET) {
                json_text(j, option->kind == SET ? "\"values\":[\"random\"],\"set_of\":" : "\"values\":");
                write_quoted_words(j, option->values);
        } else {
                json_text(j, "\"from\":");
                json_number(j, option->kind == SEAT ? 1 : option->low, 0, 0);
                json_text(j, ",\"to\":");
                if (option->kind == SEAT)
                        json_text(j, "\"players\"");
                else
                        json_number(j, option->high, 0, 0);
        }
        json_text(j, ",\"default\":");
        if (option->kind == CHOICE)
                json_word(j, option->usual, option->values);
        else if (option->kind == SET)
                json_text(j, "\"random\"");
        else
                json_number(j, option->kind == SEAT ? option->usual + 1u : option->usual, 0, 0);
        json_text(j, ",\"players\":");
        write_player_counts(j, g, i, option->usual);
        if (option->kind == CHOICE) {
                json_text(j, ",\"players_for\":{");
                for (int k = 0; text_word(option->values, k, word); k++) {
                        json_text(j, k ? "," : "");
                        json_word(j, k, option->values);
                        json_text(j, ":");
                        write_player_counts(j, g, i, (uint16_t)k);
                }
                json_text(j, "}");
        }
        json_text(j, ",\"about\":\"");
        json_text(j, option->about);
        json_text(j, "\"}");
}

void game_options(const struct game *g, struct json *j)
{
        json_text(j, "{");
        for (int i = 0; g->option[i].name; i++) {
                json_text(j, i ? "," : "");
                write_option(j, g, i);
        }
        json_text(j, "}");
}

/* --- the text of a state --- */

/* A set is one string: "random" or its members separated by commas, in order. */
static uint16_t json_members(struct json *j, const char *list, uint16_t set)
{
        char text[160];
        struct text t = { text, sizeof text, 0 };
        uint16_t members = set;

        json_text(j, "\"");
        if (j->in && !j->wrong) {
                int start = j->at;
                char again[sizeof text];
                struct text a = { again, sizeof again, 0 };

                while (j->at < j->size && j->in[j->at] != '"' && t.len < t.cap)
                        text_bytes(&t, &j->in[j->at++], 1);
                text_close(&t);
                members = read_members(list, text);
                write_members(&a, list, members);
                text_close(&a);
                if (!text_same(text, again)) {
                        j->at = start;
                        json_refuse(j, "random, or names in their order joined by commas");
                }
        } else if (!j->in) {
                write_members(&j->out, list, set);
        }
        json_text(j, "\"");
        return members;
}

void json_options(struct json *j, const struct game *g, struct options *o)
{
        const struct option *players = &g->option[PLAYERS];

        json_text(j, "\"players\":");
        o->value[PLAYERS] = (uint16_t)json_number(j, o->value[PLAYERS], players->low, players->high);
        json_text(j, ",\"options\":{");
        for (int i = 1; g->option[i].name; i++) {
                const struct option *option = &g->option[i];
                uint16_t *value = &o->value[i];

                json_text(j, i > 1 ? ",\"" : "\"");
                json_text(j, option->name);
                json_text(j, "\":");
                if (option->kind == CHOICE)
                        *value = (uint16_t)json_word(j, *value, option->values);
                else if (option->kind == NUMBER)
                        *value = (uint16_t)json_number(j, *value, option->low, option->high);
                else if (option->kind == SEAT)
                        *value = (uint16_t)(json_number(j, *value + 1u, 1, o->value[PLAYERS]) - 1);
                else
                        *value = json_members(j, option->values, *value);
        }
        json_text(j, "}");
}

void json_phase(struct json *j, const char *phases, int over, int players, uint8_t *phase, uint8_t *player)
{
        json_text(j, "\"phase\":");
        *phase = (uint8_t)json_word(j, *phase, phases);
        json_text(j, ",\"player\":");
        if (*phase == over)
                json_number(j, 0, 0, 0);
        else
                *player = (uint8_t)json_seat(j, *player, players);
}

void json_state(struct json *j, const struct game *g, void *state)
{
        json_text(j, "{\"game\":\"");
        json_text(j, g->name);
        json_text(j, "\",");
        json_options(j, g, (struct options *)state);
        json_text(j, ",");
        g->json(j, state);
        json_text(j, "}");
}

int game_print(const struct game *g, const void *state, char *out, int cap)
{
        struct state copy; /* one function reads and writes a state, so it takes a mutable one */
        struct json j = json_writer(out, cap);

        memcpy(&copy, state, g->state_bytes);
        json_state(&j, g, &copy);
        return text_close(&j.out);
}

void json_complain(const struct json *j, char *why, int cap)
{
        struct text t = { why, cap, 0 };
        int end = j->at;

        while (end < j->size && end - j->at < 24 && j->in[end] >= ' ' && j->in[end] < 127)
                end++;
        text_add(&t, "at byte ");
        text_number(&t, (uint64_t)j->at + 1);
        text_add(&t, " there should be ");
        text_add(&t, j->expected);
        text_add(&t, j->at >= j->size ? ", but the text ends there" : ", not ");
        text_bytes(&t, j->in + j->at, end - j->at);
        text_close(&t);
}

const struct game *json_game(const struct json *start)
{
        const struct game *g;

        for (int i = 0; (g = game_at(i)); i++) {
                struct json j = *start;

                json_text(&j, "{\"game\":\"");
                json_text(&j, g->name);
                json_text(&j, "\"");
                if (!j.wrong)
                        break;
        }
        return g;
}

const struct game *game_parse(const char *json, int size, int viewer, void *state, char *why, int cap)
{
        struct text t = { why, cap, 0 };
        struct state copy = { { 0 } };
        struct json j = json_reader(json, size);
        const struct game *g = json_game(&j);
        const struct refusal *misfit;
        const char *broken;

        if (!g) {
                char names[MAX_GAMES_TEXT];

                text_add(&t, "a state is a JSON object that begins with \"game\": ");
                text_add(&t, game_names("or", names, sizeof names));
                text_close(&t);
                return 0;
        }
        json_state(&j, g, &copy);
        json_end(&j);
        if (j.wrong) {
                json_complain(&j, why, cap);
                return 0;
        }
        misfit = options_misfit(g, (const struct options *)&copy);
        broken = misfit ? misfit->why : g->broken(&copy, viewer);
        if (broken) {
                text_add(&t, broken);
                text_close(&t);
                return 0;
        }
        memcpy(state, &copy, g->state_bytes);
        return g;
}

/* --- moves --- */

int game_print_move(const struct game *g, const void *state, move m, char *out, int cap)
{
        struct text t = { out, cap, 0 };

        g->print_move(state, m, &t);
        return text_close(&t);
}

int game_find(const struct game *g, const void *state, const char *text, move *m)
{
        move list[MAX_MOVES];
        char candidate[MAX_MOVE_TEXT];
        int n = g->legal(state, list);

        for (int i = 0; i < n; i++) {
                game_print_move(g, state, list[i], candidate, MAX_MOVE_TEXT);
                if (text_same(candidate, text)) {
                        *m = list[i];
                        return 1;
                }
        }
        return 0;
}

uint32_t game_weights(const struct game *g, const void *state)
{
        move list[MAX_MOVES];
        int n = g->legal(state, list), sum = 0;

        for (int i = 0; i < n; i++)
                sum += g->weight(state, list[i]);
        return (uint32_t)sum;
}

move game_roll(const struct game *g, const void *state, struct draw *d)
{
        move list[MAX_MOVES];
        int left = (int)draw_below(d, game_weights(g, state)), i;

        g->legal(state, list);
        for (i = 0; (left -= g->weight(state, list[i])) >= 0; i++)
                ;
        return list[i];
}

unsigned game_winners(const struct game *g, const void *state)
{
        int players = game_players(state);
        int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS], best = 0;
        unsigned winners = 0;

        if (g->turn(state) != OVER)
                return 0;
        g->score(state, points, tiebreak);
        for (int p = 0; p < players; p++) {
                int ahead = points[p] != points[best] ? points[p] - points[best] : tiebreak[p] - tiebreak[best];

                if (ahead > 0)
                        best = p, winners = 0;
                if (ahead >= 0)
                        winners |= 1u << p;
        }
        return winners;
}
