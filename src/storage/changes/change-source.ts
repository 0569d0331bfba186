import type { Changes } from '../store/changes.ts';

/** A source of changes: watches the change log. */
export interface ChangeSource extends Changes {
  /** Makes the next poll query the database again. */
  expire(): void;
  /** Notes a log row of this process, before its commit, where that helps to find writes of other programs. */
  own?(seq: number): void;
}
