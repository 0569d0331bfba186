import { never, oneOf, type SqlCondition } from '../../query/condition.ts';
import type { Dialect } from '../../query/dialect.ts';
import { fragment } from '../../query/fragment.ts';
import { NumberSet } from '../../search/number-set.ts';

/** The posts with some words. */
export class MatchingPosts {
  readonly ids = new NumberSet();
  /** Those without a password. */
  readonly open = new NumberSet();
  /** Those that may have an excerpt. */
  readonly excerpted = new NumberSet();

  add(id: number, { isProtected, hasExcerpt }: { readonly isProtected: boolean; readonly hasExcerpt: boolean }): void {
    this.ids.add(id);
    if (!isProtected) this.open.add(id);
    if (hasExcerpt) this.excerpted.add(id);
  }
}

/** The name of a list of words. */
export const keyOf = (words: readonly string[]): string => JSON.stringify(words);

/** The dialect with the words that were looked up. */
export function withFound(dialect: Dialect, found: ReadonlyMap<string, MatchingPosts>): Dialect {
  const searched: Dialect['searchPosts'] = (words, only) => {
    const posts = only ? undefined : found.get(keyOf(words));
    return posts ? oneOfNumbers(posts.ids) : dialect.searchPosts(words, only);
  };
  return {
    ...dialect,
    searchPosts: searched,
    searchRow: searched,
    foundPosts: (words, isOpen) => {
      const posts = found.get(keyOf(words));
      return posts ? { ids: isOpen ? posts.open : posts.ids, excerpted: posts.excerpted, among: oneOfNumbers } : null;
    },
  };
}

/** A list of more ids is sent as bits. */
const mostListed = 1_000;

/** The id of `p` is in the set. A long set is a text of six bits per character, which the server keeps as bytes. */
function oneOfNumbers(set: NumberSet): SqlCondition {
  const { size } = set;
  if (size === 0) return never;
  if (size <= mostListed) return oneOf('p.ID', [...set]);
  const codes = new Uint8Array(Math.floor(set.last / 6) + 1).fill(64);
  set.forEach((id) => {
    codes[Math.floor(id / 6)]! |= 1 << (id % 6);
  });
  const text = Buffer.from(codes).toString('latin1');
  return fragment`((ord(substr(cast(${text} as binary), p.ID div 6 + 1, 1)) >> (p.ID % 6)) & 1) = 1`;
}
