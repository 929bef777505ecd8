/* Pictures of every main screen, phone and desktop, light and dark, into docs/screenshots or another folder:
 * node tests/page/screenshots.mjs [FOLDER [PART OF A NAME]]
 *
 * The games are played by bots up to a moment worth showing, from fixed deals, so that the pictures change only when the
 * page does. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { begins, say } from './catalogue.mjs';
import { begin, button, choicesOf, confirm, DESKTOP, launch, move, myTurn, openPage, PHONE, playOn, serve } from './harness.mjs';
import * as people from './people.mjs';

const OUT = process.argv[2] ?? 'docs/screenshots';
const ONLY = process.argv[3] ?? ''; // part of a name
const DEVICES = { phone: PHONE, desktop: { ...DESKTOP, deviceScaleFactor: 0.75 } };

/* Plays this many own moves, the first of the list each time, and waits for the next turn after each. */
async function play(page, moves, pick = 0) {
  const mine = myTurn(page);
  for (let i = 0; i < moves; i++) {
    await mine.click();
    const buttons = choicesOf(page);
    await buttons.first().waitFor();
    await buttons.nth(Math.min(pick, (await buttons.count()) - 1)).click();
    await confirm(page).click();
  }
  await mine.waitFor();
}

const SCREENS = {
  home: async () => {},
  'new-game': async (page) => {
    await page.evaluate(() => (location.hash = '#/new/alibaba'));
    await page.locator('form').waitFor();
  },
  rules: async (page) => {
    await page.evaluate(() => (location.hash = '#/rules/marrakech'));
    await page.locator('h1').waitFor();
  },
  tutorial: async (page) => {
    await page.evaluate(() => (location.hash = '#/learn/labyrinth'));
    await page.locator('.play').waitFor();
  },
  alibaba: async (page) => {
    await begin(page, 'alibaba', { bots: 2, level: 3, deal: 12 });
    await play(page, 6);
    await page.locator('.ab-tile.ab-may').first().click();
  },
  'marrakech-turn': async (page) => {
    await begin(page, 'marrakech', { bots: 3, level: 3, deal: 5 });
    await play(page, 8);
    await page.locator('[data-spot]:not([aria-disabled="true"])').first().click();
  },
  'marrakech-lay': async (page) => {
    await begin(page, 'marrakech', { bots: 3, level: 3, deal: 5 });
    await play(page, 7);
    await page.locator('[data-spot]:not([aria-disabled="true"])').nth(2).click();
  },
  'labyrinth-push': async (page) => {
    await begin(page, 'labyrinth', { bots: 3, level: 5, deal: 4 });
    await play(page, 2);
    while (!(await page.locator('[data-spot="W4"]').count())) await play(page, 1);
    await page.locator('[data-spot="W4"]').click();
  },
  'labyrinth-walk': async (page) => {
    await begin(page, 'labyrinth', { bots: 1, level: 5, deal: 6 });
    const lit = page.locator('.lab-hit[role="button"][aria-disabled="false"]');
    while ((await lit.count()) < 6) await play(page, 1);
    await lit.last().click();
  },
  puzzle: async (page) => {
    await page.evaluate(() => (location.hash = '#/puzzles/marrakech/all'));
    await button(page, say('exercise.solution')).click();
    await page.locator('.study .bars').waitFor();
  },
  counting: async (page) => {
    await begin(page, 'marrakech', { bots: 1, level: 1 });
    const last = page.getByText(say('marrakech.progress', { n: 47, all: 48 }));
    while (!(await last.isVisible())) await play(page, 1);
    await button(page, say('menu')).click();
    await button(page, say('settings')).click();
    await page.getByRole('radio', { name: say('speed.slow') }).check({ force: true });
    await page.keyboard.press('Escape');
    await playOn(page, '.counting');
    await page.locator('.count-light').nth(14).waitFor();
  },
  wall: async (page) => {
    await begin(page, 'alibaba', { bots: 2, level: 1, deal: 3 });
    await playOn(page);
    await page.evaluate(() => (location.hash = '#/wall'));
    await page.locator('.feat.found').first().waitFor();
  },
  final: async (page) => {
    await begin(page, 'labyrinth', { bots: 2, level: 4, deal: 4, options: { limit: 12 } });
    await playOn(page);
  },
};

/* With other people, on a server of their own: `open` opens another page there. */
const ONLINE_SCREENS = {
  lobby: async (ann, open) => {
    const bo = await people.person(open, 'Bo');
    const cy = await people.person(open, 'Сергій');
    await people.begin([bo, cy], 'labyrinth');
    await people.make(await people.person(open, 'Yasmin'), 'marrakech', { seats: 4, bots: { 3: 4 } });
    await people.make(await people.person(open, 'Oleksandra'), 'alibaba');
    await people.goTo(ann.page, '#/lobby');
    await ann.page.locator('.entry').nth(2).waitFor();
  },
  'waiting-room': async (ann, open) => {
    const table = await people.make(ann, 'marrakech', { seats: 3, bots: { 3: 4 } });
    await people.sit(await people.person(open, 'Bo'), table);
    await ann.page.getByText(say('wait.you')).waitFor();
  },
  chat: async (ann, open) => {
    const bo = await people.person(open, 'Bo', { language: 'uk' });
    await people.sitDown(bo, await people.make(ann, 'alibaba'), 'uk');
    await button(bo.page, say('chat', {}, 'uk')).click();
    await button(bo.page, say('phrase.hello', {}, 'uk')).click();
    await button(bo.page, say('phrase.good-luck', {}, 'uk')).click();
    await ann.page.getByRole('button', { name: begins(say('chat')) }).click();
    await ann.page.locator('.messages').getByText(say('phrase.good-luck')).waitFor();
    await button(ann.page, say('phrase.thanks')).click();
    await ann.page.locator('.messages .own').waitFor();
  },
  fairness: async (ann, open) => {
    const bo = await people.person(open, 'Bo');
    await people.begin([ann, bo], 'marrakech');
    for (let moves = 0; moves < 12; moves++) await move((await people.whoseTurn([ann, bo])).page);
    await people.whoseTurn([ann, bo]);
    await button(ann.page, say('menu')).click();
    await button(ann.page, say('fair')).click();
    await ann.page.locator('.verdict.good').waitFor();
  },
};

async function picture(page, name) {
  await page.waitForTimeout(700); // the last animation
  await page.mouse.move(0, 0);
  const camera = await page.context().newCDPSession(page); // which supports webp
  const { data } = await camera.send('Page.captureScreenshot', { format: 'webp', quality: 68 });
  writeFileSync(`${OUT}/${name}.webp`, Buffer.from(data, 'base64'));
  await page.context().close();
  process.stderr.write(process.stderr.isTTY ? `\r${name}          ` : '');
}

mkdirSync(OUT, { recursive: true });
const { address, stop } = await serve();
const browser = await launch();
for (const [device, options] of Object.entries(DEVICES))
  for (const colorScheme of ['light', 'dark'])
    for (const [name, show] of Object.entries(SCREENS)) {
      if (!`${name}-${device}-${colorScheme}`.includes(ONLY)) continue;
      const { page } = await openPage(browser, address, { device: options, colorScheme });
      page.setDefaultTimeout(15_000);
      await show(page);
      await picture(page, `${name}-${device}-${colorScheme}`);
    }
for (const [device, options] of Object.entries(DEVICES))
  for (const colorScheme of ['light', 'dark'])
    for (const [name, show] of Object.entries(ONLINE_SCREENS)) {
      if (!`${name}-${device}-${colorScheme}`.includes(ONLY)) continue;
      const server = await serve({ options: people.PROXY });
      const open = (more) => openPage(browser, server.address, more);
      const ann = await people.person(open, 'Ann', { device: options, colorScheme });
      await show(ann, open);
      await picture(ann.page, `${name}-${device}-${colorScheme}`);
      await server.stop();
    }
await browser.close();
await stop();
