import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../support/platen.ts';
import { type PageSite, pageSite, pathOf } from './page-client.ts';

let site: PageSite;
const links = new Map<string, string>();
const readers = ['anonymous', 'subscriber', 'author', 'editor'] as const satisfies readonly Role[];

beforeAll(async () => {
  site = await pageSite();
  const make = async (name: string, more: Record<string, unknown>) => {
    const made = await site.write('posts', {
      title: `T ${name}`,
      slug: `s-${name}`,
      content: `secret-${name}`,
      ...more,
    });
    links.set(name, pathOf(made.link));
    links.set(`${name} id`, `/?p=${made.id}`);
    return made.id;
  };
  await make('publish', { status: 'publish' });
  await make('draft', { status: 'draft' });
  await make('pending', { status: 'pending' });
  await make('private', { status: 'private' });
  await make('future', { status: 'future', date: '2100-01-01T00:00:00' });
  await make('password', { status: 'publish', password: 'sesame' });
  const trash = await make('trash', { status: 'publish' });
  await site.as('administrator').delete(`/wp/v2/posts/${trash}`);
  const own = await make('own draft', { status: 'draft' });
  await site.write(`posts/${own}`, { author: site.users.author });
  const hidden = await site.write('pages', {
    title: 'Hidden',
    slug: 'hidden',
    content: 'secret-hidden',
    status: 'private',
  });
  links.set('private page', pathOf(hidden.link));
});
afterAll(() => site?.close());

/** Who sees the text of which post at its address: y sees it, n gets a 404, p is asked for the password. */
const table: readonly [name: string, ...seen: string[]][] = [
  //                anonymous subscriber author editor
  ['publish', 'y', 'y', 'y', 'y'],
  ['draft', 'n', 'n', 'n', 'y'],
  ['pending', 'n', 'n', 'n', 'y'],
  ['private', 'n', 'n', 'n', 'y'],
  ['private page', 'n', 'n', 'n', 'y'],
  ['future', 'n', 'n', 'n', 'y'],
  ['password', 'p', 'p', 'p', 'y'],
  ['trash', 'n', 'n', 'n', 'n'],
  ['own draft', 'n', 'n', 'y', 'y'],
];

describe('who sees which page', () => {
  it.each(table.flatMap(([name, ...seen]) => readers.map((reader, i) => [name, reader, seen[i]] as const)))(
    '%s for %s: %s',
    async (name, reader, seen) => {
      const { status, html, headers } = await site.get(links.get(name) ?? '', { as: reader });
      const word = `secret-${name === 'private page' ? 'hidden' : name}`;
      expect(status).toBe(seen === 'n' ? 404 : 200);
      expect(html.includes(word)).toBe(seen === 'y');
      expect(html.includes('post_password')).toBe(seen === 'p');
      const isShared = reader === 'anonymous' && name === 'publish';
      expect(headers.get('cache-control')?.startsWith('public') ?? false).toBe(isShared);
      expect(headers.get('x-cache') ?? 'bypass').toBe(isShared ? 'miss' : 'bypass');
    },
  );

  it.each(['draft', 'pending', 'private', 'future', 'trash', 'own draft'])(
    'no address tells a visitor the slug or the title of one that is %s',
    async (name) => {
      for (const path of [
        `${links.get(`${name} id`)}`,
        `/?name=s-${name}`,
        `/s-${name}/`,
        `${links.get(`${name} id`)}&preview=true`,
      ]) {
        const { status, location, html } = await site.get(path);
        expect([path, status, location]).toEqual([path, 404, '']);
        expect(html).not.toContain(`T ${name}`);
      }
    },
  );

  it('lists and searches show what the reader may see, and no text behind a password', async () => {
    for (const path of [
      '/',
      '/author/admin/',
      '/search/secret/',
      `/${new Date().getUTCFullYear()}/`,
      '/category/uncategorized/',
      '/feed/',
    ]) {
      const { html } = await site.get(path);
      for (const name of ['draft', 'private', 'future', 'trash', 'own draft']) expect(html).not.toContain(`T ${name}<`);
      expect(html).not.toContain('secret-password');
    }
    expect((await site.get('/', { as: 'editor' })).html).toContain('Private: T private');
    expect((await site.get('/', { as: 'subscriber' })).html).not.toContain('T private');
    expect((await site.get('/search/secret-password/')).html).toContain('Nothing was found');
  });

  it('previews are neither cached nor found', async () => {
    const { headers, html } = await site.get(links.get('draft') ?? '', { as: 'editor' });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('This is a draft');
  });

  it('a wrong or ended session is a visitor', async () => {
    const cookie = `platen_session=${'x'.repeat(43)}`;
    expect((await site.get(links.get('private') ?? '', { headers: { cookie } })).status).toBe(404);
  });
});

describe('comments that are not approved', () => {
  it('are seen by nobody but their authors', async () => {
    const path = links.get('publish') ?? '';
    const post = Number(/\d+/.exec(links.get('publish id') ?? '')?.[0]);
    const write = (body: Record<string, unknown>) =>
      site.write('comments', { post, author_name: 'N', author_email: 'n@example.org', ...body });
    for (const status of ['approved', 'hold', 'spam', 'trash']) await write({ content: `is-${status}`, status });
    const own = await site.as('subscriber').post('/wp/v2/comments', { post, content: 'is-mine' });
    await site.write(`comments/${own.body.id}`, { status: 'hold' });
    const texts = async (as: Role) =>
      (await site.get(path, { as })).html.match(/is-(?:approved|hold|spam|trash|mine)/g);
    expect(await texts('anonymous')).toEqual(['is-approved']);
    expect(await texts('author')).toEqual(['is-approved']);
    expect(await texts('editor')).toEqual(['is-approved']);
    expect(await texts('subscriber')).toEqual(['is-approved', 'is-mine']);
  });
});
