/* A request for a table: quick play, or with one's own settings. It is sent as soon as there is a connection, and opens the
 * table. */
import { effect, signal, untracked } from '@preact/signals';
import { withName } from './account/ask_name';
import { goOnline, connection, send } from './connection';
import { gameNamed } from './games';
import type { Options } from './game';
import { DEFAULT_CLOCK, ONLINE_CLOCKS } from './presets';
import type { Command, GameName, TableEvent } from './protocol';
import type { Reason } from './refusal';
import { goAndSit } from './room';

type TableRequest = { command: Extract<Command, { t: 'make' | 'quick' }>; ready: boolean };

export const tableRequest = signal<TableRequest | null>(null);
export const requestRefusal = signal<Reason | null>(null); // why the last one was refused

export function requestTable(command: TableRequest['command'], ready: boolean): void {
  requestRefusal.value = null;
  tableRequest.value = { command, ready };
  goOnline();
}

/* What "Play now" looks for. */
export interface Wish {
  players: number;
  days: boolean;
  rated: boolean;
}
export const wish = signal<Wish>({ players: 2, days: false, rated: true });

const A_DAY = 24 * 60 * 60 * 1000;

/* The rules that the page suggests, which need not be the game's own defaults. */
const usualRules = (game: GameName): Options => ({ ...gameNamed(game).presets[0]?.options });

export function playNow(game: GameName): void {
  const { players, days, rated } = wish.value;
  requestTable({ t: 'quick', game, players, rated, options: usualRules(game), ...(days && { clock: { move: 3 * A_DAY } }) }, !days);
}

/* A private table for two, to which a friend is invited. */
export function playWithFriend(game: GameName): void {
  const clock = ONLINE_CLOCKS[DEFAULT_CLOCK]?.clock;
  requestTable(
    { t: 'make', game, options: usualRules(game), seats: [0, 0], ...(clock && { clock }), public: false, rated: false },
    false,
  );
}

export function cancelTableRequest(): void {
  tableRequest.value = requestRefusal.value = null;
}

export function onTableRequestAnswer(event: TableEvent<'made' | 'refused'>): void {
  const wanted = tableRequest.peek();
  if (!wanted) return;
  if (event.t === 'made') {
    tableRequest.value = null;
    goAndSit(event.table, wanted.ready);
  } else if (event.about === wanted.command.t) {
    tableRequest.value = null;
    requestRefusal.value = event;
  }
}

export function startTableRequests(): void {
  effect(() => {
    const wanted = tableRequest.value;
    if (connection.value === 'connected' && wanted) untracked(() => withName(() => send(wanted.command), cancelTableRequest));
  });
}
