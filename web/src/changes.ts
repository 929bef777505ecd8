/* What changes in a value from one step to the next (Protocol 3.13). */
import { isObject } from './check';

export type Changes = Record<string, unknown>;
export const changes = (x: unknown): x is Changes => isObject(x);

const GONE = '-'; // has the names of members that are gone

/* The value after these changes; what does not change is shared with the value before. */
export function changed(before: unknown, to: unknown): unknown {
  if (!isObject(to) || typeof before !== 'object' || before === null) return to;
  const after: Record<string, unknown> = Array.isArray(before) ? ([...before] as never) : { ...before };
  for (const [name, change] of Object.entries(to))
    if (name !== GONE) after[name] = changed(after[name], change);
    else for (const gone of change as string[]) delete after[gone];
  return after;
}
