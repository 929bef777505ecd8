/* Reports and administration in real browsers: node tests/page/admin.mjs [part of a name] [--pictures FOLDER]. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { say, saying } from './catalogue.mjs';
import { axe, button, DESKTOP, PHONE, run } from './harness.mjs';
import { goTo, make, person, PROXY, sitDown } from './people.mjs';

const pictures = process.argv.indexOf('--pictures') < 0 ? null : process.argv.splice(process.argv.indexOf('--pictures'), 2)[1];
const picture = async (page, name) => pictures && (await page.screenshot({ path: `${pictures}/${name}.png` }));

const folder = mkdtempSync(`${tmpdir()}/serai-admin-`);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const db = `${folder}/db`;
const admin = (...words) => execFileSync(process.env.SERAI ?? 'build/serai', ['admin', ...words, '--db', db], { encoding: 'utf8' });
const list = (...words) => JSON.parse(admin(...words, '--json'));

/* Somebody whom the command line has made an administrator. */
async function administrator(open, name, options = {}) {
  const one = await person(open, name, options);
  admin('grant', list('people', name).find((found) => found.name === name).person);
  return one;
}

const showList = (page, which) => page.getByRole('radio', { name: say(`admin.list.${which}`), exact: true }).check({ force: true });
const row = (page, name) => page.getByRole('listitem').filter({ hasText: name });

async function openAdmin({ page }) {
  await goTo(page, '#/me');
  await page.getByRole('link', { name: say('admin'), exact: true }).click();
}

const tests = {};

tests['a report takes two taps, and its answer comes back'] = async (open) => {
  const ann = await administrator(open, 'Ann');
  const bo = await person(open, 'Bo');
  const cy = await person(open, 'Cy', { device: PHONE });
  const table = await make(bo, 'marrakech');
  await sitDown(cy, table);
  await button(bo.page, say('chat')).click();
  await bo.page.getByRole('textbox', { name: say('chat.words') }).fill('something "rude"');
  await button(bo.page, say('chat.say')).click();
  await button(cy.page, new RegExp(`^${say('chat')}`)).click();
  const chat = cy.page.getByRole('dialog', { name: say('chat'), exact: true });
  await chat.getByText('something "rude"').first().waitFor();
  await chat.getByRole('button', { name: say('report.who', { name: 'Bo' }) }).click();
  await picture(cy.page, 'report');
  await axe(cy.page, 'the report');
  await button(cy.page, say('report.why.words')).click();
  await cy.page.getByText(say('report.sent')).waitFor();

  await openAdmin(ann);
  const report = row(ann.page, say('admin.report', { by: 'Cy', name: 'Bo' }));
  await report.getByText('something "rude"').waitFor();
  await picture(ann.page, 'admin-reports');
  await axe(ann.page, 'reports');
  await report.getByRole('textbox', { name: say('admin.answer') }).fill('Thank you, we talked to Bo.');
  await button(report, say('admin.settle')).click();
  await report.getByText(say('admin.answered', { answer: 'Thank you, we talked to Bo.' })).waitFor();

  const answer = cy.page.locator('.announcements').getByText(say('report.answer', { name: 'Bo' }));
  await cy.page.reload();
  await answer.waitFor();
  await picture(cy.page, 'report-answer');
  await cy.page.locator('.announcements').getByText('Thank you, we talked to Bo.').waitFor();
  await button(cy.page.locator('.announcements'), say('close')).click();
  await answer.waitFor({ state: 'detached' });
  await cy.page.reload();
  await button(cy.page, say('wait.be.ready')).waitFor();
  assert.equal(await answer.count(), 0, 'it is told once');
};

tests['an administrator mutes, renames and bans, and the person is told'] = async (open) => {
  const ann = await administrator(open, 'Dora', { device: PHONE });
  const bo = await person(open, 'Edgar', { isRefused: true });
  await make(bo, 'marrakech');
  await openAdmin(ann);
  await showList(ann.page, 'people');
  await ann.page.getByRole('searchbox', { name: say('admin.find') }).fill('Edgar');
  await button(row(ann.page, 'Edgar'), say('admin.actions')).click();
  await picture(ann.page, 'admin-person');
  await axe(ann.page, 'actions on a person');
  await ann.page.getByRole('textbox', { name: say('admin.rename') }).fill('Edgar the Nice');
  await button(ann.page, say('admin.rename')).click();
  await bo.page.getByText('Edgar the Nice').first().waitFor();
  await button(row(ann.page, 'Edgar the Nice'), say('admin.actions')).click();
  const mute = ann.page.getByRole('group', { name: say('admin.until.mute') });
  await button(mute, say('admin.period.24')).click();
  await row(ann.page, 'Edgar the Nice').getByText(saying('admin.muted')).waitFor();
  await button(row(ann.page, 'Edgar the Nice'), say('admin.actions')).click();
  await button(ann.page.getByRole('group', { name: say('admin.until.ban') }), say('admin.period.168')).click();
  await row(ann.page, 'Edgar the Nice').getByText(saying('admin.banned')).waitFor();
  await goTo(bo.page, '#/');
  await bo.page.getByText(saying('refused.banned')).first().waitFor();
  await picture(bo.page, 'banned');
  await button(row(ann.page, 'Edgar the Nice'), say('admin.actions')).click();
  await button(ann.page, say('admin.unban')).click();
  await row(ann.page, 'Edgar the Nice').getByText(saying('admin.banned')).waitFor({ state: 'detached' });
  await bo.page.reload();
  await goTo(bo.page, '#/lobby');
  await bo.page.getByRole('heading').first().waitFor();
  await showList(ann.page, 'log');
  await row(ann.page, say('admin.log.unban')).first().waitFor();
  await picture(ann.page, 'admin-log');
  await axe(ann.page, 'the log');
};

tests['an announcement is seen once, and a switch holds'] = async (open) => {
  const ann = await administrator(open, 'Fatima');
  const bo = await person(open, 'Gil', { device: PHONE });
  await goTo(bo.page, '#/lobby');
  await openAdmin(ann);
  await showList(ann.page, 'site');
  await ann.page.getByRole('textbox', { name: say('admin.announce') }).fill('A tournament begins at eight.');
  await button(ann.page, say('admin.announce.go')).click();
  const words = (page) => page.locator('.announcements').getByText('A tournament begins at eight.');
  await words(bo.page).waitFor();
  await picture(bo.page, 'announcement');
  await axe(bo.page, 'an announcement');
  await bo.page.reload();
  await bo.page.getByRole('heading').first().waitFor();
  const tables = ann.page.getByRole('switch', { name: say('admin.switch.tables') });
  await tables.uncheck();
  await ann.page.getByText(say('admin.done')).waitFor();
  await picture(ann.page, 'admin-site');
  await axe(ann.page, 'the site');
  await goTo(bo.page, '#/make/marrakech');
  await button(bo.page, say('make.go')).click();
  await bo.page.getByText(say('refused.tables-off')).waitFor();
  assert.equal(await words(bo.page).count(), 0, 'it is told once');
  await tables.check();
  await goTo(bo.page, '#/lobby');
  await make(bo, 'marrakech');
  await showList(ann.page, 'tables');
  await ann.page.getByRole('searchbox', { name: say('admin.find') }).fill('Gil');
  await button(row(ann.page, 'Gil'), say('admin.delete')).click();
  await button(ann.page.locator('dialog[open]'), say('admin.delete')).click();
  await bo.page.getByText(say('refused.no-such-table')).first().waitFor();
};

await run(tests, [...PROXY, '--db', db]);
