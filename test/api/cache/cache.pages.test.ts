import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { processSpace } from '../../../src/background/lease.ts';
import { crawledTable } from '../../../src/extensions/cache/crawled-urls.ts';
import { crawlerEntry, wantPass } from '../../../src/extensions/cache/crawler-state.ts';
import { pageQueueTable, queuePage } from '../../../src/extensions/cache/pages/page-queue.ts';
import { changeState, readState } from '../../../src/extensions/cache/stored-state.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { call, key, proof, takeKey } from './cache-client.ts';

const plainTheme = fileURLToPath(new URL('../../support/plain-theme', import.meta.url));

let site: TestPlaten;
let origin: string;
let path: string;
let id: number;

const image = (name: string) =>
  `<p><img src="http://site.test/wp-content/uploads/${name}" width="600" height="500" alt=""></p>`;
const content = `${image('first.jpg')}<p>${'words '.repeat(600)}</p>${image('last.jpg')}`;

beforeAll(async () => {
  site = await testPlaten({ leads: true, theme: plainTheme });
  origin = await site.platen.listen();
  await site.platen.store.options.set('platen_cache_images', 'off');
  await site.platen.store.options.set('platen_cache_load_limit', '99999');
  const made = await site.as('administrator').post('/wp/v2/posts', { title: 'Page', content, status: 'publish' });
  id = made.body.id;
  path = new URL(made.body.link).pathname;
});
afterAll(() => site.close());

const page = async (userAgent = 'Desktop') => {
  const answer = await fetch(origin + path, { headers: { 'user-agent': userAgent } });
  return { cache: answer.headers.get('x-cache'), html: await answer.text() };
};
const queue = () => site.platen.store.table(pageQueueTable).find({});
const patient = { timeout: 300_000, interval: 200 };

/** Until a round of the worker has ended that began after now. */
async function workerRound(): Promise<void> {
  const lastSuccess = async () => {
    const metrics = await (await site.platen.fetch('/metrics')).text();
    return Number(/^platen_job_last_success_timestamp_seconds\{job="cache pages"\} (\S+)$/m.exec(metrics)?.[1] ?? 0);
  };
  // The first that ends may have begun before.
  for (let ended = 0; ended < 2; ended += 1)
    await expect.poll(lastSuccess, { interval: 200 }).toBeGreaterThan(Date.now() / 1000);
}

describe('a page', () => {
  it('soon carries only the styles it uses, and its first pictures come first', async () => {
    const plain = await page();
    expect(plain.html).toContain('pre{overflow:auto}');
    await vi.waitFor(async () => expect((await page()).html).not.toContain('pre{overflow:auto}'), patient);
    await vi.waitFor(async () => expect((await page()).html).toContain('rel="preload"'), patient);
    const { html } = await page();
    expect(html).toContain('.by{color:#666}');
    expect(html).toMatch(/first\.jpg"[^>]* loading="eager" fetchpriority="high"/);
    expect(html).toMatch(/last\.jpg"[^>]* loading="lazy"/);
    expect(html).toContain('<link rel="preload" as="image" href="http://site.test/wp-content/uploads/first.jpg">');
    // What was found out about a page is there before the page leaves the queue.
    await expect.poll(queue).toEqual([]);
    await expect.poll(async () => (await page()).cache).toBe('hit');
  });

  it('is looked at again when it has changed', async () => {
    await site.as('administrator').post(`/wp/v2/posts/${id}`, { content: `<pre>code</pre>${content}` });
    expect((await page()).html).toContain('pre{overflow:auto}');
    await vi.waitFor(async () => expect((await page()).html).toContain('rel="preload"'), patient);
    expect((await page()).html).toContain('pre{overflow:auto}');
  });
});

describe('what a node found out', () => {
  it('is taken for pages in the queue only, and only what is theirs', async () => {
    await takeKey(site);
    // Our own worker finds nothing more to do, and then leaves the queue alone.
    await expect.poll(queue).toEqual([]);
    await site.platen.store.options.set('platen_cache_pages', 'off');
    await workerRound();
    const url = `http://site.test${path}`;
    const notify = (route: string, item: Record<string, unknown>) =>
      call(site, route, { json: { domain_key: proof(key, 0, 99), data: [{ request_url: url, ...item }] } });
    const queued = async (kind: 'ucss' | 'vpi', queueKey: string) => {
      await queuePage(site.platen.store, { kind, key: queueKey, url, device: 'desktop' }, Date.now());
    };
    await queued('ucss', `default ${url}`);
    expect(
      (await notify('notify_ucss', { queue_k: 'default http://other', data_ucss: '.by{color:#666}' })).body.count,
    ).toBe(0);
    const foreign = { queue_k: `default ${url}`, data_ucss: '.by{color:#666}body{background:url(//evil.example)}' };
    expect((await notify('notify_ucss', foreign)).body.count).toBe(0);
    await queued('ucss', `default ${url}`);
    const own = { queue_k: `default ${url}`, data_ucss: '.by{color:#666}' };
    expect((await notify('notify_ucss', { ...own, request_url: 'http://other' })).body.count).toBe(0);
    expect((await notify('notify_ucss', own)).body.count).toBe(1);
    await queued('vpi', ` ${url}`);
    const pictures = ['https://cdn.example/last.jpg.webp', '<script>', 'foreign.jpg', 'data:image/png;base64,x'].join(
      '\n',
    );
    expect((await notify('notify_vpi', { queue_k: ` ${url}`, data_vpi: pictures })).body.count).toBe(1);
    expect(await queue()).toEqual([]);
    await site.platen.store.options.set('platen_cache_pages', 'on');
    const { html } = await page();
    expect(html).toContain('<style>.by{color:#666}</style>');
    expect(html).toMatch(/last\.jpg"[^>]* loading="eager" fetchpriority="high"/);
    expect(html).toMatch(/first\.jpg"[^>]* loading="lazy"/);
  });
});

describe('crawlers', () => {
  const letters = async (of: string) =>
    (await site.platen.store.table(crawledTable).find({})).find((row) => row.path === of)?.letters;
  const pass = async () => {
    await wantPass(site.platen.store);
    await vi.waitFor(async () => {
      const { wanted, endReason } = await readState(site.platen.store, crawlerEntry);
      expect([wanted, endReason]).toEqual([false, 'end']);
    }, patient);
  };

  it('warm what visitors will ask for, and find it warm the second time', async () => {
    // What is found out about a page meanwhile would make it another page.
    await site.platen.store.options.set('platen_cache_pages', 'off');
    await pass();
    expect(await letters(path)).toBe('MM');
    expect((await page()).cache).toBe('hit');
    expect((await page('Mobi')).cache).toBe('hit');
    await pass();
    expect(await letters(path)).toBe('HH');
    expect(await letters('/wp-json/wp/v2/posts')).toBe('HH');
  });

  it('leave out what was switched off', async () => {
    await site.as('administrator').post('/cache/v1/toggle_crawler_state', { crawler_id: 1 });
    await pass();
    expect(await letters(path)).toMatch(/^[HM]-$/);
    await site.as('administrator').post('/cache/v1/toggle_crawler_state', { crawler_id: 1 });
  });

  it('take over at once from a process that died at work', async () => {
    const owner = `${processSpace}/99999999/1/x`;
    await changeState(site.platen.store, crawlerEntry, (state) => ({ ...state, owner, aliveMs: Date.now() }));
    await pass();
    expect((await readState(site.platen.store, crawlerEntry)).owner).toBe('');
  });
});
