/* One's name, asked for at the table by whoever has never chosen one, and changeable there. */
import { useSignal } from '@preact/signals';
import { reasonOf, rename } from '../api';
import { me } from '../connection';
import { RefusalAlert, type Reason } from '../refusal';
import { say } from '../words';

export function NameField() {
  const wrong = useSignal<Reason | null>(null);
  const typed = useSignal<string | null>(null);
  const known = me.value;
  if (!known) return null;
  const save = async (event: Event) => {
    event.preventDefault();
    const name = typed.value?.trim() ?? '';
    if (!name || name === known.name) return;
    try {
      await rename(name);
      me.value = me.value && { ...me.value, name };
      wrong.value = typed.value = null;
    } catch (error) {
      wrong.value = reasonOf(error);
    }
  };
  return (
    <form class="name-field" onSubmit={(event) => void save(event)}>
      <label>
        <span>{say('wait.name')}</span>
        <input
          type="text"
          name="name"
          autocomplete="nickname"
          maxLength={24}
          value={typed.value ?? known.name}
          onFocus={(event) => event.currentTarget.select()}
          onInput={(event) => (typed.value = event.currentTarget.value)}
        />
      </label>
      {typed.value !== null && typed.value.trim() !== known.name && (
        <button type="submit" class="button">
          {say('account.save')}
        </button>
      )}
      <RefusalAlert why={wrong.value} />
    </form>
  );
}
