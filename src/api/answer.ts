import type { Caller } from '../content/capabilities.ts';
import type { Site } from '../content/site.ts';
import { ApiError, errors } from '../errors.ts';
import type { Store } from '../storage/store.ts';
import { allowedMethods } from './allow.ts';
import { gather, refuseBrokenText, validate } from './arguments.ts';
import type { Call } from './call.ts';
import { chooseFields } from './choose-fields.ts';
import { describePlace } from './discovery.ts';
import { errorBody, errorStatus } from './error-body.ts';
import type { Match, Registry } from './registry.ts';
import type { Reply } from './reply.ts';
import type { ApiRequest, ApiResponse, Body } from './request.ts';
import { refuseCallback, send } from './send.ts';
import type { Variant } from './variant.ts';

/** What `answer` needs of the application; nothing in here belongs to a single request. */
export interface Engine {
  readonly registry: Registry;
  readonly variant: Variant;
  readonly store: Store;
  /** Who asks; refuses wrong credentials. */
  readonly identify: (request: ApiRequest, store: Store) => Promise<Caller>;
  readonly site: (store: Store) => Promise<Site>;
  readonly clock: () => number;
  /** The refusal that a failure below stands for, such as a value the database cannot hold; null for a failure of ours. */
  readonly translate?: (error: unknown) => ApiError | null;
  /** Notes a failure that is ours, never the caller's. */
  readonly report: (error: unknown, request: ApiRequest) => void;
}

const nobody = { userId: 0 };

/** The life of a request, from who asks to what is sent. Tests, the command line and embedding programs enter here too. */
export async function answer(request: ApiRequest, engine: Engine): Promise<ApiResponse> {
  const tags = new Set<string>();
  const store = engine.store.observe(tags);
  const site = await engine.site(store);
  const refused = refuseCallback(request, site);
  if (refused) return refused;
  let call: Call | null = null;
  try {
    const caller = await engine.identify(request, store);
    const sharing = { allowed: caller.userId === 0 };
    call = callOf(request, engine, { caller, store, site, sharing, tags });
    const reply = await respond(call);
    return send(reply, call, sharing.allowed && isShareable(reply, request) ? tags : null);
  } catch (error) {
    return send(
      refusal(error, request, engine, call?.caller ?? nobody),
      { request, site, variant: engine.variant },
      null,
    );
  }
}

/** An answer with its `Allow` header; refusals inside the operation are answers too. */
export interface AllowedReply extends Reply {
  readonly allow?: string;
  readonly shareable?: boolean;
}

async function respond(call: Call): Promise<AllowedReply> {
  const { request, registry } = call;
  if (request.method === 'OPTIONS') return describe(call);
  const match = registry.find(request.method, request.path);
  if (!match) throw errors.rest_no_route();
  const body: Body = match.endpoint.body === 'files' ? { kind: 'none' } : await request.body();
  const bag = gather(request, match, body);
  const { reply, permitted } = await attempt(match, bag, body, call);
  const known = isSafe(request.method) && permitted !== null ? { endpoint: match.endpoint, permitted } : null;
  const allow = await allowedMethods(match.place, bag, call, { withDefaults: true, known });
  return { ...reply, shareable: match.endpoint.shareable, ...(allow.length > 0 ? { allow: allow.join(', ') } : {}) };
}

/** The reply, and whether permission was given; null where it was not asked for. */
interface Attempt {
  readonly reply: Reply;
  readonly permitted: boolean | null;
}

async function attempt(match: Match, bag: Record<string, unknown>, body: Body, call: Call): Promise<Attempt> {
  let permitted: boolean | null = null;
  try {
    const input = validate(match, bag, body);
    permitted = false;
    await match.endpoint.permit(input, call);
    permitted = true;
    if (!isSafe(call.request.method)) refuseBrokenText(input);
    const reply = await match.endpoint.handle(input, call);
    if (!isSafe(call.request.method)) call.forget();
    return { reply: chooseFields(reply, call), permitted };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { reply: refusalReply(error, call.caller), permitted };
  }
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isShareable(reply: AllowedReply, request: ApiRequest): boolean {
  if (reply.shareable !== true || !isSafe(request.method) || (reply.status ?? 200) !== 200) return false;
  // What is shown to those who edit, or to those who know a password, is not for everyone who asks alike.
  return request.query['context'] !== 'edit' && request.query['password'] === undefined;
}

async function describe(call: Call): Promise<AllowedReply> {
  const place = call.registry.placeAt(call.request.path);
  if (!place) return { body: [] };
  const allow = await allowedMethods(place, { ...call.request.query }, call, { withDefaults: false });
  return {
    body: describePlace(place, call.site, { withSchema: true }),
    ...(allow.length > 0 ? { allow: allow.join(', ') } : {}),
  };
}

function refusal(error: unknown, request: ApiRequest, engine: Engine, caller: Pick<Caller, 'userId'>): Reply {
  const known = error instanceof ApiError ? error : engine.translate?.(error);
  if (known) return refusalReply(known, caller);
  engine.report(error, request);
  return refusalReply(errors.rest_internal_error(), caller);
}

function refusalReply(error: ApiError, caller: Pick<Caller, 'userId'>): Reply {
  return { status: errorStatus(error, caller), body: errorBody(error, caller), headers: error.headers };
}

function callOf(
  request: ApiRequest,
  engine: Engine,
  own: { caller: Caller; store: Store; site: Site; sharing: { allowed: boolean }; tags: Set<string> },
): Call {
  const known = new Map<string, Promise<unknown>>();
  return {
    caller: own.caller,
    store: own.store,
    site: own.site,
    variant: engine.variant,
    registry: engine.registry,
    request,
    now: engine.clock(),
    once<T>(key: string, find: () => Promise<T>): Promise<T> {
      const asked = known.get(key) as Promise<T> | undefined;
      if (asked) return asked;
      const asking = find();
      known.set(key, asking);
      return asking;
    },
    forget: () => known.clear(),
    keepPrivate: () => {
      own.sharing.allowed = false;
    },
    note: (tags) => {
      if (tags) for (const tag of tags) own.tags.add(tag);
      else own.sharing.allowed = false;
    },
  };
}
