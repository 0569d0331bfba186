import { type JsonSchema, json } from '../../lib/schema/json-schema.ts';
import type { Args, Schema } from '../../lib/schema/schema.ts';
import { textLimits } from '../../rules/text-limits.ts';
import { orEmptyList } from '../reply.ts';
import type { PublishedSchema, ResponseSchemas } from '../routing/description.ts';
import type { Context } from './context.ts';
import type { Field, Fields } from './field.ts';
import type { Link } from './links.ts';

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
  const listed = Object.entries(fields).filter(([, field]) => !field.schema.unlisted);
  return Object.fromEntries(listed.map(([name, field]) => [name, publishField(field)]));
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
      const schema = withProperties(withLength(field), field);
      if (purpose === 'create') return [name, schema];
      const { required: _required, default: _default, ...rest } = schema;
      return [name, rest];
    }),
  );
}

/** The schema of an object with its members, as descriptions in full show them. */
function withProperties(schema: Schema, { properties }: Field<never, never, string>): Schema {
  if (!properties) return schema;
  return { ...schema, published: { properties: publishFields(properties), ...schema.published } };
}

/** The schema of a text with the length that `writeDraft` allows. */
function withLength({ schema, limit = textLimits.other }: Field<never, never, string>): Schema {
  const isText = (schema.shape === 'string' && !schema.enum) || schema.shape === 'text';
  return isText ? { ...schema, maxLength: limit.sent } : schema;
}

/** The parts of a resource that decide what an answer looks like. */
export interface ResponseSource {
  readonly title: string;
  readonly fields: Fields<never, never, string>;
  readonly links: readonly Link<never, string>[];
}

export function responseSchemas({ title, fields, links }: ResponseSource): ResponseSchemas {
  return {
    title,
    loose: Object.entries(fields).flatMap(([name, field]) => looseNames(name, field)),
    item(context, { links: shown = true, embedded, targetHints = false } = {}) {
      const members = membersOf(fields, context);
      const withLinks = shown && links.length > 0;
      const all = {
        ...members,
        ...(withLinks ? { _links: linksSchema(links, targetHints) } : {}),
        ...(withLinks && embedded ? { _embedded: embeddedSchema(links, embedded) } : {}),
      };
      const isUnsure = links.every(({ optional }) => optional);
      return json.object(all, [...optionalNames(fields), '_embedded', ...(isUnsure ? ['_links'] : [])]);
    },
  };
}

const optionalNames = (fields: Fields<never, never, string>): string[] =>
  Object.entries(fields).flatMap(([name, { optional }]) => (optional ? [name] : []));

function membersOf(fields: Fields<never, never, string>, context: Context): Record<string, JsonSchema> {
  const shown = Object.entries(fields).filter(([, field]) => isShown(field, context));
  return Object.fromEntries(shown.map(([name, field]) => [name, fieldSchema(field, context)]));
}

const isShown = ({ contexts, read, properties }: Field<never, never, string>, context: Context): boolean =>
  (!contexts || contexts.includes(context)) && (read !== undefined || properties !== undefined);

function fieldSchema(field: Field<never, never, string>, context: Context): JsonSchema {
  if (field.output) return field.output;
  if (field.properties) {
    const members = membersOf(field.properties, context);
    return Object.keys(members).length === 0 ? json.emptyList : json.object(members, optionalNames(field.properties));
  }
  return valueSchema(field.schema);
}

/** What a field without an exact schema of its own shows, from what it takes. */
function valueSchema({ type, shape, format, enum: words, items }: Schema): JsonSchema {
  if (words) return json.words(...words);
  if (format === 'date-time') return json.dateTime;
  if (type === 'array' && items) return json.listOf(valueSchema(items));
  return { type: type ?? (shape === 'scalar' ? ['string', 'number', 'boolean'] : shape) };
}

function looseNames(name: string, field: Field<never, never, string>): string[] {
  if (field.output || (!field.read && !field.properties)) return [];
  if (field.properties)
    return Object.entries(field.properties).flatMap(([key, inner]) => looseNames(`${name}.${key}`, inner));
  const { type, items } = field.schema;
  const isOpen = (one: Schema['type']) => one === undefined || one === 'object';
  return isOpen(type) || (type === 'array' && isOpen(items?.type)) ? [name] : [];
}

const curies = json.listOf(json.object({ name: json.words('wp'), href: json.string, templated: json.words(true) }));

/** Relations of one name that differ in their targets are one member. */
function linksSchema(links: readonly Link<never, string>[], targetHints: boolean): JsonSchema {
  const byName = Map.groupBy(links, (link) => link.rel);
  const rels = [...byName].map(([rel, same]) => [
    rel,
    json.listOf(json.anyOf(...same.map((link) => targetSchema(link, targetHints))), { least: 1 }),
  ]);
  const members = { ...Object.fromEntries(rels), ...(hasPrefix(links) ? { curies } : {}) };
  return json.object(members, Object.keys(members));
}

const hasPrefix = (links: readonly Link<never, string>[]): boolean =>
  links.some(({ rel, undeclared }) => rel.startsWith('wp:') && !undeclared);

const hints = json.object({ allow: json.listOf(json.string) });

function targetSchema({ rel, embeds, attributes }: Link<never, string>, targetHints: boolean): JsonSchema {
  const members = {
    ...attributes,
    ...(rel === 'self' && targetHints ? { targetHints: hints } : {}),
    href: json.string,
  };
  // An item in a list may be one that the caller may do nothing with.
  const optional = ['targetHints'];
  return json.object(embeds && embeds.length > 0 ? { embeddable: json.words(true), ...members } : members, optional);
}

function embeddedSchema(links: readonly Link<never, string>[], embedded: JsonSchema): JsonSchema {
  const rels = links.filter(({ embeds }) => embeds && embeds.length > 0).map(({ rel }) => rel);
  const members = Object.fromEntries(rels.map((rel) => [rel, json.listOf(embedded, { least: 1 })]));
  return json.object(members, Object.keys(members));
}
