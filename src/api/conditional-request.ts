import { ApiError, errors } from '../lib/errors.ts';
import type { Store } from '../storage/store.ts';
import { gather, validate, validateLeniently } from './arguments.ts';
import type { Call } from './call.ts';
import type { Engine } from './engine.ts';
import {
  entityTag,
  type ItemState,
  type VersionedItem,
  type VersionOf,
  versionsIn,
  versionsWith,
} from './entity-tag.ts';
import type { ParamTree } from './params.ts';
import type { AllowedReply, Reply } from './reply.ts';
import type { ApiRequest } from './request.ts';
import type { Context } from './resource/context.ts';
import type { Match } from './routing/registry.ts';

type Input = Record<string, unknown>;
type Handle = (call: Call) => Reply | Promise<Reply>;

/** Runs a handler: a read of an item with its version, a write under the conditions that its request states. */
export async function underConditions(
  match: Match,
  input: Input,
  { call, engine }: { readonly call: Call; readonly engine: Engine },
  handle: Handle,
): Promise<AllowedReply> {
  const { request } = call;
  const { item, slugConflict } = match.endpoint;
  if (request.method === 'GET' && item) {
    // The version is read first: if the item changes meanwhile, the tag is too old, never too new.
    const version = await versionAt(match, input, { call, engine });
    return { ...(await handle(call)), version };
  }
  const conditions = item && preconditionsOf(request);
  if (conditions) {
    const versionOf = versionsWith(await engine.versionKey());
    return explained(request.path, { call, engine }, async () => {
      const conditional = await conditionalCall(item(input, call), conditions, call, versionOf);
      return tagged(await handle(conditional.call), conditional.written());
    });
  }
  if (slugConflict && wantsNoNamesake(request)) {
    const find = slugConflict(input, call);
    if (!find) throw errors.rest_precondition_without_slug();
    const path = match.endpoint.itemsAt ?? request.path;
    return explained(path, { call, engine }, async () => handle(unlessNamesake(find, call)));
  }
  return handle(call);
}

async function versionAt(
  { endpoint }: Match,
  input: Input,
  { call, engine }: { readonly call: Call; readonly engine: Engine },
): Promise<string | undefined> {
  const state = await endpoint.item?.(input, call).state(call.store);
  return state ? versionsWith(await engine.versionKey())(state) : undefined;
}

/** Tells the writer the version that was written, for the next condition. */
function tagged(written: Reply, version: string | null): Reply {
  if (version === null) return written;
  return { ...written, headers: { ...written.headers, ETag: entityTag(JSON.stringify(written.body), version) } };
}

/** Refuses a write whose conditions do not hold now; nothing is written. */
export async function refuseUnlessHolding(
  match: Match,
  sent: Input,
  calling: { readonly call: Call; readonly engine: Engine },
): Promise<void> {
  const { request } = calling.call;
  if (!preconditionsOf(request) && !wantsNoNamesake(request)) return;
  const input = validateLeniently(match, sent, true);
  // The transaction, in which the conditions are checked, has nothing in it.
  await underConditions(match, input, calling, (call) =>
    call.store.transaction(async () => ({ status: 204, body: null })),
  );
}

/** Adds the current state of the item to a refused condition, as far as this caller may see it. */
async function explained(
  path: string,
  { call, engine }: { readonly call: Call; readonly engine: Engine },
  work: () => Promise<Reply>,
): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'rest_precondition_failed') throw error;
    call.forget();
    const { id } = error.details;
    const at = id === undefined ? path : `${path}/${id}`;
    const shown = (await shownAt(at, 'edit', { call, engine })) ?? (await shownAt(at, 'view', { call, engine }));
    throw errors.rest_precondition_failed(undefined, {
      details: { current: shown?.body ?? null },
      headers: shown ? { ETag: shown.etag } : {},
    });
  }
}

async function shownAt(
  path: string,
  context: Context,
  { call, engine }: { readonly call: Call; readonly engine: Engine },
): Promise<{ readonly body: unknown; readonly etag: string } | null> {
  const match = engine.registry.find('GET', path);
  if (!match) return null;
  try {
    let version: string | undefined;
    const { body } = await readThrough(match, { context }, call, async (input) => {
      version = await versionAt(match, input, { call, engine });
    });
    return { body, etag: entityTag(JSON.stringify(body), version) };
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** A call that changes an item only if the item is as the request demands. */
export interface ConditionalCall {
  readonly call: Call;
  /** The version that the item has after the change; null if it is gone, or nothing was written. */
  written(): string | null;
}

/**
 * Checks the conditions before anything is done, which saves the work and covers requests that write nothing, and again
 * in the transaction that writes, with the item held.
 */
export async function conditionalCall(
  item: VersionedItem,
  conditions: Preconditions,
  call: Call,
  versionOf: VersionOf,
): Promise<ConditionalCall> {
  const read = async (store: Store): Promise<{ readonly state: ItemState | null; readonly version: string | null }> => {
    const state = await item.state(store);
    return { state, version: state && versionOf(state) };
  };
  let seen: string | null | undefined;
  let written: string | null | undefined;
  const check = async (store: Store): Promise<void> => {
    const { state, version } = await read(store);
    // An operation of several transactions finds what its first one wrote.
    if (version === written || holds(conditions, state, versionOf)) return;
    throw errors.rest_precondition_failed();
  };
  await check(call.store);
  const store = call.store.around({
    before: async (inner) => {
      await item.hold(inner);
      await check(inner);
    },
    after: async (inner) => {
      seen = (await read(inner)).version;
    },
    // Not before: somebody else may have stored the same as a transaction that was undone.
    committed: () => {
      written = seen;
    },
  });
  return { call: { ...call, store }, written: () => written ?? null };
}

/** A call that makes an item only if there is none with its slug yet. */
export function unlessNamesake(find: (store: Store) => Promise<number | null>, call: Call): Call {
  const store = call.store.around({
    before: async (inner) => {
      const id = await find(inner);
      if (id !== null) throw errors.rest_precondition_failed(undefined, { details: { id } });
    },
    after: async () => {},
  });
  return { ...call, store };
}

/** What a request demands of the item before it is changed. */
export interface Preconditions {
  readonly versions: readonly string[] | '*' | null;
  readonly unmodifiedSinceMs: number | null;
}

/** The conditions of a write; null for a plain request. An invalid date is ignored, as HTTP says. */
export function preconditionsOf({ headers }: Pick<ApiRequest, 'headers'>): Preconditions | null {
  const match = headers['if-match'];
  if (match !== undefined) return { versions: versionsIn(match), unmodifiedSinceMs: null };
  const since = headers['if-unmodified-since'];
  const sinceMs = since === undefined ? Number.NaN : Date.parse(since);
  return Number.isNaN(sinceMs) ? null : { versions: null, unmodifiedSinceMs: sinceMs };
}

/** Whether a request to make an item demands that there is none with its slug. */
export function wantsNoNamesake({ headers }: Pick<ApiRequest, 'headers'>): boolean {
  return headers['if-none-match']?.trim() === '*';
}

/** Whether the item is as the request demands. */
export function holds({ versions, unmodifiedSinceMs }: Preconditions, state: ItemState | null, of: VersionOf): boolean {
  if (!state) return false;
  if (versions !== null) return versions === '*' || versions.includes(of(state));
  return state.modifiedMs === null || unmodifiedSinceMs === null || state.modifiedMs <= unmodifiedSinceMs;
}

/** What a read of another route gives the caller: validated and permitted like any request; refuses by throwing. */
export async function readThrough(
  match: Match,
  query: ParamTree,
  call: Call,
  before: (input: Record<string, unknown>) => Promise<void> = async () => {},
): Promise<Reply> {
  const bag = gather({ ...call.request, query }, match, { kind: 'none' });
  const input = validate(match, bag, { kind: 'none' }, call);
  await match.endpoint.permit(input, call);
  await before(input);
  return match.endpoint.handle(input, call);
}
