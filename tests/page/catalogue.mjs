/* The page's texts by key, so that tests find what a person would, however it is worded today; and the data that the texts
 * refer to. */
import { createRequire } from 'node:module';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LANGUAGES, languageModule } from '../../web/languages.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { build } = require('esbuild');

/* Faces draw, and there is no document here. */
const NO_FACE = 'export const face = {}, plainFace = () => ({});';

const out = join(tmpdir(), `serai-words-${process.pid}.mjs`);
await build({
  stdin: {
    contents: `
      ${LANGUAGES.map((l) => `import { words as ${l} } from 'language:${l}';`).join('\n')}
      export const CATALOGUES = { uk, ru, nl, en };
      export { isYou, language, nameOf, say, spoken } from './web/src/words';
      export { ONLINE_CLOCKS } from './web/src/presets';
      export { GAMES } from './web/src/games';`,
    resolveDir: process.cwd(),
  },
  bundle: true,
  format: 'esm',
  outfile: out,
  plugins: [
    { name: 'no-faces', setup: (build) => build.onLoad({ filter: /\/face\.tsx$/ }, () => ({ contents: NO_FACE })) },
    {
      name: 'languages',
      setup(build) {
        build.onResolve({ filter: /^language:/ }, ({ path }) => ({ path: path.slice(9), namespace: 'language' }));
        build.onLoad({ filter: /.*/, namespace: 'language' }, ({ path }) => languageModule(path));
      },
    },
  ],
  logLevel: 'error',
});
const words = await import(pathToFileURL(out));
rmSync(out);

export const { CATALOGUES, isYou, nameOf, ONLINE_CLOCKS: CLOCKS } = words;
export const PRESETS = Object.fromEntries(words.GAMES.map(({ name, presets }) => [name, presets]));
export const RULEBOOKS = Object.fromEntries(words.GAMES.map(({ name, rulebook }) => [name, rulebook]));
export const lessons = Object.fromEntries(words.GAMES.map(({ name, lesson }) => [name, lesson]));

/* A text in a language. */
export function say(key, parameters = {}, language = 'en') {
  known(key);
  words.language.value = language;
  words.spoken.value = { language, words: CATALOGUES[language] };
  return words.say(key, parameters);
}

/* A pattern that matches a text with any parameters, which become its groups. */
export function saying(...keys) {
  const forms = keys.flatMap((key) => {
    known(key);
    const text = CATALOGUES.en[key];
    return typeof text === 'string' ? [text] : Object.values(text);
  });
  return new RegExp(
    forms
      .map((form) =>
        form
          .split(/\{\w+\}/)
          .map(escaped)
          .join('(.+)'),
      )
      .join('|'),
  );
}

/* Matches what begins with a text, such as a control whose label is followed by an explanation. */
export const begins = (text) => new RegExp(`^${escaped(text)}`);

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/* The page's name of an option; without texts, the game's own. */
export const optionName = (game, name) => (`option.${game}.${name}` in CATALOGUES.en ? say(`option.${game}.${name}`) : name);

function known(key) {
  if (!(key in CATALOGUES.en)) throw new Error(`no text has the key ${key}`);
}
