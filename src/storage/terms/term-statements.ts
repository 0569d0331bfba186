import type { Kysely } from 'kysely';
import type { ColumnMap, ColumnParams } from '../query/column-map.ts';
import {
  above,
  all,
  any,
  type BuiltCondition,
  beyondRow,
  byColumns,
  byList,
  type ListOrder,
  noneOf,
  oneOf,
  type SqlCondition,
} from '../query/condition.ts';
import { anyContains, type Dialect, foldedColumn } from '../query/dialect.ts';
import { column, fragment, type Param, tableRef } from '../query/fragment.ts';
import { type ListInputs, pageOf } from '../query/list-query.ts';
import { statement } from '../query/statement.ts';
import type { Tables } from '../query/tables.ts';
import type { Term } from '../rows.ts';
import type { Direction } from '../store/list.ts';
import type { TermFilter, TermOrder } from '../store/terms.ts';

/** The columns of a term's members in the terms row. */
export const termNameColumns = {
  name: 'name',
  slug: 'slug',
  group: 'term_group',
} as const satisfies ColumnMap<Pick<Term, 'name' | 'slug' | 'group'>, 'terms'>;

/** The columns of a term's members in its taxonomy row. */
export const termRowColumns = {
  description: 'description',
  parentId: 'parent',
  count: 'count',
} as const satisfies ColumnMap<Pick<Term, 'description' | 'parentId' | 'count'>, 'term_taxonomy'>;

const termColumns = [
  't.term_id as id',
  'x.term_taxonomy_id as taxonomyRowId',
  't.name as name',
  't.slug as slug',
  't.term_group as group',
  'x.taxonomy as taxonomy',
  'x.description as description',
  'x.parent as parentId',
  'x.count as count',
] as const;

interface Where {
  readonly condition: BuiltCondition;
}

const joined = (db: Kysely<Tables>) =>
  db.selectFrom('terms as t').innerJoin('term_taxonomy as x', 'x.term_id', 't.term_id');

/** Selects from the table of sorted names; `cross join` keeps it first in the join order. */
const byName = (db: Kysely<Tables>) =>
  db
    .selectFrom('platen_term_names as n')
    .crossJoin('term_taxonomy as x')
    .crossJoin('terms as t')
    .whereRef('x.taxonomy', '=', 'n.taxonomy')
    .whereRef('x.term_id', '=', 'n.term_id')
    .whereRef('t.term_id', '=', 'n.term_id');

export const listedTerms = statement(({ db }, list: ListInputs) => pageOf(joined(db).select(termColumns), list));

export const termsByName = statement(({ db }, list: ListInputs) => pageOf(byName(db).select(termColumns), list));

export const countedTerms = statement(({ db }, { condition }: Where) =>
  joined(db)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(condition),
);

/** For conditions that use no column of the terms row. */
export const countedTermRows = statement(({ db }, { condition }: Where) =>
  db
    .selectFrom('term_taxonomy as x')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(condition),
);

export const termsWhere = statement(({ db }, { condition }: Where) => joined(db).select(termColumns).where(condition));

export const postTermsWhere = statement(({ db }, { condition }: Where) =>
  joined(db)
    .innerJoin('term_relationships as r', 'r.term_taxonomy_id', 'x.term_taxonomy_id')
    .select(['r.object_id as postId', 't.term_id as id', 't.name as name', 't.slug as slug', 'x.taxonomy as taxonomy'])
    .where(condition),
);

export const postsHolding = statement(({ db }, { rowId }: { rowId: Param<number> }) =>
  db
    .selectFrom('term_relationships')
    .select('object_id as id')
    .where('term_taxonomy_id', '=', rowId)
    .orderBy('object_id'),
);

export const childTerms = statement(
  ({ db }, { parentId, taxonomy }: { parentId: Param<number>; taxonomy: Param<string> }) =>
    db
      .selectFrom('term_taxonomy')
      .select('term_id as id')
      .where('parent', '=', parentId)
      .where('taxonomy', '=', taxonomy),
);

/** How many terms are directly below each. */
export const childCounts = statement(({ db }, { condition }: Where) =>
  db
    .selectFrom('term_taxonomy as x')
    .select(({ fn }) => ['x.parent as id', fn.countAll<number>().as('n')])
    .where(condition)
    .groupBy('x.parent'),
);

/** A term and all terms below it. `union` drops duplicates, so that terms that are each other's parents end it too. */
export const termAndBelow = statement(({ db }, { id, taxonomy }: { id: Param<number>; taxonomy: Param<string> }) =>
  db
    .withRecursive('below', (rows) =>
      rows
        .selectFrom('term_taxonomy as top')
        .select('top.term_id as id')
        .where('top.term_id', '=', id)
        .where('top.taxonomy', '=', taxonomy)
        .union(
          rows
            .selectFrom('below')
            .innerJoin('term_taxonomy as x', 'x.parent', 'below.id')
            .select('x.term_id as id')
            .where('x.taxonomy', '=', taxonomy),
        ),
    )
    .selectFrom('below')
    .select('id'),
);

export const updateTermName = statement(
  ({ db }, { columns, id }: { columns: ColumnParams<typeof termNameColumns, Partial<Term>>; id: Param<number> }) =>
    db.updateTable('terms').set(columns).where('term_id', '=', id),
);

export const updateTermRow = statement(
  (
    { db },
    {
      columns,
      id,
      taxonomy,
    }: {
      columns: ColumnParams<typeof termRowColumns, Partial<Term>>;
      id: Param<number>;
      taxonomy: Param<string>;
    },
  ) => db.updateTable('term_taxonomy').set(columns).where('term_id', '=', id).where('taxonomy', '=', taxonomy),
);

/** A filter as one condition on the rows `t` (terms) and `x` (its taxonomy row). */
export function termCondition(filter: TermFilter, dialect: Dialect): SqlCondition {
  const parts: SqlCondition[] = [oneOf('x.taxonomy', [filter.taxonomy, ...(filter.otherTaxonomies ?? [])])];
  if (filter.beyond) parts.push(beyondRow('x.term_id', filter.beyond));
  if (filter.ids) parts.push(oneOf('x.term_id', filter.ids));
  if (filter.notIds) parts.push(noneOf('x.term_id', filter.notIds));
  if (filter.slugs) parts.push(oneOf(foldedColumn(dialect, 't.slug'), filter.slugs.map(dialect.fold)));
  if (filter.name !== undefined) parts.push(oneOf(foldedColumn(dialect, 't.name'), [dialect.fold(filter.name)]));
  if (filter.parentId !== undefined) parts.push(oneOf('x.parent', [filter.parentId]));
  if (filter.search !== undefined) parts.push(anyContains(dialect, ['t.name', 't.slug'], filter.search));
  if (filter.hideEmpty) parts.push(notEmpty(filter));
  if (filter.postId !== undefined) parts.push(heldBy(filter.postId));
  return all(parts);
}

/** Whether a filter uses the name or the slug, which are in the terms row. */
export const asksForName = (filter: TermFilter): boolean =>
  filter.slugs !== undefined || filter.name !== undefined || filter.search !== undefined;

function notEmpty(filter: TermFilter): SqlCondition {
  const used = above('x.count', 0);
  return filter.orAncestors ? any([used, ancestorOfUsed(filter.taxonomy)]) : used;
}

/** `union` drops duplicates, so the recursion ends even for terms that are each other's parents. */
function ancestorOfUsed(taxonomy: string): SqlCondition {
  const rows = tableRef('term_taxonomy');
  return fragment`x.term_id in (with recursive up (id) as (
      select f.parent from ${rows} as f where f.taxonomy = ${taxonomy} and f.count > 0 and f.parent <> 0
      union select n.parent from ${rows} as n join up on n.term_id = up.id where n.taxonomy = ${taxonomy} and n.parent <> 0
    ) select id from up)`;
}

const heldBy = (postId: number): SqlCondition =>
  fragment`x.term_taxonomy_id in (select r.term_taxonomy_id from ${tableRef('term_relationships')} as r where r.object_id = ${postId})`;

const id = column('t.term_id');
const plainOrders = { group: 't.term_group', count: 'x.count' } as const;
const foldedOrders = { name: 't.name', slug: 't.slug', description: 'x.description' } as const;

/** The order of a list of terms on the rows `t` and `x`. */
export function termListOrder(dialect: Dialect, filter: TermFilter, { by, direction }: TermOrder): ListOrder {
  switch (by) {
    case 'id':
      return byColumns([id, direction]);
    case 'include':
      return byList(id, filter.ids ?? [], direction);
    case 'includeSlugs':
      return byList(foldedColumn(dialect, 't.slug'), (filter.slugs ?? []).map(dialect.fold), direction);
    case 'group':
    case 'count':
      return byColumns([column(plainOrders[by]), direction], [id, direction]);
    default:
      return byColumns([foldedColumn(dialect, foldedOrders[by]), direction], [id, direction]);
  }
}

/** The orders by name on the row `n` of the table of sorted names. */
export const summaryNameOrders: Readonly<Record<Direction, ListOrder>> = {
  asc: byColumns([column('n.name'), 'asc'], [column('n.term_id'), 'asc']),
  desc: byColumns([column('n.name'), 'desc'], [column('n.term_id'), 'desc']),
};
