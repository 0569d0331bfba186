import { sql } from 'kysely';
import { sees, type Visibility, type VisibilityClause, type VisibilitySubject } from '../../rules/visibility.ts';
import { all, always, any, type BuiltCondition, never, oneOf, type SqlCondition } from '../query/condition.ts';
import type { Dialect } from '../query/dialect.ts';
import { fragment, tableRef } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';
import type { TermGroup } from '../store/post-expression.ts';
import type { CountedFilter, PostFilter } from '../store/posts.ts';
import { otherConditions } from './post-condition.ts';
import { narrowedVisibility } from './visibility.ts';

/** Whose posts a counter counts: all of a site, those of an author, or of a term. */
export const scopes = { all: 0, author: 1, term: 2 } as const;

interface Counter {
  readonly scope: number;
  readonly owner: number;
  readonly type: string;
  readonly status: string;
  readonly parentType: string;
  readonly parentStatus: string;
  readonly n: number;
}

/** Whether the counters cover a filter; otherwise rows must be counted. */
export function areCountable(filter: PostFilter, dialect: Dialect): boolean {
  const { authorIds, withTerms, ...rest } = filter;
  if (dialect.can.listTable && filter.types.includes('revision')) return false;
  // Words may not have been looked up yet.
  if (rest.search ?? rest.notSearch ?? rest.where ?? rest.among) return false;
  if (!otherConditions(rest, dialect).every((part) => part === always)) return false;
  const byTerm = withTerms !== undefined && withTerms.length > 0;
  if (byTerm && (withTerms.length > 1 || withTerms[0]?.termIds.length !== 1 || authorIds)) return false;
  return visibilityOf(filter).anyOf.every((clause) => isDecidable(clause, byTerm));
}

const visibilityOf = ({ visibility, types, statuses }: PostFilter): Visibility =>
  narrowedVisibility(visibility, types, statuses);

/** Whether a counter has all the columns that this clause checks. */
function isDecidable(clause: VisibilityClause, byTerm: boolean): boolean {
  if (byTerm && clause.authorId !== undefined) return false;
  if (clause.parent === undefined) return true;
  const areInheriting = clause.statuses !== 'any' && clause.statuses.every((status) => status === 'inherit');
  if (byTerm || !areInheriting || clause.types?.includes('revision')) return false;
  return (
    clause.parent === 'none' ||
    clause.parent.anyOf.every((parent) => parent.authorId === undefined && parent.parent === undefined)
  );
}

/**
 * The total of a filter that the counters cover. Each counter is checked like one row of its kind, with the same `sees`
 * that checks rows, and contributes its number of rows.
 */
export async function totalOfCounters(session: Session, filter: PostFilter): Promise<number> {
  const visibility = visibilityOf(filter);
  const [group] = filter.withTerms ?? [];
  if (group) return sum((await readCounters(session, filter, ofTerm(group))).filter(seenBy(visibility, nobody)));
  if (filter.authorIds) {
    const counters = await readCounters(session, filter, ofAuthors(filter.authorIds));
    return sum(counters.filter((one) => seenBy(visibility, one.owner)(one)));
  }
  // Every row counts as another user's; those are added that only their own authors see.
  const named = visibility.anyOf.flatMap((clause) => (clause.authorId === undefined ? [] : [clause.authorId]));
  const counters = await readCounters(session, filter, any([ofAll, ofAuthors(named)]));
  const bySomebody = seenBy(visibility, nobody);
  return sum(
    counters.filter((one) =>
      one.scope === scopes.all ? bySomebody(one) : seenBy(visibility, one.owner)(one) && !bySomebody(one),
    ),
  );
}

const nobody = -1;
const sum = (counters: readonly Counter[]): number => counters.reduce((total, { n }) => total + n, 0);

const seenBy =
  (visibility: Visibility, authorId: number) =>
  (counter: Counter): boolean =>
    sees(visibility, subject(counter, authorId));

function subject(counter: Counter, authorId: number): VisibilitySubject {
  const { type, status, parentType, parentStatus } = counter;
  const parent = parentType === '' ? null : { type: parentType, status: parentStatus, authorId: nobody };
  return { type, status, authorId, parent };
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

const wholeSum = sql<number>`cast(sum(k.n) as signed)`;

/** Where writers add deltas to the counters, each counter is the sum of its deltas. */
const countersWhere = statement(({ db, dialect }, { condition }: Which) => {
  const counters = db.selectFrom('platen_counts as k').where(condition);
  const key = [
    'k.scope as scope',
    'k.owner as owner',
    'k.post_type as type',
    'k.post_status as status',
    'k.parent_type as parentType',
    'k.parent_status as parentStatus',
  ] as const;
  if (!dialect.can.listTable) return counters.select([...key, 'k.n as n', sql<number>`1`.as('deltas')]);
  return counters
    .select(({ fn }) => [...key, wholeSum.as('n'), fn.countAll<number>().as('deltas')])
    .groupBy(['k.scope', 'k.owner', 'k.post_type', 'k.post_status', 'k.parent_type', 'k.parent_status']);
});

/** With more deltas than this, it is time to compact them. */
const compactAbove = 50;

async function readCounters(session: Session, filter: PostFilter, which: SqlCondition): Promise<Counter[]> {
  const parts = [which, oneOf('k.post_type', filter.types)];
  if (filter.statuses) parts.push(oneOf('k.post_status', filter.statuses));
  const condition = all(parts);
  if (condition === never) return [];
  const rows = await session.select(countersWhere, { condition });
  if (rows.some(({ deltas }) => deltas > compactAbove)) session.site.lists.compactCounters();
  return rows;
}

/** Totals by state or type; null where the counters do not cover them. */
export async function groupsOfCounters(
  session: Session,
  filter: CountedFilter,
  by: 'status' | 'type',
): Promise<Map<string, number> | null> {
  if (!session.hasLists || !areCountable(filter, session.dialect)) return null;
  const counts = new Map<string, number>();
  for (const value of by === 'status' ? filter.statuses : filter.types) {
    const one = { ...filter, ...(by === 'status' ? { statuses: [value] } : { types: [value] }) };
    counts.set(value, await totalOfCounters(session, one));
  }
  return counts;
}

const termIds = statement(({ db }, { condition }: Which) =>
  db.selectFrom('term_taxonomy as t').select(['t.term_taxonomy_id as rowId', 't.term_id as id']).where(condition),
);

/** Totals by term; null where the counters do not cover them. */
export async function termsOfCounters(
  session: Session,
  filter: CountedFilter,
  taxonomy: string,
): Promise<Map<number, number> | null> {
  const ofAnyTerm = { ...filter, withTerms: [{ taxonomy, termIds: [0] }] };
  const isCovered = !filter.withTerms && !filter.authorIds && areCountable(ofAnyTerm, session.dialect);
  if (!isCovered || !session.hasLists) return null;
  const ofTaxonomy: SqlCondition = fragment`k.owner in (select x.term_taxonomy_id from ${tableRef('term_taxonomy')} as x where x.taxonomy = ${taxonomy})`;
  const rows = await readCounters(session, filter, all([oneOf('k.scope', [scopes.term]), ofTaxonomy]));
  const ids = await session.select(termIds, { condition: oneOf('t.taxonomy', [taxonomy]) });
  const byRow = new Map(ids.map(({ rowId, id }) => [rowId, id]));
  const counts = new Map<number, number>();
  for (const row of rows.filter(seenBy(visibilityOf(filter), nobody))) {
    const id = byRow.get(row.owner);
    if (id !== undefined && row.n !== 0) counts.set(id, (counts.get(id) ?? 0) + row.n);
  }
  return counts;
}

const totalOfKinds = statement(({ db }, { condition }: Which) =>
  db
    .selectFrom('platen_counts as c')
    .select(({ fn }) => fn.sum<number | null>('c.n').as('n'))
    .where(condition),
);

/** How many posts the counters `c` have that meet a condition. */
export async function sumOfKinds(session: Session, condition: SqlCondition): Promise<number> {
  if (condition === never) return 0;
  const [row] = await session.select(totalOfKinds, { condition });
  return row?.n ?? 0;
}

/** Statements that visit every post of a site of this size block others noticeably. */
const largeSite = 5_000;

/** Whether statements that read every post are slow, and block this process. */
export async function isLargeSite(session: Session): Promise<boolean> {
  if (!session.dialect.can.summaryTables) return false;
  return (await sumOfKinds(session, oneOf('c.scope', [scopes.all]))) >= largeSite;
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
