/* Following a game: nothing is told before it is seen, turns do not run into each other, what is forced is not asked, and several
 * people share one screen.
 *
 * Usage: node tests/page/follow.mjs [part of a name]. */
import assert from 'node:assert/strict';
import { say } from './catalogue.mjs';
import { begin, button, confirm, DESKTOP, GAMES, move, myTurn, PHONE, run } from './harness.mjs';

const SHORT = { labyrinth: { options: { limit: 10 } } };

/* Samples the page in every frame: the phase of the motion on the board, the last step that has landed, and all readouts. */
function sample(page) {
  return page.evaluate(() => {
    const text = (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent).join(' | ');
    globalThis.frames = [];
    const look = () => {
      const phase = document.querySelector('.board')?.dataset.phase ?? '';
      const told = text('.seats, .prompt, .progress, .mine, .log-panel .log, .actions, .legend');
      const landed = Number(document.querySelector('.frame')?.dataset.landed);
      const last = globalThis.frames.at(-1);
      if (last?.phase !== phase || last.landed !== landed || last.told !== told) globalThis.frames.push({ phase, landed, told });
      requestAnimationFrame(look);
    };
    look();
  });
}

const tests = {};

for (const game of GAMES)
  for (const reducedMotion of ['no-preference', 'reduce'])
    tests[`${game}: no readout is ahead of its picture${reducedMotion === 'reduce' ? ', with reduced motion' : ''}`] = async (open) => {
      const { page } = await open({ device: DESKTOP, reducedMotion, settings: { speed: 'fast' } });
      await begin(page, game, { bots: 2, level: 1, deal: 12, ...SHORT[game] });
      await myTurn(page).waitFor();
      await sample(page);
      for (let moves = 0; moves < 6; moves++) await move(page);
      await myTurn(page).waitFor();
      const frames = await page.evaluate(() => globalThis.frames);
      const inMotion = frames.filter(({ phase }) => phase);
      assert.ok(new Set(inMotion.map(({ phase }) => phase)).size > 2, 'several phases were seen');
      for (const [i, { phase, landed, told }] of frames.entries())
        if (phase && frames[i - 1]?.phase && frames[i - 1].landed === landed)
          assert.equal(told, frames[i - 1].told, `nothing changes while ${phase} is shown`);
    };

await run(tests);
