/* Following a game: nothing is told before it is seen, turns do not run into each other, what is forced is not asked, and several
 * people share one screen.
 *
 * Usage: node tests/page/follow.mjs [part of a name]. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { say, saying } from './catalogue.mjs';
import { begin, button, confirm, copied, DESKTOP, GAMES, move, myTurn, PHONE, playOn, run } from './harness.mjs';

const SERAI = process.env.SERAI ?? 'build/serai';
const SHORT = { labyrinth: { options: { limit: 10 } } };

/* Samples the page in every frame: the phase of the motion on the board, the last step that has landed, all readouts, and what is
 * said and asked below them. */
function sample(page) {
  return page.evaluate(() => {
    const text = (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent).join(' | ');
    globalThis.frames = [];
    const look = () => {
      const phase = document.querySelector('.board')?.dataset.phase ?? '';
      const told = text('.seats, .progress, .mine, .log-panel .log, .legend');
      const landed = Number(document.querySelector('.frame')?.dataset.landed);
      const last = globalThis.frames.at(-1);
      const asked = text('.prompt, .message, .actions');
      const frame = { phase, landed, told, asked };
      if (Object.keys(frame).some((key) => last?.[key] !== frame[key])) globalThis.frames.push(frame);
      requestAnimationFrame(look);
    };
    look();
  });
}

const tests = {};

for (const game of GAMES)
  for (const reducedMotion of ['no-preference', 'reduce'])
    tests[`${game}: no readout is ahead of its picture${reducedMotion === 'reduce' ? ', with reduced motion' : ''}`] = async (
      open,
    ) => {
      const { page } = await open({ device: DESKTOP, reducedMotion, settings: { speed: 'fast' } });
      await begin(page, game, { bots: 2, level: 1, deal: 3, ...SHORT[game] });
      await myTurn(page).waitFor();
      await sample(page);
      for (let moves = 0; moves < 6; moves++) await move(page);
      await myTurn(page).waitFor();
      const frames = await page.evaluate(() => globalThis.frames);
      const inMotion = frames.filter(({ phase }) => phase);
      assert.ok(new Set(inMotion.map(({ phase }) => phase)).size > 2, 'several phases were seen');
      for (const [i, { phase, landed, told, asked }] of frames.entries()) {
        const before = frames[i - 1];
        if (!phase || before?.landed !== landed) continue;
        assert.equal(told, before.told, `nothing changes while ${phase} is shown`);
        if (before.phase) assert.equal(asked, before.asked, `nothing is asked while ${phase} is shown`);
      }
    };

const pass = (page) => page.locator('.pass');
const names = (page) => page.locator('.seat .name').allTextContents();

tests['round one screen players have names, and the device is handed over by one tap, without a curtain'] = async (open) => {
  const { page } = await open({ device: DESKTOP });
  await begin(page, 'marrakech', { people: 2, bots: 1 });
  const [ann, bob] = [1, 2].map((number) => say('setup.player', { number }));
  await pass(page).click();
  await move(page); // turn Assam
  await move(page); // lay a carpet
  await pass(page).waitFor();
  assert.equal(await pass(page).innerText(), say('curtain.me', { name: bob }));
  assert.equal(await page.locator('dialog.curtain[open]').count(), 0, 'nothing is secret here');
  assert.equal(await myTurn(page).count(), 0, 'nothing can be chosen before');
  await pass(page).click();
  await myTurn(page).waitFor();
  assert.equal(await page.locator('.prompt .who').innerText(), bob);
  assert.deepEqual((await names(page)).slice(0, 2), [ann, bob]);
  const log = await page.locator('.log-panel .log').innerText();
  assert.ok(log.includes(say('marrakech.log.turn.W', { who: ann })) || log.includes(ann), 'the log has names');
  assert.ok(!/\bYou\b/.test(log), 'nobody is "You"');
};

tests['long names are read whole'] = async (open) => {
  for (const device of [PHONE, DESKTOP])
    for (const seats of [3, 4]) {
      const { page } = await open({ device });
      await page.evaluate(() => (location.hash = '#/new/marrakech'));
      const form = page.locator('form');
      for (let i = 2; i < seats; i++) await button(form, say('setup.more')).click();
      await form.locator('.chair input').first().fill('Bartholomew Xavi');
      await form.locator('.chair input').nth(1).fill('Олександра Макс.');
      await form.locator('.chair select').nth(1).selectOption('0');
      await button(form, say('setup.start')).click();
      await page.locator('.seat').first().waitFor();
      const cut = await page
        .locator('.seat .name')
        .evaluateAll((all) =>
          all
            .filter((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1)
            .map(({ textContent }) => textContent),
        );
      assert.deepEqual(cut, [], `${seats} players, ${device.viewport.width} pixels`);
    }
};

tests['the turns since mine are told in a line each, and can be seen again'] = async (open) => {
  for (const game of GAMES) {
    const { page } = await open();
    await begin(page, game, { bots: 2, level: 1, deal: 12, options: game === 'labyrinth' ? { limit: 12 } : {} });
    const since = page.getByRole('list', { name: say('since'), exact: true });
    for (let moves = 0; moves < 12 && !(await since.isVisible()); moves++) {
      await move(page);
      await myTurn(page).waitFor();
    }
    const lines = since.getByRole('button');
    assert.equal(await lines.count(), 2, `${game}: both bots`);
    const prompt = await page.locator('.prompt').innerText();
    const record = await page.locator('.frame').getAttribute('data-landed');
    await page.evaluate(() => {
      globalThis.seen = [];
      new MutationObserver(() => globalThis.seen.push(Number(document.querySelector('.frame').dataset.landed))).observe(
        document.querySelector('.frame'),
        { attributes: true, attributeFilter: ['data-landed'] },
      );
    });
    await lines.first().click();
    await page.waitForFunction(
      (landed) => globalThis.seen.at(-1) === landed && globalThis.seen.some((step) => step < landed),
      Number(record),
    );
    await myTurn(page).waitFor();
    assert.equal(await page.locator('.prompt').innerText(), prompt, 'and the game goes on where it was');
  }
};

tests['a step without a choice is made by itself, and undo takes back the choice before it'] = async (open) => {
  const { page } = await open({ device: DESKTOP });
  await begin(page, 'labyrinth', { bots: 1, options: { limit: 12 }, deal: 7 }); // after this push there is nowhere to go
  const log = page.locator('.log-panel');
  await page.locator('[data-spot="Nb"]').click();
  await confirm(page).click();
  await page.locator('.prompt', { hasText: saying('labyrinth.prompt.wand') }).waitFor();
  assert.ok((await log.innerText()).includes(say('labyrinth.log.stay.you')), 'the log tells of it');
  await button(page, say('undo'), { disabled: false }).click();
  await page.locator('.prompt', { hasText: saying('labyrinth.prompt.shift') }).waitFor();
  await myTurn(page).waitFor();
  assert.equal(await log.getByRole('button').count(), 0, 'the push was taken back with it');
};

tests['no two buttons do the same'] = async (open) => {
  const { page } = await open();
  await begin(page, 'labyrinth', { bots: 1, options: { limit: 12 }, deal: 7 });
  await page.locator('[data-spot="Nb"]').click();
  await confirm(page).click();
  const end = page.locator('.actions').getByRole('button', { name: say('labyrinth.do.end'), exact: true });
  await end.click();
  await confirm(page).waitFor();
  assert.equal(await end.count(), 1, 'what is chosen is confirmed by one button');
};

tests['a saved file holds names, levels and clock: opened elsewhere and played on, it is the same game'] = async (open) => {
  const { page } = await open({ device: DESKTOP });
  await begin(page, 'marrakech', { bots: 2, level: 3 });
  for (let moves = 0; moves < 3; moves++) await move(page);
  await myTurn(page).waitFor();
  const record = (from) => from.evaluate(() => JSON.parse(localStorage.getItem('serai.games')).marrakech);
  const before = await record(page);
  await button(page, say('menu')).click();
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, say('menu.file')).click()]);
  const path = await file.path();
  assert.match(execFileSync(SERAI, ['verify', path], { encoding: 'utf8' }), /marrakech/i, 'the command line reads it');
  const { page: other } = await open({ device: DESKTOP, seed: 5 });
  await other.locator('input[type="file"]').setInputFiles(path);
  await button(other, say('replay.last')).click();
  await button(other, say('replay.play')).click();
  await myTurn(other).waitFor();
  const after = await record(other);
  assert.equal(after.record, before.record);
  assert.deepEqual(
    after.seats.map(({ level }) => level ?? null),
    [null, 3, 3],
  );
  assert.deepEqual(after.seats.slice(1), before.seats.slice(1), 'bots keep their names');
  assert.deepEqual(after.clock, before.clock);
  await move(other);
  await move(page);
  await myTurn(other).waitFor();
  await myTurn(page).waitFor();
  assert.equal((await record(other)).record.slice(0, 200), (await record(page)).record.slice(0, 200));
};

tests['a shared game that is over opens on its result, with names, and plays from there'] = async (open) => {
  const { page, address } = await open({ device: DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] });
  await begin(page, 'labyrinth', { bots: 1, options: { limit: 2 }, deal: 7 });
  const final = page.locator('dialog.final');
  await playOn(page);
  await button(final, say('menu.link')).click();
  const link = await copied(page, '#r=');
  const { page: other } = await open({ device: DESKTOP });
  await other.goto(link.replace(/^[^#]*/, address));
  const result = other.locator('dialog.final');
  await result.waitFor();
  assert.ok((await result.innerText()).includes(say('setup.player', { number: 1 })), 'the person has a name');
  assert.equal(await other.locator('.seat .portrait').count(), 1, 'the bot has its portrait');
  assert.ok(!/\bYou\b/.test(await other.locator('body').innerText()), 'the reader is nobody');
  await button(result, say('final.replay')).click();
  await other.getByRole('slider').waitFor();
  assert.equal(Number(await other.getByRole('slider').inputValue()), 0, 'it is played from its start');
};

tests['when everything is revealed at the end, no tile of the maze moves'] = async (open) => {
  const { page } = await open({ device: DESKTOP });
  await begin(page, 'labyrinth', { bots: 1, options: { limit: 6 }, deal: 7 });
  const seen = await page.evaluateHandle((over) => {
    const seen = { before: 0, after: 0 };
    new MutationObserver((changes) => {
      const tiles = changes.filter(({ target }) => target.matches('.lab-tile')).length;
      seen[document.querySelector('.prompt')?.textContent === over ? 'after' : 'before'] += tiles;
    }).observe(document.querySelector('.board'), { subtree: true, attributes: true, attributeFilter: ['style'] });
    return seen;
  }, say('over'));
  await playOn(page);
  const { before, after } = await seen.jsonValue();
  assert.ok(before > 0, 'rows were pushed');
  assert.ok(after <= 8, `${after} tiles moved after the last push`); // which may land with the end
};

tests['the board keeps its size and place, whatever is asked'] = async (open) => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 390, height: 664 },
  ])
    for (const game of GAMES) {
      const { page } = await open({ device: { ...PHONE, viewport } });
      await begin(page, game, { bots: 3, level: 1, deal: 12 });
      await myTurn(page).waitFor();
      const box = () =>
        page.evaluate(() => {
          scrollTo(0, 0);
          const { left, top, width, height } = document.querySelector('.board').getBoundingClientRect();
          return [left, top, width, height].map(Math.round);
        });
      const before = await box();
      for (let moves = 0; moves < 14; moves++) {
        assert.deepEqual(await box(), before, `${game}: ${await page.locator('.prompt').innerText()}`);
        await move(page);
        await myTurn(page).waitFor();
      }
    }
};

/* Taps as soon as a phase is on the board; resolves to the last step that had landed then. */
const tapDuring = (page, phase) =>
  page.evaluate(
    (wanted) =>
      new Promise((tapped) => {
        const look = () => {
          if (document.querySelector('.board').dataset.phase !== wanted) return void requestAnimationFrame(look);
          const landed = Number(document.querySelector('.frame').dataset.landed);
          document.querySelector('.seats').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
          return tapped(landed);
        };
        look();
      }),
    phase,
  );

tests['a tap skips the step under way, not the turns after it'] = async (open) => {
  const { page } = await open({ device: DESKTOP, settings: { speed: 'slow' } });
  await begin(page, 'marrakech', { bots: 3, level: 1 });
  await move(page);
  assert.equal(await tapDuring(page, 'rolls'), 1);
  await page.locator('.mk-hand').waitFor();
  const landed = Number(await page.locator('.frame').getAttribute('data-landed'));
  assert.equal(landed, 2, 'the roll has landed, and my carpet is asked for');
  await move(page);
  assert.equal(await tapDuring(page, 'unrolls'), 2);
  assert.equal(await tapDuring(page, 'turns'), 3, 'the first bot begins after a beat');
  assert.equal(await tapDuring(page, 'rolls'), 4, 'one step was skipped');
};

tests['a file of an older page, a record alone, still opens'] = async (open) => {
  const { page } = await open({ device: DESKTOP });
  await page.locator('input[type="file"]').setInputFiles('tests/page/old-save.json');
  await page.getByRole('slider').waitFor();
  assert.deepEqual(
    await names(page),
    [1, 2, 3].map((number) => say('setup.player', { number })),
  );
};

/* Holds back what the table on this device says until `release` is called in the page; each message is then drawn. */
const holdBack = (page) =>
  page.evaluate(() => {
    const held = [];
    const { onmessage } = globalThis.table;
    globalThis.table.onmessage = (event) => held.push(event);
    globalThis.release = async () => {
      while (held.length) {
        onmessage.call(globalThis.table, held.shift());
        for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
      }
      globalThis.table.onmessage = onmessage;
    };
  });

for (const game of GAMES)
  tests[`${game}: what the last game still says when a lesson begins is not taken for the lesson, and back is the game`] = async (
    open,
  ) => {
    const { page } = await open({ device: DESKTOP });
    await page.context().addInitScript(() => {
      globalThis.Worker = class extends Worker {
        constructor(...from) {
          super(...from);
          globalThis.table = this;
        }
        postMessage(commands, ...more) {
          globalThis.asked = commands[0]?.t;
          super.postMessage(commands, ...more);
        }
      };
    });
    await page.reload();
    await begin(page, game, { bots: 2 });
    for (let lessons = 0; lessons < 3; lessons++) {
      await move(page);
      await myTurn(page).waitFor();
      await holdBack(page);
      await move(page);
      await page.waitForFunction(() => globalThis.asked === 'play');
      await page.evaluate((hash) => (location.hash = hash), `#/learn/${game}`);
      await page.waitForFunction(() => globalThis.asked === 'new');
      await page.evaluate(() => globalThis.release());
      await button(page, say('learn.begin')).click();
      await page.goBack();
    }
  };

await run(tests);
