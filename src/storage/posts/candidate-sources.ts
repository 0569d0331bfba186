import { all, comparison, never, oneOf, type SqlCondition } from '../query/condition.ts';
import { type Dialect, foldedColumn } from '../query/dialect.ts';
import { aliasName, column, fragment, joined, literal, type SqlFragment, tableRef } from '../query/fragment.ts';
import type { ColumnComparison, MetaExpression, PostExpression, TermGroup } from '../store/post-expression.ts';
import type { PostFilter } from '../store/posts.ts';

/** What sources are made for: the types and states of the list. */
type Scope = Pick<PostFilter, 'types' | 'statuses'>;

/** Selects of ids, each found by an index, that together contain every post for which the expression is true. */
export function sourcesOf(expression: PostExpression, scope: Scope, dialect: Dialect): readonly SqlFragment[] | null {
  switch (expression.kind) {
    case 'and':
      for (const one of expression.of) {
        const found = sourcesOf(one, scope, dialect);
        if (found) return found;
      }
      return null;
    case 'or': {
      const parts = expression.of.map((one) => sourcesOf(one, scope, dialect));
      return parts.length > 0 && parts.every((part) => part !== null) ? parts.flat() : null;
    }
    case 'not':
    case 'textIn':
      return null;
    case 'column':
      return columnSource(expression, scope, dialect);
    case 'terms':
      return [candidateTerms(expression.group)];
    case 'text':
      return [
        fragment`select p.ID as id from ${tableRef('posts')} as p where ${dialect.searchPosts(expression.words)}`,
      ];
    case 'meta':
      return [metaSource(expression, dialect)];
  }
}

const posts = (condition: SqlCondition): readonly SqlFragment[] => [
  fragment`select x.ID as id from ${tableRef('posts')} as x where ${condition}`,
];

function columnSource(expression: ColumnComparison, scope: Scope, dialect: Dialect): readonly SqlFragment[] | null {
  const { compared } = expression;
  switch (expression.column) {
    case 'id':
      return compared.is === 'in' ? posts(oneOf('x.ID', compared.values)) : null;
    case 'author':
      return compared.is === 'in' ? posts(oneOf('x.post_author', compared.values)) : null;
    case 'parent':
      return compared.is === 'in' ? posts(oneOf('x.post_parent', compared.values)) : null;
    case 'slug':
      return posts(oneOf(foldedColumn(dialect, 'x.post_name'), expression.compared.values.map(dialect.fold)));
    case 'date':
      return ofDates('x.post_date', expression.compared, scope);
    case 'modified':
      // Existing sites have no index for it.
      return dialect.can.summaryTables ? ofDates('x.post_modified', expression.compared, scope) : null;
    default:
      return null;
  }
}

type DateComparison = Extract<ColumnComparison, { column: 'date' | 'modified' }>['compared'];

function ofDates(name: string, compared: DateComparison, { types, statuses }: Scope): readonly SqlFragment[] | null {
  if (!statuses) return null;
  return posts(
    all([oneOf('x.post_type', types), oneOf('x.post_status', statuses), comparison(column(name), compared)]),
  );
}

export function candidateTerms({ taxonomy, termIds }: TermGroup): SqlFragment {
  const which = oneOf('t.term_id', termIds);
  if (which === never) return nothing;
  return fragment`select r.object_id as id from ${tableRef('term_relationships')} as r where r.term_taxonomy_id in (select t.term_taxonomy_id from ${tableRef('term_taxonomy')} as t where t.taxonomy = ${taxonomy} and ${which})`;
}

const nothing: SqlFragment = fragment`select x.ID as id from ${tableRef('posts')} as x where 1 = 0`;

/** By the index of its values where the site keeps one, else every post that has a value of the key. */
function metaSource({ key, compared }: MetaExpression, dialect: Dialect): SqlFragment {
  const all = fragment`select m.post_id as id from ${tableRef('postmeta')} as m where m.meta_key = ${key.name}`;
  if (compared.is === 'contains')
    return fragment`${all} and ${dialect.contains(column('m.meta_value'), compared.text)}`;
  if (!key.isIndexed || compared.is === 'stored' || compared.is === 'true') return all;
  const { from, which, holds } = dialect.indexedMeta(key);
  const condition = holds(compared);
  return condition === never ? nothing : fragment`select v.post_id as id from ${from} where ${which} and ${condition}`;
}

/** The ids of the sources, without duplicates; of each source at most so many where a limit is given. */
export function idsOf(sources: readonly SqlFragment[], limit?: number): SqlFragment {
  const parts = sources.map((source, i) =>
    limit === undefined
      ? source
      : fragment`select ${column(`s${i}.id`)} as id from (${source} limit ${literal(limit)}) as ${alias(i)}`,
  );
  return joined(parts, ' union ');
}

const alias = (i: number): SqlFragment => aliasName(`s${i}`);
