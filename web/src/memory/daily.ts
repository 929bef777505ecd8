/* The daily caravan: one deal a day, the same for everybody, also offline. All of it follows from the date:
 *
 *   the day    days since 1970-01-01
 *   the game   number day mod 3 of the games that the page knows, in the order of the shelf
 *   the seed   53 bits of the text "serai 2026-11-18 marrakech" (hash.ts); deal and dice follow from it
 *   opponents  two travellers: of level 2 on a Monday, one more each day, up to 8 on a Sunday; and of the level below
 *
 * So anybody can compute a deal ahead: results are compared with one's own days only. A server that compares people's results would
 * have to keep the seed secret until the day begins (docs/page.md). */
import { gameNamed, GAMES } from '../games';
import type { Options } from '../game';
import type { GameName, RecordText } from '../protocol';
import { hashOf } from './hash';

const DAY_MS = 86_400_000;
const MONDAY = 2; // the level on Mondays
const LATEST = 7; // a deal may be finished so many days later

export interface Daily {
  date: string;
  game: GameName;
  options: Options;
  seed: number;
  levels: [number, number];
}

/* The date on this device's calendar, so many days ago. */
export function dateBefore(days: number): string {
  const now = new Date();
  return dateOfDay(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY_MS - days);
}

const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

export function dailyOf(date: string): Daily {
  const day = dayOf(date);
  const game = GAMES[day % GAMES.length]?.name ?? '';
  const level = MONDAY + ((day + 3) % 7); // 1970 began on a Thursday
  return {
    date,
    game,
    options: { ...gameNamed(game).daily, first: 1 },
    seed: hashOf(`serai ${date} ${game}`),
    levels: [level, level - 1],
  };
}

/* The date of the deal that a record is of, if it is one of the last days'. */
export function dateOfDaily(record: RecordText): string | null {
  const [, game, seed] = /^\{"game":"([a-z]+)".*?"seed":(\d+)/.exec(record) ?? [];
  for (let days = 0; days <= LATEST; days++) {
    const daily = dailyOf(dateBefore(days));
    if (daily.game === game && String(daily.seed) === seed) return daily.date;
  }
  return null;
}
