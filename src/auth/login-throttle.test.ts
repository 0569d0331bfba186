import { describe, expect, it } from 'vitest';
import { memoryLimiters } from '../limits/limiters.ts';
import { createLoginThrottle } from './login-throttle.ts';

function throttleAt(start = 1_000_000) {
  let now = start;
  const throttle = createLoginThrottle(memoryLimiters(() => now * 1000));
  const attempt = async (account: string, address: string) => (await throttle.begin({ account, address })).waitSeconds;
  const attempts = async (all: readonly (readonly [account: string, address: string])[]) => {
    const waits: number[] = [];
    for (const [account, address] of all) waits.push(await attempt(account, address));
    return waits;
  };
  const exhaust = async (account: string, address: string, times: number) => {
    for (let i = 0; i < times; i++) {
      now += await attempt(account, address);
      await attempt(account, address);
    }
  };
  const wait = (seconds: number) => {
    now += seconds;
  };
  return { throttle, attempt, attempts, exhaust, wait };
}

const isFree = (seconds: number) => seconds === 0;
const addresses = (count: number) => Array.from({ length: count }, (_, i) => `192.0.${i >> 8}.${i & 255}`);

describe('guessing one account from one address', () => {
  it('goes ahead a few times, then waits longer each time', async () => {
    const { attempt, wait } = throttleAt();
    const waits: number[] = [];
    for (let i = 0; i < 10; i++) {
      const seconds = await attempt('ada', '192.0.2.1');
      waits.push(seconds);
      if (seconds > 0) {
        wait(seconds);
        expect(await attempt('ada', '192.0.2.1')).toBe(0);
      }
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16]);
  });

  it('never waits longer than a quarter of an hour', async () => {
    const { attempt, exhaust } = throttleAt();
    await exhaust('ada', '192.0.2.1', 40);
    expect(await attempt('ada', '192.0.2.1')).toBe(900);
  });

  it('is forgotten after an hour of peace', async () => {
    const { attempt, exhaust, wait } = throttleAt();
    await exhaust('ada', '192.0.2.1', 12);
    wait(3601);
    expect(await attempt('ada', '192.0.2.1')).toBe(0);
  });

  it('counts an address within its network as the same', async () => {
    const { attempt } = throttleAt();
    for (const address of ['2001:db8::1', '2001:db8::2', '2001:DB8:0:0:9::', '2001:0db8::ffff', '2001:db8::']) {
      expect(await attempt('ada', address)).toBe(0);
    }
    expect(await attempt('ada', '2001:db8:0:0:1234::1')).toBeGreaterThan(0);
    expect(await attempt('ada', '2001:db8:0:1::1')).toBe(0);
  });

  it('gives many attempts at once no more than the same number one by one', async () => {
    const { attempt } = throttleAt();
    const waits = await Promise.all(Array.from({ length: 100 }, () => attempt('ada', '192.0.2.1')));
    expect(waits.filter(isFree)).toHaveLength(5);
  });
});

describe('guessing around', () => {
  it('holds back an address that tries many accounts', async () => {
    const { attempts } = throttleAt();
    const waits = await attempts(Array.from({ length: 60 }, (_, i) => [`user-${i}`, '192.0.2.1']));
    expect(waits.filter(isFree)).toHaveLength(25);
  });

  it('holds back an account that is tried from many addresses, for a minute at most', async () => {
    const { attempts } = throttleAt();
    const waits = await attempts(addresses(400).map((address) => ['ada', address]));
    expect(waits.filter(isFree)).toHaveLength(50);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60);
  });

  it('lets the owner in from where the owner has been before', async () => {
    const { throttle, attempt, attempts } = throttleAt();
    const home = { account: 'ada', address: '198.51.100.7' };
    await (await throttle.begin(home)).succeeded();
    await attempts(addresses(400).map((address) => ['ada', address]));
    expect(await attempt('ada', '203.0.113.5')).toBeGreaterThan(0);
    expect((await throttle.begin(home)).waitSeconds).toBe(0);
  });
});

describe('a success', () => {
  it('clears the slate of the pair', async () => {
    const { throttle, attempts } = throttleAt();
    await attempts(Array(4).fill(['ada', '192.0.2.1']));
    await (await throttle.begin({ account: 'ada', address: '192.0.2.1' })).succeeded();
    expect(await attempts(Array(5).fill(['ada', '192.0.2.1']))).toEqual([0, 0, 0, 0, 0]);
  });

  it('takes back nothing that was not counted', async () => {
    const { throttle, attempts } = throttleAt();
    await attempts(Array.from({ length: 25 }, (_, i) => [`user-${i}`, '192.0.2.1']));
    const held = await throttle.begin({ account: 'ada', address: '192.0.2.1' });
    expect(held.waitSeconds).toBeGreaterThan(0);
    await held.succeeded();
    await held.abandoned();
    expect(await attempts([['user-26', '192.0.2.1']])).toEqual([held.waitSeconds]);
  });

  it('does not clear what the address did to others', async () => {
    const { throttle, attempt, attempts } = throttleAt();
    await attempts(Array.from({ length: 24 }, (_, i) => [`user-${i}`, '192.0.2.1']));
    const own = { account: 'mallory', address: '192.0.2.1' };
    await (await throttle.begin(own)).succeeded();
    expect(await attempt('user-24', '192.0.2.1')).toBe(0);
    expect(await attempt('user-25', '192.0.2.1')).toBeGreaterThan(0);
  });
});
