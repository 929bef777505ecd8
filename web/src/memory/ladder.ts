/* The ladder: for each game the level that you have beaten, and the one to play next: higher after two clear wins in a row, lower after
 * three losses. */
import { LEVELS, NEWCOMER_LEVEL } from '../presets';
import type { GameName } from '../protocol';
import { savedGames } from '../saved';
import { gamesOf, hasWon, type Entry } from './history';

const CLEAR = 1.1; // times the points of the best opponent
const WINS = 2;
const LOSSES = 3;

export interface Rung {
  level: number; // to play next
  change: 'up' | 'down' | null; // from the last one
  beaten: number; // 0: none yet
}

const levelOf = ({ seats }: Entry): number => Math.max(0, ...seats.map(({ level }) => level ?? 0));
const wonAlone = (game: Entry): boolean => hasWon(game) && game.winners.length === 1;

function clearly(game: Entry): boolean {
  const others = game.points.filter((_, i) => i + 1 !== game.you);
  return wonAlone(game) && (game.points[game.you - 1] ?? 0) >= CLEAR * Math.max(...others);
}

/* null before the first game against bots. Those of the daily caravan have levels of their own and do not count. */
export function ladderOf(game: GameName): Rung | null {
  const games = gamesOf(game).filter((entry) => entry.you > 0 && !entry.daily && levelOf(entry) > 0);
  const last = games[games.length - 1];
  if (!last) return null;
  const level = levelOf(last);
  const beaten = games.filter(wonAlone).reduce((most, entry) => Math.max(most, levelOf(entry)), 0);
  const all = (n: number, of: (entry: Entry) => boolean) =>
    games.length >= n && games.slice(-n).every((entry) => levelOf(entry) === level && of(entry));
  if (level < LEVELS && all(WINS, clearly)) return { level: level + 1, change: 'up', beaten };
  if (level > 1 && all(LOSSES, (entry) => !hasWon(entry))) return { level: level - 1, change: 'down', beaten };
  return { level, change: null, beaten };
}

/* The level to play against: what the ladder says; that of the last game, or an easy one. */
export function suggestedLevel(game: GameName): number {
  return ladderOf(game)?.level ?? savedGames.value[game]?.seats.find(({ level }) => level !== undefined)?.level ?? NEWCOMER_LEVEL;
}
