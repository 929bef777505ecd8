/* What administrators tell: announcements to everybody, each once on this device, and answers to reports of ours. They stay, over
 * whatever is shown, until they are closed. */
import { signal } from '@preact/signals';
import { settledReports } from './api';
import { Icon } from './icons';
import type { TableEvent } from './protocol';
import { readStorage, writeStorage } from './settings';
import { say } from './words';

const KEY = 'serai.announced';

interface Told {
  title: string;
  words: string;
}

const told = signal<Told[]>([]);

export function onAnnouncement({ at, words }: TableEvent<'announcement'>): void {
  if (Number(readStorage(KEY) ?? 0) >= at) return;
  writeStorage(KEY, at);
  told.value = [...told.value, { title: say('announcement'), words }];
}

/* The server tells each answer once, so it is asked for when it can be shown. */
export async function readAnswers(): Promise<void> {
  const reports = await settledReports().catch(() => []);
  told.value = [...told.value, ...reports.map(({ name, answer }) => ({ title: say('report.answer', { name }), words: answer }))];
}

export function Announcements() {
  return (
    <div class="announcements" role="status">
      {told.value.map((one, i) => (
        <p key={i}>
          <span>
            <b>{one.title}</b> {one.words}
          </span>
          <button
            type="button"
            class="round"
            aria-label={say('close')}
            onClick={() => (told.value = told.value.filter((other) => other !== one))}
          >
            <Icon name="close" />
          </button>
        </p>
      ))}
    </div>
  );
}
