/* The place of the board. With reduced motion nothing travels on it: the picture before a step pales over the one after it, so
 * that what has changed places is seen to fade, and everything else stands still.
 *
 * The old picture is a copy of the board's elements. It hears no taps, is not read out, and is gone after a moment. */
import { Component, createRef } from 'preact';
import type { ComponentChildren, VNode } from 'preact';
import type { Scene } from './face';
import { fades } from './settings';

const FADE_MS = 140;

interface Props {
  scene: Scene;
  children: ComponentChildren; // the board, one element
}

export class Fading extends Component<Props> {
  private readonly old = createRef<HTMLDivElement>();

  /* The copy is taken just before the elements change. Never after a jump: what others see here may be another's secret. */
  override getSnapshotBeforeUpdate({ scene: was }: Props): Element | null {
    const { scene } = this.props;
    const next = scene.step !== was.step && (scene.before === was.view || was.before === scene.view);
    const board = this.old.current?.previousElementSibling;
    return fades() && next && board ? (board.cloneNode(true) as Element) : null;
  }

  override componentDidUpdate(_props: Props, _state: object, picture: Element | null): void {
    if (!picture) return;
    this.old.current?.replaceChildren(picture); // the one before has paled, or is late
    const pales = picture.animate({ opacity: [1, 0] }, { duration: FADE_MS, easing: 'ease-out' });
    pales.finished.catch(() => undefined).finally(() => picture.remove());
  }

  override render({ children }: Props): VNode {
    return (
      <div class="board">
        {children}
        <div class="board-before" ref={this.old} aria-hidden="true" inert />
      </div>
    );
  }
}
