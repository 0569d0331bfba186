import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten({ smtpUrl: null });
});
afterAll(() => site.close());

const boss = () => site.as('administrator');

interface Check {
  readonly id: string;
  readonly state: string;
  readonly facts: Record<string, unknown>;
}

describe('the health of a site', () => {
  it('is told to administrators: database, disk, mail, queue, address, versions', async () => {
    const { status, body } = await boss().get('/platen/v1/health');
    expect(status).toBe(200);
    const check = (id: string) => body.checks.find((one: Check) => one.id === id);
    const ids = ['database', 'disk', 'mail', 'queue', 'search', 'address', 'passwords'];
    expect(body.checks.map((one: Check) => one.id)).toEqual(ids);
    expect(check('database')).toMatchObject({ facts: { kind: site.platen.store.dialect.name } });
    expect(check('disk').facts.free).toBeGreaterThan(0);
    expect(check('mail')).toMatchObject({ state: 'attention', facts: { configured: false, waiting: 0, failed: 0 } });
    expect(check('queue')).toMatchObject({ state: 'good', facts: { dead: 0 } });
    expect(check('address')).toMatchObject({ state: 'attention', facts: { https: false, local: false } });
    expect(body.versions.node).toBe(process.versions.node);
    expect(body.slow_statements).toBeInstanceOf(Array);
  });

  it('names no address, path or secret of the machine', async () => {
    const { body } = await boss().get('/platen/v1/health');
    const text = JSON.stringify(body);
    for (const hidden of [site.platen.config.dataDir, 'mysql:', 'sqlite:', 'site.test', 'pw-'])
      expect(text).not.toContain(hidden);
  });

  it('mail that waits without a mail server is bad news', async () => {
    const body = new URLSearchParams({ user_login: 'the-author' });
    const form = 'http://site.test/wp-login.php?action=lostpassword';
    await site.platen.fetch(form, { method: 'POST', body, redirect: 'manual' });
    const mail = async () =>
      (await boss().get('/platen/v1/health')).body.checks.find((one: Check) => one.id === 'mail') as Check;
    await expect.poll(mail, { timeout: 300_000 }).toMatchObject({ state: 'bad', facts: { waiting: 1 } });
  });

  it.each(['editor', 'author', 'contributor', 'subscriber', 'anonymous'] as const)('is not for %s', async (role) => {
    const status = role === 'anonymous' ? 401 : 403;
    for (const path of ['/platen/v1/health', '/platen/v1/cache'])
      expect((await site.as(role).get(path)).status).toBe(status);
    expect((await site.as(role).post('/platen/v1/cache/purge')).status).toBe(status);
  });
});

describe('the cache', () => {
  it('is purged whole or by tags, and that is in the audit log', async () => {
    const before = (await boss().get('/platen/v1/cache')).body;
    expect(before).toMatchObject({ enabled: true, megabytes: site.platen.config.cacheMegabytes });
    expect(before.metrics).toMatchObject({ hits: expect.any(Number), misses: expect.any(Number) });
    expect((await boss().post('/platen/v1/cache/purge', { tags: ['post:7', 'posts', 'post:7'] })).body).toEqual({
      purged: true,
      tags: ['post:7', 'posts'],
    });
    expect((await boss().post('/platen/v1/cache/purge')).body).toEqual({ purged: true, tags: [] });
    const { body } = await boss().get('/platen/v1/audit?kind=cache');
    expect(body.items.map((item: { detail: unknown }) => item.detail)).toEqual([
      { tags: [] },
      { tags: ['post:7', 'posts'] },
    ]);
  });

  it.each([['post 7'], ['<b>'], ['a'.repeat(300)], ['post:7;drop'], ['post:seven']])(
    'refuses the tag %j',
    async (tag) => {
      expect((await boss().post('/platen/v1/cache/purge', { tags: [tag] })).status).toBe(400);
    },
  );

  it('a cached answer that depends on a purged tag is made again', async () => {
    const { body: post } = await boss().post('/wp/v2/posts', { title: 'Cached', status: 'publish' });
    const metrics = async () => (await boss().get('/platen/v1/cache')).body.metrics as Record<string, number>;
    const read = () => site.platen.fetch(`http://site.test/wp-json/wp/v2/posts/${post.id}`);
    await (await read()).text();
    await (await read()).text();
    const { hits = 0 } = await metrics();
    await (await read()).text();
    expect((await metrics())['hits']).toBe(hits + 1);
    await boss().post('/platen/v1/cache/purge', { tags: [`post:${post.id}`] });
    await (await read()).text();
    expect((await metrics())['hits']).toBe(hits + 1);
  });
});
