/* The first minute: home, the lessons, the rulebook, and signs that explain themselves. */
import assert from 'node:assert/strict';
import { CATALOGUES, say } from './catalogue.mjs';
import { axe, begin, button, choose, confirm, DESKTOP, GAMES, move, myTurn, PHONE, run } from './harness.mjs';

const SMALL = { ...PHONE, viewport: { width: 360, height: 640 } };
const at = (page, hash) => page.evaluate((to) => (location.hash = to), hash);

const tests = {};

for (const game of GAMES) {
  const name = { game: say(`game.${game}`) };
  const box = (page) => page.locator(`.box[data-game="${game}"]`);

  tests[`${game}: on a first visit one tap begins the lesson, and one tap a game against an easy bot`] = async (open) => {
    const { page } = await open({ device: SMALL });
    assert.equal(await page.locator('.continue').count(), 0, 'there is nothing to continue');
    await box(page)
      .getByRole('link', { name: say('home.first.game', name), exact: true })
      .click();
    await page.locator('.lesson').waitFor({ state: 'attached' });
    await at(page, '#/');
    await button(box(page), say('home.play.game', name)).click();
    await myTurn(page).waitFor();
    assert.equal(await page.locator('.seat').count(), 2);
    await move(page);
    await page.waitForFunction((which) => JSON.parse(localStorage.getItem('serai.games') ?? '{}')[which], game);
    const level = await page.evaluate((which) => JSON.parse(localStorage.getItem('serai.games'))[which].seats[1].level, game);
    assert.ok(level <= 3, 'the bot is easy');
    /* Home now continues it, at the top and in its box, and begins another with the same bot. */
    await at(page, '#/');
    await page.locator('.continue').waitFor();
    await button(box(page), say('home.continue.game', name)).waitFor();
    assert.equal(await box(page).getByRole('link', { name: say('home.first.game', name) }).count(), 0);
    await box(page).getByText(say('home.against', { name: say(`traveller.${level}`), level })).waitFor();
    await box(page)
      .getByRole('link', { name: say('home.change.game', name), exact: true })
      .click();
    await page.locator('.setup-form').waitFor();
  };
}

tests['home shows each game once, and says who is online only where there is a server that was visited'] = async (open) => {
  const { page } = await open({ goesOffline: true });
  const titles = () => page.getByRole('heading', { name: say('game.alibaba'), exact: true }).count();
  const people = page.locator('.online-head p');
  await page.locator('.box').first().waitFor();
  assert.equal(await titles(), 1);
  assert.equal(await people.count(), 0, 'a device that was never online knows nothing of the server');
  assert.equal(await page.locator('.connection-status').innerText(), '');
  await at(page, '#/lobby');
  await page.locator('.lobby').waitFor();
  await at(page, '#/');
  await people.waitFor();
  assert.equal(await people.innerText(), say('online.people', { n: 0 }));
  const [games, online] = await Promise.all(
    ['.shelf', '.online'].map((what) => page.locator(what).evaluate((e) => e.getBoundingClientRect())),
  );
  assert.ok(games.bottom <= online.top, 'online is below the games');
};

await run(tests);
