/* Steps arrive as fast as bots think, and are shown one at a time. `shown` is the step on the screen: it follows the newest one,
 * each step taking the time of its motion. A tap jumps to the newest and finishes all motion. */
import { effect, signal, untracked } from '@preact/signals';
import { gameNamed } from './games';
import type { Step } from './protocol';
import { usesCrossFade, motionScale } from './settings';
import { sound, soundOf } from './sound';
import { steps } from './table';

export const shown = signal(0);
export const moving = signal(false); // the step on the screen is still in motion

const CROSS_FADE_STEP_MS = 350; // longer than the cross-fade, so that each step is seen by itself

let held: Step | undefined; // the step at `shown`
let timer = 0;

/* Steps are the same if the same move led to them, even in another seat's view. */
function same(a: Step | undefined, b: Step | undefined): boolean {
  return a !== undefined && b !== undefined && a.by === b.by && a.move === b.move;
}

/* The duration of a step's motion at the chosen speed, in ms; with cross-fades, how long it is shown. */
export function motionOf(step: Step, before: Step): number {
  return usesCrossFade() ? CROSS_FADE_STEP_MS : (gameNamed(step.view.game).face.motion?.(step, before.view) ?? 500) * motionScale();
}

function show(index: number): void {
  shown.value = index;
  held = steps.peek()[index];
}

function advance(): void {
  const all = steps.peek();
  const before = all[shown.peek()];
  const next = all[shown.peek() + 1];

  moving.value = next !== undefined;
  if (!before || !next) return;
  show(shown.peek() + 1);
  timer = window.setTimeout(
    () => {
      timer = 0;
      advance();
    },
    motionOf(next, before),
  );
  sound(soundOf(next)); // last: a failing audio device must not stop a game
}

/* Shows the newest step in its final state; or, with `one`, the next. */
export function finishMotion(one = false): void {
  if (!moving.peek()) return;
  clearTimeout(timer);
  timer = 0;
  if (one) return advance();
  moving.value = false;
  show(steps.peek().length - 1);
  requestAnimationFrame(() =>
    document.getAnimations().forEach((animation) => {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }),
  );
}

/* Another game: show its current position. */
export function resetPlayback(): void {
  held = undefined;
}

export function startPlayback(): void {
  effect(() => {
    const all = steps.value;
    if (!same(all[shown.peek()], held)) {
      clearTimeout(timer);
      timer = 0;
      moving.value = false;
      show(Math.max(all.length - 1, 0));
    } else {
      held = all[shown.peek()];
      if (!timer) untracked(advance);
    }
  });
}
