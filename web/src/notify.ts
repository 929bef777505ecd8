/* What happens at your tables while you look elsewhere: your turn, players who wait for you, and what goes on before the deal. A
 * number in the title, a sound, and a notification if it was allowed. Notifications go through the service worker, which is the only
 * way on phones. */
import { computed, effect, signal, untracked } from '@preact/signals';
import { me, myTables } from './connection';
import type { Mine } from './protocol';
import { chat, inRoom, room } from './room';
import { go, route, tableAddress } from './route';
import { now } from './table';
import { titleOf } from './shelf';
import { sound } from './sound';
import { say } from './words';

const able = 'Notification' in window && 'serviceWorker' in navigator;
const permission = signal<NotificationPermission>(able ? Notification.permission : 'denied');
const hidden = signal(document.hidden);

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

/* Tables at which everybody else waits for us, and that are not on the screen. */
export const calls = computed<Mine[]>(() => {
  const to = route.value;
  return myTables.value.filter(({ called, table }) => called === true && !(to.at === 'table' && to.table === table));
});

/* What happened at our table before the deal while the page was hidden: somebody sat down, is ready, or spoke. */
const happened = signal(0);

/* How many, while the page is hidden. */
export const pendingTurns = computed(() => (hidden.value ? turns.value.length + calls.value.length + happened.value : 0));

async function notify(title: string, { table, names }: Pick<Mine, 'table' | 'names'>): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  await worker?.showNotification(title, {
    body: names.filter(Boolean).join(', '),
    tag: table,
    icon: 'icon-192.png',
    data: tableAddress(table),
  });
}

function notifyIfHidden(title: string, about: Pick<Mine, 'table' | 'names'>): void {
  if (hidden.peek() && permission.peek() === 'granted') void notify(title, about);
}

/* Calls `found` with what is in a list of tables and was not there before. */
function whenNew(list: () => Mine[], found: (table: Mine) => void): void {
  let before: string[] = [];
  effect(() => {
    const now = list();
    const fresh = now.filter(({ table }) => !before.includes(table));
    before = now.map(({ table }) => table);
    untracked(() => fresh.forEach(found));
  });
}

/* The waiting room as far as others change it. */
function waitingRoom(): string {
  const here = room.value;
  if (!here || here.state !== 'open' || here.you === 0) return '';
  const others = here.seats.map((seat, i) => (seat && i + 1 !== here.you ? [seat.name, seat.ready] : null));
  return JSON.stringify([here.table, others, chat.value.filter(({ person }) => person !== me.peek()?.person).length]);
}

function watchWaitingRoom(): void {
  let before = '';
  effect(() => {
    const now = waitingRoom();
    const changed = before !== '' && now !== '' && now !== before;
    before = now;
    if (!changed || !hidden.peek()) return;
    const here = room.peek();
    happened.value = happened.peek() + 1;
    sound('turn');
    if (here) notifyIfHidden(titleOf(here.game), { table: here.table, names: here.seats.map((seat) => seat?.name ?? '') });
  });
}

export function startNotify(): void {
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data }) => typeof data === 'string' && data.startsWith('#/t/') && go(data),
  );
  document.addEventListener('visibilitychange', () => (hidden.value = document.hidden));
  effect(() => {
    if (!hidden.value) happened.value = 0;
  });
  whenNew(
    () => turns.value,
    (table) => notifyIfHidden(say('online.turn', { game: titleOf(table.game) }), table),
  );
  whenNew(
    () => calls.value,
    (table) => {
      sound('turn');
      notifyIfHidden(say('called', { game: titleOf(table.game) }), table);
    },
  );
  watchWaitingRoom();
}
