import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everything } from '../../../src/rules/visibility.ts';
import { openStore } from '../../../src/storage/open/open-store.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { postRow } from '../../support/rows.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const indexing = fileURLToPath(new URL('./indexing-process.ts', import.meta.url));
const size = 160;
const contentOf = (n: number): string =>
  `${n % 5 === 0 ? 'anchor' : 'lantern'} of the ${n % 40 === 3 ? 'quiet, harbour' : 'quiet harbour'} ${'filler '.repeat(200)}`;

async function killWhileIndexing(): Promise<void> {
  const child = spawn(process.execPath, [indexing, database.url], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  let first: number | null = null;
  for await (const chunk of child.stdout) {
    const left = Number(String(chunk).trim().split('\n').at(-1));
    first ??= left;
    if (left < first || left === 0) break;
  }
  child.kill('SIGKILL');
  await ended;
}

describe('a process that is killed while it indexes texts', () => {
  it('leaves an index with which everything is found once, now and when the rest is indexed', async () => {
    const first = await openStore({ url: database.url });
    await first.transaction(async (inside) => {
      for (let n = 0; n < size; n += 1) await inside.posts.insert(postRow({ slug: `p-${n}`, content: contentOf(n) }));
    });
    await first.close();
    await killWhileIndexing();
    await killWhileIndexing();

    const store = await openStore({ url: database.url });
    const count = (...search: string[]) => store.posts.count({ types: ['post'], visibility: everything, search });
    const expectAll = async () => {
      expect(await count('anchor')).toBe(size / 5);
      expect(await count('lantern')).toBe((size / 5) * 4);
      expect(await count('quiet harbour')).toBe(size - size / 40);
      expect(await count('of', 'anchor')).toBe(size / 5);
      expect(await count('missing')).toBe(0);
    };
    try {
      await expectAll();
      await expect.poll(async () => (await store.searchIndex()).waiting, { timeout: 300_000 }).toBe(0);
      await expectAll();
    } finally {
      await store.close();
    }
  }, 600_000);
});
