/* The attempts are in the account as well: a device that is logged in gets those of other devices from there, and sends its own. Without
 * an account or a network they wait on the device. */
import { computed, effect, untracked } from '@preact/signals';
import { attemptsInAccount, saveAttempts } from '../api';
import { connection, me } from '../connection';
import { route } from '../route';
import { attempts, keyOf, takeFrom, type Attempt } from './attempts';

const AT_ONCE = 30; // that the server takes

async function exchange(person: string): Promise<void> {
  try {
    const theirs = await attemptsInAccount();
    takeFrom(person, theirs);
    const known = new Set(theirs.map(keyOf));
    const missing = attempts.peek().filter((attempt) => !known.has(keyOf(attempt)));
    for (let i = 0; i < missing.length; i += AT_ONCE) await saveAttempts(missing.slice(i, i + AT_ONCE));
  } catch {
    /* the next time */
  }
}

/* What is not sent now is sent with the next exchange. */
export function sendAttempt(attempt: Attempt): void {
  if (me.peek()?.login) saveAttempts([attempt]).catch(() => undefined);
}

/* They are exchanged when the puzzles are opened, and when a connection that was lost is back. */
export function startPuzzles(): void {
  const account = computed(() => (connection.value === 'connected' && me.value?.login ? me.value.person : null));
  const isHere = computed(() => ['puzzles', 'puzzle'].includes(route.value.at));
  effect(() => {
    const person = account.value;
    if (person !== null && isHere.value) untracked(() => void exchange(person));
  });
}
