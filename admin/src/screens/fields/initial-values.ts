import type { Field, FieldKind, Layout } from '../../api/description.ts';

/** What fields have before anybody fills them in. */
export function initialValues(fields: readonly Field[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map((field) => [field.name, initialValue(field)]));
}

export function initialValue(field: Field): unknown {
  if (field.default !== null && field.default !== undefined) return field.default;
  if (field.kind === 'group') return initialValues(field.fields);
  if (['posts', 'terms', 'users'].includes(field.kind)) return field.multiple ? [] : 0;
  return empty[field.kind] ?? null;
}

/** A new row of a field of layouts. */
export const initialRow = ({ name, fields }: Layout): Readonly<Record<string, unknown>> => ({
  layout: name,
  ...initialValues(fields),
});

const empty: Partial<Record<FieldKind, unknown>> = {
  text: '',
  textarea: '',
  richtext: '',
  email: '',
  url: '',
  choice: '',
  date: '',
  datetime: '',
  time: '',
  color: '',
  boolean: false,
  choices: [],
  gallery: [],
  repeater: [],
  layouts: [],
  file: 0,
  image: 0,
  link: { url: '', title: '', target: '' },
};
