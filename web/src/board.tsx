/* Shared by the faces of all games: reusable SVG symbols, counts that tick, pieces that fly across the page, and keyboard
 * navigation between pieces. */
import { Component, render } from 'preact';
import type { ComponentType, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Seat, View } from './protocol';
import type { Scene } from './face';
import { motionScale } from './settings';
import './board.css';

/* Adds symbols, patterns and gradients to the page, once; any picture can <use href="#...">. */
export function addSymbols(symbols: VNode): void {
  const holder = document.createElement('div');
  holder.className = 'sheet-of-symbols';
  holder.setAttribute('aria-hidden', 'true');
  document.body.prepend(holder);
  render(
    <svg width="0" height="0">
      <defs>{symbols}</defs>
    </svg>,
    holder,
  );
}

/* A memoised component: boards have many pieces, and most of them do not change. */
export function memo<P extends object>(Draw: ComponentType<P>): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return (Object.keys(next) as (keyof P)[]).some((key) => next[key] !== this.props[key]);
    }
    override render(props: P): VNode {
      return <Draw {...props} />;
    }
  };
}

/* A number that ticks when it changes, and what it counts, for screen readers. */
export function Count({ n, label }: { n: number; label: string }) {
  return (
    <>
      <b key={n} class="tick" aria-hidden="true">
        {n}
      </b>
      <span class="hidden">{label}</span>
    </>
  );
}

export const nameOf = (seats: Seat[], seat: number): string => seats[seat - 1]?.name ?? '';

// --- the scene's data about a move ---

export function effectOf<E extends object>(scene: Scene<View, E>, move: string | null): Partial<E> {
  const at = move === null ? -1 : (scene.now?.legal.indexOf(move) ?? -1);
  return scene.now?.effects[at] ?? {};
}

export function mayPlay(scene: Scene, move: string): boolean {
  return scene.now?.legal.includes(move) ?? false;
}

/* 1, 2 or 3 for hinted moves, else 0. */
export function rankOf(scene: Scene, move: string): number {
  return scene.hints.slice(0, 3).findIndex((hint) => hint.move === move) + 1;
}

/* A tap on something that stands for a move: the first selects it, the second plays it; an illegal one is explained. */
export function tap(scene: Scene, move: string): void {
  if (!scene.now) return;
  if (!mayPlay(scene, move)) scene.refuse(move);
  else if (scene.selected === move) scene.play(move);
  else scene.select(move);
}

// --- motion ---

export function seatCard(seat: number): Element | null {
  return document.querySelector(`[data-seat="${seat}"]`);
}

/* A seat's colour, and a text colour that is legible on it. Saffron is light in the light theme too. */
export function seatColours(seat: number): Record<string, string> {
  return { '--s': `var(--seat-${seat})`, '--on-s': seat === 2 ? '#1f140c' : 'light-dark(#fff, #1f140c)' };
}

export interface Flight {
  from: DOMRect;
  to: DOMRect;
  ms: number;
  wait?: number; // before it starts
  shrink?: number; // its size on arrival, of 1
}

/* Flies a picture in an arc from one box to the middle of another, then removes it. */
export function fly(picture: VNode, { from, to, ms, wait = 0, shrink = 0.4 }: Flight): void {
  const factor = motionScale();
  if (factor === 0) return;
  const flyer = document.createElement('div');
  flyer.className = 'flyer';
  flyer.setAttribute('aria-hidden', 'true');
  Object.assign(flyer.style, {
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
  });
  document.body.append(flyer);
  render(picture, flyer);
  const dx = to.left + to.width / 2 - from.left - from.width / 2;
  const dy = to.top + to.height / 2 - from.top - from.height / 2;
  const arc = Math.min(60, Math.hypot(dx, dy) / 5);
  const at = (part: number, scale: number) =>
    `translate(${dx * part}px, ${dy * part - arc * 4 * part * (1 - part)}px) scale(${scale})`;
  const flight = flyer.animate(
    [
      { transform: at(0, 1), opacity: wait ? 0 : 1 },
      { transform: at(0, 1), opacity: 1, offset: 0.01 },
      { transform: at(0, 1.12), opacity: 1, offset: 0.2 },
      { transform: at(0.5, (1.1 + shrink) / 2), opacity: 1, offset: 0.62 },
      { transform: at(0.95, shrink), opacity: 1, offset: 0.94 },
      { transform: at(1, shrink), opacity: 0 },
    ],
    { duration: ms * factor, delay: wait * factor, easing: 'ease-in-out', fill: 'both' },
  );
  flight.finished.catch(() => undefined).finally(() => flyer.remove());
}

/* The box on the page of a rectangle in SVG units. */
export function boxIn(svg: SVGSVGElement, x: number, y: number, width: number, height: number): DOMRect {
  const matrix = svg.getScreenCTM();
  if (!matrix) return svg.getBoundingClientRect();
  const a = new DOMPoint(x, y).matrixTransform(matrix);
  const b = new DOMPoint(x + width, y + height).matrixTransform(matrix);
  return new DOMRect(a.x, a.y, b.x - a.x, b.y - a.y);
}

/* Calls `move` at the beginning of each phase of a step's motion. */
export function useMotion(scene: Scene, move: (phase: string) => void): void {
  useLayoutEffect(() => {
    if (scene.phase !== null) move(scene.phase);
  }, [scene.step, scene.phase]);
}

// --- keyboard: one tab stop, arrows inside ---

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowRight: [1, 0],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
};

/* The spot whose middle is nearest in a direction; sideways distance counts double. */
function nearest(from: Element, spots: Element[], [dx, dy]: readonly [number, number]): Element | undefined {
  const middle = (e: Element) => {
    const box = e.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2] as const;
  };
  const [x, y] = middle(from);
  let best: Element | undefined;
  let least = Infinity;
  for (const spot of spots) {
    const [sx, sy] = middle(spot);
    const ahead = (sx - x) * dx + (sy - y) * dy;
    const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
    if (ahead < 1 || ahead + 2 * aside >= least) continue;
    least = ahead + 2 * aside;
    best = spot;
  }
  return best;
}

export interface Roving {
  // for the group's element
  group: {
    ref(e: Element | null): void;
    onKeyDown(event: KeyboardEvent): void;
    onFocusIn(event: FocusEvent): void;
    onFocusOut(event: FocusEvent): void;
  };
  tabIndex(spot: string): 0 | -1; // for the element that carries data-spot={spot}; SVG wants it as `tabindex`
}

/* Roving tabindex: arrow keys move among the elements with `data-spot`; the group is one tab stop. Enter and Space press, Escape
 * calls `away`. When the focused spot is removed, the group's tab stop gets the focus. */
export function useRoving(spots: string[], start: string | undefined, away?: () => void): Roving {
  const [at, setAt] = useState<string>();
  const group = useRef<Element | null>(null);
  const held = useRef(false);
  const stop = at !== undefined && spots.includes(at) ? at : start !== undefined && spots.includes(start) ? start : spots[0];
  const all = () => [...(group.current?.querySelectorAll<HTMLElement | SVGElement>('[data-spot]') ?? [])];

  useLayoutEffect(() => {
    if (held.current && document.activeElement === document.body)
      all()
        .find((e) => e.dataset['spot'] === stop)
        ?.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const here = (event.target as Element).closest<HTMLElement | SVGElement>('[data-spot]');
    if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    const everywhere = all();
    const next = arrow
      ? nearest(here, everywhere, arrow)
      : event.key === 'Home'
        ? everywhere[0]
        : event.key === 'End'
          ? everywhere[everywhere.length - 1]
          : undefined;
    if (next) (next as HTMLElement | SVGElement).focus();
    else if (event.key === 'Escape' && away) away();
    else if (here instanceof HTMLButtonElement && !arrow) return;
    else if (event.key === 'Enter' || event.key === ' ') here.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    else if (!arrow) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onFocusIn = (event: FocusEvent) => {
    const spot = (event.target as HTMLElement).dataset['spot'];
    held.current = spot !== undefined;
    if (spot !== undefined) setAt(spot);
  };
  const onFocusOut = (event: FocusEvent) => {
    const left = event.target as Element;
    queueMicrotask(() => {
      if (left.isConnected) held.current = false;
    });
  };
  return {
    group: { ref: (e: Element | null) => void (group.current = e), onKeyDown, onFocusIn, onFocusOut },
    tabIndex: (spot) => (spot === stop ? 0 : -1),
  };
}
