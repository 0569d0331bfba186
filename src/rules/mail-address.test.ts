import { expect, it } from 'vitest';
import { mentionsAddress } from './mail-address.ts';

it.each([
  'ann@example.org',
  'Ann@Example.ORG',
  'Write to ann@example.org.',
  '"Ann" <ann@example.org>, bob@example.org',
  '{"address":"ann@example.org"}',
  'joann@example.org or ann@example.org',
])('an address is found in %j', (text) => {
  expect(mentionsAddress(text, 'ann@example.org')).toBe(true);
});

it.each([
  '',
  'joann@example.org',
  'ann@example.organic',
  'ann@example.org.uk',
  'x.ann@example.org',
  'ann@example.org-x',
])('a part of another address is none: %j', (text) => {
  expect(mentionsAddress(text, 'ann@example.org')).toBe(false);
  expect(mentionsAddress(text, '')).toBe(false);
});
