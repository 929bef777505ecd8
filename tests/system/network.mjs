/* Shared by the network fuzzer and the attacks: a server, seeded randomness, guests, frames. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, readdirSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';

/* A number from 0 to below n, reproducible from the seed (mulberry32). */
export function chance(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  return (n) => next() % n;
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/* Waits until a condition holds. */
export async function until(condition, what, seconds = 60) {
  for (let i = 0; i < seconds * 20; i++) {
    if (await condition()) return;
    await pause(50);
  }
  throw new Error(`it never came to pass that ${what}`);
}

/* A server on a free port. */
export async function serve(program, ...flags) {
  const folder = mkdtempSync(`${tmpdir()}/serai-network-`);
  const server = spawn(program, ['serve', '--port', '0', '--db', `${folder}/db`, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  process.once('exit', () => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  let said = '';
  let log = '';
  server.stderr.on('data', (bytes) => (log = (log + bytes).slice(-1_000_000)));
  const ended = new Promise((resolve) => server.once('close', (code, signal) => resolve(code ?? signal)));
  await new Promise((resolve, reject) => {
    server.stdout.on('data', (bytes) => (said += bytes).includes('Ctrl-C') && resolve());
    ended.then((status) => reject(new Error(`the server ended with ${status}: ${log}`)));
  });
  ended.then((status) => status === 0 || console.log(`the server ended with ${status}: ${log.slice(-3000)}`));
  const { port } = new URL(/https?:\/\/\S+/.exec(said)[0]);
  const status = (name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]);
  return {
    port: Number(port),
    pid: server.pid,
    log: () => log,
    memory: () => status('VmRSS') / 1024, // MiB
    disk: () => readdirSync(folder).reduce((sum, name) => sum + statSync(`${folder}/${name}`).size, 0) / 1048576, // MiB
    cpu: () =>
      readFileSync(`/proc/${server.pid}/stat`, 'utf8')
        .split(') ')[1]
        .split(' ')
        .slice(11, 13)
        .reduce((sum, ticks) => sum + Number(ticks) / 100, 0), // seconds
    async stop() {
      server.kill('SIGTERM');
      const code = await ended;
      if (code !== 0) throw new Error(`the server that was told to stop ended with ${code}:\n${log.slice(-6000)}`);
    },
  };
}

export const connect = (port, localAddress) => {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {}); // errors here do not matter, only the server's side does
  return socket;
};

/* Sends a request; resolves to the response: its header, and its body if the length is given. */
export function ask(port, text, localAddress) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, localAddress);
    let got = '';
    socket.setEncoding('latin1');
    socket.on('data', (more) => {
      got += more;
      const head = got.indexOf('\r\n\r\n');
      const size = Number(/content-length: (\d+)/.exec(got)?.[1] ?? 0);
      if (head >= 0 && got.length >= head + 4 + size) {
        resolve(got);
        socket.destroy();
      }
    });
    socket.on('close', () => reject(new Error(`no answer, but ${JSON.stringify(got)}`)));
    socket.write(text);
  });
}

export const isHealthy = async (port, from = '') =>
  (await ask(port, `GET /healthz HTTP/1.1\r\nHost: x\r\n${from}\r\n`)).startsWith('HTTP/1.1 200');

/* A new guest, by its cookie. */
export async function guest(port, from = '', localAddress) {
  const answer = await ask(
    port,
    `POST /api/me HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\n${from}Content-Length: 2\r\n\r\n{}`,
    localAddress,
  );
  return /set-cookie: (serai=[0-9a-f]+)/.exec(answer)[1];
}

export const upgrade = (cookie, more = '') =>
  `GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: serai.2\r\nCookie: ${cookie}\r\n${more}\r\n`;

/* A frame from a client: first byte, payload, and fields that may be wrong on purpose. */
export function frame(first, payload, { mask = true, size = payload.length } = {}) {
  const head =
    size < 126
      ? [first, size]
      : size < 65536
        ? [first, 126, size >> 8, size & 255]
        : [first, 127, 0, 0, 0, 0, (size >>> 24) & 255, (size >>> 16) & 255, (size >>> 8) & 255, size & 255];
  if (!mask) return Buffer.concat([Buffer.from(head), payload]);
  head[1] |= 128;
  const key = [7, 11, 13, 17];
  return Buffer.concat([Buffer.from(head), Buffer.from(key), Buffer.from(payload.map((byte, i) => byte ^ key[i % 4]))]);
}

export const text = (message) => frame(0x81, Buffer.from(message));
