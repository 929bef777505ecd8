/* What moves are worth: a bar for each of the best ones, in a table that is read aloud as well; the rest on request. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Scene } from '../face';
import { gameNamed } from '../games';
import { say } from '../words';
import { percent } from '../percent';
import { ranked, type Worth } from './position';

const FEW = 5;
const FEW_OUTCOMES = 8;

interface Props {
  scene: Scene;
  worth: Worth;
  chosen?: string | null; // the move to be marked
  choose?: (move: string) => void;
}

export function Bars({ scene, worth, chosen = null, choose }: Props) {
  const all = useSignal(false);
  const { speech } = gameNamed(scene.view.game).face;
  const seat = worth.by || scene.view.player;
  const whole = worth.value.reduce((sum, share) => sum + share, 0) || 1;
  const moves = ranked(worth).map(({ move, value }, i) => ({ move, rank: i + 1, share: value[seat - 1] ?? 0 }));
  const few = worth.by === 0 ? FEW_OUTCOMES : FEW;
  const shown = moves.filter(({ move }, i) => all.value || i < few || move === chosen);
  const nameOf = (move: string) =>
    worth.by === 0 ? (speech.outcomeName?.(scene.view, move) ?? move) : speech.moveName(scene, move);
  return (
    <>
      <table class={`bars seat-${seat}`}>
        <caption class="hidden">{say('study.values', { who: scene.seats[seat - 1]?.name ?? '' })}</caption>
        <thead class="hidden">
          <tr>
            <th scope="col">{say('study.move')}</th>
            <th scope="col">{say('review.chances')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ move, rank, share }) => (
            <tr key={move} aria-current={move === chosen ? 'true' : undefined}>
              <th scope="row">
                <Name choose={choose && (() => choose(move))}>
                  {worth.by > 0 && <span class="rank">{rank}</span>}
                  <span>{nameOf(move)}</span>
                </Name>
              </th>
              <td>
                <span class="bar-track" aria-hidden="true">
                  <span style={{ width: `${(100 * share) / whole}%` }} />
                </span>
                {percent(share, whole, 1)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {moves.length > shown.length && (
        <button type="button" class="link" onClick={() => (all.value = true)}>
          {say('study.all', { n: moves.length })}
        </button>
      )}
    </>
  );
}

function Name({ choose, children }: { choose: (() => void) | undefined; children: ComponentChildren }) {
  if (!choose) return <span class="bar-name">{children}</span>;
  return (
    <button type="button" class="bar-name" onClick={choose}>
      {children}
    </button>
  );
}
