/* What one is notified of while the page is closed, and when not. */
import { useEffect } from 'preact/hooks';
import { Button } from '../button';
import { connection } from '../connection';
import { Choice } from '../online';
import { keyed, language, say } from '../words';
import { choose, friends, loadFriends } from './friends';
import { noticeState, readNoticeState, turnOff, turnOn } from './notices';
import './people.css';

const KINDS = [
  [1, 'notices.turn'],
  [8, 'notices.time'],
  [2, 'notices.challenge'],
  [4, 'notices.invitation'],
] as const;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const time = (hour: number): string =>
  new Intl.DateTimeFormat(language.value, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(hour * 3_600_000);

function Hour({ label, minutes, set }: { label: string; minutes: number; set: (minutes: number) => void }) {
  return (
    <Choice
      label={label}
      value={String(Math.floor(minutes / 60))}
      of={HOURS.map((hour) => [String(hour), time(hour)] as const)}
      choose={(hour) => set(Number(hour) * 60)}
    />
  );
}

function Kinds() {
  const chosen = friends.value?.choices;
  if (!chosen) return null;
  const quiet = chosen.quiet_from !== chosen.quiet_to;
  return (
    <>
      <fieldset class="chips">
        <legend class="hidden">{say('notices')}</legend>
        {KINDS.map(([bit, key]) => (
          <label key={bit} class="chip">
            <input
              type="checkbox"
              checked={(chosen.notices & bit) !== 0}
              onChange={() => void choose({ notices: chosen.notices ^ bit })}
            />
            <span>{say(key)}</span>
          </label>
        ))}
        <label class="chip">
          <input
            type="checkbox"
            checked={quiet}
            onChange={() => void choose(quiet ? { quiet_from: 0, quiet_to: 0 } : { quiet_from: 22 * 60, quiet_to: 8 * 60 })}
          />
          <span>{say('notices.quiet')}</span>
        </label>
      </fieldset>
      {quiet && (
        <div class="choice-row">
          <Hour label={say('notices.from')} minutes={chosen.quiet_from} set={(quiet_from) => void choose({ quiet_from })} />
          <Hour label={say('notices.to')} minutes={chosen.quiet_to} set={(quiet_to) => void choose({ quiet_to })} />
        </div>
      )}
    </>
  );
}

export function NoticesSettings() {
  const online = connection.value === 'connected';
  useEffect(() => {
    if (!online) return;
    void readNoticeState().catch(() => {});
    void loadFriends().catch(() => {});
  }, [online]);
  const state = noticeState.value;
  if (!online || state === 'unknown') return null;
  return (
    <section class="entries notices">
      <h2>{say('notices')}</h2>
      <p class="soft" role="status">
        {say(keyed('notices.state.', state))}
      </p>
      {state === 'off' && (
        <p>
          <Button icon="bell" label={say('mine.notify')} kind="act" onClick={() => void turnOn()} />
        </p>
      )}
      {(state === 'on' || state === 'no-way') && (
        <>
          <Kinds />
          <p>
            <Button icon="mute" label={say('notices.turn.off')} kind="quiet" onClick={() => void turnOff()} />
          </p>
        </>
      )}
    </section>
  );
}
