/* The page in a real browser: whole games by touch, by keyboard and through the accessibility tree; and what must hold on
 * every screen.
 *
 * Usage: node tests/page/run.mjs [part of a name]. Screenshots of failures are in build/page-failures. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { begins, CATALOGUES, nameOf, say, saying } from './catalogue.mjs';
import {
  axe,
  begin,
  button,
  choose,
  confirm,
  copied,
  DESKTOP,
  GAMES,
  LONG,
  move,
  myTurn,
  PHONE,
  playByRoles,
  playByKeys,
  playByTaps,
  playOn,
  run,
} from './harness.mjs';

const SHORT = { labyrinth: { options: { limit: 10 } } }; // a maze can take long: ten turns are a whole game, too

/* The result table, as numbers: for each column its parts and their sum. */
async function finalTable(page) {
  const rows = await page
    .locator('dialog.final tr')
    .evaluateAll((all) => all.map((row) => [...row.cells].slice(1).map((cell) => cell.textContent)));
  const [, ...numbers] = rows.map((row) => row.map(Number));
  return { parts: numbers.slice(0, -1), sums: numbers.at(-1) };
}

async function assertAddsUp(page) {
  const { parts, sums } = await finalTable(page);
  assert.ok(sums.length >= 2, 'every player is in the result table');
  for (const [i, sum] of sums.entries())
    assert.equal(
      parts.reduce((all, row) => all + row[i], 0),
      sum,
      'the parts of the points add up',
    );
  assert.ok(sums.some((sum) => sum > 0));
}

/* Nothing overflows horizontally. */
async function assertFits(page, what) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(wide, 0, `${what} needs no scrolling to the side`);
}

const savedGames = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('serai.games') ?? '{}'));
const prompt = (page) => page.locator('.prompt').innerText();

const tests = {};

for (const game of GAMES) {
  tests[`${game}: a whole game by taps on a phone`] = async (open) => {
    const { page } = await open();
    await begin(page, game, { bots: 2, level: 2, ...SHORT[game] });
    await playByTaps(page);
    await assertAddsUp(page);
    await axe(page, 'the final table');
  };
  tests[`${game}: a whole game by keyboard on a desktop`] = async (open) => {
    const { page } = await open({ device: DESKTOP });
    await begin(page, game, { bots: 1, ...SHORT[game] });
    await playByKeys(page);
    await assertAddsUp(page);
  };
  tests[`${game}: a whole game through the accessibility tree`] = async (open) => {
    const { page } = await open({ device: DESKTOP });
    await begin(page, game, { bots: 1, ...SHORT[game] });
    await playByRoles(page);
    await assertAddsUp(page);
  };
  tests[`${game}: every screen passes axe, in light and dark, and fits 360 pixels`] = async (open) => {
    for (const colorScheme of ['light', 'dark']) {
      const { page } = await open({ colorScheme, device: { ...PHONE, viewport: { width: 360, height: 740 } } });
      const look = async (what) => {
        await assertFits(page, what);
        await axe(page, `${what}, ${colorScheme}`);
      };
      await look('home');
      for (const where of ['new', 'rules', 'learn']) {
        await page.evaluate((hash) => (location.hash = hash), `#/${where}/${game}`);
        await page
          .locator(where === 'learn' ? '.play' : 'h1')
          .first()
          .waitFor();
        await look(where);
      }
      await begin(page, game, { bots: 3, level: 1 });
      await myTurn(page).waitFor();
      await look('the table');
      for (const name of ['menu', 'choices', 'log']) {
        await button(page, say(name)).click();
        await page.locator('dialog[open]').waitFor();
        await look(name);
        await page.keyboard.press('Escape');
        await page.locator('dialog[open]').waitFor({ state: 'detached' });
      }
      await page.context().close();
    }
  };
}

tests['on a short phone the action bar does not cover the board, with hints and lessons too'] = async (open) => {
  const asked = new Set();
  const phones = [
    { width: 360, height: 740 },
    { width: 390, height: 664 },
  ]; // the second with the browser's own bars
  /* How many pixels of an element the action bar covers at most on these phones, before scrolling. */
  const covered = async (page, what = '.board', on = phones) => {
    let most = 0;
    for (const phone of on) {
      await page.setViewportSize(phone);
      most = Math.max(
        most,
        await page.evaluate((wanted) => {
          scrollTo(0, 0);
          return (
            document.querySelector(wanted).getBoundingClientRect().bottom -
            document.querySelector('.actions').getBoundingClientRect().top
          );
        }, what),
      );
    }
    return most;
  };
  for (const game of GAMES) {
    const { page } = await open({ device: { ...PHONE, viewport: phones[0] } });
    await begin(page, game, { bots: 3, level: 1, deal: 12 });
    for (let moves = 0; moves < 16; moves++) {
      await myTurn(page).waitFor();
      asked.add(await prompt(page));
      assert.equal(await covered(page), 0, `${game}: ${await prompt(page)}`);
      if (game === 'alibaba' && !(await page.locator('.ab-choices-kinds, .ab-choices-tiles').count()))
        assert.equal(await covered(page, '.ab-shelf'), 0, 'all treasures are visible');
      if (moves % 8 === 0) {
        await button(page, say('hint')).click();
        await page.locator('.hints').waitFor();
        assert.equal(await covered(page), 0, `${game}: the best moves`);
      }
      await choose(page);
      await confirm(page).waitFor();
      assert.equal(await covered(page), 0, `${game}: ${await page.locator('.message').innerText()}`);
      await confirm(page).click();
    }
    await page.evaluate((hash) => (location.hash = hash), `#/learn/${game}`);
    await button(page, say('learn.begin')).click();
    for (const next = button(page.locator('.lesson'), say('learn.next')); await next.isVisible(); await next.click())
      assert.equal(await covered(page), 0, `${game}: a sign in the lesson`);
    await button(page.locator('.lesson'), say('learn.show')).click();
    await confirm(page).waitFor();
    assert.equal(await covered(page), 0, `${game}: the lesson`);
    assert.equal(await covered(page, '.mine > *', [PHONE.viewport, phones[0]]), 0, `${game}: what is yours in the lesson`);
  }
  for (const what of ['alibaba.prompt.white', 'marrakech.prompt.orient', 'labyrinth.prompt.shift'])
    assert.ok(
      [...asked].some((text) => saying(what).test(text)),
      `${what} was asked`,
    );
};

tests['on a phone in landscape a ban can be chosen without scrolling'] = async (open) => {
  const { page } = await open({ device: { ...PHONE, viewport: { width: 844, height: 390 } } });
  await begin(page, 'alibaba', { bots: 3, level: 1, deal: 12 });
  for (let moves = 0; moves < 16 && !saying('alibaba.prompt.white').test(await prompt(page)); moves++) {
    await move(page);
    await myTurn(page).waitFor();
  }
  const cut = await page.locator('.actions').evaluate((actions) => actions.scrollHeight - actions.clientHeight);
  assert.equal(cut, 0, `${cut} pixels of the choices are out of sight`);
  await page.getByRole('radio', { name: begins(say('alibaba.kind.lamp')) }).click();
  await confirm(page).waitFor();
  await assertFits(page, 'the chooser');
};

tests['a game continues after a reload, and from home after the tab was closed'] = async (open) => {
  const { page, address } = await open();
  await begin(page, 'alibaba', { bots: 1 });
  await page.locator('.play [data-spot]:not([aria-disabled="true"])').first().click();
  await confirm(page).click();
  await page.waitForFunction(
    () => (JSON.parse(localStorage.getItem('serai.games') ?? '{}').alibaba?.record.split('],[').length ?? 0) > 2,
  );
  await myTurn(page).waitFor();
  const before = await savedGames(page);
  await page.reload();
  await myTurn(page).waitFor();
  assert.deepEqual((await savedGames(page)).alibaba.record, before.alibaba.record);
  const other = await page.context().newPage();
  await page.close();
  await other.goto(address);
  await other
    .getByRole('button', { name: begins(say('home.continue.game', { game: say('game.alibaba') })) })
    .first()
    .click();
  await myTurn(other).waitFor();
  assert.deepEqual((await savedGames(other)).alibaba.record, before.alibaba.record);
};

tests['it starts offline after the first visit, and plays'] = async (open) => {
  const { page, errors } = await open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page
    .waitForFunction(async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller !== null, null, {
      timeout: LONG,
    })
    .catch(() => {});
  await page.reload();
  await page.context().setOffline(true);
  await page.reload();
  await page
    .getByRole('heading', { name: say('game.marrakech') })
    .first()
    .waitFor();
  await begin(page, 'marrakech', { bots: 1 });
  await myTurn(page).waitFor();
  assert.match(await prompt(page), saying('marrakech.prompt.orient'));
  assert.deepEqual(errors, []);
};

tests['the net of the bots is fetched when a hint first needs it, and kept for offline play'] = async (open) => {
  const { page, errors } = await open();
  const nets = () =>
    page.evaluate(async () => {
      const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return kept.flat().filter(({ url }) => url.endsWith('.net')).length;
    });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: LONG });
  await page.reload();
  await begin(page, 'marrakech', { bots: 1 });
  await myTurn(page).waitFor();
  assert.equal(await nets(), 0);
  await begin(page, 'alibaba', { bots: 1 });
  await myTurn(page).waitFor();
  await button(page, say('hint')).click();
  await page.locator('.hints').waitFor();
  assert.equal(await nets(), 1);
  await page.context().setOffline(true);
  await page.reload();
  await begin(page, 'alibaba', { bots: 1, level: 10, deal: 8 });
  await myTurn(page).waitFor();
  await button(page, say('hint')).click();
  await page.locator('.hints').waitFor();
  assert.deepEqual(errors, []);
};

tests['the language follows the browser and can be switched at the table'] = async (open) => {
  for (const language of Object.keys(CATALOGUES)) {
    const other = language === 'uk' ? 'nl' : 'uk';
    const { page } = await open({ language });
    const lang = () => page.locator('html').getAttribute('lang');
    assert.equal(await lang(), language);
    await button(page, say('settings', {}, language)).click();
    await page
      .locator('dialog[open]')
      .getByRole('radio', { name: nameOf(other) })
      .check();
    assert.equal(await lang(), other);
    await page.reload();
    assert.equal(await lang(), other, 'it stays chosen');
  }
};

tests['a curtain hides secrets between two people'] = async (open) => {
  const { page } = await open();
  await begin(page, 'labyrinth', { people: 2, bots: 0, options: { limit: 2 } });
  const curtain = page.locator('dialog.curtain[open]');
  const formula = page.locator('.lab-formula li');
  await curtain.waitFor();
  assert.equal(await formula.count(), 0, 'no formula is shown before the first player confirms');
  await curtain.getByRole('button').click();
  await formula.first().waitFor();
  const first = await formula.allTextContents();
  const choices = myTurn(page);
  for (let moves = 0; moves < 20; moves++) {
    await curtain.or(choices).first().waitFor(); // one of them appears, whatever the move was
    if (await curtain.isVisible()) break;
    await move(page);
  }
  assert.ok((await curtain.innerText()).includes(say('setup.player', { number: 2 })));
  assert.equal(await formula.count(), 0, 'no formula is in the page while the curtain is down');
  await axe(page, 'the curtain');
  await curtain.getByRole('button').click();
  await formula.first().waitFor();
  assert.notDeepEqual(await formula.allTextContents(), first, 'the other player sees another formula');
};

tests[
  'when the game is over, all of it can be looked at with nothing hidden, and tiles that turned at once are one line of the log'
] = async (open) => {
  const { page } = await open({ device: DESKTOP });
  await begin(page, 'alibaba', { bots: 1 });
  await playOn(page);
  await button(page, say('final.replay')).click();
  await page.getByRole('slider').fill('40');
  assert.equal(await page.locator('.ab-open-screens li').count(), 1, 'the other screen is open in the middle of the game');
  const lines = await page.locator('.log-panel .log button').allTextContents();
  const turned = saying('alibaba.log.turned');
  assert.ok(
    lines.some((line) => turned.exec(line)?.[1].includes(', ')),
    'several tiles in one line',
  );
  assert.ok(!lines.some((line, i) => turned.test(line) && turned.test(lines[i - 1] ?? '')), 'no two such lines in a row');
};

tests['a saved game can be read by the command line, and the other way round'] = async (open) => {
  const { page } = await open({ device: DESKTOP });
  await begin(page, 'marrakech', { bots: 1 });
  await myTurn(page).waitFor();
  await button(page, say('menu')).click();
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, say('menu.file')).click()]);
  const path = await file.path();
  assert.match(execFileSync('build/serai', ['verify', path], { encoding: 'utf8' }), /marrakech/i);
  /* A record of the command line, with a seed that does not fit a JavaScript number, opens on the page. */
  const record = execFileSync('build/serai', ['engine'], {
    input: 'new alibaba seed=18446744073709551615\nrecord\n',
    encoding: 'utf8',
  })
    .split('\n')[1]
    .slice(2);
  await page.evaluate(() => (location.hash = '#/'));
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(record) });
  await page.getByRole('slider').waitFor();
  assert.ok((await page.locator('h1').innerText()).includes(say('game.alibaba')));
};

tests['a link contains the whole game and replays it'] = async (open) => {
  const { page, address } = await open({ device: DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] });
  await begin(page, 'marrakech', { bots: 2, level: 1 });
  for (let moves = 0; moves < 4; moves++) {
    await move(page);
  }
  await myTurn(page).waitFor();
  const record = (await savedGames(page)).marrakech.record;
  await button(page, say('menu')).click();
  await button(page, say('menu.link')).click();
  const link = await copied(page, '#r=');
  const { page: other } = await open({ device: DESKTOP });
  await other.goto(link.replace(/^[^#]*/, address));
  const slider = other.getByRole('slider');
  await slider.waitFor();
  const plies = JSON.parse(record).moves.reduce((sum, [, ...moves]) => sum + moves.length, 0);
  assert.equal(Number(await slider.getAttribute('max')), plies, 'all moves are there');
  assert.equal(Number(await slider.inputValue()), 0, 'from the beginning');
  await other.keyboard.press('.');
  await other.keyboard.press('.');
  assert.equal(Number(await slider.inputValue()), 2, 'keys step through it');
  await other.keyboard.press(',');
  assert.equal(Number(await slider.inputValue()), 1);
  await other.goto(`${address}#r=broken`);
  await other.getByRole('alert').waitFor();
};

tests['a link is reported as copied only if it was'] = async (open) => {
  const { page } = await open(); // a phone
  await page.evaluate(() => {
    navigator.share = ({ url }) => {
      globalThis.shared = url;
      return Promise.resolve();
    };
  });
  await begin(page, 'marrakech', { bots: 1 });
  await myTurn(page).waitFor();
  await button(page, say('menu')).click();
  await button(page, say('menu.link')).click();
  await page.waitForFunction(() => globalThis.shared?.includes('#r='));
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  assert.equal(await page.locator('.toast p').count(), 0);
};

tests['a seat in the Labyrinth shows what its tokens and wands are worth'] = async (open) => {
  const { page } = await open();
  await begin(page, 'labyrinth', { bots: 1, ...SHORT.labyrinth });
  const shown = page.locator('.lab-points');
  await shown.first().waitFor();
  assert.deepEqual(await shown.allTextContents(), Array(2).fill(say('labyrinth.points', { n: 9 }))); // three wands each
};

tests['the newest line of the log is visible, on a phone and on a desktop'] = async (open) => {
  for (const device of [PHONE, DESKTOP]) {
    const { page } = await open({ device });
    await begin(page, 'labyrinth', { bots: 3, level: 1 });
    const mine = myTurn(page);
    for (let moves = 0; moves < 6; moves++) {
      await move(page);
    }
    await mine.waitFor();
    if (device === PHONE) await button(page, say('log')).click();
    const log = page.locator(device === PHONE ? 'dialog[open] .log' : '.log-panel .log');
    const below = () =>
      log.evaluate(
        (list) => list.lastElementChild.getBoundingClientRect().bottom - list.parentElement.getBoundingClientRect().bottom,
      );
    await log.getByRole('button').nth(12).waitFor({ state: 'attached' }); // more lines than fit
    assert.ok((await below()) < 1, 'the newest line is visible');
    if (device === PHONE) continue;
    await page.locator('.play [data-spot]:not([aria-disabled="true"])').first().click();
    await confirm(page).waitFor();
    assert.ok((await below()) < 1, 'and stays there when the action bar grows');
  }
};

tests["the browser's bar has the colour of the page in every theme"] = async (open) => {
  const { page } = await open({ colorScheme: 'light' });
  const bar = () =>
    page.evaluate(
      () => [...document.querySelectorAll('meta[name="theme-color"]')].find((meta) => matchMedia(meta.media).matches).content,
    );
  const byDay = await bar();
  await button(page, say('settings')).click();
  await page
    .locator('dialog[open]')
    .getByRole('radio', { name: say('theme.dark'), exact: true })
    .check();
  assert.notEqual(await bar(), byDay);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page
    .locator('dialog[open]')
    .getByRole('radio', { name: say('theme.light'), exact: true })
    .check();
  assert.equal(await bar(), byDay);
};

tests['with reduced motion steps cross-fade, and nothing moves'] = async (open) => {
  for (const game of GAMES) {
    const { page } = await open({ device: DESKTOP, reducedMotion: 'reduce', settings: { speed: 'normal' } });
    await begin(page, game, { bots: 2 });
    const mine = myTurn(page);
    await mine.waitFor();
    const lines = page.locator('.log-panel .log button');
    const before = await lines.count();
    /* What is animated on the board, at every change of its elements. */
    await page.evaluate(() => {
      const board = document.querySelector('.board');
      globalThis.seen = [];
      globalThis.faded = 0;
      new MutationObserver((changes) => {
        globalThis.faded += changes.filter(({ target, addedNodes }) => target.matches('.board-before') && addedNodes.length).length;
        for (const { effect } of board.getAnimations({ subtree: true }))
          globalThis.seen.push(...effect.getKeyframes().flatMap(Object.keys));
      }).observe(board, { subtree: true, childList: true, attributes: true });
    });
    for (let moves = 0; moves < 3; moves++) {
      const told = await lines.count();
      await move(page);
      await lines.nth(told).waitFor({ state: 'attached' });
      await mine.waitFor();
    }
    await page.locator('.board-before:empty').waitFor({ state: 'attached' }); // the last has faded, too
    const [faded, told] = await page.evaluate(() => [globalThis.faded, document.querySelectorAll('.log-panel .log button').length]);
    assert.ok(faded >= told - before, `${game}: ${told - before} steps are in the log, and ${faded} pictures faded`);
    const properties = new Set(await page.evaluate(() => globalThis.seen));
    for (const usual of ['offset', 'computedOffset', 'easing', 'composite']) properties.delete(usual);
    assert.deepEqual([...properties], ['opacity'], game);
  }
};

/* Two turns without a token are a shared win; at the end there is a fifth tool. */
// Escape, again if a dialog was just opening and did not hear it.
const closeDialogs = async (page) => {
  for (const open = page.locator('dialog[open]'); (await open.count()) > 0; await page.waitForTimeout(50))
    await page.keyboard.press('Escape');
};

tests['a shared win names the viewer first, and five tools fit a phone, in every language'] = async (open) => {
  const { page } = await open();
  await begin(page, 'labyrinth', { bots: 1, options: { limit: 2 } });
  await playOn(page);
  const bot = say('traveller.1');
  let before = 'en';
  await page.locator('dialog.final').waitFor();
  for (const language of Object.keys(CATALOGUES)) {
    const name = nameOf(language);
    const names = new Intl.ListFormat(language).format([say('final.shared.you', {}, language), bot]);
    await closeDialogs(page);
    await button(page, say('menu', {}, before)).click();
    await button(page, say('settings', {}, before)).click();
    await page.locator('dialog[open] label', { hasText: name }).click();
    await closeDialogs(page);
    await page.locator('.tool', { hasText: say('result', {}, language) }).waitFor();
    const clipped = await page.locator('.tool span').evaluateAll((labels) =>
      labels.filter((label) => {
        const text = document.createRange();
        text.selectNodeContents(label);
        return text.getBoundingClientRect().width > label.getBoundingClientRect().width;
      }),
    );
    assert.equal(await page.locator('.tool').count(), 5);
    assert.equal(clipped.length, 0, `no label is clipped in ${name}`);
    await button(page, say('result', {}, language)).click();
    await page
      .locator('dialog.final h2')
      .getByText(say('final.shared', { names }, language), { exact: true })
      .waitFor();
    before = language;
  }
};

tests['undo takes back the last move, hint shows the best ones'] = async (open) => {
  const { page } = await open();
  await begin(page, 'labyrinth', { bots: 1 });
  await page.locator('[data-spot="Nb"]').click();
  await confirm(page).click();
  await button(page, say('undo'), { disabled: false }).click();
  await page.locator('[data-spot="Nb"]').waitFor();
  await button(page, say('hint'), { disabled: false }).click();
  await page.locator('.hints li').first().waitFor();
  assert.equal(await page.locator('.hints li').count(), 3);
  assert.match(await page.locator('.hints li').first().innerText(), /\d+%/);
  const reasons = [say('labyrinth.why.opens', { token: '#' }), ...[1, 2].map((n) => say('labyrinth.why.cells', { n }))];
  const why = (text) => text.replace(/.*:\s/s, '').replace(/\d+/, '#');
  for (const text of await page.locator('.hints .what').allInnerTexts())
    assert.ok(reasons.map(why).includes(why(text)), `a push says what it opens: ${text}`);
};

tests['the reasons of hints are read whole on a phone'] = async (open) => {
  const { page } = await open();
  for (const game of GAMES) {
    await begin(page, game, { bots: 3, level: 1, deal: 12 });
    for (let moves = 0; moves < 4; moves++) {
      await button(page, say('hint'), { disabled: false }).click();
      await page.locator('.hints li').first().waitFor();
      const cut = await page
        .locator('.hints .what')
        .evaluateAll((all) => all.filter((e) => e.scrollHeight > e.clientHeight + 1).map((e) => e.textContent));
      assert.deepEqual(cut, [], game);
      await move(page);
      await myTurn(page).waitFor();
    }
  }
};

await run(tests);
