/* Friends: who is here and what they play, whom one plays with often, who is blocked, and who sees what of oneself. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { reasonOf } from '../api';
import { Button } from '../button';
import { connection, me } from '../connection';
import { Choice, ConnectionStatus, MyName } from '../online';
import { PageHeader } from '../page_header';
import { RefusalAlert, type Reason } from '../refusal';
import { goAndSit } from '../room';
import { personAddress, tableAddress } from '../route';
import { titleOf } from '../shelf';
import { say } from '../words';
import { askToJoin, block, choose, follow, friends, loadFriends, type Choices, type Friend } from './friends';
import { ChallengeButton } from './person';
import { InvitationText, InvitationButtons } from './invitations';
import { invitations } from './friends';
import './people.css';

const EVERY = 8000; // ms between two looks at where everybody is

function whereIs({ here, game, state }: Friend): string {
  if (!here) return say('friends.away');
  if (!game) return say('friends.here');
  return say(state === 'playing' ? 'friends.plays' : 'friends.waits', { game: titleOf(game) });
}

function Name({ person, name }: { person: string; name: string }) {
  return (
    <a class="friend-name" href={personAddress(person)}>
      {name}
    </a>
  );
}

/* The table of a friend: a seat, a view, or a question. */
function Join({ friend }: { friend: Friend }) {
  const { here, state, table, name } = friend;
  if (!here || !state) return null;
  if (table && state === 'open')
    return (
      <button type="button" class="button act" aria-label={say('friends.join.of', { name })} onClick={() => goAndSit(table, false)}>
        {say('lobby.join')}
      </button>
    );
  if (table)
    return (
      <a class="button" href={tableAddress(table)} aria-label={say('friends.watch.of', { name })}>
        {say('lobby.watch')}
      </a>
    );
  if (state !== 'open') return null;
  return (
    <button type="button" class="button" aria-label={say('friends.ask.of', { name })} onClick={() => void askToJoin(friend)}>
      {say('friends.ask')}
    </button>
  );
}

function Follows({ of }: { of: Friend[] }) {
  const sorted = [...of].sort((a, b) => Number(b.here) - Number(a.here) || a.name.localeCompare(b.name));
  return (
    <ul class="friends">
      {sorted.map((friend) => (
        <li key={friend.person} class={friend.here ? 'friend here' : 'friend'}>
          <span class="here-dot" aria-hidden="true" />
          <span class="friend-text">
            <Name {...friend} />
            <small class="soft">{whereIs(friend)}</small>
          </span>
          <span class="friend-buttons">
            <Join friend={friend} />
            <ChallengeButton who={friend} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Privacy({ of }: { of: Choices }) {
  const set = (key: 'here' | 'profile') => (value: string) => void choose({ [key]: Number(value) });
  return (
    <section class="entries">
      <h2>{say('privacy')}</h2>
      <p class="soft">{say('privacy.about')}</p>
      <div class="choice-row privacy">
        <Choice
          label={say('privacy.here')}
          value={String(of.here)}
          of={[
            ['0', say('privacy.played')],
            ['1', say('privacy.followed')],
            ['2', say('privacy.nobody')],
          ]}
          choose={set('here')}
        />
        <Choice
          label={say('privacy.profile')}
          value={String(of.profile)}
          of={[
            ['0', say('privacy.everybody')],
            ['1', say('privacy.played')],
            ['2', say('privacy.nobody')],
          ]}
          choose={set('profile')}
        />
      </div>
    </section>
  );
}

/* The list is asked for again while it is on the screen. */
function useFriends() {
  const wrong = useSignal<Reason | null>(null);
  const online = connection.value === 'connected';
  useEffect(() => {
    if (!online) return undefined;
    const look = () => {
      if (document.hidden) return;
      loadFriends().then(
        () => (wrong.value = null),
        (error: unknown) => (wrong.value = reasonOf(error)),
      );
    };
    look();
    const timer = setInterval(look, EVERY);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [online, me.value?.person]);
  return wrong.value;
}

export function FriendsPage() {
  const wrong = useFriends();
  const all = friends.value;
  return (
    <div class="page lobby people">
      <PageHeader title={say('friends')}>
        <MyName />
      </PageHeader>
      <main>
        <ConnectionStatus />
        <RefusalAlert why={wrong} />
        {invitations.value.length > 0 && (
          <section class="entries">
            <h2>{say('friends.invitations')}</h2>
            <ul class="friends">
              {invitations.value.map((one) => (
                <li key={one.person} class="friend here">
                  <span class="here-dot" aria-hidden="true" />
                  <span class="friend-text">
                    <InvitationText of={one} />
                  </span>
                  <span class="friend-buttons">
                    <InvitationButtons of={one} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {all && (
          <>
            <section class="entries">
              <h2>{say('friends.follows')}</h2>
              {all.follows.length > 0 ? <Follows of={all.follows} /> : <p class="empty">{say('friends.none')}</p>}
            </section>
            {all.often.length > 0 && (
              <section class="entries">
                <h2>{say('friends.often')}</h2>
                <ul class="friends">
                  {all.often.map((one) => (
                    <li key={one.person} class="friend">
                      <span class="friend-text">
                        <Name {...one} />
                        <small class="soft">{say('friends.games', { n: one.games })}</small>
                      </span>
                      <span class="friend-buttons">
                        <Button icon="plus" label={say('person.follow')} onClick={() => void follow(one, true)} />
                        <ChallengeButton who={one} />
                      </span>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            <Privacy of={all.choices} />
            {all.blocked.length > 0 && (
              <section class="entries">
                <h2>{say('friends.blocked')}</h2>
                <ul class="friends">
                  {all.blocked.map((one) => (
                    <li key={one.person} class="friend">
                      <span class="friend-text">
                        <Name {...one} />
                      </span>
                      <span class="friend-buttons">
                        <button type="button" class="button" onClick={() => void block(one, false)}>
                          {say('person.unblock')}
                        </button>
                      </span>
                    </li>
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
