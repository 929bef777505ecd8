/* What this device remembers of finished games, in IndexedDB: a short entry for each game, and its record apart, so that ten thousand
 * entries are read at once and quickly. Nothing waits for it: a game goes on whether or not it can be kept.
 *
 * A store that cannot be read is set aside as it is, under its name, and the next one begins; the number of the one in use is in
 * localStorage. It is opened without a version, so that neither an older page nor a newer one takes it for damaged. */
import { signal } from '@preact/signals';
import { readStorage, writeStorage } from '../settings';

/* What the page tells once. full: no room; refused: the browser keeps nothing; damaged: a store, or some entries, were set aside. */
export type Trouble = 'full' | 'refused' | 'damaged';
export const trouble = signal<Trouble | null>(null);

const KEY = 'serai.store';
const STORES = 4; // so many are tried
const [ENTRIES, RECORDS] = ['entries', 'records'] as const;

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no answer'));
  });
}

async function openNumber(number: number): Promise<IDBDatabase> {
  const request = indexedDB.open(number ? `serai-${number}` : 'serai');
  request.onupgradeneeded = () => [ENTRIES, RECORDS].forEach((name) => request.result.createObjectStore(name));
  const database = await done(request);
  if ([ENTRIES, RECORDS].every((name) => database.objectStoreNames.contains(name))) return database;
  database.close();
  throw new Error('this is not our store');
}

async function openStore(): Promise<IDBDatabase> {
  const first = Number(readStorage(KEY)) || 0;
  for (let number = first; number < first + STORES; number++)
    try {
      const database = await openNumber(number);
      await done(database.transaction(ENTRIES).objectStore(ENTRIES).count());
      if (number > first) {
        writeStorage(KEY, number);
        trouble.value = 'damaged';
      }
      return database;
    } catch {
      /* the next one */
    }
  throw new Error('no store can be opened');
}

let opening: Promise<IDBDatabase> | null = null;

/* Changes both tables together, or neither. */
async function change(act: (entries: IDBObjectStore, records: IDBObjectStore) => void): Promise<void> {
  try {
    const database = await (opening ??= openStore());
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction([ENTRIES, RECORDS], 'readwrite');
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('not stored'));
      act(transaction.objectStore(ENTRIES), transaction.objectStore(RECORDS));
    });
  } catch (error) {
    trouble.value = error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'refused';
  }
}

export async function readEntries(): Promise<unknown[]> {
  try {
    const database = await (opening ??= openStore());
    return await done(database.transaction(ENTRIES).objectStore(ENTRIES).getAll());
  } catch {
    return [];
  }
}

export async function readRecord(id: string): Promise<string | null> {
  try {
    const database = await (opening ??= openStore());
    const found: unknown = await done(database.transaction(RECORDS).objectStore(RECORDS).get(id));
    return typeof found === 'string' ? found : null;
  } catch {
    return null;
  }
}

export function keepGame(id: string, entry: object, record: string): Promise<void> {
  return change((entries, records) => {
    entries.put(entry, id);
    records.put(record, id);
  });
}

export function forgetGame(id: string): Promise<void> {
  return change((entries, records) => [entries, records].forEach((store) => store.delete(id)));
}

export function forgetGames(): Promise<void> {
  return change((entries, records) => [entries, records].forEach((store) => store.clear()));
}
