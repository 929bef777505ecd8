/* The first games: a fixed deal, and ten moves of all seats in turn. Seat 1 is the learner; the texts are in the
 * catalogues, as learn.GAME.NUMBER. */
import type { GameName } from './protocol';

export interface Lesson {
  players: number;
  options: Record<string, string | number>;
  seed: number;
  moves: { by: number; move: string }[];
}

/* '1 4b1, 2 4a1': who, and the move. */
function script(moves: string): Lesson['moves'] {
  return moves.split(', ').map((text) => ({ by: Number(text.charAt(0)), move: text.slice(2) }));
}

export const lessons: Record<GameName, Lesson> = {
  alibaba: {
    players: 2,
    options: {},
    seed: 53,
    moves: script('1 4b1, 1 green:4b2, 2 4a1, 2 ban:sword, 1 3a1, 2 3c1, 1 3c3, 2 show:diamond.brown, 1 pick:2, 2 2d1'),
  },
  marrakech: {
    players: 2,
    options: {},
    seed: 99,
    moves: script('1 W, 1 a2a3, 2 S, 2 a1a2, 1 E, 1 c4d4, 2 E, 2 f4f5, 1 E, 1 f2f3'),
  },
  labyrinth: {
    players: 2,
    options: { deals: 'off' },
    seed: 61,
    moves: script('1 Nd.NE, 1 b4, 1 take, 1 end, 2 Sf.ESW, 2 d1, 2 end, 1 Sd.NE, 1 d6, 1 take'),
  },
};
