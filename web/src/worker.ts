/* A table on this device: rules, bots and table as WebAssembly, in a worker of their own.
 *
 * The page sends lists of messages and gets, for each list, the lines that answer it. While a bot thinks, the search
 * runs in slices of about SLICE milliseconds; between two of them waiting messages come in, so that a question is
 * answered at once. */
import type { Said } from './protocol';

declare const TABLE_WASM: string; // the file's name, put in by build.mjs
declare function postMessage(lines: string[]): void;

interface Module {
  memory: WebAssembly.Memory;
  inbox(): number;
  outbox(): number;
  hear(size: number, now: number): number;
  think(iterations: number, now: number): number;
  tick(now: number): number;
}

const SLICE = 12;
const INBOX = 131072;

const module = WebAssembly.instantiateStreaming(fetch(TABLE_WASM)).then(
  ({ instance }) => instance.exports as unknown as Module,
);
const between = new MessageChannel(); // a turn of the event loop, without the 4 ms that timers take
let thinking = false;
let iterations = 16;

function answers(table: Module, length: number): string[] {
  if (length <= 0) return [];
  const bytes = new Uint8Array(table.memory.buffer, table.outbox(), length);
  return new TextDecoder().decode(bytes).split('\n').filter(Boolean);
}

/* A message as text; a record is text already. */
function written(said: Said): string {
  if (said.t !== 'open') return JSON.stringify(said);
  const { record, ...rest } = said;
  return `${JSON.stringify(rest).slice(0, -1)},"record":${record}}`;
}

function hear(table: Module, said: Said): string[] {
  const bytes = new TextEncoder().encode(written(said));
  if (bytes.length > INBOX) return [JSON.stringify({ t: 'refused', about: said.t, why: 'that is too long' })];
  new Uint8Array(table.memory.buffer, table.inbox(), bytes.length).set(bytes);
  return answers(table, table.hear(bytes.length, Date.now()));
}

function tell(lines: string[]): void {
  if (lines.length) postMessage(lines);
}

/* One slice; the next has as many iterations as would have filled this one. */
function slice(table: Module): void {
  const start = performance.now();
  const length = table.think(iterations, Date.now());
  const took = Math.max(performance.now() - start, 0.1);
  iterations = Math.min(Math.max(Math.round((iterations * SLICE) / took), 1), iterations * 2, 1_000_000);
  thinking = length >= 0;
  tell(answers(table, length));
  if (thinking) between.port2.postMessage(null);
}

function think(): void {
  if (thinking) return;
  thinking = true;
  between.port2.postMessage(null);
}

self.onmessage = async (event: MessageEvent<Said[]>) => {
  const table = await module;
  tell(event.data.flatMap((said) => hear(table, said)));
  think();
};

between.port1.onmessage = async () => slice(await module);

setInterval(async () => {
  const table = await module;
  const lines = answers(table, table.tick(Date.now()));
  tell(lines);
  if (lines.length) think();
}, 500);
