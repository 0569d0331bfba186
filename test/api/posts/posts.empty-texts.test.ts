import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('texts as they are sent and judged, variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());

  const nothing = { status: 400, body: { code: 'empty_content', data: { status: 400 } } };
  const written = async (body: object) => (await site.as('author').post('/wp/v2/posts', body)).body;

  it.each([{ title: ' ' }, { title: '\t\r\n', content: '', excerpt: '' }, { title: ' 0 ' }, { excerpt: '0' }])(
    'refuses a new post that says nothing: %j',
    async (body) => {
      expect(await site.as('editor').post('/wp/v2/posts', body)).toMatchObject(nothing);
    },
  );

  it('refuses a change that leaves nothing but blanks in the title, and keeps what was there', async () => {
    const post = await written({ title: 'The only text' });
    expect(await site.as('author').put(`/wp/v2/posts/${post.id}`, { title: ' ' })).toMatchObject(nothing);
    expect(await site.as('author').put(`/wp/v2/posts/${post.id}`, { title: '\n', content: '' })).toMatchObject(nothing);
    expect((await site.as('author').get(`/wp/v2/posts/${post.id}?context=edit`)).body.title.raw).toBe('The only text');
  });

  it('judges texts as they are once cleaned, for those whose texts are filtered', async () => {
    const hollow = { title: ' <object></object> ' };
    expect(await site.as('author').post('/wp/v2/posts', hollow)).toMatchObject(nothing);
    expect((await site.as('editor').post('/wp/v2/posts', hollow)).status).toBe(201);
    const post = await written({ title: 'Full' });
    expect(await site.as('author').put(`/wp/v2/posts/${post.id}`, hollow)).toMatchObject(nothing);
  });

  it('takes blanks in the content, which are stored as sent, and an empty page', async () => {
    expect((await site.as('editor').post('/wp/v2/posts', { title: ' ', content: ' \n ' })).status).toBe(201);
    expect((await site.as('editor').post('/wp/v2/pages', { title: ' ' })).status).toBe(201);
  });

  it('takes a number in the object form of a text as text', async () => {
    const post = await written({ title: { raw: 5 }, content: { raw: 1.5 }, excerpt: { raw: 0 } });
    expect([post.title.raw, post.content.raw, post.excerpt.raw]).toEqual(['5', '1.5', '0']);
    const page = (await site.as('editor').post('/wp/v2/pages', { title: { raw: -7 } })).body;
    expect(page.title.raw).toBe('-7');
  });

  it('ignores other values in the object form, and a bare number', async () => {
    const post = await written({ title: 'Kept', content: 'Kept too' });
    const sent = { title: { raw: ['a'] }, content: { raw: { a: 1 } }, excerpt: 7 };
    const { body } = await site.as('author').put(`/wp/v2/posts/${post.id}`, sent);
    expect([body.title.raw, body.content.raw, body.excerpt.raw]).toEqual(['Kept', 'Kept too', '']);
  });

  it('cleans the texts of a post that an author trashes', async () => {
    const post = await written({ title: 'Mine', content: 'Plain', status: 'publish' });
    const frame = '<iframe src="https://example.org"></iframe>words';
    const filled = { title: 'T<object></object>', content: frame, excerpt: frame };
    await site.as('editor').put(`/wp/v2/posts/${post.id}`, filled);
    const { body } = await site.as('author').delete(`/wp/v2/posts/${post.id}`);
    expect([body.title.raw, body.content.raw, body.excerpt.raw]).toEqual(['T', 'words', 'words']);
    expect(await site.platen.store.posts.byId(post.id)).toMatchObject({ status: 'trash', content: 'words' });
    const [latest] = (await site.as('editor').get(`/wp/v2/posts/${post.id}/revisions?context=edit`)).body;
    expect(latest.content.raw).toBe('words');
  });

  it('keeps the texts of a post that an editor trashes', async () => {
    const frame = '<iframe src="https://example.org"></iframe>words';
    const { id } = (await site.as('editor').post('/wp/v2/posts', { title: 'Framed', content: frame })).body;
    expect((await site.as('editor').delete(`/wp/v2/posts/${id}`)).body.content.raw).toBe(frame);
  });
});
