/* How the daily caravans went: the first ending of a deal counts. */
import { hasWon, history, type Entry } from './history';
import type { Went } from './week';

export function dailyResults(): Map<string, Entry> {
  const results = new Map<string, Entry>();
  for (const entry of history.value) if (entry.daily && entry.you > 0 && !results.has(entry.daily)) results.set(entry.daily, entry);
  return results;
}

/* Points ahead of the best opponent, or behind: deals of different games are compared by it. */
export function margin({ points, you }: Entry): number {
  return (points[you - 1] ?? 0) - Math.max(...points.filter((_, i) => i + 1 !== you));
}

/* How a date went. */
export function wentOn(date: string): Went {
  const entry = dailyResults().get(date);
  return !entry ? 'missed' : hasWon(entry) ? 'won' : 'played';
}
