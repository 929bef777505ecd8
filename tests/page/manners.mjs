/* The manners of an online table, in real browsers: games that end early, players who are waited for, the host's changes before the
 * deal, a friend's private table.
 *
 * Usage: node tests/page/manners.mjs [part of a name] [--pictures FOLDER]. */
import assert from 'node:assert/strict';
import { begins, say, saying } from './catalogue.mjs';
import { axe, button, DESKTOP, move, myTurn, PHONE, run } from './harness.mjs';
import { begin, goTo, make, person, PROXY, ready, sitDown, whoseTurn } from './people.mjs';

const folder = process.argv.indexOf('--pictures') < 0 ? null : process.argv.splice(process.argv.indexOf('--pictures'), 2)[1];
const picture = async (page, name) => folder && (await page.screenshot({ path: `${folder}/${name}.png` }));

const two = async (open) => [await person(open, 'Ann'), await person(open, 'Bo', { device: PHONE })];
const tests = {};

async function choose({ page }, key) {
  await button(page, say('menu')).click();
  await button(page.locator('dialog[open]'), say(key)).click();
}

tests['who resigns loses, and both are told'] = async (open) => {
  const [ann, bo] = await two(open);
  await begin([ann, bo], 'marrakech');
  await choose(ann, 'resign');
  await picture(ann.page, 'resign');
  await axe(ann.page, 'the question before resigning');
  await button(ann.page, say('resign.yes')).click();
  for (const { page } of [ann, bo]) await page.locator('dialog.final').getByText(saying('ended.resigned')).waitFor();
  await picture(bo.page, 'resigned-won');
  await bo.page
    .locator('dialog.final')
    .getByRole('heading', { name: say('final.you') })
    .waitFor();
};

tests['a game is stopped when everybody agrees, without a result'] = async (open) => {
  const [ann, bo] = await two(open);
  await begin([ann, bo], 'alibaba');
  await choose(ann, 'offer.stop');
  await ann.page.getByText(saying('offer.stop.sent')).waitFor();
  await bo.page.getByText(say('offer.stop.asks', { name: 'Ann' })).waitFor();
  await picture(bo.page, 'offer');
  await axe(bo.page, 'an offer');
  await button(bo.page, say('offer.decline')).click();
  await ann.page.getByText(saying('offer.stop.sent')).waitFor({ state: 'detached' });
  await choose(bo, 'offer.stop');
  await button(ann.page, say('offer.agree')).click();
  for (const { page } of [ann, bo]) await page.locator('dialog[open]').getByText(saying('ended.stopped')).waitFor();
  await picture(bo.page, 'stopped');
};

tests['a game can be aborted until everybody has moved'] = async (open) => {
  const [ann, bo] = await two(open);
  await begin([ann, bo], 'labyrinth');
  await choose(bo, 'abort');
  for (const { page } of [ann, bo]) await page.locator('dialog[open]').getByText(saying('ended.aborted')).waitFor();
};

tests['leaving says what it costs, and who comes back is told what a bot did'] = async (open) => {
  const both = await two(open);
  const table = await begin(both, 'marrakech');
  const leaver = await whoseTurn(both);
  const other = both.find((one) => one !== leaver);
  await choose(leaver, 'leave');
  await leaver.page.getByText(saying('leave.about.rated')).waitFor();
  await picture(leaver.page, 'leave');
  await button(leaver.page, say('leave.yes')).click();
  await other.page.locator('.presence').first().waitFor();
  await myTurn(other.page).waitFor();
  const name = await leaver.page.evaluate(async () => (await (await fetch('api/me', { method: 'POST', body: '{}' })).json()).name);
  await other.page
    .locator('.log-panel .log')
    .getByText(say('log.stood.in', { who: name }))
    .first()
    .waitFor({ state: 'attached' });
  await goTo(leaver.page, `#/t/${table}`);
  await other.page.locator('.presence').first().waitFor({ state: 'detached' });
  await leaver.page.locator('.toast p').waitFor();
  await picture(leaver.page, 'back');
};

tests['the host changes the terms, and everybody has to be ready again'] = async (open) => {
  const [ann, bo] = await two(open);
  const table = await make(ann, 'marrakech', { seats: 3 });
  await sitDown(bo, table);
  await ready(bo);
  await ann.page.getByText(say('wait.terms')).click();
  await ann.page
    .locator('.terms')
    .getByRole('button', { name: say('setup.fewer') })
    .click();
  await ann.page
    .locator('.terms')
    .getByLabel(begins(say('setup.clock')))
    .selectOption({ label: say('clock.none') });
  await picture(ann.page, 'terms');
  await axe(ann.page, 'the terms of a table');
  await button(ann.page, say('wait.terms.save')).click();
  await bo.page.locator('.wait-seat').nth(2).waitFor({ state: 'detached' });
  await bo.page
    .getByText(begins(say('clock.none')))
    .or(bo.page.getByText(say('clock.none')))
    .first()
    .waitFor();
  await button(bo.page, say('wait.be.ready')).waitFor();
  await ready(bo);
  await ready(ann);
  await bo.page.locator('.play').waitFor();
};

tests['a bot in the last free seat begins the game'] = async (open) => {
  const ann = await person(open, 'Ann');
  await make(ann, 'marrakech', { seats: 2 });
  await ready(ann);
  await ann.page.getByLabel(say('wait.bot', { number: 2 })).selectOption('1');
  await ann.page.locator('.play').waitFor();
};

tests['who is waited for is called on any screen'] = async (open) => {
  const [ann, bo] = await two(open);
  const table = await make(ann, 'marrakech');
  await sitDown(bo, table);
  await goTo(ann.page, '#/');
  await ready(bo);
  const call = ann.page.locator('.called');
  await call.waitFor();
  await picture(ann.page, 'called');
  await axe(ann.page, 'home with a call');
  await call.click();
  await button(ann.page, say('wait.be.ready')).click();
  await bo.page.locator('.play').waitFor();
};

tests['a friend is invited by one tap: link, code and name on one screen'] = async (open) => {
  const ann = await person(open, 'Ann', { device: { ...DESKTOP, viewport: { width: 1366, height: 768 } } });
  const bo = await person(open, 'Bo', { device: PHONE });
  await goTo(ann.page, '#/');
  await ann.page
    .getByRole('button', { name: begins(say('friend.play')) })
    .first()
    .click();
  await ann.page.locator('.code').waitFor();
  await picture(ann.page, 'friend-768');
  for (const part of ['.code', '.invite-link', '.name-field', '.wait-go'])
    assert.ok(
      await ann.page.locator(part).evaluate((it) => it.getBoundingClientRect().bottom <= innerHeight),
      `${part} needs no scrolling`,
    );
  await ann.page.locator('.name-field input').fill('Anna');
  await button(ann.page.locator('.name-field'), say('account.save')).click();
  const table = new URL(ann.page.url()).hash.slice('#/t/'.length);
  await sitDown(bo, table);
  await bo.page.getByText('Anna').first().waitFor();
  await picture(bo.page, 'friend-phone');
  await ready(ann);
  await ready(bo);
  await Promise.all([ann, bo].map(({ page }) => page.locator('.play').waitFor()));
  await move((await whoseTurn([ann, bo])).page);
};

tests['the lobby is filtered by game, pace and rating'] = async (open) => {
  const [ann, bo] = await two(open);
  const cy = await person(open, 'Cy');
  await make(ann, 'marrakech');
  await make(bo, 'labyrinth', { off: ['rated'] });
  await goTo(cy.page, '#/lobby');
  const entries = cy.page.locator('.entry');
  await entries.nth(1).waitFor();
  await picture(cy.page, 'lobby');
  await axe(cy.page, 'the lobby with its filters');
  const filters = cy.page.getByRole('group', { name: say('lobby.filter') });
  await filters.getByLabel(say('quick.rated')).selectOption('casual');
  await entries.nth(1).waitFor({ state: 'detached' });
  assert.match(await entries.first().innerText(), new RegExp(say('game.labyrinth')));
  await filters.getByLabel(say('make.game')).selectOption('alibaba');
  await button(cy.page, say('lobby.filtered')).click();
  await entries.nth(1).waitFor();
};

tests['who waits at a public table sees how many people are online'] = async (open) => {
  const [ann, bo] = await two(open);
  await make(ann, 'marrakech');
  await ann.page.getByText(say('wait.here', { n: 1 })).waitFor();
  await goTo(bo.page, '#/lobby');
  await ann.page.getByText(say('wait.here', { n: 2 })).waitFor({ timeout: 60000 });
  await picture(ann.page, 'waiting');
};

await run(tests, PROXY);
