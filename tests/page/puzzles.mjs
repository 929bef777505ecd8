/* Puzzles, in a real browser: solving, missing, what comes back, the puzzle of the day, offline, and an account on two devices.
 *
 * Usage: node tests/page/puzzles.mjs [part of a name]. Screenshots of failures are in build/page-failures. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { say } from './catalogue.mjs';
import { axe, button, choicesOf, confirm, DESKTOP, GAMES, PHONE, run } from './harness.mjs';
import * as people from './people.mjs';

const PUZZLES = Object.fromEntries(
  GAMES.map((game) => [game, JSON.parse(readFileSync(`web/puzzles/${game}.json`, 'utf8')).puzzles]),
);

const tool = (page, name) => page.locator('.study .action-bar button', { hasText: new RegExp(`^${name}$`) });
const message = (page) => page.locator('.study .message p').first();
const week = (page) => page.locator('.puzzle-today .week');

/* What the page has stored: for each attempt whether the puzzle was solved. */
const stored = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('serai.puzzles') ?? '{"attempts":[]}').attempts);
const solved = async (page) => (await stored(page)).map(({ solved }) => solved);
const rating = async (page) => Number(await page.locator('.study .message strong').innerText());

/* The puzzle of the address; once it can be tried. */
function addressed(page) {
  const [, , game, , id] = new URL(page.url()).hash.split('/');
  return PUZZLES[game].find((puzzle) => puzzle.id === id);
}
async function posed(page) {
  await page.waitForFunction(() => /[/][0-9a-f]{8}$/.test(location.hash));
  await tool(page, say('exercise.solution')).waitFor();
  return addressed(page);
}

/* Opens a set of puzzles. */
async function begin(page, game, set = 'all') {
  await people.goTo(page, `#/puzzles/${game}/${set}`);
  return posed(page);
}

/* Goes on to another puzzle than this one. */
async function next(page, { id }) {
  await button(page, say('puzzles.next')).click();
  await page.waitForFunction((old) => !location.hash.endsWith(old), id);
  return posed(page);
}

/* The rating after a first puzzle that was solved, by Glicko. */
function firstRating(opponent) {
  const q = Math.log(10) / 400;
  const expected = 1 / (1 + 10 ** ((opponent - 1500) / 400));
  return Math.round(1500 + (q / (350 ** -2 + q ** 2 * expected * (1 - expected))) * (1 - expected));
}

/* Makes a move by the list of all of them. */
async function move(page, { position }, text) {
  const input = `position ${JSON.stringify(position)}\nlegal\n`;
  const [, legal] = execFileSync(process.env.SERAI ?? 'build/serai', ['engine'], { input, encoding: 'utf8' }).split('\n');
  await tool(page, say('choices')).click();
  await choicesOf(page).nth(legal.slice(2).split(' ').indexOf(text)).click();
  await confirm(page).click();
}
const best = ({ moves }) => moves[0][0];
const second = ({ moves, right = 1 }) => moves[right][0];
const solve = async (page, puzzle) => {
  await move(page, puzzle, best(puzzle));
  await page.locator('.study .message p.good').waitFor();
};

/* A page whose clock begins at noon of a day, and can be put ahead by days. */
async function withDays(open) {
  const made = await open();
  await made.page.addInitScript(
    (ahead) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + ahead + Number(localStorage.getItem('test.days') ?? 0) * 86_400_000;
    },
    Date.UTC(2026, 10, 18, 12) - Date.now(),
  );
  const goToDay = async (day, hash = '#/puzzles') => {
    await made.page.evaluate((n) => localStorage.setItem('test.days', n), day);
    await people.goTo(made.page, hash);
    await made.page.reload();
  };
  return { ...made, goToDay };
}

const tests = {};

tests['the first move decides: solved, missed, with a hint, by the solution'] = async (open) => {
  const { page } = await open({ device: DESKTOP });
  await page.locator('.puzzle-card').click();
  await page.locator('.puzzle-board svg').first().waitFor();
  await axe(page, 'the puzzles');
  for (const game of GAMES)
    await page
      .getByText(say('puzzles.count', { n: PUZZLES[game].length }))
      .first()
      .waitFor();

  let puzzle = await begin(page, 'marrakech');
  await axe(page, 'a puzzle');
  await solve(page, puzzle);
  const after = [await rating(page)];
  assert.equal(after[0], firstRating(puzzle.rating));
  await page
    .getByText('exact' in puzzle.proof ? say('puzzles.exact') : say('puzzles.searches', { n: puzzle.proof.searches }))
    .waitFor();
  const shares = (await page.locator('.study .bars td').allInnerTexts()).map(parseFloat);
  assert.deepEqual(
    shares,
    puzzle.moves.map(([, share]) => Math.round(1000 * share) / 10),
  );
  await axe(page, 'a solved puzzle');

  puzzle = await next(page, puzzle);
  await move(page, puzzle, second(puzzle));
  await page.locator('.study .message p.bad').waitFor();
  await solve(page, puzzle); // too late
  after.push(await rating(page));

  puzzle = await next(page, puzzle);
  await tool(page, say('hint')).click();
  assert.notEqual(await message(page).innerText(), '');
  await solve(page, puzzle);
  after.push(await rating(page));

  puzzle = await next(page, puzzle);
  await tool(page, say('exercise.solution')).press('Enter');
  assert.match(await message(page).innerText(), /^The best move: /);
  await page.locator('.action-bar .act:focus').waitFor(); // the keyboard goes on
  after.push(await rating(page));
  assert.deepEqual(await solved(page), [true, false, false, false]);
  assert.deepEqual(
    after,
    [...after].sort((a, b) => b - a),
  );

  /* The analysis board, and back. */
  await button(page, say('analysis.here')).click();
  await page.locator('.study .readout').waitFor();
  await page.goBack();
  await page.locator('.study .bars').waitFor();
  assert.equal(addressed(page).id, puzzle.id);

  /* A theme. What is skipped counts for nothing. */
  await page.getByRole('link', { name: say('puzzles'), exact: true }).click();
  const { theme } = PUZZLES.labyrinth[0];
  await page.locator(`.puzzle-themes a[href="#/puzzles/labyrinth/${theme}"]`).click();
  puzzle = await posed(page);
  assert.equal(puzzle.theme, theme);
  await tool(page, say('exercise.skip')).click();
  await page.waitForFunction((old) => !location.hash.endsWith(old), puzzle.id);
  await posed(page);
  assert.equal((await stored(page)).length, 4);
  await page.goBack();
  await page.locator('.puzzle-head').first().waitFor();
};

tests['a missed puzzle comes back after a day, after three and after seven'] = async (open) => {
  const { page, goToDay } = await withDays(open);
  await goToDay(0);
  const puzzle = await begin(page, 'labyrinth');
  await tool(page, say('exercise.solution')).click();
  await page.locator('.study .bars').waitFor();
  const returns = page.getByText(say('puzzles.back', { n: 1 }));
  for (const [day, isBack] of [
    [0, false],
    [1, true],
    [3, false],
    [4, true],
    [10, false],
    [11, true],
    [40, false],
  ]) {
    await goToDay(day);
    await page.locator('.puzzle-head').first().waitFor();
    await page.locator('.puzzle-themes li').first().waitFor();
    assert.equal(await returns.count(), isBack ? 1 : 0, `after ${day} days`);
    if (!isBack) continue;
    const again = await begin(page, 'labyrinth');
    assert.equal(again.id, puzzle.id);
    await solve(page, again);
    await page.getByText(say('puzzles.known')).waitFor();
  }
  assert.deepEqual(await solved(page), [false, true, true, true]);
};

tests['the puzzle of the day is the same for everybody; days in a row are counted'] = async (open) => {
  const { page, goToDay } = await withDays(open);
  const games = [];
  let last;
  for (const day of [0, 1, 2, 4]) {
    await goToDay(day);
    await page.locator('.puzzle-today .act').click();
    const puzzle = await posed(page);
    games.push(puzzle.position.game);
    last = puzzle;
    const other = await withDays(open);
    await other.goToDay(day, `#/puzzles/${puzzle.position.game}/today`);
    assert.equal((await posed(other.page)).id, puzzle.id);
    await other.page.close();
    if (day === 1) await tool(page, say('exercise.solution')).click();
    else await solve(page, puzzle);
    await button(page, say('puzzles.more')).click();
    await week(page).waitFor();
    assert.equal(await page.locator('.puzzle-today .act').count(), 0);
    const streak = day === 4 ? 1 : day + 1;
    await page.getByText(say('daily.streak', { n: streak })).waitFor();
  }
  assert.equal(await week(page).locator('.won').count(), 3);
  assert.equal(await week(page).locator('.played').count(), 1);
  assert.equal(new Set(games.slice(0, 3)).size, 3);
  /* The address of an earlier one leads to that puzzle, which is not today's. */
  await goToDay(5, `#/puzzles/${games.at(-1)}/today/${last.id}`);
  await posed(page);
  await tool(page, say('exercise.solution')).click();
  await page.getByText(say('puzzles.practice')).waitFor();
  await goToDay(4, '#/');
  await page.locator('.puzzle-card', { hasText: say('puzzles.today.done') }).waitFor();
};

tests['without a network the puzzles of the last visit are there, in another language, too'] = async (open) => {
  const { page } = await open({ goesOffline: true, language: 'uk' });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // now the service worker answers
  await people.goTo(page, '#/puzzles');
  await page.locator('.puzzle-board svg').first().waitFor();
  await page.context().setOffline(true);
  await people.goTo(page, '#/puzzles/alibaba/all');
  await page.reload();
  await tool(page, say('exercise.solution', {}, 'uk')).click();
  await page.locator('.study .bars').waitFor();
};

tests['puzzles that cannot be fetched are tried again'] = async (open) => {
  const { page } = await open({ goesOffline: true });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // now the service worker answers
  await page.context().setOffline(true);
  await people.goTo(page, '#/puzzles');
  await page.getByRole('alert').getByText(say('puzzles.failed')).waitFor();
  await page.context().setOffline(false);
  await button(page, say('puzzles.retry')).click();
  await page.locator('.puzzle-board svg').first().waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
};

tests['an account has the attempts of all its devices'] = async (open) => {
  const [phone, desk] = [
    await people.person(open, 'Ann', { device: PHONE }),
    await people.person(open, 'Ann', { device: DESKTOP, isRefused: true }),
  ];
  const account = { login: 'ann', password: 'caravanserai' };
  assert.ok((await phone.post('keep', account)).ok());
  const kept = async ({ page, address }) =>
    (await (await page.request.get(`${address.replace(/\/$/, '')}/api/puzzles`)).json()).attempts;
  const untilKept = async (one, count) => {
    while ((await kept(one)).length !== count) await one.page.waitForTimeout(30);
  };
  const connect = async ({ page }) => {
    await page.evaluate(() => localStorage.setItem('serai.online', 'true'));
    await people.goTo(page, '#/puzzles');
    await page.reload();
    await page.locator('.puzzle-themes li').first().waitFor();
  };
  const shown = async ({ page }, count) =>
    page.waitForFunction((n) => JSON.parse(localStorage.getItem('serai.puzzles')).attempts.length === n, count);
  const miss = async ({ page }, game) => {
    await begin(page, game);
    await tool(page, say('exercise.solution')).click();
    await page.locator('.study .bars').waitFor();
  };

  await miss(desk, 'alibaba'); // before it has an account
  await connect(phone);
  await miss(phone, 'marrakech');
  await untilKept(phone, 1);
  assert.ok((await desk.post('enter', account)).ok());
  await connect(desk);
  await untilKept(phone, 2);
  await shown(desk, 2);
  await miss(desk, 'labyrinth');
  await untilKept(phone, 3);
  await connect(phone);
  await shown(phone, 3);
  assert.deepEqual(await stored(phone.page), await kept(desk));

  /* Another account on the same device begins with its own. */
  assert.ok((await desk.post('leave', {})).ok());
  assert.ok((await desk.post('me', {})).ok());
  assert.ok((await desk.post('keep', { login: 'bo', password: 'caravanserai' })).ok());
  await connect(desk);
  await shown(desk, 0);
  assert.equal((await kept(phone)).length, 3);
};

await run(tests, people.PROXY);
