/* The review of a finished game, in a real browser.
 *
 * Usage: node tests/page/review.mjs [part of a name]. Screenshots of failures are in build/page-failures. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { nameOf, say } from './catalogue.mjs';
import { axe, begin, button, choicesOf, confirm, DESKTOP, GAMES, LONG, move, PHONE, playOn, run } from './harness.mjs';
import * as people from './people.mjs';

const WHOLE = 32768;
const SHORT = { labyrinth: { limit: 10 } };

async function reviewed(page) {
  await button(page, say('review')).click();
  await page.locator('.review .bands').waitFor();
  await page.locator('.review progress').waitFor({ state: 'detached', timeout: LONG });
}

/* The review by the command line, of the game that the page has saved. */
async function byCommand(page, game) {
  const input = await page.evaluate((name) => JSON.parse(localStorage.getItem('serai.games'))[name].record, game);
  const [found] = JSON.parse(
    execFileSync(process.env.SERAI ?? 'build/serai', ['review', '--json', '--steps', '-'], { input, encoding: 'utf8' }),
  ).games;
  return found;
}

/* A column of the table of every figure, in tenths of a percent. */
const figures = (page, column) =>
  page
    .locator('.review .more td')
    .evaluateAll(
      (cells, [nth, all]) =>
        cells
          .filter((_, i) => i % all === nth)
          .map(({ textContent }) => Math.round(10 * parseFloat(textContent.replace('−', '-')))),
      column,
    );

/* Tries the moves of an exercise one after another, until one is right. */
async function solve(page) {
  const list = page.locator('.study .action-bar button').first();
  for (let nth = 0; (await page.locator('.study .message .good').count()) === 0; nth++) {
    await list.click();
    await choicesOf(page).nth(nth).click();
    await confirm(page).click();
    await page.locator('.study .message .good, .study .message .bad').waitFor();
  }
}

const shownMove = (page) => page.locator('.tree [aria-current=step]');

/* Ann leads through the game, Bo follows, and looks around. */
async function lookTogether(ann, bo) {
  await ann.locator('.review .moment .link').first().click();
  await button(ann, say('together.lead')).click();
  await bo.keyboard.press('Escape');
  await bo.locator('.bubble .go', { hasText: 'Ann' }).click();
  const same = async () => {
    const move = await shownMove(ann).innerText();
    await bo.locator('.tree [aria-current=step]', { hasText: move }).waitFor();
  };
  await same();
  await ann.locator('.study .action-bar button').first().click(); // back
  await bo.getByText(say('together.follows', { name: 'Ann' })).waitFor();
  await bo.waitForFunction(
    (nth) => [...document.querySelectorAll('.tree button')].findIndex((one) => one.ariaCurrent) === nth,
    await indexShown(ann),
  );
  await bo.locator('.study .action-bar button').first().click();
  await button(bo, say('together.follow')).click();
  await same();
  await ann.goBack();
  await button(bo, say('together.lead')).waitFor(); // nobody leads any more
}

const indexShown = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.tree button')].findIndex((one) => one.ariaCurrent));

const tests = {};

for (const game of GAMES)
  tests[`${game}: the figures add up, and are those of the command line`] = async (open) => {
    const { page } = await open({ device: game === 'alibaba' ? DESKTOP : PHONE });
    await begin(page, game, { bots: 1, level: 2, options: SHORT[game] ?? {} });
    await playOn(page);
    await reviewed(page);
    const { seats, steps, judge } = await byCommand(page, game);
    await page.locator('.review .more summary').click();
    await page.getByText(say('review.judge', { judge })).waitFor();
    const tenths = (share) => Math.round((1000 * share) / WHOLE);
    for (const [i, { start, deal, luck, play, correction, result }] of seats.entries()) {
      const own = play[i];
      const others = play.reduce((sum, n) => sum + n, 0) - own;
      assert.equal(start + deal + luck + own + others + correction, result);
      assert.deepEqual(await figures(page, [i, seats.length]), [start, deal, luck, own, others, correction, result].map(tenths));
    }
    const slider = page.locator('.review .graph-box input');
    assert.equal(await slider.getAttribute('max'), String(steps.length));
    const middle = Math.floor(steps.length / 2);
    await slider.fill(String(middle));
    const shown = await page.locator('.readout b').allTextContents();
    assert.deepEqual(
      shown.map((text) => parseInt(text)),
      steps[middle - 1].value.map((share) => Math.round((100 * share) / WHOLE)),
    );
  };

tests['what mattered is marked in the graph, and is looked at on the board'] = async (open) => {
  const { page } = await open();
  await begin(page, 'marrakech', { bots: 1, level: 3 });
  await playOn(page);
  await reviewed(page);
  const moments = page.locator('.moments .moment');
  const count = await moments.count();
  assert.ok(count > 0 && count <= 3);
  assert.equal(await page.locator('.moment-dot').count(), count);
  await axe(page, 'the review');
  await page.locator('.moment-dot').first().click();
  const at = await page.locator('.review .graph-box input').inputValue();
  assert.equal(await page.locator('.moments [aria-current=true]').count(), 1);
  await moments.first().locator('.board-picture').click();
  await page.getByRole('slider').waitFor();
  assert.equal(await page.getByRole('slider').inputValue(), at);
  assert.equal(await page.locator('dialog[open]').count(), 0);
};

tests['the mistakes of a game are put once more, and its review is kept with it'] = async (open) => {
  const { page } = await open();
  await begin(page, 'marrakech', { bots: 1, level: 3 });
  await playOn(page);
  await reviewed(page);
  await page.locator('.all-moves summary').first().click();
  await page.locator('.all-moves .bars tbody tr').first().waitFor();
  await button(page, say('mistakes')).click();
  const tools = page.locator('.study .action-bar button');
  const said = page.locator('.study .message');
  await tools.nth(2).click(); // once the moves are weighed
  const best = await said.innerText();
  const [first, second] = await page.locator('.study .bars td').allInnerTexts();
  assert.ok(parseFloat(first) >= parseFloat(second));
  await axe(page, 'a mistake');
  assert.match(best, /^The best move: /);
  await tools.first().click();
  await page.getByRole('heading', { name: say('mistakes.title', { n: 2, all: 0 }).slice(0, -1) }).waitFor();
  await page.locator('.study .action-bar button:enabled').nth(2).waitFor();
  await solve(page);
  await page.locator('.study .message .good').waitFor();
  await page.goBack();
  await page.locator('.review .bands').waitFor(); // it was there all the time
  await page.goto(new URL('#/history', page.url()).href);
  await page.reload();
  await button(page, say('review')).click();
  await page.locator('.review .moments').waitFor();
  assert.deepEqual(
    page.workers().filter((worker) => worker.url().includes('study-')),
    [],
  ); // nothing is computed
  await page.locator('.moment .link').first().click();
  await button(page, say('analysis.play.short')).click();
  await button(page, say('setup.start')).click();
  await page.locator('.play:not(.study)').waitFor();
  assert.equal(await page.locator('.review').count(), 0); // it was of another game
};

tests['after an online game both players have the same review, and nobody has one before'] = async (open) => {
  const ann = await people.person(open, 'Ann');
  const bo = await people.person(open, 'Bo', { device: PHONE });
  await people.begin([ann, bo], 'marrakech');
  await move((await people.whoseTurn([ann, bo])).page);
  for (const { page } of [ann, bo]) {
    assert.equal(await button(page, say('review')).count(), 0);
    await page.evaluate(() => (location.hash += '/analysis'));
    await page.locator('.import').waitFor(); // nothing of this game
    await page.goBack();
  }
  await Promise.all([ann, bo].map(({ page }) => playOn(page)));
  const told = [];
  for (const { page } of [ann, bo]) {
    await reviewed(page);
    await page.locator('.review .more summary').click();
    told.push(await figures(page, [0, 1]));
  }
  assert.deepEqual(told[0], told[1]);
  assert.equal(told[0].length, 14);
  await lookTogether(ann.page, bo.page);
};

tests['without a network a game is reviewed as well, in another language, too'] = async (open) => {
  const { page } = await open({ device: DESKTOP, goesOffline: true });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // now the service worker answers
  await page.context().setOffline(true);
  await begin(page, 'marrakech', { bots: 3 });
  await playOn(page);
  await reviewed(page);
  assert.equal(await page.locator('.review .band').count(), 4);
  await page.keyboard.press('Escape');
  await page.evaluate(() => (location.hash = '#/'));
  await button(page, nameOf('uk')).click();
  await page
    .getByRole('heading', { name: say('game.marrakech', {}, 'uk') })
    .first()
    .waitFor();
  await page.evaluate(() => (location.hash = '#/play'));
  await button(page, say('result', {}, 'uk')).click();
  await button(page, say('review', {}, 'uk')).click();
  await page.getByText(say('review.moments', {}, 'uk')).waitFor();
};

await run(tests);
