/* The route, from the address after its #: back and forward of the browser work. */
import { signal } from '@preact/signals';
import { isGameName } from './games';
import type { GameName } from './protocol';

/* Beside the game or puzzle that a route shows: the mistakes of the game, or a board to analyse it. */
export type Study = 'mistakes' | 'analysis';

export type Route = Shown & { study?: Study };
type Shown =
  | { at: 'home' | 'play' | 'lobby' | 'mine' | 'me' | 'admin' | 'friends' | 'history' | 'wall' }
  | { at: 'new' | 'rules' | 'learn' | 'make' | 'top'; game: GameName }
  | { at: 'puzzles' }
  | { at: 'puzzle'; game: GameName; set: string; puzzle: string | null } // one of a set; null: the next one
  | { at: 'table'; table: string }
  | { at: 'person'; person: string }
  | { at: 'link'; text: string };

function read(): Route {
  const [, hash = '', study] = /^(.*?)(?:\/(mistakes|analysis))?$/.exec(location.hash.slice(1)) ?? [];
  return study ? { ...shown(hash), study: study as Study } : shown(hash);
}

function shown(hash: string): Shown {
  const [, where, game, set, puzzle] = hash.split('/');
  if (hash.startsWith('r=')) return { at: 'link', text: hash.slice(2) };
  if (
    where === 'play' ||
    where === 'lobby' ||
    where === 'mine' ||
    where === 'me' ||
    where === 'admin' ||
    where === 'friends' ||
    where === 'history' ||
    where === 'wall'
  )
    return { at: where };
  if (where === 'puzzles' && !game) return { at: 'puzzles' };
  if (where === 'puzzles' && isGameName(game) && /^[a-z]{1,20}$/.test(set ?? ''))
    return { at: 'puzzle', game, set: set ?? '', puzzle: /^[0-9a-f]{8}$/.test(puzzle ?? '') ? (puzzle ?? '') : null };
  if (where === 't' && /^[0-9a-z]{1,16}$/.test(game ?? '')) return { at: 'table', table: game ?? '' };
  if (where === 'p' && /^[0-9a-z]{1,16}$/.test(game ?? '')) return { at: 'person', person: game ?? '' };
  const known = where === 'new' || where === 'rules' || where === 'learn' || where === 'make' || where === 'top';
  if (known && isGameName(game)) return { at: where, game };
  return { at: 'home' };
}

export const route = signal<Route>(read());

export function startRoute(): void {
  addEventListener('hashchange', () => {
    route.value = read();
    scrollTo(0, 0);
  });
}

export const HOME = '#/';
export const PLAY = '#/play';
export const LOBBY = '#/lobby';
export const MINE = '#/mine';
export const ME = '#/me';
export const ADMIN = '#/admin';
export const HISTORY = '#/history';
export const WALL = '#/wall';
export const FRIENDS = '#/friends';
export const PUZZLES = '#/puzzles';

export function address(where: 'new' | 'rules' | 'learn' | 'make' | 'top', game: GameName): string {
  return `#/${where}/${game}`;
}

export function tableAddress(table: string): string {
  return `#/t/${table}`;
}

export function personAddress(person: string): string {
  return `#/p/${person}`;
}

/* A set of puzzles (puzzles/choice.ts), and perhaps one of it. */
export function puzzleAddress(game: GameName, set: string, puzzle?: string): string {
  return [PUZZLES, game, set, ...(puzzle ? [puzzle] : [])].join('/');
}

/* Beside what is shown now. */
export const studyAddress = (study: Study): string => `${withoutStudy() === HOME ? '#' : withoutStudy()}/${study}`;

export function withoutStudy(): string {
  const hash = location.hash.replace(/\/(mistakes|analysis)$/, '');
  return hash.length > 1 ? hash : HOME;
}

/* The link to share. */
export function tableLink(table: string): string {
  return `${location.origin}${location.pathname}${tableAddress(table)}`;
}

/* Navigates; `instead` replaces the history entry. */
export function go(hash: string, instead = false): void {
  if (instead) location.replace(hash);
  else location.hash = hash;
}
