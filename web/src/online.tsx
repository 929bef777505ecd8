/* Shared by the screens around an online table: quick play, the state of the connection, the name. And the online part of home. */
import { gameNamed } from './games';
import { Icon } from './icons';
import { connection, lobby, me, myTables, unreachable, turnedAway } from './connection';
import type { GameName, Mine } from './protocol';
import { Refusal } from './refusal';
import { invitations } from './people/friends';
import { address, FRIENDS, LOBBY, ME, MINE, tableAddress } from './route';
import { requestRefusal, playNow, tableRequest, wish, type Wish } from './table_request';
import { shelf, titleOf } from './shelf';
import { say } from './words';

export function Thumb({ game }: { game: GameName }) {
  const { Cover } = gameNamed(game).face;
  return (
    <span class="thumb" aria-hidden="true">
      <Cover />
    </span>
  );
}

/* A choice among a few. */
export function Choice<T extends string>(props: {
  label: string;
  value: T;
  of: readonly (readonly [T, string])[];
  choose: (value: T) => void;
}) {
  return (
    <label class="choice">
      <span>{props.label}</span>
      <select value={props.value} onChange={(event) => props.choose(event.currentTarget.value as T)}>
        {props.of.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/* What kind of game "Play now" looks for. */
function Wishes() {
  const { players, days, rated } = wish.value;
  const change = (to: Partial<Wish>) => (wish.value = { ...wish.value, ...to });
  return (
    <div class="choice-row">
      <Choice
        label={say('quick.players')}
        value={String(players)}
        of={['2', '3', '4'].map((n) => [n, n] as const)}
        choose={(n) => change({ players: Number(n) })}
      />
      <Choice
        label={say('quick.pace')}
        value={days ? 'days' : 'live'}
        of={[
          ['live', say('quick.live')],
          ['days', say('quick.days')],
        ]}
        choose={(pace) => change({ days: pace === 'days' })}
      />
      <Choice
        label={say('quick.rated')}
        value={rated ? 'rated' : 'casual'}
        of={[
          ['rated', say('table.rated')],
          ['casual', say('table.casual')],
        ]}
        choose={(kind) => change({ rated: kind === 'rated' })}
      />
    </div>
  );
}

/* A button for each game: finds an opponent. */
export function PlayNow() {
  const wanted = tableRequest.value?.command.t === 'quick' ? tableRequest.value?.command.game : null;
  return (
    <div class="quick-play">
      <Wishes />
      <div class="quick" role="group" aria-label={say('online.now')}>
        {shelf.value.map((game) => (
          <button
            key={game}
            type="button"
            class="quick-game"
            disabled={tableRequest.value !== null && wanted !== game}
            aria-busy={wanted === game}
            onClick={() => playNow(game)}
          >
            <Thumb game={game} />
            <span>
              <small>{say('online.now')}</small>
              <strong>{titleOf(game)}</strong>
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}

/* The state of the connection in a sentence; empty while it is fine. */
export function ConnectionStatus() {
  const text = unreachable()
    ? say('connection.unreachable')
    : connection.value === 'connecting'
      ? say('connection.connecting')
      : '';
  return (
    <p class="connection-status soft" role="status">
      {turnedAway.value ? <Refusal why={turnedAway.value} /> : text}
      {requestRefusal.value && <Refusal why={requestRefusal.value} />}
    </p>
  );
}

/* Over a board: a small label that shifts nothing. */
export function ConnectionPill() {
  return (
    <div class="connection-pill" role="status">
      {connection.value === 'connecting' && <p>{unreachable() ? say('connection.lost') : say('connection.connecting')}</p>}
    </div>
  );
}

/* The other players at one of our tables. */
export function othersAt({ names }: Mine): string {
  const others = names.filter((name) => name !== me.value?.name);
  return (others.length ? others : names).filter(Boolean).join(', ');
}

export function MyName() {
  if (!me.value) return null;
  return (
    <a class="my-name" href={ME} aria-label={say('online.me', { name: me.value.name })}>
      <Icon name="person" />
      <span>{me.value.name}</span>
    </a>
  );
}

function MyTurns() {
  const turns = myTables.value.filter(({ turn }) => turn).slice(0, 3);
  if (turns.length === 0) return null;
  return (
    <ul class="turns">
      {turns.map((table) => (
        <li key={table.table}>
          <a class="continue" href={tableAddress(table.table)}>
            <Icon name="play" />
            <span>
              <strong>{say('online.turn', { game: titleOf(table.game) })}</strong>
              <small>{othersAt(table)}</small>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/* The people at the public tables. */
function peopleHere(): number {
  const seats = lobby.value?.flatMap((table) => table.seats) ?? [];
  return new Set(seats.flatMap((seat) => (seat && seat.level === undefined ? [seat.name] : []))).size;
}

/* The online part of home. Until this device has gone online it says nothing of the server: it does not know. */
export function Online() {
  const open = lobby.value?.filter(({ state }) => state === 'open').length ?? 0;
  const count = myTables.value.length;
  return (
    <section class="online" aria-labelledby="online-title">
      <div class="online-head">
        <h2 id="online-title">{say('online')}</h2>
        {lobby.value && <p class="soft">{say('online.people', { n: peopleHere() })}</p>}
        <MyName />
      </div>
      <MyTurns />
      <nav class="online-links" aria-label={say('online')}>
        <a class="button" href={LOBBY}>
          <Icon name="people" />
          {say('online.tables')}
          {open > 0 && <span class="count">{open}</span>}
        </a>
        <a class="button quiet" href={FRIENDS}>
          {say('friends')}
          {invitations.value.length > 0 && <span class="count">{invitations.value.length}</span>}
        </a>
        <a class="button quiet" href={MINE}>
          {say('online.mine')}
          {count > 0 && <span class="count">{count}</span>}
        </a>
        <a class="button quiet" href={address('top', shelf.value[0] ?? '')}>
          {say('online.top')}
        </a>
      </nav>
      <ConnectionStatus />
    </section>
  );
}
