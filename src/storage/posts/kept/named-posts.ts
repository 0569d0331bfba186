import type { TouchedTags } from '../../store/changes.ts';

const postTag = 'post:';

/** The posts that have changed; null where some of them are not named, as those of a term that was removed or merged. */
export function namedPosts(touched: TouchedTags): readonly number[] | null {
  if (touched === 'everything') return null;
  const ids: number[] = [];
  let isHeldTerm = false;
  for (const tag of touched) {
    if (tag.startsWith(postTag)) ids.push(Number(tag.slice(postTag.length)));
    isHeldTerm ||= tag.startsWith('held-term:');
  }
  return touched.has('posts') && (isHeldTerm || ids.length === 0) ? null : ids;
}
