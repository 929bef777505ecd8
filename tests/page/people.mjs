/* People at tables on the net, for the tests and the pictures: each has a page and a name, makes a table by the form, comes by
 * the link, sits down, is ready, and plays. */
import assert from 'node:assert/strict';
import { DESKTOP } from './harness.mjs';

export const button = (page, name, more = {}) => page.getByRole('button', { name, exact: true, ...more });
export const myTurn = (page) => button(page, 'Choices', { disabled: false });
export const goTo = (page, hash) => page.evaluate((to) => (location.hash = to), hash);

/* Guests from one address must not come too quickly; here each comes from an address of its own. */
export const PROXY = ['--proxy'];
let guests = 0;
export const stranger = () => ({ seed: 100 + ++guests, extraHTTPHeaders: { 'x-forwarded-for': `10.0.0.${guests}` } });

/* Somebody with a name and a page; nobody has the same secrets as another. */
export async function person(open, name, options = {}) {
  const made = await open({ device: DESKTOP, ...options, ...stranger() });
  const { page, address } = made;
  const post = (what, data) =>
    page.request.post(`${address.replace(/\/$/, '')}/api/${what}`, { data, headers: { origin: new URL(address).origin } });
  assert.ok((await post('me', {})).ok());
  assert.ok((await post('name', { name })).ok());
  return { ...made, name, post };
}

/* A table with so many seats, by the form; resolves to its id. */
export async function make({ page }, game, { seats = 2, bots = {}, options = {}, off = [] } = {}) {
  await goTo(page, `#/make/${game}`);
  const form = page.locator('form');
  await form.waitFor();
  while ((await form.locator('.chair').count()) < seats) await button(form, 'One more').click();
  for (const [seat, level] of Object.entries(bots)) await form.getByLabel(`Who player ${seat} is`).selectOption(String(level));
  for (const label of off) await form.getByLabel(label).uncheck();
  if (Object.keys(options).length) await form.locator('summary').click();
  for (const [label, value] of Object.entries(options)) await form.getByLabel(label).fill(String(value));
  await button(form, 'Make the table').click();
  await button(page, 'I am ready').waitFor();
  return new URL(page.url()).hash.slice('#/t/'.length);
}

/* Comes by the link, and sits down in the first free seat. */
export async function sitDown({ page }, table, words = 'Sit here') {
  await goTo(page, `#/t/${table}`);
  await button(page, words).first().click();
}

/* And is ready. */
export async function sit(one, table) {
  await sitDown(one, table);
  await ready(one);
}

export async function ready({ page }) {
  await button(page, 'I am ready').click();
}

/* A game of these people, begun. */
export async function begin(people, game, more = {}) {
  const [host, ...others] = people;
  const table = await make(host, game, { seats: people.length + Object.keys(more.bots ?? {}).length, ...more });
  for (const other of others) await sit(other, table);
  await ready(host);
  await Promise.all(people.map(({ page }) => page.locator('.play').waitFor()));
  return table;
}

/* Chooses a move, the first there is. */
export async function choose(page, nth = 0) {
  await myTurn(page).click();
  const choices = page.getByRole('dialog', { name: 'Choices' }).getByRole('listitem').getByRole('button');
  await choices.first().waitFor();
  await choices.nth(nth).click();
}

export const confirm = (page) => page.locator('.deeds .act');

/* And makes it. */
export async function move(page, nth = 0) {
  await choose(page, nth);
  await confirm(page).click();
}

/* Whoever of these has the turn. */
export const whoseTurn = (people) =>
  Promise.any(
    people.map((one) =>
      myTurn(one.page)
        .waitFor()
        .then(() => one),
    ),
  );
