import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type KillableSite, killableSite, temporaryFolder } from '../support/server-process.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: KillableSite;
let told: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  told = join(folder.path, 'told.txt');
  await appendFile(told, '');
  // It writes down each event and takes its time, so that a kill hits some of them.
  const text = `
    import { appendFile } from 'node:fs/promises';
    const tell = async ({ action, item }) => {
      await new Promise((next) => setTimeout(next, 5));
      await appendFile(${JSON.stringify(told)}, item.id + ' ' + action + ' ' + item.title + '\\n');
    };
    export default { name: 'teller', hooks: { after: { post: { create: tell, update: tell } } } };
  `;
  const module = join(folder.path, 'teller.mjs');
  await writeFile(module, text);
  site = await killableSite({ PLATEN_EXTENSIONS: module });
});
afterAll(async () => {
  await site?.remove();
  await folder.remove();
});

const headers = {
  authorization: `Basic ${Buffer.from('admin:password').toString('base64')}`,
  'content-type': 'application/json',
};
async function write(path: string, body: object): Promise<number | null> {
  const answer = await fetch(`${site.origin}/wp-json/wp/v2/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!answer?.ok) return null;
  return ((await answer.json()) as { id: number }).id;
}

it('tells of every write at least once and in order per item, however often the server is killed', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 4; n++) ids.push((await write('posts', { title: 'first', status: 'publish' })) ?? 0);
  expect(ids.every((id) => id > 0)).toBe(true);
  const committed = new Map(ids.map((id) => [id, ['create first']]));
  for (let round = 1; round <= 3; round++) {
    for (let n = 1; n <= 5; n++) {
      const title = String(round * 10 + n);
      await Promise.all(
        ids.map(async (id) => {
          if (await write(`posts/${id}`, { title })) committed.get(id)?.push(`update ${title}`);
        }),
      );
    }
    await site.kill();
    await site.start();
  }
  await vi.waitFor(
    async () => expect(await site.command('queue', 'status')).toMatch(/dead +0\nrunning +0\nqueued +0\nwaiting +0/),
    { timeout: 300_000, interval: 500 },
  );
  const lines = (await readFile(told, 'utf8')).trim().split('\n');
  for (const [id, expected] of committed) {
    const seen = lines.filter((line) => line.startsWith(`${id} `)).map((line) => line.slice(`${id} `.length));
    const firsts = seen.filter((line, at) => seen.indexOf(line) === at);
    expect(firsts).toEqual(expect.arrayContaining(expected));
    expect(firsts.filter((line) => expected.includes(line))).toEqual(expected);
    // A repetition comes right after the one it repeats.
    expect(seen.filter((line, at) => line !== seen[at - 1])).toEqual(firsts);
  }
});

it('shows the extension and what it may do', async () => {
  const listed = await site.command('extension', 'list');
  expect(listed).toMatch(
    /^forms: Contact forms with an inbox\.\n {2}may use: mail, fetch: \*, files: write, folders, store$/m,
  );
  expect(listed).toMatch(/^teller\n {2}may use: nothing beyond its own data\n {2}after: post\.create, post\.update$/m);
});
