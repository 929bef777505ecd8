/* Compares everything that repeats the protocol with its one description, table/protocol.def: documents, catalogues, the
 * fuzzers' dictionary, the events that C writes. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkOf, readProtocol, typescript, withTables } from '../../web/protocol.mjs';
import { CATALOGUES as catalogues } from '../page/catalogue.mjs';
import { checkFacts } from './facts.mjs';

const protocol = readProtocol();
const { commands, events, members, refusals, types } = protocol;
const unique = (list) => assert.equal(new Set(list).size, list.length, `one of ${list} comes twice`);

const filesOf = (folder, end) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(end))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
const c = ['core', 'table', 'server'].map((folder) => filesOf(folder, '.c')).join('\n');

/* The refusals of each game, as its table in core/ lists them. */
const gameRefusals = [...c.matchAll(/const struct refusal (\w+)_refusals\[\] = \{(.*?)\n\};/gs)].flatMap(([, game, table]) =>
  [...table.matchAll(/(?:\{ |RULE\()"([a-z-]+)",/g)].map(([, code]) => `${game}.${code}`),
);
const optionRefusals = [...c.matchAll(/^const struct refusal NO_SUCH_FIRST = \{ "([a-z-]+)"/gm)].map(([, code]) => code);

const tests = {
  'the description is whole: every macro is read, names and codes are unique': () => {
    const text = readFileSync('table/protocol.def', 'utf8');
    for (const [macro, read] of Object.entries({
      MEMBER: members,
      COMMAND: commands,
      TYPE: types,
      EVENT: events,
      REFUSAL: refusals,
    }))
      assert.equal(read.length, [...text.matchAll(new RegExp(`^${macro}\\(`, 'gm'))].length, macro);
    for (const list of [commands, types, events]) unique(list.map(({ name }) => name));
    for (const list of [members, refusals]) unique(list.map(({ id }) => id));
    unique(refusals.map(({ code }) => code));
    for (const { needs, may, name } of commands)
      assert.ok([...needs, ...may].every(Boolean), `${name} has a member that is not described`);
    assert.ok(commands.length > 20 && events.length > 10 && refusals.length > 60);
  },
  'a type that is not described is noticed': () => {
    assert.throws(() => checkOf('{a: nothing}', []), /there is no type nothing/);
    assert.throws(() => checkOf('{a: text', []), /should stand/);
    assert.throws(() => checkOf('text text', []), /too much/);
    assert.match(typescript(protocol), /t: 'play'; ply: number; move: string; link\?: Hash/);
  },
  'the tables of docs/protocol.md are as described': () => {
    const document = readFileSync('docs/protocol.md', 'utf8');
    assert.equal(document, withTables(document), 'run: node web/protocol.mjs --docs');
  },
  'every command and event is explained in docs/protocol.md': () => {
    const explained = readFileSync('docs/protocol.md', 'utf8').split('## 10.')[0];
    for (const { name } of [...commands, ...events]) assert.ok(explained.includes(`{"t":"${name}"`), name);
  },
  'the fuzzers know every command and member': () => {
    const dictionary = readFileSync('tests/fuzz/dictionary', 'utf8').split('\n');
    const missing = [...commands.map(({ name }) => name), ...members.map(({ key }) => key)].filter(
      (word) => !dictionary.includes(`"${word}"`),
    );
    assert.deepEqual(missing, []);
  },
  'every event is written by C, and C writes no other': () => {
    const written = new Set([...c.matchAll(/\{\\"t\\":\\"(\w+)\\"/g)].map(([, name]) => name));
    assert.deepEqual([...written].sort(), events.map(({ name }) => name).sort());
  },
  'every refusal is used': () => {
    const unused = refusals.filter(({ id }) => !new RegExp(`&${id}\\b`).test(c));
    assert.deepEqual(
      unused.map(({ id }) => id),
      [],
    );
  },
  'every refusal is said in all languages, and no other': () => {
    const codes = [...refusals.map(({ code }) => code), ...gameRefusals, ...optionRefusals].sort();
    assert.ok(gameRefusals.length > 40 && optionRefusals.length === 1);
    for (const [language, words] of Object.entries(catalogues)) {
      const said = Object.keys(words)
        .filter((key) => key.startsWith('refused.'))
        .map((key) => key.slice('refused.'.length));
      assert.deepEqual(said.sort(), codes, language);
    }
  },
};

checkFacts(tests);
