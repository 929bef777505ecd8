/* New games as data: which rules belong together, how long games take, what is worth showing when. The table decides
 * what may be played; this only says what is sensible to offer. */
import type { Clock, GameName } from './protocol';

type Options = Record<string, string | number>;

/* Rules that belong together. The first is the usual one. */
export const PRESETS: Record<
  GameName,
  { name: 'ukrainian' | 'dutch' | 'arena' | 'gentle' | 'after' | 'crazy' | 'master' | 'quick'; options: Options }[]
> = {
  alibaba: [
    { name: 'ukrainian', options: { effects: 'must', ending: 'round', screens: 'closed' } },
    { name: 'dutch', options: { effects: 'may', ending: 'extra', screens: 'closed' } },
  ],
  marrakech: [
    { name: 'arena', options: { bankrupt: 'out', cover_own: 'no', orient: 'before' } },
    { name: 'gentle', options: { bankrupt: 'stay', cover_own: 'yes', orient: 'before' } },
    { name: 'after', options: { bankrupt: 'out', cover_own: 'no', orient: 'after' } },
  ],
  labyrinth: [
    { name: 'crazy', options: { tiles: 'crazy', start: 'corners', deals: 'wands', limit: 0 } },
    { name: 'master', options: { tiles: 'master', start: 'inner', deals: 'off', limit: 0 } },
    { name: 'quick', options: { tiles: 'crazy', start: 'inner', deals: 'off', limit: 60 } },
  ],
};

export const MINUTES: Record<GameName, string> = { alibaba: '30', marrakech: '30', labyrinth: '45' };
export const SEATS = { low: 2, high: 4 };
export const LEVELS = 10;
export const MIDDLE = 5;

/* Options that mean something only with some values of another: shown only then. */
export const ONLY_WITH: Record<string, Record<string, string[]>> = {
  'alibaba.remove': { variant: ['equal', 'small'] },
};

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

/* Over the net a game may also take weeks. */
export const FAR_CLOCKS: Named[] = [
  ...CLOCKS,
  { name: 'day1', clock: { move: DAY } },
  { name: 'day3', clock: { move: 3 * DAY } },
  { name: 'day7', clock: { move: 7 * DAY } },
];
