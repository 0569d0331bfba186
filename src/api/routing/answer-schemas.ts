import { type JsonSchema, json } from '../../schema/json-schema.ts';
import type { Context } from '../resource/context.ts';
import type { InterfaceDescription, PathDescription, ResponseSchemas } from './description.ts';
import { resourceAt, resourceNames } from './resource-names.ts';

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

const refusal = json.object({
  code: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
  message: json.string,
  // Log-in data that is wrong is refused before anything is known of the request.
  data: json.orNull({
    type: 'object',
    properties: {
      status: json.integer,
      params: json.anyOf(json.listOf(json.string), json.mapOf(json.string)),
      details: json.mapOf(json.object({ code: json.string, message: json.string, data: true })),
      term_id: json.integer,
      key: json.string,
      json_error_code: json.integer,
      json_error_message: json.string,
      // The item as it is, where it is not as a condition demands.
      current: true,
    },
    required: ['status'],
    additionalProperties: false,
  }),
});

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
  /** The exact schema of the answer to a successful request; null where there is none to state. */
  of(path: PathDescription, asked: AskedFor): JsonSchema | null;
}

const inFull: SharedSchemas = {
  item: (resource, context, { embeds }) => resource.item(context, embeds ? { embedded: { $ref: 'embedded' } } : {}),
  deleted: deletedSchema,
  error: errorSchema,
};

/** Derives the schemas of all answers from the resources that the routes show. */
export function answerSchemas(described: InterfaceDescription, shared: SharedSchemas = inFull): AnswerSchemas {
  const all = [...resourceNames(described).keys()];
  const item = json.anyOf(...all.map((one) => shared.item(one, 'embed', { embeds: false })), shared.error);
  const of = (path: PathDescription, asked: AskedFor): JsonSchema | null => {
    const plain = path.endpoints.find(({ methods }) => methods.includes(asked.method))?.answers;
    if (plain?.schema !== undefined) return withoutRequired(plain.schema, asked.isReduced);
    if (plain?.lists)
      return json.listOf(
        json.anyOf(...plain.lists.map((one) => reduced(shared.item(one, asked.context, asked), asked.isReduced))),
      );
    if (plain?.type !== undefined) return null;
    const resource = resourceAt(path);
    if (!resource) return null;
    const shown = (context: Context): JsonSchema => reduced(shared.item(resource, context, asked), asked.isReduced);
    if (asked.method === 'GET') return framed(path, resource, shown(asked.context));
    // Whoever writes is shown what an editor sees, or what a reader sees where he or she may not edit it any more.
    const written = json.anyOf(shown('edit'), shown('view'));
    if (asked.method !== 'DELETE') return written;
    return json.anyOf(written, reduced(shared.deleted(resource), asked.isReduced));
  };
  return { embedded: { $id: 'embedded', ...json.anyOf(item, json.listOf(item)) }, of };
}

/** What a removal answers: the item as it was, without links. */
export function deletedSchema(resource: ResponseSchemas) {
  const previous = (['edit', 'view'] as const).map((context) => resource.item(context, { links: false }));
  return json.object({ deleted: json.words(true), previous: json.anyOf(...previous) });
}

const named = ['type', 'status', 'taxonomy', 'menu-location'];
const single = ['settings'];

/** The item itself, a list of items, or items under their names. */
function framed({ path }: PathDescription, { title }: ResponseSchemas, item: JsonSchema): JsonSchema {
  const isItem = /\}$|\/me$|\/introspect$/.test(path.template) || single.includes(title);
  if (isItem) return item;
  return named.includes(title) ? json.mapOf(item) : json.listOf(item);
}

/** The same without members being required: `_fields` chose some. */
function reduced(schema: JsonSchema, isReduced: boolean): JsonSchema {
  return isReduced && typeof schema === 'object' ? { ...schema, required: [] } : schema;
}

/** The same without required members at any level: `_fields` chose some. */
function withoutRequired(schema: JsonSchema, isReduced: boolean): JsonSchema {
  if (!isReduced) return schema;
  return JSON.parse(JSON.stringify(schema), (name, value) =>
    name === 'required' && Array.isArray(value) ? undefined : value,
  );
}
