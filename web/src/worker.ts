/* The table on this device: rules, bots and table as WebAssembly, in a worker.
 *
 * The page sends lists of messages and gets, for each list, the lines that answer it. A bot's search runs in slices of about SLICE
 * milliseconds; between two of them waiting messages are handled, so that a question is answered at once.
 *
 * The worker also checks fair dice, since the hashing is in C: it computes a link of a chain, checks the rolls so far, or checks a
 * whole record by opening it. Such a question is answered through the port that came with it. */
import type { Fair, RecordText, Seat, TableCommand } from './protocol';
import { answers, instantiate, loadNet, NET_MISSING, put, SLICE, type Builds, type Module } from './wasm';

export type WorkerQuestion = { link: number; secret: string } | { rolls: Fair } | { record: RecordText; seats: Seat[] };

declare const TABLE_WASM: Builds; // put in by build.mjs
declare function postMessage(lines: string[]): void;

interface Table extends Module {
  command(size: number, now: number): number;
  think(iterations: number, now: number): number;
  tick(now: number): number;
  chain_link(number: number): number;
  verify_rolls(size: number): number;
}

const module = instantiate<Table>(TABLE_WASM);
const between = new MessageChannel(); // yields to the event loop, without the 4 ms of timers
let thinking = false;
let iterations = 16;

/* A message as text; a record is text already. */
function written(command: TableCommand): string {
  if (command.t !== 'open') return JSON.stringify(command);
  const { record, ...rest } = command;
  return `${JSON.stringify(rest).slice(0, -1)},"record":${record}}`;
}

function run(table: Table, command: TableCommand): string[] {
  const size = put(table, written(command));
  if (size === null) return [JSON.stringify({ t: 'refused', about: command.t, code: 'bad-record', why: 'that is too long' })];
  return answers(table, table.command(size, Date.now()));
}

function reply(table: Table, asked: WorkerQuestion): string {
  if ('link' in asked) {
    put(
      table,
      Uint8Array.from(asked.secret.match(/../g) ?? [], (digits) => parseInt(digits, 16)),
    );
    return answers(table, table.chain_link(asked.link))[0] ?? '';
  }
  if ('record' in asked) return run(table, { t: 'open', seats: asked.seats, record: asked.record })[0] ?? '';
  const size = put(table, JSON.stringify({ t: 'fair', ...asked.rolls }));
  if (size === null) return JSON.stringify({ rolls: 0, wrong: 'that is too long' });
  return answers(table, table.verify_rolls(size))[0] ?? '';
}

function tell(lines: string[]): void {
  if (lines.length) postMessage(lines);
}

/* One slice; the next has as many iterations as would have filled this one. */
async function slice(table: Table): Promise<void> {
  const start = performance.now();
  const length = table.think(iterations, Date.now());
  if (length <= NET_MISSING) {
    await loadNet(table, length);
    between.port2.postMessage(null);
    return;
  }
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

self.onmessage = async ({ data, ports }: MessageEvent<TableCommand[] | WorkerQuestion>) => {
  const table = await module;
  if (!Array.isArray(data)) return ports[0]?.postMessage(reply(table, data));
  tell(data.flatMap((command) => run(table, command)));
  think();
};

between.port1.onmessage = async () => slice(await module);

setInterval(async () => {
  const table = await module;
  const lines = answers(table, table.tick(Date.now()));
  tell(lines);
  if (lines.length) think();
}, 500);
