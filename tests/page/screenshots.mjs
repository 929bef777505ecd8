/* Pictures of every main screen, phone and desktop, light and dark, into docs/screenshots or another folder:
 * node tests/page/screenshots.mjs [FOLDER [PART OF A NAME]]
 *
 * The games are played by bots up to a moment worth showing, from fixed deals, so that the pictures change only when the
 * page does. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { begin, DESKTOP, launch, openPage, PHONE, playByEar, serve } from './harness.mjs';

const OUT = process.argv[2] ?? 'docs/screenshots';
const ONLY = process.argv[3] ?? ''; // part of a name
const DEVICES = { phone: { ...PHONE, deviceScaleFactor: 1 }, desktop: { ...DESKTOP, deviceScaleFactor: 0.75 } };

/* Makes so many own moves, the first of the list each time, and waits for the own turn after each. */
async function play(page, moves, pick = 0) {
  const mine = page.getByRole('button', { name: 'Choices', exact: true, disabled: false });
  for (let i = 0; i < moves; i++) {
    await mine.click();
    const buttons = page.getByRole('dialog', { name: 'Choices' }).getByRole('listitem').getByRole('button');
    await buttons.first().waitFor();
    await buttons.nth(Math.min(pick, (await buttons.count()) - 1)).click();
    await page.locator('.deeds .act').click();
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
  'first-game': async (page) => {
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
  final: async (page) => {
    await begin(page, 'labyrinth', { bots: 2, level: 4, deal: 4, options: { 'Longest game': 12 } });
    await playByEar(page);
  },
};

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
      await page.waitForTimeout(700); // the last motion
      await page.mouse.move(0, 0);
      const camera = await page.context().newCDPSession(page); // which can webp
      const { data } = await camera.send('Page.captureScreenshot', { format: 'webp', quality: 68 });
      writeFileSync(`${OUT}/${name}-${device}-${colorScheme}.webp`, Buffer.from(data, 'base64'));
      await page.context().close();
      process.stderr.write(process.stderr.isTTY ? `\r${name} ${device} ${colorScheme}          ` : '');
    }
await browser.close();
await stop();
