import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

/** The ids of what the addresses below show, and of what is changed beside it. */
interface Things {
  readonly post: number;
  readonly other: number;
  readonly page: number;
  readonly above: number;
  readonly top: number;
  readonly tag: number;
  readonly category: number;
  readonly below: number;
  readonly file: number;
  readonly comment: number;
}

let site: TestPlaten;
let origin: string;
let things: Things;
let showing: Readonly<Record<string, string>>;

beforeAll(async () => {
  site = await testPlaten();
  origin = await site.platen.listen();
  const admin = site.as('administrator');
  await admin.post('/wp/v2/settings', { permalink_structure: '/%author%/%category%/%postname%/' });
  const make = async (path: string, body: object, who = admin): Promise<number> =>
    (await who.post(path, body)).body.id as number;
  const category = await make('/wp/v2/categories', { name: 'Category' });
  const below = await make('/wp/v2/categories', { name: 'Below', parent: category });
  const tag = await make('/wp/v2/tags', { name: 'Tag' });
  const shown = { status: 'publish', categories: [below], tags: [tag] };
  const post = await make('/wp/v2/posts', { ...shown, title: 'Post', content: '<p>a</p>' }, site.as('author'));
  const other = await make('/wp/v2/posts', { title: 'Other', status: 'publish' });
  const top = await make('/wp/v2/pages', { title: 'Top', status: 'publish' });
  const above = await make('/wp/v2/pages', { title: 'Above', status: 'publish', parent: top });
  const page = await make('/wp/v2/pages', { title: 'Page', status: 'publish', parent: above });
  const file = await upload();
  await admin.post(`/wp/v2/media/${file}`, { post: other });
  const comment = await make('/wp/v2/comments', { post, content: 'A comment on this.' });
  things = { post, other, page, above, top, tag, category, below, file, comment };
  showing = {
    post: `posts/${post}`,
    embedded: `posts/${post}?_embed`,
    other: `posts/${other}`,
    page: `pages/${page}`,
    tag: `tags/${tag}`,
    below: `categories/${below}`,
    file: `media/${file}`,
    author: `users/${site.users.author}`,
    comment: `comments/${comment}`,
  };
});
afterAll(() => site.close());

async function upload(): Promise<number> {
  const answer = await fetch(`${origin}/wp-json/wp/v2/media`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}`,
      'content-type': 'image/gif',
      'content-disposition': 'attachment; filename="dot.gif"',
    },
    body: Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64'),
  });
  return ((await answer.json()) as { id: number }).id;
}

async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${origin}/wp-json/wp/v2/${path}`, { headers });
  return { text: await answer.text(), link: answer.headers.get('link'), cache: answer.headers.get('x-cache') };
}

/** What a visitor gets who is not answered from the cache. */
const askAnew = (path: string) => ask(path, { cookie: 'platen_session=nobody' });

type Change = (admin: ReturnType<TestPlaten['as']>, ids: Things) => Promise<unknown>;

/** What is written, and which of the addresses still have their cached answers then. */
const changes: readonly (readonly [what: string, change: Change, stay: readonly string[]])[] = [
  [
    'another post',
    (admin, { other }) => admin.post(`/wp/v2/posts/${other}`, { title: 'Another', content: '<p>b</p>' }),
    ['post', 'page', 'tag', 'below', 'author'],
  ],
  [
    'a new post in the same category, with the same tag',
    (admin, { below, tag }) =>
      admin.post('/wp/v2/posts', { title: 'New', status: 'publish', categories: [below], tags: [tag] }),
    ['post', 'page', 'other', 'file'],
  ],
  [
    'a new draft',
    (admin) => admin.post('/wp/v2/posts', { title: 'Draft' }),
    ['post', 'page', 'other', 'file', 'author'],
  ],
  [
    'the post itself',
    (admin, { post }) => admin.post(`/wp/v2/posts/${post}`, { title: 'Mine' }),
    ['other', 'page', 'file'],
  ],
  [
    'only its text, which makes a revision',
    (admin, { post }) => admin.post(`/wp/v2/posts/${post}`, { content: 'c' }),
    ['other', 'page'],
  ],
  [
    'its tag',
    (admin, { tag }) => admin.post(`/wp/v2/tags/${tag}`, { name: 'Renamed' }),
    ['other', 'page', 'file', 'below'],
  ],
  [
    'the slug of the category above its own',
    (admin, { category }) => admin.post(`/wp/v2/categories/${category}`, { slug: 'moved' }),
    ['other', 'page', 'tag', 'file'],
  ],
  [
    'the slug of its author',
    (admin) => admin.post(`/wp/v2/users/${site.users.author}`, { slug: 'pen-name' }),
    ['other', 'page', 'tag', 'file'],
  ],
  [
    'its featured picture',
    (admin, { post, file }) => admin.post(`/wp/v2/posts/${post}`, { featured_media: file }),
    ['other', 'page', 'tag'],
  ],
  [
    'the title of that picture',
    (admin, { file }) => admin.post(`/wp/v2/media/${file}`, { title: 'Dot' }),
    ['page', 'tag'],
  ],
  [
    'the slug two pages above',
    (admin, { top }) => admin.post(`/wp/v2/pages/${top}`, { slug: 'first' }),
    ['post', 'other', 'tag', 'file'],
  ],
  [
    'the state of the page above',
    (admin, { above }) => admin.post(`/wp/v2/pages/${above}`, { status: 'private' }),
    ['post', 'other', 'tag', 'file'],
  ],
  [
    'a comment',
    (admin, { post }) => admin.post('/wp/v2/comments', { post, content: 'One more comment.' }),
    ['other', 'page', 'tag', 'file'],
  ],
  ['a sticky post', (admin, { other }) => admin.post(`/wp/v2/posts/${other}`, { sticky: true }), []],
  [
    'the post that the picture belongs to',
    (admin, { other }) => admin.post(`/wp/v2/posts/${other}`, { status: 'draft' }),
    ['page'],
  ],
  ['the same post, back', (admin, { other }) => admin.post(`/wp/v2/posts/${other}`, { status: 'publish' }), ['page']],
  [
    'the category of the post, which is removed',
    (admin, { below }) => admin.delete(`/wp/v2/categories/${below}?force=true`),
    [],
  ],
  [
    'the picture, which is removed',
    (admin, { file }) => admin.delete(`/wp/v2/media/${file}?force=true`),
    ['page', 'tag'],
  ],
  [
    'the last post of the author, which is trashed',
    (admin, { post }) => admin.delete(`/wp/v2/posts/${post}`),
    ['other', 'page'],
  ],
];

describe('cached items', () => {
  it.each(changes)('are what they would be without a cache after a change: %s', async (_what, change, stay) => {
    for (const path of Object.values(showing)) await ask(path);
    await change(site.as('administrator'), things);
    const kept: string[] = [];
    for (const [name, path] of Object.entries(showing)) {
      const answer = await ask(path);
      const anew = await askAnew(path);
      expect([name, answer.text, answer.link]).toEqual([name, anew.text, anew.link]);
      if (answer.cache === 'hit') kept.push(name);
    }
    expect(kept).toEqual(expect.arrayContaining([...stay]));
  });
});
