/* The move log: every move is a link to its position. Screen readers announce each new one. */
import { computed, signal } from '@preact/signals';
import { Dialog } from './dialog';
import type { Turn } from './face';
import { gameNamed } from './games';
import type { Step } from './protocol';
import { goTo, landedIndex, me } from './session';
import { tableInfo, steps } from './table';
import { language, say } from './words';

export const logOpen = signal(false);

interface Sentence {
  step: number;
  by: number;
  text: string;
}

/* A step's sentence is made once, for a language and a viewer. */
const told = computed(() => ({
  table: tableInfo.value,
  me: me.value,
  language: language.value,
  texts: new WeakMap<Step, string>(),
}));

function textOf(step: Step, before: Step | undefined): string {
  const { table, me, texts } = told.value;
  const known = texts.get(step);
  if (known !== undefined || !before || !table) return known ?? '';
  const move = gameNamed(table.game).face.speech.logText(step, before.view, table.seats, me);
  const who = table.seats[step.by - 1]?.name ?? '';
  const text = step.stood_in && move ? `${move} ${step.by === me ? say('log.stood.in.you') : say('log.stood.in', { who })}` : move;
  texts.set(step, text);
  return text;
}

/* A step without a sentence is reported with the next one that has one. */
const all = computed<Sentence[]>(() => {
  let told = steps.value[0];
  return steps.value.flatMap((step, i) => {
    const text = textOf(step, told);
    if (!text) return [];
    told = step;
    return [{ step: i, by: step.by, text }];
  });
});

/* A turn in words. */
export const wordsOf = ({ first, last }: Turn): string =>
  all.value
    .filter(({ step }) => step >= first && step <= last)
    .map(({ text }) => text)
    .join(' ');

/* Those of the steps that have landed. */
export const sentences = computed(() => all.value.filter(({ step }) => step <= landedIndex.value));

/* One tab stop, the newest; up and down move through the rest. */
function walk(event: KeyboardEvent): void {
  const items = [...(event.currentTarget as Element).querySelectorAll('button')];
  const here = items.findIndex((item) => item === event.target);
  const to: Record<string, number> = { ArrowUp: here - 1, ArrowDown: here + 1, Home: 0, End: items.length - 1 };
  const next = items[to[event.key] ?? -1];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}

/* The box grows from its foot (play.css), so that the newest stays in view until somebody scrolls. */
export function Log({ chosen }: { chosen?: () => void }) {
  const count = sentences.value.length;
  if (count === 0) return <p class="soft">{say('log.empty')}</p>;
  return (
    <div class="log-box">
      <ol class="log" onKeyDown={walk}>
        {sentences.value.map(({ step, by, text }, i) => (
          <li key={step} class={`seat-${by}`}>
            <button
              type="button"
              tabIndex={i === count - 1 ? 0 : -1}
              aria-current={step === landedIndex.value ? 'step' : undefined}
              onClick={() => {
                goTo(step);
                chosen?.();
              }}
            >
              {text}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

export function LogSheet() {
  const close = () => (logOpen.value = false);
  return (
    <>
      <div role="log" class="hidden" aria-label={say('log')}>
        {sentences.value.slice(-6).map(({ step, text }) => (
          <p key={step}>{text}</p>
        ))}
      </div>
      {logOpen.value && (
        <Dialog title={say('log')} close={close}>
          <Log chosen={close} />
        </Dialog>
      )}
    </>
  );
}
