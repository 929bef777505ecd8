/* Accounts in real browsers: the question for a name, recovery codes, passkeys (Chromium's virtual authenticator), devices.
 *
 * Usage: node tests/page/account.mjs [part of a name] [--pictures FOLDER]. */
import assert from 'node:assert/strict';
import { say } from './catalogue.mjs';
import { axe, button, DESKTOP, PHONE, run } from './harness.mjs';
import { goTo, person, PROXY, stranger } from './people.mjs';

const folder = process.argv.indexOf('--pictures') < 0 ? null : process.argv.splice(process.argv.indexOf('--pictures'), 2)[1];
const picture = async (page, name) => folder && (await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true }));

const tests = {};
const PASSWORD = 'a long password';
const toast = ({ page }, key) => page.getByText(say(key), { exact: true }).first().waitFor();

/* Opens a closed part of the account page, and fills it in by its labels. */
async function fill({ page }, summary, fields, go) {
  const part = page.locator('details', { has: page.getByText(say(summary), { exact: true }) });
  if ((await part.getAttribute('open')) === null) await part.locator('summary').click();
  for (const [label, value] of Object.entries(fields)) await part.getByLabel(say(label), { exact: true }).fill(value);
  await button(part, say(go)).click();
}

async function account(open, login, options = {}) {
  const one = await person(open, login, options);
  await goTo(one.page, '#/me');
  await fill(one, 'account.create', { 'account.username': login, 'account.password': PASSWORD }, 'account.create.go');
  await toast(one, 'account.created');
  return one;
}

/* Confirms with the password. */
async function confirm({ page }, password = PASSWORD) {
  const dialog = page.locator('dialog[open]');
  await dialog.getByLabel(say('account.password.old'), { exact: true }).fill(password);
  await button(dialog, say('security.go')).click();
}

tests['a name is asked for before others see it, and a given one can be kept'] = async (open) => {
  const { page } = await open({ at: '#/lobby', device: PHONE, isRefused: true, ...stranger() });
  const ask = page.getByRole('dialog', { name: say('name.ask'), exact: true });
  const play = page.locator('.quick-game').first();
  await play.click();
  await ask.waitFor();
  await axe(page, 'the question for a name');
  await picture(page, 'name');
  await page.keyboard.press('Escape');
  await ask.waitFor({ state: 'detached' });
  assert.equal(await page.locator('.waiting').count(), 0, 'cancelled: no table');
  await play.click();
  await ask.getByRole('textbox').fill('Moderator');
  await button(ask, say('name.ask.go')).click();
  await ask.getByRole('alert').getByText(say('refused.name-reserved')).waitFor();
  await ask.getByRole('textbox').fill('Ximena');
  await button(ask, say('name.ask.go')).click();
  await page.locator('.wait-seats').getByText('Ximena').waitFor();

  const other = await open({ at: '#/lobby', device: DESKTOP, ...stranger() });
  await other.page.locator('.quick-game').nth(1).click();
  const given = await other.page.locator('dialog[open] .buttons button').nth(1).innerText();
  await other.page.locator('dialog[open] .buttons button').nth(1).click();
  await other.page.locator('.wait-seats').waitFor();
  await goTo(other.page, '#/lobby');
  await other.page.locator('.quick-game').first().click();
  await other.page.locator('.wait-seats').waitFor(); // not asked again
  assert.match(given, /\w+ \d+$/);
};

tests['a recovery code sets a new password, once, and logs the other devices out'] = async (open) => {
  const ann = await account(open, 'Annelies', { device: PHONE, isRefused: true });
  await button(ann.page, say('codes.make')).click();
  await confirm(ann, 'a wrong password');
  await ann.page.locator('dialog[open]').getByText(say('refused.wrong-password')).waitFor();
  await confirm(ann);
  await ann.page.getByTestId('codes').waitFor();
  const codes = await ann.page.getByTestId('codes').getByRole('listitem').allInnerTexts();
  assert.equal(codes.length, 8);
  await axe(ann.page, 'new codes');
  await picture(ann.page, 'codes');
  await button(ann.page, say('codes.done')).click();
  await ann.page
    .getByTestId('recovery')
    .getByText(say('codes.left', { n: 8 }))
    .waitFor();

  const phone = await person(open, 'Somebody', { device: DESKTOP, isRefused: true });
  await goTo(phone.page, '#/me');
  const fields = {
    'account.username': 'annelies',
    'recover.code': codes[0].toUpperCase(),
    'account.password.new': 'another password',
  };
  await fill(phone, 'recover', fields, 'recover.go');
  await toast(phone, 'recover.done');
  await phone.page.getByText(say('account.logged.in.as', { login: 'Annelies' })).waitFor();
  await phone.page
    .getByTestId('recovery')
    .getByText(say('codes.left', { n: 7 }))
    .waitFor();
  await phone.page.getByTestId('devices').getByRole('listitem').first().waitFor();
  assert.equal(await phone.page.getByTestId('devices').getByRole('listitem').count(), 1);
  await fill(phone, 'recover', fields, 'recover.go');
  await phone.page.getByRole('alert').getByText(say('refused.wrong-code')).waitFor();
};

tests['devices are listed, and one is logged out from another'] = async (open) => {
  const ann = await account(open, 'Bernadette');
  const phone = await person(open, 'Somebody else', { device: PHONE });
  await goTo(phone.page, '#/me');
  await fill(phone, 'account.login', { 'account.username': 'bernadette', 'account.password': PASSWORD }, 'account.login.go');
  await phone.page.getByText(say('account.logged.in.as', { login: 'Bernadette' })).waitFor();
  await axe(phone.page, 'the account');
  await picture(phone.page, 'account-phone');
  const devices = phone.page.getByTestId('devices').getByRole('listitem');
  await devices.nth(1).waitFor();
  await devices.getByText(say('device.here')).waitFor();
  await devices.getByText('Chrome').first().waitFor();
  await devices.getByRole('button').click();
  await toast(phone, 'device.ended');
  await devices.nth(1).waitFor({ state: 'detached' });
  await ann.page.getByText(say('account.logged.in.as', { login: 'Bernadette' })).waitFor({ state: 'detached' });
};

/* And comes back to the account page, as another guest. */
async function logOut(page) {
  await button(page, say('account.logout')).click();
  await button(page.locator('dialog[open]'), say('account.logout')).click();
  await page.waitForURL(/#\/$/);
  await goTo(page, '#/me');
}

tests['a passkey is added, logs in on its device, and is removed'] = async (open) => {
  const one = await open({ device: DESKTOP, isRefused: true, ...stranger() });
  const { page } = one;
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${one.address.replace('127.0.0.1', 'localhost')}#/me`); // passkeys are for names
  await page.getByLabel(say('account.name'), { exact: true }).fill('Corine');
  await button(page, say('account.save')).click();
  await toast(one, 'account.name.saved');
  await fill(one, 'account.create', { 'account.username': 'Corine', 'account.password': PASSWORD }, 'account.create.go');
  await toast(one, 'account.created');
  await button(page, say('passkeys.add')).click();
  await confirm(one, 'a wrong password');
  await page.locator('dialog[open]').getByText(say('refused.wrong-password')).waitFor();
  await confirm(one);
  await toast(one, 'passkeys.added');
  await page.getByTestId('passkeys').getByRole('listitem').waitFor();
  await picture(page, 'account-desktop');

  await logOut(page);
  await button(page, say('passkeys.enter')).click();
  await page.getByText(say('account.logged.in.as', { login: 'Corine' })).waitFor();
  await button(page, say('passkeys.enter')).waitFor({ state: 'detached' });
  await page
    .getByTestId('passkeys')
    .getByRole('button', { name: say('passkeys.remove') })
    .click();
  await toast(one, 'passkeys.removed');

  await logOut(page);
  await button(page, say('passkeys.enter')).click();
  await page.getByRole('alert').getByText(say('refused.wrong-passkey')).waitFor();
};

run(tests, PROXY);
