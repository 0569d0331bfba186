import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KillableSite, killableSite } from '../support/server-process.ts';

const login = `Basic ${Buffer.from('admin:password').toString('base64')}`;
const patience = { timeout: 300_000, interval: 100 };

describe('types that are made while several workers serve', () => {
  let site: KillableSite;
  beforeAll(async () => {
    site = await killableSite({ PLATEN_WORKERS: '3' });
  });
  afterAll(() => site?.remove());

  /** Over a connection of its own, so that the workers take turns. */
  const ask = async (path: string, method = 'GET', body?: object) => {
    const asked = request(`${site.origin}/wp-json${path}`, {
      method,
      agent: new Agent({ keepAlive: false }),
      headers: { authorization: login, ...(body ? { 'content-type': 'application/json' } : {}) },
    });
    asked.end(body && JSON.stringify(body));
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: response.statusCode, body: JSON.parse(await text(response)) };
  };
  const put = async (declarations: object) =>
    ask('/platen/v1/content-model', 'PUT', {
      version: (await ask('/platen/v1/content-model')).body.version,
      declarations,
      accept_loss: true,
    });
  /** The statuses that nine connections get, three of each worker. */
  const statuses = async (path: string) =>
    new Set(await Promise.all(Array.from({ length: 9 }, async () => (await ask(path)).status)));

  it('are served by all of them soon, and no request fails meanwhile', async () => {
    let isOver = false;
    const seen = new Set<number | undefined>();
    const load = Array.from({ length: 4 }, async () => {
      while (!isOver) seen.add((await ask('/wp/v2/posts')).status);
    });
    for (const name of ['one', 'two', 'three']) {
      const { status, body } = await put({ postTypes: [{ name, fields: { size: { kind: 'integer', index: true } } }] });
      expect([status, body.declarations?.postTypes[0].name], JSON.stringify(body)).toEqual([200, name]);
      await expect.poll(() => statuses(`/wp/v2/${name}`), patience).toEqual(new Set([200]));
    }
    isOver = true;
    await Promise.all(load);
    expect([...seen]).toEqual([200]);
    expect(site.log()).not.toContain('"level":50');
  });

  it('are brought in and written out at the terminal', async () => {
    const file = join(site.dataDir, 'types.json');
    await writeFile(
      file,
      JSON.stringify({ postTypes: [{ name: 'ship', restBase: 'ships' }], siteUrl: 'http://x.test' }),
    );
    expect(await site.command('model', 'import', file, '--dry-run')).toContain('dry run');
    expect(await statuses('/wp/v2/ships')).toEqual(new Set([404]));
    expect(await site.command('model', 'import', file)).toContain(
      'Not read, because only a file can have it: siteUrl.',
    );
    await expect.poll(() => statuses('/wp/v2/ships'), patience).toEqual(new Set([200]));
    await ask('/wp/v2/ships', 'POST', { title: 'a', status: 'publish' });
    const exported = await site.command('model', 'export');
    expect(exported).toContain("restBase: 'ships'");
    await writeFile(file, '{}');
    await expect(site.command('model', 'import', file)).rejects.toThrow(/Hidden: 1 of ship/);
    expect(await site.command('model', 'import', file, '--accept-loss')).toContain('Types: none');
    await expect.poll(() => statuses('/wp/v2/ships'), patience).toEqual(new Set([404]));
    await expect(site.command('model', 'import', 'missing.json')).rejects.toThrow(/There is no file/);
  });
});
