/* A puzzle as an exercise: where it is put, what it asks for, and which moves are right. */
import type { Verdict } from '../analysis/exercise';
import type { Place, Position, Worth } from '../analysis/position';
import type { GameName, Seat } from '../protocol';
import { sayOr } from '../shelf';
import { say } from '../words';
import type { Puzzle } from './puzzles';

/* A position of its own, as the seat to move sees it. */
export const placeOf = ({ position, seat }: Puzzle): Place => ({
  record: JSON.stringify(position),
  ply: 0,
  moves: [],
  seat,
  from: 0,
  seed: 0,
});

export const seatsOf = ({ seat }: Puzzle, { tally }: Position): Seat[] =>
  tally.map((_, i) => ({ name: i + 1 === seat ? say('you') : say('setup.player', { number: i + 1 }) }));

/* What a theme is called, and what it asks for. */
export const themeName = (game: GameName, theme: string): string => sayOr(`puzzle.${game}.${theme}`, say('puzzles.any'));
export const taskOf = (game: GameName, { theme }: Puzzle): string => sayOr(`puzzle.${game}.${theme}.task`, say('puzzles.task'));

/* What the other seats get together is told of one of them: only the mover's share is proven. */
export function worthOf({ seat, moves, proof }: Puzzle, players: number): Worth {
  const other = seat === 1 ? 2 : 1;
  const shares = (own: number) => Array.from({ length: players }, (_, i) => (i + 1 === seat ? own : i + 1 === other ? 1 - own : 0));
  const all = moves.map(([move, own]) => ({ move, value: shares(own) }));
  return { by: seat, solved: 'exact' in proof, value: all[0]?.value ?? [], moves: all };
}

/* Every move that is not one of the right ones is wrong, also where nobody knows by how much. */
export function judge({ moves, right = 1 }: Puzzle, move: string): Promise<Verdict> {
  const rank = moves.findIndex(([text]) => text === move);
  const [best, own] = [moves[0]?.[1] ?? 0, moves[rank]?.[1]];
  const isRight = rank >= 0 && rank < right;
  return Promise.resolve({ right: isRight, loss: isRight ? 0 : own === undefined ? null : best - own });
}
