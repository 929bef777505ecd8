/* The table on this device: rules, bots and table as WebAssembly, in a worker.
 *
 * The page sends lists of messages and gets, for each list, the lines that answer it. A bot's search runs in slices of about SLICE
 * milliseconds; between two of them waiting messages are handled, so that a question is answered at once.
 *
 * The worker also checks fair dice, since the hashing is in C: it computes a link of a chain, checks the rolls so far, or checks a
 * whole record by opening it. And it reviews finished games. Such a question is answered through the port that came with it: a
 * review by many lines, until the page writes back through it. */
import type { Fair, RecordText, Seat, TableCommand } from './protocol';

type Review = { review: RecordText; efforts: number[] };
export type WorkerQuestion = { link: number; secret: string } | { rolls: Fair } | { record: RecordText; seats: Seat[] } | Review;

declare const TABLE_WASM: string; // the file's name, put in by build.mjs
declare const NETS: string[]; // those of the bots' nets, in the order of web/table.c
declare function postMessage(lines: string[]): void;

interface Module {
  memory: WebAssembly.Memory;
  inbox(): number;
  outbox(): number;
  command(size: number, now: number): number;
  think(iterations: number, now: number): number;
  tick(now: number): number;
  chain_link(number: number): number;
  verify_rolls(size: number): number;
  review_begin(size: number, effort: number): number;
  review_step(): number;
  net_room(number: number, size: number): number;
  net_loaded(number: number, done: number): void;
}

const SLICE = 12;
const NET_MISSING = -2; // and less, for the second net and so on
const INBOX = 131072;

const module = WebAssembly.instantiateStreaming(fetch(TABLE_WASM)).then(({ instance }) => instance.exports as unknown as Module);
const between = new MessageChannel(); // yields to the event loop, without the 4 ms of timers
let thinking = false;
let iterations = 16;

function answers(table: Module, length: number): string[] {
  if (length <= 0) return [];
  const bytes = new Uint8Array(table.memory.buffer, table.outbox(), length);
  return new TextDecoder().decode(bytes).split('\n').filter(Boolean);
}

/* A message as text; a record is text already. */
function written(command: TableCommand): string {
  if (command.t !== 'open') return JSON.stringify(command);
  const { record, ...rest } = command;
  return `${JSON.stringify(rest).slice(0, -1)},"record":${record}}`;
}

function put(table: Module, bytes: Uint8Array): void {
  new Uint8Array(table.memory.buffer, table.inbox(), bytes.length).set(bytes);
}

function run(table: Module, command: TableCommand): string[] {
  const bytes = new TextEncoder().encode(written(command));
  if (bytes.length > INBOX)
    return [JSON.stringify({ t: 'refused', about: command.t, code: 'bad-record', why: 'that is too long' })];
  put(table, bytes);
  return answers(table, table.command(bytes.length, Date.now()));
}

function reply(table: Module, asked: Exclude<WorkerQuestion, Review>): string {
  if ('link' in asked) {
    put(
      table,
      Uint8Array.from(asked.secret.match(/../g) ?? [], (digits) => parseInt(digits, 16)),
    );
    return answers(table, table.chain_link(asked.link))[0] ?? '';
  }
  if ('record' in asked) return run(table, { t: 'open', seats: asked.seats, record: asked.record })[0] ?? '';
  const bytes = new TextEncoder().encode(JSON.stringify({ t: 'fair', ...asked.rolls }));
  if (bytes.length > INBOX) return JSON.stringify({ rolls: 0, wrong: 'that is too long' });
  put(table, bytes);
  return answers(table, table.verify_rolls(bytes.length))[0] ?? '';
}

function tell(lines: string[]): void {
  if (lines.length) postMessage(lines);
}

/* Loads a net. Where that fails, the bots do without it until the page is loaded again. */
async function load(table: Module, number: number): Promise<void> {
  const answer = await fetch(NETS[number] ?? '').catch(() => null);
  const bytes = answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  const room = bytes ? table.net_room(number, bytes.length) : 0;
  if (bytes && room) new Uint8Array(table.memory.buffer, room, bytes.length).set(bytes);
  table.net_loaded(number, room ? 1 : 0);
}

/* One slice; the next has as many iterations as would have filled this one. */
async function slice(table: Module): Promise<void> {
  const start = performance.now();
  const length = table.think(iterations, Date.now());
  if (length <= NET_MISSING) {
    await load(table, NET_MISSING - length);
    between.port2.postMessage(null);
    return;
  }
  const took = Math.max(performance.now() - start, 0.1);
  iterations = Math.min(Math.max(Math.round((iterations * SLICE) / took), 1), iterations * 2, 1_000_000);
  thinking = length >= 0;
  tell(answers(table, length));
  if (thinking) between.port2.postMessage(null);
}

let reviews = 0; // begun so far: a new one ends the one before

/* Moves of a game are reviewed in slices, too, so that the page can play on meanwhile. */
async function review(table: Module, { review: record, efforts }: Review, port: MessagePort): Promise<void> {
  let stopped = false;
  const mine = ++reviews;
  port.onmessage = () => (stopped = true);
  const bytes = new TextEncoder().encode(record);
  for (const effort of efforts) {
    const begin = () => {
      if (bytes.length > INBOX) return 0;
      put(table, bytes);
      return table.review_begin(bytes.length, effort);
    };
    let length = begin();
    while (length <= NET_MISSING) {
      await load(table, NET_MISSING - length);
      length = begin();
    }
    port.postMessage(answers(table, length));
    while (length > 0) {
      const lines: string[] = [];
      for (const start = performance.now(); length > 0 && performance.now() - start < SLICE;) {
        length = table.review_step();
        lines.push(...answers(table, length));
      }
      port.postMessage(lines);
      await new Promise((done) => setTimeout(done));
      if (stopped || mine !== reviews) return;
    }
  }
  port.postMessage(null); // all is told
}

function think(): void {
  if (thinking) return;
  thinking = true;
  between.port2.postMessage(null);
}

self.onmessage = async ({ data, ports }: MessageEvent<TableCommand[] | WorkerQuestion>) => {
  const table = await module;
  if (!Array.isArray(data)) {
    const [port] = ports;
    if (port && 'review' in data) return review(table, data, port);
    return port?.postMessage(reply(table, data as Exclude<WorkerQuestion, Review>));
  }
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
