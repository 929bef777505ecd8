/* The first games: a fixed deal, and ten moves of all seats in turn. Seat 1 is the learner; the texts are in the
 * catalogues, as learn.GAME.NUMBER. */
import type { GameName } from './protocol';

export interface Lesson {
  players: number;
  options: Record<string, string | number>;
  seed: number;
  moves: { by: number; move: string }[];
}

export const lessons: Record<GameName, Lesson> = {
  alibaba: { players: 2, options: {}, seed: 1, moves: [] },
  marrakech: { players: 3, options: {}, seed: 1, moves: [] },
  labyrinth: { players: 2, options: {}, seed: 1, moves: [] },
};
