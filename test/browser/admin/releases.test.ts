import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopedClient } from '../../support/scoped.ts';
import { type AdminSite, adminSite, violations } from './admin-site.ts';
import { settled } from './browser.ts';

let admin: AdminSite;
beforeAll(async () => {
  admin = await adminSite();
  await admin.site.as('administrator').post('/wp/v2/settings', { timezone: 'Asia/Tokyo' });
});
afterAll(async () => {
  await admin?.close();
});

const publish = async (title: string): Promise<number> => {
  const fields = { title, content: 'The heron stands in the shallow water.', status: 'publish' };
  return (await admin.site.as('editor').post('/wp/v2/posts', fields)).body.id;
};
const titleFor = async (id: number): Promise<string> =>
  (await admin.site.as('anonymous').get(`/wp/v2/posts/${id}`)).body.title.rendered;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
/** What stands above the text. */
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'saved and not published' });

async function look(page: Page, name: string): Promise<void> {
  await settled(page);
  expect(await violations(page), name).toEqual([]);
  const wide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
  expect(wide, `${name} is wider than the window`).toBe(false);
}

/** Types another title into an item that is public, and saves it without publishing. */
async function saveBeside(page: Page, id: number, title: string): Promise<void> {
  await page.goto(`${admin.origin}/admin/posts/${id}`);
  await page.getByLabel('Title', { exact: true }).fill(title);
  await button(page, 'Save without publishing').click();
  await page.getByText(/^Saved at .*, not published$/).waitFor();
  await notice(page).waitFor();
}

describe('changes of a published item', () => {
  it('are saved without publishing, shared as a preview, found again and published', async () => {
    const id = await publish('Heron');
    const page = await admin.open('editor', '');
    await saveBeside(page, id, 'Grey heron');
    await look(page, 'saved beside');
    expect(await titleFor(id)).toBe('Heron');

    await button(page, 'Link to a preview').click();
    const link = await dialog(page).getByLabel('Link').inputValue();
    await look(page, 'the link');
    await page.keyboard.press('Escape');
    const visitor = await admin.browser.newPage();
    await visitor.goto(link);
    await visitor.getByRole('heading', { name: 'Grey heron' }).waitFor();
    await visitor.close();

    await page.reload();
    await notice(page).waitFor();
    const title = page.getByLabel('Title', { exact: true });
    expect(await title.inputValue()).toBe('Grey heron');
    await title.fill('Grey herons');
    await page.keyboard.press('Control+s');
    await page.getByText(/^Saved at .*, not published$/).waitFor();
    expect(await titleFor(id)).toBe('Heron');

    await button(page, 'What changes').click();
    expect(await dialog(page).locator('ins').allInnerTexts()).toEqual(['Grey herons']);
    expect(await dialog(page).locator('del').allInnerTexts()).toEqual(['Heron']);
    await look(page, 'what changes');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await button(page, 'Publish changes').click();
    await notice(page).waitFor({ state: 'detached' });
    expect(await titleFor(id)).toBe('Grey herons');
    await page.context().close();
  });

  it('are published at a time of the site, which is stated, and discarded', async () => {
    const id = await publish('Egret');
    const page = await admin.open('editor', '');
    await saveBeside(page, id, 'Great egret');
    await button(page, 'Publish at…').click();
    await dialog(page).getByText('In the time zone of the site: Asia/Tokyo (UTC+09:00).').waitFor();
    const day = new Date(Date.now() + 9 * 3_600_000 + 2 * 86_400_000).toISOString().slice(0, 10);
    await dialog(page).getByLabel('Day and time').fill(`${day}T09:30`);
    await look(page, 'a time');
    await dialog(page).getByRole('button', { name: 'Set the time' }).click();
    await page.getByText('The time is set').waitFor();
    await notice(page)
      .getByText(/^Goes public on \w{3} 09:30, as the-editor$/)
      .waitFor();
    const [saved] = (await admin.site.as('editor').get(`/platen/v1/pending-changes?item=${id}&type=posts`)).body;
    expect(saved.publish_date_gmt).toBe(`${day}T00:30:00`);

    await button(page, 'Do not publish by itself').click();
    await page.getByText('It waits until somebody publishes it').waitFor();
    await button(page, 'Discard').click();
    await dialog(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Your changes were discarded').waitFor();
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Egret');
    expect((await admin.site.as('editor').get(`/platen/v1/pending-changes/${saved.id}`)).body.state).toBe('withdrawn');
    await page.context().close();
  });

  it('that were discarded elsewhere say so once, and what is written is saved as another change', async () => {
    const id = await publish('Rail');
    const page = await admin.open('editor', '');
    await saveBeside(page, id, 'Water rail');
    const editor = admin.site.as('editor');
    const [saved] = (await editor.get(`/platen/v1/pending-changes?item=${id}&type=posts`)).body;
    await editor.post(`/platen/v1/pending-changes/${saved.id}/withdraw`, {});
    const title = page.getByLabel('Title', { exact: true });
    await title.fill('Water rails');
    await button(page, 'Save without publishing').click();
    const over = page.getByRole('alert').filter({ hasText: 'were published or discarded elsewhere' });
    await over.waitFor();
    await notice(page).waitFor({ state: 'detached' });
    expect(await title.inputValue()).toBe('Water rails');
    await look(page, 'over');
    await button(page, 'Save without publishing').click();
    await notice(page).waitFor();
    await over.waitFor({ state: 'detached' });
    expect(await titleFor(id)).toBe('Rail');
    await page.context().close();
  });

  it('replace only those changes of others that were read', async () => {
    const id = await publish('Coot');
    const page = await admin.open('editor', '');
    await saveBeside(page, id, 'Eurasian coot');
    const other = admin.site.as('administrator');
    await other.post(`/wp/v2/posts/${id}`, { content: 'Meanwhile.' });
    await page.getByLabel('Title', { exact: true }).fill('Eurasian coots');
    await button(page, 'Save without publishing').click();
    const conflict = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' });
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await conflict.waitFor({ state: 'detached' });
    await page.getByText(/^Saved at .*, not published$/).waitFor();
    await other.post(`/wp/v2/posts/${id}`, { content: 'And again.' });
    await button(page, 'Publish changes').click();
    await conflict.waitFor();
    expect(await titleFor(id)).toBe('Coot');
    await page.context().close();
  });

  it('that programs propose stand in the same place, and go into a release', async () => {
    const id = await publish('Stork');
    const agent = await scopedClient(admin.site, 'editor', ['read', 'propose']);
    await agent.post(`/wp/v2/posts/${id}`, { title: 'White stork' });
    const page = await admin.open('editor', `posts/${id}`);
    await page.getByText('A change of this item is proposed.').waitFor();
    await button(page, 'Show').click();
    const card = dialog(page).getByRole('article', { name: 'Change: Stork' });
    await card.getByRole('button', { name: 'Add to a release…' }).click();
    const adding = page.getByRole('dialog', { name: 'Add to a release' });
    await adding.getByLabel('Name').fill('Of programs');
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Added to the release “Of programs”').waitFor();
    await card.getByRole('link', { name: 'Show the release' }).click();
    await page.getByRole('heading', { name: 'Of programs', level: 1 }).waitFor();
    await page.getByRole('article', { name: 'Change: Stork' }).getByText('White stork').waitFor();
    await page.context().close();
  });
});

describe('a release', () => {
  it('is filled from the editor, lists what will change, and is published whole, over a conflict that is named', async () => {
    const [first, second] = [await publish('Crane'), await publish('Ibis')];
    const editor = admin.site.as('editor');
    const { body: draft } = await editor.post('/wp/v2/posts', { title: 'Bittern', content: 'New here.' });
    const page = await admin.open('editor', 'releases');
    await look(page, 'releases');
    await button(page, 'New release').click();
    await dialog(page).getByLabel('Name').fill('Birds of spring');
    await dialog(page).getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Birds of spring', level: 1 }).waitFor();
    await page.getByText('Nothing is in it yet').waitFor();

    for (const [id, title] of [
      [first, 'Common crane'],
      [second, 'Glossy ibis'],
    ] as const) {
      await saveBeside(page, id, title);
      await button(page, 'Add to a release…').click();
      await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('Added to the release “Birds of spring”').first().waitFor();
      await notice(page).getByRole('link', { name: 'Show the release' }).waitFor();
    }
    await page.goto(`${admin.origin}/admin/posts/${draft.id}`);
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Add to a release…' }).click();
    await dialog(page).getByRole('button', { name: 'Publish it' }).click();
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Added to the release “Birds of spring”').waitFor();

    await page.getByRole('navigation').getByRole('link', { name: 'Releases' }).click();
    await page.getByRole('link', { name: 'Birds of spring' }).click();
    const card = (title: string) => page.getByRole('article', { name: `Change: ${title}` });
    await card('Crane').locator('ins').getByText('Common crane').waitFor();
    await card('Ibis').locator('ins').getByText('Glossy ibis').waitFor();
    await card('Bittern').locator('ins').getByText('Published').waitFor();
    await look(page, 'a release');

    await editor.post(`/wp/v2/posts/${second}`, { content: 'Meanwhile.' });
    await button(page, 'Publish all now').click();
    const alert = page.getByRole('alert').filter({ hasText: 'Nothing was published' });
    expect(await alert.getByRole('listitem').allInnerTexts()).toEqual(['Ibis']);
    await look(page, 'a conflict');
    expect([await titleFor(first), await titleFor(second)]).toEqual(['Crane', 'Ibis']);
    await alert.getByRole('button', { name: 'Publish all the same' }).click();
    await page.getByText('Everything in it is public').waitFor();
    expect([await titleFor(first), await titleFor(second)]).toEqual(['Common crane', 'Glossy ibis']);
    expect((await admin.site.as('anonymous').get(`/wp/v2/posts/${draft.id}`)).body.status).toBe('publish');
    await page.context().close();
  });

  it('is made once, with the name that was typed, where adding to it did not work at first', async () => {
    const id = await publish('Godwit');
    const page = await admin.open('editor', '');
    await saveBeside(page, id, 'Black-tailed godwit');
    await page.route('**/platen/v1/releases/*/changes*', (route) =>
      route.fulfill({ status: 500, json: { code: 'broken', message: 'Not now.' } }),
    );
    await button(page, 'Add to a release…').click();
    await dialog(page).getByRole('combobox', { name: 'Release' }).click();
    await page.getByRole('option', { name: 'A new release' }).click();
    await dialog(page).getByLabel('Name').fill('Waders');
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await dialog(page).getByRole('alert').getByText('Not now.').waitFor();
    expect(await dialog(page).getByRole('combobox', { name: 'Release' }).inputValue()).toBe('Waders');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Added to the release “Waders”').waitFor();
    const { body } = await admin.site.as('editor').get('/platen/v1/releases?per_page=100');
    expect(body.filter(({ name }: { name: string }) => name === 'Waders')).toHaveLength(1);
    await page.context().close();
  });

  it('is planned, emptied and removed with the keyboard, on a phone and in German', async () => {
    const id = await publish('Plover');
    const editor = admin.site.as('editor');
    const sent = { type: 'posts', item: id, fields: { title: 'Ringed plover' } };
    const { body: change } = await editor.post('/platen/v1/pending-changes', sent);
    const { body: release } = await editor.post('/platen/v1/releases', { name: 'Watvögel' });
    await editor.post(`/platen/v1/releases/${release.id}/changes`, { change: change.id });
    const page = await admin.open('editor', `releases/${release.id}`, {
      locale: 'de',
      viewport: { width: 390, height: 844 },
    });
    await page.evaluate(() => localStorage.setItem('platen.language', 'de'));
    await page.reload();
    await page.getByText('Nicht veröffentlicht').waitFor();
    await look(page, 'a release on a phone');
    const press = async (name: string) => {
      await button(page, name).focus();
      await page.keyboard.press('Enter');
    };
    await press('Veröffentlichen um …');
    const day = new Date(Date.now() + 9 * 3_600_000 + 3 * 86_400_000).toISOString().slice(0, 10);
    await dialog(page).getByLabel('Tag und Uhrzeit').fill(`${day}T07:15`);
    await page.keyboard.press('Enter');
    await page.getByText('Die Zeit ist gesetzt').waitFor();
    await page.getByText(/^Wird öffentlich am .*07:15, als the-editor$/).waitFor();
    await press('Nicht von selbst veröffentlichen');
    await page.getByText('Es wartet, bis jemand es veröffentlicht').waitFor();
    await press('Aus der Veröffentlichung nehmen');
    await page.getByText('Die Änderung wartet für sich').waitFor();
    await page.getByText('Es ist noch nichts darin').waitFor();
    await press('Entfernen');
    await dialog(page).getByRole('button', { name: 'Entfernen' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Die Veröffentlichung ist entfernt').waitFor();
    expect((await editor.get(`/platen/v1/pending-changes/${change.id}`)).body).toMatchObject({
      state: 'open',
      release: null,
    });
    await page.context().close();
  });

  it('says why it was not published at its time', async () => {
    const id = await publish('Avocet');
    const editor = admin.site.as('editor');
    const sent = { type: 'posts', item: id, fields: { title: 'Pied avocet' } };
    const { body: change } = await editor.post('/platen/v1/pending-changes', sent);
    const { body: release } = await editor.post('/platen/v1/releases', { name: 'Too late' });
    await editor.post(`/platen/v1/releases/${release.id}/changes`, { change: change.id });
    const date = new Date(Date.now() + 3_000).toISOString();
    const planned = await editor.post(`/platen/v1/releases/${release.id}/schedule`, { date });
    expect(planned.status).toBe(200);
    await editor.post(`/wp/v2/posts/${id}`, { content: 'Meanwhile.' });
    await expect
      .poll(async () => (await editor.get(`/platen/v1/releases/${release.id}`)).body.refusal?.code, { timeout: 60_000 })
      .toBe('platen_release_conflict');
    const page = await admin.open('editor', `releases/${release.id}`);
    await page.getByText(/It was not published at its time/).waitFor();
    await page.getByText(/Changed since by somebody: Avocet/).waitFor();
    await look(page, 'not published');
    expect(await titleFor(id)).toBe('Avocet');
    await page.context().close();
  });
});

it('does nothing that pages must not do', () => {
  expect(admin.faults).toEqual([]);
});
