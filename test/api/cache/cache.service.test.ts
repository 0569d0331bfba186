import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cdnEntry } from '../../../src/extensions/cache/service/cdn-record.ts';
import { usageEntry } from '../../../src/extensions/cache/service/message-members.ts';
import { clearNotices, listNotices } from '../../../src/extensions/cache/service/notices.ts';
import { knownAliases, refuseAddress } from '../../../src/extensions/cache/service/refused-addresses.ts';
import { readState, stateTable } from '../../../src/extensions/cache/stored-state.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { call, key, proof, secretsOf, takeKey } from './cache-client.ts';

let site: TestPlaten;
let now = Date.UTC(2026, 0, 31);
const hour = 3_600_000;

beforeAll(async () => {
  site = await testPlaten({ clock: () => now });
});
afterAll(() => site.close());
beforeEach(async () => {
  const { store } = site.platen;
  now += 24 * hour;
  await store.table(stateTable).remove({});
  await clearNotices(store);
  await takeKey(site);
});

describe('the set-up of a delivery network', () => {
  const cdn = (form: Record<string, string>) => call(site, 'cdn_status', { form: { hash: proof(key, 3, 8), ...form } });
  const record = () => readState(site.platen.store, cdnEntry);

  it('keeps what it is told as plain text', async () => {
    await cdn({ success: '0', 'result[_msg]': '<script>alert(1)</script>No <b>records</b> found' });
    const { state, error } = await record();
    expect({ state, error }).toEqual({ state: 'error', error: 'No records found' });
    expect(JSON.stringify(await listNotices(site.platen.store))).not.toContain('<');
  });

  it('goes from name servers to done', async () => {
    await cdn({
      success: '1',
      'result[nameservers]': 'ns1.example.net, ns2.example.net',
      'result[summary][zone]': 'z',
    });
    expect(await record()).toMatchObject({
      state: 'nameservers',
      nameservers: ['ns1.example.net', 'ns2.example.net'],
      summary: { zone: 'z' },
    });
    expect((await secretsOf(site).link(site.platen.store)).linked).toBe(true);
    await cdn({ success: '1', 'result[done]': '1' });
    expect(await record()).toMatchObject({ state: 'done', nameservers: [], doneMs: now });
  });

  it('believes no name server that is no host name', async () => {
    await cdn({ success: '1', 'result[nameservers]': 'ns1.example.net, "><script>' });
    expect(await record()).toMatchObject({ state: 'running', nameservers: [] });
  });

  it('notes a message without a subject', async () => {
    expect((await cdn({ success: '1' })).body).toEqual({ _res: 'err', _msg: 'lack_of_param' });
    expect((await record()).state).toBe('error');
  });

  it('does not listen to a hash that is off by one', async () => {
    const answer = await call(site, 'cdn_status', { form: { hash: proof(key, 2, 8), success: '1', result: 'x' } });
    expect(answer.body).toEqual({ _res: 'err', _msg: 'callback_fail_hash' });
  });
});

describe('refused addresses', () => {
  const confirm = (alias: string) =>
    call(site, 'err_domains', { form: { hash: proof(key, 1, 8), main_domain: 'https://main.example', alias } });

  it.each([
    [23, 'ok'],
    [25, 'err'],
    [11 * 24, 'err'],
  ])('are confirmed within a day: after %i hours it is %s', async (hours, result) => {
    await refuseAddress(site.platen.store, 'https://Old.example/', now - hours * hour);
    const answer = await confirm('https://old.example');
    expect(answer.body._res).toBe(result);
    expect(await knownAliases(site.platen.store)).toEqual(result === 'ok' ? ['https://old.example'] : []);
  });

  it('are unknown unless the site was refused for them', async () => {
    expect((await confirm('https://never.example')).body._msg).toBe('Not an alias req from here');
  });

  it('lose their entry when it is the address of the site itself', async () => {
    await refuseAddress(site.platen.store, 'http://site.test', now);
    expect((await confirm('http://SITE.test/')).body).toEqual({ hash: proof(key, 2, 4), _res: 'ok' });
    expect((await confirm('http://site.test')).body._res).toBe('err');
    expect(await knownAliases(site.platen.store)).toEqual([]);
  });
});

describe('what a message may carry along', () => {
  const notify = (json: Record<string, unknown>) =>
    call(site, 'notify_ucss', { json: { domain_key: proof(key, 0, 99), ...json } });

  it('raises notices of plain text, each once', async () => {
    for (let n = 0; n < 3; n++)
      await notify({ _info: 'Maintenance <img src=x onerror=alert(1)>tonight', _carry_on: { _error: 'Quota' } });
    const notices = await listNotices(site.platen.store);
    expect(notices.map(({ tone, text, times }) => [tone, text, times]).sort()).toEqual([
      ['error', 'Quota', 3],
      ['info', 'Maintenance tonight', 3],
    ]);
  });

  it('never takes the key away', async () => {
    await notify({ _res: 'err', _msg: 'err_key' });
    expect(await secretsOf(site).key(site.platen.store)).toBe(key);
    expect((await listNotices(site.platen.store))[0]?.tone).toBe('error');
  });

  it('keeps numbers of quotas and nothing else', async () => {
    await notify({ _carry_on: { usage: { daily: 5, left: '7', __proto__: 1 }, promo: ['buy'], partner: 'x' } });
    expect(await readState(site.platen.store, usageEntry)).toEqual({ ucss: { daily: 5 } });
  });

  it('links only to hosts of the service', async () => {
    await site.platen.store.options.set('platen_cache_node_hosts', 'good.example');
    await notify({
      _note: 'Read on',
      _links: [
        { link: 'https://docs.good.example/x', title: 'Docs' },
        { link: 'https://evilgood.example/', title: 'Evil' },
        { link: 'javascript:alert(1)', title: 'Script' },
      ],
    });
    const [notice] = await listNotices(site.platen.store);
    expect(notice?.links).toEqual([{ url: 'https://docs.good.example/x', title: 'Docs' }]);
  });

  it('keeps at most fifty notices', async () => {
    for (let n = 0; n < 55; n++) await notify({ _info: `Notice ${n}` });
    expect(await listNotices(site.platen.store)).toHaveLength(50);
  });
});

describe('administrators', () => {
  it('switch a crawler off and on; others may not', async () => {
    const admin = site.as('administrator');
    const toggle = (client: typeof admin, crawler_id: unknown) =>
      client.post('/cache/v1/toggle_crawler_state', { crawler_id });
    expect((await toggle(admin, 0)).body).toBe(0);
    expect((await toggle(admin, '0')).body).toBe(1);
    expect((await toggle(site.as('anonymous'), 0)).status).toBe(401);
    expect((await toggle(site.as('editor'), 0)).status).toBe(403);
  });

  it.each([[-1], [9999], ['1e3'], ['abc'], [[]], ['00'], [1.5]])(
    'are told that %j is no crawler',
    async (crawler_id) => {
      const answer = await site.as('administrator').post('/cache/v1/toggle_crawler_state', { crawler_id });
      expect(answer).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    },
  );

  it('have to name a crawler, and not in the address', async () => {
    const answer = await site.as('administrator').post('/cache/v1/toggle_crawler_state?crawler_id=0');
    expect(answer).toMatchObject({ status: 400, body: { code: 'rest_missing_callback_param' } });
  });

  it('learn the address the site calls from, and their own', async () => {
    const admin = site.as('administrator');
    const own = await admin.get('/cache/v1/tool/check_ip?direction=in');
    expect(own.body).toBe('127.0.0.1');
    const out = await admin.get('/cache/v1/tool/check_ip');
    if (out.status === 200) expect(out.body).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
    else expect(out.body.code).toBe('remote_get_fail');
  });

  it('see the state of pictures without a proof', async () => {
    const answer = await site.as('administrator').post('/cache/v1/check_img', { data: 99 });
    expect(answer.body).toMatchObject({
      _res: 'ok',
      data: { img_count: { groups_all: 0 }, _wp_attached_file: '', _wp_attachment_metadata: '', img_data: [] },
    });
  });
});
