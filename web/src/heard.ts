/* The one gate through which a table's words come in: a text becomes a message of the protocol, or an error.
 *
 * Checks are small functions put together as the messages are. Beyond this file every message has its type. */
import { effectsFit, isEffect as effect, isGameName as game, isView as view } from './games';
import type { Heard } from './protocol';

export type Check = (x: unknown) => boolean;

export const text: Check = (x) => typeof x === 'string';
export const number: Check = (x) => typeof x === 'number';
const flag: Check = (x) => typeof x === 'boolean';
const word =
  (x: unknown): Check =>
  (y) =>
    y === x;
const either =
  (...checks: Check[]): Check =>
  (x) =>
    checks.some((ok) => ok(x));
export const maybe = (check: Check): Check => either(word(undefined), check);
export const orNull = (check: Check): Check => either(word(null), check);
export const list =
  (check: Check): Check =>
  (x) =>
    Array.isArray(x) && x.every(check);
const dictionary =
  (check: Check): Check =>
  (x) =>
    isObject(x) && Object.values(x).every(check);
export const object =
  (fields: Record<string, Check>): Check =>
  (x) =>
    isObject(x) && Object.entries(fields).every(([name, ok]) => ok(x[name]));

function isObject(x: unknown): x is Record<string, unknown> {
  return typeof x === 'object' && x !== null && !Array.isArray(x);
}

const tally = list(dictionary(number));
const step = object({ by: number, move: orNull(text), effect, view, tally });
const now = object({
  ply: number,
  legal: list(text),
  effects: list(effect),
  undo: flag,
  winners: list(number),
  left: maybe(list(number)),
  held: maybe(list(number)),
});
const option = object({
  values: maybe(list(text)),
  set_of: maybe(list(text)),
  from: maybe(number),
  to: maybe(either(number, word('players'))),
  default: either(text, number),
  players: list(number),
  players_for: maybe(dictionary(list(number))),
  about: text,
});
const seat = object({ name: text, level: maybe(number) });
const clock = either(object({ move: number }), object({ game: number, more: number }));

export { game };
export const seats: Check = list(seat);

// --- on the net ---

const settings = dictionary(either(text, number));
export const state = either(...['open', 'dealing', 'playing', 'over'].map(word));
const terms = {
  game,
  options: settings,
  players: number,
  state,
  watching: number,
  clock: maybe(orNull(clock)),
  public: maybe(flag),
  watch: maybe(flag),
  chat: maybe(flag),
  rated: maybe(flag),
};
const sitter = object({
  name: text,
  level: maybe(number),
  person: maybe(text),
  here: maybe(flag),
  ready: maybe(flag),
  held: maybe(flag),
  rating: maybe(number),
  tip: maybe(orNull(text)),
});
const kept = maybe(list(orNull(text)));
const throws: Check = (x) => Array.isArray(x) && x.length === 2 && x.every(number);

const MESSAGES: Record<Heard['t'], Check> = {
  games: object({ games: list(object({ game, title: text, hides: flag, options: dictionary(option) })) }),
  table: object({ game, players: number, options: dictionary(either(text, number)), seats, you: number, clock: maybe(clock) }),
  steps: object({ from: number, steps: list(step), now: maybe(now) }),
  look: object({ ply: number, moves: list(text), view, tally, legal: list(text), effects: list(effect) }),
  hint: object({ ply: number, best: list(object({ move: text, value: number, visits: number })) }),
  record: object({ record: text }),
  refused: object({ about: text, why: text }),
  hello: object({ version: number, person: text, name: text, time: number }),
  lobby: object({
    whole: maybe(flag),
    tables: list(object({ ...terms, table: text, seats: list(orNull(seat)), kept, host: text })),
    gone: list(text),
  }),
  mine: object({ tables: list(object({ table: text, game, names: list(text), state, turn: flag })) }),
  made: object({ table: text }),
  room: object({
    ...terms,
    table: text,
    version: number,
    host: text,
    you: number,
    seats: list(orNull(sitter)),
    kept,
    seal: text,
    tip: text,
    next: orNull(text),
    undo: orNull(object({ by: number, ply: number })),
  }),
  chat: object({ n: number, person: text, name: text, at: number, words: maybe(text), phrase: maybe(text) }),
  fair: object({
    table: text,
    from: number,
    seal: maybe(text),
    tip: maybe(text),
    tips: maybe(list(orNull(text))),
    rolls: list(object({ ply: number, seat: number, link: text, own: orNull(text), throws: list(throws) })),
    renewed: number,
    anew: list(object({ ply: number, seat: number, tip: text })),
  }),
};

function isHeard(x: unknown): x is Heard {
  return isObject(x) && typeof x['t'] === 'string' && MESSAGES[x['t'] as Heard['t']]?.(x) === true;
}

const RECORD = '{"t":"record","record":'; // what follows stays text

export function heard(line: string): Heard {
  const message: unknown = line.startsWith(RECORD) ? { t: 'record', record: line.slice(RECORD.length, -1) } : JSON.parse(line);
  if (!isHeard(message) || !effectsFit(message)) throw new Error(`not a message of a table: ${line.slice(0, 200)}`);
  return message;
}
