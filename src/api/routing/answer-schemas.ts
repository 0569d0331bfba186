import { type JsonSchema, json } from '../../lib/schema/json-schema.ts';
import { scopes } from '../../rules/scopes.ts';
import type { Context } from '../resource/context.ts';
import type { InterfaceDescription, PathDescription, ResponseSchemas } from './description.ts';

/** What of a request decides the form of its answer. */
export interface AskedFor {
  readonly method: string;
  readonly context: Context;
  /** The names in `_fields`, where the variant knows it. */
  readonly isReduced: boolean;
  readonly embeds: boolean;
}

/** A callback that is no name is refused before there is a request to speak of. */
const callbackRefusal = json.object({ code: json.words('rest_callback_invalid'), message: json.string });

const refusal = json.object(
  {
    code: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
    message: json.string,
    // Log-in data that is wrong is refused before anything is known of the request.
    data: json.orNull({
      type: 'object',
      properties: {
        status: json.integer,
        params: json.anyOf(json.listOf(json.string), json.mapOf(json.string)),
        scopes: json.listOf(json.words(...scopes)),
        details: json.anyOf(
          json.emptyList,
          json.mapOf(json.object({ code: json.string, message: json.string, data: true })),
        ),
        term_id: json.integer,
        key: json.string,
        json_error_code: json.integer,
        json_error_message: json.string,
        // The item as it is, where it is not as a condition demands.
        current: true,
        // The pending change that is in the way.
        change: json.integer,
        // The changes that kept others from being published.
        refused: json.listOf(
          json.object({
            change: json.integer,
            title: json.string,
            code: json.string,
            message: json.string,
            current: true,
          }),
        ),
        // What a change of types would hide.
        losses: json.listOf(
          json.object({
            object: json.string,
            subtype: json.orNull(json.string),
            field: json.orNull(json.string),
            items: json.integer,
          }),
        ),
      },
      required: ['status'],
      additionalProperties: false,
    }),
    additional_data: json.listOf(json.integer),
  },
  ['additional_data'],
);

/** A refusal, as every route writes it. */
export const errorSchema: JsonSchema = json.anyOf(refusal, callbackRefusal);

/** How what several answers have in common appears in their schemas: in full, or as a reference to it. */
export interface SharedSchemas {
  item(resource: ResponseSchemas, context: Context, options: { readonly embeds: boolean }): JsonSchema;
  /** What a removal answers. */
  deleted(resource: ResponseSchemas): JsonSchema;
  readonly error: JsonSchema;
}

export interface AnswerSchemas {
  /** What the others refer to as `embedded`: whatever may stand below `_embedded`. */
  readonly embedded: Exclude<JsonSchema, boolean>;
  /** What else they refer to, by name. */
  readonly definitions: InterfaceDescription['definitions'];
  /** The exact schema of the answer to a successful request; null where there is none to state. */
  of(path: PathDescription, asked: AskedFor): JsonSchema | null;
}

const inFull = ({ targetHints }: InterfaceDescription): SharedSchemas => ({
  item: (resource, context, { embeds }) =>
    resource.item(context, { targetHints, ...(embeds ? { embedded: { $ref: 'embedded' } } : {}) }),
  deleted: deletedSchema,
  error: errorSchema,
});

/** Derives the schemas of all answers from the resources that the routes show. */
export function answerSchemas(
  described: InterfaceDescription,
  shared: SharedSchemas = inFull(described),
): AnswerSchemas {
  const all = [...resourceNames(described).keys()];
  const item = json.anyOf(...all.map((one) => shared.item(one, 'embed', { embeds: false })), shared.error);
  const of = (path: PathDescription, asked: AskedFor): JsonSchema | null => {
    const plain = path.endpoints.find(({ methods }) => methods.includes(asked.method))?.response;
    if (plain?.schema !== undefined) return withoutRequired(plain.schema, asked.isReduced);
    if (plain?.lists)
      return json.listOf(
        json.anyOf(...plain.lists.map((one) => reduced(shared.item(one, asked.context, asked), asked.isReduced))),
      );
    if (plain?.type !== undefined) return null;
    const resource = resourceAt(path);
    if (!resource) return null;
    const shown = (context: Context): JsonSchema => reduced(shared.item(resource, context, asked), asked.isReduced);
    if (asked.method === 'GET') return framed(path, resource, shown(asked.context), asked.isReduced);
    // Whoever writes is shown what an editor sees, or what a reader sees where he or she may not edit it any more.
    const written = json.anyOf(shown('edit'), shown('view'));
    if (asked.method !== 'DELETE') return written;
    return json.anyOf(written, reduced(shared.deleted(resource), asked.isReduced));
  };
  return {
    embedded: { $id: 'embedded', ...json.anyOf(item, json.listOf(item)) },
    definitions: described.definitions,
    of,
  };
}

/** What a removal answers: the item as it was, without links. */
export function deletedSchema(resource: ResponseSchemas) {
  const previous = (['edit', 'view'] as const).map((context) => resource.item(context, { links: false }));
  return json.object({ deleted: json.words(true), previous: json.anyOf(...previous) });
}

const named = ['type', 'status', 'taxonomy', 'menu-location'];
const single = ['settings', 'navigation-fallback'];

/** The item itself, a list of items, or items under their names. */
function framed(
  { path }: PathDescription,
  { title }: ResponseSchemas,
  item: JsonSchema,
  isReduced: boolean,
): JsonSchema {
  const isItem = /\}$|\/me$|\/introspect$/.test(path.template) || single.includes(title);
  if (isItem) return item;
  return named.includes(title) ? reduced(json.mapOf(item), isReduced) : json.listOf(item);
}

/** The same without members being required: `_fields` chose some, or none, and then it is an empty list. */
function reduced(schema: JsonSchema, isReduced: boolean): JsonSchema {
  return isReduced && typeof schema === 'object' ? json.anyOf({ ...schema, required: [] }, json.emptyList) : schema;
}

/** The same without required members at any level, of the answer itself or of each item of a list. */
function withoutRequired(schema: JsonSchema, isReduced: boolean): JsonSchema {
  if (!isReduced) return schema;
  const bare: JsonSchema = JSON.parse(JSON.stringify(schema), (name, value) =>
    name === 'required' && Array.isArray(value) ? undefined : value,
  );
  if (typeof bare !== 'object') return bare;
  const { items } = bare;
  if (typeof items !== 'object' || items === null || Array.isArray(items)) return json.anyOf(bare, json.emptyList);
  // The items of a list have a schema of their own.
  return { ...bare, items: json.anyOf(items as JsonSchema, json.emptyList) };
}

/** The resource that a path shows. Not every operation of a path names it; they all show the same. */
export function resourceAt(path: PathDescription): ResponseSchemas | undefined {
  return path.endpoints.find(({ resource }) => resource?.responses)?.resource?.responses;
}

/** A name for every resource of the interface; two that share a title but show different members have two. */
export function resourceNames(described: InterfaceDescription): ReadonlyMap<ResponseSchemas, string> {
  const names = new Map<ResponseSchemas, string>();
  const taken = new Map<string, string>();
  for (const path of described.paths) {
    const resource = resourceAt(path);
    if (!resource || names.has(resource)) continue;
    const shape = JSON.stringify(contexts.map((context) => resource.item(context)));
    const name = [resource.title, `${resource.title} ${lastWord(path)}`].find(
      (one) => (taken.get(one) ?? shape) === shape,
    );
    if (name === undefined) throw new Error(`Two resources have the name ${resource.title}: ${path.path.template}`);
    taken.set(name, shape);
    names.set(resource, name);
  }
  return names;
}

const contexts = ['view', 'edit', 'embed'] as const satisfies readonly Context[];

/** The last part of a path that is no parameter. */
const lastWord = ({ path }: PathDescription): string =>
  path.template.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';

/** The name of a type: `post-revision` in `view` is `PostRevisionView`. */
export function typeName(...texts: readonly string[]): string {
  const words = texts
    .join(' ')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
}
