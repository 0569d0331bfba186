import { html, raw } from 'hono/html';
import type { JsonSchema } from '../../schema/json-schema.ts';

/** A piece of HTML; strings put into it are escaped. */
export type HtmlPiece = ReturnType<typeof html>;

/** An id that links of the page lead to. */
export const anchorOf = (kind: 'tag' | 'schema' | 'operation', name: string): string =>
  `${kind}-${name.replace(/[^\w-]+/g, '-')}`;

/** A schema as a type, with links to the schemas it refers to. */
export function showSchema(schema: JsonSchema, depth = 0): HtmlPiece {
  if (typeof schema === 'boolean') return html`anything`;
  const { $ref: reference, anyOf, enum: words, type } = schema;
  if (typeof reference === 'string') return link(reference.split('/').at(-1) ?? '');
  if (isList(anyOf) && type === undefined) return union(anyOf.map((one) => showSchema(asSchema(one), depth)));
  if (isList(words)) return union(words.map((word) => html`<b>${JSON.stringify(word)}</b>`));
  const types = isList(type) ? type : [type];
  return union(types.map((one) => ofType(String(one ?? 'anything'), schema, depth)));
}

function ofType(type: string, schema: Exclude<JsonSchema, boolean>, depth: number): HtmlPiece {
  if (type === 'array') return showList(schema, depth);
  if (type === 'object') return showMembers(schema, depth);
  return html`${type}${limits(schema)}`;
}

function showList({ items, maxItems }: Exclude<JsonSchema, boolean>, depth: number): HtmlPiece {
  if (maxItems === 0) return html`[]`;
  return html`list of ${items === undefined ? 'anything' : showSchema(asSchema(items), depth)}`;
}

function showMembers(schema: Exclude<JsonSchema, boolean>, depth: number): HtmlPiece {
  const { properties, additionalProperties, required } = schema;
  if (properties === undefined) {
    const isOpen = additionalProperties === undefined || typeof additionalProperties === 'boolean';
    return isOpen ? html`object` : html`object of ${showSchema(asSchema(additionalProperties), depth)}`;
  }
  const needed = isList(required) ? required : [];
  const indent = '  '.repeat(depth + 1);
  // Schemas are made by `json`, whose members are schemas again.
  const lines = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(
    ([name, one]) =>
      html`
${raw(indent)}<i>${name}</i>${needed.includes(name) ? '' : '?'}: ${showSchema(one, depth + 1)}${note(one)}`,
  );
  return lines.length === 0
    ? html`{}`
    : html`{${lines}
${raw('  '.repeat(depth))}}`;
}

/** The description of a member, behind it. */
function note(schema: JsonSchema): HtmlPiece {
  const text = typeof schema === 'object' ? schema['description'] : undefined;
  return typeof text === 'string' ? html` <small>${text}</small>` : html``;
}

const limitWords = { minimum: 'from', maximum: 'to', maxLength: 'at most', format: '' } as const;

function limits(schema: Exclude<JsonSchema, boolean>): HtmlPiece {
  const texts = Object.entries(limitWords).flatMap(([name, word]) => {
    const value = schema[name];
    return value === undefined ? [] : [`${word} ${typeof value === 'string' ? value : JSON.stringify(value)}`.trim()];
  });
  return texts.length === 0 ? html`` : html` <small>(${texts.join(', ')})</small>`;
}

const link = (name: string): HtmlPiece => html`<a href="#${anchorOf('schema', name)}">${name}</a>`;

const union = (pieces: readonly HtmlPiece[]): HtmlPiece =>
  html`${pieces.map((piece, i) => (i === 0 ? piece : html` | ${piece}`))}`;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
/** Schemas are made by `json`, whose members are schemas again. */
const asSchema = (value: unknown): JsonSchema => value as JsonSchema;
