/* A game as a tree: the moves that were made, and variations from any of its positions. What the page shows is one node; the worker
 * says what it is like there (position.ts). */
import { batch, signal } from '@preact/signals';
import type { RecordText, Seat, Step } from '../protocol';
import type { Reason } from '../refusal';
import type { Saved, Variation } from '../saved';
import { freshSeed } from '../session';
import { isPosition, positionAt, recordFrom, type Place, type Position } from './position';

export interface Node {
  parent: Node | null;
  made: boolean; // in the game; else in a variation
  depth: number; // moves before it
  step: Step; // with the move that leads here
  children: Node[]; // what was made first, then variations
}

export interface Tree {
  record: RecordText;
  seats: Seat[];
  root: Node;
}

export const tree = signal<Tree | null>(null);
export const here = signal<{ node: Node; position: Position } | null>(null);
export const trouble = signal<Reason | null>(null); // why something could not be opened

/* The moves to a node: those of the game up to a ply, and those of a variation since. */
export function lineTo(node: Node): Variation {
  const moves: string[] = [];
  let at = node;
  for (; !at.made && at.parent; at = at.parent) moves.unshift(at.step.move ?? '');
  return [at.depth, ...moves];
}

function placeOf({ record }: Pick<Tree, 'record'>, [ply, ...moves]: Variation, seat = 0): Place {
  const [depth, made] = [Number(ply), moves.map(String)];
  return { record, ply: depth, moves: made, seat, from: depth + made.length, seed: freshSeed() };
}

/* The place of a node, as a seat knows it; 0: as it is. */
export const placeAt = (of: Tree, node: Node, seat = 0): Place => placeOf(of, lineTo(node), seat);

function grow(parent: Node, step: Step, made: boolean): Node {
  const known = parent.children.find((child) => child.step.move === step.move);
  if (known) return known;
  const node: Node = { parent, made, depth: parent.depth + 1, step, children: [] };
  parent.children.push(node);
  return node;
}

/* Adds a line of a file or link, as far as it is legal. Returns its end. */
async function addLine(of: Tree, line: Variation): Promise<Node> {
  let node = nodeAt(of, Number(line[0]));
  const found = await positionAt({ ...placeOf(of, line), from: node.depth + 1 });
  if (isPosition(found)) for (const step of found.steps) node = grow(node, step, false);
  return node;
}

/* The position of the game after so many moves. */
function nodeAt(of: Tree, ply: number): Node {
  let node = of.root;
  while (node.depth < ply && node.children[0]?.made) node = node.children[0];
  return node;
}

/* Opens a game, or a position, after so many of its moves. */
export async function openTree(saved: Saved, ply = 0): Promise<void> {
  const whole: Place = { record: saved.record, ply: Number.MAX_SAFE_INTEGER, moves: [], seat: 0, from: 0, seed: 0 };
  const found = await positionAt(whole);
  if (!isPosition(found)) return void batch(() => ((tree.value = here.value = null), (trouble.value = found)));
  const [first, ...rest] = found.steps;
  if (!first) return;
  const record = saved.record.includes('"moves":') ? saved.record : await recordFrom(whole);
  const root: Node = { parent: null, made: true, depth: 0, step: first, children: [] };
  rest.reduce((node, step) => grow(node, step, true), root);
  const opened = { record, seats: saved.seats, root };
  for (const line of saved.variations ?? []) await addLine(opened, line);
  batch(() => {
    tree.value = opened;
    trouble.value = here.value = null;
  });
  await goTo(nodeAt(opened, ply));
}

export async function goTo(node: Node): Promise<void> {
  const of = tree.peek();
  if (!of) return;
  const position = await positionAt(placeAt(of, node));
  if (isPosition(position) && tree.peek()?.root === of.root) here.value = { node, position };
}

/* Follows a line, which may be new here. */
export async function followLine(line: Variation): Promise<void> {
  const of = tree.peek();
  if (!of) return;
  const end = await addLine(of, line);
  tree.value = { ...of };
  await goTo(end);
}

/* Makes a move, or names an outcome of chance; '?' rolls it. */
export async function play(move: string): Promise<void> {
  const [of, at] = [tree.peek(), here.peek()?.node];
  if (!of || !at) return;
  const known = at.children.find(({ step }) => step.move === move);
  if (known) return goTo(known);
  const [ply, ...moves] = lineTo(at);
  const found = await positionAt(placeOf(of, [ply ?? 0, ...moves, move]));
  const step = isPosition(found) ? found.steps[0] : undefined;
  if (!step || here.peek()?.node !== at) return;
  const node = grow(at, step, false);
  tree.value = { ...of };
  await goTo(node);
}

/* Drops the variation that a node is in, and goes back to where it began. */
export async function dropVariation(node: Node): Promise<void> {
  const of = tree.peek();
  let first = node;
  while (first.parent && !first.parent.made && first.parent.children.length === 1) first = first.parent;
  if (!of || !first.parent || first.made) return;
  first.parent.children = first.parent.children.filter((child) => child !== first);
  tree.value = { ...of };
  await goTo(first.parent);
}

/* All variations, each from the ply of the game where it begins: one for every end of the tree. */
export function variationsOf(of: Tree): Variation[] {
  const lines: Variation[] = [];
  const walk = (node: Node): void => {
    if (!node.made && node.children.length === 0) lines.push(lineTo(node));
    node.children.forEach(walk);
  };
  walk(of.root);
  return lines;
}

/* To be saved or shared. */
export function savedTree(of: Tree): Saved {
  const variations = variationsOf(of);
  return { seats: of.seats, record: of.record, ...(variations.length > 0 && { variations }) };
}
