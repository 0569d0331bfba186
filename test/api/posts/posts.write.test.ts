import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('writing posts, variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());

  const create = async (body: object, who: 'editor' | 'author' | 'contributor' = 'editor') => {
    const made = await site.as(who).post('/wp/v2/posts', body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };
  const update = (id: number, body: object) => site.as('editor').put(`/wp/v2/posts/${id}`, body);

  it('makes a draft of the least there is, in the default category', async () => {
    const post = await create({ title: 'Least' }, 'author');
    expect(post).toMatchObject({
      status: 'draft',
      slug: '',
      author: site.users.author,
      categories: [1],
      tags: [],
      format: 'standard',
      sticky: false,
      comment_status: 'open',
      meta: [],
    });
    expect(post.guid.raw).toBe(`http://site.test/?p=${post.id}`);
  });

  it('stores a new post whose slug is taken or reserved under another one, with guid, link and list', async () => {
    const publish = (title: string) => create({ title, status: 'publish', date: '2021-03-04T05:06:07' });
    const made = [await publish('Alder'), await publish('Alder'), await publish('Alder'), await publish('Embed')];
    expect(made.map(({ slug }) => slug)).toEqual(['alder', 'alder-2', 'alder-3', 'embed-2']);
    for (const { id, slug, guid, link } of made) {
      expect(guid.raw).toBe(link);
      expect(link).toContain(`/${slug}/`);
      const found = await site.as('editor').get(`/wp/v2/posts?slug=${slug}&context=edit`);
      expect(found.body.map((post: { id: number; guid: { raw: string } }) => [post.id, post.guid.raw])).toEqual([
        [id, guid.raw],
      ]);
    }
    const listed = await site.as('editor').get('/wp/v2/posts?orderby=slug&order=asc&per_page=100');
    const slugs = listed.body.map(({ slug }: { slug: string }) => slug);
    expect(slugs.filter((slug: string) => /^(alder|embed)/.test(slug))).toEqual(made.map(({ slug }) => slug));
  });

  it('keeps every field that was sent', async () => {
    const [category, tag] = [
      (await site.as('administrator').post('/wp/v2/categories', { name: 'Notes' })).body.id,
      (await site.as('administrator').post('/wp/v2/tags', { name: 'alpine' })).body.id,
    ];
    const sent = {
      date: '2019-06-05T07:08:09',
      slug: 'every-field',
      status: 'publish',
      author: site.users.author,
      comment_status: 'closed',
      ping_status: 'closed',
      format: 'aside',
      sticky: true,
      template: '',
      categories: [category],
      tags: [tag],
    };
    const post = await create({ ...sent, title: { raw: 'Every' }, content: 'Body', excerpt: { raw: 'Short' } });
    expect(post).toMatchObject(sent);
    expect([post.title.raw, post.content.raw, post.excerpt.raw]).toEqual(['Every', 'Body', 'Short']);
    expect(post.modified).toBe('2019-06-05T07:08:09');
    const shown = await site.as('anonymous').get(`/wp/v2/posts/${post.id}`);
    expect(shown.headers['link']).toBe(`<${post.link}>; rel="alternate"; type=text/html`);
    expect(shown.body.link).toBe('http://site.test/2019/06/05/every-field/');
  });

  it('says where the new post is', async () => {
    const made = await site.as('author').post('/wp/v2/posts', { title: 'Somewhere' });
    expect(made.headers['location']).toBe(`http://site.test/wp-json/wp/v2/posts/${made.body.id}`);
  });

  it.each([
    ['nothing at all', {}],
    ['a lone zero', { title: '0' }],
    ['values of no use', { title: 7, content: true, excerpt: null }],
  ])('refuses a post that says nothing: %s', async (_name, body) => {
    const refused = await site.as('author').post('/wp/v2/posts', body);
    expect(refused).toMatchObject({ status: 400, body: { code: 'empty_content', data: { status: 400 } } });
  });

  it('refuses an update that would leave nothing, and keeps the post', async () => {
    const post = await create({ title: 'Alone' });
    expect((await update(post.id, { title: '' })).body.code).toBe('empty_content');
    expect((await update(post.id, {})).body.title.raw).toBe('Alone');
  });

  it('passes over texts of the wrong type and an empty title in an object', async () => {
    const post = await create({ title: 'Kept', content: 'Kept too' });
    const { body } = await update(post.id, { title: { raw: '' }, content: 9, excerpt: [] });
    expect([body.title.raw, body.content.raw, body.excerpt.raw]).toEqual(['Kept', 'Kept too', '']);
  });

  it('refuses an id on what is about to be made', async () => {
    const refused = await site.as('editor').post('/wp/v2/posts', { id: 12, title: 'x' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'rest_post_exists' } });
    expect(refused.headers['allow']).toBe('GET');
  });

  it('reaches the post that the body names, for permission and act alike', async () => {
    const [own, others] = [await create({ title: 'Own' }, 'author'), await create({ title: 'Others' })];
    const tried = await site.as('author').put(`/wp/v2/posts/${own.id}`, { id: others.id, title: 'Taken' });
    expect(tried).toMatchObject({ status: 403, body: { code: 'rest_cannot_edit' } });
    expect((await update(own.id, { id: others.id, title: 'Reached' })).body.id).toBe(others.id);
  });

  it.each(['1abc', 'x', [1], true])('refuses %j as an id', async (id) => {
    const post = await create({ title: 'Named' });
    expect((await update(post.id, { id, title: 'Nobody' })).status).toBe(400);
    expect((await update(post.id, {})).body.title.raw).toBe('Named');
  });

  it('cleans markup by role, also what an editor left', async () => {
    const post = await create({
      title: 'x',
      content: '<script>a</script><p onclick="x()">b</p>',
      author: site.users.author,
    });
    expect(post.content.raw).toContain('<script>');
    const saved = await site.as('author').put(`/wp/v2/posts/${post.id}`, { comment_status: 'closed' });
    expect(saved.body.content.raw).toBe('a<p>b</p>');
  });

  it('gives a post to another author only for those who may, and only to one who exists', async () => {
    const post = await create({ title: 'Given' });
    expect((await update(post.id, { author: 999_999 })).body.code).toBe('rest_invalid_author');
    expect((await update(post.id, { author: 0 })).body.author).toBe(site.users.editor);
    expect((await update(post.id, { author: site.users.contributor })).body.author).toBe(site.users.contributor);
    const tried = await site.as('author').post('/wp/v2/posts', { title: 'x', author: site.users.editor });
    expect(tried).toMatchObject({ status: 403, body: { code: 'rest_cannot_edit_others' } });
  });

  it('files a post under terms that exist and passes over the others', async () => {
    const tag = (await site.as('administrator').post('/wp/v2/tags', { name: 'wet' })).body.id;
    const post = await create({ title: 'Filed', tags: [tag, tag, 999_999], categories: [] });
    expect([post.tags, post.categories]).toEqual([[tag], []]);
    expect((await update(post.id, { categories: [tag] })).body.categories).toEqual([]);
    const refused = await update(post.id, { tags: [0] });
    expect(refused).toMatchObject({ status: 403, body: { code: 'rest_cannot_assign_term' } });
    expect(refused.headers['allow']).toBe('GET, DELETE');
  });

  it('counts a term when the post is published and forgets it when it is not', async () => {
    const tag = (await site.as('administrator').post('/wp/v2/tags', { name: 'counted' })).body.id;
    const count = async () => (await site.as('anonymous').get(`/wp/v2/tags/${tag}`)).body.count;
    const post = await create({ title: 'Counted', tags: [tag] });
    expect(await count()).toBe(0);
    await update(post.id, { status: 'publish' });
    expect(await count()).toBe(1);
    await site.as('editor').delete(`/wp/v2/posts/${post.id}`);
    expect(await count()).toBe(0);
  });

  it('takes a format on and off', async () => {
    const post = await create({ title: 'Formed', format: 'quote' });
    expect(post.format).toBe('quote');
    expect((await update(post.id, { title: 'Still' })).body.format).toBe('quote');
    expect((await update(post.id, { format: 'standard' })).body.format).toBe('standard');
  });

  it('follows the variant in which templates it takes', async () => {
    const post = await create({ title: 'Templated' });
    const answer = await update(post.id, { template: 'wide.php' });
    const expected = variant === 'a' ? { status: 200, body: { template: 'wide.php' } } : { status: 400 };
    expect(answer).toMatchObject(expected);
    expect((await update(post.id, { template: '' })).body.template).toBe('');
  });

  it('never takes what hangs on no image as a lead image', async () => {
    const post = await create({ title: 'Plain' });
    for (const id of [999_999, post.id, -1]) {
      expect((await update(post.id, { featured_media: id })).body.featured_media).toBe(0);
    }
  });

  it('leaves out meta that nobody registered', async () => {
    const post = await create({ title: 'Meta', meta: { _wp_attached_file: '/etc/passwd', colour: 'red' } });
    expect(post.meta).toEqual([]);
    const rows = await site.platen.store.meta.of('post', [post.id]);
    expect((rows.get(post.id) ?? []).map((row) => row.key)).not.toContain('_wp_attached_file');
  });

  describe('stickiness and passwords', () => {
    let post: { id: number };
    beforeEach(async () => {
      post = await create({ title: 'Locked', content: 'Inner', password: 'sesame', status: 'publish' });
    });

    it('exclude each other, whichever comes first', async () => {
      for (const body of [{ sticky: true }, { sticky: true, password: '' }]) {
        expect(await update(post.id, body)).toMatchObject({ status: 400, body: { code: 'rest_invalid_field' } });
      }
      expect((await update(post.id, { password: '' })).body.password).toBe('');
      expect((await update(post.id, { sticky: true })).body.sticky).toBe(true);
      expect((await update(post.id, { password: 'again' })).body.code).toBe('rest_invalid_field');
    });

    it('are given up when a post becomes private', async () => {
      expect((await update(post.id, { status: 'private' })).body).toMatchObject({ password: '', status: 'private' });
    });
  });
});
