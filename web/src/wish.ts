/* A table that somebody wishes for: to play at once, or on own terms. It is asked for as soon as there is a line, and
 * leads there. */
import { effect, signal } from '@preact/signals';
import { goOnline, line, listen, send } from './net';
import type { GameName, Heard, SaidFar } from './protocol';
import { arrive } from './room';

type Wish = { said: Extract<SaidFar, { t: 'make' | 'quick' }>; ready: boolean };

export const wish = signal<Wish | null>(null);
export const denied = signal<string | null>(null); // why not, in the server's words

export function wishFor(said: Wish['said'], ready: boolean): void {
  denied.value = null;
  wish.value = { said, ready };
  goOnline();
}

export function playNow(game: GameName): void {
  wishFor({ t: 'quick', game, players: 2 }, true);
}

export function giveUp(): void {
  wish.value = denied.value = null;
}

function hear(message: Heard): void {
  const wanted = wish.peek();
  if (!wanted) return;
  if (message.t === 'made') {
    wish.value = null;
    arrive(message.table, wanted.ready);
  } else if (message.t === 'refused' && message.about === wanted.said.t) {
    wish.value = null;
    denied.value = message.why;
  }
}

export function startWishes(): void {
  listen((messages) => messages.forEach(hear));
  effect(() => {
    if (line.value === 'on' && wish.value) send(wish.value.said);
  });
}
