/* A game that has only its rules, on the page: a table on this device and an online one, both with the plain face.
 *
 * Usage: make GAME=tests/pig FLAVOUR=plain build/pig/serai-plain, then SERAI=build/pig/serai-plain node tests/pig/page.mjs. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { axe, begin, DESKTOP, PHONE, playByRoles, playByTaps, run } from '../page/harness.mjs';
import { begin as beginFar, person, PROXY } from '../page/people.mjs';

const TARGET = { target: 25 };
const sums = async (page) => (await page.locator('dialog.final tfoot td').allInnerTexts()).map(Number).sort((a, b) => a - b);

const tests = {
  'pig stands on the shelf, and is played against a bot': async (open) => {
    const { page } = await open();
    await page.getByRole('heading', { name: 'Pig', exact: true }).waitFor();
    await axe(page, 'the shelf');
    await begin(page, 'pig', { bots: 1, options: TARGET });
    await page.locator('.plain-board').getByText('points').waitFor();
    await axe(page, 'the plain face');
    await playByTaps(page, { most: 2000 });
    assert.ok(Math.max(...(await sums(page))) >= TARGET.target, 'the winner has reached the target');
    const record = await page.evaluate(() => JSON.parse(localStorage.getItem('serai.games')).pig.record);
    assert.match(execFileSync(process.env.SERAI, ['verify', '-'], { encoding: 'utf8', input: record }), /^pig: \d+ moves/);
  },
  'pig is played by two people on the net, and both see the same result': async (open) => {
    const ann = await person(open, 'Ann', { device: DESKTOP });
    const bo = await person(open, 'Bo', { device: PHONE });
    await beginFar([ann, bo], 'pig', { options: TARGET });
    await Promise.all([playByRoles(ann.page, 2000), playByTaps(bo.page, { most: 2000 })]);
    assert.deepEqual(await sums(ann.page), await sums(bo.page));
  },
};

await run(tests, PROXY);
