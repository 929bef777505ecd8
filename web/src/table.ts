/* A table as the page knows it: what it told us last, as signals. It is a worker on this device, or a table on the net
 * (room.ts): both speak the same messages, and the page sits at one of them at a time. */
import { batch, signal } from '@preact/signals';
import { heard } from './heard';
import type { Heard, Now, RecordText, Said, Step, Told } from './protocol';
import type { Asked } from './worker';

declare const WORKER: string; // the file's name, put in by build.mjs

type Message<T extends Heard['t']> = Extract<Heard, { t: T }>;

export const games = signal<Told[]>([]);
export const about = signal<Message<'table'> | null>(null); // the game, its seats, and who we are
export const steps = signal<Step[]>([]);
export const now = signal<(Now & { since: number }) | null>(null); // since when, on our clock
export const looked = signal<Message<'look'> | null>(null);
export const hinted = signal<Message<'hint'> | null>(null);
export const refused = signal<Message<'refused'> | null>(null);
export const record = signal<RecordText | null>(null);

let worker: Worker | null = null;
let far: ((said: Said[]) => void) | null = null; // where a table on the net hears us; null: we sit at the one on this device

/* Messages said together are answered together: the page never shows what lies between them. */
export function tell(...said: Said[]): void {
  if (far) far(said);
  else worker?.postMessage(said);
}

/* From now on we speak to a table on the net, or to the one on this device. */
export function sitAt(there: typeof far): void {
  if (far === there) return;
  far = there;
  batch(() => {
    about.value = now.value = looked.value = hinted.value = refused.value = record.value = null;
    steps.value = [];
  });
}

/* Asks the worker for something that is no game's affair (worker.ts). */
export function ask(question: Asked): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((answer) => {
    port1.onmessage = (event: MessageEvent<string>) => answer(event.data);
    worker?.postMessage(question, [port2]);
  });
}

export function connect(): void {
  worker = new Worker(WORKER);
  worker.onmessage = (event: MessageEvent<string[]>) => {
    const messages = event.data.map(heard);
    hear(far ? messages.filter(({ t }) => t === 'games') : messages);
  };
  worker.postMessage([{ t: 'games' }] satisfies Said[]);
}

export function hear(messages: Heard[]): void {
  const old = steps.peek();
  const eyes = about.peek()?.you;
  batch(() => {
    messages.forEach(take);
    const over = (now.peek()?.winners.length ?? 0) > 0; // then the same steps are told with everything in them
    if (eyes === about.peek()?.you && !over) steps.value = keepSame(old, steps.peek());
  });
}

/* The same steps, told again to the same eyes, stay the same objects: what is drawn from them need not move. */
function keepSame(old: Step[], fresh: Step[]): Step[] {
  const [a, b] = [old[0], fresh[0]];
  if (!a || !b || a === b || JSON.stringify(a) !== JSON.stringify(b)) return fresh;
  const differ = fresh.findIndex((step, i) => step.by !== old[i]?.by || step.move !== old[i]?.move);
  return differ < 0 ? old.slice(0, fresh.length) : [...old.slice(0, differ), ...fresh.slice(differ)];
}

function take(message: Heard): void {
  switch (message.t) {
    case 'games':
      games.value = message.games;
      break;
    case 'table':
      about.value = message;
      steps.value = [];
      now.value = looked.value = hinted.value = refused.value = null;
      break;
    case 'steps':
      now.value = message.now ? { ...message.now, since: Date.now() } : null;
      refused.value = null;
      if (message.steps.length === 0 && message.from === steps.value.length) break; // it stands as it stood
      steps.value = [...steps.value.slice(0, message.from), ...message.steps];
      looked.value = hinted.value = null;
      break;
    case 'look':
      looked.value = message;
      break;
    case 'hint':
      hinted.value = message;
      break;
    case 'refused':
      refused.value = message;
      break;
    case 'record':
      record.value = message.record;
      break;
  }
}
