/* The page's texts in four languages.
 *
 * `say('home.about', { players })` returns the text in the chosen language with its parameters filled in. A text that counts is an
 * object by plural category, chosen by Intl.PluralRules for the parameter `n`. */
import { signal } from '@preact/signals';
import * as account from './account/words';
import * as alibaba from './alibaba/words';
import * as labyrinth from './labyrinth/words';
import * as marrakech from './marrakech/words';
import * as memory from './memory/words';
import * as people from './people/words';
import * as plain from './plain/words';
import * as page from './words/index';
import * as travellers from './travellers/words';

export type Language = 'uk' | 'ru' | 'nl' | 'en';
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
/* A catalogue with the keys of the English one. */
export type Translation<English> = Record<keyof English, string | Plural>;

/* The page's own texts, those of accounts, of people, of what it remembers, and those of each game. */
const all = [page, account, memory, people, travellers, plain, alibaba, marrakech, labyrinth] as const;
type Union<T> = T extends { en: infer English } ? keyof English : never;
export type Key = Union<(typeof all)[number]>;

const catalogue = (language: Language) => Object.assign({}, ...all.map((words) => words[language])) as Record<Key, string | Plural>;
export const CATALOGUES: Record<Language, Record<Key, string | Plural>> = {
  uk: catalogue('uk'),
  ru: catalogue('ru'),
  nl: catalogue('nl'),
  en: catalogue('en'),
};
export const LANGUAGES = Object.keys(CATALOGUES) as Language[];

/* The first language of the browser that we have. */
export function browserLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((l) => tag.toLowerCase().startsWith(l));
    if (found) return found;
  }
  return 'en';
}

export const language = signal<Language>('en');

/* Made once: constructing one takes longer than filling in a thousand texts. */
const PLURALS = Object.fromEntries(LANGUAGES.map((l) => [l, new Intl.PluralRules(l)])) as Record<Language, Intl.PluralRules>;
const NUMBERS = Object.fromEntries(LANGUAGES.map((l) => [l, new Intl.NumberFormat(l, { useGrouping: false })])) as Record<
  Language,
  Intl.NumberFormat
>;

export function say(key: Key, parameters: Record<string, string | number> = {}): string {
  const text = CATALOGUES[language.value][key];
  const words = typeof text === 'string' ? text : (text[PLURALS[language.value].select(Number(parameters['n']))] ?? text.other);
  const filled = (value: string | number) => (typeof value === 'number' ? NUMBERS[language.value].format(value) : value);
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => filled(parameters[name] ?? whole));
}

/* A language's name for itself. */
export function nameOf(language: Language): string {
  return String(CATALOGUES[language]['language.name']);
}

export function has(key: string): key is Key {
  return key in CATALOGUES.en;
}

/* A key made at run time, from the words of a view: keyed('tile.', 'ring'). */
export function keyed(prefix: string, word: string): Key {
  return (prefix + word) as Key;
}
