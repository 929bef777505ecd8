/* Presence: in each seat's card whether somebody is away or a bot plays for them, and an announcement when that changes. */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icons';
import { inRoom, room } from './room';
import { now } from './table';
import { say } from './words';

type State = 'here' | 'away' | 'held' | 'late' | 'resigned';

/* Seats count from 1. */
function stateOf(seat: number): State {
  const sitter = inRoom() ? room.value?.seats[seat - 1] : undefined;
  if (sitter?.resigned) return 'resigned';
  if (now.value?.held?.includes(seat)) return 'late';
  if (sitter?.held) return 'held';
  return sitter?.person !== undefined && sitter.here === false ? 'away' : 'here';
}

const WORDS = { away: 'seat.away', held: 'seat.bot.holds', late: 'seat.held', resigned: 'seat.resigned' } as const;

export function Presence({ seat }: { seat: number }) {
  const state = stateOf(seat);
  if (state === 'here') return null;
  const text = say(WORDS[state]);
  return (
    <span class="presence" title={text}>
      <Icon name={state === 'away' ? 'away' : 'bot'} />
      <span class="hidden">{text}</span>
    </span>
  );
}

/* The number of spectators. */
export function SpectatorCount() {
  const count = inRoom() ? (room.value?.watching ?? 0) : 0;
  if (count === 0) return null;
  const text = say('table.watching', { n: count });
  return (
    <span class="spectators" title={text}>
      <Icon name="watch" />
      <span aria-hidden="true">{count}</span>
      <span class="hidden">{text}</span>
    </span>
  );
}

const said = signal('');

/* Announces changes of the others, once. */
export function PresenceAnnouncer() {
  const here = room.value;
  const old = useRef<Record<string, State>>({});
  const states =
    here?.seats.map((sitter, i) => ({
      name: sitter?.name ?? '',
      person: sitter?.person,
      state: stateOf(i + 1),
      own: i + 1 === here.you,
    })) ?? [];
  useEffect(() => {
    for (const { name, person, state, own } of states) {
      if (person === undefined || own) continue;
      const before = old.current[person];
      old.current[person] = state;
      if (before === undefined || before === state) continue;
      said.value = say(state === 'here' ? 'presence.back' : state === 'away' ? 'presence.away' : 'presence.held', { name });
    }
  }, [JSON.stringify(states)]);
  return (
    <p class="hidden" role="status">
      {said.value}
    </p>
  );
}
