/* The settings dialog. */
import { signal, type Signal } from '@preact/signals';
import { Dialog } from './dialog';
import { aids, expert, haptics, reactions, sounds, speed, SPEEDS, theme, THEMES } from './settings';
import { keyed, language, LANGUAGES, nameOf, say } from './words';

declare const PROGRAM_VERSION: string; // put in by build.mjs

const open = signal(false);

export function openSettings(): void {
  open.value = true;
}

function Choice<T extends string>(props: { label: string; of: readonly T[]; value: Signal<T>; name: (x: T) => string }) {
  return (
    <fieldset class="chips">
      <legend>{props.label}</legend>
      {props.of.map((x) => (
        <label key={x} class="chip">
          <input type="radio" name={props.label} checked={props.value.value === x} onChange={() => (props.value.value = x)} />
          <span>{props.name(x)}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function Switch(props: { label: string; about: string; value: Signal<boolean> }) {
  return (
    <label class="switch">
      <input type="checkbox" role="switch" checked={props.value.value} onChange={() => (props.value.value = !props.value.value)} />
      <span>
        {props.label}
        <small>{props.about}</small>
      </span>
    </label>
  );
}

export function Settings() {
  if (!open.value) return null;
  return (
    <Dialog title={say('settings')} close={() => (open.value = false)}>
      <div class="settings">
        <Choice label={say('settings.language')} of={LANGUAGES} value={language} name={nameOf} />
        <Choice label={say('settings.theme')} of={THEMES} value={theme} name={(x) => say(keyed('theme.', x))} />
        <Choice label={say('settings.speed')} of={SPEEDS} value={speed} name={(x) => say(keyed('speed.', x))} />
        <Switch label={say('settings.sound')} about={say('settings.sound.about')} value={sounds} />
        {'vibrate' in navigator && <Switch label={say('settings.haptics')} about={say('settings.haptics.about')} value={haptics} />}
        <Switch label={say('settings.reactions')} about={say('settings.reactions.about')} value={reactions} />
        <Switch label={say('settings.aids')} about={say('settings.aids.about')} value={aids} />
        <Switch label={say('settings.expert')} about={say('settings.expert.about')} value={expert} />
        <small class="version">Serai {PROGRAM_VERSION}</small>
      </div>
    </Dialog>
  );
}
