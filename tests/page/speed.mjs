/* How quick the page is, as figures: node tests/page/speed.mjs [TAPS]
 *
 * A game of each kind is played by taps on a phone, with all motion, a quarter of a second apart as by a quick person.
 * Printed are the longest task on the page's thread, and how long it is from the moment of a tap to the picture that answers
 * it, as the browser measures them (in steps of 8 ms). */
import { begin, GAMES, launch, openPage, PHONE, playByTaps, serve } from './harness.mjs';

const TAPS = Number(process.argv[2] ?? 60);
const { address, stop } = await serve();
const browser = await launch();
console.log('game        taps   longest task   tap to picture: half / nine of ten / all within');
for (const game of GAMES) {
  const { page } = await openPage(browser, address, {
    device: { ...PHONE, deviceScaleFactor: 2 },
    settings: { speed: 'normal', sounds: true },
  });
  await begin(page, game, { bots: 2, level: 8 });
  await page.waitForTimeout(1000); // the audio device is opened soon after the first tap of a visit, before a person has set up a game
  await playByTaps(page, { most: 3, rest: 250 }).catch(() => {}); // the test driver injects 300 kB into the page at first
  await page.evaluate(() => {
    globalThis.figures = { task: 0, taps: [] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.figures.task = Math.max(globalThis.figures.task, entry.duration);
    }).observe({ type: 'longtask' });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'click') globalThis.figures.taps.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 });
  });
  await playByTaps(page, { most: TAPS, rest: 250 }).catch(() => {}); // which throws, since the game is not over
  const { task, taps } = await page.evaluate(() => globalThis.figures);
  const at = (part) => taps.sort((a, b) => a - b)[Math.floor((taps.length - 1) * part)];
  console.log(
    `${game.padEnd(10)} ${String(taps.length).padStart(5)}   ${task ? `${Math.round(task)} ms` : 'none of 50 ms'}`.padEnd(34),
    `${at(0.5)} / ${at(0.9)} / ${at(1)} ms`,
  );
  await page.context().close();
}
await browser.close();
await stop();
