/* Notices while the page is closed: a push service of our own receives what the server sends, checks its signature and decrypts it,
 * as a browser would (RFC 8030, 8188, 8291, 8292). And the page: what it offers, and what its service worker shows.
 *
 * Usage: node tests/page/notices.mjs [part of a name] [--pictures FOLDER]. */
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import http from 'node:http';
import { say, saying } from './catalogue.mjs';
import { axe, button, LONG, run } from './harness.mjs';
import { begin, goTo, make, person, PROXY, ready, sitDown } from './people.mjs';

const folder = process.argv.indexOf('--pictures') < 0 ? null : process.argv.splice(process.argv.indexOf('--pictures'), 2)[1];
const picture = async (page, name) => folder && (await page.screenshot({ path: `${folder}/${name}.png` }));

const tests = {};
const hkdf = (salt, secret, info, size) => Buffer.from(crypto.hkdfSync('sha256', secret, salt, info, size));

/* A browser's subscription: keys, and what came for it. */
class Subscription {
  constructor(service, name) {
    this.ecdh = crypto.createECDH('prime256v1');
    this.key = this.ecdh.generateKeys();
    this.auth = crypto.randomBytes(16);
    this.endpoint = `${service.address}/push/${name}`;
    this.letters = [];
    this.answers = []; // statuses to answer with, before 201
    service.subscriptions.set(`/push/${name}`, this);
  }
  json(more = {}) {
    return { endpoint: this.endpoint, key: this.key.toString('base64url'), auth: this.auth.toString('base64url'), ...more };
  }
  open(body) {
    const [salt, size] = [body.subarray(0, 16), body.readUInt8(20)];
    const theirs = body.subarray(21, 21 + size);
    assert.equal(body.readUInt32BE(16), 4096);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.key, theirs]);
    const ikm = hkdf(this.auth, this.ecdh.computeSecret(theirs), info, 32);
    const key = hkdf(salt, ikm, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = hkdf(salt, ikm, 'Content-Encoding: nonce\0', 12);
    const sealed = body.subarray(21 + size);
    const cipher = crypto.createDecipheriv('aes-128-gcm', key, nonce);
    cipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    assert.equal(text.at(-1), 2, 'the last record');
    return JSON.parse(text.subarray(0, -1));
  }
  /* Waits until so many notices have come. */
  async has(count) {
    const until = Date.now() + LONG;
    while (this.letters.length < count && Date.now() < until) await new Promise((done) => setTimeout(done, 50));
    assert.equal(this.letters.length, count, JSON.stringify(this.letters));
    return this.letters[count - 1];
  }
}

/* The signature of a site: a token for this service, valid for at most a day. */
function checkSignature(field, service) {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(field);
  const [head, claims, proof] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const pub = crypto.createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
  });
  assert.ok(
    crypto.verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: pub, dsaEncoding: 'ieee-p1363' },
      Buffer.from(proof, 'base64url'),
    ),
  );
  assert.deepEqual(JSON.parse(Buffer.from(head, 'base64url')), { typ: 'JWT', alg: 'ES256' });
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url'));
  assert.equal(aud, service.address);
  assert.ok(exp > Date.now() / 1000 && exp <= Date.now() / 1000 + 24 * 3600);
  assert.match(sub, /^http:\/\/127\.0\.0\.1:\d+$/);
  return key;
}

/* A push service. */
const service = { subscriptions: new Map(), wrong: [], keys: new Set() };
const server = http.createServer((request, answer) => {
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    try {
      const to = service.subscriptions.get(request.url);
      const status = to?.answers.shift() ?? (to ? 201 : 404);
      assert.equal(request.method, 'POST');
      assert.equal(request.headers['content-encoding'], 'aes128gcm');
      assert.ok(Number(request.headers.ttl) > 0);
      service.keys.add(checkSignature(request.headers.authorization, service));
      if (status === 201) to.letters.push({ ...to.open(Buffer.concat(pieces)), topic: request.headers.topic });
      answer.writeHead(status, status === 429 ? { 'retry-after': '1' } : status === 302 ? { location: '/push/other' } : {}).end();
    } catch (error) {
      service.wrong.push(String(error));
      answer.writeHead(400).end();
    }
  });
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
service.address = `http://127.0.0.1:${server.address().port}`;
let count = 0;
const subscribe = async (one, more = {}) => {
  const made = new Subscription(service, `s${count++}`);
  assert.ok((await one.post('push', made.json(more))).ok());
  return made;
};

const get = async ({ page, address }, what) => (await page.request.get(`${address.replace(/\/$/, '')}/api/${what}`)).json();
/* Away: no page of ours is open. The service worker leaves the API alone. */
const away = async ({ page, address }) => {
  await page.context().route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  await page.goto(`${address.replace(/\/$/, '')}/api/addresses`);
};
const USUAL = { here: 0, profile: 1, notices: 15, quiet_from: 0, quiet_to: 0, ahead: 1440 };

/* A game by days between two, at whose table it is the turn of whoever has gone away. */
async function gameByDays(open) {
  const [ann, bo] = [await person(open, 'Ann'), await person(open, 'Bo')];
  const table = await make(ann, 'marrakech');
  await sitDown(bo, table);
  await ready(bo);
  await ready(ann);
  await Promise.all([ann, bo].map(({ page }) => page.locator('.play').waitFor()));
  return { ann, bo, table };
}

async function whoIsToMove({ ann, bo }) {
  return Promise.any(
    [ann, bo].map((one) =>
      button(one.page, say('choices'), { disabled: false })
        .waitFor()
        .then(() => one),
    ),
  );
}

tests['your turn comes to every browser of whoever is away, once until they look'] = async (open) => {
  const game = await gameByDays(open);
  const one = await whoIsToMove(game);
  const [phone, laptop] = [await subscribe(one), await subscribe(one)];
  await away(one);
  const letter = await phone.has(1);
  assert.deepEqual(letter, { kind: 'turn', table: game.table, game: 'marrakech', topic: game.table });
  await laptop.has(1);
  await one.page.goto(`${one.address}#/`); // here, but not at the table
  await one.page.locator('.turns a').waitFor();
  await away(one);
  await new Promise((done) => setTimeout(done, 8000));
  await phone.has(1);
  assert.deepEqual(service.wrong, []);
  assert.equal(service.keys.size, 1);
};

async function endGame({ page }) {
  await button(page, say('menu')).click();
  await button(page.locator('dialog[open]'), say('resign')).click();
  await button(page, say('resign.yes')).click();
  await page.locator('dialog.final').waitFor();
}

tests['a challenge comes with the name of who challenges; not from who is blocked, nor if it is switched off'] = async (open) => {
  const [ann, bo] = [await person(open, 'Ann'), await person(open, 'Bo')];
  await begin([ann, bo], 'alibaba');
  await endGame(bo);
  const [{ person: annId }, { person: boId }] = await Promise.all([ann, bo].map((one) => one.post('me', {}).then((r) => r.json())));
  const browser = await subscribe(bo);
  await away(bo);
  const invite = async (table) => assert.ok((await ann.post('invite', { person: boId, table, yes: true })).ok());
  const quietNow = () => {
    const minute = Math.floor(Date.now() / 60_000) % 1440;
    return { quiet_from: (minute + 1380) % 1440, quiet_to: (minute + 120) % 1440 };
  };
  const first = await make(ann, 'labyrinth', { off: ['public'] });
  assert.ok((await bo.post('choices', { ...USUAL, notices: 13 })).ok());
  await invite(first);
  assert.ok((await bo.post('choices', USUAL)).ok());
  assert.ok((await bo.post('block', { person: annId, yes: true })).ok());
  await invite(first);
  assert.ok((await bo.post('block', { person: annId, yes: false })).ok());
  assert.ok((await bo.post('choices', { ...USUAL, ...quietNow() })).ok());
  await invite(first);
  assert.ok((await bo.post('choices', USUAL)).ok());
  const table = await make(ann, 'labyrinth', { off: ['public'] });
  await invite(table);
  await invite(table);
  await browser.has(1);
  await new Promise((done) => setTimeout(done, 5000)); // and no other
  assert.deepEqual(browser.letters, [{ kind: 'challenge', table, game: 'labyrinth', name: 'Ann', topic: table }]);
  assert.deepEqual(service.wrong, []);
};

tests['a service that is busy is asked again, one that has ended is forgotten, and nobody is redirected'] = async (open) => {
  const ann = await person(open, 'Ann');
  const busy = new Subscription(service, 'busy');
  busy.answers = [429, 429];
  assert.ok((await ann.post('push', busy.json({ welcome: true }))).ok());
  assert.equal((await busy.has(1)).kind, 'hello');
  const gone = new Subscription(service, 'gone');
  const other = new Subscription(service, 'other');
  gone.answers = [410];
  assert.ok((await ann.post('push', gone.json({ welcome: true }))).ok());
  const moved = new Subscription(service, 'moved');
  moved.answers = [302];
  assert.ok((await ann.post('push', moved.json({ welcome: true }))).ok());
  const until = Date.now() + LONG;
  const endpoints = async () => (await get(ann, 'data')).notices.map(({ endpoint }) => endpoint);
  while ((await endpoints()).includes(gone.endpoint) && Date.now() < until) await new Promise((done) => setTimeout(done, 100));
  assert.deepEqual((await endpoints()).sort(), [busy.endpoint, moved.endpoint].sort());
  assert.equal(other.letters.length, 0);
  assert.ok((await ann.post('unpush', { endpoint: busy.endpoint })).ok());
  assert.deepEqual(await endpoints(), [moved.endpoint]);
};

tests['a subscription is checked, limited, and ends with the session'] = async (open) => {
  const ann = await person(open, 'Dora');
  const fresh = () => new Subscription(service, `s${count++}`).json();
  const bad = [
    { endpoint: 'https://fcm.googleapis.com/x' }, // this server sends to loopback only
    { endpoint: 'http://10.0.0.1/x' },
    { key: 'AAAA' },
    { auth: 'AAAA' },
    { key: Buffer.alloc(65, 4).toString('base64url') }, // not on the curve
  ];
  for (const wrong of bad) {
    const answer = await ann.post('push', { ...fresh(), ...wrong });
    assert.equal(answer.status(), 400);
    assert.equal((await answer.json()).code, 'bad-push');
  }
  for (let i = 0; i < 10; i++) assert.ok((await ann.post('push', fresh())).ok());
  assert.equal((await get(ann, 'data')).notices.length, 8);
  const session = await ann.page.context().cookies();
  assert.ok((await ann.post('keep', { login: `ann${Date.now()}`, password: 'correct horse' })).ok());
  assert.ok((await ann.post('leave', {})).ok());
  await ann.page.context().addCookies(session);
  assert.equal((await ann.post('push', fresh())).status(), 401);
};

tests['the page offers notices, and its service worker shows them in its language'] = async (open) => {
  const ann = await person(open, 'Анна', { language: 'uk', settings: { language: 'uk' } });
  await ann.page.context().grantPermissions(['notifications']);
  await goTo(ann.page, '#/mine');
  await button(ann.page, say('mine.notify', {}, 'uk')).waitFor();
  await picture(ann.page, 'notices-off');
  await axe(ann.page, 'my games with notices');
  const shown = await ann.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await caches.open('notice-words')).match('words').then((kept) => kept.json().then(() => registration.scope));
  });
  const cdp = await ann.page.context().newCDPSession(ann.page);
  let id;
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => (id = registrations.at(-1)?.registrationId));
  await cdp.send('ServiceWorker.enable');
  while (id === undefined) await new Promise((done) => setTimeout(done, 50));
  const origin = new URL(shown).origin;
  const data = JSON.stringify({ kind: 'challenge', table: 'k3k3k3k3k3k3', game: 'marrakech', name: 'Бо' });
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: id, data });
  const titles = () =>
    ann.page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, data: at, tag }) => ({ title, at, tag })),
    );
  const until = Date.now() + LONG;
  while ((await titles()).length === 0 && Date.now() < until) await new Promise((done) => setTimeout(done, 100));
  assert.deepEqual(await titles(), [
    {
      title: say('notice.challenge', { name: 'Бо', game: say('game.marrakech', {}, 'uk') }, 'uk'),
      at: '#/t/k3k3k3k3k3k3',
      tag: 'k3k3k3k3k3k3',
    },
  ]);
};

tests['my games show the time that is left'] = async (open) => {
  /* Protocol 6.9 */
  const { ann } = await gameByDays(open);
  await goTo(ann.page, '#/mine');
  await ann.page.getByText(saying('mine.left')).first().waitFor();
  await picture(ann.page, 'time-left');
};

await run(tests, [...PROXY, '--push-loopback'], { notifies: true });
