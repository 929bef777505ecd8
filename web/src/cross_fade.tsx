/* The board's container, which cross-fades between steps and their phases where motion is reduced. Nothing travels then: the picture before a step fades out over the one after it, so
 * that only what has changed is seen to fade.
 *
 * The old picture is a clone of the board's elements. It takes no taps, is hidden from screen readers, and is removed after a
 * moment. */
import { Component, createRef } from 'preact';
import type { ComponentChildren, VNode } from 'preact';
import type { Scene } from './face';
import { usesCrossFade } from './settings';

const FADE_MS = 140;

interface Props {
  scene: Scene;
  children: ComponentChildren; // the board, one element
}

export class CrossFade extends Component<Props> {
  private readonly old = createRef<HTMLDivElement>();

  /* The clone is taken just before the elements change. Never after a jump: it may show another player's secrets. */
  override getSnapshotBeforeUpdate({ scene: was }: Props): Element | null {
    const { scene } = this.props;
    const next = scene.step === was.step ? scene.phase !== was.phase : scene.before === was.view || was.before === scene.view;
    const board = this.old.current?.previousElementSibling;
    return usesCrossFade() && next && board ? (board.cloneNode(true) as Element) : null;
  }

  override componentDidUpdate(_props: Props, _state: object, picture: Element | null): void {
    if (!picture) return;
    this.old.current?.replaceChildren(picture); // the last one has faded, or is late
    const pales = picture.animate({ opacity: [1, 0] }, { duration: FADE_MS, easing: 'ease-out' });
    pales.finished.catch(() => undefined).finally(() => picture.remove());
  }

  override render({ children }: Props): VNode {
    return (
      <div class="board" data-phase={this.props.scene.phase}>
        {children}
        <div class="board-before" ref={this.old} aria-hidden="true" inert />
      </div>
    );
  }
}
