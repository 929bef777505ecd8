/* Positions of games, as the worker shows them (web/position.c) and weighs their moves (web/weigh.c). */
import { flag, list, number, object, text, type Checked } from '../check';
import { eventOf } from '../events';
import type { Effect } from '../face';
import type { Step, Tally, View } from '../protocol';
import { reasonOfText, type Reason } from '../refusal';
import { study, studyOnce } from '../study';
import type { Place } from '../study_worker';

export type { Place };

export interface Position {
  ply: number;
  by: number; // who decides; 0: chance, or nobody
  steps: Step[]; // from the one that was asked for
  view: View;
  tally: Tally[];
  legal: string[]; // the moves of whoever decides, or the outcomes of chance
  effects: Effect[];
}

const WRONG = '{"wrong":';
const DECIDER = '{"by":';

/* A position, or why there is none. */
export async function positionAt(place: Place): Promise<Position | Reason> {
  const lines = await studyOnce({ position: place });
  const wrong = lines.find((line) => line.startsWith(WRONG));
  if (wrong !== undefined) return reasonOfText((JSON.parse(wrong) as { wrong: string }).wrong);
  const events = lines.filter((line) => !line.startsWith(DECIDER)).map(eventOf);
  const by = lines.filter((line) => line.startsWith(DECIDER)).map((line) => (JSON.parse(line) as { by: number }).by)[0] ?? 0;
  const steps = events.flatMap((event) => (event.t === 'steps' ? (event.steps as Step[]) : []));
  for (const event of events) {
    if (event.t === 'refused') return event;
    if (event.t === 'look') return { ...event, by, view: event.view as View, steps, effects: event.effects as Effect[] };
  }
  return reasonOfText('');
}

export const isPosition = (found: Position | Reason): found is Position => 'view' in found;

/* The record of a new game that begins in a position. */
export const recordFrom = async (place: Place): Promise<string> => (await studyOnce({ begin: place }))[0] ?? '';

const shares = list(number); // by seat
const worth = object({ by: number, solved: flag, value: shares, moves: list(object({ move: text, value: shares })) });

/* What a position is worth to each seat, and each move that is worth a thought; solved: proven. */
export type Worth = Checked<typeof worth>;

/* The usual effort, that of reviews; and from a quick look to the closest. */
export const USUAL = [2];
export const CLOSER = [1, 2, 3];

/* Weighs the moves of a position, and `move` in any case, by one effort after another. Returns how to stop it. */
export function weigh(place: Place, efforts: number[], take: (worth: Worth) => void, move = ''): () => void {
  return study({ weigh: place, move, efforts }, (lines) => {
    const told: unknown = lines?.[0] && JSON.parse(lines[0]);
    if (worth(told)) take(told);
  });
}

/* What a move loses for its player against the best one, as a part of a win; null if it was not weighed. */
export function lossOf({ by, moves, value }: Worth, move: string): number | null {
  const found = moves.find((one) => one.move === move);
  const own = (of: number[]) => of[by - 1] ?? 0;
  const whole = value.reduce((sum, share) => sum + share, 0);
  return found && whole > 0 ? (own(value) - own(found.value)) / whole : null;
}

/* The moves, best first for whoever decides; outcomes of chance in their order. */
export function ranked({ by, moves }: Worth): Worth['moves'] {
  return by === 0 ? moves : [...moves].sort((a, b) => (b.value[by - 1] ?? 0) - (a.value[by - 1] ?? 0));
}
