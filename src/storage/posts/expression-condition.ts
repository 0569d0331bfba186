import { all, any, comparison, never, not, oneOf, type SqlCondition } from '../query/condition.ts';
import { anyContains, type Dialect, foldedColumn } from '../query/dialect.ts';
import { column, fragment, literal, type SqlFragment, tableRef } from '../query/fragment.ts';
import type {
  ColumnComparison,
  MetaComparison,
  MetaExpression,
  MetaKey,
  PostExpression,
  TermGroup,
  TextExpression,
  TextInExpression,
} from '../store/post-expression.ts';
import { visibilityCondition } from './visibility.ts';

/** An expression as a condition on the posts row `p`. It is always true or false, never unknown. */
export function expressionCondition(expression: PostExpression, dialect: Dialect): SqlCondition {
  switch (expression.kind) {
    case 'and':
      return all(expression.of.map((one) => expressionCondition(one, dialect)));
    case 'or':
      return any(expression.of.map((one) => expressionCondition(one, dialect)));
    case 'not':
      return not(expressionCondition(expression.of, dialect));
    case 'column':
      return columnCondition(expression, dialect);
    case 'terms':
      return holdsTerm(expression.group);
    case 'text':
      return textCondition(expression, dialect);
    case 'textIn':
      return textInCondition(expression, dialect);
    case 'meta':
      return metaCondition(expression, dialect);
  }
}

const columns = {
  id: 'p.ID',
  author: 'p.post_author',
  parent: 'p.post_parent',
  menuOrder: 'p.menu_order',
  date: 'p.post_date',
  modified: 'p.post_modified',
  status: 'p.post_status',
  type: 'p.post_type',
} as const;

function columnCondition(expression: ColumnComparison, dialect: Dialect): SqlCondition {
  const { compared } = expression;
  if (expression.column === 'slug')
    return oneOf(foldedColumn(dialect, 'p.post_name'), expression.compared.values.map(dialect.fold));
  const name = columns[expression.column];
  return comparison(column(name), compared);
}

/** The row has one of the terms. The database may begin with the posts of the terms, where they are few. */
export function holdsTerm(group: TermGroup): SqlCondition {
  const held = heldTerm(group);
  return held ? fragment`exists (${held})` : never;
}

/** The same, evaluated per row: a list that is walked stops at the end of its page, so few rows are checked. */
export function walkedHoldsTerm(group: TermGroup): SqlCondition {
  const held = heldTerm(group);
  // A server would turn `exists` into a join with all posts of the terms.
  return held ? fragment`(${held} limit 1) is not null` : never;
}

function heldTerm(group: TermGroup): SqlFragment | null {
  const which = oneOf('t.term_id', group.termIds);
  if (which === never) return null;
  return fragment`select 1 from ${tableRef('term_relationships')} as r where r.object_id = p.ID and r.term_taxonomy_id in (select t.term_taxonomy_id from ${tableRef('term_taxonomy')} as t where t.taxonomy = ${group.taxonomy} and ${which})`;
}

/** A protected text counts as without words for those who may not read it: neither a match nor its absence tells of it. */
function textCondition({ words, open }: TextExpression, dialect: Dialect): SqlCondition {
  return all([any([oneOf('p.post_password', ['']), visibilityCondition(open, 'p')]), dialect.searchPosts(words)]);
}

const textColumns = { title: 'p.post_title', content: 'p.post_content', excerpt: 'p.post_excerpt' } as const;

function textInCondition({ columns: chosen, word, is }: TextInExpression, dialect: Dialect): SqlCondition {
  const names = chosen.map((one) => textColumns[one]);
  if (is === 'contained') return anyContains(dialect, names, word);
  return any(names.map((name) => oneOf(foldedColumn(dialect, name), [dialect.fold(word)])));
}

/** Compares the stored values themselves, so that it is right whatever an index holds. */
function metaCondition({ key, compared }: MetaExpression, dialect: Dialect): SqlCondition {
  const holds = storedCondition(key, compared, dialect, 'm.meta_value');
  if (holds === never) return never;
  return fragment`exists (select 1 from ${tableRef('postmeta')} as m where m.post_id = p.ID and m.meta_key = ${key.name} and ${exactly(key, dialect)} and ${holds})`;
}

/** Keys that differ in case are other keys, also where columns compare without it. */
const exactly = ({ name }: MetaKey, dialect: Dialect): SqlCondition =>
  oneOf(dialect.metaValue(column('m.meta_key'), 'text'), [name]);

function storedCondition({ type }: MetaKey, compared: MetaComparison, dialect: Dialect, name: string): SqlCondition {
  const value = dialect.metaValue(column(name), type === 'number' ? 'number' : 'text');
  switch (compared.is) {
    case 'stored':
      return fragment`1 = 1`;
    case 'contains':
      return dialect.contains(column(name), compared.text);
    case 'true':
      return fragment`coalesce(lower(${column(name)}), '') not in (${literal('')}, ${literal('0')}, ${literal('false')})`;
    default:
      return comparison(value, compared);
  }
}
