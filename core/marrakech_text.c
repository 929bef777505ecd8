/* Marrakech as text: names, moves, the state's JSON, effects and points. The rules are in marrakech.c. */
#include "bits.h"
#include "marrakech_parts.h"

static const char COLOURS[CARPET_COLOURS][7] = { "red", "yellow", "blue", "brown" };
static const char HEADINGS[4][2] = { "N", "E", "S", "W" };
static const char PHASES[] = "draw orient roll lay over";

/* --- moves --- */

void marrakech_print_move(const void *state, move m, struct text *t)
{
        const struct marrakech *s = (const struct marrakech *)state;

        switch (s->phase) {
        case MARRAKECH_DRAW:
                text_add(t, COLOURS[m]);
                break;
        case MARRAKECH_TURN_ASSAM:
                text_add(t, HEADINGS[m]);
                break;
        case MARRAKECH_ROLL:
                text_number(t, m);
                break;
        default:
                spell_cell((int)m / 2, t);
                spell_cell((int)m / 2 + (m & 1 ? 7 : 1), t);
        }
}

/* "red.1": the colour and the number of the carpet that shows. */
static void json_cell(struct json *j, struct marrakech *s, int cell)
{
        int colour = marrakech_colour(s, cell);

        json_text(j, "\"");
        if (!j->in) {
                text_add(&j->out, COLOURS[colour]);
        } else {
                for (colour = 0; colour < CARPET_COLOURS; colour++) {
                        struct json ahead = *j;

                        json_text(&ahead, COLOURS[colour]);
                        json_text(&ahead, ".");
                        if (!ahead.wrong)
                                break;
                }
                if (colour == NO_COLOUR)
                        json_refuse(j, "a colour, a dot and the number of the carpet");
                else
                        json_text(j, COLOURS[colour]), s->colour[colour] |= bit(cell);
        }
        json_text(j, ".");
        s->number[cell] = (uint8_t)json_number(j, s->number[cell], 1, 48);
        json_text(j, "\"");
}

/* --- what people are told --- */

void marrakech_tally(const void *state, int seat, struct json *j)
{
        const struct marrakech *s = (const struct marrakech *)state;
        int in = !has(s->out, seat);

        json_count(j, "carpets", in ? bit_count(marrakech_cells_of(s, seat)) : 0, 1);
        json_count(j, "dirhams", in ? s->dirhams[seat] : 0, 0);
}

static void spell_heading(int heading, struct text *t)
{
        text_add(t, HEADINGS[heading]);
}

/* "path":["d4S","d3S"]: the cells that Assam passes, each with his heading, starting with his own; then the toll where he
 * stops, and the seat that gets it, 0 for nobody. */
static void json_walk(struct json *j, const struct marrakech *s, int steps)
{
        int cell = s->assam, toll;

        json_text(j, "\"path\":[");
        for (int step = 0; step <= steps; step++) {
                uint8_t heading = s->heading;

                cell = marrakech_walk(s->assam, &heading, step);
                json_text(j, step ? ",\"" : "\"");
                spell_cell(cell, &j->out);
                spell_heading(heading, &j->out);
                json_text(j, "\"");
        }
        toll = marrakech_toll(s, cell);
        json_text(j, "]");
        json_count(j, "pay", toll < s->dirhams[s->player] ? toll : s->dirhams[s->player], 0);
        json_count(j, "to", toll ? marrakech_owner(s, marrakech_colour(s, cell)) + 1 : 0, 0);
}

/* Turning Assam: the consequences of each roll. */
static void effect_of_turning(struct json *j, const struct marrakech *s, move heading)
{
        struct marrakech after = *s;

        marrakech.apply(&after, heading);
        after.phase = MARRAKECH_ROLL; /* which carpet is drawn does not matter */
        json_text(j, "\"rolls\":[");
        for (int steps = 1; steps <= 4; steps++) {
                json_text(j, steps > 1 ? ",{" : "{");
                json_count(j, "roll", steps, 1);
                json_count(j, "weight", marrakech.weight(&after, (move)steps), 0);
                json_text(j, ",");
                json_walk(j, &after, steps);
                json_text(j, "}");
        }
        json_text(j, "]");
}

static void effect_of_rolling(struct json *j, const struct marrakech *s, int steps)
{
        uint8_t heading = s->heading;

        json_walk(j, s, steps);
        json_text(j, ",\"group\":");
        json_set(j, marrakech_tolled(s, marrakech_walk(s->assam, &heading, steps)), MARRAKECH_CELLS, spell_cell);
}

static void effect_of_laying(struct json *j, const struct marrakech *s, move m)
{
        struct marrakech after = *s;
        int cell = (int)m / 2, ends[2] = { cell, cell + (m & 1 ? 7 : 1) }, first = 1;

        json_text(j, "\"covers\":[");
        for (int i = 0; i < 2; i++)
                if (s->number[ends[i]]) {
                        json_text(j, first ? "" : ",");
                        json_cell(j, &after, ends[i]);
                        first = 0;
                }
        marrakech_lay(&after, cell, m & 1);
        json_text(j, "],\"group\":");
        json_set(j, marrakech_patch_around(&after, cell, marrakech_colour(&after, cell)), MARRAKECH_CELLS, spell_cell);
}

void marrakech_effect(const void *state, move m, struct json *j)
{
        const struct marrakech *s = (const struct marrakech *)state;

        if (s->phase == MARRAKECH_TURN_ASSAM)
                effect_of_turning(j, s, m);
        else if (s->phase == MARRAKECH_ROLL)
                effect_of_rolling(j, s, (int)m);
        else if (s->phase == MARRAKECH_LAY)
                effect_of_laying(j, s, m);
}

/* --- why not --- */

const struct refusal marrakech_refusals[] = {
        { "drawing-a-carpet", "a carpet is being drawn; the outcome is a colour that the player still has", NULL },
        { "rolling-the-die", "the die is being rolled; the outcome is 1, 2, 3 or 4", NULL },
        RULE("no-about-face", "Assam may be turned left or right, never right round", "4.1.2"),
        { "not-a-heading", "Assam is turned to N, E, S or W", NULL },
        { "not-two-cells", "a carpet is laid on two cells, written like c4d4", NULL },
        { "off-the-square", "a carpet is laid on two cells from a1 to g7, written like c4d4", NULL },
        RULE("cells-not-joined", "the two cells must share an edge", "4.4.1"),
        { "nearer-cell-first", "the cell nearer to a1 is written first, like c4d4", NULL },
        RULE("under-assam", "no carpet goes under Assam", "4.4.2"),
        RULE("not-beside-assam", "the carpet must lie beside Assam", "4.4.1"),
        RULE("covers-a-carpet", "a carpet may not cover both halves of one carpet", "4.4.3"),
        { "game-over", "the game is over", NULL },
        { 0, 0, 0 },
};

static const struct refusal *refuse(const char *code)
{
        return refusal_coded(marrakech_refusals, code);
}

const struct refusal *marrakech_refusal(const void *state, const char *text)
{
        const struct marrakech *s = (const struct marrakech *)state;
        char name[MAX_NAME];
        int a, b;
        uint64_t both;

        switch (s->phase) {
        case MARRAKECH_DRAW:
                return refuse("drawing-a-carpet");
        case MARRAKECH_ROLL:
                return refuse("rolling-the-die");
        case MARRAKECH_TURN_ASSAM:
                return text_same(text, HEADINGS[s->heading ^ 2]) ? refuse("no-about-face") : refuse("not-a-heading");
        case MARRAKECH_OVER:
                return refuse("game-over");
        default:
                break;
        }
        if (text_length(text) != 4)
                return refuse("not-two-cells");
        name[0] = text[0], name[1] = text[1], name[2] = '\0';
        a = text_find(spell_cell, MARRAKECH_CELLS, name);
        b = text_find(spell_cell, MARRAKECH_CELLS, text + 2);
        if (a < 0 || b < 0)
                return refuse("off-the-square");
        both = bit(a) | bit(b);
        if (!(marrakech_beside(bit(a)) & bit(b)))
                return refuse("cells-not-joined");
        if (a > b)
                return refuse("nearer-cell-first");
        if (has(both, s->assam))
                return refuse("under-assam");
        if (!(both & marrakech_beside(bit(s->assam))))
                return refuse("not-beside-assam");
        return refuse("covers-a-carpet");
}

/* --- the state's JSON --- */

static void spell_carpet_colour(int colour, struct text *t)
{
        text_add(t, COLOURS[colour]);
}

static void json_cells(struct json *j, struct marrakech *s)
{
        uint64_t covered = s->colour[0] | s->colour[1] | s->colour[2] | s->colour[3];
        int cell = -1;

        json_text(j, "{");
        while ((cell = json_key(j, cell, covered, MARRAKECH_CELLS, spell_cell)) >= 0)
                json_cell(j, s, cell);
        json_text(j, "}");
        if (!j->in)
                return;
        for (cell = 0; cell < MARRAKECH_CELLS; cell++) {
                if (cell % 7 < 6 && s->number[cell] && s->number[cell] == s->number[cell + 1])
                        s->joined[0] |= bit(cell);
                if (cell / 7 < 6 && s->number[cell] && s->number[cell] == s->number[cell + 7])
                        s->joined[1] |= bit(cell);
        }
}

static void json_carpets(struct json *j, struct marrakech *s)
{
        int players = s->options.value[PLAYERS], colours = players == 2 ? 4 : players;

        json_text(j, "[");
        for (int colour = 0; colour < colours; colour++) {
                int starts = players != 2 || colour % 2 == 0;

                json_text(j, !starts ? "," : colour ? "},{" : "{");
                json_text(j, "\"");
                json_text(j, COLOURS[colour]);
                json_text(j, "\":");
                s->carpets[colour] = (uint8_t)json_number(j, s->carpets[colour], 0, 15);
        }
        json_text(j, "}]");
}

void marrakech_json(struct json *j, void *state)
{
        struct marrakech *s = (struct marrakech *)state;
        int players = s->options.value[PLAYERS];
        uint8_t out = 0;

        json_phase(j, PHASES, MARRAKECH_OVER, players, &s->phase, &s->player);
        json_text(j, ",\"assam\":");
        s->assam = (uint8_t)json_name(j, s->assam, MARRAKECH_CELLS, spell_cell);
        json_text(j, ",\"facing\":");
        s->heading = (uint8_t)json_name(j, s->heading, 4, spell_heading);
        json_text(j, ",\"cells\":");
        json_cells(j, s);
        json_text(j, ",\"laid\":");
        s->laid = (uint8_t)json_number(j, s->laid, 0, 48);
        json_text(j, ",\"dirhams\":[");
        for (int p = 0; p < players; p++) {
                json_text(j, p ? "," : "");
                s->dirhams[p] = (uint8_t)json_number(j, s->dirhams[p], 0, 120);
        }
        json_text(j, "],\"carpets\":");
        json_carpets(j, s);
        json_text(j, ",\"drawn\":");
        s->drawn = json_null(j, s->drawn == NO_COLOUR) ? (uint8_t)NO_COLOUR
                                                       : (uint8_t)json_name(j, s->drawn, CARPET_COLOURS, spell_carpet_colour);
        json_text(j, ",\"out\":[");
        for (int p = 0; p < players; p++) {
                json_text(j, p ? "," : "");
                out |= (uint8_t)(json_bool(j, has(s->out, p)) << p);
        }
        s->out = out;
        json_text(j, "]");
}
