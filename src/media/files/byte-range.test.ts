import { expect, it } from 'vitest';
import { byteRange } from './serve-file.ts';

it.each([
  ['bytes=0-4', { first: 0, last: 4 }],
  ['bytes=5-', { first: 5, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-30', { first: 0, last: 9 }],
  ['bytes=8-100', { first: 8, last: 9 }],
  ['Bytes=1-1', { first: 1, last: 1 }],
])('%s of ten bytes', (header, span) => {
  expect(byteRange(header, 10)).toEqual(span);
});

it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s lies outside', (header) => {
  expect(byteRange(header, 10)).toBe('unsatisfiable');
});

it.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,3-4', 'items=0-1', 'bytes=a-b', 'bytes=1-2;x'])(
  '%j asks for the whole file',
  (header) => {
    expect(byteRange(header, 10)).toBeNull();
  },
);
