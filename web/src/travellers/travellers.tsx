/* The ten levels of the bots are ten travellers. They differ by level alone; a name is a text of the page, so a saved game keeps the
 * one that it was played with. */
import { LEVELS } from '../presets';
import { keyed, say } from '../words';

const TWINS = ['', ' II', ' III', ' IV'];

const known = (level: number): number => Math.min(Math.max(level, 1), LEVELS);

export const travellerName = (level: number): string => say(keyed('traveller.', String(known(level))));

/* How a traveller plays, in a sentence. */
export const travellerLine = (level: number): string => say(keyed('traveller.', `${known(level)}.about`));

/* "Leo · level 5, an even match" */
export const travellerTitle = (level: number): string =>
  say('setup.bot', { name: travellerName(level), level, what: say(keyed('level.', String(known(level)))) });

/* The name of the bot at a seat, counted from 0: the second of a level is a twin. */
export function botName(seats: readonly ({ level?: number | null } | null)[], i: number): string {
  const level = seats[i]?.level;
  if (!level) return '';
  const twins = seats.slice(0, i).filter((seat) => seat?.level === level).length;
  return travellerName(level) + (TWINS[twins] ?? '');
}
