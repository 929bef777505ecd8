/* Where things are on the square, in units of a hundredth of a cell: middles of cells, Assam's way round the loops, and
 * the pair of cells that a finger points at. North is up; y grows downwards. */
import { cellsOf } from './speech';
import type { Heading } from './view';

export type Point = readonly [x: number, y: number];

const TOWARDS: Record<Heading, Point> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };

export const towards = (heading: Heading): Point => TOWARDS[heading];
export const middle = (cell: string): Point => [(cell.charCodeAt(0) - 97) * 100 + 50, (7 - Number(cell[1])) * 100 + 50];
export const cellAt = (column: number, row: number): string => String.fromCharCode(97 + column) + String(row + 1);

/* The middle of the edge that a carpet's two cells share. */
export function seam(pair: string): Point {
  const [a, b] = cellsOf(pair).map(middle) as [Point, Point];
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

export const liesUpright = (pair: string): boolean => pair[0] === pair[2];

// --- Assam's way ---

/* One step: its path data, and whether it follows a loop outside the square, where his heading changes. */
export interface Leg {
  from: Point;
  d: string;
  loop: boolean;
  heading: Heading; // on arrival
}

/* The legs of a path like ["g4E", "g3W"]. */
export function legs(path: string[]): Leg[] {
  return path.slice(1).map((stop, i) => {
    const start = path[i] ?? stop;
    const [leaving, heading] = [start[2] as Heading, stop[2] as Heading];
    const [from, to] = [middle(start), middle(stop)];
    if (leaving === heading) return { from, d: `L${to.join(' ')}`, loop: false, heading };
    const [dx, dy] = towards(leaving);
    const [bx, by] = towards(heading);
    const exit: Point = [from[0] + dx * 60, from[1] + dy * 60];
    const entry: Point = [to[0] - bx * 60, to[1] - by * 60];
    const clockwise = dx * (entry[1] - exit[1]) - dy * (entry[0] - exit[0]) > 0 ? 1 : 0;
    const corner = start.slice(0, 2) === stop.slice(0, 2);
    const arc = corner ? '50 50 0 1' : dx ? '46 50 0 0' : '50 46 0 0';
    return { from, d: `L${exit.join(' ')}A${arc} ${clockwise} ${entry.join(' ')}L${to.join(' ')}`, loop: true, heading };
  });
}

export function pathData(path: string[]): string {
  return `M${middle(path[0] ?? 'd4').join(' ')}${legs(path)
    .map((leg) => leg.d)
    .join('')}`;
}

// --- pointing ---

/* The pair of cells on both sides of the edge nearest to a point; null outside the square. */
export function pairAt([x, y]: Point): string | null {
  const inside = (n: number) => n >= 0 && n <= 6;
  const [column, row] = [Math.floor(x / 100), Math.floor(7 - y / 100)];
  if (!inside(column) || !inside(row)) return null;
  const [dx, dy] = [x / 100 - column - 0.5, 7 - y / 100 - row - 0.5];
  const aside = Math.abs(dx) > Math.abs(dy);
  const step = (aside ? dx : dy) < 0 ? -1 : 1;
  const from = aside ? column : row;
  const to = inside(from + step) ? from + step : from - step;
  const [here, there] = [cellAt(column, row), aside ? cellAt(to, row) : cellAt(column, to)];
  return to > from ? here + there : there + here;
}

/* The pair whose seam is nearest to a point, and no further off than `reach`. */
export function nearestPair(pairs: string[], [x, y]: Point, reach: number): string | null {
  let best: string | null = null;
  let least = reach;
  for (const pair of pairs) {
    const [sx, sy] = seam(pair);
    const far = Math.hypot(sx - x, sy - y);
    if (far < least) [least, best] = [far, pair];
  }
  return best;
}

/* The pairs that share the half next to Assam with a pair, in the order in which they turn about it. */
export function rotations(pairs: string[], pair: string, assam: string): string[] {
  const [ax, ay] = middle(assam);
  const anchor =
    cellsOf(pair).find((cell) => Math.abs(middle(cell)[0] - ax) + Math.abs(middle(cell)[1] - ay) === 100) ?? pair.slice(0, 2);
  const [x, y] = middle(anchor);
  const angle = (other: string) => Math.atan2(seam(other)[1] - y, seam(other)[0] - x);
  return pairs.filter((other) => cellsOf(other).includes(anchor)).sort((a, b) => angle(a) - angle(b));
}
