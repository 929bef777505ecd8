/* The puzzles that come with the page, in a file for each game (web/puzzles). A file is fetched when it is first needed; from then on
 * the service worker has it. */
import { signal } from '@preact/signals';
import { either, flag, isObject, list, maybe, number, object, text, type Checked } from '../check';
import { GAMES } from '../games';
import type { GameName } from '../protocol';

const valued = (x: unknown): x is [string, number] => Array.isArray(x) && x.length === 2 && text(x[0]) && number(x[1]);

const puzzle = object({
  id: text, // 8 hexadecimal digits, made of the position
  position: isObject, // the whole state, as web/position.c reads it
  seat: number, // to move; the puzzle is about what it can know
  theme: text,
  rating: number, // how hard it is
  moves: list(valued), // the best ones with the mover's share of the win after each, best first
  right: maybe(number), // so many of them are right, if not only the first
  proof: either(object({ exact: flag }), object({ searches: number, errors: number })),
});
export type Puzzle = Checked<typeof puzzle>;

const file = object({ puzzles: list(puzzle) });

declare const PUZZLE_FILES: Record<GameName, string>; // their names by game, put in by build.mjs

/* The games that have puzzles. */
export const PUZZLE_GAMES: GameName[] = GAMES.map(({ name }) => name).filter((name) => name in PUZZLE_FILES);

/* Those that have been fetched; and whether one could not be. */
export const puzzles = signal<Record<GameName, Puzzle[]>>({});
export const fetchFailed = signal(false);

export function fetchPuzzles(games: GameName[]): void {
  fetchFailed.value = false;
  for (const game of games) if (!puzzles.peek()[game]) void fetchFile(game);
}

async function fetchFile(game: GameName): Promise<void> {
  try {
    const found: unknown = await (await fetch(PUZZLE_FILES[game] ?? '')).json();
    if (!file(found)) throw new Error('these are no puzzles');
    puzzles.value = { ...puzzles.peek(), [game]: found.puzzles };
  } catch {
    fetchFailed.value = true;
  }
}
