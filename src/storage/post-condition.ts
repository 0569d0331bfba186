import { type SqlBool, sql } from 'kysely';
import { above, all, any, below, type Condition, never, noneOf, not, oneOf, written } from './condition.ts';
import type { Dialect, SearchedColumn } from './dialect.ts';
import { narrowedSight, sightCondition } from './sight-condition.ts';
import type { PostFilter, TermGroup } from './store.ts';
import { anyContains, foldedColumn } from './text-condition.ts';

/** A filter as one condition on the posts row `p`. */
export function postCondition(filter: PostFilter, dialect: Dialect): Condition {
  return all([sightPart(filter), ...otherParts(filter, dialect)]);
}

/** What the sight leaves of the asked types and statuses, with a plain list of both in front that an index can use. */
function sightPart(filter: PostFilter): Condition {
  const sight = narrowedSight(filter.sight, filter.types, filter.statuses);
  if (sight.anyOf.length < 2) return sightCondition(sight, 'p');
  const types = new Set<string>();
  const statuses = new Set<string>();
  let isAnyStatus = false;
  for (const clause of sight.anyOf) {
    for (const type of clause.types ?? []) types.add(type);
    if (clause.statuses === 'any') isAnyStatus = true;
    else for (const status of clause.statuses) statuses.add(status);
  }
  const ahead = [oneOf('p.post_type', [...types])];
  if (!isAnyStatus) ahead.push(oneOf('p.post_status', [...statuses]));
  return all([...ahead, sightCondition(sight, 'p')]);
}

/** Every part of a filter but types, statuses and sight. */
export function otherParts(filter: PostFilter, dialect: Dialect): Condition[] {
  const parts: Condition[] = [];
  if (filter.ids) parts.push(oneOf('p.ID', filter.ids));
  if (filter.notIds) parts.push(noneOf('p.ID', filter.notIds));
  if (filter.authorIds) parts.push(oneOf('p.post_author', filter.authorIds));
  if (filter.notAuthorIds) parts.push(noneOf('p.post_author', filter.notAuthorIds));
  if (filter.slugs) parts.push(oneOf(foldedColumn(dialect, 'p.post_name'), filter.slugs.map(dialect.fold)));
  if (filter.parentIds) parts.push(oneOf('p.post_parent', filter.parentIds));
  if (filter.notParentIds) parts.push(noneOf('p.post_parent', filter.notParentIds));
  if (filter.menuOrder !== undefined) parts.push(oneOf('p.menu_order', [filter.menuOrder]));
  if (filter.after !== undefined) parts.push(above('p.post_date', filter.after));
  if (filter.before !== undefined) parts.push(below('p.post_date', filter.before));
  if (filter.withoutPassword) parts.push(oneOf('p.post_password', ['']));
  if (filter.mimeTypes) parts.push(oneOf('p.post_mime_type', filter.mimeTypes));
  if (filter.mimeGroup !== undefined) parts.push(startsWith('p.post_mime_type', `${filter.mimeGroup}/`));
  if (filter.search) parts.push(searchCondition(filter.search, dialect));
  for (const word of filter.notSearch ?? []) parts.push(not(searchCondition([word], dialect)));
  for (const group of filter.withTerms ?? []) parts.push(holdsTerm(group));
  for (const group of filter.withoutTerms ?? []) parts.push(not(holdsTerm(group)));
  return parts;
}

/** A range, so that an index serves it and no character needs escaping: `image/` up to but not `image0`. */
function startsWith(name: string, beginning: string): Condition {
  const next = beginning.slice(0, -1) + String.fromCharCode(beginning.charCodeAt(beginning.length - 1) + 1);
  return written(
    `${name}^`,
    [beginning, next],
    ([from, to]) => sql<SqlBool>`${sql.ref(name)} >= ${from} and ${sql.ref(name)} < ${to}`,
  );
}

const searched = { title: 'p.post_title', excerpt: 'p.post_excerpt', content: 'p.post_content' } as const;

/** Each word occurs in the column, or in any of the three. */
function searchCondition(words: readonly string[], dialect: Dialect, column?: SearchedColumn): Condition {
  const indexed = dialect.searchPosts(words, column);
  if (indexed) return indexed;
  const columns = column ? [searched[column]] : Object.values(searched);
  return all(words.map((word) => anyContains(dialect, columns, word)));
}

/** Asked of each row that is looked at: a list stops at its page, so few rows are. */
function holdsTerm(group: TermGroup): Condition {
  const which = oneOf('t.term_id', group.termIds);
  if (which === never) return never;
  return written(
    `term(${which.shape})`,
    [group.taxonomy, ...which.values],
    ([taxonomy, ...ids]) =>
      sql<SqlBool>`exists (select 1 from ${sql.table('term_relationships')} as r where r.object_id = p.ID and r.term_taxonomy_id in (select t.term_taxonomy_id from ${sql.table('term_taxonomy')} as t where t.taxonomy = ${taxonomy} and ${which.build(ids)}))`,
  );
}

/** The order of relevance, best first: words in the title before words in the excerpt before the rest. */
export function relevance(words: readonly string[], dialect: Dialect): Condition[] {
  const phrase = [words.join(' ')];
  return [
    searchCondition(phrase, dialect, 'title'),
    searchCondition(words, dialect, 'title'),
    any(words.map((word) => searchCondition([word], dialect, 'title'))),
    searchCondition(phrase, dialect, 'excerpt'),
    searchCondition(phrase, dialect, 'content'),
  ];
}
