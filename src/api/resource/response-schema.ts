import { type JsonSchema, json } from '../../schema/json-schema.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ResponseSchemas } from '../routing/description.ts';
import type { Context } from './context.ts';
import type { Field, Fields } from './field.ts';
import type { Link } from './link.ts';

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
    item(context, { links: shown = true, embedded } = {}) {
      const members = membersOf(fields, context);
      const withLinks = shown && links.length > 0;
      const all = {
        ...members,
        ...(withLinks ? { _links: linksSchema(links) } : {}),
        ...(withLinks && embedded ? { _embedded: embeddedSchema(links, embedded) } : {}),
      };
      return json.object(all, [...optionalNames(fields), '_embedded']);
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
  if (field.shown) return field.shown;
  if (field.properties) return json.object(membersOf(field.properties, context), optionalNames(field.properties));
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
  if (field.shown || (!field.read && !field.properties)) return [];
  if (field.properties)
    return Object.entries(field.properties).flatMap(([key, inner]) => looseNames(`${name}.${key}`, inner));
  const { type, items } = field.schema;
  const isOpen = (one: Schema['type']) => one === undefined || one === 'object';
  return isOpen(type) || (type === 'array' && isOpen(items?.type)) ? [name] : [];
}

const curies = json.listOf(json.object({ name: json.words('wp'), href: json.string, templated: json.words(true) }));

/** Relations of one name that differ in their targets are one member. */
function linksSchema(links: readonly Link<never, string>[]): JsonSchema {
  const byName = Map.groupBy(links, (link) => link.rel);
  const rels = [...byName].map(([rel, same]) => [
    rel,
    json.listOf(json.anyOf(...same.map(targetSchema)), { least: 1 }),
  ]);
  const members = { ...Object.fromEntries(rels), ...(hasPrefix(links) ? { curies } : {}) };
  return json.object(members, Object.keys(members));
}

const hasPrefix = (links: readonly Link<never, string>[]): boolean => links.some(({ rel }) => rel.startsWith('wp:'));

function targetSchema({ embeds, attributes }: Link<never, string>): JsonSchema {
  const members = { ...attributes, href: json.string };
  return json.object(embeds && embeds.length > 0 ? { embeddable: json.words(true), ...members } : members);
}

function embeddedSchema(links: readonly Link<never, string>[], embedded: JsonSchema): JsonSchema {
  const rels = links.filter(({ embeds }) => embeds && embeds.length > 0).map(({ rel }) => rel);
  const members = Object.fromEntries(rels.map((rel) => [rel, json.listOf(embedded, { least: 1 })]));
  return json.object(members, Object.keys(members));
}
