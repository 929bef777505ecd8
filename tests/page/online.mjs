/* Online tables, in real browsers on a real server: whole games between people, lost connections, a killed server, spectators,
 * bots that replace players, chat, undo requests, and verified dice.
 *
 * Usage: node tests/page/online.mjs [part of a name]. Screenshots of failures are in build/page-failures. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { begins, say, saying } from './catalogue.mjs';
import {
  axe,
  button,
  choose,
  confirm,
  copied,
  DESKTOP,
  GAMES,
  move,
  myTurn,
  PHONE,
  playByRoles,
  playByTaps,
  playOn,
  run,
  serve,
} from './harness.mjs';
import { begin, goTo, make, person, PROXY, ready, sitDown, stranger, whoseTurn } from './people.mjs';

const SMALL = { ...PHONE, viewport: { width: 360, height: 740 } };
const SHORT = { labyrinth: { limit: 10 } }; // a maze can take long: ten turns are a whole game, too

const final = (page) => page.locator('dialog.final[open]');

async function points(page) {
  const row = await page.locator('dialog.final tfoot td').allInnerTexts();
  return row.map(Number).sort((a, b) => a - b);
}

async function proven({ page }) {
  await page.keyboard.press('Escape');
  await final(page).waitFor({ state: 'detached' });
  await button(page, say('menu')).click();
  await button(page, say('fair')).click();
  await page.locator('.verdict.good').getByText(saying('fair.all')).waitFor();
  assert.equal(await page.locator('.rolls li .soft').count(), 0, 'each roll has its tick mark');
  await page.keyboard.press('Escape');
}

const tests = {};

for (const game of GAMES)
  tests[`${game}: two people play a whole game, on a phone and on a desktop, and the dice are verified`] = async (open) => {
    const ann = await person(open, 'Ann');
    const bo = await person(open, 'Bo', { device: PHONE });
    await begin([ann, bo], game, { options: SHORT[game] });
    await Promise.all([playByRoles(ann.page), playByTaps(bo.page)]);
    assert.deepEqual(await points(ann.page), await points(bo.page), 'both see the same result');
    await axe(bo.page, 'the result');
    await proven(ann);
    await proven(bo);
  };

/* A man in the middle changes what the server sends about the dice. */
const LIES = {
  'that a player sent no secret': (frame) => frame.replaceAll(/"own":"\w+"/g, '"own":null'),
  'another seal than before': (frame) => frame.replace(/("t":"fair".*?"seal":")\w{8}/, '$100000000'),
};
for (const [lie, tell] of Object.entries(LIES))
  tests[`the page warns when the server claims ${lie}`] = async (open) => {
    const ann = await person(open, 'Ann');
    const bo = await person(open, 'Bo');
    await ann.page.routeWebSocket(/\/ws$/, (page) => {
      const server = page.connectToServer();
      server.onMessage((frame) => page.send(tell(String(frame))));
    });
    await ann.page.reload();
    await begin([ann, bo], 'marrakech');
    for (let moves = 0; moves < 3; moves++) await move((await whoseTurn([ann, bo])).page);
    await ann.page.locator('.bubble.unfair').click();
    await ann.page.locator('.verdict.bad').waitFor();
    await axe(ann.page, 'dice that are not proven');
    assert.equal(await bo.page.locator('.bubble.unfair').count(), 0, 'a page that gets the truth does not warn');
  };

tests['four people play one game, found in the lobby'] = async (open) => {
  const people = [];
  for (const [i, name] of ['Ann', 'Bo', 'Cy', 'Di'].entries())
    people.push(await person(open, name, { device: i % 2 ? PHONE : DESKTOP }));
  const [host, ...others] = people;
  await make(host, 'labyrinth', { seats: 4, options: { limit: 12 } }); // three turns each
  for (const other of others) {
    await goTo(other.page, '#/lobby');
    await button(other.page, say('lobby.join.of', { game: say('game.labyrinth'), name: 'Ann' })).click();
    await ready(other);
  }
  await ready(host);
  await Promise.all(people.map(({ page }) => playOn(page)));
  for (const { page } of others) assert.deepEqual(await points(page), await points(host.page));
};

/* Both see the table while it is empty: its host is slow to sit down. */
tests['play now matches two people'] = async (open) => {
  const ann = await person(open, 'Ann');
  const bo = await person(open, 'Bo', { device: PHONE });
  let sitDown;
  const othersSit = new Promise((resolve) => (sitDown = resolve));
  await ann.page.routeWebSocket(/\/ws$/, (page) => {
    const server = page.connectToServer();
    page.onMessage(async (frame) => {
      if (frame.includes('"sit"')) await othersSit;
      server.send(frame);
    });
  });
  await ann.page.reload();
  for (const { page } of [ann, bo]) {
    await page.getByRole('link', { name: begins(say('online.tables')) }).click();
    await page
      .getByRole('group', { name: say('online.now') })
      .getByRole('button', { name: say('game.alibaba') })
      .click();
    await page.waitForURL(/#\/t\//);
  }
  await button(bo.page, say('wait.am.ready')).waitFor();
  sitDown();
  await Promise.all([ann, bo].map(({ page }) => page.locator('.play').waitFor()));
  await whoseTurn([ann, bo]);
};

tests['play now plays by the rules that the page suggests'] = async (open) => {
  const ann = await person(open, 'Ann');
  await ann.page.getByRole('link', { name: begins(say('online.tables')) }).click();
  await ann.page
    .getByRole('group', { name: say('online.now') })
    .getByRole('button', { name: say('game.labyrinth') })
    .click();
  await ann.page.waitForURL(/#\/t\//);
  await ann.page
    .getByText(begins(say('preset.hunt')))
    .locator('visible=true')
    .first()
    .waitFor();
};

tests['a lost connection is restored, with the moves made meanwhile'] = async (open) => {
  const ann = await person(open, 'Ann', { goesOffline: true });
  const bo = await person(open, 'Bo', { goesOffline: true });
  await begin([ann, bo], 'marrakech');
  const mover = await whoseTurn([ann, bo]);
  const other = mover === ann ? bo : ann;
  await other.page.context().setOffline(true);
  await other.page.locator('.connection-pill p').waitFor();
  await mover.page.locator('.seat .presence').waitFor();
  await move(mover.page);
  await move(mover.page);
  await other.page.context().setOffline(false);
  await myTurn(other.page).waitFor();
  assert.equal(await other.page.locator('.connection-pill p').count(), 0);
  await mover.page.locator('.seat .presence').waitFor({ state: 'detached' });

  /* A proxy notices when the position is sent again, and can hold a move back. */
  let onSteps;
  let onPlay;
  await other.page.routeWebSocket(/\/ws$/, (page) => {
    const server = page.connectToServer();
    server.onMessage((frame) => {
      page.send(frame);
      if (frame.includes('"steps"')) onSteps?.();
    });
    page.onMessage((frame) => {
      if (onPlay && frame.includes('"play"')) onPlay(() => server.send(frame));
      else server.send(frame);
    });
  });
  const pill = other.page.locator('.connection-pill p');
  const goOffline = async () => {
    await other.page.context().setOffline(true);
    await pill.waitFor();
  };
  await other.page.reload();

  /* A selection survives a lost connection. */
  await choose(other.page);
  await goOffline();
  const steps = new Promise((resolve) => (onSteps = resolve));
  await other.page.context().setOffline(false);
  await steps;
  await pill.waitFor({ state: 'detached' });
  assert.equal(await confirm(other.page).count(), 1, 'it is still selected');

  /* A move made while offline is sent after reconnecting; until it is answered, no other move can be chosen. */
  await goOffline();
  await confirm(other.page).click();
  const play = new Promise((resolve) => (onPlay = resolve));
  await other.page.context().setOffline(false);
  const sendOn = await play;
  await pill.waitFor({ state: 'detached' });
  assert.equal(await myTurn(other.page).count(), 0, 'nothing to choose before the answer');
  onPlay = null;
  sendOn();
  await myTurn(other.page).waitFor();
  await move(other.page);
  await myTurn(mover.page).waitFor();
};

/* Online again while an earlier attempt is still failing: its retry must not open a second connection. */
tests['a late failure of an earlier attempt does not open a second connection'] = async (open) => {
  const { page } = await person(open, 'Ann', { goesOffline: true });
  await goTo(page, '#/lobby');
  await page.locator('.my-name').waitFor();
  await page.locator('.connection-status').getByText(/./).waitFor({ state: 'detached' });
  const attempts = [];
  let onAttempt = () => {};
  await page.route('**/api/me', (request) => {
    attempts.push(request);
    onAttempt();
  });
  const attempt = (n) => new Promise((resolve) => (onAttempt = () => attempts.length === n && resolve(attempts[n - 1])));
  const first = attempt(1);
  await page.context().setOffline(true);
  const failing = await first;
  const second = attempt(2);
  await page.context().setOffline(false);
  const succeeding = await second;
  let sockets = 0;
  page.on('websocket', () => sockets++);
  const opened = page.waitForEvent('websocket');
  await failing.abort();
  await succeeding.continue();
  await opened;
  await page.waitForTimeout(2000); // longer than the delay of the retry
  assert.equal(sockets, 1);
};

/* After `hello` and before the table has come, a move is not sent yet: it goes with the rest, once. */
tests['a move made while joining is sent once'] = async (open) => {
  const ann = await person(open, 'Ann', { goesOffline: true });
  const bo = await person(open, 'Bo', { goesOffline: true });
  await begin([ann, bo], 'marrakech');
  const { page } = await whoseTurn([ann, bo]);
  let plays = 0;
  let held = null; // frames of the server, from the one with the table on
  let onRoom = () => {};
  await page.routeWebSocket(/\/ws$/, (client) => {
    const server = client.connectToServer();
    server.onMessage((frame) => {
      if (!held || (held.length === 0 && !frame.includes('"room"'))) return client.send(frame);
      held.push(() => client.send(frame));
      return onRoom();
    });
    client.onMessage((frame) => {
      if (frame.includes('"play"')) plays++;
      server.send(frame);
    });
  });
  await page.reload();
  await choose(page);
  await page.context().setOffline(true);
  await page.locator('.connection-pill p').waitFor();
  held = [];
  const room = new Promise((resolve) => (onRoom = resolve));
  await page.context().setOffline(false);
  await room;
  await confirm(page).click();
  await page.waitForTimeout(500); // the link is computed
  const frames = held;
  held = null;
  frames.forEach((send) => send());
  await myTurn(page).waitFor();
  assert.equal(plays, 1);
  assert.equal(await page.locator('.message .bad').count(), 0, 'nothing is refused');
};

tests['the preview of a push is requested again after a reconnect'] = async (open) => {
  const ann = await person(open, 'Ann', { goesOffline: true });
  const bo = await person(open, 'Bo', { goesOffline: true });
  await begin([ann, bo], 'labyrinth');
  const { page } = await whoseTurn([ann, bo]);
  const after = page
    .getByRole('region', { name: say('actions'), exact: true })
    .getByText(saying('labyrinth.then.token', 'labyrinth.then.cells'));
  await page.context().setOffline(true);
  await page.locator('.connection-pill p').waitFor();
  await choose(page);
  assert.equal(await after.count(), 0, 'nobody could be asked');
  await page.context().setOffline(false);
  await after.waitFor();
};

tests['the server is killed and restarted during a game, and the game continues'] = async (open) => {
  const port = execFileSync('sh', ['tests/system/free_port.sh']).toString().trim();
  const first = await serve({ port, options: PROXY });
  const ann = await person(open, 'Ann', { address: first.address, goesOffline: true });
  const bo = await person(open, 'Bo', { address: first.address, device: PHONE, goesOffline: true });
  await begin([ann, bo], 'marrakech');
  const mover = await whoseTurn([ann, bo]);
  await move(mover.page);
  await first.kill();
  for (const { page } of [ann, bo]) await page.locator('.connection-pill p').waitFor();
  const second = await serve({ port, folder: first.folder, options: PROXY });
  await Promise.all([ann, bo].map(({ page }) => playOn(page)));
  assert.deepEqual(await points(ann.page), await points(bo.page));
  await proven(ann);
  await second.stop();
};

tests['a spectator joins late, has no controls and sees no secrets'] = async (open) => {
  const ann = await person(open, 'Ann');
  const bo = await person(open, 'Bo');
  const table = await begin([ann, bo], 'labyrinth');
  await move((await whoseTurn([ann, bo])).page);
  const cy = await person(open, 'Cy', { device: PHONE });
  await goTo(cy.page, '#/lobby');
  await cy.page
    .getByRole('link', { name: saying('lobby.watch.of') })
    .first()
    .waitFor();
  await goTo(cy.page, `#/t/${table}`);
  await cy.page.locator('.play').waitFor();
  assert.equal(await cy.page.locator('.lab-formula li').count(), 0);
  assert.equal(await button(cy.page, say('choices'), { disabled: true }).count(), 1);
  const at = await cy.page.locator('.prompt').innerText();
  await move((await whoseTurn([ann, bo])).page);
  await cy.page.waitForFunction((old) => document.querySelector('.prompt')?.textContent !== old, at);
};

tests['a bot plays for somebody who left, until they return'] = async (open) => {
  const ann = await person(open, 'Ann');
  const bo = await person(open, 'Bo', { device: PHONE });
  const table = await begin([ann, bo], 'marrakech');
  await button(bo.page, say('menu')).click();
  await button(bo.page, say('leave')).click();
  await bo.page.getByRole('dialog').getByText(say('leave.about')).waitFor();
  await axe(bo.page, 'leaving');
  await button(bo.page, say('leave.yes')).click();
  await ann.page.locator('.seat .presence').waitFor();
  /* The bot plays: Ann is to move again after her own move. */
  for (let i = 0; i < 4; i++) await move(ann.page);
  await goTo(bo.page, '#/mine');
  await bo.page.locator(`a[href="#/t/${table}"]`).click();
  await bo.page.locator('.play').waitFor();
  await ann.page.locator('.seat .presence').waitFor({ state: 'detached' });
  for (let i = 0; i < 2; i++) await move((await whoseTurn([ann, bo])).page);
};

tests['chat: free text, translated phrases, and muting'] = async (open) => {
  const ann = await person(open, 'Ann');
  const bo = await person(open, 'Bo', { language: 'uk', device: PHONE });
  const table = await make(ann, 'alibaba');
  await sitDown(bo, table, 'uk');
  await button(ann.page, say('chat')).click();
  await button(ann.page, say('phrase.good-luck')).click();
  await ann.page.getByLabel(say('chat.words')).fill('<b>Tea?</b>');
  await button(ann.page, say('chat.say')).click();
  const talk = bo.page.getByRole('button', { name: begins(say('chat', {}, 'uk')) });
  await bo.page.locator('.with-count .count').getByText('2').waitFor();
  await talk.click();
  await bo.page
    .locator('.messages')
    .getByText(say('phrase.good-luck', {}, 'uk'))
    .waitFor();
  await bo.page.locator('.messages').getByText('<b>Tea?</b>').waitFor();
  await axe(bo.page, 'the talk');
  await button(bo.page, say('chat.mute', { name: 'Ann' }, 'uk')).click();
  await bo.page.getByText(say('chat.none', {}, 'uk')).waitFor();
  await bo.page.reload();
  await talk.click();
  await button(bo.page, say('chat.unmute', { name: 'Ann' }, 'uk')).waitFor();
  /* The host turns it off. */
  await ann.page.keyboard.press('Escape');
  await ann.page.getByRole('checkbox', { name: say('make.chat'), exact: true }).uncheck({ force: true });
  await bo.page.keyboard.press('Escape');
  await talk.waitFor({ state: 'detached' });
};

tests['a move is undone when the others agree'] = async (open) => {
  const ann = await person(open, 'Ann');
  const bo = await person(open, 'Bo', { device: PHONE });
  await begin([ann, bo], 'labyrinth');
  const mover = await whoseTurn([ann, bo]);
  const other = mover === ann ? bo : ann;
  const undo = button(mover.page, say('undo'), { disabled: false });
  const question = other.page.getByRole('dialog', { name: say('undo.title') });
  await move(mover.page);
  await myTurn(mover.page).waitFor(); // when what was forced has been made
  await undo.waitFor();
  const after = await mover.page.locator('.prompt').innerText();
  await undo.click();
  await question.getByText(say('undo.asks', { name: mover.name })).waitFor();
  await axe(other.page, 'the question');
  await button(question, say('undo.no')).click();
  await question.waitFor({ state: 'detached' });
  assert.equal(await mover.page.locator('.prompt').innerText(), after);
  await undo.click();
  await button(question, say('undo.yes')).click();
  await mover.page.waitForFunction((old) => document.querySelector('.prompt')?.textContent !== old, after);
  await myTurn(mover.page).waitFor();
};

tests['a rematch leads both to a new table'] = async (open) => {
  const ann = await person(open, 'Ann');
  const bo = await person(open, 'Bo', { device: PHONE });
  const table = await begin([ann, bo], 'labyrinth', { options: { limit: 2 } });
  await Promise.all([ann, bo].map(({ page }) => playOn(page)));
  await button(ann.page, say('final.rematch')).click();
  await ann.page.waitForFunction((old) => !location.hash.endsWith(old) && location.hash.startsWith('#/t/'), table);
  await ann.page.getByText(say('wait.kept'), { exact: true }).waitFor();
  await button(ann.page, say('wait.sit')).waitFor({ state: 'detached' }); // her own because she sits there, the other because it is reserved
  const cy = await person(open, 'Cy');
  await goTo(cy.page, '#/lobby');
  const kept = cy.page.locator('.entry', { hasText: say('wait.kept') });
  await kept.waitFor();
  await kept.getByRole('button', { disabled: true }).waitFor();
  await bo.page.keyboard.press('Escape');
  await button(bo.page, say('rematch.join')).click();
  await Promise.all([ann, bo].map(({ page }) => page.locator('.play').waitFor()));
  await whoseTurn([ann, bo]);

  /* A finished game is in the history, and opens at its start. */
  await goTo(ann.page, '#/history');
  await ann.page.locator(`a[href="#/t/${table}"]`).click();
  await ann.page.getByRole('slider').waitFor();
  assert.equal(await ann.page.getByRole('slider').inputValue(), '0');
  await button(ann.page, say('replay.now')).click();
  await final(ann.page).waitFor();
};

tests['a changed name appears at the table'] = async (open) => {
  const ann = await person(open, 'Ann');
  const bo = await person(open, 'Bo', { device: PHONE });
  await begin([ann, bo], 'marrakech');
  const other = await bo.page.context().newPage();
  await other.goto(`${bo.address}#/me`);
  await other.getByLabel(say('account.name')).fill('Bohdana');
  await button(other, say('account.save')).click();
  await ann.page.locator('.seat .name').getByText('Bohdana').waitFor();
};

tests['a guest creates an account, logs in on another device, plays on there, and deletes it'] = async (open) => {
  const ann = await person(open, 'Ann');
  const bo = await person(open, 'Bo');
  const login = `bo${Date.now()}`;
  const enter = async (page, how) => {
    await goTo(page, '#/me');
    await page.locator('summary').getByText(say(how), { exact: true }).click();
    const form = page.locator('details[open] form');
    await form.getByLabel(say('account.username')).fill(login);
    await form.getByLabel(say('account.password')).fill('a long password');
    await button(form, say(`${how}.go`)).click();
  };
  await enter(bo.page, 'account.create');
  await bo.page.getByText(say('account.logged.in.as', { login })).waitFor();
  const table = await begin([ann, bo], 'marrakech');
  const phone = await open(stranger());
  await enter(phone.page, 'account.login');
  await phone.page.getByText(say('account.logged.in.as', { login })).waitFor();
  await bo.page.close();
  await goTo(phone.page, `#/t/${table}`);
  const there = { ...bo, page: phone.page };
  await phone.page.locator('.play').waitFor();
  while ((await whoseTurn([ann, there])) === ann) await move(ann.page);
  await move(phone.page);
  await button(phone.page, say('menu')).click();
  await button(phone.page, say('fair')).click();
  await phone.page.getByText(saying('fair.anew')).waitFor();
  assert.equal(await phone.page.locator('.verdict.bad').count(), 0);

  await goTo(phone.page, '#/me');
  const [file] = await Promise.all([phone.page.waitForEvent('download'), button(phone.page, say('account.download')).click()]);
  assert.ok(await file.path());
  await button(phone.page, say('account.delete')).click();
  await axe(phone.page, 'forgetting');
  await button(phone.page.getByRole('dialog'), say('account.delete')).click();
  await phone.page.waitForURL(/#\/$/);
  assert.equal(await phone.page.evaluate(() => localStorage.getItem('serai.online')), 'false');
};

tests['a move is sent without a link when the chain is lost and the server refuses a new one'] = async (open) => {
  const ann = await person(open, 'Ann');
  const bo = await person(open, 'Bo');
  await ann.page.routeWebSocket(/\/ws$/, (page) => {
    const server = page.connectToServer();
    page.onMessage((frame) => server.send(String(frame).replace(/("t":"anew","tip":")\w+/, '$1none')));
  });
  await ann.page.reload();
  await begin([ann, bo], 'marrakech');
  await ann.page.evaluate(() => localStorage.removeItem('serai.chains'));
  for (let moves = 0; moves < 6; moves++) await move((await whoseTurn([ann, bo])).page);
  await button(bo.page, say('menu')).click();
  await button(bo.page, say('fair')).click();
  await bo.page.locator('.rolls').getByText(say('fair.silent')).first().waitFor();
  assert.equal(await bo.page.locator('.verdict.bad').count(), 0);
};

tests['a table is shared by link and QR code, bots are added, and people are removed'] = async (open) => {
  const ann = await person(open, 'Ann', { permissions: ['clipboard-read', 'clipboard-write'] });
  const bo = await person(open, 'Bo');
  const table = await make(ann, 'alibaba', { seats: 3, off: ['public'] });
  await button(ann.page, say('invite.pass')).click();
  const link = await copied(ann.page, `#/t/${table}`);
  await ann.page.getByRole('img', { name: say('invite.code') }).waitFor();
  await goTo(bo.page, '#/lobby');
  await bo.page.locator('.empty, .entries').first().waitFor();
  assert.equal(await bo.page.locator(`a[href="#/t/${table}"]`).count(), 0);
  await bo.page.goto(link);
  await button(bo.page, say('wait.sit')).first().click();
  await ann.page.getByLabel(say('wait.bot', { number: 3 })).selectOption('2');
  await ann.page.locator('.wait-seat .portrait').waitFor();
  await bo.page.getByText(say('setup.bot', { name: say('traveller.2'), level: 2, what: say('level.2') })).waitFor();
  await button(ann.page, say('wait.remove.of', { name: 'Bo' })).click();
  await button(bo.page, say('wait.sit')).first().click();
  await bo.page.locator('.toast p').waitFor();
};

tests['nothing is sent before going online, and everything else works without a server'] = async (open) => {
  const { page } = await open({ device: PHONE, goesOffline: true });
  const asked = [];
  page.on('request', (request) => /\/api\/|\/ws/.test(request.url()) && asked.push(request.url()));
  await page.reload();
  await page.getByRole('heading', { name: say('online'), exact: true }).waitFor();
  await goTo(page, '#/new/alibaba');
  await button(page, say('setup.start')).click();
  await myTurn(page).waitFor();
  assert.deepEqual(asked, []);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await goTo(page, '#/lobby');
  await page.getByText(say('connection.unreachable')).waitFor();
  await goTo(page, '#/play');
  await myTurn(page).waitFor();
};

tests['the title and a notification say that it is your turn while the page is hidden'] = async (open) => {
  const ann = await person(open, 'Ann');
  const bo = await person(open, 'Bo');
  await begin([ann, bo], 'marrakech');
  const mover = await whoseTurn([ann, bo]);
  const other = mover === ann ? bo : ann;
  await other.page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await move(mover.page);
  await move(mover.page);
  await other.page.waitForFunction(() => document.title.startsWith('(1)'));
};

for (const colorScheme of ['light', 'dark'])
  tests[`every online screen passes axe and fits 360 pixels, ${colorScheme}`] = async (open) => {
    const ann = await person(open, `Ann, ${colorScheme}`, { device: SMALL, colorScheme });
    const bo = await person(open, 'Олександра Дмитрівна', { device: SMALL, colorScheme });
    const look = async (page, what) => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(wide, 0, `${what} needs no scrolling to the side`);
      await axe(page, `${what}, ${colorScheme}`);
    };
    for (const [hash, title] of [
      ['#/make/labyrinth', 'lobby.make'],
      ['#/lobby', 'online.tables'],
      ['#/mine', 'online.mine'],
      ['#/top/marrakech', 'online.top'],
      ['#/me', 'account'],
      ['#/', 'online'],
    ]) {
      await goTo(ann.page, hash);
      await ann.page.getByRole('heading', { name: say(title), exact: true }).waitFor();
      await ann.page
        .locator(hash.startsWith('#/top') ? '.top tbody tr' : '.my-name, .me-form, form')
        .first()
        .waitFor();
      await look(ann.page, hash);
    }
    const table = await make(ann, 'alibaba', { seats: 4, bots: { 3: 1, 4: 1 } });
    await goTo(bo.page, '#/lobby');
    await button(bo.page, say('lobby.join.of', { game: say('game.alibaba'), name: `Ann, ${colorScheme}` })).click();
    await button(bo.page, say('wait.be.ready')).waitFor();
    await look(ann.page, 'the room');
    await look(bo.page, 'the room of a guest');
    await ready(bo);
    await ready(ann);
    await myTurn((await whoseTurn([ann, bo])).page).waitFor();
    await look(ann.page, 'the table');
    await button(ann.page, say('menu')).click();
    await look(ann.page, 'the menu');
    await button(ann.page, say('fair')).click();
    await ann.page.locator('.fairness summary').click();
    await look(ann.page, 'the dice');
    await goTo(ann.page, '#/mine');
    await ann.page.locator(`a[href="#/t/${table}"]`).waitFor();
    await look(ann.page, 'my games');
  };

await run(tests, PROXY);
