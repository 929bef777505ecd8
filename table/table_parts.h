/* What the files of a table share: table_commands.c makes deeds of commands, table.c does them, and table_tell.c tells every
 * viewer what that viewer may know. */
#ifndef SERAI_TABLE_PARTS_H
#define SERAI_TABLE_PARTS_H

#include "table.h"

static inline int players(const struct table *t)
{
        return game_players(&t->record.state);
}

static inline int turn(const struct table *t)
{
        return t->record.game->turn(&t->record.state);
}

/* --- table.c --- */

/* What is left on the clock of a seat. */
uint64_t left_now(const struct table *t, int seat, uint64_t now);

/* Chance decides until somebody does. In a game with fair dice, the server's next link is told for it. */
int roll_on(struct table *t, const struct deed *d);

/* What may be taken back: the last move of all, if it is one's own, in one's own turn. So never past chance, past what
 * somebody else did, or past an answer that others have heard; and what is over is over. */
int can_undo(const struct table *t, int seat);

/* --- table_tell.c --- */

/* Answers to one viewer: the games there are, what it would be like after the moves of a command, the best moves (a JSON list), and
 * the record of the game. */
void tell_games(struct outbox *o);
void tell_look(const struct table *t, const struct command *c, const struct state *state, struct outbox *o);
void tell_hint(const struct table *t, const char *best, struct outbox *o);
void tell_record(const char *record, struct outbox *o);

#endif
