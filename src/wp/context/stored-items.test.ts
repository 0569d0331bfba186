import { expect, test } from 'vitest';
import type { Post } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { storedPost } from './stored-items.ts';

test('the state of a post has no getters of its own: each would be a shape that keeps its request in memory', async () => {
  // Only these members are looked at.
  const post = { id: 7, commentCount: 3, modifiedGmt: '2026-01-31 10:00:00' } as Post;
  const item = storedPost(7, {
    post: () => post,
    terms: () => [],
    isSticky: () => false,
    meta: () => [{ id: 1, ownerId: 7, key: 'colour', value: 'red' }],
  });
  // The parts are given, so nothing is read from the store.
  const state = await item.state({} as Store);
  const own = Object.values(Object.getOwnPropertyDescriptors(state));
  expect(own.filter(({ get }) => get !== undefined)).toEqual([]);
  expect(state?.modifiedMs).toBe(Date.UTC(2026, 0, 31, 10));
  expect(state?.stored).toEqual(['post', [{ id: 7, modifiedGmt: post.modifiedGmt }, [], false], [['colour', 'red']]]);
});
