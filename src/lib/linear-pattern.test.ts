import { describe, expect, it } from 'vitest';
import { linearPattern } from './linear-pattern.ts';

describe('a pattern in linear time', () => {
  it.each([
    ['[A-Z]{2}-\\d+', 'AB-12', 'AB-12x'],
    ['\\p{L}+', 'Größe', 'G 1'],
    ['(a|b)*c', 'ababc', 'abab'],
    ['^\\d{4}$', '2026', '20266'],
  ])('matches whole texts: %s', (pattern, right, wrong) => {
    expect([linearPattern(pattern)?.matches(right), linearPattern(pattern)?.matches(wrong)]).toEqual([true, false]);
  });

  it('costs little for a text that would take other engines years', () => {
    const before = process.cpuUsage();
    for (const pattern of ['(a+)+b', '([A-Za-z]+-?)+[0-9]', '(\\w+\\s?)*!'])
      expect(linearPattern(pattern)?.matches('a'.repeat(500))).toBe(false);
    const { user } = process.cpuUsage(before);
    expect(user).toBeLessThan(5_000_000);
  });

  it('is none where the pattern looks around or refers to a group', () => {
    expect([linearPattern('(?=x)y'), linearPattern('(a)\\1')]).toEqual([null, null]);
  });
});
