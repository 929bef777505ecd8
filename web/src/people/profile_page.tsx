/* A profile: ratings with their curves, results, latest games, and with whom somebody plays most. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { reasonOf } from '../api';
import { me } from '../connection';
import { Icon } from '../icons';
import { MyName, Thumb } from '../online';
import { PageHeader } from '../page_header';
import type { GameName } from '../protocol';
import { Refusal, type Reason } from '../refusal';
import { FRIENDS, personAddress, tableAddress, WALL } from '../route';
import { titleOf } from '../shelf';
import { botName } from '../travellers/travellers';
import { language, say } from '../words';
import { Curve } from './curve';
import { profileOf, type Profile } from './friends';
import { PersonActions } from './person';
import './people.css';

const day = (at: number): string => new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }).format(at);

function GameCard({ of, game }: { of: Profile; game: GameName }) {
  const rating = of.ratings.find((one) => one.game === game);
  const result = of.results?.find((one) => one.game === game);
  const points = of.curve?.filter((one) => one.game === game) ?? [];
  return (
    <section class="profile-game" aria-label={titleOf(game)}>
      <h2>
        <Thumb game={game} />
        {titleOf(game)}
      </h2>
      {rating && (
        <p class="profile-rating">
          <b>{rating.rating}</b>
          <small class="soft">{say('profile.rated', { n: rating.games })}</small>
        </p>
      )}
      {points.length > 1 && <Curve points={points} />}
      {result && <p class="soft">{say('profile.won', { n: result.played, won: result.won })}</p>}
    </section>
  );
}

type Played = NonNullable<Profile['games']>[number];

function Game({ of, linked }: { of: Played; linked: boolean }) {
  const seat = of.seats[of.you - 1];
  const others = of.seats.flatMap(({ name, level }, i) =>
    i + 1 === of.you
      ? []
      : [
          level
            ? botName(
                of.seats.map((one) => ({ ...one, name: one.name ?? '' })),
                i,
              )
            : (name ?? say('mine.somebody')),
        ],
  );
  const text = (
    <>
      <Thumb game={of.game} />
      <span class="entry-text">
        <strong>{others.join(' · ')}</strong>
        <small>
          {titleOf(of.game)} · {day(of.at)}
        </small>
      </span>
      <span class={seat?.place === 1 ? 'badge' : 'soft'}>
        {seat?.place === 1 ? say('mine.won') : say('mine.place', { place: seat?.place ?? of.seats.length })}
      </span>
    </>
  );
  return (
    <li>
      {linked ? (
        <a class="entry" href={tableAddress(of.table)}>
          {text}
        </a>
      ) : (
        <div class="entry">{text}</div>
      )}
    </li>
  );
}

function Rivals({ of }: { of: NonNullable<Profile['rivals']> }) {
  return (
    <section class="entries">
      <h2>{say('profile.rivals')}</h2>
      <ul class="rivals">
        {of.map(({ person, name, games, ahead, behind }) => (
          <li key={person}>
            <a href={personAddress(person)}>{name}</a>
            <small class="soft">{say('friends.games', { n: games })}</small>
            <span class="score" role="img" aria-label={say('profile.score', { ahead, behind })}>
              <span style={{ flexGrow: ahead }} class="ahead" />
              <span style={{ flexGrow: Math.max(0, games - ahead - behind) }} class="even" />
              <span style={{ flexGrow: behind }} class="behind" />
            </span>
            <b aria-hidden="true">
              {ahead} : {behind}
            </b>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function ProfilePage({ person }: { person: string }) {
  const found = useSignal<Profile | null>(null);
  const wrong = useSignal<Reason | null>(null);
  const load = () =>
    void profileOf(person).then(
      (of) => (found.value = of),
      (error: unknown) => (wrong.value = reasonOf(error)),
    );
  useEffect(load, [person, me.value?.person]);
  const of = found.value;
  const own = person === me.value?.person;
  const games = of ? [...new Set([...of.ratings, ...(of.results ?? [])].map(({ game }) => game))] : [];
  return (
    <div class="page lobby people profile">
      <PageHeader title={of?.name ?? say('person.profile')} back={FRIENDS} label={say('friends')}>
        {!own && <MyName />}
      </PageHeader>
      <main>
        {wrong.value && (
          <p role="alert">
            <Refusal why={wrong.value} />
          </p>
        )}
        {of && (
          <>
            <p class="soft profile-about">
              {of.guest ? say('profile.guest') : say('profile.account')}
              {of.since !== undefined && <> · {say('profile.since', { day: day(of.since) })}</>}
            </p>
            <PersonActions of={of} changed={load} />
            {own && (
              <p class="row">
                <a class="button" href={FRIENDS}>
                  <Icon name="watch" />
                  {say('privacy')}
                </a>
                <a class="button" href={WALL}>
                  <Icon name="medal" />
                  {say('wall')}
                </a>
              </p>
            )}
            {!of.shown && <p class="empty">{say('profile.hidden')}</p>}
            {of.shown && games.length === 0 && <p class="empty">{say('profile.none')}</p>}
            {games.length > 0 && (
              <div class="profile-games">
                {games.map((game) => (
                  <GameCard key={game} of={of} game={game} />
                ))}
              </div>
            )}
            {of.rivals && of.rivals.length > 0 && <Rivals of={of.rivals} />}
            {of.games && of.games.length > 0 && (
              <section class="entries">
                <h2>{say('profile.latest')}</h2>
                <ul>
                  {of.games.map((one) => (
                    <Game key={one.table} of={one} linked={me.value !== null} />
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </main>
    </div>
  );
}
