import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEventLog } from './event-log.ts';
import { type CountStore, foldLogs } from './fold-logs.ts';
import { eventLine, parseEventLine } from './popup-event.ts';
import { readLog, tally } from './tally.ts';
import { createVisitorCaps, publicCaps } from './visitor-caps.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-popups-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The counts' promises kept by maps. */
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

const AT = Date.UTC(2024, 4, 6, 23, 59, 59);

describe('the log', () => {
  test('a line is an event and back again', () => {
    const event = { popup: 7, event: 'open', atMs: AT } as const;
    expect(parseEventLine(eventLine(event).trimEnd())).toEqual(event);
  });

  test.each(['', 'open', 'open 7', 'wave 7 1', 'open -7 1', 'open 7 1 x', 'open 7.5 1', 'open 99999999999999999 1'])(
    '%j is no event',
    (line) => expect(parseEventLine(line)).toBeNull(),
  );

  test('holds every event it acknowledged, whatever the crowd', async () => {
    const log = await openEventLog(folder, 'a.log');
    await Promise.all(Array.from({ length: 5_000 }, (_, n) => log.append({ popup: n % 3, event: 'open', atMs: AT })));
    await log.close();
    const { events } = readLog(await readFile(join(folder, 'a.log')));
    expect(events).toHaveLength(5_000);
  });

  test('a torn last line waits for its end', () => {
    const { events, length } = readLog(Buffer.from('open 1 5\nopen 2 6\nopen 3'));
    expect(events.map((event) => event.popup)).toEqual([1, 2]);
    expect(length).toBe(18);
  });

  test('what was acknowledged is there after kill -9', async () => {
    const script = `
      import { openEventLog } from ${JSON.stringify(join(import.meta.dirname, 'event-log.ts'))};
      const log = await openEventLog(${JSON.stringify(folder)}, 'child.log');
      for (let n = 0; ; n++) {
        await Promise.all(Array.from({ length: 20 }, () => log.append({ popup: 1, event: 'open', atMs: 1 })));
        process.stdout.write('x'.repeat(20));
      }`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let acknowledged = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      acknowledged += chunk.length;
      if (acknowledged > 2_000) child.kill('SIGKILL');
    });
    await new Promise((done) => child.on('close', done));
    const { events } = readLog(await readFile(join(folder, 'child.log')));
    expect(events.length).toBeGreaterThanOrEqual(acknowledged);
    expect(events.length - acknowledged).toBeLessThanOrEqual(40);
  });
});

test('a tally has a row for each popup, event and UTC day', () => {
  const rows = tally([
    { popup: 1, event: 'open', atMs: AT },
    { popup: 1, event: 'open', atMs: AT - 5 },
    { popup: 1, event: 'conversion', atMs: AT },
    { popup: 1, event: 'open', atMs: AT + 1_000 },
  ]);
  expect(rows).toEqual([
    { popup: 1, event: 'open', day: '2024-05-06', count: 2, lastMs: AT },
    { popup: 1, event: 'conversion', day: '2024-05-06', count: 1, lastMs: AT },
    { popup: 1, event: 'open', day: '2024-05-07', count: 1, lastMs: AT + 1_000 },
  ]);
});

describe('folding', () => {
  const fold = (store: CountStore, isAbandoned: (log: string) => boolean = () => false) =>
    foldLogs({ folder, store, isAbandoned });

  test('counts each event once, however often and by however many it is done', async () => {
    const store = mapStore();
    const log = await openEventLog(folder, 'a.log');
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 100 }, () => log.append({ popup: 1, event: 'open', atMs: AT })));
      await Promise.all([fold(store), fold(store), fold(store)]);
    }
    await log.close();
    await fold(store);
    expect(store.total(1)).toBe(500);
  });

  test('keeps the log of a living writer and removes that of a dead one', async () => {
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

  test('a store that fails keeps the log, and nothing is lost or doubled', async () => {
    const store = mapStore();
    const add = store.add;
    store.add = () => Promise.reject(new Error('database is locked'));
    await writeFile(join(folder, 'a.log'), 'open 1 5\n');
    await expect(fold(store, () => true)).rejects.toThrow('locked');
    store.add = add;
    await fold(store, () => true);
    expect(store.total(1)).toBe(1);
  });

  test('a log larger than one piece is folded whole', async () => {
    const store = mapStore();
    await writeFile(join(folder, 'a.log'), 'open 1 1700000000000\n'.repeat(120_000));
    await fold(store, () => true);
    expect(store.total(1)).toBe(120_000);
    expect(await readdir(folder)).toEqual([]);
  });

  test('a folder that is not there holds nothing', async () => {
    const store = mapStore();
    await foldLogs({ folder: join(folder, 'none'), store, isAbandoned: () => true });
    expect(store.marks.size).toBe(0);
  });
});

describe('caps per visitor', () => {
  const visitor = { address: '192.0.2.1', userAgent: 'A' };
  const granted = (times: number, ask: (n: number) => boolean) =>
    Array.from({ length: times }, (_, n) => ask(n)).filter(Boolean).length;

  test('thirty of one event for one popup in five minutes', () => {
    const caps = createVisitorCaps(publicCaps);
    expect(granted(100, () => caps.allows(visitor, 1, 'open', 0))).toBe(30);
    expect(caps.allows(visitor, 2, 'open', 60_000)).toBe(true);
    expect(caps.allows(visitor, 1, 'open', 299_999)).toBe(false);
    expect(caps.allows(visitor, 1, 'open', 300_000)).toBe(true);
  });

  test('a hundred and twenty calls a minute from one address', () => {
    const caps = createVisitorCaps(publicCaps);
    expect(granted(200, (n) => caps.allows({ ...visitor, userAgent: `agent ${n}` }, n, 'open', 0))).toBe(120);
    expect(caps.allows({ address: '192.0.2.2', userAgent: 'A' }, 1, 'open', 0)).toBe(true);
  });

  test('a cap of one lets a visitor count once per popup and event, until its time is over', () => {
    const caps = createVisitorCaps({ perEvent: { limit: 1, windowMs: 5_000 } });
    const asked = (popup: number, event: string, nowMs: number, address = '192.0.2.1') =>
      caps.allows({ address, userAgent: 'A' }, popup, event, nowMs);
    expect([asked(1, 'open', 0), asked(1, 'open', 4_999), asked(1, 'open', 5_000)]).toEqual([true, false, true]);
    expect([asked(1, 'conversion', 0), asked(2, 'open', 0), asked(1, 'open', 0, '192.0.2.2')]).toEqual([
      true,
      true,
      true,
    ]);
  });
});
