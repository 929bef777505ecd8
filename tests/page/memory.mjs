/* What the page remembers on a device, in a real browser: the history and what follows from it.
 *
 * Usage: node tests/page/memory.mjs [part of a name]. Screenshots of failures are in build/page-failures. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { say } from './catalogue.mjs';
import { axe, begin, button, DESKTOP, move, myTurn, playOn, run } from './harness.mjs';

const SHORT = { bots: 1, options: { limit: 2 } }; // a labyrinth of two turns

const goTo = (page, hash) => page.evaluate((to) => (location.hash = to), hash);
const entries = (page) => page.locator('.history .game');

/* Waits until so many are listed. */
const shows = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.history .game').length === n, count);

/* A whole game: a push, a walk, and no wand. */
async function playShort(page, more = {}) {
  await begin(page, 'labyrinth', { ...SHORT, ...more });
  await playOn(page);
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

/* Writes games into the page's store, as it does itself. */
const fill = (page, games) =>
  page.evaluate(
    (all) =>
      new Promise((done, failed) => {
        const request = indexedDB.open('serai');
        request.onupgradeneeded = () => ['entries', 'records'].forEach((name) => request.result.createObjectStore(name));
        request.onerror = () => failed(request.error);
        request.onsuccess = () => {
          const transaction = request.result.transaction(['entries', 'records'], 'readwrite');
          for (const { record = '{"game":"marrakech","players":2,"moves":[]}', ...entry } of all) {
            transaction.objectStore('entries').put(entry, entry.id);
            transaction.objectStore('records').put(record, entry.id);
          }
          transaction.oncomplete = () => done(request.result.close());
          transaction.onabort = () => failed(transaction.error);
        };
      }),
    games,
  );

const DAY = 24 * 60 * 60 * 1000;

/* A game against one bot; the person at the first seat has `own` points, the bot `other`. */
const played = (i, { game = 'marrakech', level = 5, own = 40, other = 30, ...more } = {}) => ({
  id: String(i),
  at: Date.UTC(2026, 0, 1) + i * DAY,
  game,
  seats: [{ name: 'You' }, { name: 'Bot', level }],
  you: 1,
  points: [own, other],
  winners: own > other ? [1] : own < other ? [2] : [1, 2],
  gain: 7,
  ...more,
});

const tests = {};

tests['a finished game is in the history: with its result, to be watched again, saved and forgotten'] = async (open) => {
  const { page } = await open();
  await playShort(page);
  await playShort(page, { deal: 8 });
  await goTo(page, '#/history');
  await page.getByRole('heading', { name: say('history'), exact: true }).waitFor();
  assert.equal(await entries(page).count(), 2);
  await page.reload();
  await entries(page).nth(1).waitFor();
  assert.equal(await entries(page).count(), 2, 'it survives a reload');
  await axe(page, 'the history');

  const download = page.waitForEvent('download');
  await button(page, say('history.save')).click();
  const { games } = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  assert.deepEqual(
    games.map(({ game, record, seats }) => [game, record.game, seats.length]),
    [
      ['labyrinth', 'labyrinth', 2],
      ['labyrinth', 'labyrinth', 2],
    ],
  );

  await entries(page).first().locator('.entry').click();
  await page.getByRole('slider').waitFor();
  assert.equal(await page.getByRole('slider').inputValue(), '0');
  await goTo(page, '#/history');
  assert.equal(await entries(page).count(), 2, 'a game watched again is not another game');

  const forget = async (what) => {
    await button(page, say(what)).first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say(what), exact: true })
      .click();
  };
  await forget('history.forget');
  await entries(page).nth(1).waitFor({ state: 'detached' });
  await forget('history.forget.all');
  await page.getByText(say('mine.none')).waitFor();
  await page.reload();
  await page.getByText(say('mine.none')).waitFor();
};

tests['a history of ten thousand games opens, by game, with statistics that are right'] = async (open) => {
  const { page } = await open({ device: DESKTOP });
  const GAMES = ['alibaba', 'marrakech', 'labyrinth'];
  await fill(
    page,
    Array.from({ length: 10_000 }, (_, i) => played(i, { game: GAMES[i % 3], own: i % 4 === 3 ? 20 : 40 })),
  );
  await goTo(page, '#/history');
  await page.reload();
  await shows(page, 50);
  await page.reload(); // now from the text that was made of them
  await shows(page, 50);
  await button(page, say('mine.more')).click();
  await shows(page, 100);
  await page.getByRole('radio', { name: say('game.marrakech') }).check();
  await shows(page, 50);
  const statistics = page.locator('.statistics');
  assert.equal(await statistics.count(), 1);
  const numbers = (await statistics.locator('dd').allTextContents()).map(Number);
  /* Numbers 1, 4, 7 … 9997; lost are 7, 19, 31 … 9991. */
  assert.deepEqual(numbers, [3333, 40, 2, 3, 7]);
  await statistics.getByRole('img', { name: say('stats.won', { n: 3333, won: 2500 }) }).waitFor();
};

tests['two windows keep one history'] = async (open) => {
  const { page } = await open();
  await fill(page, [played(1, { own: 77 }), played(2)]);
  await goTo(page, '#/history');
  await page.reload();
  await shows(page, 2);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.reload();
  await shows(other, 2);
  await page
    .locator('.game', { hasText: '77' })
    .getByRole('button', { name: say('history.forget'), exact: true })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('history.forget'), exact: true })
    .click();
  await shows(page, 1);
  await page.bringToFront(); // a window behind another is slow
  await playShort(page);
  await other.bringToFront();
  await playShort(other, { deal: 8 }); // it does not know of that
  for (const window of [page, other]) {
    await goTo(window, '#/history');
    await window.reload();
    await shows(window, 3);
    assert.equal(await window.getByText('77').count(), 0, 'what was forgotten stays forgotten');
  }
};

tests['a damaged store is set aside and reported, and play goes on'] = async (open) => {
  const { page } = await open();
  await fill(page, [played(1), { ...played(2), seats: 'damaged' }]);
  await goTo(page, '#/history');
  await page.reload();
  await page.getByText(say('store.damaged')).waitFor();
  assert.equal(await entries(page).count(), 1, 'good entries stay');

  const other = await open();
  await other.page.evaluate(
    () =>
      new Promise((done) => {
        localStorage.setItem('serai.store', '7');
        const request = indexedDB.open('serai-7');
        request.onupgradeneeded = () => request.result.createObjectStore('something else');
        request.onsuccess = () => done(request.result.close());
      }),
  );
  await other.page.reload();
  await other.page.getByText(say('store.damaged')).waitFor();
  await playShort(other.page);
  await goTo(other.page, '#/history');
  await entries(other.page).first().waitFor();
  await other.page.reload();
  await entries(other.page).first().waitFor();
};

for (const [what, name, key] of [
  ['full', 'QuotaExceededError', 'store.full'],
  ['refused', 'InvalidStateError', 'store.refused'],
])
  tests[`a ${what} store is reported once, and play goes on`] = async (open) => {
    const { page } = await open();
    await page.evaluate((error) => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('no', error);
      };
    }, name);
    await goTo(page, '#/history');
    await page.goBack();
    await playShort(page);
    await page.getByText(say(key)).waitFor();
    await button(page, say('close')).click();
    await playShort(page, { deal: 8 });
    assert.equal(await page.getByText(say(key)).count(), 0, 'only once');
    await goTo(page, '#/history');
    assert.equal(await entries(page).count(), 2, 'until the page is closed they are here');
  };

tests['after two clear wins the next traveller is suggested, after three losses an easier one'] = async (open) => {
  for (const [games, level, note] of [
    [[played(1, { level: 4 }), played(2), played(3)], 6, 'ladder.up'],
    [[played(1), played(2, { own: 31 })], 5, null],
    [[1, 2, 3].map((i) => played(i, { own: 20 })), 4, 'ladder.down'],
    [[1, 2, 3].map((i) => played(i, { own: 20, level: i + 1 })), 4, null],
  ]) {
    const { page } = await open();
    await fill(page, games);
    await page.reload();
    const box = page.locator('.box[data-game="marrakech"]');
    const name = say(`traveller.${level}`);
    await box.getByText(say('home.against', { name, level }), { exact: true }).waitFor();
    assert.equal(await box.locator('.ladder-note').count(), note ? 1 : 0);
    if (note) assert.equal(await box.locator('.ladder-note').innerText(), say(note, { name, level }));
    await goTo(page, '#/history');
    const beaten = Math.max(0, ...games.filter(({ winners }) => winners[0] === 1).map(({ seats }) => seats[1].level));
    assert.equal(await page.locator('.ladder .beaten').count(), beaten);
  }
};

tests['bots are travellers by level, twins where two are alike; they seldom speak, and can be silenced'] = async (open) => {
  const words = (page) =>
    page.evaluateHandle(() => {
      const words = [];
      new MutationObserver(() => {
        const said = document.querySelector('.reaction')?.textContent;
        if (said && said !== words.at(-1)) words.push(said);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
      return words;
    });
  for (const reactions of [true, false]) {
    const { page } = await open({ device: DESKTOP, settings: { reactions } });
    await begin(page, 'alibaba', { bots: 2, level: 3 });
    const names = (await page.locator('.seat .name').allTextContents()).slice(1);
    assert.deepEqual(names, [say('traveller.3'), `${say('traveller.3')} II`]);
    const said = await words(page);
    const turns = await playOn(page);
    const all = await said.jsonValue();
    assert.equal(all.length > 0, reactions, `${all.length} words`);
    assert.ok(all.length <= turns, `${all.length} words in ${turns} rounds of three turns`);
    const lines = ['glad', 'wry', 'praise'].map((how) => say(`traveller.3.${how}`));
    assert.ok(all.every((text) => lines.some((line) => text.endsWith(line))));
  }
};

/* The date in UTC, so many days ago. */
const date = (days) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

/* Starts today's deal; what the device has saved of it then. */
async function daily(page) {
  await button(page, say('daily.play')).click();
  await page.locator('.play').waitFor();
  await page.waitForFunction(() => localStorage.getItem('serai.games'));
  const [saved] = Object.values(await page.evaluate(() => JSON.parse(localStorage.getItem('serai.games'))));
  return { record: saved.record, levels: saved.seats.map(({ level }) => level) };
}

tests['the daily caravan is the same deal for everybody offline, and after a reload; its result counts once and can be shared'] =
  async (open) => {
    const both = await Promise.all([1, 2].map((seed) => open({ device: DESKTOP, seed, goesOffline: true })));
    for (const { page } of both) {
      await page.locator('.daily').waitFor();
      await page.waitForTimeout(300); // the table on this device has been loaded
      await page.context().setOffline(true);
    }
    const [one, other] = both.map(({ page }) => page);
    const first = await daily(one);
    assert.deepEqual(await daily(other), first, 'the same deal and opponents');
    await one.context().setOffline(false);
    await goTo(one, '#/');
    await one.reload();
    await button(one, say('daily.play')).click();
    await one.locator('.play').waitFor();
    await playOn(one);
    await one.locator('dialog.final .daily-result').waitFor();
    assert.equal(await one.locator('.standing').innerText(), '', 'a deal that anybody can compute is compared with nobody');
    const picture = one.waitForEvent('download');
    await button(one, say('daily.share')).click();
    const bytes = readFileSync(await (await picture).path());
    assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
    await one.keyboard.press('Escape');
    await goTo(one, '#/');
    await one.locator('.daily .daily-result strong').waitFor();
    assert.equal(await button(one, say('daily.play')).count(), 0, 'one deal a day');
  };

tests['with a server the day has its own deal, which people play without knowing each other, and results are compared'] = async (
  open,
) => {
  const people = await Promise.all([1, 2, 3].map((seed) => open({ device: DESKTOP, seed, goesOffline: seed === 2 })));
  const shown = await people[0].page.locator('.daily p').first().innerText();
  const deals = [];
  for (const { page } of people) deals.push(await daily(page));
  const { seed, secret, game } = await people[0].page.evaluate(async () => (await fetch('api/daily')).json());
  for (const { record } of deals) assert.equal(JSON.parse(record).seed, seed);
  assert.equal(secret.length, 64);
  assert.ok(shown.includes(say(`game.${game}`)), 'home has announced this game');
  await playOn(people[0].page);
  await people[0].page.getByText(say('daily.first')).waitFor();
  await axe(people[0].page, 'the result of the daily caravan');
  /* The second hears nothing for now, and sends the result when the page is opened again. */
  const unreached = (route) => route.abort();
  await people[1].page.route('**/api/daily-result', unreached);
  await playOn(people[1].page);
  await people[1].page.locator('dialog.final .daily-result strong').waitFor();
  assert.equal(await people[1].page.locator('.standing').innerText(), '');
  await people[1].page.unroute('**/api/daily-result', unreached);
  await goTo(people[1].page, '#/');
  await people[1].page.reload();
  const standing = new RegExp(say('daily.standing', { place: 7, n: 2 }).replace('7', '[12]'));
  await people[1].page.getByText(standing).waitFor();
  await people[0].page.reload();
  await goTo(people[0].page, '#/');
  await people[0].page.getByText(standing).waitFor();
  await people[0].page.reload();
  await people[0].page.getByText(standing).waitFor(); // sent again, it is still one result
};

tests['a streak is counted by dates, and a wrong clock costs only the day on which it was wrong'] = async (open) => {
  for (const [days, streak] of [
    [[1, 2, 3], 3], // today's is still open
    [[0, 1, 2], 3],
    [[0, 1, 2, -30], 3], // once the clock was a month ahead
    [[0, 1, 3, 4], 2],
    [[0, 1, 2, 400], 3], // once it was a year behind
  ]) {
    const { page } = await open();
    await fill(
      page,
      days.map((ago) => played(100 + ago, { daily: date(ago) })),
    );
    await page.reload();
    await page
      .locator('.daily')
      .getByText(say('daily.streak', { n: streak }))
      .waitFor();
    assert.equal(await page.locator('.daily .week .won').count(), days.filter((ago) => ago >= 0 && ago < 7).length);
  }
};

tests['feats hang on the wall with their date and their game, and new ones are told at the end'] = async (open) => {
  const { page } = await open({ device: DESKTOP });
  await goTo(page, '#/wall');
  const feats = page.locator('.feat');
  await feats.first().waitFor();
  const all = await feats.count();
  assert.ok(all >= 30, `${all} feats`);
  assert.equal(await page.locator('.feat.found').count(), 0);
  await axe(page, 'the empty wall');
  await begin(page, 'alibaba', { bots: 2, level: 1, deal: 3 });
  await playOn(page);
  const told = await page.locator('.new-feats li').allInnerTexts();
  assert.ok(told.length > 0, 'a first game brings something');
  await page.locator('.new-feats a').first().click();
  await page.reload();
  await page.locator('.feat.found').first().waitFor();
  const found = await page.locator('.feat.found strong').allInnerTexts();
  const names = told.map((text) => text.trim().split('\n').at(-1)); // a picture may have words of its own
  assert.deepEqual(found.sort(), names.sort());
  await axe(page, 'the wall');
  await page.locator('.feat.found button').first().click();
  await page.getByRole('slider').waitFor();
};

/* Marrakech up to the last carpet, without motion; then with it. */
async function beforeTheEnd(page) {
  await begin(page, 'marrakech', { bots: 1, level: 1, options: { 'bankrupt.stay': true } });
  const laid = () =>
    page.evaluate(
      () => JSON.parse(localStorage.getItem('serai.games') ?? '{}').marrakech?.record.match(/\[1,"[a-g]\d[a-g]\d"/g)?.length,
    );
  while ((await laid()) !== 23) await move(page);
  await myTurn(page).waitFor();
  await button(page, say('menu')).click();
  await button(page, say('settings')).click();
  await page.getByRole('radio', { name: say('speed.normal') }).check({ force: true });
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

for (const reducedMotion of ['no-preference', 'reduce'])
  tests[`at the end points are counted part by part, then the result opens (motion: ${reducedMotion})`] = async (open) => {
    const { page } = await open({ device: DESKTOP, reducedMotion });
    await beforeTheEnd(page);
    const seen = await page.evaluateHandle((result) => {
      const seen = { parts: [], lights: 0, together: false, sums: [], early: false, covered: 0 };
      new MutationObserver(() => {
        const offered = [...document.querySelectorAll('.tool')].some(({ textContent }) => textContent === result);
        if (offered && document.querySelector('.board').dataset.phase) seen.early = true;
        const panel = document.querySelector('.count-panel');
        if (!panel) return;
        const part = panel.querySelector('.count-part strong').textContent;
        if (seen.parts.at(-1) !== part) seen.parts.push(part);
        const lights = [...document.querySelectorAll('.count-light')].map((light) => light.getBoundingClientRect());
        seen.lights = Math.max(seen.lights, lights.length);
        const { left, top } = panel.getBoundingClientRect();
        seen.covered = Math.max(seen.covered, lights.filter((light) => light.right > left && light.bottom > top).length);
        seen.sums.push([...panel.querySelectorAll('b')].map((sum) => Number(sum.textContent)));
        if (document.querySelector('dialog.final')) seen.together = true;
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
      return seen;
    }, say('result'));
    await playOn(page, '.counting');
    const colours = (of) =>
      page.locator(of).evaluateAll((all) => all.map((part) => globalThis.getComputedStyle(part).backgroundColor));
    assert.deepEqual(await colours('.count-bar'), await colours('.seat .seat-dot'), 'everybody keeps their colour');
    await axe(page, 'counting');
    await page.locator('dialog.final').waitFor();
    const { parts, lights, together, sums, early, covered } = await seen.jsonValue();
    assert.ok(!early, 'the result is not offered before the last move has been seen');
    assert.deepEqual(parts, [say('marrakech.part.carpets'), say('marrakech.part.dirhams')]);
    assert.ok(lights > 10, `${lights} cells were lit`);
    assert.equal(covered, 0, 'and none is behind the panel that counts');
    assert.ok(!together, 'the result opens after the count');
    for (const seat of [0, 1])
      assert.ok(
        sums.every((sum, i) => i === 0 || sum[seat] >= sums[i - 1][seat]),
        'points only grow',
      );
    const result = await page.locator('dialog.final tfoot td').allTextContents();
    assert.deepEqual(result.map(Number).sort(), sums.at(-1).sort());
    await page.locator('.turning-points button').first().click();
    await page.getByRole('slider').waitFor();
    assert.notEqual(await page.getByRole('slider').inputValue(), '0', 'a turning point shows its position');
  };

tests['the result shows whoever has won, and the points of four players on a phone'] = async (open) => {
  for (const people of [1, 2]) {
    const { page } = await open();
    await begin(page, 'labyrinth', { people, bots: 4 - people, level: 1, options: { limit: 4 } });
    const final = page.locator('dialog.final');
    await playOn(page);
    const won = await final.locator('tfoot .won').count();
    assert.ok(won > 0);
    assert.equal(await final.locator('.end .portrait-at').count(), won, 'each winner is in the picture');
    assert.equal(await final.locator('thead .portrait-at').count(), 4);
    const cut = await final.locator('.scroll').evaluate((table) => table.scrollWidth - table.clientWidth);
    assert.equal(cut, 0, `${cut} pixels of the table are out of sight`);
    await axe(page, 'the result of four');
  }
};

tests['one tap or key skips the count'] = async (open) => {
  const { page } = await open({ device: DESKTOP });
  await beforeTheEnd(page);
  await playOn(page, '.counting');
  await page.keyboard.press(' ');
  await page.locator('dialog.final').waitFor();
  assert.equal(await page.locator('.counting').count(), 0);
};

await run(tests);
