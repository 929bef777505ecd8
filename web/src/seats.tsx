/* The players' cards over the board: whose turn it is, and what each of them has. */
import type { ComponentChildren } from 'preact';
import type { Scene } from './face';
import { gameNamed } from './games';
import { Portrait } from './travellers/portrait';
import { keyed, say } from './words';

/* Letters of a name that fit beside each other; a longer one is set in two lines. */
const oneLine = (seats: number): number => (seats > 3 ? 5 : 8);

interface Props {
  scene: Scene;
  about?: (seat: number) => ComponentChildren; // of a person who plays now: a clock, who is away
}

export function Seats({ scene, about }: Props) {
  const { Badge } = gameNamed(scene.view.game).face;
  const { view, tally } = scene.step;
  return (
    <ul class={`seats seats-${scene.seats.length}`} aria-label={say('seats')}>
      {scene.seats.map((seat, i) => {
        const turn = scene.view.player === i + 1;
        const name = scene.me === i + 1 ? say('you') : seat.name;
        return (
          <li key={i} data-seat={i + 1} class={`seat seat-${i + 1} ${turn ? 'turn' : ''}`} aria-current={turn ? 'true' : undefined}>
            <div class="seat-name">
              <span class="seat-dot" aria-hidden="true">
                {seat.level !== undefined && <Portrait level={seat.level} />}
              </span>
              <span class={name.length > oneLine(scene.seats.length) ? 'name long' : 'name'}>{name}</span>
              {about?.(i + 1)}
              {seat.level !== undefined && (
                <span class="level" title={say(keyed('level.', String(seat.level)))}>
                  <span class="hidden">{say('seat.bot')} </span>
                  {seat.level}
                </span>
              )}
            </div>
            <Badge view={view} seat={i + 1} tally={tally[i] ?? {}} you={scene.you} />
          </li>
        );
      })}
    </ul>
  );
}
