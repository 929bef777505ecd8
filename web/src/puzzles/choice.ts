/* Which puzzle is today's, and which one comes next. */
import { hashOf } from '../memory/hash';
import { dayOf } from '../memory/daily';
import type { GameName } from '../protocol';
import { isBack, ratingOf, returnsOn, wasTried } from './attempts';
import { PUZZLE_GAMES, type Puzzle } from './puzzles';

/* Sets of puzzles: those of a theme, by its name, and these. */
export const ALL = 'all';
export const TODAY = 'today';

/* A game has the puzzle of the day in turn; not on the day when it has the daily caravan, as long as both have the same games. */
const TURNS = [...PUZZLE_GAMES].sort();
export const gameOfDay = (date: string): GameName => TURNS[(dayOf(date) + 1) % TURNS.length] ?? '';

/* The same for everybody on that date; none comes again before all have come. Undefined on the days of the other games. */
export function puzzleOfDay(game: GameName, all: Puzzle[], date: string): Puzzle | undefined {
  if (game !== gameOfDay(date)) return undefined;
  const order = [...all].sort((a, b) => hashOf(a.id) - hashOf(b.id));
  return order[Math.floor((dayOf(date) + 1) / TURNS.length) % order.length];
}

export const inSet = (set: string, { theme }: Puzzle): boolean => set === ALL || set === theme;

const skipped = new Set<string>(); // not put again before the page is opened anew
export const skip = ({ id }: Puzzle): unknown => skipped.add(id);

/* The one that has been back the longest; else one that was never tried, as hard as the player is strong. */
export function nextOf(game: GameName, all: Puzzle[], set: string): Puzzle | undefined {
  const open = all.filter((puzzle) => inSet(set, puzzle) && !skipped.has(puzzle.id));
  const first = (some: Puzzle[], by: (puzzle: Puzzle) => number) => some.sort((a, b) => by(a) - by(b))[0];
  const { rating } = ratingOf(game);
  return (
    first(open.filter(isBack), (puzzle) => returnsOn(puzzle) ?? 0) ??
    first(
      open.filter((puzzle) => !wasTried(puzzle)),
      (puzzle) => Math.abs(puzzle.rating - rating),
    )
  );
}
