/* A face: how one game looks and reads on the page. The frame (play.tsx) knows games only through it.
 *
 * The frame owns the selection: a tap selects a move and shows its effect (`describe`), a second one or the button plays it. A
 * face draws the view it is given and never works out what is legal.
 *
 * Motion: durations in CSS are written `calc(320ms * var(--pace))`; --pace follows the chosen speed and is 0 with reduced motion,
 * when pictures only cross-fade (cross_fade.tsx). The frame plays steps one at a time, in the phases that `phases` returns. Board
 * gets the phase under way; all other parts get the last step that has landed. A tap finishes all running CSS animations and
 * transitions.
 *
 * The card of a seat has `data-seat="2"`, so that tiles and coins can fly there; `color-scheme` on the root is light or dark,
 * which `light-dark()` follows.
 *
 * The board's box is square, as wide as a phone or as high as a desktop window; Board fills its width. */
import type { ComponentType, VNode } from 'preact';
import type { Effect, GameName, Hint, Now, Seat, Step, Tally, View } from './protocol';
import type { Sound } from './sound';

export type { Effect };

export interface Scene<V extends View = View, E extends object = Effect> {
  view: V; // what to draw: the newest position, an older one in replay, or the preview of a shift
  step: Step<V, E>; // the step that `view` belongs to, with the move that led to it and its effect
  before: V | null; // the view before that step
  phase: string | null; // of the step's motion, for Board; null: it has landed
  turns: Turn<V, E>[]; // the last turn of each player that has landed
  seats: Seat[];
  you: number; // whose view; 0: a spectator
  me: number; // the seat that is called "you"; 0: none, as where several people share the screen
  now: Now<E> | null; // the legal moves; null unless it is your turn in the newest position
  selected: string | null; // the selected move
  preview: Preview<V, E> | null; // what the table answered about the selected move, if the face asked by `previews`
  hints: Hint[]; // the best moves, best first, to be drawn on the board; usually empty
  aids: boolean; // show odds and the like
  select(move: string | null): void; // selecting what is selected confirms it
  play(move: string): void; // confirm
  refuse(move: string): void; // an illegal choice was tapped: the frame asks the table why, and shows the reason
}

/* A part of a step's motion. */
export interface Phase {
  is: string;
  ms: number; // at normal speed
  starts?: Sound;
  ends?: Sound;
}

/* A player's turn: the steps from `first` to `last`, chance among them. */
export interface Turn<V extends View = View, E extends object = Effect> {
  seat: number;
  first: number;
  last: number;
  before: V;
  steps: Step<V, E>[];
}

export interface Preview<V extends View = View, E extends object = Effect> {
  moves: string[];
  view: V;
  legal: string[];
  effects: E[];
}

/* A part of somebody's points: its name in the tally and in words. */
export interface ScorePart {
  part: string;
  label: string;
  points: number;
}

/* What points are made of: a treasure, a carpet's cell, a token; and where it lies on the board, if it does. */
export interface Piece {
  picture: VNode;
  at?: () => DOMRect | null;
}

/* A game in words. */
export interface Speech<V extends View = View, E extends object = Effect> {
  prompt(scene: Scene<V, E>): string; // whose turn it is and what to do now, in one sentence
  describe(scene: Scene<V, E>, move: string): string; // what the selected move would do, in a sentence
  why?(scene: Scene<V, E>, move: string): string; // what speaks for a move, in a few words: "free of toll"
  confirm(scene: Scene<V, E>, move: string): string; // the words on the button: "Take the ring"
  logText(step: Step<V, E>, before: V, seats: Seat[], me: number): string; // the log: a move in words, since the view `before`, the last one reported; '' to leave out
  moveName(scene: Scene<V, E>, move: string): string; // a move as a choice, for a list and for the ear: "blue ring, layer 4"
  outcomeName?(view: V, outcome: string): string; // what chance may bring, for a list; default: as the rules write it
  progress(view: V): string; // "round 4 · 39 face down"
  scoreParts(tally: Tally): ScorePart[]; // the breakdown of the final table
}

export interface Face<V extends View = View, E extends object = Effect> {
  game: GameName;
  Board: ComponentType<Scene<V, E>>;
  Mine: ComponentType<Scene<V, E>>; // what is yours: treasures, coins, formula
  Actions: ComponentType<Scene<V, E>>; // controls above the confirm button: choosers, spare tile, turn
  Badge: ComponentType<{ view: V; seat: number; tally: Tally; you: number }>; // inside a seat's card: counts, points, bans
  Cover: ComponentType; // the picture on the box
  Sign: ComponentType<{ of: string }>; // a sign as a small picture, by the names in the game's `signs`
  Picture: ComponentType<{ of: string }>; // illustrations for the rules, by the names that the game's chapters use
  speech: Speech<V, E>;
  previews: boolean; // ask the table for a preview of each selected move
  TurnPicture?: ComponentType<{ turn: Turn<V, E>; seats: Seat[] }>; // a turn in a line of signs
  phases?(step: Step<V, E>, before: V): Phase[]; // the motion of a step; default: one of 500 ms
  PartPicture?: ComponentType<{ of: string }>; // what a part of the points is made of
  turn?(view: V): number; // whose turn it is, where others may have to answer in it; default: who is to move
  pieces?(view: V, seat: number, part: string): Piece[]; // a part of the points, to be counted piece by piece at the end; without it the table is shown at once
  secrets?(view: V): boolean; // whether players hide something from each other here; then a curtain falls between people
}
