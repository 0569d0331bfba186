import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

const fallback = '/wp-block-editor/v1/navigation-fallback';
let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten({ variant: 'c', menuLocations: { primary: 'Top' } });
});
afterAll(() => site.close());
afterEach(async () => {
  const admin = site.as('administrator');
  for (const { id } of (await admin.get('/wp/v2/navigation?_fields=id')).body)
    await admin.delete(`/wp/v2/navigation/${id}?force=true`);
});

const link = '<!-- wp:navigation-link {"label":"Home","url":"/"} /-->';

describe('navigation', () => {
  it('is read by everyone once it is published, and by nobody else before', async () => {
    const admin = site.as('administrator');
    const { body: draft } = await admin.post('/wp/v2/navigation', { title: 'Main', content: link });
    const path = `/wp/v2/navigation/${draft.id}`;
    expect((await site.as('anonymous').get(path)).status).toBe(401);
    expect((await site.as('editor').get(path)).status).toBe(403);
    expect((await site.as('anonymous').get('/wp/v2/navigation')).body).toEqual([]);
    await admin.post(path, { status: 'publish' });
    const { body } = await site.as('anonymous').get(path);
    expect(body.content).not.toHaveProperty('raw');
    expect(body).not.toHaveProperty('class_list');
    await admin.delete(`${path}?force=true`);
  });

  it('shows its blocks where it is embedded, unless a password protects them', async () => {
    const admin = site.as('administrator');
    const { body } = await admin.post('/wp/v2/navigation', { title: 'Main', content: link, status: 'publish' });
    const path = `/wp/v2/navigation/${body.id}?context=embed`;
    expect((await site.as('anonymous').get(path)).body.content).toMatchObject({ raw: link, block_version: 1 });
    await admin.post(`/wp/v2/navigation/${body.id}`, { password: 'secret' });
    expect((await site.as('anonymous').get(path)).body.content).toMatchObject({ raw: '', protected: true });
  });

  it('is no content of the public site', async () => {
    const admin = site.as('administrator');
    const { body } = await admin.post('/wp/v2/navigation', { title: 'Quince', content: link, status: 'publish' });
    expect((await admin.get('/wp/v2/search?search=quince')).body).toEqual([]);
    expect(body._links).not.toHaveProperty('author');
  });
});

describe('the navigation of a place that names none', () => {
  it('is the latest that is published', async () => {
    const admin = site.as('administrator');
    const old = { title: 'Old', content: link, status: 'publish', date: '2020-01-01T00:00:00' };
    await admin.post('/wp/v2/navigation', old);
    const { body } = await admin.post('/wp/v2/navigation', { ...old, title: 'New', date: '2021-01-01T00:00:00' });
    expect((await admin.get(fallback)).body.id).toBe(body.id);
  });

  it('is made of the pages of the site once, however many ask', async () => {
    const admin = site.as('administrator');
    const answers = await Promise.all(Array.from({ length: 4 }, () => admin.get(fallback)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const { body } = await admin.get('/wp/v2/navigation?context=edit');
    expect(body.map(({ content }: { content: { raw: string } }) => content.raw)).toEqual(['<!-- wp:page-list /-->']);
    const embedded = await admin.get(`${fallback}?_embed`);
    expect(embedded.body._embedded.self[0]).toMatchObject({ type: 'wp_navigation', content: { block_version: 1 } });
  });

  it('is made of the menu at the first place, with its submenus', async () => {
    const admin = site.as('administrator');
    const { body: page } = await admin.post('/wp/v2/pages', { title: 'About --> us', status: 'publish' });
    const { body: menu } = await admin.post('/wp/v2/menus', { name: 'Top menu', locations: ['primary'] });
    const item = (fields: object) =>
      admin.post('/wp/v2/menu-items', { menus: menu.id, status: 'publish', ...fields }).then(({ body }) => body.id);
    const about = await item({ type: 'post_type', object: 'page', object_id: page.id });
    await item({ title: 'Shop', url: 'https://shop.example/?a=1&b=2', parent: about, target: '_blank' });
    const { body } = await admin.get(fallback);
    const made = await admin.get(`/wp/v2/navigation/${body.id}?context=edit`);
    expect(made.body.title.raw).toBe('Top menu');
    const { raw } = made.body.content;
    expect(raw).toMatch(
      /^<!-- wp:navigation-submenu \{.*"kind":"post-type"\} --><!-- wp:navigation-link .* \/--><!-- \/wp:navigation-submenu -->$/,
    );
    expect(raw).toContain('"opensInNewTab":true');
    expect(raw).toContain('\\u002d\\u002d\\u003e us');
    await admin.delete(`/wp/v2/menus/${menu.id}?force=true`);
  });
});
