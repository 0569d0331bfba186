import { defineCache } from '../cache/cache-registry.ts';
import { anyTag, type TagCache } from '../cache/tag-cache.ts';
import { NumberSet } from '../search/number-set.ts';
import { changedPostIds, changedPosts } from './post-tags.ts';

/** With more changed posts than this, a set is read again. */
const mostChanges = 500;

/** The posts of long lists without an order. Only those that have changed are looked at again. */
export const filterBitmaps = defineCache<NumberSet>({ concerns: changedPosts, most: 20 });

/** Reads the posts of a list: all, or those among some. They must have been in the list at some moment since the call. */
export type ReadPosts = (among: readonly number[] | null) => Promise<NumberSet>;

/**
 * The posts of a list as they are after all changes that are known now. `dependsOnAll`: a change of any post may change
 * the list, in ways that its tags do not tell.
 */
export async function bitmapOf(
  cache: TagCache<NumberSet>,
  name: string,
  dependsOnAll: boolean,
  read: ReadPosts,
): Promise<NumberSet> {
  const known = cache.get(name);
  if (known) return known;
  return cache.share(name, async (since, earlier) => {
    await earlier;
    const stored = cache.withChanges(name);
    const again = changedPostIds(stored?.changed ?? []);
    const ids = stored ? stored.value.without(NumberSet.of(again)).or(await read(again)) : await read(null);
    cache.set(name, ids, { since, tags: [anyTag], mostChanges: dependsOnAll ? 0 : mostChanges });
    return ids;
  });
}
