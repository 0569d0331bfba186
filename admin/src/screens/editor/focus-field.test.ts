import { expect, it } from 'vitest';
import { fieldNamed } from './focus-field.ts';

const kind = {
  names: ['title', 'content', 'meta'] as const,
  type: { fields: [{ name: 'price' }, { name: 'variants' }] },
};

it.each([
  ['title', { kind: 'own', place: 'title' }],
  ['content', { kind: 'own', place: 'content' }],
  ['meta.price', { kind: 'declared', path: 'price' }],
  ['meta.variants.3.price', { kind: 'declared', path: 'variants[3].price' }],
])('knows %s', (name, field) => {
  expect(fieldNamed(kind, name)).toEqual(field);
});

it.each([
  'excerpt',
  'featured_media',
  'slug',
  'meta',
  'meta.',
  'meta.secret',
  'price',
  '',
  'meta.variants[0]',
  'meta.price.[',
  'title"]',
])('knows nothing called %j', (name) => {
  expect(fieldNamed(kind, name)).toBeNull();
});
