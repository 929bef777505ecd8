/* The games that the page has a folder for, in their order on the shelf: the only list on the page. Code for each game iterates
 * over it, or calls gameNamed(), which handles any other game, too. */
import { isObject } from './check';
import type { Game } from './game';
import { plainGame } from './plain/game';
import type { Effect, GameName, View } from './protocol';
import { game as alibaba } from './alibaba/game';
import { game as labyrinth } from './labyrinth/game';
import { game as marrakech } from './marrakech/game';

/* Each game only ever gets its own views and effects: here the types are erased. */
export const GAMES = [alibaba, marrakech, labyrinth] as unknown as Game[];

const plain = new Map<GameName, Game>();

export function gameNamed(name: GameName): Game {
  const known = GAMES.find((game) => game.name === name) ?? plain.get(name);
  if (known) return known;
  const made = plainGame(name);
  plain.set(name, made);
  return made;
}

/* --- validators: functions, since protocol.gen.ts may need them before this file has run --- */

export function isGameName(x: unknown): x is GameName {
  return typeof x === 'string' && /^[a-z]{1,20}$/.test(x);
}

export function isView(x: unknown): x is View {
  return isObject(x) && isGameName(x['game']) && gameNamed(x['game']).view(x);
}

/* The game of an effect is known from the message around it: effectsFit(). */
export function isEffect(x: unknown): x is Effect {
  return isObject(x);
}

/* Whether effects are those of the game of a view. */
export const effectsFit = (view: View, effects: Effect[]): boolean => effects.every(gameNamed(view.game).effect);
