/* The rules of a game, in our own words and pictures. Chapters and paragraphs are numbered like docs/GAME.md, so that
 * a rule cited by the table is found here. */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from './dialog';
import { PICTURES } from './face';
import { faces } from './faces';
import { Icon } from './icons';
import type { GameName } from './protocol';
import { address, HOME } from './route';
import { keyed, say } from './words';

type Picture = (typeof PICTURES)[GameName][number];

interface Chapter {
  number: string;
  paragraphs: string[];
  picture?: Picture;
}

function chapter(number: string, paragraphs: string, picture?: Picture): Chapter {
  return { number, paragraphs: paragraphs.split(' '), ...(picture && { picture }) };
}

const CHAPTERS: Record<GameName, Chapter[]> = {
  alibaba: [
    chapter('1', '1.1', 'magic'),
    chapter('2', '2.4 2.7 2.8', 'cave'),
    chapter('3', '3.2 3.4 3.5 3.6'),
    chapter('4', '4.1 4.2 4.3 4.3.1 4.3.2 4.3.3 4.3.4 4.3.5 4.3.6 4.4 4.5', 'free'),
    chapter('5', '5.1 5.2 5.6 5.8', 'sets'),
    chapter('8', '8.1'),
  ],
  marrakech: [
    chapter('1', '1.4 1.5', 'loops'),
    chapter('2', '2.1 2.3'),
    chapter('3', '3.2'),
    chapter('4', '4.0 4.1 4.2 4.3 4.3.6 4.4', 'toll'),
    chapter('5', '5.1 5.3 5.5'),
    chapter('6', '6.2 6.3 6.4'),
  ],
  labyrinth: [
    chapter('1', '1.3 1.4 1.7', 'maze'),
    chapter('2', '2.1 2.3 2.4'),
    chapter('3', '3.1 3.1.5 3.2 3.3 3.4 3.5', 'shift'),
    chapter('4', '4.1 4.3 4.6', 'formula'),
    chapter('5', '5.2 5.3 5.4 5.5'),
  ],
};

/* Further pictures, each beside its paragraph. */
const BESIDE: Record<GameName, Partial<Record<string, Picture>>> = {
  alibaba: { '4.3.6': 'ban' },
  marrakech: { '4.1': 'turn', '4.2': 'die', '4.4': 'lay' },
  labyrinth: { '3.2': 'walk', '3.3': 'tokens' },
};

/* Where a cited rule stands here: itself, or the nearest one that holds it. */
function place(game: GameName, rule: string): string {
  const all = CHAPTERS[game].flatMap(({ number, paragraphs }) => [number, ...paragraphs]);
  let found = rule;
  while (found.includes('.') && !all.includes(found)) found = found.slice(0, found.lastIndexOf('.'));
  return found;
}

function RulesText({ game, rule, heading: Heading }: { game: GameName; rule?: string | undefined; heading: 'h2' | 'h3' }) {
  const ref = useRef<HTMLDivElement>(null);
  const cited = rule && place(game, rule);
  const { Picture } = faces[game];
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
      {CHAPTERS[game].map(({ number, paragraphs, picture }) => (
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
            const beside = BESIDE[game][paragraph];
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
  opened.value = rule ? { game, rule } : { game };
}

export function RulesDialog() {
  const it = opened.value;
  if (!it) return null;
  return (
    <Dialog title={say('rules.of', { game: say(keyed('game.', it.game)) })} kind="tall" close={() => (opened.value = null)}>
      <RulesText game={it.game} rule={it.rule} heading="h3" />
    </Dialog>
  );
}

/* --- on a page of their own --- */

export function RulesPage({ game }: { game: GameName }) {
  return (
    <div class="page">
      <header class="bar">
        <a class="round" href={HOME} aria-label={say('home')}>
          <Icon name="back" />
        </a>
        <h1>{say('rules.of', { game: say(keyed('game.', game)) })}</h1>
      </header>
      <main>
        <RulesText game={game} heading="h2" />
        <p class="row">
          <a class="button act" href={address('new', game)}>
            {say('home.play')}
          </a>
          <a class="button" href={address('learn', game)}>
            {say('home.learn')}
          </a>
        </p>
      </main>
    </div>
  );
}
