import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPopupCounter } from '../../../src/extensions/popups/popup-counter.ts';
import {
  createPopup,
  findPopup,
  isPublished,
  listPopups,
  updatePopup,
} from '../../../src/extensions/popups/popup-record.ts';
import {
  conversionRate,
  popupStatistics,
  removePopup,
  resetPopup,
  statisticsBetween,
} from '../../../src/extensions/popups/popup-statistics.ts';
import { siteFrom } from '../../../src/rules/site.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten({ variant: 'a' });
});
afterAll(() => site.close());

const here = siteFrom(() => null, { url: 'http://site.test', fallbackUrl: '', permalinks: null, now: Date.now });
const make = (more: Parameters<typeof createPopup>[2] = { name: 'Offer' }) =>
  createPopup(site.platen.store, here, more, Date.now());
const analytics = (query: string, headers?: Record<string, string>) =>
  site.as('anonymous').get(`/popups/v1/analytics${query}`, headers);
/** The metrics after everything acknowledged so far has been counted. */
async function metrics(popup: number) {
  const counter = await openPopupCounter(join(site.platen.config.dataDir, 'popups'), site.platen.store);
  await counter.close();
  const [found] = await popupStatistics(site.platen.store, [popup]);
  return { opens: found!.opens, conversions: found!.conversions, totalOpens: found!.totalOpens };
}

describe('counting', () => {
  it('opens and conversions are counted, each time, and the answer is empty', async () => {
    const popup = await make();
    for (const event of ['open', 'open', 'conversion', '%20open%20', '%3Cb%3Eopen%3C/b%3E']) {
      const answer = await analytics(`?event=${event}&pid=${popup}&_cache=${Date.now()}`);
      expect([answer.status, answer.body, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        204,
        '',
        'image/gif',
        'no-store',
      ]);
    }
    expect(await metrics(popup)).toEqual({ opens: 4, conversions: 1, totalOpens: 4 });
  });

  it('a closing slash makes no difference', async () => {
    const popup = await make();
    expect((await analytics(`/?event=open&pid=${popup}`)).status).toBe(204);
    expect((await metrics(popup)).opens).toBe(1);
  });

  it('the first event of a process is counted, though its log is looked at while it is opened', async () => {
    for (let n = 0; n < 20; n++) {
      const popup = await make();
      const folder = join(site.platen.config.dataDir, `popups-${n}`);
      const counter = await openPopupCounter(folder, site.platen.store);
      let isOpening = true;
      const counting = counter.count({ popup, event: 'open', atMs: Date.now() }).finally(() => {
        isOpening = false;
      });
      while (isOpening) await counter.fold();
      await counting;
      await counter.close();
      expect((await popupStatistics(site.platen.store, [popup]))[0]?.opens).toBe(1);
    }
  });

  it('what is not counted gets the same answer', async () => {
    const popup = await make();
    const draft = await make({ name: 'Draft', status: 'draft' });
    const page = (await site.as('editor').post('/wp/v2/pages', { title: 'Page', status: 'publish' })).body.id;
    const quiet: [string, Record<string, string>?][] = [
      [`?event=wave&pid=${popup}`],
      [`?event=&pid=${popup}`],
      [`?event=Open&pid=${popup}`],
      [`?event=../x&pid=${popup}&pum_action=open`],
      [`?event=open&pid=${draft}`],
      [`?event=open&pid=${page}`],
      ['?event=open&pid=999999'],
      [`?event=open&pid=${popup}.7`],
      ['?event=open&pid=0.7'],
      [`?event=open&pid=${popup}`, { 'sec-purpose': 'prefetch' }],
      [`?event=open&pid=${popup}`, { 'user-agent': 'Examplebot/1.0 (crawler)' }],
    ];
    for (const [query, headers] of quiet) expect((await analytics(query, headers)).status).toBe(204);
    expect((await site.as('anonymous').send('HEAD', `/popups/v1/analytics?event=open&pid=${popup}`)).status).toBe(204);
    for (const id of [popup, draft, page]) expect((await metrics(id)).opens).toBe(0);
  });

  it('a disabled popup still counts, a removed one does not', async () => {
    const popup = await make();
    await updatePopup(site.platen.store, here, popup, { enabled: false }, Date.now());
    await analytics(`?event=open&pid=${popup}`);
    expect((await metrics(popup)).opens).toBe(1);
    await removePopup(site.platen.store, popup);
    expect(await isPublished(site.platen.store, popup)).toBe(false);
    expect(await metrics(popup)).toEqual({ opens: 0, conversions: 0, totalOpens: 0 });
  });

  it.each([
    ['', 400, 'rest_missing_callback_param', ['event', 'pid']],
    ['?pid=1', 400, 'rest_missing_callback_param', ['event']],
    ['?event=open', 400, 'rest_missing_callback_param', ['pid']],
    ['?event=open&pid=0', 404, 'missing_params', undefined],
    ['?event=open&pid=', 404, 'missing_params', undefined],
    ['?event=open&pid=abc', 404, 'missing_params', undefined],
    ['?event=open&pid=-5', 404, 'missing_params', undefined],
    ['?event=open&pid=0.0', 404, 'missing_params', undefined],
    ['?event=open&pid=5.', 404, 'missing_params', undefined],
    ['?event=open&pid=-5.7', 404, 'missing_params', undefined],
    ['?event=open&pid=1e3', 404, 'missing_params', undefined],
    ['?event=open&pid=99999999999999999999', 400, 'rest_invalid_param', { pid: expect.any(String) }],
    ['?event[]=open&pid=1', 400, 'rest_invalid_param', { event: expect.any(String) }],
  ])('%s is %i %s', async (query, status, code, params) => {
    const answer = await analytics(query);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code, data: { status } });
    if (params) expect(answer.body.data.params).toEqual(params);
  });

  it.each(['POST', 'PUT', 'DELETE'])('%s finds nothing, for anybody', async (method) => {
    for (const role of ['anonymous', 'administrator'] as const) {
      const answer = await site.as(role).send(method, '/popups/v1/analytics', { body: { event: 'open', pid: 1 } });
      expect([answer.status, answer.body.code]).toEqual([404, 'rest_no_route']);
    }
  });
});

it('metrics by day, resets and lifetime', async () => {
  const popup = await make();
  const { store } = site.platen;
  const today = () => new Date().toISOString().slice(0, 10);
  const first = today();
  for (let n = 0; n < 3; n++) await analytics(`?event=open&pid=${popup}`);
  await analytics(`?event=conversion&pid=${popup}`);
  await metrics(popup);
  expect(await statisticsBetween(store, popup, first, today())).toEqual({ opens: 3, conversions: 1 });
  expect(await statisticsBetween(store, popup, '2000-01-01', '2000-12-31')).toEqual({ opens: 0, conversions: 0 });
  await resetPopup(store, popup, Date.now());
  await analytics(`?event=open&pid=${popup}`);
  expect(await metrics(popup)).toEqual({ opens: 1, conversions: 0, totalOpens: 4 });
});

it.each([
  [{ opens: 0, conversions: 0 }, '0.00'],
  [{ opens: 3, conversions: 1 }, '33.33'],
  [{ opens: 1, conversions: 2 }, '0.00'],
])('the rate of %j is %s', (counts, rate) => expect(conversionRate(counts)).toBe(rate));

it('popups are records of their own, out of the public routes', async () => {
  const popup = await make({
    name: 'Hidden',
    title: 'Hello',
    content: '<p>Hi</p>',
    settings: { triggers: [{ type: 'delay', seconds: 1 }] },
  });
  expect(await findPopup(site.platen.store, popup)).toMatchObject({
    name: 'Hidden',
    slug: 'hidden',
    enabled: true,
    settings: { triggers: [{ type: 'delay' }] },
  });
  expect((await listPopups(site.platen.store)).map((one) => one.id)).toContain(popup);
  for (const path of ['/wp/v2/popup', `/wp/v2/posts/${popup}`, '/wp/v2/types/popup'])
    expect((await site.as('administrator').get(path)).status).toBeGreaterThanOrEqual(403);
  expect((await site.as('anonymous').get('/wp/v2/posts?search=Hidden')).body).toEqual([]);
});

it('one visitor is counted thirty times in five minutes, and never told', async () => {
  const nowMs = Date.now();
  const held = await testPlaten({ variant: 'a', throttle: true, clock: () => nowMs });
  try {
    const { store } = held.platen;
    const popup = await createPopup(store, here, { name: 'Offer' }, Date.now());
    for (let n = 0; n < 200; n++)
      expect((await held.as('anonymous').get(`/popups/v1/analytics?event=open&pid=${popup}`)).status).toBe(204);
    const counter = await openPopupCounter(join(held.platen.config.dataDir, 'popups'), store);
    await counter.close();
    expect((await popupStatistics(store, [popup]))[0]?.opens).toBe(30);
  } finally {
    await held.close();
  }
});

describe('as the owner has configured it', () => {
  let careful: TestPlaten;
  beforeAll(async () => {
    const nowMs = Date.now();
    careful = await testPlaten({
      variant: 'a',
      clock: () => nowMs,
      extensionOptions: { PLATEN_POPUP_DEDUPE_SECONDS: 60, PLATEN_POPUP_PRIVACY_SIGNALS: true },
    });
  });
  afterAll(() => careful.close());

  const counted = async (visits: readonly Record<string, string>[]): Promise<number> => {
    const popup = await createPopup(careful.platen.store, here, { name: 'Offer' }, Date.now());
    for (const headers of visits) {
      const answer = await careful.as('anonymous').get(`/popups/v1/analytics?event=open&pid=${popup}`, headers);
      expect(answer.status).toBe(204);
    }
    const counter = await openPopupCounter(join(careful.platen.config.dataDir, 'popups'), careful.platen.store);
    await counter.close();
    return (await popupStatistics(careful.platen.store, [popup]))[0]!.opens;
  };

  it('a visitor counts once within the time', async () => {
    expect(await counted([{ 'user-agent': 'A' }, { 'user-agent': 'A' }, { 'user-agent': 'B' }])).toBe(2);
  });

  it('who asks not to be tracked is not counted', async () => {
    expect(await counted([{ dnt: '1' }, { 'sec-gpc': '1' }])).toBe(0);
    expect(await counted([{ dnt: '0' }])).toBe(1);
  });
});

it('signals change nothing where they are not honoured', async () => {
  const popup = await make();
  await analytics(`?event=open&pid=${popup}`, { dnt: '1', 'sec-gpc': '1' });
  expect((await metrics(popup)).opens).toBe(1);
});
