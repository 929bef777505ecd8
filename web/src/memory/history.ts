/* The games that were played to their end on this device, and what follows from them: statistics, the ladder (ladder.ts), the daily
 * caravan (daily.ts) and the inn's wall (wall.tsx) are all computed from this one list. */
import { effect, signal, untracked } from '@preact/signals';
import { flag, list, maybe, number, object, text, type Checked } from '../check';
import type { Told } from '../feat';
import { gameNamed } from '../games';
import { showToast } from '../menu';
import { seat as isSeat, type GameName, type RecordText, type Seat, type Step, type Tally } from '../protocol';
import { room } from '../room';
import { mode, over } from '../session';
import { compare } from './compared';
import { dealOfRecord } from './daily';
import { hashOf } from './hash';
import { forgetGame, forgetGames, keepGame, readEntries, readRecord, trouble } from './store';
import { now, record, steps, tableInfo } from '../table';
import { keyed, say } from '../words';

const entry = object({
  id: text,
  at: number, // when it ended; ms since 1970
  game: text,
  seats: list(isSeat),
  you: number, // the seat of the one person at this device; 0 if there were several
  points: list(number),
  winners: list(number),
  gain: number, // your greatest of one step
  feats: maybe(list(text)), // yours: the inn's wall
  table: maybe(text), // where it was online
  daily: maybe(text), // the date of the daily caravan that it was
  compared: maybe(flag), // the deal was given out by a server
});
export type Entry = Checked<typeof entry>;

export const pointsOf = (tally: Tally): number => Object.values(tally).reduce((sum, points) => sum + points, 0);

/* --- the list, oldest first --- */

export const history = signal<Entry[]>([]);
export const historyRead = signal(false);

/* Entries that are not ours stay where they are, and are left out. */
async function readHistory(): Promise<void> {
  const found = await readEntries();
  const good = found.filter(entry);
  if (good.length < found.length) trouble.value = 'damaged';
  const fresh = untracked(() => history.value).filter(({ id }) => !good.some((old) => old.id === id));
  history.value = [...good, ...fresh].sort((a, b) => a.at - b.at);
  historyRead.value = true;
}

/* What has gone from the list has gone for good: a page that is closed before the store has answered still shows it next time. */
export async function forget(id: string): Promise<void> {
  const others = (): Entry[] => history.value.filter((old) => old.id !== id);
  await forgetGame(id, others());
  history.value = others();
}

export async function forgetAll(): Promise<void> {
  await forgetGames();
  history.value = [];
}

/* The one person among bots; 0 if there are several. */
export function onlyPerson(seats: Seat[]): number {
  const people = seats.flatMap((seat, i) => (seat.level === undefined ? [i + 1] : []));
  return people.length === 1 ? (people[0] ?? 0) : 0;
}

/* --- what happened in a game --- */

/* A step by which somebody's points changed by `n`, as far as we knew them. */
export interface Moment {
  step: number;
  seat: number;
  n: number;
}

export function momentsOf(all: Step[]): Moment[] {
  return all.flatMap(({ tally }, step) => {
    const before = all[step - 1]?.tally;
    if (!before) return [];
    return tally.flatMap((now, i) => {
      const n = pointsOf(now) - pointsOf(before[i] ?? {});
      return n === 0 ? [] : [{ step, seat: i + 1, n }];
    });
  });
}

const featsOf = (told: Told, game: GameName): string[] =>
  gameNamed(game).feats.flatMap(({ name, done }) => (done(told) ? [name] : []));

/* --- a game has ended --- */

let playing: string | null = null; // the table, or HERE, where we saw a game before its end
let whole: RecordText | null = null; // the record of the game that is over
let seen: RecordText | null = null; // the newest record, which comes after the steps that it contains

const HERE = 'here';

/* A game is remembered where it was seen to end: neither a replay nor an old table that was opened again. When everything is revealed
 * at the end the steps come again, and the entry is written once more. */
function watch(): void {
  const place = mode.value === 'play' ? HERE : mode.value === 'online' ? (room.peek()?.table ?? null) : null;
  if (steps.value.length > 0 && !over.value) playing = place;
  if (record.value !== seen) {
    seen = record.value;
    whole = over.value ? seen : null;
  }
  const hasResult = (now.value?.winners.length ?? 0) > 0;
  if (hasResult && whole !== null && place !== null && place === playing) remember(whole, place === HERE ? undefined : place);
}

function remember(whole: RecordText, online: string | undefined): void {
  const [all, table] = [steps.peek(), tableInfo.peek()];
  const you = online ? (room.peek()?.you ?? 0) : onlyPerson(table?.seats ?? []);
  const last = all[all.length - 1];
  if (!table || !last || (online && you === 0)) return;
  const id = online ?? String(hashOf(whole));
  const daily = dealOfRecord(whole);
  const [points, winners] = [last.tally.map(pointsOf), now.peek()?.winners ?? []];
  const old = history.peek().find((known) => known.id === id);
  const made: Entry = {
    id,
    at: old?.at ?? Date.now(),
    game: table.game,
    seats: table.seats,
    you,
    points,
    winners,
    gain: Math.max(0, ...momentsOf(all).flatMap(({ seat, n }) => (seat === you ? [n] : []))),
    feats: you > 0 ? featsOf({ steps: all, seat: you, winners, points }, table.game) : [],
    ...(online ? { table: online } : daily && { daily: daily.date, ...(daily.given && { compared: true }) }),
  };
  history.value = [...history.peek().filter((known) => known.id !== id), made].sort((a, b) => a.at - b.at);
  void keepGame(id, made, whole, history.value);
  if (made.you > 0) void compare(made, whole);
}

export function startHistory(): void {
  effect(watch);
  effect(() => {
    if (trouble.value) showToast(say(keyed('store.', trouble.value)));
  });
  void readHistory();
}

/* --- statistics --- */

export interface Statistics {
  played: number;
  won: number;
  points: { points: number; won: boolean }[]; // oldest first
  best: number;
  streak: number; // of wins, up to now
  longest: number;
  gain: number;
}

export const hasWon = ({ winners, you }: Entry): boolean => winners.includes(you);

/* Of games in which one person played at this device. */
export function statisticsOf(entries: Entry[]): Statistics {
  const own = entries.filter(({ you }) => you > 0);
  let [streak, longest] = [0, 0];
  for (const game of own) longest = Math.max(longest, (streak = hasWon(game) ? streak + 1 : 0));
  const points = own.map((game) => ({ points: game.points[game.you - 1] ?? 0, won: hasWon(game) }));
  return {
    played: own.length,
    won: points.filter(({ won }) => won).length,
    points,
    best: points.reduce((best, game) => Math.max(best, game.points), 0),
    streak,
    longest,
    gain: own.reduce((most, { gain }) => Math.max(most, gain), 0),
  };
}

export const gamesOf = (game: GameName): Entry[] => history.value.filter((entry) => entry.game === game);

/* --- as a file: all entries, each with its record --- */

export async function exported(): Promise<string> {
  const games = await Promise.all(
    history.value.map(async (entry) => {
      const whole = await readRecord(entry.id);
      return `${JSON.stringify(entry).slice(0, -1)},"record":${whole ?? 'null'}}`;
    }),
  );
  return `{"serai":"history","games":[\n${games.join(',\n')}\n]}\n`;
}
