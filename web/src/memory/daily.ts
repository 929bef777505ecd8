/* The daily caravan: one deal a day, the same for everybody, also offline. All of it follows from the date in UTC:
 *
 *   the day    days since 1970-01-01
 *   the game   number day mod n of the games, by their names
 *   the seed   53 bits of the text "serai 2026-11-18 marrakech" (hash.ts); deal and dice follow from it
 *   opponents  two travellers: of level 2 on a Monday, one more each day, up to 8 on a Sunday; and of the level below
 *
 * So anybody can compute this seed ahead. A server gives out another one, which nobody knows before the day begins, and compares the
 * results of those who play it (compared.ts, table/daily.h, docs/daily.md). */
import { list, number, object, pair, text, dictionary, either, type Checked } from '../check';
import { gameNamed, GAMES, isGameName } from '../games';
import type { RecordText } from '../protocol';
import { readStorage, writeStorage } from '../settings';
import { hashOf } from './hash';

const DAY_MS = 86_400_000;
const MONDAY = 2; // the level on Mondays
const LATEST = 7; // a deal may be finished so many days later

export const isDaily = object({
  date: text,
  game: isGameName,
  options: dictionary(either(text, number)),
  seed: number,
  levels: pair(number),
});
export type Daily = Checked<typeof isDaily>;

/* The date in UTC, so many days ago. */
export const dateBefore = (days: number): string => dateOfDay(dayAt(Date.now()) - days);

/* The number of a day in UTC, since 1970-01-01: at a time in ms; by its date. */
export const dayAt = (at: number): number => Math.floor(at / DAY_MS);
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/* Days in a row up to today, or to yesterday while today is open. They are counted from dates, so that a wrong clock costs the day on
 * which it was wrong, and no other. */
export function streakOf(dates: Iterable<string>): number {
  const days = new Set([...dates].map(dayOf));
  const today = dayOf(dateBefore(0));
  let streak = 0;
  for (let day = days.has(today) ? today : today - 1; days.has(day); day--) streak++;
  return streak;
}

/* The last seven dates, oldest first. */
export const lastWeek = (): string[] => [6, 5, 4, 3, 2, 1, 0].map(dateBefore);

const NAMES = GAMES.map(({ name }) => name).sort();

/* The deal of a date without a server. */
export function dailyOf(date: string): Daily {
  const day = dayOf(date);
  const game = NAMES[day % NAMES.length] ?? '';
  const level = MONDAY + ((day + 3) % 7); // 1970 began on a Thursday
  return {
    date,
    game,
    options: { ...gameNamed(game).daily, first: 1 },
    seed: hashOf(`serai ${date} ${game}`),
    levels: [level, level - 1],
  };
}

/* --- the deals that a server gave to this device lately, the newest last --- */

const KEY = 'serai.deals';

export function dealsGiven(): Daily[] {
  const all = readStorage(KEY);
  return list(isDaily)(all) ? all : [];
}

export function keepDeal(deal: Daily): void {
  writeStorage(KEY, [...dealsGiven().filter(({ date }) => date !== deal.date), deal].slice(-LATEST));
}

/* What deal a record is of, if it is one of the last days': its date, and whether a server gave it out. */
export function dealOfRecord(record: RecordText): { date: string; given: boolean } | null {
  const [, game, seed] = /^\{"game":"([a-z]+)".*?"seed":(\d+)/.exec(record) ?? [];
  const isIt = (deal: Daily): boolean => deal.game === game && String(deal.seed) === seed;
  const given = dealsGiven().find(isIt);
  if (given) return { date: given.date, given: true };
  for (let days = 0; days <= LATEST; days++) {
    const daily = dailyOf(dateBefore(days));
    if (isIt(daily)) return { date: daily.date, given: false };
  }
  return null;
}
