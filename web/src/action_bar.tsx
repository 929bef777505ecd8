/* The bar at the thumb: tools, each an icon over its label; or, when a move is selected, its confirmation. Both have the same
 * height. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Scene } from './face';
import { gameNamed } from './games';
import { Icon, type IconName } from './icons';
import { say } from './words';

/* When the focused button is replaced, its successor gets the focus. */
export function ActionBar(props: { scene: Scene; stage?: string | null; children: ComponentChildren }) {
  const { scene, stage = null, children } = props; // stage: with another one there are other tools
  const ref = useRef<HTMLDivElement>(null);
  const now = scene.selected !== null ? 'selecting' : stage;
  const before = useRef(now);
  useEffect(() => {
    if (before.current === now) return;
    before.current = now;
    if (document.activeElement === document.body)
      ref.current?.querySelector<HTMLElement>('.act, .tool:enabled')?.focus({ preventScroll: true });
  }, [now]);
  return (
    <div class="action-bar" ref={ref}>
      {scene.selected === null ? children : <Confirmation scene={scene} move={scene.selected} />}
    </div>
  );
}

/* After confirming by keyboard the button is removed: the board gets the focus. */
function focusBoard(): void {
  setTimeout(() => document.querySelector<HTMLElement | SVGElement>('.board [tabindex="0"]')?.focus({ preventScroll: true }));
}

function Confirmation({ scene, move }: { scene: Scene; move: string }) {
  const { speech } = gameNamed(scene.view.game).face;
  return (
    <>
      <button type="button" class="button" aria-label={say('cancel')} onClick={() => scene.select(null)}>
        <Icon name="close" />
      </button>
      <button
        type="button"
        class="button act big"
        onClick={(event) => {
          scene.play(move);
          if (event.detail === 0) focusBoard();
        }}
      >
        {speech.confirm(scene, move)}
      </button>
    </>
  );
}

export function Tool(props: { icon: IconName; label: string; off?: boolean; busy?: boolean; press: () => void }) {
  return (
    <button type="button" class="tool" disabled={props.off ?? false} aria-busy={props.busy ?? false} onClick={props.press}>
      <Icon name={props.icon} />
      <span>{props.label}</span>
    </button>
  );
}
