import type { ComponentType } from 'react';
import type { Field } from '../../api/description.ts';
import type { Path } from './paths.ts';

/** What the rows of a list are made of. */
export interface RowShape {
  fieldsOf(row: unknown): readonly Field[];
  /** The kind of a row; empty where there is only one. */
  labelOf(row: unknown): string;
  /** Whether rows show their fields at once. */
  readonly isInline: boolean;
  /** Where rows are more than values. */
  readonly look?: RowLook;
}

/** How rows are named, shown and copied. */
export interface RowLook {
  /** What the row at a path says while it is closed. */
  readonly Title: ComponentType<{ readonly path: Path }>;
  /** What a row is called when it is spoken of. */
  nameOf(row: unknown): string;
  copyOf(row: unknown): unknown;
  /** How many there are, in words. */
  count(rows: number): string;
}
