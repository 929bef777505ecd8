/* The four catalogues: no key is missing, none is unused, each plural is whole, and whatever a player may be refused is
 * said in every language. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { build } = require('esbuild');

const out = join(tmpdir(), `serai-words-${process.pid}.mjs`);
await build({
  stdin: {
    contents: "export { CATALOGUES } from './web/src/words';",
    resolveDir: process.cwd(),
  },
  bundle: true,
  format: 'esm',
  outfile: out,
  logLevel: 'error',
});
const { CATALOGUES: catalogues } = await import(pathToFileURL(out));
const { en } = catalogues;

const SOURCES = readdirSync('web/src', { recursive: true })
  .map(String)
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('words/'))
  .map((name) => readFileSync(join('web/src', name), 'utf8'))
  .join('\n');

const forms = (text) => (typeof text === 'string' ? [text] : Object.values(text));
const parameters = (text) =>
  [...new Set(forms(text).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)))].sort();

const tests = {
  'all languages have the same keys': () => {
    for (const [language, words] of Object.entries(catalogues))
      assert.deepEqual(Object.keys(words).sort(), Object.keys(en).sort(), language);
  },
  'no text is empty, and none is left in English': () => {
    for (const [language, words] of Object.entries(catalogues))
      for (const [key, text] of Object.entries(words)) {
        assert.ok(
          forms(text).every((form) => form.trim() !== ''),
          `${language} ${key}`,
        );
        if ((language === 'uk' || language === 'ru') && key !== 'language.name')
          for (const form of forms(text))
            if (/[a-z]{3}/i.test(form.replaceAll(/\{\w+\}/g, ''))) assert.match(form, /[а-яіїєґ]/i, `${language} ${key}: ${form}`);
      }
  },
  'every plural has all the forms of its language': () => {
    for (const [language, words] of Object.entries(catalogues)) {
      const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      for (const [key, text] of Object.entries(words)) {
        assert.equal(typeof text, typeof en[key], `${language} ${key} counts in all languages or in none`);
        if (typeof text !== 'string')
          assert.deepEqual(
            needed.filter((category) => !(category in text)),
            [],
            `${language} ${key}`,
          );
      }
    }
  },
  'every text names what the English one names': () => {
    for (const [language, words] of Object.entries(catalogues))
      for (const [key, text] of Object.entries(words)) {
        const extra = parameters(text).filter((name) => !parameters(en[key]).includes(name) && !/^(m|f|n|f4)$/.test(name));
        assert.deepEqual(extra, [], `${language} ${key}`);
      }
  },
  'no key is unused': () => {
    const prefixes = [...SOURCES.matchAll(/\b(?:keyed|sayOr)\(\s*[`']([\w.]+\.)/g)].map(([, prefix]) => prefix);
    const unused = Object.keys(en).filter(
      (key) => !SOURCES.includes(`'${key}'`) && !prefixes.some((prefix) => key.startsWith(prefix)),
    );
    assert.deepEqual(unused, []);
  },
  'every key that is used exists': () => {
    const used = [...SOURCES.matchAll(/\bsay\('([^']+)'/g)].map(([, key]) => key);
    assert.deepEqual(
      used.filter((key) => !(key in en)),
      [],
    );
    assert.ok(used.length > 200);
  },
  'every refusal that names a rule is said in all languages': () => {
    const core = readdirSync('core')
      .filter((name) => name.endsWith('_text.c'))
      .map((name) => readFileSync(`core/${name}`, 'utf8'))
      .join('\n');
    const refusals = [...core.matchAll(/"([^"]+) \(rule [\d.]+\)"/g)].map(([, words]) => words);
    assert.ok(refusals.length >= 12);
    const key = (words) =>
      `why.${words
        .toLowerCase()
        .split(/[^a-z]+/)
        .filter(Boolean)
        .slice(0, 6)
        .join('-')}`;
    assert.deepEqual(
      refusals.filter((words) => !(key(words) in en)),
      [],
    );
  },
  'every refusal that is said in all languages is one that the program gives': () => {
    const c = ['core', 'table', 'server'].flatMap((folder) =>
      readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => name.endsWith('.c'))
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    );
    const words = c
      .join('\n')
      .replaceAll(/%\w+|"\s*\n\s*"/g, '')
      .toLowerCase()
      .split(/[^a-z]+/)
      .join('-');
    const keys = Object.keys(en)
      .filter((key) => key.startsWith('why.'))
      .map((key) => key.slice('why.'.length));
    assert.ok(keys.length > 60);
    assert.deepEqual(
      keys.filter((key) => !words.includes(`-${key}-`)),
      [],
    );
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests))
  try {
    test();
    console.log(`ok      ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}\n        ${String(error.message).replaceAll('\n', '\n        ')}`);
  }
process.exitCode = failed ? 1 : 0;
