import { expect, it } from 'vitest';
import { userSlug } from './user-resource.ts';

it.each([
  ['marketελληνικά', 'market'],
  ['日本語', ''],
  ['Jürgen Ørsted', 'jurgen-orsted'],
  ['caf%C3%A9', 'caf'],
  ['R&amp;D team', 'rd-team'],
  ['<b>Bold</b> one', 'bold-one'],
  ['ann.lee@example.org', 'ann-leeexample-org'],
  ['under_score-dash', 'under_score-dash'],
  ['a/b', 'ab'],
])('%s is reduced to what a login could hold and makes the slug "%s"', (wish, slug) => {
  expect(userSlug(wish, { slash: 'dash' })).toBe(slug);
  expect(userSlug(wish, { slash: 'drop' })).toBe(slug);
});
