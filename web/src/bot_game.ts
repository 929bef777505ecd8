/* A game against a bot, begun by one tap: two seats, the usual rules, and a level that suits. */
import { gameNamed } from './games';
import { suggestedLevel } from './memory/ladder';
import type { GameName } from './protocol';
import { go, PLAY } from './route';
import { startGame } from './session';
import { seatsOf } from './setup';
import { tableInfo } from './table';

export function startBotGame(game: GameName): void {
  tableInfo.value = null;
  startGame({
    game,
    options: { ...gameNamed(game).presets[0]?.options },
    seats: seatsOf([
      { name: '', level: null },
      { name: '', level: suggestedLevel(game) },
    ]),
  });
  go(PLAY);
}
