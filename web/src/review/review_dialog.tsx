/* The review on the screen: the verdict, a graph of everybody's chances with the moments that mattered, luck and play, and all figures
 * of the ledger. */
import { useSignal } from '@preact/signals';
import { Bars } from '../analysis/bars';
import { USUAL, weigh, type Worth } from '../analysis/position';
import { BoardPicture } from '../board_picture';
import { Button } from '../button';
import { Dialog } from '../dialog';
import type { Effect, Scene } from '../face';
import { finalOpen } from '../final';
import { gameNamed } from '../games';
import { currentGame, goTo, me, sceneAt } from '../session';
import { percent, change } from '../percent';
import { go, studyAddress } from '../route';
import { openAnalysis } from '../study';
import { steps, tableInfo } from '../table';
import { keyed, say, type Key } from '../words';
import { Bands, Lines } from './graph';
import {
  closeReview,
  mistakesOf,
  momentsOf,
  review,
  reviewFailed,
  runningSums,
  studied,
  valuesOf,
  wholeOf,
  type Account,
  type Review,
  type ReviewStep,
} from './review';

/* The position before a move, with what the move does and what the best would have done; the board marks the best. */
function sceneBefore(at: number, { by, made, best, effects }: ReviewStep): Scene | null {
  const scene = sceneAt(at - 1);
  const now = { t: 'now', ply: at - 1, legal: [made, best], effects: effects as Effect[] } as unknown as Scene['now'];
  const hints = [{ move: best, value: 0, visits: 0 }];
  return scene && { ...scene, you: by, now, turns: [], selected: null, hints };
}

/* A move in words; '' if there are none for it. */
function told(at: number): string {
  const [table, here, before] = [tableInfo.value, steps.value[at], steps.value[at - 1]];
  if (!table || !here || !before) return '';
  return gameNamed(table.game).face.speech.logText(here, before.view, table.seats, me.value);
}

/* --- the parts --- */

const nameAt = (seat: number): string => (seat === me.value ? say('you') : (tableInfo.value?.seats[seat - 1]?.name ?? ''));

/* The viewer's luck and errors in a sentence, or else the winner's. */
function Verdict({ of, accounts }: { of: Review; accounts: Account[] }) {
  const whole = wholeOf(of);
  const best = Math.max(...accounts.map(({ result }) => result));
  const seat = me.value || accounts.findIndex(({ result }) => result === best) + 1;
  const own = accounts[seat - 1];
  if (!own) return null;
  const luck = own.deal + own.luck;
  const keys: [Key, Key] = seat === me.value ? ['review.lucky.you', 'review.unlucky.you'] : ['review.lucky', 'review.unlucky'];
  const words = { who: nameAt(seat), luck: percent(Math.abs(luck), whole), error: percent(own.error, whole) };
  return <p class="review-verdict">{say(keys[luck < 0 ? 1 : 0], words)}</p>;
}

/* Tapping the graph, or its slider, looks at a move. */
function Chances({ of, at, look }: { of: Review; at: number | null; look: (at: number) => void }) {
  const values = valuesOf(of);
  const whole = wholeOf(of);
  const seats = of.start.map((_, i) => i + 1);
  const order = me.value === 0 ? seats : [me.value, ...seats.filter((seat) => seat !== me.value)];
  const shown = values[at ?? values.length - 1] ?? of.start;
  const spoken = seats.map((seat) => `${nameAt(seat)} ${percent(shown[seat - 1] ?? 0, whole)}`).join(', ');
  return (
    <figure class="chances">
      <figcaption>{say('review.chances')}</figcaption>
      <div class="graph-box">
        <Bands label={say('review.chances')} values={values} seats={order} moves={of.moves} at={at} />
        {momentsOf(of).map((moment, i) => (
          <button
            key={moment}
            type="button"
            class={`moment-dot ${moment === at ? 'chosen' : ''}`}
            style={{ left: `${(moment / of.moves) * 100}%` }}
            aria-label={`${i + 1}. ${told(moment)}`}
            onClick={() => look(moment)}
          >
            {i + 1}
          </button>
        ))}
        <input
          type="range"
          min={0}
          max={Math.max(0, values.length - 1)}
          value={at ?? values.length - 1}
          style={{ width: `${of.moves === 0 ? 100 : ((values.length - 1) / of.moves) * 100}%` }}
          aria-label={say('review.chances')}
          aria-valuetext={`${say('replay.at', { step: at ?? of.moves, last: of.moves })} ${spoken}`}
          onInput={(event) => look(event.currentTarget.valueAsNumber)}
        />
      </div>
      <ul class="readout">
        {seats.map((seat) => (
          <li key={seat} class={`seat-${seat}`}>
            <span class="seat-dot" /> {nameAt(seat)} <b>{percent(shown[seat - 1] ?? 0, whole)}</b>
          </li>
        ))}
      </ul>
    </figure>
  );
}

/* What each move of a decision was worth, weighed when it is asked for. */
function AllMoves({ at, step, scene }: { at: number; step: ReviewStep; scene: Scene }) {
  const worth = useSignal<Worth | null>(null);
  const ask = (event: Event) => {
    const record = currentGame()?.record;
    const open = (event.currentTarget as HTMLDetailsElement).open;
    if (!open || !record || worth.peek()) return;
    const place = { record, ply: at - 1, moves: [], seat: step.by, from: at - 1, seed: 0 };
    weigh(place, USUAL, (found) => (worth.value = found), step.made);
  };
  return (
    <details class="all-moves" onToggle={ask}>
      <summary>{say('review.all')}</summary>
      {worth.value && <Bars scene={scene} worth={worth.value} chosen={step.made} />}
    </details>
  );
}

/* One step: what happened, by how much it changed what, and what would have been better and why. */
function Moment({ of, at, number, leave }: { of: Review; at: number; number: number | null; leave: () => void }) {
  const step = of.steps[at - 1];
  const table = tableInfo.value;
  if (!step || !table) return null;
  const whole = wholeOf(of);
  const scene = step.error > 0 ? sceneBefore(at, step) : null;
  const shown = scene ?? sceneAt(at);
  const swings = step.swing.map((n, i) => ({ n, seat: i + 1 }));
  const who = step.by || swings.reduce((most, swing) => (Math.abs(swing.n) > Math.abs(most.n) ? swing : most)).seat;
  const own = step.swing[who - 1] ?? 0;
  const { speech } = gameNamed(table.game).face;
  const look = () => {
    leave();
    goTo(at);
  };
  const luck = step.by === 0 && (who === me.value ? 'review.luck.you' : 'review.luck.of');
  return (
    <div class={`moment seat-${who}`}>
      {shown && <BoardPicture scene={{ ...shown, selected: null, phase: null }} label={say('review.look')} press={look} />}
      <div class="moment-text">
        <p>
          {number !== null && <span class="rank">{number}</span>} {told(at)}
        </p>
        {luck && <p class="soft">{say(luck, { who: nameAt(who), n: change(own, whole) })}</p>}
        {step.by > 0 && !scene && <p class="soft">{say('review.no.better')}</p>}
        {scene && <p class="soft">{speech.why?.(scene, step.made)}</p>}
        {scene && (
          <p>
            {say('review.better', { move: speech.moveName(scene, step.best), n: change(step.error, whole) })}
            <span class="soft"> {speech.why?.(scene, step.best)}</span>
          </p>
        )}
        {step.forgot > 0 && <small>{say('review.forgot')}</small>}
        <p>
          <button type="button" class="link" onClick={() => openAnalysis(scene ? at - 1 : at)}>
            {say('analysis.here')}
          </button>
        </p>
      </div>
      {scene && <AllMoves at={at} step={step} scene={scene} />}
    </div>
  );
}

const ENOUGH = 20; // decisions, for a class of play

function Sums({ of, accounts, seat, choose }: { of: Review; accounts: Account[]; seat: number; choose: (seat: number) => void }) {
  const whole = wholeOf(of);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={say('review.luck.and.play')}>
      <table class="review-sums">
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">{say('review.player')}</span>
            </th>
            <th scope="col">{say('review.luck')}</th>
            <th scope="col">{say('review.errors')}</th>
            <th scope="col">{say('review.plays')}</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((own, i) => (
            <tr key={i} class={`seat-${i + 1}`}>
              <th scope="row">
                <button type="button" aria-pressed={seat === i + 1} onClick={() => choose(i + 1)}>
                  <span class="seat-dot" /> {nameAt(i + 1)}
                </button>
              </th>
              <td>{change(own.deal + own.luck, whole)}</td>
              <td>{change(-own.error, whole)}</td>
              <td>{own.skill && own.decisions >= ENOUGH ? say(keyed('review.skill.', own.skill)) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/* The mistakes of a seat are put once more. */
function Lesson({ of, seat }: { of: Review; seat: number }) {
  if (mistakesOf(of, seat).length === 0) return null;
  const label = seat === me.value ? say('mistakes') : say('mistakes.of', { who: nameAt(seat) });
  const begin = () => {
    studied.value = seat;
    go(studyAddress('mistakes'));
  };
  return <Button icon="learn" label={label} onClick={begin} />;
}

/* The whole ledger, which adds up. */
function Ledger({ of, accounts }: { of: Review; accounts: Account[] }) {
  const whole = wholeOf(of);
  const others = ({ play }: Account, i: number) => play.reduce((sum, n, by) => (by === i ? sum : sum + n), 0);
  const before = ({ result, deal, luck, play, correction }: Account) =>
    result - deal - luck - correction - play.reduce((sum, n) => sum + n, 0);
  const rows: [Key, (own: Account, i: number) => number][] = [
    ['review.start', before],
    ['review.deal', ({ deal }) => deal],
    ['review.luck', ({ luck }) => luck],
    ['review.own', ({ play }, i) => play[i] ?? 0],
    ['review.others', others],
    ['review.correction', ({ correction }) => correction],
    ['review.result', ({ result }) => result],
  ];
  return (
    <details class="more">
      <summary>{say('review.ledger')}</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={say('review.ledger')}>
        <table class="review-sums">
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden">{say('review.part')}</span>
              </th>
              {accounts.map((_, i) => (
                <th key={i} scope="col">
                  {nameAt(i + 1)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([key, share]) => (
              <tr key={key}>
                <th scope="row">{say(key)}</th>
                {accounts.map((own, i) => (
                  <td key={i}>
                    {key === 'review.start' || key === 'review.result'
                      ? percent(share(own, i), whole, 1)
                      : change(share(own, i), whole, 1)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="soft">{say('review.about')}</p>
      <p class="soft">{say('review.judge', { judge: of.judge })}</p>
    </details>
  );
}

function Whole({ of }: { of: Review }) {
  const at = useSignal<number | null>(null);
  const seat = useSignal(me.value || 1);
  const { accounts } = of;
  const sums = runningSums(of, seat.value);
  const moments = momentsOf(of);
  const leave = () => {
    closeReview();
    finalOpen.value = false;
  };
  const look = (to: number) => (at.value = to);
  const chosen = at.value !== null && at.value > 0 && !moments.includes(at.value) ? at.value : null;
  return (
    <>
      {accounts && <Verdict of={of} accounts={accounts} />}
      {!of.ready && <progress max={2 * of.moves} value={of.done + (accounts ? of.moves : 0)} aria-label={say('review.working')} />}
      <Chances of={of} at={at.value} look={look} />
      {chosen !== null && <Moment of={of} at={chosen} number={null} leave={leave} />}
      {accounts && moments.length > 0 && (
        <section class="moments">
          <h3>{say('review.moments')}</h3>
          <ol>
            {moments.map((moment, i) => (
              <li key={moment} aria-current={moment === at.value}>
                <Moment of={of} at={moment} number={i + 1} leave={leave} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {accounts && <Sums of={of} accounts={accounts} seat={seat.value} choose={(to) => (seat.value = to)} />}
      {accounts && <Lesson of={of} seat={seat.value} />}
      {accounts && (
        <figure class="chances">
          <figcaption>
            {say('review.sums', { who: nameAt(seat.value) })}
            <span class="key sum-luck">{say('review.luck')}</span>
            <span class="key sum-play">{say('review.own')}</span>
          </figcaption>
          <Lines
            label={say('review.sums', { who: nameAt(seat.value) })}
            lines={[
              { kind: 'sum-luck', sums: sums.luck },
              { kind: 'sum-play', sums: sums.play },
            ]}
            moves={of.moves}
            whole={wholeOf(of)}
            at={at.value}
          />
        </figure>
      )}
      {accounts && <Ledger of={of} accounts={accounts} />}
    </>
  );
}

export function ReviewDialog() {
  const of = review.value;
  return (
    <Dialog title={say('review')} kind="tall review" close={closeReview}>
      {reviewFailed.value ? <p class="bad">{say('review.failed')}</p> : null}
      {of && of.moves > 0 ? <Whole of={of} /> : <p class="soft">{say('review.working')}</p>}
    </Dialog>
  );
}
