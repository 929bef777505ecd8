/* The four catalogues: no key is missing or unused, each plural is complete, and numbers in texts are those of the rules. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOGUES as catalogues, CLOCKS, isYou, lessons, PRESETS, RULEBOOKS } from './catalogue.mjs';
import { checkFacts } from '../system/facts.mjs';

const { en } = catalogues;

const SOURCES = readdirSync('web/src', { recursive: true })
  .map(String)
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('words/'))
  .map((name) => readFileSync(join('web/src', name), 'utf8'))
  .join('\n');

const forms = (text) => (typeof text === 'string' ? [text] : Object.values(text));
const parameters = (text) =>
  [...new Set(forms(text).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)))].sort();

/* The answers of the engine. */
function engine(commands) {
  const input = commands.map((command) => `${command}\n`).join('');
  const lines = execFileSync(process.env.SERAI ?? 'build/serai', ['engine'], { input, encoding: 'utf8' })
    .trim()
    .split('\n');
  assert.equal(lines.length, commands.length);
  return lines.map((line, i) => {
    assert.ok(line.startsWith('='), `${commands[i]}: ${line}`);
    return line.slice(2);
  });
}
const dealt = (game) => JSON.parse(engine([`new ${game} seed=1`, 'state'])[1]);

/* A constant in the program's source. */
const CORE = readdirSync('core')
  .map((name) => readFileSync(join('core', name), 'utf8'))
  .join('\n');
const constant = (name, text = CORE) => Number(new RegExp(`\\b${name}\\b(?: =)? "?(\\d+)`).exec(text)[1]);
const textOf = (file) => readFileSync(file, 'utf8');

/* The numbers that texts mention, and their actual values. */
function numbers() {
  const cave = (variant) => Object.keys(dealt(`alibaba variant=${variant}`).board).length;
  const [fullCave, smallCave] = [cave('base'), cave('small')];
  const allTiles = fullCave + constant('TILES_IN_BOX');
  const [pink, blue, brown] = ['PINK', 'BLUE', 'BROWN'].map((colour) => constant(`${colour}_POINTS`));
  const sets = [1, 2, 3, 4, 5, 6].map((tiles) => (tiles * (tiles + 1)) / 2);

  const markets = [2, 3, 4].map((players) => dealt(`marrakech players=${players}`));
  const carpets = markets.map((market) => Object.values(market.carpets[0]).reduce((sum, n) => sum + n));
  const die = engine(['new marrakech players=4 seed=1', 'play S', 'chance'])[2]
    .split(' ')
    .map((outcome) => Number(outcome.split(':')[0]));

  const shape = (tile) => (tile.length === 3 ? 'tee' : ['NS', 'EW'].includes(tile) ? 'straight' : 'corner');
  const isLoose = (_, i) => i % 2 === 1 || Math.floor(i / 7) % 2 === 1;
  const loose = (tiles) => {
    const { maze, spare } = dealt(`labyrinth tiles=${tiles}`);
    const shapes = [...maze.filter(isLoose).map(shape), spare];
    return ['straight', 'corner', 'tee'].map((wanted) => shapes.filter((one) => one === wanted).length);
  };
  const maze = dealt('labyrinth');
  const tokens = Object.keys(maze.tokens).map(Number);
  const last = tokens.at(-1);
  const [formula, wand] = ['FORMULA', 'WAND'].map((what) => constant(`${what}_POINTS`));

  const clock = ({ move, game, more }) => (move ? [move] : [game, more]);
  const inUnits = (ms) => [86_400_000, 60_000, 1000].map((unit) => ms / unit).find((n) => n >= 1);
  const password = constant('PASSWORD', textOf('web/src/account/password_field.tsx'));
  return {
    'option.alibaba.variant.base.about': [fullCave, allTiles],
    'option.alibaba.variant.small.about': [smallCave],
    'sign.alibaba.pink': [pink],
    'sign.alibaba.pink.about': [pink],
    'sign.alibaba.blue': [blue],
    'sign.alibaba.blue.about': [blue],
    'sign.alibaba.brown': [brown],
    'sign.alibaba.brown.about': [brown],
    'sign.alibaba.set.about': [...sets, 1, 6],
    'aim.alibaba.win': [sets.at(-1)],
    'rules.alibaba.1.1': [allTiles],
    'rules.alibaba.3.2': [fullCave, allTiles, smallCave],
    'rules.alibaba.5.6': [...sets, 1, 6],
    'sign.marrakech.odds.about': [1, 3],
    'sign.marrakech.toll.about': [1],
    'sign.marrakech.half.about': [1],
    'sign.marrakech.dirham.about': [1],
    'rules.marrakech.1.4': [7],
    'rules.marrakech.2.1': [markets[0].dirhams[0]],
    'rules.marrakech.2.3': [...carpets, ...Object.values(markets[0].carpets[0])],
    'rules.marrakech.4.2': die,
    'option.labyrinth.tiles.crazy.about': loose('crazy'),
    'option.labyrinth.tiles.master.about': loose('master'),
    'option.labyrinth.limit.about': [PRESETS.labyrinth[0].options.limit],
    'preset.labyrinth.quick': [PRESETS.labyrinth.find(({ name }) => name === 'quick').options.limit],
    'labyrinth.formula.secret': [formula],
    'sign.labyrinth.star.about': [formula],
    'sign.labyrinth.wand.about': [wand],
    'aim.labyrinth.win': [formula],
    'aim.labyrinth.end': [tokens[0], last],
    'labyrinth.describe.end': [wand],
    'picture.labyrinth.tokens': [last],
    'picture.labyrinth.last': [last],
    'picture.marrakech.toll': [4],
    'rules.labyrinth.1.4': [maze.maze.filter(isLoose).length],
    'rules.labyrinth.1.7': [tokens[0], tokens.at(-2), last],
    'rules.labyrinth.2.4': [formula],
    'rules.labyrinth.4.1': [last],
    'rules.labyrinth.4.3': [formula, wand],
    'account.password': [password],
    'account.password.new': [password],
    'account.data.about': ['DAYS', 'DAYS_OF_PLAYERS'].map((name) => constant(name, textOf('server/people/idle_guests.c'))),
    'refused.too-many-attempts': [constant('MOST_ATTEMPTS', textOf('server/api/puzzle_handlers.c'))],
    'top.about': [constant('GAMES_TO_BE_LISTED', textOf('server/store/store.c'))],
    ...Object.fromEntries(CLOCKS.flatMap(({ name, clock: time }) => (time ? [[`clock.${name}`, clock(time).map(inUnits)]] : []))),
  };
}

/* The lesson of a game, played: before and after each of its moves. */
function played(game) {
  const { players, options, seed, moves } = lessons[game];
  const given = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const commands = [['new', game, `players=${players}`, ...given, `seed=${seed}`].join(' ')];
  const chance = () => {
    while (engine([...commands, 'turn']).at(-1) === 'chance') commands.push('roll');
  };
  const state = () => JSON.parse(engine([...commands, 'state']).at(-1));
  chance();
  return moves.map(({ move }) => {
    const before = state();
    commands.push(`play ${move}`);
    chance();
    return { move, before, after: state() };
  });
}

const tests = {
  'all languages have the same keys': () => {
    for (const [language, words] of Object.entries(catalogues))
      assert.deepEqual(Object.keys(words).sort(), Object.keys(en).sort(), language);
  },
  'whoever is at the device has a name elsewhere, in each language': () => {
    for (const { you } of Object.values(catalogues)) assert.ok(isYou(you), you);
    assert.ok(!isYou('Timur'));
  },
  'no text is empty, and none is left in English': () => {
    for (const [language, words] of Object.entries(catalogues))
      for (const [key, text] of Object.entries(words)) {
        assert.ok(
          forms(text).every((form) => form.trim() !== ''),
          `${language} ${key}`,
        );
        if (language === 'uk' || language === 'ru')
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
  'every translation has the parameters of the English text': () => {
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
  'numbers in texts match the rules': () => {
    const inText = (text) => forms(text).flatMap((form) => [...form.replaceAll(/\{\w+\}/g, '').matchAll(/\d+/g)].map(Number));
    const unique = (all) => [...new Set(all)].sort((a, b) => a - b);
    for (const [key, true_] of Object.entries(numbers())) {
      assert.deepEqual(unique(inText(en[key])), unique(true_), `en ${key}: ${en[key]}`);
      for (const [language, words] of Object.entries(catalogues))
        assert.deepEqual(
          inText(words[key]).filter((n) => !true_.includes(n)),
          [],
          `${language} ${key}: ${words[key]}`,
        );
    }
  },
  'every rule that a refusal cites is in the rulebook, and a rule is there once': () => {
    for (const [game, rulebook] of Object.entries(RULEBOOKS)) {
      const rules = Object.values(rulebook).flatMap((paragraphs) => paragraphs.map(({ rule }) => rule));
      assert.equal(new Set(rules).size, rules.length, game);
      const cited = [...textOf(`core/${game}_text.c`).matchAll(/\bRULE\(.*"([\d.]+)"\)/g)].map(([, rule]) => rule);
      assert.ok(cited.length > 3, game);
      for (const rule of cited)
        assert.ok(
          rules.some((known) => rule === known || rule.startsWith(`${known}.`)),
          `${game} ${rule}`,
        );
      for (const rule of rules)
        assert.match(
          textOf(`docs/${game}.md`),
          new RegExp(`\\*\\*${rule.replaceAll('.', '\\.')}\\*\\*|${rule.replaceAll('.', '\\.')}\\.1\\b`),
          `${game} ${rule}`,
        );
    }
  },
  'every theme of the puzzles has a name and a title line': () => {
    const themes = (game) => [...textOf(`web/puzzles/${game}`).matchAll(/"theme":"(\w+)"/g)].map(([, theme]) => theme);
    const named = Object.keys(en).filter((key) => key.startsWith('puzzle.'));
    for (const file of readdirSync('web/puzzles'))
      for (const theme of themes(file))
        for (const end of ['', '.task'])
          assert.ok(named.includes(`puzzle.${file.replace('json', '')}${theme}${end}`), `${file} ${theme}`);
  },
  'the texts of a lesson match its moves': () => {
    const says = (game, i) => en[`learn.${game}.${i + 1}`];
    for (const [i, { move, before, after }] of played('alibaba').entries()) {
      const slot = move.replace('green:', '');
      const tile = move.startsWith('pick:') ? before.shown[1] : before.board[slot];
      if (!tile) continue;
      const [kind, colour] = tile.split('.');
      assert.ok(says('alibaba', i).includes(en[`alibaba.kind.${kind}`].toLowerCase()), `alibaba ${i + 1} takes ${tile}`);
      if (move.includes(':')) continue;
      assert.ok(says('alibaba', i).includes(en[`alibaba.form.${colour}.m`]), `alibaba ${i + 1} takes ${tile}`);
      const scored = after.points[before.player - 1] - before.points[before.player - 1];
      if (colour === 'pink' || colour === 'brown')
        assert.ok(says('alibaba', i).includes(String(scored)), `alibaba ${i + 1} scores ${scored}`);
    }
    const market = played('marrakech');
    for (const [i, { move, before, after }] of market.entries()) {
      if (move.length === 1 && before.player === 1) {
        assert.match(says('marrakech', i), new RegExp(en[`marrakech.way.${move}`], 'i'), `marrakech ${i + 1} turns ${move}`);
        if (before.drawn !== market[i - 4]?.before.drawn)
          assert.ok(says('marrakech', i).includes(before.drawn), `marrakech ${i + 1}: ${before.drawn}`);
      }
      const paid = Math.abs(after.dirhams[0] - before.dirhams[0]);
      if (paid) assert.ok(says('marrakech', i + 1).includes(String(paid)), `marrakech ${i + 2} says that ${paid} were paid`);
    }
    for (const [i, { move, before }] of played('labyrinth').entries()) {
      if (before.player !== 1) continue;
      const places = (text) => [...text.matchAll(/\b[a-g][1-7]\b/g)].map(String);
      for (const [language, words] of Object.entries(catalogues))
        for (const place of places(words[`learn.labyrinth.${i + 1}`])) assert.equal(place, move, `${language} labyrinth ${i + 1}`);
      if (/^[a-g][1-7]$/.test(move)) assert.deepEqual(places(says('labyrinth', i)), [move]);
    }
  },
};

checkFacts(tests);
