/* The rules of a game, in our own words and pictures. Chapters and paragraphs are numbered as in docs/GAME.md, so that a rule
 * cited by the table is found here. */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from './dialog';
import { gameNamed } from './games';
import { PageHeader } from './page_header';
import type { GameName } from './protocol';
import { address } from './route';
import { titleOf } from './shelf';
import { keyed, say } from './words';

/* Whether the page has the rules of a game. */
export function hasRules(game: GameName): boolean {
  return gameNamed(game).chapters.length > 0;
}

/* The paragraph of a cited rule: itself, or the nearest one that contains it. */
function place(game: GameName, rule: string): string {
  const all = gameNamed(game).chapters.flatMap(({ number, paragraphs }) => [number, ...paragraphs]);
  let found = rule;
  while (found.includes('.') && !all.includes(found)) found = found.slice(0, found.lastIndexOf('.'));
  return found;
}

function RulesText({ game, rule, heading: Heading }: { game: GameName; rule?: string | undefined; heading: 'h2' | 'h3' }) {
  const ref = useRef<HTMLDivElement>(null);
  const cited = rule && place(game, rule);
  const { chapters, beside: pictures, face } = gameNamed(game);
  const { Picture } = face;
  useEffect(() => {
    if (!cited) return undefined;
    /* In the next frame, when the dialog that we are in is open. */
    const frame = requestAnimationFrame(() => {
      const found = ref.current?.querySelector<HTMLElement>(`[data-rule="${cited}"]`);
      found?.focus({ preventScroll: true });
      found?.scrollIntoView({ block: 'center' });
    });
    return () => cancelAnimationFrame(frame);
  }, [cited]);
  return (
    <div class="rules" ref={ref}>
      <p class="lead">{say(keyed('rules.', game))}</p>
      {chapters.map(({ number, paragraphs, picture }) => (
        <section key={number} aria-labelledby={`rule-${game}-${number}`}>
          <Heading id={`rule-${game}-${number}`} data-rule={number} tabIndex={-1}>
            <span class="number">{number}</span> {say(keyed('rules.', `${game}.${number}`))}
          </Heading>
          {picture && (
            <figure>
              <Picture of={picture} />
            </figure>
          )}
          {paragraphs.map((paragraph) => {
            const beside = pictures[paragraph];
            return (
              <div key={paragraph} class={paragraph === cited ? 'rule cited' : 'rule'} data-rule={paragraph} tabIndex={-1}>
                <p>
                  <span class="number">{paragraph}</span> {say(keyed('rules.', `${game}.${paragraph}`))}
                </p>
                {beside && (
                  <figure>
                    <Picture of={beside} />
                  </figure>
                )}
              </div>
            );
          })}
        </section>
      ))}
    </div>
  );
}

/* --- over the table --- */

const opened = signal<{ game: GameName; rule?: string } | null>(null);

export function openRules(game: GameName, rule?: string): void {
  if (!hasRules(game)) return;
  opened.value = rule ? { game, rule } : { game };
}

export function RulesDialog() {
  const it = opened.value;
  if (!it) return null;
  return (
    <Dialog title={say('rules.of', { game: titleOf(it.game) })} kind="tall" close={() => (opened.value = null)}>
      <RulesText game={it.game} rule={it.rule} heading="h3" />
    </Dialog>
  );
}

/* --- on a page of their own --- */

export function RulesPage({ game }: { game: GameName }) {
  return (
    <div class="page">
      <PageHeader title={say('rules.of', { game: titleOf(game) })} />
      <main>
        <RulesText game={game} heading="h2" />
        <p class="row">
          <a class="button act" href={address('new', game)}>
            {say('home.play')}
          </a>
          {gameNamed(game).lesson && (
            <a class="button" href={address('learn', game)}>
              {say('home.learn')}
            </a>
          )}
        </p>
      </main>
    </div>
  );
}
