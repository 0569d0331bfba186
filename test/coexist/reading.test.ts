import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { common } from './support/common.ts';
import { openPair, type Pair } from './support/pair.ts';
import { smallJpeg } from './support/pictures.ts';

/** Content of each system, by resource. */
interface Made {
  readonly posts: number[];
  readonly pages: number[];
  readonly media: number[];
  readonly categories: number[];
  readonly tags: number[];
  readonly comments: number[];
  readonly users: number[];
}

let pair: Pair;
let made: Made;
beforeAll(async () => {
  pair = await openPair();
  const [one, two] = [await fill(pair.wordpress(), 'garnet'), await fill(pair.ours(), 'topaz')];
  made = Object.fromEntries(
    Object.keys(one).map((key) => [key, [...one[key as keyof Made], ...two[key as keyof Made]]]),
  ) as unknown as Made;
});
afterAll(() => pair?.close());

/** One of everything, with texts that are hard to keep. */
async function fill(client: Client, word: string): Promise<Made> {
  const make = async (base: string, body: object): Promise<number> => {
    const answer = await client.post(`/wp/v2/${base}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id;
  };
  const category = await make('categories', { name: `Tea & cake of ${word}`, description: 'with <em>milk</em>' });
  const child = await make('categories', { name: `Below ${word}`, parent: category });
  const tag = await make('tags', { name: `Ünïcode 😀 ${word}` });
  const upload = await client.upload(`photo-${word}.jpg`, 'image/jpeg', await smallJpeg());
  expect(upload.status).toBe(201);
  const media = upload.body.id as number;
  await client.post(`/wp/v2/media/${media}`, { alt_text: `alt "${word}"`, caption: `<b>caption</b> of ${word}` });
  const author = await make('users', {
    username: `author-${word}`,
    email: `author-${word}@example.org`,
    password: 'pass-word',
    name: `Author ${word}`,
    description: 'writes',
    roles: ['author'],
  });
  const rich = await make('posts', {
    title: `“Quoted” & <em>marked</em> ${word}`,
    content: `First of ${word}.\n\nSecond -- with "quotes", a :) and <a href="https://example.org/?a=1&b=2">a link</a>.\n\n<!--more-->\n\nThe rest.`,
    excerpt: `In short: ${word}`,
    status: 'publish',
    author,
    categories: [category, child],
    tags: [tag],
    featured_media: media,
    date: '2019-05-06T07:08:09',
  });
  await client.post(`/wp/v2/posts/${rich}`, { comment_status: 'open' });
  const shut = await make('posts', { title: `Shut ${word}`, content: 'secret', status: 'publish', password: 'sesame' });
  const draft = await make('posts', { title: `Draft ${word}`, content: 'unfinished' });
  const parent = await make('pages', { title: `Parent ${word}`, content: 'p', status: 'publish' });
  const page = await make('pages', { title: `Child ${word}`, content: 'c', status: 'publish', parent, menu_order: 2 });
  const first = await make('comments', { post: rich, content: `Well <em>said</em>, ${word}.` });
  const answer = await make('comments', { post: rich, content: `Thanks, ${word}.`, parent: first });
  return {
    posts: [rich, shut, draft],
    pages: [parent, page],
    media: [media],
    categories: [category, child],
    tags: [tag],
    comments: [first, answer],
    users: [author],
  };
}

const everyStatus = '&status=publish,draft,private,pending,future';
const cases = [
  ['posts', 'context=edit&orderby=id', everyStatus],
  ['posts', 'context=view&orderby=date', ''],
  ['pages', 'context=edit&orderby=id', everyStatus],
  ['media', 'context=edit&orderby=id', ''],
  ['categories', 'context=edit&orderby=id', ''],
  ['tags', 'context=edit&orderby=name', ''],
  ['comments', 'context=edit&orderby=id', '&status=approve'],
  ['users', 'context=edit&orderby=id', ''],
] as const;

describe('both systems tell the same of the same content', () => {
  it.each(cases)('%s, to an administrator (%s)', async (base, query, more) => {
    const path = `/wp/v2/${base}?include=${made[base].join()}&${query}${more}`;
    const [theirs, ours] = await Promise.all([pair.wordpress().get(path), pair.ours().get(path)]);
    expect(ours.status).toBe(200);
    expect(ours.headers.get('x-wp-total')).toBe(theirs.headers.get('x-wp-total'));
    const [told, expected] = common(ours.body, theirs.body);
    expect(told).toEqual(expected);
  });

  it.each(['posts', 'pages', 'media', 'categories', 'tags', 'comments', 'users'] as const)(
    '%s, to a visitor',
    async (base) => {
      const path = `/wp/v2/${base}?include=${made[base].join()}`;
      const [theirs, ours] = await Promise.all([
        pair.wordpress('anonymous').get(path),
        pair.ours('anonymous').get(path),
      ]);
      expect(ours.status).toBe(200);
      const [told, expected] = common(ours.body, theirs.body);
      expect(told).toEqual(expected);
    },
  );

  it('settings', async () => {
    const [theirs, ours] = await Promise.all([
      pair.wordpress().get('/wp/v2/settings'),
      pair.ours().get('/wp/v2/settings'),
    ]);
    // Versions spell "no format" in two ways.
    const [told, expected] = common(ours.body, { ...theirs.body, default_post_format: ours.body.default_post_format });
    expect(told).toEqual(expected);
  });

  it('what each role may see', async () => {
    for (const role of ['editor', 'author', 'contributor', 'subscriber'] as const) {
      const path = `/wp/v2/posts?include=${made.posts.join()}&status=publish,draft&context=edit`;
      const [theirs, ours] = await Promise.all([pair.wordpress(role).get(path), pair.ours(role).get(path)]);
      expect([role, ours.status]).toEqual([role, theirs.status]);
    }
  });

  it('revisions', async () => {
    for (const id of made.posts.slice(0, 1)) {
      const path = `/wp/v2/posts/${id}/revisions?context=edit`;
      const [theirs, ours] = await Promise.all([pair.wordpress().get(path), pair.ours().get(path)]);
      const [told, expected] = common(ours.body, theirs.body) as Record<string, unknown>[][];
      const plain = (rows: Record<string, unknown>[] | undefined) => rows?.map(({ guid: _guid, ...row }) => row);
      expect(plain(told)).toEqual(plain(expected));
    }
  });
});
