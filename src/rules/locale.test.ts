import { expect, it } from 'vitest';
import { isLocale, languageTag } from './site.ts';

it.each(['en_US', 'de_DE', 'pt_BR', 'zh_CN', 'es_419', 'ja', 'bel', 'ckb', 'sr_Latn_RS'])('%s is a locale', (code) => {
  expect(isLocale(code)).toBe(true);
});

it.each([
  ...['', 'xx', 'xx_YY', 'de_XX', 'de_ZZ', 'und', 'mul', 'de-DE', 'DE_de', 'de_de', 'german', 'de_DE_formal', 'C'],
  ...['de_DE ', 'de_DE\n', '__proto__', 'constructor', 'de_DE"><script>', 'x'.repeat(5000)],
])('%j is none', (code) => {
  expect(isLocale(code)).toBe(false);
});

it.each([
  ['en_US', 'en-US'],
  ['de_DE', 'de-DE'],
  ['pt_BR', 'pt-BR'],
  ['ja', 'ja'],
  ['bel', 'be'],
  ['de_DE_formal', 'de-DE'],
  ['sr_Latn_RS', 'sr-Latn-RS'],
  ['', 'en-US'],
  ['"><script>', 'en-US'],
  ['deutsch', 'en-US'],
])('a page in %j is in %s', (locale, tag) => {
  expect(languageTag(locale)).toBe(tag);
});
