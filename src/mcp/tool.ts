import type { JsonSchema } from '../lib/schema/json-schema.ts';
import type { Args, Members, Schema, Shape } from '../lib/schema/schema.ts';
import { type AskInterface, type InterfaceQuestion, isMembers, pathWith, refusalOf } from './ask-interface.ts';
import type { MarkdownWork } from './markdown.ts';

export type ToolInput = Readonly<Record<string, unknown>>;

/** What a tool answers: plain JSON. */
export type ToolAnswer = Readonly<Record<string, unknown>>;

/** What a tool works with: the interface, asked with the rights of the caller. */
export interface ToolWork {
  readonly ask: AskInterface;
  readonly markdown: MarkdownWork;
}

/** The hints that clients show before a tool is used; the names are those of the protocol. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** One thing that an agent can do. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  readonly annotations: ToolAnnotations;
  run(input: ToolInput, work: ToolWork): Promise<ToolAnswer>;
}

export const reading: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Adds something and takes nothing away. */
export const adding: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/** Replaces or removes what was there; done twice, it is as if done once. */
export const replacing: ToolAnnotations = { ...adding, destructiveHint: true, idempotentHint: true };

/** Arguments as an agent sees them: those of a route without what only other programs need. */
export function inputProperties(args: Args, omitted: readonly string[]): Record<string, JsonSchema> {
  const shown = Object.entries(args).filter(([name, schema]) => !omitted.includes(name) && !schema.unlisted);
  return Object.fromEntries(shown.map(([name, schema]) => [name, inputSchema(schema)]));
}

/** The JSON Schema of an argument. */
export function inputSchema(schema: Schema): JsonSchema {
  const { description, enum: words, minimum, maximum, format, default: usual, items, nullable } = schema;
  const type = types[schema.shape];
  return {
    ...(nullable ? { type: [type, 'null'].flat() } : { type }),
    ...(description ? { description } : {}),
    ...(words ? { enum: nullable ? [...words, null] : words } : {}),
    ...(schema.shape === 'array' && items ? { items: inputSchema(items) } : {}),
    ...(schema.shape === 'words' ? { items: { type: 'string' } } : {}),
    ...(schema.shape === 'termQuery' ? { items: { type: 'integer' } } : {}),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(format === undefined ? {} : { format }),
    ...(usual === undefined ? {} : { default: usual }),
    ...(schema.shape === 'object' ? memberSchemas(schema) : {}),
  };
}

/** The members that an object announces, such as the declared fields of `meta`; null takes the value of one away. */
function memberSchemas({ published }: Schema): Readonly<Record<string, JsonSchema>> {
  const members = published?.['properties'];
  if (!isMembers(members) || Object.keys(members).length === 0) return {};
  const entries = Object.entries(members).map(([name, one]) => [name, isMembers(one) ? orNull(one) : true]);
  return { properties: Object.fromEntries(entries) };
}

function orNull({ type, enum: words, context: _context, readonly: isFixed, ...rest }: Members): Members {
  return {
    ...rest,
    ...(type === undefined ? {} : { type: [...new Set([type, 'null'].flat())] }),
    ...(Array.isArray(words) ? { enum: [...words, null] } : {}),
    ...(isFixed === true ? { readOnly: true } : {}),
  };
}

const types: Readonly<Record<Shape, string | readonly string[]>> = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
  scalar: ['string', 'number', 'boolean'],
  words: 'array',
  text: 'string',
  termQuery: 'array',
  anything: ['string', 'number', 'boolean', 'array', 'object', 'null'],
};

/** What a write would have answered, and the item as it was before; null for a new one. */
export interface Rehearsal {
  readonly before: Members | null;
  readonly after: Members;
}

/** Has the interface do a write in a transaction that is undone. */
export async function inDryRun(
  ask: AskInterface,
  { method, path, query, body }: InterfaceQuestion,
  itemPath: string | null,
): Promise<Rehearsal> {
  const write = { method, path: pathWith(path, query), ...(body ? { body } : {}) };
  const look = itemPath === null ? [] : [{ method: 'GET', path: pathWith(itemPath, { context: 'edit' }) }];
  const { status, body: answered } = await ask({
    method: 'POST',
    path: '/platen/v1/batch',
    body: { atomic: true, dry_run: true, requests: [...look, write] },
  });
  const responses = isMembers(answered) && Array.isArray(answered['responses']) ? answered['responses'] : [];
  // The last failure says why: a write after a look that failed was not tried with other rights.
  const failed = responses.findLast((one) => one.status >= 400);
  if (failed || status >= 400) throw refusalOf(failed ?? { status, body: answered });
  const [before, after] = look.length > 0 ? responses : [null, responses[0]];
  return { before: before && membersOf(before.body), after: membersOf(after.body) };
}

const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});

/** The members that differ, each with its values before and after; what changes with every write is left out. */
export function differences(before: Members, after: Members): Record<string, { from: unknown; to: unknown }> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => !passing.has(name) && !isSame(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, { from: before[name] ?? null, to: after[name] ?? null }]));
}

const passing: ReadonlySet<string> = new Set(['modified', 'modified_gmt', '_links']);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
