/* What each game tells of itself: its views and the effects of its moves. */
import { dictionary, either, flag, isObject, list, maybe, number, object, orNull, text, type Check } from './check';

export type GameName = 'alibaba' | 'marrakech' | 'labyrinth';

// --- effects: what a move does, beyond what the views before and after it show ---

export interface Roll {
  roll: number; // 1..4
  weight: number; // of 6
  path: string[]; // cells with Assam's heading, "d4S", his own first; where the heading changes, a loop joins two of them
  pay: number;
  to: number; // the seat that is paid; 0: nobody
}

export interface Effect {
  // Ali Baba
  frees?: string[]; // slots that will be turned
  points?: number; // brought by magic
  sets?: number; // added at the end of the game
  beside?: string[]; // what green could take
  shows?: number; // how many opponents would show a tile
  bars?: string[]; // face-up slots that a ban would bar
  // Marrakech
  rolls?: Roll[];
  path?: string[]; // Assam's, as in Roll; or the pawn's cells, its own first
  pay?: number;
  to?: number;
  group?: string[]; // the cells that are paid for; or, laying, the group that the carpet becomes part of
  covers?: string[]; // the halves that are covered: "blue.3"
  // Master Labyrinth
  token?: number; // the number of the token that can be, or is, taken
}

// --- views: a state as the viewer may know it ---

export interface AlibabaView {
  game: 'alibaba';
  players: number;
  options: { variant: string; remove: string; effects: string; ending: string; screens: string; first: number };
  phase: 'reveal' | 'take' | 'lamp' | 'green' | 'yellow' | 'show' | 'pick' | 'white' | 'over';
  player: number;
  turn: number;
  turns_left: number | null;
  board: Record<string, string>; // slot: "ring.blue", or "?" face down
  side: string[];
  removed: string[];
  hands: (string | null)[][];
  points: number[];
  bans: (string | null)[];
  taken: { slot: string; tile: string; turned: number; extra: boolean } | null;
  shown: (string | null)[];
  reveal: string | null;
}

export type Heading = 'N' | 'E' | 'S' | 'W';

export interface MarrakechView {
  game: 'marrakech';
  players: number;
  options: { bankrupt: string; cover_own: string; orient: string; first: number };
  phase: 'draw' | 'orient' | 'roll' | 'lay' | 'over';
  player: number;
  assam: string;
  facing: Heading;
  cells: Record<string, string>; // cell: "red.7", the 7th carpet laid
  laid: number;
  dirhams: number[];
  carpets: Record<string, number>[];
  drawn: string | null;
  out: boolean[];
}

export interface LabyrinthView {
  game: 'labyrinth';
  players: number;
  options: { tiles: string; start: string; deals: string; limit: number; first: number };
  phase: 'shift' | 'advise' | 'move' | 'take' | 'wand' | 'over';
  player: number;
  turn: number;
  turns: number;
  maze: string[]; // 49 tiles from a1 to g7, row by row from the south, each its open sides
  spare: 'straight' | 'corner' | 'tee';
  barred: string | null; // "Sb"
  pawns: string[];
  tokens: Record<string, string>; // number: cell
  won: number[][];
  wands: number[];
  wand_used: boolean;
  formulas: (number[] | null)[];
  asked: number[];
  deal: { with: number; wands: number; advice: string | null } | null;
}

export type View = AlibabaView | MarrakechView | LabyrinthView;

const everyView = { players: number, options: dictionary(either(text, number)), phase: text, player: number };

const VIEWS: Record<GameName, Check<unknown>> = {
  alibaba: object({
    ...everyView,
    turn: number,
    turns_left: orNull(number),
    board: dictionary(text),
    side: list(text),
    removed: list(text),
    hands: list(list(orNull(text))),
    points: list(number),
    bans: list(orNull(text)),
    taken: orNull(object({ slot: text, tile: text, turned: number, extra: flag })),
    shown: list(orNull(text)),
    reveal: orNull(text),
  }),
  marrakech: object({
    ...everyView,
    assam: text,
    facing: text,
    cells: dictionary(text),
    laid: number,
    dirhams: list(number),
    carpets: list(dictionary(number)),
    drawn: orNull(text),
    out: list(flag),
  }),
  labyrinth: object({
    ...everyView,
    turn: number,
    turns: number,
    maze: list(text),
    spare: text,
    barred: orNull(text),
    pawns: list(text),
    tokens: dictionary(text),
    won: list(list(number)),
    wands: list(number),
    wand_used: flag,
    formulas: list(orNull(list(number))),
    asked: list(number),
    deal: orNull(object({ with: number, wands: number, advice: orNull(text) })),
  }),
};

const GAMES = Object.keys(VIEWS);
export const game = (x: unknown): x is GameName => typeof x === 'string' && GAMES.includes(x);
export const view = (x: unknown): x is View => isObject(x) && game(x['game']) && VIEWS[x['game']](x);
const roll = object({ roll: number, weight: number, path: list(text), pay: number, to: number });
export const effect: Check<Effect> = object({
  frees: maybe(list(text)),
  points: maybe(number),
  sets: maybe(number),
  beside: maybe(list(text)),
  shows: maybe(number),
  bars: maybe(list(text)),
  rolls: maybe(list(roll)),
  path: maybe(list(text)),
  pay: maybe(number),
  to: maybe(number),
  group: maybe(list(text)),
  covers: maybe(list(text)),
  token: maybe(number),
});
