/* The rules of a game as a rulebook, in our own words and pictures: the aim, the set-up, a turn, the end, variants. A rule that the
 * table cites by its number in docs/GAME.md is found here by it. */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Aims } from './aims';
import { startBotGame } from './bot_game';
import { Dialog } from './dialog';
import { CHAPTERS } from './game';
import { gameNamed } from './games';
import { PageHeader } from './page_header';
import type { GameName } from './protocol';
import { address } from './route';
import { titleOf } from './shelf';
import { SignPicture, SignText } from './sign';
import { keyed, say } from './words';

/* Whether the page has the rules of a game. */
export function hasRules(game: GameName): boolean {
  return gameNamed(game).rulebook !== null;
}

/* The paragraph of a cited rule: its own, or the nearest one that contains it. */
function place(game: GameName, rule: string): string {
  const { rulebook } = gameNamed(game);
  const all = rulebook ? CHAPTERS.flatMap((chapter) => rulebook[chapter].map((paragraph) => paragraph.rule)) : [];
  let found = rule;
  while (found.includes('.') && !all.includes(found)) found = found.slice(0, found.lastIndexOf('.'));
  return found;
}

function RulesText({ game, rule, heading: Heading }: { game: GameName; rule?: string | undefined; heading: 'h2' | 'h3' }) {
  const ref = useRef<HTMLDivElement>(null);
  const cited = rule && place(game, rule);
  const { rulebook, face } = gameNamed(game);
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
      <section>
        <Heading>{say('rules.aim')}</Heading>
        <Aims game={game} parts={['you', 'win']} />
      </section>
      {rulebook &&
        CHAPTERS.map((chapter) => (
          <section key={chapter} class={`rules-${chapter}`}>
            <Heading>{say(keyed('rules.', chapter))}</Heading>
            {rulebook[chapter].map(({ rule: number, step, sign, picture }) => (
              <div
                key={number}
                class={`rule${step ? ' step' : ''}${sign ? ' of-sign' : ''}${number === cited ? ' cited' : ''}`}
                data-rule={number}
                tabIndex={-1}
              >
                {sign && <SignPicture of={`${game}.${sign}`} />}
                <p>{sign ? <SignText of={`${game}.${sign}`} /> : say(keyed('rules.', `${game}.${number}`))}</p>
                {picture && (
                  <figure>
                    <Picture of={picture} />
                    <figcaption>{say(keyed('picture.', `${game}.${picture}`))}</figcaption>
                  </figure>
                )}
              </div>
            ))}
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
          <button type="button" class="button act" onClick={() => startBotGame(game)}>
            {say('home.play')}
          </button>
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
