/* Marrakech's feats. */
import { Figure, lead, pairsOf, wonAlone, type Feat, type Told } from '../feat';
import { colourOf, ownerOf } from './speech';
import type { MarrakechEffect, MarrakechView } from './view';

type Game = Told<MarrakechView, MarrakechEffect>;

const Coins = ({ n }: { n: number }) => (
  <>
    <use href="#mk-coin" x="10" y="2" width="28" height="28" />
    <Figure>{n}</Figure>
  </>
);
const Carpet = ({ colour, turn = 0 }: { colour: string; turn?: number }) => (
  <use href={`#mk-${colour}`} transform={`translate(24 22)rotate(${turn})scale(.21)translate(-100 -50)`} />
);
const Die = ({ n, x = 8, y = 4, size = 32 }: { n: number; x?: number; y?: number; size?: number }) => (
  <use href={`#mk-die${n}`} x={x} y={y} width={size} height={size} />
);

/* Every roll: who rolled, what was paid and to whom, and whether Assam turned on a loop. */
function rolls(game: Game) {
  return [...pairsOf(game)].flatMap(([before, step]) => {
    const { pay = 0, to = 0, path = [] } = step.effect;
    if (before.view.phase !== 'roll') return [];
    const loops = path.filter((stop, i) => i > 0 && stop[2] !== path[i - 1]?.[2]).length;
    const ruined = step.view.out[before.view.player - 1] === true && before.view.out[before.view.player - 1] !== true;
    return [{ by: before.view.player, pay, to, loops, ruined, roll: Number(step.move) }];
  });
}
const own = (game: Game) => rolls(game).filter(({ by }) => by === game.seat);
const laid = (game: Game) => [...pairsOf(game)].filter(([before, { by }]) => before.view.phase === 'lay' && by === game.seat);
const last = ({ steps }: Game) => steps[steps.length - 1];

export const feats: Feat<MarrakechView, MarrakechEffect>[] = [
  {
    name: 'comeback',
    picture: <Coins n={-12} />,
    done: (game) => wonAlone(game) && own(game).some(({ pay }) => pay >= 12),
  },
  { name: 'toll', picture: <Coins n={10} />, done: (game) => rolls(game).some(({ pay, to }) => to === game.seat && pay >= 10) },
  {
    name: 'thrifty',
    picture: (
      <>
        <use href="#mk-coin" x="10" y="6" width="28" height="28" />
        <path class="medal-strike" d="M8 36 40 6" />
      </>
    ),
    done: (game) => own(game).length > 5 && own(game).reduce((sum, { pay }) => sum + pay, 0) <= 10,
  },
  { name: 'rich', picture: <Coins n={60} />, done: (game) => (last(game)?.tally[game.seat - 1]?.['dirhams'] ?? 0) >= 60 },
  {
    name: 'field',
    picture: <Carpet colour="red" turn={-30} />,
    done: (game) => (last(game)?.tally[game.seat - 1]?.['carpets'] ?? 0) >= 24,
  },
  {
    name: 'patch',
    picture: (
      <>
        <Carpet colour="blue" />
        <Figure>10</Figure>
      </>
    ),
    done: (game) => laid(game).some(([, { effect }]) => (effect.group?.length ?? 0) >= 10),
  },
  {
    name: 'both',
    picture: (
      <>
        <Carpet colour="brown" turn={45} />
        <Carpet colour="yellow" turn={-45} />
      </>
    ),
    done: (game) =>
      laid(game).some(([{ view }, { effect }]) => {
        const owners = new Set(
          (effect.covers ?? []).map((half) => ownerOf(view, colourOf(half))).filter((who) => who !== game.seat),
        );
        return owners.size === 2;
      }),
  },
  {
    name: 'loops',
    picture: <path class="medal-line" d="M6 40V18a8 8 0 0 1 16 0v12a8 8 0 0 0 16 0V10M32 15l6-7 6 7" />,
    done: (game) => own(game).reduce((sum, { loops }) => sum + loops, 0) >= 6,
  },
  {
    name: 'lucky',
    picture: (
      <>
        <Die n={1} x={3} y={12} size={24} />
        <Die n={4} x={22} y={4} size={24} />
      </>
    ),
    done: (game) =>
      own(game).length >= 6 &&
      own(game)
        .slice(-4)
        .every(({ pay }) => pay === 0),
  },
  {
    name: 'hair',
    picture: (
      <>
        <use href="#mk-coin" x="1" y="8" width="22" height="22" />
        <use href="#mk-coin" x="25" y="8" width="22" height="22" />
        <Figure>+1</Figure>
      </>
    ),
    done: (game) => wonAlone(game) && lead(game) === 1,
  },
];
