/* Shared by tests of what people, administrators and bots do at a real server: servers on one database, visitors with cookies and
 * WebSockets, `serai admin`. With SERAI_PG (tests/system/postgres.sh) the database is PostgreSQL, else a file. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';

export const program = process.env.SERAI ?? 'build/serai';
export const folder = mkdtempSync(`${tmpdir()}/serai-visitors-`);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
export const db = process.env.SERAI_PG ?? `${folder}/db`;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/* Waits until a condition holds, and resolves to it. */
export async function until(condition, what) {
  for (let i = 0; i < 1200; i++) {
    const found = await condition();
    if (found) return found;
    await pause(50);
  }
  throw new Error(`it never came to pass that ${what}`);
}

/* A server on a free port. */
export async function serve(...flags) {
  const server = spawn(program, ['serve', '--port', '0', '--db', db, '--trust-local', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => server.kill('SIGKILL'));
  let said = '';
  let log = '';
  server.stderr.on('data', (bytes) => (log += bytes));
  const ended = new Promise((resolve) => server.once('close', (code, signal) => resolve(code ?? signal)));
  await new Promise((resolve, reject) => {
    server.stdout.on('data', (bytes) => (said += bytes).includes('Ctrl-C') && resolve());
    ended.then((status) => reject(new Error(`the server ended with ${status}: ${log}`)));
  });
  return {
    address: new URL(/https?:\/\/\S+/.exec(said)[0]),
    log: () => log,
    async stop() {
      server.kill('SIGTERM');
      assert.equal(await ended, 0, log);
    },
    async kill() {
      server.kill('SIGKILL');
      await ended;
    },
  };
}

/* `serai admin`: its status and output. */
export function admin(...words) {
  const { status, stdout, stderr } = spawnSync(program, ['admin', ...words, '--db', db], { encoding: 'utf8' });
  return { status, stdout, stderr };
}
export function administers(...words) {
  const { status, stdout, stderr } = admin(...words);
  assert.equal(status, 0, `serai admin ${words.join(' ')}: ${stderr}`);
  return stdout;
}
export const list = (...words) => JSON.parse(administers(...words, '--json'));

export class Visitor {
  constructor(server, headers = {}) {
    Object.assign(this, { server, headers, cookie: '' });
  }
  ask(method, path, body) {
    const { address } = this.server;
    const bytes = body === undefined ? '' : JSON.stringify(body);
    const headers = { origin: address.origin, 'content-length': Buffer.byteLength(bytes), cookie: this.cookie, ...this.headers };
    return new Promise((resolve, reject) => {
      const asked = http.request(new URL(path, address), { method, headers }, (answer) => {
        const pieces = [];
        const set = answer.headers['set-cookie']?.find((cookie) => cookie.startsWith('serai='));
        if (set) this.cookie = set.split(';')[0];
        answer.on('data', (piece) => pieces.push(piece));
        answer.on('end', () => {
          const text = Buffer.concat(pieces).toString();
          const json = answer.headers['content-type'] === 'application/json';
          resolve({ status: answer.statusCode, headers: answer.headers, text, body: json ? JSON.parse(text) : undefined });
        });
      });
      asked.on('error', reject);
      asked.end(method === 'GET' ? undefined : bytes);
    });
  }
  post(path, body = {}) {
    return this.ask('POST', path, body);
  }
  get(path) {
    return this.ask('GET', path);
  }
  async enter(name) {
    const { status, text, body } = await this.post('/api/me');
    assert.equal(status, 200, text);
    this.id = body.person;
    if (name) assert.equal((await this.post('/api/name', { name })).status, 200);
    return this;
  }
  async register(login, password = 'correct horse') {
    const { status, text } = await this.post('/api/keep', { login, password });
    assert.equal(status, 200, text);
    return this;
  }
  connect() {
    return new Socket(this).opened;
  }
}

/* A WebSocket of a visitor: what it was told, in `told`. */
class Socket {
  told = [];
  closed = false;
  constructor(visitor) {
    const { address } = visitor.server;
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      'sec-websocket-version': '13',
      'sec-websocket-protocol': 'serai.2',
      cookie: visitor.cookie,
      ...visitor.headers,
    };
    this.opened = new Promise((resolve, reject) => {
      const asked = http.get(new URL('/ws', address), { headers });
      asked.on('error', reject);
      asked.on('response', (answer) => reject(new Error(`no WebSocket: ${answer.statusCode}`)));
      asked.on('upgrade', (_, socket, head) => {
        let rest = Buffer.alloc(0);
        this.socket = socket;
        const read = (bytes) => {
          rest = Buffer.concat([rest, bytes]);
          for (;;) {
            if (rest.length < 2) return;
            let size = rest[1] & 127;
            let at = 2;
            if (size === 126) [size, at] = [rest.length < 4 ? Infinity : rest.readUInt16BE(2), 4];
            else if (size === 127) [size, at] = [rest.length < 10 ? Infinity : Number(rest.readBigUInt64BE(2)), 10];
            if (rest.length < at + size) return;
            if ((rest[0] & 15) === 1)
              for (const line of rest.toString('utf8', at, at + size).split('\n')) if (line) this.told.push(JSON.parse(line));
            rest = rest.subarray(at + size);
          }
        };
        socket.on('data', read);
        socket.on('close', () => (this.closed = true));
        socket.on('error', () => (this.closed = true));
        read(head);
        resolve(this);
      });
    });
  }
  say(command) {
    const text = Buffer.from(JSON.stringify(command));
    const head =
      text.length < 126 ? Buffer.from([0x81, 0x80 | text.length]) : Buffer.from([0x81, 0xfe, text.length >> 8, text.length & 255]);
    this.socket.write(Buffer.concat([head, Buffer.alloc(4), text]));
  }
  /* Waits for a message for which the condition holds, after those that were heard before. */
  async hears(condition, what = String(condition)) {
    return until(
      () => {
        const at = this.told.findIndex(condition);
        if (at < 0) return null;
        const [found] = this.told.splice(0, at + 1).slice(-1);
        return found;
      },
      `a visitor hears ${what}; told: ${JSON.stringify(this.told).slice(0, 600)}`,
    );
  }
  async refused(command, code) {
    this.say(command);
    const { code: is } = await this.hears(({ t }) => t === 'refused', 'a refusal');
    assert.equal(is, code);
  }
  close() {
    this.socket.destroy();
  }
}

/* A hash chain: link n is hash of link n + 1; the tip is link 0. */
export function chain() {
  const links = [randomBytes(32)];
  for (let i = 0; i < 400; i++) links.unshift(createHash('sha256').update(links[0]).digest());
  return links.map((link) => link.toString('hex'));
}

export function refused(answer, status, code) {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.body.code, code, answer.text);
}

/* Runs the tests, functions by name; prints "ok NAME" or "FAILED NAME" for each. */
export async function run(tests, wanted = process.argv[2] ?? '') {
  for (const test of tests) {
    const name = test.name.replaceAll('_', ' ');
    if (!name.includes(wanted)) continue;
    try {
      await test();
      console.log(`ok ${name}`);
    } catch (error) {
      console.log(`FAILED ${name}\n${error.stack}`);
      process.exitCode = 1;
    }
  }
}
