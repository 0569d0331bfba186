import type { AnyField, FieldKind } from '../fields/field-declaration.ts';
import { fieldSchema, valueOfChoice } from '../fields/field-schema.ts';
import type { MetaSchema } from '../meta-schema.ts';

/** What a field of ACF is, and whether its value is one of these: each is stored and formatted in its own way. */
export const acfTypes = [
  'text',
  'textarea',
  'wysiwyg',
  'number',
  'range',
  'email',
  'url',
  'password',
  'oembed',
  'color_picker',
  'select',
  'checkbox',
  'radio',
  'button_group',
  'true_false',
  'date_picker',
  'date_time_picker',
  'time_picker',
  'image',
  'file',
  'gallery',
  'post_object',
  'page_link',
  'relationship',
  'user',
  'taxonomy',
  'link',
  'google_map',
  'icon_picker',
  'group',
  'repeater',
  'flexible_content',
] as const;

export type AcfType = (typeof acfTypes)[number];

/** A field as ACF knows it: where its rows are, and how templates get its value. */
export interface AcfField {
  /** Such as `field_5f1c`; the reference row of a value holds it. */
  readonly key: string;
  /** The name under which it is shown. */
  readonly name: string;
  /** Its part of the keys of rows. */
  readonly storedAs: string;
  readonly type: AcfType;
  /** What the value is; values under `meta` have this shape. */
  readonly schema: MetaSchema;
  /** How it is shown to templates: `array`, `id`, `url`, a pattern of dates. */
  readonly returnFormat: string;
  /** What a text area makes of new lines: `wpautop`, `br` or nothing. */
  readonly newLines: string;
  /** The words for the values of choices. */
  readonly labels: ReadonlyMap<string, string>;
  /** The fields of a group, or of the rows of a repeater. */
  readonly fields: readonly AcfField[];
  /** The fields of rows by the name of their layout. */
  readonly layouts: ReadonlyMap<string, readonly AcfField[]>;
  /** Whether it stands for nothing that is stored: a clone shows fields together that have rows of their own. */
  readonly isClone: boolean;
  /** Whether the rows of its fields are named after it. */
  readonly isPrefix: boolean;
}

/** The types whose value is one id. */
const idTypes: readonly AcfType[] = ['image', 'file', 'post_object', 'page_link', 'user', 'taxonomy'];

/** Whether the value is one id, where 0 is none. */
export const isOneId = ({ type, schema }: AcfField): boolean => idTypes.includes(type) && schema.type === 'integer';

/** The name of the member that says which layout a row has. */
export const acfLayoutMember = 'acf_fc_layout';

const typeOfKind: Readonly<Record<FieldKind, AcfType>> = {
  text: 'text',
  textarea: 'textarea',
  richtext: 'wysiwyg',
  number: 'number',
  integer: 'number',
  boolean: 'true_false',
  choice: 'select',
  choices: 'checkbox',
  date: 'date_picker',
  datetime: 'date_time_picker',
  time: 'time_picker',
  color: 'color_picker',
  link: 'link',
  email: 'email',
  url: 'url',
  file: 'file',
  image: 'image',
  gallery: 'gallery',
  posts: 'post_object',
  terms: 'taxonomy',
  users: 'user',
  group: 'group',
  repeater: 'repeater',
  layouts: 'flexible_content',
  json: 'google_map',
};

const usualFormats: Partial<Record<AcfType, string>> = {
  date_picker: 'Y-m-d',
  date_time_picker: 'Y-m-d H:i:s',
  time_picker: 'H:i:s',
  image: 'array',
  file: 'array',
  gallery: 'array',
  post_object: 'object',
  user: 'array',
  taxonomy: 'object',
  link: 'array',
};

/** A declared field as ACF would describe it. */
export function acfFieldOf(name: string, field: AnyField): AcfField {
  const type = typeOfKind[field.kind];
  return {
    key: '',
    name,
    storedAs: name,
    type,
    schema: fieldSchema(field),
    returnFormat: usualFormats[type] ?? '',
    newLines: '',
    labels: labelsOf(field),
    fields: fieldsIn(field.fields),
    layouts: new Map(Object.entries(field.layouts ?? {}).map(([layout, { fields }]) => [layout, fieldsIn(fields)])),
    isClone: false,
    isPrefix: true,
  };
}

const fieldsIn = (fields: AnyField['fields'] = {}): AcfField[] =>
  Object.entries(fields).map(([name, field]) => acfFieldOf(name, field));

export const labelsOf = ({ choices = [] }: Pick<AnyField, 'choices'>): ReadonlyMap<string, string> =>
  new Map(choices.map((one) => [valueOfChoice(one), typeof one === 'string' ? one : one.label]));
