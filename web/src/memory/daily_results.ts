/* How the daily caravans went: the first ending of a deal counts. A streak is counted from the dates, so that a wrong clock costs the
 * day on which it was wrong, and no other. */
import { dateBefore, dayOf } from './daily';
import { hasWon, history, type Entry } from './history';

export function dailyResults(): Map<string, Entry> {
  const results = new Map<string, Entry>();
  for (const entry of history.value) if (entry.daily && entry.you > 0 && !results.has(entry.daily)) results.set(entry.daily, entry);
  return results;
}

/* Days in a row up to today, or to yesterday while today's deal is open. */
export function streakOf(dates: Iterable<string>): number {
  const days = new Set([...dates].map(dayOf));
  const today = dayOf(dateBefore(0));
  let streak = 0;
  for (let day = days.has(today) ? today : today - 1; days.has(day); day--) streak++;
  return streak;
}

/* Points ahead of the best opponent, or behind: deals of different games are compared by it. */
export function margin({ points, you }: Entry): number {
  return (points[you - 1] ?? 0) - Math.max(...points.filter((_, i) => i + 1 !== you));
}

/* The last seven days, oldest first. */
export function lastWeek(): { date: string; went: 'won' | 'played' | 'missed' }[] {
  const results = dailyResults();
  return [6, 5, 4, 3, 2, 1, 0].map((days) => {
    const date = dateBefore(days);
    const entry = results.get(date);
    return { date, went: !entry ? 'missed' : hasWon(entry) ? 'won' : 'played' };
  });
}
