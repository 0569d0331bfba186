import type { Args, InputOf } from '../schema/schema.ts';
import type { Call } from './call.ts';
import type { PathInput } from './path.ts';
import type { Reply } from './reply.ts';
import type { PublishedSchema } from './resource.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Item routes take the three writing methods alike. */
export const writing = ['POST', 'PUT', 'PATCH'] as const satisfies readonly Method[];

/**
 * Refuses by throwing. It is also asked what else this caller may do here (for `Allow` and OPTIONS), and then sees only
 * the arguments that happen to be there: so every argument may be absent.
 */
export type Permit<Input> = (input: Partial<Input>, call: Call) => void | Promise<void>;

/** One operation: everything that the matcher, the validator, discovery, OPTIONS and the reference need to know of it. */
export interface Route {
  readonly methods: readonly Method[];
  readonly path: string;
  readonly summary: string;
  readonly args: Args;
  readonly permit: Permit<Record<string, unknown>>;
  readonly handle: (input: Record<string, unknown>, call: Call) => Reply | Promise<Reply>;
  /** The schema that OPTIONS shows for this path. */
  readonly schema?: () => PublishedSchema;
  /** `files`: the body may hold files; it is read by the handler, after permission. */
  readonly body: 'fields' | 'files';
  /** Whether the answer may be shared with others of the same authority; a read may, unless it says otherwise. */
  readonly shareable: boolean;
}

interface RouteDefinition<Path extends string, A extends Args> {
  readonly method: Method | readonly Method[];
  readonly path: Path;
  readonly summary: string;
  readonly args?: A;
  readonly permit: Permit<PathInput<Path> & InputOf<A>>;
  readonly handle: (input: PathInput<Path> & InputOf<A>, call: Call) => Reply | Promise<Reply>;
  readonly schema?: () => PublishedSchema;
  readonly body?: 'fields' | 'files';
  readonly shareable?: boolean;
}

/**
 * States a route. Leaving `permit` out does not compile.
 *
 * @example
 * route({ method: 'GET', path: '/wp/v2/types/{type:word}', summary: 'Show a type.', permit: anyone, handle: showType });
 */
export function route<const Path extends string, const A extends Args = Record<never, never>>(
  definition: RouteDefinition<Path, A>,
): Route {
  return {
    methods: Array.isArray(definition.method) ? definition.method : [definition.method as Method],
    path: definition.path,
    summary: definition.summary,
    args: definition.args ?? {},
    // The validator has built the input from this very definition; past this line its type is known only to the handler.
    permit: definition.permit as Route['permit'],
    handle: definition.handle as Route['handle'],
    ...(definition.schema ? { schema: definition.schema } : {}),
    body: definition.body ?? 'fields',
    shareable: definition.shareable ?? true,
  };
}

/** Open to all, logged in or not. */
export const anyone = (): void => {};
