import type { MetaRelation, MetaSchema } from '../meta-schema.ts';
import type { AnyField, Choice, FieldKind } from './field-declaration.ts';

/** What values a field accepts, and how they are stored. */
export function fieldSchema(field: AnyField): MetaSchema {
  const { default: usual, required, showWhen, readonly } = field;
  return {
    ...schemas[field.kind](field),
    ...(usual === undefined ? {} : { default: usual }),
    ...(required === undefined ? {} : { required }),
    ...(showWhen === undefined ? {} : { showWhen }),
    ...(readonly === undefined ? {} : { readonly }),
  };
}

type Only<Name extends keyof AnyField> = Pick<AnyField, Name>;

/** The members of a field that are limits of its schema under the same names, as far as they are declared. */
function limits<Name extends keyof AnyField & keyof MetaSchema>(
  field: AnyField,
  ...names: readonly Name[]
): Only<Name> {
  const declared = names.filter((name) => field[name] !== undefined).map((name) => [name, field[name]]);
  // Each member was taken from the field under its own name.
  return Object.fromEntries(declared) as Only<Name>;
}

const text = (field: AnyField): MetaSchema => ({
  type: 'string',
  ...limits(field, 'minLength', 'maxLength', 'pattern'),
});
const formatted = (format: NonNullable<MetaSchema['format']>) => (): MetaSchema => ({ type: 'string', format });
const list = (field: AnyField, items: MetaSchema): MetaSchema => ({
  type: 'array',
  items,
  ...limits(field, 'minItems', 'maxItems'),
});
const members = (fields: AnyField['fields'] = {}): MetaSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
});

const id = (relation: MetaRelation, minimum: 0 | 1): MetaSchema => ({ type: 'integer', minimum, relation });

/** One id, where 0 is none, or a list of them. */
function related(of: MetaRelation['of']) {
  return (field: AnyField): MetaSchema => {
    const relation = { of, to: field.to ?? [], mimeTypes: [] };
    return (field.multiple ?? true) ? list(field, id(relation, 1)) : id(relation, 0);
  };
}

const files = (usual: readonly string[]) => (field: AnyField, minimum: 0 | 1) =>
  id({ of: 'files', to: [], mimeTypes: field.mimeTypes ?? usual }, minimum);
const anyFile = files([]);
const picture = files(['image/*']);

export const valueOfChoice = (choice: Choice): string => (typeof choice === 'string' ? choice : choice.value);
const choice = ({ choices = [], open = false }: AnyField): MetaSchema => ({
  type: 'string',
  ...(open ? {} : { enum: choices.map(valueOfChoice) }),
});

const schemas: Readonly<Record<FieldKind, (field: AnyField) => MetaSchema>> = {
  text,
  textarea: text,
  richtext: (field) => ({ ...text(field), html: true }),
  number: (field) => ({ type: 'number', ...limits(field, 'minimum', 'maximum') }),
  integer: (field) => ({ type: 'integer', ...limits(field, 'minimum', 'maximum') }),
  boolean: () => ({ type: 'boolean' }),
  choice,
  choices: (field) => list(field, choice(field)),
  date: formatted('date'),
  datetime: formatted('local-date-time'),
  time: formatted('time'),
  color: formatted('hex-color'),
  link: () => ({
    type: 'object',
    properties: {
      url: { type: 'string', format: 'link' },
      title: { type: 'string' },
      target: { type: 'string', enum: ['_blank', '_self'] },
    },
  }),
  email: (field) => ({ ...text(field), format: 'email' }),
  url: (field) => ({ ...text(field), format: 'link' }),
  file: (field) => anyFile(field, 0),
  image: (field) => picture(field, 0),
  gallery: (field) => list(field, picture(field, 1)),
  posts: related('posts'),
  terms: related('terms'),
  users: related('users'),
  group: (field) => members(field.fields),
  repeater: (field) => list(field, members(field.fields)),
  layouts: (field) =>
    list(field, {
      type: 'object',
      layouts: Object.fromEntries(
        Object.entries(field.layouts ?? {}).map(([name, layout]) => [name, members(layout.fields)]),
      ),
    }),
  json: () => ({ type: 'json' }),
};
