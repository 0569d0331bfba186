import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteFromConfig } from '../../../src/app/site-from-config.ts';
import { anonymous } from '../../../src/rules/capabilities.ts';
import type { Store } from '../../../src/storage/store.ts';
import { createComment, updateComment } from '../../../src/wp/comments/write-comment.ts';
import { type Role, requestFor, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let postId: number;
beforeAll(async () => {
  site = await testPlaten();
  await site.platen.store.options.set('comment_previously_approved', '0');
  postId = (await site.as('author').post('/wp/v2/posts', { title: 'Talk', status: 'publish' })).body.id;
});
afterAll(() => site.close());

/** Every tag and attribute that a browser would find. */
function namesIn(node: DefaultTreeAdapterTypes.ParentNode): string[] {
  return node.childNodes.flatMap((child) =>
    'tagName' in child ? [child.tagName, ...child.attrs.map(({ name }) => name), ...namesIn(child)] : [],
  );
}

let said = 0;
const say = (who: Role, fields: Record<string, unknown> = {}) =>
  site.as(who).post('/wp/v2/comments', { post: postId, content: `Remark ${++said}`, ...fields });
const countOn = async (id: number) => (await site.platen.store.posts.byId(id))?.commentCount;

describe('writing a comment', () => {
  it.each(['administrator', 'editor', 'author', 'contributor', 'subscriber'] as Role[])('%s may', async (role) => {
    const { status, body } = await say(role);
    expect([status, body.status, body.post]).toEqual([201, 'approved', postId]);
    expect('author_email' in body).toBe(role === 'administrator' || role === 'editor');
  });

  it('a visitor may not, unless the site says so', async () => {
    const refused = await say('anonymous', { author_name: 'Gus', author_email: 'gus@example.org' });
    expect([refused.status, refused.body.code]).toEqual([401, 'rest_comment_login_required']);
  });

  it.each([
    [{ author: 1 }, 'rest_comment_invalid_author'],
    [{ author_ip: '192.0.2.1' }, 'rest_comment_invalid_author_ip'],
    [{ status: 'approved' }, 'rest_comment_invalid_status'],
    [{ post: 0 }, 'rest_comment_invalid_post_id'],
    [{ post: 999999 }, 'rest_comment_invalid_post_id'],
  ])('a subscriber may not send %j', async (fields, code) => {
    const { status, body } = await say('subscriber', fields);
    expect([status, body.code]).toEqual([403, code]);
  });

  it.each([
    ['draft', {}, 'rest_comment_draft_post'],
    ['private', {}, 'rest_cannot_read_post'],
    ['publish', { comment_status: 'closed' }, 'rest_comment_closed'],
    ['publish', { password: 'sesame' }, 'rest_cannot_read_post'],
  ])('not on a %s post with %j', async (status, fields, code) => {
    const { body } = await site.as('editor').post('/wp/v2/posts', { title: 'Not here', status, ...fields });
    const answer = await say('subscriber', { post: body.id });
    expect([answer.status, answer.body.code]).toEqual([403, code]);
  });

  it('not on a trashed post, but behind a password with the password', async () => {
    const editor = site.as('editor');
    const trashed = (await editor.post('/wp/v2/posts', { title: 'Gone', status: 'publish' })).body.id;
    await editor.delete(`/wp/v2/posts/${trashed}`);
    expect((await say('subscriber', { post: trashed })).body.code).toBe('rest_comment_trash_post');
    const locked = await editor.post('/wp/v2/posts', { title: 'Locked', status: 'publish', password: 'sesame' });
    expect((await say('subscriber', { post: locked.body.id, password: 'sesame' })).status).toBe(201);
  });

  it.each([
    [{ content: '' }, 400, 'rest_comment_content_invalid'],
    [{ content: { rendered: 'x' } }, 400, 'rest_comment_content_invalid'],
    [{ author_name: 'Only a name' }, 400, 'rest_comment_author_data_required'],
    [{ author: 999999 }, 400, 'rest_comment_author_invalid'],
    [{ author: 0 }, 400, 'rest_comment_author_invalid'],
    [{ author_email: 'nope' }, 400, 'rest_invalid_param'],
    [{ author_ip: '300.1.1.1' }, 400, 'rest_invalid_param'],
    [{ type: 'pingback' }, 400, 'rest_invalid_comment_type'],
    [{ id: 12 }, 400, 'rest_comment_exists'],
  ])('refuses %j', async (fields, status, code) => {
    const before = await countOn(postId);
    const answer = await say('administrator', fields);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await countOn(postId)).toBe(before);
  });

  it.each([
    ['content', 65_525, 'comment_content_column_length'],
    ['author_name', 245, 'comment_author_column_length'],
    ['author_url', 200, 'comment_author_url_column_length'],
    ['author_user_agent', 254, 'rest_comment_failed_create'],
  ])('takes a %s of %i bytes and not one more', async (name, most, code) => {
    const start = name === 'author_url' ? 'http://' : '';
    const text = (length: number) => start + 'é'.repeat(2).padEnd(length - start.length - 2, 'x');
    const send = (length: number) =>
      say('administrator', { author_name: 'Long', author_email: 'long@example.org', [name]: text(length) });
    expect((await send(most)).status).toBe(201);
    const refused = await send(most + 1);
    expect([refused.status, refused.body.code]).toEqual([400, code]);
  });

  it('is a guest’s as soon as a name is signed, whoever sends it', async () => {
    const { body } = await say('administrator', { author_name: 'Gus', author_email: 'gus@example.org' });
    expect(body).toMatchObject({ author: 0, author_name: 'Gus', author_email: 'gus@example.org' });
    const signed = await say('administrator', { author: site.users.author, author_name: 'Alias' });
    expect(signed.body).toMatchObject({
      author: site.users.author,
      author_name: 'Alias',
      author_email: 'author@example.org',
    });
  });

  it('takes the same words once from the same person in the same place', async () => {
    expect((await say('subscriber', { content: 'Echo' })).status).toBe(201);
    const again = await say('subscriber', { content: 'Echo' });
    expect([again.status, again.body.code]).toEqual([409, 'comment_duplicate']);
    expect((await say('contributor', { content: 'Echo' })).status).toBe(201);
  });

  it('keeps only harmless markup of those who may not post any', async () => {
    const hostile = `<a href="javascript:x" title='t" onmouseover=alert(1) "'>l</a><script>s</script><b>b</b>`;
    const { body } = await say('subscriber', { content: hostile });
    expect(namesIn(parseFragment(body.content.rendered))).toEqual(['p', 'a', 'href', 'title', 'rel', 'b']);
    expect(body.content.rendered).toContain('<b>b</b>');
  });
});

describe('moderation', () => {
  it.each([
    ['two links', 'http://one.example http://two.example', 'hold'],
    ['one link', 'http://one.example', 'approved'],
  ])('of a subscriber’s comment with %s', async (_, content, status) => {
    expect((await say('subscriber', { content })).body.status).toBe(status);
  });

  it('follows the site’s lists of words and its wish to see everything first', async () => {
    const { options } = site.platen.store;
    await options.set('moderation_keys', 'casino\nlottery');
    await options.set('disallowed_keys', 'viagra');
    expect((await say('subscriber', { content: 'A CASINO night' })).body.status).toBe('hold');
    expect((await say('subscriber', { content: 'cheap Viagra' })).body.status).toBe('trash');
    expect((await say('editor', { content: 'a casino, really' })).body.status).toBe('approved');
    await options.remove('moderation_keys');
    await options.remove('disallowed_keys');
    await options.set('comment_moderation', '1');
    expect((await say('subscriber')).body.status).toBe('hold');
    await options.remove('comment_moderation');
  });

  it('moves a comment between its states and keeps the post’s count right', async () => {
    const { body } = await say('subscriber');
    const before = await countOn(postId);
    const editor = site.as('editor');
    const to = async (status: string) => {
      const answer = await editor.post(`/wp/v2/comments/${body.id}`, { status });
      return [answer.body.status, (await countOn(postId))! - before!];
    };
    expect(await to('hold')).toEqual(['hold', -1]);
    expect(await to('approve')).toEqual(['approved', 0]);
    expect(await to('spam')).toEqual(['spam', -1]);
    expect(await to('unspam')).toEqual(['approved', 0]);
    expect(await to('trash')).toEqual(['trash', -1]);
    expect(await to('untrash')).toEqual(['approved', 0]);
    expect(await to('sparkling')).toEqual(['approved', 0]);
  });

  it('trashes first, removes for good when told, and moves answers up', async () => {
    const editor = site.as('editor');
    const top = (await say('subscriber')).body.id;
    const middle = (await say('subscriber', { parent: top })).body.id;
    const leaf = (await say('subscriber', { parent: middle })).body.id;
    expect((await editor.delete(`/wp/v2/comments/${middle}`)).body.status).toBe('trash');
    expect((await editor.delete(`/wp/v2/comments/${middle}`)).status).toBe(410);
    const gone = await editor.delete(`/wp/v2/comments/${middle}?force=true`);
    expect([gone.body.deleted, gone.body.previous.id]).toEqual([true, middle]);
    expect((await editor.get(`/wp/v2/comments/${leaf}`)).body.parent).toBe(top);
    expect((await editor.get(`/wp/v2/comments/${middle}`)).status).toBe(404);
  });
});

describe('changing a comment', () => {
  it.each(['subscriber', 'contributor', 'author'] as Role[])('%s may not, not even on an own post', async (role) => {
    const { body } = await say('subscriber');
    const answer = await site.as(role).post(`/wp/v2/comments/${body.id}`, { content: 'Changed' });
    expect([answer.status, answer.body.code]).toEqual([403, 'rest_cannot_edit']);
  });

  it('is filtered like writing one', async () => {
    const { body } = await say('subscriber');
    await site.platen.store.users.setCapabilities(site.users.editor, { editor: true, unfiltered_html: false });
    const changed = await site.as('editor').post(`/wp/v2/comments/${body.id}`, { content: 'x<script>s</script>' });
    await site.platen.store.users.setCapabilities(site.users.editor, { editor: true });
    expect(changed.body.content.raw).not.toContain('<script');
  });

  it('notes where the change came from, unless it says otherwise', async () => {
    const { body } = await say('editor', { author_ip: '192.0.2.9', author_user_agent: 'Old/1' });
    const { body: changed } = await site.as('editor').post(`/wp/v2/comments/${body.id}`, { content: 'Changed' });
    expect([changed.author_ip, changed.author_user_agent]).toEqual(['127.0.0.1', '']);
    const kept = await site.as('editor').post(`/wp/v2/comments/${body.id}`, { author_ip: '::ffff:192.0.2.8' });
    expect(kept.body.author_ip).toBe('192.0.2.8');
  });

  it('to another post counts both again', async () => {
    const other = (await site.as('editor').post('/wp/v2/posts', { title: 'Other', status: 'publish' })).body.id;
    const { body } = await say('subscriber');
    const before = await countOn(postId);
    await site.as('editor').post(`/wp/v2/comments/${body.id}`, { post: other });
    expect([await countOn(postId), await countOn(other)]).toEqual([before! - 1, 1]);
    const nowhere = await site.as('editor').post(`/wp/v2/comments/${body.id}`, { post: 999999 });
    expect([nowhere.status, nowhere.body.code]).toEqual([403, 'rest_comment_invalid_post_id']);
  });
});

describe('where visitors may comment', () => {
  // How long they wait is up to the clock, which stands still.
  const now = Date.now();

  it('they give name and address, wait between comments, and see their text cleaned', async () => {
    const open = await testPlaten({ anonymousComments: true, commentFloodSeconds: 60, clock: () => now });
    try {
      const post = (await open.as('editor').post('/wp/v2/posts', { title: 'Open', status: 'publish' })).body.id;
      const guest = { post, author_name: 'Gus', author_email: 'gus@example.org' };
      const visitor = open.as('anonymous');
      expect((await visitor.post('/wp/v2/comments', { post, content: 'x' })).body.code).toBe(
        'rest_comment_author_data_required',
      );
      const first = await visitor.post('/wp/v2/comments', { ...guest, content: 'Hi <script>x</script>' });
      expect(first.status).toBe(201);
      expect(first.body.content.rendered).not.toContain('<script');
      const second = await visitor.post('/wp/v2/comments', { ...guest, content: 'Me again' });
      expect([second.status, second.body.code]).toEqual([429, 'comment_flood']);
      expect((await open.as('subscriber').post('/wp/v2/comments', { post, content: 'a' })).status).toBe(201);
      expect((await open.as('subscriber').post('/wp/v2/comments', { post, content: 'b' })).status).toBe(429);
      expect((await open.as('editor').post('/wp/v2/comments', { post, content: 'c' })).status).toBe(201);
      expect((await open.as('editor').post('/wp/v2/comments', { post, content: 'd' })).status).toBe(201);
    } finally {
      await open.close();
    }
  });

  it('all addresses of an IPv6 network wait together', async () => {
    const open = await testPlaten({ anonymousComments: true, commentFloodSeconds: 60, clock: () => now });
    try {
      const post = (await open.as('editor').post('/wp/v2/posts', { title: 'Open', status: 'publish' })).body.id;
      const sayFrom = async (remoteAddress: string, name: string) => {
        const fields = { post, author_name: name, author_email: `${name}@example.org`, content: `From ${name}` };
        return (await open.platen.answer({ ...requestFor('POST', '/wp/v2/comments', fields, {}), remoteAddress }))
          .status;
      };
      expect(await sayFrom('2001:db8::1', 'ann')).toBe(201);
      expect(await sayFrom('2001:db8:0:0:ffff::2', 'ben')).toBe(429);
      expect(await sayFrom('2001:db8:0:1::1', 'cid')).toBe(201);
      expect(await sayFrom('192.0.2.1', 'dan')).toBe(201);
      expect(await sayFrom('192.0.2.2', 'eve')).toBe(201);
    } finally {
      await open.close();
    }
  });
});

it('what is written along with a comment, such as its meta, is stored with it or neither is', async () => {
  const { store, config } = site.platen;
  const work = {
    store,
    site: await siteFromConfig(config, Date.now)(store),
    caller: anonymous,
    now: Date.now(),
    hooks: null,
  };
  const made = (await say('author')).body;
  const before = (await store.comments.byId(made.id))!;
  const { id: _id, approved: _approved, ...fields } = before;
  const alongside = async (inner: Store, id: number) => {
    await inner.meta.set('comment', id, 'rating', ['5']);
    throw new Error('stop');
  };
  const submission = { text: 'Another', links: 0, byModerator: true };
  const rules = { floodSeconds: 0, submission, alongside };
  const count = await countOn(postId);
  await expect(createComment({ ...fields, content: 'Another' }, work, rules)).rejects.toThrow('stop');
  expect(await countOn(postId)).toBe(count);
  const change = { columns: { authorName: 'Other' }, text: { content: before.content, wasSent: false }, alongside };
  await expect(updateComment(before, change, work)).rejects.toThrow('stop');
  expect(await store.comments.byId(made.id)).toEqual(before);
  expect((await store.meta.of('comment', [made.id])).get(made.id) ?? []).toEqual([]);
});
