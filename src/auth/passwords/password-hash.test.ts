import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hashApplicationPassword,
  hashPassword,
  hashToken,
  isFastHash,
  nobodysHash,
  verifyPassword,
  verifyToken,
} from './password-hash.ts';

/** Computed independently of this code, from the public descriptions of the formats. */
const storedHashes = {
  'the published phpass vector': ['test12345', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  'phpass beyond ASCII': ['pässwörd', '$P$Babcdefgh84F6J1Z9PsOCOz2Pfa4J2/'],
  'phpass of a forum': ['legacy secret', '$H$7saltsalt0Kvrh8/BNZQLqRdmMmbmQ1'],
  'plain MD5': ['ancient', '432c5afdb3d93473bde439a8c7b5577f'],
  'the published bcrypt vector': ['U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
} as const;

describe('hashes of older sites', () => {
  it.each(Object.entries(storedHashes))('%s', async (_, [password, stored]) => {
    expect(await verifyPassword(password, stored)).toBe(true);
    expect(await verifyPassword(`${password}x`, stored)).toBe(false);
  });

  it.each([
    ['argon2', '$argon2id$v=19$m=65536,t=4,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b0dWRWJTmaaJObG'],
    ['nothing', ''],
    ['plain text', 'secret'],
    ['a crypt of DES', 'rl.3StKT.4T8M'],
    ['phpass with absurd rounds', '$P$Sabcdefgh84F6J1Z9PsOCOz2Pfa4J2/'],
    ['broken bcrypt', '$2y$10$short'],
    ['broken newer bcrypt', '$wp$2y$10$short'],
  ])('%s fits no password', async (_, stored) => {
    expect(await verifyPassword('secret', stored)).toBe(false);
  });
});

describe('new hashes', () => {
  it('are bcrypt under the mark every version knows', async () => {
    const stored = await hashPassword('correct horse');
    expect(stored).toMatch(/^\$2y\$10\$/);
    expect(await verifyPassword('correct horse', stored)).toBe(true);
    expect(await verifyPassword('wrong horse', stored)).toBe(false);
  });

  it.each([
    ['long', 'x'.repeat(80), `${'x'.repeat(79)}y`],
    ['with a zero byte', 'ab\0cd', 'ab\0ce'],
    ['long beyond ASCII', 'ß'.repeat(40), `${'ß'.repeat(39)}s`],
  ])('do not cut %s passwords short', async (_, password, neighbour) => {
    const stored = await hashPassword(password);
    expect(stored).toMatch(/^\$wp\$2y\$10\$/);
    expect(await verifyPassword(password, stored)).toBe(true);
    expect(await verifyPassword(neighbour, stored)).toBe(false);
  });

  it('condense as documented before bcrypt', async () => {
    const stored = await hashPassword('x'.repeat(80));
    const condensed = 'DwI9nz/1YxfPJ4q942UbV0cIpQfDzGkdh0lwEzN+XzPYUCOkOD8oPqTdItCFpTeE';
    expect(await verifyPassword(condensed, stored.slice('$wp'.length))).toBe(true);
  });

  it.each([
    ['short', 'correct horse'],
    ['long', 'x'.repeat(80)],
  ])('of %s passwords have the form of newer sites where the database is one of theirs', async (_, password) => {
    const stored = await hashPassword(password, 'from 6.8');
    expect(stored).toMatch(/^\$wp\$2y\$10\$/);
    expect(await verifyPassword(password, stored)).toBe(true);
    expect(await verifyPassword(`${password}x`, stored)).toBe(false);
  });

  it.each([
    ['short', 'correct horse', /^\$2y\$10\$/],
    ['long', 'x'.repeat(80), /^\$P\$B[./0-9A-Za-z]{30}$/],
  ])('of %s passwords have a form of older sites where the database is one of theirs', async (_, password, form) => {
    const stored = await hashPassword(password, 'before 6.8');
    expect(stored).toMatch(form);
    expect(await verifyPassword(password, stored)).toBe(true);
    expect(await verifyPassword(`${password}x`, stored)).toBe(false);
  });

  it('take no notice of white space around the password', async () => {
    const stored = await hashPassword('  spaced out\n');
    expect(await verifyPassword('spaced out', stored)).toBe(true);
    expect(await verifyPassword(' spaced out ', stored)).toBe(true);
    expect(await verifyPassword('spacedout', stored)).toBe(false);
  });

  it.each(['', ' \t', 'p'.repeat(4097), 'ä'.repeat(2049)])(
    'a password that could never log in has none',
    async (one) => {
      await expect(hashPassword(one)).rejects.toThrow(RangeError);
      expect(await verifyPassword(one, nobodysHash)).toBe(false);
    },
  );

  it('nobody’s hash is well formed and fits no password', async () => {
    expect(nobodysHash).toHaveLength(60);
    expect(await verifyPassword('password', nobodysHash)).toBe(false);
  });

  it('nobody’s hash costs the time of a real one, not the moment a malformed one costs', async () => {
    const timed = async (stored: string) => {
      const times: number[] = [];
      for (let n = 0; n < 3; n += 1) {
        const start = performance.now();
        await verifyPassword('password', stored);
        times.push(performance.now() - start);
      }
      return Math.min(...times);
    };
    const real = await timed(await hashPassword('another'));
    expect(await timed(nobodysHash)).toBeGreaterThan(real / 10);
  });
});

describe('hashes of random secrets', () => {
  const secret = 'abcdEFGH1234ijklMNOP5678';

  it('have the form newer sites keep', () => {
    expect(hashToken(secret)).toBe('$generic$F6W18u0QEytvRVb59DemVWRxyTxU6vg_VK0s_f-h');
  });

  it.each([
    ['own', /^\$generic\$[\w-]{40}$/],
    ['from 6.8', /^\$generic\$[\w-]{40}$/],
    ['before 6.8', /^\$P\$B/],
  ] as const)('have the form that fits a database: %s', async (form, expected) => {
    const stored = await hashApplicationPassword(secret, form);
    expect(stored).toMatch(expected);
    const fits = (one: string) => (isFastHash(stored) ? verifyToken(one, stored) : verifyPassword(one, stored));
    expect([await fits(secret), await fits('another')]).toEqual([true, false]);
  });

  it('fit their secret alone', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, another) => {
        expect(verifyToken(one, hashToken(one))).toBe(true);
        expect(verifyToken(another, hashToken(one))).toBe(one === another);
      }),
    );
  });
});
