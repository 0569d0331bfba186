import type { Args, Schema } from '../schema/schema.ts';
import type { Call } from './call.ts';

export type Context = 'view' | 'edit' | 'embed';

/**
 * One member of a resource and everything there is to know of it: its schema, the contexts that show it, what must be
 * loaded for it, how it is read and how it is written.
 */
export interface Field<Subject, Draft = never> {
  readonly schema: Schema;
  /** In the order the published schema shows; left out for resources without contexts. */
  readonly contexts?: readonly Context[];
  readonly readonly?: boolean;
  /** Names of what `Resource.prepare` must have loaded before `read` runs. */
  readonly needs?: readonly string[];
  readonly read?: (subject: Subject, call: Call, context: Context) => unknown;
  /** Members of an object field, each with contexts of its own. */
  readonly parts?: Readonly<Record<string, Field<Subject>>>;
  readonly write?: (draft: Draft, value: never, call: Call) => void | Promise<void>;
}

/** States a field so that the value `write` receives has the schema's type. */
export function fieldsOf<Subject, Draft = never>() {
  return <Value>(
    field: Omit<Field<Subject, Draft>, 'schema' | 'write'> & {
      readonly schema: Schema<Value>;
      readonly write?: (draft: Draft, value: Value, call: Call) => void | Promise<void>;
    },
  ): Field<Subject, Draft> => field as Field<Subject, Draft>;
}

export interface Link<Subject> {
  readonly rel: string;
  readonly needs?: readonly string[];
  /** One target, several, or none for this subject. */
  readonly to: (subject: Subject, call: Call, context: Context) => LinkTarget | readonly LinkTarget[] | null;
}

export interface LinkTarget {
  /** Absolute, or a path of the interface that starts with a slash. */
  readonly href: string;
  /** Members beside `href`, such as `taxonomy` or `count`. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** Which embedder of the registry, and which key, `_embed` asks. */
  readonly embed?: { readonly from: string; readonly key: number };
}

/** Loads what links point to, all keys of a page at once; answers stand in the order of the keys. */
export type Embedder = (keys: readonly number[], call: Call) => Promise<readonly unknown[]>;

export interface Resource<Row, Subject extends object, Draft = never> {
  /** Title of the published schema. */
  readonly title: string;
  readonly schemaUri?: string;
  readonly fields: Readonly<Record<string, Field<Subject, Draft>>>;
  readonly links: readonly Link<Subject>[];
  /** Links that the published schema announces. */
  readonly schemaLinks?: (call: { apiUrl: string }) => readonly unknown[];
  /** A page of rows with everything the planned fields need, in a fixed number of queries. */
  readonly prepare: (
    rows: readonly Row[],
    needs: ReadonlySet<string>,
    call: Call,
  ) => Promise<readonly Subject[]> | readonly Subject[];
}

export type PublishedSchema = (facts: { apiUrl: string }) => Record<string, unknown>;

const draft04 = 'http://json-schema.org/draft-04/schema#';

/** The schema that OPTIONS shows for a resource. */
export function publishSchema<Row, Subject extends object, Draft>(
  resource: Resource<Row, Subject, Draft>,
): PublishedSchema {
  return (facts) => ({
    $schema: resource.schemaUri ?? draft04,
    title: resource.title,
    type: 'object',
    properties: publishFields(resource.fields),
    ...(resource.schemaLinks ? { links: resource.schemaLinks(facts) } : {}),
  });
}

function publishFields(fields: Readonly<Record<string, Field<never, never>>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, publishField(field)]));
}

function publishField({ schema, contexts, readonly, parts }: Field<never, never>): Record<string, unknown> {
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
    ...(parts ? { properties: orEmptyList(publishFields(parts)) } : {}),
    ...schema.published,
  };
}

/** Clients of this interface expect `[]` where an object has no members. */
export function orEmptyList(record: Record<string, unknown>): Record<string, unknown> | [] {
  for (const _ in record) return record;
  return [];
}

/** The arguments that creating or updating a resource takes: its writable fields. */
export function writableArguments<Subject, Draft>(
  fields: Readonly<Record<string, Field<Subject, Draft>>>,
  purpose: 'create' | 'update',
): Args {
  const writable = Object.entries(fields).filter(([, field]) => !field.readonly);
  return Object.fromEntries(
    writable.map(([name, { schema }]) => {
      if (purpose === 'create') return [name, schema];
      const { required: _required, default: _default, ...rest } = schema;
      return [name, rest];
    }),
  );
}
