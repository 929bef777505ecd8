/* The review of a finished game: how everybody's chance to win changed with each move, and whether by luck or by play. The worker
 * computes it (web/review.c), first roughly, then more closely; docs/review.md defines every figure. */
import { computed, signal } from '@preact/signals';
import { flag, isObject, list, number, object, orNull, text, type Checked } from '../check';
import { hashOf } from '../memory/hash';
import { history } from '../memory/history';
import { keepReview, readReview } from '../memory/store';
import type { RecordText } from '../protocol';
import { inRoom, room } from '../room';
import { currentGame } from '../session';
import { study } from '../study';

const shares = list(number); // by seat

const reviewStep = object({
  by: number, // the seat that moved; 0: chance
  made: text,
  best: text,
  effects: list(isObject), // of both, where the best was better
  error: number, // what the move lost for its player
  forgot: number, // the part of it that a perfect memory would have kept
  swing: shares, // luck at a chance event, else play
  value: shares, // chances after it
});
export type ReviewStep = Checked<typeof reviewStep>;

const account = object({
  deal: number,
  luck: number,
  play: shares, // by whose moves
  correction: number,
  result: number,
  decisions: number,
  error: number,
  forgot: number,
  skill: text,
});
export type Account = Checked<typeof account>;

const sums = object({ judge: text, moves: number, start: shares, seats: list(account) });

const whole = object({
  steps: list(reviewStep), // from the closest look so far; the first ones, until every move was looked at once
  start: shares,
  accounts: orNull(list(account)), // of a whole look
  judge: text,
  done: number, // moves looked at by the look under way
  moves: number,
  ready: flag,
});
export type Review = Checked<typeof whole>;

const keptReview = object({ version: text, review: whole });
declare const PROGRAM_VERSION: string; // put in by build.mjs

const EFFORTS = [1, 2]; // of the judge
const KEPT = 8;

const opened = signal<RecordText | null>(null); // the game whose review was asked for
export const reviewOpen = computed(() => opened.value !== null && opened.value === currentGame()?.record);
export const review = signal<Review | null>(null);
export const reviewFailed = signal(false);
export const studied = signal(1); // the seat whose mistakes are put once more

const kept = new Map<RecordText, Review>();
let stop: () => void = () => undefined;

/* Takes what the worker tells; each look begins and ends with sums. */
function take(lines: string[], so: Review): Review {
  const next = { ...so, steps: [...so.steps] };
  for (const line of lines) {
    const told: unknown = JSON.parse(line);
    if (reviewStep(told)) next.steps[next.done++] = told;
    else if (!sums(told)) reviewFailed.value = true;
    else if (next.moves > 0 && next.done === next.moves) Object.assign(next, { accounts: told.seats, judge: told.judge, done: 0 });
    else Object.assign(next, { start: told.start, moves: told.moves, done: 0 });
  }
  return next;
}

export function openReview(): void {
  const game = currentGame();
  if (!game) return;
  stop();
  const { record } = game;
  reviewFailed.value = false;
  opened.value = record;
  review.value = kept.get(record) ?? null;
  if (review.value) return;
  let stopped = false;
  stop = () => (stopped = true);
  void readKept(record).then((found) => {
    if (stopped) return;
    if (found) keep(record, (review.value = found));
    else compute(record);
  });
}

function compute(record: RecordText): void {
  let so: Review = { steps: [], start: [], accounts: null, judge: '', done: 0, moves: 0, ready: false };
  stop = study({ review: record, efforts: EFFORTS }, (lines) => {
    so = lines ? take(lines, so) : { ...so, ready: true };
    review.value = so;
    if (!so.ready || !so.accounts) return;
    keep(record, so);
    const id = idOf(record);
    if (id !== null) void keepReview(id, JSON.stringify({ version: PROGRAM_VERSION, review: so }));
  });
}

function keep(record: RecordText, of: Review): void {
  const [oldest] = kept.keys();
  if (kept.size === KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(record, of);
}

/* A game of the history, which keeps its review. */
function idOf(record: RecordText): string | null {
  const id = inRoom() ? (room.peek()?.table ?? '') : String(hashOf(record));
  return history.peek().some((entry) => entry.id === id) ? id : null;
}

/* A review by another version of the program is made anew. */
async function readKept(record: RecordText): Promise<Review | null> {
  const id = idOf(record);
  const text = id === null ? null : await readReview(id);
  const found: unknown = text === null ? null : JSON.parse(text);
  return keptReview(found) && found.version === PROGRAM_VERSION ? found.review : null;
}

export function closeReview(): void {
  stop();
  opened.value = null;
}

/* --- what follows from it --- */

/* What a certain win is worth: shares of all seats add up to it. */
export const wholeOf = ({ start }: Review): number => start.reduce((sum, share) => sum + share, 0);

/* Chances before the first move, and after each. */
export const valuesOf = ({ start, steps }: Review): number[][] => [start, ...steps.map(({ value }) => value)];

const LEAST = 0.02; // of a win: less is not a moment
const APART = 0.05; // of the game, between two of them

/* The moves that mattered most, by their luck or their error, in their order, counted from 1. */
export function momentsOf(of: Review, most = 3): number[] {
  const weight = ({ by, error, swing }: ReviewStep) => (by > 0 ? error : Math.max(...swing.map(Math.abs)));
  const heaviest = of.steps
    .map((step, i) => ({ at: i + 1, weight: weight(step) }))
    .filter(({ weight }) => weight >= LEAST * wholeOf(of))
    .sort((a, b) => b.weight - a.weight || a.at - b.at);
  const chosen: number[] = [];
  for (const { at } of heaviest)
    if (chosen.length < most && chosen.every((other) => Math.abs(other - at) > APART * of.moves)) chosen.push(at);
  return chosen.sort((a, b) => a - b);
}

const MOST = 12;

/* The worst errors of a seat, in their order, counted from 1. */
export function mistakesOf(of: Review, seat: number): number[] {
  return of.steps
    .map(({ by, error }, i) => ({ at: i + 1, by, error }))
    .filter(({ by, error }) => by === seat && error >= LEAST * wholeOf(of))
    .sort((a, b) => b.error - a.error)
    .slice(0, MOST)
    .map(({ at }) => at)
    .sort((a, b) => a - b);
}

/* A seat's luck, and its own play, summed up to each move. */
export function runningSums({ steps }: Review, seat: number): { luck: number[]; play: number[] } {
  const luck = [0];
  const play = [0];
  for (const { by, swing } of steps) {
    const own = swing[seat - 1] ?? 0;
    luck.push((luck.at(-1) ?? 0) + (by === 0 ? own : 0));
    play.push((play.at(-1) ?? 0) + (by === seat ? own : 0));
  }
  return { luck, play };
}
