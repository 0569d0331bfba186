import { describe, expect, it } from 'vitest';
import { createLoginThrottle } from './login-throttle.ts';

function throttleAt(start = 1_000_000) {
  let now = start;
  const throttle = createLoginThrottle(() => now * 1000);
  const attempt = (account: string, address: string) => throttle.begin({ account, address });
  const exhaust = (account: string, address: string, times: number) => {
    for (let i = 0; i < times; i++) {
      now += attempt(account, address);
      attempt(account, address);
    }
  };
  return { throttle, attempt, exhaust, wait: (seconds: number) => (now += seconds) };
}

describe('guessing one account from one address', () => {
  it('goes ahead a few times, then waits longer each time', () => {
    const { attempt, wait } = throttleAt();
    const waits: number[] = [];
    for (let i = 0; i < 10; i++) {
      const seconds = attempt('ada', '192.0.2.1');
      waits.push(seconds);
      if (seconds > 0) {
        wait(seconds);
        expect(attempt('ada', '192.0.2.1')).toBe(0);
      }
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16]);
  });

  it('never waits longer than a quarter of an hour', () => {
    const { attempt, exhaust } = throttleAt();
    exhaust('ada', '192.0.2.1', 40);
    expect(attempt('ada', '192.0.2.1')).toBeLessThanOrEqual(900);
  });

  it('is forgotten after an hour of peace', () => {
    const { attempt, exhaust, wait } = throttleAt();
    exhaust('ada', '192.0.2.1', 12);
    wait(3601);
    expect(attempt('ada', '192.0.2.1')).toBe(0);
  });

  it('counts a name in any letter case and an address within its network as the same', () => {
    const { attempt } = throttleAt();
    for (const address of ['2001:db8::1', '2001:db8::2', '2001:DB8:0:0:9::', '2001:0db8::ffff', '2001:db8::']) {
      expect(attempt('Ada ', address)).toBe(0);
    }
    expect(attempt('ada', '2001:db8:0:0:1234::1')).toBeGreaterThan(0);
    expect(attempt('ada', '2001:db8:0:1::1')).toBe(0);
  });

  it('gives many attempts at once no more than the same number one by one', () => {
    const { attempt } = throttleAt();
    const at = Array.from({ length: 100 }, () => attempt('ada', '192.0.2.1'));
    expect(at.filter((seconds) => seconds === 0)).toHaveLength(5);
  });
});

describe('guessing around', () => {
  it('holds back an address that tries many accounts', () => {
    const { attempt } = throttleAt();
    const tries = Array.from({ length: 60 }, (_, i) => attempt(`user-${i}`, '192.0.2.1'));
    expect(tries.filter((seconds) => seconds === 0)).toHaveLength(25);
  });

  it('holds back an account that is tried from many addresses, for a minute at most', () => {
    const { attempt } = throttleAt();
    const tries = Array.from({ length: 400 }, (_, i) => attempt('ada', `192.0.${i >> 8}.${i & 255}`));
    expect(tries.filter((seconds) => seconds === 0).length).toBeLessThanOrEqual(50);
    expect(Math.max(...tries)).toBeLessThanOrEqual(60);
  });

  it('lets the owner in from where the owner has been before', () => {
    const { throttle, attempt } = throttleAt();
    const home = { account: 'ada', address: '198.51.100.7' };
    throttle.begin(home);
    throttle.succeeded(home);
    for (let i = 0; i < 400; i++) attempt('ada', `192.0.${i >> 8}.${i & 255}`);
    expect(attempt('ada', '203.0.113.5')).toBeGreaterThan(0);
    expect(throttle.begin(home)).toBe(0);
  });
});

describe('a success', () => {
  it('clears the slate of the pair', () => {
    const { throttle, attempt } = throttleAt();
    for (let i = 0; i < 4; i++) attempt('ada', '192.0.2.1');
    throttle.succeeded({ account: 'ada', address: '192.0.2.1' });
    expect(Array.from({ length: 5 }, () => attempt('ada', '192.0.2.1'))).toEqual([0, 0, 0, 0, 0]);
  });

  it('does not clear what the address did to others', () => {
    const { throttle, attempt } = throttleAt();
    for (let i = 0; i < 24; i++) attempt(`user-${i}`, '192.0.2.1');
    const own = { account: 'mallory', address: '192.0.2.1' };
    throttle.begin(own);
    throttle.succeeded(own);
    expect(attempt('user-24', '192.0.2.1')).toBe(0);
    expect(attempt('user-25', '192.0.2.1')).toBeGreaterThan(0);
  });
});
