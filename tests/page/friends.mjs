/* Friends, in real browsers: following from the result, seeing who is here, challenges wherever one is, asking to join, blocking,
 * profiles and ratings.
 *
 * Usage: node tests/page/friends.mjs [part of a name] [--pictures FOLDER]. */
import assert from 'node:assert/strict';
import { say, saying } from './catalogue.mjs';
import { axe, button, DESKTOP, move, PHONE, run } from './harness.mjs';
import { begin, goTo, make, person, PROXY, ready, sitDown, whoseTurn } from './people.mjs';

const folder = process.argv.indexOf('--pictures') < 0 ? null : process.argv.splice(process.argv.indexOf('--pictures'), 2)[1];
const picture = async (page, name) => folder && (await page.screenshot({ path: `${folder}/${name}.png` }));

const two = async (open, names = ['Ann', 'Bo']) => [await person(open, names[0]), await person(open, names[1], { device: PHONE })];
const tests = {};

async function choose({ page }, key) {
  await button(page, say('menu')).click();
  await button(page.locator('dialog[open]'), say(key)).click();
}

/* A game that is over at once: one resigns after everybody has moved or not. */
async function playAndResign(people, game = 'marrakech') {
  await begin(people, game);
  const loser = people[1];
  await choose(loser, 'resign');
  await button(loser.page, say('resign.yes')).click();
  for (const { page } of people) await page.locator('dialog.final').waitFor();
}

const nameIn = (scope, name) => button(scope, say('person.of', { name }));
const sheet = (page) => page.locator('dialog.person[open]');

async function followFromResult({ page }, name) {
  await nameIn(page.locator('dialog.final'), name).click();
  await button(sheet(page), say('person.follow')).click();
  await button(sheet(page), say('person.unfollow')).waitFor();
}

tests['somebody is followed from the result, and seen where they are'] = async (open) => {
  const [ann, bo] = await two(open);
  await playAndResign([ann, bo]);
  await ann.page.locator('.gain').first().waitFor();
  await picture(ann.page, 'result');
  await axe(ann.page, 'a result with ratings');
  await followFromResult(ann, 'Bo');
  await picture(ann.page, 'sheet');
  await axe(ann.page, 'the sheet of a person');
  await goTo(ann.page, '#/friends');
  const friend = ann.page.locator('.friend', { hasText: 'Bo' });
  await goTo(bo.page, '#/lobby');
  await friend.getByText(say('friends.here'), { exact: true }).waitFor();
  await make(bo, 'labyrinth');
  await friend.getByText(say('friends.waits', { game: say('game.labyrinth') })).waitFor();
  await picture(ann.page, 'friends');
  await axe(ann.page, 'friends');
  await button(friend, say('friends.join.of', { name: 'Bo' })).click();
  await nameIn(ann.page, 'Bo').waitFor();
};

tests['a challenge reaches its player on any screen, and is accepted there'] = async (open) => {
  const [ann, bo] = await two(open);
  await playAndResign([ann, bo]);
  await followFromResult(ann, 'Bo');
  await goTo(bo.page, '#/rules/alibaba');
  await button(sheet(ann.page), say('person.challenge')).click();
  await picture(ann.page, 'challenge');
  await ann.page.locator('dialog[open] .quick-game', { hasText: say('game.labyrinth') }).click();
  await button(ann.page, say('wait.be.ready')).waitFor();
  const call = bo.page.locator('.invited');
  await call.getByText(say('invited.challenge', { name: 'Ann', game: say('game.labyrinth') })).waitFor();
  await picture(bo.page, 'challenged');
  await axe(bo.page, 'a challenge on another screen');
  await button(call, say('invited.accept')).click();
  await ready(bo);
  await ready(ann);
  await Promise.all([ann, bo].map(({ page }) => page.locator('.play').waitFor()));
  await call.waitFor({ state: 'detached' });
};

tests['who asks to join is let in'] = async (open) => {
  const [ann, bo] = await two(open);
  await playAndResign([ann, bo]);
  await followFromResult(ann, 'Bo');
  const table = await make(bo, 'alibaba', { off: ['public'] });
  await goTo(ann.page, '#/friends');
  await button(ann.page, say('friends.ask.of', { name: 'Bo' })).click();
  const asked = bo.page.locator('.invited');
  await asked.getByText(say('invited.request', { name: 'Ann' })).waitFor();
  await button(asked, say('invited.let.in')).click();
  await asked.waitFor({ state: 'detached' });
  await button(ann.page, say('invited.accept')).click();
  await button(ann.page, say('wait.be.ready')).waitFor();
  assert.ok(ann.page.url().endsWith(`#/t/${table}`));
};

tests['who is blocked cannot tell: no table, no presence, no words'] = async (open) => {
  const [ann, bo] = await two(open, ['Ada', 'Ben']);
  await playAndResign([ann, bo]);
  await followFromResult(bo, 'Ada');
  await nameIn(ann.page.locator('dialog.final'), 'Ben').click();
  await button(sheet(ann.page), say('person.block')).click();
  await picture(ann.page, 'block');
  await axe(ann.page, 'the question before blocking');
  await button(ann.page.locator('dialog[open]').last(), say('person.block')).click();
  await button(sheet(ann.page), say('person.unblock')).waitFor();
  const table = await make(ann, 'marrakech');
  await goTo(bo.page, '#/friends');
  const friend = bo.page.locator('.friend', { hasText: 'Ada' });
  await friend.getByText(say('friends.away'), { exact: true }).waitFor();
  await button(friend, say('person.challenge.of', { name: 'Ada' })).click();
  await bo.page.locator('dialog[open] .quick-game').first().click();
  await bo.page.getByText(say('friends.invited', { name: 'Ada' })).waitFor();
  await goTo(bo.page, '#/lobby');
  await bo.page.locator('.entry, .empty').first().waitFor();
  assert.equal(await bo.page.locator('.entry', { hasText: 'Ada' }).count(), 0);
  await goTo(bo.page, `#/t/${table}`);
  await bo.page.getByText(saying('refused.no-such-table')).waitFor();
  assert.equal(await ann.page.locator('.invited').count(), 0);
  await goTo(ann.page, '#/friends');
  await button(ann.page, say('person.unblock')).click();
  await goTo(bo.page, '#/lobby');
};

tests['a profile shows ratings with their curve, results and rivals to whom may see it'] = async (open) => {
  const [ann, bo] = await two(open);
  const cy = await person(open, 'Cy');
  for (let i = 0; i < 3; i++) await playAndResign([ann, bo]);
  await goTo(ann.page, '#/friends');
  await ann.page.locator('.friend-name', { hasText: 'Bo' }).click();
  await ann.page.locator('.curve').waitFor();
  await ann.page.locator('.rivals', { hasText: 'Ann' }).waitFor();
  await picture(ann.page, 'profile');
  await axe(ann.page, 'a profile');
  const hash = new URL(ann.page.url()).hash;
  await goTo(cy.page, hash);
  await cy.page.getByText(say('profile.hidden')).waitFor();
  assert.equal(await cy.page.locator('.curve').count(), 0);
  await goTo(bo.page, '#/friends');
  await bo.page.getByLabel(say('privacy.profile')).selectOption('0');
  await bo.page.getByLabel(say('privacy.here')).selectOption('2');
  await picture(bo.page, 'friends-phone');
  await axe(bo.page, 'friends on a phone');
  await cy.page.reload();
  await cy.page.locator('.curve').waitFor();
  await goTo(bo.page, hash);
  await bo.page.locator('.curve').waitFor();
  await picture(bo.page, 'profile-phone');
};

tests['ratings stand beside names in the lobby'] = async (open) => {
  const [ann, bo] = await two(open);
  await playAndResign([ann, bo]);
  await make(ann, 'marrakech');
  await goTo(bo.page, '#/lobby');
  await bo.page.locator('.seat-rating').first().waitFor();
  await picture(bo.page, 'lobby-rating');
};

await run(tests, PROXY);
