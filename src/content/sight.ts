/**
 * What a caller may see of the posts table, as data.
 *
 * One rule serves every surface: storage turns a sight into a filter, `sees` judges a row that is already loaded.
 * An item, a list, a total, a search, an embed or a feed that asks anything else would be a second truth.
 */
export interface Sight {
  readonly anyOf: readonly SightClause[];
}

export interface SightClause {
  /** Post types this clause speaks of; left out, it speaks of every type. */
  readonly types?: readonly string[];
  /** Statuses it opens; `any` opens them all, also ones this program does not know. */
  readonly statuses: readonly string[] | 'any';
  /** Only rows written by this user. */
  readonly authorId?: number;
  /** For rows that inherit: what must hold of the parent. `none` means there is no parent row. */
  readonly parent?: Sight | 'none';
}

export interface SightSubject {
  readonly type: string;
  readonly status: string;
  readonly authorId: number;
  /** The row this one inherits from; null where there is none. Needed only where a clause speaks of the parent. */
  readonly parent?: SightSubject | null;
}

export const nothing: Sight = { anyOf: [] };
export const everything: Sight = { anyOf: [{ statuses: 'any' }] };

/** Whether a loaded row is within a sight. */
export function sees(sight: Sight, row: SightSubject): boolean {
  return sight.anyOf.some((clause) => holds(clause, row));
}

function holds(clause: SightClause, row: SightSubject): boolean {
  if (clause.types && !clause.types.includes(row.type)) return false;
  if (clause.statuses !== 'any' && !clause.statuses.includes(row.status)) return false;
  if (clause.authorId !== undefined && clause.authorId !== row.authorId) return false;
  if (clause.parent === undefined) return true;
  if (clause.parent === 'none') return !row.parent;
  return row.parent != null && sees(clause.parent, row.parent);
}
