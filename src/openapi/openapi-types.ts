import type { JsonSchema } from '../schema/json-schema.ts';

/** The parts of OpenAPI 3.1 that the document uses. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
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
