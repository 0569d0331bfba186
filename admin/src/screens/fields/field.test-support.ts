import type { Field } from '../../api/description.ts';
import { plainField } from '../content-model/describe-fields.ts';

/** A field with everything that a test does not care about. */
export const field = (name: string, more: Partial<Field> = {}): Field => ({
  ...plainField,
  name,
  kind: 'text',
  label: name,
  multiple: true,
  ...more,
});
