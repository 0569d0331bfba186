import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database.ts';
import { openStore } from '../open/open-store.ts';
import { ReaderPool } from './reader-threads.ts';

let database: FreshDatabase;
let path: string;
beforeAll(async () => {
  database = await freshDatabase('sqlite');
  await (await openStore({ url: database.url })).close();
  path = database.url.slice('sqlite:'.length);
});
afterAll(() => database.drop());

describe('threads that read', () => {
  it('are used one at a time by queries that follow each other, and together by those at the same time', async () => {
    const run = vi.spyOn(Worker.prototype, 'postMessage');
    const pool = new ReaderPool(path, { size: 2 });
    const usedBy = async (work: () => Promise<unknown>): Promise<number> => {
      run.mockClear();
      await work();
      return new Set(run.mock.contexts).size;
    };
    const one = () => pool.run('select 1 as one', []);
    expect(await usedBy(async () => [await one(), await one()])).toBe(1);
    expect(await usedBy(() => Promise.all([one(), one(), one(), one()]))).toBe(2);
    expect((await one()).rows).toEqual([{ one: 1 }]);
    await pool.close();
    run.mockRestore();
  });

  it('end where they are idle for long, and begin again', async () => {
    const thread = new ReaderPool(path, { size: 1, idleMs: 20 });
    const terminate = vi.spyOn(Worker.prototype, 'terminate');
    expect((await thread.run('select 1 as one', [])).rows).toEqual([{ one: 1 }]);
    await vi.waitFor(() => expect(terminate).toHaveBeenCalledTimes(1), { timeout: 300_000 });
    expect((await thread.run('select 2 as two', [])).rows).toEqual([{ two: 2 }]);
    await thread.close();
    terminate.mockRestore();
  });
});
