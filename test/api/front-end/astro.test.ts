import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { platenLoader } from '../../../src/front-end/astro.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { type AstroCopy, astroCopy } from './astro-copy.ts';

let site: TestPlaten;
let url: string;
beforeAll(async () => {
  site = await testPlaten({ variant: 'c' });
  url = await site.platen.listen();
});
afterAll(() => site?.close());

const write = async (path: string, body: object): Promise<{ id: number }> => {
  const { status, body: made } = await site.as('administrator').post(`/wp/v2/${path}`, body);
  if (status >= 400) throw new Error(`${path}: ${JSON.stringify(made)}`);
  return made;
};

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface ProjectOptions {
  readonly auth?: { readonly username: string; readonly password: string };
  readonly isServing?: boolean;
  readonly refuses?: (data: Record<string, unknown>) => boolean;
}

/** A project with four collections, and what it asks for. */
function project(fetched: Fetch = fetch, { auth, isServing, refuses }: ProjectOptions = {}) {
  const asked: string[] = [];
  const content = platenLoader({
    url,
    ...(auth ? { auth } : {}),
    fetch: (address, init) => {
      const { pathname, searchParams } = new URL(address);
      const path = pathname.replace('/wp-json', '');
      asked.push(path === '/platen/v1/dump' || path === '/platen/v1/changes' ? path : `${path}?${searchParams}`);
      return fetched(address, init);
    },
  });
  const loaders = {
    posts: content('posts'),
    pages: content('pages'),
    categories: content('categories'),
    comments: content('comments'),
  };
  const copy = astroCopy(loaders, isServing, refuses);
  return { copy, asked };
}

const build = async ({ copy, asked }: { copy: AstroCopy; asked: string[] }): Promise<string[]> => {
  asked.length = 0;
  await copy.build();
  return [...asked];
};

/** What a build from nothing has of a collection. */
const everythingIn = async (collection: string) => {
  const full = project();
  await build(full);
  return [...full.copy.entries(collection)].sort();
};

const titleOf = (copy: AstroCopy, id: number): unknown => copy.entries('posts').get(String(id))?.data['title'];

/** A server that has only `wp/v2`. */
const plain: Fetch = (address, init) =>
  address.includes('/platen/v1/')
    ? Promise.resolve(Response.json({ code: 'rest_no_route', message: 'None.', data: null }, { status: 404 }))
    : fetch(address, init);

describe('the loader for Astro', () => {
  let first: { id: number };
  let second: { id: number };
  beforeEach(async () => {
    first = await write('posts', { title: 'First', status: 'publish', content: '<p>Text.</p>' });
    second = await write('posts', { title: 'Second', status: 'publish' });
  });

  it('fills every collection with one dump', async () => {
    const own = project();
    expect(await build(own)).toEqual(['/platen/v1/dump']);
    const entry = own.copy.entries('posts').get(String(first.id));
    expect(entry?.data).toMatchObject({ id: first.id, title: { rendered: 'First' } });
    expect(entry?.data).not.toHaveProperty('_links');
    expect(entry?.rendered?.html).toContain('<p>Text.</p>');
    expect(own.copy.entries('categories').size).toBeGreaterThan(0);
  });

  it('asks for what has changed after it, with one request, removals included', async () => {
    const own = project();
    await build(own);
    expect([await build(own), own.copy.touched]).toEqual([['/platen/v1/changes'], []]);
    await write(`posts/${first.id}`, { title: 'Changed' });
    await site.as('administrator').delete(`/wp/v2/posts/${second.id}`);
    expect(await build(own)).toEqual(['/platen/v1/changes']);
    expect(own.copy.touched.filter((one) => one.startsWith('posts')).sort()).toEqual(
      [`posts -${second.id}`, `posts ${first.id}`].sort(),
    );
    expect(titleOf(own.copy, first.id)).toEqual({ rendered: 'Changed' });
  });

  it('has what a full build has, after any change', async () => {
    const own = project();
    await build(own);
    const third = await write('posts', { title: 'Third', status: 'publish' });
    await write('comments', { post: third.id, content: 'Yes.' });
    await write(`posts/${first.id}`, { status: 'draft' });
    await build(own);
    const full = project();
    await build(full);
    for (const name of ['posts', 'pages', 'categories', 'comments'])
      expect(new Map([...own.copy.entries(name)].sort()), name).toEqual(new Map([...full.copy.entries(name)].sort()));
    expect(titleOf(own.copy, first.id)).toBeUndefined();
  });

  it('leaves out what visitors do not see, also with an account', async () => {
    const draft = await write('posts', { title: 'Draft', status: 'draft' });
    const own = project(fetch, { auth: { username: 'admin', password: 'pw-administrator' } });
    await build(own);
    expect(titleOf(own.copy, draft.id)).toBeUndefined();
    await write(`posts/${draft.id}`, { title: 'Still a draft' });
    await write(`posts/${first.id}`, { status: 'private' });
    await build(own);
    expect([titleOf(own.copy, draft.id), titleOf(own.copy, first.id)]).toEqual([undefined, undefined]);
  });

  it('takes a dump again when the cursor is gone', async () => {
    const own = project((address, init) =>
      address.includes('/changes?')
        ? Promise.resolve(Response.json({ code: 'rest_cursor_gone', message: 'Gone.', data: null }, { status: 410 }))
        : fetch(address, init),
    );
    await build(own);
    await write(`posts/${first.id}`, { title: 'Later' });
    expect(await build(own)).toEqual(['/platen/v1/changes', '/platen/v1/dump']);
    expect(titleOf(own.copy, first.id)).toEqual({ rendered: 'Later' });
  });

  it('takes a dump again when a change shows in items that the feed does not name', async () => {
    const parent = await write('pages', { title: 'Above', slug: 'above', status: 'publish' });
    const child = await write('pages', { title: 'Below', slug: 'below', status: 'publish', parent: parent.id });
    const category = await write('categories', { name: 'News' });
    const own = project();
    await build(own);
    await write(`pages/${parent.id}`, { slug: 'moved' });
    expect(await build(own)).toEqual(['/platen/v1/changes', '/platen/v1/dump']);
    expect(own.copy.entries('pages').get(String(child.id))?.data['link']).toContain('/moved/below/');
    await write(`categories/${category.id}`, { name: 'Other news' });
    expect(await build(own)).toEqual(['/platen/v1/changes', '/platen/v1/dump']);
    await write(`pages/${parent.id}`, { title: 'Another title' });
    expect(await build(own)).toEqual(['/platen/v1/changes']);
  });

  it('follows the site while Astro serves for development', async () => {
    let isOver = false;
    const own = project((address, init) => (isOver ? plain(address, init) : fetch(address, init)), { isServing: true });
    await build(own);
    await write(`posts/${first.id}`, { title: 'Seen at once' });
    await expect.poll(() => titleOf(own.copy, first.id)).toEqual({ rendered: 'Seen at once' });
    await site.as('administrator').delete(`/wp/v2/posts/${second.id}`);
    await expect.poll(() => titleOf(own.copy, second.id)).toBeUndefined();
    // A server without a feed is not followed.
    isOver = true;
    await write(`posts/${first.id}`, { title: 'The end' });
  });

  it('stores all of a collection or nothing, so that a build that failed skips no change', async () => {
    let refused = '';
    const own = project(fetch, { refuses: ({ slug }) => slug === refused });
    await build(own);
    await write(`posts/${first.id}`, { title: 'Renamed' });
    const bad = await write('posts', { title: 'Does not fit', slug: 'does-not-fit', status: 'publish' });
    refused = 'does-not-fit';
    await expect(build(own)).rejects.toThrow('does not match its schema');
    expect([titleOf(own.copy, first.id), titleOf(own.copy, bad.id)]).toEqual([{ rendered: 'First' }, undefined]);
    refused = '';
    expect(await build(own)).toContain('/platen/v1/changes');
    expect(titleOf(own.copy, first.id)).toEqual({ rendered: 'Renamed' });
    expect(titleOf(own.copy, bad.id)).toEqual({ rendered: 'Does not fit' });
    expect([...own.copy.entries('posts')].sort()).toEqual(await everythingIn('posts'));
  });

  it('misses nothing while Astro serves, where one collection fails', async () => {
    let refused = '';
    let isOver = false;
    const own = project((address, init) => (isOver ? plain(address, init) : fetch(address, init)), {
      isServing: true,
      refuses: ({ slug }) => slug === refused,
    });
    const page = await write('pages', { title: 'Above', slug: 'refused', status: 'publish' });
    await build(own);
    refused = 'refused';
    await write(`pages/${page.id}`, { title: 'Later' });
    await write(`posts/${first.id}`, { title: 'Later' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    refused = '';
    const titleOfPage = () => own.copy.entries('pages').get(String(page.id))?.data['title'];
    await expect.poll(titleOfPage, { timeout: 10_000 }).toEqual({ rendered: 'Later' });
    await expect.poll(() => titleOf(own.copy, first.id)).toEqual({ rendered: 'Later' });
    isOver = true;
    await write(`posts/${first.id}`, { title: 'The end' });
  });

  it('fails where a dump breaks off, and reads all of it the next time', async () => {
    let isBroken = true;
    const own = project(async (address, init) => {
      const answer = await fetch(address, init);
      if (!isBroken || !address.includes('/dump')) return answer;
      return new Response((await answer.text()).split('\n').slice(0, 2).join('\n'));
    });
    await expect(build(own)).rejects.toThrow('ended before its last line');
    isBroken = false;
    expect(await build(own)).toEqual(['/platen/v1/dump']);
    expect(titleOf(own.copy, first.id)).toEqual({ rendered: 'First' });
  });
});

describe('the loader for Astro, on a server without dump and change feed', () => {
  it('has nothing of a list that the server keeps to itself', async () => {
    const own = project((address, init) =>
      address.includes('/wp/v2/comments')
        ? Promise.resolve(Response.json({ code: 'rest_forbidden', message: 'No.', data: null }, { status: 401 }))
        : plain(address, init),
    );
    await build(own);
    expect([own.copy.entries('comments').size, own.copy.entries('posts').size > 0]).toEqual([0, true]);
  });

  it('reads the lists, then what was modified and the ids', async () => {
    const kept = await write('posts', { title: 'Kept', status: 'publish' });
    const gone = await write('posts', { title: 'Gone', status: 'publish' });
    const own = project(plain);
    const full = project();
    await build(own);
    await build(full);
    expect([...own.copy.entries('posts').keys()].sort()).toEqual([...full.copy.entries('posts').keys()].sort());
    await write(`posts/${kept.id}`, { title: 'Changed' });
    await site.as('administrator').delete(`/wp/v2/posts/${gone.id}`);
    const asked = await build(own);
    expect(asked.every((path) => path.startsWith('/wp/v2/'))).toBe(true);
    expect(asked.some((path) => path.includes('_fields=id'))).toBe(true);
    expect(titleOf(own.copy, kept.id)).toEqual({ rendered: 'Changed' });
    expect(titleOf(own.copy, gone.id)).toBeUndefined();
  });

  it('finds later changes where an item has a date of change in the future', async () => {
    const ahead = await write('posts', { title: 'Was scheduled once', status: 'publish' });
    const later = await write('posts', { title: 'Before', status: 'publish' });
    const date = '2045-01-01 00:00:00';
    await site.platen.store.posts.update(ahead.id, { modified: date, modifiedGmt: date });
    const own = project(plain);
    await build(own);
    await write(`posts/${later.id}`, { title: 'After' });
    await build(own);
    expect(titleOf(own.copy, later.id)).toEqual({ rendered: 'After' });
  });
});
