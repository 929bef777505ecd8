/* The messages between the page and a table, as table/protocol.def describes them (docs/protocol.md explains them). What is
 * particular to a game is in its folder: its view, and the effects of its moves.
 *
 * The page knows no rule: what may be done is `legal`, what it would bring is `effects`, both made by the table. */
import type { Now as AnyNow, Step as AnyStep, TableEvent } from './protocol.gen';

export * from './protocol.gen';

/* One of the games that the table tells, and what it tells of it. */
export type GameName = string;
export type Told = TableEvent<'games'>['games'][number];

/* What a move does, beyond what the views before and after it show. */
export type Effect = Record<string, unknown>;

/* A state as the viewer may know it, as far as all games have it. */
export interface View {
  game: GameName;
  players: number;
  options: Record<string, string | number>;
  phase: string;
  player: number; // who decides; 0: nobody, it is over
}

/* A position, and the move that led to it; steps[0] has none. */
export type Step<V = View, E = Effect> = Omit<AnyStep, 'view' | 'effect'> & { view: V; effect: E };
export type Now<E = Effect> = Omit<AnyNow, 'effects'> & { effects: E[] };
