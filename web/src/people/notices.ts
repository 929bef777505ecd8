/* Notices while the page is closed, by Web Push: whether this browser and this server can do it, and turning it on here. What they
 * say is kept for the service worker, in the language of the page. */
import { effect, signal } from '@preact/signals';
import { checked, get, post, reasonOf } from '../api';
import { flag, object, text, word } from '../check';
import { me } from '../connection';
import { GAMES } from '../games';
import { showToast } from '../menu';
import { askToNotify } from '../notify';
import { sentence } from '../refusal';
import { titleOf } from '../shelf';
import { keyed, language, say } from '../words';
import { NOTICE_KINDS, NOTICE_WORDS, type NoticeWords } from './notice_words';

const server = object({ able: flag, reach: word('unknown', 'yes', 'no'), key: text });

const browserCan = 'PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window;
const TRY_MS = 4000; // by then the first notice was sent, or not

export type NoticeState =
  | 'unknown'
  | 'no-push' // this browser cannot
  | 'no-server' // this server cannot
  | 'denied' // the person has said no, to the browser
  | 'off'
  | 'on'
  | 'no-way'; // on, but the server does not reach the push service

export const noticeState = signal<NoticeState>('unknown');

const registration = async (): Promise<ServiceWorkerRegistration | undefined> => navigator.serviceWorker.getRegistration();
const subscription = async (): Promise<PushSubscription | null> =>
  (await (await registration())?.pushManager.getSubscription()) ?? null;

async function tell(found: PushSubscription, welcome: boolean): Promise<void> {
  const { endpoint, keys } = found.toJSON();
  await post('push', { endpoint, key: keys?.['p256dh'], auth: keys?.['auth'], ...(welcome && { welcome }) });
}

export async function readNoticeState(): Promise<void> {
  const { able, reach } = checked(await get('notices'), server);
  if (!able) noticeState.value = 'no-server';
  else if (!browserCan) noticeState.value = 'no-push';
  else if (Notification.permission === 'denied') noticeState.value = 'denied';
  else if (!(await subscription())) noticeState.value = 'off';
  else noticeState.value = reach === 'no' ? 'no-way' : 'on';
}

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

export async function turnOn(): Promise<void> {
  try {
    await askToNotify();
    if (Notification.permission === 'granted') {
      const { key } = checked(await get('notices'), server);
      const made = await (
        await registration()
      )?.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: bytesOf(key),
      });
      if (made) await tell(made, true);
      setTimeout(() => void readNoticeState(), TRY_MS);
    }
    await readNoticeState();
  } catch (error) {
    if (error instanceof DOMException)
      noticeState.value = 'no-push'; // a browser that has the interface, and no service behind it
    else showToast(sentence(reasonOf(error)));
  }
}

export async function turnOff(): Promise<void> {
  const found = await subscription();
  if (found) {
    await post('unpush', { endpoint: found.endpoint });
    await found.unsubscribe();
  }
  await readNoticeState();
}

/* The texts of notices, for the service worker. */
async function keepWords(): Promise<void> {
  const words: NoticeWords = {
    kinds: Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, say(keyed('notice.', kind))])),
    games: Object.fromEntries(GAMES.map(({ name }) => [name, titleOf(name)])),
  };
  await (await caches.open(NOTICE_WORDS)).put('words', new Response(JSON.stringify(words)));
}

export function startNotices(): void {
  if (!('caches' in window)) return;
  effect(() => {
    void language.value;
    void keepWords().catch(() => {}); // without a place to keep them, notices are in no language
  });
  /* Whoever is logged in here now gets the notices. */
  effect(() => {
    if (!me.value?.person || !browserCan || Notification.permission !== 'granted') return;
    void subscription()
      .then((found) => found && tell(found, false))
      .catch(() => {}); // the next visit tries again
  });
}
