/* Replay controls: a slider, four buttons, and the way back to the current position. */
import { Icon, type IconName } from './icons';
import { effect } from '@preact/signals';
import { finalOpen } from './final';
import { sentences } from './log';
import { autoplaying } from './playback';
import { backToNow, goTo, index, landedIndex, last, mode, over, playOn, toggleAutoplay } from './session';
import { tableInfo } from './table';
import { say } from './words';

function Step(props: { icon: IconName; label: string; to: number }) {
  const off = props.to < 0 || props.to > last.value || props.to === index.value;
  return (
    <button type="button" class="round" aria-label={props.label} disabled={off} onClick={() => goTo(props.to)}>
      <Icon name={props.icon} />
    </button>
  );
}

/* The next game that is opened shows its result first, if it is over. */
export function openOnResult(): void {
  const before = tableInfo.peek();
  const stop = effect(() => {
    if (tableInfo.value === before || last.value < 0) return;
    if (over.value) {
      goTo(last.peek());
      finalOpen.value = true;
    }
    queueMicrotask(() => stop());
  });
}

export function Replay() {
  const told = sentences.value.slice(-1)[0];
  return (
    <div class="replay">
      <div class="message">
        <p>{told?.step === landedIndex.value ? told.text : ''}</p>
      </div>
      <input
        type="range"
        min={0}
        max={last.value}
        value={index.value}
        aria-label={say('replay')}
        aria-valuetext={say('replay.at', { step: index.value, last: last.value })}
        onInput={(event) => goTo(event.currentTarget.valueAsNumber)}
      />
      <div class="action-bar">
        <Step icon="first" label={say('replay.first')} to={0} />
        <Step icon="previous" label={say('replay.previous')} to={index.value - 1} />
        <button
          type="button"
          class="round"
          aria-label={autoplaying.value ? say('replay.pause') : say('replay.run')}
          disabled={index.value >= last.value}
          onClick={toggleAutoplay}
        >
          <Icon name={autoplaying.value ? 'pause' : 'run'} />
        </button>
        <Step icon="next" label={say('replay.next')} to={index.value + 1} />
        <Step icon="last" label={say('replay.last')} to={last.value} />
        {mode.value !== 'replay' ? (
          <button type="button" class="button act" onClick={backToNow}>
            {say('replay.now')}
          </button>
        ) : over.value ? (
          <button type="button" class="button act" onClick={() => (finalOpen.value = true)}>
            {say('result')}
          </button>
        ) : (
          <button type="button" class="button act" onClick={playOn}>
            {say('replay.play')}
          </button>
        )}
      </div>
    </div>
  );
}
