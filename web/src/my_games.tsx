/* My games: where it is my turn and where others are to move; and the leaderboard. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { leaderboard, type LeaderboardRow, reasonOf } from './api';
import { Icon } from './icons';
import { me, myTables } from './connection';
import { ConnectionStatus, MyName, othersAt, Thumb } from './online';
import { PageHeader } from './page_header';
import type { GameName, Mine } from './protocol';
import { NoticesSettings } from './people/notices_settings';
import { Refusal, type Reason } from './refusal';
import { nameOfPerson } from './room';
import { address, go, HISTORY, LOBBY, personAddress, tableAddress } from './route';
import { shelf, titleOf } from './shelf';
import { travellerTitle } from './travellers/travellers';
import { language, say } from './words';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function Head({ title }: { title: string }) {
  return (
    <PageHeader title={title}>
      <MyName />
    </PageHeader>
  );
}

function Now({ table }: { table: Mine }) {
  const state = table.state !== 'playing' ? 'mine.waits' : table.turn ? 'mine.turn' : 'mine.others';
  return (
    <li>
      <a class={`entry ${table.turn ? 'turn' : ''}`} href={tableAddress(table.table)}>
        <Thumb game={table.game} />
        <span class="entry-text">
          <strong>{othersAt(table) || titleOf(table.game)}</strong>
          <small>
            {titleOf(table.game)}
            {table.left !== undefined && <> · {say('mine.left', { time: timeLeft(table.left) })}</>}
          </small>
        </span>
        <span class={table.turn ? 'badge' : 'soft'}>{say(state)}</span>
      </a>
    </li>
  );
}

/* How much time is left, in the largest unit that says enough. */
function timeLeft(ms: number): string {
  const [n, unit] = ms >= 2 * DAY ? [ms / DAY, 'day'] : ms >= 2 * HOUR ? [ms / HOUR, 'hour'] : [Math.max(1, ms / MINUTE), 'minute'];
  return new Intl.NumberFormat(language.value, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(
    Math.floor(n),
  );
}

export function MyGames() {
  const tables = [...myTables.value].sort((a, b) => Number(b.turn) - Number(a.turn));
  return (
    <div class="page lobby">
      <Head title={say('online.mine')} />
      <main>
        <ConnectionStatus />
        <section class="entries">
          <h2>{say('mine.now')}</h2>
          {tables.length > 0 ? (
            <ul>
              {tables.map((table) => (
                <Now key={table.table} table={table} />
              ))}
            </ul>
          ) : (
            <p class="soft">{say('mine.no.table')}</p>
          )}
          <div class="row">
            <a class="button act" href={LOBBY}>
              {say('online.tables')}
            </a>
          </div>
        </section>
        <NoticesSettings />
        <section class="entries">
          <h2>{say('mine.over')}</h2>
          <a class="button" href={HISTORY}>
            <Icon name="history" />
            {say('history')}
          </a>
        </section>
      </main>
    </div>
  );
}

export function Leaderboard({ game }: { game: GameName }) {
  const list = useSignal<LeaderboardRow[] | null>(null);
  const wrong = useSignal<Reason | null>(null);
  useEffect(() => {
    leaderboard(game)
      .then((found) => (list.value = found))
      .catch((error: unknown) => (wrong.value = reasonOf(error)));
  }, [game]);
  return (
    <div class="page lobby">
      <Head title={say('online.top')} />
      <main>
        <fieldset class="chips">
          <legend class="hidden">{say('make.game')}</legend>
          {shelf.value.map((other) => (
            <label key={other} class="chip">
              <input type="radio" name="game" checked={other === game} onChange={() => go(address('top', other), true)} />
              <span>{titleOf(other)}</span>
            </label>
          ))}
        </fieldset>
        {wrong.value !== null && (
          <p role="alert">
            <Refusal why={wrong.value} />
          </p>
        )}
        <p class="soft">{say('top.about')}</p>
        {list.value?.length === 0 && <p class="empty">{say('top.none')}</p>}
        {list.value && list.value.length > 0 && (
          <table class="top">
            <thead>
              <tr>
                <th scope="col">
                  <span class="hidden">{say('top.place')}</span>
                </th>
                <th scope="col">{say('top.name')}</th>
                <th scope="col">{say('top.rating')}</th>
                <th scope="col">{say('top.games')}</th>
              </tr>
            </thead>
            <tbody>
              {list.value.map(({ name, level, person, bot, rating, games }, i) => (
                <tr key={i} class={person !== undefined && person === me.value?.person ? 'own' : ''}>
                  <td>{i + 1}</td>
                  <th scope="row">
                    <span class="who">
                      <Icon name={level || bot ? 'bot' : 'person'} />
                      {level ? (
                        travellerTitle(level)
                      ) : person ? (
                        <a href={personAddress(person)}>{name ? nameOfPerson({ name, bot }) : say('mine.somebody')}</a>
                      ) : (
                        (name ?? say('mine.somebody'))
                      )}
                    </span>
                  </th>
                  <td>{Math.round(rating)}</td>
                  <td>{games}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </main>
    </div>
  );
}
