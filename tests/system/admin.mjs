/* Administration: `serai admin` beside running servers, and the same over the API: SERAI=PROGRAM node tests/system/admin.mjs; on two
 * servers and PostgreSQL: SERAI=PROGRAM sh tests/system/postgres.sh node tests/system/admin.mjs. */
import assert from 'node:assert/strict';
import { admin, administers, chain, list, refused, run, serve, until, Visitor } from './visitors.mjs';

const servers = [await serve()];
servers.push(process.env.SERAI_PG ? await serve() : servers[0]);
const [here, there] = servers;
const visitor = (name, server = there) => new Visitor(server).enter(name);
const told = (type) => (message) => message.t === type;

/* A table at which a visitor sits. */
async function seated(one) {
  const socket = await one.connect();
  socket.say({ t: 'make', game: 'marrakech', seats: [0, 0], rated: false });
  const { table } = await socket.hears(told('made'));
  socket.say({ t: 'join', table });
  await socket.hears(told('room'));
  socket.say({ t: 'sit', seat: 1, tip: chain()[0] });
  await socket.hears(({ t, you }) => t === 'room' && you === 1);
  return { socket, table };
}

async function people_are_listed_and_found() {
  const ann = await visitor('Ann Listed');
  assert.deepEqual(
    list('people', 'n list').map(({ person, name }) => [person, name]),
    [[ann.id, 'Ann Listed']],
  );
  assert.equal(list('people', ann.id)[0].name, 'Ann Listed');
  assert.match(administers('people', ann.id), /Ann Listed/);
  assert.equal(list('people', 'nobody has this').length, 0);
}

async function a_banned_person_is_out_with_the_browser_and_comes_back_when_it_is_over() /* Protocol 9.11 */ {
  const ann = await visitor('Banned Ann');
  await ann.register('banned-ann');
  const socket = await ann.connect();
  await socket.hears(told('hello'));
  administers('ban', 'banned-ann', '--for', '2h');
  const { code, detail } = await socket.hears(told('refused'));
  assert.equal(code, 'banned');
  assert.ok(new Date(detail) > new Date(Date.now() + 3600_000) && new Date(detail) < new Date(Date.now() + 3 * 3600_000));
  await until(() => socket.closed, 'her connection closes');
  for (const path of ['me', 'leave', 'forget', 'name', 'enter'])
    refused(await ann.post(`/api/${path}`, { name: 'x' }), 403, 'banned');
  const other = await visitor('Another device');
  refused(await other.post('/api/enter', { login: 'banned-ann', password: 'correct horse' }), 403, 'banned');
  assert.equal((await ann.get('/api/data')).body.banned > Date.now(), true, 'she may see what is stored about her');
  administers('unban', ann.id);
  await until(async () => (await ann.post('/api/me')).status === 200, 'she is back');
  assert.equal((await (await ann.connect()).hears(told('hello'))).person, ann.id);
}

async function who_is_muted_cannot_chat() /* Protocol 9.11 */ {
  const bo = await visitor('Muted Bo');
  const { socket } = await seated(bo);
  socket.say({ t: 'chat', words: 'before' });
  await socket.hears(({ t, words }) => t === 'chat' && words === 'before');
  administers('mute', bo.id, '--for', '30m');
  await until(async () => {
    socket.say({ t: 'chat', words: 'during' });
    const answer = await socket.hears(({ t }) => t === 'refused' || t === 'chat');
    return answer.code === 'muted';
  }, 'he is muted');
  socket.close();
  const again = await bo.connect();
  await again.hears(told('hello'));
  administers('unmute', bo.id);
}

async function a_person_is_renamed_where_they_sit() {
  const cy = await visitor('Rude Name');
  const { socket } = await seated(cy);
  administers('rename', cy.id, 'Nice', 'Name');
  await socket.hears(({ t, seats }) => t === 'room' && seats[0]?.name === 'Nice Name');
  assert.equal((await cy.post('/api/me')).body.name, 'Nice Name');
  const wrong = admin('rename', cy.id, 'x'.repeat(60));
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /at most 24 characters/);
}

async function a_reset_login_is_entered_with_the_recovery_code_only() {
  for (const by of ['the command line', 'the page']) {
    const bo = await (await visitor(`Lost ${by.length}`)).register(`lost-${by.length}-${process.pid}`);
    const { login } = (await bo.post('/api/me')).body;
    const socket = await bo.connect();
    await socket.hears(told('hello'));
    let code;
    if (by === 'the page') {
      const ann = await visitor('Ann Resets');
      administers('grant', ann.id);
      code = (await ann.post('/api/admin/act', { act: 'reset', person: bo.id })).body.code;
    } else [, code] = /^(\S+) is the recovery code/m.exec(administers('reset', login));
    await until(() => socket.closed, 'his connection closes');
    const other = await visitor('Other device');
    refused(await other.post('/api/enter', { login, password: 'correct horse' }), 403, 'wrong-login');
    const entered = await other.post('/api/recover', { login, code, password: 'another horse' });
    assert.equal(entered.status, 200, entered.text);
    assert.equal(entered.body.person, bo.id);
    refused(await new Visitor(here).post('/api/recover', { login, code, password: 'a third horse' }), 403, 'wrong-code');
    assert.equal(JSON.stringify(list('log')).includes(code), false, 'the code is not in the log');
  }
  assert.equal(admin('reset', (await visitor('Guest')).id).status, 1, 'a guest has no login');
}

async function a_deleted_table_is_gone_for_those_at_it() {
  const di = await visitor('Di');
  const { socket, table } = await seated(di);
  assert.equal(list('tables', table)[0].names.trim(), 'Di,');
  administers('delete', table);
  assert.equal((await socket.hears(told('refused'))).code, 'no-such-table');
  await socket.refused({ t: 'join', table }, 'no-such-table');
  assert.equal(admin('delete', table).status, 1);
  assert.equal(list('tables', table).length, 0);
}

async function switches_hold_on_all_servers_and_after_a_restart() {
  const old = await visitor('Was here before');
  const socket = await old.connect();
  for (const what of ['registration', 'chat', 'tables', 'guests']) administers('off', what); // they are noticed in this order
  await until(async () => (await new Visitor(there).post('/api/me')).status === 403, 'there are no new guests');
  refused(await new Visitor(there).post('/api/me'), 403, 'guests-off');
  refused(await old.post('/api/keep', { login: 'too-late', password: 'correct horse' }), 403, 'registration-off');
  await socket.refused({ t: 'make', game: 'marrakech', seats: [0, 0] }, 'tables-off');
  await socket.refused({ t: 'quick', game: 'marrakech', players: 2 }, 'tables-off');
  const fresh = process.env.SERAI_PG ? await serve() : null;
  if (fresh) {
    refused(await new Visitor(fresh).post('/api/me'), 403, 'guests-off');
    await fresh.stop();
  }
  administers('on', 'guests');
  administers('on', 'tables');
  await until(async () => (await new Visitor(there).post('/api/me')).status === 200, 'guests come again');
  const { socket: seat } = await seated(old);
  await seat.refused({ t: 'chat', words: 'hello' }, 'chat-off');
  administers('on', 'chat');
  administers('on', 'registration');
  await until(
    async () => (await old.post('/api/keep', { login: 'just-in-time', password: 'correct horse' })).status === 200,
    'it is open',
  );
}

async function unwanted_words_are_refused_however_they_are_spelt() {
  const eve = await visitor('Eve');
  administers('unwanted', 'darn, *blast*');
  await until(async () => (await eve.post('/api/name', { name: 'Darn it' })).status === 400, 'the words are known');
  for (const name of ['dаrn', 'DARN', 'darn!', 'superBLASTer']) refused(await eve.post('/api/name', { name }), 400, 'unwanted');
  for (const name of ['darning', 'Adarn']) assert.equal((await eve.post('/api/name', { name })).status, 200, name);
  refused(await eve.post('/api/keep', { login: 'darn', password: 'correct horse' }), 400, 'unwanted');
  const { socket } = await seated(eve);
  await socket.refused({ t: 'chat', words: 'oh Darn.' }, 'unwanted');
  socket.say({ t: 'chat', words: 'the darning needle' });
  await socket.hears(told('chat'));
  administers('unwanted');
  await until(async () => (await eve.post('/api/name', { name: 'Darn it' })).status === 200, 'no word is unwanted');
}

async function an_announcement_reaches_everybody_once() /* Protocol 5.8 */ {
  const socket = await (await visitor('Listener')).connect();
  await socket.hears(told('hello'));
  administers('announce', 'Restart at', '"10"');
  assert.equal((await socket.hears(told('announcement'))).words, 'Restart at "10"');
  const late = await (await visitor('Latecomer')).connect();
  assert.equal((await late.hears(told('announcement'))).words, 'Restart at "10"');
  socket.say({ t: 'lobby' });
  await socket.hears(told('lobby'));
  assert.equal(socket.told.filter(told('announcement')).length, 0);
}

async function a_report_has_the_last_words_and_its_answer_is_told_once() /* Protocol 9.9 */ {
  const fay = await visitor('Fay');
  const gus = await visitor('Gus');
  const { socket, table } = await seated(gus);
  for (const words of ['one', 'say "two"']) {
    socket.say({ t: 'chat', words });
    await socket.hears(told('chat'));
  }
  assert.equal((await fay.post('/api/report', { person: gus.id, table, why: 'words' })).status, 200);
  assert.equal((await fay.post('/api/report', { person: gus.id, table, why: 'words' })).status, 200);
  const reports = list('reports', gus.id);
  assert.equal(reports.length, 1, 'one that waits is enough');
  const [{ report, ...rest }] = reports;
  assert.deepEqual(
    [rest.by_name, rest.name, rest.table, rest.why, rest.words, rest.settled],
    ['Fay', 'Gus', table, 'words', ['one', 'say "two"'], 0],
  );
  refused(await fay.post('/api/report', { person: fay.id, why: 'name' }), 400, 'cannot-report');
  refused(await fay.post('/api/report', { person: 'zzzzzzzzzzzz', why: 'name' }), 404, 'cannot-report');
  refused(await fay.post('/api/report', { person: gus.id, why: 'nonsense' }), 400, 'bad-member');
  refused(await fay.post('/api/report', { person: 'x', why: 'name' }), 400, 'bad-member');
  refused(await new Visitor(there).post('/api/report', { person: gus.id, why: 'name' }), 401, 'unknown-session');
  assert.equal((await fay.post('/api/me')).body.news, undefined);
  administers('settle', report, 'Thank you. He is', 'muted.');
  assert.equal(admin('settle', report, 'again').status, 1);
  assert.equal((await fay.post('/api/me')).body.news, 1);
  assert.equal((await gus.post('/api/me')).body.news, undefined, 'only who reported is told');
  assert.deepEqual(
    (await fay.post('/api/reports')).body.reports.map(({ name, answer }) => [name, answer]),
    [['Gus', 'Thank you. He is muted.']],
  );
  assert.deepEqual((await fay.post('/api/reports')).body.reports, []);
  assert.equal((await fay.get('/api/data')).body.reports[0].answer, 'Thank you. He is muted.');
  await gus.post('/api/forget');
  assert.equal(list('reports', gus.id).length, 0, 'a deleted account takes the reports about it along');
}

async function only_administrators_administer_on_the_page() /* Protocol 9.10 */ {
  const hal = await visitor('Hal');
  const ida = await visitor('Idabel');
  refused(await hal.post('/api/admin/list', { list: 'people', find: '' }), 403, 'admins-only');
  refused(await hal.post('/api/admin/act', { act: 'announce', text: 'x' }), 403, 'admins-only');
  refused(await new Visitor(there).post('/api/admin/list', { list: 'people', find: '' }), 403, 'admins-only');
  administers('grant', hal.id);
  assert.equal((await hal.post('/api/me')).body.admin, true);
  const found = await hal.post('/api/admin/list', { list: 'people', find: 'Idabel' });
  assert.deepEqual(
    found.body.rows.map(({ person }) => person),
    [ida.id],
  );
  const socket = await ida.connect();
  await socket.hears(told('hello'));
  assert.equal((await hal.post('/api/admin/act', { act: 'ban', person: ida.id, hours: 3 })).status, 200);
  assert.equal((await socket.hears(told('refused'))).code, 'banned');
  assert.equal((await hal.post('/api/admin/act', { act: 'unban', person: ida.id })).status, 200);
  for (const [act, code, status] of [
    [{ act: 'grant', person: ida.id }, 'bad-member', 400],
    [{ act: 'nonsense' }, 'bad-member', 400],
    [{ act: 'ban', person: ida.id }, 'bad-member', 400],
    [{ act: 'ban', person: ida.id, hours: 0 }, 'bad-member', 400],
    [{ act: 'ban', person: 'zzzzzzzzzzzz', hours: 1 }, 'nothing-there', 404],
    [{ act: 'delete', table: 'zzzzzzzzzzzz' }, 'nothing-there', 404],
    [{ act: 'off', switch: 'light' }, 'bad-member', 400],
    [{ act: 'announce', text: ' ' }, 'bad-chat', 400],
    [{ act: 'rename', person: ida.id, text: '' }, 'name-empty', 400],
  ])
    refused(await hal.post('/api/admin/act', act), status, code);
  refused(await hal.post('/api/admin/list', { list: 'passwords', find: '' }), 400, 'bad-member');
  administers('revoke', hal.id);
  refused(await hal.post('/api/admin/list', { list: 'people', find: '' }), 403, 'admins-only');
}

async function everything_done_is_in_the_log() {
  const jo = await visitor('Jo');
  administers('mute', jo.id, '--for', '1w');
  administers('grant', jo.id);
  await jo.post('/api/admin/act', { act: 'announce', text: 'hi' });
  const log = list('log');
  assert.deepEqual(
    log
      .slice(0, 3)
      .map(({ by_name, what, name, detail }) => [by_name, what, name, what === 'mute' ? Number(detail) > Date.now() : detail]),
    [
      ['Jo', 'announce', null, 'hi'],
      [null, 'grant', 'Jo', ''],
      [null, 'mute', 'Jo', true],
    ],
  );
  log.forEach(({ n }, i) => assert.equal(n, log[0].n - i, 'no number is missing'));
  administers('revoke', jo.id);
  await jo.post('/api/forget');
  assert.equal(list('log', jo.id)[0].name, null, 'the log keeps no name of a deleted account');
}

async function wrong_words_are_explained() {
  for (const [words, why] of [
    [[], /needs to know what to do/],
    [['nonsense'], /does not know nonsense/],
    [['ban', 'nobody-of-that-name', '--for', '1d'], /no username, and no id/],
    [['ban', 'x'], /--for TIME/],
    [['ban', 'x', '--for', 'ever'], /30m, 2h, 7d or 4w/],
    [['unban', 'x', '--for', '1d'], /takes no --for/],
    [['off', 'light'], /registration, guests, chat and tables/],
    [['delete', 'x'], /no id of a table/],
    [['settle', 'zzzzzzzzzzzz'], /not all that settle needs/],
    [['mute'], /not all that mute needs/],
  ]) {
    const { status, stderr } = admin(...words);
    assert.equal(status, 2, stderr);
    assert.match(stderr, why);
  }
  assert.equal(admin('unban', 'zzzzzzzzzzzz').status, 1);
}

/* On PostgreSQL and on a file alike, the log numbers what several do at once. */
async function many_administrators_at_once_lose_nothing() {
  const kim = await visitor('Kim');
  administers('grant', kim.id);
  const before = list('log')[0].n;
  const [a, b] = [here, there].map((server) => Object.assign(new Visitor(server), { cookie: kim.cookie }));
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => (i % 2 ? a : b).post('/api/admin/act', { act: 'unwanted', text: `w${i}` })),
  ).then((answers) => answers.forEach(({ status, text }) => assert.equal(status, 200, text)));
  const log = list('log').filter(({ n }) => n > before);
  assert.equal(log.length, 20);
  assert.equal(new Set(log.map(({ detail }) => detail)).size, 20);
  administers('unwanted');
}

await run([
  people_are_listed_and_found,
  a_banned_person_is_out_with_the_browser_and_comes_back_when_it_is_over,
  who_is_muted_cannot_chat,
  a_person_is_renamed_where_they_sit,
  a_reset_login_is_entered_with_the_recovery_code_only,
  a_deleted_table_is_gone_for_those_at_it,
  switches_hold_on_all_servers_and_after_a_restart,
  unwanted_words_are_refused_however_they_are_spelt,
  an_announcement_reaches_everybody_once,
  a_report_has_the_last_words_and_its_answer_is_told_once,
  only_administrators_administer_on_the_page,
  everything_done_is_in_the_log,
  wrong_words_are_explained,
  many_administrators_at_once_lose_nothing,
]);
await Promise.all([...new Set(servers)].map((server) => server.stop()));
