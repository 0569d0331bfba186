import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('comments of variant %s', (variant) => {
  let site: TestPlaten;
  let postId: number;
  beforeAll(async () => {
    site = await testPlaten({ variant });
    await site.platen.store.options.set('comment_previously_approved', '0');
    postId = (await site.as('author').post('/wp/v2/posts', { title: 'Talk', status: 'publish' })).body.id;
  });
  afterAll(() => site.close());

  let said = 0;
  const say = (who: Role, fields: Record<string, unknown> = {}) =>
    site.as(who).post('/wp/v2/comments', { post: postId, content: `Remark ${++said}`, ...fields });
  const guest = { author_name: 'Gus', author_email: 'gus@example.org' };

  describe('details of an author that come to nothing', () => {
    it.each([
      { author_name: '' },
      { author_name: ' ' },
      { author_name: '<b></b>' },
      { author_email: '' },
      { author_url: '' },
      { author_url: 'data:x' },
      { author_name: '', author_email: '', author_url: '' },
    ])('%j leaves the comment the caller’s', async (fields) => {
      const { status, body } = await say('editor', fields);
      expect([status, body.author, body.author_name]).toEqual([201, site.users.editor, 'the-editor']);
      expect(body.author_email).toBe('editor@example.org');
    });

    it('do not replace those of the user who is named as the author', async () => {
      const { author } = site.users;
      const { body } = await say('editor', { author, author_name: ' ', author_email: '', author_url: 'http://a.test' });
      const expected = { author_name: 'the-author', author_email: 'author@example.org', author_url: 'http://a.test' };
      expect(body).toMatchObject({ author, ...expected });
    });

    it.each([
      [{ author_name: 'Gus' }],
      [{ author_name: 'Gus', author_email: '' }],
      [{ author_name: ' ', author_email: 'gus@example.org' }],
      [{ author_url: 'http://gus.test' }],
    ])('one that is there makes it a guest’s, who needs name and address: %j', async (fields) => {
      const { status, body } = await say('editor', fields);
      expect([status, body.code]).toEqual([400, 'rest_comment_author_data_required']);
    });

    it('are measured once they are clean', async () => {
      const name = `<i class="${'x'.repeat(400)}">Gus</i>`;
      expect((await say('editor', { ...guest, author_name: name })).body.author_name).toBe('Gus');
      const long = await say('editor', { ...guest, author_name: `${name}${'y'.repeat(243)}` });
      expect([long.status, long.body.code]).toEqual([400, 'comment_author_column_length']);
    });
  });

  describe('words that say nothing, or with blanks around them', () => {
    it('an empty type is that of plain comments on writing', async () => {
      const { status, body } = await say('editor', { type: '' });
      expect([status, body.type]).toEqual([201, 'comment']);
      expect((await say('editor', { type: ' ' })).body.code).toBe('rest_invalid_comment_type');
    });

    it.each(['', ' ', 'COMMENT', 'pingback', 0, false])('%j is another type on changing', async (type) => {
      const { id } = (await say('editor', {})).body;
      const change = (body: object) => site.as('editor').post(`/wp/v2/comments/${id}`, body);
      const refused = await change({ type, content: `New ${id}` });
      expect([refused.status, refused.body.code]).toEqual([404, 'rest_comment_invalid_type']);
      const accepted = await change({ type: 'comment', content: `Newer ${id}` });
      expect([accepted.status, accepted.body.type]).toEqual([200, 'comment']);
    });

    it.each([
      ...['status=%20approve', 'status=approve%20', 'status=APPROVE', 'status=app!rove'],
      ...['type=%20comment%09', 'type=COMMENT', 'type=Com.ment'],
    ])('%s lists what the bare word lists, to visitors too', async (query) => {
      const [plain, padded] = await Promise.all(
        ['per_page=3', `per_page=3&${query}`].map((each) => site.as('anonymous').get(`/wp/v2/comments?${each}`)),
      );
      expect(padded!.status).toBe(200);
      expect(padded!.body.map(({ id }: { id: number }) => id)).toEqual(plain!.body.map(({ id }: { id: number }) => id));
      expect(padded!.headers['x-wp-total']).toBe(plain!.headers['x-wp-total']);
    });

    it.each(['type=comment-', 'type=', 'type=ALL', 'status=Hold', 'status='])(
      '%s is refused to visitors: as a key it is another word',
      async (query) => {
        const { status, body } = await site.as('anonymous').get(`/wp/v2/comments?${query}`);
        expect([status, body.code]).toEqual([401, 'rest_forbidden_param']);
      },
    );

    it('paging links repeat the words as keys', async () => {
      await say('editor', { content: 'One of many' });
      await say('editor', { content: 'Two of many' });
      const { headers } = await site.as('editor').get('/wp/v2/comments?per_page=1&type=Com.ment&status=ALL');
      expect(headers['link']).toContain('?per_page=1&type=comment&status=all&page=2>; rel="next"');
    });

    it('a filter for a state is trimmed, and no less restricted', async () => {
      const { body } = await say('editor', { ...guest, status: 'hold' });
      const found = await site.as('editor').get(`/wp/v2/comments?status=%20hold&include=${body.id}`);
      expect(found.headers['x-wp-total']).toBe('1');
      expect((await site.as('anonymous').get('/wp/v2/comments?status=%20hold')).body.code).toBe('rest_forbidden_param');
    });
  });

  describe('the link to answers', () => {
    it.each([
      ['approve', true],
      ['hold', true],
      ['spam', false],
      ['trash', false],
    ])('stands there for an answer in the state %s: %s', async (status, isThere) => {
      const parent = (await say('editor')).body.id;
      const answer = (await say('editor', { parent })).body.id;
      await site.as('editor').post(`/wp/v2/comments/${answer}`, { status });
      const { body } = await site.as('editor').get(`/wp/v2/comments/${parent}`);
      expect('children' in body._links).toBe(isThere);
    });

    it('tells visitors nothing of an answer that is held back', async () => {
      const parent = (await say('editor')).body.id;
      await say('editor', { parent, status: 'hold' });
      const { body } = await site.as('anonymous').get(`/wp/v2/comments/${parent}`);
      expect('children' in body._links).toBe(false);
    });
  });

  describe('links that hold a comment back', () => {
    const two = 'http://one.test and http://two.test';
    it.each<[string, Role, string, string]>([
      ['two addresses', 'subscriber', two, 'hold'],
      ['one address', 'subscriber', 'http://one.test', 'approved'],
      ['two written links', 'subscriber', '<a href="http://one.test">1</a> <A HREF=http://two.test>2</A>', 'hold'],
      ['addresses in code and one outside', 'subscriber', '<pre>http://one.test</pre> http://two.test', 'approved'],
      [
        'links that cleaning takes apart',
        'subscriber',
        '<a href="http://one.test>1</a> <a href=\'http://2.test">2</a>',
        'hold',
      ],
      ['anchors that lead nowhere', 'subscriber', '<a name="x">1</a> <a name="y">2</a>', 'approved'],
      ['two addresses of the post’s author', 'author', two, 'approved'],
      ['two addresses of a moderator', 'editor', two, 'approved'],
    ])('%s, from a %s', async (_, who, content, status) => {
      expect((await say(who, { content: `${content} (${++said})` })).body.status).toBe(status);
    });

    it('it is the author of the comment who is trusted, not the one who sends it', async () => {
      const content = () => `${two} (${++said})`;
      const admin = (fields: Record<string, unknown>) => say('administrator', { content: content(), ...fields });
      expect((await admin(guest)).body.status).toBe('hold');
      expect((await admin({ author: site.users.subscriber })).body.status).toBe('hold');
      expect((await admin({ author: site.users.author })).body.status).toBe('approved');
      expect((await admin({ author: site.users.editor })).body.status).toBe('approved');
      expect((await admin({ ...guest, status: 'approve' })).body.status).toBe('approved');
    });

    it('unwelcome words are looked for in what was sent and in what is left of it', async () => {
      const { options } = site.platen.store;
      await options.set('moderation_keys', 'casino');
      const held = [];
      for (const content of ['<img alt="casino">', 'cas<script></script>ino', 'cassino']) {
        held.push((await say('subscriber', { content: `${content} ${++said}` })).body.status);
      }
      await options.remove('moderation_keys');
      expect(held).toEqual(['hold', 'hold', 'approved']);
    });

    it('a long text is judged like a short one', async () => {
      const content = `${'word '.repeat(12_000)}${two} ${++said}`;
      expect((await say('subscriber', { content })).body.status).toBe('hold');
    });
  });

  describe('the address of a comment', () => {
    it.each([
      ['posts', { status: 'pending' }, '/?p=ID/'],
      ['posts', { status: 'future', date: '2050-01-01T00:00:00' }, '/?p=ID/'],
      ['pages', { status: 'pending', comment_status: 'open' }, '/?page_id=ID/'],
      ['posts', { status: 'publish', date: '2020-01-01T00:00:00', slug: 'done' }, '/2020/01/01/done/'],
    ])('on one of the %s with %j', async (base, fields, path) => {
      const post = (await site.as('editor').post(`/wp/v2/${base}`, { title: 'Linked', ...fields })).body.id;
      const { body } = await say('editor', { post });
      expect(body.link).toBe(`http://site.test${path.replace('ID', post)}#comment-${body.id}`);
    });
  });
});
