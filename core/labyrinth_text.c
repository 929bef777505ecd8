/* Master Labyrinth as text: names, moves, the state's JSON, effects and points. The rules are in labyrinth.c. */
#include "bits.h"
#include "labyrinth_parts.h"

static const char TILE_NAMES[ORIENTED_TILES][4] = { "NS", "EW", "NE", "ES", "SW", "NW", "NES", "ESW", "NSW", "NEW" };
static const char PUSH_NAMES[PUSHES][3] = { "Nb", "Nd", "Nf", "E2", "E4", "E6", "Sb", "Sd", "Sf", "W2", "W4", "W6" };
static const char SHAPE_NAMES[] = "straight corner tee";
static const char PHASES[] = "shift advise move take wand over";

/* --- names --- */

/* The first is number 0 here. */
static void spell_token(int nth, struct text *t)
{
        text_number(t, (uint64_t)labyrinth_number(nth + 1));
}

void spell_maze_tile(int tile, struct text *t)
{
        text_add(t, TILE_NAMES[tile]);
}

static void spell_push(int push, struct text *t)
{
        text_add(t, PUSH_NAMES[push]);
}

void spell_shift(int shift, struct text *t)
{
        spell_push(shift / ORIENTED_TILES, t);
        text_add(t, ".");
        spell_maze_tile(shift % ORIENTED_TILES, t);
}

static void spell_goal(int goal, struct text *t)
{
        if (goal == STAY)
                text_add(t, "stay");
        else
                spell_cell(goal, t);
}

static void spell_advice(int advice, struct text *t)
{
        spell_shift(advice / GOALS, t);
        text_add(t, ":");
        spell_goal(advice % GOALS, t);
}

/* --- moves --- */

void labyrinth_print_move(const void *state, move m, struct text *t)
{
        const struct labyrinth *s = (const struct labyrinth *)state;

        switch (s->phase) {
        case LABYRINTH_SHIFT:
                if (m < OFFER) {
                        spell_shift((int)m, t);
                        break;
                }
                text_add(t, "offer:");
                text_number(t, (m - OFFER) / OFFER_SEAT + 1);
                text_add(t, ":");
                text_number(t, (m - OFFER) % OFFER_SEAT);
                break;
        case LABYRINTH_ADVISE:
                text_add(t, m == REFUSE ? "refuse" : "advise:");
                if (m != REFUSE)
                        spell_advice((int)m, t);
                break;
        case LABYRINTH_MOVE:
                spell_goal((int)m, t);
                break;
        case LABYRINTH_TAKE:
                text_add(t, m == TAKE_IT ? "take" : "leave");
                break;
        default:
                text_add(t, m == END_TURN ? "end" : "wand");
        }
}

/* --- what people are told --- */

void labyrinth_tally(const void *state, int seat, struct json *j)
{
        const struct labyrinth *s = (const struct labyrinth *)state;

        json_count(j, "tokens", labyrinth_points_for_tokens(s, seat), 1);
        json_count(j, "formula", labyrinth_points_for_formula(s, seat), 0);
        json_count(j, "wands", WAND_POINTS * s->wands[seat], 0);
}

/* The cells along a shortest path, starting with the pawn's own: breadth first until the goal is reached, and then back from
 * the goal, each time to a cell that is one step nearer. */
static void json_way(struct json *j, const struct labyrinth *s, int goal)
{
        uint64_t ring[MAZE_CELLS] = { bit(s->pawn[s->turn]) }, way[MAZE_CELLS];
        int steps = 0;

        while (!has(ring[steps], goal)) {
                ring[steps + 1] = ring[steps] | labyrinth_neighbours(s, ring[steps]);
                steps++;
        }
        way[steps] = bit(goal);
        for (int i = steps; i > 0; i--)
                way[i - 1] = bit(bit_first(labyrinth_neighbours(s, way[i]) & ring[i - 1]));
        json_text(j, "\"path\":[");
        for (int i = 0; i <= steps; i++) {
                json_text(j, i ? "," : "");
                json_name(j, bit_first(way[i]), MAZE_CELLS, spell_cell);
        }
        json_text(j, "]");
}

/* How far a shift lets the player go, and whether to the next token. */
static void json_opened(struct json *j, const struct labyrinth *s, int shift, int next)
{
        struct labyrinth after = *s;
        uint64_t reach;

        labyrinth_shift(&after, shift);
        reach = labyrinth_reach(&after, after.pawn[after.turn]);
        json_count(j, "cells", bit_count(reach) - 1, 1);
        for (uint64_t left = reach; left; left &= left - 1)
                if (after.token[bit_first(left)] == next)
                        json_count(j, "opens", labyrinth_number(next), 0);
}

void labyrinth_effect(const void *state, move m, struct json *j)
{
        const struct labyrinth *s = (const struct labyrinth *)state;
        int next = labyrinth_next(s);

        if (s->phase == LABYRINTH_SHIFT && m < SHIFTS)
                json_opened(j, s, (int)m, next);
        if (s->phase == LABYRINTH_TAKE)
                json_count(j, "token", labyrinth_number(next), 1);
        if (s->phase == LABYRINTH_MOVE && m != STAY) {
                json_way(j, s, (int)m);
                if (s->token[m] == next)
                        json_count(j, "token", labyrinth_number(next), 0);
        }
}

/* --- why not --- */

const struct refusal labyrinth_refusals[] = {
        { "not-a-shift", "a shift is the side and line to push in at, a dot, and the tile's open sides, like Nb.NE", NULL },
        RULE("push-barred", "the spare tile may not be pushed back in where it just fell out", "3.1.5"),
        { "spare-is-straight", "the spare tile is a straight: it lies NS or EW", NULL },
        { "spare-is-corner", "the spare tile is a corner: it lies NE, ES, SW or NW", NULL },
        { "spare-is-tee", "the spare tile is a tee: it lies NES, ESW, NSW or NEW", NULL },
        RULE("no-deals", "this game is played without deals", "3.5"),
        RULE("one-adviser", "there is one adviser at most for each shift", "3.5.6"),
        { "not-an-offer", "an offer is offer:PLAYER:WANDS, to an opponent not yet asked this turn, of wands that you hold", NULL },
        { "not-advice", "the adviser says refuse, or a legal shift and a cell that connects after it, like advise:Nb.NE:d5", NULL },
        { "not-a-cell", "the pawn goes to a cell from a1 to g7, or stays: stay", NULL },
        RULE("already-there", "the pawn stands there already: it goes to another cell, or stays: stay", "3.2.3"),
        RULE("no-passage", "no open passage leads there", "3.2.1"),
        { "take-or-leave", "the token is taken or left: take or leave", NULL },
        { "end-or-wand", "the turn ends, or a wand is given up for one more shift: end or wand", NULL },
        { "game-over", "the game is over", NULL },
        { 0, 0, 0 },
};

static const struct refusal *refuse(const char *code)
{
        return refusal_coded(labyrinth_refusals, code);
}

static const struct refusal *why_not_shift(const struct labyrinth *s, const char *text)
{
        int shift = text_find(spell_shift, SHIFTS, text);

        if (shift < 0)
                return refuse("not-a-shift");
        if (shift / ORIENTED_TILES == s->barred)
                return refuse("push-barred");
        return s->spare == STRAIGHT ? refuse("spare-is-straight")
             : s->spare == CORNER   ? refuse("spare-is-corner")
                                    : refuse("spare-is-tee");
}

const struct refusal *labyrinth_refusal(const void *state, const char *text)
{
        const struct labyrinth *s = (const struct labyrinth *)state;

        switch (s->phase) {
        case LABYRINTH_SHIFT:
                if (!text_begins(text, "offer"))
                        return why_not_shift(s, text);
                if (is(s, LABYRINTH_DEALS, DEALS_OFF))
                        return refuse("no-deals");
                if (s->promised)
                        return refuse("one-adviser");
                return refuse("not-an-offer");
        case LABYRINTH_ADVISE:
                return refuse("not-advice");
        case LABYRINTH_MOVE:
                if (text_find(spell_cell, MAZE_CELLS, text) < 0)
                        return refuse("not-a-cell");
                return text_find(spell_cell, MAZE_CELLS, text) == s->pawn[s->turn] ? refuse("already-there") : refuse("no-passage");
        case LABYRINTH_TAKE:
                return refuse("take-or-leave");
        case LABYRINTH_WAND:
                return refuse("end-or-wand");
        default:
                return refuse("game-over");
        }
}

/* --- the state's JSON --- */

static void json_maze(struct json *j, struct labyrinth *s)
{
        json_text(j, "[");
        for (int cell = 0; cell < MAZE_CELLS; cell++) {
                json_text(j, cell ? "," : "");
                labyrinth_place_tile(s, cell, json_name(j, labyrinth_tile(s, cell), ORIENTED_TILES, spell_maze_tile));
        }
        json_text(j, "]");
}

static void json_tokens(struct json *j, struct labyrinth *s)
{
        uint8_t cell_of[TOKENS] = { 0 };
        uint64_t there = 0;
        int nth = -1;

        for (int cell = 0; cell < MAZE_CELLS; cell++)
                if (s->token[cell]) {
                        there |= bit(s->token[cell] - 1);
                        cell_of[s->token[cell] - 1] = (uint8_t)cell;
                }
        json_text(j, "{");
        while ((nth = json_key(j, nth, there, TOKENS, spell_token)) >= 0) {
                int cell = json_name(j, cell_of[nth], MAZE_CELLS, spell_cell);

                if (j->in && s->token[cell])
                        json_refuse(j, "tokens from 1 to 20 and 25, each on a cell of its own");
                s->token[cell] = (uint8_t)(nth + 1);
        }
        json_text(j, "}");
}

/* Tokens by their numbers, ascending. */
static uint32_t json_numbers(struct json *j, uint32_t set)
{
        uint32_t read = 0;
        int last = 0;

        json_text(j, "[");
        for (uint32_t rest = set; json_more(j, rest != 0, last == 0); rest &= rest - 1) {
                int number = (int)json_number(j, rest ? (uint64_t)labyrinth_number(bit_first(rest)) : 0, 1, 25);
                int token = number == 25 ? TOKENS : number;

                if (token <= last || (number >= TOKENS && number < 25))
                        json_refuse(j, "numbers of tokens, 1 to 20 and 25, ascending");
                if (j->wrong)
                        break;
                read |= 1u << token;
                last = token;
        }
        json_text(j, "]");
        return read;
}

static void json_formula(struct json *j, uint8_t *card)
{
        uint32_t tokens;

        if (json_null(j, *card == NO_CARD)) {
                *card = NO_CARD;
                return;
        }
        tokens = json_numbers(j, j->in ? 0 : labyrinth_formula(*card));
        for (*card = 0; *card < CARDS && labyrinth_formula(*card) != tokens;)
                ++*card;
        if (*card == CARDS)
                json_refuse(j, "the three numbers of a formula card"), *card = NO_CARD;
}

static void json_asked(struct json *j, struct labyrinth *s)
{
        uint8_t asked = 0;
        int last = 0;

        json_text(j, "[");
        for (uint32_t rest = s->asked; json_more(j, rest != 0, last == 0); rest &= rest - 1) {
                int player = (int)json_number(j, rest ? (uint64_t)bit_first(rest) + 1 : 0, (uint64_t)last + 1,
                                              s->options.value[PLAYERS]);

                if (j->wrong)
                        break;
                asked |= (uint8_t)(1 << (player - 1));
                last = player;
        }
        json_text(j, "]");
        s->asked = asked;
}

static void json_deal(struct json *j, struct labyrinth *s)
{
        if (json_null(j, !s->promised)) {
                labyrinth_end_deal(s);
                return;
        }
        json_text(j, "{\"with\":");
        s->adviser = (uint8_t)json_seat(j, s->adviser, s->options.value[PLAYERS]);
        json_text(j, ",\"wands\":");
        s->promised = (uint8_t)json_number(j, s->promised, 1, ALL_WANDS);
        json_text(j, ",\"advice\":");
        s->advice = json_null(j, s->advice == NO_ADVICE) ? (uint16_t)NO_ADVICE
                                                         : (uint16_t)json_name(j, s->advice, REFUSE, spell_advice);
        json_text(j, "}");
}

void labyrinth_json(struct json *j, void *state)
{
        struct labyrinth *s = (struct labyrinth *)state;
        int players = s->options.value[PLAYERS];

        json_phase(j, PHASES, LABYRINTH_OVER, players, &s->phase, &s->player);
        json_text(j, ",\"turn\":");
        s->turn = (uint8_t)json_seat(j, s->turn, players);
        json_text(j, ",\"turns\":");
        s->turns = json_number(j, s->turns, 0, 999999999999);
        json_text(j, ",\"maze\":");
        json_maze(j, s);
        json_text(j, ",\"spare\":");
        s->spare = (uint8_t)json_word(j, s->spare, SHAPE_NAMES);
        json_text(j, ",\"barred\":");
        s->barred = json_null(j, s->barred == NO_PUSH) ? (uint8_t)NO_PUSH : (uint8_t)json_name(j, s->barred, PUSHES, spell_push);
        json_text(j, ",\"pawns\":[");
        for (int p = 0; p < players; p++) {
                json_text(j, p ? "," : "");
                s->pawn[p] = (uint8_t)json_name(j, s->pawn[p], MAZE_CELLS, spell_cell);
        }
        json_text(j, "],\"tokens\":");
        json_tokens(j, s);
        json_text(j, ",\"won\":[");
        for (int p = 0; p < players; p++) {
                json_text(j, p ? "," : "");
                s->won[p] = json_numbers(j, s->won[p]);
        }
        json_text(j, "],\"wands\":[");
        for (int p = 0; p < players; p++) {
                json_text(j, p ? "," : "");
                s->wands[p] = (uint8_t)json_number(j, s->wands[p], 0, ALL_WANDS);
        }
        json_text(j, "],\"wand_used\":");
        s->wand_used = (uint8_t)json_bool(j, s->wand_used);
        json_text(j, ",\"formulas\":[");
        for (int p = 0; p < players; p++) {
                json_text(j, p ? "," : "");
                json_formula(j, &s->card[p]);
        }
        json_text(j, "],\"asked\":");
        json_asked(j, s);
        json_text(j, ",\"deal\":");
        json_deal(j, s);
}
