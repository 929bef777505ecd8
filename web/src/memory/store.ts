/* What this device remembers of finished games, in IndexedDB: a short entry for each game, and its record and review apart. All entries are there
 * once more as one text, because ten thousand objects take ten times as long to read. A page in another window may change them, too: then
 * the stamp beside the text is not the one that we know, and the text is dropped until somebody reads the objects again. Nothing waits for it: a game goes on whether or not it can be kept.
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
const [ALL, STAMP] = ['all entries', 'stamp'] as const; // keys of the text and its stamp, beside the records

let stamp: unknown; // of the text that we read or wrote
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
      act(...both(transaction));
    });
  } catch (error) {
    trouble.value = error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'refused';
  }
}

export async function readEntries(): Promise<unknown[]> {
  try {
    const database = await (opening ??= openStore());
    const [entries, records] = both(database.transaction([ENTRIES, RECORDS]));
    const [count, text, known] = await Promise.all([
      done(entries.count()),
      done<unknown>(records.get(ALL)),
      done<unknown>(records.get(STAMP)),
    ]);
    stamp = known;
    const all = listIn(text);
    if (all && all.length === count) return all;
    const objects = await done<unknown[]>(database.transaction(ENTRIES).objectStore(ENTRIES).getAll());
    void change((_, records) => keepList(records, objects));
    return objects;
  } catch {
    return [];
  }
}

const both = (transaction: IDBTransaction) => [transaction.objectStore(ENTRIES), transaction.objectStore(RECORDS)] as const;

function listIn(text: unknown): unknown[] | null {
  if (typeof text !== 'string') return null;
  try {
    const all: unknown = JSON.parse(text);
    return Array.isArray(all) ? all : null;
  } catch {
    return null;
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

/* The review of a game is kept as a text beside its record. */
const reviewOf = (id: string): string => `review ${id}`;

export const readReview = (id: string): Promise<string | null> => readRecord(reviewOf(id));

export const keepReview = (id: string, review: string): Promise<void> =>
  change((_, records) => void records.put(review, reviewOf(id)));

function keepList(records: IDBObjectStore, all: unknown[]): void {
  const request = records.get(STAMP);
  request.onsuccess = () => {
    if (request.result !== stamp) return void records.delete(ALL);
    stamp = Math.random();
    try {
      records.put(stamp, STAMP);
      records.put(JSON.stringify(all), ALL);
    } catch {
      records.transaction.abort(); // the change is refused
    }
  };
}

/* `all` is the list of entries afterwards. */
export function keepGame(id: string, entry: object, record: string, all: object[]): Promise<void> {
  return change((entries, records) => {
    entries.put(entry, id);
    records.put(record, id);
    keepList(records, all);
  });
}

export function forgetGame(id: string, all: object[]): Promise<void> {
  return change((entries, records) => {
    [entries, records].forEach((store) => store.delete(id));
    records.delete(reviewOf(id));
    keepList(records, all);
  });
}

export function forgetGames(): Promise<void> {
  return change((entries, records) => [entries, records].forEach((store) => store.clear()));
}
