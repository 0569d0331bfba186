import { expect, it } from 'vitest';
import { allWords, texts } from './all-words.ts';

it('has the same texts in both languages', async () => {
  const words = await allWords();
  expect(words.length).toBeGreaterThan(10);
  for (const [where, both] of words)
    expect(
      texts(both.de, where).map(([path]) => path),
      where,
    ).toEqual(texts(both.en, where).map(([path]) => path));
});

it('counts one thing in the singular', async () => {
  /** Verbs and units in English, and what German calls the same, one or many. */
  const same = new Set([
    'is',
    'was',
    'has',
    'waits',
    'asks',
    'goes',
    'deserves',
    'loses',
    'shows',
    'ms',
    'pixels',
    'Zeichen',
    'Benutzer',
    'Pixel',
    'Arbeitsspeicher',
  ]);
  const found: string[] = [];
  for (const [where, both] of await allWords()) {
    for (const [path, text] of texts(both.en, where, 1))
      for (const [, noun = ''] of text.matchAll(/\b1 (\w+s)\b/g)) if (!same.has(noun)) found.push(`${path}: ${text}`);
    const many = new Map(texts(both.de, where));
    for (const [path, text] of texts(both.de, where, 1))
      for (const [, noun = ''] of text.matchAll(/\b1 (\p{Lu}\p{L}+)/gu))
        if (!same.has(noun) && new RegExp(`\\b2 ${noun}(?!\\p{L})`, 'u').test(many.get(path) ?? ''))
          found.push(`${path}: ${text}`);
  }
  expect(found).toEqual([]);
});

it('says Sie in German', async () => {
  const familiar = /\b(?:du|dein\w*|dich|dir|sieh|setze|kopiere|lies|gib|wähle|bewahre|beende|erzeuge|verwirf)\b/i;
  for (const [where, both] of await allWords())
    for (const [path, text] of texts(both.de, where)) expect(familiar.test(text), `${path}: ${text}`).toBe(false);
});
