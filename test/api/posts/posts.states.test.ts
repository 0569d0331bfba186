import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('states of posts, variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());
  const create = async (body: object) => (await site.as('editor').post('/wp/v2/posts', body)).body;
  const update = async (id: number, body: object) => (await site.as('editor').put(`/wp/v2/posts/${id}`, body)).body;
  const trash = async (id: number) => (await site.as('editor').delete(`/wp/v2/posts/${id}`)).body;

  it('turns publishing ahead of time into scheduling, and scheduling for the past into publishing', async () => {
    const post = await create({ title: 'When', status: 'publish', date: '2099-01-01T09:00:00' });
    expect(post).toMatchObject({ status: 'future', slug: 'when', link: `http://site.test/?p=${post.id}` });
    expect((await update(post.id, { date: '2016-01-01T09:00:00' })).status).toBe('publish');
    expect((await update(post.id, { date: '2099-02-01T09:00:00' })).status).toBe('future');
    expect((await create({ title: 'Past', status: 'future', date: '2015-01-01T00:00:00' })).status).toBe('publish');
    expect((await create({ title: 'Hid', status: 'private', date: '2099-01-01T00:00:00' })).status).toBe('private');
  });

  it('makes a draft of null and refuses the states nobody sets', async () => {
    const post = await create({ title: 'Null', status: 'publish' });
    for (const status of ['trash', 'auto-draft', '', 'inherit', 5]) {
      expect((await site.as('editor').put(`/wp/v2/posts/${post.id}`, { status })).status).toBe(400);
    }
    expect((await update(post.id, { status: null })).status).toBe('draft');
  });

  it('dates a draft when it is published, unless it was dated before', async () => {
    const floating = await create({ title: 'Floating' });
    await site.platen.store.posts.update(floating.id, { date: '2001-01-01 00:00:00' });
    expect((await update(floating.id, { status: 'publish' })).date.slice(0, 4)).not.toBe('2001');
    const dated = await create({ title: 'Dated', date: '2014-04-01T09:00:00' });
    expect((await update(dated.id, { status: 'publish' })).date).toBe('2014-04-01T09:00:00');
  });

  it('lets the local date win over the one in GMT', async () => {
    const post = await create({ title: 'Both', date: '2017-05-08T00:00:00', date_gmt: '2017-05-09T00:00:00' });
    expect(post.date_gmt).toBe('2017-05-08T00:00:00');
  });

  it.each([
    { date: '2017-05-13' },
    { date: 'yesterday' },
    { date: '' },
    { date_gmt: 12 },
    { date: '9999-12-31T23:59:59-12:00' },
  ])('refuses %j', async (body) => {
    const refused = await site.as('editor').post('/wp/v2/posts', { title: 'x', ...body });
    expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    expect(Object.keys(refused.body.data.params)).toEqual(Object.keys(body));
  });

  describe('slugs', () => {
    it('are made once, unique in every state, and made anew when emptied', async () => {
      const first = await create({ title: 'Same name', status: 'publish' });
      const second = await create({ title: 'Same name', status: 'publish' });
      const draft = await create({ title: 'Other', slug: 'same-name' });
      expect([first.slug, second.slug, draft.slug]).toEqual(['same-name', 'same-name-2', 'same-name-3']);
      expect((await update(first.id, { title: 'A new title' })).slug).toBe('same-name');
      expect((await update(first.id, { slug: '' })).slug).toBe('a-new-title');
    });

    it('fall back on the title, then on the number', async () => {
      expect((await create({ title: 'From title', slug: '---', status: 'publish' })).slug).toBe('from-title');
      const nameless = await create({ content: 'only', status: 'publish' });
      expect(nameless.slug).toBe(String(nameless.id));
      expect((await create({ title: 'x', slug: 'feed', status: 'publish' })).slug).toBe('feed-2');
    });

    it.each(['日本語テキスト', 'слаг', '🌊🌊', 'עברית', 'İstanbul', 'ﬀ', 'á'.repeat(300)])(
      'can be made of %s',
      async (title) => {
        const post = await create({ title, status: 'publish' });
        expect(post.slug.length).toBeLessThanOrEqual(200);
        expect(decodeURIComponent(post.slug)).not.toBe('');
        const found = await site.as('anonymous').get(`/wp/v2/posts?slug=${encodeURIComponent(post.slug)}`);
        expect(found.body.map((one: { id: number }) => one.id)).toEqual([post.id]);
      },
    );

    it('cannot be reserved by those who may not publish', async () => {
      const made = await site.as('contributor').post('/wp/v2/posts', { title: 'P', slug: 'wanted', status: 'pending' });
      expect(made.body.slug).toBe('');
    });
  });

  describe('the trash', () => {
    it('takes the slug, the place on top and the comments, and gives the slug back', async () => {
      const post = await create({ title: 'Ash', status: 'publish', sticky: true });
      const comment = await site.platen.store.comments.insert(commentOn(post.id));
      expect(await trash(post.id)).toMatchObject({ status: 'trash', slug: 'ash__trashed', sticky: false });
      expect((await site.platen.store.comments.byId(comment))?.approved).toBe('post-trashed');
      const taker = await create({ title: 'Ash', status: 'publish' });
      expect(taker.slug).toBe('ash');
      expect(await update(post.id, { status: 'publish' })).toMatchObject({ status: 'publish', slug: 'ash-2' });
      const notes = await site.platen.store.meta.of(
        'post',
        [post.id],
        ['_wp_trash_meta_status', '_wp_desired_post_slug'],
      );
      expect(notes.get(post.id) ?? []).toEqual([]);
    });

    it('keeps the notes that existing sites read', async () => {
      const post = await create({ title: 'Noted', status: 'publish' });
      await trash(post.id);
      const rows = (await site.platen.store.meta.of('post', [post.id])).get(post.id) ?? [];
      const noted = Object.fromEntries(rows.map((row) => [row.key, row.value]));
      expect(noted).toMatchObject({ _wp_trash_meta_status: 'publish', _wp_desired_post_slug: 'noted' });
      expect(Number(noted['_wp_trash_meta_time'])).toBeGreaterThan(1_600_000_000);
    });

    it('does not take a post twice, and lets it be changed', async () => {
      const post = await create({ title: 'Twice' });
      await trash(post.id);
      const again = await site.as('editor').delete(`/wp/v2/posts/${post.id}`);
      expect(again).toMatchObject({ status: 410, body: { code: 'rest_already_trashed' } });
      expect(await update(post.id, { title: 'Changed' })).toMatchObject({ status: 'trash', title: { raw: 'Changed' } });
      expect((await update(post.id, { status: 'draft' })).slug).toBe('');
    });

    it('lets a contributor undo and finish what was a draft', async () => {
      const post = (await site.as('contributor').post('/wp/v2/posts', { title: 'Mine' })).body;
      const gone = await site.as('contributor').delete(`/wp/v2/posts/${post.id}`);
      expect(gone.headers['allow']).toBe('GET, POST, PUT, PATCH, DELETE');
      expect((await site.as('contributor').delete(`/wp/v2/posts/${post.id}?force=true`)).body.deleted).toBe(true);
    });
  });

  it('removes for good everything that hangs on a post', async () => {
    const { store } = site.platen;
    const post = await create({ title: 'Gone', status: 'publish', sticky: true, format: 'aside' });
    await update(post.id, { content: 'more' });
    const comment = await store.comments.insert(commentOn(post.id));
    const removed = await site.as('editor').delete(`/wp/v2/posts/${post.id}?force=true`);
    expect(removed.body).toMatchObject({ deleted: true, previous: { id: post.id, sticky: true, format: 'aside' } });
    expect(removed.headers).not.toHaveProperty('allow');
    expect(await store.comments.byId(comment)).toBeNull();
    expect(await store.posts.children(post.id, ['revision'])).toEqual([]);
    expect((await store.meta.of('post', [post.id])).get(post.id) ?? []).toEqual([]);
    expect((await store.terms.ofPosts([post.id])).get(post.id) ?? []).toEqual([]);
    expect(await store.options.get('sticky_posts')).not.toContain(`i:${post.id};`);
  });
});

function commentOn(postId: number) {
  return {
    postId,
    authorName: 'A',
    authorEmail: 'a@example.org',
    authorUrl: '',
    authorIp: '127.0.0.1',
    date: '2020-01-01 00:00:00',
    dateGmt: '2020-01-01 00:00:00',
    content: 'Well said',
    karma: 0,
    approved: '1',
    userAgent: '',
    type: 'comment',
    parentId: 0,
    userId: 0,
  };
}
