/* Reporting a player to the administrators, in two taps: Report, and why. Their last words and the table go along. */
import { signal, useSignal } from '@preact/signals';
import { reasonOf, report, REPORT_REASONS } from './api';
import { Dialog } from './dialog';
import { Icon } from './icons';
import { showToast } from './menu';
import { RefusalAlert, type Reason } from './refusal';
import { keyed, say } from './words';

const reported = signal<{ person: string; name: string; table?: string | undefined } | null>(null);

/* A small button beside a name or a message. */
export function ReportButton(props: { person: string; name: string; table?: string | undefined }) {
  return (
    <button
      type="button"
      class="report-button"
      title={say('report')}
      aria-label={say('report.who', { name: props.name })}
      onClick={() => (reported.value = props)}
    >
      <Icon name="flag" />
    </button>
  );
}

export function ReportDialog() {
  const wrong = useSignal<Reason | null>(null);
  const whom = reported.value;
  if (!whom) return null;
  const close = () => (wrong.value = reported.value = null);
  const send = async (why: (typeof REPORT_REASONS)[number]) => {
    try {
      await report(whom.person, why, whom.table);
      close();
      showToast(say('report.sent'));
    } catch (error) {
      wrong.value = reasonOf(error);
    }
  };
  return (
    <Dialog title={say('report.who', { name: whom.name })} close={close}>
      <p class="soft">{say('report.about')}</p>
      <ul class="menu">
        {REPORT_REASONS.map((why) => (
          <li key={why}>
            <button type="button" onClick={() => void send(why)}>
              <Icon name="flag" />
              {say(keyed('report.why.', why))}
            </button>
          </li>
        ))}
      </ul>
      <RefusalAlert why={wrong.value} />
    </Dialog>
  );
}
