import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('reading posts, variant %s', (variant) => {
  let site: TestPlaten;
  const ids: Record<string, number> = {};
  const shownTo = (who: Role, id: number, query = '') => site.as(who).get(`/wp/v2/posts/${id}${query}`);
  beforeAll(async () => {
    site = await testPlaten({ variant });
    const states = {
      publish: '2019-01-01',
      draft: '2019-01-02',
      pending: '2019-01-03',
      private: '2019-01-04',
      future: '2099-01-01',
    };
    for (const [status, day] of Object.entries(states)) {
      const made = await site
        .as('administrator')
        .post('/wp/v2/posts', { title: status, status, date: `${day}T00:00:00` });
      ids[status] = made.body.id;
    }
    const trashed = await site.as('administrator').post('/wp/v2/posts', { title: 'trash', status: 'publish' });
    ids['trash'] = trashed.body.id;
    await site.as('administrator').delete(`/wp/v2/posts/${ids['trash']}`);
  });
  afterAll(() => site.close());

  const hidden = variant === 'a' ? 401 : 403;
  it.each([
    ['anonymous', 'publish', 200],
    ['anonymous', 'draft', hidden],
    ['anonymous', 'pending', hidden],
    ['anonymous', 'private', hidden],
    ['anonymous', 'future', hidden],
    ['anonymous', 'trash', hidden],
    ['subscriber', 'publish', 200],
    ['subscriber', 'private', 403],
    ['contributor', 'draft', 403],
    ['author', 'private', 403],
    ['author', 'trash', 403],
    ['editor', 'draft', 200],
    ['editor', 'private', 200],
    ['editor', 'future', 200],
    ['editor', 'trash', 200],
  ] as const)('%s asks for what is in state %s', async (who, state, status) => {
    const answer = await shownTo(who, ids[state]!);
    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.body.code).toBe('rest_forbidden');
  });

  it('shows raw text only to those who may edit', async () => {
    expect((await shownTo('anonymous', ids['publish']!, '?context=edit')).status).toBe(401);
    expect((await shownTo('author', ids['publish']!, '?context=edit')).body.code).toBe('rest_forbidden_context');
    expect((await shownTo('editor', ids['publish']!, '?context=edit')).body.title.raw).toBe('publish');
    expect((await shownTo('editor', ids['publish']!)).body.title).not.toHaveProperty('raw');
  });

  it('marks what is private in its title', async () => {
    expect((await shownTo('editor', ids['private']!)).body.title.rendered).toBe('Private: private');
  });

  it('does not know pages, revisions or numbers that name nothing', async () => {
    const page = await site.as('editor').post('/wp/v2/pages', { title: 'A page', status: 'publish' });
    for (const id of [page.body.id, 999_999, 0]) {
      expect(await shownTo('administrator', id)).toMatchObject({ status: 404, body: { code: 'rest_post_invalid_id' } });
    }
  });

  it('takes a post out of every surface when it is made private', async () => {
    const made = await site.as('editor').post('/wp/v2/posts', { title: 'Turned', status: 'publish', slug: 'turned' });
    const { id } = made.body;
    expect((await shownTo('anonymous', id)).status).toBe(200);
    await site.as('editor').put(`/wp/v2/posts/${id}`, { status: 'private' });
    expect((await shownTo('anonymous', id)).status).toBe(hidden);
    for (const query of [`include=${id}`, 'slug=turned', 'search=Turned']) {
      const list = await site.as('anonymous').get(`/wp/v2/posts?${query}`);
      expect([list.body, list.headers['x-wp-total']]).toEqual([[], '0']);
    }
  });

  describe('behind a password', () => {
    let id: number;
    beforeAll(async () => {
      const made = await site.as('editor').post('/wp/v2/posts', {
        title: 'Vault',
        content: 'The sunken text.',
        excerpt: 'The sunken excerpt.',
        password: 'open sesame',
        status: 'publish',
      });
      id = made.body.id;
    });

    const empty = { rendered: '', protected: true };
    it.each(['anonymous', 'subscriber', 'editor'] as const)('is empty for %s who brings none', async (who) => {
      const { body } = await shownTo(who, id);
      expect([body.content, body.excerpt]).toEqual([empty, empty]);
    });

    it('opens with the right one, on the item and in a list', async () => {
      const item = await shownTo('anonymous', id, '?password=open+sesame');
      expect(item.body.content.rendered).toContain('sunken text');
      const list = await site.as('anonymous').get(`/wp/v2/posts?include=${id}&password=open+sesame`);
      expect(list.body[0].excerpt.rendered).toContain('sunken excerpt');
    });

    it('refuses a wrong one, one that is not needed, and what is no text', async () => {
      expect(await shownTo('anonymous', id, '?password=wrong')).toMatchObject({
        status: 403,
        body: { code: 'rest_post_incorrect_password' },
      });
      expect((await shownTo('anonymous', ids['publish']!, '?password=x')).status).toBe(403);
      expect((await shownTo('anonymous', id, '?password[]=x')).body.code).toBe('rest_invalid_param');
    });

    it('gives nothing away to one who may not see the post at all', async () => {
      const made = await site.as('editor').post('/wp/v2/posts', { title: 'Shut draft', password: 'p' });
      for (const password of ['p', 'q']) {
        expect((await shownTo('anonymous', made.body.id, `?password=${password}`)).body.code).toBe('rest_forbidden');
      }
    });

    it.each([
      ['anonymous', 0],
      ['subscriber', 0],
      ['editor', 1],
    ] as const)('cannot be searched by %s unless it is theirs to read', async (who, found) => {
      const list = await site.as(who).get('/wp/v2/posts?search=sunken');
      expect([list.body.length, list.headers['x-wp-total']]).toEqual([found, String(found)]);
    });

    it('lets `Allow` speak of the password that came with the request', async () => {
      const answer = await site.as('editor').put(`/wp/v2/posts/${ids['publish']}`, { password: 1234 });
      expect([answer.status, answer.headers['allow']]).toEqual([400, 'POST, PUT, PATCH, DELETE']);
    });
  });

  it('links and embeds what it leads to', async () => {
    const { body } = await shownTo('anonymous', ids['publish']!, '?_embed');
    expect(body._links.self).toEqual([{ href: `http://site.test/wp-json/wp/v2/posts/${body.id}` }]);
    expect(body._links['wp:term'].map((link: { taxonomy: string }) => link.taxonomy)).toEqual(['category', 'post_tag']);
    expect(body._embedded.author[0]).toMatchObject({ id: 1 });
    expect(body._embedded['wp:term'][0][0]).toMatchObject({ id: 1, taxonomy: 'category' });
    expect('count' in body._links['version-history'][0]).toBe(variant === 'a');
  });

  it('tells an editor by links what may be done, in one variant', async () => {
    const actions = async (who: Role) => {
      const made = await site.as(who).post('/wp/v2/posts', { title: 'Acted on' });
      return Object.keys(made.body._links)
        .filter((rel) => rel.startsWith('wp:action-'))
        .sort();
    };
    if (variant === 'b') return expect(await actions('editor')).toEqual([]);
    expect(await actions('contributor')).toEqual(
      ['assign-categories', 'assign-tags', 'create-tags'].map((rel) => `wp:action-${rel}`),
    );
    expect(await actions('editor')).toHaveLength(7);
  });
});
