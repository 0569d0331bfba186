import type { Changes } from '../store/changes.ts';

/** A source of changes: watches the change log. */
export interface ChangeSource extends Changes {
  /** Makes the next poll query the database again. */
  expire(): void;
  /** The number up to which no row of the log can appear any more; undefined where rows appear in order. */
  floor?(): number;
}
