/* The service worker: caches every file of this version on the first visit, the bots' nets, puzzles and plain wasm when they are first
 * needed, and serves from the cache. File names contain a content hash, so a cached file is never stale; a new version is a new
 * cache. */

import { NOTICE_WORDS, type NoticeWords } from './people/notice_words';

declare const FILES: string[]; // put in by build.mjs
declare const VERSION: string;

interface Extendable extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Clicked extends Extendable {
  notification: { data: unknown; close(): void };
}
interface Pushed extends Extendable {
  data: { json(): unknown } | null;
}
interface Window {
  url: string;
  focus(): Promise<unknown>;
  postMessage(text: string): void;
}
interface Scope {
  addEventListener(type: 'install' | 'activate', hear: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', hear: (event: Fetching) => void): void;
  addEventListener(type: 'message', hear: (event: MessageEvent<unknown>) => void): void;
  addEventListener(type: 'push', hear: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', hear: (event: Clicked) => void): void;
  skipWaiting(): Promise<void>;
  registration: { showNotification(title: string, options: object): Promise<void> };
  clients: {
    claim(): Promise<void>;
    matchAll(which: { type: 'window' }): Promise<Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
}

const scope = self as unknown as Scope;
const CACHE = `serai-${VERSION}`;

async function install(): Promise<void> {
  await (await caches.open(CACHE)).addAll(FILES);
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('serai-') && name !== CACHE).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const found = request.mode === 'navigate' ? await cache.match('./') : await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  const fetched = await fetch(request);
  if (fetched.ok && /\.(net|json)$|-plain-/.test(request.url)) await cache.put(request, fetched.clone()); // needed for the first time
  return fetched;
}

/* A tap on "your turn": the open page goes to the table, or a new one opens there. */
async function follow(hash: string): Promise<void> {
  const [page] = await scope.clients.matchAll({ type: 'window' });
  if (!page) return void (await scope.clients.openWindow(`./${hash}`));
  await page.focus();
  page.postMessage(hash);
}

/* A notice from the server, in the words that the page has kept; one for each table, a newer one in place of the older. */
async function notify(said: unknown): Promise<void> {
  const { kind, table, game, name } = (said ?? {}) as Record<string, string | undefined>;
  const kept = await (await caches.open(NOTICE_WORDS)).match('words');
  const words = kept ? ((await kept.json()) as NoticeWords) : { kinds: {}, games: {} };
  const filled = { game: words.games[game ?? ''] ?? game, name } as Record<string, string | undefined>;
  const title = (words.kinds[kind ?? ''] ?? 'Serai: {game}').replace(/\{(\w+)\}/g, (_, what: string) => filled[what] ?? '');
  await scope.registration.showNotification(title, {
    tag: table ?? 'serai',
    icon: 'icon-192.png',
    data: table ? `#/t/${table}` : '#/',
  });
}

scope.addEventListener('push', (event) => event.waitUntil(notify(event.data?.json())));
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(follow(String(event.notification.data)));
});
scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', (event) => event.data === 'now' && void scope.skipWaiting());
scope.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method === 'GET' && origin === location.origin && !pathname.includes('/api/'))
    event.respondWith(answer(event.request));
});
