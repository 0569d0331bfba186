import { expect, it } from 'vitest';
import { canonical } from './proof.ts';

it('writes a message in one way, whatever order and form it came in', () => {
  const sent = Object.assign(Object.create(null), { b: '1', a: { d: ['x', null], c: 'ü' } });
  expect(canonical(sent)).toBe('{"a":{"c":"ü","d":["x",null]},"b":"1"}');
  expect(canonical({ a: { c: 'ü', d: ['x', null] }, b: '1', none: undefined })).toBe(canonical(sent));
});
