/* The attempts are in the account as well: whoever is logged in gets those of other devices there, and sends those of this one. Without
 * an account, or a network, they wait on the device. */
import { computed, effect, untracked } from '@preact/signals';
import { attemptsInAccount, saveAttempts } from '../api';
import { me } from '../connection';
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

/* They are exchanged whenever the puzzles are opened. */
export function startPuzzles(): void {
  const at = computed(() => route.value.at);
  effect(() => {
    const person = me.value?.login ? me.value.person : null;
    if (person !== null && (at.value === 'puzzles' || at.value === 'puzzle')) untracked(() => void exchange(person));
  });
}
