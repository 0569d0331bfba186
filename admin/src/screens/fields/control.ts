import type { ComponentType } from 'react';
import type { Field } from '../../api/description.ts';
import type { Path } from './paths.ts';

export interface FieldsProps {
  readonly fields: readonly Field[];
  /** Those that stand elsewhere as well, whose values conditions may ask for; only these where it is left out. */
  readonly all?: readonly Field[];
  /** Where their values stand. */
  readonly path: Path;
}

/** What the control of a field is given. */
export interface ControlProps {
  readonly field: Field;
  readonly path: Path;
  /** The id of the element that gets the focus. */
  readonly id: string;
  readonly value: unknown;
  readonly change: (value: unknown) => void;
  /** What the server refused, or nothing. */
  readonly error: string | undefined;
  /** Shows the fields inside of this one. */
  readonly Fields: ComponentType<FieldsProps>;
}

export type Control = ComponentType<ControlProps>;

/** What inputs of the component library show around themselves. */
export const around = ({ field, id, error }: Pick<ControlProps, 'field' | 'id' | 'error'>) => ({
  id,
  label: field.label || field.name,
  description: field.help || undefined,
  error,
  withAsterisk: field.required,
  'aria-required': field.required || undefined,
});

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number(value) || 0);
