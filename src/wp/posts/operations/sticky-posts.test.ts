import { expect, it } from 'vitest';
import { idsIn } from './post-relations.ts';

it.each([
  [null, []],
  ['', []],
  ['a:2:{i:0;i:7;i:1;i:9;}', [7, 9]],
  ['a:1:{i:3;s:2:"12";}', [12]],
  ['a:2:{i:0;i:7;', []],
  ['O:8:"stdClass":0:{}', []],
  ['a:2:{i:0;s:1:"x";i:1;i:-4;}', []],
])('reads the stored list %j', (stored, ids) => {
  expect(idsIn(stored)).toEqual(ids);
});
