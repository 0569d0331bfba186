import type { JsonSchema, Output } from '../../lib/schema/json-schema.ts';
import type { Args } from '../../lib/schema/schema.ts';
import type { Context } from '../resource/context.ts';
import type { CompiledPath } from './path.ts';

/** The interface as discovery, OPTIONS and the reference describe it: data only, no functions to call. */
export interface InterfaceDescription {
  /** Those that the discovery document lists. */
  readonly namespaces: readonly string[];
  readonly paths: readonly PathDescription[];
  /** Schemas that others refer to by name (`$ref`), so that they may contain themselves. */
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  /** Whether the link of an item to itself says which methods the caller may use there. */
  readonly targetHints: boolean;
}

/** All operations at one path. */
export interface PathDescription {
  readonly namespace: string;
  /** Left out of the discovery document; its namespace describes it at its own address. */
  readonly unlisted: boolean;
  readonly path: CompiledPath;
  readonly methods: readonly string[];
  readonly endpoints: readonly EndpointDescription[];
}

export interface EndpointDescription {
  readonly methods: readonly string[];
  readonly summary: string;
  /** Its own arguments and those of its path. */
  readonly allArgs: Args;
  readonly resource?: ShownResource;
  /** What it answers with, where that is no resource or another status. */
  readonly response?: PlainAnswer;
  /** `files`: the body may contain files. */
  readonly body: 'fields' | 'files';
  /** Whether it shows or changes an item that has a version. */
  readonly isVersioned: boolean;
  /** Whether it can be told to make an item only if no other has its slug. */
  readonly isNamed: boolean;
  readonly batched: boolean;
  readonly saysBatched: boolean;
  readonly form: 'recorded' | 'current';
}

/** A successful answer, as far as it is not that of every route that shows the resource. */
export interface PlainAnswer<Body = unknown> {
  /** Exactly what is answered instead of the resource; left out for what is not JSON. */
  readonly schema?: Output<Body> | true;
  /** The resources whose items are listed together, where a route lists those of several. */
  readonly lists?: readonly ResponseSchemas[];
  /** Default 200. */
  readonly status?: number;
  /** Other statuses with a body of the same form, where the status tells how it went. */
  readonly alsoStatuses?: readonly number[];
  /** The media type; default `application/json`, none where there is no body. */
  readonly type?: string;
}

/** What a description needs of the resource that a route answers with. */
export interface ShownResource {
  readonly schema: PublishedSchema;
  readonly embeds: readonly string[];
  readonly responses?: ResponseSchemas;
}

/** The schema that OPTIONS shows for a resource. */
export type PublishedSchema = (site: { readonly apiUrl: string }) => Record<string, unknown>;

/** What an item is shown with. */
export interface ShownOptions {
  readonly links?: boolean;
  readonly embedded?: JsonSchema;
  readonly targetHints?: boolean;
}

/** The exact schemas of one resource; `embedded` is the schema of whatever may stand below `_embedded`. */
export interface ResponseSchemas {
  readonly title: string;
  /** An item as it is shown in a context. `links: false` is what a removal shows as `previous`. */
  item(context: Context, options?: ShownOptions): JsonSchema;
  /** Names of the fields whose schema leaves open what they contain. */
  readonly loose: readonly string[];
}
