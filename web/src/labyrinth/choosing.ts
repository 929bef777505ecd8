/* The choices on the way to a move: how the spare tile lies, which arrow, which cell. */
import { signal } from '@preact/signals';
import { mayPlay, tap } from '../board';
import { waysOf } from './art';
import { CELLS } from './geometry';
import { deedOf } from './speech';
import type { Of } from './view';

export const turned = signal('NS'); // how the spare tile lies
export const advised = signal<{ ply: number; push: string } | null>(null); // the push that an adviser has chosen

/* How the spare lies: as in the selected push, else as it was turned last. */
export function spareOf({ view, selected }: Of): string {
  const deed = selected === null ? null : deedOf(selected);
  if (deed?.is === 'shift' || deed?.is === 'advise') return deed.tile;
  const ways = waysOf(view.spare);
  return ways.includes(turned.value) ? turned.value : (ways[0] ?? 'NS');
}

/* The push in preview: selected by the player, or by an adviser who is still choosing a cell. */
export function lookedAt(scene: Of): string | null {
  const deed = scene.selected === null ? null : deedOf(scene.selected);
  if (deed?.is === 'shift' || deed?.is === 'advise') return deed.push;
  return scene.view.phase === 'advise' && advised.value?.ply === scene.now?.ply ? (advised.value?.push ?? null) : null;
}

export function turnSpare(scene: Of, by: number): void {
  const ways = waysOf(scene.view.spare);
  const tile = ways[(ways.indexOf(spareOf(scene)) + by + ways.length) % ways.length] ?? 'NS';
  const push = lookedAt(scene);
  turned.value = tile;
  if (scene.view.phase === 'advise') scene.select(null);
  else if (push !== null) scene.select(`${push}.${tile}`);
}

export function tapArrow(scene: Of, push: string): void {
  const tile = spareOf(scene);
  if (scene.view.phase !== 'advise') tap(scene, `${push}.${tile}`);
  else if (!mayPlay(scene, `advise:${push}.${tile}:stay`)) scene.refuse(`advise:${push}.${tile}:stay`);
  else {
    scene.select(null);
    if (scene.now) advised.value = { ply: scene.now.ply, push };
  }
}

/* The move that a cell stands for now, legal or not. */
export function moveTo(scene: Of, cell: string): string {
  const push = lookedAt(scene);
  return scene.view.phase === 'advise' ? `advise:${push ?? ''}.${spareOf(scene)}:${cell}` : cell;
}

/* The cells that can be walked to, or null while no cell is to be chosen. */
export function litCells(scene: Of): Set<string> | null {
  const { view, now, you } = scene;
  if (!now) return null;
  if (view.phase === 'advise' ? lookedAt(scene) === null : view.phase !== 'move') return null;
  const lit = new Set(CELLS.filter((cell) => mayPlay(scene, moveTo(scene, cell))));
  if (view.phase === 'move') lit.add(view.pawns[you - 1] ?? '');
  return lit;
}
