import type { Dialect } from '../query/dialect.ts';
import type { PostFilter } from '../store/posts.ts';
import { isCounted } from './post-counts.ts';

/** A filter as the rows of `whole` without those of `part`. */
interface Opposite {
  readonly whole: PostFilter;
  readonly part: PostFilter;
}

/**
 * A filter that leaves rows out, as the difference of two filters whose totals are known without counting many rows; null
 * where it is none.
 */
export function oppositeFilter(filter: PostFilter, dialect: Dialect): Opposite | null {
  const found = differenceOf(filter);
  if (!found) return null;
  const { whole, part } = found;
  const isKnown = isCounted(whole, dialect) || oppositeFilter(whole, dialect) !== null;
  return isKnown && (part.ids || isCounted(part, dialect)) ? found : null;
}

function differenceOf(filter: PostFilter): Opposite | null {
  const { notIds, notAuthorIds, withoutTerms, ...whole } = filter;
  if (notIds && !filter.ids) {
    const { notIds: _left, ...others } = filter;
    return { whole: others, part: { ...others, ids: notIds } };
  }
  if (notAuthorIds && !filter.authorIds && !withoutTerms) return { whole, part: { ...whole, authorIds: notAuthorIds } };
  const [group, ...more] = withoutTerms ?? [];
  if (!group || more.length > 0 || notAuthorIds) return null;
  return { whole, part: { ...whole, withTerms: [...(filter.withTerms ?? []), group] } };
}
