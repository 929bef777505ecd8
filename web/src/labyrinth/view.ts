/* Master Labyrinth's messages: the view, and the effect of a move beyond it. */
import { dictionary, flag, list, maybe, number, object, orNull, text, word, type Checked } from '../check';
import type { Scene } from '../face';
import { viewFields } from '../view';

export const view = object({
  ...viewFields('labyrinth'),
  options: object({ tiles: text, start: text, deals: text, limit: number, first: number }),
  phase: word('shift', 'advise', 'move', 'take', 'wand', 'over'),
  turn: number,
  turns: number,
  maze: list(text), // 49 tiles from a1 to g7, row by row from the south, each its open sides
  spare: word('straight', 'corner', 'tee'),
  barred: orNull(text), // "Sb"
  pawns: list(text),
  tokens: dictionary(text), // number: cell
  won: list(list(number)),
  wands: list(number),
  wand_used: flag,
  formulas: list(orNull(list(number))),
  asked: list(number),
  deal: orNull(object({ with: number, wands: number, advice: orNull(text) })),
});

export const effect = object({
  path: maybe(list(text)), // the pawn's cells, its own first
  token: maybe(number), // the number of the token that can be, or is, taken
  cells: maybe(number), // of a push: how many other cells are in reach then
  opens: maybe(number), // the number of the next token, if it is on one of them
});

export type LabyrinthView = Checked<typeof view>;
export type LabyrinthEffect = Checked<typeof effect>;
export type LabyrinthScene = Scene<LabyrinthView, LabyrinthEffect>;
