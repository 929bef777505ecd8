/* Where things are in the maze: a cell is 100 wide, the frame 68. */

export const CELLS = Array.from({ length: 49 }, (_, i) => `${'abcdefg'.charAt(i % 7)}${Math.floor(i / 7) + 1}`);
export const PUSHES = ['Nb', 'Nd', 'Nf', 'E6', 'E4', 'E2', 'Sf', 'Sd', 'Sb', 'W2', 'W4', 'W6']; // clockwise

export const column = (cell: string): number => cell.charCodeAt(0) - 97;
const row = (cell: string): number => Number(cell.charAt(1)) - 1;
const cellAt = (x: number, y: number): string => `${'abcdefg'.charAt(x)}${y + 1}`;

export type Point = readonly [x: number, y: number];

/* The north-west corner of a cell. */
export const corner = (cell: string): Point => [column(cell) * 100, (6 - row(cell)) * 100];
export const translate = ([x, y]: Point): string => `translate(${x}px, ${y}px)`;

/* Which way a push moves its line, on the screen. */
const WAYS: Record<string, Point> = { N: [0, 1], E: [-1, 0], S: [0, -1], W: [1, 0] };
export const wayOf = (push: string): Point => WAYS[push.charAt(0)] ?? [0, 0];

/* The cells of a push's line, from where the tile goes in. */
export function lineOf(push: string): string[] {
  const at = push.charAt(1);
  const seven = [0, 1, 2, 3, 4, 5, 6];
  const upwards = 'NS'.includes(push.charAt(0))
    ? seven.map((y) => cellAt(column(at), y))
    : seven.map((x) => cellAt(x, Number(at) - 1));
  return 'NE'.includes(push.charAt(0)) ? upwards.reverse() : upwards;
}

/* The place just outside the maze before a line's first cell, or after its last. */
export function outside(push: string, end: 'in' | 'out'): Point {
  const cells = lineOf(push);
  const [x, y] = corner((end === 'in' ? cells[0] : cells[6]) ?? 'a1');
  const [dx, dy] = wayOf(push);
  return end === 'in' ? [x - 100 * dx, y - 100 * dy] : [x + 100 * dx, y + 100 * dy];
}

export const isFixed = (cell: string): boolean => column(cell) % 2 === 0 && row(cell) % 2 === 0;
