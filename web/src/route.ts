/* Where we are, as the address says after its #: the browser's own back and forward lead through the page. */
import { signal } from '@preact/signals';
import type { GameName } from './protocol';

export type Route =
  | { at: 'home' | 'play' }
  | { at: 'new' | 'rules' | 'learn'; game: GameName }
  | { at: 'link'; text: string };

function read(): Route {
  const hash = location.hash.slice(1);
  const [, where, game] = hash.split('/');
  if (hash.startsWith('r=')) return { at: 'link', text: hash.slice(2) };
  if (where === 'play') return { at: 'play' };
  if ((where === 'new' || where === 'rules' || where === 'learn') && (game === 'alibaba' || game === 'marrakech' || game === 'labyrinth'))
    return { at: where, game };
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

export function address(where: 'new' | 'rules' | 'learn', game: GameName): string {
  return `#/${where}/${game}`;
}

/* Goes there; `instead` leaves no way back to where we are. */
export function go(hash: string, instead = false): void {
  if (instead) location.replace(hash);
  else location.hash = hash;
}
