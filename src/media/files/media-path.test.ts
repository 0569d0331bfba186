import { expect, it } from 'vitest';
import { baseNameOf, folderOf, inFolder, isMediaPath, monthFolder } from './media-path.ts';

it.each(['photo.jpg', '2021/03/photo.jpg', 'deep/er/ü.txt', '2021/03/a..b.jpg'])('%s may name a file', (path) => {
  expect(isMediaPath(path)).toBe(true);
});

it.each([
  '',
  '/etc/passwd',
  '../x',
  '2021/../../x',
  '2021//x',
  './x',
  '2021/.hidden',
  'a\\b',
  'a\0b',
  'x/',
  `${'a'.repeat(256)}`,
  'a/'.repeat(600),
])('%j may not', (path) => {
  expect(isMediaPath(path)).toBe(false);
});

it('folders and names', () => {
  expect([folderOf('2021/03/a.jpg'), folderOf('a.jpg')]).toEqual(['2021/03', '']);
  expect([baseNameOf('2021/03/a.jpg'), baseNameOf('a.jpg')]).toEqual(['a.jpg', 'a.jpg']);
  expect([inFolder('2021/03', 'a.jpg'), inFolder('', 'a.jpg')]).toEqual(['2021/03/a.jpg', 'a.jpg']);
  expect(monthFolder('2021-03-09T10:00:00')).toBe('2021/03');
});
