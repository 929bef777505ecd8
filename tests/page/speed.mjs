/* How quick the page is, as figures: node tests/page/speed.mjs
 *
 * A game of each kind is played by taps on a phone, with all motion. Printed are the longest task on the page's thread,
 * and the longest time from a tap to the next picture, as the browser measures them. */
import { begin, launch, openPage, PHONE, playByTaps, serve } from './harness.mjs';

const { address, stop } = await serve();
const browser = await launch();
console.log('game        taps   longest task   longest tap to picture');
for (const game of ['alibaba', 'marrakech', 'labyrinth']) {
  const { page } = await openPage(browser, address, { device: PHONE, settings: { speed: 'normal', sounds: true } });
  await begin(page, game, { bots: 2, level: 8 });
  await page.evaluate(() => {
    globalThis.figures = { task: 0, tap: 0, taps: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.figures.task = Math.max(globalThis.figures.task, entry.duration);
    }).observe({ type: 'longtask' });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (/^(pointerup|click)$/.test(entry.name)) {
          globalThis.figures.tap = Math.max(globalThis.figures.tap, entry.duration);
          globalThis.figures.taps++;
        }
    }).observe({ type: 'event', durationThreshold: 16 });
  });
  await playByTaps(page, 40).catch(() => {});
  const { task, tap, taps } = await page.evaluate(() => globalThis.figures);
  console.log(`${game.padEnd(10)} ${String(taps).padStart(5)}   ${task ? `${Math.round(task)} ms` : 'none of 50 ms'}`.padEnd(34), `${tap} ms`);
  await page.context().close();
}
await browser.close();
await stop();
