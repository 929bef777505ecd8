/* Marrakech's messages: the view, and the effect of a move beyond it. */
import { dictionary, flag, list, maybe, number, object, orNull, text, word, type Checked } from '../check';
import type { Scene } from '../face';
import { viewFields } from '../view';

const heading = word('N', 'E', 'S', 'W');

export const view = object({
  ...viewFields('marrakech'),
  options: object({ bankrupt: text, cover_own: text, orient: text, first: number }),
  phase: word('draw', 'orient', 'roll', 'lay', 'over'),
  assam: text,
  facing: heading,
  cells: dictionary(text), // cell: "red.7", the 7th carpet laid
  laid: number,
  dirhams: list(number),
  carpets: list(dictionary(number)),
  drawn: orNull(text),
  out: list(flag),
});

const roll = object({
  roll: number, // 1..4
  weight: number, // of 6
  path: list(text), // cells with Assam's heading, "d4S", his own first; where the heading changes, a loop joins two of them
  pay: number,
  to: number, // the seat that is paid; 0: nobody
});

export const effect = object({
  rolls: maybe(list(roll)),
  path: maybe(list(text)), // as in a roll
  pay: maybe(number),
  to: maybe(number),
  group: maybe(list(text)), // the cells that are paid for; or, laying, the group that the carpet becomes part of
  covers: maybe(list(text)), // the halves that are covered: "blue.3"
});

export type Heading = Checked<typeof heading>;
export type Roll = Checked<typeof roll>;
export type MarrakechView = Checked<typeof view>;
export type MarrakechEffect = Checked<typeof effect>;
export type MarrakechScene = Scene<MarrakechView, MarrakechEffect>;
