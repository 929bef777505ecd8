/* The flags of serai play, and its questions; see setup.h. */
#include "setup.h"

#include <stdio.h>
#include <string.h>

#include "line.h"

/* --- flags --- */

static const char *read_seats(struct setup *s, const char *list)
{
        int bot[MAX_PLAYERS] = { 0 }, n = 0;

        while (list) {
                char word[MAX_NAME];
                uint64_t level = PERSON;

                list = list_member(list, word, sizeof word);
                if (n == MAX_PLAYERS)
                        return "there are four seats at most";
                if (strcmp(word, "random") == 0)
                        level = RANDOM_MOVER;
                else if (strcmp(word, "person") != 0 &&
                         (strncmp(word, "level:", 6) != 0 || !cli_number(word + 6, 1, LEVELS, &level)))
                        return "seats are person, random or level:1 to level:10, joined by commas, like person,level:3";
                bot[n++] = (int)level;
        }
        memcpy(s->bot, bot, sizeof bot);
        s->seats = n;
        return NULL;
}

static const char *read_names(struct setup *s, const char *list)
{
        return look_names(&s->look, list);
}

static const char *seats_given(void *into, const char *list, char *why)
{
        (void)why;
        return read_seats(into, list);
}

static const char *names_given(void *into, const char *list, char *why)
{
        (void)why;
        return read_names(into, list);
}

static const char *seed_given(void *into, const char *value, char *why)
{
        struct setup *s = into;

        (void)why;
        s->seeded = 1;
        return cli_number(value, 0, UINT64_MAX, &s->seed) ? NULL : "--seed is a number from 0 to 18446744073709551615";
}

static const struct argument ARGUMENTS[] = {
        { "GAME", .kind = ARG_OTHER, .help = "the game" },
        { "--OPTION VALUE", .kind = ARG_OTHER, .many = 1, .help = "options of the game, also as key=value; they are listed below" },
        { "--seats", "LIST", ARG_READ, .read = seats_given,
          .help = "who sits where, like person,level:3,random; all are persons if not given. level:1 to level:10 are bots, from a "
                  "first game to the strongest; random makes any legal move" },
        { "--names", "LIST", ARG_READ, .read = names_given, .help = "names of the seats, like Anna,Boris" },
        { "--hint", .kind = ARG_SWITCH, INTO(struct setup, hint), .help = "shows the best moves before each of yours" },
        { "--seed", "S", ARG_READ, .read = seed_given, .help = "deals and rolls the same again; else the system gives one" },
        { "--save", "FILE", ARG_TEXT, INTO(struct setup, save),
          .help = "where the record is written when the game ends or is left" },
        { "--resume", "FILE", ARG_TEXT, INTO(struct setup, resume),
          .help = "goes on with a saved game; it is saved to the same file again" },
        { 0 },
};

static void print_game_options(void);

const struct subcommand play_subcommand = {
        .name = "play",
        .brief = "play in a terminal, against bots or several people at one keyboard",
        .about =
                "Plays a game on this terminal. What is not given is asked for; where standard input is not a terminal, it is as "
                "usual.\n"
                "\n"
                "Type ? while playing. With several persons and something secret, a curtain falls when the keyboard changes hands: "
                "Enter lifts it, undo takes the last move back. Where standard input is not a terminal, the curtain is a line of "
                "output, and takes no line of input. Ctrl-C, Ctrl-D and quit leave the game and save it, in the current folder if "
                "no file was given. NO_COLOR, TERM=dumb and locales without UTF-8 are respected.",
        .arguments = ARGUMENTS,
        .more = print_game_options,
        .run = cli_play,
};

static const struct game *find_game(int argc, char **argv)
{
        for (int i = 0; i < argc; i++)
                if (game_named(argv[i]))
                        return game_named(argv[i]);
        return NULL;
}

int setup_flags(struct setup *s, int argc, char **argv)
{
        int used, status;

        memset(s, 0, sizeof *s);
        look_open(&s->look, SPECTATOR);
        if ((status = arguments_read(&play_subcommand, s, &argc, argv)) != GO_ON)
                return status;
        s->game = find_game(argc, argv);
        if (s->game)
                options_default(s->game, &s->options);
        for (int i = 0; i < argc; i += used) {
                char why[MAX_REASON], games[MAX_GAMES_TEXT];
                const char *wrong;

                used = 1;
                if (s->game && strcmp(argv[i], s->game->name) == 0)
                        continue;
                if (!s->game)
                        return cli_fail("%.200s is not understood without a game; games are %s", argv[i],
                                        game_names("and", games, sizeof games));
                if ((wrong = cli_option(s->game, &s->options, argc - i, argv + i, &used, why)))
                        return cli_fail("%s", wrong);
                s->options_given++;
                s->players_given |= strncmp(argv[i] + 2 * (argv[i][0] == '-'), "players", 7) == 0;
        }
        if (s->resume && (s->game || s->seeded))
                return cli_fail("--resume goes on with the game in its file; only --seats, --names, --hint and --save go with it");
        return GO_ON;
}

int setup_check(struct setup *s, int players)
{
        if (s->seats && s->seats != players)
                return cli_fail("there are %d seats for %d players", s->seats, players);
        if (!s->resume && options_misfit(s->game, &s->options))
                return cli_fail("%s", options_misfit(s->game, &s->options)->why);
        return 0;
}

/* --- questions --- */

/* Asks; 0: the person left. */
static int question(const struct terminal *t, char answer[LINE_ROOM])
{
        int state;

        for (;;) {
                fputs("> ", stdout);
                fflush(stdout);
                state = line_read(answer);
                if (state == LINE_READ)
                        return 1;
                if (state != LINE_TOO_LONG) {
                        putchar('\n');
                        return 0;
                }
                say(t, style(INK_RED, PLAIN, 0), "That line is too long.");
        }
}

static int ask_game(struct setup *s, const struct terminal *t)
{
        char answer[LINE_ROOM], names[MAX_GAMES_TEXT];
        uint64_t n;

        say(t, style(INK_GOLD, PLAIN, BOLD), "Which game?");
        for (int i = 0; game_at(i); i++)
                say(t, style(PLAIN, PLAIN, 0), "  %d  %-10s  %s", i + 1, game_at(i)->name, board_of(game_at(i))->about);
        say(t, style(INK_SOFT, PLAIN, 0), "A number or a name; Enter = 1.");
        while (question(t, answer)) {
                if (!*answer)
                        s->game = game_at(0);
                else if (cli_number(answer, 1, (uint64_t)game_count(), &n))
                        s->game = game_at((int)n - 1);
                else
                        s->game = game_named(answer);
                if (s->game) {
                        options_default(s->game, &s->options);
                        return 1;
                }
                say(t, style(INK_RED, PLAIN, 0), "The games are 1 to %d, or %s.", game_count(),
                    game_names("and", names, sizeof names));
        }
        return 0;
}

void option_values(const struct game *g, const struct options *chosen, int i, char values[OPTION_TEXT], char usual[MAX_NAME])
{
        const struct option *o = &g->option[i];
        struct text t = { values, OPTION_TEXT, 0 };
        char word[MAX_NAME];

        switch (o->kind) {
        case CHOICE:
                for (int k = 0; text_word(o->values, k, word); k++)
                        text_format(&t, "%s%s", k ? ", " : "", word);
                text_word(o->values, chosen->value[i], word);
                snprintf(usual, MAX_NAME, "%s", word);
                break;
        case SET:
                text_add(&t, "random, or kinds joined by commas");
                snprintf(usual, MAX_NAME, "random");
                break;
        case SEAT:
                text_format(&t, "1 to %d", chosen->value[PLAYERS]);
                snprintf(usual, MAX_NAME, "%d", chosen->value[i] + 1);
                break;
        default:
                text_format(&t, "%d to %d", o->low, o->high);
                snprintf(usual, MAX_NAME, "%d", chosen->value[i]);
        }
        text_close(&t);
}

static void print_game_options(void)
{
        struct terminal terminal = terminal_open(), *t = &terminal;
        struct setup s = { 0 };
        char values[OPTION_TEXT], usual[MAX_NAME];

        for (int g = 0; (s.game = game_at(g)); g++) {
                options_default(s.game, &s.options);
                say(t, style(PLAIN, PLAIN, BOLD), "\nOptions of %s:", s.game->name);
                for (int i = 0; s.game->option[i].name; i++) {
                        struct sheet sheet;
                        int column;

                        option_values(s.game, &s.options, i, values, usual);
                        sheet_clear(&sheet);
                        column = sheet_write(&sheet, 0, 2, style(PLAIN, PLAIN, BOLD), "--%s", s.game->option[i].name);
                        sheet_write(&sheet, 0, column + 1, style(INK_SOFT, PLAIN, 0), "%s (%s)", values, usual);
                        sheet_prose(&sheet, 1, 6, SHEET_WIDTH - 6, 0, style(PLAIN, PLAIN, 0), s.game->option[i].about);
                        sheet_print(&sheet, t);
                }
        }
}

static int ask_options(struct setup *s, const struct terminal *t)
{
        char answer[LINE_ROOM], why[MAX_REASON], values[OPTION_TEXT], usual[MAX_NAME];

        do {
                for (int i = 0; s->game->option[i].name; i++) {
                        const struct option *o = &s->game->option[i];
                        int kept = 0;

                        do {
                                option_values(s->game, &s->options, i, values, usual);
                                say(t, style(PLAIN, PLAIN, BOLD), "%s: %s", o->name, o->about);
                                say(t, style(INK_SOFT, PLAIN, 0), "  %s; Enter = %s", values, usual);
                                if (!question(t, answer))
                                        return 0;
                                kept = !*answer || !options_set(s->game, &s->options, o->name, answer, why, sizeof why);
                                if (!kept)
                                        say(t, style(INK_RED, PLAIN, 0), "%s", why);
                        } while (!kept);
                }
                if (options_misfit(s->game, &s->options))
                        say(t, style(INK_RED, PLAIN, 0), "These do not go together: %s. Once more, please.",
                            options_misfit(s->game, &s->options)->why);
        } while (options_misfit(s->game, &s->options));
        return 1;
}

static int ask_list(struct setup *s, const struct terminal *t, const char *(*read)(struct setup *, const char *))
{
        char answer[LINE_ROOM];
        const char *wrong;

        while (question(t, answer)) {
                wrong = *answer ? read(s, answer) : NULL;
                if (!wrong && s->seats && s->seats != s->options.value[PLAYERS]) {
                        wrong = "there is one seat for each player";
                        s->seats = 0;
                }
                if (!wrong)
                        return 1;
                say(t, style(INK_RED, PLAIN, 0), "%s", wrong);
        }
        return 0;
}

static int ask_seats(struct setup *s, const struct terminal *t)
{
        say(t, style(PLAIN, PLAIN, BOLD), "Who sits in the %d seats?", s->options.value[PLAYERS]);
        say(t, style(INK_SOFT, PLAIN, 0),
            "  person, random (makes any legal move) or level:1 to level:10 (a bot), joined by commas; Enter = all persons");
        if (!ask_list(s, t, read_seats))
                return 0;
        say(t, style(PLAIN, PLAIN, BOLD), "What are they called?");
        say(t, style(INK_SOFT, PLAIN, 0), "  names joined by commas; Enter = Player 1, Player 2, ...");
        return ask_list(s, t, read_names);
}

int setup_ask(struct setup *s, const struct terminal *t)
{
        char answer[LINE_ROOM];

        if (!s->game && !ask_game(s, t))
                return 0;
        if (s->seats && !s->players_given)
                s->options.value[PLAYERS] = (uint16_t)s->seats;
        if (s->seats)
                return 1;
        if (s->options_given)
                return ask_seats(s, t);
        say(t, style(PLAIN, PLAIN, BOLD), "Enter = play at once: %d persons at this keyboard, all options as usual.",
            s->options.value[PLAYERS]);
        say(t, style(INK_SOFT, PLAIN, 0), "  o = choose options, seats and names one by one; s = only seats and names");
        while (question(t, answer)) {
                if (!*answer)
                        return 1;
                if (strcmp(answer, "o") == 0)
                        return ask_options(s, t) && ask_seats(s, t);
                if (strcmp(answer, "s") == 0)
                        return ask_seats(s, t);
                say(t, style(INK_RED, PLAIN, 0), "Please press Enter, or type o or s.");
        }
        return 0;
}
