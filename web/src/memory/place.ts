/* The place of a seat in a finished game. */
import type { Entry } from './history';

export function placeOf({ points, winners }: Entry, seat: number): number {
  const own = points[seat - 1] ?? 0;
  return winners.includes(seat) ? 1 : 1 + points.filter((other, i) => other > own || winners.includes(i + 1)).length;
}
