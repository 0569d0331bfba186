import type { Changes } from '../store/changes.ts';
import type { LoggedChange } from './change-log.ts';

/** A source of changes: watches the change log. */
export interface ChangeSource extends Changes {
  /** Makes the next poll query the database again. */
  expire(): void;
  /** Takes a row of the log as found that this process has committed. */
  skip?(own: LoggedChange): void;
  /** The number up to which no row of the log can appear any more; undefined where rows appear in order. */
  floor?(): number;
}
