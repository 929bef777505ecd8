/* Plays on from a position, against bots of any level. */
import { useSignal } from '@preact/signals';
import { Dialog } from '../dialog';
import { LEVELS } from '../presets';
import type { Seat } from '../protocol';
import { go, PLAY } from '../route';
import { continueGame } from '../session';
import { seatsOf } from '../setup';
import { travellerTitle } from '../travellers/travellers';
import { say } from '../words';
import { recordFrom, type Place } from './position';

interface Props {
  place: Place;
  seats: Seat[];
  mover: number; // a person, unless somebody else is chosen
  close: () => void;
}

export function PlayOn({ place, seats, mover, close }: Props) {
  const bots = seats.some(({ level }) => level !== undefined);
  const levels = useSignal(seats.map(({ level }, i) => level ?? (bots || i + 1 === mover ? null : 5)));
  const begin = async () => {
    const record = await recordFrom(place);
    continueGame({ seats: seatsOf(levels.value.map((level) => ({ name: '', level }))), record });
    go(PLAY);
  };
  return (
    <Dialog title={say('analysis.play')} close={close}>
      <p class="soft">{say('analysis.play.about')}</p>
      {levels.value.map((level, i) => (
        <label key={i} class={`field seat-${i + 1}`}>
          <span>
            <span>
              <span class="seat-dot" aria-hidden="true" /> {seats[i]?.name}
            </span>
          </span>
          <select
            value={level ?? 0}
            onChange={(event) => {
              const chosen = Number(event.currentTarget.value) || null;
              levels.value = levels.value.map((old, j) => (j === i ? chosen : old));
            }}
          >
            <option value={0}>{say('setup.person')}</option>
            {Array.from({ length: LEVELS }, (_, n) => (
              <option key={n} value={n + 1}>
                {travellerTitle(n + 1)}
              </option>
            ))}
          </select>
        </label>
      ))}
      <button type="button" class="button act big" onClick={() => void begin()}>
        {say('setup.start')}
      </button>
    </Dialog>
  );
}
