/* The HTTP API (docs/protocol.md, section 9) of a real server: SERAI=PROGRAM node tests/system/api.mjs [PART OF A NAME].
 * ./test takes a server built with the address sanitizer, which fails at its exit if it found an error.
 *
 * Each test is a function; "ok NAME" or "FAILED NAME" is printed for each. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import tls from 'node:tls';

const program = process.env.SERAI ?? 'build/serai';
const folder = mkdtempSync(`${tmpdir()}/serai-api-`);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
let databases = 0;

/* A server on a free port. */
async function serve(...flags) {
  const db = `${folder}/db${databases++}`;
  const server = spawn(program, ['serve', '--port', '0', '--db', db, '--trust-local', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => server.kill('SIGKILL'));
  let said = '';
  let complained = '';
  server.stderr.on('data', (bytes) => (complained += bytes));
  const ended = new Promise((resolve) => server.once('close', resolve));
  await new Promise((resolve, reject) => {
    server.stdout.on('data', (bytes) => (said += bytes).includes('Ctrl-C') && resolve());
    ended.then((status) => reject(new Error(`the server ended with ${status}: ${complained}`)));
  });
  const address = new URL(/https?:\/\/\S+/.exec(said)[0]);
  return {
    address,
    db,
    pid: server.pid,
    async stop() {
      server.kill('SIGTERM');
      assert.equal(await ended, 0, complained);
      assert.match(complained, /^(\S+ level=info event=.*\n)+$/, 'nothing but the log of an ordinary day');
    },
  };
}

/* Writes to the database beside the running server: statements with their values. */
function write(server, statements) {
  const script =
    'import json, sqlite3, sys\ndb = sqlite3.connect(sys.argv[1], 60)\nfor sql, values in json.loads(sys.argv[2]): db.execute(sql, values)\ndb.commit()';
  const json = JSON.stringify(statements, (_, value) => (typeof value === 'bigint' ? `<${value}>` : value)).replaceAll(
    /"<(\d+)>"/g,
    '$1',
  );
  execFileSync('python3', ['-c', script, server.db, json]);
}

/* Reads it. */
function rows(server, sql) {
  const script = 'import json, sqlite3, sys\nprint(json.dumps(sqlite3.connect(sys.argv[1], 60).execute(sys.argv[2]).fetchall()))';
  return JSON.parse(execFileSync('python3', ['-c', script, server.db, sql], { encoding: 'utf8' }));
}

/* The record of a game of a deal, in which everybody makes their first move, or that after it, and so on; of at most so many. */
async function finished({ game, players, options, seed }, choice, most = Infinity) {
  const engine = spawn(program, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
  const tell = async (command) => {
    engine.stdin.write(`${command}\n`);
    const { value } = await lines.next();
    assert.match(value, /^=/, `${command}: ${value}`);
    return value.slice(2);
  };
  const rules = Object.entries(options).map(([key, value]) => `${key}=${value}`);
  await tell(`new ${game} players=${players} seed=${seed} ${rules.join(' ')}`);
  for (let plies = 0; plies < most; plies++) {
    const turn = await tell('turn');
    if (turn === 'chance') await tell('roll');
    else if (turn.startsWith('player')) {
      const legal = (await tell('legal')).split(' ');
      await tell(`play ${legal[choice % legal.length]}`);
    } else break;
  }
  const record = await tell('record');
  engine.kill();
  return record;
}

/* The number of an id. */
const numberOf = (id) => [...id].reduce((sum, digit) => sum * 32n + BigInt('0123456789abcdefghjkmnpqrstvwxyz'.indexOf(digit)), 0n);

/* One request; resolves to its status, headers and body, parsed if it is JSON. */
function ask(server, method, path, { body, headers = {}, agent } = {}) {
  const { address } = server;
  const bytes = typeof body === 'object' ? JSON.stringify(body) : body;
  const own = method === 'POST' ? { origin: address.origin, 'content-length': Buffer.byteLength(bytes ?? '') } : {};
  const all = Object.entries({ ...own, ...headers }).filter(([, value]) => value !== undefined);
  return new Promise((resolve, reject) => {
    const { request } = address.protocol === 'https:' ? https : http;
    const asked = request(
      new URL(path, address),
      { method, headers: Object.fromEntries(all), agent, rejectUnauthorized: false },
      (answer) => {
        const pieces = [];
        answer.on('data', (piece) => pieces.push(piece));
        answer.on('end', () => {
          const text = Buffer.concat(pieces).toString();
          const json = answer.headers['content-type'] === 'application/json';
          resolve({ status: answer.statusCode, headers: answer.headers, text, body: json ? JSON.parse(text) : undefined });
        });
      },
    );
    asked.on('error', reject);
    asked.end(bytes);
  });
}

/* A browser: it keeps its cookie. */
class Browser {
  constructor(server, headers = {}) {
    Object.assign(this, { server, headers, cookie: undefined });
  }
  async ask(method, path, body, more = {}) {
    const answer = await ask(this.server, method, path, { body, headers: { ...this.headers, ...more, cookie: this.cookie } });
    const set = answer.headers['set-cookie']?.find((cookie) => cookie.startsWith('serai='));
    if (set) this.cookie = /Max-Age=0/.test(set) ? undefined : set.split(';')[0];
    return answer;
  }
  get(path) {
    return this.ask('GET', path);
  }
  post(path, body = {}, headers = {}) {
    return this.ask('POST', path, body, headers);
  }
}

function refused(answer, status, code, detail) {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.body.code, code, answer.text);
  assert.ok(answer.body.why.length > 0);
  if (detail) assert.match(answer.body.detail, detail);
}

const server = await serve();
const people = {};
const person = async (name) => {
  const browser = new Browser(server);
  await browser.post('/api/me');
  if (!name) return browser;
  people[name] = (people[name] ?? 0) + 1; // an earlier one may have an account
  assert.equal((await browser.post('/api/name', { name: people[name] > 1 ? `${name} ${people[name]}` : name })).status, 200);
  return browser;
};

const tests = {
  /* Protocol 9.1 */
  async 'requests from a foreign origin are refused'() {
    for (const origin of [
      undefined,
      'https://example.org',
      'null',
      `ftp://${server.address.host}`,
      `${server.address.host}`,
      `http://${server.address.hostname}`,
      `${server.address.origin}.example.org`,
    ])
      refused(await ask(server, 'POST', '/api/me', { body: {}, headers: { origin } }), 403, 'foreign-origin');
    assert.equal((await ask(server, 'POST', '/api/me', { body: {} })).status, 200);
  },
  async 'a body is a JSON object of at most 4,096 bytes'() {
    for (const body of ['', 'x', '[]', '7', '{', '{}{}', '\0'])
      refused(await ask(server, 'POST', '/api/me', { body }), 400, 'not-a-message');
    const padded = (size) => JSON.stringify({ x: 'x'.repeat(size - 8) });
    assert.equal((await ask(server, 'POST', '/api/me', { body: padded(4096) })).status, 200);
    refused(await ask(server, 'POST', '/api/me', { body: padded(4097) }), 413, 'body-too-large');
    const chunked = { headers: { 'content-length': undefined, 'transfer-encoding': 'chunked' }, body: {} };
    refused(await ask(server, 'POST', '/api/me', chunked), 413, 'body-too-large');
  },
  async 'unknown paths and wrong methods are refused'() {
    refused(await ask(server, 'GET', '/api/nonsense'), 404, 'no-such-call');
    refused(await ask(server, 'POST', '/api/', { body: {} }), 404, 'no-such-call');
    refused(await ask(server, 'GET', '/api/me'), 405, 'wrong-method');
    refused(await ask(server, 'POST', '/api/data', { body: {} }), 405, 'wrong-method');
    refused(await ask(server, 'PUT', '/api/me', { body: '' }), 405, 'wrong-method');
  },
  /* Protocol 9.8 */
  async 'a server that listens on this machine alone has no address for others'() {
    const { status, body } = await new Browser(server).get('/api/addresses');
    assert.equal(status, 200);
    assert.deepEqual(body, { addresses: [] });
  },

  async 'responses have security headers and are not cached'() {
    const { headers } = await ask(server, 'POST', '/api/me', { body: {} });
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(headers['content-security-policy'], /default-src 'none'/);
  },

  /* Protocol 9.2 */
  async 'a visitor without a session becomes a guest'() {
    const guest = new Browser(server);
    const first = await guest.post('/api/me');
    assert.match(first.body.person, /^[0-9a-z]{12}$/);
    assert.match(first.body.name, /^[A-Z][a-z]+ [0-9]+$/);
    assert.equal(first.body.login, null);
    assert.match(first.headers['set-cookie'][0], /^serai=[0-9a-f]{64}; HttpOnly; SameSite=Lax; Path=\/; Max-Age=31536000$/);
    const second = await guest.post('/api/me');
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers['set-cookie'], undefined);
    guest.cookie = `serai=${'0'.repeat(64)}`;
    const other = await guest.post('/api/me');
    assert.notEqual(other.body.person, first.body.person);
  },
  async 'a session is renewed on another day'() {
    const ann = await person('Ann');
    const { cookie } = ann;
    const me = (await ann.post('/api/me')).body;
    write(server, [['UPDATE session SET at = at - 86400001 WHERE person = ?', [numberOf(me.person)]]]);
    const back = await ann.post('/api/me');
    assert.deepEqual(back.body, me);
    assert.equal(back.headers['set-cookie'][0], `${cookie}; HttpOnly; SameSite=Lax; Path=/; Max-Age=31536000`);
    assert.equal((await ann.post('/api/me')).headers['set-cookie'], undefined);
  },
  async 'calls without a session are refused'() {
    for (const path of ['name', 'keep', 'forget'])
      refused(await ask(server, 'POST', `/api/${path}`, { body: {} }), 401, 'unknown-session');
    for (const path of ['data', 'games']) refused(await ask(server, 'GET', `/api/${path}`), 401, 'unknown-session');
  },

  /* Protocol 9.3 */
  async 'a name can be changed'() {
    const ann = await person();
    assert.equal((await ann.post('/api/name', { name: ' Їжак 🐪 ' })).body.name, 'Їжак 🐪');
    assert.equal(
      (await ask(server, 'POST', '/api/name', { body: '{"name":"\\u0404va"}', headers: { cookie: ann.cookie } })).body.name,
      'Єva',
    );
    refused(await ann.post('/api/name', { name: '' }), 400, 'name-empty');
    refused(await ann.post('/api/name', { name: 'x'.repeat(25) }), 400, 'name-too-long');
    refused(await ann.post('/api/name', { name: 'a\u202eb' }), 400, 'name-characters');
    refused(await ann.post('/api/name', { name: '"' }), 400, 'name-characters');
    refused(await ann.post('/api/name', { name: 7 }), 400, 'bad-member', /^name/);
    refused(await ann.post('/api/name', {}), 400, 'bad-member', /^name/);
    assert.equal((await ann.post('/api/me')).body.name, 'Єva');
  },

  /* Protocol 9.4 */
  async 'logging in restores the account'() {
    const ann = await person('Ann');
    const phone = new Browser(server);
    const me = (await ann.post('/api/keep', { login: 'Їжак', password: 'верблюд' + '!' })).body;
    assert.equal(me.login, 'Їжак');
    const guest = (await phone.post('/api/me')).body;
    const before = phone.cookie;
    assert.deepEqual((await phone.post('/api/enter', { login: ' їЖАК ', password: 'верблюд!' })).body, me);
    assert.notEqual(phone.cookie, before);
    assert.deepEqual((await phone.post('/api/me')).body, me);
    phone.cookie = before; // the guest identity from before is gone
    assert.notEqual((await phone.post('/api/me')).body.person, guest.person);
  },
  async 'a wrong password and an unknown login get the same answer'() {
    const ann = await person('Ann');
    await ann.post('/api/keep', { login: 'known', password: '12345678' });
    const wrong = await ann.post('/api/enter', { login: 'known', password: '123456789' });
    const unknown = await ann.post('/api/enter', { login: 'unknown', password: '12345678' });
    refused(wrong, 403, 'wrong-login');
    refused(unknown, 403, 'wrong-login');
    assert.equal(wrong.text, unknown.text);
    refused(await ann.post('/api/enter', { login: 'known' }), 400, 'bad-member', /^password/);
    assert.equal((await ann.post('/api/me')).body.login, 'known');
  },
  async 'a login is unique, and a password has a minimum length'() {
    const [ann, bo] = [await person('Ann'), await person('Bo')];
    assert.equal((await ann.post('/api/keep', { login: 'Same', password: '12345678' })).status, 200);
    refused(await bo.post('/api/keep', { login: 'SAME', password: '12345678' }), 409, 'login-taken');
    refused(await bo.post('/api/keep', { login: 'Bo', password: '1234567' }), 400, 'password-too-short');
    refused(await bo.post('/api/keep', { login: 'Bo', password: 'пароль7' }), 400, 'password-too-short');
    refused(await bo.post('/api/keep', { login: 'Bo', password: 'x'.repeat(256) }), 400, 'bad-member', /^password/);
    refused(await bo.post('/api/keep', { login: '', password: '12345678' }), 400, 'name-empty');
    assert.equal((await bo.post('/api/me')).body.login, null);
  },
  async 'a login is normalized, and a lookalike is taken'() {
    const [ann, bo, phone] = [await person('Ann'), await person('Bo'), new Browser(server)];
    const me = (await ann.post('/api/keep', { login: 'Re\u0301ka 1', password: '12345678' })).body;
    assert.equal(me.login, 'R\u00e9ka 1');
    await phone.post('/api/me');
    for (const login of ['r\u00e9ka 1', 'RE\u0301KA 1'])
      assert.equal((await phone.post('/api/enter', { login, password: '12345678' })).body.login, me.login);
    for (const login of ['R\u00e9ka l', 'R\u00e9k\u0430 1', 're\u0301\u043aa 1'])
      assert.equal((await bo.post('/api/keep', { login, password: '12345678' })).status, 409, login);
    assert.equal((await bo.post('/api/keep', { login: 'Reka 1', password: '12345678' })).status, 200);
  },
  async 'a new password ends the other sessions'() {
    const [ann, phone] = [await person('Ann'), new Browser(server)];
    await ann.post('/api/keep', { login: 'twice', password: '12345678' });
    await phone.post('/api/enter', { login: 'twice', password: '12345678' });
    refused(await ann.post('/api/keep', { login: 'twice', password: '87654321' }), 400, 'bad-member', /^old/);
    refused(await ann.post('/api/keep', { login: 'twice', password: '87654321', old: '12345679' }), 403, 'wrong-password');
    assert.equal((await phone.get('/api/data')).status, 200);
    assert.equal((await ann.post('/api/keep', { login: 'twice', password: '87654321', old: '12345678' })).status, 200);
    refused(await phone.get('/api/data'), 401, 'unknown-session');
    assert.equal((await ann.get('/api/data')).status, 200);
    refused(await phone.post('/api/enter', { login: 'twice', password: '12345678' }), 403, 'wrong-login');
  },
  async 'logging out ends the session'() {
    const ann = await person('Ann');
    const { cookie } = ann;
    const left = await ann.post('/api/leave');
    assert.deepEqual([left.status, left.body], [200, {}]);
    assert.match(left.headers['set-cookie'][0], /^serai=; .*Max-Age=0/);
    ann.cookie = cookie;
    refused(await ann.get('/api/data'), 401, 'unknown-session');
  },
  async 'passwords are hashed one after another'() {
    const logins = Array.from({ length: 20 }, (_, i) => `nobody${i}`);
    for (const answer of await Promise.all(
      logins.map((login) => ask(server, 'POST', '/api/enter', { body: { login, password: 'y' } })),
    ))
      refused(answer, 403, 'wrong-login');
  },
  async 'too many concurrent passwords are refused'() {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => ask(server, 'POST', '/api/enter', { body: { login: `x${i}`, password: 'y' } })),
    );
    const busy = answers.filter(({ status }) => status === 503);
    assert.ok(busy.length > 0 && busy.length < 60, `${busy.length} of 60`);
    for (const answer of busy) refused(answer, 503, 'server-busy');
    for (const answer of answers.filter((a) => !busy.includes(a))) refused(answer, 403, 'wrong-login');
  },

  async 'the name of an account, and an office, are nobody elses'() {
    const [ann, bo] = [await person('Zoë'), await person('Bo')];
    await ann.post('/api/keep', { login: 'zoe the first', password: '12345678' });
    for (const name of ['Zoë', 'ZOË', 'Z\u043e\u0435\u0308']) refused(await bo.post('/api/name', { name }), 409, 'name-taken');
    assert.equal((await bo.post('/api/name', { name: 'Zoe' })).status, 200);
    assert.equal((await ann.post('/api/name', { name: 'Zoé' })).status, 200);
    assert.equal((await bo.post('/api/name', { name: 'Zoë' })).status, 200); // it is free again
    for (const name of ['Admin', 'the MODERATOR', '\u0410dmin', 'Serai', 'Ann (bot)', 'адмін'])
      refused(await bo.post('/api/name', { name }), 403, 'name-reserved');
    assert.equal((await bo.post('/api/name', { name: 'Abbot' })).body.named, true);
    assert.equal((await (await person()).post('/api/me')).body.named, undefined);
  },

  /* Protocol 9.13 */
  async 'a recovery code opens the account once, and logs everybody else out'() {
    const [ann, thief, phone] = [await person('Ann'), await person('Bo'), new Browser(server)];
    refused(await ann.post('/api/codes', { password: '12345678' }), 403, 'no-account');
    await ann.post('/api/keep', { login: 'forgetful', password: '12345678' });
    refused(await ann.post('/api/codes', { password: '12345679' }), 403, 'wrong-password');
    const { codes } = (await ann.post('/api/codes', { password: '12345678' })).body;
    assert.equal(new Set(codes).size, 8);
    for (const code of codes) assert.match(code, /^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    const wrong = { login: 'forgetful', code: 'aaaa-bbbb-cccc-dddd', password: '87654321' };
    refused(await phone.post('/api/recover', wrong), 403, 'wrong-code');
    refused(await phone.post('/api/recover', { ...wrong, login: 'nobody at all' }), 403, 'wrong-code');
    refused(await phone.post('/api/recover', { ...wrong, code: 'ы' }), 403, 'wrong-code');
    refused(await phone.post('/api/recover', { ...wrong, code: codes[0], password: 'short' }), 400, 'password-too-short');
    await thief.post('/api/keep', { login: 'thief', password: '12345678' });
    refused(await phone.post('/api/recover', { ...wrong, login: 'thief', code: codes[0] }), 403, 'wrong-code'); // of another account
    const answer = await phone.post('/api/recover', { ...wrong, code: ` ${codes[0].toUpperCase().replaceAll('-', ' ')}` });
    assert.equal(answer.body.login, 'forgetful');
    refused(await ann.get('/api/devices'), 401, 'unknown-session');
    refused(await ann.post('/api/enter', { login: 'forgetful', password: '12345678' }), 403, 'wrong-login');
    refused(await ann.post('/api/recover', { ...wrong, code: codes[0] }), 403, 'wrong-code');
    assert.equal((await phone.get('/api/devices')).body.codes, 7);
    const both = await Promise.all([1, 2].map(() => new Browser(server).post('/api/recover', { ...wrong, code: codes[1] })));
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 403]);
    assert.equal((await ann.post('/api/enter', { login: 'forgetful', password: '87654321' })).status, 200);
    const fresh = (await ann.post('/api/codes', { password: '87654321' })).body.codes;
    refused(await phone.post('/api/recover', { ...wrong, code: codes[2] }), 403, 'wrong-code'); // replaced
    assert.equal((await phone.post('/api/recover', { ...wrong, code: fresh[0] })).status, 200);
  },

  /* Protocol 9.14 */
  async 'a passkey logs in, with a challenge that is used once'() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const [ann, phone] = [await person('Ann'), new Browser(server)];
    const me = (await ann.post('/api/keep', { login: 'keys', password: '12345678' })).body;
    const id = Buffer.from('credential of ann');
    const base64 = (bytes) => Buffer.from(bytes).toString('base64url');
    const client = (type, challenge, origin = server.address.origin) =>
      Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }));
    const data = (flags, counter, more = [], host = server.address.hostname) =>
      Buffer.concat([createHash('sha256').update(host).digest(), Buffer.from([flags, 0, 0, 0, counter]), ...more]);
    const challenge = async () => (await phone.post('/api/challenge')).body.challenge;
    const attested = [Buffer.alloc(16), Buffer.from([0, id.length]), id];
    const made = async (more = {}) => ({
      id: base64(id),
      key: base64(publicKey.export({ type: 'spki', format: 'der' })),
      client: base64(client('create', await challenge())),
      data: base64(data(0x45, 1, attested)),
      password: '12345678',
      ...more,
    });
    refused(await ann.post('/api/passkey', await made({ password: '12345679' })), 403, 'wrong-password');
    for (const more of [
      { id: base64('another') },
      { key: base64('no key') },
      { key: base64(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'der' })) },
      { client: base64(client('get', await challenge())) },
      { client: base64(client('create', 'x')) },
      { client: base64(client('create', await challenge(), 'https://example.org')) },
      { client: base64('{') },
      { data: base64(data(0x45, 1, attested, 'example.org')) },
      { data: base64(data(0x41, 1, attested)) }, // not unlocked
      { data: base64(data(0x45, 1, [Buffer.alloc(16), Buffer.from([255, 255]), id])) },
      { data: '' },
    ])
      refused(await ann.post('/api/passkey', await made(more)), 403, 'wrong-passkey');
    const good = await made();
    assert.deepEqual((await ann.post('/api/passkey', good)).body, {});
    refused(await ann.post('/api/passkey', good), 403, 'wrong-passkey'); // the challenge has been used
    const bo = await person('Bo');
    await bo.post('/api/keep', { login: 'keys of bo', password: '12345678' });
    refused(await bo.post('/api/passkey', await made()), 403, 'wrong-passkey'); // it is Ann's

    const signed = async (counter, { key = privateKey, flags = 5 } = {}) => {
      const words = client('get', await challenge());
      const about = data(flags, counter);
      const signature = sign('sha256', Buffer.concat([about, createHash('sha256').update(words).digest()]), key);
      return { id: base64(id), client: base64(words), data: base64(about), signature: base64(signature) };
    };
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    refused(await phone.post('/api/passkey/enter', await signed(2, { key: stranger })), 403, 'wrong-passkey');
    refused(await phone.post('/api/passkey/enter', await signed(2, { flags: 1 })), 403, 'wrong-passkey');
    refused(await phone.post('/api/passkey/enter', { ...(await signed(2)), id: base64('unknown') }), 403, 'wrong-passkey');
    const used = await signed(2);
    assert.deepEqual((await phone.post('/api/passkey/enter', used)).body, { ...me, passkey: true });
    assert.equal((await phone.post('/api/me')).body.passkey, true);
    refused(await phone.post('/api/passkey/enter', used), 403, 'wrong-passkey');
    refused(await phone.post('/api/passkey/enter', await signed(1)), 403, 'wrong-login'); // a copy of the key, whose counter is behind
    const { devices, passkeys } = (await phone.get('/api/devices')).body;
    assert.deepEqual(devices.map((device) => [!!device.passkey, !!device.here]).sort(), [
      [false, false],
      [true, true],
    ]);
    assert.deepEqual(
      passkeys.map((passkey) => passkey.id),
      [base64(id)],
    );
    refused(await bo.post('/api/passkey/remove', {}), 400, 'bad-member', /^id/);
    await bo.post('/api/passkey/remove', { id: base64(id) }); // not hers: nothing happens
    assert.equal((await phone.get('/api/devices')).body.passkeys.length, 1);
    await ann.post('/api/passkey/remove', { id: base64(id) });
    refused(await phone.post('/api/passkey/enter', await signed(9)), 403, 'wrong-passkey');
  },

  /* Protocol 9.15 */
  async 'devices are listed, and can be logged out one by one'() {
    const [ann, phone, tablet, bo] = [await person('Ann'), new Browser(server), new Browser(server), await person('Bo')];
    await ann.post('/api/keep', { login: 'devices', password: '12345678' });
    const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0';
    for (const one of [phone, tablet])
      await one.post('/api/enter', { login: 'devices', password: '12345678' }, { 'user-agent': firefox });
    const { devices } = (await ann.get('/api/devices')).body;
    assert.deepEqual(devices.map(({ here }) => !!here).sort(), [false, false, true]);
    assert.equal(devices.filter(({ name }) => name === 'Firefox, Android').length, 2);
    const other = devices.find(({ here }) => !here).device;
    await bo.post('/api/devices/end', { device: other }); // not hers: nothing happens
    assert.equal((await ann.get('/api/devices')).body.devices.length, 3);
    await ann.post('/api/devices/end', { device: other });
    assert.equal((await ann.get('/api/devices')).body.devices.length, 2);
    await ann.post('/api/devices/end', { device: 'others' });
    for (const one of [phone, tablet]) refused(await one.get('/api/data'), 401, 'unknown-session');
    assert.equal((await ann.get('/api/devices')).body.devices.length, 1);
  },

  /* Protocol 9.5 */
  async 'the data export contains everything stored about a person'() {
    const ann = await person('Ann');
    const me = (await ann.post('/api/me')).body;
    const { status, body } = await ann.get('/api/data');
    assert.equal(status, 200);
    assert.deepEqual({ person: body.person, name: body.name, login: body.login, named: true }, me);
    assert.ok(Math.abs(body.since - Date.now()) < 600_000 && body.devices.length === 1);
    assert.deepEqual([body.ratings, body.chat, body.games], [[], [], []]);
  },
  async 'deleting an account ends all its sessions'() {
    const [ann, phone] = [await person('Ann'), new Browser(server)];
    await ann.post('/api/keep', { login: 'gone', password: '12345678' });
    await phone.post('/api/enter', { login: 'gone', password: '12345678' });
    assert.deepEqual((await ann.post('/api/forget')).body, {});
    assert.equal(ann.cookie, undefined);
    refused(await phone.get('/api/data'), 401, 'unknown-session');
    refused(await phone.post('/api/enter', { login: 'gone', password: '12345678' }), 403, 'wrong-login');
    assert.equal((await (await person()).post('/api/keep', { login: 'gone', password: '12345678' })).status, 200);
  },

  /* Protocol 9.6 */
  async 'lists of games and the leaderboard'() {
    const ann = await person('Ann');
    assert.deepEqual((await ann.get('/api/games')).body, { games: [] });
    assert.deepEqual((await ann.get('/api/games?before=1789000000000')).body, { games: [] });
    refused(await ann.get('/api/games?before=yesterday'), 400, 'bad-member', /milliseconds/);
    refused(await ann.get(`/api/games?before=${'9'.repeat(40)}`), 400, 'bad-member', /milliseconds/);
    for (const game of ['alibaba', 'marrakech', 'labyrinth']) {
      const { body } = await ann.get(`/api/top?game=${game}`);
      assert.equal(body.game, game);
      assert.deepEqual(
        body.top.map(({ level }) => level),
        [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
      );
      assert.equal(body.top[7].rating, 1500);
    }
    refused(await ann.get('/api/top'), 400, 'no-such-game');
    refused(await ann.get('/api/top?game=chess'), 400, 'no-such-game');
  },

  /* Protocol 9.5, 9.6 */
  async 'games and chat are listed until the account is deleted'() {
    const [ann, bo] = [await person('Mette'), await person('Olle')];
    const [a, b] = [(await ann.post('/api/me')).body.person, (await bo.post('/api/me')).body.person];
    write(
      server,
      [1, 2].flatMap((n) => [
        ['INSERT INTO game_table (id, game, at, public, state) VALUES (?, ?, ?, 1, 2)', [n, 'alibaba', 1000 * n]],
        [
          'INSERT INTO seat (table_id, seat, person, level, place, points, rating) VALUES (?, 1, ?, NULL, 1, 31, 1512.4)',
          [n, numberOf(a)],
        ],
        [
          'INSERT INTO seat (table_id, seat, person, level, place, points, rating) VALUES (?, 2, ?, NULL, 2, 30, NULL)',
          [n, numberOf(b)],
        ],
        ['INSERT INTO seat (table_id, seat, person, level, place, points, rating) VALUES (?, 3, NULL, 4, 3, 7, NULL)', [n]],
        ['INSERT INTO chat VALUES (?, 0, 1234, ?, ?)', [n, numberOf(a), 'a \\"word\\"']],
      ]),
    );
    write(server, [
      ['INSERT INTO rating VALUES (?, ?, ?, 1, 10)', ['alibaba', numberOf(a), 30]],
      ['INSERT INTO rating VALUES (?, ?, ?, 8, 9)', ['alibaba', numberOf(b), 40]],
    ]);
    const game = (n, name, rating) => ({
      table: `00000000000${n}`,
      game: 'alibaba',
      state: 'over',
      at: 1000 * n,
      seats: [
        { name, place: 1, points: 31, rating },
        { name: 'Olle', place: 2, points: 30, rating: null },
        { name: '', level: 4, place: 3, points: 7, rating: null },
      ],
    });
    const annsGames = [
      { ...game(2, 'Mette', 1512), you: 1 },
      { ...game(1, 'Mette', 1512), you: 1 },
    ];
    assert.deepEqual((await ann.get('/api/games')).body.games, annsGames);
    assert.deepEqual((await ann.get('/api/games?before=2000')).body.games, annsGames.slice(1));
    const data = (await ann.get('/api/data')).body;
    assert.deepEqual(data.games, annsGames);
    assert.deepEqual(data.chat[0], { table: '000000000001', at: 1234, words: 'a "word"' });
    assert.deepEqual(data.ratings, [{ game: 'alibaba', mu: 30, sigma: 1, games: 10 }]);
    const best = async () => (await ask(server, 'GET', '/api/top?game=alibaba')).body.top;
    assert.deepEqual((await best()).slice(6, 9), [
      { level: 4, rating: 1660, games: 0 },
      { person: a, name: 'Mette', rating: 1647, games: 10 },
      { level: 3, rating: 1500, games: 0 },
    ]);
    assert.ok(!(await best()).some((one) => one.name === 'Olle')); // nine games are too few
    await ann.post('/api/forget');
    assert.deepEqual((await bo.get('/api/games?before=2000')).body.games, [{ ...game(1, null, 1512), you: 2 }]);
    assert.ok(!(await best()).some((one) => one.name === 'Mette'));
  },

  /* Protocol 9.12, docs/daily.md */
  async 'the deal of the day is the same for everybody, and committed to the day before'() {
    const deal = (await ask(server, 'GET', '/api/daily')).body;
    assert.equal(deal.date, new Date().toISOString().slice(0, 10));
    assert.deepEqual((await (await person()).get('/api/daily')).body, deal);
    assert.equal(BigInt(`0x${deal.secret.slice(0, 16)}`) >> 11n, BigInt(deal.seed));
    /* What was tomorrow's secret becomes today's. */
    const day = Date.parse(deal.date) / 86_400_000;
    const kept = rows(server, 'SELECT day, secret FROM daily ORDER BY day');
    assert.deepEqual(
      kept.map(([of]) => of),
      [day, day + 1],
    );
    assert.equal(kept[0][1], deal.secret);
    assert.equal(createHash('sha256').update(Buffer.from(kept[1][1], 'hex')).digest('hex'), deal.next);
    refused(await ask(server, 'POST', '/api/daily', { body: {} }), 405, 'wrong-method');
  },
  async 'the page knows the daily options of each game'() {
    for (const game of ['alibaba', 'labyrinth', 'marrakech']) {
      const [, page] = /daily: \{(.*)\}/.exec(readFileSync(`web/src/${game}/game.ts`, 'utf8'));
      const [, core] = /\.daily = "(.*)"/.exec(readFileSync(`core/${game}.c`, 'utf8'));
      assert.equal(page.replaceAll(/[ ']/g, '').replaceAll(',', ' ').replaceAll(':', '='), core);
    }
  },
  async 'results of the day are compared: one of each person, checked by the rules'() {
    const deal = (await ask(server, 'GET', '/api/daily')).body;
    const { date } = deal;
    const games = [];
    for (let choice = 0; games.length < 3; choice++) games.push(await finished(deal, choice));
    const result = (record, on = date) => `{"date":"${on}","record":${record}}`;
    refused(await ask(server, 'POST', '/api/daily-result', { body: result(games[0]) }), 401, 'unknown-session');
    const people = await Promise.all(games.map(() => person()));
    const told = [];
    for (const [i, one] of people.entries()) {
      const { status, body } = await one.post('/api/daily-result', result(games[i]));
      assert.equal(status, 200);
      assert.equal(body.of, i + 1);
      told.push(body);
    }
    assert.equal(told[0].place, 1);
    /* What is sent again, or later, changes nothing. */
    const again = await Promise.all(people.map((one) => one.post('/api/daily-result', result(games[0]))));
    const kept = rows(server, 'SELECT ahead FROM daily_result ORDER BY at').map(([ahead]) => ahead);
    assert.equal(kept.length, 3);
    assert.deepEqual(
      again.map(({ body }) => body),
      kept.map((own) => ({ place: 1 + kept.filter((other) => other > own).length, of: 3 })),
    );

    const cheat = await person();
    for (const [body, code] of [
      [{}, 'bad-member'],
      [{ date }, 'bad-member'],
      [result(games[0], 'today'), 'bad-member'],
      [result(games[0], '2026-02-30'), 'bad-member'],
      [result('{}'), 'bad-record'],
      [result('"x"'), 'bad-record'],
      [result(games[0].replace(/"check":"./, '$&0')), 'bad-record'],
      [result(await finished({ ...deal, seed: deal.seed - 1 }, 0)), 'not-the-deal'],
      [result(await finished({ ...deal, players: 2 }, 0)), 'not-the-deal'],
      [result(await finished(deal, 0, 7)), 'not-the-deal'],
      [result(games[0], new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)), 'not-the-deal'],
    ])
      refused(await cheat.post('/api/daily-result', body), 400, code);
    for (const days of [-1, 2, 400]) {
      const on = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
      refused(await cheat.post('/api/daily-result', result(games[0], on)), 409, 'other-day');
    }
    assert.deepEqual((await cheat.get('/api/data')).body.daily, []);
    assert.equal(rows(server, 'SELECT * FROM daily_result').length, 3);

    const own = (await people[0].get('/api/data')).body.daily;
    assert.equal(own.length, 1);
    assert.deepEqual([own[0].date, own[0].ahead], [date, kept[0]]);
    await people[0].post('/api/forget');
    assert.equal(rows(server, 'SELECT * FROM daily_result').length, 2);
  },
  async 'results of an address are limited'() {
    const own = await serve('--proxy');
    const browser = new Browser(own, { 'x-forwarded-for': '203.0.113.9' });
    await browser.post('/api/me');
    const sent = await Promise.all(Array.from({ length: 14 }, () => browser.post('/api/daily-result', { date: 'x', record: {} })));
    const limited = sent.filter(({ status }) => status === 429);
    assert.equal(limited.length, 4);
    refused(limited[0], 429, 'calls-too-fast');
    await own.stop();
  },

  /* Protocol 9.20 */
  async 'attempts at puzzles are kept with the account'() {
    refused(await ask(server, 'GET', '/api/puzzles'), 401, 'unknown-session');
    refused(await ask(server, 'POST', '/api/puzzles/save', { body: { attempts: [] } }), 401, 'unknown-session');
    const ann = await person();
    const bo = await person();
    const made = (at, more = {}) => ({
      game: 'marrakech',
      puzzle: '0fa29c11',
      rating: 1430,
      at,
      solved: true,
      daily: false,
      ...more,
    });
    const save = (...attempts) => ann.post('/api/puzzles/save', { attempts });
    const kept = async (one) => (await one.get('/api/puzzles')).body.attempts;
    assert.deepEqual(await kept(ann), []);
    const all = [made(5, { solved: false, daily: true }), made(2 ** 53 - 1, { rating: 4000 })];
    assert.equal((await save(all[1], all[0])).status, 200);
    assert.equal((await save(all[0])).status, 200); // once more changes nothing
    assert.deepEqual(await kept(ann), all);
    assert.deepEqual((await ann.get('/api/data')).body.attempts, all);
    assert.deepEqual(await kept(bo), []);

    const wrong = [{ game: 'chess' }, { puzzle: '0FA29C11' }, { puzzle: '0fa29c1' }, { rating: 4001 }, { at: 2 ** 53 }, { at: -1 }];
    for (const more of [...wrong, { solved: 1 }, { daily: null }, { solved: undefined }])
      refused(await save(made(6), made(7, more)), 400, 'bad-member');
    refused(await save(), 400, 'bad-member');
    refused(await ann.post('/api/puzzles/save', { attempts: { 0: made(6) } }), 400, 'bad-member');
    refused(await save(...Array.from({ length: 31 }, (_, i) => made(i))), 400, 'bad-member');
    assert.deepEqual(await kept(ann), all); // all or nothing
    assert.equal((await save(...Array.from({ length: 30 }, (_, i) => made(100 + i)))).status, 200);
    assert.equal((await kept(ann)).length, 32);

    const others =
      'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4968) ' +
      "INSERT INTO puzzle_attempt SELECT ?, 1000 + i, '0fa29c11', 'marrakech', 1430, 1, 0 FROM n";
    write(server, [[others, [numberOf((await ann.post('/api/me')).body.person)]]]);
    refused(await save(made(7)), 409, 'too-many-attempts');
    assert.equal((await save(all[0])).status, 200);
    await ann.post('/api/forget');
    assert.equal(rows(server, 'SELECT * FROM puzzle_attempt').length, 0);
  },

  async 'health check'() {
    const { status, text, headers } = await ask(server, 'GET', '/healthz');
    assert.deepEqual([status, text, headers['content-type']], [200, 'ok\n', 'text/plain']);
    const allow = (bytes) => execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:`]);
    allow(1); // no file may grow
    refused(await ask(server, 'GET', '/healthz'), 503, 'store-unavailable', /the disk does not take it/);
    const guest = await ask(server, 'POST', '/api/me', { body: {} });
    refused(guest, 503, 'store-unavailable', /the disk does not take it/);
    assert.equal(guest.headers['set-cookie'], undefined); // what is not stored is not acknowledged
    assert.equal((await ask(server, 'GET', '/')).status, 200);
    allow('unlimited');
    assert.equal((await ask(server, 'GET', '/healthz')).status, 200);
  },

  async 'many calls on one connection'() {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const { headers, body } = await ask(server, 'POST', '/api/me', { body: {}, agent });
    const cookie = headers['set-cookie'][0].split(';')[0];
    for (let i = 0; i < 20; i++) {
      assert.deepEqual((await ask(server, 'POST', '/api/me', { body: {}, agent, headers: { cookie } })).body, body);
      assert.equal((await ask(server, 'GET', '/', { agent })).status, 200);
    }
    agent.destroy();
  },
  async 'a body may come byte by byte'() {
    const { port, origin, host } = server.address;
    const line = net.connect(port, server.address.hostname);
    line.setNoDelay(true);
    let heard = '';
    const answered = new Promise((resolve) => line.on('data', (bytes) => (heard += bytes).includes('}') && resolve()));
    for (const byte of `POST /api/me HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nContent-Length: 7\r\n\r\n{"a":1}`)
      await new Promise((resolve) => line.write(byte, () => setImmediate(resolve)));
    await answered;
    assert.match(heard, /^HTTP\/1.1 200/);
    line.destroy();
  },
  async 'aborted requests do no harm'() {
    const { port, origin, host, hostname } = server.address;
    const body = JSON.stringify({ login: 'x', password: 'y' });
    const header = (path, size) => `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nContent-Length: ${size}\r\n\r\n`;
    const sayings = [
      header('/api/enter', body.length) + body,
      header('/api/me', 2) + '{}',
      header('/api/me', 200) + '{',
      'POST /api/me HT',
      header('/api/me', 9999),
    ];
    for (let i = 0; i < 60; i++)
      await new Promise((resolve) => {
        const line = net.connect(port, hostname, () =>
          line.write(sayings[i % sayings.length], () => (i % 2 ? (line.resetAndDestroy?.() ?? line.destroy()) : line.end())),
        );
        line.on('close', resolve).on('error', () => {});
        line.resume();
        if (i % 2 === 0) line.setTimeout(1, () => line.destroy());
      });
    assert.equal((await ask(server, 'GET', '/healthz')).status, 200);
  },
  async 'it can stop while passwords are being computed'() {
    const own = await serve();
    const asked = ask(own, 'POST', '/api/enter', { body: { login: 'x', password: 'y' } }).catch(() => {});
    await ask(own, 'GET', '/healthz');
    await own.stop();
    await asked;
  },

  async 'behind a proxy, limits apply to the forwarded address'() {
    const proxied = await serve('--proxy');
    const from = (address, more = {}) => new Browser(proxied, { 'x-forwarded-for': address, ...more });
    /* How many of this many concurrent requests are rate-limited. */
    const tooMany = async (count, each) =>
      (await Promise.all(Array.from({ length: count }, (_, i) => each(i)))).filter(({ status }) => status === 429).length;
    assert.equal(await tooMany(35, () => from('203.0.113.1, 198.51.100.7').post('/api/me')), 5);
    assert.equal((await from('203.0.113.1').post('/api/me')).status, 200);
    const fake = from('198.51.100.7');
    fake.cookie = `serai=${'0'.repeat(64)}`;
    refused(await fake.post('/api/me'), 429, 'too-many-guests'); // an unknown cookie does not bypass it
    assert.equal(await tooMany(12, () => from('198.51.100.8').post('/api/enter', { login: 'x', password: 'y' })), 2);
    assert.equal(await tooMany(35, (i) => from(`198.51.100.${100 + i}`).post('/api/enter', { login: 'ann', password: 'y' })), 5); // nor do many addresses, for one login
    /* Strangers who guess passwords do not lock anybody out of a device that they already use. */
    const bo = from('203.0.113.3');
    await bo.post('/api/me');
    const kept = await bo.post('/api/keep', { login: 'bo', password: '12345678' });
    const device = kept.headers['set-cookie'].find((cookie) => cookie.startsWith('serai-device=')).split(';')[0];
    assert.equal(await tooMany(35, (i) => from(`198.51.100.${150 + i}`).post('/api/enter', { login: 'bo', password: 'y' })), 5);
    /* On a busy machine one more attempt may have become free meanwhile: then they guess again. */
    const stranger = () => from('203.0.113.4').post('/api/enter', { login: 'bo', password: '12345678' });
    let { status } = await stranger();
    for (let tries = 0; status === 200 && tries < 5; tries++) {
      await tooMany(5, (i) => from(`198.51.100.${190 + i}`).post('/api/enter', { login: 'bo', password: 'y' }));
      ({ status } = await stranger());
    }
    assert.equal(status, 429);
    const known = from('203.0.113.4');
    known.cookie = device;
    assert.equal((await known.post('/api/enter', { login: 'bo', password: '12345678' })).status, 200);
    const forged = from('203.0.113.4');
    forged.cookie = device.replace(/[0-9a-f]{4}$/, '0000');
    assert.equal((await forged.post('/api/enter', { login: 'bo', password: '12345678' })).status, 429);
    /* Existing logins cannot be found by trying many. */
    let taken = 0;
    for (let i = 0; i < 8; i++) {
      const guest = from('203.0.113.5');
      await guest.post('/api/me');
      taken += (await guest.post('/api/keep', { login: 'BO', password: '12345678' })).status === 409;
    }
    assert.equal(taken, 5);
    const secure = await from('203.0.113.2', { 'x-forwarded-proto': 'https', origin: `https://${proxied.address.host}` }).post(
      '/api/me',
    );
    assert.match(secure.headers['set-cookie'][0], /; Secure$/);
    await proxied.stop();
  },
  async 'without a proxy, forwarded addresses are ignored'() {
    const { headers } = await ask(server, 'POST', '/api/me', {
      body: {},
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.1' },
    });
    assert.doesNotMatch(headers['set-cookie'][0], /Secure/);
  },
  async 'with a certificate it serves TLS, and cookies are Secure'() {
    const [cert, key] = [`${folder}/cert.pem`, `${folder}/key.pem`];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '1', '-keyout', key, '-out', cert],
      { stdio: 'ignore' },
    );
    const secret = await serve('--tls-cert', cert, '--tls-key', key);
    assert.equal(secret.address.protocol, 'https:');
    assert.match((await ask(secret, 'POST', '/api/me', { body: {} })).headers['set-cookie'][0], /; Secure$/);
    const page = await ask(secret, 'GET', '/');
    assert.equal(page.status, 200);
    assert.match(page.headers['strict-transport-security'], /max-age=31536000/);
    assert.equal((await ask(server, 'GET', '/')).headers['strict-transport-security'], undefined);
    /* Two requests in one TLS record, the second without its body; and bytes that are not TLS. */
    const held = tls.connect({ port: secret.address.port, rejectUnauthorized: false }, () =>
      held.write('GET / HTTP/1.1\r\nHost: x\r\n\r\nPOST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n'),
    );
    await new Promise((resolve) => held.once('data', resolve));
    const plain = net.connect(secret.address.port, '127.0.0.1', () => plain.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    plain.resume();
    await new Promise((resolve) => plain.once('close', resolve));
    assert.equal((await ask(secret, 'GET', '/healthz')).status, 200);
    held.destroy();
    await secret.stop();
    await assert.rejects(
      serve('--tls-cert', cert, '--tls-key', cert),
      /ended with 1: .*the key cannot be read, or does not belong to the certificate/s,
    );
  },
};

let failed = 0;
const only = process.argv[2] ?? '';
for (const [name, test] of [...Object.entries(tests), ['it stops on SIGTERM', () => server.stop()]].filter(([name]) =>
  name.includes(only),
))
  try {
    await test();
    console.log(`ok      ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}\n        ${String(error.stack ?? error).replaceAll('\n', '\n        ')}`);
  }
process.exit(failed ? 1 : 0);
