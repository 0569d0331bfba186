import type { Args, InputOf, Refusal } from '../../lib/schema/schema.ts';
import type { Scope } from '../../rules/scopes.ts';
import type { Store } from '../../storage/store.ts';
import type { Call } from '../call.ts';
import type { VersionedItem } from '../entity-tag.ts';
import type { RefusalReply, Reply } from '../reply.ts';
import type { Body, BodyBudget } from '../request.ts';
import type { PlainAnswer, ShownResource } from './description.ts';
import type { PathInput } from './path.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The methods that update an item; all three do the same. */
export const writing = ['POST', 'PUT', 'PATCH'] as const satisfies readonly Method[];

/**
 * Refuses by throwing. It also runs for the other routes of a path, to compute `Allow` and OPTIONS. It then gets only
 * the arguments that were sent, so every argument may be absent.
 */
export type Permit<Input> = (input: Partial<Input>, call: Call) => void | Promise<void>;

/**
 * The arguments whose values are invalid for this caller, each with its reason; null for none. They are reported
 * together with the invalid values of the second pass, so an argument that is invalid for everyone is absent here.
 */
export type Refuse<Input> = (input: Partial<Input>, call: Call) => Readonly<Record<string, Refusal>> | null;

/**
 * The arguments whose values are refused for what is stored, each with its reason; null for none. Asked with what was
 * sent, before anything else is checked.
 */
export type RefuseStored = (
  sent: Readonly<Record<string, unknown>>,
  call: Call,
) => Promise<Readonly<Record<string, Refusal>> | null>;

/** How a route that makes an item finds another one with the slug that was sent. */
export type Namesake<Input> = (input: Input, call: Call) => ((store: Store) => Promise<number | null>) | undefined;

/** One operation: everything that the matcher, the validator, discovery, OPTIONS and the reference need. */
export interface Route {
  readonly methods: readonly Method[];
  readonly path: string;
  readonly summary: string;
  readonly args: Args;
  readonly refuse?: Refuse<Record<string, unknown>>;
  readonly refuseStored?: RefuseStored;
  readonly permit: Permit<Record<string, unknown>>;
  /**
   * The scope that its writes take besides those of the capabilities that `permit` asks for: for what an account may do
   * without any capability. `any`: it does nothing itself, and what it passes on is checked by itself. A write that
   * states none and asks for no capability takes `settings`.
   */
  readonly scope?: Scope | 'any';
  /** Whether `permit` refuses every visitor, whatever the arguments: `Allow` leaves it out for them unasked. */
  readonly requiresLogin: boolean;
  /** False: nobody is asked who sends it, whatever it carries; it reads what it needs itself. */
  readonly identified: boolean;
  readonly handle: (input: Record<string, unknown>, call: Call, received?: Received) => Reply | Promise<Reply>;
  /** Reads the body after the permission check; validation and permission then run again with the body. */
  readonly receive?: (call: Call, input: Record<string, unknown>) => Promise<Received>;
  /** Headers of the answer to OPTIONS. */
  readonly describedHeaders?: (call: Call) => Readonly<Record<string, string>>;
  /** Formats an error differently from the rest of the interface, given the parameters as sent. */
  readonly refusal?: (refused: RefusalReply, sent: Readonly<Record<string, unknown>>) => Reply;
  /** The item it shows or changes; reads tell its version, and writes may depend on it. */
  readonly item?: (input: Record<string, unknown>, call: Call) => VersionedItem;
  /** Finds the item that has the slug which was sent for a new one; null for none, undefined where no slug was sent. */
  readonly slugConflict?: Namesake<Record<string, unknown>>;
  /** The path below which the items that it makes are shown, if not its own. */
  readonly itemsAt?: string;
  /** The resource it answers with; OPTIONS shows its schema for this path. */
  readonly resource?: ShownResource;
  /** What it answers with, where that is no resource or another status. */
  readonly response?: PlainAnswer;
  /** `files`: the body may contain files; it is read after the permission check. */
  readonly body: 'fields' | 'files';
  /** Body limits that replace the caller's usual budget; limits left out are those of a visitor. */
  readonly budget?: Partial<BodyBudget>;
  /** Whether the response to an anonymous read may be cached and shared; true by default. */
  readonly shareable: boolean;
  /** Whether all it does is in the database, so that a transaction around it can undo it. */
  readonly undoable: boolean;
  /** Whether `batch/v1` may use it. */
  readonly batched: boolean;
  /** Whether discovery says so; some routes say that it may not. */
  readonly saysBatched: boolean;
  /** `current`: discovery and OPTIONS describe it with the limits of its arguments, as later versions do. */
  readonly form: 'recorded' | 'current';
}

/** A body that was read by its route; `discard` removes its temporary files after the request. */
export interface Received {
  readonly body: Body;
  discard(): Promise<void>;
}

interface RouteDefinition<Path extends string, A extends Args, R extends Received, Body> {
  readonly method: Method | readonly Method[];
  readonly path: Path;
  readonly summary: string;
  readonly args?: A;
  readonly refuse?: Refuse<InputOf<A>>;
  readonly refuseStored?: RefuseStored;
  readonly permit: Permit<PathInput<Path> & InputOf<A>>;
  readonly scope?: Route['scope'];
  readonly requiresLogin?: boolean;
  readonly identified?: boolean;
  readonly handle: (
    input: PathInput<Path> & InputOf<A>,
    call: Call,
    received: R,
  ) => Reply<NoInfer<Body>> | Promise<Reply<NoInfer<Body>>>;
  readonly receive?: (call: Call, input: InputOf<A>) => Promise<R>;
  readonly describedHeaders?: Route['describedHeaders'];
  readonly refusal?: Route['refusal'];
  readonly item?: (input: PathInput<Path> & InputOf<A>, call: Call) => VersionedItem;
  readonly slugConflict?: Namesake<InputOf<A>>;
  readonly itemsAt?: string;
  readonly resource?: ShownResource;
  readonly response?: PlainAnswer<Body>;
  readonly body?: 'fields' | 'files';
  readonly budget?: Partial<BodyBudget>;
  readonly shareable?: boolean;
  readonly undoable?: boolean;
  readonly batched?: boolean;
}

/**
 * Defines a route. Leaving `permit` out does not compile.
 *
 * @example
 * route({ method: 'GET', path: '/wp/v2/types/{type:word}', summary: 'Show a type.', permit: anyone, handle: showType });
 */
export function route<
  const Path extends string,
  const A extends Args = Record<never, never>,
  R extends Received = never,
  Body = unknown,
>(definition: RouteDefinition<Path, A, R, Body>): Route {
  return {
    methods: typeof definition.method === 'string' ? [definition.method] : definition.method,
    path: definition.path,
    summary: definition.summary,
    args: definition.args ?? {},
    // The validator builds the input from this very definition, so its type is the one that the definition expects.
    permit: definition.permit as Route['permit'],
    ...(definition.scope ? { scope: definition.scope } : {}),
    requiresLogin: definition.requiresLogin ?? false,
    identified: definition.identified ?? true,
    // The same holds for `handle`; its third argument comes from the route's own `receive`.
    handle: definition.handle as Route['handle'],
    // As above: it is asked with the input that the validator built.
    ...(definition.refuse ? { refuse: definition.refuse as Refuse<Record<string, unknown>> } : {}),
    ...(definition.refuseStored ? { refuseStored: definition.refuseStored } : {}),
    // As above.
    ...(definition.item ? { item: definition.item as NonNullable<Route['item']> } : {}),
    // As above.
    ...(definition.slugConflict ? { slugConflict: definition.slugConflict as NonNullable<Route['slugConflict']> } : {}),
    ...(definition.itemsAt ? { itemsAt: definition.itemsAt } : {}),
    ...(definition.resource ? { resource: definition.resource } : {}),
    ...(definition.response ? { response: definition.response } : {}),
    // As above.
    ...(definition.receive ? { receive: definition.receive as NonNullable<Route['receive']> } : {}),
    ...(definition.refusal ? { refusal: definition.refusal } : {}),
    ...(definition.describedHeaders ? { describedHeaders: definition.describedHeaders } : {}),
    body: definition.body ?? (definition.receive ? 'files' : 'fields'),
    ...(definition.budget ? { budget: definition.budget } : {}),
    shareable: definition.shareable ?? true,
    undoable: definition.undoable ?? definition.batched ?? false,
    batched: definition.batched ?? false,
    saysBatched: definition.batched !== undefined,
    form: 'recorded',
  };
}

/** Routes that came later, as they are described. */
export function inCurrentForm(routes: readonly Route[]): Route[] {
  return routes.map((one) => ({ ...one, form: 'current' }));
}

/** The answer of a route that makes an item: the item, with status 201. */
export const created: PlainAnswer = { status: 201 };

/** Open to all, logged in or not. */
export const anyone = (): void => {};
