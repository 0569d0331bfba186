import type { TouchedTags } from '../store/site.ts';

const postTag = 'post:';

/** Touched where all posts count as changed. */
export const allPostsTag = 'every-post';

/** The tag of a month in which a row appeared, disappeared or changed its type, status or date. */
export const monthTag = (date: string): string => `month:${date.slice(0, 7)}`;

/**
 * The tags of the posts that have changed; `everything` where some of them are not named, as those of a term that was
 * removed or merged.
 */
export function changedPosts(touched: ReadonlySet<string>): TouchedTags {
  const tags = new Set<string>();
  let areUnnamed = touched.has(allPostsTag);
  for (const tag of touched) {
    if (tag.startsWith(postTag)) tags.add(tag);
    areUnnamed ||= tag.startsWith('held-term:');
  }
  return touched.has('posts') && (areUnnamed || tags.size === 0) ? 'everything' : tags;
}

export const changedPostIds = (tags: Iterable<string>): number[] =>
  [...tags].map((tag) => Number(tag.slice(postTag.length)));
