/* Choices for new games as data: numbers of seats, bots, clocks. The table decides what is legal; this says what is sensible to
 * offer, and a game's folder has its sets of options. */
import type { Clock } from './protocol';

export const SEATS = { low: 2, high: 4 };
export const LEVELS = 10;
export const NEWCOMER_LEVEL = 2;

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const DAY = 24 * 60 * MINUTE;

type Named = { name: 'none' | 'move30' | 'move120' | 'game5' | 'game15' | 'day1' | 'day3' | 'day7'; clock?: Clock };

export const CLOCKS: Named[] = [
  { name: 'none' },
  { name: 'move30', clock: { move: 30 * SECOND } },
  { name: 'move120', clock: { move: 2 * MINUTE } },
  { name: 'game5', clock: { game: 5 * MINUTE, more: 5 * SECOND } },
  { name: 'game15', clock: { game: 15 * MINUTE, more: 10 * SECOND } },
];

/* New tables have a clock, so that nobody waits for ever: two minutes a move. */
export const DEFAULT_CLOCK = 2;

/* Online a game may also take weeks. */
export const ONLINE_CLOCKS: Named[] = [
  ...CLOCKS,
  { name: 'day1', clock: { move: DAY } },
  { name: 'day3', clock: { move: 3 * DAY } },
  { name: 'day7', clock: { move: 7 * DAY } },
];
