/* How quick the page is, as figures: node tests/page/speed.mjs
 *
 * A game of each kind is played by taps on a phone, with all motion. Printed are the longest task on the page's thread,
 * and how long it is from a tap to the next picture, as the browser measures them. */
import { begin, launch, openPage, PHONE, playByTaps, serve } from './harness.mjs';

const { address, stop } = await serve();
const browser = await launch();
console.log('game        taps   longest task   tap to picture: half / nine of ten / all within');
for (const game of ['alibaba', 'marrakech', 'labyrinth']) {
  const { page } = await openPage(browser, address, { device: PHONE, settings: { speed: 'normal', sounds: true } });
  await begin(page, game, { bots: 2, level: 8 });
  await page.evaluate(() => {
    globalThis.figures = { task: 0, taps: [] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.figures.task = Math.max(globalThis.figures.task, entry.duration);
    }).observe({ type: 'longtask' });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.name === 'click') globalThis.figures.taps.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 });
  });
  await playByTaps(page, 40).catch(() => {});
  const { task, taps } = await page.evaluate(() => globalThis.figures);
  const at = (part) => taps.sort((a, b) => a - b)[Math.floor((taps.length - 1) * part)];
  console.log(`${game.padEnd(10)} ${String(taps.length).padStart(5)}   ${task ? `${Math.round(task)} ms` : 'none of 50 ms'}`.padEnd(34), `${at(0.5)} / ${at(0.9)} / ${at(1)} ms`);
  await page.context().close();
}
await browser.close();
await stop();
