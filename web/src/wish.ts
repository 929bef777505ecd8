/* A request for a table: quick play, or with one's own settings. It is sent as soon as there is a connection, and opens the
 * table. */
import { effect, signal } from '@preact/signals';
import { goOnline, line, send } from './net';
import type { Command, GameName, TableEvent } from './protocol';
import type { Reason } from './refusal';
import { arrive } from './room';

type Wish = { command: Extract<Command, { t: 'make' | 'quick' }>; ready: boolean };

export const wish = signal<Wish | null>(null);
export const denied = signal<Reason | null>(null); // why not

export function wishFor(command: Wish['command'], ready: boolean): void {
  denied.value = null;
  wish.value = { command, ready };
  goOnline();
}

export function playNow(game: GameName): void {
  wishFor({ t: 'quick', game, players: 2 }, true);
}

export function giveUp(): void {
  wish.value = denied.value = null;
}

export function hearWish(event: TableEvent<'made' | 'refused'>): void {
  const wanted = wish.peek();
  if (!wanted) return;
  if (event.t === 'made') {
    wish.value = null;
    arrive(event.table, wanted.ready);
  } else if (event.about === wanted.command.t) {
    wish.value = null;
    denied.value = event;
  }
}

export function startWishes(): void {
  effect(() => {
    if (line.value === 'on' && wish.value) send(wish.value.command);
  });
}
