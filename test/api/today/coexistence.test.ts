import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Post } from '../../../src/storage/rows.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { commentRow, postRow } from '../../support/rows.ts';

const dbVersions = { 'before 6.8': '57155', 'from 6.8': '60717' } as const;

describe.each(['a', 'c'] as const)('variant %s beside another program of today', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
    await site.platen.store.options.set('db_version', dbVersions['from 6.8']);
  });
  afterAll(() => site.close());

  it('stores passwords as the other program does, and reads what it stored', async () => {
    const { store } = site.platen;
    const admin = site.as('administrator');
    const made = async (dbVersion: string | null) => {
      if (dbVersion === null) await store.options.remove('db_version');
      else await store.options.set('db_version', dbVersion);
      const { id } = (await admin.post('/wp/v2/users', user(`v${dbVersion}`))).body;
      const account = await store.users.byId(id);
      const changed = await admin.post(`/wp/v2/users/${id}`, { password: 'changed password' });
      expect(changed.status).toBe(200);
      const client = site.as(`v${dbVersion}:changed password`);
      expect((await client.get('/wp/v2/users/me')).status).toBe(200);
      return [account?.passwordHash.slice(0, 7), (await store.users.byId(id))?.passwordHash.slice(0, 7)];
    };
    expect(await made(dbVersions['from 6.8'])).toEqual(['$wp$2y$', '$wp$2y$']);
    expect(await made(dbVersions['before 6.8'])).toEqual(['$2y$10$', '$2y$10$']);
    expect(await made(null)).toEqual(['$2y$10$', '$2y$10$']);
    await store.options.set('db_version', dbVersions['from 6.8']);
  });

  it('stores application passwords as the other program does', async () => {
    const { store } = site.platen;
    const mine = '/platen/v1/users/me/application-passwords';
    for (const [dbVersion, form] of [
      [dbVersions['from 6.8'], /"\$generic\$[\w-]{40}"/],
      [dbVersions['before 6.8'], /"\$P\$B[./0-9A-Za-z]{30}"/],
    ] as const) {
      await store.options.set('db_version', dbVersion);
      const { password } = (await site.as('editor').post(mine, { name: `Phone ${dbVersion}` })).body;
      const rows = await store.meta.of('user', [site.users.editor], ['_application_passwords']);
      expect(rows.get(site.users.editor)?.[0]?.value).toMatch(form);
      expect((await site.as(`the-editor:${password}`).get('/wp/v2/users/me')).body.id).toBe(site.users.editor);
    }
    await store.options.set('db_version', dbVersions['from 6.8']);
  });

  it('counts no notes', async () => {
    const { store } = site.platen;
    const admin = site.as('administrator');
    const { id } = (await admin.post('/wp/v2/posts', { title: 'Noted', status: 'publish' })).body;
    await store.comments.insert(commentRow(id, { type: 'note', content: 'Between us', approved: '1' }));
    const said = await admin.post('/wp/v2/comments', { post: id, content: 'For all' });
    expect(said.status).toBe(201);
    expect((await store.posts.byId(id))?.commentCount).toBe(1);
    for (const client of [admin, site.as('anonymous')]) {
      const listed = await client.get(`/wp/v2/comments?post=${id}`);
      expect([listed.headers['x-wp-total'], listed.body.length]).toEqual(['1', 1]);
    }
    const embedded = await site.as('anonymous').get(`/wp/v2/posts/${id}?_embed`);
    expect(JSON.stringify(embedded.body)).not.toContain('Between us');
  });

  it('keeps what is known of a picture, and removes its original with it', async () => {
    const { store, config } = site.platen;
    const folder = join(config.dataDir, 'uploads', '2026', '01');
    await mkdir(folder, { recursive: true });
    for (const name of ['big.jpg', 'big-scaled.jpg', 'big-300x200.jpg', 'bigger.jpg'])
      await writeFile(join(folder, name), name);
    const metadata =
      'a:6:{s:5:"width";i:2560;s:6:"height";i:1707;s:4:"file";s:22:"2026/01/big-scaled.jpg";s:8:"filesize";i:99;' +
      's:5:"sizes";a:1:{s:6:"medium";a:5:{s:4:"file";s:15:"big-300x200.jpg";s:5:"width";i:300;s:6:"height";i:200;' +
      's:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:9;}}s:14:"original_image";s:7:"big.jpg";}';
    const id = await store.posts.insert(postRow({ type: 'attachment', status: 'inherit', mimeType: 'image/jpeg' }));
    await store.meta.set('post', id, '_wp_attached_file', ['2026/01/big-scaled.jpg']);
    await store.meta.set('post', id, '_wp_attachment_metadata', [metadata]);
    const admin = site.as('administrator');
    const changed = await admin.post(`/wp/v2/media/${id}`, { alt_text: 'Big', title: 'Big' });
    expect(changed.body.media_details).toMatchObject({ filesize: 99, original_image: 'big.jpg' });
    const stored = (await store.meta.of('post', [id], ['_wp_attachment_metadata'])).get(id);
    expect(stored?.map(({ value }) => value)).toEqual([metadata]);
    expect((await admin.delete(`/wp/v2/media/${id}?force=true`)).status).toBe(200);
    expect(await readdir(folder)).toEqual(['bigger.jpg']);
  });

  it('leaves the rows of block themes as they are', async () => {
    const { store } = site.platen;
    const admin = site.as('administrator');
    const leaving = (await admin.post('/wp/v2/users', user('leaving'))).body.id;
    const later = { status: 'publish', authorId: leaving, date: '2026-01-01 00:00:00' } as const;
    const rows = [
      { type: 'wp_navigation', slug: 'navigation', content: '<!-- wp:page-list /-->' },
      { type: 'wp_global_styles', slug: 'wp-global-styles-x', content: '{"version":3,"styles":{}}' },
      { type: 'wp_template', slug: 'index', content: '<!-- wp:post-title /-->' },
      { type: 'wp_block', slug: 'note', content: '<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->' },
    ];
    const ids: number[] = [];
    for (const row of rows) ids.push(await store.posts.insert(postRow({ ...later, ...row })));
    const read = async (): Promise<(Post | null)[]> => Promise.all(ids.map((id) => store.posts.byId(id)));
    const before = await read();
    const own = (await admin.post('/wp/v2/posts', { title: 'Own', status: 'publish', author: leaving })).body.id;
    await admin.post('/wp/v2/pages', { title: 'New page', status: 'publish', content: rows[0]?.content });
    await admin.post('/wp/v2/settings', { title: 'Another name', timezone: 'Europe/Paris' });
    const { id: menu } = (await admin.post('/platen/v1/menus', { name: 'Classic' })).body;
    await admin.post(`/platen/v1/menus/${menu}`, { name: 'Renamed' });
    await site.platen.runDue();
    const removed = await admin.delete(`/wp/v2/users/${leaving}?force=true&reassign=false`);
    expect(removed.status).toBe(200);
    expect((await store.posts.byId(own))?.status).toBe('trash');
    expect(await read()).toEqual(before);
  });
});

const user = (login: string) => ({
  username: login,
  email: `${login}@example.org`,
  password: 'a long password',
  roles: ['author'],
});
