/* A field for a password: the current one, or a new one, which has to be long enough. */
import type { Signal } from '@preact/signals';

const PASSWORD = 8; // characters at least

export function PasswordField({ label, kind, value }: { label: string; kind: 'current' | 'new'; value: Signal<string> }) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="password"
        required
        {...(kind === 'new' && { minLength: PASSWORD })}
        autocomplete={`${kind}-password`}
        value={value.value}
        onInput={(event) => (value.value = event.currentTarget.value)}
      />
    </label>
  );
}
