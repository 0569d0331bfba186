import { describe, expect, it } from 'vitest';
import { codeOfStep, otpauthUri, stepAt, stepOfCode, toBase32 } from './totp.ts';

const seeds = {
  sha1: Buffer.from('12345678901234567890'),
  sha256: Buffer.from('12345678901234567890123456789012'),
  sha512: Buffer.from('1234567890123456789012345678901234567890123456789012345678901234'),
};

describe('codes of RFC 6238, appendix B', () => {
  it.each([
    [59, '94287082', '46119246', '90693936'],
    [1_111_111_109, '07081804', '68084774', '25091201'],
    [1_111_111_111, '14050471', '67062674', '99943326'],
    [1_234_567_890, '89005924', '91819424', '93441116'],
    [2_000_000_000, '69279037', '90698825', '38618901'],
    [20_000_000_000, '65353130', '77737706', '47863826'],
  ] as const)('at second %i', (second, sha1, sha256, sha512) => {
    const step = stepAt(second * 1000);
    const code = (algorithm: keyof typeof seeds) => codeOfStep(seeds[algorithm], step, { digits: 8, algorithm });
    expect([code('sha1'), code('sha256'), code('sha512')]).toEqual([sha1, sha256, sha512]);
  });

  it('RFC 4226, appendix D: the first ten codes of six digits', () => {
    const codes = Array.from({ length: 10 }, (_, step) => codeOfStep(seeds.sha1, step));
    expect(codes).toEqual([
      ...['755224', '287082', '359152', '969429', '338314'],
      ...['254676', '287922', '162583', '399871', '520489'],
    ]);
  });
});

describe('the period of a code', () => {
  const now = 1_700_000_015_000;
  it.each([-1, 0, 1])('is found %i periods away', (away) => {
    const step = stepAt(now) + away;
    expect(stepOfCode(seeds.sha1, codeOfStep(seeds.sha1, step), now)).toBe(step);
  });

  it.each([-2, 2, 2880])('is not found %i periods away', (away) => {
    expect(stepOfCode(seeds.sha1, codeOfStep(seeds.sha1, stepAt(now) + away), now)).toBeNull();
  });

  it.each(['', '12345', '1234567', 'abcdef', '９４２８７０'])('is none for "%s"', (code) => {
    expect(stepOfCode(seeds.sha1, code, now)).toBeNull();
  });
});

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base 32 of RFC 4648: %s', (text, written) => {
  expect(toBase32(Buffer.from(text))).toBe(written);
});

it('the address for the app names site and account, and neither can add a parameter', () => {
  const uri = otpauthUri({ key: 'ABC', issuer: 'Ann: tea & cake', account: 'ann@example.org' });
  const url = new URL(uri);
  expect(decodeURIComponent(url.pathname)).toBe('/Ann  tea & cake:ann@example.org');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret: 'ABC',
    issuer: 'Ann  tea & cake',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
