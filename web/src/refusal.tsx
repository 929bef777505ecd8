/* Why not: the table's English sentence in the words of the page, with a way to the rule it cites. */
import { about } from './table';
import { has, keyed, say, type Key } from './words';
import { openRules } from './rules';

/* 'no tile lies there any more (rule 2.5)' has the key 'why.no-tile-lies-there-any-more': its first six words. */
function keyOf(sentence: string): Key {
  const words = sentence
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  return keyed('why.', words.slice(0, 6).join('-'));
}

export function reason(why: string): { sentence: string; rule: string | undefined } {
  const [, bare = why, rule] = /^(.*?)\s*(?:\(rule ([\d.]+)\))?\.?$/.exec(why) ?? [];
  const key = keyOf(bare);
  return { sentence: has(key) ? say(key) : bare.charAt(0).toUpperCase() + bare.slice(1) + '.', rule };
}

export function Refusal({ why }: { why: string }) {
  const { sentence, rule } = reason(why);
  const game = about.value?.game;
  return (
    <>
      {sentence}{' '}
      {rule && game && (
        <button type="button" class="link" onClick={() => openRules(game, rule)}>
          {say('rule', { number: rule })}
        </button>
      )}
    </>
  );
}
