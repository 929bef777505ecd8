/* A refusal in the page's language, found by its code, with a link to the rule it cites. */
import { tableInfo } from './table';
import { has, keyed, language, say } from './words';
import { openRules } from './rules';

/* As in the protocol. What the page itself refuses has no code: its sentence is in the page's language already. */
export interface Reason {
  code: string;
  why: string;
  rule?: string | undefined;
  detail?: string | undefined;
}

export const reasonOfText = (sentence: string): Reason => ({ code: '', why: sentence });

/* The detail of what is refused for a time is until when. */
const time = (detail: string): string =>
  new Date(detail).toLocaleString(language.value, { dateStyle: 'medium', timeStyle: 'short' });

/* A code that this page does not know is shown in the server's English. */
export function sentence({ code, why, detail }: Reason): string {
  const key = keyed('refused.', code);
  const until = detail && /^\d{4}-\d\d-\d\dT/.test(detail) ? time(detail) : '';
  return code && has(key) ? say(key, { until }) : why.charAt(0).toUpperCase() + why.slice(1);
}

export function Refusal({ why }: { why: Reason }) {
  const game = tableInfo.value?.game;
  const { rule } = why;
  return (
    <>
      {sentence(why)}{' '}
      {rule && game && (
        <button type="button" class="link" onClick={() => openRules(game, rule)}>
          {say('rule')}
        </button>
      )}
    </>
  );
}

/* What was just asked for and refused, told at once. */
export function RefusalAlert({ why }: { why: Reason | null }) {
  return (
    why && (
      <p role="alert" class="bad">
        <Refusal why={why} />
      </p>
    )
  );
}
