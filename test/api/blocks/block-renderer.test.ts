import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MediaSite, mediaSite } from '../media/media-client.ts';

let site: MediaSite;
let postId: number;
beforeAll(async () => {
  site = await mediaSite({ variant: 'c' });
  const made = await site.as('author').post('/wp/v2/posts', { title: 'A & B', content: 'Text', status: 'publish' });
  postId = made.body.id;
});
afterAll(() => site.close());

const path = '/wp/v2/block-renderer/core';

describe('the block renderer', () => {
  it('renders a block on its own and for a post, by either method', async () => {
    const editor = site.as('editor');
    const title = await editor.get(`${path}/post-title?context=edit&post_id=${postId}&attributes[level]=3`);
    expect(title.body).toEqual({ rendered: '<h3 class="wp-block-post-title">A &amp; B</h3>' });
    const body = { context: 'edit', attributes: { postsToShow: 1 } };
    const posts = await editor.post(`${path}/latest-posts`, body);
    expect(posts.body.rendered).toMatch(
      /^<ul class="wp-block-latest-posts__list wp-block-latest-posts is-layout-flow wp-block-latest-posts-is-layout-flow"><li>/,
    );
  });

  it.each([
    ['', 'context'],
    ['context=view', 'context'],
    ['context=edit&attributes=x', 'attributes'],
    ['context=edit&attributes[none]=1', 'attributes'],
    ['context=edit&attributes[postsToShow]=many', 'attributes'],
    ['context=edit&attributes[featuredImageAlign]=up', 'attributes'],
  ])('refuses "%s" for its %s', async (query, name) => {
    const { status, body } = await site.as('editor').get(`${path}/latest-posts?${query}`);
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
  });

  it('knows every block that the block types call dynamic, with the attributes that they state', async () => {
    const editor = site.as('editor');
    const { body: types } = await editor.get('/wp/v2/block-types?_fields=name,is_dynamic,attributes');
    for (const { name, is_dynamic, attributes } of types) {
      const at = `/wp/v2/block-renderer/${name}?context=edit`;
      expect([name, (await editor.get(at)).status]).toEqual([name, is_dynamic ? 200 : 404]);
      if (!is_dynamic) continue;
      expect([name, (await editor.get(`${at}&attributes[unknown]=1`)).status]).toEqual([name, 400]);
      if (attributes.className)
        expect([name, (await editor.get(`${at}&attributes[className]=own`)).status]).toEqual([name, 200]);
    }
  });

  it('knows only blocks that the server renders', async () => {
    for (const name of ['paragraph', 'none'])
      expect((await site.as('editor').get(`${path}/${name}?context=edit&attributes[x]=1`)).body.code).toBe(
        'block_invalid',
      );
  });

  it.each([
    ['anonymous', '', 401],
    ['subscriber', '', 403],
    ['contributor', '&post_id=POST', 403],
    ['editor', '&post_id=999999', 403],
    ['author', '&post_id=POST', 200],
  ] as const)('answers %s%s with %i', async (who, query, status) => {
    const answer = await site.as(who).get(`${path}/site-title?context=edit${query.replace('POST', String(postId))}`);
    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.body.code).toBe('block_cannot_read');
  });

  it('shows nobody what they may not see', async () => {
    const draft = await site.as('editor').post('/wp/v2/posts', { title: 'Secret draft', status: 'draft' });
    expect(draft.status).toBe(201);
    const { body } = await site.as('contributor').get(`${path}/latest-posts?context=edit`);
    expect(body.rendered).not.toContain('Secret draft');
  });

  it('is no part of the other variants', async () => {
    const other = await mediaSite({ variant: 'a' });
    expect((await other.as('editor').get(`${path}/site-title?context=edit`)).body.code).toBe('rest_no_route');
    await other.close();
  });
});
