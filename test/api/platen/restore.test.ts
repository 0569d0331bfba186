import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../support/platen.ts';
import { feedIsWhole } from '../../support/whole-feed.ts';
import { type MediaSite, mediaSite } from '../media/media-client.ts';

describe.each(['a', 'b'] as const)('restoring from the trash, variant %s', (variant) => {
  let site: MediaSite;
  beforeAll(async () => {
    site = await mediaSite({ variant });
  });
  afterAll(() => site.close());

  const made = async (fields: object = {}, { who = 'editor' as Role, base = 'posts' } = {}): Promise<number> => {
    const { status, body } = await site
      .as(who)
      .post(`/wp/v2/${base}`, { title: 'A text', content: 'x', status: 'publish', ...fields });
    expect(status).toBe(201);
    return body.id;
  };
  const trash = async (id: number, base = 'posts') => {
    expect((await site.as('administrator').delete(`/wp/v2/${base}/${id}`)).status).toBe(200);
  };
  const restore = (id: number, who: Role = 'editor', headers: Record<string, string> = {}) =>
    site.as(who).post(`/platen/v1/content/${id}/restore`, {}, headers);
  const shown = async (id: number, base = 'posts') => {
    const { body } = await site.as('administrator').get(`/wp/v2/${base}/${id}?context=edit`);
    const { modified: _modified, modified_gmt: _modifiedGmt, _links, ...rest } = body;
    return rest;
  };
  const comment = async (post: number, content: string, status = 'approve'): Promise<number> => {
    const { body } = await site.as('administrator').post('/wp/v2/comments', { post, content, status });
    return body.id;
  };
  /** What visitors see; nothing below an item that they may not see. */
  const commentsOf = async (post: number): Promise<number[]> => {
    const { status, body } = await site.as('anonymous').get(`/wp/v2/comments?post=${post}&order=asc&orderby=id`);
    return status === 200 ? body.map(({ id }: { id: number }) => id) : [];
  };
  /** The entity tag that a client of the network gets. */
  const tagOf = async (id: number): Promise<string> => {
    const authorization = `Basic ${Buffer.from('the-editor:pw-editor').toString('base64')}`;
    const answered = await fetch(`${site.origin}/wp-json/wp/v2/posts/${id}?context=edit`, {
      headers: { authorization },
    });
    await answered.arrayBuffer();
    return answered.headers.get('etag') ?? '';
  };
  const changesSince = async (since: string): Promise<{ entries: object[]; cursor: string }> => {
    const { body } = await site.as('administrator').get(`/platen/v1/changes?${since && `since=${since}`}`);
    if (!body.more) return { entries: body.changes, cursor: body.cursor };
    const rest = await changesSince(body.cursor);
    return { ...rest, entries: [...body.changes, ...rest.entries] };
  };
  const countOf = async (id: number) => (await site.platen.store.posts.byId(id))?.commentCount;

  it.each([
    ['posts', { status: 'publish', slug: 'just-so', sticky: true }],
    ['posts', { status: 'publish', password: 'open sesame' }],
    ['posts', { status: 'private' }],
    ['posts', { status: 'pending' }],
    ['posts', { status: 'draft', date: '2021-03-04T05:06:07' }],
    ['posts', { status: 'future', date: '2090-01-01T00:00:00' }],
    ['pages', { status: 'publish', slug: 'a-page' }],
  ])('brings back %s with %o exactly as they were', async (base, fields) => {
    const id = await made(fields, { base });
    const before = await shown(id, base);
    await trash(id, base);
    const { status, body } = await restore(id);
    expect([status, body]).toEqual([
      200,
      { id, type: base === 'posts' ? 'post' : 'page', status: before.status, slug: before.slug },
    ]);
    const { date: _before, date_gmt: _beforeGmt, ...rest } = before;
    expect(await shown(id, base)).toMatchObject(rest);
    if ('date' in fields || fields.status === 'publish') expect((await shown(id, base)).date).toBe(before.date);
  });

  it('leaves the date of a draft open that had none, so that it is published with that of the day', async () => {
    const id = await made({ status: 'draft' });
    await trash(id);
    await restore(id);
    expect((await site.platen.store.posts.byId(id))?.dateGmt).toBe('0000-00-00 00:00:00');
  });

  it('brings the comments back, each as it was, and counts them', async () => {
    const id = await made();
    const [first, second] = [await comment(id, 'One'), await comment(id, 'Two')];
    const held = await comment(id, 'Three', 'hold');
    await trash(id);
    expect(await commentsOf(id)).toEqual([]);
    expect((await restore(id)).status).toBe(200);
    expect(await commentsOf(id)).toEqual([first, second]);
    expect((await site.platen.store.comments.byId(held))?.approved).toBe('0');
    expect(await countOf(id)).toBe(2);
  });

  it('brings comments back that a plain status write once left behind', async () => {
    const id = await made();
    const left = await comment(id, 'Left behind');
    await trash(id);
    await site.as('editor').post(`/wp/v2/posts/${id}`, { status: 'publish' });
    expect(await commentsOf(id)).toEqual([]);
    await trash(id);
    await restore(id);
    expect(await commentsOf(id)).toEqual([left]);
    expect(await countOf(id)).toBe(1);
  });

  it('brings a file back, even a private one', async () => {
    const png = sharp({ create: { width: 6, height: 4, channels: 3, background: '#a00' } }).png();
    const { body } = await site.upload('author', {
      name: 'heron.png',
      content: await png.toBuffer(),
      type: 'image/png',
    });
    for (const status of ['inherit', 'private']) {
      if (status === 'private') await site.as('author').post(`/wp/v2/media/${body.id}`, { status });
      await trash(body.id, 'media');
      expect(await restore(body.id, 'author')).toMatchObject({ status: 200, body: { type: 'attachment', status } });
      expect(await shown(body.id, 'media')).toMatchObject({ status, slug: 'heron', date: body.date });
    }
  });

  it('takes another slug where the old one was given away', async () => {
    const id = await made({ slug: 'wanted' });
    await trash(id);
    await made({ slug: 'wanted' });
    expect((await restore(id)).body.slug).toBe('wanted-2');
  });

  it('is for those who may edit the item', async () => {
    const id = await made();
    await trash(id);
    expect((await restore(id, 'anonymous')).status).toBe(401);
    for (const who of ['subscriber', 'contributor', 'author'] as const) {
      expect(await restore(id, who)).toMatchObject({ status: 403, body: { code: 'rest_cannot_edit' } });
    }
    expect((await shown(id)).status).toBe('trash');
    const own = await made({}, { who: 'author' });
    await trash(own);
    expect(await restore(own, 'author')).toMatchObject({ status: 200, body: { status: 'publish' } });
  });

  it('refuses what is not in the trash, and what is not there', async () => {
    const id = await made();
    expect(await restore(id)).toMatchObject({ status: 409, body: { code: 'platen_not_in_trash' } });
    expect((await shown(id)).status).toBe('publish');
    expect(await restore(999_999)).toMatchObject({ status: 404, body: { code: 'rest_post_invalid_id' } });
  });

  it('depends on the version where the request says so', async () => {
    const id = await made();
    const old = await tagOf(id);
    await trash(id);
    const tag = await tagOf(id);
    expect((await restore(id, 'editor', { 'if-match': old })).status).toBe(412);
    expect((await shown(id)).status).toBe('trash');
    expect(await restore(id, 'editor', { 'if-match': tag })).toMatchObject({
      status: 200,
      body: { status: 'publish' },
    });
  });

  it('restores many at once in a batch, all or none', async () => {
    const [one, two, three] = [await made(), await made(), await made()];
    await trash(one);
    await trash(two);
    const requests = (ids: readonly number[]) =>
      ids.map((id) => ({ method: 'POST', path: `/platen/v1/content/${id}/restore` }));
    const send = (ids: readonly number[]) =>
      site.as('editor').post('/platen/v1/batch', { atomic: true, requests: requests(ids) });
    await send([one, three]);
    expect((await shown(one)).status).toBe('trash');
    await send([one, two]);
    expect([(await shown(one)).status, (await shown(two)).status]).toEqual(['publish', 'publish']);
  });

  it('stands in the audit log and in the change feed', async () => {
    const id = await made();
    await trash(id);
    await feedIsWhole(site.platen);
    const { cursor } = await changesSince('');
    await restore(id);
    await feedIsWhole(site.platen);
    const { entries } = await changesSince(cursor);
    expect(entries).toContainEqual(expect.objectContaining({ type: 'post', id, change: 'restore' }));
    const { items } = (await site.as('administrator').get('/platen/v1/audit?per_page=20')).body;
    expect(items).toContainEqual(
      expect.objectContaining({ event: 'post.restore', object: id, user: site.users.editor }),
    );
  });
});
