/* What the others have done since your turn: a line for each turn, in signs. A tap plays it once more. */
import type { Scene, Turn } from './face';
import { gameNamed } from './games';
import { Icon } from './icons';
import { wordsOf } from './log';
import { watchAgain } from './session';
import { say } from './words';

/* The turns of the others, after the last one of whoever is to move. */
export function turnsSince({ turns, view }: Scene): Turn[] {
  const mine = turns.find((turn) => turn.seat === view.player);
  return turns.filter((turn) => turn.seat !== view.player && turn.first > (mine?.last ?? 0)).sort((a, b) => a.first - b.first);
}

export function Since({ scene, turns }: { scene: Scene; turns: Turn[] }) {
  const { TurnPicture } = gameNamed(scene.view.game).face;
  return (
    <ol class="since" aria-label={say('since')}>
      {turns.map((turn) => (
        <li key={turn.first} class={`seat-${turn.seat}`}>
          <button type="button" onClick={() => watchAgain(turn)}>
            <span class="seat-dot" aria-hidden="true" />
            <strong>{scene.seats[turn.seat - 1]?.name}</strong>
            {TurnPicture && (
              <span class="since-signs" aria-hidden="true">
                <TurnPicture turn={turn} seats={scene.seats} />
              </span>
            )}
            <span class={TurnPicture ? 'hidden' : 'since-words'}>{wordsOf(turn)}</span>
            <Icon name="run" />
            <span class="hidden">{say('since.again')}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
