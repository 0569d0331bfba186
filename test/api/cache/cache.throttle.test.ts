import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { call, openToken, proof, token } from './cache-client.ts';

let site: TestPlaten;
let now = Date.UTC(2026, 0, 31);

beforeAll(async () => {
  site = await testPlaten({ throttle: true, clock: () => now });
});
afterAll(() => site.close());

it('five wrong proofs hold back that address, at that route, for a minute', async () => {
  await openToken(site, now);
  const right = { form: { hash: proof(token, 0, 8) } };
  for (let n = 0; n < 5; n++)
    expect((await call(site, 'token', { form: { hash: proof('x', 0, 8) } })).body._msg).toBe('mismatch');
  const held = await call(site, 'token', right);
  expect([held.status, held.body._msg, held.headers['Retry-After']]).toEqual([200, 'too_often', '60']);
  expect((await call(site, 'token', { ...right, address: '127.0.0.2' })).body._res).toBe('ok');
  expect((await call(site, 'apikey', { form: {} })).body._msg).toBe('lack_of_param');
  now += 60_000;
  expect((await call(site, 'token', right)).body._res).toBe('ok');
});

it('a message that lacks something is no wrong proof', async () => {
  for (let n = 0; n < 10; n++) await call(site, 'ip_validate', { form: {} });
  expect((await call(site, 'ip_validate', { form: {} })).body._msg).toBe('lack_of_param');
});

it('sixty looks in a minute are enough', async () => {
  const ping = async () => (await site.as('anonymous').get('/cache/v1/ping')).body;
  for (let n = 0; n < 60; n++) expect((await ping())._res).toBe('ok');
  expect(await ping()).toEqual({ _res: 'err', _msg: 'too_often' });
});

it('ten address checks in a minute are enough', async () => {
  const check = () => site.as('administrator').get('/cache/v1/tool/check_ip?direction=in');
  for (let n = 0; n < 10; n++) expect((await check()).status).toBe(200);
  expect(await check()).toMatchObject({ status: 429, body: { code: 'too_often' } });
});
