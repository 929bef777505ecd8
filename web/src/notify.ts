/* "Your turn" while you look elsewhere: a number in the title, and a notification if it was allowed. Notifications go through the
 * service worker, which is the only way on phones. */
import { computed, effect, signal } from '@preact/signals';
import { myTables } from './connection';
import type { Mine } from './protocol';
import { inRoom, room } from './room';
import { go, route, tableAddress } from './route';
import { now } from './table';
import { titleOf } from './shelf';
import { say } from './words';

const able = 'Notification' in window && 'serviceWorker' in navigator;
const permission = signal<NotificationPermission>(able ? Notification.permission : 'denied');
const hidden = signal(document.hidden);

/* Whether permission can be asked for. */
export const mayAskToNotify = (): boolean => permission.value === 'default';

export async function askToNotify(): Promise<void> {
  permission.value = await Notification.requestPermission();
}

/* Tables where it is our turn. The table on the screen shows it itself. */
const turns = computed<Mine[]>(() => {
  const to = route.value;
  const here = to.at === 'table' && inRoom() ? room.value : null;
  const others = myTables.value.filter(({ table, turn }) => turn && table !== here?.table);
  if (!here || !now.value?.legal.length) return others;
  return [
    ...others,
    { table: here.table, game: here.game, names: here.seats.map((seat) => seat?.name ?? ''), state: here.state, turn: true },
  ];
});

/* How many, while the page is hidden. */
export const pendingTurns = computed(() => (hidden.value ? turns.value.length : 0));

async function notify({ table, game, names }: Mine): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  await worker?.showNotification(say('online.turn', { game: titleOf(game) }), {
    body: names.filter(Boolean).join(', '),
    tag: table,
    icon: 'icon-192.png',
    data: tableAddress(table),
  });
}

export function startNotify(): void {
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data }) => typeof data === 'string' && data.startsWith('#/t/') && go(data),
  );
  document.addEventListener('visibilitychange', () => (hidden.value = document.hidden));
  let before: string[] = [];
  effect(() => {
    const fresh = turns.value.filter(({ table }) => !before.includes(table));
    before = turns.value.map(({ table }) => table);
    if (hidden.peek() && permission.peek() === 'granted') fresh.forEach((table) => void notify(table));
  });
}
