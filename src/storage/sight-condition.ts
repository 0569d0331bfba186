import { type SqlBool, sql } from 'kysely';
import { everything, type Sight, type SightClause } from '../content/sight.ts';
import { all, always, any, type Condition, never, not, oneOf, written } from './condition.ts';

/** A sight as a condition on the posts row under `alias`: the same judgement as `sees`, made by the database. */
export function sightCondition(sight: Sight, alias: string): Condition {
  return any(sight.anyOf.map((clause) => clauseCondition(clause, alias)));
}

function clauseCondition(clause: SightClause, alias: string): Condition {
  const parts: Condition[] = [];
  if (clause.types) parts.push(oneOf(`${alias}.post_type`, clause.types));
  if (clause.statuses !== 'any') parts.push(oneOf(`${alias}.post_status`, clause.statuses));
  return all([...parts, clauseLimits(clause, alias)]);
}

/** What a clause asks besides type and status. */
export function clauseLimits(clause: SightClause, alias: string): Condition {
  const parts: Condition[] = [];
  if (clause.authorId !== undefined) parts.push(oneOf(`${alias}.post_author`, [clause.authorId]));
  if (clause.parent !== undefined) parts.push(parentCondition(clause.parent, alias));
  return all(parts);
}

function parentCondition(parent: Sight | 'none', alias: string): Condition {
  const outer = `${alias}.post_parent`;
  if (parent === 'none') return any([oneOf(outer, [0]), not(postExists(everything, outer))]);
  return postExists(parent, outer);
}

/** There is a post with the id in column `reference`, it is within the sight, and what is said `also` holds of it. */
export function postExists(
  sight: Sight,
  reference: string,
  also: (alias: string) => Condition = () => always,
): Condition {
  const alias = `of_${reference.replace('.', '_')}`;
  const within = all([sightCondition(sight, alias), also(alias)]);
  if (within === never) return never;
  return written(
    `post(${reference} ${within.shape})`,
    within.values,
    (slots) =>
      sql<SqlBool>`exists (select 1 from ${sql.table('posts')} as ${sql.id(alias)} where ${sql.ref(`${alias}.ID`)} = ${sql.ref(reference)} and ${within.build(slots)})`,
  );
}

/**
 * The clauses that can still hold once types and statuses are narrowed by a filter, each with the narrowed lists. It
 * brings what an index can use to the front: most callers end with one type and one status.
 */
export function narrowedSight(
  sight: Sight,
  types: readonly string[] | undefined,
  statuses: readonly string[] | undefined,
): Sight {
  const clauses: SightClause[] = [];
  for (const clause of sight.anyOf) {
    const narrowed = narrowedClause(clause, types, statuses);
    if (narrowed.types?.length === 0 || narrowed.statuses.length === 0) continue;
    clauses.push(narrowed);
  }
  return { anyOf: clauses };
}

function narrowedClause(
  clause: SightClause,
  types: readonly string[] | undefined,
  statuses: readonly string[] | undefined,
): SightClause {
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
