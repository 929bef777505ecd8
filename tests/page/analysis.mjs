/* The analysis board, in a real browser: variations, chance, values, saving and sharing, playing on.
 *
 * Usage: node tests/page/analysis.mjs [part of a name]. Screenshots of failures are in build/page-failures. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { say } from './catalogue.mjs';
import { axe, begin, button, choicesOf, confirm, copied, DESKTOP, playOn, run } from './harness.mjs';

const serai = (...args) => execFileSync(process.env.SERAI ?? 'build/serai', args, { encoding: 'utf8' });

const tool = (page, name) => page.locator('.study .action-bar button', { hasText: new RegExp(`^${name}$`) });
const here = (page) => page.locator('.tree [aria-current=step]');
const variations = (page) => page.locator('.tree .variation');
const bars = (page) => page.locator('.study .bars tbody tr');

/* Does something after which another move is shown. */
async function moving(page, act) {
  const shown = () => [...document.querySelectorAll('.tree button')].indexOf(document.querySelector('.tree [aria-current=step]'));
  const from = await page.evaluate(shown);
  await act();
  await page.waitForFunction(
    (was) =>
      ![-1, was].includes(
        [...document.querySelectorAll('.tree button')].indexOf(document.querySelector('.tree [aria-current=step]')),
      ),
    from,
  );
  await page.locator('.study .readout').waitFor();
}

/* Makes the n-th best move, by its bar. */
const makeMove = (page, nth) =>
  moving(page, async () => {
    await page.locator('.study .bars button').nth(nth).click();
    await confirm(page).click();
  });
const goBack = (page) => moving(page, () => page.keyboard.press('ArrowLeft'));

/* The last position of the game in which somebody decides, on the board. */
async function analyseEnd(page) {
  await begin(page, 'marrakech', { bots: 1, level: 3 });
  await playOn(page);
  await page.locator('dialog.final .sheet-head button').click();
  await button(page, say('menu')).click();
  await button(page, say('analysis')).click();
  await here(page).waitFor();
  while ((await bars(page).count()) < 2 || (await tool(page, say('analysis.roll')).count())) await goBack(page);
}

const tests = {};

tests['variations are made, kept in a link and a file, and opened again; a game goes on from them'] = async (open) => {
  const { page } = await open({ device: DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] });
  await analyseEnd(page);
  await axe(page, 'the analysis board');
  assert.equal(await variations(page).count(), 0);

  const played = await here(page).evaluate((at) => at.closest('li').nextElementSibling.innerText);
  await makeMove(page, 0);
  if ((await variations(page).count()) === 0) {
    assert.equal(await here(page).innerText(), played); // the best move was the one that was made
    await goBack(page);
    await makeMove(page, 1);
  }
  await variations(page).waitFor();
  const varied = await here(page).innerText();
  await button(page, say('menu')).click();
  await button(page, say('analysis.link')).click();
  const link = await copied(page, '#r=');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, say('menu'))
      .click()
      .then(() => button(page, say('menu.file')).click()),
  ]);
  assert.match(serai('verify', await download.path()), /./); // a reader who knows nothing of variations
  await tool(page, say('analysis.drop')).click();
  await variations(page).waitFor({ state: 'detached' });

  await page.goto(link);
  await page.reload();
  await variations(page).waitFor();
  await page.locator('.tree .variation button').first().click();
  assert.equal(await here(page).innerText(), varied);
  await tool(page, say('analysis.play.short')).click();
  await page.locator('dialog select').first().selectOption('0');
  await page.locator('dialog select').nth(1).selectOption('1');
  await button(page, say('setup.start')).click();
  await page.locator('.play:not(.study)').waitFor();
  await playOn(page);
};

tests['a position is pasted, rolled in and copied; nonsense is refused'] = async (open) => {
  const { page } = await open({ at: '#/analysis', permissions: ['clipboard-read', 'clipboard-write'] });
  const paste = async (text) => {
    await page.locator('textarea').fill(text);
    await button(page, say('analysis.open')).click();
  };
  await axe(page, 'the form');
  await paste('what is this');
  await page.getByRole('alert').waitFor();
  const state = execFileSync(process.env.SERAI ?? 'build/serai', ['engine'], {
    input: 'new marrakech players=2 seed=5\nstate\n',
    encoding: 'utf8',
  });
  await paste(/\{"game".*\}/.exec(state)[0]);
  await page.locator('.study .readout').waitFor();
  const start = await page.locator('.tree button').count();
  assert.equal(start, 1);
  for (let made = 0; made < 4; made++) {
    await page.locator('.study .bars').waitFor();
    if (await tool(page, say('analysis.roll')).count()) await tool(page, say('analysis.roll')).click();
    else {
      await tool(page, say('choices')).click();
      await choicesOf(page).first().click();
      await confirm(page).click();
    }
    await page
      .locator('.tree button')
      .nth(made + 1)
      .waitFor();
    await page.waitForFunction((n) => document.querySelectorAll('.tree button')[n]?.ariaCurrent === 'step', made + 1);
  }
  await button(page, say('menu')).click();
  await button(page, say('analysis.copy')).click();
  const position = await copied(page, '"game"');
  await button(page, say('menu')).click();
  await button(page, say('analysis.other')).click();
  await paste(position);
  await page.locator('.study .readout').waitFor();
  assert.equal(await page.locator('.tree button').count(), 1);
};

await run(tests);
