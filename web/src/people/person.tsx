/* A person, wherever the name stands: a tap opens a sheet with what can be done; the profile has the same buttons. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button } from '../button';
import { me } from '../connection';
import { Dialog, Question } from '../dialog';
import { Icon } from '../icons';
import { Thumb } from '../online';
import type { GameName } from '../protocol';
import { room } from '../room';
import { personAddress } from '../route';
import { shelf, titleOf } from '../shelf';
import { say } from '../words';
import { block, challenge, follow, inviteTo, profileOf, shownPerson, type Profile } from './friends';
import './people.css';

export function PersonLink({ person, name }: { person: string; name: string }) {
  if (person === me.value?.person) return <strong>{name}</strong>;
  return (
    <button
      type="button"
      class="person-link"
      aria-label={say('person.of', { name })}
      onClick={() => (shownPerson.value = { person, name })}
    >
      {name}
    </button>
  );
}

/* Which game to challenge somebody to. */
function ChallengeDialog({ who, close }: { who: { person: string; name: string }; close: () => void }) {
  const go = (game: GameName) => {
    close();
    shownPerson.value = null;
    challenge(who, game);
  };
  return (
    <Dialog title={say('person.challenge.of', { name: who.name })} close={close}>
      <p class="soft">{say('person.challenge.about')}</p>
      <div class="challenge-games">
        {shelf.value.map((game) => (
          <button key={game} type="button" class="quick-game" onClick={() => go(game)}>
            <Thumb game={game} />
            <span>
              <strong>{titleOf(game)}</strong>
            </span>
          </button>
        ))}
      </div>
    </Dialog>
  );
}

function BlockQuestion({ who, done, close }: { who: { person: string; name: string }; done: () => void; close: () => void }) {
  return (
    <Question
      title={say('person.block.of', { name: who.name })}
      yes={say('person.block')}
      no={say('cancel')}
      agree={() => {
        close();
        void block(who, true).then(done);
      }}
      decline={close}
    >
      <p>{say('person.block.about')}</p>
    </Question>
  );
}

/* Challenge, follow, block: what can be done about somebody. */
export function PersonActions({ of, changed }: { of: Profile; changed: () => void }) {
  const asking = useSignal<'challenge' | 'block' | null>(null);
  const here = room.value;
  const seat = here?.state === 'open' && here.you > 0 && here.seats.includes(null) ? here.table : null;
  const close = () => (asking.value = null);
  if (of.person === me.value?.person) return null;
  return (
    <>
      {!of.played && <p class="soft">{say('person.stranger')}</p>}
      <div class="row person-actions">
        {of.played && !of.blocked && seat && (
          <Button icon="table" label={say('person.invite')} kind="act" onClick={() => void inviteTo(of, seat)} />
        )}
        {of.played && !of.blocked && !seat && (
          <Button icon="challenge" label={say('person.challenge')} kind="act" onClick={() => (asking.value = 'challenge')} />
        )}
        {of.played && !of.blocked && (
          <Button
            icon={of.followed ? 'tick' : 'plus'}
            label={say(of.followed ? 'person.unfollow' : 'person.follow')}
            onClick={() => void follow(of, !of.followed).then(changed)}
          />
        )}
        {of.blocked ? (
          <Button icon="person" label={say('person.unblock')} onClick={() => void block(of, false).then(changed)} />
        ) : (
          <Button icon="block" label={say('person.block')} kind="quiet" onClick={() => (asking.value = 'block')} />
        )}
      </div>
      {of.followed && !of.blocked && <p class="soft">{say('person.follow.about')}</p>}
      {asking.value === 'challenge' && <ChallengeDialog who={of} close={close} />}
      {asking.value === 'block' && <BlockQuestion who={of} done={changed} close={close} />}
    </>
  );
}

/* A follow button in a list of people with whom one has played; or a challenge. */
export function ChallengeButton({ who }: { who: { person: string; name: string } }) {
  const asking = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="button"
        aria-label={say('person.challenge.of', { name: who.name })}
        onClick={() => (asking.value = true)}
      >
        <Icon name="challenge" />
        {say('person.challenge')}
      </button>
      {asking.value && <ChallengeDialog who={who} close={() => (asking.value = false)} />}
    </>
  );
}

export function PersonSheet() {
  const who = shownPerson.value;
  const found = useSignal<Profile | null>(null);
  const load = () => {
    const { person } = who ?? {};
    if (!person) return;
    profileOf(person).then(
      (of) => (found.value = of),
      () => (found.value = null),
    );
  };
  useEffect(() => {
    found.value = null;
    load();
  }, [who?.person]);
  if (!who) return null;
  const close = () => (shownPerson.value = null);
  const of = found.value;
  return (
    <Dialog title={who.name} kind="person" close={close}>
      {of && of.ratings.length > 0 && (
        <ul class="person-ratings">
          {of.ratings.map(({ game, rating }) => (
            <li key={game}>
              {titleOf(game)} <b>{rating}</b>
            </li>
          ))}
        </ul>
      )}
      {of ? <PersonActions of={of} changed={load} /> : <p class="soft" aria-busy="true" />}
      <a class="button quiet" href={personAddress(who.person)} onClick={close}>
        <Icon name="person" />
        {say('person.profile')}
      </a>
    </Dialog>
  );
}
