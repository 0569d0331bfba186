import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPopup } from '../../../src/extensions/popups/popup-record.ts';
import { daily } from '../../../src/extensions/popups/popup-tables.ts';
import { siteFrom } from '../../../src/rules/site.ts';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

const path = '/platen/v1/popups';
let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten({ variant: 'a' });
});
afterAll(() => site.close());

const here = siteFrom(() => null, { url: 'http://site.test', fallbackUrl: '', permalinks: null, now: Date.now });
const make = (name: string) => createPopup(site.platen.store, here, { name }, Date.now());
const count = (event: string, popup: number) =>
  site.as('anonymous').get(`/popups/v1/analytics?event=${event}&pid=${popup}`);
const editor = () => site.as('editor');
const today = () => new Date().toISOString().slice(0, 10);

describe('the statistics of popups', () => {
  it('show every event that was acknowledged, day by day', async () => {
    const popup = await make('Offer');
    for (const event of ['open', 'open', 'open', 'conversion']) await count(event, popup);
    await site.platen.store.table(daily).insert({ popup, event: 'open', day: '2026-01-30', count: 7 });
    const { status, body } = await editor().get(`${path}/${popup}?from=2026-01-29&to=2026-01-31`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Offer',
      is_enabled: true,
      opens: 3,
      conversions: 1,
      rate: 33.33,
      total_opens: 3,
    });
    expect(body.days).toEqual([
      { day: '2026-01-29', opens: 0, conversions: 0 },
      { day: '2026-01-30', opens: 7, conversions: 0 },
      { day: '2026-01-31', opens: 0, conversions: 0 },
    ]);
    const month = (await editor().get(`${path}/${popup}`)).body;
    expect(month.days).toHaveLength(30);
    expect(month.days.at(-1)).toEqual({ day: today(), opens: 3, conversions: 1 });
  });

  it('are listed with totals, newest popup first', async () => {
    const popup = await make('Newest');
    await count('open', popup);
    const { body, headers } = await editor().get(`${path}?per_page=1`);
    expect(body).toMatchObject([{ id: popup, name: 'Newest', opens: 1, conversions: 0, rate: 0 }]);
    expect(Number(headers['x-wp-total'])).toBeGreaterThanOrEqual(2);
  });

  it('are reset, and say when and from what', async () => {
    const popup = await make('Again');
    await count('open', popup);
    const { body } = await editor().post(`${path}/${popup}/reset`);
    expect(body).toMatchObject({ opens: 0, total_opens: 1, resets: [{ opens: 1, conversions: 0 }] });
  });

  it('and a popup is switched off and on', async () => {
    const popup = await make('Switched');
    expect((await editor().post(`${path}/${popup}`, { is_enabled: false })).body.is_enabled).toBe(false);
    expect((await editor().post(`${path}/${popup}`, { is_enabled: true })).body.is_enabled).toBe(true);
    expect(await editor().post(`${path}/${popup}`, {})).toMatchObject({ status: 200, body: { is_enabled: true } });
  });

  it.each(['from=2026-02-30', 'to=x', 'from=2026-01-02&to=2026-01-01', 'from=2020-01-01&to=2026-01-01'])(
    'refuse %s',
    async (query) => {
      const popup = await make('Refusing');
      expect(await editor().get(`${path}/${popup}?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'rest_invalid_param' },
      });
    },
  );

  it('know no other kind of content', async () => {
    const page = (await editor().post('/wp/v2/pages', { title: 'Page', status: 'publish' })).body.id;
    for (const id of [page, 999_999])
      expect(await editor().get(`${path}/${id}`)).toMatchObject({ status: 404, body: { code: 'popups_not_found' } });
  });

  it('are for editors and administrators only', async () => {
    const popup = await make('Private');
    const status = async (who: Role, method: string, where: string) =>
      (await site.as(who).send(method, where, { body: { is_enabled: true } })).status;
    for (const [method, where] of [
      ['GET', path],
      ['GET', `${path}/${popup}`],
      ['POST', `${path}/${popup}`],
      ['POST', `${path}/${popup}/reset`],
    ] as const) {
      expect(await status('anonymous', method, where)).toBe(401);
      for (const who of ['subscriber', 'contributor', 'author'] as const)
        expect(await status(who, method, where)).toBe(403);
      for (const who of ['editor', 'administrator'] as const) expect(await status(who, method, where)).toBe(200);
    }
  });
});
