/* What lies on the board explains itself, too, without disturbing the choice of a move: whatever has `data-sign` is explained by a
 * long press, a right click, or "?" on it; and by a tap where that is no move. */
import { effect } from '@preact/signals';
import { moving } from './playback';
import { scene, selected } from './session';
import { explain, type SignName } from './sign';
import { unanswered } from './table';

const HOLD_MS = 500;
const SLIP = 8; // px that a finger may slip meanwhile
const REST_MS = 250; // of the board, before a tap explains: before that it has skipped a step
const PIECE = 1 / 20; // of the board, at most; what is larger is explained only where it is painted

let restedAt = 0;
let hold = 0; // the timer of a long press
let from = { x: 0, y: 0 };
let swallows = false; // the click that ends a long press
let explains = false; // a tap, if it is no move

/* The sign at a point: what is painted there, or the smallest piece that covers it. */
function signAt(frame: Element, x: number, y: number): Element | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const sign = element.closest('[data-sign]');
    if (sign && frame.contains(sign)) return sign;
  }
  const board = frame.querySelector('.board')?.getBoundingClientRect();
  const most = (board?.width ?? 0) ** 2 * PIECE;
  const pieces = [...frame.querySelectorAll('[data-sign]')]
    .map((sign) => ({ sign, box: sign.getBoundingClientRect() }))
    .filter(({ box }) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom && box.width * box.height < most);
  return pieces.sort((a, b) => a.box.width * a.box.height - b.box.width * b.box.height)[0]?.sign ?? null;
}

/* Explains it, if there is one. */
function show(sign: Element | null): boolean {
  const name = sign?.getAttribute('data-sign');
  if (sign && name) explain(name as SignName, sign);
  return Boolean(name);
}

const frameOf = (event: Event) => event.currentTarget as Element;
const isControl = ({ target }: Event): boolean => target instanceof Element && target.closest('button, a, input') !== null;

function onTap(event: MouseEvent): void {
  if (!explains || event.detail === 0 || isControl(event)) return;
  explains = false;
  if (show(signAt(frameOf(event), event.clientX, event.clientY))) event.stopPropagation();
}

/* For the element around the board. */
export const signPresses = {
  onPointerDownCapture(event: PointerEvent) {
    swallows = false;
    explains = !moving.peek() && performance.now() - restedAt > REST_MS && unanswered.peek() === null && selected.peek() === null;
    from = { x: event.clientX, y: event.clientY };
    clearTimeout(hold);
    const frame = frameOf(event);
    if (event.pointerType !== 'mouse' && !isControl(event))
      hold = window.setTimeout(() => (swallows = show(signAt(frame, from.x, from.y))), HOLD_MS);
  },
  onPointerMove(event: PointerEvent) {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLIP) clearTimeout(hold);
  },
  onPointerUp: () => clearTimeout(hold),
  onPointerCancel: () => clearTimeout(hold),
  /* Where nothing can be chosen every tap is one; else one that nobody has taken for a move: onClick. */
  onClickCapture(event: MouseEvent) {
    if (swallows) {
      event.stopPropagation();
      event.preventDefault();
    } else if (!scene.peek()?.now) onTap(event);
    swallows = false;
  },
  onClick: onTap,
  onContextMenu(event: MouseEvent) {
    if (show(signAt(frameOf(event), event.clientX, event.clientY))) event.preventDefault();
  },
  onKeyDown(event: KeyboardEvent) {
    if (event.key !== '?' || !(event.target instanceof Element)) return;
    const { left, top, width, height } = event.target.getBoundingClientRect();
    const own = event.target.closest('[data-sign]') ?? event.target.querySelector('[data-sign]');
    if (show(own ?? signAt(frameOf(event), left + width / 2, top + height / 2))) event.preventDefault();
  },
};

effect(() => {
  if (!moving.value) restedAt = performance.now();
});
