/* Handing over the device: the next player takes it with one tap. Where something is secret, a curtain falls until then. */
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icons';
import { curtain, confirmPassed, veil } from './session';
import { tableInfo } from './table';
import { say } from './words';

/* In place of the tools, where nothing has to be hidden. */
export function PassBar() {
  const name = tableInfo.value?.seats[curtain.value - 1]?.name ?? '';
  return (
    <div class="action-bar">
      <button type="button" class={`button act big pass seat-${curtain.value}`} onClick={confirmPassed}>
        <Icon name="person" />
        {say('curtain.me', { name })}
      </button>
    </div>
  );
}

export function Curtain() {
  const ref = useRef<HTMLDialogElement>(null);
  const name = tableInfo.value?.seats[curtain.value - 1]?.name ?? '';
  const down = veil.value;
  useEffect(() => {
    if (down) ref.current?.showModal();
    else ref.current?.close();
  }, [down]);
  return (
    <dialog ref={ref} class="curtain" aria-labelledby="curtain-title" onCancel={(event) => event.preventDefault()}>
      {down && (
        <div class={`curtain-cloth seat-${curtain.value}`}>
          <div class="curtain-body">
            <Icon name="person" />
            <h2 id="curtain-title">{say('curtain.pass', { name })}</h2>
            <p>{say('curtain.about', { name })}</p>
            <button type="button" class="button act big" onClick={confirmPassed}>
              {say('curtain.me', { name })}
            </button>
          </div>
        </div>
      )}
    </dialog>
  );
}
