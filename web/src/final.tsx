/* The end of the game: the last move rests, the points are counted, and then a picture of how it ended, what everybody's points are
 * made of, where the game turned, and what to do next. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { nameOf } from './board';
import { Button } from './button';
import { cancelCounting, count, Counting, counting } from './counting';
import { Dialog } from './dialog';
import { endedEarly, NoResult } from './early_end';
import { EndingPicture, type Ending } from './ending';
import { gameNamed } from './games';
import { dealOfRecord } from './memory/daily';
import { DailyResult } from './memory/daily_card';
import { NewFeats } from './memory/wall';
import { LadderNote } from './memory/ladder_note';
import { ladderOf } from './memory/ladder';
import { momentsOf, onlyPerson, pointsOf } from './memory/history';
import { shareReplay } from './menu';
import { FinalPeople } from './people/final_people';
import { moving, turnOf } from './playback';
import { LEVELS } from './presets';
import type { GameName, Seat, Step } from './protocol';
import { openReview } from './review/review';
import { playAgain, room } from './room';
import { HOME, go } from './route';
import { download } from './saved';
import { currentGame, goTo, last, live, mode, over, rematch, sitters } from './session';
import { haptics, timeScale } from './settings';
import { sound, type Sound } from './sound';
import { now, record, steps, tableInfo } from './table';
import { PortraitAt } from './travellers/portrait';
import { botName, travellerName } from './travellers/travellers';
import { language, say } from './words';
import './style/final.css';

export const finalOpen = signal(false);

const REST_MS = 900; // of the last move, before the points are counted
const TURNING_POINTS = 3;
const LEAST = 3; // points that make a turning point
const LOPSIDED = 1.4; // times the points of the best opponent

/* The seat of the one person at this device; 0 for a watcher, or if several share the screen. */
const person = (seats: Seat[]): number => (mode.value === 'online' ? (room.value?.you ?? 0) : onlyPerson(seats));

function endingFor(you: number, winners: number[]): Ending {
  if (you !== 0 && !winners.includes(you)) return 'lost';
  return winners.length > 1 ? 'shared' : you === 0 ? 'watched' : 'won';
}

const SOUNDS: Record<Ending, Sound> = { won: 'win', shared: 'share', lost: 'lose', watched: 'win' };
const BEATS: Record<Ending, number[]> = { won: [40, 60, 40, 60, 120], shared: [40, 80, 40], lost: [60], watched: [40] };

function open(): void {
  const winners = now.peek()?.winners ?? [];
  const ending = endingFor(person(tableInfo.peek()?.seats ?? []), winners);
  finalOpen.value = true;
  if (winners.length === 0) return;
  sound(SOUNDS[ending]);
  if (haptics.value && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BEATS[ending]);
}

/* Begins once by itself, when the last motion of a game has ended. */
let begun = false;
export function useOpenAtEnd(): void {
  if (!over.value) begun = false;
  const ended = over.value && live.value && !moving.value && (mode.value === 'play' || mode.value === 'online');
  useEffect(() => {
    if (!ended || begun) return undefined;
    const rest = setTimeout(
      () => {
        begun = true;
        const end = steps.peek()[last.peek()];
        if (end && !endedEarly()) count(end, open);
        else open();
      },
      REST_MS * Math.min(1, timeScale()),
    );
    return () => {
      clearTimeout(rest);
      cancelCounting();
    };
  }, [ended]);
}

function headline(you: number, winners: number[], seats: Seat[]): string {
  const others = winners.filter((seat) => seat !== you).map((seat) => nameOf(seats, seat));
  const won = winners.includes(you);
  if (winners.length === 1) return won ? say('final.you') : say('final.won', { name: others[0] ?? '' });
  const names = won ? [say('final.shared.you'), ...others] : others;
  return say('final.shared', { names: new Intl.ListFormat(language.value).format(names) });
}

/* By how many points you are ahead of the best opponent, or behind. */
function Margin({ you, points }: { you: number; points: number[] }) {
  const others = Math.max(...points.filter((_, i) => i + 1 !== you));
  const n = (points[you - 1] ?? 0) - others;
  if (you === 0 || n === 0) return null;
  return <p class="final-margin soft">{n > 0 ? say('final.ahead', { n }) : say('final.behind', { n: -n })}</p>;
}

/* The number of the turn that a step belongs to. */
function turnNumber(all: Step[], step: number): number {
  return all.slice(0, step).filter(({ view }, i) => {
    const before = all[i - 1];
    return before === undefined || (view.player !== 0 && turnOf(view) !== turnOf(before.view));
  }).length;
}

/* The steps by which somebody gained most, in their order. */
function turningPoints(all: Step[]): number[] {
  const heaviest = new Map<number, number>();
  for (const { step, n } of momentsOf(all)) heaviest.set(step, Math.max(heaviest.get(step) ?? 0, n));
  return [...heaviest]
    .filter(([step, n]) => n >= LEAST && step < all.length)
    .sort((a, b) => b[1] - a[1])
    .slice(0, TURNING_POINTS)
    .map(([step]) => step)
    .sort((a, b) => a - b);
}

function TurningPoints({ look }: { look: (step: number) => void }) {
  const [all, table] = [steps.value, tableInfo.value];
  if (!table) return null;
  const { logText } = gameNamed(table.game).face.speech;
  const told = turningPoints(all).flatMap((step) => {
    const [here, before] = [all[step], all[step - 1]];
    const text = here && before ? logText(here, before.view, table.seats, person(table.seats)) : '';
    return text ? [{ step, text }] : [];
  });
  if (told.length === 0) return null;
  return (
    <section class="turning-points">
      <h3>{say('final.turned')}</h3>
      <ul>
        {told.map(({ step, text }) => (
          <li key={step}>
            <button type="button" onClick={() => look(step)}>
              <small>{say('final.turn', { n: turnNumber(all, step) })}</small> {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/* After a lopsided game against bots, or when the ladder says so: the same, one level up or down. */
function otherLevel(
  game: GameName,
  you: number,
  points: number[],
  seats: Seat[],
): { seats: Seat[]; up: boolean; level: number } | null {
  const levels = seats.flatMap(({ level }) => (level === undefined ? [] : [level]));
  if (mode.value !== 'play' || you === 0 || levels.length === 0) return null;
  const own = points[you - 1] ?? 0;
  const others = Math.max(...points.filter((_, i) => i + 1 !== you));
  const change = ladderOf(game)?.change;
  const up = change ? change === 'up' : own > LOPSIDED * others;
  if (!change && !up && others <= LOPSIDED * own) return null;
  const moved = (level: number) => Math.min(LEVELS, Math.max(1, level + (up ? 1 : -1)));
  const strongest = Math.max(...levels);
  if (moved(strongest) === strongest) return null;
  const next = seats.map((seat) => (seat.level === undefined ? seat : { ...seat, level: moved(seat.level) }));
  /* A traveller makes way for another; a bot that was given a name keeps it. */
  const named = next.map((seat, i) =>
    seat.level !== undefined && seats[i]?.name === botName(seats, i) ? { ...seat, name: botName(next, i) } : seat,
  );
  return { seats: named, up, level: moved(strongest) };
}

export function Final() {
  const table = tableInfo.value;
  const step = steps.value[steps.value.length - 1];
  const winners = now.value?.winners ?? [];
  if (!table || !step || !over.value) return null;
  const { seats } = table;
  const you = person(seats);
  const names = seats.map(({ name }, i) => (i + 1 === you ? say('you') : name));
  if (counting.value) return <Counting seats={seats} names={names} />;
  if (!finalOpen.value) return null;

  const close = () => (finalOpen.value = false);
  if (winners.length === 0) return <NoResult close={close} />;
  const closeAnd = (act: () => void) => () => {
    close();
    act();
  };
  const { PartPicture, speech } = gameNamed(table.game).face;
  const rows = seats
    .map((_, i) => ({ seat: i + 1, name: names[i] ?? '', parts: speech.scoreParts(step.tally[i] ?? {}) }))
    .map((row) => ({ ...row, points: row.parts.reduce((sum, part) => sum + part.points, 0), won: winners.includes(row.seat) }))
    .sort((a, b) => Number(b.won) - Number(a.won) || b.points - a.points);
  const parts = new Map(rows.flatMap((row) => row.parts.map(({ part, label }) => [part, label])));
  const of = (row: (typeof rows)[number], part: string) => row.parts.find((one) => one.part === part)?.points ?? 0;
  const points = step.tally.map(pointsOf);
  const daily = record.value === null ? null : dealOfRecord(record.value);
  const other = otherLevel(table.game, you, points, seats);

  return (
    <Dialog title={headline(you, winners, seats)} kind="final" close={close}>
      <EndingPicture of={endingFor(you, winners)} winners={winners} seats={sitters.value} />
      {endedEarly() ? <p class="final-margin soft">{endedEarly()}</p> : <Margin you={you} points={points} />}
      <FinalPeople />
      {daily ? <DailyResult date={daily.date} /> : <LadderNote game={table.game} />}
      <div class="scroll" tabIndex={0} role="region" aria-label={say('result')}>
        <table class={`of-${rows.length}`}>
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden">{say('final.part')}</span>
              </th>
              {rows.map((row) => (
                <th key={row.seat} scope="col" class={`seat-${row.seat} ${row.won ? 'won' : ''}`}>
                  <svg class="final-face" viewBox="0 0 48 48" aria-hidden="true">
                    <PortraitAt x={24} y={24} r={22} seat={row.seat} level={sitters.value[row.seat - 1]?.level} />
                  </svg>
                  <span>{row.name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...parts].map(([part, label]) => (
              <tr key={part}>
                <th scope="row">
                  <span class="final-part">
                    {PartPicture && <PartPicture of={part} />}
                    {label}
                  </span>
                </th>
                {rows.map((row) => (
                  <td key={row.seat}>{of(row, part)}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{say('final.points')}</th>
              {rows.map((row) => (
                <td key={row.seat} class={row.won ? 'won' : ''}>
                  {row.points}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      <NewFeats game={table.game} />
      <TurningPoints look={(at) => closeAnd(() => goTo(at))()} />
      <div class="final-buttons">
        <Button icon="review" label={say('review')} onClick={closeAnd(openReview)} />
        <Button icon="play" label={say('final.replay')} onClick={closeAnd(() => goTo(0))} />
        <Button icon="link" label={say('menu.link')} onClick={() => void shareReplay(currentGame())} />
        <Button
          icon="save"
          label={say('menu.file')}
          onClick={() => {
            const saved = currentGame();
            if (saved) download(saved);
          }}
        />
        <Button icon="home" label={say('home')} onClick={closeAnd(() => go(HOME))} />
      </div>
      <div class="final-next">
        {other && (
          <Button
            icon="next"
            label={say(other.up ? 'final.up' : 'final.down', { name: travellerName(other.level), level: other.level })}
            kind="act"
            onClick={closeAnd(() => rematch(other.seats))}
          />
        )}
        <Button
          icon="again"
          label={say('final.rematch')}
          kind={other ? '' : 'act'}
          onClick={closeAnd(() => (mode.value === 'online' ? playAgain() : rematch()))}
        />
      </div>
    </Dialog>
  );
}
