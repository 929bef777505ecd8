/* A modal <dialog>: a bottom sheet on a phone, centred on a desktop. Escape, the cross and a tap outside close it. */
import { useEffect, useId, useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { Icon } from './icons';
import { say } from './words';

export function Dialog(props: { title: string; kind?: string; close: () => void; children: ComponentChildren }) {
  const ref = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    /* By now the dialog has been removed, and the focus with it. */
    return () => before instanceof HTMLElement && before.focus({ preventScroll: true });
  }, []);
  return (
    <dialog
      ref={ref}
      class={`sheet ${props.kind ?? ''}`}
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault();
        props.close();
      }}
      onClick={(event) => event.target === ref.current && props.close()}
    >
      <div class="sheet-body">
        <div class="sheet-head">
          <h2 id={title}>{props.title}</h2>
          <button type="button" class="round" aria-label={say('close')} onClick={props.close}>
            <Icon name="close" />
          </button>
        </div>
        {props.children}
      </div>
    </dialog>
  );
}

/* A question with two answers; closing it declines. */
export function Question(props: {
  title: string;
  yes: string;
  no: string;
  agree: () => void;
  decline: () => void;
  children: ComponentChildren;
}) {
  return (
    <Dialog title={props.title} close={props.decline}>
      {props.children}
      <div class="buttons">
        <button type="button" class="button act big" onClick={props.agree}>
          {props.yes}
        </button>
        <button type="button" class="button big" onClick={props.decline}>
          {props.no}
        </button>
      </div>
    </Dialog>
  );
}
