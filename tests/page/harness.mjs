/* Shared by the browser tests: a real server, a real browser, and players.
 *
 * Every test has its own browser context, and fails on any console error and on a timeout. Randomness in the page is seeded,
 * so that a test plays the same game each time. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { begins, optionName, say } from './catalogue.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const axeSource = require.resolve('axe-core/axe.min.js');

/* One pixel for each CSS pixel: four take longer to paint. */
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, hasTouch: true, isMobile: true };
export const DESKTOP = { viewport: { width: 1440, height: 900 } };
export const LONG = Number(process.env.LONG ?? 120_000); // no step of a test takes nearly this long
const LONGEST = 5 * LONG; // nor does a whole test
const FAILURES = 'build/page-failures';

export const GAMES = execFileSync('sh', ['tests/system/games.sh'], { encoding: 'utf8' }).trim().split('\n');

const CHROMIUM = '/usr/bin/chromium';
/* The same engine without the windows around it; it takes two thirds of the time. It cannot show notifications. */
const HEADLESS_SHELL = ['/usr/bin/chromium-headless-shell', CHROMIUM].find(existsSync);

/* Starts the server on a free port; resolves to its address and functions to stop it. It can be restarted on the same port and
 * directory. */
export function serve({ port = 0, folder = mkdtempSync(`${tmpdir()}/serai-`), options = [] } = {}) {
  return new Promise((resolve, reject) => {
    const server = spawn(
      process.env.SERAI ?? 'build/serai',
      ['serve', '--trust-local', '--port', String(port), '--db', `${folder}/db`, ...options],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    process.once('exit', () => {
      // the server never outlives this process
      server.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    });
    let said = '';
    server.stdout.on('data', (bytes) => {
      said += bytes;
      const address = /http:\/\/\S+/.exec(said)?.[0];
      const end = (signal) => new Promise((done) => server.once('exit', done).kill(signal));
      const stop = async () => {
        const code = await within(LONG, end('SIGTERM'));
        if (code !== 0) throw new Error(`the server exited with ${code}`);
      };
      if (address) resolve({ address, folder, stop, kill: () => end('SIGKILL') });
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

export const launch = ({ notifies = false } = {}) =>
  chromium.launch({ executablePath: notifies ? CHROMIUM : HEADLESS_SHELL, args: ['--no-sandbox'] });

/* The result of a promise, or an error after a timeout. */
function within(most, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timeout after ${most / 1000} seconds`)), most);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/* Runs the tests one after another, with options of the server and of the browser; prints a line for each and a summary. The
 * last test is that the browser and the server stop cleanly. */
export async function run(tests, options = [], browserOptions = {}) {
  const only = process.argv[2];
  const { address, stop } = await serve({ options });
  const browser = await launch(browserOptions);
  let failed = 0;
  const chosen = Object.entries(tests).filter(([name]) => !only || name.includes(only));
  chosen.push(['the browser closes, and the server stops', () => browser.close().then(stop)]);
  for (const [name, test] of chosen) {
    const pages = [];
    try {
      const open = async (options = {}) => {
        const made = await openPage(browser, options.address ?? address, options);
        pages.push(made);
        return made;
      };
      await within(LONGEST, test(open));
      const errors = pages.flatMap(({ errors }) => errors);
      if (errors.length) throw new Error(`errors in the console: ${errors.join(' | ')}`);
      console.log(`ok      ${name}`);
    } catch (error) {
      failed++;
      console.log(`FAILED  ${name}\n        ${String(error.stack ?? error).replaceAll('\n', '\n        ')}`);
      mkdirSync(FAILURES, { recursive: true });
      for (const [i, { page, errors }] of pages.entries()) {
        const text = await within(LONG, page.locator('body').innerText()).catch(String);
        console.log(`        page ${i} at ${page.url()} | ${errors.join(' | ')} | ${text.replaceAll('\n', ' ').slice(0, 160)}`);
        await page.screenshot({ path: `${FAILURES}/${name.replaceAll(/\W+/g, '-')}-${i}.png` }).catch(() => {});
      }
    }
    for (const { page } of pages) await within(LONG, page.context().close()).catch(() => {}); // the last test reports it
  }
  console.log(`${chosen.length - failed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0); // even if a test that failed left a server behind
}

/* Console messages of a browser without network or server. */
const NETWORK_ERROR = /^(WebSocket connection to \S+ failed|Failed to load resource: net::ERR_)/;
const REFUSAL = /^Failed to load resource: the server responded with a status of 4/;

/* A page in its own context. `settings` are stored as the page stores them. With `goesOffline`, network errors in the console
 * are allowed; with `isRefused`, calls that the server refuses. */
export async function openPage(
  browser,
  address,
  {
    at = '#/',
    device = PHONE,
    language = 'en',
    settings = {},
    seed = 1,
    goesOffline = false,
    isRefused = false,
    address: _,
    ...more
  },
) {
  const context = await browser.newContext({ ...device, locale: language, ...more });
  await context.addInitScript(
    ([kept, start]) => {
      if (!localStorage.getItem('serai.settings')) localStorage.setItem('serai.settings', JSON.stringify(kept));
      let state = start;
      const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
      Math.random = () => next() / 2 ** 32;
      crypto.getRandomValues = (array) => array.map(() => next());
    },
    [{ speed: 'none', sounds: false, ...settings }, seed],
  );
  const page = await context.newPage();
  const errors = [];
  page.setDefaultTimeout(LONG);
  page.on('console', (message) => {
    const expected = (goesOffline && NETWORK_ERROR.test(message.text())) || (isRefused && REFUSAL.test(message.text()));
    if (['error', 'warning'].includes(message.type()) && !expected) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(address + at);
  await page.locator('#app > *').first().waitFor();
  return { page, errors, address };
}

export const button = (page, name, more = {}) => page.getByRole('button', { name, exact: true, ...more });
/* The tool that lists all moves, when there is one to make. By its class: roles take long to find, and this is waited for often. */
export const myTurn = (page) => page.locator('.action-bar button:enabled', { hasText: new RegExp(`^${say('choices')}$`) });

/* What the clipboard holds, once this is part of it. waitForFunction() would take a promise for what it promises. */
export async function copied(page, part) {
  for (;;) {
    const text = await page.evaluate(() => navigator.clipboard.readText());
    if (text.includes(part)) return text;
    await page.waitForTimeout(30);
  }
}

/* The legal moves, in their dialog. */
export const choicesOf = (page) => page.locator('dialog[open] .choices button');

/* Selects a move, by default the first. */
export async function choose(page, nth = 0) {
  await myTurn(page).click();
  const choices = choicesOf(page);
  await choices.first().waitFor();
  await choices.nth(nth).click();
}

export const confirm = (page) => page.locator(CONFIRM);

/* Starts a game with these seats: people first, then bots of a level; options by their names. */
export async function begin(page, game, { people = 1, bots = 1, level = 1, options = {}, deal = 7 } = {}) {
  await page.evaluate((hash) => (location.hash = hash), `#/new/${game}`);
  const form = page.locator('form');
  await form.waitFor();
  const chairs = form.locator('.chair');
  while ((await chairs.count()) > people + bots) await button(form, say('setup.fewer')).click();
  while ((await chairs.count()) < people + bots) await button(form, say('setup.more')).click();
  for (let i = 0; i < people + bots; i++)
    await chairs
      .nth(i)
      .locator('select')
      .selectOption(i < people ? '0' : String(level));
  await form.locator('summary').click();
  await form.getByLabel(begins(say('setup.deal'))).fill(String(deal));
  for (const [name, value] of Object.entries(options)) {
    const field = form.getByLabel(begins(optionName(game, name))).first();
    if ((await field.getAttribute('type')) === 'number') await field.fill(String(value));
    else await field.check();
  }
  await button(form, say('setup.start')).click();
  await page.locator('.play').waitFor();
}

const FINAL = 'dialog.final[open]';
const CONFIRM = '.action-bar .act';
/* Everything that can be selected now: pieces of the board, and choices beside it. */
const CHOICES = '.play [data-spot]:not([aria-disabled="true"]), .actions [role="radio"], .actions .lab-buttons button';

/* The tab stops among them, including disabled ones. */
const PLACES = '.play [data-spot], .actions [role="radio"], .actions .lab-buttons button';

/* In the page: makes moves, always the n-th of the list of all of them, until there are `most` or something is shown; returns how many.
 * People at one device hand it over. */
async function playInPage({ words, until, most, nth }) {
  const moment = () => new Promise((done) => setTimeout(done, 2)); // waiting for each picture would take a third more
  for (let made = 0; made < most; await moment()) {
    if (until && document.querySelector(until)) return made;
    const list = document.querySelectorAll('.choices button');
    const confirm = document.querySelector('.action-bar .act:not(.pass)');
    const hand = document.querySelector('dialog.curtain[open] button, .pass');
    const tools = [...document.querySelectorAll('.action-bar button')];
    const pressed = list[nth] ?? confirm ?? hand ?? tools.find((tool) => tool.textContent === words && !tool.disabled);
    pressed?.click();
    if (pressed === confirm) made++;
    while (pressed?.isConnected && !tools.includes(pressed)) await moment();
  }
  return most;
}

/* Plays until something is shown, by default the end: in no time, for tests of something else. Returns how many moves that took. */
export const playOn = (page, until = FINAL) =>
  within(LONG, page.evaluate(playInPage, { words: say('choices'), until, most: 5000, nth: 0 }));

/* Makes one move, by default the first. */
export const move = (page, nth = 0) => within(LONG, page.evaluate(playInPage, { words: say('choices'), most: 1, nth }));

/* Waits until the person can act, or the game is over; returns which. */
async function whatNow(page) {
  return page
    .waitForFunction(
      ([final, confirm, choices, moves]) => {
        if (document.querySelector(final)) return 'over';
        if (document.querySelector('dialog.curtain[open], .pass')) return 'curtain';
        if (document.querySelector(confirm)) return 'confirm';
        const mine = [...document.querySelectorAll('.action-bar button')].some(
          (button) => button.textContent === moves && !button.disabled,
        );
        return mine && document.querySelector(choices) ? 'choose' : null;
      },
      [FINAL, CONFIRM, CHOICES, say('choices')],
      { polling: 30, timeout: LONG },
    )
    .then((handle) => handle.jsonValue());
}

const dice = (seed) => {
  let state = seed;
  return (n) => ((state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 8) % n;
};

/* Taps the n-th match of a selector by touch, at its position on the screen. It is scrolled into view first if necessary, and
 * painted; if the action bar still covers it, it is not tapped. */
async function tapOn(page, selector, n = 0) {
  const at = await page.evaluate(
    async ([wanted, which]) => {
      const all = [...document.querySelectorAll(wanted)];
      const e = all[which % all.length];
      if (!e) return null; // the game went on
      const middle = () => {
        const { left, top, width, height } = e.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
      };
      const inReach = () => {
        const top = document.elementFromPoint(...middle());
        return top !== null && top.closest('.actions') === e.closest('.actions');
      };
      if (!inReach()) {
        e.scrollIntoView({ block: 'center' });
        for (let frames = 0; frames < 2; frames++)
          await new Promise((drawn) => {
            requestAnimationFrame(drawn);
            setTimeout(drawn, 1000); // a page that is not painted is tapped anyway, and later again
          });
      }
      return inReach() ? middle() : null;
    },
    [selector, n],
  );
  if (at) await page.touchscreen.tap(...at);
}

/* Plays to the end by touch alone, waiting `rest` milliseconds after each tap. */
export async function playByTaps(page, { most = 600, rest = 20 } = {}) {
  const roll = dice(5);
  for (let taps = 0; taps < most; taps++) {
    const what = await whatNow(page);
    if (what === 'over') return taps;
    if (what === 'curtain') await tapOn(page, 'dialog.curtain button, .pass');
    else if (what === 'confirm') await tapOn(page, CONFIRM);
    else await tapOn(page, CHOICES, roll(1000));
    await page.waitForTimeout(rest);
  }
  throw new Error(`the game is not over after ${most} taps: ${await page.locator('.prompt').innerText()}`);
}

/* Plays to the end by keyboard alone. */
export async function playByKeys(page, most = 1500) {
  const roll = dice(9);
  const ARROWS = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'];
  for (let turns = 0; turns < most; turns++) {
    const what = await whatNow(page);
    if (what === 'over') return turns;
    const onAny = (selector) => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
    /* Tab to a stop, then arrow keys to an enabled one; if there is none, Tab again. */
    const goal = what === 'confirm' ? CONFIRM : CHOICES;
    for (let tabs = 0; tabs < 80 && !(await onAny(goal)); tabs++) {
      await page.keyboard.press('Tab');
      if (what === 'confirm' || !(await onAny(PLACES))) continue;
      for (let i = 0; i < 12 && (i < roll(4) || !(await onAny(goal))); i++) await page.keyboard.press(ARROWS[roll(4)]);
    }
    if (!(await onAny(goal))) throw new Error(`no way to ${goal} by keys: ${await page.locator('.prompt').innerText()}`);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(20);
  }
  throw new Error(`the game is not over after ${most} turns: ${await page.locator('.prompt').innerText()}`);
}

/* Plays to the end through the accessibility tree alone: by roles and names. */
export async function playByRoles(page, most = 600) {
  const roll = dice(3);
  const again = button(page, say('final.rematch'));
  const choices = button(page, say('choices'), { disabled: false });
  const doing = page.getByRole('region', { name: say('actions'), exact: true });
  const cancel = button(doing, say('cancel'));
  for (let turns = 0; turns < most; turns++) {
    await again.or(choices).first().waitFor({ timeout: LONG });
    if (await again.isVisible()) return turns;
    await choices.click();
    const buttons = page
      .getByRole('dialog', { name: say('choices'), exact: true })
      .getByRole('listitem')
      .getByRole('button');
    await buttons.first().waitFor();
    await buttons.nth(roll(Math.min(await buttons.count(), 60))).click();
    await cancel.or(choices).first().waitFor();
    if (await cancel.isVisible()) await doing.getByRole('button').last().click();
    await page.waitForTimeout(20);
  }
  throw new Error(`the game is not over after ${most} turns`);
}

export async function axe(page, what) {
  await page.evaluate(readFileSync(axeSource, 'utf8'));
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => node.target.join(' '))
          .slice(0, 4)
          .join(', ')}`,
    );
  });
  if (found.length) throw new Error(`axe on ${what}: ${found.join('; ')}`);
}
