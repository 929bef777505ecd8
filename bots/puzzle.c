/* Finding and proving puzzles; see puzzle.h. */
#include "puzzle.h"

#include <string.h>

#include "../core/bits.h"
#include "../core/random.h"

/* What a puzzle must be like; shares of WHOLE. Right moves are nearly equal, and all others are a clear step below, by the judge
 * and, a smaller one, by the searches. There are at least so many choices for each right move. */
enum { FEWEST_CHOICES = 3, STEP = WHOLE * 6 / 100, STEP_FOUND = WHOLE * 4 / 100, NEARLY = WHOLE / 100 };

/* The game is not decided, whatever is done. */
enum { LEAST_BEST = WHOLE * 15 / 100, MOST_BEST = WHOLE * 98 / 100 };

/* Proofs. An early look saves most of the time for what is no puzzle: it needs half of the step. */
enum { ITERATIONS = 4000, EARLY = 4, MOST_COMPARED = 64 };

/* Continuations: how many turns; how many moves that are not right go on after the early look; and the bots, which overlook a move
 * now and then, so that no two continuations are alike. */
enum { TURNS_ON = 5, CONTINUED = 6 };
static const struct level PLAYS_ON = { .iterations = 300, .overlooks = 5 };

/* Bots that play the games: with more than two players the higher levels take long. */
enum { LEVEL_OF_TWO = 8, LEVEL_OF_MORE = 6 };

/* Of one game: puzzles are so many plies apart, and so many positions are tried. */
enum { APART = 8, MOST_TRIED = 8 };

/* The moves of a position with the mover's shares, best first. */
struct scale {
        int n, solved;
        move list[MAX_MOVES];
        uint32_t share[MAX_MOVES];
};

size_t finder_room(const struct game *g)
{
        uint32_t most = ITERATIONS;

        for (int i = 1; i <= LEVELS; i++)
                most = bot_level(g, i)->iterations > most ? bot_level(g, i)->iterations : most;
        return search_size(most);
}

void finder_open(struct finder *f, const struct game *g, void *block, uint64_t seed)
{
        memset(f, 0, sizeof *f);
        f->game = g;
        f->seed = seed;
        f->block = block;
        judge_open(&f->judge, g, USUAL_EFFORT);
}

static struct search *bot_thinks(struct finder *f, const void *view, const struct level *level, uint64_t seed)
{
        struct search *s = bot_open(f->block, search_size(level->iterations), f->game, level, view, seed);

        search_run(s, level->iterations);
        return s;
}

static move bot_plays(struct finder *f, const void *view, const struct level *level, uint64_t seed)
{
        return bot_choice(bot_thinks(f, view, level, seed), level, seed);
}

/* --- the judge --- */

/* A sort that keeps the order of equal ones, so that it is the same everywhere. */
static void sort(struct scale *w)
{
        for (int i = 1; i < w->n; i++) {
                move m = w->list[i];
                uint32_t share = w->share[i];
                int k = i;

                for (; k > 0 && w->share[k - 1] < share; k--)
                        w->share[k] = w->share[k - 1], w->list[k] = w->list[k - 1];
                w->share[k] = share, w->list[k] = m;
        }
}

/* Every legal move, by what the mover sees. */
static void weigh(struct finder *f, const struct state *view, int effort, struct scale *w)
{
        const struct game *g = f->game;
        struct judge *j = &f->judge;
        int who = g->turn(view);

        j->effort = (uint32_t)effort;
        j->exact = (uint32_t)(w->solved = !j->guide->lead && judge_can_solve(j, view));
        w->n = g->legal(view, w->list);
        for (int i = 0; i < w->n; i++) {
                struct state after = *view;
                uint32_t share[MAX_PLAYERS];

                g->apply(&after, w->list[i]);
                judge_value(j, view, &after, share);
                w->share[i] = share[who];
        }
        sort(w);
}

/* How many of the first moves are right; 0: there is no clear step, the game is decided, or a guess would do. */
static int count_right(const struct scale *w)
{
        if (w->share[0] < LEAST_BEST || (w->share[0] > MOST_BEST && !w->solved))
                return 0;
        for (int k = 1; k <= MOST_RIGHT && FEWEST_CHOICES * k <= w->n && w->share[0] - w->share[k - 1] <= NEARLY; k++)
                if (w->share[k - 1] - w->share[k] >= STEP)
                        return k;
        return 0;
}

/* A look-ahead sees too little with the effort that is enough for a net. */
static int effort_of(const struct finder *f, int effort)
{
        return f->judge.guide->lead ? effort + 1 : effort;
}

void finder_judge(const struct finder *f, struct text *t)
{
        struct judge j = f->judge;

        j.effort = (uint32_t)effort_of(f, USUAL_EFFORT);
        judge_name(&j, t);
}

/* What the mover sees. 0: something is hidden that a judge would need; what it hides from a look-ahead counts as expected. */
static int see(const struct finder *f, const void *state, struct state *view)
{
        const struct game *g = f->game;

        memset(view, 0, sizeof *view);
        memcpy(view, state, g->state_bytes);
        g->redact(view, g->turn(state));
        return f->judge.guide->lead || memcmp(view, state, g->state_bytes) == 0;
}

/* --- proofs by searches --- */

/* One share for each move. */
typedef void search_once(struct finder *f, const struct state *view, const move *list, int n, uint64_t seed, uint32_t *share);

static void search_tree(struct finder *f, const struct state *view, const move *list, int n, uint64_t seed, uint32_t *share)
{
        struct search *s = search_open(f->block, search_size(ITERATIONS), f->game, view, seed);
        struct ranked ranked[MAX_MOVES];
        int found;

        search_run(s, ITERATIONS);
        found = search_rank(s, ranked);
        for (int i = 0; i < n; i++)
                for (int k = 0; k < found; k++)
                        if (ranked[k].m == list[i])
                                share[i] = ranked[k].value;
}

/* Bots play on for some turns; then the seat's lead counts, as far as it sees. */
static uint32_t play_on(struct finder *f, struct state *state, int seat, uint64_t random)
{
        const struct game *g = f->game;
        const struct guide *guide = f->judge.guide;
        uint32_t share[MAX_PLAYERS];
        int turns = TURNS_ON, who;

        while ((who = g->turn(state)) != OVER && turns > 0) {
                struct state view = *state;
                int owner = g->owner(state);

                g->redact(&view, who);
                g->apply(state, who == CHANCE ? g->pick(state, random_dice(&random))
                                              : bot_plays(f, &view, &PLAYS_ON, random_next(&random)));
                turns -= g->owner(state) != owner;
        }
        if (who == OVER) {
                judge_result(g, state, share);
                return share[seat];
        }
        g->redact(state, seat);
        return guide->share(state, guide->lead(state, seat, (struct memo *)f->judge.memo));
}

/* All moves in the same world. */
static void continue_game(struct finder *f, const struct state *view, const move *list, int n, uint64_t seed, uint32_t *share)
{
        const struct game *g = f->game;
        int seat = g->turn(view);
        struct state world = *view;
        struct draw d;
        uint8_t key[32];

        draw_key(key, seed);
        draw_open(&d, key, 0);
        g->determinize(&world, seat, &d);
        for (int i = 0; i < n; i++) {
                struct state after = world;

                g->apply(&after, list[i]);
                share[i] = play_on(f, &after, seat, seed);
        }
}

/* Sums over the searches: of a move, and of its difference to another. */
struct sums {
        uint32_t found[PROOF_SEARCHES][MOST_COMPARED];
        uint32_t searches;
};

static uint64_t sum_of(const struct sums *s, int place)
{
        uint64_t sum = 0;

        for (uint32_t i = 0; i < s->searches; i++)
                sum += s->found[i][place];
        return sum;
}

/* By how many standard errors the first move is above the second, rounded down: the largest t for which
 * mean^2 >= t^2 variance / n. */
static uint32_t errors_between(const struct sums *s, int first, int second)
{
        int64_t n = s->searches, sum = 0, squares = 0, t = 0;

        for (int i = 0; i < n; i++) {
                int64_t above = (int64_t)s->found[i][first] - (int64_t)s->found[i][second];

                sum += above;
                squares += above * above;
        }
        while (sum > 0 && t < MOST_ERRORS && (t + 1) * (t + 1) * (n * squares - sum * sum) <= sum * sum * (n - 1))
                t++;
        return (uint32_t)t;
}

/* The right moves, which come first, and after them the others, each best first by the searches. */
static void sort_found(const struct sums *s, int right, int n, int *order)
{
        for (int i = 0; i < n; i++) {
                int k = i, first = i < right ? 0 : right;

                for (; k > first && sum_of(s, order[k - 1]) < sum_of(s, i); k--)
                        order[k] = order[k - 1];
                order[k] = i;
        }
}

/* Whether the last right move is so far above the first of the others, on the mean of the searches. */
static int is_above(const struct sums *s, const int *order, int right, uint32_t step)
{
        return sum_of(s, order[right - 1]) >= sum_of(s, order[right]) + (uint64_t)step * s->searches;
}

/* The moves and what was found of them, in this order. */
static void put_in_order(struct sums *s, move *list, const int *order, int n)
{
        struct sums found = *s;
        move moves[MOST_COMPARED];

        memcpy(moves, list, (size_t)n * sizeof *list);
        for (int i = 0; i < n; i++) {
                list[i] = moves[order[i]];
                for (uint32_t k = 0; k < s->searches; k++)
                        s->found[k][i] = found.found[k][order[i]];
        }
}

static enum verdict prove_by_searches(struct finder *f, const struct state *view, const struct scale *w, struct puzzle *p)
{
        search_once *search = f->judge.guide->lead ? continue_game : search_tree;
        uint64_t random = f->seed ^ position_hash(f->game, view);
        move list[MOST_COMPARED];
        int n = w->n, order[MOST_COMPARED];
        struct sums s = { .searches = 0 };

        if (n > MOST_COMPARED)
                return UNCLEAR;
        memcpy(list, w->list, (size_t)n * sizeof *list);
        while (s.searches < PROOF_SEARCHES) {
                search(f, view, list, n, random_next(&random), s.found[s.searches]);
                if (++s.searches != EARLY)
                        continue;
                sort_found(&s, p->right, n, order);
                if (!is_above(&s, order, p->right, STEP_FOUND / 2))
                        return UNPROVEN;
                put_in_order(&s, list, order, n);
                if (f->judge.guide->lead && n > p->right + CONTINUED)
                        n = p->right + CONTINUED;
        }
        sort_found(&s, p->right, n, order);
        p->searches = s.searches;
        p->errors = MOST_ERRORS;
        for (int i = p->right; i < n; i++) {
                uint32_t errors = errors_between(&s, order[p->right - 1], order[i]);

                p->errors = errors < p->errors ? errors : p->errors;
        }
        p->n = n < PUZZLE_MOVES ? n : (int)PUZZLE_MOVES;
        for (int i = 0; i < p->n; i++) {
                p->list[i] = list[order[i]];
                p->share[i] = (uint32_t)(sum_of(&s, order[i]) / s.searches);
        }
        if (p->errors < PROOF_ERRORS || !is_above(&s, order, p->right, STEP_FOUND))
                return UNPROVEN;
        return p->share[0] - p->share[p->right - 1] < STEP_FOUND ? PROVEN : UNPROVEN; /* right moves are alike here, too */
}

enum verdict puzzle_prove(struct finder *f, const void *state, struct puzzle *p)
{
        const struct game *g = f->game;
        struct state view;
        struct scale w;
        enum verdict verdict;

        memset(p, 0, sizeof *p);
        p->game = g;
        memcpy(&p->state, state, g->state_bytes);
        if (!see(f, state, &view))
                return HIDDEN;
        p->id = (uint32_t)position_hash(g, &view);
        solver_open(&f->judge.solver, g);
        weigh(f, &view, effort_of(f, USUAL_EFFORT), &w);
        p->right = count_right(&w);
        if (!p->right)
                return UNCLEAR;
        if (w.solved) {
                p->n = w.n < PUZZLE_MOVES ? w.n : (int)PUZZLE_MOVES;
                memcpy(p->list, w.list, (size_t)p->n * sizeof *p->list);
                memcpy(p->share, w.share, (size_t)p->n * sizeof *p->share);
                verdict = SOLVED;
        } else {
                verdict = prove_by_searches(f, &view, &w, p);
        }
        if (verdict <= PROVEN)
                p->theme = puzzle_theme(g, &view, p->list[0]);
        return verdict;
}

/* --- ratings --- */

/* How often each level plays it, and between which ratings puzzles are. */
enum { TRIES = 6, TRIES_OF_STRONG = 1, STRONG = 8, LOWEST = 600, HIGHEST = 3000, USUAL_RATING = 1500, RATING_STEP = 10 };

/* So many points of rating halve the odds: a tenth is 400. */
enum { HALVES = 120 };

static uint32_t expected(uint32_t rating, uint32_t other)
{
        int ratings[2] = { (int)rating, (int)other };
        uint32_t share[2];

        guide_shares(ratings, 2, HALVES, share);
        return share[0];
}

/* Whether a bot plays one of the right moves, which are the first of the list. */
static int finds_it(struct finder *f, const move *list, int right, const struct state *view, int level, uint64_t seed)
{
        move m = bot_plays(f, view, bot_level(f->game, level), seed);

        for (int i = 0; i < right; i++)
                if (list[i] == m)
                        return 1;
        return 0;
}

/* The rating of an opponent against whom the levels would be expected to win as often as they find the move. One more game, drawn
 * by a player with the usual rating, keeps what all or none of them find within bounds. */
static uint32_t rate(struct finder *f, const struct puzzle *p)
{
        uint32_t low = LOWEST, high = HIGHEST, won = WHOLE / 2;
        uint64_t random = ~f->seed ^ p->id;
        struct state view;

        see(f, &p->state, &view);
        for (int level = 1; level <= LEVELS; level++) {
                int tries = level < STRONG ? TRIES : TRIES_OF_STRONG, found = 0;

                for (int i = 0; i < tries; i++)
                        found += finds_it(f, p->list, p->right, &view, level, random_next(&random));
                won += (uint32_t)(WHOLE * found / tries);
        }
        while (high - low > RATING_STEP) {
                uint32_t middle = (low + high) / 2 / RATING_STEP * RATING_STEP, sum = expected(USUAL_RATING, middle);

                for (int level = 1; level <= LEVELS; level++)
                        sum += expected(bot_level(f->game, level)->rating, middle);
                if (sum > won)
                        low = middle;
                else
                        high = middle;
        }
        return high;
}

/* --- a game --- */

/* Beginners look at a position first: of these levels, so many each. In some games all of them may find it, in others few. */
enum { BEGINNERS = 6, BEGINNERS_OF_A_LEVEL = 3, HARDNESSES = 4, GAMES_ALIKE = 8 };
static const uint32_t MOST_FOUND[HARDNESSES] = { 18, 13, 9, 6 };

static uint32_t beginners_who_find(struct finder *f, const struct state *view, const move *list, int right)
{
        uint64_t random = position_hash(f->game, view);
        uint32_t found = 0;

        for (int i = 0; i < BEGINNERS * BEGINNERS_OF_A_LEVEL; i++)
                found += (uint32_t)finds_it(f, list, right, view, 1 + i % BEGINNERS, random_next(&random));
        return found;
}

/* The hardest come first, then those with the largest step. */
static int comes_before(const struct position *a, const struct position *b)
{
        return a->found != b->found ? a->found < b->found : a->step > b->step;
}

static void keep(struct finder *f, const struct position *new)
{
        int k = f->positions;

        while (k > 0 && comes_before(new, &f->position[k - 1]))
                k--;
        if (k == MOST_POSITIONS)
                return;
        f->positions += f->positions < MOST_POSITIONS;
        memmove(&f->position[k + 1], &f->position[k], (size_t)(f->positions - 1 - k) * sizeof *new);
        f->position[k] = *new;
}

/* A quick look at a decision of the game. */
static void look_at(struct finder *f, const struct state *state, const struct state *view, uint32_t ply, uint32_t most_found)
{
        struct position new = { .state = *state, .ply = ply };
        struct scale w;
        int right;

        weigh(f, view, effort_of(f, QUICK_EFFORT), &w);
        right = count_right(&w);
        if (!right)
                return;
        new.theme = puzzle_theme(f->game, view, w.list[0]);
        new.step = w.share[right - 1] - w.share[right];
        new.found = beginners_who_find(f, view, w.list, right);
        if (new.found <= most_found)
                keep(f, &new);
}

/* Whether a bot of a look ahead saw half of a step when it chose its move: that costs nothing, and a judge takes long. What it did
 * not look at is worth nothing to it. */
static int sees_a_step(const struct search *s)
{
        struct ranked list[MAX_MOVES];
        int n = search_rank(s, list);

        for (int k = 1; k <= MOST_RIGHT && k < n; k++)
                if (list[k - 1].value >= list[k].value + STEP / 2)
                        return 1;
        return 0;
}

static void play_game(struct finder *f, const struct options *o, uint64_t seed, uint32_t most_found)
{
        const struct game *g = f->game;
        const struct level *level = bot_level(g, o->value[PLAYERS] == 2 ? LEVEL_OF_TWO : LEVEL_OF_MORE);
        struct state state = { { 0 } }, view;
        struct search *search;
        uint64_t random = seed, events = 0;
        int who;
        struct draw d;
        uint8_t key[32];

        draw_key(key, seed);
        draw_open(&d, key, events++);
        g->setup(&state, o, &d);
        for (uint32_t ply = 0; (who = g->turn(&state)) != OVER; ply++) {
                uint64_t bot = random_next(&random);
                int sees_all, promising;
                move m;

                if (who == CHANCE) {
                        draw_open(&d, key, events++);
                        g->apply(&state, game_roll(g, &state, &d));
                        continue;
                }
                f->decisions++;
                sees_all = see(f, &state, &view);
                search = bot_thinks(f, &view, level, bot);
                m = bot_choice(search, level, bot);
                promising = !f->judge.guide->lead || sees_a_step(search);
                if (sees_all && promising && puzzle_asks(g, &state))
                        look_at(f, &state, &view, ply, most_found);
                g->apply(&state, m);
        }
}

int finder_play(struct finder *f, uint64_t seed, uint64_t number, struct puzzle list[PUZZLES_OF_A_GAME])
{
        uint64_t random = seed + number * 0x9e3779b97f4a7c15;
        uint32_t ply[PUZZLES_OF_A_GAME];
        struct options o;
        int n = 0;

        f->games++;
        f->positions = 0;
        solver_open(&f->judge.solver, f->game);
        puzzle_options(f->game, number, &o);
        play_game(f, &o, random_next(&random), MOST_FOUND[number / GAMES_ALIKE % HARDNESSES]);
        for (int i = 0, tried = 0; i < f->positions && tried < MOST_TRIED && n < PUZZLES_OF_A_GAME; i++) {
                const struct position *at = &f->position[i];
                enum verdict verdict;
                int same = 0;

                for (int k = 0; k < n; k++)
                        same |= at->theme == list[k].theme || (at->ply < ply[k] + APART && ply[k] < at->ply + APART);
                if (same)
                        continue;
                tried++;
                verdict = puzzle_prove(f, &at->state, &list[n]);
                f->verdicts[verdict]++;
                for (int k = 0; k < n; k++)
                        same |= list[k].theme == list[n].theme;
                if (verdict > PROVEN || same)
                        continue;
                list[n].rating = rate(f, &list[n]);
                ply[n++] = at->ply;
        }
        return n;
}

/* --- text --- */

enum { HEX_DIGITS = 8, THOUSAND = 1000, MOVES_TEXT = MAX_MOVES * MAX_MOVE_TEXT };

/* Reading: the next digit of a base; writing: this one. */
static uint32_t json_digit(struct json *j, uint32_t digit, uint32_t base)
{
        static const char DIGITS[] = "0123456789abcdef";

        if (!j->in) {
                text_bytes(&j->out, &DIGITS[digit], 1);
                return digit;
        }
        for (digit = 0; digit < base; digit++)
                if (!j->wrong && j->at < j->size && j->in[j->at] == DIGITS[digit]) {
                        j->at++;
                        return digit;
                }
        json_refuse(j, "another digit");
        return 0;
}

static uint32_t json_id(struct json *j, uint32_t id)
{
        uint32_t found = 0;

        json_text(j, "\"");
        for (int shift = 4 * (HEX_DIGITS - 1); shift >= 0; shift -= 4)
                found = found << 4 | json_digit(j, id >> shift & 15, 16);
        json_text(j, "\"");
        return found;
}

/* From 0 to 1 with three decimals. */
static uint32_t json_share(struct json *j, uint32_t share)
{
        uint32_t thousandths = (share * THOUSAND + WHOLE / 2) / WHOLE, found = 0;

        if (json_has(j, "1.000", thousandths == THOUSAND))
                return WHOLE;
        json_text(j, "0.");
        for (uint32_t place = THOUSAND / 10; place; place /= 10)
                found = 10 * found + json_digit(j, thousandths / place % 10, 10);
        return j->in ? found * WHOLE / THOUSAND : share;
}

/* The position as it is with all that is known; reading refuses one that cannot be, or in which nobody decides. */
static void json_position(struct json *j, struct puzzle *p)
{
        const struct game *g = p->game;
        const struct refusal *misfit;
        struct state view;
        const char *broken;

        json_state(j, g, &p->state);
        if (!j->in || j->wrong)
                return;
        misfit = options_misfit(g, (const struct options *)&p->state);
        broken = misfit ? misfit->why : g->broken(&p->state, EVERYTHING);
        if (broken || g->turn(&p->state) >= CHANCE) {
                json_refuse(j, broken ? broken : "a position in which somebody decides");
                return;
        }
        view = p->state;
        g->redact(&view, g->turn(&view));
        if (p->id != (uint32_t)position_hash(g, &view))
                json_refuse(j, "the position of this id");
}

/* The legal moves as a list of words; a move is read and written by its place there. */
static void json_moves(struct json *j, struct puzzle *p)
{
        char words[MOVES_TEXT];
        struct text t = { words, sizeof words, 0 };
        move legal[MAX_MOVES];
        int n = p->game->legal(&p->state, legal);

        for (int i = 0; i < n; i++) {
                text_add(&t, i ? " " : "");
                p->game->print_move(&p->state, legal[i], &t);
        }
        text_close(&t);
        json_text(j, ",\"moves\":[");
        for (int i = 0; json_more(j, i < p->n, i == 0); i++) {
                int k = 0;

                if (i == PUZZLE_MOVES) {
                        json_refuse(j, "fewer moves");
                        break;
                }
                while (!j->in && legal[k] != p->list[i])
                        k++;
                json_text(j, "[");
                p->list[i] = legal[json_word(j, k, words)];
                json_text(j, ",");
                p->share[i] = json_share(j, p->share[i]);
                json_text(j, "]");
                p->n = j->in ? i + 1 : p->n;
        }
        json_text(j, "]");
        if (p->right >= p->n)
                json_refuse(j, "a move that is not right");
}

void puzzle_json(struct json *j, const struct game *g, struct puzzle *p)
{
        int seat;

        if (j->in) {
                memset(p, 0, sizeof *p);
                p->game = g;
                p->right = 1;
        }
        json_text(j, "{\"id\":");
        p->id = json_id(j, p->id);
        json_text(j, ",\"position\":");
        json_position(j, p);
        if (j->wrong)
                return;
        seat = g->turn(&p->state);
        json_text(j, ",\"seat\":");
        if (json_seat(j, seat, game_players(&p->state)) != seat)
                json_refuse(j, "the seat to move");
        json_text(j, ",\"theme\":");
        p->theme = (uint32_t)json_word(j, (int)p->theme, puzzle_themes(g));
        json_text(j, ",\"rating\":");
        p->rating = (uint32_t)json_number(j, p->rating, LOWEST, HIGHEST);
        if (json_has(j, ",\"right\":", p->right > 1))
                p->right = (int)json_number(j, (uint64_t)p->right, 2, MOST_RIGHT);
        json_moves(j, p);
        json_text(j, ",\"proof\":{");
        if (!json_has(j, "\"exact\":true", p->searches == 0)) {
                json_text(j, "\"searches\":");
                p->searches = (uint32_t)json_number(j, p->searches, 1, PROOF_SEARCHES);
                json_text(j, ",\"errors\":");
                p->errors = (uint32_t)json_number(j, p->errors, PROOF_ERRORS, MOST_ERRORS);
        }
        json_text(j, "}}");
}
