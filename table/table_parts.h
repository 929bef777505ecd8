/* Shared by the files of a table: table_commands.c turns commands into deeds, table.c applies them, and table_tell.c writes to
 * each viewer what it may know. */
#ifndef SERAI_TABLE_PARTS_H
#define SERAI_TABLE_PARTS_H

#include "table.h"

static inline int players(const struct table *t)
{
        return game_players(&t->record.state);
}

static inline int turn(const struct table *t)
{
        return t->closed ? (int)OVER : t->record.game->turn(&t->record.state);
}

/* --- table.c --- */

/* The time left on the clock of a seat. */
uint64_t left_now(const struct table *t, int seat, uint64_t now);

/* Plays chance moves until somebody is to move. With fair dice this reveals the server's next link. */
int roll_on(struct table *t, const struct deed *d);

/* What may be undone: the very last move, if it is one's own, in one's own turn. So never past chance, past another player's move,
 * or past an answer that others have seen; and not after the end. */
int can_undo(const struct table *t, int seat);

/* --- table_tell.c --- */

/* Answers to one viewer: the list of games, a preview of the moves of a command, the best moves (a JSON list), the record of the
 * game. */
void tell_games(struct outbox *o);
void tell_look(const struct table *t, const struct command *c, const struct state *state, struct outbox *o);
void tell_hint(const struct table *t, const char *best, struct outbox *o);
void tell_record(const char *record, struct outbox *o);

/* Whether a bot made the move at this ply for a person. */
int table_stood_in(const struct table *t, size_t ply);

#endif
