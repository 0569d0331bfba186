import type { Sight, SightClause } from '../content/sight.ts';
import { all, any, type Condition, oneOf } from './condition.ts';
import { clauseLimits, narrowedSight } from './sight-condition.ts';

/** The posts of one type and status, with what else must hold of them. */
export interface SightKind {
  readonly type: string;
  readonly status: string;
  readonly condition: Condition;
}

/**
 * A sight taken apart by type and status. The parts share no row, each is one stretch of an index, and together they
 * are all that may be seen. Where a clause opens every status, `present` says which there are; null without it.
 */
export function sightKinds(sight: Sight, types: readonly string[], present?: readonly string[]): SightKind[] | null {
  const clauses = narrowedSight(sight, types, present).anyOf;
  const pairs = new Map<string, { type: string; status: string; clauses: SightClause[] }>();
  for (const clause of clauses) {
    if (clause.statuses === 'any') return null;
    for (const type of new Set(clause.types)) {
      for (const status of new Set(clause.statuses)) {
        const key = `${type} ${status}`;
        const pair = pairs.get(key) ?? { type, status, clauses: [] };
        pair.clauses.push(clause);
        pairs.set(key, pair);
      }
    }
  }
  return [...pairs.values()].map((pair) => kindOf(pair.type, pair.status, pair.clauses));
}

function kindOf(type: string, status: string, clauses: readonly SightClause[]): SightKind {
  const limits = any(clauses.map((clause) => clauseLimits(clause, 'p')));
  return {
    type,
    status,
    condition: all([oneOf('p.post_type', [type]), oneOf('p.post_status', [status]), limits]),
  };
}
