import type { Field } from '../../../api/description.ts';
import type { Values } from '../../fields/form-state.ts';
import { valueText, type YesAndNo } from '../../fields/value-text.ts';
import { compareTexts } from './compare-texts.ts';

/** The declared fields that differ in two versions, as texts; what one of them does not know of cannot differ. */
export function compareFields(fields: readonly Field[], left: Values, right: Values, words: YesAndNo) {
  return fields
    .filter(({ name }) => Object.hasOwn(left, name) && Object.hasOwn(right, name))
    .filter(({ name }) => JSON.stringify(left[name]) !== JSON.stringify(right[name]))
    .map((field) => ({
      name: `meta.${field.name}`,
      label: field.label,
      ...compareTexts(valueText(field, left[field.name], words), valueText(field, right[field.name], words)),
    }));
}
