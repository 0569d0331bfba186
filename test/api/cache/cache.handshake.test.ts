import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listNotices } from '../../../src/extensions/cache/service/notices.ts';
import { signatureHeaders } from '../../../src/extensions/cache/service/proof.ts';
import { lastAudit } from '../../../src/extensions/cache/service/service-route.ts';
import { stateTable } from '../../../src/extensions/cache/stored-state.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { call, key, openToken, proof, secretsOf, takeKey, token } from './cache-client.ts';

let site: TestPlaten;
let now = Date.UTC(2026, 0, 31);

beforeAll(async () => {
  site = await testPlaten({ clock: () => now });
});
afterAll(() => site.close());
beforeEach(async () => {
  now += 3_600_000;
  await site.platen.store.table(stateTable).remove({});
});

const failure = (code: string) => ({ _res: 'err', _msg: code });
const emptyProof = 'd41d8cd98f00b204e9800998ecf8427e';
const keyForm = () => ({ hash: proof(token, 1, 8), domain_key: key, is_linked: '1' });

describe('the handshake', () => {
  it('answers everyone who asks whether it is there, and nothing may be stored', async () => {
    const answer = await site.as('anonymous').get('/cache/v1/ping');
    expect(answer.body).toMatchObject({ _res: 'ok', ver: expect.any(String) });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('runs from the token to the key, once', async () => {
    await openToken(site, now);
    expect((await site.as('anonymous').get('/cache/v1/token')).body).toEqual({ _res: 'ok' });
    const shown = await call(site, 'token', { form: { hash: proof(token, 0, 8) } });
    expect(shown.body).toEqual({ hash: proof(token, 3, 8), _res: 'ok' });
    expect((await call(site, 'apikey', { form: keyForm() })).body).toEqual({ _res: 'ok' });
    expect((await call(site, 'apikey', { form: keyForm() })).body).toEqual(failure('lack_of_local_token'));
    const held = await call(site, 'ip_validate', { form: { hash: proof(key, 0, 4) } });
    expect(held.body).toEqual({ hash: proof(key, 2, 4), _res: 'ok' });
    expect(await secretsOf(site).link(site.platen.store)).toEqual({ linked: true, mainDomain: '' });
  });

  it('takes JSON as well, but nothing from the address', async () => {
    await openToken(site, now);
    const hash = proof(token, 0, 8);
    expect((await call(site, 'token', { json: { hash } })).body._res).toBe('ok');
    expect((await call(site, `token?hash=${hash}`)).body).toEqual(failure('lack_of_param'));
  });

  it('lets a token live for 900 seconds', async () => {
    await openToken(site, now);
    now += 900_000;
    expect((await call(site, 'token', { form: { hash: proof(token, 0, 8) } })).body._res).toBe('ok');
    now += 1_000;
    const late = await call(site, 'token', { form: { hash: proof(token, 0, 8) } });
    expect(late.body).toEqual(failure('lack_of_local_token'));
  });

  it.each([
    ['token', { hash: proof(token, 0, 7) }, 'mismatch'],
    ['token', { hash: proof(token, 0, 8).toUpperCase() }, 'mismatch'],
    ['apikey', { ...keyForm(), hash: proof(token, 0, 8) }, 'mismatch'],
    ['apikey', { ...keyForm(), domain_key: 'short' }, 'lack_of_param'],
    ['apikey', { ...keyForm(), domain_key: `${key}<script>` }, 'lack_of_param'],
    ['apikey', { hash: proof(token, 1, 8), domain_key: key }, 'lack_of_param'],
  ])('refuses %s with %o', async (path, form, code) => {
    await openToken(site, now);
    expect((await call(site, path, { form })).body).toEqual(failure(code));
    // A wrong proof does not end the handshake of somebody who knows better.
    expect((await call(site, 'token', { form: { hash: proof(token, 0, 8) } })).body._res).toBe('ok');
  });

  it('counts a hash that is no text as wrong', async () => {
    await openToken(site, now);
    expect((await call(site, 'token', { json: { hash: [proof(token, 0, 8)] } })).body).toEqual(failure('mismatch'));
  });

  it('keeps an origin of the service and passes over anything else', async () => {
    await openToken(site, now);
    await call(site, 'apikey', { form: { ...keyForm(), main_domain: 'javascript:alert(1)' } });
    expect((await secretsOf(site).link(site.platen.store)).mainDomain).toBe('');
    await openToken(site, now);
    await call(site, 'apikey', { form: { ...keyForm(), main_domain: 'https://Main.example' } });
    expect((await secretsOf(site).link(site.platen.store)).mainDomain).toBe('https://main.example');
  });

  it('keeps both secrets encrypted, and out of notices and the audit', async () => {
    await openToken(site, now);
    await call(site, 'apikey', { form: keyForm() });
    const { store } = site.platen;
    const kept = JSON.stringify([
      await store.table(stateTable).find({}),
      await listNotices(store),
      await lastAudit(store, 100),
    ]);
    expect(kept).not.toContain(key);
    expect(kept).not.toContain(token);
    expect((await lastAudit(store, 1))[0]).toMatchObject({ address: '127.0.0.1', route: '/cache/v1/apikey' });
  });
});

describe('without a key', () => {
  it.each([
    ['ip_validate', { hash: emptyProof }, 'lack_of_api_key'],
    ['err_domains', { hash: emptyProof, main_domain: 'https://a.example', alias: 'https://b.example' }, 'wrong_hash'],
    ['cdn_status', { hash: emptyProof, success: '1', 'result[done]': '1' }, 'callback_fail_hash'],
    [
      'notify_img',
      { domain_key: emptyProof, 'data[1][id]': '1', server: 'https://a.example', status: '6' },
      'wrong_key',
    ],
    ['notify_ucss', { domain_key: emptyProof, 'data[0][queue_k]': 'x' }, 'wrong_key'],
    ['notify_vpi', { domain_key: emptyProof, 'data[0][queue_k]': 'x' }, 'wrong_key'],
    ['check_img', { hash: emptyProof, data: '1' }, 'lack_of_local_token'],
  ])('%s lets nobody in', async (path, form, code) => {
    expect((await call(site, path, { form })).body).toEqual(failure(code));
  });
});

describe('the address gate', () => {
  const routes = ['token', 'apikey', 'ip_validate', 'cdn_status', 'err_domains'];

  it.each([...routes, 'notify_img', 'notify_ucss', 'notify_vpi', 'check_img'])(
    'keeps strangers from %s',
    async (path) => {
      await takeKey(site);
      const hash = proof(key, 0, 4);
      const answer = await call(site, path, {
        form: { hash },
        address: '203.0.113.9',
        headers: { 'x-forwarded-for': '127.0.0.1' },
      });
      expect(answer).toMatchObject({ status: 401, body: { code: 'rest_forbidden' } });
      expect(answer.headers['Allow']).toBeUndefined();
    },
  );

  it('opens for the networks that were named', async () => {
    const { options } = site.platen.store;
    await options.set('platen_cache_nodes', '203.0.113.0/24');
    try {
      expect((await call(site, 'token', { address: '203.0.113.9' })).body).toEqual(failure('lack_of_param'));
      expect((await call(site, 'token', { address: '127.0.0.1' })).status).toBe(401);
    } finally {
      await options.remove('platen_cache_nodes');
    }
  });

  it('gives an administrator no way around it', async () => {
    const login = { authorization: `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}` };
    expect((await call(site, 'token', { address: '203.0.113.9', headers: login })).status).toBe(403);
  });
});

describe('signed calls', () => {
  const form = { hash: proof(key, 0, 4) };
  const signed = (over: Record<string, unknown> = {}, at = now, nonce = `nonce-${now}-${Math.random()}`) =>
    signatureHeaders(
      key,
      { method: 'POST', path: '/cache/v1/ip_validate', message: form, ...over },
      { nowMs: at, nonce: nonce.replace(/[^\w-]/g, '') },
    );

  it('are taken once, for their message and in their time', async () => {
    await takeKey(site);
    const headers = signed();
    expect((await call(site, 'ip_validate', { form, headers })).body._res).toBe('ok');
    expect((await call(site, 'ip_validate', { form, headers })).body).toEqual(failure('err_hash'));
    const others = [signed({ message: { hash: 'x' } }), signed({ path: '/cache/v1/token' }), signed({}, now - 301_000)];
    for (const wrong of others)
      expect((await call(site, 'ip_validate', { form, headers: wrong })).body).toEqual(failure('err_hash'));
  });

  it('are the only ones where the site asks for them', async () => {
    await takeKey(site);
    const { options } = site.platen.store;
    await options.set('platen_cache_require_signature', 'on');
    try {
      expect((await call(site, 'ip_validate', { form })).body).toEqual(failure('err_hash'));
      expect((await call(site, 'ip_validate', { form, headers: signed() })).body._res).toBe('ok');
    } finally {
      await options.remove('platen_cache_require_signature');
    }
  });
});

describe('bodies', () => {
  it('are refused when they are longer than the route takes', async () => {
    const headers = { 'content-length': '65537' };
    const answer = await call(site, 'token', { form: { hash: 'x' }, headers });
    expect(answer).toMatchObject({ status: 413, body: { code: 'rest_payload_too_large' } });
    expect((await call(site, 'notify_ucss', { form: {}, headers })).body).toEqual(failure('wrong_key'));
  });

  it('cannot reach what an object has by nature', async () => {
    await takeKey(site);
    const domain_key = proof(key, 0, 99);
    const message = JSON.parse(
      `{"domain_key":"${domain_key}","data":[{"queue_k":"__proto__","request_url":"constructor"}]}`,
    );
    expect((await call(site, 'notify_ucss', { json: message })).body).toEqual({ count: 0, _res: 'ok' });
  });
});
