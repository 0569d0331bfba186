import { type JsonSchema, json } from '../../lib/schema/json-schema.ts';
import type { Schema } from '../../lib/schema/schema.ts';
import type { Context } from '../resource/context.ts';
import { resourceAt, typeName } from '../routing/answer-schemas.ts';
import type { EndpointDescription, PathDescription } from '../routing/description.ts';
import type { PathKind } from '../routing/path.ts';
import { argumentSchema } from './argument-schema.ts';
import {
  type ApiAnswer,
  type ApiBody,
  type ApiContent,
  type ApiOperation,
  type ApiParameter,
  type ApiReference,
  headerReferences,
  type ResponseComponents,
} from './components.ts';

/** One operation: a method of an endpoint. */
export interface OperationSource {
  readonly path: PathDescription;
  readonly endpoint: EndpointDescription;
  readonly method: string;
  readonly tag: string;
  readonly answers: ResponseComponents['answers'];
  /** Names of the shared parameters that this variant has. */
  readonly shared: readonly string[];
}

export function apiOperation(source: OperationSource): ApiOperation {
  const { path, endpoint, method, tag } = source;
  const parameters = parametersOf(source);
  const body = bodyOf(source);
  return {
    operationId: operationId(path, method, showsMany(source)),
    summary: endpoint.summary,
    tags: [tag],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(source),
  };
}

const isRead = ({ method }: OperationSource): boolean => method === 'GET';
const isList = ({ endpoint, method }: OperationSource): boolean => method === 'GET' && 'per_page' in endpoint.allArgs;
/** Whether it answers with a list, or with items under their names. */
function showsMany(source: OperationSource): boolean {
  const { path, answers, method } = source;
  const schema = answers.of(path, { method, context: 'view', isReduced: false, embeds: true });
  if (method !== 'GET' || schema === null || typeof schema === 'boolean') return false;
  return schema['type'] === 'array' || typeof schema['additionalProperties'] === 'object';
}

const sendsBody = ({ method }: OperationSource): boolean => method === 'POST' || method === 'PUT' || method === 'PATCH';

/** Its arguments, without those that are in the path, and without those that are only there to be refused. */
function ownArguments({ path, endpoint }: OperationSource): [name: string, schema: Schema][] {
  const inPath = path.path.parameters.map(({ name }) => name);
  return Object.entries(endpoint.allArgs).filter(
    ([name, { unlisted, description }]) => !inPath.includes(name) && !(unlisted && description === undefined),
  );
}

function parametersOf(source: OperationSource): (ApiParameter | ApiReference)[] {
  const query = sendsBody(source) ? [] : ownArguments(source).map(([name, schema]) => queryParameter(name, schema));
  return [...pathParameters(source), ...query, ...sharedNames(source).map(parameterReference)];
}

const parameterReference = (name: string): ApiReference => ({ $ref: `#/components/parameters/${name}` });

function sharedNames(source: OperationSource): string[] {
  const { path, endpoint, shared } = source;
  const resource = endpoint.response?.schema === undefined ? resourceAt(path) : undefined;
  const embeds = path.endpoints.some(({ resource: shows }) => (shows?.embeds.length ?? 0) > 0);
  const isChange = !isRead(source) && endpoint.isVersioned;
  const names = [
    ...(resource ? ['fields'] : []),
    ...(resource && embeds && isRead(source) ? ['embed'] : []),
    ...(isRead(source) ? ['ifNoneMatch'] : []),
    ...(isChange ? ['ifMatch', 'ifUnmodifiedSince'] : []),
    ...(endpoint.isNamed ? ['ifNoNamesake'] : []),
  ];
  return names.filter((name) => shared.includes(name));
}

const kindSchemas: Readonly<Record<PathKind, JsonSchema>> = {
  int: { type: 'integer', minimum: 0 },
  digits: { type: 'integer', minimum: 0 },
  number: { type: 'integer', minimum: 0 },
  word: { type: 'string', pattern: '^[\\w-]+$' },
  block: { type: 'string', pattern: '^[a-z0-9-]+/[a-z0-9-]+$' },
  token: { type: 'string', pattern: '^[\\w-]+$' },
  account: { type: 'string', pattern: '^(?:\\d+|me)$' },
  name: { type: 'string', pattern: '^[a-zA-Z0-9_-]+$' },
  slug: { type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' },
  names: { type: 'string', pattern: '^[a-zA-Z0-9/-]+$' },
  shortNames: { type: 'string', pattern: '^[a-zA-Z0-9/-]+$' },
  theme: { type: 'string' },
  themePath: { type: 'string' },
  template: { type: 'string' },
  slashedInt: { type: 'integer', minimum: 0 },
};

function pathParameters({ path, endpoint }: OperationSource): ApiParameter[] {
  return path.path.parameters.map(({ name, kind }) => ({
    name,
    in: 'path',
    required: true,
    description: endpoint.allArgs[name]?.description ?? `The ${name} in the path.`,
    schema: kindSchemas[kind],
  }));
}

/** Lists are sent with commas, or as `name[]` once for each value. */
function queryParameter(name: string, schema: Schema): ApiParameter {
  const { description } = schema;
  const isList = schema.shape === 'array' || schema.shape === 'words' || schema.shape === 'termQuery';
  return {
    name,
    in: 'query',
    ...(schema.required ? { required: true } : {}),
    ...(description ? { description } : {}),
    ...(isList ? { style: 'form', explode: false } : {}),
    ...(schema.shape === 'object' ? { style: 'deepObject', explode: true } : {}),
    schema: withoutDescription(argumentSchema(schema)),
  };
}

/** The parameter has it already. */
function withoutDescription(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const { description: _description, ...rest } = schema;
  return rest;
}

function bodyOf(source: OperationSource): ApiBody | null {
  if (!sendsBody(source)) return null;
  const own = ownArguments(source);
  const required = own.filter(([, schema]) => schema.required).map(([name]) => name);
  const { endpoint } = source;
  if (own.length === 0 && endpoint.body === 'fields') return null;
  const schema = {
    type: 'object',
    properties: Object.fromEntries(own.map(([name, one]) => [name, argumentSchema(one)])),
    ...(required.length > 0 ? { required } : {}),
  };
  return { required: required.length > 0 || endpoint.body === 'files', content: contentOf(source, schema) };
}

function contentOf({ endpoint, path }: OperationSource, schema: Readonly<Record<string, unknown>>): ApiContent {
  if (endpoint.body === 'fields') return { 'application/json': { schema } };
  // Handlers that read the body themselves take fields and files under any name.
  if (!resourceAt(path)) return { 'multipart/form-data': { schema: open }, 'application/json': { schema: open } };
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const properties = { ...Object(schema['properties']), file };
  return {
    'multipart/form-data': { schema: { ...schema, properties, required: ['file'] } },
    'application/octet-stream': { schema: {} },
  };
}

const open = { type: 'object', additionalProperties: true };

function responsesOf(source: OperationSource): ApiOperation['responses'] {
  const { endpoint } = source;
  const status = String(endpoint.response?.status ?? 200);
  const isConditional = (!isRead(source) && endpoint.isVersioned) || endpoint.isNamed;
  return {
    [status]: successOf(source, status),
    ...Object.fromEntries((endpoint.response?.alsoStatuses ?? []).map((one) => [one, alsoOf(source, one)])),
    ...(isRead(source) && status === '200' ? { 304: responseReference('notModified') } : {}),
    ...(isConditional ? { 412: responseReference('conditionFailed') } : {}),
    '4XX': responseReference('refused'),
    '5XX': responseReference('failed'),
  };
}

const responseReference = (name: string): ApiReference => ({ $ref: `#/components/responses/${name}` });

function successOf(source: OperationSource, status: string): ApiAnswer {
  const { endpoint } = source;
  const schema = answerSchema(source);
  const type = endpoint.response?.type ?? 'application/json';
  const isBare = status === '204';
  const headers = headerReferences(
    ...(isRead(source) && !isBare ? (['ETag'] as const) : []),
    ...(isList(source) ? (['X-WP-Total', 'X-WP-TotalPages', 'Link'] as const) : []),
    ...('cursor' in endpoint.allArgs ? (['X-Platen-Next-Cursor'] as const) : []),
    ...(status === '201' ? (['Location'] as const) : []),
  );
  return {
    description: isBare ? 'Done; there is nothing to show.' : endpoint.summary,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(isBare ? {} : { content: { [type]: { schema: schema ?? {} } } }),
  };
}

/** An answer of the same form with another status; one that refuses may also be a refusal as usual. */
function alsoOf(source: OperationSource, status: number): ApiAnswer {
  const { endpoint } = source;
  const forms = [...(status >= 400 ? [{ $ref: '#/components/schemas/Error' }] : []), answerSchema(source) ?? {}];
  return { description: endpoint.summary, content: { 'application/json': { schema: json.anyOf(...forms) } } };
}

const contexts = ['view', 'edit', 'embed'] as const satisfies readonly Context[];

/** The answer in every context that can be asked for. */
function answerSchema({ path, endpoint, method, answers }: OperationSource): JsonSchema | null {
  const words = method === 'GET' ? endpoint.allArgs['context']?.enum : undefined;
  const asked = contexts.filter((context) => (words ? words.includes(context) : context === 'view'));
  const found = asked
    .map((context) => answers.of(path, { method, context, isReduced: false, embeds: true }))
    .filter((schema) => schema !== null);
  return found.length === 0 ? null : json.anyOf(...found);
}

/** The path with its parameters as clients write them: `/wp/v2/posts/{id}`. */
export const shownPath = ({ path }: PathDescription): string => path.template.replace(/\{(\w+):\w+\}/g, '{$1}');

/** A name for an operation, made of its method and path: `listPosts`, `getPostsById`, `deletePostsById`. */
export function operationId(described: PathDescription, method: string, showsMany: boolean): string {
  const isCore = described.namespace === 'wp/v2' && described.path.template !== '/wp/v2';
  const segments = shownPath(described)
    .split('/')
    .filter((part) => part !== '' && !/^v?\d+(?:\.\d+)?$/.test(part));
  const words = segments.filter((part) => !part.startsWith('{')).slice(isCore ? 1 : 0);
  const last = segments.at(-1) ?? '';
  const by = last.startsWith('{') ? ` By ${last}` : '';
  return `${verbs(described, showsMany)[method]}${typeName(words.join(' '), by) || 'Interface'}`;
}

const verbs = ({ methods }: PathDescription, showsMany: boolean): Readonly<Record<string, string>> => ({
  GET: showsMany ? 'list' : 'get',
  POST: methods.includes('PATCH') ? 'update' : 'create',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
});
