import type { Field } from '../../api/description.ts';

/** What the rows of a list are made of. */
export interface RowShape {
  fieldsOf(row: unknown): readonly Field[];
  /** The kind of a row; empty where there is only one. */
  labelOf(row: unknown): string;
  /** Whether rows show their fields at once. */
  readonly isInline: boolean;
}
