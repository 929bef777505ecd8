/* A table as the page knows it: what it told us last, as signals. Today it is a worker on this device; a table on the
 * net speaks the same messages. */
import { batch, signal } from '@preact/signals';
import { heard } from './heard';
import type { GameName, Heard, Now, Option, RecordText, Said, Step } from './protocol';

declare const WORKER: string; // the file's name, put in by build.mjs

type Message<T extends Heard['t']> = Extract<Heard, { t: T }>;

export const games = signal<{ game: GameName; options: Record<string, Option> }[]>([]);
export const about = signal<Message<'table'> | null>(null); // the game, its seats, and who we are
export const steps = signal<Step[]>([]);
export const now = signal<(Now & { since: number }) | null>(null); // since when, on our clock
export const looked = signal<Message<'look'> | null>(null);
export const hinted = signal<Message<'hint'> | null>(null);
export const refused = signal<Message<'refused'> | null>(null);
export const record = signal<RecordText | null>(null);

let worker: Worker | null = null;

/* Messages said together are answered together: the page never shows what lies between them. */
export function tell(...said: Said[]): void {
  worker?.postMessage(said);
}

export function connect(): void {
  worker = new Worker(WORKER);
  worker.onmessage = (event: MessageEvent<string[]>) => hear(event.data);
  tell({ t: 'games' });
}

function hear(lines: string[]): void {
  const old = steps.peek();
  const eyes = about.peek()?.you;
  batch(() => {
    lines.map(heard).forEach(take);
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
      steps.value = [...steps.value.slice(0, message.from), ...message.steps];
      now.value = message.now ? { ...message.now, since: Date.now() } : null;
      looked.value = hinted.value = refused.value = null;
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
