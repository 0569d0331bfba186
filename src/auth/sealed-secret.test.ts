import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { sealSecret, unsealSecret } from './two-factor.ts';

const key = randomBytes(32);
const secret = Buffer.from('a secret of twenty b');

it('a sealed secret opens with its key and its owner only', () => {
  const sealed = sealSecret(key, secret, 'user 7');
  expect(unsealSecret(key, sealed, 'user 7')).toEqual(secret);
  expect(unsealSecret(key, sealed, 'user 8')).toBeNull();
  expect(unsealSecret(randomBytes(32), sealed, 'user 7')).toBeNull();
  expect(Buffer.from(sealed, 'base64url').includes(secret)).toBe(false);
  expect(sealSecret(key, secret, 'user 7')).not.toBe(sealed);
});

it.each(['', 'AAAA', 'not base64 at all!', randomBytes(60).toString('base64url')])('"%s" opens nothing', (sealed) => {
  expect(unsealSecret(key, sealed, 'user 7')).toBeNull();
});

it('a changed byte is noticed, wherever it is', () => {
  const bytes = Buffer.from(sealSecret(key, secret, 'user 7'), 'base64url');
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(unsealSecret(key, changed.toString('base64url'), 'user 7')).toBeNull();
  }
});
