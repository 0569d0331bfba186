import { everything, type Visibility, type VisibilityClause } from '../../rules/visibility.ts';
import { all, always, any, never, not, oneOf, type SqlCondition } from '../query/condition.ts';
import { aliasName, column, fragment, tableRef } from '../query/fragment.ts';

/** A visibility as a condition on the posts row with this alias: the SQL equivalent of `sees`. */
export function visibilityCondition(visibility: Visibility, alias: string): SqlCondition {
  return any(visibility.anyOf.map((clause) => clauseCondition(clause, alias)));
}

function clauseCondition(clause: VisibilityClause, alias: string): SqlCondition {
  const parts: SqlCondition[] = [];
  if (clause.types) parts.push(oneOf(`${alias}.post_type`, clause.types));
  if (clause.statuses !== 'any') parts.push(oneOf(`${alias}.post_status`, clause.statuses));
  return all([...parts, clauseLimits(clause, alias)]);
}

/** The conditions of a clause besides type and status. */
function clauseLimits(clause: VisibilityClause, alias: string): SqlCondition {
  const parts: SqlCondition[] = [];
  if (clause.authorId !== undefined) parts.push(oneOf(`${alias}.post_author`, [clause.authorId]));
  if (clause.parent !== undefined) parts.push(parentCondition(clause.parent, alias));
  return all(parts);
}

const isLimited = ({ authorId, parent }: VisibilityClause): boolean => (authorId ?? parent) !== undefined;

function parentCondition(parent: Visibility | 'none', alias: string): SqlCondition {
  const outer = `${alias}.post_parent`;
  if (parent === 'none') return any([oneOf(outer, [0]), not(postExists(everything, outer))]);
  return postExists(parent, outer);
}

/** A post with the id in column `reference` exists, is visible, and meets the condition `also`. */
export function postExists(
  visibility: Visibility,
  reference: string,
  also: (alias: string) => SqlCondition = () => always,
): SqlCondition {
  const alias = `of_${reference.replace('.', '_')}`;
  const within = all([visibilityCondition(visibility, alias), also(alias)]);
  if (within === never) return never;
  return fragment`exists (select 1 from ${tableRef('posts')} as ${aliasName(alias)} where ${column(`${alias}.ID`)} = ${column(reference)} and ${within})`;
}

/**
 * The clauses that can still match after a filter narrows types and statuses, each with the narrowed lists. This
 * helps the index: for most callers one type and one status remain.
 */
export function narrowedVisibility(
  visibility: Visibility,
  types: readonly string[] | undefined,
  statuses: readonly string[] | undefined,
): Visibility {
  const clauses: VisibilityClause[] = [];
  for (const clause of visibility.anyOf) {
    const narrowed = narrowedClause(clause, types, statuses);
    if (narrowed.types?.length === 0 || narrowed.statuses.length === 0) continue;
    clauses.push(narrowed);
  }
  return { anyOf: clauses };
}

function narrowedClause(
  clause: VisibilityClause,
  types: readonly string[] | undefined,
  statuses: readonly string[] | undefined,
): VisibilityClause {
  const narrowedTypes =
    types && clause.types ? types.filter((type) => clause.types?.includes(type)) : (types ?? clause.types);
  const opened = clause.statuses;
  const narrowedStatuses =
    opened === 'any' ? (statuses ?? opened) : statuses ? statuses.filter((status) => opened.includes(status)) : opened;
  return {
    statuses: narrowedStatuses,
    ...(narrowedTypes && { types: narrowedTypes }),
    ...(clause.authorId !== undefined && { authorId: clause.authorId }),
    ...(clause.parent !== undefined && { parent: clause.parent }),
  };
}

/** Whether rows are visible by the state of their parents. */
export const inherits = ({ anyOf }: Visibility, types: readonly string[]): boolean =>
  anyOf.some((clause) => clause.parent !== undefined && (clause.types ?? types).some((type) => types.includes(type)));

/** The visible posts of one type and status. */
export interface VisibleKind {
  readonly type: string;
  readonly status: string;
  /** The limits of which a row must meet one; none where all rows are visible. */
  readonly limits: readonly VisibilityClause[];
}

/**
 * Splits a visibility by type and status. The kinds are disjoint, each is one index range, and together they cover all
 * visible rows. Where a clause allows every status, `present` lists the existing ones; null without it.
 */
export function visibleKinds(
  visibility: Visibility,
  types: readonly string[],
  present?: readonly string[],
): VisibleKind[] | null {
  const clauses = narrowedVisibility(visibility, types, present).anyOf;
  const kinds = new Map<string, { type: string; status: string; limits: VisibilityClause[] }>();
  for (const clause of clauses) {
    if (clause.statuses === 'any') return null;
    for (const type of new Set(clause.types)) {
      for (const status of new Set(clause.statuses)) {
        const key = `${type} ${status}`;
        const kind = kinds.get(key) ?? { type, status, limits: [] };
        kind.limits.push(clause);
        kinds.set(key, kind);
      }
    }
  }
  return [...kinds.values()].map((kind) => ({ ...kind, limits: kind.limits.every(isLimited) ? kind.limits : [] }));
}

/** A kind as a condition on the posts row `p`. */
export function kindCondition({ type, status, limits }: VisibleKind): SqlCondition {
  const parts = [oneOf('p.post_type', [type]), oneOf('p.post_status', [status])];
  if (limits.length > 0) parts.push(any(limits.map((clause) => clauseLimits(clause, 'p'))));
  return all(parts);
}
