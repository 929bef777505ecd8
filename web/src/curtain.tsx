/* A curtain when the device is passed on: nothing is shown until the next player confirms. */
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icons';
import { curtain, confirmPassed } from './session';
import { tableInfo } from './table';
import { say } from './words';

export function Curtain() {
  const ref = useRef<HTMLDialogElement>(null);
  const name = tableInfo.value?.seats[curtain.value - 1]?.name ?? '';
  const down = curtain.value > 0;
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
