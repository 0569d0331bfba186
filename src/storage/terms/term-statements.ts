import type { Kysely } from 'kysely';
import type { ColumnMap, ColumnParams } from '../query/column-map.ts';
import type { BuiltCondition } from '../query/condition.ts';
import { type ListInputs, pageOf } from '../query/list-query.ts';
import type { Param } from '../query/param.ts';
import { statement } from '../query/statement.ts';
import type { Tables } from '../query/tables.ts';
import type { Term } from '../rows.ts';

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

export const heldTermsWhere = statement(({ db }, { condition }: Where) =>
  joined(db)
    .innerJoin('term_relationships as r', 'r.term_taxonomy_id', 'x.term_taxonomy_id')
    .select(['r.object_id as postId', 't.term_id as id', 't.name as name', 't.slug as slug', 'x.taxonomy as taxonomy'])
    .where(condition),
);

/** The posts that have a taxonomy row. */
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
