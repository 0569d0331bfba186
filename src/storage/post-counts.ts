import { type SqlBool, sql } from 'kysely';
import { type Sight, type SightClause, type SightSubject, sees } from '../content/sight.ts';
import { all, always, any, type Condition, never, oneOf, written } from './condition.ts';
import type { Dialect } from './dialect.ts';
import { otherParts } from './post-condition.ts';
import type { Session } from './session.ts';
import { narrowedSight } from './sight-condition.ts';
import type { PostFilter, TermGroup } from './store.ts';

const scopes = { all: 0, author: 1, term: 2 } as const;

interface CountRow {
  readonly scope: number;
  readonly owner: number;
  readonly type: string;
  readonly status: string;
  readonly parentType: string;
  readonly parentStatus: string;
  readonly n: number;
}

/**
 * A total from the counts that are kept ready; null where they cannot tell. Each count is judged like one row of its
 * kind, by the same `sees` that judges rows, and weighs as many rows as it counts.
 */
export async function readyCount(session: Session, filter: PostFilter): Promise<number | null> {
  if (!session.dialect.can.readyIndexes || !isCounted(filter, session.dialect)) return null;
  const sight = narrowedSight(filter.sight, filter.types, filter.statuses);
  const [group] = filter.withTerms ?? [];
  if (!sight.anyOf.every((clause) => isTold(clause, group !== undefined))) return null;
  if (group) return weigh(await counts(session, filter, ofTerm(group)), sight, nobody);
  if (filter.authorIds) {
    const rows = await counts(session, filter, ofAuthors(filter.authorIds));
    return sum(rows.map((row) => (sees(sight, subject(row, row.owner)) ? row.n : 0)));
  }
  return everyones(session, filter, sight);
}

/** All rows as seen by their author's being nobody special, and then what the named authors' own rows add to it. */
async function everyones(session: Session, filter: PostFilter, sight: Sight): Promise<number> {
  const named = sight.anyOf.flatMap((clause) => (clause.authorId === undefined ? [] : [clause.authorId]));
  const rows = await counts(session, filter, any([ofAll, ofAuthors(named)]));
  const extra = rows
    .filter((row) => row.scope === scopes.author)
    .map((row) => (sees(sight, subject(row, row.owner)) && !sees(sight, subject(row, nobody)) ? row.n : 0));
  const general = rows.filter((row) => row.scope === scopes.all);
  return weigh(general, sight, nobody) + sum(extra);
}

const nobody = -1;
const weigh = (rows: readonly CountRow[], sight: Sight, authorId: number): number =>
  sum(rows.map((row) => (sees(sight, subject(row, authorId)) ? row.n : 0)));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

function subject(row: CountRow, authorId: number): SightSubject {
  const parent = row.parentType === '' ? null : { type: row.parentType, status: row.parentStatus, authorId: nobody };
  return { type: row.type, status: row.status, authorId, parent };
}

/** Filters that counts are kept by; anything else must be counted row by row. */
function isCounted(filter: PostFilter, dialect: Dialect): boolean {
  const { authorIds, withTerms, ...rest } = filter;
  if (!otherParts(rest, dialect).every((part) => part === always)) return false;
  if (!withTerms || withTerms.length === 0) return true;
  return withTerms.length === 1 && withTerms[0]?.termIds.length === 1 && !authorIds;
}

/** Whether counts know enough to judge by this clause. */
function isTold(clause: SightClause, byTerm: boolean): boolean {
  if (byTerm && clause.authorId !== undefined) return false;
  if (clause.parent === undefined) return true;
  const areInheriting = clause.statuses !== 'any' && clause.statuses.every((status) => status === 'inherit');
  if (byTerm || !areInheriting || clause.types?.includes('revision')) return false;
  return (
    clause.parent === 'none' ||
    clause.parent.anyOf.every((parent) => parent.authorId === undefined && parent.parent === undefined)
  );
}

const ofAll: Condition = all([oneOf('k.scope', [scopes.all]), oneOf('k.owner', [0])]);

const ofAuthors = (ids: readonly number[]): Condition =>
  all([oneOf('k.scope', [scopes.author]), oneOf('k.owner', ids)]);

const ofTerm = (group: TermGroup): Condition =>
  all([
    oneOf('k.scope', [scopes.term]),
    written(
      'k.owner of term',
      [group.termIds[0] ?? 0, group.taxonomy],
      ([id, taxonomy]) =>
        sql<SqlBool>`k.owner = (select x.term_taxonomy_id from ${sql.table('term_taxonomy')} as x where x.term_id = ${id} and x.taxonomy = ${taxonomy})`,
    ),
  ]);

async function counts(session: Session, filter: PostFilter, which: Condition): Promise<CountRow[]> {
  const parts = [which, oneOf('k.post_type', filter.types)];
  if (filter.statuses) parts.push(oneOf('k.post_status', filter.statuses));
  const condition = all(parts);
  if (condition === never) return [];
  return session.select<CountRow>(`counts ${condition.shape}`, condition.values, (slots) =>
    session.db
      .selectFrom('platen_counts as k')
      .select([
        'k.scope as scope',
        'k.owner as owner',
        'k.post_type as type',
        'k.post_status as status',
        'k.parent_type as parentType',
        'k.parent_status as parentStatus',
        'k.n as n',
      ])
      .where(condition.build(slots)),
  );
}

/** A search goes through all that has its words in it; on a site of this size that is more than a moment. */
const largeSite = 5_000;

export async function mayTakeLong(session: Session, filter: PostFilter): Promise<boolean> {
  if (!session.dialect.can.readyIndexes || (!filter.search && !filter.notSearch)) return false;
  const [row] = await session.select<{ n: number | null }>('counts.everything', [], () =>
    session.db
      .selectFrom('platen_counts as k')
      .select(({ fn }) => fn.sum<number | null>('k.n').as('n'))
      .where('k.scope', '=', sql.lit(scopes.all)),
  );
  return (row?.n ?? 0) >= largeSite;
}

/** The statuses that posts of these types have. */
export async function presentStatuses(session: Session, types: readonly string[]): Promise<string[]> {
  const condition = all([ofAll, oneOf('k.post_type', types)]);
  if (condition === never) return [];
  const rows = await session.select<{ status: string }>(
    `counts.statuses ${condition.shape}`,
    condition.values,
    (slots) =>
      session.db
        .selectFrom('platen_counts as k')
        .select('k.post_status as status')
        .distinct()
        .where('k.n', '>', sql.lit(0))
        .where(condition.build(slots)),
  );
  return rows.map((row) => row.status);
}

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
  const rows = await session.select<{ id: number }>(`counts.authors ${condition.shape}`, condition.values, (slots) =>
    session.db
      .selectFrom('platen_counts as k')
      .select('k.owner as id')
      .distinct()
      .where('k.n', '>', sql.lit(0))
      .where(condition.build(slots)),
  );
  return new Set(rows.map((row) => row.id));
}
