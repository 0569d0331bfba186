import { describe, expect, it } from 'vitest';
import type { Fetcher } from '../../lib/fetcher.ts';
import { FetchRefused } from '../../lib/outbound-url.ts';
import { createFeedSource } from './feed-source.ts';
import { readFeed } from './read-feed.ts';

const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Site</title><link>http://other.invalid</link>
<item><title>One &amp; all</title><link>http://other.invalid/1</link><pubDate>Sat, 31 Jan 2026 10:00:00 +0000</pubDate><dc:creator>Ann</dc:creator><description><![CDATA[<p>Text</p>]]></description></item>
<item><title>Two</title><link>javascript:alert(1)</link></item></channel></rss>`;
const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Site</title><entry><title>Three</title><link rel="edit" href="http://other.invalid/edit"/><link href="http://other.invalid/3"/><updated>2026-01-31T10:00:00Z</updated><author><name>Bob</name></author><summary>Sum</summary></entry></feed>`;

describe('a feed', () => {
  it('of RSS is read', () => {
    expect(readFeed(rss)).toEqual([
      {
        title: 'One & all',
        link: 'http://other.invalid/1',
        time: 1_769_853_600,
        author: 'Ann',
        summary: '<p>Text</p>',
      },
      { title: 'Two', link: '', time: null, author: '', summary: '' },
    ]);
  });

  it('of Atom is read', () => {
    expect(readFeed(atom)).toEqual([
      { title: 'Three', link: 'http://other.invalid/3', time: 1_769_853_600, author: 'Bob', summary: 'Sum' },
    ]);
  });

  it.each(['', 'text', '<html><body>no</body></html>', '{"a":1}'])('is not %j', (text) => {
    expect(readFeed(text)).toBeUndefined();
  });

  it('that breaks off has the items before', () => {
    expect(readFeed(`${rss.slice(0, rss.indexOf('<item><title>Two'))}<item><title>T</wrong>`)).toHaveLength(1);
    expect(readFeed('<rss><item><title>&undefined;</title>')).toEqual([]);
  });
});

describe('feeds of other sites', () => {
  const counting = (answer: () => ReturnType<Fetcher>) => {
    let calls = 0;
    const fetch: Fetcher = () => {
      calls += 1;
      return answer();
    };
    return { source: createFeedSource({ fetch, most: 2 }), calls: () => calls };
  };
  const answered =
    (body: string, status = 200) =>
    async () => ({ status, url: 'x', contentType: '', body: Buffer.from(body) });

  it('are fetched once for half a day', async () => {
    const { source, calls } = counting(answered(rss));
    const [one, two] = await Promise.all([source('http://other.invalid/', 0), source('http://other.invalid/', 0)]);
    expect(one).toBe(two);
    await source('http://other.invalid/', 11 * 3_600_000);
    expect(calls()).toBe(1);
    await source('http://other.invalid/', 12 * 3_600_000);
    expect(calls()).toBe(2);
  });

  it('that cannot be had are tried again after some minutes', async () => {
    const { source, calls } = counting(() => Promise.reject(new FetchRefused('time', 'too slow')));
    expect(await source('http://other.invalid/', 0)).toEqual({ failure: 'The feed cannot be loaded.' });
    await source('http://other.invalid/', 60_000);
    expect(calls()).toBe(1);
    await source('http://other.invalid/', 600_000);
    expect(calls()).toBe(2);
  });

  it('are told from other answers', async () => {
    expect(await counting(answered('x', 404)).source('u', 0)).toEqual({
      failure: 'The feed answers with the status 404.',
    });
    expect(await counting(answered('<html/>')).source('u', 0)).toEqual({
      failure: 'There is no feed at this address.',
    });
  });

  it('are forgotten when there are many', async () => {
    const { source, calls } = counting(answered(rss));
    for (const url of ['a', 'b', 'c', 'a']) await source(url, 0);
    expect(calls()).toBe(4);
  });
});
