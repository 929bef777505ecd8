/* People one follows, blocks and invites, and profiles, over the HTTP API: SERAI=PROGRAM node tests/system/friends.mjs; on two servers
 * and PostgreSQL: SERAI=PROGRAM sh tests/system/postgres.sh node tests/system/friends.mjs. */
import assert from 'node:assert/strict';
import { chain, folder, refused, run, serve, until, Visitor } from './visitors.mjs';

let here = await serve();
const there = process.env.SERAI_PG ? await serve() : here;
const visitor = (name, server = here) => new Visitor(server).enter(name);
const told = (type) => (message) => message.t === type;
const done = async (answer) => assert.equal((await answer).status, 200, (await answer).text);

/* Sits down at a table. */
async function sit(socket, table, seat) {
  socket.say({ t: 'join', table });
  await socket.hears(told('room'));
  socket.say({ t: 'sit', seat, tip: chain()[0] });
  await socket.hears(({ t, you }) => t === 'room' && you === seat);
}

/* A table at which both have a seat, so that they have played with each other. */
async function together(one, other, more = {}) {
  const [a, b] = [await one.connect(), await other.connect()];
  a.say({ t: 'make', game: 'marrakech', seats: [0, 0, 0], rated: false, ...more });
  const { table } = await a.hears(told('made'));
  await sit(a, table, 1);
  await sit(b, table, 2);
  return { table, a, b };
}

/* Two who have played with each other and left the table; the second may be at another server. */
async function acquainted(...names) {
  const [one, other] = [await visitor(names[0]), await visitor(names[1], there)];
  const { a, b } = await together(one, other);
  a.close();
  b.close();
  return [one, other];
}

const friends = async (one) => (await one.get('/api/friends')).body;
const friend = async (one, other) => (await friends(one)).follows.find(({ person }) => person === other.id);

async function one_follows_those_one_has_played_with() /* Protocol 9.16 */ {
  const [ann, bo] = await acquainted('Ann', 'Bo');
  const stranger = await visitor('Stranger');
  refused(await ann.post('/api/follow', { person: stranger.id, yes: true }), 403, 'not-played-with');
  refused(await ann.post('/api/follow', { person: 'zzzzzzzzzzzz', yes: true }), 404, 'no-such-person');
  refused(await ann.post('/api/follow', { person: ann.id, yes: true }), 400, 'no-such-person');
  refused(await ann.post('/api/follow', { person: 'x', yes: true }), 400, 'bad-member');
  refused(await new Visitor(here).post('/api/follow', { person: bo.id, yes: true }), 401, 'unknown-session');
  await done(ann.post('/api/follow', { person: bo.id, yes: true }));
  await done(ann.post('/api/follow', { person: bo.id, yes: true }));
  const { follows, ...others } = await friends(ann);
  assert.deepEqual(
    follows.map(({ person, name }) => [person, name]),
    [[bo.id, 'Bo']],
  );
  assert.deepEqual(others.blocked, []);
  assert.equal(JSON.stringify(await friends(bo)).includes(ann.id), false, 'Bo cannot see that Ann follows');
  await done(ann.post('/api/follow', { person: bo.id, yes: false }));
  assert.deepEqual((await friends(ann)).follows, []);
}

async function what_somebody_does_is_seen_as_far_as_they_show_it() /* Protocol 9.17 */ {
  const [ann, bo] = await acquainted('Watching Ann', 'Seen Bo');
  await done(ann.post('/api/follow', { person: bo.id, yes: true }));
  const shows = (about, what) =>
    until(async () => JSON.stringify({ ...(await friend(ann, bo)), person: 0, name: 0 }) === JSON.stringify(about), what);
  const away = { person: 0, name: 0, here: false };
  await shows(away, 'Bo is away');
  const socket = await bo.connect();
  await shows({ ...away, here: true }, 'Bo is here');
  socket.say({ t: 'make', game: 'labyrinth', seats: [0, 0], rated: false });
  const { table } = await socket.hears(told('made'));
  await sit(socket, table, 1);
  await shows({ ...away, here: true, game: 'labyrinth', state: 'open', table }, 'Bo waits at a table');
  const { choices } = await friends(bo);
  assert.deepEqual(choices, { here: 0, profile: 1, notices: 15, quiet_from: 0, quiet_to: 0, ahead: 1440 });
  await done(bo.post('/api/choices', { ...choices, here: 2 }));
  await shows(away, 'Bo hides');
  await done(bo.post('/api/choices', { ...choices, here: 1 }));
  await shows(away, 'only people whom Bo follows see him');
  await done(bo.post('/api/follow', { person: ann.id, yes: true }));
  await shows({ ...away, here: true, game: 'labyrinth', state: 'open', table }, 'Bo follows Ann');
  await done(bo.post('/api/block', { person: ann.id, yes: true }));
  await shows(away, 'Bo has blocked Ann');
  for (const wrong of [{ ...choices, here: 3 }, { ...choices, ahead: 2880 }, { ...choices, quiet_to: -1 }, { here: 0 }])
    refused(await bo.post('/api/choices', wrong), 400, 'bad-member');
  assert.equal((await friends(bo)).choices.here, 1, 'a refused choice changes nothing');
  socket.close();
}

async function everybody_who_is_connected_is_counted_once() /* Protocol 9.8 */ {
  const people = async (server) => (await new Visitor(server).get('/api/here')).body.people;
  const counts = (n, what) => until(async () => (await people(here)) === n && (await people(there)) === n, what);
  await counts(0, 'those of the last test are gone');
  const [ann, bo] = [await visitor('Counted Ann'), await visitor('Counted Bo', there)];
  const sockets = [await ann.connect(), await bo.connect()];
  await counts(2, 'Ann and Bo are here');
  sockets.push(await ann.connect());
  await counts(2, 'Ann has two windows');
  sockets[0].close();
  await counts(2, 'Ann has one window');
  for (const socket of sockets) socket.close();
  await counts(0, 'both are gone');
}

async function a_private_table_is_not_shown_but_its_game_is() /* Protocol 9.17 */ {
  const [ann, bo] = await acquainted('Ann', 'Private Bo');
  await done(ann.post('/api/follow', { person: bo.id, yes: true }));
  const socket = await bo.connect();
  socket.say({ t: 'make', game: 'alibaba', seats: [0, 0], rated: false, public: false });
  const { table } = await socket.hears(told('made'));
  await sit(socket, table, 1);
  await until(async () => (await friend(ann, bo)).game === 'alibaba', 'Bo is seen');
  assert.equal(JSON.stringify(await friends(ann)).includes(table), false);
  socket.close();
}

async function who_is_invited_is_told_and_may_decline() /* Protocol 9.16 */ {
  const [ann, bo] = await acquainted('Inviting Ann', 'Invited Bo');
  const socket = await bo.connect();
  const mine = await ann.connect();
  mine.say({ t: 'make', game: 'marrakech', seats: [0, 0], rated: false });
  const { table } = await mine.hears(told('made'));
  refused(await ann.post('/api/invite', { person: bo.id, table, yes: true }), 409, 'not-seated');
  await sit(mine, table, 1);
  refused(await ann.post('/api/invite', { person: (await visitor('Unknown')).id, table }), 403, 'not-played-with');
  await done(ann.post('/api/invite', { person: bo.id, table, yes: true }));
  const { invitations } = await socket.hears(({ t, invitations }) => t === 'invitations' && invitations.length > 0);
  assert.deepEqual(
    invitations.map(({ person, name, table: at }) => [person, name, at]),
    [[ann.id, 'Inviting Ann', table]],
  );
  await done(bo.post('/api/decline', { person: ann.id }));
  await socket.hears(({ t, invitations }) => t === 'invitations' && invitations.length === 0);
  socket.close();
  mine.close();
}

async function who_is_blocked_gets_the_same_answers() /* Protocol 9.16, 6.7 */ {
  const [ann, bo] = await acquainted('Blocking Ann', 'Blocked Bo');
  await done(bo.post('/api/follow', { person: ann.id, yes: true }));
  const before = await bo.get(`/api/profile?person=${ann.id}`);
  await done(ann.post('/api/block', { person: bo.id, yes: true }));
  assert.deepEqual(
    (await friends(ann)).blocked.map(({ name }) => name),
    ['Blocked Bo'],
  );
  assert.equal(JSON.stringify(await friends(bo)).includes('"blocked":[]'), true);
  const socket = await bo.connect();
  socket.say({ t: 'make', game: 'marrakech', seats: [0, 0], rated: false });
  const { table } = await socket.hears(told('made'));
  await sit(socket, table, 1);
  const listener = await ann.connect();
  await listener.hears(told('hello'));
  const answer = await bo.post('/api/invite', { person: ann.id, table, yes: true });
  assert.deepEqual([answer.status, answer.text], [200, '{}\n']);
  await done(bo.post('/api/invite', { person: ann.id }));
  assert.deepEqual((await bo.get(`/api/profile?person=${ann.id}`)).body, before.body, 'the profile is as before');
  await done(bo.post('/api/follow', { person: ann.id, yes: false }));
  await done(bo.post('/api/follow', { person: ann.id, yes: true }));
  listener.say({ t: 'lobby' });
  await listener.hears(told('lobby'));
  assert.equal(listener.told.filter(({ t, invitations }) => t === 'invitations' && invitations.length).length, 0);
  await done(ann.post('/api/block', { person: bo.id, yes: false }));
  assert.deepEqual((await friends(ann)).blocked, []);
  socket.close();
  listener.close();
}

async function a_profile_shows_what_its_person_shows() /* Protocol 9.18 */ {
  const [ann, bo] = await acquainted('Ann', 'Profiled Bo');
  const stranger = await visitor('A stranger');
  const profile = async (one) => (await one.get(`/api/profile?person=${bo.id}`)).body;
  const seen = ({ shown, curve, games, rivals }) => [shown, curve !== undefined, games !== undefined, rivals !== undefined];
  const all = [true, true, true, true];
  const none = [false, false, false, false];
  assert.deepEqual(seen(await profile(ann)), all, 'who has played with Bo');
  assert.deepEqual(seen(await profile(stranger)), none);
  const { choices } = await friends(bo);
  await done(bo.post('/api/choices', { ...choices, profile: 0 }));
  assert.deepEqual(seen(await profile(stranger)), all);
  await done(bo.post('/api/choices', { ...choices, profile: 2 }));
  assert.deepEqual(seen(await profile(ann)), none);
  assert.deepEqual(seen(await profile(bo)), all, 'always their own');
  for (const wrong of ['zzzzzzzzzzzz', 'x', '']) refused(await ann.get(`/api/profile?person=${wrong}`), 404, 'no-such-person');
}

async function deletion_and_export_cover_friends() {
  const [ann, bo] = await acquainted('Kept Ann', 'Leaving Bo');
  await done(ann.post('/api/follow', { person: bo.id, yes: true }));
  await done(bo.post('/api/block', { person: ann.id, yes: true }));
  const data = (await ann.get('/api/data')).body;
  assert.deepEqual(
    data.follows.map(({ person }) => person),
    [bo.id],
  );
  assert.equal(JSON.stringify(data).includes('block":['), false);
  assert.deepEqual(data.blocked, [], 'that Bo has blocked her is not hers to know');
  assert.equal((await bo.get('/api/data')).body.blocked[0].person, ann.id);
  await done(bo.post('/api/forget'));
  assert.deepEqual((await friends(ann)).follows, []);
  refused(await ann.get(`/api/profile?person=${bo.id}`), 404, 'no-such-person');
}

async function invitations_have_a_limit_for_each_person() /* Protocol 9.16 */ {
  const limited = await serve('--proxy', '--db', `${folder}/limited`);
  const ann = await new Visitor(limited, { 'x-forwarded-for': '192.0.2.1' }).enter('Eager Ann');
  const bo = await new Visitor(limited, { 'x-forwarded-for': '192.0.2.2' }).enter('Patient Bo');
  const { a, b } = await together(ann, bo);
  const statuses = [];
  for (let i = 0; i < 14; i++) statuses.push((await ann.post('/api/invite', { person: bo.id })).status);
  assert.deepEqual(statuses.slice(0, 12), Array(12).fill(200));
  assert.ok(statuses.includes(429), String(statuses));
  a.close();
  b.close();
  await limited.stop();
}

/* What was acknowledged is there after kill -9. */
async function friends_survive_a_killed_server() {
  const [ann, bo] = await acquainted('Durable Ann', 'Durable Bo');
  await done(ann.post('/api/follow', { person: bo.id, yes: true }));
  await done(bo.post('/api/block', { person: ann.id, yes: true }));
  await done(ann.post('/api/choices', { here: 1, profile: 2, notices: 3, quiet_from: 60, quiet_to: 120, ahead: 1500 }));
  await here.kill();
  here = await serve();
  const [again, other] = [ann, bo].map(({ cookie, headers }) => Object.assign(new Visitor(here, headers), { cookie }));
  const { follows, choices } = await friends(again);
  assert.equal(follows[0].person, bo.id);
  assert.deepEqual(choices, { here: 1, profile: 2, notices: 3, quiet_from: 60, quiet_to: 120, ahead: 1500 });
  assert.equal((await friends(other)).blocked[0].person, ann.id);
}

await run([
  one_follows_those_one_has_played_with,
  what_somebody_does_is_seen_as_far_as_they_show_it,
  everybody_who_is_connected_is_counted_once,
  a_private_table_is_not_shown_but_its_game_is,
  who_is_invited_is_told_and_may_decline,
  who_is_blocked_gets_the_same_answers,
  a_profile_shows_what_its_person_shows,
  deletion_and_export_cover_friends,
  invitations_have_a_limit_for_each_person,
  friends_survive_a_killed_server,
]);
await here.stop();
if (process.env.SERAI_PG) await there.stop();
