/* Master Labyrinth in words: what to do now, what a move would do, what has happened. */
import { effectOf, nameOf } from '../board';
import type { ScorePart } from '../face';
import type { Seat, Step, Tally } from '../protocol';
import { keyed, language, say } from '../words';
import { TILES } from './art';
import type { LabyrinthEffect, LabyrinthView, LabyrinthScene } from './view';

export const nextToken = (view: LabyrinthView): number => Math.min(...Object.keys(view.tokens).map(Number));

/* A parsed move: a push with a tile, an offer, advice, a walk to a cell, or a word. */
export type ParsedMove =
  | { is: 'shift'; push: string; tile: string }
  | { is: 'offer'; to: number; wands: number }
  | { is: 'advise'; push: string; tile: string; goal: string }
  | { is: 'walk'; goal: string }
  | { is: 'word'; word: string }; // stay, refuse, take, leave, wand, end

export function parseMove(move: string): ParsedMove {
  const [first = '', second = '', third = ''] = move.split(':');
  const [push = '', tile = ''] = (first === 'advise' ? second : first).split('.');
  if (first === 'offer') return { is: 'offer', to: Number(second), wands: Number(third) };
  if (first === 'advise') return { is: 'advise', push, tile, goal: third };
  if (tile !== '') return { is: 'shift', push, tile };
  return /^[a-g][1-7]$/.test(move) ? { is: 'walk', goal: move } : { is: 'word', word: move };
}

/* "row 4 from the west" */
export const line = (push: string): string => say(keyed('labyrinth.line.', push.charAt(0)), { line: push.charAt(1) });

/* "north and east": the open sides of a tile. */
export const sides = (tile: string): string =>
  new Intl.ListFormat(language.value).format([...tile].map((side) => say(keyed('labyrinth.side.', side))));

/* The parameters of a text about a push. */
export const pushWords = ({ tile, push }: { tile: string; push: string }) => ({
  shape: say(keyed('labyrinth.shape.', TILES[tile]?.[0] ?? 'straight')),
  sides: sides(tile),
  line: line(push),
});

export const goalName = (goal: string): string =>
  goal === 'stay' ? say('labyrinth.goal.stay') : say('labyrinth.goal', { cell: goal });

const ownCell = (scene: LabyrinthScene): string => scene.view.pawns[scene.you - 1] ?? '';

/* After the push in preview: is the next token within reach, and how far? */
function afterPush({ preview, view }: LabyrinthScene): string {
  if (!preview) return '';
  const token = nextToken(view);
  const path = preview.effects.find((effect) => effect.token === token)?.path;
  return path
    ? say('labyrinth.then.token', { token, n: path.length - 1 })
    : say('labyrinth.then.cells', { n: preview.legal.length - 1 });
}

export function describe(scene: LabyrinthScene, move: string): string {
  const parsed = parseMove(move);
  switch (parsed.is) {
    case 'shift':
      return `${say(keyed('labyrinth.slides.', parsed.push.charAt(0)), { line: parsed.push.charAt(1) })} ${afterPush(scene)}`.trim();
    case 'offer':
      return say('labyrinth.describe.offer', { who: nameOf(scene.seats, parsed.to), n: parsed.wands });
    case 'advise':
      return say('labyrinth.describe.advise', { ...pushWords(parsed), goal: goalName(parsed.goal) });
    case 'walk': {
      const { path = [], token } = effectOf(scene, move);
      const walk = { n: path.length - 1, cell: parsed.goal };
      return token === undefined ? say('labyrinth.describe.walk', walk) : say('labyrinth.describe.walk.token', { ...walk, token });
    }
    case 'word':
      return say(keyed('labyrinth.describe.', parsed.word), { token: nextToken(scene.view), cell: ownCell(scene) });
  }
}

/* Why a move is good, in a few words. */
export function why(scene: LabyrinthScene, move: string): string {
  const { token, path, cells, opens } = effectOf(scene, move);
  if (opens !== undefined) return say('labyrinth.why.opens', { token: opens });
  if (cells !== undefined) return say('labyrinth.why.cells', { n: cells });
  if (token !== undefined) return say('labyrinth.why.token', { token });
  return path ? say('labyrinth.steps', { n: path.length - 1 }) : '';
}

export function confirm(scene: LabyrinthScene, move: string): string {
  const parsed = parseMove(move);
  if (parsed.is === 'shift') return say('labyrinth.push');
  if (parsed.is === 'offer') return say('labyrinth.offer', { n: parsed.wands });
  if (parsed.is === 'advise') return say('labyrinth.advise');
  if (parsed.is === 'walk') return say('labyrinth.walk', { cell: parsed.goal });
  return say(keyed('labyrinth.do.', parsed.word), { token: nextToken(scene.view), cell: ownCell(scene) });
}

export function moveName(scene: LabyrinthScene, move: string): string {
  const parsed = parseMove(move);
  switch (parsed.is) {
    case 'shift':
      return say('labyrinth.name.shift', pushWords(parsed));
    case 'offer':
      return say('labyrinth.name.offer', { who: nameOf(scene.seats, parsed.to), n: parsed.wands });
    case 'advise':
      return say('labyrinth.name.advise', { ...pushWords(parsed), goal: goalName(parsed.goal) });
    case 'walk': {
      const token = Object.entries(scene.view.tokens).find(([, cell]) => cell === parsed.goal)?.[0];
      return token === undefined ? parsed.goal : say('labyrinth.name.token', { cell: parsed.goal, token });
    }
    case 'word':
      return confirm(scene, move);
  }
}

export function prompt(scene: LabyrinthScene): string {
  const { view, you, seats, now } = scene;
  const token = nextToken(view);
  if (view.phase === 'over') return say('labyrinth.prompt.over');
  if (view.player !== you || you === 0) return say(keyed('labyrinth.wait.', view.phase), { who: nameOf(seats, view.player) });
  switch (view.phase) {
    case 'shift':
      if (view.deal?.advice) return say('labyrinth.prompt.advised', { who: nameOf(seats, view.deal.with), n: view.deal.wands });
      return say(view.wand_used ? 'labyrinth.prompt.shift.wand' : 'labyrinth.prompt.shift');
    case 'advise':
      return say('labyrinth.prompt.advise', { who: nameOf(seats, view.turn), n: view.deal?.wands ?? 1 });
    case 'move':
      return say(now?.effects.some((effect) => effect.token === token) ? 'labyrinth.prompt.move.token' : 'labyrinth.prompt.move', {
        token,
      });
    case 'take':
      return say('labyrinth.prompt.take', { token });
    default:
      return say('labyrinth.prompt.wand', { n: view.wands[you - 1] ?? 0 });
  }
}

/* Wands that an adviser was paid by this step. */
function payment(step: Step<LabyrinthView, LabyrinthEffect>, before: LabyrinthView, seats: Seat[]): string {
  const paid = step.view.wands.findIndex((wands, i) => wands > (before.wands[i] ?? 0));
  if (paid < 0) return '';
  return ` ${say('labyrinth.log.paid', { who: nameOf(seats, paid + 1), n: (step.view.wands[paid] ?? 0) - (before.wands[paid] ?? 0) })}`;
}

export function logText(step: Step<LabyrinthView, LabyrinthEffect>, before: LabyrinthView, seats: Seat[], me: number): string {
  if (step.move === null) return '';
  const parsed = parseMove(step.move);
  const who = nameOf(seats, step.by);
  const mine = step.by === me && me !== 0;
  const log = (key: string, more: Record<string, string | number> = {}) =>
    say(keyed('labyrinth.log.', mine ? `${key}.you` : key), { who, ...more });
  switch (parsed.is) {
    case 'shift':
      return log('shift', pushWords(parsed));
    case 'offer':
      return parsed.to === me
        ? say('labyrinth.log.offer.to.you', { who, n: parsed.wands })
        : log('offer', { to: nameOf(seats, parsed.to), n: parsed.wands });
    case 'advise':
      return log('advise', { ...pushWords(parsed), goal: goalName(parsed.goal) });
    case 'walk':
      return log('walk', { from: before.pawns[before.turn - 1] ?? '', cell: parsed.goal }) + payment(step, before, seats);
    case 'word':
      return parsed.word === 'end' ? '' : log(parsed.word, { token: nextToken(before) }) + payment(step, before, seats);
  }
}

export function progress(view: LabyrinthView): string {
  return view.phase === 'over' ? '' : say('labyrinth.left', { n: Object.keys(view.tokens).length });
}

export function scoreParts(tally: Tally): ScorePart[] {
  return ['tokens', 'formula', 'wands'].map((part) => ({
    part,
    label: say(keyed('labyrinth.part.', part)),
    points: tally[part] ?? 0,
  }));
}
