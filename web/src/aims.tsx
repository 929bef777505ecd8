/* What a game is about, in pictures with a sentence each. */
import { type AimPart } from './game';
import { gameNamed } from './games';
import type { GameName } from './protocol';
import { keyed, say } from './words';

export function Aims({ game, parts }: { game: GameName; parts: readonly AimPart[] }) {
  const { aim, face } = gameNamed(game);
  const { Picture } = face;
  if (!aim) return null;
  return (
    <ul class="aims">
      {parts.map((part) => (
        <li key={part}>
          <Picture of={aim[part]} />
          <p>
            <b>{say(keyed('aim.', part))}</b>
            {say(keyed('aim.', `${game}.${part}`))}
          </p>
        </li>
      ))}
    </ul>
  );
}
