import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { limitsPlace, openLimiters } from '../../src/app/open-limiters.ts';
import { createLoginThrottle } from '../../src/auth/login-throttle.ts';
import { readConfig } from '../../src/config/config.ts';
import { backoff, slidingWindow } from '../../src/limits/limit-rules.ts';
import { consumeAll, type Limiters } from '../../src/limits/limiter.ts';
import { openStore } from '../../src/storage/open/open-store.ts';
import type { OpenStore } from '../../src/storage/store.ts';
import { patient, withStore } from '../support/test-store.ts';

const config = (env: Record<string, string>) => readConfig({ flags: {}, env });
const counted = (store: OpenStore, env: Record<string, string>, clock: () => number) =>
  openLimiters({ config: config(env), store, clock, log: pino({ level: 'silent' }) });

/** Limiters of three processes on one database, on a clock that the test sets. */
async function withThree(work: (limiters: readonly Limiters[], pass: (ms: number) => void) => Promise<void>) {
  let nowMs = 1_000_000;
  await withStore(async (first, url) => {
    const others = await Promise.all([1, 2].map(() => openStore({ url, deadlines: patient })));
    try {
      const opened = await Promise.all(
        [first, ...others].map((store) => counted(store, { PLATEN_LIMITS: 'database' }, () => nowMs)),
      );
      await work(
        opened.map(({ limiters }) => limiters),
        (ms) => {
          nowMs += ms;
        },
      );
    } finally {
      await Promise.all(others.map((store) => store.close()));
    }
  });
}

describe('limits that several processes count in the database', () => {
  it('hold for all of them together, however the uses fall', async () => {
    await withThree(async (processes, pass) => {
      const limiters = processes.map((limiters) => limiters('test', slidingWindow({ limit: 10, windowMs: 60_000 })));
      const use = () => Promise.all(Array.from({ length: 45 }, (_, n) => limiters[n % 3]!.consume('a')));
      expect((await use()).filter((wait) => wait === 0)).toHaveLength(10);
      pass(60_000);
      expect((await use()).filter((wait) => wait === 0)).toHaveLength(10);
    });
  });

  it('hold up nobody for as long as a clock was set back', async () => {
    await withThree(async (processes, pass) => {
      const [a, b] = processes.map((limiters) => limiters('test', slidingWindow({ limit: 1, windowMs: 60_000 })));
      expect(await a!.consume('x')).toBe(0);
      // Clocks of machines differ a little; that lets nobody through.
      pass(-10_000);
      expect(await b!.consume('x')).toBeGreaterThan(0);
      pass(-600_000);
      expect(await b!.consume('x')).toBe(0);
      expect(await a!.consume('x')).toBe(60);
    });
  });

  it('are taken back and forgotten by one for all', async () => {
    await withThree(async (processes) => {
      const [a, b, c] = processes.map((limiters) => limiters('test', slidingWindow({ limit: 2, windowMs: 60_000 })));
      await a!.consume('k');
      await b!.consume('k');
      expect(await c!.wait('k')).toBe(60);
      await c!.refund('k');
      expect([await a!.consume('k'), await b!.consume('k')]).toEqual([0, 60]);
      await b!.reset('k');
      expect([await a!.consume('k'), await c!.consume('k'), await b!.consume('k')]).toEqual([0, 0, 60]);
    });
  });

  it('keep limiters of different names and keys apart', async () => {
    await withThree(async ([limiters]) => {
      const one = limiters!('one', backoff({ free: 1, longestMs: 60_000, memoryMs: 60_000 }));
      const two = limiters!('two', backoff({ free: 1, longestMs: 60_000, memoryMs: 60_000 }));
      await one.consume('a');
      expect([await one.wait('a'), await one.wait('b'), await two.wait('a')]).toEqual([1, 0, 0]);
    });
  });

  it('count a use in several limiters or in none', async () => {
    await withThree(async (processes) => {
      const uses = processes.map((limiters) => [
        { limiter: limiters('wide', slidingWindow({ limit: 50, windowMs: 60_000 })), key: 'all' },
        { limiter: limiters('narrow', slidingWindow({ limit: 4, windowMs: 60_000 })), key: 'a' },
      ]);
      const waits = await Promise.all(Array.from({ length: 12 }, (_, n) => consumeAll(uses[n % 3]!)));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(4);
      const wide = uses[0]![0]!;
      let left = 0;
      while ((await wide.limiter.consume(wide.key)) === 0) left++;
      expect(left).toBe(46);
    });
  });

  it('know at one process where somebody has logged in at another', async () => {
    await withThree(async (processes) => {
      const [here, there] = processes.map((limiters) => createLoginThrottle(limiters));
      const home = { account: 'ada', address: '192.0.2.1' };
      await (await here!.begin(home)).succeeded();
      for (let n = 0; n < 60; n++) await there!.begin({ account: 'ada', address: `198.51.100.${n}` });
      expect((await there!.begin({ account: 'ada', address: '203.0.113.9' })).waitSeconds).toBeGreaterThan(0);
      expect((await there!.begin(home)).waitSeconds).toBe(0);
    });
  });

  it('store neither addresses nor names, and drop no cached response', async () => {
    await withStore(async (store) => {
      const { limiters } = await counted(store, { PLATEN_LIMITS: 'database' }, () => 0);
      const limiter = limiters('login pair', slidingWindow({ limit: 3, windowMs: 60_000 }));
      await limiter.consume('192.0.2.1 ada');
      await store.changes.poll();
      await limiter.consume('192.0.2.1 ada');
      expect([null, new Set(['table:limits'])]).toContainEqual(await store.changes.poll());
      const rows = await store
        .table({ name: 'limits', columns: { name: 'short', state: 'json' }, key: 'name' })
        .find({});
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|ada/);
    });
  });
});

it.each([
  [{}, 'memory'],
  [{ PLATEN_DATABASE_URL: 'sqlite:x.db' }, 'memory'],
  [{ PLATEN_WORKERS: '2' }, 'database'],
  [{ PLATEN_WORKERS: '0' }, 'database'],
  [{ PLATEN_DATABASE_URL: 'mysql://u@h/d' }, 'database'],
  [{ PLATEN_DATABASE_URL: 'mysql://u@h/d', PLATEN_LIMITS: 'memory' }, 'memory'],
  [{ PLATEN_REDIS_URL: 'redis://127.0.0.1:1' }, 'redis'],
  [{ PLATEN_REDIS_URL: 'redis://127.0.0.1:1', PLATEN_LIMITS: 'database' }, 'database'],
] as const)('with %j limits are counted in the %s', (env, place) => {
  expect(limitsPlace(config(env))).toBe(place);
});

it('asks for the address of Redis where limits shall be counted there', async () => {
  await withStore(async (store) => {
    await expect(counted(store, { PLATEN_LIMITS: 'redis' }, Date.now)).rejects.toThrow(/PLATEN_REDIS_URL is not set/);
  });
});

it('counts elsewhere while Redis cannot be reached, and says so once a minute', async () => {
  let nowMs = 0;
  const said: string[] = [];
  await withStore(async (store) => {
    const { limiters, closeLimiters } = await openLimiters({
      config: config({ PLATEN_REDIS_URL: 'redis://127.0.0.1:1', PLATEN_WORKERS: '2' }),
      store,
      clock: () => nowMs,
      log: { warn: (_facts: unknown, text?: string) => void said.push(String(text)) },
    });
    const limiter = limiters('test', slidingWindow({ limit: 2, windowMs: 600_000 }));
    expect([await limiter.consume('a'), await limiter.consume('a'), await limiter.consume('a')]).toEqual([0, 0, 600]);
    expect(said).toEqual(['Redis cannot be reached; rate limits are counted in the database meanwhile']);
    nowMs += 60_000;
    expect(await limiter.wait('a')).toBe(540);
    expect(said).toHaveLength(2);
    closeLimiters();
  });
});
