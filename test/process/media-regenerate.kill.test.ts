import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KillableSite, killableSite, runProgram } from '../support/server-process.ts';

const pictures = 12;
const authorization = `Basic ${Buffer.from('admin:password').toString('base64')}`;

let server: KillableSite;
const ids: number[] = [];
beforeAll(async () => {
  server = await killableSite({ PLATEN_BASIC_ACCOUNT_PASSWORD: 'on' });
  const content = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#284' } })
    .jpeg()
    .toBuffer();
  for (let n = 0; n < pictures; n += 1) {
    const answer = await fetch(`${server.origin}/wp-json/wp/v2/media`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'image/jpeg',
        'content-disposition': `attachment; filename="photo-no${n}.jpg"`,
      },
      body: new Uint8Array(content),
    });
    expect(answer.status).toBe(201);
    ids.push(((await answer.json()) as { id: number }).id);
  }
  const changed = await fetch(`${server.origin}/wp-json/platen/v1/settings`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ medium_width: 444, large_width: 1111 }),
  });
  expect(changed.status).toBe(200);
});
afterAll(() => server?.remove());

/** Every picture with the address of its medium copy, which answers. */
async function mediumWidths(): Promise<number[]> {
  const answer = await fetch(`${server.origin}/wp-json/wp/v2/media?per_page=100&orderby=id&order=asc`);
  const items = (await answer.json()) as {
    media_details: { sizes: Record<string, { width: number; source_url: string }> };
  }[];
  for (const { media_details: details } of items)
    for (const { source_url: url } of Object.values(details.sizes))
      expect([url, (await fetch(url)).status]).toEqual([url, 200]);
  return items.map(({ media_details: details }) => details.sizes['medium']!.width);
}

it('says what it would do, and does nothing', async () => {
  expect(await server.command('media', 'regenerate', '--dry-run', '--missing')).toContain(
    `${pictures * 2} copies of ${pictures} pictures would be made`,
  );
  expect(new Set(await mediumWidths())).toEqual(new Set([300]));
  await expect(server.command('media', 'regenerate', '--only', 'nothing')).rejects.toThrow(/no size "nothing"/);
  await expect(server.command('media', 'regenerate', '--workers', '0')).rejects.toThrow(/--workers/);
  expect(await server.command('media', 'sizes')).toMatch(/medium\t444 x 300\tsetting/);
});

it('killed in the middle, it goes on where it was, and no copy is lost', async () => {
  const { child } = runProgram(['media', 'regenerate', '--workers', '2'], {
    PLATEN_DATA_DIR: server.dataDir,
    PLATEN_SITE_URL: server.origin,
    PLATEN_LOG_LEVEL: 'error',
  });
  await expect
    .poll(async () => (await mediumWidths()).filter((width) => width === 444).length, {
      timeout: 300_000,
      interval: 100,
    })
    .toBeGreaterThan(1);
  child.kill('SIGKILL');
  const half = (await mediumWidths()).filter((width) => width === 444).length;
  expect(half).toBeGreaterThan(0);
  const said = await server.command('media', 'regenerate', '--workers', '2');
  expect(said).toMatch(half < pictures ? /Goes on after picture \d+|were made/ : /were made/);
  expect(said).toContain(`of ${pictures} pictures were made`);
  expect(new Set(await mediumWidths())).toEqual(new Set([444]));
});
