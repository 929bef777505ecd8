/* Everything the page knows of one game, in the game's own folder; games.ts is the list. A game without a folder is played on the
 * plain face (plain/). */
import type { Check } from './check';
import type { Effect, Face } from './face';
import type { Feat } from './feat';
import type { GameName, View } from './protocol';

export type Options = Record<string, string | number>;

/* A set of options; `preset.NAME` and `preset.GAME.NAME` describe it. */
export interface Preset {
  name: string;
  options: Options;
}

/* The tutorial: a fixed deal, and ten moves of all seats in turn. Seat 1 is the learner; the texts are in the catalogues, as
 * learn.GAME.NUMBER. Before a move, the signs that appear with it for the first time are explained. */
export interface Lesson {
  players: number;
  options: Options;
  seed: number;
  moves: { by: number; move: string }[];
  signs: Record<number, string[]>; // by the number of the move
}

/* A game on one card, as pictures of the face's: who you are, how you win, when it ends, what a turn is. The texts are
 * aim.GAME.you and so on. */
export type AimPart = 'you' | 'win' | 'end' | 'turn';
export type Aim<Picture extends string = string> = Record<AimPart, Picture>;

/* The rulebook after the aim, in the order in which one reads it. A paragraph has the number of its rule in docs/GAME.md, by which a
 * refusal finds it, and the text rules.GAME.NUMBER; one about a sign has the sign's. A picture's caption is picture.GAME.NAME. */
export const CHAPTERS = ['setup', 'turn', 'end', 'variants'] as const;
export interface Paragraph<Picture extends string = string, Sign extends string = string> {
  rule: string;
  step?: true; // a numbered step of the turn
  sign?: Sign;
  picture?: Picture;
}
export type Rulebook<Picture extends string = string, Sign extends string = string> = Record<
  (typeof CHAPTERS)[number],
  Paragraph<Picture, Sign>[]
>;

export interface Game<V extends View = View, E extends object = Effect> {
  name: GameName;
  view: Check<V>;
  effect: Check<E>;
  face: Face<V, E>;
  presets: Preset[]; // the default first
  onlyWith: Record<string, Record<string, string[]>>; // options that are shown only with some values of another
  daily: Options; // of the daily caravan; its own, so that presets may change and a day's deal not
  minutes: string; // how long a game takes; '' if unknown
  feats: Feat<V, E>[];
  lesson: Lesson | null;
  aim: Aim | null; // null only where there is no lesson
  signs: readonly string[]; // in the order of the legend
  rulebook: Rulebook | null; // null where the page has no rules
}

/* '1 4b1, 2 4a1': seat and move. */
export function script(moves: string): Lesson['moves'] {
  return moves.split(', ').map((text) => ({ by: Number(text.charAt(0)), move: text.slice(2) }));
}
