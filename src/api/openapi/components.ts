import { type JsonSchema, json } from '../../lib/schema/json-schema.ts';
import type { Context } from '../resource/context.ts';
import {
  type AnswerSchemas,
  answerSchemas,
  deletedSchema,
  errorSchema,
  resourceNames,
  typeName,
} from '../routing/answer-schemas.ts';
import type { InterfaceDescription, ResponseSchemas } from '../routing/description.ts';
import type { Variant } from '../variant.ts';

/** The schemas of answers, with references to components; those that were referred to are in `components`. */
export interface ResponseComponents {
  readonly answers: AnswerSchemas;
  readonly components: ReadonlyMap<string, JsonSchema>;
}

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export function responseComponents(described: InterfaceDescription): ResponseComponents {
  const names = resourceNames(described);
  const components = new Map<string, JsonSchema>([['Error', errorSchema]]);
  const refer = (name: string, make: () => JsonSchema): JsonSchema => {
    if (!components.has(name)) components.set(name, make());
    return reference(name);
  };
  const nameOf = (resource: ResponseSchemas): string => names.get(resource) ?? resource.title;
  const answers = answerSchemas(described, {
    item: (resource, context) => {
      const shown = differingContext(resource, context);
      return refer(typeName(nameOf(resource), shown), () =>
        resource.item(shown, { embedded: reference('Embedded'), targetHints: described.targetHints }),
      );
    },
    deleted: (resource) => refer(typeName(nameOf(resource), 'deleted'), () => deletedSchema(resource)),
    error: reference('Error'),
  });
  const { $id: _id, ...embedded } = answers.embedded;
  components.set('Embedded', embedded);
  for (const [name, schema] of Object.entries(answers.definitions)) components.set(name, schema);
  return { answers, components };
}

/** The same document with its references to definitions as references to components. */
export const refersToComponents = (document: OpenApiDocument): OpenApiDocument =>
  JSON.parse(JSON.stringify(document), (key, value) =>
    key === '$ref' && !value.includes('/') ? `#/components/schemas/${value}` : value,
  );

/** A resource that looks the same in another context as to readers has one component for both. */
function differingContext(resource: ResponseSchemas, context: Context): Context {
  const text = (one: Context) => JSON.stringify(resource.item(one));
  return text(context) === text('view') ? 'view' : context;
}

/** Parameters that many operations take. */
export function sharedParameters({ fieldsParameter, embedNames }: Variant['protocol']): Record<string, ApiParameter> {
  const names = { in: 'query', style: 'form', explode: false, schema: json.listOf(json.string) } as const;
  const inner = fieldsParameter === 'nested' ? ', also of inner ones, such as `title.rendered`' : '';
  return {
    ...(fieldsParameter === 'none'
      ? {}
      : {
          fields: {
            ...names,
            name: '_fields',
            description: `Answer with these members only${inner}. The schemas describe answers without it.`,
          },
        }),
    embed: embedNames
      ? { ...names, name: '_embed', description: 'Relations to embed under `_embedded`; `1` for all of them.' }
      : {
          name: '_embed',
          in: 'query',
          description: 'Embed what links lead to under `_embedded`.',
          schema: { type: 'string', enum: ['1'] },
        },
    ifNoneMatch: header('If-None-Match', 'Answer with 304 if the client has the answer with this `ETag`.'),
    ifMatch: header('If-Match', 'Write only if the item has the version of this `ETag`; else 412.'),
    ifUnmodifiedSince: header(
      'If-Unmodified-Since',
      'Write only if the item was not changed after this date; else 412.',
    ),
    ifNoNamesake: {
      name: 'If-None-Match',
      in: 'header',
      description: '`*`: make the item only if no other one has its slug; else 412.',
      schema: { type: 'string', enum: ['*'] },
    },
  };
}

const header = (name: string, description: string): ApiParameter => ({
  name,
  in: 'header',
  description,
  schema: json.string,
});

export const sharedHeaders = {
  ETag: { description: 'Version of the item and hash of the answer.', schema: json.string },
  Link: { description: 'Addresses of the neighbouring pages, with `rel` prev and next.', schema: json.string },
  Location: { description: 'Address of the new item.', schema: json.string },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: json.integer },
  'X-WP-Total': { description: 'Number of items in the whole list.', schema: json.integer },
  'X-WP-TotalPages': { description: 'Number of pages.', schema: json.integer },
  'X-Platen-Next-Cursor': {
    description: 'The `cursor` of the next page, where the list was asked for with one and there is another.',
    schema: json.string,
  },
} satisfies Readonly<Record<string, ApiHeader>>;

export const headerReferences = (...names: readonly (keyof typeof sharedHeaders)[]): Record<string, ApiReference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

export const sharedResponses: Readonly<Record<string, ApiAnswer>> = {
  refused: {
    description: 'Refused: `code` says why, `data.params` which arguments are at fault.',
    headers: headerReferences('Retry-After'),
    content: errorContent,
  },
  failed: { description: 'The server failed.', headers: headerReferences('Retry-After'), content: errorContent },
  notModified: { description: 'The client has this answer already.', headers: headerReferences('ETag') },
  conditionFailed: {
    description: 'The item is not as a condition demands; `data.current` is its current state.',
    headers: headerReferences('ETag'),
    content: errorContent,
  },
};

/** Ways to say who is asking. */
export const securitySchemes = (sessionCookie: string): ApiComponents['securitySchemes'] => ({
  applicationPassword: {
    type: 'http',
    scheme: 'basic',
    description: 'Name of a user and one of his or her application passwords.',
  },
  session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'A browser that is logged in.' },
  nonce: { type: 'apiKey', in: 'header', name: 'X-WP-Nonce', description: 'Sent with the cookie.' },
});

/** The parts of OpenAPI 3.1 that the document uses. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    /** The variant of the interface. */
    readonly 'x-variant': string;
  };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: ApiComponents;
}

export interface ApiComponents {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly parameters: Readonly<Record<string, ApiParameter>>;
  readonly headers: Readonly<Record<string, ApiHeader>>;
  readonly responses: Readonly<Record<string, ApiAnswer>>;
  readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface ApiReference {
  readonly $ref: string;
}

export interface ApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (ApiParameter | ApiReference)[];
  readonly requestBody?: ApiBody;
  readonly responses: Readonly<Record<string, ApiAnswer | ApiReference>>;
}

export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: JsonSchema;
}

export interface ApiHeader {
  readonly description: string;
  readonly schema: JsonSchema;
}

export interface ApiBody {
  readonly required: boolean;
  readonly content: ApiContent;
}

export interface ApiAnswer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, ApiReference>>;
  readonly content?: ApiContent;
}

export type ApiContent = Readonly<Record<string, { readonly schema: JsonSchema }>>;
