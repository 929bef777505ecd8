/* The page's texts in four languages, of which it loads the one that is spoken.
 *
 * `say('home.about', { players })` returns the text in that language with its parameters filled in. A text that counts is an
 * object by plural category, chosen by Intl.PluralRules for the parameter `n`. */
import { effect, signal } from '@preact/signals';
import type { en as account } from './account/words/en';
import type { en as analysis } from './analysis/words/en';
import type { en as alibaba } from './alibaba/words/en';
import type { en as labyrinth } from './labyrinth/words/en';
import type { en as marrakech } from './marrakech/words/en';
import type { en as memory } from './memory/words/en';
import type { en as people } from './people/words/en';
import type { en as plain } from './plain/words/en';
import type { en as puzzles } from './puzzles/words/en';
import type { en as review } from './review/words/en';
import type { en as travellers } from './travellers/words/en';
import type { en as page } from './words/en';

/* The texts of the page, of its parts, and of each game; web/languages.mjs puts them together. */
type English = typeof page &
  typeof account &
  typeof analysis &
  typeof memory &
  typeof people &
  typeof puzzles &
  typeof review &
  typeof travellers &
  typeof plain &
  typeof alibaba &
  typeof marrakech &
  typeof labyrinth;

export type Language = 'uk' | 'ru' | 'nl' | 'en';
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
/* A catalogue with the keys of the English one. */
export type Translation<English> = Record<keyof English, string | Plural>;
export type Key = keyof English;
type Catalogue = Record<Key, string | Plural>;

/* What each language calls itself, and whoever is at this device. */
const OWN: Record<Language, { name: string; you: string }> = {
  uk: { name: 'Українська', you: 'Ви' },
  ru: { name: 'Русский', you: 'Вы' },
  nl: { name: 'Nederlands', you: 'Jij' },
  en: { name: 'English', you: 'You' },
};
export const LANGUAGES = Object.keys(OWN) as Language[];

/* The first language of the browser that we have. */
export function browserLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((l) => tag.toLowerCase().startsWith(l));
    if (found) return found;
  }
  return 'en';
}

export const language = signal<Language>('en'); // that was chosen
export const spoken = signal<{ language: Language; words: Catalogue }>({ language: 'en', words: {} as Catalogue });

declare const LANGUAGE_FILES: Record<Language, string>; // put in by build.mjs

/* Speaks the chosen language; if it cannot be loaded, the one before goes on. */
async function speak(chosen: Language): Promise<void> {
  try {
    const file = new URL(LANGUAGE_FILES[chosen], import.meta.url).href;
    const { words } = (await import(file)) as { words: Catalogue };
    if (chosen === language.peek()) spoken.value = { language: chosen, words };
  } catch {
    if (chosen === language.peek()) language.value = spoken.peek().language;
  }
}

const RETRY_MS = 2000;

/* Resolves when there are words; from then on the page speaks whatever is chosen. */
export async function startSpeaking(): Promise<void> {
  const chosen = language.peek();
  for (await speak(chosen); !('you' in spoken.peek().words); await speak(chosen)) {
    language.value = chosen;
    await new Promise((done) => setTimeout(done, RETRY_MS));
  }
  effect(() => {
    if (language.value !== spoken.peek().language) void speak(language.value);
  });
}

/* Made once: constructing one takes longer than filling in a thousand texts. */
const PLURALS = Object.fromEntries(LANGUAGES.map((l) => [l, new Intl.PluralRules(l)])) as Record<Language, Intl.PluralRules>;
const NUMBERS = Object.fromEntries(LANGUAGES.map((l) => [l, new Intl.NumberFormat(l, { useGrouping: false })])) as Record<
  Language,
  Intl.NumberFormat
>;

export function say(key: Key, parameters: Record<string, string | number> = {}): string {
  const { language, words: all } = spoken.value;
  const text = all[key];
  const words = typeof text === 'string' ? text : (text[PLURALS[language].select(Number(parameters['n']))] ?? text.other);
  const filled = (value: string | number) => (typeof value === 'number' ? NUMBERS[language].format(value) : value);
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => filled(parameters[name] ?? whole));
}

/* A language's name for itself. */
export function nameOf(language: Language): string {
  return OWN[language].name;
}

/* Whether this is what some language calls whoever is at this device. */
export const isYou = (name: string): boolean => LANGUAGES.some((language) => OWN[language].you === name);

export function has(key: string): key is Key {
  return key in spoken.peek().words;
}

/* A key made at run time, from the words of a view: keyed('tile.', 'ring'). */
export function keyed(prefix: string, word: string): Key {
  return (prefix + word) as Key;
}
