/* Programs that play at a server (docs/bot-api.md): node tests/system/bot.mjs [part of a name]; on two servers and PostgreSQL:
 * sh tests/system/postgres.sh node tests/system/bot.mjs [part of a name]. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { administers, chain, folder, pause, program, refused, run, serve, until, Visitor } from './visitors.mjs';

const servers = [await serve()];
servers.push(process.env.SERAI_PG ? await serve() : servers[0]);
const [here, there] = servers;
const told = (type) => (message) => message.t === type;
const visitor = (name, server = there) => new Visitor(server).enter(name);
let logins = 0;

/* A program's account, and a visitor that speaks with its token. */
async function bot(name, server = here, at = there) {
  const owner = await visitor(name, at);
  await owner.register(`robo-${process.pid}-${++logins}`);
  assert.equal((await owner.post('/api/bot/declare')).status, 200);
  const { body } = await owner.post('/api/bot/token');
  const made = new Visitor(server, { authorization: `Bearer ${body.token}` });
  return Object.assign(made, { owner, id: owner.id, token: body.token });
}

/* A stream: what it was told. */
function stream(one, path) {
  const it = { told: [], empty: 0, ended: false, hears: (condition) => until(() => it.told.find(condition), String(condition)) };
  return new Promise((resolve, reject) => {
    const asked = http.get(new URL(path, one.server.address), { headers: one.headers }, (answer) => {
      let rest = '';
      Object.assign(it, { status: answer.statusCode, headers: answer.headers, close: () => asked.destroy() });
      answer.setEncoding('utf8');
      answer.on('data', (text) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop();
        for (const line of lines) line ? it.told.push(JSON.parse(line)) : it.empty++;
      });
      answer.on('close', () => (it.ended = true));
      answer.on('error', () => (it.ended = true));
      resolve(it);
    });
    asked.on('error', (error) => (it.status ? (it.ended = true) : reject(error)));
  });
}

const command = (one, body, table) => one.post(`/api/bot/command${table ? `?table=${table}` : ''}`, body);
const ok = async (promise) => {
  const answer = await promise;
  assert.equal(answer.status, 200, answer.text);
  return answer.body.events;
};

/* A person who sits at a new table. */
async function host(one, game, more = {}) {
  const socket = await one.connect();
  const links = chain();
  socket.say({ t: 'make', game, seats: [0, 0], rated: false, ...more });
  const { table } = await socket.hears(told('made'));
  socket.say({ t: 'join', table });
  socket.say({ t: 'sit', seat: 1, tip: links[0] });
  await socket.hears(({ t, you }) => t === 'room' && you === 1);
  return { socket, table, links };
}

/* Plays the person's part at random, until the game is over. */
async function playOn({ socket, links }) {
  socket.say({ t: 'ready', ready: true });
  for (;;) {
    const event = await socket.hears(
      ({ t, state, now }) => (t === 'room' && state === 'dealing') || (t === 'steps' && now),
      'news',
    );
    if (event.t === 'room') socket.say({ t: 'link', link: links[1] });
    else if (event.now.winners.length || event.now.over) return event.now;
    else if (event.now.legal.length) {
      const { ply, legal } = event.now;
      socket.say({ t: 'play', ply, move: legal[ply % legal.length], link: links[ply + 2] });
    }
  }
}

async function only_an_account_is_declared_a_bot_once_and_only_a_bot_has_a_token() {
  const ann = await visitor('Ann');
  refused(await ann.post('/api/bot/declare'), 409, 'cannot-declare');
  refused(await ann.post('/api/bot/token'), 403, 'not-a-bot');
  await ann.register(`ann-${process.pid}`);
  refused(await ann.post('/api/bot/token'), 403, 'not-a-bot');
  assert.equal((await ann.post('/api/bot/declare')).status, 200);
  refused(await ann.post('/api/bot/declare'), 409, 'cannot-declare');
  assert.equal((await ann.post('/api/me')).body.bot, true);
  const { token } = (await ann.post('/api/bot/token')).body;
  assert.match(token, /^[0-9a-f]{64}$/);
  assert.equal((await ann.get('/api/data')).body.tokens.length, 1);
  assert.equal(JSON.stringify((await ann.get('/api/data')).body).includes(token), false);
}

async function a_token_is_for_playing_only() {
  const robo = await bot('Robo');
  for (const path of ['/api/bot/token', '/api/bot/revoke', '/api/forget', '/api/name', '/api/report'])
    refused(await robo.post(path, {}), 401, 'unknown-session');
  refused(await robo.get('/api/data'), 401, 'unknown-session');
  for (const authorization of ['', 'Bearer', `Bearer ${'0'.repeat(64)}`, `Basic ${robo.token}`, `Bearer ${robo.token}0`]) {
    refused(await new Visitor(here, { authorization }).get('/api/bot/events'), 401, 'unknown-session');
    refused(
      await command(new Visitor(here, { authorization }), { t: 'make', game: 'marrakech', seats: [0, 0] }),
      401,
      'unknown-session',
    );
  }
  refused(await robo.owner.get('/api/bot/events'), 401, 'unknown-session');
}

async function wrong_commands_are_refused_and_change_nothing() {
  const robo = await bot('Wrong Robo');
  const [{ table }] = await ok(command(robo, { t: 'make', game: 'marrakech', seats: [0, 0] }));
  for (const [body, at, code, status = 400] of [
    [{ t: 'sit', seat: 9 }, table, 'bad-member'],
    [{ t: 'sit' }, table, 'bad-member'],
    [{ t: 'play', ply: 0, move: 'E' }, table, 'game-not-begun'],
    [{ t: 'hint', ply: 0 }, table, 'no-such-command'],
    [{ t: 'lobby' }, table, 'no-such-command'],
    [{ t: 'join', table }, table, 'no-such-command'],
    [{ t: 'nonsense' }, table, 'no-such-command'],
    [{}, table, 'no-such-command'],
    [{ t: 'sit', seat: 1 }, undefined, 'not-at-a-table'],
    [{ t: 'sit', seat: 1 }, 'zzzzzzzzzzzz', 'no-such-table', 404],
    [{ t: 'sit', seat: 1 }, 'x', 'bad-member'],
    [{ t: 'chat', words: 'hello' }, table, 'players-chat'],
  ])
    refused(await command(robo, body, at), status, code);
  refused(await robo.ask('POST', `/api/bot/command?table=${table}`, undefined), 400, 'not-a-message');
  const state = await stream(robo, `/api/bot/events?table=${table}`);
  const { seats, version } = await state.hears(told('room'));
  assert.deepEqual([seats, version], [[null, null], 1]);
  state.close();
}

async function a_game_is_played_over_http_and_its_bot_is_marked() {
  const robo = await bot('Player Robo');
  const bo = await visitor('Bo', there);
  const game = await host(bo, 'marrakech');
  await ok(command(robo, { t: 'sit', seat: 0 }, game.table));
  const seated = await game.socket.hears(({ t, seats }) => t === 'room' && seats[1]?.bot, 'that a bot sits');
  assert.equal(seated.seats[1].name, 'Player Robo');
  const events = await stream(robo, `/api/bot/events?table=${game.table}`);
  assert.equal(events.headers['content-type'], 'application/x-ndjson');
  await events.hears(({ t, you }) => t === 'room' && you === 2);
  await ok(command(robo, { t: 'ready' }, game.table));
  await ok(command(robo, { t: 'chat', words: 'good "luck"' }, game.table));
  await game.socket.hears(({ t, words }) => t === 'chat' && words === 'good "luck"');
  let over = false;
  const answering = (async () => {
    let seen = 0;
    while (!over) {
      const all = events.told.filter(({ t, now }) => t === 'steps' && now);
      const now = all[all.length - 1]?.now;
      if (now && all.length > seen && now.legal.length)
        await ok(command(robo, { t: 'play', ply: now.ply, move: now.legal[0] }, game.table));
      seen = all.length;
      if (now?.winners.length) return;
      await pause(5);
    }
  })();
  const end = await playOn(game);
  assert.ok(end.winners.length);
  await answering;
  over = true;
  events.close();
  const lobby = await bo.get('/api/record?table=' + game.table);
  assert.equal(lobby.status, 200);
}

async function nobody_plays_a_rated_game_between_a_bot_and_a_guest() {
  const robo = await bot('Rated Robo');
  const guest = await visitor('Guest');
  const { socket, table } = await host(guest, 'alibaba', { rated: true });
  refused(await command(robo, { t: 'sit', seat: 0 }, table), 400, 'no-rated-programs');
  socket.say({ t: 'set', rated: false });
  await socket.hears(({ t, rated }) => t === 'room' && rated === false);
  await ok(command(robo, { t: 'sit', seat: 0 }, table));
  await socket.hears(({ t, seats }) => t === 'room' && seats[1]?.bot);
  await socket.refused({ t: 'set', rated: true }, 'no-rated-programs');
  const account = await (await visitor('Member')).register(`member-${process.pid}`);
  const rated = await host(account, 'alibaba', { rated: true });
  await ok(command(robo, { t: 'sit', seat: 0 }, rated.table));
}

async function a_revoked_token_ends_streams_and_websockets() {
  const robo = await bot('Revoked Robo');
  const events = await stream(robo, '/api/bot/events');
  const { person } = await events.hears(told('hello'));
  assert.equal(person, robo.id);
  const socket = await robo.connect();
  assert.equal((await socket.hears(told('hello'))).person, robo.id);
  assert.equal((await robo.owner.post('/api/bot/revoke')).status, 200);
  await until(() => events.ended && socket.closed, 'both end');
  refused(await robo.get('/api/bot/events'), 401, 'unknown-session');
  const again = (await robo.owner.post('/api/bot/token')).body.token;
  const fresh = new Visitor(here, { authorization: `Bearer ${again}` });
  const stays = await stream(fresh, '/api/bot/events');
  await stays.hears(told('hello'));
  administers('ban', robo.id, '--for', '1h');
  await until(() => stays.ended, 'a ban ends it, too');
  refused(await fresh.get('/api/bot/events'), 403, 'banned');
}

async function streams_are_bounded_and_commands_have_a_limit() {
  const robo = await bot('Many Robo');
  const many = await Promise.all(Array.from({ length: 32 }, () => stream(robo, '/api/bot/events')));
  await Promise.all(many.map((one) => one.hears(told('hello'))));
  const { status, headers, body } = await robo.get('/api/bot/events');
  assert.deepEqual([status, body.code], [429, 'too-many-connections']);
  assert.ok(Number(headers['retry-after']) > 0);
  many.forEach((one) => one.close());
  await until(
    async () => (await command(robo, { t: 'make', game: 'marrakech', seats: [0, 0] })).status === 200,
    'there is room again',
  );
  const strict = await serve('--proxy', '--db', `${folder}/strict`); // with limits for this machine, too
  const limited = await bot('Limited Robo', strict, strict);
  const answers = [];
  for (let i = 0; i < 150; i++) answers.push(await command(limited, { t: 'make', game: 'nonsense', seats: [0, 0] }));
  const late = answers.filter(({ status }) => status === 429);
  assert.ok(late.length > 0 && late.every(({ headers }) => Number(headers['retry-after']) > 0), 'it is told when to try again');
  assert.ok(late.every(({ body }) => body.code === 'calls-too-fast'));
  await strict.stop();
}

async function a_quiet_stream_has_empty_lines() {
  const robo = await bot('Quiet Robo');
  const events = await stream(robo, '/api/bot/events');
  await events.hears(told('hello'));
  await until(() => events.empty > 0, 'an empty line comes');
  events.close();
}

/* The program in docs/bot-api.md, as it is there. */
function documented() {
  const file = `${folder}/bot.py`;
  writeFileSync(file, /```python\n([^]*?)```/.exec(readFileSync('docs/bot-api.md', 'utf8'))[1]);
  return file;
}

/* Starts a program that plays; ended with the test. */
async function withProgram(words, environment, test) {
  const [name, ...more] = words;
  const child = spawn(name, more, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (bytes) => (said += bytes));
  try {
    await test(() => said);
  } catch (error) {
    throw new Error(`${error.message}; the program said: ${said}`, { cause: error });
  } finally {
    child.kill('SIGKILL');
  }
}

async function the_bot_of_the_documentation_accepts_and_plays() {
  const robo = await bot('Python');
  const bo = await visitor('Challenger');
  await withProgram(['python3', documented(), here.address.origin], { SERAI_TOKEN: robo.token }, async (said) => {
    const game = await host(bo, 'labyrinth');
    assert.equal((await bo.post('/api/invite', { person: robo.id, table: game.table })).status, 200);
    await game.socket.hears(({ t, seats }) => t === 'room' && seats[1]?.bot && seats[1].ready, 'that it sits');
    game.socket.say({ t: 'ready', ready: true });
    await game.socket.hears(({ t, state }) => t === 'room' && state === 'dealing');
    game.socket.say({ t: 'link', link: game.links[1] });
    await game.socket.hears(({ t, now }) => t === 'steps' && now, 'the first position');
    game.socket.say({ t: 'resign' });
    await until(() => said().includes('winners'), 'it is told who has won');
  });
}

await run([
  only_an_account_is_declared_a_bot_once_and_only_a_bot_has_a_token,
  a_token_is_for_playing_only,
  wrong_commands_are_refused_and_change_nothing,
  a_game_is_played_over_http_and_its_bot_is_marked,
  nobody_plays_a_rated_game_between_a_bot_and_a_guest,
  a_revoked_token_ends_streams_and_websockets,
  streams_are_bounded_and_commands_have_a_limit,
  a_quiet_stream_has_empty_lines,
  the_bot_of_the_documentation_accepts_and_plays,
]);
await Promise.all([...new Set(servers)].map((server) => server.stop()));
