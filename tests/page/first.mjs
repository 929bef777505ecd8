/* The first minute: home, the lessons, the rulebook, and signs that explain themselves. */
import assert from 'node:assert/strict';
import { begins, CATALOGUES, lessons, say } from './catalogue.mjs';
import { axe, begin, button, choose, confirm, DESKTOP, GAMES, move, myTurn, PHONE, run } from './harness.mjs';

const SMALL = { ...PHONE, viewport: { width: 360, height: 640 } };
const at = (page, hash) => page.evaluate((to) => (location.hash = to), hash);

/* No text of an element is cut off, and all of it is on the screen; on both sizes of phone. */
async function assertReadable(page, what, described) {
  for (const { viewport } of [PHONE, SMALL]) {
    await page.setViewportSize(viewport);
    const wrong = await page.evaluate((wanted) => {
      scrollTo(0, 0);
      const bar = document.querySelector('dialog[open]')
        ? innerHeight
        : document.querySelector('.actions').getBoundingClientRect().top;
      return [...document.querySelectorAll(wanted)]
        .filter((e) => {
          const scroller = e.closest('.sheet-body');
          if (scroller) e.scrollIntoView({ block: 'center' });
          const { top, bottom, left, right } = e.getBoundingClientRect();
          const text = document.createRange();
          text.selectNodeContents(e);
          const inside = text.getBoundingClientRect();
          return (
            top < 0 || left < 0 || bottom > bar || right > innerWidth || inside.bottom > bottom + 1 || inside.right > right + 1
          );
        })
        .map((e) => e.textContent);
    }, what);
    assert.deepEqual(wrong, [], `${described}, ${viewport.width}×${viewport.height}`);
  }
}

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
    await box(page).locator('.box-play').click();
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
    assert.equal(
      await box(page)
        .getByRole('link', { name: say('home.first.game', name) })
        .count(),
      0,
    );
    await box(page)
      .getByText(say('home.against', { name: say(`traveller.${level}`), level }))
      .waitFor();
    await box(page)
      .getByRole('link', { name: say('home.change.game', name), exact: true })
      .click();
    await page.locator('.setup-form').waitFor();
    const seats = await page.locator('.chair select').evaluateAll((chairs) => chairs.map(({ value }) => Number(value)));
    assert.deepEqual(seats, [0, level], 'the form begins with that game');
  };
}

/* Every page of a lesson: the aim, a sign or a move, and what was learned. */
for (const game of GAMES)
  tests[`${game}: the lesson tells the aim first, explains each sign, hides nothing in any language, and ends with a game`] =
    async (open) => {
      for (const language of Object.keys(CATALOGUES)) {
        const told = (key, parameters) => say(key, parameters, language);
        const { page } = await open({ device: SMALL, language, at: `#/learn/${game}` });
        const card = page.locator('dialog.lesson-card');
        await card.waitFor();
        if (language === 'en') await axe(page, 'what the game is about');
        for (const part of ['you', 'win', 'end', 'turn']) {
          await card.getByText(told(`aim.${part}`), { exact: true }).waitFor();
          await card.getByText(told(`aim.${game}.${part}`)).waitFor();
        }
        assert.equal(await card.locator('.aims li > svg').count(), 4, 'each with a picture');
        await assertReadable(page, 'dialog p, dialog .act', `the aim in ${language}`);
        await button(card, told('learn.begin')).click();
        const seen = [];
        const guide = page.locator('.lesson');
        for (const next = button(guide, told('learn.next')); ;) {
          await guide.waitFor();
          await assertReadable(page, '.lesson, .lesson p, .lesson button', `the lesson in ${language}`);
          const sign = page.locator('.lesson-sign b');
          if (await sign.count()) seen.push(await sign.textContent());
          const text = await guide.innerText();
          if (await confirm(page).isVisible()) await confirm(page).click();
          else await next.or(button(guide, told('learn.show'))).click();
          await page.waitForFunction((before) => {
            const guide = document.querySelector('.lesson:not(.lesson-done)');
            const ready = guide && guide.innerText !== before && document.querySelector('.lesson button, .action-bar .act');
            return document.querySelector('dialog.lesson-card') || ready;
          }, text);
          if (await card.count()) break;
        }
        const signs = Object.values(lessons[game].signs).flat();
        assert.deepEqual(
          seen,
          signs.map((sign) => told(`sign.${game}.${sign}`)),
        );
        await card.getByText(told(`aim.${game}.tip`)).waitFor();
        await assertReadable(page, 'dialog p, dialog .act', `what was learned in ${language}`);
        await button(card, told('learn.play')).click();
        await button(page, told('choices'), { disabled: false }).waitFor();
        assert.equal(await guide.count(), 0, 'a real game has begun');
        assert.match(page.url(), /#\/play$/);
      }
    };

for (const [game, sign, shown] of [
  ['alibaba', 'screen', '.seat .ab-count'],
  ['marrakech', 'rolls', '.seat .mk-purse'],
  ['labyrinth', 'wand', '.seat .lab-badge-wands'],
])
  tests[`${game}: a sign that is tapped explains itself, and all of them are in the legend`] = async (open) => {
    for (const device of [SMALL, DESKTOP]) {
      const { page } = await open({ device });
      await page.locator(`.box[data-game="${game}"] .box-play`).click();
      await myTurn(page).waitFor();
      const box = page.getByRole('dialog', { name: say(`sign.${game}.${sign}`), exact: true });
      const tapped = page.locator(shown).last();
      await tapped.click();
      await box.getByText(say(`sign.${game}.${sign}.about`)).waitFor();
      const { left, right, top, bottom } = await box.evaluate((e) => e.getBoundingClientRect());
      assert.ok(left >= 0 && top >= 0 && right <= device.viewport.width && bottom <= device.viewport.height);
      await axe(page, 'an explanation');
      await page.keyboard.press('Escape');
      await box.waitFor({ state: 'detached' });
      assert.ok(await tapped.evaluate((e) => e === document.activeElement), 'the focus is back');
      await button(page, say('signs')).click();
      const legend = page.getByRole('dialog', { name: say('signs'), exact: true });
      await legend.waitFor();
      const all = Object.keys(CATALOGUES.en).filter((key) => key.startsWith(`sign.${game}.`) && key.endsWith('.about'));
      assert.equal(await legend.getByRole('listitem').count(), all.length);
      for (const key of all) await legend.getByText(say(key)).waitFor();
    }
  };

for (const game of GAMES)
  tests[`${game}: the rules are a rulebook: aim, set-up, a turn, the end, variants, with captioned pictures and no numbers`] =
    async (open) => {
      for (const language of Object.keys(CATALOGUES)) {
        const { page } = await open({ device: SMALL, language, at: `#/rules/${game}` });
        const rules = page.locator('.rules');
        await rules.waitFor();
        assert.deepEqual(
          await rules.getByRole('heading').allTextContents(),
          ['aim', 'setup', 'turn', 'end', 'variants'].map((chapter) => say(`rules.${chapter}`, {}, language)),
        );
        const figures = rules.locator('figure');
        assert.ok((await figures.count()) >= 6);
        for (const figure of await figures.all()) {
          assert.ok((await figure.locator('svg > *').count()) > 0, 'the picture is drawn');
          assert.notEqual(await figure.locator('figcaption').innerText(), '');
        }
        assert.doesNotMatch(await rules.innerText(), /(^|\n)\d+\.\d/, 'paragraphs have no numbers');
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(wide, 0);
      }
    };

/* A finger rests on the middle of something. */
async function holdOn(page, target) {
  const { x, y, width, height } = await target.boundingBox();
  const touch = await page.context().newCDPSession(page);
  const at = [{ x: x + width / 2, y: y + height / 2 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at });
  await page.locator('.explanation').waitFor();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/* What is explained; then it is closed. */
async function explained(page, sign) {
  await page.getByRole('dialog', { name: say(`sign.${sign}`), exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.explanation').waitFor({ state: 'detached' });
  const selected = page.locator('[data-spot][aria-pressed="true"]');
  assert.equal(await selected.count(), 0, `${sign} is explained, and no move is selected`);
}

tests['pieces on the board explain themselves, without disturbing the choice of a move'] = async (open) => {
  const { page } = await open({ device: PHONE });
  await begin(page, 'labyrinth');
  await myTurn(page).waitFor();
  const token = page.locator('[data-sign="labyrinth.token"]').first();
  const arrow = page.locator('[data-spot="Nb"]');
  await page.waitForTimeout(400); // the board rests
  await token.tap({ force: true }); // it is no move now
  await explained(page, 'labyrinth.token');
  await holdOn(page, arrow);
  await explained(page, 'labyrinth.arrow');
  await arrow.tap();
  await confirm(page).waitFor();
  assert.equal(await page.locator('.explanation').count(), 0, 'a tap selects a move');
  await button(page, say('cancel')).click();
  await arrow.focus();
  await page.keyboard.press('?');
  await explained(page, 'labyrinth.arrow');
  assert.ok(await arrow.evaluate((spot) => spot === document.activeElement), 'the focus returns');

  const desktop = (await open({ device: DESKTOP })).page;
  for (const [game, sign] of [
    ['alibaba', /^alibaba\.(pink|blue|brown|green|yellow|white)$/],
    ['marrakech', /^marrakech\.loop$/],
  ]) {
    await begin(desktop, game, { level: 1 });
    await myTurn(desktop).waitFor();
    const named = desktop.locator('.board [data-sign]');
    const all = await named.evaluateAll((pieces) => pieces.map((piece) => piece.dataset.sign));
    const which = all.findIndex((name) => sign.test(name));
    assert.ok(which >= 0, `${game}: ${all}`);
    const piece = game === 'marrakech' ? desktop.locator('.mk-square') : named.nth(which);
    const { width } = await piece.boundingBox();
    const at = game === 'marrakech' ? { x: (170 / 840) * width, y: (50 / 840) * width } : undefined; // a loop
    await piece.click({ button: 'right', position: at, force: true });
    await explained(desktop, all[which]);
    await move(desktop);
    await myTurn(desktop).waitFor();
    await desktop.keyboard.press(','); // looking back there is nothing to choose: a tap explains
    await desktop.waitForTimeout(400);
    await piece.click({ position: at, force: true });
    await explained(desktop, game === 'marrakech' ? all[which] : await piece.getAttribute('data-sign'));
  }
};

tests['a tap on an illegal move shows why, and opens the rulebook at the rule'] = async (open) => {
  const { page } = await open();
  await begin(page, 'alibaba', { bots: 1 });
  await myTurn(page).waitFor();
  await page
    .locator('.ab-tile:not([role])')
    .first()
    .click({ position: { x: 6, y: 6 } });
  await page.locator('.message .bad').getByText(say('refused.alibaba.tile-face-down')).waitFor();
  await button(page.locator('.message .bad'), say('rule')).click();
  await page.waitForFunction(() => document.activeElement?.matches('dialog .cited'));
  assert.equal(await page.locator('.cited').innerText(), say('rules.alibaba.2.7'));
};

tests['deals in the Labyrinth are off unless chosen, and taught when the first offer comes'] = async (open) => {
  const { page } = await open();
  await begin(page, 'labyrinth', { people: 2, bots: 0 });
  const pass = page.locator('dialog.curtain[open]').getByRole('button');
  await pass.click();
  await myTurn(page).waitFor();
  assert.equal(await button(page, say('labyrinth.ask')).count(), 0);
  await at(page, '#/new/labyrinth');
  const form = page.locator('.setup-form');
  await form.locator('.chair select').last().selectOption('0');
  await form.getByRole('radio', { name: say('preset.deals') }).check();
  await button(form, say('setup.start')).click();
  await pass.click();
  await button(page, say('labyrinth.ask')).click();
  await button(page.locator('dialog[open]'), say('labyrinth.offer', { n: 1 })).click();
  const lesson = page.getByRole('dialog', { name: say('first.labyrinth.deal'), exact: true });
  await pass.click();
  await lesson.getByText(say('first.labyrinth.deal.about')).waitFor();
  await axe(page, 'a first offer');
  await button(lesson, say('first.close')).click();
  await lesson.waitFor({ state: 'detached' });
  await button(page, say('labyrinth.do.refuse')).click();
  assert.deepEqual(await page.evaluate(() => JSON.parse(localStorage.getItem('serai.explained'))), ['labyrinth.deal']);
};

tests['in Marrakech the odds and the toll on the way that is chosen explain themselves'] = async (open) => {
  const { page } = await open();
  await begin(page, 'marrakech', { bots: 1 });
  await myTurn(page).waitFor();
  const stop = page.locator('.mk-stop').last();
  await stop.click();
  await confirm(page).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0, 'the first tap chooses the way');
  await page.locator('.mk-on .mk-stop').last().click();
  await page.getByRole('dialog', { name: say('sign.marrakech.odds') }).waitFor();
  assert.ok(await confirm(page).isVisible(), 'nothing was played');
};

tests['a browser without SIMD plays with the plain wasm, and no other does'] = async (open) => {
  for (const plain of [true, false]) {
    const { page } = await open();
    const loaded = [];
    await page.context().route('**/*.wasm', (route) => {
      loaded.push(route.request().url());
      return route.continue();
    });
    await page.context().route('**/worker-*.js', async (route) => {
      const response = await route.fetch();
      const body = `${plain ? 'WebAssembly.validate = () => false;' : ''}${await response.text()}`;
      await route.fulfill({ response, body });
    });
    await page.addInitScript(() => delete Navigator.prototype.serviceWorker); // it would answer in place of the server
    await page.evaluate(async () => {
      for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
    });
    await page.reload();
    await begin(page, 'marrakech', { bots: 1, level: 3 });
    await move(page);
    assert.equal(
      loaded.some((url) => /table-plain-/.test(url)),
      plain,
    );
  }
};

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
