/* A refusal in the page's language, found by its code, with a link to the rule it cites. */
import { tableInfo } from './table';
import { has, keyed, say } from './words';
import { openRules } from './rules';

/* As in the protocol. What the page itself refuses has no code: its sentence is in the page's language already. */
export interface Reason {
  code: string;
  why: string;
  rule?: string | undefined;
}

export const reasonOfText = (sentence: string): Reason => ({ code: '', why: sentence });

/* A code that this page does not know is shown in the server's English. */
export function sentence({ code, why }: Reason): string {
  const key = keyed('refused.', code);
  return code && has(key) ? say(key) : why.charAt(0).toUpperCase() + why.slice(1);
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
