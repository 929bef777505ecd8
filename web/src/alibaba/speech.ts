/* Ali Baba in words: what to do now, what a move would do, what has happened.
 *
 * Adjectives agree with their nouns in three of our languages, so a tile's name is a phrase of its kind with a place for each form
 * of the colour: '{f4} лампу' takes the feminine accusative. */
import { effectOf, nameOf } from '../board';
import type { ScorePart } from '../face';
import type { Seat, Step, Tally } from '../protocol';
import { keyed, say } from '../words';
import { colourOf, kindOf, KINDS } from './art';
import type { AlibabaEffect, AlibabaView, AlibabaScene } from './view';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function forms(tile: string): Record<string, string> {
  const form = (name: string) => say(keyed('alibaba.form.', `${colourOf(tile)}.${name}`));
  return { m: form('m'), f: form('f'), n: form('n'), f4: form('f4') };
}

/* "blue ring"; "the blue ring", as what is taken. */
export const tileName = (tile: string): string => say(keyed('alibaba.tile.', kindOf(tile)), forms(tile));
const theTile = (tile: string): string => say(keyed('alibaba.the.', kindOf(tile)), forms(tile));

/* What a ban names, all of it: "rings", "blue tiles". */
export const allOf = (ban: string): string => say(keyed('alibaba.many.', ban));

/* The seats whose ban names a tile. */
export function barredBy(view: AlibabaView, tile: string): number[] {
  return view.bans.flatMap((ban, i) => (ban !== null && (ban === kindOf(tile) || ban === colourOf(tile)) ? [i + 1] : []));
}

/* The parts of a move: 'green:3a1' is ['green', '3a1'], a plain take ['take', '3a1'], a turn ['turn', '3a1=ring.blue']. */
export function partsOf(move: string): [verb: string, what: string] {
  const colon = move.indexOf(':');
  if (colon >= 0) return [move.slice(0, colon), move.slice(colon + 1)];
  return [move.includes('=') ? 'turn' : 'take', move];
}

/* The tile that a move gives the player, or ''. */
export function tileOf(view: AlibabaView, move: string): string {
  const [verb, what] = partsOf(move);
  if (verb === 'take' || verb === 'green') return view.board[what] ?? '';
  if (verb === 'pick') return view.shown[Number(what) - 1] ?? '';
  if (verb === 'lamp' && what === 'keep') return view.taken?.tile ?? '';
  if (verb === 'lamp' || verb === 'show') return what;
  if (verb === 'turn') return what.slice(what.indexOf('=') + 1);
  return '';
}

/* "uncovers 4 tiles · scores 8 points · +2 at game end" */
function brings(effect: AlibabaEffect, colour: string | null): string {
  const parts: string[] = [];
  if (effect.frees) parts.push(effect.frees.length ? say('alibaba.frees', { n: effect.frees.length }) : say('alibaba.frees.none'));
  if (colour === null) parts.push(say('alibaba.no.magic'));
  if (effect.points) parts.push(say('alibaba.brings', { n: effect.points }));
  if (colour === 'green')
    parts.push(effect.beside?.length ? say('alibaba.also', { n: effect.beside.length }) : say('alibaba.also.none'));
  if (colour === 'yellow') parts.push(effect.shows ? say('alibaba.asks', { n: effect.shows }) : say('alibaba.asks.none'));
  if (colour === 'white') parts.push(say('alibaba.forbids.then'));
  if (effect.sets) parts.push(say('alibaba.sets', { n: effect.sets }));
  return parts.join(' · ');
}

/* Why a tile is good, in a few words. */
export function why(scene: AlibabaScene, move: string): string {
  const { points, sets, frees } = effectOf(scene, move);
  const kind = kindOf(tileOf(scene.view, move));
  if (points) return say('alibaba.brings', { n: points });
  const mine = scene.me === scene.view.player;
  if (sets && kind) return say(mine ? 'alibaba.why.set' : 'alibaba.why.kinds', { n: sets, kinds: allOf(kind) });
  return frees ? say(frees.length ? 'alibaba.frees' : 'alibaba.frees.none', { n: frees.length }) : '';
}

export function describe(scene: AlibabaScene, move: string): string {
  const [verb, what] = partsOf(move);
  const effect = effectOf(scene, move);
  const tile = tileOf(scene.view, move);
  const named = { tile: capital(tile && tileName(tile)) };
  if (what === 'none') return say(verb === 'ban' ? 'alibaba.describe.ban.none' : keyed('alibaba.describe.', `${verb}.none`));
  switch (verb) {
    case 'lamp':
      return say(what === 'keep' ? 'alibaba.describe' : 'alibaba.describe.swap', {
        ...named,
        what: brings(effect, colourOf(tile)),
      });
    case 'green':
    case 'pick':
      return say('alibaba.describe', { ...named, what: brings(effect, null) });
    case 'yellow':
      return say('alibaba.describe.yellow.use');
    case 'show':
      return say('alibaba.describe.show', { ...named, who: nameOf(scene.seats, scene.view.turn) });
    case 'ban': {
      const bars = effect.bars?.length ? say('alibaba.bars', { n: effect.bars.length }) : say('alibaba.bars.none');
      return `${say('alibaba.describe.ban', { what: allOf(what) })} ${bars}`;
    }
    default:
      return say('alibaba.describe', { ...named, what: brings(effect, colourOf(tile)) });
  }
}

export function confirm(scene: AlibabaScene, move: string): string {
  const [verb, what] = partsOf(move);
  if (verb === 'lamp') return say(what === 'keep' ? 'alibaba.keep' : 'alibaba.swap');
  if (verb === 'yellow') return say(what === 'use' ? 'alibaba.ask' : 'alibaba.ask.none');
  if (verb === 'show') return say('alibaba.show');
  if (verb === 'ban') return what === 'none' ? say('alibaba.forbid.none') : say('alibaba.forbid', { what: allOf(what) });
  if (what === 'none') return say('alibaba.leave');
  return say(keyed('alibaba.take.', kindOf(tileOf(scene.view, move))));
}

export function moveName(scene: AlibabaScene, move: string): string {
  const [verb, what] = partsOf(move);
  const tile = tileOf(scene.view, move);
  if (verb === 'pick') return say('alibaba.choose.pick.one', { tile: tileName(tile), who: nameOf(scene.seats, Number(what)) });
  if (verb === 'show' || (verb === 'lamp' && what !== 'keep')) return tileName(tile);
  if ((verb === 'take' || verb === 'green') && tile) return say('alibaba.layer', { tile: tileName(tile), n: what.charAt(0) });
  return confirm(scene, move);
}

/* What is forbidden to a seat: every other seat's ban, each once. */
function forbiddenTo(view: AlibabaView, seat: number): string[] {
  return [...new Set(view.bans.flatMap((ban, i) => (ban !== null && i + 1 !== seat ? [allOf(ban)] : [])))];
}

export function prompt(scene: AlibabaScene): string {
  const { view, you, seats, now } = scene;
  if (view.phase === 'over') return say('alibaba.prompt.over');
  if (view.phase === 'reveal') return say('alibaba.wait.reveal');
  if (view.player !== you || you === 0) return say(keyed('alibaba.wait.', view.phase), { who: nameOf(seats, view.player) });
  if (view.phase === 'show') return say('alibaba.prompt.show', { who: nameOf(seats, view.turn) });
  if (view.phase !== 'take') return say(keyed('alibaba.prompt.', view.phase));
  const forbidden = forbiddenTo(view, you);
  if (!forbidden.length) return say('alibaba.prompt.take');
  const takesBarred = now?.legal.some((slot) => barredBy(view, view.board[slot] ?? '').some((seat) => seat !== you));
  return takesBarred ? say('alibaba.prompt.take.all') : say('alibaba.prompt.take.barred', { what: forbidden.join(', ') });
}

export function logText(step: Step<AlibabaView, AlibabaEffect>, before: AlibabaView, seats: Seat[], me: number): string {
  if (step.move === null) return '';
  const turning = partsOf(step.move)[0] === 'turn';
  if (turning && step.view.phase === 'reveal') return ''; // the last tile that turns reports all of them
  const scored = step.view.points.flatMap((points, i) => {
    const n = points - (before.points[i] ?? 0);
    if (n <= 0) return [];
    return [i + 1 === me ? say('alibaba.log.points.you', { n }) : say('alibaba.log.points', { who: nameOf(seats, i + 1), n })];
  });
  return [turning ? turned(step.view, before) : moved(step.by, step.move, before, seats, me), ...scored].join(' ');
}

function turned(view: AlibabaView, before: AlibabaView): string {
  const slots = Object.keys(view.board).filter((slot) => before.board[slot] === '?' && view.board[slot] !== '?');
  return say('alibaba.log.turned', { tile: slots.map((slot) => tileName(view.board[slot] ?? '?')).join(', ') });
}

function moved(by: number, move: string, before: AlibabaView, seats: Seat[], me: number): string {
  const [verb, what] = partsOf(move);
  const tile = tileOf(before, move);
  const mine = by === me && me !== 0;
  const who = nameOf(seats, by);
  const log = (key: string, more: Record<string, string> = {}) =>
    say(keyed('alibaba.log.', mine ? `${key}.you` : key), { who, ...more });
  const known = tile !== '' && tile !== '?';
  if (what === 'none') return log('leave');
  switch (verb) {
    case 'take':
      return log('take', { tile: theTile(tile) });
    case 'green':
      return log('also', { tile: theTile(tile) });
    case 'lamp':
      return what === 'keep' ? log('keep') : log('swap', { tile: theTile(tile) });
    case 'yellow':
      return log('ask');
    case 'show':
      if (!known) return say('alibaba.log.show', { who });
      return mine ? log('show', { tile: theTile(tile) }) : say('alibaba.log.show.tile', { who, tile: theTile(tile) });
    case 'pick': {
      const from = Number(what);
      if (from === me) return say('alibaba.log.pick.yours', { who, tile: theTile(tile) });
      return log('pick', { tile: theTile(tile), from: nameOf(seats, from) });
    }
    case 'ban':
      return log('forbid', { what: allOf(what) });
    default:
      return '';
  }
}

export const outcomeName = (view: AlibabaView, outcome: string): string => tileName(tileOf(view, outcome));

export function progress(view: AlibabaView): string {
  if (view.phase === 'over') return '';
  if (view.turns_left !== null) return say('alibaba.turns', { n: view.turns_left });
  return say('alibaba.down', { n: Object.values(view.board).filter((tile) => tile === '?').length });
}

export function scoreParts(tally: Tally): ScorePart[] {
  const kinds = KINDS.filter((kind) => tally[kind]);
  return [
    { part: 'magic', label: say('alibaba.magic'), points: tally['magic'] ?? 0 },
    ...kinds.map((kind) => ({ part: kind, label: say(keyed('alibaba.kind.', kind)), points: tally[kind] ?? 0 })),
  ];
}
