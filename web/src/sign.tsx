/* Signs that explain themselves: a tap on one shows its picture, its name and what it means; all signs of a game are in its legend.
 * A sign is named GAME.NAME; its texts are sign.GAME.NAME and, longer, sign.GAME.NAME.about. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Dialog } from './dialog';
import { gameNamed } from './games';
import type { GameName } from './protocol';
import { keyed, say } from './words';

export type SignName = `${GameName}.${string}`;

const explained = signal<{ sign: SignName; beside: Element } | null>(null);
const legendOf = signal<GameName | null>(null);

export function openLegend(game: GameName): void {
  legendOf.value = game;
}

export function explain(sign: SignName, beside: Element): void {
  if (explained.peek()?.beside !== beside) explained.value = { sign, beside };
}

/* What makes an element explain a sign by every tap, which it keeps to itself. Pieces of a board have `data-sign` alone
 * (sign_press.ts). */
export function explains(sign: SignName) {
  return {
    'data-sign': sign,
    onClick: (event: MouseEvent) => {
      event.stopPropagation();
      explain(sign, event.currentTarget as Element);
    },
  };
}

/* A sign outside the board. What it shows names it. */
export function Sign({ of, class: look = '', children }: { of: SignName; class?: string; children: ComponentChildren }) {
  return (
    <button type="button" class={`sign ${look}`} {...explains(of)}>
      {children}
    </button>
  );
}

export function SignPicture({ of }: { of: SignName }) {
  const [game = '', name = ''] = of.split('.');
  const { Sign } = gameNamed(game).face;
  return (
    <span class="sign-picture" aria-hidden="true">
      <Sign of={name} />
    </span>
  );
}

export function SignText({ of }: { of: SignName }) {
  return (
    <>
      <b>{say(keyed('sign.', of))}</b> <span>{say(keyed('sign.', `${of}.about`))}</span>
    </>
  );
}

/* The signs of a game in short, each to be tapped. */
export function Signs({ game }: { game: GameName }) {
  return (
    <ul class="signs">
      {gameNamed(game).signs.map((name) => (
        <li key={name}>
          <Sign of={`${game}.${name}`}>
            <SignPicture of={`${game}.${name}`} />
            {say(keyed('sign.', `${game}.${name}`))}
          </Sign>
        </li>
      ))}
    </ul>
  );
}

/* The legend: all signs with what they mean. */
export function Legend() {
  const game = legendOf.value;
  if (game === null) return null;
  return (
    <Dialog title={say('signs')} kind="tall" close={() => (legendOf.value = null)}>
      <p class="soft">{say('signs.hold')}</p>
      <ul class="legend-list">
        {gameNamed(game).signs.map((name) => (
          <li key={name}>
            <SignPicture of={`${game}.${name}`} />
            <p>
              <SignText of={`${game}.${name}`} />
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const MARGIN = 8;

/* The explanation of a sign, beside it; a tap elsewhere or Escape closes it, and the focus returns. It opens under a finger that still
 * presses, so it is no popover that closes by itself when that is lifted. */
export function Explanation() {
  const it = explained.value;
  const ref = useRef<HTMLDivElement>(null);
  const close = () => (explained.value = null);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!it || !box) return undefined;
    box.showPopover();
    const sign = it.beside.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const left = Math.min(Math.max(sign.left + sign.width / 2 - width / 2, MARGIN), innerWidth - width - MARGIN);
    const below = sign.bottom + MARGIN;
    const top = below + height + MARGIN <= innerHeight ? below : Math.max(MARGIN, sign.top - height - MARGIN);
    Object.assign(box.style, { left: `${left}px`, top: `${top}px` });
    const before = document.activeElement;
    box.focus({ preventScroll: true });
    const closeOutside = ({ target }: Event) => target instanceof Node && !box.contains(target) && close();
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.stopPropagation(); // it closes this, and nothing else
      if (event.key === 'Escape' || event.key === 'Tab') close();
    };
    addEventListener('pointerdown', closeOutside, { capture: true });
    addEventListener('keydown', closeByKey, { capture: true });
    return () => {
      removeEventListener('pointerdown', closeOutside, { capture: true });
      removeEventListener('keydown', closeByKey, { capture: true });
      if (box.isConnected) box.hidePopover(); // another one follows
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus({ preventScroll: true });
    };
  }, [it]);
  if (!it) return null;
  return (
    <div ref={ref} popover="manual" role="dialog" tabIndex={-1} class="explanation" aria-label={say(keyed('sign.', it.sign))}>
      <SignPicture of={it.sign} />
      <p>
        <SignText of={it.sign} />
      </p>
    </div>
  );
}
