/* A game against a bot, begun by one tap: two seats, the usual rules, and a level that suits. */
import { gameNamed } from './games';
import { ladderOf } from './memory/ladder';
import { NEWCOMER_LEVEL } from './presets';
import type { GameName } from './protocol';
import { go, PLAY } from './route';
import { savedGames } from './saved';
import { startGame } from './session';
import { seatsOf } from './setup';
import { tableInfo } from './table';

/* The level to play against: what the ladder says; that of the last game, or an easy one. */
export function suggestedLevel(game: GameName): number {
  return ladderOf(game)?.level ?? savedGames.value[game]?.seats.find(({ level }) => level !== undefined)?.level ?? NEWCOMER_LEVEL;
}

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
