/* Reads table/protocol.def, the one description of the protocol, and writes the page's part of it: the types of commands, and the
 * checks and types of events. The build runs it; tests read the description through it.
 *
 *   node web/protocol.mjs            writes web/src/protocol.gen.ts
 *   node web/protocol.mjs --docs     writes the tables of docs/protocol.md */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DEFINITION = new URL('../table/protocol.def', import.meta.url);

/* The arguments of every use of a macro: strings without their quotes, everything else as it is written. */
function uses(text, macro) {
  const found = [];
  for (const [, line] of text.matchAll(new RegExp(`^${macro}\\((.*)\\)$`, 'gm')))
    found.push(
      [...line.matchAll(/"((?:[^"\\]|\\.)*)"|((?:[^,"()]|\([^()]*\))+)/g)]
        .map(([, string, word]) => string ?? word.trim())
        .filter((argument) => argument !== ''),
    );
  return found;
}

const ids = (list) => [...list.matchAll(/\((\w+)\)/g)].map(([, id]) => id);

export function readProtocol(text = readFileSync(DEFINITION, 'utf8')) {
  const members = uses(text, 'MEMBER').map(([id, , key, type, low, high, about]) => ({ id, key, type, low, high, about }));
  const named = (list) => ids(list).map((id) => members.find((member) => member.id === id));
  return {
    version: Number(uses(text, 'PROTOCOL')[0][0]),
    members,
    commands: uses(text, 'COMMAND').map(([id, name, handler, cost, needs, may, about]) => ({
      id,
      name,
      handler: handler.toLowerCase(),
      cost: Number(cost),
      needs: named(needs),
      may: named(may),
      about,
    })),
    types: uses(text, 'TYPE').map(([name, is, about]) => ({ name, is, about })),
    events: uses(text, 'EVENT').map(([name, is, about]) => ({ name, is, about })),
    refusals: uses(text, 'REFUSAL').map(([id, code, why]) => ({ id, code, why })),
  };
}

// --- types of events, as expressions of check.ts ---

const GIVEN = {
  text: 'text',
  number: 'number',
  flag: 'flag',
  game: 'game',
  view: 'view',
  effect: 'effect',
  changes: 'changes',
  record: 'text',
};

function tokensOf(text) {
  return text.match(/'[^']*'|\w+|[^\s\w]/g) ?? [];
}

/* A type, as protocol.def writes it, to the expression of a check. */
export function checkOf(type, names) {
  const tokens = tokensOf(type);
  let at = 0;
  const is = (token) => tokens[at] === token;
  const take = (token) => {
    if (token !== undefined && !is(token)) throw new Error(`${type}: ${token} should stand where ${tokens[at]} does`);
    return tokens[at++];
  };

  function either() {
    const all = [sum()];
    while (is('|')) {
      take();
      all.push(sum());
    }
    const words = all.filter((one) => one.startsWith('word('));
    const others = all.filter((one) => !one.startsWith('word('));
    const joined = words.length ? `word(${words.map((one) => one.slice(5, -1)).join(', ')})` : null;
    return [...others, ...(joined ? [joined] : [])].reduce((a, b) => `either(${a}, ${b})`);
  }

  function sum() {
    const all = [one()];
    while (is('+')) {
      take();
      all.push(one());
    }
    return all.reduce((a, b) => `both(${a}, ${b})`);
  }

  function one() {
    const token = take();
    if (token.startsWith("'")) return `word(${token})`;
    if (token === 'null') return 'word(null)';
    if (token === '[') {
      const item = either();
      take(']');
      return `list(${item})`;
    }
    if (token === '(') {
      const item = either();
      take(',');
      either();
      take(')');
      return `pair(${item})`;
    }
    if (token === '{') return fields();
    const known = GIVEN[token] ?? (names.includes(token) ? token : undefined);
    if (!known) throw new Error(`${type}: there is no type ${token}`);
    return known;
  }

  function fields() {
    if (is('*')) {
      take('*');
      take(':');
      const values = either();
      take('}');
      return `dictionary(${values})`;
    }
    const all = [];
    while (!is('}')) {
      const key = take();
      const optional = is('?') && take('?');
      take(':');
      const value = either();
      all.push(`${key}: ${optional ? `maybe(${value})` : value}`);
      if (!is('}')) take(',');
    }
    take('}');
    return `object({ ${all.join(', ')} })`;
  }

  const check = either();
  if (at !== tokens.length) throw new Error(`${type}: ${tokens[at]} is too much`);
  return check;
}

// --- members of commands, as types ---

const MEMBER_TYPE = {
  GAME: 'GameName',
  OPTIONS: 'Settings',
  SEATS: 'Seat[]',
  LEVEL_LIST: 'number[]',
  NUMBER: 'number',
  COUNT: 'number',
  CLOCK: 'Clock | Record<string, never>',
  TIMES: 'number[]',
  RECORD: 'RecordText',
  WORD: 'string',
  WORDS: 'string[]',
  HASH: 'Hash',
  ID: 'string',
  FLAG: 'boolean',
  TEXT: 'string',
};

const capital = (name) => name[0].toUpperCase() + name.slice(1);

function commandType({ name, needs, may }) {
  const members = [
    `t: '${name}'`,
    ...needs.map(({ key, type }) => `${key}: ${MEMBER_TYPE[type]}`),
    ...may.map(({ key, type }) => `${key}?: ${MEMBER_TYPE[type]}`),
  ];
  return `  | { ${members.join('; ')} }`;
}

export function typescript({ version, commands, types, events }) {
  const names = types.map(({ name }) => name);
  const union = (handlers) => commands.filter(({ handler }) => handlers.includes(handler)).map(commandType);
  return `/* Made of table/protocol.def by web/protocol.mjs: do not edit. */
import { both, dictionary, either, flag, list, maybe, number, object, pair, text, word, type Checked } from './check';
import { changes } from './changes';
import { isEffect as effect, isGameName as game, isView as view } from './games';
import type { GameName } from './protocol';

export const PROTOCOL_VERSION = ${version};

/* The record of a game as the table wrote it. It stays text, since its seed may be larger than a number here can be. */
export type RecordText = string;

${types
  .map(
    ({ name, is, about }) =>
      `/* ${about} */\nexport const ${name} = ${checkOf(is, names)};\nexport type ${capital(name)} = Checked<typeof ${name}>;\n`,
  )
  .join('\n')}
// --- events ---

export const EVENTS = {
${events.map(({ name, is }) => `  ${name}: ${checkOf(is, names)},`).join('\n')}
};

export type EventName = keyof typeof EVENTS;
export type TableEvent<T extends EventName = EventName> = { [N in T]: { t: N } & Checked<(typeof EVENTS)[N]> }[T];

// --- commands ---

/* What a table understands wherever it is, */
export type TableCommand =
${union(['device', 'table']).join('\n')};

/* and what a server understands besides. */
export type OnlineCommand =
${union(['lobby', 'room']).join('\n')};

export type Command = TableCommand | OnlineCommand;
`;
}

// --- the tables of docs/protocol.md ---

const [FIRST, LAST] = ['<!-- made of table/protocol.def by web/protocol.mjs -->', '<!-- up to here -->'];

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

const LIMITS = {
  NUMBER: ({ low, high }) => `number, ${limit(low)} to ${limit(high)}`,
  COUNT: ({ low, high }) => `number, ${low} to ${high}`,
  FLAG: ({ low }) => `true or false; ${low === '1' ? 'true' : 'false'} if not given`,
  WORD: ({ high }) => `text of 1 to ${high} bytes, without escapes`,
  WORDS: ({ low, high }) => `list of ${low} to ${high} texts`,
  TEXT: ({ high }) => `text of at most ${high} bytes`,
  HASH: () => '64 hexadecimal digits',
  ID: () => '12 characters',
  SEATS: ({ low, high }) => `list of ${low} to ${high} objects`,
  LEVEL_LIST: ({ low, high }) => `list of ${low} to ${high} numbers`,
  TIMES: ({ high }) => `list of at most ${high} numbers`,
  GAME: () => 'text',
};
const limit = (number) => ({ UINT64_MAX: '2^64 - 1', UINT32_MAX: '2^32 - 1' })[number] ?? number;

export function tables({ members, commands, types, events, refusals }) {
  const named = ({ needs, may }) =>
    [...needs.map(({ key }) => `\`${key}\``), ...may.map(({ key }) => `\`${key}\`?`)].join(', ') || '–';
  return [
    '**Commands**, from a client. A member with a question mark may be left out. *Counts as*: see 5.5.',
    table(
      ['command', 'for', 'members', 'counts as', 'what it does'],
      commands.map((command) => [`\`${command.name}\``, command.handler, named(command), String(command.cost), command.about]),
    ),
    '**Members** of commands.',
    table(
      ['member', 'type', 'what it is'],
      members.map((member) => [`\`${member.key}\``, LIMITS[member.type]?.(member) ?? 'object', member.about]),
    ),
    '**Events**, to a client.',
    table(
      ['event', 'members', 'what it tells'],
      events.map(({ name, is, about }) => [`\`${name}\``, `\`${is}\``, about]),
    ),
    '**Types** in them.',
    table(
      ['type', 'is', 'what it is'],
      types.map(({ name, is, about }) => [name, `\`${is}\``, about]),
    ),
    '**Refusals**. Those of the rules of a game are `GAME.code`, and stand with the game in `core/`.',
    table(
      ['code', 'sentence'],
      refusals.map(({ code, why }) => [`\`${code}\``, why]),
    ),
  ].join('\n\n');
}

/* A document with its tables as they should be. */
export function withTables(document, protocol = readProtocol()) {
  const [from, to] = [document.indexOf(FIRST), document.indexOf(LAST)];
  if (from < 0 || to < from) throw new Error('docs/protocol.md has lost the marks of its tables');
  return `${document.slice(0, from + FIRST.length)}\n\n${tables(protocol)}\n\n${document.slice(to)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const docs = new URL('../docs/protocol.md', import.meta.url);
  if (process.argv[2] === '--docs') writeFileSync(docs, withTables(readFileSync(docs, 'utf8')));
  else writeFileSync(new URL('src/protocol.gen.ts', import.meta.url), typescript(readProtocol()));
}
