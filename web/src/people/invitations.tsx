/* An invitation or a challenge, or somebody who asks to join: on whatever screen we are, and in the list of friends. */
import { Icon } from '../icons';
import { calls } from '../notify';
import type { Invited } from '../protocol';
import { goAndSit, room } from '../room';
import { route } from '../route';
import { titleOf } from '../shelf';
import { say } from '../words';
import { decline, invitations, inviteTo } from './friends';
import './people.css';

const FRESH = 15 * 60 * 1000; // ms for which it calls; after that it is in the list only

export function InvitationText({ of }: { of: Invited }) {
  const { kind, name, game } = of;
  const keys = { request: 'invited.request', challenge: 'invited.challenge', invitation: 'invited.invitation' } as const;
  return <>{say(keys[kind], { name, game: game ? titleOf(game) : '' })}</>;
}

/* The open table at which we sit, to which others can be let in. */
function ownTable(): string | null {
  const here = room.value;
  return route.value.at === 'table' && here?.state === 'open' && here.you > 0 && here.seats.includes(null) ? here.table : null;
}

export function InvitationButtons({ of }: { of: Invited }) {
  const { table, person, name } = of;
  const mine = ownTable();
  const accept = () => {
    if (table) goAndSit(table, false);
    else if (mine) void inviteTo({ person, name }, mine);
    void decline(of);
  };
  return (
    <>
      {(table || mine) && (
        <button type="button" class="button act" onClick={accept}>
          {say(table ? 'invited.accept' : 'invited.let.in')}
        </button>
      )}
      <button type="button" class="button" onClick={() => void decline(of)}>
        {say('invited.decline')}
      </button>
    </>
  );
}

/* A table of ours that calls comes first. */
export function InvitedBanner() {
  const here = route.value;
  const first = invitations.value.find(
    ({ at, table }) => Date.now() - at < FRESH && !(here.at === 'table' && here.table === table),
  );
  return (
    <div role="status">
      {first && calls.value.length === 0 && here.at !== 'friends' && (
        <div class="invited">
          <p>
            <Icon name="bell" />
            <InvitationText of={first} />
          </p>
          <div class="row">
            <InvitationButtons of={first} />
          </div>
        </div>
      )}
    </div>
  );
}
