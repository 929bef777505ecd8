/* The inn's wall: small feats, each with its medallion, found by playing; those that were found with their date and their game. */
import { Medal, type Feat } from '../feat';
import { GAMES } from '../games';
import { PageHeader } from '../page_header';
import type { GameName } from '../protocol';
import { WALL } from '../route';
import { titleOf } from '../shelf';
import { keyed, language, say } from '../words';
import { history, type Entry } from './history';
import { watchAgain } from './history_page';
import './memory.css';

/* The game in which each feat was done first: "marrakech.toll". */
function found(): Map<string, Entry> {
  const first = new Map<string, Entry>();
  for (const entry of history.value)
    for (const name of entry.feats ?? []) {
      const key = `${entry.game}.${name}`;
      if (!first.has(key)) first.set(key, entry);
    }
  return first;
}

function OnWall({ game, feat, entry }: { game: GameName; feat: Feat; entry: Entry | undefined }) {
  const day = entry && new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }).format(entry.at);
  const name = say(keyed('feat.', `${game}.${feat.name}`));
  return (
    <li class={entry ? 'feat found' : 'feat'}>
      <Medal picture={feat.picture} found={entry !== undefined} />
      <strong>{name}</strong>
      <small>{say(keyed('feat.', `${game}.${feat.name}.about`))}</small>
      {entry && day && (
        <button type="button" aria-label={`${name}: ${say('wall.found', { day })}`} onClick={() => void watchAgain(entry)}>
          {day}
        </button>
      )}
    </li>
  );
}

export function Wall() {
  const first = found();
  const all = GAMES.reduce((sum, { feats }) => sum + feats.length, 0);
  return (
    <div class="page lobby wall">
      <PageHeader title={say('wall')} />
      <main>
        <p>{say('wall.about', { found: first.size, all })}</p>
        {GAMES.map(({ name: game, feats }) => (
          <section key={game} aria-labelledby={`wall-${game}`}>
            <h2 id={`wall-${game}`}>{titleOf(game)}</h2>
            <ul class="feats">
              {feats.map((feat) => (
                <OnWall key={feat.name} game={game} feat={feat} entry={first.get(`${game}.${feat.name}`)} />
              ))}
            </ul>
          </section>
        ))}
      </main>
    </div>
  );
}

/* At the end of a game: what it has brought to the wall. */
export function NewFeats({ game }: { game: GameName }) {
  const newest = history.value[history.value.length - 1];
  const feats = GAMES.find(({ name }) => name === game)?.feats ?? [];
  const first = found();
  const fresh = feats.filter(({ name }) => newest !== undefined && first.get(`${game}.${name}`) === newest);
  if (fresh.length === 0 || newest?.game !== game) return null;
  return (
    <section class="new-feats">
      <h3>{say('wall.new')}</h3>
      <ul>
        {fresh.map(({ name, picture }) => (
          <li key={name}>
            <a href={WALL}>
              <Medal picture={picture} found />
              {say(keyed('feat.', `${game}.${name}`))}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
