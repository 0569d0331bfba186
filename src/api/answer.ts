import { ApiError, errors } from '../errors.ts';
import type { Caller } from '../rules/capabilities.ts';
import type { Site } from '../rules/site.ts';
import { gather, refuseBrokenText, validate } from './arguments.ts';
import { bodyBudget } from './body-budgets.ts';
import type { Call } from './call.ts';
import { underConditions } from './conditions/under-conditions.ts';
import { createCall } from './create-call.ts';
import type { Engine } from './engine.ts';
import { errorBody, errorStatus } from './error-body.ts';
import { previewFor, previewHeaders, previewTokenOf, withPreviewPassword } from './preview.ts';
import { isReadMethod } from './read-method.ts';
import type { AllowedReply, RefusalReply, Reply } from './reply.ts';
import type { ApiRequest, ApiResponse, Body } from './request.ts';
import { chooseFields } from './resource/choose-fields.ts';
import { allowedMethods } from './routing/allow.ts';
import { describePath } from './routing/discovery.ts';
import type { Match, RoutePath } from './routing/registry.ts';
import type { Received, Route } from './routing/route.ts';
import { refuseCallback, send } from './send.ts';
import { type Ask, visitorRequest } from './visitor-request.ts';

const nobody = { userId: 0 };

/** Handles one request from authentication to response. Tests, the command line and embedding programs call it too. */
export async function answer(request: ApiRequest, engine: Engine): Promise<ApiResponse> {
  const tags = new Set<string>();
  const store = engine.store.observe(tags);
  let site: Site | null = null;
  let call: Call | null = null;
  try {
    site = await engine.site(store);
    const refused = refuseCallback(request, site);
    if (refused) return refused;
    const caller = await engine.identify(request, store);
    const sharing = { allowed: caller.userId === 0 };
    const match = request.method === 'OPTIONS' ? null : engine.registry.find(request.method, request.path);
    const isVisit = caller.userId === 0 && isReadMethod(request.method);
    const reads = isVisit ? await store.forVisitor() : store;
    const token = previewTokenOf(request);
    const preview = token === null ? null : await previewFor(token, match, engine.openPreview);
    if (token !== null) sharing.allowed = false;
    const own = { caller, store: preview?.reading(reads) ?? reads, site, sharing, tags, preview };
    const asked = preview ? withPreviewPassword(request, preview) : request;
    call = createCall(budgeted(asked, match, caller), engine, { ...own, ask: askAsVisitor(engine) });
    const reply = await respond(call, match, engine);
    const sent = send(reply, call, sharing.allowed && isShareable(reply, request) ? tags : null);
    return preview ? { ...sent, headers: { ...sent.headers, ...previewHeaders } } : sent;
  } catch (error) {
    return send(
      refusal(error, request, engine, call?.caller ?? nobody),
      { request, site, variant: engine.variant },
      null,
    );
  }
}

/** The request, with its body limited to the budget of the route and caller, whoever reads it. */
function budgeted(request: ApiRequest, match: Match | null, caller: Caller): ApiRequest {
  if (!match) return request;
  const budget = bodyBudget(match.endpoint, request.method, caller);
  return { ...request, body: (intake) => request.body(intake, budget) };
}

async function respond(call: Call, match: Match | null, engine: Engine): Promise<AllowedReply> {
  const { request } = call;
  if (request.method === 'OPTIONS') return describe(call, engine);
  if (!match) throw errors.rest_no_route();
  const body: Body = match.endpoint.body === 'files' ? { kind: 'none' } : await request.body();
  const bag = gather(request, match, body);
  const { reply, permitted } = await attempt(match, bag, body, { call, engine });
  const known = isReadMethod(request.method) && permitted !== null ? { endpoint: match.endpoint, permitted } : null;
  const allow = await allowedMethods(match.routePath, bag, call, { withDefaults: true, known });
  return { ...reply, shareable: match.endpoint.shareable, ...(allow.length > 0 ? { allow: allow.join(', ') } : {}) };
}

/** The reply, and whether permission was given; null if the permission check did not run. */
interface Attempt {
  readonly reply: AllowedReply;
  readonly permitted: boolean | null;
}

/** A call and the application that answers it. */
interface Calling {
  readonly call: Call;
  readonly engine: Engine;
}

async function attempt(match: Match, bag: Record<string, unknown>, body: Body, calling: Calling): Promise<Attempt> {
  const { call } = calling;
  let permitted: boolean | null = null;
  try {
    const input = validate(match, bag, body, call);
    permitted = false;
    await match.endpoint.permit(input, call);
    permitted = true;
    const reply = match.endpoint.receive
      ? await handleReceived(match, match.endpoint.receive, input, calling)
      : await handle(match, input, calling);
    if (!isReadMethod(call.request.method)) call.forget();
    return { reply: chooseFields(reply, call), permitted };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const refused = refusalReply(error, call.caller);
    return { reply: match.endpoint.refusal?.(refused, bag) ?? refused, permitted };
  }
}

function handle(
  match: Match,
  input: Record<string, unknown>,
  calling: Calling,
  received?: Received,
): Promise<AllowedReply> {
  if (!isReadMethod(calling.call.request.method)) refuseBrokenText(input);
  return underConditions(match, input, calling, (call) => match.endpoint.handle(input, call, received));
}

/** A body that the route reads itself brings further arguments, so all arguments are validated and permitted again. */
async function handleReceived(
  match: Match,
  receive: NonNullable<Route['receive']>,
  sent: Record<string, unknown>,
  calling: Calling,
): Promise<AllowedReply> {
  const { call } = calling;
  const received = await receive(call, sent);
  try {
    const bag = gather(call.request, match, received.body);
    const input = validate(match, bag, received.body, call);
    // An id that is no argument of the route is refused by those that make new items.
    await match.endpoint.permit({ id: bag['id'], ...input }, call);
    return await handle(match, input, calling, received);
  } finally {
    await received.discard();
  }
}

/**
 * What a request would be refused for before anything is done: a path without a route, arguments that are not valid.
 * Permission is not checked. Null for a request that may go on.
 */
export async function validateRequest(request: ApiRequest, engine: Engine): Promise<RefusalReply | null> {
  const tags = new Set<string>();
  const store = engine.store.observe(tags);
  const caller = await engine.identify(request, store);
  try {
    const match = engine.registry.find(request.method, request.path);
    if (!match) throw errors.rest_no_route();
    const own = { caller, store, tags, site: await engine.site(store), sharing: { allowed: false } };
    const call = createCall(budgeted(request, match, caller), engine, { ...own, ask: askAsVisitor(engine) });
    const body = await call.request.body();
    validate(match, gather(request, match, body), body, call);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refusalReply(error, caller);
  }
}

function isShareable(reply: AllowedReply, request: ApiRequest): boolean {
  if (reply.shareable !== true || !isReadMethod(request.method) || (reply.status ?? 200) !== 200) return false;
  // Responses for editors, or unlocked by a password, must not be shared with other callers.
  return request.query['context'] !== 'edit' && request.query['password'] === undefined;
}

async function describe(call: Call, engine: Engine): Promise<AllowedReply> {
  const found = engine.registry.pathAt(call.request.path);
  if (!found) return { body: [] };
  const allow = await allowedMethods(found, describedBag(found, call, engine), call, { withDefaults: false });
  return {
    body: describePath(found, call.site, { withSchema: true }),
    ...(allow.length > 0 ? { allow: allow.join(', ') } : {}),
  };
}

/** What OPTIONS knows of the item: the recorded form looks at parameters only, the current one at the path too. */
function describedBag(found: RoutePath, { request }: Call, engine: Engine): Record<string, unknown> {
  const match = found.endpoints.some((one) => one.form === 'current')
    ? engine.registry.find('GET', request.path)
    : null;
  return match ? gather(request, match, { kind: 'none' }) : { ...request.query };
}

function refusal(error: unknown, request: ApiRequest, engine: Engine, caller: Pick<Caller, 'userId'>): Reply {
  const known = error instanceof ApiError ? error : engine.translate?.(error);
  if (known) return refusalReply(known, caller);
  engine.report(error, request);
  return refusalReply(errors.rest_internal_error(), caller);
}

function refusalReply(error: ApiError, caller: Pick<Caller, 'userId'>): RefusalReply {
  return { status: errorStatus(error, caller), body: errorBody(error, caller), headers: error.headers };
}

/** Reads the interface as an anonymous visitor, within this process. */
export function askAsVisitor(engine: Engine): Ask {
  return async (path, query, visitor) => {
    const { status, payload, tags } = await answer(visitorRequest(path, query, visitor), engine);
    const body: unknown = JSON.parse(String(payload));
    return { status, body, tags };
  };
}
