/* The lobby: open tables, and games that may be watched, live. */
import { Icon } from './icons';
import { useSignal } from '@preact/signals';
import { Choice, ConnectionStatus, MyName, PlayNow, Thumb } from './online';
import { PageHeader } from './page_header';
import { lobby, myTables } from './connection';
import type { Listed } from './protocol';
import { goAndSit, freeSeatLabel, canTakeSeat, nameOfPerson } from './room';
import { address, tableAddress } from './route';
import { clockSummary, rulesSummary } from './table_summary';
import { shelf, titleOf } from './shelf';
import { botName } from './travellers/travellers';
import { say } from './words';

function Places({ table }: { table: Listed }) {
  return (
    <ul class="places" aria-label={say('seats')}>
      {table.seats.map((seat, i) => (
        <li key={i} class={`place seat-${i + 1} ${seat ? '' : 'free'}`}>
          <span class="seat-dot" aria-hidden="true" />
          {seat === null ? (
            freeSeatLabel(table, i)
          ) : seat.level === undefined ? (
            <>
              {nameOfPerson(seat)}
              {seat.rating !== undefined && <small class="seat-rating">{seat.rating}</small>}
            </>
          ) : (
            <>
              {seat.name || botName(table.seats, i)}
              <span class="level">
                <span class="hidden">{say('seat.bot')} </span>
                {seat.level}
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Entry({ table }: { table: Listed }) {
  const game = titleOf(table.game);
  const sits = myTables.value.some((own) => own.table === table.table);
  const open = table.state === 'open' && table.seats.some((seat, i) => seat === null && canTakeSeat(table, i));
  const whose = { game, name: table.host };
  return (
    <li class="entry">
      <Thumb game={table.game} />
      <div class="entry-text">
        <h3>{game}</h3>
        <p class="soft">{rulesSummary(table.game, table.options)}</p>
        <p class="soft">
          {clockSummary(table.clock)} · {table.rated === false ? say('table.casual') : say('table.rated')}
          {table.watching > 0 && <> · {say('table.watching', { n: table.watching })}</>}
        </p>
      </div>
      <Places table={table} />
      {sits || table.state !== 'open' ? (
        (sits || table.watch !== false) && (
          <a
            class={`button ${sits ? 'act' : ''}`}
            href={tableAddress(table.table)}
            aria-label={sits ? undefined : say('lobby.watch.of', whose)}
          >
            {sits ? say('lobby.back') : say('lobby.watch')}
          </a>
        )
      ) : (
        <button
          type="button"
          class="button act"
          disabled={!open}
          aria-label={say('lobby.join.of', whose)}
          onClick={() => goAndSit(table.table, false)}
        >
          {say('lobby.join')}
        </button>
      )}
    </li>
  );
}

function Entries({ title, tables }: { title: string; tables: Listed[] }) {
  return (
    <section class="entries">
      <h2>{title}</h2>
      <ul>
        {tables.map((table) => (
          <Entry key={table.table} table={table} />
        ))}
      </ul>
    </section>
  );
}

interface Filter {
  game: string;
  pace: 'any' | 'live' | 'days';
  kind: 'any' | 'rated' | 'casual';
}
const EVERYTHING: Filter = { game: 'any', pace: 'any', kind: 'any' };
const A_DAY = 24 * 60 * 60 * 1000;
const MOST_PLAYING = 8; // games in progress that are shown

const countsDays = ({ clock }: Listed): boolean =>
  clock !== undefined && clock !== null && ('move' in clock ? clock.move : clock.game) >= A_DAY;

const fits = (table: Listed, { game, pace, kind }: Filter): boolean =>
  (game === 'any' || table.game === game) &&
  (pace === 'any' || countsDays(table) === (pace === 'days')) &&
  (kind === 'any' || (table.rated !== false) === (kind === 'rated'));

function Filters({ filter, change }: { filter: Filter; change: (to: Partial<Filter>) => void }) {
  return (
    <div class="choice-row" role="group" aria-label={say('lobby.filter')}>
      <Choice
        label={say('make.game')}
        value={filter.game}
        of={[['any', say('lobby.any')], ...shelf.value.map((game) => [game, titleOf(game)] as const)]}
        choose={(game) => change({ game })}
      />
      <Choice
        label={say('quick.pace')}
        value={filter.pace}
        of={[
          ['any', say('lobby.any')],
          ['live', say('quick.live')],
          ['days', say('quick.days')],
        ]}
        choose={(pace) => change({ pace })}
      />
      <Choice
        label={say('quick.rated')}
        value={filter.kind}
        of={[
          ['any', say('lobby.any')],
          ['rated', say('table.rated')],
          ['casual', say('table.casual')],
        ]}
        choose={(kind) => change({ kind })}
      />
    </div>
  );
}

export function Lobby() {
  const filter = useSignal(EVERYTHING);
  const all = lobby.value ?? [];
  const tables = all.filter((table) => fits(table, filter.value));
  const open = tables.filter(({ state }) => state === 'open');
  const playing = tables.filter(({ state }) => state === 'playing' || state === 'dealing');
  return (
    <div class="page lobby">
      <PageHeader title={say('online.tables')}>
        <MyName />
      </PageHeader>
      <main>
        <PlayNow />
        <ConnectionStatus />
        <a class="button act big" href={address('make', shelf.value[0] ?? '')}>
          <Icon name="plus" />
          {say('lobby.make')}
        </a>
        {all.length > 1 && <Filters filter={filter.value} change={(to) => (filter.value = { ...filter.value, ...to })} />}
        {all.length > 0 && tables.length === 0 && (
          <button type="button" class="button quiet" onClick={() => (filter.value = EVERYTHING)}>
            {say('lobby.filtered')}
          </button>
        )}
        {open.length > 0 ? (
          <Entries title={say('lobby.open', { n: open.length })} tables={open} />
        ) : (
          lobby.value && all.length === tables.length && <p class="empty">{say('lobby.none')}</p>
        )}
        {playing.length > 0 && <Entries title={say('lobby.playing')} tables={playing.slice(0, MOST_PLAYING)} />}
      </main>
    </div>
  );
}
