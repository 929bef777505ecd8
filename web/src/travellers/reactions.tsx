/* A traveller says a word when something happens: glad of a gain, wry at a loss, or in praise of yours; never more than once in three
 * turns. */
import { effect, signal } from '@preact/signals';
import { seatCard, seatColours } from '../board';
import { momentsOf } from '../memory/history';
import { following, moving, phase, shown, turnOf } from '../playback';
import type { Seat } from '../protocol';
import { mode, over } from '../session';
import { reactions } from '../settings';
import { steps, tableInfo } from '../table';
import { keyed, say } from '../words';
import { Portrait } from './portrait';
import './travellers.css';

const LEAST = 4; // points worth a word
const TURNS = 3; // from one word to the next
const SAID_MS = 4000;
const BUBBLE = 60; // px over the seat's card, where nothing is to be read

interface Word {
  seat: number;
  level: number;
  name: string;
  text: string;
}

const word = signal<Word | null>(null);

/* Who says what about a step. */
function wordAbout(at: number, seats: Seat[]): Word | null {
  const moments = momentsOf(steps.peek().slice(at - 1, at + 1)).filter(({ n }) => Math.abs(n) >= LEAST);
  const level = (seat: number) => seats[seat - 1]?.level;
  const own = moments.filter(({ seat }) => level(seat) !== undefined).sort((a, b) => Math.abs(b.n) - Math.abs(a.n))[0];
  const person = moments.find(({ seat, n }) => level(seat) === undefined && n > 0);
  const speaker = own?.seat ?? (person ? seats.findIndex((seat) => seat.level !== undefined) + 1 : 0);
  const how = own ? (own.n > 0 ? 'glad' : 'wry') : 'praise';
  const speaks = level(speaker);
  if (speaks === undefined) return null;
  return { seat: speaker, level: speaks, name: seats[speaker - 1]?.name ?? '', text: say(keyed('traveller.', `${speaks}.${how}`)) };
}

export function startReactions(): void {
  let heard = 0; // the newest step that was considered
  let quiet = 0; // turns since the last word
  let timer = 0;
  effect(() => {
    const at = shown.value;
    if (phase.value !== null || at === heard) return;
    const [before, here, table] = [steps.peek()[at - 1], steps.peek()[at], tableInfo.peek()];
    const next = at === heard + 1;
    heard = at;
    if (!next || !before || !here || !table) return void (quiet = 0);
    if (turnOf(before.view) !== turnOf(here.view)) quiet++;
    if (quiet < TURNS || !reactions.peek() || !following.peek() || (mode.peek() !== 'play' && mode.peek() !== 'online')) return;
    if (here.view.phase === 'over') return;
    const said = wordAbout(at, table.seats);
    if (!said) return;
    quiet = 0;
    word.value = said;
    clearTimeout(timer);
    timer = window.setTimeout(() => (word.value = null), SAID_MS);
  });
}

export function Reaction() {
  const ended = over.value && !moving.value; // now the points are counted
  const said = ended ? null : word.value;
  const box = said && seatCard(said.seat)?.getBoundingClientRect();
  return (
    <div class="reaction-box" role="status">
      {said && box && (
        <p
          class="reaction"
          style={{ ...seatColours(said.seat), top: `${Math.max(4, box.top - BUBBLE)}px`, '--at': `${box.left + box.width / 2}px` }}
        >
          <Portrait level={said.level} />
          <span>
            <b>{say('traveller.says', { name: said.name })}</b> {said.text}
          </span>
        </p>
      )}
    </div>
  );
}
