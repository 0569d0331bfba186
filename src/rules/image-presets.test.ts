import { expect, it } from 'vitest';
import { parsePreset, parseQuality, parseSide } from './image-presets.ts';

const usual = { width: 600, height: 400, fit: 'cover', format: 'auto', quality: null };

it.each([
  ['600x400', usual],
  [' 600x400  cover ', usual],
  ['600x400 contain webp q70', { ...usual, fit: 'contain', format: 'webp', quality: 70 }],
  ['600x400 q1 avif', { ...usual, format: 'avif', quality: 1 }],
  ['800x', { ...usual, width: 800, height: null, fit: 'inside' }],
  ['x300', { ...usual, width: null, height: 300, fit: 'inside' }],
])('reads the preset %s', (text, order) => {
  expect(parsePreset(text)).toEqual(order);
});

it.each([
  '',
  'x',
  '600',
  '600x400x2',
  '0x10',
  '4097x1',
  '600x400 crop',
  '600x400 q0',
  '600x400 q101',
  '600x400 q',
  '-1x5',
])('refuses the preset "%s"', (text) => {
  expect(parsePreset(text)).toBeNull();
});

it('sides and qualities have one spelling and their bounds', () => {
  expect(['1', '4096', '', '0', '01', '4097', '1e3', '٣', ' 5', '5.0'].map(parseSide)).toEqual([
    1,
    4096,
    null,
    ...Array.from({ length: 7 }, () => undefined),
  ]);
  expect(['1', '100', '0', '101', '07', '', '5.5'].map(parseQuality)).toEqual([
    1,
    100,
    ...Array.from({ length: 5 }, () => undefined),
  ]);
});
