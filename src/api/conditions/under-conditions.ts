import { ApiError, errors } from '../../errors.ts';
import type { Call } from '../call.ts';
import type { Engine } from '../engine.ts';
import { readThrough } from '../read-through.ts';
import type { AllowedReply, Reply } from '../reply.ts';
import type { Context } from '../resource/context.ts';
import type { Match } from '../routing/registry.ts';
import { conditionalCall, unlessNamesake } from './conditional-call.ts';
import { entityTag } from './entity-tag.ts';
import { preconditionsOf, wantsNoNamesake } from './preconditions.ts';
import { versionsWith } from './versioned-item.ts';

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
  const { item, namesake } = match.endpoint;
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
  if (namesake && wantsNoNamesake(request)) {
    const find = namesake(input, call);
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
