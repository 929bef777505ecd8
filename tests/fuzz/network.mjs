/* Fuzzes the network stack of a real server: raw bytes, pipelines, slow and split bodies, odd upgrades, frames cut anywhere.
 *
 * node tests/fuzz/network.mjs [PROGRAM] [--sessions N | --seconds N] [--seed N]
 *
 * Everything follows from the seed except how the bytes of several connections interleave. Whatever is sent: each response is
 * valid HTTP or valid server frames; another client is served all the time; and the server, built with sanitizers, stops
 * cleanly. */
import { chance, connect, frame, guest, isHealthy, pause, serve, text, until, upgrade } from '../system/network.mjs';

const flags = process.argv.slice(2);
const flag = (name, usual) => (flags.includes(name) ? Number(flags[flags.indexOf(name) + 1]) : usual);
const program = flags[0]?.startsWith('--') === false ? flags[0] : 'build/serai-asan';
const seconds = flag('--seconds', 0);
const most = seconds ? Infinity : flag('--sessions', 400);
const first = flag('--seed', 1);
const AT_ONCE = 16;

const MESSAGES = [
  '{"t":"lobby"}',
  '{"t":"games"}',
  '{"t":"nothing"}',
  '{"t":"make","game":"alibaba","seats":[0,1],"rated":false}',
  '{"t":"make","game":"marrakech","seats":[0,0,2],"clock":{"move":60000}}',
  '{"t":"quick","game":"labyrinth","players":2}',
  '{"t":"join","table":"0000000000001"}',
  '{"t":"sit","seat":0,"tip":"00000000000000000000000000000000000000000000000000000000000000aa"}',
  '{"t":"ready","ready":true}',
  '{"t":"hint"}',
  '{"t":"chat","words":"hello"}',
  '{"t":"play","ply":1,"move":"x"}',
  '{"t":"leave"}',
  '{}',
  '[',
  '{"t":"\\ud800"}',
];

/* --- what is sent --- */

function bytes(random, size) {
  return Buffer.from(Array.from({ length: size }, () => random(256)));
}

const pick = (random, list) => list[random(list.length)];

/* Changes, drops or repeats a few bytes, or line ends. */
function spoil(random, buffer) {
  let spoilt = buffer;
  for (let i = random(4); i > 0; i--) {
    const at = random(spoilt.length + 1);
    const [before, after] = [spoilt.subarray(0, at), spoilt.subarray(at)];
    spoilt = pick(random, [
      () => Buffer.concat([before, bytes(random, 1), after.subarray(1)]),
      () => Buffer.concat([before, after.subarray(1 + random(8))]),
      () => Buffer.concat([before, after.subarray(0, random(40)), after]),
      () =>
        Buffer.concat([
          before,
          Buffer.from(pick(random, ['\r', '\n', '\r\n', '\0', ':', ' ', '\t', '\r\n\r\n', '%00', '\u{1f42a}'])),
          after,
        ]),
      () => before,
    ])();
  }
  return spoilt;
}

const PATHS = [
  '/',
  '/index.html',
  '/nothing',
  '/api/me',
  '/api/name',
  '/api/top?game=alibaba',
  '/api/record?table=x',
  '/api/friends',
  '/api/follow',
  '/api/block',
  '/api/invite',
  '/api/decline',
  '/api/choices',
  '/api/profile?person=x',
  '/api/notices',
  '/api/push',
  '/api/unpush',
  '/api/daily',
  '/api/daily-result',
  '/healthz',
  '/metrics',
  '/ws',
  '*',
  'http://x/',
  '/%2e%2e/',
  '//',
  '/?'.padEnd(600, 'a'),
];
const FIELDS = [
  'Connection: close',
  'Connection: keep-alive',
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
  'Transfer-Encoding: chunked',
  'Expect: 100-continue',
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Accept-Encoding: br;q=0, gzip',
  'If-None-Match: "x"',
  'Origin: http://x',
  'Origin: ftp://x',
  'X-Forwarded-For: 1.2.3.4, 5.6.7.8',
  'bogus',
  ': empty',
];

function request(random) {
  const method = pick(random, ['GET', 'GET', 'POST', 'HEAD', 'PUT', 'OPTIONS', 'CONNECT', 'get', 'PRI']);
  const fields = Array.from({ length: random(5) }, () => pick(random, FIELDS));
  if (random(8) === 0) fields.push(`Cookie: ${'x'.repeat(random(12000))}`);
  if (random(10) === 0) fields.push(...Array.from({ length: random(300) }, (_, i) => `X-${i}: ${i}`));
  const body =
    method === 'POST'
      ? pick(random, ['{}', '{"name":"Ann"}', '{"date":"2026-11-18","record":{}}', '[', 'x'.repeat(random(6000)), ''])
      : '';
  if (method === 'POST' && random(4)) fields.push(`Content-Length: ${body.length}`);
  if (random(8)) fields.unshift('Host: x');
  return Buffer.from(
    `${method} ${pick(random, PATHS)} HTTP/1.${pick(random, [1, 1, 1, 0, 9])}\r\n${fields.map((f) => `${f}\r\n`).join('')}\r\n${body}`,
  );
}

function oneFrame(random) {
  const message = random(4) ? Buffer.from(pick(random, MESSAGES)) : bytes(random, random(300));
  return pick(random, [
    () => frame(0x81, message),
    () => frame(0x81, message),
    () => frame(0x81, message),
    () => Buffer.concat([frame(0x01, message.subarray(0, 3)), frame(0x89, Buffer.from('ping')), frame(0x80, message.subarray(3))]),
    () =>
      Buffer.concat([...message].map((byte, i) => frame((i ? 0 : 1) | (i === message.length - 1 ? 0x80 : 0), Buffer.from([byte])))),
    () => frame(random(256), message),
    () => frame(0x81, message, { mask: false }),
    () => frame(0x81, message, { size: random(70000) }),
    () => frame(0x89, bytes(random, random(130))),
    () => frame(0x88, random(2) ? Buffer.from([random(256), random(256), 120, 121]) : bytes(random, random(3))),
    () => frame(0x81, Buffer.alloc(random(5000), 120)),
    () => frame(0x82, message),
  ])();
}

/* What one connection sends. */
function story(random, cookie, from) {
  const parts = [];
  const kind = random(10);
  if (kind === 0) parts.push(bytes(random, random(3000)));
  else if (kind < 4) for (let i = 1 + random(pick(random, [2, 5, 60])); i > 0; i--) parts.push(request(random));
  else {
    parts.push(Buffer.from(upgrade(random(10) ? cookie : 'serai=0', random(6) ? from : `${from}${pick(random, FIELDS)}\r\n`)));
    for (let i = random(40); i > 0; i--) parts.push(oneFrame(random));
  }
  const whole = Buffer.concat(parts);
  return random(3) ? whole : spoil(random, whole);
}

/* --- what comes back --- */

/* Throws unless this is a sequence of HTTP responses, possibly truncated, possibly followed by server frames. */
function check(answer) {
  let at = 0;
  while (at < answer.length) {
    const head = answer.indexOf('\r\n\r\n', at);
    const shown = JSON.stringify(answer.toString('latin1', at, at + 200));
    if (head < 0) {
      if (!'HTTP/1.1 '.startsWith(answer.toString('latin1', at, Math.min(at + 9, answer.length))))
        throw new Error(`this is no response: ${shown}`);
      return;
    }
    const lines = answer.toString('latin1', at, head);
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(lines)?.[1];
    if (!status) throw new Error(`this is no response: ${shown}`);
    at = head + 4;
    if (status === '101') return checkFrames(answer.subarray(at));
    const size = Number(/^content-length: (\d+)$/m.exec(lines)?.[1] ?? 0);
    if (!/^content-length: /m.test(lines) && status !== '100' && status !== '304') throw new Error(`how long is this? ${shown}`);
    at += size; // a response to HEAD has a length and no body: what follows is not checked then
    if (
      at < answer.length &&
      !answer.toString('latin1', at, at + 9).startsWith('HTTP/1.1'.slice(0, Math.min(8, answer.length - at)))
    ) {
      if (answer.indexOf('HTTP/1.1 ', head + 4) === head + 4) at = head + 4;
      else throw new Error(`this is no response: ${JSON.stringify(answer.toString('latin1', at, at + 100))}`);
    }
  }
}

function checkFrames(rest) {
  let at = 0;
  while (at + 2 <= rest.length) {
    const opcode = rest[at] & 15;
    if (!(rest[at] & 128) || ![1, 8, 9, 10].includes(opcode) || rest[at + 1] & 128)
      throw new Error(`no frame of a server: ${rest.subarray(at, at + 20).toString('hex')}`);
    let size = rest[at + 1];
    let head = 2;
    if (size === 126) [size, head] = [at + 4 <= rest.length ? rest.readUInt16BE(at + 2) : Infinity, 4];
    else if (size === 127) [size, head] = [at + 10 <= rest.length ? Number(rest.readBigUInt64BE(at + 2)) : Infinity, 10];
    if (at + head + size > rest.length) return;
    if (opcode === 1) for (const line of rest.toString('utf8', at + head, at + head + size).split('\n')) if (line) JSON.parse(line);
    at += head + size;
  }
}

/* --- sessions --- */

async function session(port, seed, cookie) {
  const random = chance(seed);
  const from = `X-Forwarded-For: 10.${random(256)}.${random(256)}.${random(256)}\r\n`;
  const bytesToSend = story(random, cookie, from);
  const socket = connect(port);
  const got = [];
  let size = 0;
  const gone = new Promise((resolve) => socket.once('close', resolve));
  socket.on('data', (more) => {
    if ((size += more.length) < 1 << 22) got.push(more);
  });
  if (random(6) === 0) socket.pause();
  for (let at = 0; at < bytesToSend.length && !socket.destroyed;) {
    const piece = pick(random, [1, 7, 100, 1400, bytesToSend.length]);
    socket.write(bytesToSend.subarray(at, at + piece));
    at += piece;
    if (random(20) === 0) await pause(random(4));
  }
  await pause(random(30));
  if (random(3)) socket.destroy();
  else socket.end();
  await Promise.race([gone, pause(3000)]);
  socket.destroy();
  check(Buffer.concat(got));
}

const server = await serve(program, '--proxy');
const cookies = [];
for (let i = 0; i < 20; i++) cookies.push(await guest(server.port, `X-Forwarded-For: 9.9.9.${i}\r\n`));
const before = server.memory();
const began = Date.now();
let sessions = 0;
let failed = 0;
const running = new Set();
while (sessions < most && (!seconds || Date.now() < began + seconds * 1000) && !failed) {
  const seed = first * 1_000_003 + sessions;
  const one = session(server.port, seed, cookies[sessions % cookies.length])
    .catch((error) => {
      failed++;
      console.log(`FAILED  session ${seed}: ${error.stack}`);
    })
    .finally(() => running.delete(one));
  running.add(one);
  sessions++;
  if (running.size >= AT_ONCE) await Promise.race(running);
  if (
    sessions % 50 === 0 &&
    !(await isHealthy(server.port, `X-Forwarded-For: 9.8.${(sessions >> 8) & 255}.${sessions & 255}\r\n`))
  ) {
    failed++;
    console.log(`FAILED  somebody else is not served after session ${seed}`);
  }
}
await Promise.all(running);
const witness = connect(server.port);
let told = '';
witness.on('data', (more) => (told += more));
witness.write(upgrade(cookies[0], 'X-Forwarded-For: 9.9.9.9\r\n'));
await until(() => told.includes('"hello"'), 'somebody else is greeted');
witness.write(text('{"t":"games"}'));
await until(() => told.includes('"t":"games"'), 'somebody else is answered');
witness.destroy();
const after = server.memory();
await server.stop();
const took = (Date.now() - began) / 1000;
console.log(
  `${sessions} sessions in ${took.toFixed(1)} s from seed ${first}; the server had ${before.toFixed(0)} MiB before, ${after.toFixed(0)} MiB after`,
);
process.exit(failed ? 1 : 0);
