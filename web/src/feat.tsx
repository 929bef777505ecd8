/* A feat: something worth remembering that a finished game shows, and its medallion. Each game has its own, computed from what the
 * table told: steps, their effects, and the tally. */
import type { ComponentChildren, VNode } from 'preact';
import type { Effect, Step, View } from './protocol';

/* A finished game as its player saw it, with nothing hidden any more. */
export interface Told<V extends View = View, E extends object = Effect> {
  steps: Step<V, E>[];
  seat: number;
  winners: number[];
  points: number[]; // by seat
}

export interface Feat<V extends View = View, E extends object = Effect> {
  name: string; // `feat.GAME.NAME` and `feat.GAME.NAME.about` describe it
  picture: VNode; // in a box of 48
  done(told: Told<V, E>): boolean;
}

export const wonAlone = ({ winners, seat }: Pick<Told, 'winners' | 'seat'>): boolean => winners.length === 1 && winners[0] === seat;

/* How far a seat is ahead of the best other one. */
export const lead = ({ points, seat }: Pick<Told, 'points' | 'seat'>): number =>
  (points[seat - 1] ?? 0) - Math.max(...points.filter((_, i) => i + 1 !== seat));

/* Pairs of a step and the one before. */
export function* pairsOf<V extends View, E extends object>({
  steps,
}: Told<V, E>): Generator<[before: Step<V, E>, step: Step<V, E>]> {
  for (let i = 1; i < steps.length; i++) {
    const [before, step] = [steps[i - 1], steps[i]];
    if (before && step) yield [before, step];
  }
}

/* A figure on a medallion: "12". */
export function Figure({ children }: { children: ComponentChildren }) {
  return (
    <text class="medal-figure" x="24" y="46" text-anchor="middle">
      {children}
    </text>
  );
}

export function Medal({ picture, found }: { picture: VNode; found: boolean }) {
  return (
    <svg class={found ? 'medal found' : 'medal'} viewBox="0 0 80 80" aria-hidden="true">
      <path
        class="medal-rim"
        d={Array.from({ length: 16 }, (_, i) => {
          const [a, b] = [(i * Math.PI) / 8, ((i + 0.5) * Math.PI) / 8];
          const [x, y] = [40 + 36 * Math.sin(a + Math.PI / 8), 40 - 36 * Math.cos(a + Math.PI / 8)].map((n) => n.toFixed(1));
          const [cx, cy] = [40 + 42 * Math.sin(b), 40 - 42 * Math.cos(b)].map((n) => n.toFixed(1));
          return `${i === 0 ? 'M40 4' : ''}Q${cx} ${cy} ${x} ${y}`;
        }).join('')}
      />
      <circle class="medal-field" cx="40" cy="40" r="29" />
      <g transform="translate(16 15)">{picture}</g>
    </svg>
  );
}
