/* The people of an online game in its result: their ratings and how the game has changed them; a tap on a name opens its sheet. */
import { me } from '../connection';
import type { Sitter } from '../protocol';
import { inRoom, isBot, room } from '../room';
import { say } from '../words';
import { PersonLink } from './person';
import './people.css';

function Gain({ of }: { of: Sitter }) {
  const { gain, rating, name } = of;
  if (gain === undefined || rating === undefined) return null;
  const change = gain > 0 ? `+${gain}` : gain < 0 ? `−${-gain}` : '±0';
  return (
    <span role="img" aria-label={say('final.rating', { name, rating: String(rating), gain: change })}>
      {' '}
      {rating}
      <span class={gain > 0 ? 'gain up' : 'gain'}>{change}</span>
    </span>
  );
}

export function FinalPeople() {
  const seats = inRoom() ? (room.value?.seats ?? []) : [];
  const people = seats.flatMap((seat) => (seat && !isBot(seat) && seat.person !== undefined ? [seat] : []));
  if (!people.some(({ person, gain }) => person !== me.value?.person || gain !== undefined)) return null;
  return (
    <p class="final-people">
      {people.map((seat) => (
        <span key={seat.person}>
          <PersonLink person={seat.person ?? ''} name={seat.name} />
          <Gain of={seat} />
        </span>
      ))}
    </p>
  );
}
