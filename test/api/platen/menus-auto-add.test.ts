import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

const path = '/platen/v1/menus';
let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten({ host: '127.0.0.1', leads: true });
  await site.platen.listen();
});
afterAll(() => site.close());

const admin = () => site.as('administrator');
const make = async (name: string, more: object = {}): Promise<number> =>
  (await admin().post(path, { name, auto_add: true, ...more })).body.id;
const page = async (title: string, more: object = {}): Promise<number> =>
  (await admin().post('/wp/v2/pages', { title, status: 'publish', ...more })).body.id;
const itemsOf = async (menu: number) => (await admin().get(`${path}/${menu}`)).body.items;
const targetsOf = async (menu: number): Promise<string[]> =>
  (await itemsOf(menu)).map(({ target_title }: { target_title: string }) => target_title);

describe('a menu that takes new pages', () => {
  it('gets a page at the top when it is published, at its end', async () => {
    const menu = await make('Main', { items: [{ title: 'First', url: '/first', level: 0 }] });
    const other = await make('Other', { auto_add: false });
    const about = await page('About');
    expect(await itemsOf(menu)).toMatchObject([
      { title: 'First' },
      { title: '', target_title: 'About', type: 'post_type', object: 'page', object_id: about, level: 0 },
    ]);
    expect((await admin().get(`${path}/${menu}`)).body.count).toBe(2);
    expect(await itemsOf(other)).toEqual([]);
  });

  it('gets it when a draft is published, and only once', async () => {
    const menu = await make('Drafts');
    const draft = await page('Draft', { status: 'draft' });
    expect(await itemsOf(menu)).toEqual([]);
    await admin().post(`/wp/v2/pages/${draft}`, { status: 'publish' });
    expect(await targetsOf(menu)).toEqual(['Draft']);
    await admin().post(`/wp/v2/pages/${draft}`, { title: 'Draft, changed' });
    await admin().post(`/wp/v2/pages/${draft}`, { status: 'draft' });
    await admin().post(`/wp/v2/pages/${draft}`, { status: 'publish' });
    expect(await targetsOf(menu)).toEqual(['Draft, changed']);
  });

  it('gets a scheduled page when its time has come', async () => {
    const menu = await make('Later');
    const later = await page('Later', { status: 'future', date_gmt: '2035-01-01T00:00:00' });
    expect(await itemsOf(menu)).toEqual([]);
    await site.platen.store.posts.update(later, { date: '2020-01-01 00:00:00', dateGmt: '2020-01-01 00:00:00' });
    await expect.poll(() => targetsOf(menu), { timeout: 300_000 }).toEqual(['Later']);
  });

  it('leaves out posts, pages below others, and private ones', async () => {
    const parent = await page('Parent');
    const menu = await make('Choosy');
    await page('Below', { parent });
    await page('Private', { status: 'private' });
    await admin().post('/wp/v2/posts', { title: 'A post', status: 'publish' });
    expect(await itemsOf(menu)).toEqual([]);
  });

  it('gets nothing once it was removed or told otherwise', async () => {
    const removed = await make('Removed');
    await admin().delete(`${path}/${removed}`);
    const told = await make('Told');
    await admin().post(`${path}/${told}`, { auto_add: false });
    await page('After all that');
    expect(await itemsOf(told)).toEqual([]);
  });
});
