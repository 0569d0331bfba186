import type { Field } from '../../api/description.ts';
import type { Values } from './form-state.ts';
import { initialValue } from './initial-values.ts';
import { membersOf } from './paths.ts';

/** The values of declared fields; others of an item are none of a form's business. An item without any has an empty list. */
export function knownValues(fields: readonly Field[], stored?: object): Values {
  const values = membersOf(stored);
  return Object.fromEntries(
    fields.map((field) => [field.name, Object.hasOwn(values, field.name) ? values[field.name] : initialValue(field)]),
  );
}
