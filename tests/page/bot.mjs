/* The account of a bot in a real browser: node tests/page/bot.mjs [part of a name] [--pictures FOLDER]. */
import assert from 'node:assert/strict';
import { say } from './catalogue.mjs';
import { axe, button, PHONE, run } from './harness.mjs';
import { goTo, make, person, PROXY } from './people.mjs';

const pictures = process.argv.indexOf('--pictures') < 0 ? null : process.argv.splice(process.argv.indexOf('--pictures'), 2)[1];
const picture = async (page, name) => pictures && (await page.screenshot({ path: `${pictures}/${name}.png` }));

const tests = {};

tests['an account becomes a bot, gets a token, and its program is marked'] = async (open) => {
  const owner = await person(open, 'Owner', { device: PHONE });
  assert.ok((await owner.post('name', { name: 'Walter' })).ok());
  assert.ok((await owner.post('keep', { login: 'walter', password: 'correct horse' })).ok());
  const { page, address } = owner;
  await goTo(page, '#/me');
  await page.reload();
  await page.getByText(say('bot.account')).click();
  await button(page, say('bot.declare')).click();
  await axe(page, 'the question before an account becomes a bot');
  await button(page.locator('dialog[open]'), say('bot.declare.yes')).click();
  await button(page, say('bot.token.new')).click();
  const field = page.getByRole('textbox', { name: say('bot.token') });
  const token = await field.inputValue();
  await picture(page, 'bot-token');
  await axe(page, 'the token');
  assert.match(token, /^[0-9a-f]{64}$/);
  await button(page.locator('dialog[open]'), say('close')).click();

  const ann = await person(open, 'Ann');
  const table = await make(ann, 'marrakech', { off: ['rated'] });
  const command = (data) =>
    ann.page.request.post(`${address.replace(/\/$/, '')}/api/bot/command?table=${table}`, {
      data,
      headers: { authorization: `Bearer ${token}` },
    });
  assert.equal((await command({ t: 'sit', seat: 0 })).status(), 200);
  await ann.page
    .getByText(say('bot.name', { name: 'Walter' }))
    .first()
    .waitFor();
  await picture(ann.page, 'bot-seated');
  const bo = await person(open, 'Bo');
  await goTo(bo.page, '#/lobby');
  await bo.page
    .getByText(say('bot.name', { name: 'Walter' }))
    .first()
    .waitFor();

  await button(page, say('bot.revoke')).click();
  await page.getByText(say('bot.revoked')).waitFor();
  assert.equal((await command({ t: 'chat', words: 'hello' })).status(), 401);
};

await run(tests, PROXY);
