import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { NumberSet } from '../search/number-set.ts';
import { bitmapOf, filterBitmaps, type ReadPosts } from './filter-bitmaps.ts';

/** A list whose posts change; its reads can be made to wait. */
function changingList(...first: number[]) {
  const posts = new Set(first);
  const asked: (readonly number[] | null)[] = [];
  let gate: Promise<void> = Promise.resolve();
  const read: ReadPosts = async (among) => {
    asked.push(among);
    const found = NumberSet.of(among ? among.filter((id) => posts.has(id)) : posts);
    await gate;
    return found;
  };
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return () => {
      gate = Promise.resolve();
      resolve();
    };
  };
  return { posts, asked, read, hold };
}

const changeOf = (...ids: number[]): Set<string> => new Set(['posts', ...ids.map((id) => `post:${id}`)]);

describe('the posts of a list', () => {
  it('are read once, for all who ask', async () => {
    const list = changingList(1, 2);
    const sets = filterBitmaps.create();
    const both = await Promise.all([
      bitmapOf(sets, 'list', false, list.read),
      bitmapOf(sets, 'list', false, list.read),
    ]);
    expect(both.map((ids) => [...ids])).toEqual([
      [1, 2],
      [1, 2],
    ]);
    await bitmapOf(sets, 'list', false, list.read);
    expect(list.asked).toEqual([null]);
  });

  it('are looked at again only where they have changed', async () => {
    const list = changingList(1, 2, 70);
    const sets = filterBitmaps.create();
    await bitmapOf(sets, 'list', false, list.read);
    list.posts.delete(2);
    list.posts.add(90);
    sets.invalidate(changeOf(2, 90));
    sets.invalidate(new Set(['comments', 'comment:4']));
    expect([...(await bitmapOf(sets, 'list', false, list.read))]).toEqual([1, 70, 90]);
    expect([...(await bitmapOf(sets, 'list', false, list.read))]).toEqual([1, 70, 90]);
    expect(list.asked).toEqual([null, [2, 90]]);
  });

  it('have a change that came while they were read', async () => {
    const list = changingList(1, 2);
    const sets = filterBitmaps.create();
    const goOn = list.hold();
    const first = bitmapOf(sets, 'list', false, list.read);
    await nextTurn();
    list.posts.delete(1);
    sets.invalidate(changeOf(1));
    const second = bitmapOf(sets, 'list', false, list.read);
    goOn();
    expect([...(await first)]).toEqual([1, 2]);
    expect([...(await second)]).toEqual([2]);
    expect([...(await bitmapOf(sets, 'list', false, list.read))]).toEqual([2]);
  });

  it('have a change that came while another was looked at', async () => {
    const list = changingList(1, 2, 3);
    const sets = filterBitmaps.create();
    await bitmapOf(sets, 'list', false, list.read);
    list.posts.delete(1);
    sets.invalidate(changeOf(1));
    const goOn = list.hold();
    const during = bitmapOf(sets, 'list', false, list.read);
    await nextTurn();
    list.posts.add(1);
    list.posts.delete(3);
    sets.invalidate(changeOf(1, 3));
    goOn();
    expect([...(await during)]).toEqual([2, 3]);
    expect([...(await bitmapOf(sets, 'list', false, list.read))]).toEqual([1, 2]);
  });

  it.each([
    ['everything may have changed', false, 'everything' as const],
    ['the changed posts are not named', false, new Set(['posts'])],
    ['the posts of a term have changed', false, new Set(['posts', 'post:1', 'held-term:5'])],
    ['they depend on other posts', true, changeOf(1)],
    ['many have changed', false, changeOf(...Array.from({ length: 501 }, (_, n) => n + 1))],
  ])('are all read again where %s', async (_name, dependsOnAll, touched) => {
    const list = changingList(1, 2);
    const sets = filterBitmaps.create();
    await bitmapOf(sets, 'list', dependsOnAll, list.read);
    list.posts.delete(2);
    sets.invalidate(touched);
    expect([...(await bitmapOf(sets, 'list', dependsOnAll, list.read))]).toEqual([1]);
    expect(list.asked).toEqual([null, null]);
  });

  it('are read again after a read that failed', async () => {
    const list = changingList(1);
    const sets = filterBitmaps.create();
    const failing = () => Promise.reject(new Error('The database is away.'));
    await expect(bitmapOf(sets, 'list', false, failing)).rejects.toThrow('away');
    expect([...(await bitmapOf(sets, 'list', false, list.read))]).toEqual([1]);
  });

  it('are kept of the lists that were asked for last', async () => {
    const list = changingList(1);
    const sets = filterBitmaps.create();
    for (let n = 0; n <= 20; n += 1) await bitmapOf(sets, `list ${n}`, false, list.read);
    expect(list.asked).toHaveLength(21);
    await bitmapOf(sets, 'list 20', false, list.read);
    expect(list.asked).toHaveLength(21);
    await bitmapOf(sets, 'list 0', false, list.read);
    expect(list.asked).toHaveLength(22);
  });
});
