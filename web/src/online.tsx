/* Shared by the screens around an online table: quick play, the state of the connection, the name. And the online part of home. */
import { gameNamed } from './games';
import { Icon } from './icons';
import { line, lobby, me, mine, unreachable } from './net';
import type { GameName, Mine } from './protocol';
import { Refusal } from './refusal';
import { address, LOBBY, ME, MINE, tableAddress } from './route';
import { denied, playNow, wish } from './wish';
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

/* A button for each game: finds an opponent. */
export function PlayNow() {
  const wanted = wish.value?.command.t === 'quick' ? wish.value?.command.game : null;
  return (
    <div class="quick" role="group" aria-label={say('net.now')}>
      {shelf.value.map((game) => (
        <button
          key={game}
          type="button"
          class="quick-game"
          disabled={wish.value !== null && wanted !== game}
          aria-busy={wanted === game}
          onClick={() => playNow(game)}
        >
          <Thumb game={game} />
          <span>
            <small>{say('net.now')}</small>
            <strong>{titleOf(game)}</strong>
          </span>
        </button>
      ))}
    </div>
  );
}

/* The state of the connection in a sentence; empty while it is fine. */
export function LineSays() {
  const text = unreachable() ? say('net.away') : line.value === 'trying' ? say('net.trying') : '';
  return (
    <p class="line-says soft" role="status">
      {text}
      {denied.value && <Refusal why={denied.value} />}
    </p>
  );
}

/* Over a board: a small label that shifts nothing. */
export function LinePill() {
  return (
    <div class="line-pill" role="status">
      {line.value === 'trying' && <p>{unreachable() ? say('net.lost') : say('net.trying')}</p>}
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
    <a class="my-name" href={ME} aria-label={say('net.me', { name: me.value.name })}>
      <Icon name="person" />
      <span>{me.value.name}</span>
    </a>
  );
}

function MyTurns() {
  const turns = mine.value.filter(({ turn }) => turn).slice(0, 3);
  if (turns.length === 0) return null;
  return (
    <ul class="turns">
      {turns.map((table) => (
        <li key={table.table}>
          <a class="continue" href={tableAddress(table.table)}>
            <Icon name="play" />
            <span>
              <strong>{say('net.turn', { game: titleOf(table.game) })}</strong>
              <small>{othersAt(table)}</small>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

export function Online() {
  const open = lobby.value?.filter(({ state }) => state === 'open').length ?? 0;
  const count = mine.value.length;
  return (
    <section class="online" aria-labelledby="online-title">
      <div class="online-head">
        <h2 id="online-title">{say('net')}</h2>
        <MyName />
      </div>
      <MyTurns />
      <PlayNow />
      <nav class="online-ways" aria-label={say('net')}>
        <a class="button quiet" href={LOBBY}>
          {say('net.tables')}
          {open > 0 && <span class="count">{open}</span>}
        </a>
        <a class="button quiet" href={MINE}>
          {say('net.mine')}
          {count > 0 && <span class="count">{count}</span>}
        </a>
        <a class="button quiet" href={address('top', shelf.value[0] ?? '')}>
          {say('net.top')}
        </a>
      </nav>
      <LineSays />
    </section>
  );
}
