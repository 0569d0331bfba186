import { sql } from 'kysely';
import { sees, type Visibility, type VisibilityClause, type VisibilitySubject } from '../../rules/visibility.ts';
import { all, always, any, type BuiltCondition, never, oneOf, type SqlCondition } from '../query/condition.ts';
import type { Dialect } from '../query/dialect.ts';
import { fragment } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import { tableRef } from '../query/sql-names.ts';
import { statement } from '../query/statement.ts';
import type { TermGroup } from '../store/post-expression.ts';
import type { PostFilter } from '../store/posts.ts';
import { otherConditions } from './post-condition.ts';
import { narrowedVisibility } from './visibility-condition.ts';

export const scopes = { all: 0, author: 1, term: 2, month: 3 } as const;

export interface CountRow {
  readonly scope: number;
  readonly owner: number;
  readonly type: string;
  readonly status: string;
  readonly parentType: string;
  readonly parentStatus: string;
  readonly n: number;
}

/**
 * A total from the summary tables; null where they cannot answer. Each count is checked like one row of its kind, with
 * the same `sees` that checks rows, and contributes its number of rows.
 */
export async function countFromSummary(session: Session, filter: PostFilter): Promise<number | null> {
  if (!isCounted(filter, session.dialect)) return null;
  const visibility = narrowedVisibility(filter.visibility, filter.types, filter.statuses);
  const [group] = filter.withTerms ?? [];
  if (!visibility.anyOf.every((clause) => isDecidable(clause, group !== undefined))) return null;
  if (!(await session.hasLists())) return null;
  if (group) return visibleSum(await summaryRows(session, filter, ofTerm(group)), visibility, nobody);
  if (filter.authorIds) {
    const rows = await summaryRows(session, filter, ofAuthors(filter.authorIds));
    return sum(rows.map((row) => (sees(visibility, subject(row, row.owner)) ? row.n : 0)));
  }
  return countOfAllAuthors(session, filter, visibility);
}

/** Counts every row as another user's, then adds the rows that are visible only to their own authors. */
async function countOfAllAuthors(session: Session, filter: PostFilter, visibility: Visibility): Promise<number> {
  const named = visibility.anyOf.flatMap((clause) => (clause.authorId === undefined ? [] : [clause.authorId]));
  const rows = await summaryRows(session, filter, any([ofAll, ofAuthors(named)]));
  const extra = rows
    .filter((row) => row.scope === scopes.author)
    .map((row) => (sees(visibility, subject(row, row.owner)) && !sees(visibility, subject(row, nobody)) ? row.n : 0));
  const general = rows.filter((row) => row.scope === scopes.all);
  return visibleSum(general, visibility, nobody) + sum(extra);
}

export const nobody = -1;
const visibleSum = (rows: readonly CountRow[], visibility: Visibility, authorId: number): number =>
  sum(rows.map((row) => (sees(visibility, subject(row, authorId)) ? row.n : 0)));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

export function subject(row: CountRow, authorId: number): VisibilitySubject {
  const parent = row.parentType === '' ? null : { type: row.parentType, status: row.parentStatus, authorId: nobody };
  return { type: row.type, status: row.status, authorId, parent };
}

/** Whether the summary tables have counts for this filter; otherwise rows must be counted. */
export function isCounted(filter: PostFilter, dialect: Dialect): boolean {
  const { authorIds, withTerms, ...rest } = filter;
  if (dialect.can.listTable && filter.types.includes('revision')) return false;
  if (!otherConditions(rest, dialect).every((part) => part === always)) return false;
  if (!withTerms || withTerms.length === 0) return true;
  return withTerms.length === 1 && withTerms[0]?.termIds.length === 1 && !authorIds;
}

/** Whether a count has all the columns that this clause checks. */
export function isDecidable(clause: VisibilityClause, byTerm: boolean): boolean {
  if (byTerm && clause.authorId !== undefined) return false;
  if (clause.parent === undefined) return true;
  const areInheriting = clause.statuses !== 'any' && clause.statuses.every((status) => status === 'inherit');
  if (byTerm || !areInheriting || clause.types?.includes('revision')) return false;
  return (
    clause.parent === 'none' ||
    clause.parent.anyOf.every((parent) => parent.authorId === undefined && parent.parent === undefined)
  );
}

const ofAll: SqlCondition = all([oneOf('k.scope', [scopes.all]), oneOf('k.owner', [0])]);

const ofAuthors = (ids: readonly number[]): SqlCondition =>
  all([oneOf('k.scope', [scopes.author]), oneOf('k.owner', ids)]);

const ofTerm = (group: TermGroup): SqlCondition =>
  all([
    oneOf('k.scope', [scopes.term]),
    fragment`k.owner = (select x.term_taxonomy_id from ${tableRef('term_taxonomy')} as x where x.term_id = ${group.termIds[0] ?? 0} and x.taxonomy = ${group.taxonomy})`,
  ]);

interface Which {
  readonly condition: BuiltCondition;
}

/** Where writers add parts to the counts, each count is the sum of its parts. */
const countRows = statement(({ db, dialect }, { condition }: Which) => {
  const counts = db.selectFrom('platen_counts as k').where(condition);
  const key = [
    'k.scope as scope',
    'k.owner as owner',
    'k.post_type as type',
    'k.post_status as status',
    'k.parent_type as parentType',
    'k.parent_status as parentStatus',
  ] as const;
  if (!dialect.can.listTable) return counts.select([...key, 'k.n as n', sql<number>`1`.as('parts')]);
  return counts
    .select(({ fn }) => [...key, wholeSum.as('n'), fn.countAll<number>().as('parts')])
    .groupBy(['k.scope', 'k.owner', 'k.post_type', 'k.post_status', 'k.parent_type', 'k.parent_status']);
});

const wholeSum = sql<number>`cast(sum(k.n) as signed)`;

/** With more parts than this, it is time to fold them. */
const foldAbove = 50;

export async function summaryRows(session: Session, filter: PostFilter, which: SqlCondition): Promise<CountRow[]> {
  const parts = [which, oneOf('k.post_type', filter.types)];
  if (filter.statuses) parts.push(oneOf('k.post_status', filter.statuses));
  const condition = all(parts);
  if (condition === never) return [];
  const rows = await session.select(countRows, { condition });
  if (rows.some((row) => row.parts > foldAbove)) session.site.lists.fold();
  return rows;
}

/** A search visits every matching post; on a site of this size that takes noticeable time. */
const largeSite = 5_000;

/** Each group of terms is looked up for every post of the list. */
const fewGroups = 2;

const totalOfPosts = statement(({ db }) =>
  db
    .selectFrom('platen_counts as k')
    .select(({ fn }) => fn.sum<number | null>('k.n').as('n'))
    .where('k.scope', '=', sql.lit(scopes.all)),
);

const totalOfKinds = statement(({ db }, { condition }: Which) =>
  db
    .selectFrom('platen_counts as c')
    .select(({ fn }) => fn.sum<number | null>('c.n').as('n'))
    .where(condition),
);

/** How many posts the counts `c` have that meet a condition. */
export async function sumOfKinds(session: Session, condition: SqlCondition): Promise<number> {
  if (condition === never) return 0;
  const [row] = await session.select(totalOfKinds, { condition });
  return row?.n ?? 0;
}

/** Whether a query with this filter may take so long that it blocks other requests. */
export async function mayTakeLong(session: Session, filter: PostFilter): Promise<boolean> {
  if (filter.where || (filter.withTerms?.length ?? 0) + (filter.withoutTerms?.length ?? 0) > fewGroups) return true;
  return (filter.search || filter.notSearch) !== undefined && isLargeSite(session);
}

/** Whether statements that read every post are slow, and block this process. */
export async function isLargeSite(session: Session): Promise<boolean> {
  if (!session.dialect.can.summaryTables) return false;
  const [row] = await session.select(totalOfPosts, {});
  return (row?.n ?? 0) >= largeSite;
}

const countedStatuses = statement(({ db }, { condition }: Which) =>
  db
    .selectFrom('platen_counts as k')
    .select('k.post_status as status')
    .distinct()
    .where('k.n', '>', sql.lit(0))
    .where(condition),
);

/** The statuses that posts of these types have, and perhaps some that they had. */
export async function presentStatuses(session: Session, types: readonly string[]): Promise<string[]> {
  const condition = all([ofAll, oneOf('k.post_type', types)]);
  if (condition === never) return [];
  const rows = await session.select(countedStatuses, { condition });
  return rows.map((row) => row.status);
}

const countedOwners = statement(({ db, dialect }, { condition }: Which) => {
  const owners = db.selectFrom('platen_counts as k').select('k.owner as id').where(condition);
  return dialect.can.listTable
    ? owners.groupBy('k.owner').having(wholeSum, '>', sql.lit(0))
    : owners.distinct().where('k.n', '>', sql.lit(0));
});

/** Which of these authors have a post of these types and statuses. */
export async function countedAuthors(
  session: Session,
  types: readonly string[],
  statuses: readonly string[],
  among?: readonly number[],
): Promise<Set<number>> {
  const condition = all([
    among ? ofAuthors(among) : oneOf('k.scope', [scopes.author]),
    oneOf('k.post_type', types),
    oneOf('k.post_status', statuses),
  ]);
  if (condition === never) return new Set();
  const rows = await session.select(countedOwners, { condition });
  return new Set(rows.map((row) => row.id));
}
