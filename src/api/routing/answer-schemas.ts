import { type JsonSchema, json } from '../../schema/json-schema.ts';
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
    },
    required: ['status'],
    additionalProperties: false,
  }),
});

/** A refusal, as every route writes it. */
export const errorSchema: JsonSchema = json.anyOf(refusal, callbackRefusal);

export interface AnswerSchemas {
  /** What the others refer to as `embedded`: whatever may stand below `_embedded`. */
  readonly embedded: JsonSchema;
  /** The exact schema of the answer to a successful request; null for paths that do not show a resource. */
  of(path: PathDescription, asked: AskedFor): JsonSchema | null;
}

/** Derives the schemas of all answers from the resources that the routes show. */
export function answerSchemas(described: InterfaceDescription): AnswerSchemas {
  const all = described.paths.flatMap((path) => resourceOf(path) ?? []);
  const unique = [...new Map(all.map((one) => [one.title, one])).values()];
  const item = json.anyOf(...unique.map((one) => one.item('embed')), errorSchema);
  const reference = { $ref: 'embedded' };
  const of = (path: PathDescription, asked: AskedFor): JsonSchema | null => {
    const resource = resourceOf(path);
    if (!resource) return null;
    const shown = (context: Context, links = true): JsonSchema =>
      reduced(resource.item(context, { links, ...(asked.embeds ? { embedded: reference } : {}) }), asked.isReduced);
    if (asked.method === 'GET') return framed(path, resource, shown(asked.context));
    // Whoever writes is shown what an editor sees, or what a reader sees where he or she may not edit it any more.
    const written = json.anyOf(shown('edit'), shown('view'));
    if (asked.method !== 'DELETE') return written;
    const previous = json.anyOf(
      ...(['edit', 'view'] as const).map((context) => resource.item(context, { links: false })),
    );
    return json.anyOf(written, reduced(json.object({ deleted: json.words(true), previous }), asked.isReduced));
  };
  return { embedded: { $id: 'embedded', ...json.anyOf(item, json.listOf(item)) }, of };
}

/** Not every operation of a path names what it shows; they all show the same. */
function resourceOf(path: PathDescription): ResponseSchemas | undefined {
  return path.endpoints.find(({ shows }) => shows?.responses)?.shows?.responses;
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
