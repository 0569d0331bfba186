import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWxr } from './read-wxr.ts';
import { writeWxr } from './write-wxr.ts';
import type { WxrItem, WxrPart, WxrSite } from './wxr-parts.ts';

const site: WxrSite = {
  version: '1.2',
  title: 'Tea & "Cake"',
  description: 'about <tea>',
  language: 'en-US',
  siteUrl: 'https://old.example/wp',
  homeUrl: 'https://old.example',
};

const item: WxrItem = {
  id: 7,
  type: 'post',
  title: 'A title',
  link: 'https://old.example/?p=7&x=1',
  creator: 'ann',
  guid: 'https://old.example/?p=7',
  content: '<p>One ]]> two &amp; three\r\nfour</p>',
  excerpt: '',
  date: '2020-01-02 03:04:05',
  dateGmt: '2020-01-02 02:04:05',
  modified: '2020-01-03 03:04:05',
  modifiedGmt: '2020-01-03 02:04:05',
  commentStatus: 'open',
  pingStatus: 'closed',
  slug: 'a-title',
  status: 'publish',
  parentId: 3,
  menuOrder: -2,
  password: 'se"cret',
  mimeType: '',
  toPing: '',
  pinged: 'https://else.example/',
  contentFiltered: '',
  isSticky: true,
  attachmentUrl: '',
  terms: [{ taxonomy: 'category', slug: 'news', name: 'News &amp; Views' }],
  meta: [
    { key: '_list', value: 'a:1:{i:0;s:2:"é";}' },
    { key: '_list', value: '' },
  ],
  comments: [
    {
      id: 4,
      authorName: 'Zoë',
      authorEmail: 'zoe@example.org',
      authorUrl: 'https://zoe.example/?a=1&b=2',
      authorIp: '::1',
      date: '2020-01-02 03:04:06',
      dateGmt: '2020-01-02 02:04:06',
      content: 'Nice ]]>',
      approved: 'spam',
      type: 'comment',
      parentId: 0,
      userId: 2,
      agent: 'Browser/1',
      karma: 3,
      meta: [{ key: 'rating', value: '5' }],
    },
  ],
};

const facts = { generator: 'test', writtenAt: new Date('2026-01-01T00:00:00Z') };

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
}

async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const write = async (parts: readonly WxrPart[]) => (await collect(writeWxr(parts, facts))).join('');
const read = (text: string, chunk = 4096) => collect(readWxr(inChunks(text, chunk)));

const feed = (body: string, { version = '1.2', head = '<?xml version="1.0" encoding="UTF-8"?>' } = {}) =>
  `${head}<rss xmlns:wp="http://wordpress.org/export/${version}/" xmlns:dc="d" xmlns:content="c" xmlns:excerpt="e"><channel>
<title>T</title><wp:wxr_version>${version}</wp:wxr_version>
${body}
</channel></rss>`;

describe('an export file', () => {
  const parts: WxrPart[] = [
    { kind: 'site', site },
    {
      kind: 'author',
      author: {
        id: 2,
        login: 'ann',
        email: 'ann@example.org',
        displayName: 'Ann A.',
        firstName: 'Ann',
        lastName: 'A.',
        slug: 'ann-a',
        url: 'https://ann.example/?a=1&b=2',
        registered: '2019-01-02 03:04:05',
        meta: [
          { key: 'description', value: 'Drinks <tea>.' },
          { key: 'mood', value: 'calm' },
        ],
      },
    },
    ...(['category', 'post_tag', 'mood'] as const).map(
      (taxonomy): WxrPart => ({
        kind: 'term',
        term: {
          id: 3,
          taxonomy,
          slug: 'calm',
          parentSlug: taxonomy === 'post_tag' ? '' : 'still',
          name: 'Calm &amp; quiet',
          description: 'no <b>noise</b>',
          meta: [{ key: 'colour', value: 'blue' }],
        },
      }),
    ),
    { kind: 'item', item },
    { kind: 'item', item: { ...item, id: 8, type: 'attachment', attachmentUrl: 'https://old.example/a%20b.jpg?x&y' } },
  ];

  it('is read as it was written, however its bytes arrive', async () => {
    const text = await write(parts);
    for (const chunk of [1, 7, 1000]) expect(await read(text, chunk)).toEqual(parts);
  });

  it('holds any text that XML can hold', async () => {
    const anyText = fc
      .string({ unit: 'binary' })
      .filter((text) => /^[\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u.test(text));
    await fc.assert(
      fc.asyncProperty(anyText, fc.integer({ min: 1, max: 40 }), async (content, chunk) => {
        const text = await write([
          { kind: 'site', site },
          { kind: 'item', item: { ...item, content, meta: [{ key: 'k', value: content }] } },
        ]);
        const [, part] = await read(text, chunk);
        expect(part).toMatchObject({ kind: 'item', item: { content, meta: [{ value: content }] } });
      }),
      { numRuns: 300 },
    );
  });

  it('leaves out characters that no XML file may hold', async () => {
    const text = await write([
      { kind: 'site', site },
      { kind: 'item', item: { ...item, title: 'a\u0000b\u000bc\ud800d' } },
    ]);
    expect((await read(text))[1]).toMatchObject({ item: { title: 'abcd' } });
  });
});

describe('reading what other programs wrote', () => {
  it('reads version 1.0: no authors, terms by slug, tags under their short name', async () => {
    const parts = await read(
      feed(
        `<wp:category><wp:category_nicename>news</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[News]]></wp:cat_name></wp:category>
         <item><title>Old</title><dc:creator>bob</dc:creator>
         <category><![CDATA[News]]></category>
         <category domain="category" nicename="news"><![CDATA[News]]></category>
         <category domain="tag" nicename="tea"><![CDATA[Tea]]></category>
         <wp:post_id>4</wp:post_id><wp:post_date>2008-01-01 00:00:00</wp:post_date></item>`,
        { version: '1.0' },
      ),
    );
    expect(parts.map((part) => part.kind)).toEqual(['site', 'term', 'item']);
    expect(parts[2]).toMatchObject({
      item: {
        id: 4,
        creator: 'bob',
        date: '2008-01-01 00:00:00',
        dateGmt: '0000-00-00 00:00:00',
        modified: '2008-01-01 00:00:00',
        terms: [
          { taxonomy: 'category', slug: 'news' },
          { taxonomy: 'post_tag', slug: 'tea' },
        ],
      },
    });
  });

  it('drops control characters that make a file ill-formed', async () => {
    const [, part] = await read(feed('<item><title><![CDATA[a\u0008b]]></title></item>'));
    expect(part).toMatchObject({ item: { title: 'ab' } });
  });

  it('reads the encoding that the file names', async () => {
    const text = feed('<item><title>café</title></item>', { head: '<?xml version="1.0" encoding="ISO-8859-1"?>' });
    async function* bytes() {
      yield Buffer.from(text, 'latin1');
    }
    expect((await collect(readWxr(bytes())))[1]).toMatchObject({ item: { title: 'café' } });
  });

  it('passes over elements it does not know', async () => {
    const parts = await read(
      feed('<image><url>x</url></image><item><title>a</title><x:y xmlns:x="x"><z/></x:y></item>'),
    );
    expect(parts.map((part) => part.kind)).toEqual(['site', 'item']);
  });
});

describe('refusing what is no export file', () => {
  it.each([
    ['another document', '<html><body/></html>', /not an export file: it begins with <html>/],
    ['a feed', '<rss><channel><title>x</title></channel></rss>', /without a WXR version/],
    ['a later version', feed('', { version: '2.0' }), /WXR 2.0 is not a version/],
    ['an entity bomb', `<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${feed('&b;')}`, /document type/],
    ['an entity of its own', feed('<item><title>&secret;</title></item>'), /Line 3: .*not well-formed/],
    ['deep nesting', feed(`<item>${'<a>'.repeat(100)}`), /nested more than/],
  ])('refuses %s', async (_name, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('names the line where a file breaks off, after handing over what came before', async () => {
    const text = feed('<item><title>whole</title></item>\n<item><title>half');
    const seen: WxrPart[] = [];
    const reading = async () => {
      for await (const part of readWxr(inChunks(text.slice(0, text.indexOf('half') + 4), 50))) seen.push(part);
    };
    await expect(reading()).rejects.toThrow(/Line 4: .*not well-formed/);
    expect(seen.map((part) => part.kind)).toEqual(['site', 'item']);
  });
});
