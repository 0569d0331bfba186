import type { TouchedTags } from '../../store/changes.ts';

const postTag = 'post:';
/** Touched where all posts count as changed. */
export const everyPost = 'every-post';

/** The posts that have changed; null where some of them are not named, as those of a term that was removed or merged. */
export function namedPosts(touched: TouchedTags): readonly number[] | null {
  if (touched === 'everything') return null;
  const ids: number[] = [];
  let areUnnamed = touched.has(everyPost);
  for (const tag of touched) {
    if (tag.startsWith(postTag)) ids.push(Number(tag.slice(postTag.length)));
    areUnnamed ||= tag.startsWith('held-term:');
  }
  return touched.has('posts') && (areUnnamed || ids.length === 0) ? null : ids;
}
