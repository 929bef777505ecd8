/* Everything the page knows of one game, in the game's own folder; games.ts is the list. A game without a folder is played on the
 * plain face (plain/). */
import type { Check } from './check';
import type { Effect, Face } from './face';
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
export const AIMS = ['you', 'win', 'end', 'turn'] as const;
export type Aim<Picture extends string = string> = Record<(typeof AIMS)[number], Picture>;

/* A chapter of the rules: its number and its paragraphs' in docs/GAME.md, with a picture of the face's. */
export interface Chapter<Picture extends string = string> {
  number: string;
  paragraphs: string[];
  picture?: Picture;
}

export interface Game<V extends View = View, E extends object = Effect> {
  name: GameName;
  view: Check<V>;
  effect: Check<E>;
  face: Face<V, E>;
  presets: Preset[]; // the default first
  onlyWith: Record<string, Record<string, string[]>>; // options that are shown only with some values of another
  daily: Options; // of the daily caravan; its own, so that presets may change and a day's deal not
  minutes: string; // how long a game takes; '' if unknown
  lesson: Lesson | null;
  aim: Aim | null; // null only where there is no lesson
  signs: readonly string[]; // in the order of the legend
  chapters: Chapter[];
  beside: Partial<Record<string, string>>; // further pictures, each beside its paragraph
}

/* '1 4b1, 2 4a1': seat and move. */
export function script(moves: string): Lesson['moves'] {
  return moves.split(', ').map((text) => ({ by: Number(text.charAt(0)), move: text.slice(2) }));
}

export function chapter<Picture extends string = never>(number: string, paragraphs: string, picture?: Picture): Chapter<Picture> {
  return { number, paragraphs: paragraphs.split(' '), ...(picture && { picture }) };
}
