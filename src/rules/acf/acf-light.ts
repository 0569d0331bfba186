import { type JsonSchema, json } from '../../lib/schema/json-schema.ts';
import { isRecord } from '../../text/json.ts';
import { publishMeta } from '../meta-published.ts';
import { layoutMember, type MetaSchema } from '../meta-schema.ts';
import { type AcfField, type AcfType, acfLayoutMember, isOneId } from './acf-field.ts';

/** The same value with what `leaf` makes of every part, rows and groups kept. */
export function mapAcf(field: AcfField, value: unknown, leaf: (field: AcfField, value: unknown) => unknown): unknown {
  const members = (fields: readonly AcfField[], row: unknown) =>
    Object.fromEntries(fields.map((one) => [one.name, mapAcf(one, isRecord(row) ? row[one.name] : undefined, leaf)]));
  if (field.type === 'group') return members(field.fields, value);
  const rows = Array.isArray(value) ? value : [];
  if (field.type === 'repeater') return rows.map((row) => members(field.fields, row));
  if (field.type !== 'flexible_content') return leaf(field, value);
  return rows.filter(isRecord).map((row) => {
    const layout = String(row[layoutMember]);
    return { [acfLayoutMember]: layout, ...members(field.layouts.get(layout) ?? [], row) };
  });
}

/** A value as ACF shows it in its light form: as it is stored, ids as numbers, nothing as null. */
export const toLight = (field: AcfField, value: unknown): unknown => mapAcf(field, value, lightLeaf);

function lightLeaf(field: AcfField, value: unknown): unknown {
  if (isOneId(field)) return value === 0 ? null : value;
  if (field.type === 'link') return isRecord(value) && (value['url'] || value['title']) ? orderedLink(value) : null;
  if (typeof value !== 'string') return value ?? null;
  if (field.type === 'date_picker') return value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1$2$3');
  return field.type === 'date_time_picker' ? value.replace('T', ' ') : value;
}

export const orderedLink = ({ title = '', url = '', target = '' }: Readonly<Record<string, unknown>>) => ({
  title,
  url,
  target,
});

/** What was sent in the light form, as a value under `meta`; what fits no field stays as it is, to be refused. */
export function fromLight(field: AcfField, sent: unknown): unknown {
  const members = (fields: readonly AcfField[], row: unknown): unknown => {
    if (!isRecord(row)) return row;
    return Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const one = fields.find((other) => other.name === name);
        return [name, one ? fromLight(one, value) : value];
      }),
    );
  };
  if (field.type === 'group') return members(field.fields, sent);
  if (field.type === 'repeater') return Array.isArray(sent) ? sent.map((row) => members(field.fields, row)) : sent;
  if (field.type === 'flexible_content') return Array.isArray(sent) ? sent.map(fromLayout(field, members)) : sent;
  if (typeof sent !== 'string') return sent;
  if (field.type === 'date_picker') return sent.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  return field.type === 'date_time_picker' ? sent.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T') : sent;
}

const fromLayout =
  ({ layouts }: AcfField, members: (fields: readonly AcfField[], row: unknown) => unknown) =>
  (row: unknown): unknown => {
    if (!isRecord(row)) return row;
    const { [acfLayoutMember]: layout, ...rest } = row;
    const inner = members((typeof layout === 'string' && layouts.get(layout)) || [], rest);
    return { ...(layout === undefined ? {} : { [layoutMember]: layout }), ...Object(inner) };
  };

/** The forms of texts that differ from those under `meta`. */
const storedForms: Partial<Record<AcfType, object>> = {
  date_picker: { pattern: '^(\\d{8}|\\d{4}-\\d\\d-\\d\\d)?$' },
  date_time_picker: { pattern: '^(\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d)?$' },
};

/** The schema of a value in the light form, as OPTIONS shows it. */
export function describeLight(field: AcfField): Record<string, unknown> {
  const { type, schema } = field;
  if (type === 'group') return { ...describeMembers(field.fields), type: ['object', 'null'] };
  if (type === 'repeater')
    return { ...limits(schema), type: ['array', 'null'], items: { type: 'object', ...describeMembers(field.fields) } };
  if (type === 'flexible_content')
    return {
      ...limits(schema),
      type: ['array', 'null'],
      items: {
        anyOf: [...field.layouts].map(([name, fields]) => {
          const { properties, ...rest } = describeMembers(fields);
          const layout = { type: 'string', enum: [name], required: true };
          return { type: 'object', ...rest, properties: { [acfLayoutMember]: layout, ...properties } };
        }),
      },
    };
  const { type: plain, format, default: _default, ...published } = publishMeta(schema);
  const form = storedForms[type];
  return {
    ...published,
    ...(form ?? (format === undefined ? {} : { format })),
    type: Array.isArray(plain) ? plain : [plain, 'null'],
  };
}

const limits = ({ minItems, maxItems }: MetaSchema): Record<string, unknown> => ({
  ...(minItems === undefined ? {} : { minItems }),
  ...(maxItems === undefined ? {} : { maxItems }),
});

const describeMembers = (fields: readonly AcfField[]) => ({
  properties: Object.fromEntries(fields.map((one) => [one.name, describeLight(one)])),
  additionalProperties: false,
});

/** Exactly what a value is in either form. */
export function acfOutput(field: AcfField): JsonSchema {
  switch (field.type) {
    case 'group':
      return membersOutput(field.fields);
    case 'repeater':
      return json.listOf(membersOutput(field.fields));
    case 'flexible_content':
      return json.listOf(
        json.anyOf(...[...field.layouts].map(([name, fields]) => membersOutput(fields, name)), json.emptyList),
      );
    case 'number':
    case 'range':
      return json.orNull(json.number);
    case 'true_false':
      return json.boolean;
    case 'text':
    case 'textarea':
    case 'wysiwyg':
    case 'email':
    case 'url':
    case 'password':
    case 'oembed':
    case 'date_picker':
    case 'date_time_picker':
    case 'time_picker':
      return json.string;
    default:
      // By the format of the field: an id, an address, an object, a list of them, or nothing.
      return true;
  }
}

const membersOutput = (fields: readonly AcfField[], layout?: string): JsonSchema =>
  json.object({
    ...(layout === undefined ? {} : { [acfLayoutMember]: json.words(layout) }),
    ...Object.fromEntries(fields.map((one) => [one.name, acfOutput(one)])),
  });
