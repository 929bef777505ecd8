/* The messages between the page and a table, as docs/protocol.md tells them. What is particular to a game
 * is in its folder: its view, and the effects of its moves.
 *
 * The page knows no rule: what may be done is `legal`, what it would bring is `effects`, both made by the table. */

/* One of the games that the table tells. */
export type GameName = string;

/* Somebody who plays: a person, or a bot of a level. Seats count from 1. */
export interface Seat {
  name: string;
  level?: number; // 1..10; a person has none
}

/* Time in milliseconds: `move` for each move, or `game` for all of them with `more` added after each. */
export type Clock = { move: number } | { game: number; more: number };

/* The record of a game as the table wrote it. It stays text, since its seed may be larger than a number here can be. */
export type RecordText = string;

// --- what the page says ---

export type Said =
  | { t: 'games' }
  | { t: 'new'; game: GameName; options: Record<string, string | number>; seats: Seat[]; seed: number; clock?: Clock }
  | { t: 'open'; seats: Seat[]; clock?: Clock; left?: number[]; record: RecordText }
  | { t: 'see'; seat: number } // through whose eyes; 0: a spectator's
  | { t: 'play'; ply: number; move: string; link?: Hash }
  | { t: 'undo'; ply: number }
  | { t: 'look'; ply: number; moves: string[] } // what if?
  | { t: 'why'; ply: number; move: string } // why may I not?
  | { t: 'hint'; ply: number }
  | { t: 'record' };

/* And what it says over the net besides. */
export type SaidFar =
  | Said
  | { t: 'nothing' } // looks at nothing any more
  | { t: 'lobby' }
  | ({ t: 'make'; seats: number[] } & Terms) // 0: a person; else the level of a bot
  | { t: 'quick'; game: GameName; players: number }
  | { t: 'join'; table: string; version?: number; told?: number }
  | { t: 'sit'; seat: number; tip: Hash }
  | { t: 'stand' | 'leave' | 'rematch' }
  | { t: 'bot'; seat: number; level: number } // 0: takes it away
  | { t: 'remove'; seat: number }
  | { t: 'set'; chat?: boolean; watch?: boolean; public?: boolean }
  | { t: 'ready'; ready: boolean }
  | { t: 'link'; link: Hash }
  | { t: 'anew'; tip: Hash }
  | { t: 'allow'; ply: number; yes: boolean }
  | { t: 'chat'; words: string }
  | { t: 'chat'; phrase: string };

// --- what the table says ---

/* An option as the rules declare it: a choice of `values`, a number or seat `from` … `to`, or a set of `set_of`. */
export interface Option {
  values?: string[]; // the default first
  set_of?: string[]; // members joined by commas, or one of `values`
  from?: number;
  to?: number | 'players';
  default: string | number;
  players: number[]; // the player counts it is for
  players_for?: Record<string, number[]>; // and each value
  about: string; // one line in English
}

/* What a seat has, as known to the viewer, by the parts of the rules; their sum is its points. */
export type Tally = Record<string, number>;

/* A position, and the move that led to it; steps[0] has none. */
export interface Step<V = View, E = Effect> {
  by: number; // the seat; 0: chance
  move: string | null;
  effect: E;
  view: V;
  tally: Tally[];
}

export interface Now<E = Effect> {
  ply: number; // how many moves were made: the last step's number
  legal: string[]; // what the viewer may do now; empty if it is not for the viewer to decide
  effects: E[]; // what each of them brings; empty where there is nothing to tell
  undo: boolean; // may the viewer take a move back?
  winners: number[]; // empty while the game is not over
  left?: number[]; // with a clock: milliseconds on each
  held?: number[]; // and the seats for which a bot plays, since nothing is left
}

export interface Hint {
  move: string;
  value: number; // the expected share of the win, 0..1
  visits: number;
}

// --- on the net ---

/* 32 bytes as hexadecimal digits. */
export type Hash = string;

/* On what terms a table was made. */
export interface Terms {
  game: GameName;
  options: Record<string, string | number>;
  clock?: Clock | null;
  public?: boolean;
  watch?: boolean;
  chat?: boolean;
  rated?: boolean;
}

/* A table as the lobby lists it. A seat is null while it is free. */
export interface Listed extends Terms {
  table: string;
  players: number;
  seats: (Seat | null)[];
  kept?: Kept;
  state: RoomState;
  host: string;
  watching: number;
}

/* By seat: the person for whom it is kept while it is free. */
export type Kept = (string | null)[];

export type RoomState = 'open' | 'dealing' | 'playing' | 'over';

/* One's own table that is not over. */
export interface Mine {
  table: string;
  game: GameName;
  names: string[];
  state: RoomState;
  turn: boolean;
}

/* Who sits at a table on the net: a bot of a level, or a person, whose place a bot of a level may hold. */
export interface Sitter extends Seat {
  person?: string;
  here?: boolean;
  ready?: boolean;
  held?: boolean;
  rating?: number;
  tip?: Hash | null;
}

export interface Room extends Terms {
  table: string;
  version: number;
  state: RoomState;
  players: number;
  host: string;
  you: number;
  seats: (Sitter | null)[];
  kept?: Kept;
  watching: number;
  seal: Hash;
  tip: Hash;
  next: string | null; // the table of the rematch
  undo: { by: number; ply: number } | null;
}

export interface Chat {
  n: number;
  person: string;
  name: string;
  at: number;
  words?: string;
  phrase?: string;
}

/* What a chance event was made of: the server's link, the mover's or null, and each throw of how many. */
export interface FairRoll {
  ply: number;
  seat: number;
  link: Hash;
  own: Hash | null;
  throws: [number, number][];
}

/* Whatever is new: rolls from number `from` on, new chains from number `renewed` on. The commitments come with the first roll alone. */
export interface Fair {
  table: string;
  from: number;
  seal?: Hash;
  tip?: Hash;
  tips?: (Hash | null)[];
  rolls: FairRoll[];
  renewed: number;
  anew: { ply: number; seat: number; tip: Hash }[];
}

/* A game as the table tells it. */
export interface Told {
  game: GameName;
  title: string;
  hides: boolean; // not everybody may know everything
  options: Record<string, Option>;
}

export type Heard =
  | { t: 'games'; games: Told[] }
  | {
      t: 'table';
      game: GameName;
      players: number;
      options: Record<string, string | number>;
      seats: Seat[];
      you: number;
      clock?: Clock;
    }
  | { t: 'steps'; from: number; steps: Step[]; now?: Now } // keep the first `from` steps, then add these
  | { t: 'look'; ply: number; moves: string[]; view: View; tally: Tally[]; legal: string[]; effects: Effect[] }
  | { t: 'hint'; ply: number; best: Hint[] }
  | { t: 'record'; record: RecordText }
  | { t: 'refused'; about: string; why: string }
  | { t: 'hello'; version: number; person: string; name: string; time: number }
  | { t: 'lobby'; whole?: boolean; tables: Listed[]; gone: string[] }
  | { t: 'mine'; tables: Mine[] }
  | { t: 'made'; table: string }
  | ({ t: 'room' } & Room)
  | ({ t: 'chat' } & Chat)
  | ({ t: 'fair' } & Fair);

// --- what is particular to a game, as far as all of them have it ---

/* What a move does, beyond what the views before and after it show. */
export type Effect = Record<string, unknown>;

/* A state as the viewer may know it. */
export interface View {
  game: GameName;
  players: number;
  options: Record<string, string | number>;
  phase: string;
  player: number; // who decides; 0: nobody, it is over
}
