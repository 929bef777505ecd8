/* The question for a name, before others see it for the first time: nobody plays under an invented one without knowing. */
import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { reasonOf, rename } from '../api';
import { me } from '../connection';
import { Dialog } from '../dialog';
import { RefusalAlert, type Reason } from '../refusal';
import { readStorage, writeStorage } from '../settings';
import { say } from '../words';

const KEY = 'serai.name-kept'; // the given name that its owner is content with

interface Waiting {
  go: () => void;
  cancel: () => void;
}
const waiting = signal<Waiting | null>(null); // what waits for the answer

/* Does it at once for whoever has chosen a name, or after the question. */
export function withName(go: () => void, cancel: () => void = () => {}): void {
  const known = me.peek();
  if (!known || known.named || readStorage(KEY) === known.name) go();
  else waiting.value = { go, cancel };
}

export function AskName() {
  return waiting.value && me.value && <NameDialog given={me.value.name} {...waiting.value} />;
}

function NameDialog({ given, go, cancel }: Waiting & { given: string }) {
  const wrong = useSignal<Reason | null>(null);
  const typed = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const end = (next: () => void) => {
    waiting.value = null;
    next();
  };
  const save = async (event: Event) => {
    event.preventDefault();
    const name = typed.value.trim();
    try {
      await rename(name);
      if (me.value) me.value = { ...me.value, name, named: true };
      end(go);
    } catch (error) {
      wrong.value = reasonOf(error);
    }
  };
  const keep = () => {
    writeStorage(KEY, given);
    end(go);
  };
  return (
    <Dialog title={say('name.ask')} close={() => end(cancel)}>
      <form class="me-form" onSubmit={(event) => void save(event)}>
        <label class="field">
          <span>{say('name.ask.about')}</span>
          <input
            ref={field}
            type="text"
            required
            maxLength={24}
            autocomplete="nickname"
            value={typed.value}
            onInput={(event) => (typed.value = event.currentTarget.value)}
          />
        </label>
        <RefusalAlert why={wrong.value} />
        <div class="buttons">
          <button type="submit" class="button act big" disabled={!typed.value.trim()}>
            {say('name.ask.go')}
          </button>
          <button type="button" class="button big" onClick={keep}>
            {say('name.ask.keep', { name: given })}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
