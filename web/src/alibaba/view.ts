/* Ali Baba's messages: the view, and the effect of a move beyond it. */
import { dictionary, flag, list, maybe, number, object, orNull, text, word, type Checked } from '../check';
import type { Scene } from '../face';
import { viewFields } from '../view';

export const view = object({
  ...viewFields('alibaba'),
  options: object({ variant: text, remove: text, effects: text, ending: text, screens: text, first: number }),
  phase: word('reveal', 'take', 'lamp', 'green', 'yellow', 'show', 'pick', 'white', 'over'),
  turn: number,
  turns_left: orNull(number),
  board: dictionary(text), // slot: "ring.blue", or "?" face down
  side: list(text),
  removed: list(text),
  hands: list(list(orNull(text))),
  points: list(number),
  bans: list(orNull(text)),
  taken: orNull(object({ slot: text, tile: text, turned: number, extra: flag })),
  shown: list(orNull(text)),
  reveal: orNull(text),
});

export const effect = object({
  frees: maybe(list(text)), // slots that will be turned
  points: maybe(number), // gained by magic
  sets: maybe(number), // added at the end of the game
  beside: maybe(list(text)), // what green could take
  shows: maybe(number), // how many opponents would show a tile
  bars: maybe(list(text)), // face-up slots that a ban would bar
});

export type AlibabaView = Checked<typeof view>;
export type AlibabaEffect = Checked<typeof effect>;
export type AlibabaScene = Scene<AlibabaView, AlibabaEffect>;
