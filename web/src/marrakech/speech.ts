/* Marrakech in words: the ways, their cost, what a carpet would cover, and what has happened. */
import { effectOf, nameOf } from '../board';
import type { ScorePart } from '../face';
import type { Seat, Step, Tally } from '../protocol';
import { keyed, say } from '../words';
import type { Heading, MarrakechEffect, MarrakechView, MarrakechScene, Roll } from './view';

export const isHeading = (move: string): move is Heading => move.length === 1 && 'NESW'.includes(move);

/* The two cells of a carpet: 'c4d4'. */
export const cellsOf = (pair: string): [string, string] => [pair.slice(0, 2), pair.slice(2)];

export const colourOf = (carpet: string): string => carpet.split('.')[0] ?? '';
export const colourName = (colour: string): string => say(keyed('marrakech.colour.', colour));

/* Whose carpets have a colour. */
export const ownerOf = (view: MarrakechView, colour: string): number => view.carpets.findIndex((held) => colour in held) + 1;

const inWords = (pair: string): string => {
  const [a, b] = cellsOf(pair);
  return say('marrakech.cells', { a, b });
};

/* "1/6", "1/3", "1/2" of a weight out of six. */
export const odds = (weight: number): string => ['', '1/6', '1/3', '1/2', '2/3', '5/6', '1'][weight] ?? '';

/* What a way costs on average, with one decimal at most. */
export const average = (rolls: Roll[]): number =>
  Math.round((rolls.reduce((sum, { pay, weight }) => sum + pay * weight, 0) / 6) * 10) / 10;

const endOf = (roll: Roll): string => roll.path[roll.path.length - 1]?.slice(0, 2) ?? '';

function wayName(view: MarrakechView, heading: string): string {
  const way = say(keyed('marrakech.way.', heading));
  return heading === view.facing ? say('marrakech.straight', { way }) : way;
}

/* Every outcome of a way, for screen readers. */
export function outcomes({ now, seats }: MarrakechScene, rolls: Roll[]): string[] {
  if (!now) return [];
  return rolls.map((roll) =>
    say(roll.pay ? 'marrakech.outcome.pay' : 'marrakech.outcome.free', {
      odds: odds(roll.weight),
      cell: endOf(roll),
      n: roll.pay,
      who: nameOf(seats, roll.to),
    }),
  );
}

export function describe(scene: MarrakechScene, move: string): string {
  const effect = effectOf(scene, move);
  if (isHeading(move)) {
    const way = wayName(scene.view, move);
    const rolls = effect.rolls ?? [];
    if (!scene.aids || !rolls.length) return say('marrakech.way.plain', { way });
    const most = Math.max(...rolls.map((roll) => roll.pay));
    return most ? say('marrakech.way.costs', { way, n: average(rolls), most }) : say('marrakech.way.free', { way });
  }
  const what = halves((effect.covers ?? []).map(colourOf));
  const covers = what ? say('marrakech.covers', { what }) : say('marrakech.covers.none');
  return `${covers} ${say('marrakech.group', { n: effect.group?.length ?? 2 })}`;
}

/* "a blue half", "two blue halves", "a blue half and a red half"; '' for none. */
function halves([one, two]: string[]): string {
  const half = (colour: string) => say(keyed('marrakech.half.', colour));
  if (!one) return '';
  if (!two) return half(one);
  return one === two ? say(keyed('marrakech.halves.', one)) : say('marrakech.and', { a: half(one), b: half(two) });
}

/* Why a way or a place is good, in a few words. */
export function why(scene: MarrakechScene, move: string): string {
  const { rolls = [], covers = [], group = [] } = effectOf(scene, move);
  if (isHeading(move)) {
    const cost = average(rolls);
    return cost ? say('marrakech.why.toll', { n: cost }) : say('marrakech.why.free');
  }
  const theirs = halves(covers.map(colourOf));
  return theirs ? say('marrakech.why.covers', { what: theirs }) : say('marrakech.why.patch', { n: group.length });
}

export function confirm({ view }: MarrakechScene, move: string): string {
  if (!isHeading(move)) return say('marrakech.lay');
  return view.options.orient === 'after' ? say(keyed('marrakech.turn.', move)) : say('marrakech.roll');
}

export function moveName({ view }: MarrakechScene, move: string): string {
  return isHeading(move) ? wayName(view, move) : inWords(move);
}

export function prompt({ view, you, me, seats }: MarrakechScene): string {
  if (view.phase === 'over') return say('marrakech.prompt.over');
  const byChance = view.phase === 'draw' || view.phase === 'roll';
  if (byChance && view.player === me) return say(keyed('marrakech.wait.', `${view.phase}.you`));
  if (byChance || view.player !== you) return say(keyed('marrakech.wait.', view.phase), { who: nameOf(seats, view.player) });
  if (view.phase === 'lay') return say('marrakech.prompt.lay');
  return say(view.options.orient === 'after' ? 'marrakech.prompt.orient.after' : 'marrakech.prompt.orient');
}

export function logText(step: Step<MarrakechView, MarrakechEffect>, before: MarrakechView, seats: Seat[], me: number): string {
  const { move, effect, view } = step;
  if (move === null) return '';
  const actor = before.player; // chance acts for the one whose turn it is
  const who = nameOf(seats, actor);
  const mine = actor === me && me !== 0 ? '.you' : '';
  const log = (key: string, more: Record<string, string | number> = {}) => say(keyed('marrakech.log.', key), { who, ...more });
  if (before.phase === 'draw') return log(`draw.${move}${mine}`);
  if (before.phase === 'orient') return log(`turn.${move}${mine}`);
  if (before.phase === 'lay') return log(`lay${mine}`, { cells: inWords(move) });
  const paid = { roll: move, n: effect.pay ?? 0, to: nameOf(seats, effect.to ?? 0) };
  const rolled = !effect.pay ? log(`free${mine}`, paid) : log(effect.to === me && me !== 0 ? 'pay.yours' : `pay${mine}`, paid);
  const out = view.out[actor - 1] && !before.out[actor - 1];
  return out ? `${rolled} ${log(`out${mine}`)}` : rolled;
}

/* The colour that is drawn, or the roll. */
export const outcomeName = (view: MarrakechView, outcome: string): string =>
  view.phase === 'draw' ? colourName(outcome) : outcome;

export const carpetsLeft = (view: MarrakechView, seat: number): number =>
  Object.values(view.carpets[seat - 1] ?? {}).reduce((sum, n) => sum + n, 0);

export function progress(view: MarrakechView): string {
  if (view.phase === 'over') return '';
  const left = view.out.reduce((sum, out, i) => (out ? sum : sum + carpetsLeft(view, i + 1)), 0);
  return say('marrakech.progress', { n: view.laid + 1, all: view.laid + left });
}

export function scoreParts(tally: Tally): ScorePart[] {
  return [
    { part: 'carpets', label: say('marrakech.part.carpets'), points: tally['carpets'] ?? 0 },
    { part: 'dirhams', label: say('marrakech.part.dirhams'), points: tally['dirhams'] ?? 0 },
  ];
}
