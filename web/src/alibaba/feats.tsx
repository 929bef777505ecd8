/* Ali Baba's feats. */
import { Figure, lead, pairsOf, wonAlone, type Feat, type Told } from '../feat';
import type { AlibabaEffect, AlibabaView } from './view';

type Game = Told<AlibabaView, AlibabaEffect>;

const Treasure = ({ kind, x = 4, y = 0, size = 40 }: { kind: string; x?: number; y?: number; size?: number }) => (
  <use href={`#ab-${kind}`} x={x} y={y} width={size} height={size} />
);
const Sign = ({ colour, y = 8 }: { colour: string; y?: number }) => (
  <g class={`medal-sign ab-${colour}`}>
    <rect x="7" y={y} width="34" height="34" rx="8" />
    <use href={`#ab-${colour}`} x="12" y={y + 5} width="24" height="24" />
  </g>
);

const own = (game: Game) => [...pairsOf(game)].filter(([, { by }]) => by === game.seat);
const hand = ({ steps, seat }: Game): string[] =>
  (steps[steps.length - 1]?.view.hands[seat - 1] ?? []).filter((tile): tile is string => tile !== null);
const magic = ({ steps, seat }: Game): number => steps[steps.length - 1]?.tally[seat - 1]?.['magic'] ?? 0;

/* How many tiles of each kind, or of each colour, are in the hand. */
function counts(game: Game, part: 0 | 1): Map<string, number> {
  const all = new Map<string, number>();
  for (const tile of hand(game)) {
    const name = tile.split('.')[part] ?? '';
    all.set(name, (all.get(name) ?? 0) + 1);
  }
  return all;
}

export const feats: Feat<AlibabaView, AlibabaEffect>[] = [
  {
    name: 'six',
    picture: (
      <>
        <Treasure kind="diamond" size={36} x={6} />
        <Figure>6</Figure>
      </>
    ),
    done: (game) => [...counts(game, 0).values()].some((n) => n === 6),
  },
  {
    name: 'pairs',
    picture: (
      <>
        <Treasure kind="ruby" x={0} y={4} size={28} />
        <Treasure kind="ring" x={20} y={10} size={28} />
      </>
    ),
    done: (game) => [...counts(game, 0).values()].filter((n) => n >= 3).length >= 3,
  },
  { name: 'all', picture: <Treasure kind="chest" y={4} />, done: (game) => counts(game, 0).size === 10 },
  {
    name: 'avalanche',
    picture: (
      <>
        <use href="#ab-back" x="5" y="5" width="18" height="18" />
        <use href="#ab-back" x="26" y="8" width="18" height="18" />
        <use href="#ab-back" x="4" y="27" width="18" height="18" />
        <use href="#ab-back" x="25" y="29" width="18" height="18" />
      </>
    ),
    done: (game) => own(game).some(([, { effect }]) => (effect.frees?.length ?? 0) >= 4),
  },
  { name: 'wizard', picture: <Sign colour="pink" />, done: (game) => magic(game) >= 35 },
  {
    name: 'spell',
    picture: (
      <>
        <Sign colour="brown" y={-3} />
        <Figure>+8</Figure>
      </>
    ),
    done: (game) => own(game).some(([, { effect }]) => (effect.points ?? 0) >= 8),
  },
  {
    name: 'gate',
    picture: <Sign colour="white" />,
    done: (game) => own(game).some(([, { move, effect }]) => move?.startsWith('ban:') === true && (effect.bars?.length ?? 0) >= 4),
  },
  {
    name: 'guest',
    picture: <Sign colour="yellow" />,
    done: (game) => own(game).filter(([, { move }]) => move?.startsWith('pick:')).length >= 3,
  },
  {
    name: 'collector',
    picture: <Treasure kind="crown" />,
    done: (game) => wonAlone(game) && magic(game) <= 24,
  },
  {
    name: 'landslide',
    picture: (
      <>
        <Treasure kind="lamp" size={36} x={6} />
        <Figure>+20</Figure>
      </>
    ),
    done: (game) => wonAlone(game) && lead(game) >= 20,
  },
];
