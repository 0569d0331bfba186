import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AdminSite, adminSite } from '../../browser/admin/admin-site.ts';
import { type Item, makeItem } from './items.ts';

/** The packages as a theme or an extension of a browser page has them. */
const program = `
import apiFetch from '@wordpress/api-fetch';
import { store } from '@wordpress/core-data';
import { dispatch, resolveSelect, select } from '@wordpress/data';
Object.assign(globalThis, { apiFetch, dispatch: dispatch(store), resolveSelect: resolveSelect(store), select: select(store) });
`;

let admin: AdminSite;
let page: Page;
let post: Item;
/** Method and address of each request of a test. */
const requests: string[] = [];
const refused: string[] = [];

beforeAll(async () => {
  const resolveDir = fileURLToPath(new URL('.', import.meta.url));
  const define = { 'process.env.NODE_ENV': '"production"', 'globalThis.SCRIPT_DEBUG': 'false' };
  const bundle = { bundle: true, write: false, format: 'iife', define } as const;
  const { outputFiles } = await build({ stdin: { contents: program, resolveDir }, ...bundle });
  admin = await adminSite({ variant: 'c' });
  post = await makeItem(admin.site, 'posts', { title: 'One', content: '<p>One.</p>', status: 'publish' });
  page = await admin.open('administrator', 'posts');
  page.on('response', (response) => {
    const line = `${response.request().method()} ${response.url().replace(admin.origin, '')}`;
    requests.push(line);
    if (response.status() >= 400) refused.push(`${response.status()} ${line}`);
  });
  // A page of the site without scripts of its own.
  await page.goto(`${admin.origin}/robots.txt`);
  await page.evaluate(outputFiles[0]?.text ?? '');
  await run(`
    apiFetch.nonceEndpoint = '/wp-admin/admin-ajax.php?action=rest-nonce';
    apiFetch.nonceMiddleware = apiFetch.createNonceMiddleware(await (await fetch(apiFetch.nonceEndpoint)).text());
    apiFetch.use(apiFetch.nonceMiddleware);
    apiFetch.use(apiFetch.createRootURLMiddleware('/wp-json/'));
    apiFetch.use(apiFetch.mediaUploadMiddleware);`);
});
afterAll(() => admin?.close());
beforeEach(() => {
  requests.length = 0;
  refused.length = 0;
});

/** Runs a piece of program in the page; what it returns is what its test reads from it. */
const run = <T>(body: string): Promise<T> => page.evaluate(`(async () => { ${body} })()`);
const ask = <T>(options: object): Promise<T> => run(`return apiFetch(${JSON.stringify(options)})`);

describe('@wordpress/api-fetch', () => {
  it('asks as the account of the session, with the locale of the user', async () => {
    expect(await ask({ path: '/wp/v2/users/me' })).toMatchObject({ id: 1, slug: 'admin' });
    expect(requests).toEqual(['GET /wp-json/wp/v2/users/me?_locale=user']);
  });

  it('fetches a new nonce where the old one has expired', async () => {
    await run(`apiFetch.nonceMiddleware.nonce = 'expired0123456789'`);
    expect(await ask({ path: '/wp/v2/users/me?context=edit' })).toMatchObject({ id: 1, roles: ['administrator'] });
    expect(refused).toEqual(['403 GET /wp-json/wp/v2/users/me?context=edit&_locale=user']);
  });

  it('takes a namespace and an endpoint', async () => {
    const [first] = await ask<Item[]>({ namespace: 'wp/v2', endpoint: 'posts' });
    expect(first?.id).toBe(post.id);
  });

  it('sends PUT, PATCH and DELETE as POST with the method in a header', async () => {
    const { id } = await ask<Item>({ path: '/wp/v2/posts', method: 'POST', data: { title: 'Short-lived' } });
    const path = `/wp/v2/posts/${id}`;
    expect(await ask({ path, method: 'PUT', data: { title: 'Put' } })).toMatchObject({ title: { raw: 'Put' } });
    expect(await ask({ path, method: 'PATCH', data: { slug: 'patched' } })).toMatchObject({ slug: 'patched' });
    expect(await ask({ path: `${path}?force=true`, method: 'DELETE' })).toMatchObject({ deleted: true });
    expect(new Set(requests.map((line) => line.split(' ')[0]))).toEqual(new Set(['POST']));
  });

  it('follows the pages of a list without a limit', async () => {
    for (let number = 1; number <= 101; number++) await makeItem(admin.site, 'tags', { name: `Tag ${number}` });
    const tags = await ask<Item[]>({ path: '/wp/v2/tags?per_page=-1' });
    expect(new Set(tags.map(({ id }) => id)).size).toBe(101);
    expect(requests).toHaveLength(2);
  });

  it('takes preloaded answers, OPTIONS too', async () => {
    const got = await run(`
      const headers = async (method) => {
        const response = await apiFetch({ path: '/wp/v2/types', method, parse: false });
        return { body: await response.json(), headers: Object.fromEntries(response.headers) };
      };
      const answers = { '/wp/v2/types': await headers('GET'), OPTIONS: { '/wp/v2/types': await headers('OPTIONS') } };
      apiFetch.use(apiFetch.createPreloadingMiddleware(answers));
      const types = await apiFetch({ path: '/wp/v2/types' });
      const options = await apiFetch({ path: '/wp/v2/types', method: 'OPTIONS', parse: false });
      return { types: Object.keys(types), allow: options.headers.get('allow') };`);
    expect(got).toMatchObject({ types: expect.arrayContaining(['post', 'page', 'attachment']), allow: 'GET' });
    expect(requests).toHaveLength(2);
  });

  it('uploads a file, and names the theme that is looked at', async () => {
    const made = await run<{ source_url: string }>(`
      const body = new FormData();
      body.append('file', new File(['A note.'], 'note.txt', { type: 'text/plain' }));
      return apiFetch({ path: '/wp/v2/media', method: 'POST', body });`);
    expect(await (await fetch(made.source_url)).text()).toBe('A note.');
    const shown = await run(`
      history.replaceState(null, '', '?wp_theme_preview=platen');
      const preview = apiFetch.createThemePreviewMiddleware('platen');
      apiFetch.use(preview);
      try { return await apiFetch({ path: '/wp/v2/templates' }); } finally { apiFetch.unregister(preview); }`);
    expect(shown).toBeInstanceOf(Array);
    expect(requests.at(-1)).toContain('wp_theme_preview=platen');
    expect(refused).toEqual([]);
  });

  it('passes errors on as they were sent', async () => {
    const error = await run(`return apiFetch({ path: '/wp/v2/posts/999999' }).catch((error) => error)`);
    expect(error).toMatchObject({ code: 'rest_post_invalid_id', data: { status: 404 } });
  });
});

const records = (kind: string, name: string, query: object = {}) =>
  run<Record<string, unknown>[]>(
    `return resolveSelect.getEntityRecords('${kind}', '${name}', ${JSON.stringify(query)})`,
  );
const record = (kind: string, name: string, key: unknown) =>
  run<Record<string, unknown> | undefined>(
    `return resolveSelect.getEntityRecord('${kind}', '${name}', ${JSON.stringify(key)})`,
  );
const save = (kind: string, name: string, fields: object) =>
  run<{ id: number }>(
    `return dispatch.saveEntityRecord('${kind}', '${name}', ${JSON.stringify(fields)}, { throwOnError: true })`,
  );
const remove = (kind: string, name: string, id: number) =>
  run(`return dispatch.deleteEntityRecord('${kind}', '${name}', ${id}, { force: true }, { throwOnError: true })`);

describe('@wordpress/core-data', () => {
  it.each([
    ['root', 'postType', 'post', { slug: 'post' }],
    ['root', 'taxonomy', 'category', { slug: 'category' }],
    ['root', 'status', 'publish', { slug: 'publish' }],
    ['root', 'user', 1, { slug: 'admin' }],
    ['root', 'theme', 'platen', { stylesheet: 'platen' }],
    ['root', 'site', undefined, { title: expect.any(String) }],
    ['root', '__unstableBase', undefined, { name: expect.any(String), url: expect.any(String) }],
  ])('reads %s/%s', async (kind, name, key, fields) => {
    expect(await record(kind, name, key)).toMatchObject(fields);
    expect(refused).toEqual([]);
  });

  it.each(['postType', 'taxonomy', 'status', 'user', 'theme', 'comment', 'media', 'menu', 'menuItem', 'menuLocation'])(
    'lists root/%s',
    async (name) => {
      expect(await records('root', name, name === 'theme' ? { status: 'active' } : {})).toBeInstanceOf(Array);
      expect(refused).toEqual([]);
    },
  );

  it.each([
    ['postType', 'post', { title: 'A', content: 'x', status: 'publish' }, { title: 'B' }],
    ['postType', 'page', { title: 'A', content: 'x', status: 'publish' }, { title: 'B' }],
    ['postType', 'wp_block', { title: 'A', content: 'x', status: 'publish' }, { title: 'B' }],
    ['postType', 'wp_navigation', { title: 'A', content: '', status: 'publish' }, { title: 'B' }],
    ['taxonomy', 'category', { name: 'A' }, { name: 'B' }],
    ['taxonomy', 'post_tag', { name: 'A' }, { name: 'B' }],
    ['root', 'menu', { name: 'A' }, { name: 'B' }],
    ['root', 'user', { username: 'ann', email: 'ann@example.org', password: 'secret-1' }, { first_name: 'Ann' }],
  ])('creates, changes, lists and deletes %s/%s', async (kind, name, fields, changes) => {
    const { id } = await save(kind, name, fields);
    await save(kind, name, { id, ...changes });
    expect((await records(kind, name, { context: 'edit', include: [id] }))?.map((one) => one['id'])).toEqual([id]);
    expect(await record(kind, name, id)).toMatchObject(
      'title' in changes ? { title: { raw: changes.title } } : { ...changes },
    );
    await (kind === 'root' && name === 'user'
      ? run(
          `return dispatch.deleteEntityRecord('root', 'user', ${id}, { force: true, reassign: 1 }, { throwOnError: true })`,
        )
      : remove(kind, name, id));
    expect(refused).toEqual([]);
  });

  it('creates, changes and deletes comments, items of menus and the fields of a file', async () => {
    const comment = await save('root', 'comment', { post: post.id, content: 'Well said.' });
    await save('root', 'comment', { id: comment.id, status: 'hold' });
    await remove('root', 'comment', comment.id);
    const menu = await save('root', 'menu', { name: 'Main' });
    const item = await save('root', 'menuItem', { title: 'Home', url: '/', menus: menu.id, status: 'publish' });
    await save('root', 'menuItem', { id: item.id, title: 'Start' });
    await remove('root', 'menuItem', item.id);
    const [file] = await records('postType', 'attachment');
    await save('postType', 'attachment', { id: file?.['id'], alt_text: 'A note' });
    expect(await record('postType', 'attachment', file?.['id'])).toMatchObject({ alt_text: 'A note' });
    expect(refused).toEqual([]);
  });

  it('edits and saves what was edited: a post, the settings, the styles', async () => {
    await run(`
      await resolveSelect.getEntityRecord('postType', 'post', ${post.id});
      dispatch.editEntityRecord('postType', 'post', ${post.id}, { title: 'Edited' });
      await dispatch.saveEditedEntityRecord('postType', 'post', ${post.id});
      await resolveSelect.getEntityRecord('root', 'site');
      dispatch.editEntityRecord('root', 'site', undefined, { title: 'Renamed' });
      await dispatch.saveEditedEntityRecord('root', 'site', undefined);`);
    expect((await admin.site.as('anonymous').get(`/wp/v2/posts/${post.id}`)).body.title.rendered).toBe('Edited');
    expect((await admin.site.as('anonymous').get('/')).body.name).toBe('Renamed');
    const styles = await run<number>(`return resolveSelect.__experimentalGetCurrentGlobalStylesId()`);
    expect(await record('root', 'globalStyles', styles)).toMatchObject({ id: styles });
    await save('root', 'globalStyles', { id: styles, styles: { color: { text: '#111111' } } });
    expect(await record('root', 'globalStyles', styles)).toMatchObject({ styles: { color: { text: '#111111' } } });
    expect(refused).toEqual([]);
  });

  it('reads revisions, autosaves, permissions, patterns and the fallback of navigation', async () => {
    await run(`
      await resolveSelect.getRevisions('postType', 'post', ${post.id});
      await resolveSelect.getAutosaves('post', ${post.id});
      await resolveSelect.getBlockPatterns();
      await resolveSelect.getBlockPatternCategories();
      await resolveSelect.getCurrentTheme();
      await resolveSelect.getCurrentUser();`);
    expect(await ask({ path: '/wp-block-editor/v1/navigation-fallback' })).toMatchObject({ id: expect.any(Number) });
    expect(await run(`return resolveSelect.canUser('create', { kind: 'postType', name: 'page' })`)).toBe(true);
    expect(
      await run(`return resolveSelect.canUser('delete', { kind: 'postType', name: 'post', id: ${post.id} })`),
    ).toBe(true);
    expect(refused).toEqual([]);
  });

  it.each(['sidebar', 'widget', 'widgetType', 'plugin', 'fontCollection'])(
    'is told plainly that there is no root/%s',
    async (name) => {
      expect(await records('root', name)).toBeNull();
      const [line = ''] = refused;
      expect(line).toMatch(/^404 GET /);
      const error = await run(`return apiFetch({ url: '${line.split(' ')[2]}' }).catch((error) => error)`);
      expect(error).toMatchObject({ code: 'rest_no_route' });
    },
  );
});
