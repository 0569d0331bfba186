import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

const block = (name: string, attributes: object = {}) => `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`;

let site: TestPlaten;
let origin: string;
beforeAll(async () => {
  site = await testPlaten();
  origin = await site.platen.listen();
});
afterAll(() => site?.close());

async function holder(content: string): Promise<string> {
  const body = { title: 'Holder', content, status: 'publish', date: '2001-01-01T00:00:00' };
  return `/wp-json/wp/v2/posts/${(await site.as('administrator').post('/wp/v2/posts', body)).body.id}`;
}

async function ask(path: string): Promise<{ cache: string | null; html: string }> {
  const answer = await fetch(origin + path);
  const { content } = (await answer.json()) as { content: { rendered: string } };
  return { cache: answer.headers.get('x-cache'), html: content.rendered };
}

const write = (base: string, body: object) =>
  site.as('administrator').post(`/wp/v2/${base}`, { status: 'publish', ...body });

it.each<[string, string, () => Promise<unknown>, string]>([
  ['a new post', block('latest-posts'), () => write('posts', { title: 'Brand new', content: 'x' }), 'Brand new'],
  ['a new page', block('page-list'), () => write('pages', { title: 'Fresh page', content: 'x' }), 'Fresh page'],
  [
    'a new tag',
    block('tag-cloud'),
    async () =>
      write('posts', { title: 'T', content: 'x', tags: [(await write('tags', { name: 'Fresh tag' })).body.id] }),
    'Fresh tag',
  ],
  [
    'a new month',
    block('archives'),
    () => write('posts', { title: 'M', content: 'x', date: '2011-07-01T00:00:00' }),
    'July 2011',
  ],
  ['a new name of the site', block('site-title'), () => write('settings', { title: 'Renamed site' }), 'Renamed site'],
])('a text that shows %s is made again', async (_, content, act, expected) => {
  const path = await holder(content);
  await ask(path);
  const before = await ask(path);
  expect(before.cache).toBe('hit');
  expect(before.html).not.toContain(expected);
  await act();
  expect((await ask(path)).html).toContain(expected);
});

it('a new comment changes the text that shows the newest ones', async () => {
  const path = await holder(block('latest-comments'));
  await ask(path);
  expect((await ask(path)).html).not.toContain('Well said');
  const post = Number(path.split('/').at(-1));
  await site.as('administrator').post('/wp/v2/comments', { post, content: 'Well said' });
  expect((await ask(path)).html).toContain('Well said');
});

it('a text that depends on the day is not kept', async () => {
  const path = await holder(block('calendar'));
  await ask(path);
  expect((await ask(path)).cache).not.toBe('hit');
});
