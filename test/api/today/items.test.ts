import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { countStatements, forgetRead } from '../../support/statements/count-statements.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten({ variant: 'c' });
});
afterAll(() => site.close());

const make = async (fields: Record<string, unknown>, as: 'editor' | 'author' | 'contributor' = 'editor') =>
  (await site.as(as).post('/wp/v2/posts', { status: 'publish', date: '2021-03-01T08:00:00', ...fields })).body;

describe('what editors of blocks and themes read of a post', () => {
  it('its classes, the template of its address and the slug that its title would give', async () => {
    const { body: tag } = await site.as('editor').post('/wp/v2/tags', { name: 'Red' });
    const post = await make({ title: 'A heron', slug: 'bird', tags: [tag.id], format: 'aside' });
    expect(post).toMatchObject({
      permalink_template: expect.stringMatching(/\/2021\/03\/01\/%postname%\/$/),
      generated_slug: 'a-heron',
      content: { block_version: 0 },
      meta: { footnotes: '' },
    });
    expect(post.class_list).toEqual([
      `post-${post.id}`,
      'post',
      'type-post',
      'status-publish',
      'format-aside',
      'hentry',
      'category-uncategorized',
      'tag-red',
      'post_format-post-format-aside',
    ]);
    const { body: shown } = await site.as('anonymous').get(`/wp/v2/posts/${post.id}`);
    expect(shown.class_list).toEqual(post.class_list);
    expect(shown).not.toHaveProperty('permalink_template');
  });

  it('a slug that nobody has yet', async () => {
    await make({ title: 'Taken' });
    const draft = await make({ title: 'Taken', status: 'draft' });
    expect(draft).toMatchObject({ slug: '', generated_slug: 'taken-2' });
  });

  it('whether it has blocks, and titles without a word about their state', async () => {
    const post = await make({
      title: 'Mine',
      content: '<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->',
      status: 'private',
    });
    expect(post).toMatchObject({ title: { rendered: 'Mine' }, content: { block_version: 1 } });
  });

  it('in the trash by its id, with null for a date the time of now', async () => {
    const post = await make({ title: 'Old' });
    const { body: dated } = await site.as('editor').post(`/wp/v2/posts/${post.id}`, { date: null });
    expect(Math.abs(Date.parse(`${dated.date_gmt}Z`) - Date.now())).toBeLessThan(600_000);
    const { body: trashed } = await site.as('editor').delete(`/wp/v2/posts/${post.id}`);
    expect(trashed.link).toMatch(new RegExp(`/\\?p=${post.id}$`));
  });
});

it('a template that the theme lacks is refused, and one that is stored stays', async () => {
  const post = await make({ title: 'Wide' });
  const refused = await site.as('editor').post(`/wp/v2/posts/${post.id}`, { template: 'wide.php' });
  expect([refused.status, refused.body.data.details.template.code]).toEqual([400, 'rest_invalid_param']);
  await site.platen.store.meta.set('post', post.id, '_wp_page_template', ['wide.php']);
  const kept = await site.as('editor').post(`/wp/v2/posts/${post.id}`, { template: 'wide.php', title: 'Wider' });
  expect([kept.status, kept.body.template]).toEqual([200, 'wide.php']);
});

describe('the link of an item to itself', () => {
  it('says what the caller may do there', async () => {
    const post = await make({ title: 'Hinted' });
    const hints = async (as: 'anonymous' | 'contributor' | 'editor') =>
      (await site.as(as).get(`/wp/v2/posts/${post.id}`)).body._links.self[0].targetHints;
    expect(await hints('anonymous')).toEqual({ allow: ['GET'] });
    expect(await hints('contributor')).toEqual({ allow: ['GET'] });
    expect(await hints('editor')).toEqual({ allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] });
  });

  it('is left out where the caller may not even read the item again', async () => {
    const post = await make({ title: 'Discussed' });
    await site.as('administrator').post('/platen/v1/settings', { comment_moderation: true });
    const { body } = await site.as('subscriber').post('/wp/v2/comments', { post: post.id, content: 'Waits.' });
    expect(body.status).toBe('hold');
    const other = await site.as('contributor').get(`/wp/v2/comments/${body.id}`);
    expect(other.status).toBe(403);
    await site.as('administrator').post('/platen/v1/settings', { comment_moderation: false });
  });

  it('costs a page the same number of statements whatever its size', async () => {
    for (let i = 0; i < 12; i++) await make({ title: `Page of ${i}` }, i % 2 ? 'author' : 'editor');
    const cost = async (path: string, as: 'author' | 'editor') => {
      await site.as(as).get(path);
      await forgetRead(site);
      return countStatements(site.platen.store, () => site.as(as).get(path));
    };
    for (const as of ['author', 'editor'] as const) {
      const [few, many] = [await cost('/wp/v2/posts?per_page=2', as), await cost('/wp/v2/posts?per_page=12', as)];
      expect([as, many]).toEqual([as, few]);
    }
    const few = await cost('/wp/v2/posts?per_page=2&context=edit', 'editor');
    expect(await cost('/wp/v2/posts?per_page=12&context=edit', 'editor')).toBe(few);
    const { body: posts } = await site.as('editor').get('/wp/v2/posts?per_page=6');
    for (const { id } of posts) await site.as('editor').post('/wp/v2/comments', { post: id, content: `On ${id}` });
    for (let i = 0; i < 6; i++) await site.as('editor').post('/wp/v2/tags', { name: `Tag ${i}` });
    for (const path of ['/wp/v2/comments', '/wp/v2/tags']) {
      const [one, more] = [await cost(`${path}?per_page=2`, 'author'), await cost(`${path}?per_page=6`, 'author')];
      expect([path, more]).toEqual([path, one]);
    }
  });
});

describe('revisions', () => {
  it('have pages, filters and no removal', async () => {
    const post = await make({ title: 'R0', content: 'Zero.' });
    for (const [title, content] of [
      ['R1', 'An apple.'],
      ['R2', 'A pear.'],
      ['R3', 'A plum.'],
    ])
      await site.as('editor').post(`/wp/v2/posts/${post.id}`, { title, content });
    const path = `/wp/v2/posts/${post.id}/revisions`;
    const all = await site.as('editor').get(path);
    expect(all.body).toHaveLength(Number(all.headers['x-wp-total']));
    const page = await site.as('editor').get(`${path}?per_page=1&page=2&orderby=id`);
    expect(page.body.map((one: { id: number }) => one.id)).toEqual([all.body[1].id]);
    expect(page.headers['link']).toContain('rel="next"');
    const found = await site.as('editor').get(`${path}?search=apple`);
    expect(found.body.map((one: { title: { rendered: string } }) => one.title.rendered)).toEqual(['R1']);
    expect((await site.as('editor').get(`${path}?per_page=2&page=9`)).body.code).toBe(
      'rest_revision_invalid_page_number',
    );
    expect((await site.as('editor').get(`${path}?per_page=2&offset=9`)).body.code).toBe(
      'rest_revision_invalid_offset_number',
    );
    const removal = await site.as('administrator').delete(`${path}/${all.body[0].id}?force=true`);
    expect([removal.status, removal.body.code]).toEqual([403, 'rest_cannot_delete']);
    expect((await site.as('subscriber').get(path)).status).toBe(403);
  });
});
