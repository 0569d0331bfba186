import { expect, it } from 'vitest';
import { everything } from '../../../src/rules/visibility.ts';
import { postRow } from '../../support/rows.ts';
import { testStore } from '../../support/test-store.ts';

const store = testStore();

it('a search with many words does not lose what another one replaces in memory meanwhile', async () => {
  await store().posts.insert(postRow({ title: 'common tree', slug: 'tree' }));
  await store().posts.insert(postRow({ title: 'common house', slug: 'house' }));
  await expect.poll(async () => (await store().searchIndex()).waiting).toBe(0);
  const find = async (search: readonly string[], notSearch: readonly string[] = []) => {
    const filter = { types: ['post'], visibility: everything, search, notSearch };
    const rows = await store().posts.find(filter, { by: 'id', direction: 'asc' }, { limit: 10, offset: 0 });
    return rows.map(({ slug }) => slug);
  };
  for (let round = 0; round < 3; round += 1) {
    expect(await find(['common'], ['tree'])).toEqual(['house']);
    // Looking up new words takes a while, one after the other; more searches than are remembered end before.
    const unknown = Array.from({ length: 60 }, (_, n) => `common hous ${round} ${n}`);
    const asked = find(['common'], ['tree', ...unknown]);
    const others = await Promise.all(Array.from({ length: 30 }, (_, n) => find([`other${round}x${n}`])));
    expect(others.flat()).toEqual([]);
    expect(await asked).toEqual(['house']);
  }
});
