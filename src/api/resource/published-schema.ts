import { textLimits } from '../../rules/text-limits.ts';
import type { Args, Schema } from '../../schema/schema.ts';
import type { PublishedSchema } from '../routing/description.ts';
import type { Field, Fields } from './field.ts';
import { orEmptyList } from './or-empty-list.ts';

export interface SchemaSource {
  /** Title of the published schema. */
  readonly title: string;
  readonly schemaUri?: string;
  readonly fields: Fields<never, never, string>;
  /** Links that the published schema announces. */
  readonly schemaLinks?: (site: { readonly apiUrl: string }) => readonly unknown[];
}

const draft04 = 'http://json-schema.org/draft-04/schema#';

export function publishSchema({ title, schemaUri, fields, schemaLinks }: SchemaSource): PublishedSchema {
  return (site) => ({
    $schema: schemaUri ?? draft04,
    title,
    type: 'object',
    properties: publishFields(fields),
    ...(schemaLinks ? { links: schemaLinks(site) } : {}),
  });
}

function publishFields(fields: Fields<never, never, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, publishField(field)]));
}

function publishField({
  schema,
  contexts,
  readonly,
  properties,
}: Field<never, never, string>): Record<string, unknown> {
  return {
    ...(schema.description ? { description: schema.description } : {}),
    ...(schema.type ? { type: schema.type } : {}),
    ...(schema.format ? { format: schema.format } : {}),
    ...(schema.enum ? { enum: schema.enum } : {}),
    ...(schema.items ? { items: { type: schema.items.type } } : {}),
    ...(contexts ? { context: contexts } : {}),
    ...(readonly ? { readonly: true } : {}),
    ...(schema.required ? { required: true } : {}),
    ...(schema.default !== undefined ? { default: schema.default } : {}),
    ...(properties ? { properties: orEmptyList(publishFields(properties)) } : {}),
    ...schema.published,
  };
}

/** The arguments for creating or updating a resource: its writable fields. */
export function writableArguments(fields: Fields<never, never, string>, purpose: 'create' | 'update'): Args {
  const writable = Object.entries(fields).filter(([, field]) => !field.readonly);
  return Object.fromEntries(
    writable.map(([name, field]) => {
      const schema = withLength(field);
      if (purpose === 'create') return [name, schema];
      const { required: _required, default: _default, ...rest } = schema;
      return [name, rest];
    }),
  );
}

/** The schema of a text with the length that `writeDraft` allows. */
function withLength({ schema, limit = textLimits.other }: Field<never, never, string>): Schema {
  const isText = (schema.shape === 'string' && !schema.enum) || schema.shape === 'text';
  return isText ? { ...schema, maxLength: limit.sent } : schema;
}
