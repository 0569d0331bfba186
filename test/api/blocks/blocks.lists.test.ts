import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { everything } from '../../../src/rules/visibility.ts';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten();
});
afterAll(() => site?.close());
beforeEach(async () => {
  const { posts, options } = site.platen.store;
  const types = ['post', 'page', 'wp_block'];
  const rows = await posts.find(
    { types, visibility: everything },
    { by: 'id', direction: 'asc' },
    { limit: 100, offset: 0 },
  );
  for (const { id } of rows) await posts.remove(id);
  await options.remove('sticky_posts');
});

const block = (name: string, attributes: object = {}) => `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`;
const loop = (query: object, inner: string, queryId = 1) =>
  `<!-- wp:query ${JSON.stringify({ queryId, query })} --><div class="wp-block-query"><!-- wp:post-template -->${inner}<!-- /wp:post-template --></div><!-- /wp:query -->`;

async function write(base: string, body: object, as: Role = 'administrator'): Promise<number> {
  const answer = await site.as(as).post(`/wp/v2/${base}`, { status: 'publish', ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

async function shown(id: number, as: Role = 'anonymous', query = ''): Promise<string> {
  const answer = await site.as(as).get(`/wp/v2/posts/${id}${query}`);
  expect(answer.status).toBe(200);
  return answer.body.content.rendered;
}

/** The page that lists are on is older than what they show. */
const holder = (content: string) => write('posts', { title: 'Holder', content, date: '2001-01-01T00:00:00' });

const titles = (html: string): string[] =>
  [...html.matchAll(/class="wp-block-(?:latest-posts__post-title"[^>]*|post-title")>([^<]*)</g)].map(
    ([, title]) => title!,
  );

describe('lists of posts in a text', () => {
  it('show what was published, newest first, and nothing that was not', async () => {
    const id = await holder(block('latest-posts', { postsToShow: 3 }));
    await write('posts', { title: 'Old', content: 'x', date: '2020-01-01T00:00:00' });
    await write('posts', { title: 'New', content: 'x', date: '2021-01-01T00:00:00' });
    await write('posts', { title: 'Draft', content: 'x', status: 'draft' });
    await write('posts', { title: 'Private', content: 'x', status: 'private' });
    await write('posts', { title: 'Planned', content: 'x', status: 'future', date: '2099-01-01T00:00:00' });
    expect(titles(await shown(id))).toEqual(['New', 'Old', 'Holder']);
    expect(titles(await shown(id, 'administrator'))).toEqual(['New', 'Old', 'Holder']);
  });

  it('show readers their private posts where lists do, and say so', async () => {
    const id = await holder(loop({ perPage: 5, postType: 'post', sticky: 'exclude' }, block('post-title')));
    await write('posts', { title: 'Mine', content: 'x', status: 'private' }, 'editor');
    expect(titles(await shown(id))).toEqual(['Holder']);
    expect(titles(await shown(id, 'subscriber'))).toEqual(['Holder']);
    expect(titles(await shown(id, 'editor'))).toEqual(['Private: Mine', 'Holder']);
  });

  it('keep the text of protected posts to themselves', async () => {
    const inner = block('post-title') + block('post-excerpt') + block('post-content');
    const id = await holder(
      loop({ perPage: 1, postType: 'post' }, inner) +
        block('latest-posts', { postsToShow: 1, displayPostContent: true }) +
        block('latest-posts', { postsToShow: 1, displayPostContent: true, displayPostContentRadio: 'full_post' }),
    );
    await write('posts', { title: 'Shut', content: 'secret words', excerpt: 'secret too', password: 'sesame' });
    const html = await shown(id);
    expect(titles(html)).toEqual(['Protected: Shut', 'Protected: Shut', 'Protected: Shut']);
    expect(html).not.toContain('secret');
    expect(await shown(id, 'administrator')).not.toContain('secret');
  });

  it('have pages, sticky posts first on the first', async () => {
    const numbers =
      '<!-- wp:query-pagination --><!-- wp:query-pagination-numbers /--><!-- wp:query-pagination-next /--><!-- /wp:query-pagination -->';
    const query = { perPage: 2, postType: 'post', order: 'asc', orderBy: 'title' };
    const id = await holder(loop(query, block('post-title')).replace('</div>', `${numbers}</div>`));
    for (const title of ['A', 'B', 'C']) await write('posts', { title, content: 'x', sticky: title === 'C' });
    const first = await shown(id);
    expect(titles(first)).toEqual(['C', 'A', 'B']);
    expect(first).toContain('<span aria-current="page" class="page-numbers current">1</span>');
    expect(first).toContain('href="?query-1-page=2"');
    const second = await shown(id, 'anonymous', '?query-1-page=2');
    expect(titles(second)).toEqual(['C', 'Holder']);
    expect(second).not.toContain('Next Page');
  });

  it('say when there is nothing', async () => {
    const none = '<!-- wp:query-no-results --><p>Nothing here.</p><!-- /wp:query-no-results -->';
    const query = { perPage: 2, postType: 'post', search: 'zebra' };
    const id = await holder(loop(query, block('post-title')).replace('</div>', `${none}</div>`));
    // The word stands in the comment of the block too, where nobody looks for it.
    expect(await shown(id)).toContain('<p>Nothing here.</p>');
    await write('posts', { title: 'Striped', content: 'A zebra.' });
    expect(await shown(id)).not.toContain('Nothing here.');
  });

  it('show the blocks of the posts in them, and do not end up in themselves', async () => {
    const id = await holder(loop({ perPage: 9, postType: 'post', order: 'asc' }, block('post-content')));
    await write('posts', {
      title: 'Inner',
      content: `before ${block('site-title')} after`,
      date: '2002-01-01T00:00:00',
    });
    const html = await shown(id);
    expect(html.match(/before/g)).toHaveLength(2);
    expect(html).toContain('wp-block-site-title');
  });
});

describe('other blocks that depend on what the reader may see', () => {
  it('a reusable block shows its text once it is published, and not inside itself', async () => {
    const { store } = site.platen;
    const stored = { ...(await store.posts.byId(await holder('x')))!, type: 'wp_block', slug: 'shared' };
    const { id: _id, ...row } = stored;
    const ref = await store.posts.insert({ ...row, content: '', status: 'publish' });
    await store.posts.update(ref, { content: `shared text ${block('block', { ref })}` });
    const draft = await store.posts.insert({ ...row, content: 'hidden text', status: 'draft' });
    const id = await holder(block('block', { ref }) + block('block', { ref: draft }));
    const html = await shown(id);
    expect(html.match(/shared text/g)).toHaveLength(1);
    expect(html).not.toContain('hidden text');
  });

  it('comments show those that are approved on posts that are open', async () => {
    const id = await holder(block('latest-comments') + block('comments-title'));
    const shut = await write('posts', { title: 'Shut', content: 'x', password: 'sesame' });
    const { store } = site.platen;
    const comment = (await site.as('administrator').post('/wp/v2/comments', { post: id, content: 'well said' })).body
      .id;
    const { id: _id, ...row } = (await store.comments.byId(comment))!;
    await store.comments.insert({ ...row, content: 'not yet', approved: '0' });
    await store.comments.insert({ ...row, content: 'behind a password', postId: shut });
    await store.comments.insert({ ...row, content: '[gallery] of a visitor', authorName: '<b>A</b>' });
    const html = await shown(id);
    expect(html).toContain('well said');
    expect(html).not.toContain('not yet');
    expect(html).not.toContain('behind a password');
    expect(html).toContain('&#091;gallery] of a visitor');
    expect(html).not.toContain('<b>A');
    expect(html).toContain('2 responses to');
  });

  it('a link of a menu to a post that is no longer public is left out', async () => {
    const target = await write('pages', { title: 'Target', content: 'x' });
    const link = { label: 'Target', type: 'page', kind: 'post-type', id: target, url: '/target/' };
    const id = await holder(
      `<!-- wp:navigation {"overlayMenu":"never"} -->${block('navigation-link', link)}${block('navigation-link', { label: 'Fixed', url: '/fixed' })}<!-- /wp:navigation -->`,
    );
    expect(await shown(id)).toContain('>Target<');
    await site.as('administrator').post(`/wp/v2/pages/${target}`, { status: 'draft' });
    const html = await shown(id);
    expect(html).not.toContain('>Target<');
    expect(html).toContain('>Fixed<');
  });

  it('a picture of a user is that of an author', async () => {
    const id = await holder(block('avatar', { userId: site.users.subscriber }) + block('avatar', { userId: 1 }));
    const html = await shown(id);
    expect(html).not.toContain('the-subscriber');
    expect(html).toContain('admin Avatar');
  });
});
