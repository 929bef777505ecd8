/* The connection to the server: one WebSocket, kept open once somebody has gone online.
 *
 * It reconnects by itself: at once when the device wakes up or is online again, else with exponential backoff and jitter, so
 * that not all clients come at once. The subscription (`subscribe`) is then renewed.
 *
 * Nothing is sent to the server before `goOnline`; a device that was online before connects by itself on the screens that need
 * it. */
import { batch, signal } from '@preact/signals';
import { readAnswers } from './announcement';
import { type Me, Refused, whoAmI } from './api';
import { PROTOCOL_VERSION, type Command, type Listed, type Mine, type TableEvent } from './protocol';
import type { Reason } from './refusal';
import { writeStorage, readStorage } from './settings';

type ConnectionState =
  | 'offline' // not wanted: nobody has gone online
  | 'connecting' // or waiting for the next attempt
  | 'connected'; // greeted by the server

export const connection = signal<ConnectionState>('offline');
export const failures = signal(0); // failed attempts in a row
export const me = signal<Me | null>(null);
export const turnedAway = signal<Reason | null>(null); // why the server lets nobody in from here: a ban, or no new guests
export const myTables = signal<Mine[]>([]); // our unfinished tables
export const outdated = signal(false); // the server has another version of the protocol: this page has to be reloaded
export const lobby = signal<Listed[] | null>(null); // null: not received yet

/* The server seems unreachable: a single failure does not count. */
export const unreachable = (): boolean => connection.value === 'connecting' && failures.value > 1;

const KEY = 'serai.online';
const TURNED_AWAY = ['banned', 'guests-off'];
const [FIRST_RETRY, LONGEST_RETRY] = [250, 15_000]; // ms between two attempts: the first, and the longest
const PROBE_TIMEOUT = 4_000; // ms within which a live connection answers

let socket: WebSocket | null = null;
let timer = 0;
let probe = 0;
let subscription: (() => Command) | null = null; // the current subscription, as a command
let onFrame: (frame: string) => void = () => {}; // events.ts
let onLost: () => void = () => {};

export function wasOnline(): boolean {
  return readStorage(KEY) === true;
}

export function goOnline(): void {
  writeStorage(KEY, true);
  if (connection.peek() === 'offline') void open();
}

/* Disconnects, and does not reconnect by itself. */
export function goOffline(): void {
  writeStorage(KEY, false);
  clearTimeout(timer);
  connection.value = 'offline';
  batch(() => ((me.value = lobby.value = null), (myTables.value = [])));
  drop();
}

/* After a login or logout: the cookie has changed. */
export function reconnect(): void {
  me.value = null;
  drop();
  if (connection.peek() !== 'offline') void open();
}

/* Sends if connected; returns whether it was. */
export function send(command: Command): boolean {
  if (connection.peek() !== 'connected') return false;
  socket?.send(JSON.stringify(command));
  return true;
}

/* A connection has one subscription at a time, which is renewed after a reconnect. */
export function subscribe(at: (() => Command) | null): void {
  subscription = at;
  send(at?.() ?? { t: 'nothing' });
}

/* Two attempts may overlap, when the device comes online during one that fails: the first socket stays. */
async function open(): Promise<void> {
  clearTimeout(timer);
  if (socket) return;
  connection.value = 'connecting';
  if (!me.peek() || failures.peek() > 0) {
    let why: Reason | null = null;
    const found = await whoAmI().catch((error: unknown) => {
      if (error instanceof Refused && TURNED_AWAY.includes(error.reason.code)) why = error.reason;
      return null;
    });
    if (connection.peek() !== 'connecting' || socket) return;
    turnedAway.value = why;
    if (!found) return retry();
    me.value = found;
    if (found.news) void readAnswers();
  }
  const url = new URL('ws', location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  url.hash = '';
  const fresh = new WebSocket(url, `serai.${PROTOCOL_VERSION}`);
  socket = fresh;
  fresh.onmessage = ({ data }: MessageEvent<string>) => {
    clearTimeout(probe);
    if (fresh === socket) onFrame(data);
  };
  fresh.onclose = () => {
    if (fresh !== socket) return;
    drop();
    retry();
  };
}

function drop(): void {
  const old = socket;
  socket = null;
  clearTimeout(probe);
  onLost();
  old?.close();
}

function retry(): void {
  connection.value = 'connecting';
  const pause = Math.min(FIRST_RETRY * 2 ** failures.peek(), LONGEST_RETRY) * (0.5 + Math.random());
  failures.value++;
  timer = window.setTimeout(() => void open(), pause);
}

export function onHello(event: TableEvent<'hello'>): void {
  outdated.value = event.version !== PROTOCOL_VERSION;
  connection.value = 'connected';
  failures.value = 0;
  me.value = { login: null, ...me.peek(), person: event.person, name: event.name };
  if (subscription) send(subscription());
}

export function onLobby(event: TableEvent<'lobby'>): void {
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
  if (connection.peek() === 'connecting') {
    clearTimeout(timer);
    if (!socket) void open();
  } else if (connection.peek() === 'connected') {
    clearTimeout(probe);
    probe = window.setTimeout(() => {
      drop();
      void open();
    }, PROBE_TIMEOUT);
    send(subscription?.() ?? { t: 'nothing' });
  }
}

export function startConnection(frame: typeof onFrame, lost: typeof onLost): void {
  onFrame = frame;
  onLost = lost;
  addEventListener('online', wake);
  addEventListener('offline', () => {
    if (connection.peek() !== 'connected') return;
    drop();
    retry();
  });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake());
}
