import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everything } from '../../../src/rules/visibility.ts';
import { folderSource } from '../../../src/transfer/import/file-sources.ts';
import { beginRun, sourceOf } from '../../../src/transfer/import/import-record.ts';
import { ImportStopped } from '../../../src/transfer/import/import-wxr.ts';
import { itemXml, wxrXml } from '../../support/wxr.ts';
import { counts, type ExchangeSite, exchangeSite } from './exchange-site.ts';

let exchange: ExchangeSite;
let site: ExchangeSite['site'];
let folder: string;

beforeEach(async () => {
  exchange = await exchangeSite();
  ({ site, folder } = exchange);
});
afterEach(() => exchange.close());

const bring: ExchangeSite['bring'] = (xml, wishes) => exchange.bring(xml, wishes);

const list = async (path: string) => (await site.as('administrator').get(path)).body;

it('a number that is too large for its column is cut and reported', async () => {
  const report = await bring(wxrXml(itemXml({ id: 50, type: 'page', menuOrder: 1e12 })));
  expect(report.notes.join()).toContain('too large and became 2147483647');
  expect((await list('/wp/v2/pages/50')).menu_order).toBe(2_147_483_647);
});

it('an id that is taken gives way to none that the file still needs', async () => {
  const { id } = (await site.as('administrator').post('/wp/v2/posts', { title: 'Here before', status: 'publish' }))
    .body;
  const talk = (number: number) =>
    `<wp:comment><wp:comment_id>${number}</wp:comment_id><wp:comment_author>A</wp:comment_author>
    <wp:comment_content>Said ${number}</wp:comment_content><wp:comment_approved>1</wp:comment_approved>
    <wp:comment_date>2020-01-0${number} 10:00:00</wp:comment_date></wp:comment>`;
  await site.as('administrator').post('/wp/v2/comments', { post: id, content: 'Here before' });
  const items = [id, id + 1, id + 2].map((number, i) => itemXml({ id: number }, i === 0 ? talk(1) + talk(2) : talk(3)));
  const report = await bring(wxrXml(items.join('')));
  expect(counts(report)).toMatchObject({ item: 3, comment: 4 });
  expect(await list('/wp/v2/posts?per_page=100')).toHaveLength(4);
});

it('a creator that is not listed and is misspelt is the author that remains without the odd characters', async () => {
  const items = ['&gt;team', 'team&gt;', 'team', '&lt;&gt;', ''].map((creator, i) => itemXml({ id: 60 + i, creator }));
  const report = await bring(wxrXml(items.join('')));
  expect(report.total('author').imported).toBe(2);
  const authors = await Promise.all([60, 61, 62, 63, 64].map((id) => site.platen.store.posts.byId(id)));
  const [first, second, third, odd, none] = authors.map((post) => post?.authorId);
  expect([second, third, none]).toEqual([first, first, 0]);
  expect(await list(`/wp/v2/users/${first}?context=edit`)).toMatchObject({ username: 'team' });
  expect(await list(`/wp/v2/users/${odd}?context=edit`)).toMatchObject({ username: 'imported' });
  expect(report.notes.filter((note) => note.includes('is not listed'))).toHaveLength(3);
});

describe('bringing in an export file', () => {
  it('makes authors, terms with their parents, posts with terms and comments with threads', async () => {
    const report = await bring(
      wxrXml(`
        <wp:author><wp:author_id>9</wp:author_id><wp:author_login>ann</wp:author_login><wp:author_email>ann@old.example</wp:author_email><wp:author_display_name>Ann A.</wp:author_display_name></wp:author>
        <wp:category><wp:term_id>41</wp:term_id><wp:category_nicename>child</wp:category_nicename><wp:category_parent>top</wp:category_parent><wp:cat_name>Child</wp:cat_name></wp:category>
        <wp:category><wp:term_id>40</wp:term_id><wp:category_nicename>top</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name>Top</wp:cat_name></wp:category>
        ${itemXml(
          { id: 71, creator: 'ann', title: 'Hello', slug: 'hello', sticky: 1 },
          `
          <category domain="category" nicename="child"><![CDATA[Child]]></category>
          <category domain="post_tag" nicename="tea"><![CDATA[Tea]]></category>
          <wp:comment><wp:comment_id>81</wp:comment_id><wp:comment_author>B</wp:comment_author><wp:comment_author_email>b@old.example</wp:comment_author_email><wp:comment_date>2020-01-03 00:00:00</wp:comment_date><wp:comment_date_gmt>2020-01-03 00:00:00</wp:comment_date_gmt><wp:comment_content>an answer</wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_parent>80</wp:comment_parent></wp:comment>
          <wp:comment><wp:comment_id>80</wp:comment_id><wp:comment_author>C</wp:comment_author><wp:comment_author_email>c@old.example</wp:comment_author_email><wp:comment_date>2020-01-02 00:00:00</wp:comment_date><wp:comment_date_gmt>2020-01-02 00:00:00</wp:comment_date_gmt><wp:comment_content>a remark</wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_parent>0</wp:comment_parent></wp:comment>`,
        )}
      `),
    );
    expect(counts(report)).toEqual({ author: 1, term: 3, item: 1, comment: 2, sticky: 1 });
    const post = await list('/wp/v2/posts/71?context=edit');
    expect(post).toMatchObject({ id: 71, slug: 'hello', sticky: true, title: { raw: 'Hello' }, categories: [41] });
    expect(await list('/wp/v2/categories/41')).toMatchObject({ parent: 40, count: 1 });
    expect(await list('/wp/v2/tags')).toMatchObject([{ slug: 'tea', name: 'Tea', count: 1 }]);
    expect(await list(`/wp/v2/users/${post.author}?context=edit`)).toMatchObject({
      username: 'ann',
      name: 'Ann A.',
      email: 'ann@old.example',
      roles: ['subscriber'],
    });
    expect(await list('/wp/v2/comments?post=71&order=asc')).toMatchObject([
      { id: 80, parent: 0 },
      { id: 81, parent: 80 },
    ]);
    expect((await site.platen.store.posts.byId(71))?.commentCount).toBe(2);
  });

  it('adds nothing the second time, also when ids had to change', async () => {
    const taken = await site.as('administrator').post('/wp/v2/posts', { title: 'Mine', status: 'publish' });
    const xml = wxrXml(
      itemXml({ id: taken.body.id, title: 'Theirs', slug: 'theirs' }, commentXml(5, 0)) +
        itemXml({ id: 900, title: 'Other', slug: 'other', parent: taken.body.id }),
    );
    await bring(xml);
    const again = await bring(xml);
    expect(counts(again)).toEqual({});
    expect(counts(again, 'present')).toMatchObject({ item: 2, comment: 1 });
    const posts: { id: number; slug: string }[] = await list('/wp/v2/posts');
    expect(posts.map((post) => post.slug).toSorted()).toEqual(['mine', 'other', 'theirs']);
    const theirs = posts.find((post) => post.slug === 'theirs')!;
    expect(theirs.id).not.toBe(taken.body.id);
    expect((await site.platen.store.posts.byId(900))?.parentId).toBe(theirs.id);
  });

  it('brings notes of editors, and does not count them', async () => {
    await bring(wxrXml(itemXml({ id: 52, slug: 'noted' }, commentXml(5, 0) + commentXml(7, 0, 'note'))));
    expect(await site.platen.store.comments.byId(7)).toMatchObject({ type: 'note', postId: 52 });
    expect((await site.platen.store.posts.byId(52))?.commentCount).toBe(1);
  });

  it('brings comments that came to a post since the last time', async () => {
    await bring(wxrXml(itemXml({ id: 50, slug: 'a' }, commentXml(5, 0))));
    const again = await bring(wxrXml(itemXml({ id: 50, slug: 'a' }, commentXml(5, 0) + commentXml(6, 5))));
    expect(counts(again)).toEqual({ comment: 1 });
    expect(await list('/wp/v2/comments?post=50')).toMatchObject([{ id: 6, parent: 5 }, { id: 5 }]);
    expect((await site.platen.store.posts.byId(50))?.commentCount).toBe(2);
  });

  it('resolves parents and lead images that come later in the file', async () => {
    await bring(
      wxrXml(
        itemXml({ id: 30, type: 'page', slug: 'below', parent: 31 }) +
          itemXml({ id: 31, type: 'page', slug: 'above' }) +
          itemXml({ id: 32, slug: 'led' }, metaXml('_thumbnail_id', '33')) +
          itemXml({ id: 33, type: 'attachment', status: 'inherit', slug: 'photo' }),
      ),
    );
    expect(await list('/wp/v2/pages/30')).toMatchObject({ parent: 31 });
    expect(await list('/wp/v2/posts/32')).toMatchObject({ featured_media: 33 });
  });

  it('points a lead image to its new id where the old one was taken', async () => {
    const { body } = await site.as('administrator').post('/wp/v2/posts', { title: 'Mine', status: 'publish' });
    await bring(
      wxrXml(
        itemXml({ id: 632, slug: 'led' }, metaXml('_thumbnail_id', String(body.id))) +
          itemXml({ id: body.id, type: 'attachment', status: 'inherit', slug: 'photo' }),
      ),
    );
    const [photo] = await list('/wp/v2/media');
    expect(photo.id).not.toBe(body.id);
    expect(await list('/wp/v2/posts/632')).toMatchObject({ featured_media: photo.id });
  });

  it('keeps statuses, passwords, order, unknown types and broken values as they are', async () => {
    const broken = 'a:1:{s:3:"broken';
    await bring(
      wxrXml(
        itemXml({ id: 20, slug: 'shut', password: 'open sesame' }) +
          itemXml({ id: 21, status: 'draft', slug: '', title: 'Unfinished' }) +
          itemXml({ id: 22, type: 'recipe', status: 'wc-strange', slug: 'soup', menuOrder: 4 }, metaXml('odd', broken)),
      ),
    );
    const { store } = site.platen;
    expect(await store.posts.byId(20)).toMatchObject({ password: 'open sesame', status: 'publish' });
    expect(await store.posts.byId(21)).toMatchObject({ status: 'draft', slug: '', title: 'Unfinished' });
    expect(await store.posts.byId(22)).toMatchObject({ type: 'recipe', status: 'wc-strange', menuOrder: 4 });
    expect((await store.meta.of('post', [22], ['odd'])).get(22)).toMatchObject([{ value: broken }]);
  });

  it('points menus to the pages and terms they led to', async () => {
    const { body } = await site.as('administrator').post('/wp/v2/pages', { title: 'Mine', status: 'publish' });
    const menu = (id: number, kind: string, target: number) =>
      itemXml(
        { id, type: 'nav_menu_item', slug: `menu-${id}` },
        metaXml('_menu_item_type', kind) + metaXml('_menu_item_object_id', String(target)),
      );
    await bring(
      wxrXml(`
        <wp:category><wp:term_id>1</wp:term_id><wp:category_nicename>moved</wp:category_nicename><wp:cat_name>Moved</wp:cat_name></wp:category>
        ${itemXml({ id: body.id, type: 'page', slug: 'theirs' })}
        ${menu(800, 'post_type', body.id)}${menu(801, 'taxonomy', 1)}${menu(802, 'custom', 802)}`),
    );
    const targets = await site.platen.store.meta.of('post', [800, 801, 802], ['_menu_item_object_id']);
    const [theirs] = await list('/wp/v2/pages?slug=theirs');
    const [moved] = await list('/wp/v2/categories?slug=moved');
    expect(theirs.id).not.toBe(body.id);
    expect([...targets.values()].map((rows) => rows[0]?.value)).toEqual([String(theirs.id), String(moved.id), '802']);
  });

  it('cuts the new comments of what is there already', async () => {
    const comment = (id: number, author: string) =>
      `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>${author}</wp:comment_author><wp:comment_content>No. ${id}</wp:comment_content><wp:comment_date>2020-01-01 10:00:00</wp:comment_date></wp:comment>`;
    const talk = (...comments: string[]) => bring(wxrXml(itemXml({ id: 60, slug: 'talked-about' }, comments.join(''))));
    const long = comment(2, 'x'.repeat(400));
    await talk(comment(1, 'A'));
    const report = await talk(comment(1, 'A'), long);
    expect([report.total('item').imported, report.total('comment').imported]).toEqual([0, 1]);
    expect(report.notes.join('\n')).toContain('The author of a comment');
    expect((await talk(comment(1, 'A'), long)).total('comment').imported).toBe(0);
  });

  it('mends what no table can hold, and says so', async () => {
    const long = 'ä'.repeat(40_000);
    const report = await bring(
      wxrXml(
        itemXml({ id: 40, slug: 'odd', title: long }).replace('2020-01-01 10:00:00', '2020-02-31 10:00:00') +
          itemXml({ id: 41, slug: 'x'.repeat(300), status: 'a-status-of-a-plugin-with-a-long-name' }),
      ),
    );
    expect(report.total('item').imported).toBe(2);
    expect(report.notes).toMatchObject(
      [/The title of "ä+" \(40\) was longer than 65535 bytes/].map((text) => expect.stringMatching(text)),
    );
    const row = await site.platen.store.posts.byId(40);
    expect(row).toMatchObject({ date: '0000-00-00 00:00:00', dateGmt: '2020-01-01 10:00:00' });
    expect(Buffer.byteLength(row?.title ?? '')).toBe(65_534);
  });

  it('makes the old system build its trees of terms anew', async () => {
    await site.platen.store.options.set('category_children', 'a:0:{}');
    await bring(
      wxrXml(
        '<wp:category><wp:term_id>40</wp:term_id><wp:category_nicename>top</wp:category_nicename><wp:cat_name>Top</wp:cat_name></wp:category>',
      ),
    );
    expect(await site.platen.store.options.get('category_children')).toBeNull();
  });

  it('gives a slug that is taken a number', async () => {
    await site.as('administrator').post('/wp/v2/posts', { title: 'Hello', status: 'publish' });
    await bring(wxrXml(itemXml({ id: 500, slug: 'hello', title: 'Another hello' })));
    expect(await list('/wp/v2/posts/500')).toMatchObject({ slug: 'hello-2' });
  });

  it('gives slugs that collide within the file numbers, and the report names them', async () => {
    const report = await bring(
      wxrXml(
        itemXml({ id: 510, slug: 'tea', title: 'First' }) +
          itemXml({ id: 511, slug: 'tea', title: 'Second' }) +
          itemXml({ id: 512, slug: 'Tea', title: 'Third' }) +
          itemXml({ id: 513, type: 'page', slug: 'tea' }) +
          itemXml({ id: 514, type: 'page', slug: 'tea', parent: 513 }) +
          itemXml({ id: 515, type: 'page', slug: 'tea', parent: 513, title: 'Fourth' }) +
          itemXml({ id: 516, slug: 'tea', status: 'trash' }),
      ),
    );
    const slugs = await Promise.all([510, 511, 512, 513, 514, 515, 516].map((id) => site.platen.store.posts.byId(id)));
    expect(slugs.map((post) => post?.slug)).toEqual(['tea', 'tea-2', 'Tea-3', 'tea', 'tea', 'tea-2', 'tea']);
    expect(report.notes).toEqual([
      'The address "tea" is taken: "Second" (511) has "tea-2".',
      'The address "Tea" is taken: "Third" (512) has "Tea-3".',
      'The address "tea" is taken: "Fourth" (515) has "tea-2".',
    ]);
    expect(report.total('item').changed).toBe(3);
  });

  it('keeps an item that is in two menus in both, each with its own parent', async () => {
    const menuItem = (id: number, menu: string, parent: number) =>
      itemXml(
        { id, type: 'nav_menu_item', slug: String(id), title: `${menu} ${id}` },
        `<category domain="nav_menu" nicename="${menu}"><![CDATA[${menu}]]></category>${metaXml('_menu_item_menu_item_parent', String(parent))}`,
      );
    const menu = (name: string, parent: number) => menuItem(701, name, 0) + menuItem(702, name, parent);
    const filler = Array.from({ length: 250 }, (_, i) => itemXml({ id: 1000 + i })).join('');
    const xml = wxrXml(menu('flat', 0) + menu('tree', 701) + filler + menu('late', 701));
    const report = await bring(xml);
    expect(report.rows.find(({ kind, of }) => kind === 'item' && of === 'nav_menu_item')).toMatchObject({
      inFile: 6,
      imported: 6,
      changed: 4,
    });
    const parentIn = async (name: string) => {
      const { store } = site.platen;
      const title = (row: { title: string }) => row.title.startsWith(name);
      const all = await store.posts.find(
        { types: ['nav_menu_item'], visibility: everything },
        { by: 'id', direction: 'asc' },
        { limit: 100, offset: 0 },
      );
      const [above, below] = all.filter(title);
      const meta = (await store.meta.of('post', [below!.id], ['_menu_item_menu_item_parent'])).get(below!.id);
      return [meta?.[0]?.value, String(above!.id)];
    };
    expect((await parentIn('flat'))[0]).toBe('0');
    for (const name of ['tree', 'late']) {
      const [parent, above] = await parentIn(name);
      expect(parent).toBe(above);
    }
    const before = await exchange.rows();
    expect(counts(await bring(xml))).toEqual({});
    expect(await exchange.rows()).toEqual(before);
  });

  it('keeps fields of authors and terms, and counts comments by their type', async () => {
    const report = await bring(
      wxrXml(`
        <wp:author><wp:author_id>9</wp:author_id><wp:author_login>ann</wp:author_login><wp:author_email>ann@old.example</wp:author_email>
          <wp:author_description>Drinks tea.</wp:author_description>
          <wp:authormeta><wp:meta_key>mood</wp:meta_key><wp:meta_value>calm</wp:meta_value></wp:authormeta>
          <wp:authormeta><wp:meta_key>wp_capabilities</wp:meta_key><wp:meta_value>a:1:{s:13:"administrator";b:1;}</wp:meta_value></wp:authormeta></wp:author>
        <wp:term><wp:term_id>41</wp:term_id><wp:term_taxonomy>genre</wp:term_taxonomy><wp:term_slug>jazz</wp:term_slug><wp:term_name>Jazz</wp:term_name>
          <wp:termmeta><wp:meta_key>colour</wp:meta_key><wp:meta_value>blue</wp:meta_value></wp:termmeta></wp:term>
        ${itemXml({ id: 75, creator: 'ann' }, commentXml(5, 0) + commentXml(6, 0, 'pingback'))}
        ${itemXml({ id: 76, type: 'revision', creator: 'ann' })}`),
    );
    expect(counts(report)).toMatchObject({ author: 1, authorField: 2, term: 1, termField: 1, item: 1, comment: 2 });
    expect(counts(report, 'refused')).toEqual({ authorField: 1, item: 1 });
    expect(report.rows.filter(({ kind }) => kind === 'comment').map(({ of }) => of)).toEqual(['comment', 'pingback']);
    const { store } = site.platen;
    const ann = await store.users.byLogin('ann');
    const fields = (await store.meta.of('user', [ann!.id], ['description', 'mood'])).get(ann!.id);
    expect(fields?.map(({ value }) => value).toSorted()).toEqual(['Drinks tea.', 'calm']);
    expect(await list(`/wp/v2/users/${ann!.id}?context=edit`)).toMatchObject({ roles: ['subscriber'] });
    expect((await store.meta.of('term', [41])).get(41)).toMatchObject([{ key: 'colour', value: 'blue' }]);
  });

  it('completes what a run that was killed left without its references', async () => {
    const xml = wxrXml(
      itemXml({ id: 30, type: 'page', slug: 'below', parent: 31 }) +
        itemXml({ id: 32, slug: 'led', sticky: 1 }, `<category domain="post_tag" nicename="tea">Tea</category>`) +
        itemXml({ id: 31, type: 'page', slug: 'above' }),
    );
    await bring(xml);
    const { store } = site.platen;
    const whole = await exchange.rows();
    // As after the end of a process between its last batch and what comes after it.
    await beginRun(store, sourceOf('https://old.example'));
    await store.posts.update(30, { parentId: 0 });
    await store.options.remove('sticky_posts');
    await bring(xml);
    expect(await exchange.rows()).toEqual(whole);
    expect(await list('/wp/v2/posts/32')).toMatchObject({ sticky: true });
    // And only then: what somebody changed since stays.
    await store.posts.update(30, { parentId: 0 });
    await bring(xml);
    expect(await list('/wp/v2/pages/30')).toMatchObject({ parent: 0 });
  });

  it('rewrites addresses in everything but guids', async () => {
    const old = 'https://old.example';
    const content = `<!-- wp:image {"url":"https:\\/\\/old.example\\/a.png"} --><img src="${old}/a.png">`;
    const report = await bring(
      wxrXml(
        itemXml(
          { id: 45, content, guid: `${old}/?p=45` },
          metaXml('list', `a:1:{s:3:"url";s:22:"${old}/é";}`) + metaXml('broken', `a:1:{i:0;s:3:"${old}";}`),
        ),
      ),
      { links: [[old, 'http://site.test/blog']] },
    );
    const { store } = site.platen;
    expect(await store.posts.byId(45)).toMatchObject({
      content: `<!-- wp:image {"url":"http:\\/\\/site.test\\/blog\\/a.png"} --><img src="http://site.test/blog/a.png">`,
      guid: `${old}/?p=45`,
    });
    const meta = (await store.meta.of('post', [45])).get(45)?.map(({ value }) => value);
    expect(meta).toEqual(['a:1:{s:3:"url";s:24:"http://site.test/blog/é";}', `a:1:{i:0;s:3:"${old}";}`]);
    expect(report.notes.join()).toMatch(/The field "broken" of "Item 45" \(45\) keeps its addresses/);
  });

  it('lets named users stand for authors, and says when there is no such user', async () => {
    const xml = wxrXml(
      itemXml({ id: 60, creator: 'old-ann', slug: 'a' }) + itemXml({ id: 61, creator: 'bob', slug: 'b' }),
    );
    await bring(xml, { authors: { 'old-ann': 'the-editor', '*': 'the-author' } });
    expect(await list('/wp/v2/posts/60')).toMatchObject({ author: site.users.editor });
    expect(await list('/wp/v2/posts/61')).toMatchObject({ author: site.users.author });
    const unknown = bring(wxrXml(itemXml({ id: 62, creator: 'cid', slug: 'c' })), { authors: { cid: 'nobody' } });
    await expect(unknown).rejects.toThrow(/no user "nobody"/);
  });

  it('keeps what came before the line where a file breaks', async () => {
    const xml = wxrXml(itemXml({ id: 70, slug: 'whole' }));
    const cut = bring(xml.replace('</channel>', '<item><title>half').replace('</rss>', ''));
    const stopped = await cut.catch((error: unknown) => error);
    expect(stopped).toBeInstanceOf(ImportStopped);
    expect((stopped as ImportStopped).message).toMatch(/^Line \d+: /);
    expect((stopped as ImportStopped).report.total('item').imported).toBe(1);
    expect(await list('/wp/v2/posts/70')).toMatchObject({ slug: 'whole' });
  });
});

describe('the files of attachments', () => {
  const photo = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const attachment = (path: string) =>
    itemXml(
      {
        id: 90,
        type: 'attachment',
        status: 'inherit',
        slug: 'photo',
        guid: `https://old.example/wp-content/uploads/${path}`,
      },
      `<wp:attachment_url>https://old.example/wp-content/uploads/${path}</wp:attachment_url>${metaXml('_wp_attached_file', path)}`,
    );

  async function offered(path: string, bytes: Buffer): Promise<string> {
    const old = join(folder, 'old');
    await mkdir(join(old, '2020/01'), { recursive: true });
    await writeFile(join(old, path), bytes);
    return old;
  }

  it('come from a folder, which keeps them', async () => {
    const old = await offered('2020/01/photo.png', photo);
    const report = await bring(wxrXml(attachment('2020/01/photo.png')), { source: folderSource(old) });
    expect(report.total('file').imported).toBe(1);
    expect(await readFile(join(folder, 'uploads/2020/01/photo.png'))).toEqual(photo);
    expect(await readFile(join(old, '2020/01/photo.png'))).toEqual(photo);
    expect(await list('/wp/v2/media/90')).toMatchObject({
      mime_type: 'image/png',
      source_url: 'http://site.test/wp-content/uploads/2020/01/photo.png',
    });
  });

  it('stay on the old site where they cannot come', async () => {
    const report = await bring(wxrXml(attachment('2020/01/photo.png')));
    expect(report.total('file').refused).toBe(1);
    expect(await list('/wp/v2/media/90')).toMatchObject({
      source_url: 'https://old.example/wp-content/uploads/2020/01/photo.png',
    });
  });

  it.each([
    ['a script', '2020/01/evil.php', '<?php echo 1;'],
    ['a page under the name of a picture', '2020/01/evil.png', '<html><script>alert(1)</script></html>'],
  ])('are refused when they are %s', async (_name, path, text) => {
    const old = await offered(path, Buffer.from(text));
    const report = await bring(wxrXml(attachment(path)), { source: folderSource(old) });
    expect([counts(report), counts(report, 'refused')]).toEqual([{ item: 1 }, { file: 1 }]);
    await expect(readFile(join(folder, 'uploads', path))).rejects.toThrow(/ENOENT/);
  });

  it('cannot be taken from outside of the folder', async () => {
    await writeFile(join(folder, 'secret.png'), photo);
    const old = await offered('2020/01/photo.png', photo);
    const report = await bring(wxrXml(attachment('../secret.png')), { source: folderSource(old) });
    expect(report.total('file').imported).toBe(0);
  });
});

function metaXml(key: string, value: string): string {
  return `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
}

function commentXml(id: number, parent: number, type = ''): string {
  const date = `2020-01-02 00:00:0${id}`;
  return `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>B</wp:comment_author>
    <wp:comment_author_email>b@old.example</wp:comment_author_email><wp:comment_date>${date}</wp:comment_date>
    <wp:comment_date_gmt>${date}</wp:comment_date_gmt><wp:comment_content>text ${id}</wp:comment_content>
    <wp:comment_approved>1</wp:comment_approved><wp:comment_type>${type}</wp:comment_type>
    <wp:comment_parent>${parent}</wp:comment_parent></wp:comment>`;
}
