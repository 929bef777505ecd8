/* Master Labyrinth's feats. */
import { Figure, lead, pairsOf, wonAlone, type Feat, type Told } from '../feat';
import type { LabyrinthEffect, LabyrinthView } from './view';

type Game = Told<LabyrinthView, LabyrinthEffect>;

const Token = ({ n, x = 24, y = 22, scale = 0.62 }: { n: number; x?: number; y?: number; scale?: number }) => (
  <g class="medal-token" transform={`translate(${x} ${y})scale(${scale})`}>
    <circle r="30" />
    <circle class="ring" r="25" />
    <text y="11.5">{n}</text>
  </g>
);
const Wand = ({ x = 10, y = 2, turn = 0 }: { x?: number; y?: number; turn?: number }) => (
  <use href="#lab-wand" transform={`rotate(${turn} 24 22)`} x={x} y={y} width="28" height="36" />
);

/* The tokens that a seat took, each with the number of its step. */
function taken({ steps }: Game): { token: number; step: number; by: number }[] {
  return steps.flatMap(({ move, by, effect }, step) => (move === 'take' ? [{ token: effect.token ?? 0, step, by }] : []));
}
const own = (game: Game) => taken(game).filter(({ by }) => by === game.seat);
const end = ({ steps }: Game) => steps[steps.length - 1]?.view;
const moves = (game: Game) => [...pairsOf(game)].filter(([, { by }]) => by === game.seat);
const wandsUsed = (game: Game) => moves(game).filter(([, { move }]) => move === 'wand').length;
const formula = (game: Game) => end(game)?.formulas[game.seat - 1] ?? [];

/* Whether a push carried the pawn off one side and in at the other. */
function carried(game: Game, before: LabyrinthView, after: LabyrinthView): boolean {
  const [from = '', to = ''] = [before.pawns[game.seat - 1], after.pawns[game.seat - 1]];
  const far = (a: number, b: number) => Math.abs(a - b) === 6;
  return far(from.charCodeAt(0), to.charCodeAt(0)) !== far(Number(from[1]), Number(to[1]));
}

export const feats: Feat<LabyrinthView, LabyrinthEffect>[] = [
  {
    name: 'last',
    picture: <Token n={25} scale={0.72} />,
    done: (game) => own(game).some(({ token }) => token === 25) && Object.keys(end(game)?.tokens ?? { none: '' }).length === 0,
  },
  {
    name: 'formula',
    picture: (
      <>
        <Token n={7} x={12} y={14} scale={0.38} />
        <Token n={12} x={36} y={14} scale={0.38} />
        <Token n={19} x={24} y={34} scale={0.38} />
      </>
    ),
    done: (game) => formula(game).length > 0 && formula(game).every((n) => end(game)?.won[game.seat - 1]?.includes(n)),
  },
  {
    name: 'march',
    picture: (
      <>
        <path class="medal-line" d="M6 34h12V20h10V8h14M36 2l6 6-6 6" />
        <Figure>12</Figure>
      </>
    ),
    done: (game) => moves(game).some(([, { effect }]) => (effect.path?.length ?? 0) > 12),
  },
  {
    name: 'row',
    picture: (
      <>
        <Token n={3} x={9} y={34} scale={0.32} />
        <Token n={4} x={24} y={22} scale={0.32} />
        <Token n={5} x={39} y={10} scale={0.32} />
      </>
    ),
    done: (game) => {
      const all = taken(game);
      return all.some((_, i) => i >= 2 && all.slice(i - 2, i + 1).every(({ by }) => by === game.seat));
    },
  },
  {
    name: 'saver',
    picture: (
      <>
        <Wand x={-2} turn={-12} />
        <Wand />
        <Wand x={22} turn={12} />
      </>
    ),
    done: (game) => wonAlone(game) && wandsUsed(game) === 0,
  },
  {
    name: 'twice',
    picture: (
      <>
        <Token n={8} x={13} y={14} scale={0.42} />
        <Token n={9} x={35} y={30} scale={0.42} />
      </>
    ),
    done: (game) =>
      own(game).some(({ step }, i, all) => {
        const before = all[i - 1];
        return before !== undefined && game.steps.slice(before.step, step).every(({ view }) => view.turn === game.seat);
      }),
  },
  {
    name: 'spender',
    picture: <Wand turn={30} />,
    done: (game) => wonAlone(game) && wandsUsed(game) >= 3,
  },
  {
    name: 'great',
    picture: (
      <>
        <Token n={20} x={24} y={14} scale={0.42} />
        <Token n={18} x={11} y={34} scale={0.36} />
        <Token n={19} x={37} y={34} scale={0.36} />
      </>
    ),
    done: (game) => [18, 19, 20].every((n) => end(game)?.won[game.seat - 1]?.includes(n)),
  },
  {
    name: 'ferry',
    picture: <path class="medal-line" d="M4 24h14M34 24h10M38 18l6 6-6 6M18 10v28M34 10v28" />,
    done: (game) =>
      own(game).some(({ step }) => {
        for (let i = step; i > 0 && game.steps[i - 1]?.view.turn === game.seat; i--) {
          const [before, here] = [game.steps[i - 1], game.steps[i]];
          if (before?.view.phase === 'shift' && here && carried(game, before.view, here.view)) return true;
        }
        return false;
      }),
  },
  {
    name: 'master',
    picture: (
      <>
        <path class="medal-star" d="m24 0 6 14 15 1-11.5 10 3.5 15-13-8-13 8 3.5-15L3 15l15-1z" />
        <Figure>+50</Figure>
      </>
    ),
    done: (game) => wonAlone(game) && lead(game) >= 50,
  },
];
