import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Scope } from '../../../src/rules/scopes.ts';
import { scopes } from '../../../src/rules/scopes.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { scopedClient } from '../../support/scoped.ts';

const path = '/platen/v1/exchange';
let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten({ leads: true });
});
afterAll(() => site.close());

const as = (...held: Scope[]) => scopedClient(site, 'administrator', held);
const all = scopes.filter((scope) => scope !== 'propose');

async function written(format: string): Promise<number> {
  const administrator = site.as('administrator');
  const { status, body } = await administrator.post(`${path}/exports`, { format });
  expect(status).toBe(202);
  await expect.poll(async () => (await administrator.get(`${path}/${body.id}`)).body.state).toBe('done');
  return body.id;
}

it('an export file has something of everything, and takes the scope of each to be written and fetched', async () => {
  const id = await written('wxr');
  const administrator = await as('settings');
  const missing = { status: 403, body: { code: 'rest_scope_missing', data: { scopes: ['read', 'users'] } } };
  expect(await administrator.post(`${path}/exports`, { format: 'wxr' })).toMatchObject(missing);
  expect(await administrator.get(`${path}/${id}/file`)).toMatchObject(missing);
  const both = await as('read', 'settings');
  expect((await both.get(`${path}/${id}/file`)).body.data.scopes).toEqual(['users']);
  expect((await (await as('read', 'users', 'settings')).get(`${path}/${id}/file`)).status).toBe(200);
});

it('an archive holds hashes and keys: no credential with scopes or an end makes, fetches or restores one', async () => {
  const id = await written('archive');
  const limited = [await as(...all), await scopedClient(site, 'administrator', null, { expiresAt: 4_000_000_000 })];
  for (const client of limited) {
    const refused = { status: 403, body: { code: 'rest_credential_limited' } };
    expect(await client.post(`${path}/exports`, { format: 'archive' })).toMatchObject(refused);
    expect(await client.get(`${path}/${id}/file`)).toMatchObject(refused);
    expect(await client.post(`${path}/restores?replace=true`)).toMatchObject(refused);
  }
  expect((await site.as('administrator').get(`${path}/${id}/file`)).status).toBe(200);
  const program = await scopedClient(site, 'administrator', null);
  expect((await program.get(`${path}/${id}/file`)).status).toBe(200);
});
