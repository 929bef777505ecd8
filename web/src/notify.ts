/* It is your turn, said while you look elsewhere: a number in the title, and a notification if somebody asked for it by
 * the button. It comes through the service worker, since phones know no other way. */
import { computed, effect, signal } from '@preact/signals';
import { mine } from './net';
import type { Mine } from './protocol';
import { go, tableAddress } from './route';
import { keyed, say } from './words';

const able = 'Notification' in window && 'serviceWorker' in navigator;
const permission = signal<NotificationPermission>(able ? Notification.permission : 'denied');
const hidden = signal(document.hidden);

/* Whether asking makes sense. */
export const canNotify = (): boolean => permission.value === 'default';

export async function askToNotify(): Promise<void> {
  permission.value = await Notification.requestPermission();
}

/* At how many tables it is our turn, while nobody looks. */
export const calls = computed(() => (hidden.value ? mine.value.filter(({ turn }) => turn).length : 0));

async function notify({ table, game, names }: Mine): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  await worker?.showNotification(say('net.turn', { game: say(keyed('game.', game)) }), {
    body: names.join(', '),
    tag: table,
    icon: 'icon-192.png',
    data: tableAddress(table),
  });
}

export function startNotify(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }) => typeof data === 'string' && data.startsWith('#/t/') && go(data));
  document.addEventListener('visibilitychange', () => (hidden.value = document.hidden));
  let before: string[] = [];
  effect(() => {
    const turns = mine.value.filter(({ turn }) => turn);
    const fresh = turns.filter(({ table }) => !before.includes(table));
    before = turns.map(({ table }) => table);
    if (hidden.peek() && permission.peek() === 'granted') fresh.forEach((table) => void notify(table));
  });
}
