/* The choices on the way to a move: how the spare tile lies, which arrow, which cell. */
import { signal } from '@preact/signals';
import { mayPlay, tap } from '../board';
import { waysOf } from './art';
import { CELLS } from './geometry';
import { parseMove } from './speech';
import type { LabyrinthScene } from './view';

export const spareTile = signal('NS'); // the spare, as it was turned last
export const advisedPush = signal<{ ply: number; push: string } | null>(null); // the push that an adviser has chosen

/* How the spare lies: as in the selected push, else as it was turned last. */
export function spareOf({ view, selected }: LabyrinthScene): string {
  const parsed = selected === null ? null : parseMove(selected);
  if (parsed?.is === 'shift' || parsed?.is === 'advise') return parsed.tile;
  const ways = waysOf(view.spare);
  return ways.includes(spareTile.value) ? spareTile.value : (ways[0] ?? 'NS');
}

/* The push in preview: selected by the player, or by an adviser who is still choosing a cell. */
export function selectedPush(scene: LabyrinthScene): string | null {
  const parsed = scene.selected === null ? null : parseMove(scene.selected);
  if (parsed?.is === 'shift' || parsed?.is === 'advise') return parsed.push;
  return scene.view.phase === 'advise' && advisedPush.value?.ply === scene.now?.ply ? (advisedPush.value?.push ?? null) : null;
}

export function turnSpare(scene: LabyrinthScene, by: number): void {
  const ways = waysOf(scene.view.spare);
  const tile = ways[(ways.indexOf(spareOf(scene)) + by + ways.length) % ways.length] ?? 'NS';
  const push = selectedPush(scene);
  spareTile.value = tile;
  if (scene.view.phase === 'advise') scene.select(null);
  else if (push !== null) scene.select(`${push}.${tile}`);
}

export function tapArrow(scene: LabyrinthScene, push: string): void {
  const tile = spareOf(scene);
  if (scene.view.phase !== 'advise') tap(scene, `${push}.${tile}`);
  else if (!mayPlay(scene, `advise:${push}.${tile}:stay`)) scene.refuse(`advise:${push}.${tile}:stay`);
  else {
    scene.select(null);
    if (scene.now) advisedPush.value = { ply: scene.now.ply, push };
  }
}

/* The move that a cell stands for now, legal or not. */
export function moveTo(scene: LabyrinthScene, cell: string): string {
  const push = selectedPush(scene);
  return scene.view.phase === 'advise' ? `advise:${push ?? ''}.${spareOf(scene)}:${cell}` : cell;
}

/* The cells that can be walked to, or null while no cell is to be chosen. */
export function reachableCells(scene: LabyrinthScene): Set<string> | null {
  const { view, now, you } = scene;
  if (!now) return null;
  if (view.phase === 'advise' ? selectedPush(scene) === null : view.phase !== 'move') return null;
  const lit = new Set(CELLS.filter((cell) => mayPlay(scene, moveTo(scene, cell))));
  if (view.phase === 'move') lit.add(view.pawns[you - 1] ?? '');
  return lit;
}
