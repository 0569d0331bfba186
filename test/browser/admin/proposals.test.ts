import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/platen.ts';
import { scopedClient } from '../../support/scoped.ts';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

let admin: AdminSite;
let agent: Client;
beforeAll(async () => {
  admin = await adminSite();
  agent = await scopedClient(admin.site, 'author', ['read', 'propose']);
});
afterAll(async () => {
  await admin?.close();
});

const visitor = async (id: number) => (await admin.site.as('anonymous').get(`/wp/v2/posts/${id}`)).body;

/** A public post of the author with a change that a program proposes. */
async function propose(title: string, fields: object): Promise<number> {
  const { body } = await admin.site.as('author').post('/wp/v2/posts', {
    title,
    content: 'The heron stands in the shallow water and waits.',
    status: 'publish',
  });
  await agent.post(`/wp/v2/posts/${body.id}`, { ...fields, proposal_note: 'It is a grey heron.' });
  return body.id;
}

const card = (page: Page, title: string) => page.getByRole('article', { name: `Change: ${title}` });
const button = (page: Page, title: string, name: string) =>
  card(page, title).getByRole('button', { name, exact: true });
const pictures = process.env['PLATEN_TEST_PICTURES'];

async function look(page: Page, name: string): Promise<void> {
  await settled(page);
  expect(await violations(page)).toEqual([]);
  const wide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
  expect(wide, `${name} is wider than the window`).toBe(false);
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
}

describe('proposals', () => {
  it('say who, when, why and which words, and are accepted, edited or declined', async () => {
    const first = await propose('Heron', { content: 'The grey heron stands in the water and waits.' });
    const second = await propose('Egret', { title: 'A egret' });
    const third = await propose('Stork', { title: 'No stork' });
    const page = await admin.open('editor', '');
    await page.getByRole('navigation').getByLabel('3 waiting').waitFor();
    await page.getByRole('link', { name: /^Proposals/ }).click();
    await card(page, 'Heron').getByText('A program of the-author,').waitFor();
    await card(page, 'Heron').getByText('It is a grey heron.').waitFor();
    expect(await card(page, 'Heron').locator('ins').allInnerTexts()).toEqual(['grey ']);
    expect(await card(page, 'Heron').locator('del').allInnerTexts()).toEqual(['shallow ']);
    await look(page, 'proposals');
    await button(page, 'Heron', 'Accept').click();
    await page.getByText('The change was made').waitFor();
    expect((await visitor(first)).content.rendered).toContain('grey heron');

    await button(page, 'Egret', 'Edit, then accept').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('An egret');
    await look(page, 'proposals-edit');
    await dialog.getByRole('button', { name: 'Accept as edited' }).click();
    await card(page, 'Egret').waitFor({ state: 'detached' });
    expect((await visitor(second)).title.rendered).toBe('An egret');

    await button(page, 'Stork', 'Decline').click();
    await dialog.getByLabel('Why').fill('There is one.');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('heading', { name: 'No proposals' }).waitFor();
    const { body } = await agent.get('/platen/v1/pending-changes?view=mine');
    expect(body[0]).toMatchObject({ state: 'declined', reason: 'There is one.' });
    expect((await visitor(third)).title.rendered).toBe('Stork');
    await page.context().close();
  });

  it('of an item that was changed since say so, and are accepted all the same', async () => {
    const id = await propose('Crane', { title: 'A crane' });
    await admin.site.as('author').post(`/wp/v2/posts/${id}`, { content: 'Meanwhile.' });
    const page = await admin.open('editor', 'proposals', {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    await button(page, 'Crane', 'Accept').click();
    await page.getByText('The item was changed since this was proposed.').waitFor();
    await look(page, 'proposals-conflict-phone-dark');
    await button(page, 'Crane', 'Accept all the same').click();
    await card(page, 'Crane').waitFor({ state: 'detached' });
    const { title, content } = await visitor(id);
    expect([title.rendered, content.rendered.trim()]).toEqual(['A crane', '<p>Meanwhile.</p>']);
    await page.context().close();
  });

  it('that were edited while they were read are shown anew before they are accepted', async () => {
    const id = await propose('Plover', { title: 'A plover' });
    const page = await admin.open('editor', 'proposals');
    await card(page, 'Plover').getByText('A plover').waitFor();
    const [{ id: change }] = (await agent.get(`/platen/v1/pending-changes?view=mine&item=${id}`)).body;
    await agent.post(`/platen/v1/pending-changes/${change}`, { fields: { title: 'A pun' } });
    await button(page, 'Plover', 'Accept').click();
    await page.getByText('The proposal was edited meanwhile.').waitFor();
    await card(page, 'Plover').getByText('A pun').waitFor();
    expect((await visitor(id)).title.rendered).toBe('Plover');
    await look(page, 'proposals-edited');
    await button(page, 'Plover', 'Accept').click();
    await card(page, 'Plover').waitFor({ state: 'detached' });
    expect((await visitor(id)).title.rendered).toBe('A pun');
    await page.context().close();
  });

  it('that are edited before they are accepted keep what was typed, whatever others do meanwhile', async () => {
    const id = await propose('Grebe', { title: 'A grebe' });
    const page = await admin.open('editor', 'proposals');
    await button(page, 'Grebe', 'Edit, then accept').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Great grebe');
    const [{ id: change }] = (await agent.get(`/platen/v1/pending-changes?view=mine&item=${id}`)).body;
    await agent.post(`/platen/v1/pending-changes/${change}`, { fields: { title: 'A bird' } });
    await dialog.getByRole('button', { name: 'Accept as edited' }).click();
    await dialog.getByText('Your text is still here.').waitFor();
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Great grebe');
    await admin.site.as('author').post(`/wp/v2/posts/${id}`, { content: 'Meanwhile.' });
    await dialog.getByRole('button', { name: 'Accept as edited' }).click();
    await dialog.getByText('The item was changed since this was proposed.').waitFor();
    await look(page, 'proposals-edit-conflict');
    await dialog.getByRole('button', { name: 'Accept all the same' }).click();
    await card(page, 'Grebe').waitFor({ state: 'detached' });
    expect((await visitor(id)).title.rendered).toBe('Great grebe');
    await page.context().close();
  });

  it('stand in the editor of the item, for its author too', async () => {
    const id = await propose('Ibis', { title: 'An ibis' });
    const page = await admin.open('author', `posts/${id}`, { locale: 'en' });
    await page.getByText('A change of this item is proposed.').waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await button(page, 'Ibis', 'Accept').waitFor();
    await look(page, 'proposals-editor');
    await button(page, 'Ibis', 'Accept').click();
    await page
      .getByRole('textbox', { name: 'Title' })
      .and(page.locator('[value="An ibis"], :text("An ibis")'))
      .waitFor();
    expect((await visitor(id)).title.rendered).toBe('An ibis');
    await page.context().close();
  });

  it('are withdrawn by who made them', async () => {
    await propose('Bittern', { title: 'A bittern' });
    const page = await admin.open('author', 'proposals');
    await page.getByText('My own', { exact: true }).click();
    await button(page, 'Bittern', 'Withdraw').click();
    await page.getByText('The proposal was withdrawn').waitFor();
    await page.context().close();
  });
});

describe('application passwords', () => {
  it('are limited where they are made', async () => {
    const page = await admin.open('author', 'profile');
    await page.getByRole('button', { name: 'New application password' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the program').fill('Agent');
    await dialog.getByLabel('Limit what it may do').check();
    await dialog.getByLabel('Propose', { exact: true }).check();
    await look(page, 'scopes');
    await dialog.getByRole('button', { name: 'Make the password' }).click();
    const password = await dialog.getByLabel('Password', { exact: true }).innerText();
    const made = admin.site.as(`the-author:${password}`);
    expect((await made.post('/wp/v2/posts', { title: 'x' })).status).toBe(202);
    await page.context().close();
  });
});

it('no page has an error in a script', () => {
  expect(admin.faults).toEqual([]);
});
