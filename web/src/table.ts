/* A table as the page knows it: its last messages, as signals. It is a worker on this device, or an online table (room.ts): both
 * use the same messages, and the page is at one of them at a time. */
import { batch, signal } from '@preact/signals';
import { changed } from './changes';
import { isObject, list } from './check';
import { effectsFit, isView } from './games';
import { tally, type Now, type RecordText, type Step, type TableCommand, type TableEvent, type GameInfo } from './protocol';
import type { WorkerQuestion } from './worker';

declare const WORKER: string; // the file's name, put in by build.mjs

/* A move that was made and is not answered yet. Online it is sent again after a reconnect. */
type Play = Extract<TableCommand, { t: 'play' }>;
export interface Unanswered {
  play: Play;
  sent: boolean; // to the server
}

export const games = signal<GameInfo[]>([]);
export const tableInfo = signal<TableEvent<'table'> | null>(null); // the game, its seats, and our seat
export const steps = signal<Step[]>([]);
export const now = signal<(Now & { since: number }) | null>(null); // since when, on our clock
export const previewAnswer = signal<TableEvent<'look'> | null>(null);
export const hintAnswer = signal<TableEvent<'hint'> | null>(null);
export const refused = signal<TableEvent<'refused'> | null>(null);
export const unanswered = signal<Unanswered | null>(null);
export const record = signal<RecordText | null>(null);

let worker: Worker | null = null;
let sendRemote: ((commands: TableCommand[]) => void) | null = null; // sends to an online table; null: we are at the one on this device

/* Messages sent together are answered together: the page never shows intermediate states. */
export function tell(...commands: TableCommand[]): void {
  if (sendRemote) sendRemote(commands);
  else worker?.postMessage(commands);
}

export const isRemote = (): boolean => sendRemote !== null;

/* Switches to an online table, or to the one on this device. */
export function switchTable(there: typeof sendRemote): void {
  if (sendRemote === there) return;
  sendRemote = there;
  batch(() => {
    tableInfo.value = now.value = previewAnswer.value = hintAnswer.value = refused.value = unanswered.value = record.value = null;
    steps.value = [];
  });
}

/* Asks the worker something that is not about a game (worker.ts). */
export function ask(question: WorkerQuestion): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((answer) => {
    port1.onmessage = (event: MessageEvent<string>) => answer(event.data);
    worker?.postMessage(question, [port2]);
  });
}

export function connect(onLines: (lines: string[]) => void): void {
  worker = new Worker(WORKER);
  worker.onmessage = (event: MessageEvent<string[]>) => onLines(event.data);
  worker.postMessage([{ t: 'games' }] satisfies TableCommand[]);
}

/* What arrives together is shown together. */
export function batchEvents(take: () => void): void {
  const old = steps.peek();
  const eyes = tableInfo.peek()?.you;
  batch(() => {
    take();
    const over = (now.peek()?.winners.length ?? 0) > 0; // then the same steps are sent again, with nothing hidden
    if (eyes === tableInfo.peek()?.you && !over) steps.value = keepSame(old, steps.peek());
  });
}

/* The same steps, sent again for the same view, stay the same objects: what is drawn from them need not change. */
function keepSame(old: Step[], fresh: Step[]): Step[] {
  const [a, b] = [old[0], fresh[0]];
  if (!a || !b || a === b || JSON.stringify(a) !== JSON.stringify(b)) return fresh;
  const differ = fresh.findIndex((step, i) => step.by !== old[i]?.by || step.move !== old[i]?.move);
  return differ < 0 ? old.slice(0, fresh.length) : [...old.slice(0, differ), ...fresh.slice(differ)];
}

export function setTable(event: TableEvent<'table'>): void {
  tableInfo.value = event;
  steps.value = [];
  now.value = previewAnswer.value = hintAnswer.value = refused.value = null;
}

const isPosition = (x: unknown): x is Pick<Step, 'view' | 'tally'> => isObject(x) && isView(x['view']) && list(tally)(x['tally']);

/* New steps with their views, which may be told as what changes; completed and checked. */
function wholeSteps(event: TableEvent<'steps'>, before: Step | undefined): Step[] {
  return event.steps.map(({ changes, view, tally: points, effect = {}, ...step }) => {
    const told: unknown = changes ? changed({ view: before?.view, tally: before?.tally }, changes) : { view, tally: points };
    if (!isPosition(told) || !effectsFit(told.view, [effect])) throw new Error(`not a step: ${JSON.stringify(step)}`);
    return (before = { ...step, ...told, effect });
  });
}

const wholeNow = (told: NonNullable<TableEvent<'steps'>['now']>): Now => ({
  legal: [],
  effects: [],
  undo: false,
  winners: [],
  ...told,
});

export function addSteps(event: TableEvent<'steps'>): void {
  if (event.from > steps.value.length) return; // of the game before, which this device has put aside
  const known = steps.value.slice(0, event.from);
  const fresh = wholeSteps(event, known[known.length - 1]);
  const last = fresh[fresh.length - 1] ?? known[known.length - 1];
  const here = event.now && wholeNow(event.now);
  if (here && last && !effectsFit(last.view, here.effects)) throw new Error('not effects of this game');
  now.value = here ? { ...here, since: Date.now() } : null;
  refused.value = null;
  if (here?.ply !== unanswered.peek()?.play.ply) unanswered.value = null;
  if (event.steps.length === 0 && event.from === steps.value.length) return; // nothing has changed
  steps.value = [...known, ...fresh];
  previewAnswer.value = hintAnswer.value = null;
}

export function setPreview(event: TableEvent<'look'>): void {
  if (!effectsFit(event.view, event.effects)) throw new Error('not effects of this game');
  previewAnswer.value = event;
}
