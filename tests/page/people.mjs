/* People at online tables, for the tests and the screenshots: each has a page and a name, creates a table by the form, joins
 * by the link, sits down, is ready, and plays. */
import assert from 'node:assert/strict';
import { begins, optionName, say } from './catalogue.mjs';
import { button, DESKTOP, myTurn } from './harness.mjs';

export const goTo = (page, hash) => page.evaluate((to) => (location.hash = to), hash);

/* New guests from one address are rate-limited; here each has its own address. */
export const PROXY = ['--proxy'];
let guests = 0;
export const stranger = () => ({ seed: 100 + ++guests, extraHTTPHeaders: { 'x-forwarded-for': `10.0.0.${guests}` } });

/* A person with a name and a page; each has other secrets. */
export async function person(open, name, options = {}) {
  const made = await open({ device: DESKTOP, ...options, ...stranger() });
  const { page, address } = made;
  const post = (what, data) =>
    page.request.post(`${address.replace(/\/$/, '')}/api/${what}`, { data, headers: { origin: new URL(address).origin } });
  assert.ok((await post('me', {})).ok());
  assert.ok((await post('name', { name })).ok());
  return { ...made, name, post };
}

/* Creates a table with this many seats by the form; options and switches by their names. Resolves to its id. */
export async function make({ page }, game, { seats = 2, bots = {}, options = {}, off = [] } = {}) {
  await goTo(page, `#/make/${game}`);
  const form = page.locator('form');
  await form.waitFor();
  while ((await form.locator('.chair').count()) < seats) await button(form, say('setup.more')).click();
  for (const [seat, level] of Object.entries(bots))
    await form.getByLabel(say('setup.who', { number: seat }), { exact: true }).selectOption(String(level));
  for (const name of off) await form.getByRole('switch', { name: begins(say(`make.${name}`)) }).uncheck();
  if (Object.keys(options).length) await form.locator('summary').click();
  for (const [name, value] of Object.entries(options)) await form.getByLabel(begins(optionName(game, name))).fill(String(value));
  await button(form, say('make.go')).click();
  await button(page, say('wait.be.ready')).waitFor();
  return new URL(page.url()).hash.slice('#/t/'.length);
}

/* Joins by the link, and sits down in the first free seat. */
export async function sitDown({ page }, table, language = 'en') {
  await goTo(page, `#/t/${table}`);
  await button(page, say('wait.sit', {}, language))
    .first()
    .click();
}

/* Joins, sits down, and is ready. */
export async function sit(one, table) {
  await sitDown(one, table);
  await ready(one);
}

export async function ready({ page }) {
  await button(page, say('wait.be.ready')).click();
}

/* Starts a game of these people. */
export async function begin(people, game, more = {}) {
  const [host, ...others] = people;
  const table = await make(host, game, { seats: people.length + Object.keys(more.bots ?? {}).length, ...more });
  for (const other of others) await sit(other, table);
  await ready(host);
  await Promise.all(people.map(({ page }) => page.locator('.play').waitFor()));
  return table;
}

/* The one of them who is to move. */
export const whoseTurn = (people) =>
  Promise.any(
    people.map((one) =>
      myTurn(one.page)
        .waitFor()
        .then(() => one),
    ),
  );
