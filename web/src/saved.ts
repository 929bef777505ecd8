/* Saved games: on this device after every step, as a file, and as a link that contains the record. */
import { signal } from '@preact/signals';
import { either, list, maybe, number, object, text, type Checked } from './check';
import { clock, seat, type Clock, type GameName, type RecordText, type Seat } from './protocol';
import { writeStorage, readStorage } from './settings';
import { say } from './words';

/* After which move of the game a variation begins, and its moves. */
const variation = list(either(number, text));
export type Variation = Checked<typeof variation>;

export interface Saved {
  seats: Seat[];
  record: RecordText;
  clock?: Clock;
  left?: number[];
  variations?: Variation[]; // of its analysis
  over?: boolean;
  when?: number; // ms since 1970
}

const KEY = 'serai.games';

/* A record begins with its game and the number of players. */
function beginning(record: unknown): { game: GameName; players: number } | null {
  const [, game, players] = /^\{"game":"([a-z]{1,20})","players":([2-4]),/.exec(String(record)) ?? [];
  return game === undefined ? null : { game, players: Number(players) };
}

export const recordedGame = (record: RecordText): GameName => beginning(record)?.game ?? '';

export const gameOf = (saved: Saved): GameName => recordedGame(saved.record);

const fields = object({
  seats: list(seat),
  record: text,
  clock: maybe(clock),
  left: maybe(list(number)),
  variations: maybe(list(variation)),
});

function isSaved(x: unknown): x is Saved {
  return fields(x) && beginning(x.record) !== null;
}

/* --- on this device: the last game of each kind --- */

export const savedGames = signal<Record<GameName, Saved>>({});

export function loadGames(): void {
  const all: unknown = readStorage(KEY);
  if (typeof all === 'object' && all !== null)
    savedGames.value = Object.fromEntries(Object.entries(all).filter(([, saved]) => isSaved(saved)));
}

export function saveGame(saved: Saved): void {
  savedGames.value = { ...savedGames.peek(), [gameOf(saved)]: { ...saved, when: Date.now() } };
  writeStorage(KEY, savedGames.peek());
}

/* The unfinished game that was played last. */
export function lastGame(): Saved | undefined {
  return Object.values(savedGames.value)
    .filter((saved) => !saved.over)
    .sort((a, b) => (b.when ?? 0) - (a.when ?? 0))[0];
}

/* --- as a file: the record, which `serai verify` and `serai replay` read as well, and a line with who played it --- */

export function download(saved: Saved): void {
  const name = `serai-${gameOf(saved)}-${new Date().toISOString().slice(0, 10)}.json`;
  const { record, seats, clock, left, variations } = saved;
  downloadFile(
    name,
    new Blob([`${record}\n${JSON.stringify({ seats, clock, left, variations })}\n`], { type: 'application/json' }),
  );
}

export function downloadFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/* A record alone has no names: its seats are numbered people. */
export function readFile(content: string): Saved | null {
  const [record = '', table = ''] = content.split(/\n(?={"seats":)/).map((part) => part.trim());
  const found = beginning(record);
  if (!found) return null;
  try {
    const saved: unknown = { ...JSON.parse(table), record };
    if (isSaved(saved) && saved.seats.length === found.players) return saved;
  } catch {
    /* no such line, or a damaged one */
  }
  return { seats: Array.from({ length: found.players }, (_, i) => ({ name: say('setup.player', { number: i + 1 }) })), record };
}

/* --- as a link --- */

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function linkOf({ seats, record, clock, left, variations }: Saved): Promise<string> {
  const bytes = await through(
    new TextEncoder().encode(JSON.stringify({ seats, record, clock, left, variations })),
    new CompressionStream('deflate-raw'),
  );
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const safe = text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${location.origin}${location.pathname}#r=${safe}`;
}

export async function fromLink(safe: string): Promise<Saved | null> {
  try {
    const bits = atob(safe.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(bits, (letter) => letter.charCodeAt(0));
    const found: unknown = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))));
    return isSaved(found) ? found : null;
  } catch {
    return null;
  }
}
