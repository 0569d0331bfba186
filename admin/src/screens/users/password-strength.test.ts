import { expect, it } from 'vitest';
import { generatedPassword, passwordStrength } from './password-strength.ts';

it.each([
  ['password1', [], 'weak'],
  ['aaaaaaaaaaaaaaaaaaaa', [], 'weak'],
  ['abcdefghijklmnop', [], 'weak'],
  ['annmeier2026', ['annmeier', 'ann@example.org'], 'weak'],
  ['blue heron', [], 'fair'],
  ['Blue7heron!', [], 'good'],
  ['four herons stand in rain', [], 'strong'],
] as const)('%s is %3$s', (password, known, strength) => {
  expect(passwordStrength(password, known)).toBe(strength);
});

it('makes passwords that are strong and differ', () => {
  const made = Array.from({ length: 50 }, generatedPassword);
  expect(new Set(made).size).toBe(50);
  for (const password of made) {
    expect(password).toMatch(/^[\w+-]{20}$/);
    expect(passwordStrength(password)).toBe('strong');
  }
});
