import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { type Content, openContent, toPath } from '../../src/front-end/content.ts';

/** What a front end of `platen/content` reads from WordPress itself, which has no `platen/v1`. */
const { url, passwords } = inject('wordpress');
let content: Content;
let post: { readonly id: number; readonly path: string };
let page: { readonly id: number; readonly path: string };
let category: { readonly id: number; readonly path: string };

beforeAll(async () => {
  const { login, application } = passwords.administrator;
  const writer = createClient({ url, auth: { username: login, password: application } });
  content = openContent({ url });
  const term = await writer.categories.create({ name: 'Lakes & seas', description: 'Still water.' });
  const written = await writer.posts.create({ title: 'The silver lake', status: 'publish', categories: [term.id] });
  const about = await writer.pages.create({ title: 'About the lake', status: 'publish' });
  category = { id: term.id, path: toPath(term.link) };
  post = { id: written.id, path: toPath(written.link) };
  page = { id: about.id, path: toPath(about.link) };
});

describe('a front end before WordPress', () => {
  it('finds what stands at a path', async () => {
    expect(await content.at(post.path)).toEqual({ kind: 'entry', base: 'posts', ...post });
    expect(await content.at(page.path)).toEqual({ kind: 'entry', base: 'pages', ...page });
    expect(await content.at('/')).toMatchObject({ kind: 'list', base: 'posts', page: 1 });
    expect(await content.at(category.path)).toMatchObject({
      kind: 'list',
      title: 'Lakes & seas',
      query: { categories: category.id },
    });
    expect(await content.at('/nothing/here/')).toBeNull();
    const old = post.path.replace(/^\/\d{4}/, '/1999');
    expect(await content.at(old)).toEqual({ kind: 'moved', to: post.path, status: 301 });
  });

  it('shows entries with their terms, lists, and a search', async () => {
    expect(await content.entry({ base: 'posts', id: post.id })).toMatchObject({
      title: 'The silver lake',
      categories: [{ name: 'Lakes & seas', path: category.path }],
      author: { name: passwords.administrator.login },
    });
    const { entries } = await content.entries('posts', { categories: category.id });
    expect(entries.map(({ id }) => id)).toEqual([post.id]);
    expect((await content.search('silver')).found.map(({ path }) => path)).toContain(post.path);
    expect((await content.addresses('pages')).map(({ path }) => path)).toContain(page.path);
    expect(await content.comments(post)).toEqual([]);
  });

  it('has the name of the site and its pages for a menu, and no head', async () => {
    const site = await content.site();
    expect(site).toMatchObject({ direction: 'ltr', logo: null });
    expect(site.title).not.toBe('');
    expect(site.menu).toContainEqual({ label: 'About the lake', url: page.path, children: [] });
    expect(await content.head(page.path)).toBeNull();
  });
});
