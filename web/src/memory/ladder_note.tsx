/* Says kindly that another level may be more fun. */
import type { GameName } from '../protocol';
import { Portrait } from '../travellers/portrait';
import { travellerName } from '../travellers/travellers';
import { say } from '../words';
import './memory.css';
import '../travellers/travellers.css';
import { ladderOf } from './ladder';

export function LadderNote({ game }: { game: GameName }) {
  const rung = ladderOf(game);
  if (!rung?.change) return null;
  return (
    <p class="traveller ladder-note">
      <Portrait level={rung.level} />
      <span>{say(rung.change === 'up' ? 'ladder.up' : 'ladder.down', { name: travellerName(rung.level), level: rung.level })}</span>
    </p>
  );
}

/* Ten rungs, as the portraits of those beaten and of those still to beat. */
export function Ladder({ game }: { game: GameName }) {
  const beaten = ladderOf(game)?.beaten ?? 0;
  return (
    <div
      class="ladder"
      role="img"
      aria-label={beaten ? say('ladder.beaten', { name: travellerName(beaten), level: beaten }) : say('ladder.none')}
    >
      {Array.from({ length: 10 }, (_, i) => (
        <span key={i} class={i < beaten ? 'beaten' : ''}>
          <Portrait level={i + 1} />
        </span>
      ))}
    </div>
  );
}
