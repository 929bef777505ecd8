/* Attacks on a real server while others play, and what one hostile address can cost: memory, CPU, bytes sent, disk.
 *
 *   node tests/system/attack.mjs [PROGRAM] [--kind NAME] [--connections N] [--seconds N] [--tables N]
 *                         [--addresses N] [--minutes N] [--budgets]
 *
 * For each kind: so many hostile connections, all at once, for so many seconds, while games are played at so many tables
 * (serai load). A line tells what it did to the players and what it cost. With --minutes all kinds come again and again: a soak.
 * With --budgets the cost is held to a limit: in bytes and CPU, not in time, so that a busy machine fails nothing. */
import { spawn } from 'node:child_process';
import { ask, connect as connectFrom, frame, guest, isHealthy, pause, serve, text, until, upgrade } from './network.mjs';

const flags = process.argv.slice(2);
const has = (name) => flags.includes(name);
const flag = (name, usual) => (has(name) ? flags[flags.indexOf(name) + 1] : usual);
const program = flags[0]?.startsWith('--') === false ? flags[0] : 'build/serai';
const connections = Number(flag('--connections', 1000));
const seconds = Number(flag('--seconds', 10));
const tables = Number(flag('--tables', 20));
const minutes = Number(flag('--minutes', 0));
const budgets = has('--budgets');

/* The limits for one hostile address: MiB that the server keeps afterwards, uses at most meanwhile, writes and sends; seconds
 * of CPU, ten times the usual. */
const BUDGET = { left: 32, most: 128, disk: 16, sent: 32, cpuSeconds: 5 };

/* The attackers come from so many addresses; players have one each (serai load). */
const addresses = Number(flag('--addresses', 10));
const attacker = (i) => `127.200.0.${1 + (i % addresses)}`;
let opened = 0;
const connect = (port) => connectFrom(port, attacker(opened++));

/* Writes repeatedly, as fast as the other side reads. */
function pour(socket, bytes, state) {
  const on = () => {
    for (let i = 0; i < 64; i++) if (state.over || socket.destroyed || !socket.write(bytes)) return;
    setImmediate(on);
  };
  socket.on('drain', on);
  on();
}

/* An attacker's WebSocket; `then` is called when it is open. */
function webSocket(port, cookie, then, { reads = true } = {}) {
  const socket = connect(port);
  let head = '';
  const listen = (more) => {
    head += more.toString('latin1');
    if (!head.includes('"hello"')) return;
    socket.off('data', listen);
    if (reads) socket.resume();
    else socket.pause();
    then(socket);
  };
  socket.on('data', listen);
  socket.write(upgrade(cookie));
  return socket;
}

/* Each kind opens one hostile connection. */
const KINDS = {
  idle: ({ port }) => connect(port),
  'slow-head': ({ port, state }) => {
    const socket = connect(port);
    socket.write('GET / HTTP/1.1\r\n');
    const timer = setInterval(() => (state.over || socket.destroyed ? clearInterval(timer) : socket.write('X-A: b\r\n')), 500);
    return socket;
  },
  'slow-body': ({ port, state }) => {
    const socket = connect(port);
    socket.write(`POST /api/me HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Length: 4000\r\n\r\n`);
    const timer = setInterval(() => (state.over || socket.destroyed ? clearInterval(timer) : socket.write('{')), 500);
    return socket;
  },
  'pipelined-post': ({ port }) => {
    const socket = connect(port);
    socket.write('GET / HTTP/1.1\r\n\r\nPOST / HTTP/1.1\r\nContent-Length: 1\r\n\r\n');
    return socket;
  },
  'request-flood': ({ port, state }) => {
    const socket = connect(port);
    socket.resume();
    pour(socket, `POST /api/me HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Length: 2\r\n\r\n{}`, state);
    return socket;
  },
  'files-unread': ({ port, state }) => {
    const socket = connect(port);
    socket.pause();
    pour(socket, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', state);
    return socket;
  },
  churn: ({ port, state }) => {
    const again = () => {
      if (state.over) return;
      const socket = connect(port);
      socket.on('connect', () => socket.destroy());
      socket.on('close', () => setTimeout(again, 20));
    };
    again();
    return { destroy() {} };
  },
  'no-subprotocol': ({ port }) => {
    const socket = connect(port);
    socket.write(upgrade('x=y').replace(/Sec-WebSocket-Protocol.*\r\n/, ''));
    return socket;
  },
  'no-cookie': ({ port }) => {
    const socket = connect(port);
    socket.write(upgrade('x=y'));
    return socket;
  },
  'refused-unread': ({ port, state, cookie }) =>
    webSocket(port, cookie, (socket) => pour(socket, Buffer.concat(Array(500).fill(text('{}'))), state), { reads: false }),
  'refused-read': ({ port, state, cookie }) =>
    webSocket(port, cookie, (socket) => pour(socket, Buffer.concat(Array(500).fill(text('{}'))), state)),
  pings: ({ port, state, cookie }) =>
    webSocket(port, cookie, (socket) => pour(socket, Buffer.concat(Array(500).fill(frame(0x89, Buffer.from('x')))), state), {
      reads: false,
    }),
  fragments: ({ port, state, cookie }) =>
    webSocket(port, cookie, (socket) =>
      pour(socket, Buffer.concat([frame(1, Buffer.from('{')), ...Array(500).fill(frame(0, Buffer.from(' ')))]), state),
    ),
  lobby: ({ port, state, cookie }) =>
    webSocket(port, cookie, (socket) => pour(socket, Buffer.concat(Array(100).fill(text('{"t":"lobby"}'))), state), {
      reads: false,
    }),
  tables: ({ port, state, cookie }) =>
    webSocket(port, cookie, (socket) =>
      pour(socket, Buffer.concat(Array(20).fill(text('{"t":"make","game":"alibaba","seats":[0,10,10,10],"rated":false}'))), state),
    ),
  quick: ({ port, state, cookie }) =>
    webSocket(port, cookie, (socket) =>
      pour(socket, Buffer.concat(Array(100).fill(text('{"t":"quick","game":"labyrinth","players":2}'))), state),
    ),
};

/* Games that others play meanwhile; resolves to the result of `serai load`. */
function players(port, time) {
  const load = spawn(
    process.env.SERAI_LOAD ?? 'build/serai',
    [
      'load',
      '--url',
      `http://127.0.0.1:${port}`,
      '--connections',
      String(2 * tables),
      '--tables',
      String(tables),
      '--rate',
      '100',
      '--seconds',
      String(time),
      '--json',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  let complained = '';
  load.stdout.on('data', (more) => (said += more));
  load.stderr.on('data', (more) => (complained += more));
  return new Promise((resolve, reject) =>
    load.once('close', (code) =>
      code === 0 ? resolve(JSON.parse(said)) : reject(new Error(`the players: ${complained.slice(-400)}`)),
    ),
  );
}

async function attack(server, cookies, kind) {
  const state = { over: false };
  const sockets = [];
  const began = { memory: server.memory(), disk: server.disk(), cpu: server.cpu(), time: Date.now() };
  let most = 0;
  const playing = players(server.port, seconds);
  const watch = setInterval(() => (most = Math.max(most, server.memory())), 100);
  for (let i = 0; i < connections; i++) {
    sockets.push(KINDS[kind]({ port: server.port, state, cookie: cookies[i % cookies.length] }));
    if (i % 100 === 99) await pause(1);
  }
  const played = await playing;
  state.over = true;
  clearInterval(watch);
  const cpuSeconds = server.cpu() - began.cpu;
  const cpu = (100 * cpuSeconds) / ((Date.now() - began.time) / 1000);
  const sent = sockets.reduce((sum, socket) => sum + (socket.bytesRead ?? 0), 0) / 1048576;
  for (const socket of sockets) socket.destroy();
  if (!(await isHealthy(server.port))) throw new Error('the health check failed');
  const open = async () =>
    Number(/^serai_connections (\d+)/m.exec(await ask(server.port, 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n'))?.[1] ?? Infinity);
  await until(async () => (await pause(500), (await open()) <= 2), 'all connections are gone');
  return {
    kind,
    p50: played.ack_ms_p50,
    p99: played.ack_ms_p99,
    moves: played.moves,
    errors: played.errors,
    cpu,
    cpuSeconds,
    sent,
    disk: server.disk() - began.disk,
    most: most - began.memory,
    left: server.memory() - began.memory,
  };
}

console.log(`${connections} hostile connections of each kind for ${seconds} s, ${tables} tables at 100 moves a second together`);
console.log('kind              p50 ms  p99 ms   moves  errors   CPU %   sent MiB  disk MiB  most MiB  left MiB');
const server = await serve(program);
const cookies = [];
for (let i = 0; i < Math.max(2, Math.min(connections / 20, 10 * addresses)); i++)
  cookies.push(await guest(server.port, '', attacker(i)));
await players(server.port, 2); // what it keeps from the first games on is not due to the attackers
const number = (n, width, digits = 1) => n.toFixed(digits).padStart(width);
const kinds = Object.keys(KINDS).filter((name) => name === flag('--kind', name));
const began = { time: Date.now(), memory: server.memory() };
let failed = 0;
let worst = 0;
let moves = 0;
do {
  for (const kind of kinds) {
    const r = await attack(server, cookies, kind);
    worst = Math.max(worst, r.p99);
    moves += r.moves;
    console.log(
      kind.padEnd(16) +
        number(r.p50, 8) +
        number(r.p99, 8) +
        number(r.moves, 8, 0) +
        number(r.errors, 8, 0) +
        number(r.cpu, 8, 0) +
        number(r.sent, 11) +
        number(r.disk, 10) +
        number(r.most, 10) +
        number(r.left, 10),
    );
    if (r.errors) failed++;
    for (const what of Object.keys(BUDGET))
      if (budgets && r[what] > BUDGET[what]) {
        console.log(`FAILED  ${kind}: ${what} ${r[what].toFixed(1)} of at most ${BUDGET[what]}`);
        failed++;
      }
  }
} while (Date.now() < began.time + minutes * 60_000);
const took = (Date.now() - began.time) / 60_000;
console.log(
  `${took.toFixed(1)} minutes, ${moves} moves, the worst p99 ${worst.toFixed(1)} ms; ${began.memory.toFixed(0)} MiB before, ${server.memory().toFixed(0)} MiB after`,
);
await server.stop();
process.exit(failed ? 1 : 0);
