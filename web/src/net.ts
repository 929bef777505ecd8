/* The connection to the server: one WebSocket, kept open once somebody has gone online.
 *
 * It reconnects by itself: at once when the device wakes up or is online again, else with exponential backoff and jitter, so
 * that not all clients come at once. The subscription (`look`) is then renewed.
 *
 * Nothing is sent to the server before `goOnline`; a device that was online before connects by itself on the screens that need
 * it. */
import { batch, signal } from '@preact/signals';
import { type Me, whoAmI } from './api';
import { PROTOCOL_VERSION, type Command, type Listed, type Mine, type TableEvent } from './protocol';
import { keep, kept } from './settings';

export const line = signal<'off' | 'trying' | 'on'>('off');
export const failures = signal(0); // failed attempts in a row
export const me = signal<Me | null>(null);
export const mine = signal<Mine[]>([]); // our unfinished tables
export const outdated = signal(false); // the server has another version of the protocol: this page has to be reloaded
export const lobby = signal<Listed[] | null>(null); // null: not received yet

/* The server seems unreachable: a single failure does not count. */
export const unreachable = (): boolean => line.value === 'trying' && failures.value > 1;

const KEY = 'serai.online';
const [QUICK, SLOW] = [250, 15_000]; // ms between two attempts: the first, and the longest
const ANSWER = 4_000; // ms within which a live connection answers

let socket: WebSocket | null = null;
let timer = 0;
let probe = 0;
let looking: (() => Command) | null = null; // the current subscription, as a command
let hear: (frame: string) => void = () => {}; // events.ts
let lost: () => void = () => {};

export function wasOnline(): boolean {
  return kept(KEY) === true;
}

export function goOnline(): void {
  keep(KEY, true);
  if (line.peek() === 'off') void open();
}

/* Disconnects, and does not reconnect by itself. */
export function goOffline(): void {
  keep(KEY, false);
  clearTimeout(timer);
  line.value = 'off';
  batch(() => ((me.value = lobby.value = null), (mine.value = [])));
  drop();
}

/* After a login or logout: the cookie has changed. */
export function reconnect(): void {
  me.value = null;
  drop();
  if (line.peek() !== 'off') void open();
}

/* Sends if connected; returns whether it was. */
export function send(command: Command): boolean {
  if (line.peek() !== 'on') return false;
  socket?.send(JSON.stringify(command));
  return true;
}

/* A connection has one subscription at a time, which is renewed after a reconnect. */
export function look(at: (() => Command) | null): void {
  looking = at;
  send(at?.() ?? { t: 'nothing' });
}

async function open(): Promise<void> {
  clearTimeout(timer);
  line.value = 'trying';
  if (!me.peek() || failures.peek() > 0) {
    const found = await whoAmI().catch(() => null);
    if (line.peek() !== 'trying' || socket) return;
    if (!found) return again();
    me.value = found;
  }
  const url = new URL('ws', location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  url.hash = '';
  const fresh = new WebSocket(url, `serai.${PROTOCOL_VERSION}`);
  socket = fresh;
  fresh.onmessage = ({ data }: MessageEvent<string>) => {
    clearTimeout(probe);
    if (fresh === socket) hear(data);
  };
  fresh.onclose = () => {
    if (fresh !== socket) return;
    drop();
    again();
  };
}

function drop(): void {
  const old = socket;
  socket = null;
  clearTimeout(probe);
  lost();
  old?.close();
}

function again(): void {
  line.value = 'trying';
  const pause = Math.min(QUICK * 2 ** failures.peek(), SLOW) * (0.5 + Math.random());
  failures.value++;
  timer = window.setTimeout(() => void open(), pause);
}

export function hello(event: TableEvent<'hello'>): void {
  outdated.value = event.version !== PROTOCOL_VERSION;
  line.value = 'on';
  failures.value = 0;
  me.value = { login: null, ...me.peek(), person: event.person, name: event.name };
  if (looking) send(looking());
}

export function hearLobby(event: TableEvent<'lobby'>): void {
  lobby.value = merged(event);
}

/* The list after an update; the oldest first, as the server sends it. */
function merged({ whole, tables, gone }: TableEvent<'lobby'>): Listed[] {
  const old = whole ? [] : (lobby.peek() ?? []);
  const changed = new Map(tables.map((table) => [table.table, table]));
  const stay = old.filter(({ table }) => !gone.includes(table)).map((table) => changed.get(table.table) ?? table);
  return [...stay, ...tables.filter(({ table }) => !stay.some((other) => other.table === table))];
}

/* The device woke up: the connection may have died meanwhile. Renewing the subscription shows it. */
function wake(): void {
  if (line.peek() === 'trying') {
    clearTimeout(timer);
    if (!socket) void open();
  } else if (line.peek() === 'on') {
    clearTimeout(probe);
    probe = window.setTimeout(() => {
      drop();
      void open();
    }, ANSWER);
    send(looking?.() ?? { t: 'nothing' });
  }
}

export function startNet(hearing: typeof hear, losing: typeof lost): void {
  hear = hearing;
  lost = losing;
  addEventListener('online', wake);
  addEventListener('offline', () => {
    if (line.peek() !== 'on') return;
    drop();
    again();
  });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake());
}
