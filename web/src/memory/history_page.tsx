/* The history: finished games on this device and, for whoever has been online, those that the server keeps; each to be watched again.
 * Above them statistics, drawn. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { myGames, type FinishedGame } from '../api';
import { Button } from '../button';
import { connection, me } from '../connection';
import { Dialog } from '../dialog';
import {
  exported,
  forget,
  forgetAll,
  gamesOf,
  hasWon,
  history,
  historyRead,
  statisticsOf,
  type Entry,
  type Statistics,
} from './history';
import { Icon } from '../icons';
import { showToast } from '../menu';
import { Thumb } from '../online';
import { PageHeader } from '../page_header';
import type { GameName } from '../protocol';
import { openReview } from '../review/review';
import { go, PLAY, tableAddress } from '../route';
import { downloadFile } from '../saved';
import { replayGame } from '../session';
import { shelf, titleOf } from '../shelf';
import { botName } from '../travellers/travellers';
import { Ladder } from './ladder_note';
import { placeOf } from './place';
import { readRecord } from './store';
import { language, say } from '../words';
import './memory.css';

const SHOWN = 50; // so many more at a time
const FIRST = 8; // as many as a screen has room for are drawn at once, the others when these are seen
const AFTER_MS = 50;

/* --- statistics --- */

function Figure({ n, label }: { n: number; label: string }) {
  return (
    <div class="figure">
      <dt>{label}</dt>
      <dd>{n}</dd>
    </div>
  );
}

/* The share of games won, as a ring; the last games as bars, as high as their points, those that were won in gold. */
function StatisticsOf({ game, of, whole }: { game: GameName; of: Statistics; whole: boolean }) {
  const last = of.points.slice(-24);
  const most = Math.max(1, ...last.map(({ points }) => points));
  const share = of.played ? of.won / of.played : 0;
  return (
    <section class="statistics" data-game={game} aria-label={titleOf(game)}>
      <h2>
        <Thumb game={game} />
        {titleOf(game)}
      </h2>
      <svg class="won-ring" viewBox="0 0 42 42" role="img" aria-label={say('stats.won', { n: of.played, won: of.won })}>
        <circle cx="21" cy="21" r="16" />
        <circle class="part" cx="21" cy="21" r="16" pathLength="1" stroke-dasharray={`${share} 1`} transform="rotate(-90 21 21)" />
        <text x="21" y="25">
          {Math.round(share * 100)}%
        </text>
      </svg>
      <svg
        class="last-games"
        viewBox={`0 0 ${Math.max(12, last.length) * 10} 60`}
        preserveAspectRatio="none"
        role="img"
        aria-label={say('stats.last', { n: last.length })}
      >
        {last.map(({ points, won }, i) => {
          const height = Math.max(3, (points / most) * 56);
          return <rect key={i} class={won ? 'won' : ''} x={i * 10 + 1.5} y={60 - height} width="7" height={height} rx="2" />;
        })}
      </svg>
      <Ladder game={game} />
      {whole && (
        <dl>
          <Figure n={of.played} label={say('stats.played')} />
          <Figure n={of.best} label={say('stats.best')} />
          <Figure n={of.streak} label={say('stats.streak')} />
          <Figure n={of.longest} label={say('stats.longest')} />
          <Figure n={of.gain} label={say('stats.gain')} />
        </dl>
      )}
    </section>
  );
}

// --- one game ---

/* A game of the server's list, as one of ours. */
function entryOf({ table, game, at, you, seats }: FinishedGame): Entry {
  return {
    id: table,
    table,
    game,
    at,
    you,
    seats: seats.map(({ name, level }, i) => (level ? { name: botName(seats, i), level } : { name: name ?? say('mine.somebody') })),
    points: seats.map(({ points }) => points ?? 0),
    winners: seats.flatMap(({ place }, i) => (place === 1 ? [i + 1] : [])),
    gain: 0,
  };
}

function result(entry: Entry): string {
  const { you, seats, winners } = entry;
  if (you > 0) return hasWon(entry) ? say('mine.won') : say('mine.place', { place: Math.max(2, placeOf(entry, you)) });
  return say('final.won', { name: new Intl.ListFormat(language.value).format(winners.map((seat) => seats[seat - 1]?.name ?? '')) });
}

export async function watchAgain({ id, seats }: Pick<Entry, 'id' | 'seats'>): Promise<boolean> {
  const record = await readRecord(id);
  if (record === null) {
    showToast(say('history.gone'));
    return false;
  }
  replayGame({ seats, record });
  go(PLAY);
  return true;
}

const reviewAgain = async (entry: Entry): Promise<void> => void ((await watchAgain(entry)) && openReview());

function Game({ entry, forgets }: { entry: Entry; forgets: (() => void) | null }) {
  const day = new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }).format(entry.at);
  const names = entry.seats.map(({ name }, i) => `${i + 1 === entry.you ? say('you') : name}\u00a0${entry.points[i] ?? 0}`);
  const watched = (
    <>
      <Thumb game={entry.game} />
      <span class="entry-text">
        <strong>{names.join(' · ')}</strong>
        <small>
          {titleOf(entry.game)} · {day}
        </small>
      </span>
      <span class={entry.you > 0 && hasWon(entry) ? 'badge' : 'soft'}>{result(entry)}</span>
    </>
  );
  return (
    <li class="game">
      {entry.table && connection.value !== 'offline' ? (
        <a class="entry" href={tableAddress(entry.table)}>
          {watched}
        </a>
      ) : (
        <button type="button" class="entry" onClick={() => void watchAgain(entry)}>
          {watched}
        </button>
      )}
      {forgets && (
        <button type="button" class="round" aria-label={say('review')} onClick={() => void reviewAgain(entry)}>
          <Icon name="review" />
        </button>
      )}
      {forgets && (
        <button type="button" class="round" aria-label={say('history.forget')} onClick={forgets}>
          <Icon name="forget" />
        </button>
      )}
    </li>
  );
}

/* Games of the server that this device does not have; older ones on request. */
function useServerGames() {
  const games = useSignal<FinishedGame[]>([]);
  const more = useSignal(false);
  const load = async () => {
    try {
      const found = await myGames(games.value[games.value.length - 1]?.at);
      games.value = [...games.value, ...found];
      more.value = found.length === SHOWN;
    } catch {
      more.value = false; // what is on this device is shown anyway
    }
  };
  useEffect(() => {
    if (me.value) void load();
  }, [me.value?.person]);
  return { entries: games.value.filter(({ state }) => state === 'over').map(entryOf), more: more.value, load };
}

// --- forgetting ---

function Confirm(props: { title: string; about: string; confirm: () => void; close: () => void }) {
  return (
    <Dialog title={props.title} close={props.close}>
      <p>{props.about}</p>
      <div class="row">
        <button
          type="button"
          class="button danger"
          onClick={() => {
            props.confirm();
            props.close();
          }}
        >
          {props.title}
        </button>
        <button type="button" class="button" onClick={props.close}>
          {say('cancel')}
        </button>
      </div>
    </Dialog>
  );
}

async function save(): Promise<void> {
  const name = `serai-${new Date().toISOString().slice(0, 10)}.json`;
  downloadFile(name, new Blob([await exported()], { type: 'application/json' }));
}

export function HistoryPage() {
  const only = useSignal<GameName | null>(null);
  const most = useSignal(FIRST);
  const forgetting = useSignal<Entry | 'all' | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => (most.value = Math.max(most.value, SHOWN)), AFTER_MS);
    return () => clearTimeout(timer);
  }, [only.value, historyRead.value]);
  const server = useServerGames();
  const here = new Set(history.value.map(({ id }) => id));
  const all = [...history.value, ...server.entries.filter(({ id }) => !here.has(id))].sort((a, b) => b.at - a.at);
  const found = only.value === null ? all : all.filter(({ game }) => game === only.value);
  const games = shelf.value.filter((game) => all.some((entry) => entry.game === game));
  const drawn = games.filter((game) => only.value === null || only.value === game);
  return (
    <div class="page lobby history">
      <PageHeader title={say('history')} />
      <main aria-busy={!historyRead.value}>
        {games.length > 1 && (
          <fieldset class="chips">
            <legend class="hidden">{say('make.game')}</legend>
            {[null, ...games].map((game) => (
              <label key={game} class="chip">
                <input
                  type="radio"
                  name="game"
                  checked={only.value === game}
                  onChange={() => {
                    only.value = game;
                    most.value = FIRST;
                  }}
                />
                <span>{game === null ? say('history.all') : titleOf(game)}</span>
              </label>
            ))}
          </fieldset>
        )}
        {drawn
          .map((game) => ({ game, of: statisticsOf(gamesOf(game)) }))
          .map(({ game, of }) => of.played > 0 && <StatisticsOf key={game} game={game} of={of} whole={drawn.length === 1} />)}
        <section class="entries">
          <h2>{say('mine.over')}</h2>
          {found.length === 0 && <p class="empty">{say('mine.none')}</p>}
          <ul>
            {found.slice(0, most.value).map((entry) => (
              <Game key={entry.id} entry={entry} forgets={here.has(entry.id) ? () => (forgetting.value = entry) : null} />
            ))}
          </ul>
          {(found.length > most.value || server.more) && (
            <button
              type="button"
              class="button"
              onClick={() => {
                if (found.length > most.value) most.value += SHOWN;
                else void server.load();
              }}
            >
              {say('mine.more')}
            </button>
          )}
        </section>
        {history.value.length > 0 && (
          <div class="row">
            <Button icon="save" label={say('history.save')} onClick={() => void save()} />
            <Button icon="forget" label={say('history.forget.all')} kind="quiet" onClick={() => (forgetting.value = 'all')} />
          </div>
        )}
      </main>
      {forgetting.value !== null && (
        <Confirm
          title={say(forgetting.value === 'all' ? 'history.forget.all' : 'history.forget')}
          about={say(forgetting.value === 'all' ? 'history.forget.all.about' : 'history.forget.about')}
          confirm={() => {
            const which = forgetting.peek();
            if (which === 'all') void forgetAll();
            else if (which) void forget(which.id);
          }}
          close={() => (forgetting.value = null)}
        />
      )}
    </div>
  );
}
