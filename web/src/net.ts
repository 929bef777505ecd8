/* The line to the server: one WebSocket, kept open from when somebody first goes online.
 *
 * It comes back by itself: at once when the device wakes up or has a net again, else after a pause that doubles, with a
 * bit of chance in it so that not everybody comes at once. Whoever looks at something (`look`) does so again then.
 *
 * Nothing is sent to the server before `goOnline`; a device that was online before goes there by itself from the
 * screens that need it. */
import { batch, signal } from '@preact/signals';
import { type Me, whoAmI } from './api';
import { PROTOCOL_VERSION, type Command, type Listed, type Mine, type TableEvent } from './protocol';
import { keep, kept } from './settings';

export const line = signal<'off' | 'trying' | 'on'>('off');
export const failures = signal(0); // tries in a row that came to nothing
export const me = signal<Me | null>(null);
export const mine = signal<Mine[]>([]); // our tables that are not over
export const outdated = signal(false); // the server speaks another version of the protocol: this page has to be reloaded
export const lobby = signal<Listed[] | null>(null); // null: not told yet

/* Whether the server seems not to be there: one failure is nothing. */
export const unreachable = (): boolean => line.value === 'trying' && failures.value > 1;

const KEY = 'serai.online';
const [QUICK, SLOW] = [250, 15_000]; // ms between two tries: the first, and at most
const ANSWER = 4_000; // ms within which a line that is alive answers

let socket: WebSocket | null = null;
let timer = 0;
let probe = 0;
let looking: (() => Command) | null = null; // what we look at, as it is asked for now
let hear: (frame: string) => void = () => {}; // events.ts
let lost: () => void = () => {};

export function wasOnline(): boolean {
  return kept(KEY) === true;
}

export function goOnline(): void {
  keep(KEY, true);
  if (line.peek() === 'off') void open();
}

/* The line is closed, and this device does not come back by itself. */
export function goOffline(): void {
  keep(KEY, false);
  clearTimeout(timer);
  line.value = 'off';
  batch(() => ((me.value = lobby.value = null), (mine.value = [])));
  drop();
}

/* For another person: the cookie has changed. */
export function reconnect(): void {
  me.value = null;
  drop();
  if (line.peek() !== 'off') void open();
}

/* Says it if there is a line; whether there was one. */
export function send(command: Command): boolean {
  if (line.peek() !== 'on') return false;
  socket?.send(JSON.stringify(command));
  return true;
}

/* A line looks at one thing at a time, and at the same again when it was lost. */
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

/* The list as it is after what changed and what is gone; the oldest first, as the server tells it. */
function merged({ whole, tables, gone }: TableEvent<'lobby'>): Listed[] {
  const old = whole ? [] : (lobby.peek() ?? []);
  const changed = new Map(tables.map((table) => [table.table, table]));
  const stay = old.filter(({ table }) => !gone.includes(table)).map((table) => changed.get(table.table) ?? table);
  return [...stay, ...tables.filter(({ table }) => !stay.some((other) => other.table === table))];
}

/* The device woke up: a line that seems open may have died meanwhile. Looking again shows it. */
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
