/* One timeline for picture, words, numbers and sound.
 *
 * Steps arrive as fast as bots think, and are shown one at a time. A step is played in phases, which its face names: the die rolls,
 * Assam walks, coins fly. The board draws the phase under way. All readouts tell of the last step that has landed, so nothing is
 * known before it is seen; and the board rests for a beat when a turn is over. A tap skips the step under way.
 *
 * With reduced motion nothing moves: the phases follow each other in the same order, each shown for a moment. */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import type { Phase } from './face';
import { gameNamed } from './games';
import type { Step, View } from './protocol';
import { timeScale, usesCrossFade } from './settings';
import { sound, type Sound } from './sound';
import { steps } from './table';

export const shown = signal(0); // the step on the board
export const phase = signal<string | null>(null); // of its motion; null: it has landed
export const moving = signal(false); // the board is not still: a step is in motion, or the board rests after it
export const following = signal(true); // heads for the newest step; else a replay, at `shown`
const goal = signal(Infinity); // a replay runs up to this step

/* A replay runs by itself. */
export const autoplaying = computed(() => !following.value && moving.value && goal.value > shown.value);

const CROSS_FADE_MS = 400; // longer than the cross-fade, so that each phase is seen by itself
const BEAT_MS = 700; // between two turns

let held: Step | undefined; // the step at `shown`
let timer = 0;
let returns = false; // when the replay has run, back to the newest step

/* Steps are the same if the same move led to them, even in another seat's view. */
function same(a: Step | undefined, b: Step | undefined): boolean {
  return a !== undefined && b !== undefined && a.by === b.by && a.move === b.move;
}

/* Whose turn it is, also while another player answers in it. */
export function turnOf(view: View): number {
  return gameNamed(view.game).face.turn?.(view) ?? view.player;
}

function phasesOf(step: Step, before: Step): Phase[] {
  if (step.move === null) return [];
  return gameNamed(step.view.game).face.phases?.(step, before.view) ?? [{ is: 'moves', ms: 500, starts: 'tile' }];
}

function wait(ms: number, then: () => void): void {
  timer = window.setTimeout(() => {
    timer = 0;
    then();
  }, ms * timeScale());
}

function show(index: number): void {
  shown.value = index;
  held = steps.peek()[index];
}

/* The next step, if there is one to head for. */
function advance(): void {
  const all = steps.peek();
  const before = all[shown.peek()];
  const next = all[shown.peek() + 1];
  if (!before || !next || shown.peek() >= goal.peek()) return rest();
  const phases = phasesOf(next, before);
  batch(() => {
    moving.value = true;
    show(shown.peek() + 1);
    if (timeScale() > 0) return enter(phases);
    const last = phases[phases.length - 1];
    land(last?.ends ?? last?.starts);
  });
}

function enter([now, ...later]: Phase[]): void {
  if (!now) return land();
  phase.value = now.is;
  wait(usesCrossFade() ? CROSS_FADE_MS : now.ms, () => {
    sound(now.ends ?? 'none');
    enter(later);
  });
  sound(now.starts ?? 'none'); // last: a failing audio device must not stop a game
}

function land(heard: Sound = 'none'): void {
  const [before, here] = [steps.peek()[shown.peek() - 1], steps.peek()[shown.peek()]];
  phase.value = null;
  wait(before && here && turnOf(before.view) !== turnOf(here.view) ? BEAT_MS : 0, advance);
  sound(heard);
}

/* The board is still. */
function rest(): void {
  clearTimeout(timer);
  timer = 0;
  batch(() => {
    moving.value = false;
    phase.value = null;
    goal.value = Infinity;
    if (returns) following.value = true;
    returns = false;
    if (following.peek()) show(Math.max(steps.peek().length - 1, 0));
  });
}

/* Ends the animations that are under way. */
function endAnimations(): void {
  requestAnimationFrame(() =>
    document.getAnimations().forEach((animation) => {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }),
  );
}

/* The step under way lands at once, or the beat after it ends; the next ones are played as ever. */
export function skipStep(): void {
  if (!moving.peek()) return;
  clearTimeout(timer);
  if (phase.peek() === null) return advance();
  endAnimations();
  land();
}

/* Looks at a step; at the next one as it is played. */
export function lookAt(step: number): void {
  const next = step === shown.peek() + 1;
  batch(() => {
    following.value = false;
    returns = false;
    if (moving.peek()) endAnimations();
    rest();
    goal.value = step;
    if (next) advance();
    else show(step);
  });
}

/* Plays the steps after `from` up to `to`; then, if asked, returns to the newest one. */
export function playBack(from: number, to: number, andReturn = false): void {
  lookAt(from);
  goal.value = to;
  returns = andReturn;
  moving.value = true;
  clearTimeout(timer);
  wait(CROSS_FADE_MS, advance); // the position before is seen first
}

/* A replay stays where it is. */
export function pause(): void {
  batch(() => {
    returns = false;
    rest();
  });
}

/* Back to the newest step. */
export function follow(): void {
  batch(() => {
    following.value = true;
    rest();
  });
}

/* Another game: from its current position, or in a replay from its start. */
export function resetPlayback(replay: boolean): void {
  clearTimeout(timer);
  timer = 0;
  returns = false;
  held = undefined;
  batch(() => {
    phase.value = null;
    moving.value = false;
    following.value = !replay;
    goal.value = Infinity;
    shown.value = 0;
  });
}

export function startPlayback(): void {
  effect(() => {
    const all = steps.value;
    if (!same(all[shown.peek()], held)) {
      if (following.peek()) rest();
      else if (all.length > 0) show(Math.min(shown.peek(), all.length - 1));
    } else {
      held = all[shown.peek()];
      if (!timer && following.peek()) untracked(advance);
    }
  });
}
