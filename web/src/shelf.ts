/* The games there are, and their names: those that the table lists, with the page's own texts where it has some. */
import { computed } from '@preact/signals';
import { GAMES } from './games';
import type { GameName } from './protocol';
import { games } from './table';
import { has, say } from './words';

/* The page's own order first; until the table has answered, only those. */
export const shelf = computed<GameName[]>(() => {
  const told = games.value.map(({ game }) => game);
  const known = GAMES.map(({ name }) => name);
  return [...known.filter((name) => told.length === 0 || told.includes(name)), ...told.filter((name) => !known.includes(name))];
});

/* A text that the page may not have for every game. */
export function sayOr(key: string, otherwise: string): string {
  return has(key) ? say(key) : otherwise;
}

export function titleOf(game: GameName): string {
  return sayOr(`game.${game}`, games.value.find((known) => known.game === game)?.title ?? game);
}

/* Whether a game that the page does not know has hidden information; until the table has answered, it may. */
export function mayHide(game: GameName): boolean {
  return games.value.find((known) => known.game === game)?.hides ?? true;
}
