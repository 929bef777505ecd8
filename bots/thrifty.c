/* A one-ply player of Marrakech; see thrifty.h. */
#include "thrifty.h"

#include "../core/bits.h"
#include "../core/marrakech.h"
#include "../core/random.h"

/* Worths are in 720ths of a dirham: tolls are sums over the six faces of the die, and means over up to three headings. A cell of
 * the patch is worth an eighth of a dirham, because it raises the toll there for the rest of the game. */
enum { DIRHAM = 720, FACES = 6, PATCH = DIRHAM / 8 };

/* The tolls that the player whose turn it is must expect if Assam goes on with this heading; with a payee, only those to them. */
static int expected_toll(const struct marrakech *s, int heading, int payee)
{
        static const int WEIGHT[] = { 0, 1, 2, 2, 1 };
        int sum = 0;

        for (int steps = 1; steps <= 4; steps++) {
                uint8_t direction = (uint8_t)heading;
                int cell = marrakech_walk(s->assam, &direction, steps), colour = marrakech_colour(s, cell);

                if (payee == EVERYTHING || (colour != NO_COLOUR && marrakech_owner(s, colour) == payee))
                        sum += WEIGHT[steps] * marrakech_toll(s, cell);
        }
        return sum * (DIRHAM / FACES);
}

/* What the next player must expect to pay to `payee`: the heading is theirs to choose, so it is the one that is the cheapest for
 * them. */
static int next_toll(const struct marrakech *s, int payee)
{
        int least = 0, paid = 0;

        for (int turn = -1; turn <= 1; turn++) {
                int heading = (s->heading + turn) & 3, toll = expected_toll(s, heading, EVERYTHING);

                if (turn == -1 || toll < least)
                        least = toll, paid = expected_toll(s, heading, payee);
        }
        return paid;
}

/* The lead in points over the best of the others. */
static int lead(const void *state, int me)
{
        int points[MAX_PLAYERS], tiebreak[MAX_PLAYERS], best = 0, players = game_players(state);

        marrakech.score(state, points, tiebreak);
        for (int p = 0; p < players; p++)
                if (p != me && points[p] > best)
                        best = points[p];
        return points[me] - best;
}

/* The size of the patch that shows on the cell where a carpet was laid. */
static int patch_at(const struct marrakech *s, int cell)
{
        struct marrakech visited = *s;

        visited.player = (uint8_t)(s->player == 0); /* anybody else's toll is the size of the patch */
        visited.out = 0;
        return marrakech_toll(&visited, cell);
}

static int worth_of(const struct marrakech *s, move m)
{
        struct marrakech after = *s;
        struct marrakech laid;

        marrakech.apply(&after, m);
        if (s->phase == MARRAKECH_TURN_ASSAM && s->options.value[MARRAKECH_ORIENT] == ORIENT_BEFORE)
                return -expected_toll(s, (int)m, EVERYTHING);
        if (after.phase == MARRAKECH_OVER)
                return lead(&after, s->player) * DIRHAM;
        if (s->phase == MARRAKECH_TURN_ASSAM)
                return expected_toll(&after, after.heading, s->player);
        laid = after;
        laid.player = s->player;
        if (after.phase == MARRAKECH_TURN_ASSAM && s->options.value[MARRAKECH_ORIENT] == ORIENT_AFTER)
                return lead(&after, s->player) * DIRHAM + patch_at(&laid, (int)m / 2) * PATCH;
        return lead(&after, s->player) * DIRHAM + patch_at(&laid, (int)m / 2) * PATCH + next_toll(&after, s->player);
}

move thrifty_move(const void *state, uint64_t seed)
{
        const struct marrakech *s = (const struct marrakech *)state;
        move list[12], best;
        int n = marrakech.legal(s, list), most = 0, tied = 0;

        best = list[0];
        for (int i = 0; i < n; i++) {
                int worth = worth_of(s, list[i]);

                if (i == 0 || worth > most)
                        most = worth, tied = 0;
                if (worth == most && place_of(random_dice(&seed), ++tied) == 0)
                        best = list[i];
        }
        return best;
}
