import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

const paragraph = (text: string) => `<!-- wp:paragraph {"align":"left"} -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const content = `${paragraph('He said "hi".')}\n\nBetween\n\n<!-- wp:group --><div class="wp-block-group">${paragraph('In')}</div><!-- /wp:group -->`;

describe.each(['a', 'b'] as const)('texts with blocks, variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());

  const created = async (fields: object, as: 'editor' | 'contributor' = 'editor', type = 'posts') => {
    const { status, body } = await site.as(as).post(`/wp/v2/${type}`, { title: 'T', content, ...fields });
    expect(status).toBe(201);
    return body;
  };

  it('are shown by the rules of blocks, and their excerpts have no comments', async () => {
    const { id } = await created({ status: 'publish' });
    const { body } = await site.as('anonymous').get(`/wp/v2/posts/${id}`);
    expect(body.content.rendered).toBe(
      '\n<p>He said &#8220;hi&#8221;.</p>\n\n\nBetween\n\n<div class="is-layout-flow wp-block-group">\n<p>In</p>\n</div>',
    );
    expect(body.excerpt.rendered).toBe('<p>He said &#8220;hi&#8221;. Between In</p>\n');
  });

  it('are data too, with the HTML of each block', async () => {
    const { id } = await created({ status: 'publish' }, 'editor', 'pages');
    const { status, body } = await site.as('anonymous').get(`/platen/v1/content/${id}/blocks`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, type: 'page', protected: false });
    expect(body.blocks).toEqual([
      {
        name: 'core/paragraph',
        attributes: { align: 'left', content: 'He said “hi”.', dropCap: false },
        rendered: '\n<p>He said &#8220;hi&#8221;.</p>\n',
        inner_blocks: [],
      },
      { name: null, attributes: {}, rendered: '\n\nBetween\n\n', inner_blocks: [] },
      {
        name: 'core/group',
        attributes: { tagName: 'div' },
        rendered: '<div class="is-layout-flow wp-block-group">\n<p>In</p>\n</div>',
        inner_blocks: [
          {
            name: 'core/paragraph',
            attributes: { align: 'left', content: 'In', dropCap: false },
            rendered: '\n<p>In</p>\n',
            inner_blocks: [],
          },
        ],
      },
    ]);
  });

  it('a text without blocks is one piece, an empty one none', async () => {
    const plain = await created({ status: 'publish', content: 'One\n\nTwo' });
    const { body } = await site.as('anonymous').get(`/platen/v1/content/${plain.id}/blocks`);
    expect(body.blocks).toEqual([
      { name: null, attributes: {}, rendered: '<p>One</p>\n<p>Two</p>\n', inner_blocks: [] },
    ]);
    const empty = await created({ status: 'publish', content: '' });
    expect((await site.as('anonymous').get(`/platen/v1/content/${empty.id}/blocks`)).body.blocks).toEqual([]);
  });

  it('are hidden wherever their item is', async () => {
    const draft = await created({ status: 'draft' });
    const path = `/platen/v1/content/${draft.id}/blocks`;
    const refused = await site.as('anonymous').get(`/wp/v2/posts/${draft.id}`);
    expect(await site.as('anonymous').get(path)).toMatchObject({ status: refused.status, body: refused.body });
    expect((await site.as('subscriber').get(path)).status).toBe(403);
    expect((await site.as('editor').get(path)).body.blocks).toHaveLength(3);
    for (const id of [999_999, 0]) {
      expect(await site.as('editor').get(`/platen/v1/content/${id}/blocks`)).toMatchObject({
        status: 404,
        body: { code: 'rest_post_invalid_id' },
      });
    }
  });

  it('are locked by a password with their item', async () => {
    const { id } = await created({ status: 'publish', password: 'open sesame' });
    const path = `/platen/v1/content/${id}/blocks`;
    expect((await site.as('anonymous').get(path)).body).toMatchObject({ protected: true, blocks: [] });
    expect((await site.as('anonymous').get(`${path}?password=open%20sesame`)).body.blocks).toHaveLength(3);
    expect((await site.as('anonymous').get(`${path}?password=wrong`)).status).toBe(403);
  });

  it('are changed where the item is', async () => {
    const { id } = await created({ status: 'publish' });
    const path = `/platen/v1/content/${id}/blocks`;
    expect((await site.as('anonymous').get(path)).body.blocks).toHaveLength(3);
    await site.as('editor').put(`/wp/v2/posts/${id}`, { content: paragraph('new') });
    expect((await site.as('anonymous').get(path)).body.blocks).toMatchObject([{ rendered: '\n<p>new</p>\n' }]);
  });

  it('show their footnotes, and those of now', async () => {
    const { id } = await created({ status: 'publish', content: '<!-- wp:footnotes /-->' });
    const shown = async () => (await site.as('anonymous').get(`/wp/v2/posts/${id}`)).body.content.rendered;
    expect(await shown()).toBe('');
    const { meta } = site.platen.store;
    await meta.set('post', id, 'footnotes', ['[{"id":"f","content":"A <b>note</b>"}]']);
    expect(await shown()).toContain('<ol class="wp-block-footnotes"><li id="f">A <b>note</b> <a href="#f-link"');
    await meta.set('post', id, 'footnotes', ['[{"id":"f","content":"Another"}]']);
    expect(await shown()).toContain('<li id="f">Another <a');
  });

  it('keep their blocks when a contributor writes them, and nothing that can run', async () => {
    const hostile =
      '<!-- wp:image {"id":1,"url":"javascript:alert(1)","alt":"\\u003cscript\\u003ex"} --><img src="x" onerror="y"/><!-- /wp:image -->';
    const { content: stored } = await created({ content: hostile, status: 'draft' }, 'contributor');
    expect(stored.raw).toBe('<!-- wp:image {"id":1,"url":"alert(1)","alt":"x"} --><img src="x" /><!-- /wp:image -->');
    expect(stored.rendered).toBe('<img decoding="async" src="x" />');
  });

  it('of ten thousand blocks in one another are answered', async () => {
    const deep = '<!-- wp:group {"a":{"b":1}} --><div>'.repeat(10_000);
    const { id } = await created({ content: deep, status: 'publish' });
    const { status, body } = await site.as('anonymous').get(`/platen/v1/content/${id}/blocks`);
    expect(status).toBe(200);
    let depth = 0;
    for (let [block] = body.blocks; block; [block] = block.inner_blocks) depth++;
    expect(depth).toBe(8);
    const { body: item } = await site.as('anonymous').get(`/wp/v2/posts/${id}`);
    expect(item.content.rendered).toBe('<div>'.repeat(10_000));
  });
});

describe('a site whose items have their blocks', () => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ itemFields: ['blocks'] });
  });
  afterAll(() => site.close());

  it('shows them in lists and items, in the schema and in OpenAPI', async () => {
    const { body: made } = await site.as('editor').post('/wp/v2/posts', { title: 'T', content, status: 'publish' });
    const { body: data } = await site.as('anonymous').get(`/platen/v1/content/${made.id}/blocks`);
    expect(made.blocks).toEqual(data.blocks);
    expect((await site.as('anonymous').get('/wp/v2/posts?_fields=blocks')).body[0]).toEqual({ blocks: data.blocks });
    const { body: about } = await site.as('anonymous').send('OPTIONS', '/wp/v2/posts');
    expect(about.schema.properties.blocks).toMatchObject({ type: 'array', readonly: true, context: ['view', 'edit'] });
    const { body: document } = await site.as('anonymous').get('/platen/v1/openapi.json');
    const { PostView, BlockCoreHeading } = document.components.schemas;
    expect(PostView.properties.blocks).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Block' } });
    expect(BlockCoreHeading.properties.attributes.properties.level).toEqual({ type: 'number' });
  });

  it('keeps them from whoever has not the password', async () => {
    const secret = { title: 'T', content, status: 'publish', password: 'open sesame' };
    const { body: made } = await site.as('editor').post('/wp/v2/posts', secret);
    const blocksFor = async (query: string) =>
      (await site.as('anonymous').get(`/wp/v2/posts/${made.id}${query}`)).body.blocks;
    expect(await blocksFor('')).toEqual([]);
    expect(await blocksFor('?password=open%20sesame')).toHaveLength(3);
  });

  it('shows each block only what readers see of it', async () => {
    const shortcode =
      '<!-- wp:paragraph --><p>[caption width="9"]<img src="/x.jpg"> words[/caption]</p><!-- /wp:paragraph -->';
    const { body: made } = await site
      .as('editor')
      .post('/wp/v2/posts', { title: 'T', content: shortcode, status: 'publish' });
    const { body: seen } = await site.as('anonymous').get(`/wp/v2/posts/${made.id}`);
    expect(JSON.stringify(seen.blocks)).not.toContain('[caption');
  });
});
