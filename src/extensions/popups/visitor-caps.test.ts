import { beforeEach, describe, expect, it } from 'vitest';
import { memoryLimiters } from '../../limits/limiters.ts';
import { type CapOptions, createVisitorCaps, publicCaps } from './analytics-route.ts';

describe('caps per visitor', () => {
  const visitor = { address: '192.0.2.1', userAgent: 'A' };
  let nowMs = 0;
  beforeEach(() => {
    nowMs = 0;
  });
  const capsOf = (caps: Omit<CapOptions, 'name' | 'salt'>) =>
    createVisitorCaps(
      memoryLimiters(() => nowMs),
      { name: 'test', salt: Buffer.from('salt'), ...caps },
    );
  const granted = async (times: number, ask: (n: number) => Promise<boolean>) => {
    let count = 0;
    for (let n = 0; n < times; n++) if (await ask(n)) count++;
    return count;
  };

  it('thirty of one event for one popup in five minutes', async () => {
    const caps = capsOf(publicCaps);
    expect(await granted(100, () => caps.allows(visitor, 1, 'open'))).toBe(30);
    nowMs = 60_000;
    expect(await caps.allows(visitor, 2, 'open')).toBe(true);
    nowMs = 299_999;
    expect(await caps.allows(visitor, 1, 'open')).toBe(false);
    nowMs = 300_000;
    expect(await caps.allows(visitor, 1, 'open')).toBe(true);
  });

  it('a hundred and twenty calls a minute from one address', async () => {
    const caps = capsOf(publicCaps);
    expect(await granted(200, (n) => caps.allows({ ...visitor, userAgent: `agent ${n}` }, n, 'open'))).toBe(120);
    expect(await caps.allows({ address: '192.0.2.2', userAgent: 'A' }, 1, 'open')).toBe(true);
  });

  it('a cap of one lets a visitor count once per popup and event, until its time is over', async () => {
    const caps = capsOf({ perEvent: { limit: 1, windowMs: 5_000 } });
    const asked = (popup: number, event: string, address = '192.0.2.1') =>
      caps.allows({ address, userAgent: 'A' }, popup, event);
    expect([await asked(1, 'open'), await asked(1, 'conversion'), await asked(2, 'open')]).toEqual([true, true, true]);
    expect(await asked(1, 'open', '192.0.2.2')).toBe(true);
    nowMs = 4_999;
    expect(await asked(1, 'open')).toBe(false);
    nowMs = 5_000;
    expect(await asked(1, 'open')).toBe(true);
  });
});
