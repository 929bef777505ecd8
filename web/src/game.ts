/* What the page knows of one game, all of it in the game's own folder; games.ts is the list. A game that has no folder is
 * played on the plain face (plain/). */
import type { Check } from './check';
import type { Effect, Face } from './face';
import type { GameName, Step, View } from './protocol';
import type { Sound } from './sound';

export type Options = Record<string, string | number>;

/* Rules that belong together; `preset.NAME` and `preset.GAME.NAME` say what they are. */
export interface Preset {
  name: string;
  options: Options;
}

/* The first game: a fixed deal, and ten moves of all seats in turn. Seat 1 is the learner; the texts are in the catalogues, as
 * learn.GAME.NUMBER. */
export interface Lesson {
  players: number;
  options: Options;
  seed: number;
  moves: { by: number; move: string }[];
}

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
  presets: Preset[]; // the usual one first
  onlyWith: Record<string, Record<string, string[]>>; // options that mean something only with some values of another: shown only then
  minutes: string; // how long a game takes; '' where nobody knows
  sound(step: Step<V, E>): Sound;
  lesson: Lesson | null;
  chapters: Chapter[];
  beside: Partial<Record<string, string>>; // further pictures, each beside its paragraph
}

/* '1 4b1, 2 4a1': who, and the move. */
export function script(moves: string): Lesson['moves'] {
  return moves.split(', ').map((text) => ({ by: Number(text.charAt(0)), move: text.slice(2) }));
}

export function chapter<Picture extends string = never>(number: string, paragraphs: string, picture?: Picture): Chapter<Picture> {
  return { number, paragraphs: paragraphs.split(' '), ...(picture && { picture }) };
}

/* Which move sounds how: the first pattern that fits. */
export function byMove(sounds: [RegExp, Sound][]): (step: { move: string | null }) => Sound {
  return ({ move }) => sounds.find(([pattern]) => pattern.test(move ?? ''))?.[1] ?? 'none';
}
