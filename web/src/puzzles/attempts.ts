/* The puzzles that were tried, here or on another device with the same account: one list, which only grows. Ratings, the streak and
 * what comes back all follow from it, so two lists become one by taking all that is in either. */
import { computed, signal } from '@preact/signals';
import { flag, list, number, object, orNull, text, type Checked } from '../check';
import { isGameName } from '../games';
import { dateBefore, dateOfDay, dayAt, streakOf } from '../memory/daily';
import type { Went } from '../memory/week';
import type { GameName } from '../protocol';
import { readStorage, writeStorage } from '../settings';
import type { Puzzle } from './puzzles';

export const isAttempt = object({
  game: isGameName,
  puzzle: text,
  rating: number, // of the puzzle, then
  at: number, // ms since 1970
  solved: flag, // at the first move, without help
  daily: flag, // it was the puzzle of that day
});
export type Attempt = Checked<typeof isAttempt>;

/* --- on this device --- */

const KEY = 'serai.puzzles';
const isKept = object({ person: orNull(text), attempts: list(isAttempt) }); // person: the account that has them, too

function kept(): Checked<typeof isKept> {
  const found = readStorage(KEY);
  return isKept(found) ? found : { person: null, attempts: [] };
}

export const attempts = signal<Attempt[]>(kept().attempts); // oldest first

export const keyOf = ({ at, puzzle }: Attempt): string => `${at} ${puzzle}`;

function united(some: Attempt[], others: Attempt[]): Attempt[] {
  const all = new Map([...some, ...others].map((attempt) => [keyOf(attempt), attempt]));
  return [...all.values()].sort((a, b) => a.at - b.at || (a.puzzle < b.puzzle ? -1 : 1));
}

/* Another window may have added some, too. */
function add(attempt: Attempt): void {
  const { person, attempts: known } = kept();
  attempts.value = united([...known, attempt], attempts.peek());
  writeStorage(KEY, { person, attempts: attempts.peek() });
}

/* Adds what an account has. A list that belongs to another account is replaced. */
export function takeFrom(person: string, theirs: Attempt[]): void {
  const own = kept();
  attempts.value = own.person === null || own.person === person ? united(own.attempts, theirs) : theirs;
  writeStorage(KEY, { person, attempts: attempts.peek() });
}

/* --- ratings: Glicko (Glickman, 1999). The first attempt at a puzzle is a game against it; its rating is taken as certain. --- */

export interface Rating {
  rating: number;
  deviation: number; // how uncertain it is
  tried: number;
  last: number; // day
}

const UNRATED: Rating = { rating: 1500, deviation: 350, tried: 0, last: 0 };
const LEAST_DEVIATION = 60; // so that the rating can always change
const PER_DAY = 12.8; // by which it grows more uncertain: two years make it unknown again
const Q = Math.log(10) / 400;

function rated({ rating, deviation, tried, last }: Rating, attempt: Attempt): Rating {
  const day = dayAt(attempt.at);
  const idle = tried > 0 ? Math.max(0, day - last) : 0;
  const before = Math.min(UNRATED.deviation, Math.hypot(deviation, PER_DAY * Math.sqrt(idle)));
  const expected = 1 / (1 + 10 ** ((attempt.rating - rating) / 400));
  const variance = 1 / (1 / before ** 2 + Q ** 2 * expected * (1 - expected));
  return {
    rating: rating + Q * variance * (Number(attempt.solved) - expected),
    deviation: Math.max(LEAST_DEVIATION, Math.sqrt(variance)),
    tried: tried + 1,
    last: day,
  };
}

const ratings = computed(() => {
  const all: Record<GameName, Rating> = {};
  const seen = new Set<string>();
  for (const attempt of attempts.value) {
    if (seen.has(attempt.puzzle)) continue;
    seen.add(attempt.puzzle);
    all[attempt.game] = rated(all[attempt.game] ?? UNRATED, attempt);
  }
  return { all, seen };
});

export const ratingOf = (game: GameName): Rating => ratings.value.all[game] ?? UNRATED;
export const wasTried = ({ id }: Puzzle): boolean => ratings.value.seen.has(id);

/* --- puzzles that were missed come back --- */

const COMES_BACK = [1, 3, 7]; // days after the miss, and after each time that it was solved since

/* The day on which each one comes back. */
const returns = computed(() => {
  const all = new Map<string, { stage: number; day: number }>();
  for (const { puzzle, solved, at } of attempts.value) {
    const before = all.get(puzzle);
    const stage = !solved ? 0 : before ? before.stage + 1 : COMES_BACK.length;
    const days = COMES_BACK[stage];
    if (days === undefined) all.delete(puzzle);
    else all.set(puzzle, { stage, day: dayAt(at) + days });
  }
  return all;
});

export const returnsOn = ({ id }: Puzzle): number | null => returns.value.get(id)?.day ?? null;
export const isBack = (puzzle: Puzzle): boolean => (returnsOn(puzzle) ?? Infinity) <= dayAt(Date.now());

/* --- the puzzle of the day --- */

/* Whether it was solved, by date. */
const days = computed(() => {
  const all = new Map<string, boolean>();
  for (const { at, daily, solved } of attempts.value) {
    const date = dateOfDay(dayAt(at));
    if (daily && !all.has(date)) all.set(date, solved);
  }
  return all;
});

export function wentOn(date: string): Went {
  const solved = days.value.get(date);
  return solved === undefined ? 'missed' : solved ? 'won' : 'played';
}

/* Days in a row on which it was tried. */
export const streak = (): number => streakOf(days.value.keys());

/* --- a puzzle was tried --- */

/* What it was counted as: null, if it is neither new, nor back, nor today's, and was only practice. */
export function tried(game: GameName, puzzle: Puzzle, solved: boolean, daily: boolean): Attempt | null {
  const counts = !wasTried(puzzle) || isBack(puzzle) || (daily && wentOn(dateBefore(0)) === 'missed');
  if (!counts) return null;
  const attempt = { game, puzzle: puzzle.id, rating: puzzle.rating, at: Date.now(), solved, daily };
  add(attempt);
  return attempt;
}
