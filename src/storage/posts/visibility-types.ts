import type { Visibility, VisibilityClause } from '../../rules/visibility.ts';
import { all, always, any, oneOf, type SqlCondition } from '../query/condition.ts';
import { clauseLimits, narrowedVisibility } from './visibility-condition.ts';

/** The posts of one type and status, with further conditions. */
export interface VisibilityKind {
  readonly type: string;
  readonly status: string;
  readonly condition: SqlCondition;
  /** Without further conditions. */
  readonly isWhole: boolean;
}

/**
 * Splits a visibility by type and status. The parts are disjoint, each is one index range, and together they
 * cover all visible rows. Where a clause allows every status, `present` lists the existing ones; null without it.
 */
export function visibilityKinds(
  visibility: Visibility,
  types: readonly string[],
  present?: readonly string[],
): VisibilityKind[] | null {
  const clauses = narrowedVisibility(visibility, types, present).anyOf;
  const pairs = new Map<string, { type: string; status: string; clauses: VisibilityClause[] }>();
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

function kindOf(type: string, status: string, clauses: readonly VisibilityClause[]): VisibilityKind {
  const limits = any(clauses.map((clause) => clauseLimits(clause, 'p')));
  return {
    type,
    status,
    isWhole: limits === always,
    condition: all([oneOf('p.post_type', [type]), oneOf('p.post_status', [status]), limits]),
  };
}
