/* The messages between the page and a table, as table/protocol.def describes them (docs/protocol.md explains them). What is
 * specific to a game is in its folder: its view, and the effects of its moves.
 *
 * The page knows no rule: the legal moves are `legal`, their effects `effects`, both made by the table. */
import type { Now as AnyNow, Step as AnyStep, TableEvent, Tally } from './protocol.gen';

export * from './protocol.gen';

/* A game that the table has, and its description. */
export type GameName = string;
export type GameInfo = TableEvent<'games'>['games'][number];

/* What a move does, beyond what the views before and after it show. */
export type Effect = Record<string, unknown>;

/* A state as the viewer may know it: the part that all games have. */
export interface View {
  game: GameName;
  players: number;
  options: Record<string, string | number>;
  phase: string;
  player: number; // who is to move; 0: nobody, it is over
}

/* A position, and the move that led to it; steps[0] has none. As table.ts completes them. */
export type Step<V = View, E = Effect> = Omit<AnyStep, 'view' | 'tally' | 'changes' | 'effect'> & {
  view: V;
  tally: Tally[];
  effect: E;
};
export type Now<E = Effect> = Required<Pick<AnyNow, 'legal' | 'undo' | 'winners'>> & Omit<AnyNow, 'effects'> & { effects: E[] };
