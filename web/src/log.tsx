/* What happened, in words: every move is a way back to its position. Screen readers hear each as it comes. */
import { computed, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from './dialog';
import { faces } from './faces';
import { goTo, index } from './session';
import { about, steps } from './table';
import { say } from './words';

export const logOpen = signal(false);

interface Sentence {
  step: number;
  by: number;
  text: string;
}

const all = computed<Sentence[]>(() => {
  const table = about.value;
  if (!table) return [];
  return steps.value.flatMap((step, i) => {
    const before = steps.value[i - 1]?.view;
    const text = before ? faces[table.game].happened(step, before, table.seats, table.you) : '';
    return text ? [{ step: i, by: step.by, text }] : [];
  });
});

/* Those up to the position on the screen. */
export const sentences = computed(() => all.value.filter(({ step }) => step <= index.value));

export function Log({ chosen }: { chosen?: () => void }) {
  const ref = useRef<HTMLOListElement>(null);
  const count = sentences.value.length;
  useEffect(() => {
    if (ref.current) ref.current.scrollTop = ref.current.scrollHeight;
  }, [count]);
  if (count === 0) return <p class="soft">{say('log.empty')}</p>;
  return (
    <ol class="log" ref={ref}>
      {sentences.value.map(({ step, by, text }) => (
        <li key={step} class={`seat-${by}`}>
          <button
            type="button"
            aria-current={step === index.value ? 'step' : undefined}
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
