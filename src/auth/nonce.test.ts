import { describe, expect, it } from 'vitest';
import { isNonce, makeNonce } from './sessions.ts';

const key = Buffer.alloc(32, 1);
const hour = 3_600_000;
const noon = 12 * hour * 100_000;

describe('a nonce', () => {
  it.each([
    ['at once', 0, true],
    ['hours later', 11 * hour, true],
    ['in the next half day', 23 * hour, true],
    ['a day later', 24 * hour, false],
    ['after the clock was set back by an hour', -hour, true],
    ['after the clock was set back by a day', -24 * hour, true],
    ['two days before it was made', -48 * hour, false],
  ])('counts %s: %s', (_, later, expected) => {
    expect(isNonce(key, 'session', makeNonce(key, 'session', noon), noon + later)).toBe(expected);
  });

  it('belongs to one session and one site', () => {
    const nonce = makeNonce(key, 'session', noon);
    expect(isNonce(key, 'another', nonce, noon)).toBe(false);
    expect(isNonce(Buffer.alloc(32, 2), 'session', nonce, noon)).toBe(false);
    expect(isNonce(key, 'session', '', noon)).toBe(false);
  });
});
