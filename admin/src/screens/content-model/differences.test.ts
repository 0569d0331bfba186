import { expect, it } from 'vitest';
import { differences } from './differences.ts';

it('two declarations differ in the members that are not the same', () => {
  const mine = { name: 'x', slug: 'a', fields: { price: { kind: 'number', minimum: 1 }, size: { kind: 'text' } } };
  const theirs = { fields: { price: { minimum: 2, kind: 'number' } }, name: 'x', supports: ['title'] };
  expect(differences(mine, theirs)).toEqual([
    { path: 'slug', mine: 'a', theirs: undefined },
    { path: 'fields.price.minimum', mine: 1, theirs: 2 },
    { path: 'fields.size', mine: { kind: 'text' }, theirs: undefined },
    { path: 'supports', mine: undefined, theirs: ['title'] },
  ]);
});

it('the order of fields is a difference, that of other members is none', () => {
  const a = { kind: 'text' };
  expect(differences({ slug: 'x', fields: { a, b: a } }, { fields: { b: a, a }, slug: 'x' })).toEqual([
    { path: 'fields', mine: ['a', 'b'], theirs: ['b', 'a'] },
  ]);
  expect(differences({ name: 'x', slug: 'y' }, { slug: 'y', name: 'x' })).toEqual([]);
});

it('one that is gone differs as a whole', () => {
  expect(differences({ name: 'x' }, undefined)).toEqual([{ path: '', mine: { name: 'x' }, theirs: undefined }]);
});
