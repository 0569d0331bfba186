import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEventLog } from './event-log.ts';
import { type CountStore, foldLogs, tally } from './popup-counter.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-popups-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A store that counts in memory. */
function mapStore(): CountStore & { total(popup: number): number; marks: Map<string, number> } {
  const marks = new Map<string, number>();
  const counts = new Map<number, number>();
  return {
    marks,
    total: (popup) => counts.get(popup) ?? 0,
    foldedBytes: async (log) => marks.get(log) ?? 0,
    async add(log, from, to, rows) {
      if ((marks.get(log) ?? 0) !== from) return false;
      marks.set(log, to);
      for (const { popup, count } of rows) counts.set(popup, (counts.get(popup) ?? 0) + count);
      return true;
    },
    forget: async (log) => void marks.delete(log),
  };
}

const atMs = Date.UTC(2024, 4, 6, 23, 59, 59);

it('a tally has a row for each popup, event and UTC day', () => {
  const rows = tally([
    { popup: 1, event: 'open', atMs },
    { popup: 1, event: 'open', atMs: atMs - 5 },
    { popup: 1, event: 'conversion', atMs },
    { popup: 1, event: 'open', atMs: atMs + 1_000 },
  ]);
  expect(rows).toEqual([
    { popup: 1, event: 'open', day: '2024-05-06', count: 2, lastMs: atMs },
    { popup: 1, event: 'conversion', day: '2024-05-06', count: 1, lastMs: atMs },
    { popup: 1, event: 'open', day: '2024-05-07', count: 1, lastMs: atMs + 1_000 },
  ]);
});

describe('folding', () => {
  const fold = (store: CountStore, isAbandoned: (log: string) => boolean = () => false) =>
    foldLogs({ folder, store, isAbandoned });

  it('counts each event once, however often and by however many it is done', async () => {
    const store = mapStore();
    const log = await openEventLog(folder, 'a.log');
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 100 }, () => log.append({ popup: 1, event: 'open', atMs })));
      await Promise.all([fold(store), fold(store), fold(store)]);
    }
    await log.close();
    await fold(store);
    expect(store.total(1)).toBe(500);
  });

  it('keeps the log of a living writer and removes that of a dead one', async () => {
    const store = mapStore();
    await writeFile(join(folder, 'dead.log'), 'open 1 5\nopen 1 6\nopen 1');
    await writeFile(join(folder, 'alive.log'), 'open 2 5\n');
    await fold(store, (log) => log === 'dead.log');
    expect(await readdir(folder)).toEqual(['alive.log']);
    expect([store.total(1), store.total(2)]).toEqual([2, 1]);
    expect([...store.marks.keys()]).toEqual(['alive.log']);
    await appendFile(join(folder, 'alive.log'), 'open 2 7\n');
    await fold(store);
    expect(store.total(2)).toBe(2);
  });

  it('a store that fails keeps the log, and nothing is lost or doubled', async () => {
    const store = mapStore();
    const add = store.add;
    store.add = () => Promise.reject(new Error('database is locked'));
    await writeFile(join(folder, 'a.log'), 'open 1 5\n');
    await expect(fold(store, () => true)).rejects.toThrow('locked');
    store.add = add;
    await fold(store, () => true);
    expect(store.total(1)).toBe(1);
  });

  it('a log larger than one piece is folded whole', async () => {
    const store = mapStore();
    await writeFile(join(folder, 'a.log'), 'open 1 1700000000000\n'.repeat(120_000));
    await fold(store, () => true);
    expect(store.total(1)).toBe(120_000);
    expect(await readdir(folder)).toEqual([]);
  });

  it('a folder that is not there holds nothing', async () => {
    const store = mapStore();
    await foldLogs({ folder: join(folder, 'none'), store, isAbandoned: () => true });
    expect(store.marks.size).toBe(0);
  });
});
